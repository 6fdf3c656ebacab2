// What has changed since the messages were last marked as seen: marks, numbers, title, icon, announcements, sound.
import { HOUR, MINUTE, collection, json, message } from '../support/bodies.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { AROUND_BRECON, PHONE } from '../support/page.mjs';

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
const marks = ({ lists }) =>
  lists.messages.evaluateAll((rows) =>
    Object.fromEntries(
      rows.filter(({ dataset }) => dataset.change).map(({ dataset }) => [dataset.areaCode, dataset.change]),
    ),
  );
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
  await gorlif.later(10);
  await gorlif.sources.checkNow();
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

for (const [language, words] of Object.entries({
  en: {
    since: 'Changes since',
    counts: { new: '1 new', raised: '1 raised', lowered: '1 lowered', ended: '1 ended' },
    severe: 'alert: New severe flood warning, danger to life: River Usk at Brecon;',
    mark: 'Mark as seen',
    named: [
      'Raised · Severe flood warning · River Usk at Brecon · Powys',
      'New · Flood alert · River Wye at Builth Wells · Powys',
    ],
    marks: { new: 'New', raised: 'Raised', lowered: 'Lowered', ended: 'Ended' },
    gone: 'No longer in force:',
  },
  cy: {
    since: 'Newidiadau ers',
    counts: { new: '1 newydd', raised: '1 wedi codi', lowered: '1 wedi gostwng', ended: '1 wedi dod i ben' },
    severe: 'alert: Rhybudd llifogydd difrifol newydd, perygl i fywyd: River Usk at Brecon;',
    mark: "Marcio fel wedi'u gweld",
    named: [
      "Wedi'i chodi · Rhybudd Llifogydd Difrifol · River Usk at Brecon · Powys",
      'Newydd · Llifogydd: byddwch yn barod · River Wye at Builth Wells · Powys',
    ],
    marks: { new: 'Newydd', raised: "Wedi'i chodi", lowered: "Wedi'i gostwng", ended: 'Wedi dod i ben' },
    gone: 'Ddim mewn grym mwyach:',
  },
})) {
  test(`each stage of a storm has its marks, number, title and announcement once (${language})`, async ({ visit }) => {
    const storm = { messages: {} };
    const gorlif = await visit(`${AROUND_BRECON}&lang=${language}`, { answers: answersOf(storm), viewport: PHONE });
    const { page, lists } = gorlif;
    await ready(gorlif);
    await listen(gorlif);
    const title = await page.title();
    const since = (...kinds) => {
      const counts = kinds.map((kind) => words.counts[kind]).join(', ');
      return expect.stringMatching(new RegExp(`^status: ${words.since} \\d\\d:\\d\\d: ${counts}\\.$`));
    };
    const shows = async (wanted, count, ...announcements) => {
      await expect(page).toHaveTitle(count ? `(${count}) ${title}` : title);
      expect(await marks(gorlif)).toEqual(wanted);
      await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', count ? 'icon-changed.svg' : 'icon.svg');
      expect(await said(gorlif)).toEqual(announcements);
      const shown = await page.locator('[data-change] .change').allTextContents();
      const expected = Object.values(wanted).map((change) => words.marks[change]);
      expect(shown.sort()).toEqual(expected.sort());
    };
    const mark = async () => {
      await page.getByRole('button', { name: words.mark }).click();
      await expect(page).toHaveTitle(title);
      await expect(page.locator('#warnings-heading')).toBeFocused();
      expect(await marks(gorlif)).toEqual({});
    };
    // Calm: nothing is new on a first visit.
    await shows({}, 0);
    // An alert; a message far away is none of this place's.
    await next(storm, gorlif, { usk: 3 });
    await shows({ usk: 'new' }, 1, since('new'));
    await mark();
    // Raised to a warning.
    await next(storm, gorlif, { usk: 2 });
    await shows({ usk: 'raised' }, 1, since('raised'));
    // The same again is announced no second time.
    await next(storm, gorlif, { usk: 2 });
    await shows({ usk: 'raised' }, 1);
    // Severe, and another one.
    await next(storm, gorlif, { usk: 1, wye: 3 });
    await shows({ usk: 'raised', wye: 'new' }, 2, since('new', 'raised'), words.severe);
    // A reload keeps what was not marked as seen.
    await page.reload();
    await ready(gorlif);
    await has(gorlif, { usk: 1, wye: 3 });
    await expect(lists.messages.and(page.locator('[data-change]'))).toHaveCount(2);
    // Named above the list, the most severe first.
    const named = lists.warnings.locator('.changes li:not([data-change="ended"])');
    await expect(named).toHaveText(words.named);
    // Also where a filter of the list hides it.
    await lists.warnings.locator('.filters summary').click();
    await page.locator('#filter-severity').selectOption('alert');
    await expect(lists.message('usk').row).toHaveCount(0);
    await named.first().getByRole('button').click();
    await expect(lists.message('usk').details).toBeVisible();
    await expect(page).toHaveTitle(`(2) ${title}`);
    await listen(gorlif);
    await mark();
    await said(gorlif);
    // Lowered.
    await next(storm, gorlif, { usk: 3, wye: 3 });
    await shows({ usk: 'lowered' }, 1, since('lowered'));
    // Stood down; and the other one is no longer in the response.
    await next(storm, gorlif, { usk: 4, wye: 3 });
    await shows({ usk: 'ended' }, 1, since('ended'));
    await mark();
    await next(storm, gorlif, { usk: 4 });
    await shows({}, 1, since('ended'));
    const changes = lists.warnings.locator('.changes');
    await expect(changes.getByText(words.gone, { exact: true })).toBeVisible();
    await expect(changes.locator('li[data-change="ended"]')).toHaveText([NAMES.wye]);
  });
}

test('what was seen is kept over a night and by all tabs, and after two days it says nothing', async ({ visit }) => {
  const storm = { messages: { usk: 3 } };
  const gorlif = await visit(`${AROUND_BRECON}&lang=en`, { answers: answersOf(storm) });
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
  const other = await page.context().newPage();
  await other.goto(page.url());
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
  await page.goto(`${gateway.address}${AROUND_BRECON}&lang=en`);
  await sources.are('fresh', 'warnings', 'warnings-here');
  await has(gorlif, { usk: 2 });
  await expect(news(gorlif, 'status')).toBeAttached();
  expect(await news(gorlif, 'status').textContent()).toBe('');
  expect(await marks(gorlif)).toEqual({});
});

test('the sound is off until it is switched on, and is played for what is new or raised', async ({ visit }) => {
  const storm = { messages: {} };
  const gorlif = await visit(`${AROUND_BRECON}&lang=en`, {
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
  const { page, lists } = gorlif;
  await ready(gorlif);
  const played = () => page.evaluate(() => globalThis.played);
  await next(storm, gorlif, { usk: 3 });
  await expect(page).toHaveTitle(/^\(1\) /);
  expect(await played()).toBe(0);
  await lists.show('watched');
  const button = page.getByRole('button', { name: 'Sound when a warning or alert is new or raised' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  // The press plays it once, so that it is known.
  expect(await played()).toBe(1);
  await next(storm, gorlif, { usk: 2 });
  await expect.poll(played, { message: 'sounds' }).toBe(2);
  await next(storm, gorlif, { usk: 3 });
  await expect(lists.message('usk').row).toHaveAttribute('data-change', 'new');
  expect(await played()).toBe(2);
});

// case 174
test('a message that the list still has as severe is not called lowered', async ({ open }) => {
  const storm = { messages: { usk: 1 } };
  // The place's own response, which stays, and the newer one for all of Wales.
  const still = json(body({ usk: 1 }), { 'X-Origin-Date': new Date(Date.now() - MINUTE).toUTCString() });
  const gorlif = await open(`${AROUND_BRECON}&lang=en`, { answers: { ...answersOf(storm), here: still } });
  await ready(gorlif);
  await has(gorlif, { usk: 1 });
  storm.messages = { usk: 3 };
  await gorlif.later(60);
  await gorlif.sources.checkNow();
  await has(gorlif, { usk: 1 });
  expect(await marks(gorlif)).toEqual({});
});
