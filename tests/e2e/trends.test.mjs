// Rising or falling: the trends of the gauges, from the recorder's files and from the page's own responses.
import { expect, test } from '../support/fixtures.mjs';
import { startRecorded, withHistory } from '../support/recorder-harness.mjs';

const QUARTER = 15 * 60_000;

/** The trends of the listed gauges. What makes one is native: core/src/domain/trend.rs. */
const trends = ({ lists }) => lists.gauges.evaluateAll((rows) => rows.map(({ dataset }) => dataset.trend));

/** Whether the page has received the response with the recorder's latest readings. */
const readRecent = ({ page }) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name, responseEnd }) => name.endsWith('recent.json') && responseEnd > 0),
  );

test('the reading after three recorded ones makes a trend: gauges are named, listed and drawn, fastest first', async ({
  visit,
  cleanup,
}) => {
  const flags = ['--control', '--past', '1d', '--scenario', 'storm'];
  const { service, gateway, records, stop } = await startRecorded(flags, { change: withHistory });
  cleanup(stop);
  const setTime = (quartersAgo) => service.fault('time', new Date(Date.now() - quartersAgo * QUARTER).toISOString());
  for (const quartersAgo of [3, 2, 1]) {
    await setTime(quartersAgo);
    expect((await records.cycle()).errors).toEqual([]);
  }
  const gorlif = await visit('?lang=en', { at: gateway });
  const { page, lists, map } = gorlif;
  await expect.poll(() => readRecent(gorlif), { message: 'recent.json is read' }).toBe(true);
  expect(new Set(await trends(gorlif))).toEqual(new Set(['unknown']));
  await setTime(0);
  await page.reload();
  await gorlif.marked();
  for (const trend of ['rising', 'falling'])
    await expect(page.locator(`[data-trend="${trend}"]`).first(), trend).toBeAttached();

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
