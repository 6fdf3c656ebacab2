// Hostile text wherever text comes from outside: all fields of the three operations, the page's address, the builder. It is shown as
// text or not at all, and nothing runs, before the policy of production and without leaning on it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

const RUN = 'window.ran=1';
const TAGS = [
  'img src=x onerror',
  'svg onload',
  'body onload',
  'iframe onload',
  'video src=x onerror',
  'audio src=x onerror',
  'input autofocus onfocus',
  'select autofocus onfocus',
  'textarea autofocus onfocus',
  'details open ontoggle',
  'marquee onstart',
  'object data=x onerror',
  'embed src=x onerror',
  'style onload',
  'link rel=stylesheet href=x onerror',
  'math onmouseover',
  'a tabindex=0 autofocus onfocus',
  'keygen autofocus onfocus',
  'video><source onerror',
  'picture><img src=x onerror',
];
const WRAPS = [(tag) => `<${tag}="${RUN}">`, (tag) => `"><${tag}=${RUN}>`, (tag) => `'><${tag}='${RUN}'//`];
const PAYLOADS = [
  ...TAGS.flatMap((tag) => WRAPS.map((wrap) => wrap(tag))),
  ...['script', 'SCRIPT', 'scr\u0000ipt', 'script ', 'script/x', 'script\n'].flatMap((tag) => [
    `<${tag}>${RUN}</script>`,
    `</textarea><${tag}>${RUN}</script>`,
    `--><${tag}>${RUN}</script>`,
    `]]><${tag}>${RUN}</script>`,
  ]),
  ...[
    'javascript',
    'JaVaScRiPt',
    'java\tscript',
    'java\nscript',
    ' javascript',
    '\u0001javascript',
    'javascript&colon;',
    'vbscript',
    'data',
  ].map((scheme) => (scheme === 'data' ? `data:text/html,<script>${RUN}</script>` : `${scheme}:${RUN}`)),
  ...['${', '{{', '#{', '<%=', '{%', '[[', '@(', '*{'].map((open) => `${open}constructor.constructor('${RUN}')()}}`),
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>">',
  '<svg><script>window.ran=1</script></svg>',
  '<svg><animate onbegin=window.ran=1 attributeName=x dur=1s>',
  '<math><mtext></math><img src=x onerror=window.ran=1>',
  '<form><button formaction=javascript:window.ran=1>x',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:window.ran=1">',
  '<template><img src=x onerror=window.ran=1></template>',
  '<b id=page>x</b>',
  '<x id=settings>{"endpoint":"https://evil.example"}</x>',
  '&lt;img src=x onerror=window.ran=1&gt;',
  '&#60;script&#62;window.ran=1&#60;/script&#62;',
  '%3Cscript%3Ewindow.ran=1%3C/script%3E',
  '\\u003cscript\\u003ewindow.ran=1',
  '<<script>window.ran=1//<</script>',
  '<img src=`x` onerror=`window.ran=1`>',
  '<img/src=x/onerror=window.ran=1>',
  '\u202e<img src=x onerror=window.ran=1>',
  '<svg xmlns="http://www.w3.org/2000/svg"><use href="data:image/svg+xml,<svg id=x onload=window.ran=1>#x"/></svg>',
  '"><!--',
  "';window.ran=1;//",
  '";window.ran=1;//',
  '</title><img src=x onerror=window.ran=1>',
  '</style><img src=x onerror=window.ran=1>',
  '__proto__',
  'constructor',
  'toString',
  'https://evil.example/?<script>',
  '<isindex type=image src=x onerror=window.ran=1>',
  '<a href="javascript:window.ran=1">x</a>',
];

let browser, service, gateway, bodies;
before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'calm');
  gateway = await startGateway(service, {
    answer: (path) => {
      const kind = /riverlevels/.test(path)
        ? 'levels'
        : /floodwarnings/.test(path)
          ? 'warnings'
          : /floodforecast/.test(path)
            ? 'forecast'
            : null;
      return kind && bodies
        ? {
            headers: { 'Content-Type': 'application/json', Date: new Date().toUTCString() },
            body: JSON.stringify(bodies[kind]),
          }
        : null;
    },
  });
});
after(async () => {
  await browser?.close();
  await gateway?.stop();
  await service?.stop();
});

const all = (names, text) => Object.fromEntries(names.map((name) => [name, text]));
const feature = (properties, i) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-3.5 - (i % 10) / 20, 51.7 + i / 200] },
  properties,
});
const collection = (features) => ({ type: 'FeatureCollection', features });

test(`${PAYLOADS.length} payloads in every text field of the three operations stand as text, in both languages`, async (t) => {
  assert.ok(PAYLOADS.length >= 120 && new Set(PAYLOADS).size === PAYLOADS.length, String(PAYLOADS.length));
  bodies = {
    levels: collection(
      PAYLOADS.map((text, i) =>
        feature(
          {
            ...all(
              [
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
                'LatestTime',
              ],
              text,
            ),
            LatestValue: '1.2',
            Location: `${text}${i}`,
          },
          i,
        ),
      ),
    ),
    warnings: collection(
      PAYLOADS.map((text, i) =>
        feature(
          {
            ...all(['AREA', 'DESCRIPTION', 'SEVERITY', 'TIDAL', 'RIM_ENGLISH', 'RIM_WELSH'], text),
            FWACODE: `${text}${i}`,
            SEVERITYVALUE: 1 + (i % 4),
            TIMERAISED: Date.now(),
            SEVERITY_CHANGED: Date.now(),
            RIM_CHANGED: Date.now(),
          },
          i,
        ),
      ),
    ),
    forecast: PAYLOADS.map((text) =>
      all(
        [
          'Day_en',
          'LocationCounty_en',
          'Region_en',
          'RiskLevelName_en',
          'Day_cy',
          'LocationCounty_cy',
          'Region_cy',
          'RiskLevelName_cy',
        ],
        text,
      ),
    ),
  };
  t.after(() => {
    bodies = undefined;
  });
  const page = await open(browser, gateway.address);
  t.after(() => page.context().close());
  await marked(page);
  assert.equal(await page.locator('[data-station-id]').count(), PAYLOADS.length);
  assert.equal(await page.locator('[data-area-code]').count(), PAYLOADS.length);
  for (const lang of ['cy', 'en']) {
    await page.locator('.language').click();
    await page.waitForFunction((lang) => document.documentElement.lang === lang, lang);
    // Each entry's details once; the map says the same in its bubble.
    if (lang === 'cy')
      await page.evaluate(async () => {
        for (const button of document.querySelectorAll('.entries > li > button')) {
          if (button.getAttribute('aria-expanded') !== 'true') button.click();
          await new Promise((done) => requestAnimationFrame(done));
        }
      });
    const shown = await page.locator('#page').evaluate((element) => element.textContent);
    // Signs that no text holds are shown as a replacement or left out; the rest stands letter by letter.
    for (const text of PAYLOADS.filter((text) => !/[\u0000-\u001f\u202e]/.test(text)))
      assert.ok(shown.includes(text.trim()), `${lang}: ${text}`);
  }
  assert.equal(await page.evaluate(() => window.ran), undefined);
  assert.deepEqual(
    await page
      .locator('#page')
      .evaluate((element) =>
        [
          ...element.querySelectorAll(
            'script, iframe, img:not(.leaflet-marker-icon), object, embed, form:not(.search, .own-level), base, meta, video, audio, style, link, template, noscript, marquee, math',
          ),
        ].map((found) => found.outerHTML.slice(0, 80)),
      ),
    [],
  );
  assert.deepEqual(
    await page.evaluate(() =>
      [...document.querySelectorAll('a[href]')]
        .map((link) => new URL(link.href).protocol)
        .filter((protocol) => !['http:', 'https:', 'tel:'].includes(protocol)),
    ),
    [],
  );
  assert.deepEqual(
    await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .flatMap((element) => [...element.attributes].map(({ name }) => name))
        .filter((name) => /^on/.test(name)),
    ),
    [],
  );
  assert.deepEqual(
    page.asked
      .map((request) => new URL(request.url()).origin)
      .filter((origin) => origin !== new URL(gateway.address).origin),
    [],
  );
  assert.deepEqual(page.faults, []);
});

test('payloads in the address, of the page and of its frames, are values or nothing', async (t) => {
  const page = await open(browser, 'about:blank');
  t.after(() => page.context().close());
  for (const [i, text] of PAYLOADS.entries()) {
    const value = encodeURIComponent(text);
    const names = [
      'lat',
      'lon',
      'r',
      'lang',
      'station',
      'area',
      'county',
      'day',
      'embed',
      'v',
      'theme',
      'accent',
      'layers',
      'height',
    ];
    // Two at a time, so that each is met alone and beside a good one; the fragment too.
    const query =
      i % 3
        ? `?station=${value}&lang=${value}&${names[i % names.length]}=${value}&embed=map`
        : `?${value}#${value}&embed=${value}`;
    await page.goto(`${gateway.address}${query}`);
    await page.waitForFunction(() => document.getElementById('answer'), null, { polling: 20 });
    assert.equal(await page.evaluate(() => window.ran), undefined, text);
    assert.ok(await page.locator('#failure').isHidden(), text);
  }
  assert.deepEqual(
    page.asked
      .map((request) => new URL(request.url()).origin)
      .filter((origin) => ![new URL(gateway.address).origin, 'null'].includes(origin)),
    [],
  );
  assert.deepEqual(page.faults, []);
});

test('payloads in the builder leave a snippet of one frame, one link and one script', async (t) => {
  const page = await open(browser, `${gateway.address}pages/builder.html`);
  t.after(() => page.context().close());
  await page.waitForFunction(() => document.querySelectorAll('#places option').length > 100);
  await page.locator('#auto').check();
  const broken = await page.evaluate((payloads) => {
    const wrong = [];
    for (const text of payloads) {
      for (const id of ['place', 'accent', 'height']) {
        const field = document.getElementById(id);
        if (id === 'height') field.type = 'text';
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        const made = new DOMParser().parseFromString(document.getElementById('snippet').value, 'text/html');
        const tags = [...made.body.querySelectorAll('*'), ...made.head.querySelectorAll('*')]
          .map((element) => element.tagName)
          .sort()
          .join();
        const own = [...made.querySelectorAll('[src], [href]')].every(
          (element) => new URL(element.src ?? element.href).origin === location.origin,
        );
        if (tags !== 'A,IFRAME,P,SCRIPT' || !own || !/^\d+$/.test(made.querySelector('iframe').height))
          wrong.push(`${id}: ${text}: ${tags}`);
        field.value = id === 'height' ? '480' : '';
      }
    }
    return wrong;
  }, PAYLOADS);
  assert.deepEqual(broken, []);
  assert.equal(await page.evaluate(() => window.ran), undefined);
  assert.deepEqual(page.faults, []);
});
