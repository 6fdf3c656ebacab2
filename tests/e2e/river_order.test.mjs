// The gauges upstream and downstream of one on its river, offered for comparison in its chart.
import { expect, test } from '../support/fixtures.mjs';
import { collection, gauge, minutesAgo } from '../support/bodies.mjs';
import { around } from '../support/page.mjs';
import { readingsOfDays, startWithReadings } from '../support/years.mjs';

/** Gauges of core/geodata/rivers.json, with the positions of their places. */
const USK = [
  ['4050', 'Usk at Trallong', 'Wysg yn Nhrallong', [-3.52, 51.95]],
  ['4233', 'Usk at Brecon', 'Wysg yn Aberhonddu', [-3.39, 51.95]],
  ['4041', 'Usk at Llandetty', 'Wysg yn Llanddeti', [-3.26, 51.89]],
  ['4040', 'Usk at Crickhowell', 'Wysg yng Nghrucywel', [-3.14, 51.86]],
];
let recorded;
/** The peak of the gauge at Brecon: [ms since 1970, level]. */
let peak;

/** The readings of two days, each with a peak. */
function readings(features) {
  const now = (id) =>
    Number(features.find(({ properties }) => properties.Location === id)?.properties.LatestValue ?? 1);
  const rows = USK.map(([id], index) => {
    const top = 150 + index * 10;
    return [id, readingsOfDays(2, (quarter) => now(id) + Math.max(0, 2 - Math.abs(quarter - top) / 20))];
  });
  peak = rows[1][1].reduce((most, row) => (row[1] > most[1] ? row : most));
  return Object.fromEntries(rows);
}

test.beforeAll(async () => {
  recorded = await startWithReadings([], readings, (records) =>
    USK.every(([id]) => records.files().includes(`${id}.json`)),
  );
});
test.afterAll(() => recorded?.stop());

const titled = (id, en, cy, at) =>
  gauge({ Location: id, TitleEN: en, TitleCY: cy, LatestTime: minutesAgo(20), LatestValue: '1.2' }, at);

test('gauges upstream and downstream are offered first, and the peak of the chosen one is named', async ({ open }) => {
  const answers = { levels: collection(...USK.map((row) => titled(...row))) };
  const gorlif = await open(`${around(50)}&lang=en`, { at: recorded.gateway, answers });
  await gorlif.lists.show('rivers');
  const { button, chart, row } = gorlif.lists.gauge('4041');
  await button.click();
  await expect(chart).toBeVisible();
  const [, brecon, , crickhowell] = USK;
  for (const [lang, title, group, upstream, downstream] of [
    ['en', 1, 'On this river', 'upstream, about', 'downstream, about'],
    ['cy', 2, 'Ar yr afon hon', "i fyny'r afon, tua", 'i lawr yr afon, tua'],
  ]) {
    await gorlif.inLanguage(lang);
    await expect(row.locator(`optgroup[label="${group}"] option`)).toHaveText([
      new RegExp(String.raw`^↑ ${upstream} 13\skm: ${brecon[title]}$`),
      new RegExp(String.raw`^↓ ${downstream} 8\.\d\skm: ${crickhowell[title]}$`),
    ]);
  }
  // Each gauge once.
  const all = await row.locator('.chart select option').evaluateAll((options) => options.map(({ value }) => value));
  expect(all.slice(1).sort()).toEqual(['4040', '4050', '4233']);
  await row.locator('.chart select').selectOption('4233');
  const at = new Date(peak[0]).toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' });
  await expect(row.locator('.chart')).toContainText(`${peak[1].toFixed(3)} m`);
  await expect(row.locator('.chart')).toContainText(at);
  expect(gorlif.faults).toEqual([]);
});
