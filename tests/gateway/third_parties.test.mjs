// Map tiles, exact postcodes and the places of a name through the gateway, which requests them from third parties.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  OWN_HEADERS,
  folderFor,
  foreignHeaders,
  get,
  respond,
  sized,
  startGateway,
  startUpstream,
} from '../support/gateway-harness.mjs';

const KEY = 'sample-key-of-tiles';
const IMAGE = Buffer.from('89504e470d0a1a0a', 'hex');
const POSTCODE = JSON.stringify({ status: 200, result: { postcode: 'CF37 1DN', latitude: 51.6, longitude: -3.34 } });
const PLACES = JSON.stringify({
  status: 200,
  result: [{ name_1: 'Kinmel Bay', country: 'Wales', latitude: 53.31, longitude: -3.52 }],
});
const PNG = { 'Content-Type': 'image/png' };
const HTML = { 'Content-Type': 'text/html' };
const TILE = '/tiles/10/503/336.png';

/** A gateway with all three, of one upstream that answers as `answer` does. */
async function startThirdParties(t, answer, more = {}) {
  const upstream = await startUpstream(t, answer);
  const gateway = await startGateway(t, await startUpstream(t), {
    GORLIF_TILES_UPSTREAM: `${upstream.address}/maps/v1/{z}/{x}/{y}.png?key={key}`,
    GORLIF_KEY_TILES: KEY,
    GORLIF_POSTCODES_UPSTREAM: `${upstream.address}/postcodes/{postcode}`,
    GORLIF_PLACES_UPSTREAM: `${upstream.address}/places?q={name}&limit=20`,
    ...more,
  });
  return { gateway, upstream };
}

/** No header of a third party reaches a visitor. */
function onlyOwn({ headers, names }, name) {
  const others = names.filter((name) => ![...OWN_HEADERS, 'retry-after'].includes(name));
  assert.deepEqual(others, [], name);
  assert.ok(!JSON.stringify(headers).includes(KEY), name);
}

// case 188
test('each is requested once, without anything of the visitor, cached, and returned without the upstream’s headers', async (t) => {
  const { gateway, upstream } = await startThirdParties(t);
  for (const [path, asked, type, body] of [
    [TILE, `/maps/v1/10/503/336.png?key=${KEY}`, 'image/png', IMAGE],
    ['/postcode/CF371DN', '/postcodes/CF371DN', 'application/json', Buffer.from(POSTCODE)],
    ['/places/kinmel-bay', '/places?q=kinmel%20bay&limit=20', 'application/json', Buffer.from(PLACES)],
  ]) {
    upstream.requests.length = 0;
    upstream.answer = sized(body, type, foreignHeaders(KEY));
    for (const nth of ['first', 'second']) {
      const visitor = { Cookie: 'c=d', 'X-Test': 'e', 'X-Forwarded-For': '192.0.2.9' };
      const response = await get(gateway, path, { headers: visitor });
      assert.deepEqual([response.status, response.body], [200, body], `${path} ${nth}`);
      assert.equal(response.headers['content-type'], type, path);
      onlyOwn(response, path);
      assert.equal(response.headers['cache-control'], 'public, max-age=86400', path);
      assert.equal(response.headers['x-content-type-options'], 'nosniff', path);
    }
    const [request, ...others] = upstream.requests;
    assert.deepEqual([request.path, others], [asked, []]);
    assert.doesNotMatch(request.headers.join(' '), /c=d|X-Test|192\.0\.2\.9|Forwarded/i);
  }
});

test('after a change of the address no tile of the former one is returned', async (t) => {
  const service = await startUpstream(t);
  const tiles = await startUpstream(t, (request, response) =>
    respond(200, Buffer.concat([IMAGE, Buffer.from(request.url.split('/')[1])]), PNG)(request, response),
  );
  const folder = folderFor();
  for (const style of ['light', 'outdoor']) {
    const GORLIF_TILES_UPSTREAM = `${tiles.address}/${style}/{z}/{x}/{y}.png`;
    const gateway = await startGateway(t, service, { folder, GORLIF_TILES_UPSTREAM });
    const { body } = await get(gateway, TILE);
    await gateway.stop();
    assert.equal(body.subarray(IMAGE.length).toString(), style);
  }
});

// case 188, 193
test('what is no image, position or list is a failure, kept for a minute; statuses are a fixed 404 or 503', async (t) => {
  const { gateway, upstream } = await startThirdParties(t, undefined, { GORLIF_READ_TIMEOUT: '1' });
  const page = '<script>1</script>';
  const large = JSON.stringify({ status: 200, result: Array(100_000).fill({ name_1: 'x'.repeat(1_000) }) });
  const paths = {
    tile: (nth) => `/tiles/12/${1980 + nth}/1345.png`,
    postcode: (nth) => `/postcode/CF${10 + nth}9ZZ`,
    places: (nth) => `/places/name-${nth}`,
  };
  const rows = [
    ['tile', 'HTML', 503, respond(200, page, HTML)],
    ['tile', 'HTML as an image', 503, respond(200, page, PNG)],
    ['tile', 'JSON', 503, respond(200, '{"error":1}')],
    ['tile', 'SVG', 503, respond(200, '<svg/>', { 'Content-Type': 'image/svg+xml' })],
    ['tile', 'nothing', 503, respond(200, '', PNG)],
    ['tile', 'the key', 503, respond(200, Buffer.concat([IMAGE, Buffer.from(KEY)]), PNG)],
    ['tile', '204', 503, respond(204)],
    ...[201, 206, 300, 301, 302, 303, 307, 308, 400, 401, 403, 404, 410, 418, 429, 500, 503].map((status) => {
      const answer = sized(page, 'image/png', foreignHeaders(KEY), status);
      return ['tile', String(status), [404, 410].includes(status) ? 404 : 503, answer];
    }),
    ['postcode', '404', 404, respond(404, '{"status":404}')],
    ['postcode', 'HTML', 503, respond(200, page, HTML)],
    ['postcode', 'an error', 503, respond(200, '{"error":"quota"}')],
    ['postcode', 'nothing', 503, respond(200)],
    ['postcode', 'no position', 503, respond(200, '{"result":null}')],
    ['postcode', '503', 503, respond(503, '{}')],
    ['places', 'an empty list', 200, respond(200, '{"status":200,"result":[]}')],
    ['places', 'HTML', 503, respond(200, page, HTML)],
    ['places', 'an error', 503, respond(200, '{"error":"quota"}')],
    ['places', 'no list', 503, respond(200, '{"status":200,"result":null}')],
    ['places', 'a large list', 503, respond(200, large)],
    ['places', '500', 503, respond(500, '{}')],
    ['places', 'no response', 503, () => true],
  ];
  for (const [nth, [kind, name, status, answer]] of rows.entries()) {
    upstream.requests.length = 0;
    upstream.answer = answer;
    for (const visit of ['first', 'second']) {
      const response = await get(gateway, paths[kind](nth));
      assert.equal(response.status, status, `${kind}: ${name}, ${visit}`);
      assert.equal(response.headers['content-type'], 'application/json', `${kind}: ${name}`);
      onlyOwn(response, `${kind}: ${name}`);
      assert.equal(response.headers['retry-after'], status === 503 ? '60' : undefined, `${kind}: ${name}`);
      assert.ok(!response.text.includes('script') && !response.text.includes(KEY), response.text);
    }
    assert.equal(upstream.requests.length, 1, `${kind}: ${name}`);
  }
  await upstream.stop();
  for (const kind of ['postcode', 'places'])
    assert.equal((await get(gateway, paths[kind](rows.length))).status, 503, `${kind}: nobody listens`);
  const log = gateway.log();
  assert.match(log, / 404 other /);
  for (const called of ['postcodes', 'places'])
    assert.match(log, new RegExp(` service ${called} 503 "200 another media type" `));
  assert.doesNotMatch(log + gateway.said, /CF\d|name-\d|\/places/);
});

// case 188
test('that a postcode does not exist is kept for days, and for a minute where a web page says so', async (t) => {
  const { gateway, upstream } = await startThirdParties(t);
  // Of the server that calls the third party: nginx takes the header off, and keeps a 404 in memory.
  const socketPath = join(gateway.env.GORLIF_RUN, 'third_parties.sock');
  for (const [path, type, seconds] of [
    ['/postcode/CF379ZZ', 'application/json', String(30 * 86_400)],
    ['/postcode/CF379ZY', 'text/html; charset=utf-8', '60'],
  ]) {
    upstream.answer = respond(404, '{}', { 'Content-Type': type });
    const { status, headers } = await get(gateway, path, { socketPath });
    assert.deepEqual([status, headers['x-accel-expires']], [404, seconds], type);
  }
});

// case 188
test('calls are limited over all visitors, and only what the page asks for causes one: no tile outside Wales, no query', async (t) => {
  const { gateway, upstream } = await startThirdParties(t, undefined, {
    GORLIF_TILES_CALLS: '3',
    GORLIF_PLACES_UPSTREAM_CALLS: '2',
  });
  for (const path of [
    ...['10/511/340', '10/503/300', '10/470/336', '6/0/0', '5/1/1', '17/1/1', '10/../1', '10/123456/1'].map(
      (tile) => `/tiles/${tile}.png`,
    ),
    ...['/tiles/', '/tiles/10/1/1.jpg', `${TILE}?key=x`],
    ...['cf371dn', 'CF37%201DN', 'CF371DN?a=b', 'CF37', '../x', 'CF371DN/x', '12345', 'CF371D'].map(
      (postcode) => `/postcode/${postcode}`,
    ),
    ...['ab', 'Kinmel-Bay', 'kinmel%20bay', 'kinmel-bay?a=b', 'kinmel--bay', '-kinmel', '../x', 'kinmel/bay'].map(
      (name) => `/places/${name}`,
    ),
    ...['b%C3%A2la', 'a%26limit=1', 'x'.repeat(61), 'kinmel%0Abay', 'kinmel-bay%0A'].map((name) => `/places/${name}`),
  ])
    assert.equal((await get(gateway, path)).status, 404, path);
  assert.equal(upstream.requests.length, 0);
  const statuses = async (paths) => {
    const answers = [];
    for (const path of paths) answers.push(await get(gateway, path));
    return answers.map(({ status, headers }) => [status, headers['retry-after']]);
  };
  const fine = [200, undefined];
  const refused = [429, '1'];
  upstream.answer = respond(200, IMAGE, PNG);
  const tiles = [495, 496, 497, 498, 499].map((column) => `/tiles/10/${column}/336.png`);
  assert.deepEqual(await statuses(tiles), [fine, fine, fine, refused, refused]);
  upstream.answer = respond(200, PLACES);
  const names = ['one', 'two', 'three', 'one'].map((name) => `/places/${name}-a`);
  assert.deepEqual(await statuses(names), [fine, fine, refused, fine]);
  assert.equal(upstream.requests.length, 5);
});

// case 188
test('behind a proxy that is not named 60 visitors at once get their tiles; else a network has a limit', async (t) => {
  for (const [behind, expected] of [
    ['on', 0],
    ['off', 1],
  ]) {
    const more = { GORLIF_BEHIND_TLS: behind, GORLIF_WORKERS: '1' };
    const { gateway } = await startThirdParties(t, respond(200, IMAGE, PNG), more);
    const visits = Array.from({ length: 60 * 10 }, (_, n) => get(gateway, `/tiles/10/${495 + (n % 10)}/336.png`));
    const refused = (await Promise.all(visits)).filter(({ status }) => status !== 200);
    assert.equal(Math.min(refused.length, 1), expected, `${behind}: ${refused.length} refused`);
    assert.ok(refused.every(({ status, headers }) => status === 429 && headers['retry-after'] === '1'));
  }
});
