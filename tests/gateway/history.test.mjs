// The recorder's files through the gateway: those of the page, the feeds, and the plain pages. None is served as checked after its proof.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { EMPTY, folderFor, get, startBoth } from '../support/gateway-harness.mjs';

const RECENT = JSON.stringify({ version: 1, written: 1, stations: {} }).padEnd(2_000);
const NOTHING = JSON.parse(EMPTY);
/** The time in so many seconds, in seconds since 1970. */
const inSeconds = (left) => Math.floor(Date.now() / 1_000) + left;

const MINUTES = 60;
const CHECKED = { en: '26 July 2026, 12:46', cy: '26 Gorffennaf 2026, 12:46' };
const NONE = { en: 'No flood warnings', cy: 'Dim rhybuddion' };
/** A plain page that is proven for so many more seconds, as the recorder writes it; without a number it proves nothing. */
const page = (language, left, more = '') => {
  const proof = left === undefined ? '' : `<!-- proven until ${inSeconds(left)}: ${CHECKED[language]} -->`;
  return `<!doctype html>${proof}\n<html lang="${language}"><title>Plain</title><p>${NONE[language]}</p>${more}</html>\n`;
};
/** A list of messages, as the recorder writes it. */
const listed = (severity, name) =>
  `<h2 class="${severity}">Heading</h2>\n<ul class="messages">\n<li>${name}</li>\n</ul>\n`;
const MESSAGES = listed('severe', 'Usk &amp; A') + listed('alert', 'Wye') + listed('over', 'Dee');
const plainPages = (language) => ({
  'index.html': page(language, 10 * MINUTES),
  'powys.html': page(language, -1),
  'gwynedd.html': page(language, 23 * MINUTES),
  'flintshire.html': page(language, -1, MESSAGES),
  'newport.html': page(language, 50),
  [`message-${'a'.repeat(190)}.html`]: page(language),
  'message-A_2f1.html': page(language),
  'conwy.html': '',
  'swansea.html': '<!doctype html><!-- proven until 1',
});

const folder = join(folderFor(), 'history');
let gateway;
before(async (t) => {
  for (const inner of ['feeds/cap', 'plain/en', 'plain/cy']) mkdirSync(join(folder, inner), { recursive: true });
  for (const [name, content] of Object.entries({
    'recent.json': RECENT,
    'recent.json.br': brotliCompressSync(RECENT),
    'a_7e2.json': '{}',
    'status.json': '{}',
    '.hidden.json': '{}',
    'long.json': RECENT,
    'copied.json': RECENT,
    'feeds/powys.cy.atom': '<feed/>',
    'feeds/cap/index.en.atom': '<feed/>',
    'feeds/cap/message-A_2f1.xml': '<alert/>',
    'feeds/fresh.en.geojson': JSON.stringify({ provenUntil: inSeconds(600), ...NOTHING }),
    'plain/sitemap.xml': '<urlset/>',
    '../secret.json': '{"secret":1}',
  }))
    writeFileSync(join(folder, name), content);
  for (const language of ['en', 'cy'])
    for (const [name, content] of Object.entries(plainPages(language)))
      writeFileSync(join(folder, 'plain', language, name), content);
  symlinkSync('../../../secret.json', join(folder, 'plain/en/linked.html'));
  symlinkSync('fresh.en.geojson', join(folder, 'feeds/linked.en.geojson'));
  symlinkSync('../../secret.json', join(folder, 'feeds/linked.json'));
  // The file is a link, or its compressed copy is.
  symlinkSync('../secret.json', join(folder, 'linked.json'));
  symlinkSync('../secret.json', join(folder, 'copied.json.br'));
  ({ gateway } = await startBoth(t, undefined, { GORLIF_HISTORY: folder }));
});

test('the files come with their type, compressed, for a minute, readable in sandboxed frames', async () => {
  const are = ({ status, headers }, type, cacheControl, name) => {
    assert.deepEqual([status, headers['content-type']], [200, type], name);
    assert.match(headers['cache-control'], cacheControl, name);
    assert.equal(headers['access-control-allow-origin'], '*', name);
    assert.equal(headers['x-content-type-options'], 'nosniff', name);
    assert.ok(headers.etag, name);
  };
  for (const [path, type] of [
    ['/history/recent.json', 'application/json'],
    ['/history/a_7e2.json', 'application/json'],
    ['/history/feeds/powys.cy.atom', 'application/atom+xml'],
    ['/history/feeds/cap/index.en.atom', 'application/atom+xml'],
    ['/history/feeds/cap/message-A_2f1.xml', 'application/cap+xml'],
  ])
    are(await get(gateway, path), type, /^public, max-age=60(?:, must-revalidate)?$/, path);
  for (const [accepted, encoding, unpack] of [
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=0.5, br;q=1.0', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['gzip, brx', 'gzip', gunzipSync],
    ['', undefined, String],
  ]) {
    const headers = accepted ? { 'Accept-Encoding': accepted } : {};
    const answer = await get(gateway, '/history/recent.json', { headers });
    assert.equal(answer.headers['content-encoding'], encoding, accepted);
    assert.equal(unpack(answer.body).toString(), RECENT, accepted);
    are(answer, 'application/json', /^public, max-age=60$/, accepted);
    if (encoding) assert.equal(answer.headers.vary, 'Accept-Encoding', accepted);
  }
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

// case 192
test('nothing else of the machine is served, no dot file and no link, and a missing file is 404', async () => {
  const hidden = ['4001.json', 'status.json', 'recent.json.br', '', 'feeds/'];
  const outside = ['../', '..%2f', 'feeds/../../', 'feeds%2f..%2f..%2f'].map((way) => `${way}secret.json`);
  for (const path of [...hidden, ...outside]) {
    const { status } = await get(gateway, `/history/${path}`);
    assert.ok([400, 404].includes(status), `${path}: ${status}`);
  }
  assert.equal((await get(gateway, '/history')).status, 404);
  for (const name of ['.hidden.json', 'linked.json', 'feeds/linked.json', 'feeds/.hidden.json']) {
    const { status } = await get(gateway, `/history/${name}`);
    assert.ok([403, 404].includes(status), `${name}: ${status}`);
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
    const proven = (left) => writeFileSync(feed, content(inSeconds(left)));
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
  const head = { type: 'FeatureCollection', checked: null, attribution: 'X' };
  const notice = { type: 'Feature', id: 'notice', geometry: null, properties: { title: 'Not checked since 12:46.' } };
  const message = { ...notice, id: 'A', properties: { title: 'Flood warning: "features":[{}' } };
  for (const features of [[], [message], [message, message]])
    for (const [left, expected] of [
      [600, features],
      [-1, [notice, ...features]],
    ]) {
      const known = { provenUntil: inSeconds(left), ...head, notice, features };
      writeFileSync(join(folder, 'feeds/warnings.en.geojson'), JSON.stringify(known));
      const { status, headers, text } = await get(gateway, path);
      assert.deepEqual([status, headers['content-type']], [200, 'application/geo+json']);
      assert.deepEqual(JSON.parse(text).features, expected, `${left}`);
      assert.equal(headers['access-control-allow-origin'], '*');
      if (left < 0) assert.equal(headers['cache-control'], 'no-store');
    }
  // As the recorder writes it while nothing is proven.
  const unproven = { provenUntil: 0, ...head, features: [notice, message] };
  writeFileSync(join(folder, 'feeds/warnings.en.geojson'), JSON.stringify(unproven));
  const { status, text } = await get(gateway, path);
  assert.deepEqual([status, JSON.parse(text)], [200, unproven]);
});

test('a proven plain page comes as HTML for a minute, no longer than it is proven, under a policy without scripts', async () => {
  for (const path of ['/plain/en/', '/plain/cy/', '/plain/en/index.html']) {
    const { status, headers, text } = await get(gateway, path);
    assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8'], path);
    assert.match(text, /No flood warnings|Dim rhybuddion/);
    assert.equal(headers['cache-control'], 'public, max-age=60, must-revalidate');
    assert.match(headers['content-security-policy'], /^default-src 'none'; style-src 'unsafe-inline'; img-src 'self';/);
    assert.doesNotMatch(headers['content-security-policy'], /script-src/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
  const { headers } = await get(gateway, '/plain/en/newport.html');
  const [, seconds] = headers['cache-control'].match(/max-age=(\d+)/);
  assert.ok(Number(seconds) <= 50, headers['cache-control']);
  // A page that says itself that it is not proven stays.
  for (const name of ['A_2f1', 'a'.repeat(190)])
    assert.equal((await get(gateway, `/plain/en/message-${name}.html`)).status, 200, name);
});

// case 196
test('a plain page whose proof has ended, or is of a clock that is ahead, is a notice in its language, with what was in force', async () => {
  for (const [language, since, known] of [
    [
      'en',
      /could not be checked since 26 July 2026, 12:46\.<[^]*0345 988 1188/,
      'In force when they were last checked:',
    ],
    [
      'cy',
      /Nid oes modd gwirio rhybuddion llifogydd ers 26 Gorffennaf 2026, 12:46\.<[^]*0345 988 1188/,
      'Mewn grym pan gawsant eu gwirio ddiwethaf:',
    ],
  ]) {
    for (const name of ['powys', 'gwynedd']) {
      const { status, headers, text } = await get(gateway, `/plain/${language}/${name}.html`);
      assert.equal(status, 503, name);
      assert.match(text, since);
      assert.match(text, new RegExp(`<html lang="${language}">`));
      assert.ok(!text.includes(NONE[language]) && !text.includes(known), text);
      assert.deepEqual([headers['cache-control'], headers['retry-after']], ['no-store', '60']);
    }
    const { text } = await get(gateway, `/plain/${language}/flintshire.html`);
    assert.match(text, new RegExp(`12:46\\..*${known}.*<li>Usk &amp; A</li>.*<li>Wye</li>`, 's'));
    assert.doesNotMatch(text, /Dee/);
  }
  // A condition of the client does not bring an old page back.
  for (const options of [
    { headers: { 'If-Modified-Since': new Date(Date.now() + 60_000).toUTCString() } },
    { headers: { 'If-None-Match': '*' } },
    { method: 'HEAD' },
  ])
    assert.equal((await get(gateway, '/plain/en/powys.html', options)).status, 503, JSON.stringify(options));
});

test('a plain page that is not there, empty, cut, or a link is not served', async () => {
  for (const path of ['en/cardiff', 'cy/message-none', 'en/conwy', 'en/swansea']) {
    const { status, text } = await get(gateway, `/plain/${path}.html`);
    assert.equal(status, 404, path);
    assert.match(text, /not available|ddim ar gael|ar gael/);
  }
  assert.equal((await get(gateway, '/plain/en/linked.html')).status, 403);
  for (const path of ['/plain/de/', '/plain/en/../../secret.json', '/plain/en/.html', '/plain/en/a%2fb.html'])
    assert.ok([400, 404].includes((await get(gateway, path)).status), path);
});

test('search engines are told of the site map', async () => {
  const { text } = await get(gateway, '/robots.txt');
  assert.match(text, new RegExp(`Sitemap: ${gateway.address}plain/sitemap\\.xml`));
  assert.equal((await get(gateway, '/plain/sitemap.xml')).status, 200);
  assert.equal((await get(gateway, '/plain/')).headers.location, '/plain/en/');
});
