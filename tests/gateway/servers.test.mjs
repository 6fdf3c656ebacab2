// What holds on the server whatever happens to it: the cache folder, memory, addresses, samples, keys, files.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../support/free-port.mjs';
import { SERVICE_KEYS, startService } from '../support/harness.mjs';
import {
  GATEWAY,
  LEVELS,
  SHORT,
  WALES,
  certified,
  folderFor,
  get,
  hasKey,
  launch,
  makeReadOnly,
  places,
  read,
  respond,
  settings,
  startBoth,
  startUpstream,
  startsWith,
  unprivileged,
  until,
  untilSaid,
  workerMemory,
  workers,
} from '../support/gateway-harness.mjs';

const ready = async (gateway) => JSON.parse((await get(gateway, '/readyz')).text);

// case 189, 234
test('a cache folder that is read-only for a time: log and /readyz say so, and no response is older than the last one', async (t) => {
  const upstream = await startUpstream(t);
  const gateway = await unprivileged(t, upstream, SHORT);
  const created = async () => Date.parse((await get(gateway, WALES)).headers['x-origin-date']);
  const first = await created();
  makeReadOnly(gateway.env.GORLIF_CACHE);
  await until(async () => (await created()) > first);
  assert.match((await ready(gateway)).cache, /^unusable: .*Permission denied/);
  await untilSaid(gateway, /responses are not cached: .*Permission denied/);
  // Only the warnings fail: a response of the levels finds that the folder can be used again.
  upstream.answer = (request, response) => request.url.includes('floodwarnings') && respond(500)(request, response);
  const last = await created();
  makeReadOnly(gateway.env.GORLIF_CACHE, false);
  await until(async () => (await get(gateway, LEVELS)) && !('cache' in (await ready(gateway))));
  await untilSaid(gateway, /responses are cached again/);
  for (let nth = 0; nth < 5; nth++) assert.ok((await created()) >= last, 'no older response');
});

// case 190
test('20 responses that never end are refused at 16 MB while they are read, in 150 MB', async (t) => {
  const part = Buffer.alloc(1 << 20, ' ');
  const answer = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const send = () => {
      while (!response.destroyed && response.write(part));
      if (!response.destroyed) response.once('drain', send);
    };
    send();
    return true;
  };
  const more = { GORLIF_WORKERS: '1', GORLIF_PLACE_CALLS: '100' };
  const { upstream, gateway } = await startBoth(t, answer, more);
  let most = 0;
  const sampling = setInterval(() => (most = Math.max(most, ...workerMemory(gateway))), 10);
  t.after(() => clearInterval(sampling));
  const answers = await Promise.all(places(20).map((path) => get(gateway, path)));
  clearInterval(sampling);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [503]);
  await until(() => /service place \d+ "200 too large"/.test(gateway.log()));
  assert.equal(upstream.requests.length, 20);
  assert.ok(most > 0 && most <= 150, `${most} MB`);
  // Afterwards a response is read again.
  upstream.answer = () => false;
  assert.equal((await get(gateway, LEVELS)).status, 200);
});

// case 191
test('sample data is named at the start, on /readyz and in a header, and not served beyond this machine', async (t) => {
  const service = await startService();
  t.after(() => service.stop());
  const port = await freePort();
  for (const [more, status] of [
    [{}, 200],
    [{ port, GORLIF_LISTEN: `0.0.0.0:${port}` }, 503],
    [{ port, GORLIF_LISTEN: `127.0.0.1:${port} 0.0.0.0:${await freePort()}` }, 503],
    [{ port, GORLIF_LISTEN: `0.0.0.0:${port}`, GORLIF_ALLOW_SAMPLE: 'on' }, 200],
  ]) {
    const gateway = await launch(service.address, folderFor(), { ...SERVICE_KEYS, ...more });
    await untilSaid(gateway, /the service serves sample data: nothing in it is real/);
    const response = await get(gateway, LEVELS);
    assert.equal(response.status, status, JSON.stringify(more));
    if (status === 200) {
      assert.equal(response.headers['x-sample-data'], '1');
      assert.deepEqual(await ready(gateway), { ready: true, sample: true });
    } else await until(() => /"200 sample data"/.test(gateway.log()));
    await gateway.stop();
  }
  const { upstream: real, gateway } = await startBoth(t);
  assert.equal((await get(gateway, LEVELS)).headers['x-sample-data'], undefined);
  assert.deepEqual(await ready(gateway), { ready: true });
  assert.ok(!real.heads.some((headers) => hasKey(headers.join())));
});

// case 192
test('several addresses, IPv6, the redirect to TLS and security.txt; no worker leaves a file with its memory', async (t) => {
  const [first, second, third] = [await freePort(), await freePort(), await freePort()];
  const { gateway } = await startBoth(t, undefined, {
    port: first,
    GORLIF_LISTEN: `127.0.0.1:${first} [::1]:${second}`,
    GORLIF_REDIRECT_LISTEN: `127.0.0.1:${third}`,
    ...certified(folderFor()),
    GORLIF_SECURITY_CONTACT: 'mailto:security@flood.example',
  });
  const curl = (address) => execFileSync('curl', ['-sk', '--max-time', '5', address], { encoding: 'utf8' });
  assert.equal(curl(`https://127.0.0.1:${first}/healthz`), 'alive\n');
  assert.equal(curl(`https://[::1]:${second}/healthz`), 'alive\n');
  const lines = curl(`https://127.0.0.1:${first}/.well-known/security.txt`).trim().split('\n');
  assert.deepEqual([lines[0], lines[2]], ['Contact: mailto:security@flood.example', 'Preferred-Languages: en, cy']);
  const expires = Date.parse(lines[1].replace('Expires: ', '')) - Date.now();
  assert.ok(expires > 80 * 86_400_000 && expires < 366 * 86_400_000, lines[1]);
  const redirect = await get({ port: third }, '/?lat=52&lon=-3', { headers: { Host: 'flood.example:80' } });
  assert.deepEqual([redirect.status, redirect.headers.location], [301, 'https://flood.example/?lat=52&lon=-3']);
  assert.equal((await get({ port: third }, '/', { headers: { Host: '"><x' } })).status, 400);
  const all = workers(gateway);
  assert.ok(all.length >= 2, `${all.length} processes`);
  for (const { pid } of all) assert.match(read(`/proc/${pid}/limits`), /Max core file size +0 +0 /);
});

// case 192
test('a check that is killed at any moment leaves nothing', async () => {
  const folder = folderFor();
  const own = join(folder, 'tmp');
  mkdirSync(own);
  const env = settings('https://service.example', folder, { TMPDIR: own });
  for (let turn = 0; turn < 24; turn++) {
    const child = spawn(GATEWAY, ['--check'], { env, detached: true, stdio: 'ignore' });
    const ended = once(child, 'exit');
    // From before the folder is made to the end of the check.
    await new Promise((done) => setTimeout(done, turn * 20));
    if (child.exitCode === null) process.kill(turn % 2 ? -child.pid : child.pid, turn % 3 ? 'SIGKILL' : 'SIGTERM');
    await ended;
  }
  const more = { TMPDIR: own, GORLIF_LOG: join(folder, 'log') };
  const elsewhere = settings('https://service.example', join(folder, 'new/folder'), more);
  assert.deepEqual(await startsWith(elsewhere, '--check'), { code: 0, said: '' });
  assert.ok(!readdirSync(folder).includes('new') && !readdirSync(folder).includes('log'), readdirSync(folder).join());
  await until(() => readdirSync(own).length === 0);
});

// case 192
test('a check that is killed while nginx still makes folders leaves nothing', async (t) => {
  const folder = folderFor();
  // Not `run`, which is the gateway's own folder.
  const [own, bin, named, go] = ['tmp', 'bin', 'named', 'go'].map((name) => join(folder, name));
  for (const made of [own, bin]) mkdirSync(made);
  // Otherwise what stands in the place of nginx would wait for ever after a failure.
  t.after(() => writeFileSync(go, ''));
  // In the place of nginx: it waits for `go`, or until its folder is gone, and makes a folder there.
  writeFileSync(
    join(bin, 'nginx'),
    `#!/bin/sh
case "$*" in *-v) echo 'nginx version: nginx/1.24.0' >&2; exit ;; esac
echo "$4" >${named}.part && mv ${named}.part ${named}
while [ -d "$4" ] && [ ! -e ${go} ]; do sleep 0.02; done
mkdir -p "$4/body"
`,
    { mode: 0o755 },
  );
  const env = settings('https://service.example', folder, { TMPDIR: own, PATH: `${bin}:${process.env.PATH}` });
  const child = spawn(GATEWAY, ['--check'], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const checked = await until(() => existsSync(named) && read(named).trim());
  child.kill('SIGKILL');
  await ended;
  assert.ok(!hasKey(read(join(checked, 'keys.conf'))), `${checked} is there while nginx runs, without the keys`);
  writeFileSync(go, '');
  await until(() => readdirSync(own).length === 0);
});
