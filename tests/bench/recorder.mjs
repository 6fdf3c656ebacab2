// What the recorder costs: a cycle with 30,000 gauges in time and memory, and 60 days of 261 gauges in time and bytes on disk.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '../support/harness.mjs';
import { startRecorded } from '../support/recorder-harness.mjs';

/** The program as it is deployed. */
const PROGRAM = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'release/recorder');
const GAUGES = 261;
const MANY = 30_000;

/** The highest memory of a process so far, in MB. */
const peak = (pid) => Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s+(\d+)/)[1]) / 1_000;
const size = (folder) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('store.db'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

/** Service, gateway and recorder with this number of gauges. */
async function stage(stations, ...flags) {
  const started = await startRecorded(['--scenario', 'storm', '--stations', String(stations), ...flags], {
    settings: { GORLIF_CACHE_LEVELS: '900' },
    program: PROGRAM,
  });
  // The sample service takes as long for many readings as the gateway waits.
  while (!(await fetch(`${started.gateway.address}api/riverlevels/v1/all`)).ok)
    await new Promise((done) => setTimeout(done, 500));
  return started;
}

export async function history(browser, rounds, tell) {
  console.log('\nthe recorder');
  execFileSync('cargo', ['build', '--quiet', '--release', '-p', 'gorlif-recorder'], { cwd: root, stdio: 'inherit' });
  const times = [];
  const memory = [];
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const many = await stage(MANY);
    const run = many.records.start();
    await run.cycles.next();
    memory.push(peak(run.child.pid));
    times.push(many.records.json('status.json').milliseconds);
    await run.kill('SIGTERM');
    await many.stop();
  }
  tell(`a cycle, ${MANY} gauges`, times, { goal: '≤ 5000' });
  tell(`memory of a cycle, ${MANY} gauges`, memory, { unit: 'MB', goal: '≤ 200' });

  const past = await stage(GAUGES, '--past', '60d');
  const csv = await (await fetch(`${past.service.address}/past.csv`)).text();
  const imported = await past.records.import(csv);
  if (imported.status !== 0) throw new Error(imported.stderr);
  const { milliseconds } = await past.records.cycle();
  tell(`a cycle with all its files, ${GAUGES} gauges after 60 days`, [milliseconds], { goal: '≤ 2000' });
  tell(`the store after 60 days, ${GAUGES} gauges`, [size(past.folder) / 1e6], { unit: 'MB', goal: '≤ 150' });
  const sent = (name) => brotliCompressSync(readFileSync(join(past.history, name))).length / 1_000;
  tell('recent.json, brotli', [sent('recent.json')], { unit: 'kB', goal: '≤ 25' });
  const weeks = readdirSync(past.history).filter((name) => /^\d+\.json$/.test(name));
  tell('the file of a gauge, brotli', weeks.map(sent), { unit: 'kB', goal: '≤ 6' });
  await past.stop();
}
