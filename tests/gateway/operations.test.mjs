// The versions of the operations: each configured one gets through with its key, and no other version of it does.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import {
  EMPTY,
  FORECAST,
  KEYS,
  LEVELS,
  PLACE,
  WALES,
  cached,
  folderFor,
  get,
  respond,
  settings,
  startBoth,
  startGateway,
  startUpstream,
  stops,
  until,
} from '../support/gateway-harness.mjs';
import { KEY, SERVICE_KEYS, startService } from '../support/harness.mjs';

const STATION_DATA = '/api/rivers-and-seas/v1/api/StationData';
const ALL_V3 = '/api/floodwarnings/v3/all';
const PLACE_V3 = PLACE.replace('/v1/', '/v3/');
const COMMENTARY = '/api/floodforecast/v1/summary';
const NEWER = { GORLIF_OPERATION_LEVELS: 'station-data', GORLIF_OPERATION_WARNINGS: 'v3' };
const key = ({ headers }) =>
  headers[headers.findIndex((name) => name.toLowerCase() === 'ocp-apim-subscription-key') + 1];
/** An answer with a body to the calls whose path ends so. */
const only = (end, body) => (request, response) => request.url.endsWith(end) && respond(200, body)(request, response);
/** Each path is called at its first visit, and cached at its second. */
async function areCached(gateway, paths) {
  for (const path of paths)
    for (const expected of ['MISS', 'HIT']) {
      const answer = await get(gateway, path);
      assert.deepEqual([answer.status, cached(answer)], [200, expected], path);
    }
}
async function areNotFound(gateway, paths) {
  for (const path of paths) assert.equal((await get(gateway, path)).status, 404, path);
}

for (const [levels, warnings, open, closed] of [
  ['v1', 'v1', [LEVELS, WALES, PLACE], [STATION_DATA, ALL_V3, PLACE_V3]],
  ['station-data', 'v1', [STATION_DATA, WALES, PLACE], [LEVELS, ALL_V3, PLACE_V3]],
  ['v1', 'v3', [LEVELS, ALL_V3, PLACE_V3], [STATION_DATA, WALES, PLACE]],
  ['station-data', 'v3', [STATION_DATA, ALL_V3, PLACE_V3], [LEVELS, WALES, PLACE]],
]) {
  test(`levels ${levels} and warnings ${warnings} are called with their keys, and no other version is`, async (t) => {
    const { upstream, gateway } = await startBoth(t, only('/StationData', '[]'), {
      GORLIF_OPERATION_LEVELS: levels,
      GORLIF_OPERATION_WARNINGS: warnings,
    });
    await areCached(gateway, [...open, FORECAST]);
    assert.deepEqual(
      upstream.requests.map((request) => [request.path, key(request)]),
      [
        [open[0].slice(4), KEYS.LEVELS],
        [open[1].slice(4), KEYS.WARNINGS],
        [open[2].slice(4), KEYS.WARNINGS],
        [FORECAST.slice(4), KEYS.FORECAST],
      ],
    );
    await areNotFound(gateway, [...closed, `${STATION_DATA}/historical`]);
    assert.equal((await get(gateway, '/readyz')).status, 200);
    assert.equal(upstream.requests.length, 4);
  });
}

test('version 2 of the forecast and the commentary get through with the key of the forecast', async (t) => {
  const commentary = '{"Summary_en":"Rain.","Summary_cy":""}';
  const [v2, v2Commentary] = [FORECAST, COMMENTARY].map((path) => path.replace('/v1/', '/v2/'));
  const { upstream, gateway } = await startBoth(t, only('/summary', commentary), {
    GORLIF_OPERATION_FORECAST: 'v2',
    GORLIF_OPERATION_COMMENTARY: 'v1',
  });
  await areCached(gateway, [v2, COMMENTARY]);
  assert.equal((await get(gateway, COMMENTARY)).text, commentary);
  assert.deepEqual(
    upstream.requests.map((request) => [request.path, key(request)]),
    [v2, COMMENTARY].map((path) => [path.slice(4), KEYS.FORECAST]),
  );
  await areNotFound(gateway, [FORECAST, v2Commentary]);
});

// case 200
test('a body that is no commentary is no response, and the forecast stays', async (t) => {
  const { upstream, gateway } = await startBoth(t, undefined, {
    GORLIF_OPERATION_COMMENTARY: 'v1',
    GORLIF_CACHE_COMMENTARY: '0',
    GORLIF_CALL_INTERVAL: '0',
  });
  const bodies = ['{}', '[]', '[{},{}]', '{"Summary_en":7}', '{"Summary_en":{}}', '"Rain."', '<html>'];
  for (const body of bodies) {
    upstream.answer = only('/summary', body);
    assert.equal((await get(gateway, COMMENTARY)).status, 503, body);
  }
  assert.equal((await get(gateway, FORECAST)).status, 200);
  await until(() => gateway.log().split('service commentary 503 "200 no').length === bodies.length + 1);
  upstream.answer = only('/summary', '[{"Summary_cy":"Glaw."}]');
  assert.equal((await get(gateway, COMMENTARY)).status, 200, 'an array of one');
});

test('a body of the other version is no response', async (t) => {
  const { gateway } = await startBoth(t, only('/StationData', EMPTY), NEWER);
  assert.equal((await get(gateway, STATION_DATA)).status, 503);
  await until(() => /service levels 503 "200 not an array"/.test(gateway.log()));
});

test('responses of another version are not served from the cache', async (t) => {
  const folder = folderFor();
  const { upstream, gateway: first } = await startBoth(t, undefined, { folder });
  await get(first, LEVELS);
  await get(first, WALES);
  await first.stop();
  assert.ok(existsSync(first.env.GORLIF_CACHE));
  const second = await startGateway(t, upstream, { folder, GORLIF_OPERATION_WARNINGS: 'v3' });
  assert.equal(cached(await get(second, ALL_V3)), 'MISS');
  assert.equal(upstream.calls('/floodwarnings/v3/all'), 1);
  // Those of the operations that stay are.
  assert.equal(cached(await get(second, LEVELS)), 'HIT');
});

const HISTORICAL = `${STATION_DATA}/historical`;
const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const history = (location, parameter, days = 5, to = 1) =>
  `${HISTORICAL}?location=${location}&parameter=${parameter}&from=${day(to - days)}&to=${day(to)}`;

/** A gateway that knows the gauges 4001/10095 and 4002/10096 of its service, whose histories are `history`. */
async function withHistories(t, more = {}) {
  const stations = [
    { location: 4001, parameters: [{ parameter: 10095 }] },
    { location: null, stationId: '4002', parameters: [{ parameter: '10096' }, null] },
    null,
  ];
  const upstream = await startUpstream(t, (request, response) => {
    if (!request.url.includes('/StationData')) return false;
    const given = request.url.includes('/historical') ? upstream.history : JSON.stringify(stations);
    return respond(200, given)(request, response);
  });
  upstream.history = '{"units":"m","parameterReadings":[]}';
  const gateway = await startGateway(t, upstream, { ...NEWER, ...more });
  // Before a response of StationData the gauges are not known, which is not cached.
  const early = await get(gateway, history(4001, 10095));
  assert.equal(early.status, 503);
  assert.ok(early.headers['retry-after']);
  await get(gateway, STATION_DATA);
  return { upstream, gateway };
}
const calls = (upstream) => upstream.requests.map(({ path }) => path).filter((path) => path.includes('/historical'));

test('the history of a known gauge gets through for 5 or 30 whole days, and is cached; no other is requested', async (t) => {
  const { upstream, gateway } = await withHistories(t);
  const given = [history(4001, 10095), history(4002, 10096), history(4001, 10095, 30), history(4001, 10095, 5, 2)];
  await areCached(gateway, given);
  for (const path of given) assert.equal((await get(gateway, path)).text, upstream.history, path);
  assert.deepEqual(
    calls(upstream),
    given.map((path) => path.slice(4)),
  );
  assert.equal(key(upstream.requests.at(-1)), KEYS.LEVELS);
  const other = '{"error":"no such history"}';
  for (const [path, status, body] of [
    [history(4003, 10095), 404, other],
    [history(4001, 10096), 404, other],
    [history(4001, 10095, 6), 404, other],
    [history(4001, 10095, 365), 404, other],
    [history(4001, 10095, 5, 4), 404, other],
    [history(4001, 10095, 5, -1), 404, other],
    [`${history(4001, 10095)}&more=1`, 400],
    [history('4001%20', 10095), 400],
    [history(-1, 10095), 400],
    [history('0', 10095), 400],
    [history('40010000000', 10095), 400],
    [`${HISTORICAL}?location=4001`, 400],
    [`${HISTORICAL}?parameter=10095&location=4001&from=${day(-4)}&to=${day(1)}`, 400],
    [`${STATION_DATA}?from=${day(0)}`, 400],
    [HISTORICAL, 404],
  ]) {
    const answer = await get(gateway, path);
    assert.equal(answer.status, status, path);
    if (body) assert.equal(answer.text, body, path);
  }
  assert.equal(calls(upstream).length, given.length);
  // The log does not have the gauge that a visitor has looked at.
  await until(() => gateway.log().split('/StationData/historical ').length > 2 * given.length);
  assert.doesNotMatch(gateway.log(), /4001|10095/);
});

test('earlier periods of 30 days get through, up to a year, and are not cached', async (t) => {
  const limits = { GORLIF_HISTORICAL_CALLS: '60', GORLIF_BEHIND_TLS: 'on' };
  const { upstream, gateway } = await withHistories(t, limits);
  const periods = Array.from({ length: 12 }, (_, index) => history(4001, 10095, 30, 1 - 30 * (index + 1)));
  for (const path of [...periods, periods[0]]) {
    const answer = await get(gateway, path);
    assert.deepEqual([answer.status, cached(answer)], [200, 'MISS'], path);
  }
  assert.equal(calls(upstream).length, 13);
  await areNotFound(gateway, [
    history(4001, 10095, 30, 1 - 30 * 13),
    history(4001, 10095, 60, -29),
    history(4001, 10095, 30, -28 - 3),
  ]);
});

test('the histories have a limit a minute of their own', async (t) => {
  const { gateway } = await withHistories(t, { GORLIF_HISTORICAL_CALLS: '2', GORLIF_BEHIND_TLS: 'on' });
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
  const { upstream, gateway } = await withHistories(t);
  for (const [path, body, reason] of [
    [history(4001, 10095), EMPTY, 'no readings'],
    [history(4002, 10096), '[]', 'no readings'],
    [history(4001, 10095, 30), '<html>', 'not JSON'],
  ]) {
    upstream.history = body;
    const logged = gateway.log().length;
    assert.equal((await get(gateway, path)).status, 503, body);
    await until(() => gateway.log().slice(logged).includes(`service historical 503 "200 ${reason}"`));
  }
});

test('a page that asks for other versions than the gateway has stops the start, and the message names both', async () => {
  const folder = folderFor();
  for (const [group, page, gateway, is, asked] of [
    ['levels', NEWER, {}, 'v1', 'station-data'],
    ['levels', {}, NEWER, 'station-data', 'v1'],
    ['warnings', { GORLIF_OPERATION_WARNINGS: 'v3' }, {}, 'v1', 'v3'],
    ['commentary', { GORLIF_OPERATION_COMMENTARY: 'v2' }, {}, 'not set', 'v2'],
  ]) {
    const { GORLIF_PAGE } = settings('https://api.example', folder, page);
    const setting = `GORLIF_OPERATION_${group.toUpperCase()} is ${is}`;
    const sentence = new RegExp(`${setting}, and the setting operations\\.${group} of the page .* is ${asked}`);
    await stops(settings('https://api.example', folder, gateway), { GORLIF_PAGE }, sentence, '--check');
  }
});

test('the newer operations of sample-service get through whole', async (t) => {
  const service = await startService('--scenario', 'storm', '--still');
  t.after(() => service.stop());
  const more = { ...NEWER, ...SERVICE_KEYS, GORLIF_OPERATION_COMMENTARY: 'v1' };
  const gateway = await startGateway(t, service, more);
  for (const path of [STATION_DATA, ALL_V3, PLACE_V3, FORECAST, COMMENTARY, history(4001, 14001)]) {
    const { status, text } = await get(gateway, path);
    const own = await fetch(service.address + path.slice(4), { headers: { 'Ocp-Apim-Subscription-Key': KEY } });
    assert.deepEqual([status, text], [200, await own.text()], path);
  }
});
