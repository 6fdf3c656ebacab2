// Hostile text wherever text comes from outside: all fields of the three operations, the page's address, the builder. It is shown as
// text or not at all, and nothing runs, before the policy of production and without leaning on it.
import { collection, gauge, message } from '../support/bodies.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { ON_ALL_VERSIONS } from '../support/operations.mjs';
import { PAYLOADS } from '../support/payloads.mjs';

test.use({ flags: '--scenario calm' });

const nothingRan = async ({ page }, name) => expect(await page.evaluate(() => window.ran), name).toBeUndefined();
const onlyAsks = ({ asked }, { address }) =>
  expect(asked.map((request) => request.url()).filter((url) => !url.startsWith(address))).toEqual([]);

const all = (names, text) => Object.fromEntries(names.split(' ').map((name) => [name, text]));
const position = (i) => [-3.5 - (i % 10) / 20, 51.7 + i / 200];
const OF_GAUGES = 'NameEN NameCY NGR ParamNameEN ParamNameCY StatusEN StatusCY TitleEN TitleCY Units url LatestTime';
const hostileGauge = (text, i) => gauge({ ...all(OF_GAUGES, text), Location: `${text}${i}` }, position(i));
const OF_MESSAGES = 'AREA DESCRIPTION SEVERITY TIDAL RIM_ENGLISH RIM_WELSH';
const hostileMessage = (text, i) =>
  message({ ...all(OF_MESSAGES, text), FWACODE: `${text}${i}`, SEVERITYVALUE: 1 + (i % 4) }, position(i));
const OF_RISKS =
  'Day_en LocationCounty_en Region_en RiskLevelName_en Day_cy LocationCounty_cy Region_cy RiskLevelName_cy';

// case 95, 97, 99, 101
test(`${PAYLOADS.length} payloads in every text field stand as text`, ON_ALL_VERSIONS, async ({ visit, gateway }) => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(120);
  expect(new Set(PAYLOADS).size).toBe(PAYLOADS.length);
  const warnings = collection(...PAYLOADS.map(hostileMessage));
  const gorlif = await visit('', {
    answers: {
      levels: collection(...PAYLOADS.map(hostileGauge)),
      wales: warnings,
      here: warnings,
      forecast: PAYLOADS.map((text) => all(OF_RISKS, text)),
    },
  });
  const { page, lists } = gorlif;
  await expect(lists.gauges).toHaveCount(PAYLOADS.length);
  await lists.showAll();
  await expect(lists.messages).toHaveCount(PAYLOADS.length);
  for (const lang of ['cy', 'en']) {
    await gorlif.speak(lang);
    // Each entry's details once; the map says the same in its bubble.
    if (lang === 'cy')
      await page.evaluate(async () => {
        for (const button of document.querySelectorAll('.entries > li > button')) {
          if (button.getAttribute('aria-expanded') !== 'true') button.click();
          await new Promise((done) => requestAnimationFrame(done));
        }
      });
    const shown = await page.locator('#page').textContent();
    // Signs that no text holds are shown as a replacement or left out; the rest stands letter by letter.
    for (const text of PAYLOADS.filter((text) => !/[\u0000-\u001f\u202e]/.test(text)))
      expect(shown, lang).toContain(text.trim());
  }
  await nothingRan(gorlif);
  const made = await page
    .locator('#page')
    .locator(
      'script, iframe, img:not(.leaflet-marker-icon), object, embed, form:not(.search, .own-level), base, meta, ' +
        'video, audio, style, link, template, noscript, marquee, math',
    )
    .evaluateAll((found) => found.map((element) => element.outerHTML.slice(0, 80)));
  expect(made).toEqual([]);
  const protocols = await page.locator('a[href]').evaluateAll((links) => links.map((link) => link.protocol));
  expect(protocols.filter((protocol) => !['http:', 'https:', 'tel:'].includes(protocol))).toEqual([]);
  const attributes = await page
    .locator('*')
    .evaluateAll((found) => found.flatMap((element) => [...element.attributes].map(({ name }) => name)));
  expect(attributes.filter((name) => name.startsWith('on'))).toEqual([]);
  await expect(page.locator('#page a[href*="evil.example"]'), 'addresses in texts stay text').toHaveCount(0);
  onlyAsks(gorlif, gateway);
});

const NAMES = 'lat lon r lang station area county day embed v theme accent layers height'.split(' ');
/** Addresses with a payload in each parameter: each payload is in one, and in the next address in another. */
const ADDRESSES = Array.from({ length: Math.ceil(PAYLOADS.length / (NAMES.length - 1)) }, (_, row) => {
  const values = NAMES.map((name, i) => [name, PAYLOADS[(row * (NAMES.length - 1) + i) % PAYLOADS.length]]);
  return `?${new URLSearchParams(values)}`;
});
/** The same in the fragment, where frames keep their options, and without names. */
const FRAGMENTS = ADDRESSES.map(
  (query, i) => `?embed=map&${encodeURIComponent(PAYLOADS[i])}#${query.slice(1)}&embed=map`,
);
// How a frame reads each of its options is tested with its script alone (tests/scripts/embed_frame.test.mjs).
// case 96, 105
test('payloads in parameters and fragment, of page and frames, are values or nothing', async ({ open, gateway }) => {
  for (const addresses of [ADDRESSES, FRAGMENTS]) {
    const missing = PAYLOADS.filter((text) => !addresses.join().includes(new URLSearchParams([['', text]]).toString()));
    expect(missing).toEqual([]);
  }
  const gorlif = await open('', { at: { address: 'about:blank' } });
  const { page, answer, failure } = gorlif;
  for (const query of [...ADDRESSES, ...FRAGMENTS]) {
    await page.goto(gateway.address + query);
    await expect(answer.element, query).toBeAttached();
    await gorlif.marked('usable');
    await nothingRan(gorlif, query);
    await expect(failure, query).toBeHidden();
  }
  onlyAsks(gorlif, gateway);
  expect(gorlif.faults).toEqual([]);
});

test('payloads in the builder leave a snippet of one frame, two links and one script', async ({ open }) => {
  const gorlif = await open('pages/builder.html');
  const { page } = gorlif;
  await expect(page.locator('#places option').nth(100), 'places to choose from').toBeAttached();
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
        const tags = Array.from(made.querySelectorAll('head *, body *'), ({ tagName }) => tagName)
          .sort()
          .join();
        const own = [...made.querySelectorAll('[src], [href]')].every(
          (element) => new URL(element.src ?? element.href).origin === location.origin,
        );
        if (tags !== 'A,A,IFRAME,P,SCRIPT' || !own || !/^\d+$/.test(made.querySelector('iframe').height))
          wrong.push(`${id}: ${text}: ${tags}`);
        field.value = id === 'height' ? '480' : '';
      }
    }
    return wrong;
  }, PAYLOADS);
  expect(broken).toEqual([]);
  await nothingRan(gorlif);
  expect(gorlif.faults).toEqual([]);
});
