// Map tiles through the gateway, and the oEmbed answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  folderFor,
  get,
  launch,
  settings,
  startGateway,
  startUpstream,
  startsWith,
} from '../support/gateway-harness.mjs';

const KEY = 'sample-key-of-tiles';
const IMAGE = Buffer.from('89504e470d0a1a0a', 'hex');
const TILE = '/tiles/10/503/336.png';

/** A gateway with tiles of an upstream that answers as `answer` does. */
async function withTiles(t, answer, query = '?key={key}') {
  const service = await startUpstream(t);
  const tiles = await startUpstream(t, answer);
  const gateway = await startGateway(t, service, {
    GORLIF_TILES_UPSTREAM: `${tiles.address}/maps/v1/{z}/{x}/{y}.png${query}`,
    GORLIF_KEY_TILES: KEY,
  });
  return { gateway, tiles };
}
const image = (_, response) =>
  response.writeHead(200, { 'Content-Type': 'image/png', 'Set-Cookie': 'a=b', 'Cache-Control': 'no-store' }).end(IMAGE);

test('a tile is requested once with the key, cached, and returned without the upstream’s headers', async (t) => {
  const { gateway, tiles } = await withTiles(t, image);
  for (const status of ['first', 'second']) {
    const response = await get(gateway, TILE, { headers: { Cookie: 'c=d', 'X-Test': 'e' } });
    assert.equal(response.status, 200, status);
    assert.deepEqual(response.body, IMAGE);
    assert.equal(response.headers['content-type'], 'image/png');
    assert.equal(response.headers['set-cookie'], undefined);
    assert.equal(response.headers['cache-control'], 'public, max-age=86400');
    assert.equal(response.headers['x-content-type-options'], 'nosniff');
    assert.ok(!JSON.stringify(response.headers).includes(KEY));
  }
  assert.deepEqual(
    tiles.requests.map(({ path }) => path),
    [`/maps/v1/10/503/336.png?key=${KEY}`],
  );
  assert.doesNotMatch(tiles.requests[0].headers.join(' '), /c=d|X-Test/);
});

test('after a change of the address no tile of the former one is returned', async (t) => {
  const service = await startUpstream(t);
  const tiles = await startUpstream(t, (request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'image/png' })
      .end(Buffer.concat([IMAGE, Buffer.from(request.url.split('/')[1])])),
  );
  const folder = folderFor();
  for (const style of ['light', 'outdoor']) {
    const gateway = await launch(service.address, folder, {
      GORLIF_TILES_UPSTREAM: `${tiles.address}/${style}/{z}/{x}/{y}.png`,
    });
    const { body } = await get(gateway, TILE);
    await gateway.stop();
    assert.equal(body.subarray(IMAGE.length).toString(), style);
  }
});

// case 188
test('what is no image is a failure, kept for a minute; other statuses are a fixed 404 or 503', async (t) => {
  const html = '<script>1</script>';
  let answer;
  const { gateway, tiles } = await withTiles(t, (_, response) => {
    response.writeHead(answer.status ?? 200, { Location: 'https://elsewhere.example/', ...answer.headers });
    response.end(answer.body);
    return true;
  });
  let column = 1980;
  for (const [name, status, given] of [
    ['HTML', 503, { headers: { 'Content-Type': 'text/html' }, body: html }],
    ['HTML as an image', 503, { headers: { 'Content-Type': 'image/png' }, body: html }],
    ['JSON', 503, { headers: { 'Content-Type': 'application/json' }, body: '{"error":1}' }],
    ['SVG', 503, { headers: { 'Content-Type': 'image/svg+xml' }, body: '<svg/>' }],
    ['nothing', 503, { headers: { 'Content-Type': 'image/png' }, body: '' }],
    ['the key', 503, { headers: { 'Content-Type': 'image/png' }, body: Buffer.concat([IMAGE, Buffer.from(KEY)]) }],
    ['404', 404, { status: 404, body: html }],
    ['410', 404, { status: 410, body: html }],
    ...[204, 206, 301, 302, 307, 308, 401, 403, 418, 429, 500, 503].map((status) => [
      String(status),
      503,
      { status, body: status === 204 ? '' : html },
    ]),
  ]) {
    answer = given;
    column += 1;
    const path = `/tiles/12/${column}/1345.png`;
    const before = tiles.requests.length;
    for (let nth = 0; nth < 2; nth++) {
      const response = await get(gateway, path);
      assert.equal(response.status, status, name);
      assert.equal(response.headers['content-type'], 'application/json', name);
      assert.equal(response.headers.location, undefined, name);
      assert.equal(response.headers['retry-after'], status === 503 ? '60' : undefined, name);
      assert.ok(!response.text.includes('script') && !response.text.includes(KEY), response.text);
    }
    assert.equal(tiles.requests.length - before, 1, name);
  }
});

// case 188
test('no header of a third party reaches a visitor', async (t) => {
  const theirs = [
    'Content-Location',
    'X-Cache-Key',
    'Location',
    'Clear-Site-Data',
    'NEL',
    'Report-To',
    'Refresh',
    'Link',
    'Via',
    'Alt-Svc',
    'Server-Timing',
    'Set-Cookie',
    'Content-Disposition',
    'Content-Language',
    'Access-Control-Allow-Origin',
    'Vary',
    'X-Key',
    'Age',
    'WWW-Authenticate',
    'Service-Worker-Allowed',
    'SourceMap',
    'Origin-Agent-Cluster',
    'X-Accel-Redirect',
    'ETag',
    'X-Accel-Expires',
  ];
  let status = 200;
  const { gateway } = await withTiles(t, (request, response) => {
    for (const name of theirs) response.setHeader(name, `"${KEY}"`);
    return response.writeHead(status, { 'Content-Type': 'image/png' }).end(IMAGE);
  });
  const own = [
    'cache-control',
    'connection',
    'content-length',
    'content-security-policy',
    'content-type',
    'cross-origin-resource-policy',
    'date',
    'permissions-policy',
    'referrer-policy',
    'retry-after',
    'x-content-type-options',
  ];
  let column = 1980;
  for (status of [200, 201, 300, 301, 302, 303, 307, 308, 400, 401, 403, 404, 410, 429, 500, 503]) {
    const { headers, status: given } = await get(gateway, `/tiles/12/${(column += 1)}/1345.png`);
    assert.equal(given, status === 200 ? 200 : [404, 410].includes(status) ? 404 : 503);
    assert.deepEqual(
      Object.keys(headers).filter((name) => !own.includes(name)),
      [],
      String(status),
    );
    assert.ok(!JSON.stringify(headers).includes(KEY), String(status));
  }
});

// case 188
test('calls for tiles are limited over all visitors, and tiles outside Wales cause none', async (t) => {
  const service = await startUpstream(t);
  const tiles = await startUpstream(t, image);
  const gateway = await startGateway(t, service, {
    GORLIF_TILES_UPSTREAM: `${tiles.address}/{z}/{x}/{y}.png`,
    GORLIF_TILES_CALLS: '3',
  });
  for (const path of ['/tiles/10/511/340.png', '/tiles/10/503/300.png', '/tiles/10/470/336.png', '/tiles/6/0/0.png'])
    assert.equal((await get(gateway, path)).status, 404, path);
  assert.equal(tiles.requests.length, 0);
  const answers = [];
  for (let column = 495; column < 500; column++) answers.push(await get(gateway, `/tiles/10/${column}/336.png`));
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers['retry-after']]),
    [...Array(3).fill([200, undefined]), ...Array(2).fill([429, '1'])],
  );
  assert.equal(tiles.requests.length, 3);
});

// case 188
test('behind a proxy that is not named 60 visitors at once get their tiles; else a network has a limit', async (t) => {
  const service = await startUpstream(t);
  const tiles = await startUpstream(t, image);
  for (const [behind, expected] of [
    ['on', 0],
    ['off', 1],
  ]) {
    const gateway = await startGateway(t, service, {
      GORLIF_TILES_UPSTREAM: `${tiles.address}/{z}/{x}/{y}.png`,
      GORLIF_BEHIND_TLS: behind,
      GORLIF_WORKERS: '1',
    });
    const visits = Array.from({ length: 60 * 10 }, (_, n) => get(gateway, `/tiles/10/${495 + (n % 10)}/336.png`));
    const refused = (await Promise.all(visits)).filter(({ status }) => status !== 200);
    assert.equal(Math.min(refused.length, 1), expected, `${behind}: ${refused.length} refused`);
    assert.ok(refused.every(({ status, headers }) => status === 429 && headers['retry-after'] === '1'));
  }
});

test('only tiles of the page’s zoom levels, without a query, reach the upstream', async (t) => {
  const { gateway, tiles } = await withTiles(t, image);
  for (const path of [
    '/tiles/5/1/1.png',
    '/tiles/17/1/1.png',
    '/tiles/10/1/1.jpg',
    '/tiles/10/../1.png',
    '/tiles/',
    '/tiles/10/123456/1.png',
  ])
    assert.equal((await get(gateway, path)).status, 404, path);
  assert.equal((await get(gateway, `${TILE}?key=x`)).status, 404);
  assert.equal(tiles.requests.length, 0);
});

test('tiles are off by default, and a malformed address or a missing key stops the start', async (t) => {
  const service = await startUpstream(t);
  const gateway = await startGateway(t, service);
  assert.equal((await get(gateway, TILE)).status, 404);
  for (const [upstream, said] of [
    ['http://tiles.example/{z}/{x}/{y}.png', /must be an https address/],
    ['https://tiles.example/{z}/{x}.png', /has no \{y\}/],
    ['https://tiles.example/{z}/{x}/{y}/{s}.png', /braces other than/],
    ['https://tiles.example/{z}/{x}/{y}.png;evil', /must be an https address/],
    ['https://tiles.example/{z}/{x}/{y}.png?key={key}', /GORLIF_KEY_TILES is missing/],
  ]) {
    const end = await startsWith(
      settings(service.address, folderFor(), { GORLIF_TILES_UPSTREAM: upstream }),
      '--check',
    );
    assert.notEqual(end.code, 0, upstream);
    assert.match(end.said, said);
  }
});

test('the oEmbed answer has the name by which the gateway was reached', async (t) => {
  const service = await startUpstream(t);
  const gateway = await startGateway(t, service);
  const response = await get(gateway, '/pages/oembed.json', { headers: { Host: 'floods.council.example:8443' } });
  assert.equal(response.headers['content-type'], 'application/json');
  const answer = JSON.parse(response.text);
  assert.deepEqual([answer.version, answer.type, answer.width, answer.height], ['1.0', 'rich', 480, 480]);
  assert.match(answer.html, /^<iframe src="http:\/\/floods\.council\.example:8443\/\?embed=map&v=1" /);
  assert.ok(!response.text.includes('gorlif.example'));
  assert.equal((await get(gateway, '/pages/oembed.json', { headers: { Host: '"><script>' } })).status, 400);
  // The page leads to it.
  const page = await get(gateway, '/');
  assert.ok(/<link[^>]*pages\/oembed\.json[^>]*application\/json\+oembed/.test(page.text));
});
