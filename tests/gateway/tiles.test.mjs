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
    response.writeHead(200, { 'Content-Type': 'image/png' }).end(request.url.split('/')[1]),
  );
  const folder = folderFor(t);
  for (const style of ['light', 'outdoor']) {
    const gateway = await launch(service.address, folder, {
      GORLIF_TILES_UPSTREAM: `${tiles.address}/${style}/{z}/{x}/{y}.png`,
    });
    const { text } = await get(gateway, TILE);
    await gateway.stop();
    assert.equal(text, style);
  }
});

test('HTML in place of a tile is not cached and is an image to the browser; a failure is 404', async (t) => {
  let status = 200;
  const { gateway, tiles } = await withTiles(t, (_, response) =>
    response
      .writeHead(status, { 'Content-Type': 'text/html', Location: 'https://elsewhere.example/' })
      .end('<script>1</script>'),
  );
  for (let nth = 1; nth <= 2; nth++) {
    const response = await get(gateway, TILE);
    assert.equal(response.headers['content-type'], 'image/png');
    assert.equal(response.headers['x-content-type-options'], 'nosniff');
    assert.equal(tiles.requests.length, nth);
  }
  for (status of [302, 403, 500]) {
    const response = await get(gateway, TILE.replace('503', String(status)));
    assert.equal(response.status, 404);
    assert.equal(response.headers.location, undefined);
    assert.ok(!response.text.includes('script'));
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
      settings(service.address, folderFor(t), { GORLIF_TILES_UPSTREAM: upstream }),
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
