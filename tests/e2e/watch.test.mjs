// The watch list: what is watched, the visitor's own levels, what happens to them, notifications; and a council's levels.
import { collection, json, message } from '../support/bodies.mjs';
import { expect, test, testInWholeBrowser } from '../support/fixtures.mjs';
import { LEVELS_PATH, WALES_PATH, operationOf } from '../support/operations.mjs';
import { AROUND_BRECON, PHONE } from '../support/page.mjs';

const GAUGE = '4121';
const IN_ENGLISH = `${AROUND_BRECON}&lang=en`;
test.use({ flags: '--control --scenario storm' });

/** Shows the rivers and opens the entry of a gauge. */
async function openGauge({ lists }, id = GAUGE) {
  await lists.show('rivers');
  const entry = lists.gauge(id);
  await entry.button.click();
  await expect(entry.details).toBeVisible();
  return entry;
}
const star = (part, name = 'Watch') => part.getByRole('button', { name, exact: true }).click();
/** Expects that exactly these gauges and areas are watched. */
const watches = ({ page }, ...ids) =>
  expect
    .poll(
      () =>
        page
          .locator('[data-watched]')
          .evaluateAll((rows) => rows.map(({ dataset }) => dataset.stationId ?? dataset.areaCode).sort()),
      { message: 'watched gauges and areas' },
    )
    .toEqual(ids.sort());
const notifyButton = ({ page }) => page.getByRole('button', { name: 'Notify me while this page is open' });
/** Lets the page ask the service again, and waits for the responses. */
async function check(gorlif) {
  await gorlif.later(10);
  await gorlif.sources.checkNow();
}

test('gauge, area and county are watched, listed, kept and removed; storage is asked for once', async ({ visit }) => {
  const gorlif = await visit(IN_ENGLISH, {
    viewport: PHONE,
    init: () => {
      globalThis.asked = 0;
      StorageManager.prototype.persist = async () => {
        globalThis.asked += 1;
        return true;
      };
    },
  });
  const { page, lists } = gorlif;
  const asked = () => page.evaluate(() => globalThis.asked);
  const panel = lists.watched;
  await lists.show('watched');
  await expect(panel).toContainText('Nothing is watched yet.');
  const gauge = await openGauge(gorlif);
  expect(await asked()).toBe(0);
  await star(gauge.row);
  await expect.poll(asked, { message: 'requests to keep the storage' }).toBe(1);
  await lists.show('warnings');
  const code = await lists.messages.first().getAttribute('data-area-code');
  const area = lists.message(code);
  const name = await area.title.textContent();
  await area.button.click();
  await star(area.row);
  await lists.show('forecast');
  await star(page, 'Watch Powys');
  await watches(gorlif, code, GAUGE);
  await page.reload();
  await watches(gorlif, code, GAUGE);
  await lists.show('watched');
  const row = panel.locator('tbody tr');
  await expect(row).toHaveText(/^Usk at Crickhowell Bridge-?[\d.]+\sm/);
  await expect(panel.locator('li .title')).toHaveText([name, 'Powys']);
  await expect(panel.locator('li .line').first()).toHaveText(/Severe flood warning|Flood warning|Flood alert/);
  // The button leads to the entry in its list.
  await row.getByRole('button', { name: 'Usk at Crickhowell Bridge', exact: true }).click();
  await expect(gauge.button).toBeFocused();
  await lists.show('watched');
  const removals = panel.getByRole('button', { name: /^Stop watching / });
  await expect(removals).toHaveCount(3);
  for (const [index, what] of ['Usk at Crickhowell Bridge', name, 'Powys'].entries()) {
    await panel.getByRole('button', { name: `Stop watching ${what}`, exact: true }).click();
    await expect(removals).toHaveCount(2 - index);
    await expect(page.locator('#watch-heading')).toBeFocused();
  }
  await watches(gorlif);
  await expect(panel).toContainText('Nothing is watched yet.');
});

test('what another tab has added is kept', async ({ visit }) => {
  const gorlif = await visit(IN_ENGLISH);
  const gauge = await openGauge(gorlif);
  const other = await gorlif.openTab();
  await star((await openGauge(other, '4009')).row);
  await star(gauge.row);
  await watches(gorlif, '4009', GAUGE);
  await other.lists.show('watched');
  await expect(other.lists.watched.locator('tbody tr'), 'gauges in the other tab').toHaveCount(2);
});

test('an own level is checked, drawn, and reached or not', async ({ visit }) => {
  const gorlif = await visit(IN_ENGLISH, { viewport: { width: 320, height: 640 } });
  const { lists } = gorlif;
  const { row } = await openGauge(gorlif);
  const field = row.getByRole('textbox', { name: 'Own level (m)' });
  const problem = row.getByRole('alert');
  for (const wrong of ['', 'two', '1e9', '9'.repeat(5_000)]) {
    await field.fill(wrong);
    await row.getByRole('button', { name: 'Save' }).click();
    await expect(problem).toContainText('Please give the level as a number');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await watches(gorlif);
  }
  // The level itself is between 0 and 10 m.
  for (const [level, reach] of [
    ['0,1', /0\.100\smreached/],
    ['12.5', /12\.500\smnot reached/],
  ]) {
    await field.fill(level);
    await field.press('Enter');
    await expect(lists.watched.locator('tbody tr'), level).toHaveText(reach);
    await expect(problem).toHaveText('');
  }
  await watches(gorlif, GAUGE);
  expect(await gorlif.excessWidth(), 'pixels too wide').toBeLessThanOrEqual(0);
  await row.getByRole('button', { name: 'Remove' }).click();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await watches(gorlif, GAUGE);
});

testInWholeBrowser('a level reached and a message raised are notified, once', async ({ visit, startGateway }) => {
  // The message and the level of before, by operation.
  const earlier = {};
  let isEarlier = false;
  const at = await startGateway({
    answer: (path) => (isEarlier && operationOf(path) in earlier ? json(earlier[operationOf(path)]) : null),
  });
  const gorlif = await visit(IN_ENGLISH, { at, permissions: ['notifications'], serviceWorkers: 'allow' });
  const { page, lists } = gorlif;
  await gorlif.answer.settled();
  const code = await lists.messages.first().getAttribute('data-area-code');
  const area = lists.message(code);
  const sampleOf = async (path) => (await fetch(`${at.address}api${path}`)).json();
  const { features } = await sampleOf(WALES_PATH);
  earlier.wales = collection(...features.filter(({ properties }) => properties.FWACODE !== code));
  earlier.here = earlier.wales;
  earlier.levels = await sampleOf(LEVELS_PATH);
  const { properties } = earlier.levels.features.find(({ properties }) => properties.Location === GAUGE);
  properties.LatestValue = (properties.LatestValue - 0.2).toFixed(3);
  await area.button.click();
  await star(area.row);
  const { row, value } = await openGauge(gorlif);
  await star(row);
  const level = async () => parseFloat(await value.textContent());
  const high = await level();
  isEarlier = true;
  await check(gorlif);
  await expect(area.row).toHaveCount(0);
  await expect.poll(level, { message: 'level of the gauge' }).toBeLessThan(high);
  const low = await level();
  await row.getByRole('textbox').fill(((high + low) / 2).toFixed(3));
  await row.getByRole('button', { name: 'Save' }).click();
  await lists.show('watched');
  await notifyButton(gorlif).click();
  await expect(notifyButton(gorlif)).toHaveAttribute('aria-pressed', 'true');
  const events = page.locator('.events li');
  expect(await events.count()).toBe(0);
  isEarlier = false;
  await check(gorlif);
  await expect(events).toHaveCount(2);
  await expect(
    events.filter({ hasText: /Usk at Crickhowell Bridge has reached \d\.\d{3}\sm, your own level$/ }),
  ).toHaveCount(1);
  await expect(events.filter({ hasText: /: (Severe flood|Flood) warning: River / })).toHaveCount(1);
  const notifications = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (await registration.getNotifications()).length;
    });
  await expect.poll(notifications, { message: 'notifications' }).toBe(2);
  // A notification that is chosen closes.
  const [worker] = page.context().serviceWorkers();
  await worker.evaluate(async () => {
    const { registration, NotificationEvent } = globalThis;
    const [notification] = await registration.getNotifications();
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
  await expect.poll(notifications, { message: 'notifications' }).toBe(1);
  // The same data again is no event.
  await page.getByRole('button', { name: 'Close' }).click();
  await check(gorlif);
  expect(await events.count()).toBe(0);
});

const NONE = /^None in force, checked (?:\d+\s\w+, )?\d\d:\d\d\.$/;
const SOME = 'Severe flood warning|Flood warning|Flood alert';
// case 182
test('a county is not called free while a message has no point; one at sea counts near it', async ({ visit }) => {
  let one = collection(message({}, null));
  const gorlif = await visit(IN_ENGLISH, {
    answers: { wales: () => one, here: () => one },
    init: () =>
      localStorage.setItem('gorlif.watch', '{"watch_list":1,"areas":["103NONE"],"counties":["pembrokeshire"]}'),
  });
  await gorlif.lists.show('watched');
  const lines = gorlif.lists.watched.locator('li .line');
  await expect(lines).toHaveText([NONE, 'Not known at present.']);
  // In Carmarthenshire, 3 km from the border.
  one = collection(message({}, [-4.62, 51.79]));
  await check(gorlif);
  await expect(lines).toHaveText([NONE, new RegExp(`^Near its border: (${SOME})$`)]);
});

testInWholeBrowser('where notifications are refused the page says so, once', async ({ visit }) => {
  const gorlif = await visit(IN_ENGLISH, { init: () => (Notification.requestPermission = async () => 'denied') });
  await gorlif.lists.show('watched');
  expect(await gorlif.page.evaluate(() => Notification.permission)).toBe('default');
  await notifyButton(gorlif).click();
  await expect(gorlif.page.getByText('This browser does not show notifications of this page.')).toBeVisible();
  await expect(gorlif.page.locator('.watched button[aria-pressed="true"]')).toHaveCount(0);
});

// case 241
testInWholeBrowser('without a service worker the page itself notifies, once', async ({ visit, startGateway }) => {
  let earlier = null;
  const at = await startGateway({
    answer: (path) => (earlier && ['wales', 'here'].includes(operationOf(path)) ? json(earlier) : null),
  });
  const gorlif = await visit(IN_ENGLISH, {
    at,
    permissions: ['notifications'],
    serviceWorkers: 'block',
    init: () => {
      globalThis.shown = [];
      globalThis.Notification = class extends Notification {
        constructor(title, options) {
          super(title, options);
          globalThis.shown.push([title, options.lang, options.tag]);
        }
      };
    },
  });
  await gorlif.answer.settled();
  const { features } = await (await fetch(`${at.address}api${WALES_PATH}`)).json();
  const codes = [];
  for (const at of [0, 1]) {
    codes.push(await gorlif.lists.messages.nth(at).getAttribute('data-area-code'));
    const area = gorlif.lists.message(codes[at]);
    await area.button.click();
    await star(area.row);
  }
  earlier = collection(...features.filter(({ properties }) => !codes.includes(properties.FWACODE)));
  await check(gorlif);
  for (const code of codes) await expect(gorlif.lists.message(code).row).toHaveCount(0);
  await gorlif.lists.show('watched');
  await notifyButton(gorlif).click();
  await expect(notifyButton(gorlif)).toHaveAttribute('aria-pressed', 'true');
  earlier = null;
  await check(gorlif);
  const shown = () => gorlif.page.evaluate(() => globalThis.shown);
  const areas = async () => (await shown()).map(([, , tag]) => tag).sort();
  await expect.poll(areas, { message: 'areas of the notifications' }).toEqual(codes.sort());
  // The names of the areas are read again; that is no further event.
  await check(gorlif);
  expect(await areas()).toEqual(codes.sort());
  for (const [title, language] of await shown()) {
    expect(title).toMatch(/(?:Severe flood|Flood) warning: River /);
    expect(language).toBe('en');
  }
});

/** For `startGateway`: a page with the levels of a council, in a file of this text. */
const withLevels = (text) => ({
  change: (html) => html.replace('"endpoint":', '"levels": true, "endpoint":'),
  answer: (path) => (path === '/levels.json' ? json(text) : null),
});
const STREET = { en: 'High Street begins to flood', cy: "Mae'r Stryd Fawr yn dechrau gorlifo" };

test.describe('with a day of readings', () => {
  test.use({ flags: '--control --scenario storm --past 1d' });

  test('levels of the council are in list and map, in both languages', async ({ visit, startGateway }) => {
    // Reached twice; of the others one is too high, one in another unit, and one is no level.
    const levels = JSON.stringify([
      { station: GAUGE, level: 0.1, ...STREET },
      { station: '4009', level: 0.1, ...STREET },
      { station: '4014', level: 50, ...STREET },
      { station: '4125', level: 0.1, unit: 'mAOD', ...STREET },
      { station: '1' },
    ]);
    const at = await startGateway(withLevels(levels));
    const gorlif = await visit(IN_ENGLISH, { at });
    const { page, lists, map } = gorlif;
    await lists.show('rivers');
    await page.getByRole('button', { name: 'Local level reached (2)' }).click();
    await map.key.locator('summary').click();
    for (const [language, key, street] of [
      ['en', 'Local level reached', STREET.en],
      ['cy', "Lefel leol wedi'i chyrraedd", STREET.cy],
    ]) {
      await gorlif.inLanguage(language);
      await expect(page.getByRole('button', { name: `${key} (2)` })).toHaveAttribute('aria-pressed', 'true');
      await expect(lists.gauges).toHaveCount(2);
      await map.has({ stations: 2 });
      const text = `${key}: ${street}`;
      await expect(lists.gauges.locator('.line:first-of-type, .value + .line')).toHaveText([text, text]);
      await expect(map.key.getByText(key, { exact: true })).toBeVisible();
    }
    const warning = page.waitForEvent('console', (message) => /^levels\.json: these elements/.test(message.text()));
    await page.reload();
    expect((await warning).text()).toBe('levels.json: these elements are not levels: [4]');
  });
});

// case 174
test('a filter of stale readings that leaves nothing says that it cannot tell', async ({ open, startGateway }) => {
  const levels = JSON.stringify([
    { station: GAUGE, level: 50, ...STREET },
    { station: '4125', level: 0.1, unit: 'mAOD', en: 'a', cy: 'b' },
  ]);
  const gorlif = await open(IN_ENGLISH, { at: await startGateway(withLevels(levels)) });
  const { page, lists } = gorlif;
  await lists.show('rivers');
  await page.getByRole('button', { name: 'Local level reached (0)' }).click();
  for (const [language, filter, words] of [
    ['en', 'Local level reached (0)', 'so this page cannot tell.'],
    ['cy', "Lefel leol wedi'i chyrraedd (0)", 'felly ni all y dudalen hon ddweud.'],
  ]) {
    await gorlif.inLanguage(language);
    await expect(page.getByRole('button', { name: filter })).toBeVisible();
    await expect(lists.rivers.locator('p').filter({ hasText: words })).toBeVisible();
  }
});
