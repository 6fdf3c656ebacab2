// What notifications cost: from a cycle that finds a warning until the last of many devices has its notification, and memory.
import { execFileSync } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collection, json, messageAt } from '../support/bodies.mjs';
import { freePort } from '../support/free-port.mjs';
import { root } from '../support/harness.mjs';
import { recorder, startAnswering } from '../support/recorder-harness.mjs';

const PROGRAM = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'server/recorder');
const DEVICES = Number(process.env.DEVICES ?? 50_000);
/** The requests of devices that are under way at a time. */
const AT_A_TIME = 32;

/** Takes every request at once, without looking at it; `all(count)` waits for so many. */
async function startPushService(after) {
  let taken = 0;
  let done = () => {};
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(201).end();
    taken += 1;
    done();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const all = (count) =>
    new Promise((resolve) => {
      done = () => taken >= count && resolve();
      done();
    });
  return { origin: `http://127.0.0.1:${server.address().port}`, all };
}

export async function push(browser, rounds, tell) {
  console.log('\nnotifications');
  execFileSync('cargo', ['build', '--quiet', '--profile', 'server', '-p', 'gorlif-recorder'], {
    cwd: root,
    stdio: 'inherit',
  });
  const ends = [];
  const after = (end) => ends.push(end);
  const folder = mkdtempSync(join(tmpdir(), 'gorlif-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  let messages = [];
  const gateway = await startAnswering({ after }, (operation) =>
    json(operation === 'wales' || operation === 'levels' ? collection(...(operation === 'wales' ? messages : [])) : []),
  );
  const files = { store: `sqlite:${join(folder, 'store.db')}`, history: join(folder, 'history') };
  const records = recorder({ ...files, gateway, program: PROGRAM });
  const key = join(folder, 'key');
  writeFileSync(key, (await records.run('', 'keys')).stdout);
  const service = await startPushService(after);
  const address = `127.0.0.1:${await freePort()}`;
  const options = ['--push', address, '--push-key', key, '--push-contact', 'mailto:duty@council.example'];
  const run = records.start(...options, '--push-services', service.origin, '--interval', '5');
  await run.cycles.next();
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const encoded = (bytes) => bytes.toString('base64url');
  const [p256dh, auth] = [encoded(keys.getPublicKey()), encoded(randomBytes(16))];
  const list = { watch_list: 1, counties: ['powys'] };
  let next = 0;
  const subscribe = async () => {
    while (next < DEVICES) {
      const device = { endpoint: `${service.origin}/${next++}`, p256dh, auth, language: 'en', least: 'alert', list };
      const body = JSON.stringify({ action: 'subscribe', ...device });
      const headers = { 'Content-Type': 'application/json' };
      const { status } = await fetch(`http://${address}/subscription`, { method: 'POST', headers, body });
      if (status !== 204) throw new Error(`${status}`);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: AT_A_TIME }, subscribe));
  await service.all(DEVICES);
  tell(`${DEVICES} devices subscribe and are welcomed`, [(performance.now() - begun) / 1_000], { unit: 's' });
  messages = [messageAt('A1', 1, 'River Usk at Brecon')];
  // The next cycle finds it.
  const found = performance.now();
  await service.all(2 * DEVICES);
  tell(`a severe warning for ${DEVICES} devices`, [(performance.now() - found) / 1_000], { unit: 's', goal: '≤ 60' });
  const status = readFileSync(`/proc/${run.child.pid}/status`, 'utf8');
  tell('memory', [Number(status.match(/VmHWM:\s+(\d+)/)[1]) / 1_000], { unit: 'MB' });
  await run.kill('SIGTERM');
  for (const end of ends.reverse()) await end();
}
