// The check of a deployment against sample-service: each version of each operation, those that are refused, faults, and the settings that work.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { get, startGateway } from '../../tests/support/gateway-harness.mjs';
import { KEY, root, startService } from '../../tests/support/harness.mjs';
import { serve } from '../../tests/support/server.mjs';

const PROBE = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/probe');
const KEYS = { GORLIF_KEY_LEVELS: KEY, GORLIF_KEY_WARNINGS: KEY, GORLIF_KEY_FORECAST: KEY };
let service;
before(async () => {
  service = await startService('--scenario', 'storm');
});
after(async () => {
  await service?.stop();
});

function folderOf(t) {
  const folder = mkdtempSync(join(tmpdir(), 'gorlif-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function probe(settings, ...options) {
  const child = spawn(PROBE, options, { env: { GORLIF_UPSTREAM: service.address, ...settings } });
  let [out, text] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const code = await new Promise((done) => child.on('close', done));
  assert.ok(!text.includes(KEY), 'no key is printed');
  return { code, out, lines: text.trim().split('\n') };
}

/** sample-service, where the paths that have a text answer otherwise: a status, and a body or headers. Gives its address, which stands for HOST. */
async function mixture(t, others) {
  const front = await serve(({ url, headers }, response) => {
    const [status, body, more] = Object.entries(others).find(([path]) => url.includes(path))?.[1] ?? [];
    if (status) {
      response.writeHead(status, { 'Content-Type': 'text/html', ...more });
      return void response.end(body?.replace('HOST', headers.host));
    }
    http.get(service.address + url, { headers }, (up) => {
      response.writeHead(up.statusCode, up.headers);
      up.pipe(response);
    });
  });
  t.after(front.stop);
  return front.address.slice(0, -1);
}

const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d UTC, \d+ minutes old$/;

test('each version of each operation is requested once and described, then the settings that work are named', async () => {
  const { code, lines } = await probe(KEYS);
  assert.equal(code, 0, lines.join('\n'));
  const [levels, stations, warnings, v3, missing, ...others] = lines;
  assert.match(levels, /^levels \(v1\): \d+ gauges; newest reading /);
  assert.match(stations, /^levels \(station-data\): \d+ gauges; newest reading /);
  assert.match(stations, TIME);
  assert.match(warnings, /^warnings \(v1\): \d+ messages, \d+ in force; newest message /);
  assert.match(v3, /^warnings \(v3\): \d+ messages, \d+ in force; newest message /);
  assert.equal(missing, '  fields that are missing: RIM_WELSH');
  assert.deepEqual(others.slice(0, 2), ['forecast (v1): 5 days', 'forecast (v2): 5 days']);
  assert.match(others[2], /^commentary \(v1\): \d+ characters in English, \d+ in Welsh$/);
  assert.deepEqual(others.slice(4), [
    '',
    'The settings that work, for the gateway:',
    'GORLIF_OPERATION_LEVELS=v1',
    'GORLIF_OPERATION_WARNINGS=v1',
    'GORLIF_OPERATION_FORECAST=v1',
    'GORLIF_OPERATION_COMMENTARY=v1',
    'for the page, in the settings of index.html:',
    '"operations": {"commentary":"v1","forecast":"v1","levels":"v1","warnings":"v1"}',
    'for the recorder:',
    '--levels v1 --warnings v1 --forecast v1',
  ]);
  const chosen = await probe({ ...KEYS, GORLIF_OPERATION_LEVELS: 'station-data' });
  assert.ok(chosen.lines.includes('GORLIF_OPERATION_LEVELS=station-data'), 'what is set and works stays');
});

const GONE = [404, '{"statusCode":404,"message":"Resource not found"}'];
const PAGE = [200, '<!doctype html><title>Portal</title>'];
const REFUSED = [401, '{"statusCode":401}'];
const QUOTA = [403, '{"statusCode":403}', { 'Retry-After': '11000' }];
// Of each mixture: what answers otherwise, what is said of it, and the settings that work; null where an operation has none.
for (const [what, others, said, versions] of [
  [
    'the service of 2026',
    { '/riverlevels/v1': GONE, '/floodwarnings/v1': REFUSED, '/floodforecast/v1': GONE },
    ['levels (v1): status 404: there is no such operation at this address'],
    { levels: 'station-data', warnings: 'v3', forecast: 'v2', commentary: 'v2' },
  ],
  [
    'only version 3 of the warnings',
    { '/floodwarnings/v1': GONE },
    [],
    { levels: 'v1', warnings: 'v3', forecast: 'v1' },
  ],
  [
    'StationData without version 1',
    { '/riverlevels/v1': [301, '', { Location: 'https://elsewhere.example/' }] },
    ['levels (v1): status 301: it leads to another address, where the key is not sent'],
    { levels: 'station-data', warnings: 'v1' },
  ],
  [
    'a product that answers with a web page',
    { '/riverlevels/v1': PAGE },
    ['levels (v1): the body is a web page, not data'],
    { levels: 'station-data' },
  ],
  [
    'no commentary',
    { '/summary': GONE },
    ['commentary (v2): status 404: there is no such operation at this address'],
    {},
  ],
  [
    'a key over its quota',
    { '/floodforecast/': QUOTA },
    [
      'forecast (v1): status 403: the key is refused, or its quota of calls is used up',
      'No version of the forecast works with this key.',
    ],
    null,
  ],
  [
    'the levels refused',
    { '/riverlevels/': REFUSED, '/rivers-and-seas/': REFUSED },
    ['No version of the levels works with this key.'],
    null,
  ],
  [
    'too many calls',
    { '/floodwarnings/': [429, '', { 'Retry-After': '57' }] },
    ['warnings (v1): status 429: too many calls in this minute; ask again after 65 seconds'],
    null,
  ],
])
  test(`the settings that are printed are those of a gateway that serves: ${what}`, async (t) => {
    const upstream = await mixture(t, others);
    const file = join(folderOf(t), '.env');
    const before = 'GORLIF_LOG_FORMAT=json\nGORLIF_OPERATION_LEVELS=v1\n';
    writeFileSync(file, before);
    const { code, lines } = await probe({ ...KEYS, GORLIF_UPSTREAM: upstream }, '--write', file);
    for (const line of said) assert.ok(lines.includes(line), `${line} in ${lines.join('\n')}`);
    if (!versions) {
      assert.deepEqual([code, readFileSync(file, 'utf8')], [1, before], 'the file stays as it was');
      return;
    }
    assert.equal(code, 0, lines.join('\n'));
    const written = readFileSync(file, 'utf8').trim().split('\n');
    assert.equal(written[0], 'GORLIF_LOG_FORMAT=json');
    for (const [group, version] of Object.entries(versions))
      assert.ok(written.includes(`GORLIF_OPERATION_${group.toUpperCase()}=${version}`), written.join('\n'));
    const settings = Object.fromEntries(written.map((line) => line.split('=')));
    const gateway = await startGateway(t, upstream, { ...KEYS, ...settings });
    assert.equal((await get(gateway, '/readyz')).status, 200);
  });

test('of two versions that answer the one is used that the file has, unless the other one alone has messages', async (t) => {
  const file = join(folderOf(t), '.env');
  writeFileSync(file, 'GORLIF_OPERATION_LEVELS=station-data\nGORLIF_OPERATION_WARNINGS=v1\n');
  const empty = '{"type":"FeatureCollection","features":[]}';
  const upstream = await mixture(t, { '/floodwarnings/v1': [200, empty, { 'Content-Type': 'application/json' }] });
  const { code, lines } = await probe({ ...KEYS, GORLIF_UPSTREAM: upstream }, '--write', file);
  assert.equal(code, 0, lines.join('\n'));
  const written = readFileSync(file, 'utf8').trim().split('\n');
  for (const line of ['GORLIF_OPERATION_LEVELS=station-data', 'GORLIF_OPERATION_WARNINGS=v3'])
    assert.ok(written.includes(line), written.join('\n'));
  const { code: refused, lines: said } = await probe(KEYS, '--write', join(file, 'x'));
  assert.deepEqual([refused, said], [2, [`probe: ${file}/x cannot be read`]]);
});

test('a key that is refused or missing is named by operation', async () => {
  const { code, lines } = await probe({ ...KEYS, GORLIF_KEY_WARNINGS: 'another', GORLIF_KEY_FORECAST: '' });
  assert.equal(code, 1);
  for (const line of [
    'warnings (v3): status 401: the key is refused; the key of another product is refused too',
    'forecast: GORLIF_KEY_FORECAST is not set',
    'No version of the warnings works with this key.',
  ])
    assert.ok(lines.includes(line), lines.join('\n'));
});

test('a key can be in a file, and address and keys in a configuration of trunk', async (t) => {
  const folder = folderOf(t);
  writeFileSync(join(folder, 'key'), `${KEY}\n`);
  const { GORLIF_KEY_LEVELS: _, ...others } = KEYS;
  const { code, lines } = await probe({ ...others, GORLIF_KEY_LEVELS_FILE: join(folder, 'key') });
  assert.equal(code, 0, lines.join('\n'));
  const example = readFileSync(join(root, 'Trunk.live.example.toml'), 'utf8');
  const live = join(folder, 'Trunk.live.toml');
  writeFileSync(live, example.replaceAll('https://BASE-ADDRESS', service.address).replaceAll(/KEY-FOR-[A-Z-]+/g, KEY));
  const of = await probe({ GORLIF_UPSTREAM: '' }, '--trunk', live, '--json');
  assert.equal(of.code, 0, of.lines.join('\n'));
  assert.equal(JSON.parse(of.out).operations.levels, 'v1', 'only the settings of the page on the standard output');
});

test('responses are kept without keys and the name of the service, and sample-service serves them', async (t) => {
  const folder = join(folderOf(t), 'kept');
  const body = JSON.stringify([{ location: 1, parameters: [], link: `https://HOST/x?key=${KEY}` }]);
  const upstream = await mixture(t, {
    '/riverlevels/v1': GONE,
    StationData: [200, body, { 'Content-Type': 'application/json' }],
  });
  const { code, lines } = await probe({ ...KEYS, GORLIF_UPSTREAM: upstream }, '--save', folder);
  assert.equal(code, 0, lines.join('\n'));
  const files = readdirSync(folder).map((file) => file.replace(/\d{4}-\d\d-\d\d/, 'DAY'));
  assert.deepEqual(files.sort(), [
    'floodforecast-DAY.json',
    'floodwarnings-DAY.json',
    'settings.json',
    'stationdata-DAY.json',
  ]);
  const kept = await startService('--captures', folder);
  t.after(() => kept.stop());
  const ask = (path) => fetch(kept.address + path, { headers: { 'Ocp-Apim-Subscription-Key': KEY } });
  assert.equal((await ask('/riverlevels/v1/all')).status, 404);
  const [{ link }] = await (await ask('/rivers-and-seas/v1/api/StationData')).json();
  assert.match(link, /^https:\/\/service\.example:\d+\/x\?key=KEY$/);
  assert.equal((await (await ask('/floodforecast/v1/areasatrisk')).json()).length > 0, true);
});

test('a setting that is wrong or a service that is not there ends it with a sentence', async () => {
  for (const [settings, code, said] of [
    [{ GORLIF_UPSTREAM: 'ftp://x' }, 2, /GORLIF_UPSTREAM must be an https address/],
    [{ GORLIF_UPSTREAM: 'http://api.example' }, 2, /GORLIF_UPSTREAM must be an https address/],
    [{ GORLIF_UPSTREAM: 'http://127.0.0.1.evil.test' }, 2, /GORLIF_UPSTREAM must be an https address/],
    [{ GORLIF_UPSTREAM: 'http://127.0.0.1@evil.test' }, 2, /GORLIF_UPSTREAM must be an https address/],
    [{ GORLIF_UPSTREAM: '' }, 2, /GORLIF_UPSTREAM must be an https address/],
    [{ GORLIF_UPSTREAM: 'http://127.0.0.1:9' }, 1, /^levels \(v1\): the service could not be reached$/m],
  ]) {
    const result = await probe({ ...KEYS, ...settings });
    assert.equal(result.code, code, result.lines.join('\n'));
    assert.match(result.lines.join('\n'), said);
  }
  const { code, lines } = await probe({}, '--trunk', '/nowhere.toml');
  assert.deepEqual([code, lines], [2, ['probe: /nowhere.toml cannot be read']]);
});
