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

const COMMENTARY = '/api/floodforecast/v1/summary';

test('version 2 of the forecast and the commentary get through with the key of the forecast, and the commentary only where it is set', async (t) => {
  const commentary = '{"Summary_en":"Rain.","Summary_cy":""}';
  const upstream = await startUpstream(t, (request, response) => {
    if (!request.url.endsWith('/summary')) return false;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(commentary);
    return true;
  });
  const [v2, v2Commentary] = [FORECAST, COMMENTARY].map((path) => path.replace('/v1/', '/v2/'));
  const gateway = await startGateway(t, upstream, {
    GORLIF_OPERATION_FORECAST: 'v2',
    GORLIF_OPERATION_COMMENTARY: 'v1',
  });
  for (const path of [v2, COMMENTARY]) {
    const first = await get(gateway, path);
    assert.deepEqual([first.status, first.headers['x-cache-status']], [200, 'MISS'], path);
    assert.equal((await get(gateway, path)).headers['x-cache-status'], 'HIT', path);
  }
  assert.equal((await get(gateway, COMMENTARY)).text, commentary);
  assert.deepEqual(
    upstream.requests.map((request) => [request.path, key(request)]),
    [v2, COMMENTARY].map((path) => [path.slice(4), KEYS.FORECAST]),
  );
  for (const path of [FORECAST, v2Commentary]) assert.equal((await get(gateway, path)).status, 404, path);
  const without = await startGateway(t, upstream);
  for (const path of [COMMENTARY, v2Commentary]) assert.equal((await get(without, path)).status, 404, path);
});

// case 200
test('a body that is no commentary is no response, and the forecast stays', async (t) => {
  const bodies = ['{}', '[]', '[{},{}]', '{"Summary_en":7}', '{"Summary_en":{}}', '"Rain."', '<html>'];
  const upstream = await startUpstream(t, (request, response) => {
    if (!request.url.endsWith('/summary')) return false;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(bodies[0]);
    return true;
  });
  const gateway = await startGateway(t, upstream, {
    GORLIF_OPERATION_COMMENTARY: 'v1',
    GORLIF_CACHE_COMMENTARY: '0',
    GORLIF_CALL_INTERVAL: '0',
  });
  while (bodies.length) {
    assert.equal((await get(gateway, COMMENTARY)).status, 503, bodies[0]);
    bodies.shift();
  }
  assert.equal((await get(gateway, FORECAST)).status, 200);
  const log = () => readFileSync(gateway.env.GORLIF_LOG, 'utf8');
  await until(() => log().split('service commentary 503 "200 no').length === 8);
  bodies.push('[{"Summary_cy":"Glaw."}]');
  assert.equal((await get(gateway, COMMENTARY)).status, 200, 'an array of one');
});

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
  const folder = folderFor();
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
  // Those of the operations that stay are.
  assert.equal((await get(second, LEVELS)).headers['x-cache-status'], 'HIT');
});

const HISTORICAL = `${STATION_DATA}/historical`;
const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const history = (location, parameter, days = 5, to = 1) =>
  `${HISTORICAL}?location=${location}&parameter=${parameter}&from=${day(to - days)}&to=${day(to)}`;

/** A service whose StationData has the gauges 4001/10095 and 4002/10096, and whose histories have the body. */
const withHistories = (t, body = '{"units":"m","parameterReadings":[]}') =>
  startUpstream(t, (request, response) => {
    if (!request.url.includes('/StationData')) return false;
    const stations = [
      { location: 4001, parameters: [{ parameter: 10095 }] },
      { location: null, stationId: '4002', parameters: [{ parameter: '10096' }, null] },
      null,
    ];
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(request.url.includes('/historical') ? body : JSON.stringify(stations));
    return true;
  });
const calls = (upstream) => upstream.requests.map(({ path }) => path).filter((path) => path.includes('/historical'));

test('the history of a known gauge gets through for 5 or 30 whole days, and is cached', async (t) => {
  const upstream = await withHistories(t);
  const gateway = await startGateway(t, upstream, NEWER);
  // Before a response of StationData the gauges are not known, which is not cached.
  const early = await get(gateway, history(4001, 10095));
  assert.equal(early.status, 503);
  assert.ok(early.headers['retry-after']);
  await get(gateway, STATION_DATA);
  const given = [history(4001, 10095), history(4002, 10096), history(4001, 10095, 30), history(4001, 10095, 5, 2)];
  for (const path of given) {
    const first = await get(gateway, path);
    assert.deepEqual([first.status, first.text], [200, '{"units":"m","parameterReadings":[]}'], path);
    assert.equal(first.headers['x-cache-status'], 'MISS', path);
    assert.equal((await get(gateway, path)).headers['x-cache-status'], 'HIT', path);
  }
  assert.deepEqual(
    calls(upstream),
    given.map((path) => path.slice(4)),
  );
  assert.equal(key(upstream.requests.at(-1)), KEYS.LEVELS);
  // The log does not have the gauge that a visitor has looked at.
  const log = () => readFileSync(gateway.env.GORLIF_LOG, 'utf8');
  await until(() => log().split('/StationData/historical ').length > 2 * given.length);
  assert.doesNotMatch(log(), /4001|10095/);
});

test('earlier periods of 30 days get through, up to a year, and are not cached', async (t) => {
  const upstream = await withHistories(t);
  const gateway = await startGateway(t, upstream, { ...NEWER, GORLIF_HISTORICAL_CALLS: '60', GORLIF_BEHIND_TLS: 'on' });
  await get(gateway, STATION_DATA);
  const periods = Array.from({ length: 12 }, (_, index) => history(4001, 10095, 30, 1 - 30 * (index + 1)));
  for (const path of [...periods, periods[0]]) {
    const { status, headers } = await get(gateway, path);
    assert.deepEqual([status, headers['x-cache-status']], [200, 'MISS'], path);
  }
  assert.equal(calls(upstream).length, 13);
  for (const path of [
    history(4001, 10095, 30, 1 - 30 * 13),
    history(4001, 10095, 60, -29),
    history(4001, 10095, 30, -28 - 3),
  ])
    assert.equal((await get(gateway, path)).status, 404, path);
});

test('no other history is requested from the service', async (t) => {
  const upstream = await withHistories(t);
  const gateway = await startGateway(t, upstream, NEWER);
  await get(gateway, STATION_DATA);
  for (const path of [
    history(4003, 10095),
    history(4001, 10096),
    history(4001, 10095, 6),
    history(4001, 10095, 365),
    history(4001, 10095, 5, 4),
    history(4001, 10095, 5, -1),
  ]) {
    const { status, text } = await get(gateway, path);
    assert.deepEqual([status, text], [404, '{"error":"no such history"}'], path);
  }
  for (const path of [
    `${history(4001, 10095)}&more=1`,
    history('4001%20', 10095),
    history(-1, 10095),
    history('0', 10095),
    history('40010000000', 10095),
    `${HISTORICAL}?location=4001`,
    `${HISTORICAL}?parameter=10095&location=4001&from=${day(-4)}&to=${day(1)}`,
    `${STATION_DATA}?from=${day(0)}`,
  ])
    assert.equal((await get(gateway, path)).status, 400, path);
  assert.equal((await get(gateway, HISTORICAL)).status, 404);
  assert.deepEqual(calls(upstream), []);
  const first = await startGateway(t, upstream);
  assert.equal((await get(first, history(4001, 10095))).status, 400, 'version 1 has no history');
});

test('the histories have a limit a minute of their own', async (t) => {
  const upstream = await withHistories(t);
  const gateway = await startGateway(t, upstream, { ...NEWER, GORLIF_HISTORICAL_CALLS: '2', GORLIF_BEHIND_TLS: 'on' });
  await get(gateway, STATION_DATA);
  const statuses = [];
  for (const days of [5, 30])
    for (const [location, parameter] of [
      [4001, 10095],
      [4002, 10096],
    ])
      statuses.push((await get(gateway, history(location, parameter, days))).status);
  assert.deepEqual(statuses, [200, 200, 503, 503]);
  assert.equal((await get(gateway, PLACE_V3)).status, 200);
  assert.equal((await get(gateway, history(4001, 10095))).status, 200, 'from the cache');
});

test('a history of another form is no response', async (t) => {
  for (const [body, reason] of [
    ['{"type":"FeatureCollection","features":[]}', 'no readings'],
    ['[]', 'no readings'],
    ['<html>', 'not JSON'],
  ]) {
    const upstream = await withHistories(t, body);
    const gateway = await startGateway(t, upstream, NEWER);
    await get(gateway, STATION_DATA);
    assert.equal((await get(gateway, history(4001, 10095))).status, 503, body);
    await until(() => readFileSync(gateway.env.GORLIF_LOG, 'utf8').includes(`service historical 503 "200 ${reason}"`));
  }
});

test('a version that does not exist is named', async () => {
  for (const group of ['LEVELS', 'WARNINGS', 'FORECAST', 'COMMENTARY']) {
    const name = `GORLIF_OPERATION_${group}`;
    const { code, said } = await startsWith(settings('https://api.example', folderFor(), { [name]: 'v4' }));
    assert.equal(code, 2);
    assert.match(said, new RegExp(`^gateway: ${name} must be v1 or `));
  }
});

test('a page that asks for other versions than the gateway has stops the start, and the message names both', async () => {
  const folder = folderFor();
  for (const [page, gateway, message] of [
    [NEWER, {}, /GORLIF_OPERATION_LEVELS is v1, and the setting operations.levels of the page .* is station-data/],
    [{}, NEWER, /GORLIF_OPERATION_LEVELS is station-data, and the setting operations.levels of the page .* is v1/],
    [
      { GORLIF_OPERATION_WARNINGS: 'v3' },
      {},
      /GORLIF_OPERATION_WARNINGS is v1, and the setting operations.warnings of the page .* is v3/,
    ],
    [
      { GORLIF_OPERATION_COMMENTARY: 'v2' },
      {},
      /GORLIF_OPERATION_COMMENTARY is not set, and the setting operations.commentary of the page .* is v2/,
    ],
  ]) {
    const { GORLIF_PAGE } = settings('https://api.example', folder, page);
    const { code, said } = await startsWith(
      settings('https://api.example', folder, { ...gateway, GORLIF_PAGE }),
      '--check',
    );
    assert.deepEqual([code, message.test(said)], [2, true], said);
  }
});

test('the newer operations of sample-service get through whole', async (t) => {
  const service = await startService('--scenario', 'storm', '--still');
  t.after(() => service.stop());
  const all = {
    ...NEWER,
    GORLIF_OPERATION_COMMENTARY: 'v1',
    GORLIF_KEY_LEVELS: KEY,
    GORLIF_KEY_WARNINGS: KEY,
    GORLIF_KEY_FORECAST: KEY,
  };
  const gateway = await startGateway(t, service, all);
  for (const path of [STATION_DATA, ALL_V3, PLACE_V3, FORECAST, COMMENTARY, history(4001, 14001)]) {
    const [through, own] = [
      await get(gateway, path),
      await fetch(service.address + path.slice(4), { headers: { 'Ocp-Apim-Subscription-Key': KEY } }),
    ];
    assert.deepEqual([through.status, through.text], [200, await own.text()], path);
  }
});
