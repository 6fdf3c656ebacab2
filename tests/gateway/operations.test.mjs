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
  UNCACHED,
  WALES,
  cached,
  folderFor,
  get,
  respond,
  settings,
  startBoth,
  startGateway,
  stops,
  until,
} from '../support/gateway-harness.mjs';

const STATION_DATA = '/api/rivers-and-seas/v1/api/StationData';
const ALL_V3 = '/api/floodwarnings/v3/all';
const PLACE_V3 = PLACE.replace('/v1/', '/v3/');
const FORECAST_V2 = FORECAST.replace('/v1/', '/v2/');
const COMMENTARY = '/api/floodforecast/v1/summary';
const NEWER = { GORLIF_OPERATION_LEVELS: 'station-data', GORLIF_OPERATION_WARNINGS: 'v3' };
const key = ({ headers }) =>
  headers[headers.findIndex((name) => name.toLowerCase() === 'ocp-apim-subscription-key') + 1];
/** Answers with these bodies to the calls whose paths end with their names. */
const serving = (bodies) => (request, response) => {
  const body = bodies[request.url.split('?')[0].split('/').at(-1)];
  return body && respond(200, body)(request, response);
};
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

for (const [versions, open, closed] of [
  [{}, [LEVELS, WALES, PLACE, FORECAST], [STATION_DATA, ALL_V3, PLACE_V3, FORECAST_V2, COMMENTARY]],
  [{ levels: 'station-data' }, [STATION_DATA, WALES, PLACE, FORECAST], [LEVELS, ALL_V3, PLACE_V3]],
  [{ warnings: 'v3' }, [LEVELS, ALL_V3, PLACE_V3, FORECAST], [STATION_DATA, WALES, PLACE]],
  [{ levels: 'station-data', warnings: 'v3' }, [STATION_DATA, ALL_V3, PLACE_V3, FORECAST], [LEVELS, WALES, PLACE]],
  [
    { forecast: 'v2', commentary: 'v1' },
    [LEVELS, WALES, PLACE, FORECAST_V2, COMMENTARY],
    [FORECAST, COMMENTARY.replace('/v1/', '/v2/')],
  ],
])
  test(`the versions ${JSON.stringify(versions)} are called with their keys, and no other version is`, async (t) => {
    const env = Object.entries(versions).map(([group, id]) => [`GORLIF_OPERATION_${group.toUpperCase()}`, id]);
    const answer = serving({ StationData: '[]', summary: '{"Summary_en":"Rain.","Summary_cy":""}' });
    const { upstream, gateway } = await startBoth(t, answer, Object.fromEntries(env));
    await areCached(gateway, open);
    const keys = [KEYS.LEVELS, KEYS.WARNINGS, KEYS.WARNINGS, KEYS.FORECAST, KEYS.FORECAST];
    const called = upstream.requests.map((request) => [`/api${request.path}`, key(request)]);
    const expected = open.map((path, nth) => [path, keys[nth]]);
    assert.deepEqual(called, expected);
    await areNotFound(gateway, [...closed, `${STATION_DATA}/historical`]);
    assert.equal((await get(gateway, '/readyz')).status, 200);
    assert.equal(upstream.requests.length, open.length);
  });

test('responses of another version or of another upstream are not served from the cache', async (t) => {
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
  await second.stop();
  const { gateway: third } = await startBoth(t, undefined, { folder });
  assert.equal(cached(await get(third, LEVELS)), 'MISS');
});

const HISTORICAL = `${STATION_DATA}/historical`;
const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const history = (location, parameter, days = 5, to = 1) =>
  `${HISTORICAL}?location=${location}&parameter=${parameter}&from=${day(to - days)}&to=${day(to)}`;

/** A gateway that knows the gauges 4001/10095 and 4002/10096 of its service, whose responses are `bodies`. */
async function withHistories(t, more = {}) {
  const stations = [
    { location: 4001, parameters: [{ parameter: 10095 }] },
    { location: null, stationId: '4002', parameters: [{ parameter: '10096' }, null] },
    null,
  ];
  const bodies = { StationData: JSON.stringify(stations), historical: '{"units":"m","parameterReadings":[]}' };
  const { upstream, gateway } = await startBoth(t, serving(bodies), { ...NEWER, ...more });
  // Before a response of StationData the gauges are not known, which is not cached.
  const early = await get(gateway, history(4001, 10095));
  assert.equal(early.status, 503);
  assert.ok(early.headers['retry-after']);
  await get(gateway, STATION_DATA);
  return { bodies, upstream, gateway };
}
const calls = ({ requests }) =>
  requests.map(({ path }) => `/api${path}`).filter((path) => path.includes('/historical'));

test('the history of a known gauge gets through for 5 or 30 whole days, and is cached; no other is requested', async (t) => {
  const { bodies, upstream, gateway } = await withHistories(t);
  const given = [history(4001, 10095), history(4002, 10096), history(4001, 10095, 30), history(4001, 10095, 5, 2)];
  await areCached(gateway, given);
  for (const path of given) assert.equal((await get(gateway, path)).text, bodies.historical, path);
  assert.deepEqual(calls(upstream), given);
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
  assert.doesNotMatch(gateway.log(), /\b(?:4001|10095)\b/);
});

test('earlier periods of 30 days get through, up to a year, and are not cached; histories have a limit of their own', async (t) => {
  const limits = { GORLIF_HISTORICAL_CALLS: '15', GORLIF_BEHIND_TLS: 'on' };
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
  // Two more calls.
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

// case 200
test('a body of another form is no response, and the forecast stays', async (t) => {
  const uncached = { ...UNCACHED, GORLIF_CACHE_COMMENTARY: '0' };
  const { bodies, gateway } = await withHistories(t, { ...uncached, GORLIF_OPERATION_COMMENTARY: 'v1' });
  for (const [path, name, outcome, ...wrong] of [
    [STATION_DATA, 'StationData', 'levels 503 "200 not an array"', EMPTY],
    [history(4001, 10095), 'historical', 'historical 503 "200 no readings"', EMPTY, '[]'],
    [history(4001, 10095), 'historical', 'historical 503 "200 not JSON"', '<html>'],
    [COMMENTARY, 'summary', 'commentary 503 "200 no commentary"', '{}', '[]', '[{},{}]', '{"Summary_en":7}'],
    [COMMENTARY, 'summary', 'commentary 503 "200 no commentary"', '{"Summary_en":{}}'],
    [COMMENTARY, 'summary', 'commentary 503 "200 not JSON"', '"Rain."', '<html>'],
  ])
    for (const body of wrong) {
      bodies[name] = body;
      const logged = gateway.log().length;
      assert.equal((await get(gateway, path)).status, 503, `${name}: ${body}`);
      await until(() => gateway.log().slice(logged).includes(`service ${outcome}`));
    }
  assert.equal((await get(gateway, FORECAST)).status, 200);
  bodies.summary = '[{"Summary_cy":"Glaw."}]';
  assert.equal((await get(gateway, COMMENTARY)).text, bodies.summary, 'an array of one');
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

const VISIT = { headers: { 'Sec-Fetch-Dest': 'document' } };
/** What the document of a visit has in the place of the empty block of the build; undefined if it is that of the build. */
const first = ({ text }) => {
  const [, block] = text.match(/<script[^>]*id="?first-messages"?[^>]*>(.*?)<\/script>/s);
  const { at, ...collection } = JSON.parse(block);
  return at ? { at, ...collection } : undefined;
};
const messages = (...names) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: names.map((DESCRIPTION) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-3.39, 51.95] },
      properties: { SEVERITY: 'Flood Warning', SEVERITYVALUE: 2, DESCRIPTION, SITUATION: 'Long' },
    })),
  });

// case 254
test('the document of a visit has the messages of the last response, reduced and as text; no other request has them', async (t) => {
  const name = '</script><script>alert(1)</script><!-- \u202e';
  const { gateway } = await startBoth(t, serving({ '-3.8': messages(name, 'River Usk') }));
  assert.equal(first(await get(gateway, '/', VISIT)), undefined, 'before any response');
  const { headers } = await get(gateway, WALES);
  const visit = await get(gateway, '/', VISIT);
  const { at, type, features } = first(visit);
  assert.deepEqual([at * 1_000, type], [Date.parse(headers['x-origin-date']), 'FeatureCollection']);
  const reduced = (DESCRIPTION) => ({
    geometry: { coordinates: [-3.39, 51.95] },
    properties: { SEVERITY: 'Flood Warning', SEVERITYVALUE: 2, DESCRIPTION },
  });
  assert.deepEqual(features, [name, 'River Usk'].map(reduced));
  assert.doesNotMatch(visit.text, /alert\(1\)<\/script>/);
  const plain = await get(gateway, '/');
  for (const name of ['content-security-policy', 'content-type', 'cache-control', 'cross-origin-resource-policy'])
    assert.equal(visit.headers[name], plain.headers[name], name);
  assert.deepEqual([typeof plain.headers.etag, visit.headers.etag], ['string', undefined]);
  // A device, or a cache, that has the document of the build.
  const { etag, 'last-modified': date } = plain.headers;
  for (const known of [{ 'If-None-Match': etag }, { 'If-Modified-Since': date }]) {
    const again = await get(gateway, '/', { headers: { ...VISIT.headers, ...known } });
    assert.equal(first(again)?.features.length, 2, JSON.stringify(known));
    assert.match(again.headers.vary, /Sec-Fetch-Dest/);
    assert.equal((await get(gateway, '/', { headers: known })).status, 304);
  }
  for (const [path, destination] of [
    ['/', 'empty'],
    ['/', 'iframe'],
    ['/index.html', 'document'],
  ])
    assert.equal(
      first(await get(gateway, path, { headers: { 'Sec-Fetch-Dest': destination } })),
      undefined,
      destination,
    );
  assert.equal((await get(gateway, '/with-first-messages.html')).status, 404);
  const { gateway: uncached } = await startBoth(t, serving({ '-3.8': messages(name) }), { GORLIF_CACHE_WARNINGS: '0' });
  await get(uncached, WALES);
  assert.equal(first(await get(uncached, '/', VISIT)), undefined, 'no old response is given');
});

// case 254
test('a document has no messages of a response that is old, from the future, without any, or too long', async (t) => {
  const ago = (seconds) => new Date(Date.now() - seconds * 1_000).toUTCString();
  for (const [what, body, date] of [
    ['old', messages('River Usk'), ago(1_300)],
    ['from the future', messages('River Usk'), ago(-600)],
    ['without a message', EMPTY, ago(0)],
    ['with nothing that is a message', '{"type":"FeatureCollection","features":[null,7,{}]}', ago(0)],
    ['too long', messages('x'.repeat(70_000)), ago(0)],
  ]) {
    const { gateway } = await startBoth(t, respond(200, body, { Date: date }));
    assert.equal((await get(gateway, WALES)).status, 200, what);
    const visit = await get(gateway, '/', VISIT);
    assert.equal(first(visit), undefined, what);
    assert.ok(visit.headers.etag, 'the file itself');
  }
});

// case 255
test('the log says which operations answer, and of one that is refused or does not exist which setting to try', async (t) => {
  const { gateway } = await startBoth(t, (request, response) => {
    if (request.url.startsWith('/riverlevels')) return respond(404)(request, response);
    return request.url.startsWith('/floodforecast') && respond(401)(request, response);
  });
  for (const path of [LEVELS, WALES, FORECAST]) await get(gateway, path);
  const lines = [
    'the service has no levels (v1): status 404; make probe tries all versions, here another one is GORLIF_OPERATION_LEVELS=station-data',
    'the service answers: wales (v1)',
    'the service refuses the key in GORLIF_KEY_FORECAST for forecast (v1), or its quota is used up: status 401; make probe tries all versions, here another one is GORLIF_OPERATION_FORECAST=v2',
  ];
  await until(() => lines.every((line) => gateway.said.includes(line))).catch(() => assert.fail(gateway.said));
});
