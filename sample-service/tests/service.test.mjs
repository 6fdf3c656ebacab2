// sample-service against the contract: envelopes, key, errors, conditional answers, distance, flags.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { KEY, SERVICE, captures, startService } from '../../tests/support/harness.mjs';

const headers = { 'Ocp-Apim-Subscription-Key': KEY };
const PATHS = [
  '/riverlevels/v1/all',
  '/floodwarnings/v1/distance/20000/latlon/51.95/-3.39',
  '/floodforecast/v1/areasatrisk',
];
let service;
before(async () => {
  service = await startService('--scenario', 'storm');
});
after(async () => {
  await service?.stop();
});
const get = (path, more = {}) => fetch(service.address + path, { headers: { ...headers, ...more } });

test('all three operations answer with the documented members and text forms', async () => {
  const levels = await (await get(PATHS[0])).json();
  assert.deepEqual(
    [levels.type, levels.crs],
    ['FeatureCollection', { type: 'name', properties: { name: 'EPSG:4326' } }],
  );
  assert.ok(levels.features.length >= 120);
  for (const { type, geometry, properties } of levels.features) {
    assert.deepEqual([type, geometry.type, geometry.coordinates.length], ['Feature', 'Point', 2]);
    assert.deepEqual(Object.keys(properties), [
      'Location',
      'LatestValue',
      'LatestTime',
      'NameEN',
      'NameCY',
      'NGR',
      'ParamNameEN',
      'ParamNameCY',
      'StatusEN',
      'StatusCY',
      'TitleEN',
      'TitleCY',
      'Units',
      'url',
    ]);
    assert.ok(Object.values(properties).every((value) => typeof value === 'string' && value !== ''));
    assert.match(properties.LatestTime, /^\d\d\/\d\d\/\d{4} \d\d:(00|15|30|45)$/);
    assert.match(properties.LatestValue, /^-?\d+\.\d{3}$/);
    assert.match(properties.NGR, /^[A-Z]{2}\d{10}$/);
  }
  const warnings = await (await get(PATHS[1])).json();
  assert.ok(warnings.features.length > 0);
  for (const { properties } of warnings.features) {
    assert.deepEqual(Object.keys(properties), [
      'FWACODE',
      'AREA',
      'DESCRIPTION',
      'TIDAL',
      'SEVERITY',
      'SEVERITYVALUE',
      'TIMERAISED',
      'SEVERITY_CHANGED',
      'RIM_CHANGED',
      'RIM_ENGLISH',
      'RIM_WELSH',
    ]);
    assert.ok(Number.isInteger(properties.SEVERITYVALUE) && Number.isInteger(properties.TIMERAISED));
    assert.ok(properties.SEVERITYVALUE === 4 || properties.RIM_ENGLISH.startsWith('SAMPLE TEXT'));
  }
  const forecast = await (await get(PATHS[2])).json();
  assert.ok(Array.isArray(forecast));
  for (const entry of forecast) {
    assert.deepEqual(Object.keys(entry), [
      'Day_en',
      'LocationCounty_en',
      'Region_en',
      'RiskLevelName_en',
      'Day_cy',
      'LocationCounty_cy',
      'Region_cy',
      'RiskLevelName_cy',
    ]);
    assert.ok(['Low', 'Medium', 'High'].includes(entry.RiskLevelName_en));
  }
  assert.equal(new Set(forecast.map((entry) => entry.LocationCounty_en)).size, 26);
});

test('a missing and a wrong key are answered as the service’s gateway answers them, on all three', async () => {
  for (const path of PATHS) {
    for (const [given, sentence] of [
      [{}, /missing subscription key/],
      [{ 'Ocp-Apim-Subscription-Key': 'wrong' }, /invalid subscription key/],
    ]) {
      const response = await fetch(service.address + path, { headers: given });
      assert.equal(response.status, 401);
      assert.match(response.headers.get('www-authenticate'), /^AzureApiManagementKey /);
      const body = await response.json();
      assert.equal(body.statusCode, 401);
      assert.match(body.message, sentence);
    }
  }
});

test('other paths and methods are not found, whatever the key', async () => {
  for (const path of [
    '/',
    '/riverlevels/v1/all/',
    '/riverlevels/v1',
    '/riverlevels/v2/all',
    '/floodwarnings/v1/distance/1/latlon/1',
    '//riverlevels/v1/all',
  ]) {
    assert.equal((await fetch(service.address + path)).status, 404, path);
  }
  assert.deepEqual(await (await get('/nothing')).json(), { statusCode: 404, message: 'Resource not found' });
  assert.equal((await fetch(service.address + PATHS[0], { method: 'POST', headers })).status, 404);
});

test('a distance or position that is no number or out of range is a bad request', async () => {
  for (const circle of [
    'x/latlon/51/-3',
    '1e4/latlon/51/-3',
    '-1/latlon/51/-3',
    '2000000/latlon/51/-3',
    '1000/latlon/91/-3',
    '1000/latlon/51/-181',
    '1000/latlon/NaN/-3',
    '1000/latlon//-3',
  ]) {
    assert.equal((await get(`/floodwarnings/v1/distance/${circle}`)).status, 400, circle);
  }
});

test('the distance filters along great circles, and may have decimals', async () => {
  const count = async (metres) =>
    (await (await get(`/floodwarnings/v1/distance/${metres}/latlon/51.95/-3.39`)).json()).features.length;
  const [none, some, more, all] = [
    await count('0'),
    await count('9999.5'),
    await count('30000'),
    await count('150000'),
  ];
  assert.ok(none === 0 && some > 0 && more > some && all > more, `${none} ${some} ${more} ${all}`);
});

test('answers carry an ETag and honour it', async () => {
  for (const path of PATHS) {
    const tag = (await get(path)).headers.get('etag');
    assert.match(tag, /^"[0-9a-f]{16}"$/);
    for (const given of [tag, `W/${tag}`, `"other", ${tag}`])
      assert.equal((await get(path, { 'If-None-Match': given })).status, 304, path);
    assert.equal((await get(path, { 'If-None-Match': '"other"' })).status, 200);
  }
});

test('invalid flags are refused with a sentence', () => {
  for (const [flags, sentence] of [
    [['--scenario', 'drizzle'], /invalid value 'drizzle'/],
    [['--stations', '0'], /0 is not in 1\.\.=100000/],
    [['--stations', '100001'], /100001 is not in 1\.\.=100000/],
    [['--port', 'x'], /invalid value 'x'/],
    [['--key', ''], /a key is one or more visible ASCII characters/],
    [['--captures', '/nowhere'], /the folder of captures \/nowhere cannot be read/],
    [['--fault', 'rain'], /rain is no fault; there are delay-SECONDS, hang, drip, /],
    [['--fault', 'sewage=500'], /sewage is none of riverlevels, floodwarnings, floodforecast/],
    [['--rain'], /unexpected argument '--rain'/],
  ]) {
    const { status, stderr } = spawnSync(SERVICE, flags, { encoding: 'utf8' });
    assert.equal(status, 2, flags.join(' '));
    assert.match(stderr, sentence);
  }
  assert.match(execFileSync(SERVICE, ['--help'], { encoding: 'utf8' }), /--scenario/);
});

test('faults are switched on and off while it runs, only where that is asked for', async () => {
  assert.equal((await get('/control/all/500')).status, 404);
  const faulty = await startService('--control', '--fault', 'riverlevels=delay-1');
  try {
    const status = async (path) => (await fetch(faulty.address + path, { headers })).status;
    assert.deepEqual(await Promise.all(PATHS.map(status)), [200, 200, 200]);
    await faulty.fault('floodwarnings', '503');
    assert.deepEqual(await Promise.all(PATHS.map(status)), [200, 503, 200]);
    await faulty.fault('all', 'none');
    assert.deepEqual(await Promise.all(PATHS.map(status)), [200, 200, 200]);
    await assert.rejects(faulty.fault('all', 'rain'), /is no fault/);
  } finally {
    await faulty.stop();
  }
});

test('a hundred thousand gauges are served', async () => {
  const large = await startService('--stations', '100000');
  try {
    const body = await (await fetch(`${large.address}/riverlevels/v1/all`, { headers })).json();
    assert.equal(new Set(body.features.map((feature) => feature.properties.Location)).size, 100_000);
  } finally {
    await large.stop();
  }
});

test(
  'recorded answers are served as recorded, messages without a point always',
  {
    skip: !existsSync(join(captures, 'floodwarnings-2016-11-22.json')) && 'no recordings',
  },
  async () => {
    const recorded = await startService('--captures', captures);
    try {
      const ask = async (path) => (await fetch(recorded.address + path, { headers })).json();
      assert.equal((await ask(PATHS[0])).features.length, 261);
      assert.equal((await ask('/floodwarnings/v1/distance/150000/latlon/52.4/-3.8')).features.length, 27);
      assert.equal((await ask('/floodwarnings/v1/distance/1/latlon/52.4/-3.8')).features.length, 9);
      assert.ok(Array.isArray(await ask(PATHS[2])));
    } finally {
      await recorded.stop();
    }
  },
);

test('the past is CSV, the time can be set, and no file outside of the folder is served', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gorlif-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'recent.json'), '{}');
  const own = await startService('--control', '--past', '2d', '--history', folder);
  t.after(() => own.stop());
  assert.equal((await fetch(`${own.address}/control/time/2026-11-20T12:00:00Z`)).status, 200);
  const csv = await (await fetch(`${own.address}/past.csv`)).text();
  const [header, ...rows] = csv.trim().split('\n');
  assert.equal(header, 'station,unit,time,level');
  const ofFirst = rows.filter((row) => row.startsWith('4001,'));
  assert.ok(
    ofFirst.length >= 185 &&
      ofFirst.every((row) => /^4001,m,2026-11-(18|19|20)T\d\d:(00|15|30|45):00Z,-?\d+\.\d{3}$/.test(row)),
  );
  const levels = await (await fetch(own.address + PATHS[0], { headers })).json();
  const { LatestValue } = levels.features.find(({ properties }) => properties.Location === '4001').properties;
  assert.ok(ofFirst.at(-1).endsWith(`,${LatestValue}`), 'the past ends with the latest reading');
  assert.equal((await fetch(`${own.address}/history/recent.json`)).status, 200);
  for (const path of ['/history//etc/hostname', '/history/.', '/history/feeds//etc/hostname', '/history/none.json'])
    assert.equal((await fetch(own.address + path)).status, 404, path);
});

test('the newer operations answer too: StationData with its history, and version 3 of the warnings', async (t) => {
  const still = await startService('--scenario', 'storm', '--control');
  t.after(() => still.stop());
  await fetch(`${still.address}/control/time/2026-11-20T12:05:00Z`);
  const get = (path) => fetch(still.address + path, { headers });
  const stations = await (await get('/rivers-and-seas/v1/api/StationData')).json();
  assert.ok(stations.length > 150);
  const names = new Set(stations.flatMap(({ parameters }) => parameters.map(({ paramNameEN }) => paramNameEN)));
  assert.deepEqual([...names].sort(), ['Rainfall', 'River Level', 'Tide Level']);
  const [{ location, parameters }] = stations;
  const history = (more) =>
    get(
      `/rivers-and-seas/v1/api/StationData/historical?location=${location}&parameter=${parameters[0].parameter}${more}`,
    );
  const { units, parameterReadings } = await (await history('&from=2026-11-18&to=2026-11-20')).json();
  assert.equal(units, parameters[0].units);
  // Whole days, without the last one.
  assert.equal(parameterReadings.length, 2 * 96);
  assert.equal(parameterReadings[0].time, '2026-11-18T00:00:00Z');
  assert.equal(parameterReadings.at(-1).time, '2026-11-19T23:45:00Z');
  const year = (await (await history('')).json()).parameterReadings;
  assert.ok(year.length > 35_000 && year.length < 35_100, String(year.length));
  assert.equal(year.at(-1).time, parameters[0].latestTime);
  assert.equal((await history('&from=yesterday')).status, 400);
  assert.equal((await get('/rivers-and-seas/v1/api/StationData/historical?location=1&parameter=2')).status, 404);
  assert.equal((await get('/rivers-and-seas/v1/api/StationData/historical')).status, 400);

  const all = await (await get('/floodwarnings/v3/all')).json();
  assert.deepEqual(Object.keys(all).sort(), ['features', 'type']);
  const documented = await (await get('/floodwarnings/v1/distance/1000000/latlon/52.4/-3.8')).json();
  assert.equal(all.features.length, documented.features.length);
  for (const { properties } of all.features) {
    assert.ok(!('RIM_WELSH' in properties) && ['True', 'False'].includes(properties.TIDAL));
    assert.equal(typeof properties.TIMERAISED, 'number');
  }
  const days = await (await get('/floodforecast/v2/areasatrisk')).json();
  assert.equal(days.length, (await (await get('/floodforecast/v1/areasatrisk')).json()).length);
  for (const version of ['v1', 'v2']) {
    const commentary = await (await get(`/floodforecast/${version}/summary`)).json();
    assert.deepEqual(Object.keys(commentary), ['Summary_en', 'Summary_cy']);
    assert.match(commentary.Summary_en, /^Made-up commentary\./);
  }
  const near = await (await get('/floodwarnings/v3/distance/20000/latlon/51.95/-3.39')).json();
  assert.ok(near.features.length > 0 && near.features.length < all.features.length);
  for (const path of ['/rivers-and-seas/v1/api/StationData', '/floodwarnings/v3/all', '/floodforecast/v1/summary'])
    assert.equal((await fetch(still.address + path)).status, 401);
});

test(
  'a recorded response of StationData is served as it was recorded',
  { skip: !existsSync(join(captures, 'stationdata-2020-10-06.json')) && 'no recordings' },
  async (t) => {
    const recorded = await startService('--captures', captures);
    t.after(() => recorded.stop());
    const body = await (await fetch(`${recorded.address}/rivers-and-seas/v1/api/StationData`, { headers })).json();
    assert.equal(body.length, 402);
  },
);

test('each response says that its data is a sample, also a refusal', async () => {
  for (const response of [await get(PATHS[0]), await get('/nothing'), await fetch(service.address + PATHS[1])])
    assert.equal(response.headers.get('x-sample-data'), '1', String(response.status));
});
