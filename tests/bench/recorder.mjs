// What the recorder costs: a cycle with 30,000 gauges, and with 5,000 messages and gauges, in time and memory, 60 days of 261 gauges in
// time and bytes on disk, a year of 400 gauges in time, memory and bytes, and the notifications of 100,000 devices in time and memory.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { collection, gauge, json, message } from '../support/bodies.mjs';
import { ends } from '../support/bench-harness.mjs';
import { until } from '../support/gateway-harness.mjs';
import { root } from '../support/harness.mjs';
import { filesFor, recorder, startAnswering, startRecorded } from '../support/recorder-harness.mjs';
import { flashy, importRows, readingsOfDays } from '../support/years.mjs';

/** The program as it is deployed. */
const PROGRAM = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'server/recorder');
const GAUGES = 261;
const MANY = 30_000;
/** The messages and the gauges of a national storm. */
const STORM = 5_000;
/** As many as the service has with StationData. */
const OF_YEAR = 400;

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
  ends.push(started.stop);
  // The sample service takes as long for many readings as the gateway waits.
  await until(async () => (await fetch(`${started.gateway.address}api/riverlevels/v1/all`)).ok);
  return started;
}

/** Starts a recorder, and ends it when it is ready after a cycle: the times of its cycles in ms, and its highest memory in MB. */
async function measure(records, isReady = () => true) {
  const run = records.start('--interval', '5');
  const times = [];
  do {
    await run.cycles.next();
    times.push(records.json('status.json').milliseconds);
  } while (!isReady(times.length));
  const memory = peak(run.child.pid);
  await run.kill('SIGTERM');
  return { times, memory };
}

/** Imports a year of each gauge. The highest memory of the program in MB. */
async function importYear(store, gauges) {
  const child = spawn(PROGRAM, ['--store', store, 'import'], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  let memory = 0;
  child.stdin.write('station,unit,time,level\n');
  for (const gauge of gauges) {
    const year = readingsOfDays(365, (quarter) => flashy(quarter, gauge));
    if (!child.stdin.write(`${importRows(gauge, year).join('\n')}\n`)) await once(child.stdin, 'drain');
    memory = Math.max(memory, peak(child.pid));
  }
  child.stdin.end();
  const [status] = await ended;
  if (status !== 0) throw new Error('the import failed');
  return memory;
}

/** A national storm: the first cycle, and one in which each message has changed. The times of both in ms, and the highest memory in MB. */
async function stormCycles() {
  const at = (number) => [-3 - (number % 100) / 100, 52 + Math.floor(number / 100) / 50];
  const body = (make) => collection(...Array.from({ length: STORM }, (_, number) => make(number)));
  const now = new Date().toISOString();
  const reading = { LatestTime: now, LatestValue: '1.25' };
  const levels = body((number) => gauge({ Location: String(number), ...reading }, at(number)));
  const text = 'The river is rising. '.repeat(30);
  const texts = { RIM_ENGLISH: text, RIM_WELSH: text };
  const area = (number) => ({ FWACODE: `A${number}`, DESCRIPTION: `Area ${number}` });
  const messages = (SEVERITYVALUE) =>
    body((number) => message({ ...area(number), SEVERITYVALUE, ...texts }, at(number)));
  const bodies = { levels, wales: messages(3) };
  const after = (stop) => ends.push(stop);
  const gateway = await startAnswering({ after }, (operation) => json(bodies[operation] ?? []));
  const records = recorder({ ...filesFor(), gateway, program: PROGRAM });
  return measure(records, (cycles) => {
    bodies.wales = messages(2);
    return cycles === 2;
  });
}

export async function history(browser, rounds, tell) {
  console.log('\nthe recorder');
  const words = 'build --quiet --profile server -p gorlif-recorder'.split(' ');
  execFileSync('cargo', words, { cwd: root, stdio: 'inherit' });
  const [many, storms] = [[], []];
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const { records, stop } = await stage(MANY);
    many.push(await measure(records));
    await stop();
    storms.push(await stormCycles());
  }
  const timesOf = (all) => all.flatMap(({ times }) => times);
  const memoryOf = (all) => all.map(({ memory }) => memory);
  tell(`a cycle, ${MANY} gauges`, timesOf(many), { goal: '≤ 5000' });
  tell(`memory of a cycle, ${MANY} gauges`, memoryOf(many), { unit: 'MB', goal: '≤ 200' });
  tell(`a cycle, ${STORM} messages and gauges`, timesOf(storms), { goal: '≤ 10000' });
  tell(`memory, ${STORM} messages and gauges`, memoryOf(storms), { unit: 'MB', goal: '≤ 200' });

  const past = await stage(GAUGES, '--past', '60d');
  await past.records.import(await (await fetch(`${past.service.address}/past.csv`)).text());
  const { milliseconds } = await past.records.cycle();
  tell(`a cycle with all its files, ${GAUGES} gauges after 60 days`, [milliseconds], { goal: '≤ 2000' });
  tell(`the store after 60 days, ${GAUGES} gauges`, [size(past.folder) / 1e6], { unit: 'MB', goal: '≤ 150' });
  const sent = ({ history }, name) => brotliCompressSync(readFileSync(join(history, name))).length / 1_000;
  tell('recent.json, brotli', [sent(past, 'recent.json')], { unit: 'kB', goal: '≤ 25' });
  const weeks = readdirSync(past.history).filter((name) => /^\d+\.json$/.test(name));
  tell(
    'the file of a gauge, brotli',
    weeks.map((name) => sent(past, name)),
    { unit: 'kB', goal: '≤ 6' },
  );

  const year = await stage(OF_YEAR);
  const stations = Array.from({ length: OF_YEAR }, (_, index) => 4001 + index);
  const imported = await importYear(year.store, stations);
  // The first one reads the year. The records are derived in several.
  const isComplete = (cycles) => cycles >= 3 && existsSync(join(year.history, 'level-records.json'));
  const { times: cycles, memory } = await measure(year.records, isComplete);
  tell(`memory, ${OF_YEAR} gauges and a year, import and cycles`, [imported, memory], { unit: 'MB', goal: '≤ 300' });
  tell(`the first cycle, ${OF_YEAR} gauges after a year`, cycles.slice(0, 1), { goal: '≤ 2000' });
  tell(`further cycles, ${OF_YEAR} gauges after a year`, cycles.slice(1), { goal: '≤ 2000' });
  tell(`the store, ${OF_YEAR} gauges after a year`, [size(year.folder) / 1e6], { unit: 'MB' });
  const records = [sent(year, 'level-records.json')];
  tell(`level-records.json, ${OF_YEAR} gauges, brotli`, records, { unit: 'kB', goal: '≤ 25' });
}

/** The measurement is a test of the recorder: two push services answer after 100 ms, in the same process. */
export function notifications(_browser, _rounds, tell) {
  const words =
    'test --quiet --profile server --package gorlif-recorder --lib -- --ignored --nocapture devices_are_notified';
  const said = execFileSync('cargo', words.split(' '), { cwd: root, encoding: 'utf8' });
  const [, milliseconds, memory] = /devices: (\d+) ms, VmHWM:\s*(\d+)/.exec(said);
  console.log('\nnotifications of 100,000 devices');
  tell('until push services have them all', [Number(milliseconds)], { goal: '≤ 60000' });
  tell('memory of the process', [Number(memory) / 1_000], { unit: 'MB' });
}
