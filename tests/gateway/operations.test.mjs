// The versions of the operations: each configured one gets through with its key, and no other version of it does.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  FORECAST,
  KEYS,
  LEVELS,
  PLACE,
  WALES,
  folderFor,
  get,
  launch,
  startGateway,
  startUpstream,
  startsWith,
  until,
  settings,
} from '../support/gateway-harness.mjs';
import { KEY, startService } from '../support/harness.mjs';

const STATION_DATA = '/api/rivers-and-seas/v1/api/StationData';
const ALL_V3 = '/api/floodwarnings/v3/all';
const PLACE_V3 = PLACE.replace('/v1/', '/v3/');
const NEWER = { GORLIF_OPERATION_LEVELS: 'station-data', GORLIF_OPERATION_WARNINGS: 'v3' };
const key = ({ headers }) =>
  headers[headers.findIndex((name) => name.toLowerCase() === 'ocp-apim-subscription-key') + 1];

for (const [levels, warnings, open, closed] of [
  ['v1', 'v1', [LEVELS, WALES, PLACE], [STATION_DATA, ALL_V3, PLACE_V3]],
  ['station-data', 'v1', [STATION_DATA, WALES, PLACE], [LEVELS, ALL_V3, PLACE_V3]],
  ['v1', 'v3', [LEVELS, ALL_V3, PLACE_V3], [STATION_DATA, WALES, PLACE]],
  ['station-data', 'v3', [STATION_DATA, ALL_V3, PLACE_V3], [LEVELS, WALES, PLACE]],
]) {
  test(`levels ${levels} and warnings ${warnings} are called with their keys, and no other version is`, async (t) => {
    const upstream = await startUpstream(t, (request, response) => {
      if (!request.url.endsWith('/StationData')) return false;
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
      return true;
    });
    const gateway = await startGateway(t, upstream, {
      GORLIF_OPERATION_LEVELS: levels,
      GORLIF_OPERATION_WARNINGS: warnings,
    });
    for (const path of [...open, FORECAST]) {
      const { status, headers } = await get(gateway, path);
      assert.equal(status, 200, path);
      assert.equal(headers['x-cache-status'], 'MISS', path);
      assert.equal((await get(gateway, path)).headers['x-cache-status'], 'HIT', path);
    }
    assert.deepEqual(
      upstream.requests.map((request) => [request.path, key(request)]),
      [
        [open[0].slice(4), KEYS.LEVELS],
        [open[1].slice(4), KEYS.WARNINGS],
        [open[2].slice(4), KEYS.WARNINGS],
        [FORECAST.slice(4), KEYS.FORECAST],
      ],
    );
    for (const path of closed) assert.equal((await get(gateway, path)).status, 404, path);
    assert.equal((await get(gateway, `${STATION_DATA}/historical`)).status, 404);
    assert.equal((await get(gateway, '/readyz')).status, 200);
    assert.equal(upstream.requests.length, 4);
  });
}

test('a body of the other version is no response', async (t) => {
  const upstream = await startUpstream(t, (request, response) => {
    if (!request.url.endsWith('/StationData')) return false;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"type":"FeatureCollection","features":[]}');
    return true;
  });
  const gateway = await startGateway(t, upstream, NEWER);
  assert.equal((await get(gateway, STATION_DATA)).status, 503);
  await until(() => /service levels 503 "200 not an array"/.test(readFileSync(gateway.env.GORLIF_LOG, 'utf8')));
});

test('responses of another version are not served from the cache', async (t) => {
  const folder = folderFor(t);
  const upstream = await startUpstream(t);
  const first = await launch(upstream.address, folder);
  await get(first, LEVELS);
  await get(first, WALES);
  await first.stop();
  assert.ok(existsSync(join(folder, 'cache')));
  const second = await launch(upstream.address, folder, { GORLIF_OPERATION_WARNINGS: 'v3' });
  t.after(() => second.stop());
  assert.equal((await get(second, ALL_V3)).headers['x-cache-status'], 'MISS');
  assert.equal(upstream.calls('/floodwarnings/v3/all'), 1);
});

test('a version that does not exist is named', async (t) => {
  for (const name of ['GORLIF_OPERATION_LEVELS', 'GORLIF_OPERATION_WARNINGS']) {
    const { code, said } = await startsWith(settings('https://api.example', folderFor(t), { [name]: 'v2' }));
    assert.equal(code, 2);
    assert.match(said, new RegExp(`^gateway: ${name} must be v1 or `));
  }
});

test('the newer operations of sample-service get through whole', async (t) => {
  const service = await startService('--scenario', 'storm', '--still');
  t.after(() => service.stop());
  const all = {
    ...NEWER,
    GORLIF_KEY_LEVELS: KEY,
    GORLIF_KEY_WARNINGS: KEY,
    GORLIF_KEY_FORECAST: KEY,
  };
  const gateway = await startGateway(t, service, all);
  for (const path of [STATION_DATA, ALL_V3, PLACE_V3, FORECAST]) {
    const [through, own] = [
      await get(gateway, path),
      await fetch(service.address + path.slice(4), { headers: { 'Ocp-Apim-Subscription-Key': KEY } }),
    ];
    assert.deepEqual([through.status, through.text], [200, await own.text()], path);
  }
});
