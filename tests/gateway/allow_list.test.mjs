// What gets through to the service: exactly the calls of the page, whatever a request line or its headers try.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  FORECAST,
  KEYS,
  LEVELS,
  OPERATIONS,
  PLACE,
  WALES,
  cached,
  get,
  hasKey,
  place,
  raw,
  startBoth,
  statuses,
} from '../support/gateway-harness.mjs';

let upstream, gateway;
before(async (t) => {
  ({ upstream, gateway } = await startBoth(t));
});

const line = (target, method = 'GET') =>
  `${method} ${target} HTTP/1.1\r\nHost: gorlif.example\r\nConnection: close\r\n\r\n`;
const REFUSED = [400, 403, 404, 405, 408, 411, 413, 414, 431, 501, 505];

const levels = (beginning) => `/${beginning}riverlevels/v1/all`;
const under = (path) => `/api/${path}`;
const top = (path) => `/${path}`;
// Each path of this table is a request that must end here.
const PATHS = [
  ...['', 'api../', 'api/../api/', 'api/./', 'api//', '/api/', 'x/../api/', 'api;/', 'api/..;/', 'API/'].map(levels),
  ...['api%2f', '%61pi/', 'api/%2e%2e/api/', 'api/%252e%252e/', 'api/..%2f..%2f', 'api/%c0%ae%c0%ae/'].map(levels),
  ...['', 'riverlevels', 'riverlevels/v1', 'riverlevels/v2/all', 'riverlevels/v1/../v1/all'].map(under),
  ...['RiverLevels/v1/all', 'riverlevels/V1/all', 'riverlevels/v1/ALL', 'riverlevels/v1/a\u00adll'].map(under),
  ...['riverlevels%2fv1%2fall', 'riverlevels/v1/%61ll', '..%5c..%5cx'].map(under),
  ...['status', 'echo/resource', 'internal-status-0123456789abcdef', 'floodforecast/v1'].map(under),
  ...['/', '/.', '.', '/..', ';', ';jsessionid=1', '%00', '%0d%0aX: y', '%20', '/1', '%c0%af'].map(
    (end) => `${LEVELS}${end}`,
  ),
  ...['/', '/extra'].map((end) => `${FORECAST}${end}`),
  ...['api', 'apix', 'api../x', 'api\\riverlevels\\v1\\all', PLACE.slice('/api/'.length)].map(top),
  ...['response/levels', 'response/place', 'probe/levels', 'levels', 'wales'].map(top),
];
const QUERIES = [
  ...['?', '?x=1', '??', '?%00', '#x', '%3fx=1'].map((end) => `${LEVELS}${end}`),
  ...[`${FORECAST}?subscription-key=1`, `${PLACE}?_=123`, `${WALES}?a`],
];
// The native test of the patterns has the other forms.
const PLACES = [place(11_000, ' 51.95', '-3'), place(10_000, '51.95', '-3.39')];
const METHODS = 'POST PUT DELETE PATCH TRACE CONNECT OPTIONS PROPFIND MKCOL get GETT HEAD2'.split(' ');
const LINES = [
  `GET http://evil.example${LEVELS} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
  `GET https://127.0.0.1/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  `GET //evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  `GET  ${LEVELS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  `GET ${LEVELS}  HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  `GET\t${LEVELS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  `GET ${LEVELS} HTTP/1.1x\r\nHost: x\r\nConnection: close\r\n\r\n`,
  `GET ${LEVELS} HTTP/3.0\r\nHost: x\r\nConnection: close\r\n\r\n`,
  `GET ${LEVELS}\r\n\r\n`,
  `GET ${LEVELS} HTTP/1.1\r\nConnection: close\r\n\r\n`, // no Host
  `GET ${LEVELS} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`,
  `GET ${LEVELS} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\nConnection: close\r\n\r\nhello`,
  `GET ${LEVELS} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`,
  `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\nConnection: close\r\n\r\n0\r\n\r\n`,
  `GET ${LEVELS} HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(65_536)}\r\nConnection: close\r\n\r\n`,
  `GET /api/${'z'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  `GET ${LEVELS} HTTP/1.1\nHost: x y\nConnection: close\n\n`,
];
const ATTACKS = [
  ...PATHS.map((path) => [`case 120 ${path}`, line(path)]),
  ...[...QUERIES, ...PLACES].map((path) => [`case 124 ${path}`, line(path)]),
  ...METHODS.flatMap((method) =>
    Object.values(OPERATIONS).map((path) => [`case 122 ${method} ${path}`, line(path, method)]),
  ),
  ...LINES.map((bytes) => [`case 120, 127 ${JSON.stringify(bytes.slice(0, 70))}`, bytes]),
];

// case 120, 122, 124, 127
test(`none of ${ATTACKS.length} attacks reaches the service, and no answer holds a key`, async () => {
  assert.ok(ATTACKS.length >= 130);
  for (const [name, bytes] of ATTACKS) {
    const text = await raw(gateway, bytes);
    assert.equal(upstream.requests.length, 0, `${name} reached the service`);
    const codes = statuses(text);
    // A line that is no HTTP/1 gets an answer without a status line, or none at all.
    const isRefused = codes.length <= 1 && codes.every((code) => REFUSED.includes(code));
    assert.ok(isRefused, `${name}: ${text.slice(0, 80)}`);
    assert.ok(!hasKey(text), name);
  }
});

// case 121, 123
test('the calls of the page get through, each with the key of its operation and nothing of the visitor', async () => {
  const loaded = [
    'User-Agent: evil',
    'Referer: https://evil.example/',
    'Cookie: a=b',
    'Authorization: Basic eDp5',
    'Ocp-Apim-Subscription-Key: theirs',
    'Ocp-Apim-Trace: true',
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-For: 1.2.3.4',
    'X-Original-URL: /evil',
    'X-Rewrite-URL: /evil',
    'X-HTTP-Method-Override: DELETE',
    'X-Method-Override: PUT',
    'Range: bytes=0-3',
    'If-None-Match: "x"',
    'If-Modified-Since: Sat, 21 Nov 2026 00:00:00 GMT',
    'Cache-Control: no-cache',
    'Pragma: no-cache',
    'Accept: text/html',
    'Accept-Encoding: br',
    'Forwarded: host=evil.example',
    'Via: 1.1 evil',
    'TE: trailers',
  ]
    .map((header) => `${header}\r\n`)
    .join('');
  for (const [name, path] of Object.entries(OPERATIONS)) {
    upstream.requests.length = 0;
    const text = await raw(gateway, `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n${loaded}\r\n`);
    assert.deepEqual(statuses(text), [200], `case 121, 123: ${name}`);
    assert.equal(upstream.requests.length, 1, name);
    const [{ method, path: asked, headers }] = upstream.requests;
    assert.deepEqual([method, asked], ['GET', path.slice('/api'.length)]);
    const sent = Object.fromEntries(headers.flatMap((value, i) => (i % 2 ? [] : [[value, headers[i + 1]]])));
    const key = KEYS[{ levels: 'LEVELS', forecast: 'FORECAST' }[name] ?? 'WARNINGS'];
    assert.deepEqual(sent, {
      Host: `127.0.0.1:${upstream.port}`,
      'Ocp-Apim-Subscription-Key': key,
      Connection: 'close',
      Accept: 'application/json',
      'User-Agent': 'Gorlif',
    });
    assert.ok(!hasKey(text), name);
  }
});

// case 138
test('nothing that a visitor sends makes the gateway ask again', async () => {
  for (const path of Object.values(OPERATIONS)) await get(gateway, path);
  const known = upstream.requests.length;
  for (const headers of [
    { 'Cache-Control': 'no-cache' },
    { Pragma: 'no-cache' },
    { 'Cache-Control': 'max-age=0, no-store' },
    { Cookie: 'x=1' },
    { Authorization: 'Bearer x' },
    { Vary: '*' },
    { Host: 'other.example' },
  ]) {
    for (const path of Object.values(OPERATIONS))
      assert.equal(cached(await get(gateway, path, { headers })), 'HIT', `${path} ${JSON.stringify(headers)}`);
  }
  assert.equal(upstream.requests.length, known);
});

// case 122
test('HEAD is taken, and costs the service no other kind of call', async () => {
  const { status, body, headers } = await get(gateway, place(16_000, 53.1, -4), { method: 'HEAD' });
  assert.deepEqual([status, body.length, headers['content-type']], [200, 0, 'application/json']);
  assert.equal(upstream.requests.at(-1).method, 'GET');
});

// case 127
test('two requests in one do not become a third, and what hides in a body goes nowhere', async () => {
  upstream.requests.length = 0;
  const inside = `GET ${place(3_000, 50, -5)} HTTP/1.1\r\nHost: x\r\n\r\n`;
  for (const bytes of [
    `GET / HTTP/1.1\r\nHost: x\r\nContent-Length: ${inside.length}\r\nConnection: close\r\n\r\n${inside}`,
    `GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n${inside}`,
    `GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: \x0bchunked\r\nConnection: close\r\n\r\n0\r\n\r\n${inside}`,
    `GET / HTTP/1.1\r\nHost: x\r\nX: y\r\n folded: GET ${LEVELS}\r\nConnection: close\r\n\r\n`,
  ]) {
    const codes = statuses(await raw(gateway, bytes));
    assert.ok(codes.length <= 1, `${JSON.stringify(bytes.slice(0, 80))}: ${codes}`);
  }
  assert.equal(upstream.requests.length, 0);
});

test('what has no setting is not found, and the plain pages say that there is no recorder', async () => {
  const days = 'from=2026-11-01&to=2026-11-06';
  for (const [path, status] of [
    ['/tiles/10/503/336.png', 404],
    ['/postcode/CF371DN', 404],
    ['/places/kinmel-bay', 404],
    ['/history/recent.json', 404],
    ['/push/subscription', 404],
    ['/api/floodforecast/v1/summary', 404],
    ['/api/floodforecast/v2/summary', 404],
    [`/api/rivers-and-seas/v1/api/StationData/historical?location=4001&parameter=10095&${days}`, 400],
  ])
    assert.equal((await get(gateway, path)).status, status, path);
  const origin = gateway.address.slice(0, -1);
  const subscription = { method: 'POST', body: '{}', headers: { Origin: origin } };
  assert.equal((await fetch(`${origin}/push/subscription`, subscription)).status, 400);
  for (const path of ['/plain/en/', '/plain/cy/powys.html']) {
    const { status, text } = await get(gateway, path);
    assert.equal(status, 404, path);
    assert.match(text, /There may be warnings in force|Gall fod rhybuddion mewn grym/);
  }
  assert.doesNotMatch((await get(gateway, '/robots.txt')).text, /Sitemap/);
});
