// A night on which everybody looks: full load on the three operations and fifty places, with a service that is well, refuses or hangs.
// A few seconds in make test; make storm runs a minute of each. Counts are asserted, times are printed beside those of a plain file.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { collection, gauge } from '../support/bodies.mjs';
import {
  FORECAST,
  LEVELS,
  SHORT,
  WALES,
  cached,
  dist,
  empty,
  folderFor,
  get,
  makeReadOnly,
  places,
  respond,
  root,
  smallDisk,
  startGateway,
  startUpstream,
  unprivileged,
  until,
  untilSaid,
  workerMemory,
} from '../support/gateway-harness.mjs';

const SECONDS = Number(process.env.GORLIF_STORM_SECONDS ?? 3);
const ROUNDS = 3;
const ROUND_SECONDS = Math.max(1, Math.round(SECONDS / ROUNDS));
const PATHS = [LEVELS, WALES, FORECAST, ...places(50)];
// As large as the real service's answer of 261 gauges.
const TEXTS = { NameEN: 'A gauge of a river', NGR: 'SO0450028500', url: 'http://rivers.example/Station/4000' };
const gauges = Array.from({ length: 261 }, (_, n) =>
  gauge({ ...TEXTS, Location: String(4000 + n), LatestValue: String(n / 100), TitleEN: `River ${n} at Gauge ${n}` }),
);
const BODY = JSON.stringify(collection(...gauges));
const good = (request, response) => respond(200, /forecast/.test(request.url) ? '[]' : BODY)(request, response);

async function wrk(gateway, paths, seconds = SECONDS) {
  const lua = ['-s', join(root, 'tests/gateway/storm.lua')];
  const load = ['-t2', '-c200', `-d${seconds}s`, '--latency', '--timeout', '10s', ...lua];
  const { stdout } = await promisify(execFile)('wrk', [...load, gateway.address, '--', ...paths]);
  const figure = (pattern) => stdout.match(pattern)?.[1] ?? '0';
  return {
    perSecond: Number(figure(/Requests\/sec:\s+([\d.]+)/)),
    p50: figure(/^\s+50%\s+(\S+)/m),
    p99: figure(/^\s+99%\s+(\S+)/m),
    failed: Number(figure(/Non-2xx or 3xx responses: (\d+)/)),
    requests: Number(figure(/(\d+) requests in/)),
    broken: /Socket errors: (.*)/.exec(stdout)?.[1] ?? 'none',
  };
}
const memory = (gateway) => workerMemory(gateway).reduce((sum, size) => sum + size, 0);
const tell = (name, { perSecond, p50, p99, requests }, gateway, calls) => {
  const times = `${perSecond.toFixed(0).padStart(7)}/s  p50 ${p50.padStart(8)}  p99 ${p99.padStart(8)}`;
  const sizes = `${String(requests).padStart(8)} requests  ${memory(gateway).toFixed(0).padStart(4)} MB`;
  console.log(`storm: ${name.padEnd(34)} ${times}  ${sizes}  calls to the service: ${calls}`);
};

test(`full load for ${SECONDS} s: the service is asked once for each key and period, whether it is well, refuses or hangs`, async (t) => {
  // The same bytes as a plain file of the same nginx.
  const folder = folderFor();
  cpSync(dist, join(folder, 'page'), { recursive: true });
  writeFileSync(join(folder, 'page/levels.txt'), BODY);
  writeFileSync(join(folder, 'page/levels.txt.gz'), gzipSync(BODY, { level: 6 }));
  const upstream = await startUpstream(t, good);
  const gateway = await startGateway(t, upstream, { folder, GORLIF_PAGE: join(folder, 'page') });

  const well = await wrk(gateway, PATHS);
  tell('the service is well', well, gateway, upstream.requests.length);
  assert.deepEqual([well.failed, well.broken], [0, 'none']);
  assert.equal(upstream.requests.length, PATHS.length, 'one call for each key');
  assert.equal(new Set(upstream.requests.map(({ path }) => path)).size, PATHS.length);
  // With all in the cache, beside the plain file: in turn, since other load on the machine changes both.
  const ratios = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const plain = await wrk(gateway, ['/levels.txt'], ROUND_SECONDS);
    const cached = await wrk(gateway, PATHS, ROUND_SECONDS);
    tell('the same bytes as a plain file', plain, gateway, '–');
    tell('all responses in the cache', cached, gateway, upstream.requests.length);
    assert.deepEqual([cached.failed, cached.broken], [0, 'none']);
    ratios.push(cached.perSecond / plain.perSecond);
  }
  const median = ratios.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)];
  const rate = `${median.toFixed(2)} × the rate of the plain file, the median of ${ROUNDS} rounds`;
  console.log(`storm: cached responses at ${rate}`);

  for (const [name, answer] of [
    ['the service answers 429', respond(429, '{}')],
    ['the service hangs', () => true],
  ]) {
    const empty = await startGateway(t, upstream);
    upstream.requests.length = 0;
    upstream.answer = answer;
    // Nothing is cached: no client gets data, and the service still gets one request for each key.
    const cold = await wrk(empty, PATHS);
    tell(`${name}, nothing kept`, cold, empty, upstream.requests.length);
    const mostCold = PATHS.length * (1 + Math.ceil(SECONDS / 65));
    assert.ok(upstream.requests.length <= mostCold, `${name}: ${upstream.requests.length}`);
    assert.equal(cold.failed, cold.requests, 'every answer says that there is none');
    await empty.stop();

    // With answers kept that are used up: everybody gets them.
    const more = { ...SHORT, GORLIF_CALL_INTERVAL: '2', GORLIF_PLACE_CALLS: '6000' };
    const kept = await startGateway(t, upstream, more);
    upstream.answer = good;
    for (const path of PATHS) assert.equal((await get(kept, path)).status, 200);
    upstream.requests.length = 0;
    upstream.answer = answer;
    await until(async () => cached(await get(kept, PATHS.at(-1))) === 'STALE');
    const stale = await wrk(kept, PATHS);
    tell(`${name}, old answers kept`, stale, kept, upstream.requests.length);
    assert.deepEqual([stale.failed, stale.broken], [0, 'none'], name);
    const [least, most] = [PATHS.length, PATHS.length * (2 + Math.ceil(SECONDS / 2))];
    const calls = upstream.requests.length;
    assert.ok(calls >= least && calls <= most, `${name}: ${calls}, not ${least} to ${most}`);
    await kept.stop();
  }
});

/** Fills the disk of a cache. */
const fill = (cache) => assert.throws(() => writeFileSync(join(cache, '../other'), Buffer.alloc(4 << 20)), /ENOSPC/);
for (const [name, breakIt, cause] of [
  ['emptied', empty],
  ['read-only', makeReadOnly, 'Permission denied'],
  ['full', fill, 'No space left on device'],
]) {
  // case 189
  test(`full load for ${SECONDS} s while the cache folder is ${name}: one call for each path, and every answer is good`, async (t) => {
    const disk = breakIt === fill && smallDisk(t);
    if (disk === null) return t.skip('no disk can be mounted here');
    const upstream = await startUpstream(t, good);
    const gateway = await unprivileged(t, upstream, disk ? { GORLIF_CACHE: join(disk, 'cache') } : {});
    const running = wrk(gateway, PATHS);
    // Once each path has been called, in the middle of the load.
    await until(() => upstream.requests.length >= PATHS.length);
    breakIt(gateway.env.GORLIF_CACHE);
    const load = await running;
    tell(`the cache folder is ${name}`, load, gateway, upstream.requests.length);
    assert.equal(load.failed, 0);
    // Cut are at most the responses that nginx was writing into the folder at that moment, one for each path.
    const errors = /connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(load.broken) ?? [0, 0, 0, 0, 0];
    const [, connect, read, write, timeout] = errors.map(Number);
    assert.deepEqual([connect, write, timeout], [0, 0, 0], load.broken);
    assert.ok(read <= PATHS.length, load.broken);
    const found = [];
    for (const path of PATHS.flatMap((path) => [path, path])) {
      const answer = await get(gateway, path);
      assert.deepEqual([answer.status, answer.text.length > 1], [200, true], path);
      found.push(cached(answer));
    }
    assert.equal(upstream.requests.length, PATHS.length);
    if (cause) return untilSaid(gateway, new RegExp(`responses are not cached: .*${cause}`));
    assert.ok(found.includes('HIT'), found.join());
    assert.equal((await get(gateway, '/readyz')).text, '{"ready":true}');
  });
}
