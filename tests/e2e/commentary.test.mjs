// The forecaster's commentary above the days of the forecast: its time, its language, and what the page does without it.
import { expect, test as base } from '../support/fixtures.mjs';
import { PHONE, WIDE, hasten } from '../support/page.mjs';

const SUMMARY = '**/floodforecast/*/summary';

const test = base.extend({
  /** Opens the forecast of a page whose deployment has the commentary in a version. */
  openForecast: async ({ open, startGateway }, use) => {
    await use(async (query = '?lang=en', { commentary = 'v1', ...options } = {}) => {
      const gorlif = await open(query, { at: await startGateway({ operations: { commentary } }), ...options });
      await gorlif.marked();
      await gorlif.lists.show('forecast');
      await expect(gorlif.page.locator('td[data-day]').first()).toBeVisible();
      return gorlif;
    });
  },
});
test.use({ flags: '--scenario storm' });

const shown = ({ page }) => page.locator('details.commentary');
const fulfilled = (body, headers = {}) => ({
  contentType: 'application/json',
  headers: { Date: new Date().toUTCString(), ...headers },
  body: JSON.stringify(body),
});

test('it stands above the days with its time, in its paragraphs, in both languages', async ({ openForecast }) => {
  for (const [viewport, commentary] of [
    [PHONE, 'v1'],
    [WIDE, 'v2'],
  ]) {
    const gorlif = await openForecast('?lang=en', { viewport, commentary });
    for (const [language, heading, words] of [
      ['en', /^The forecaster's commentary, as of /, 'Made-up commentary. Heavy rain falls on saturated ground'],
      ['cy', /^Sylwadau'r rhagolygwr, am /, 'Sylwadau gwneud. Mae glaw trwm yn disgyn'],
    ]) {
      await gorlif.inLanguage(language);
      await expect(shown(gorlif).locator('summary')).toHaveText(heading);
      const message = shown(gorlif).locator('.message');
      await expect(message).toContainText(words);
      expect(await message.getAttribute('lang')).toBeNull();
      expect(await message.innerText()).toMatch(/\.\n\n/);
      await expect(gorlif.page.locator('details.commentary ~ * td[data-day]').first()).toBeAttached();
      await expect(gorlif.page.getByText(/commentary is not shown here|Ni ddangosir sylwadau/)).toHaveCount(0);
    }
    expect(gorlif.faults).toEqual([]);
  }
});

/** Answers each request for the commentary with what `answer` has for its number, if anything, and counts them. */
function counted(answer) {
  const counter = { requests: 0 };
  counter.prepare = (context) =>
    context.route(SUMMARY, (route) => {
      counter.requests += 1;
      const given = answer(counter.requests);
      return given && route.fulfill(given);
    });
  return counter;
}

test('a text in one language is marked in the other, and an opened one stays open', async ({ openForecast }) => {
  const counter = counted(() => fulfilled([{ Summary_en: 'Rain in the south. '.repeat(60), Summary_cy: '' }]));
  const gorlif = await openForecast('?lang=cy', { prepare: counter.prepare });
  const box = shown(gorlif);
  await expect(box).not.toHaveAttribute('open');
  await box.locator('summary').click();
  await expect(box).toHaveAttribute('open');
  await expect(box.locator('.message')).toHaveAttribute('lang', 'en');
  await expect(box).toContainText("Mae'r sylwadau hyn yn Saesneg yn unig.");
  // Within a quarter of an hour another response of the forecast requests none.
  await gorlif.sources.checkNow(300);
  expect(counter.requests).toBe(1);
  await gorlif.sources.checkNow(4_000);
  await expect.poll(() => counter.requests).toBe(2);
  await expect(box).toHaveAttribute('open');
  await gorlif.speak('en');
  expect(await box.locator('.message').getAttribute('lang')).toBeNull();
  await expect(box).not.toContainText('in Welsh only');
  expect(gorlif.faults).toEqual([]);
});

test('a stale response of a cache is followed by one more request', async ({ openForecast }) => {
  const old = fulfilled({ Summary_en: 'Old rain.' }, { 'X-Cache-Status': 'STALE' });
  const counter = counted((nth) => (nth === 1 ? old : fulfilled({ Summary_en: 'New rain.' })));
  const gorlif = await openForecast('?lang=en', { prepare: counter.prepare, init: hasten });
  await expect(shown(gorlif)).toContainText('New rain.');
  expect(counter.requests).toBe(2);
});

// case 200
test('one that is absent is named for the operator, and nothing else changes', async ({ openForecast }) => {
  const { prepare } = counted(() => ({ status: 404, body: '' }));
  const gorlif = await openForecast('?lang=en', { prepare });
  const { page, sources } = gorlif;
  await expect(sources.operator.locator('pre')).toContainText(/commentary: .*status 404/);
  await expect(shown(gorlif)).toHaveCount(0);
  await expect(page.getByText("The forecaster's commentary is not shown here.")).toBeVisible();
  await expect(page.locator('.sources .all')).not.toHaveAttribute('open');
});

// case 200
test('one that becomes too old in an open page is taken away and named for the operator', async ({ openForecast }) => {
  const almost = new Date(Date.now() - 86_400_000 + 600_000).toUTCString();
  // The next request gets no response.
  const { prepare } = counted((nth) => nth === 1 && fulfilled({ Summary_en: 'Rain.' }, { 'X-Origin-Date': almost }));
  const gorlif = await openForecast('?lang=en', { prepare });
  await expect(shown(gorlif)).toContainText('Rain.');
  await gorlif.later(3_600);
  await expect(shown(gorlif)).toHaveCount(0);
  await expect(gorlif.sources.operator.locator('pre')).toContainText('commentary: older than 24 hours');
});
