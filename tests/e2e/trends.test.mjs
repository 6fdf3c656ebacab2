// Rising or falling: the trends of the gauges, from the recorder's files and from the page's own responses.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from '../support/fixtures.mjs';
import { folderFor } from '../support/gateway-harness.mjs';
import { PHONE, missing } from '../support/page.mjs';
import { recorder, rows, withHistory } from '../support/recorder-harness.mjs';

const QUARTER = 15 * 60_000;

const test = base.extend({
  /** Service and gateway with the files of a recorder that has run so many cycles, the last one `quartersAgo`. */
  record: async ({ startService, startGateway }, use) => {
    await use(async (cycles, { quartersAgo = 0 } = {}) => {
      const history = join(folderFor(), 'history');
      mkdirSync(history);
      const service = await startService('--control', '--past', '1d', '--scenario', 'storm');
      const gateway = await startGateway({ service, change: withHistory, settings: { GORLIF_HISTORY: history } });
      const records = recorder({ store: `sqlite:${join(history, '../store.db')}`, gateway, history });
      const setTime = async (time) => {
        const { status } = await fetch(`${service.address}/control/time/${new Date(time).toISOString()}`);
        expect(status).toBe(200);
      };
      const now = Date.now();
      for (let cycle = cycles - 1; cycle >= 0; cycle--) {
        await setTime(now - (cycle + quartersAgo) * QUARTER);
        expect((await records.cycle()).errors).toEqual([]);
      }
      return { service, gateway, setTime };
    });
  },
});

/** The gauges that rose, and those that fell, in each of their last three steps. */
async function risingAndFalling(service) {
  const levels = {};
  for (const [station, , , level] of rows(await (await fetch(`${service.address}/past.csv`)).text()))
    (levels[station] ??= []).push(Number(level));
  /** The stations whose last four levels rise (1) or fall (-1). */
  const changing = (sign) =>
    Object.keys(levels).filter((station) => {
      const last = levels[station].slice(-4).map((level) => sign * level);
      return last[3] - last[0] > 0.03 && last.every((level, index) => index === 0 || level > last[index - 1]);
    });
  return { rising: changing(1), falling: changing(-1) };
}

/** State and trend of the listed gauges by station. */
const trends = ({ lists }) =>
  lists.gauges.evaluateAll((rows) =>
    Object.fromEntries(rows.map(({ dataset }) => [dataset.stationId, [dataset.state, dataset.trend]])),
  );
const rising = ({ page }) => page.locator('[data-trend="rising"]').first();

test('with three readings there is no trend, and the next response makes one', async ({ visit, record }) => {
  const { gateway, setTime } = await record(3, { quartersAgo: 1 });
  const gorlif = await visit('?lang=en', { at: gateway, viewport: PHONE });
  const { page } = gorlif;
  await expect.poll(() => readRecent(gorlif), { message: 'recent.json is read' }).toBe(true);
  expect([...new Set(Object.values(await trends(gorlif)).map(([, trend]) => trend))]).toEqual(['unknown']);
  await setTime(Date.now());
  await page.reload();
  await gorlif.marked();
  await expect(rising(gorlif)).toBeAttached();
});

/** Whether the page has received the response with the recorder's latest readings. */
const readRecent = ({ page }) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name, responseEnd }) => name.endsWith('recent.json') && responseEnd > 0),
  );

test('after four readings rising gauges are named, listed and drawn, fastest first', async ({ visit, record }) => {
  const { service, gateway } = await record(4);
  const wanted = await risingAndFalling(service);
  const gorlif = await visit('?lang=en', { at: gateway });
  const { page, lists, map } = gorlif;
  await expect(rising(gorlif)).toBeAttached();
  const shown = await trends(gorlif);
  for (const [trend, ids] of Object.entries(wanted)) {
    expect(ids.length, trend).toBeGreaterThan(20);
    const current = ids.filter((id) => shown[id]?.[0] === 'fresh');
    expect(current.length, trend).toBeGreaterThan(0);
    for (const id of current) expect(shown[id][1], id).toBe(trend);
  }

  await lists.show('rivers');
  await page.getByRole('button', { name: 'Rising, fastest first' }).click();
  await expect(page.locator('[data-station-id]:not([data-trend="rising"])')).toHaveCount(0);
  await lists.complete();
  const first = lists.gauges.first();
  await first.locator('.entry').click();
  for (const [language, button, rises, hour, name, over, minutes] of [
    ['en', 'Rising, fastest first', 'rising', 'h', 'Trend', 'over', 'minutes'],
    ['cy', 'Yn codi, cyflymaf yn gyntaf', 'yn codi', 'awr', 'Tuedd', 'dros', 'munud'],
  ]) {
    const rate = String.raw`^↑ ${rises} [\d.]+\scm/${hour}`;
    await gorlif.inLanguage(language);
    await expect(page.getByRole('button', { name: button })).toHaveAttribute('aria-pressed', 'true');
    const lines = await lists.gauges.locator('.entry .line').allTextContents();
    const rates = lines.map((line) => Number(line.match(/[\d.]+/)[0]));
    expect(rates).toEqual(rates.toSorted((a, b) => b - a));
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) expect(line).toMatch(new RegExp(`${rate} · `));
    await map.has({ stations: lines.length });
    await expect(map.popup).toContainText(lines[0].split(' · ')[0]);
    const fact = first.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd');
    await expect(fact).toHaveText(new RegExp(String.raw`${rate}, ${over} \d+\s${minutes}$`));
  }
});

test('a history that is missing costs the trends only', async ({ open, past }) => {
  const gorlif = await open('', { at: past.gateway, viewport: PHONE, prepare: missing('**/history/recent.json') });
  await gorlif.marked();
  await expect.poll(() => readRecent(gorlif), { message: 'recent.json is read' }).toBe(true);
  const shown = Object.values(await trends(gorlif)).map(([, trend]) => trend);
  expect(shown.length).toBeGreaterThan(100);
  expect([...new Set(shown)]).toEqual(['unknown']);
  expect(gorlif.ownErrors()).toEqual([]);
});
