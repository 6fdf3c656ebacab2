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

test('an own level is checked, drawn, and reached or not; what another tab has added is kept', async ({ visit }) => {
  const gorlif = await visit(IN_ENGLISH, { viewport: { width: 320, height: 640 } });
  const { lists } = gorlif;
  const { row } = await openGauge(gorlif);
  const field = row.getByRole('textbox', { name: 'Tell me when it reaches (m)' });
  const problem = row.getByRole('alert');
  await field.fill('1e9');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(problem).toContainText('Please give the level as a number');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await watches(gorlif);
  const other = await gorlif.openTab();
  await star((await openGauge(other, '4009')).row);
  const own = lists.watched.locator('tbody tr', { hasText: 'Usk at Crickhowell Bridge' });
  // The level itself is between 0 and 10 m.
  for (const [level, reach] of [
    ['0,1', /0\.100\smreached/],
    ['12.5', /12\.500\smnot reached/],
  ]) {
    await field.fill(level);
    await field.press('Enter');
    await expect(own, level).toHaveText(reach);
    await expect(problem).toHaveText('');
  }
  await watches(gorlif, GAUGE, '4009');
  expect(await gorlif.excessWidth(), 'pixels too wide').toBeLessThanOrEqual(0);
  await row.getByRole('button', { name: 'Remove' }).click();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await watches(gorlif, GAUGE, '4009');
  await other.lists.show('watched');
  await expect(other.lists.watched.locator('tbody tr'), 'gauges in the other tab').toHaveCount(2);
});

// case 241
for (const serviceWorkers of ['allow', 'block'])
  testInWholeBrowser(
    `what happens is notified once (service worker: ${serviceWorkers})`,
    async ({ visit, startGateway }) => {
      // The messages and the levels of before, by operation.
      const earlier = {};
      let isEarlier = false;
      const at = await startGateway({
        answer: (path) => (isEarlier && operationOf(path) in earlier ? json(earlier[operationOf(path)]) : null),
      });
      const init = () => {
        globalThis.shown = [];
        globalThis.Notification = class extends Notification {
          constructor(...args) {
            super(...args);
            globalThis.shown.push(this);
          }
        };
      };
      const gorlif = await visit(IN_ENGLISH, { at, permissions: ['notifications'], serviceWorkers, init });
      const { page, lists } = gorlif;
      await gorlif.answer.settled();
      const sampleOf = async (path) => (await fetch(`${at.address}api${path}`)).json();
      const codes = (await lists.codes()).slice(0, 2);
      const { features } = await sampleOf(WALES_PATH);
      earlier.wales = collection(...features.filter(({ properties }) => !codes.includes(properties.FWACODE)));
      earlier.here = earlier.wales;
      earlier.levels = await sampleOf(LEVELS_PATH);
      const { properties } = earlier.levels.features.find(({ properties }) => properties.Location === GAUGE);
      properties.LatestValue = (properties.LatestValue - 0.2).toFixed(3);
      for (const code of codes) {
        await lists.message(code).button.click();
        await star(lists.message(code).row);
      }
      const { row, value } = await openGauge(gorlif);
      await star(row);
      const level = async () => parseFloat(await value.textContent());
      const high = await level();
      isEarlier = true;
      await gorlif.sources.checkNow(10);
      for (const code of codes) await expect(lists.message(code).row).toHaveCount(0);
      await expect.poll(level, { message: 'level of the gauge' }).toBeLessThan(high);
      await row.getByRole('textbox').fill(((high + (await level())) / 2).toFixed(3));
      await row.getByRole('button', { name: 'Save' }).click();
      await lists.show('watched');
      await notifyButton(gorlif).click();
      await expect(notifyButton(gorlif)).toHaveAttribute('aria-pressed', 'true');
      const events = page.locator('.events li');
      expect(await events.count()).toBe(0);
      isEarlier = false;
      await gorlif.sources.checkNow(10);
      await expect(events).toHaveCount(3);
      const reached = /Usk at Crickhowell Bridge has reached \d\.\d{3}\sm, your own level$/;
      await expect(events.filter({ hasText: reached })).toHaveCount(1);
      await expect(events.filter({ hasText: /: (Severe flood|Flood) warning: River / })).toHaveCount(2);
      const notifications = () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          const all = (await registration?.getNotifications()) ?? globalThis.shown;
          return all.map(({ title, lang, tag }) => ({ title, lang, tag }));
        });
      const tags = async () => (await notifications()).map(({ tag }) => tag).sort();
      await expect.poll(tags, { message: 'what the notifications are about' }).toEqual([...codes, GAUGE].sort());
      for (const { title, lang, tag } of await notifications()) {
        expect(lang).toBe('en');
        if (tag !== GAUGE) expect(title).toMatch(/(?:Severe flood|Flood) warning: River /);
      }
      // The same data again, and the names of the areas, which are read again, are no event.
      await page.getByRole('button', { name: 'Close' }).click();
      await gorlif.sources.checkNow(10);
      expect(await events.count()).toBe(0);
      expect(await tags()).toEqual([...codes, GAUGE].sort());
      if (serviceWorkers === 'block') return;
      // A notification that is chosen closes.
      const [worker] = page.context().serviceWorkers();
      await worker.evaluate(async () => {
        const { registration, NotificationEvent } = globalThis;
        const [notification] = await registration.getNotifications();
        dispatchEvent(new NotificationEvent('notificationclick', { notification }));
      });
      await expect.poll(async () => (await tags()).length, { message: 'notifications' }).toBe(2);
    },
  );

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
  await gorlif.sources.checkNow(10);
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

const STREET = { en: 'High Street begins to flood', cy: "Mae'r Stryd Fawr yn dechrau gorlifo" };

test.describe('with a day of readings', () => {
  test.use({ flags: '--control --scenario storm --past 1d' });

  // case 174
  test('a council’s levels are in list and map; where it is not known whether one is reached, the list cannot tell', async ({
    visit,
    startGateway,
  }) => {
    const unknown = { station: '4125', level: 0.1, unit: 'mAOD', ...STREET };
    // Reached twice; of the others one is too high, one in another unit, and one is no level.
    let levels = [
      { station: GAUGE, level: 0.1, ...STREET },
      { station: '4009', level: 0.1, ...STREET },
      { station: '4014', level: 50, ...STREET },
      unknown,
      { station: '1' },
    ];
    const at = await startGateway({
      change: (html) => html.replace('"endpoint":', '"levels": true, "endpoint":'),
      answer: (path) => (path === '/levels.json' ? json(levels) : null),
    });
    const gorlif = await visit(`${IN_ENGLISH}&reached=1`, { at });
    const { page, lists, map } = gorlif;
    await lists.show('rivers');
    await map.key.locator('summary').click();
    const languages = [
      ['en', 'Local level reached', STREET.en, 'so this page cannot tell.'],
      ['cy', "Lefel leol wedi'i chyrraedd", STREET.cy, 'felly ni all y dudalen hon ddweud.'],
    ];
    const isOn = (name) => expect(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
    for (const [language, key, street] of languages) {
      await gorlif.inLanguage(language);
      await isOn(`${key} (2)`);
      await expect(lists.gauges).toHaveCount(2);
      await map.has({ stations: 2 });
      const text = `${key}: ${street}`;
      await expect(lists.gauges.locator('.bold')).toHaveText([text, text]);
      await expect(map.key.getByText(key, { exact: true })).toBeVisible();
    }
    const warning = page.waitForEvent('console', (message) => /^levels\.json: these elements/.test(message.text()));
    await page.reload();
    expect((await warning).text()).toBe('levels.json: these elements cannot be used: [4]');

    levels = [{ station: GAUGE, level: 50, ...STREET }, unknown];
    await page.reload();
    await gorlif.marked();
    await lists.show('rivers');
    for (const [language, key, , words] of languages) {
      await gorlif.inLanguage(language);
      await isOn(`${key} (0)`);
      await expect(lists.rivers.locator('p').filter({ hasText: words })).toBeVisible();
    }
  });
});
