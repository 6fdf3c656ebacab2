// The recorder's files through the gateway.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { folderFor, get, settings, startGateway, startUpstream, startsWith } from '../support/gateway-harness.mjs';

const RECENT = JSON.stringify({ version: 1, written: 1, stations: {} }).padEnd(2_000);
const NOTHING = { type: 'FeatureCollection', features: [] };
const folder = join(folderFor(), 'history');
let gateway;
before(async (t) => {
  mkdirSync(join(folder, 'feeds'), { recursive: true });
  writeFileSync(join(folder, 'recent.json'), RECENT);
  writeFileSync(join(folder, 'recent.json.br'), brotliCompressSync(RECENT));
  for (const name of ['a_7e2.json', 'status.json']) writeFileSync(join(folder, name), '{}');
  writeFileSync(join(folder, 'feeds/powys.cy.atom'), '<feed/>');
  mkdirSync(join(folder, 'feeds/cap'));
  writeFileSync(join(folder, 'feeds/cap/index.en.atom'), '<feed/>');
  writeFileSync(join(folder, 'feeds/cap/message-A_2f1.xml'), '<alert/>');
  const provenUntil = Math.floor(Date.now() / 1_000) + 600;
  writeFileSync(join(folder, 'feeds/fresh.en.geojson'), JSON.stringify({ provenUntil, ...NOTHING }));
  symlinkSync('fresh.en.geojson', join(folder, 'feeds/linked.en.geojson'));
  writeFileSync(join(folder, 'long.json'), RECENT);
  writeFileSync(join(folder, '../secret.json'), '{"secret":1}');
  // The file is a link, or its compressed copy is.
  symlinkSync('../secret.json', join(folder, 'linked.json'));
  writeFileSync(join(folder, 'copied.json'), RECENT);
  symlinkSync('../secret.json', join(folder, 'copied.json.br'));
  gateway = await startGateway(t, await startUpstream(t), { GORLIF_HISTORY: folder });
});

test('the files come with their type, compressed, for a minute, readable in sandboxed frames', async () => {
  for (const [path, type] of [
    ['/history/recent.json', 'application/json'],
    ['/history/a_7e2.json', 'application/json'],
    ['/history/feeds/powys.cy.atom', 'application/atom+xml'],
    ['/history/feeds/cap/index.en.atom', 'application/atom+xml'],
    ['/history/feeds/cap/message-A_2f1.xml', 'application/cap+xml'],
  ]) {
    const { status, headers } = await get(gateway, path);
    assert.deepEqual([status, headers['content-type']], [200, type], path);
    assert.match(headers['cache-control'], /^public, max-age=60(?:, must-revalidate)?$/);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.ok(headers.etag);
  }
  for (const accepted of ['br, gzip', 'gzip, deflate, br', 'gzip;q=0.5, br;q=1.0']) {
    const { status, headers, body } = await get(gateway, '/history/recent.json', {
      headers: { 'Accept-Encoding': accepted },
    });
    assert.deepEqual([status, headers['content-encoding'], headers.vary], [200, 'br', 'Accept-Encoding'], accepted);
    assert.equal(brotliDecompressSync(body).toString(), RECENT);
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['cache-control'], 'public, max-age=60');
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.ok(headers.etag);
  }
  for (const accepted of ['gzip', 'gzip, br;q=0', 'gzip, brx']) {
    const gzip = await get(gateway, '/history/recent.json', { headers: { 'Accept-Encoding': accepted } });
    assert.equal(gzip.headers['content-encoding'], 'gzip', accepted);
    assert.equal(gunzipSync(gzip.body).toString(), RECENT);
  }
  const plain = await get(gateway, '/history/recent.json');
  assert.deepEqual([plain.headers['content-encoding'], plain.text], [undefined, RECENT]);
});

test('a file without a compressed copy is compressed by nginx, and a link is not followed', async () => {
  const accepted = { headers: { 'Accept-Encoding': 'br, gzip' } };
  for (const path of ['/history/long.json', '/history/copied.json']) {
    const { headers, body } = await get(gateway, path, accepted);
    assert.equal(headers['content-encoding'], 'gzip', path);
    assert.equal(gunzipSync(body).toString(), RECENT, path);
  }
  const { status, text } = await get(gateway, '/history/linked.json', accepted);
  assert.ok(status >= 400, `status of a link: ${status}`);
  assert.doesNotMatch(text, /secret/);
});

test('nothing else of the machine is served, and a missing file is 404', async () => {
  for (const path of [
    '/history/4001.json',
    '/history/status.json',
    '/history/../secret.json',
    '/history/..%2fsecret.json',
    '/history/feeds/../../secret.json',
    '/history/feeds%2f..%2f..%2fsecret.json',
    '/history/recent.json.br',
    '/history/',
    '/history',
    '/history/feeds/',
  ]) {
    const { status } = await get(gateway, path);
    assert.ok([400, 404].includes(status), `${path}: ${status}`);
  }
});

test('without the setting there are no files, and a folder that is none stops the start', async (t) => {
  const without = await startGateway(t, await startUpstream(t));
  assert.equal((await get(without, '/history/recent.json')).status, 404);
  for (const folder of ['relative', '/nowhere/at/all', '/tmp; include /etc/passwd']) {
    const { code, said } = await startsWith(
      settings('http://127.0.0.1:1', folderFor(), { GORLIF_HISTORY: folder }),
      '--check',
    );
    assert.notEqual(code, 0, folder);
    assert.match(said, /GORLIF_HISTORY must be/);
  }
});

/** A feed that is proven for so many more seconds; without a number it says nothing of it. */
const FEEDS = {
  geojson: (until) => JSON.stringify({ ...(until === undefined ? {} : { provenUntil: until }), ...NOTHING }),
  atom: (until) =>
    `<?xml version="1.0"?>${until === undefined ? '' : `<!-- proven until ${until} -->`}\n<feed xmlns="http://www.w3.org/2005/Atom"/>`,
};

// case 184, 198
for (const [kind, content] of Object.entries(FEEDS))
  test(`a feed that is not proven any more is an error, not an empty list: ${kind}`, async () => {
    const path = `/history/feeds/proof.en.${kind}`;
    const feed = join(folder, `feeds/proof.en.${kind}`);
    const proven = (left) => writeFileSync(feed, content(Math.floor(Date.now() / 1_000) + left));
    proven(600);
    const { status, headers } = await get(gateway, path);
    assert.deepEqual([status, headers['cache-control']], [200, 'public, max-age=60, must-revalidate']);
    assert.equal(headers['access-control-allow-origin'], '*');
    proven(30);
    const ending = await get(gateway, path);
    assert.ok(Number(ending.headers['cache-control'].match(/max-age=(\d+)/)[1]) <= 30, ending.headers['cache-control']);
    for (const left of [-1, 24 * 60])
      for (const options of [{}, { method: 'HEAD' }, { headers: { 'If-None-Match': '*' } }]) {
        proven(left);
        const { status, headers, text } = await get(gateway, path, options);
        assert.deepEqual([status, headers['retry-after']], [503, '60'], `${left} ${JSON.stringify(options)}`);
        assert.equal(headers['cache-control'], 'no-store');
        assert.doesNotMatch(text, /FeatureCollection|feed/);
      }
    writeFileSync(feed, '');
    assert.equal((await get(gateway, path)).status, 503, 'after a power failure');
    // Of a feed that is not proven: it says so itself, but not GeoJSON without the notice, as of an earlier recorder.
    for (const unproven of kind === 'geojson' ? [0, undefined] : [undefined]) {
      writeFileSync(feed, content(unproven));
      assert.equal((await get(gateway, path)).status, kind === 'geojson' ? 503 : 200, `${unproven}`);
    }
    rmSync(feed);
    assert.equal((await get(gateway, path)).status, 404);
    assert.equal((await get(gateway, '/history/feeds/linked.en.geojson')).status, 403);
  });

// case 240
test('GeoJSON of the warnings begins with the notice of the recorder once its proof has ended', async () => {
  const path = '/history/feeds/warnings.en.geojson';
  const notice = { type: 'Feature', id: 'notice', geometry: null, properties: { title: 'Not checked since 12:46.' } };
  const message = { ...notice, id: 'A', properties: { title: 'Flood warning: "features":[{}' } };
  for (const features of [[], [message], [message, message]])
    for (const [left, expected] of [
      [600, features],
      [-1, [notice, ...features]],
    ]) {
      const provenUntil = Math.floor(Date.now() / 1_000) + left;
      const known = { provenUntil, type: 'FeatureCollection', checked: null, attribution: 'X', notice, features };
      writeFileSync(join(folder, 'feeds/warnings.en.geojson'), JSON.stringify(known));
      const { status, headers, text } = await get(gateway, path);
      assert.deepEqual([status, headers['content-type']], [200, 'application/geo+json']);
      assert.deepEqual(JSON.parse(text).features, expected, `${left}`);
      assert.equal(headers['access-control-allow-origin'], '*');
      if (left < 0) assert.equal(headers['cache-control'], 'no-store');
    }
  // As the recorder writes it while nothing is proven.
  const unproven = {
    provenUntil: 0,
    type: 'FeatureCollection',
    checked: null,
    attribution: 'X',
    features: [notice, message],
  };
  writeFileSync(join(folder, 'feeds/warnings.en.geojson'), JSON.stringify(unproven));
  const { status, text } = await get(gateway, path);
  assert.deepEqual([status, JSON.parse(text)], [200, unproven]);
});
