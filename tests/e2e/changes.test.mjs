// What has changed since the messages were last marked as seen: marks, numbers, title, icon, announcements, sound.
import { HOUR, MINUTE, collection, json, message } from '../support/bodies.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { AROUND_BRECON, PHONE } from '../support/page.mjs';

const IN_ENGLISH = `${AROUND_BRECON}&lang=en`;
const NAMES = { usk: 'River Usk at Brecon', wye: 'River Wye at Builth Wells', clwyd: 'River Clwyd at Ruthin' };
const POINTS = { usk: [-3.391, 51.947], wye: [-3.405, 52.0], clwyd: [-3.31, 53.11] };
/** By SEVERITYVALUE. */
const SYMBOLS = ['', '#symbol-severe', '#symbol-warning', '#symbol-alert', '#symbol-over'];
const RAISED = Date.now() - HOUR;
const TIMES = { TIMERAISED: RAISED, SEVERITY_CHANGED: RAISED, RIM_CHANGED: RAISED };
test.use({ flags: '--scenario storm' });

/** A body with these messages, by name and SEVERITYVALUE. */
const body = (messages) =>
  collection(
    ...Object.entries(messages).map(([name, value]) =>
      message({ FWACODE: name, DESCRIPTION: NAMES[name], SEVERITYVALUE: value, ...TIMES }, POINTS[name]),
    ),
  );
/** Responses with the messages of `storm`; the River Clwyd is far from the place. */
const answersOf = (storm) => ({
  wales: () => body(storm.messages),
  here: () => {
    const { clwyd: _, ...here } = storm.messages;
    return body(here);
  },
});

const seen = ({ page }) => page.evaluate(() => JSON.parse(localStorage.getItem('gorlif.seen')));
const news = ({ page }, role) => page.locator(`.change-news [role=${role}]`);
/** The marks in the list, by name. */
const marks = async ({ lists, page }) => {
  const marked = lists.messages.and(page.locator('[data-change]'));
  return Object.fromEntries(
    await marked.evaluateAll((rows) => rows.map(({ dataset }) => [dataset.areaCode, dataset.change])),
  );
};
/** Waits until the page compares with what was seen. */
async function ready(gorlif) {
  await expect(news(gorlif, 'status')).toBeAttached();
  await expect.poll(() => seen(gorlif), { message: 'what was seen' }).not.toBeNull();
}
/** Expects a list of exactly these messages. */
async function has({ lists }, messages) {
  await expect(lists.messages).toHaveCount(Object.keys(messages).length);
  for (const [name, value] of Object.entries(messages))
    await expect(lists.message(name).button.locator('use'), name).toHaveAttribute('href', SYMBOLS[value]);
}
/** The next stage: the page asks again, and lists its messages. */
async function next(storm, gorlif, messages) {
  storm.messages = messages;
  await gorlif.sources.checkNow(10);
  await has(gorlif, messages);
}
/** Collects what live regions say from now on, by the element and its politeness. */
const listen = ({ page }) =>
  page.evaluate(() => {
    globalThis.said = [];
    for (const region of document.querySelectorAll('.change-news [role]')) {
      const last = () => region.textContent.replace(/\u00a0/g, ' ').trim();
      let text = last();
      new MutationObserver(() => {
        if (last() !== text && last()) globalThis.said.push(`${region.getAttribute('role')}: ${last()}`);
        text = last();
      }).observe(region, { childList: true, characterData: true, subtree: true });
    }
  });
const said = ({ page }) => page.evaluate(() => globalThis.said.splice(0));

test('each stage of a storm has its marks, number, title and announcement once', async ({ visit }) => {
  const storm = { messages: {} };
  const gorlif = await visit(IN_ENGLISH, { answers: answersOf(storm), viewport: PHONE });
  const { page, lists } = gorlif;
  await ready(gorlif);
  await listen(gorlif);
  const title = await page.title();
  const since = (counts) => expect.stringMatching(new RegExp(`^status: Changes since \\d\\d:\\d\\d: ${counts}\\.$`));
  const words = page.locator('[data-change] .change');
  const shows = async (wanted, count, ...announcements) => {
    await expect(page).toHaveTitle(count ? `(${count}) ${title}` : title);
    expect(await marks(gorlif)).toEqual(wanted);
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', count ? 'icon-changed.svg' : 'icon.svg');
    expect(await said(gorlif)).toEqual(announcements);
    const named = (await words.allTextContents()).map((word) => word.toLowerCase());
    expect(named.sort()).toEqual(Object.values(wanted).sort());
  };
  const mark = async () => {
    await page.getByRole('button', { name: 'Mark as seen' }).click();
    await expect(page).toHaveTitle(title);
    await expect(page.locator('#warnings-heading')).toBeFocused();
    expect(await marks(gorlif)).toEqual({});
  };
  // Calm: nothing is new on a first visit.
  await shows({}, 0);
  // An alert; a message far away is none of this place's.
  await next(storm, gorlif, { usk: 3 });
  await shows({ usk: 'new' }, 1, since('1 new'));
  await mark();
  // Raised to a warning.
  await next(storm, gorlif, { usk: 2 });
  await shows({ usk: 'raised' }, 1, since('1 raised'));
  // The same again is announced no second time.
  await next(storm, gorlif, { usk: 2 });
  await shows({ usk: 'raised' }, 1);
  // Severe, and another one.
  await next(storm, gorlif, { usk: 1, wye: 3 });
  const severe = 'alert: New severe flood warning, danger to life: River Usk at Brecon;';
  await shows({ usk: 'raised', wye: 'new' }, 2, since('1 new, 1 raised'), severe);
  // A reload keeps what was not marked as seen.
  await page.reload();
  await ready(gorlif);
  await has(gorlif, { usk: 1, wye: 3 });
  await expect.poll(() => marks(gorlif), { message: 'marks' }).toEqual({ usk: 'raised', wye: 'new' });
  // Named above the list, the most severe first, in both languages.
  const named = lists.warnings.locator('.changes li:not([data-change="ended"])');
  for (const [language, counted, severe, ...names] of [
    [
      'cy',
      /^Newidiadau ers \d\d:\d\d: 1\snewydd, 1\swedi\scodi\.$/,
      'Rhybudd llifogydd difrifol newydd, perygl i fywyd: River Usk at Brecon;',
      "Wedi'i chodi · Rhybudd Llifogydd Difrifol · River Usk at Brecon · Powys",
      'Newydd · Llifogydd: byddwch yn barod · River Wye at Builth Wells · Powys',
    ],
    [
      'en',
      /^Changes since/,
      /^New severe/,
      'Raised · Severe flood warning · River Usk at Brecon · Powys',
      'New · Flood alert · River Wye at Builth Wells · Powys',
    ],
  ]) {
    await gorlif.inLanguage(language);
    await expect(named).toHaveText(names);
    await expect(news(gorlif, 'status')).toHaveText(counted);
    await expect(news(gorlif, 'alert')).toHaveText(severe);
  }
  // Also where a filter of the list hides it.
  await page.goto(`${page.url()}&severity=alert`);
  await ready(gorlif);
  await expect(lists.message('usk').row).toHaveCount(0);
  await named.first().getByRole('button').click();
  await expect(lists.message('usk').details).toBeVisible();
  await expect(page).toHaveTitle(`(2) ${title}`);
  await listen(gorlif);
  await mark();
  await said(gorlif);
  // Lowered.
  await next(storm, gorlif, { usk: 3, wye: 3 });
  await shows({ usk: 'lowered' }, 1, since('1 lowered'));
  // Stood down; and the other one is no longer in the response.
  await next(storm, gorlif, { usk: 4, wye: 3 });
  await shows({ usk: 'ended' }, 1, since('1 ended'));
  await mark();
  await next(storm, gorlif, { usk: 4 });
  await shows({}, 1, since('1 ended'));
  await expect(lists.warnings.getByText('No longer in force:', { exact: true })).toBeVisible();
  await expect(lists.warnings.locator('.changes li[data-change="ended"]')).toHaveText([NAMES.wye]);
});

test('what was seen is kept over a night and by all tabs, and after two days it says nothing', async ({ visit }) => {
  const storm = { messages: { usk: 3 } };
  const gorlif = await visit(IN_ENGLISH, { answers: answersOf(storm) });
  const { page } = gorlif;
  await ready(gorlif);
  const setBack = (hours) =>
    page.evaluate((ms) => {
      const seen = JSON.parse(localStorage.getItem('gorlif.seen'));
      localStorage.setItem('gorlif.seen', JSON.stringify({ ...seen, seen: seen.seen - ms }));
    }, hours * HOUR);
  await setBack(13);
  storm.messages = { usk: 2, wye: 3 };
  await page.reload();
  await expect(page).toHaveTitle(/^\(2\) /);
  await expect(news(gorlif, 'status')).toHaveText(/: 1\snew, 1\sraised\.$/);
  // Another tab shows the same; what is marked there is marked here.
  const { page: other } = await gorlif.openTab();
  await expect(other).toHaveTitle(/^\(2\) /);
  await other.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(page).toHaveTitle(/^[^(]/);
  expect(await marks(gorlif)).toEqual({});
  await other.close();
  await setBack(49);
  storm.messages = { usk: 1 };
  const before = Date.now() - MINUTE;
  await page.reload();
  await expect.poll(async () => (await seen(gorlif)).seen, { message: 'when it was seen' }).toBeGreaterThan(before);
  await has(gorlif, { usk: 1 });
  expect(await marks(gorlif)).toEqual({});
});

test('for all of Wales nothing is an alert, and a message elsewhere is no change', async ({ visit, gateway }) => {
  const storm = { messages: { usk: 2 } };
  const gorlif = await visit('?lang=en', { answers: answersOf(storm) });
  const { page, sources } = gorlif;
  await ready(gorlif);
  await next(storm, gorlif, { usk: 2, clwyd: 1 });
  await expect(page).toHaveTitle(/^\(1\) /);
  // All of Wales has no place, around which a severe warning would be new.
  expect(await news(gorlif, 'alert').textContent()).toBe('');
  expect(await marks(gorlif)).toEqual({ clwyd: 'new' });
  await page.goto(gateway.address + IN_ENGLISH);
  await sources.are('fresh', 'warnings', 'warnings-here');
  await has(gorlif, { usk: 2 });
  await expect(news(gorlif, 'status')).toBeAttached();
  expect(await news(gorlif, 'status').textContent()).toBe('');
  expect(await marks(gorlif)).toEqual({});
});

test('the sound is off until it is switched on, and is played for what is new or raised', async ({ visit }) => {
  const storm = { messages: {} };
  const gorlif = await visit(`${IN_ENGLISH}&wall=1`, {
    answers: answersOf(storm),
    init: () => {
      globalThis.played = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...args) {
        globalThis.played += 1;
        return start.apply(this, args);
      };
    },
  });
  const { page } = gorlif;
  await ready(gorlif);
  const played = () => page.evaluate(() => globalThis.played);
  // A wall has no button that could be pressed.
  const next = async (messages) => {
    storm.messages = messages;
    await gorlif.later(70);
    await page.locator('.sources > button').evaluate((button) => button.click());
    await has(gorlif, messages);
  };
  await next({ usk: 3 });
  await expect(page).toHaveTitle(/^\(1\) /);
  expect(await played()).toBe(0);
  await page.keyboard.press('s');
  await expect(page.getByText('Sound when a warning or alert is new or raised')).toBeVisible();
  // The press plays it once, so that it is known.
  expect(await played()).toBe(1);
  await next({ usk: 2 });
  await expect.poll(played, { message: 'sounds' }).toBe(2);
  await next({ usk: 3 });
  await expect.poll(() => marks(gorlif)).toEqual({ usk: 'new' });
  expect(await played()).toBe(2);
});

// case 174
test('a message that the list still has as severe is not called lowered', async ({ open }) => {
  const storm = { messages: { usk: 1 } };
  // The place's own response, which stays, and the newer one for all of Wales.
  const still = json(body({ usk: 1 }), { 'X-Origin-Date': new Date(Date.now() - MINUTE).toUTCString() });
  const gorlif = await open(IN_ENGLISH, { answers: { ...answersOf(storm), here: still } });
  await ready(gorlif);
  await has(gorlif, { usk: 1 });
  storm.messages = { usk: 3 };
  await gorlif.sources.checkNow(60);
  await has(gorlif, { usk: 1 });
  expect(await marks(gorlif)).toEqual({});
});
