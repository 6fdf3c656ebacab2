// The newer operations: the same page with StationData and version 3 of the warnings, from recordings and from sample-service.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from '../support/fixtures.mjs';
import { captures } from '../support/harness.mjs';
import { AROUND_BRECON, BRECON } from '../support/page.mjs';

const NEWER = { levels: 'station-data', warnings: 'v3' };
const OLDER = { levels: 'v1', warnings: 'v1' };
const recording = join(captures, 'stationdata-2020-10-06.json');

const test = base.extend({
  gateway: async ({ startGateway }, use) => {
    await use(await startGateway({ operations: NEWER }));
  },
});
test.use({ flags: '--scenario storm' });

const IN_ENGLISH = `${AROUND_BRECON}&lang=en`;
const kindButton = (page, name) =>
  page.getByRole('group', { name: 'Gauges' }).getByRole('button', { name, exact: true });

base.describe('recorded gauges', () => {
  test.use({ flags: `--captures ${captures}` });
  test.skip(!existsSync(recording), `no recordings in ${captures}; set GORLIF_CAPTURES to run this test`);

  test('each of the 402 recorded gauges is listed with its kind, and stale', async ({ visit }) => {
    const { page, lists, map } = await visit('?lang=en');
    await lists.show('rivers');
    // The kinds and positions that tests/captures.rs finds in the recording.
    for (const [kind, count, heading] of [
      ['Rivers', 242, '242 gauges'],
      ['Rain', 150, '150 rain gauges'],
      ['Tides', 10, '10 tide gauges'],
    ]) {
      const button = kindButton(page, kind);
      await expect(button, `${kind} is off by default`).toHaveAttribute('aria-pressed', String(kind === 'Rivers'));
      await button.click();
      await expect(page.locator('#rivers-heading')).toHaveText(heading);
      await lists.complete();
      const tab = lists.tabs.getByRole('button').nth(1);
      await expect(tab, 'the tab has the name of the kind').toHaveText(`${kind} ${count}`);
      // Rain has a symbol of its own, in the list and by it on the map.
      const symbol = lists.gauges.first().locator('.entry use').first();
      await expect(symbol).toHaveAttribute('href', kind === 'Rain' ? /^#symbol-rain/ : /^#symbol-(?!rain)/);
      await expect(button, 'the focus stays').toBeFocused();
      expect(new Set(await lists.ids()).size, kind).toBe(count);
      await expect(page.locator('.entries:not([hidden]) > [data-station-id][data-state="stale"]')).toHaveCount(count);
      await map.has({ stations: count });
    }
    expect(page.url()).toMatch(/gauges=tides/);
  });
});

test('each message of version 3 is listed with the times of version 1', async ({ open, startGateway }) => {
  const newer = await open('?lang=en');
  const older = await open('?lang=en', { at: await startGateway({ operations: OLDER }) });
  const read = async (gorlif) => {
    await gorlif.marked();
    await gorlif.lists.showAll();
    return [await gorlif.answer.sentence.textContent(), ...(await gorlif.lists.messages.allTextContents())];
  };
  const shown = await read(newer);
  expect(shown.length).toBeGreaterThan(101);
  expect(shown).toEqual(await read(older));
  expect(newer.faults).toEqual([]);
});

/** How many times as many pixels of a symbol's own colour are in its lower half as in its upper one. */
async function lowerToUpper({ page, map }, [lat, lon]) {
  return page.evaluate(
    ({ x, y }) => {
      const canvas = document.querySelector('[class*=symbols] > canvas.map-surface');
      const box = canvas.getBoundingClientRect();
      const scale = canvas.width / box.width;
      const context = canvas.getContext('2d');
      const read = (dx, dy) =>
        context.getImageData((x + dx - box.x) * scale, (y + dy - box.y) * scale, 1, 1).data.join();
      const around = Array.from({ length: 19 }, (_, index) => index - 9);
      const rows = around.map((dy) => around.filter((dx) => read(dx, dy) === read(0, 0)).length);
      // Its point may be between two pixels.
      const middle = (rows.findIndex(Boolean) + rows.findLastIndex(Boolean)) / 2;
      const sum = (isOfHalf) => rows.reduce((sum, count, index) => sum + (isOfHalf(index) ? count : 0), 0);
      return sum((index) => index > middle) / sum((index) => index < middle);
    },
    await map.pixel(lat, lon),
  );
}

test.describe('with nothing in force', () => {
  test.use({ flags: '--scenario calm' });

  test('a rain gauge is a drop on the map, which the legend explains while rain is shown', async ({ visit }) => {
    const gorlif = await visit(IN_ENGLISH);
    const { page, lists, map } = gorlif;
    const stations = await page.evaluate(() =>
      fetch('/api/rivers-and-seas/v1/api/StationData').then((response) => response.json()),
    );
    await lists.show('rivers');
    /** The listed gauge that is the farthest from other symbols. */
    const alone = async () => {
      await lists.complete();
      const ids = await lists.ids();
      const gauges = stations
        .filter(({ location, parameters }) => ids.includes(`${location}-${parameters[0]?.parameter}`))
        .map(({ coordinates }) => [Number(coordinates.latitude), Number(coordinates.longitude)]);
      const symbols = [...gauges, [BRECON.lat, BRECON.lon]];
      const gap = (own) =>
        Math.min(...symbols.filter((at) => at !== own).map(([lat, lon]) => Math.hypot(lat - own[0], lon - own[1])));
      return gauges.reduce((best, gauge) => (gap(gauge) > gap(best) ? gauge : best));
    };
    const rows = map.key.locator('li');
    await map.key.locator('summary').click();
    await expect(rows.filter({ hasText: 'Rain gauge' })).toHaveCount(0);
    // Waited for, since the canvas follows the list by a frame.
    const widening = async () => lowerToUpper(gorlif, await alone());
    await expect.poll(widening, { message: 'the halves of a circle are alike' }).toBeLessThan(1.15);
    await kindButton(page, 'Rain').click();
    await expect(rows.filter({ hasText: 'Rain gauge' })).toHaveText(['Rain gauge', 'Rain gauge, no current reading']);
    await expect(rows.filter({ hasText: /^Rain gauge$/ }).locator('use')).toHaveAttribute('href', '#symbol-rain');
    await expect.poll(widening, { message: 'a drop is wider below' }).toBeGreaterThan(1.3);
  });
});

/** Opens the list of gauges and the entry of the first; its row. */
async function openFirstGauge({ lists }) {
  await lists.show('rivers');
  await lists.complete();
  const row = lists.gauges.first();
  await row.locator('.entry').click();
  return row;
}
const histories = ({ asked }) => asked.map((request) => request.url()).filter((url) => url.includes('/historical?'));

test('a place has its data, chart and trend from the newer operations, in both languages', async ({
  visit,
  gateway,
}) => {
  const gorlif = await visit(IN_ENGLISH);
  await gorlif.answer.isFinal('some');
  await expect(gorlif.lists.gauges.first()).toBeAttached();
  const asked = gateway.seen.map(({ path }) => path).filter((path) => path.startsWith('/api/'));
  // One request each: the page takes over those of the bootstrap script. The history is not asked for yet.
  expect(asked.sort()).toEqual([
    '/api/floodforecast/v1/areasatrisk',
    '/api/floodwarnings/v3/all',
    '/api/floodwarnings/v3/distance/21000/latlon/51.95/-3.39',
    '/api/rivers-and-seas/v1/api/StationData',
  ]);
  const row = await openFirstGauge(gorlif);
  const section = row.locator('section');
  const points = async () => Number(await section.locator('[data-chart]').getAttribute('data-points'));
  await expect(section).toContainText("The service's own readings of the last 5 days.");
  // Two days of a reading each quarter of an hour.
  await expect.poll(points, { message: 'readings of two days' }).toBeGreaterThan(180);
  const [first, ...more] = histories(gorlif);
  const { searchParams } = new URL(first);
  const days = (Date.parse(searchParams.get('to')) - Date.parse(searchParams.get('from'))) / 86_400_000;
  expect([days, more]).toEqual([5, []]);
  // The service states a trend after the first response.
  const stated = row.locator('.details dd');
  await expect(stated.filter({ hasText: /^(↑ rising|↓ falling|→ steady), stated by the service$/ })).toHaveCount(1);
  await gorlif.speak('cy');
  await expect(section).toContainText("Darlleniadau'r gwasanaeth ei hun o'r 5 diwrnod diwethaf.");
  const inWelsh = /^(↑ yn codi|↓ yn gostwng|→ yn sefydlog), yn ôl y gwasanaeth$/;
  await expect(stated.filter({ hasText: inWelsh })).toHaveCount(1);
  await section.getByRole('button', { name: /^7\s\S+$/ }).click();
  await expect(section).toContainText("Darlleniadau'r gwasanaeth ei hun o'r 30 diwrnod diwethaf.");
  await expect.poll(points, { message: 'readings of seven days' }).toBeGreaterThan(640);
  await gorlif.speak('en');
  await expect(section).toContainText("The service's own readings of the last 30 days.");
  await section.getByRole('button', { name: /^2\sdays$/ }).click();
  await expect.poll(points, { message: 'readings of two days again' }).toBeLessThan(640);
  expect(histories(gorlif)).toHaveLength(2);
});

test('the list has the kind of a selected rain gauge, whose chart is one of rain; another kind takes it back', async ({
  visit,
}) => {
  const { page, lists, map } = await visit(`${AROUND_BRECON}&lang=en&station=104120`);
  const row = page.locator('.entries:not([hidden]) > [data-station-id^="104120-"]');
  await expect(row.locator('section')).toBeAttached();
  await expect(map.popup).toBeVisible();
  await lists.show('rivers');
  const rain = kindButton(page, 'Rain');
  await expect(rain).toHaveAttribute('aria-pressed', 'true');
  await expect(row.getByRole('heading', { name: 'Rain over time' })).toBeVisible();
  await expect(row.locator('[data-chart]')).toBeVisible();
  await expect(row.locator('.value').first()).toHaveText(/mm$/);
  await expect(row).toHaveAttribute('data-trend', 'unknown');
  await expect(row).toContainText('The service does not say over which time this rain fell.');
  // Bars of hours, and the sums of the readings of the service's own history.
  const section = row.locator('.chart');
  await expect(section.locator('.bar').first()).toBeAttached();
  const hours = Number(await row.locator('[type=range]').getAttribute('max')) + 1;
  await expect(section.locator('.bar')).toHaveCount(hours);
  await expect(section.locator('.sums div')).toHaveText([
    /^Last hour(at least )?[\d.]+\smm$/,
    /^Last 6 hours(at least )?[\d.]+\smm$/,
    /^Last 24 hours(at least )?[\d.]+\smm$/,
  ]);
  await expect(section.locator('.buttons button')).toHaveText([/12\shours/, /2\sdays/, /7\sdays/]);
  await expect(row).not.toContainText(/Trend|Your level|rising|falling/);
  await expect(page.getByRole('button', { name: /^Rising/ })).toHaveCount(0);
  await kindButton(page, 'Rivers').click();
  await expect(map.popup).toHaveCount(0);
  await expect(rain).toHaveAttribute('aria-pressed', 'false');
  await expect(page).not.toHaveURL(/station=|gauges=/);
});

test('a history that the gateway refuses is named in the details of the gauge', async ({ open }) => {
  const refused = { status: 503, headers: { 'Retry-After': '65' } };
  const prepare = (context) => context.route('**/historical**', (route) => route.fulfill(refused));
  const gorlif = await open(IN_ENGLISH, { prepare });
  const row = await openFirstGauge(gorlif);
  await expect(row).toContainText('The recorded readings of this gauge could not be loaded.');
  await expect(row.locator('[data-chart]')).toHaveCount(0);
});

test('without the chunk of StationData the warnings stay, and a check loads the levels', async ({ open }) => {
  let isBroken = true;
  const answerChunk = (route) => (isBroken ? route.fulfill({ status: 404 }) : route.continue());
  const prepare = (context) => context.route('**/*_page.wasm', answerChunk);
  const { answer, lists, page } = await open('?lang=en', { prepare });
  await answer.is('some');
  const checkNow = page.locator('#check-now');
  await expect(checkNow).toBeVisible();
  await expect(lists.gauges).toHaveCount(0);
  isBroken = false;
  await checkNow.click();
  await expect(lists.gauges.first()).toBeAttached();
});

// case 180
test('a response without gauges is called that', async ({ open }) => {
  const { page, lists } = await open(IN_ENGLISH, { answers: { levels: [] } });
  await lists.show('rivers');
  await expect(page.getByText('The service returned no gauges.')).toBeVisible();
  await expect(page.getByText('No gauge lies within this distance.')).toHaveCount(0);
});
