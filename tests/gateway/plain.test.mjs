// The recorder's plain pages through the gateway: a page whose proof has ended is not served.
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { folderFor, get, startBoth } from '../support/gateway-harness.mjs';

const MINUTES = 60;
const CHECKED = { en: '26 July 2026, 12:46', cy: '26 Gorffennaf 2026, 12:46' };
const NONE = { en: 'No flood warnings', cy: 'Dim rhybuddion' };
/** A page that is proven for so many more seconds, as the recorder writes it; without a number it proves nothing. */
const page = (language, left, more = '') => {
  const end = Math.floor(Date.now() / 1_000) + left;
  const proof = left === undefined ? '' : `<!-- proven until ${end}: ${CHECKED[language]} -->`;
  return `<!doctype html>${proof}\n<html lang="${language}"><title>Plain</title><p>${NONE[language]}</p>${more}</html>\n`;
};
/** A list of messages, as the recorder writes it. */
const listed = (severity, name) =>
  `<h2 class="${severity}">Heading</h2>\n<ul class="messages">\n<li>${name}</li>\n</ul>\n`;
const MESSAGES = listed('severe', 'Usk &amp; A') + listed('alert', 'Wye') + listed('over', 'Dee');

let gateway;
before(async (t) => {
  const folder = join(folderFor(), 'history');
  for (const language of ['en', 'cy']) {
    const inner = join(folder, 'plain', language);
    mkdirSync(inner, { recursive: true });
    const files = {
      'index.html': page(language, 10 * MINUTES),
      'powys.html': page(language, -1),
      'gwynedd.html': page(language, 23 * MINUTES),
      'flintshire.html': page(language, -1, MESSAGES),
      'newport.html': page(language, 30),
      [`message-${'a'.repeat(190)}.html`]: page(language),
      'message-A_2f1.html': page(language),
      'conwy.html': '',
      'swansea.html': '<!doctype html><!-- proven until 1',
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(inner, name), content);
  }
  writeFileSync(join(folder, 'plain/sitemap.xml'), '<urlset/>');
  writeFileSync(join(folder, 'secret.html'), page('en', 10 * MINUTES));
  symlinkSync('../../secret.html', join(folder, 'plain/en/linked.html'));
  ({ gateway } = await startBoth(t, undefined, { GORLIF_HISTORY: folder }));
});

test('a proven page comes as HTML for a minute, no longer than it is proven, under a policy without scripts', async () => {
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
  assert.ok(Number(seconds) <= 30, headers['cache-control']);
  // A page that says itself that it is not proven stays.
  for (const name of ['A_2f1', 'a'.repeat(190)])
    assert.equal((await get(gateway, `/plain/en/message-${name}.html`)).status, 200, name);
});

// case 196
test('a page whose proof has ended, or is of a clock that is ahead, is answered with a notice in its language', async () => {
  for (const name of ['powys', 'gwynedd'])
    for (const [language, since] of [
      ['en', /could not be checked since 26 July 2026, 12:46\.<[^]*0345 988 1188/],
      ['cy', /Nid oes modd gwirio rhybuddion llifogydd ers 26 Gorffennaf 2026, 12:46\.<[^]*0345 988 1188/],
    ]) {
      const { status, headers, text } = await get(gateway, `/plain/${language}/${name}.html`);
      assert.equal(status, 503, name);
      assert.match(text, since);
      assert.match(text, new RegExp(`<html lang="${language}">`));
      assert.ok(!text.includes(NONE[language]), text);
      assert.deepEqual([headers['cache-control'], headers['retry-after']], ['no-store', '60']);
    }
});

// case 196
test('a notice has the messages that were in force when they were last checked', async () => {
  for (const [language, heading] of [
    ['en', 'In force when they were last checked:'],
    ['cy', 'Mewn grym pan gawsant eu gwirio ddiwethaf:'],
  ]) {
    const { text } = await get(gateway, `/plain/${language}/flintshire.html`);
    assert.match(text, new RegExp(`12:46\\..*${heading}.*<li>Usk &amp; A</li>.*<li>Wye</li>`, 's'));
    assert.doesNotMatch(text, /Dee/);
    assert.ok(!(await get(gateway, `/plain/${language}/powys.html`)).text.includes(heading));
  }
});

test('a condition of the client does not bring an old page back', async () => {
  for (const options of [
    { headers: { 'If-Modified-Since': new Date(Date.now() + 60_000).toUTCString() } },
    { headers: { 'If-None-Match': '*' } },
    { method: 'HEAD' },
  ])
    assert.equal((await get(gateway, '/plain/en/powys.html', options)).status, 503, JSON.stringify(options));
});

test('a page that is not there, empty, cut, or a link is not served', async () => {
  for (const path of ['en/cardiff', 'cy/message-none', 'en/conwy', 'en/swansea']) {
    const { status, text } = await get(gateway, `/plain/${path}.html`);
    assert.equal(status, 404, path);
    assert.match(text, /not available|ddim ar gael|ar gael/);
  }
  assert.equal((await get(gateway, '/plain/en/linked.html')).status, 403);
  for (const path of ['/plain/de/', '/plain/en/../../secret.html', '/plain/en/.html', '/plain/en/a%2fb.html'])
    assert.ok([400, 404].includes((await get(gateway, path)).status), path);
});

test('search engines are told of the site map', async () => {
  const { text } = await get(gateway, '/robots.txt');
  assert.match(text, new RegExp(`Sitemap: ${gateway.address}plain/sitemap\\.xml`));
  assert.equal((await get(gateway, '/plain/sitemap.xml')).status, 200);
  assert.equal((await get(gateway, '/plain/')).headers.location, '/plain/en/');
});
