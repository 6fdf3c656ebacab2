// Rising or falling: the trends of the gauges, from the recorder's files and from the page's own responses.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { folderFor } from '../support/gateway-harness.mjs';
import { PHONE, marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';
import { recorder, rows, withHistory } from '../support/recorder-harness.mjs';

const QUARTER = 15 * 60_000;
let browser;
before(async () => {
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
});

/** Service and gateway with the recorder's files; the recorder has run this number of cycles, the last one `quartersAgo`. */
async function recorded(t, cycles, { quartersAgo = 0 } = {}) {
  const history = join(folderFor(t), 'history');
  mkdirSync(history);
  const service = await startService('--control', '--past', '1d', '--scenario', 'storm');
  t.after(() => service.stop());
  const gateway = await startGateway(service, {
    change: withHistory,
    settings: { GORLIF_HISTORY: history },
  });
  t.after(() => gateway.stop());
  const records = recorder({ store: `sqlite:${join(history, '../store.db')}`, gateway, history });
  const setTime = async (time) =>
    assert.equal((await fetch(`${service.address}/control/time/${new Date(time).toISOString()}`)).status, 200);
  const now = Date.now();
  for (let cycle = cycles - 1; cycle >= 0; cycle--) {
    await setTime(now - (cycle + quartersAgo) * QUARTER);
    assert.deepEqual((await records.cycle()).errors, []);
  }
  // What the levels did in the last four readings of each gauge.
  const levels = {};
  for (const [station, , , level] of rows(await (await fetch(`${service.address}/past.csv`)).text()))
    (levels[station] ??= []).push(Number(level));
  const changes = Object.entries(levels).map(([station, all]) => {
    const last = all.slice(-4);
    const steps = last.slice(1).map((level, index) => level - last[index]);
    return [station, last[3] - last[0], steps];
  });
  const rising = changes.filter(([, all, steps]) => all > 0.03 && steps.every((step) => step > 0)).map(([id]) => id);
  const falling = changes.filter(([, all, steps]) => all < -0.03 && steps.every((step) => step < 0)).map(([id]) => id);
  return { service, gateway, setTime, rising, falling };
}

/** The trends of the listed gauges by station. */
const trends = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('[data-station-id]')].map(({ dataset }) => [dataset.stationId, dataset.trend]),
    ),
  );
const withTrends = (page) => page.waitForFunction(() => document.querySelector('[data-trend="rising"]'));
const openRivers = (page) => page.locator('.views button').nth(1).click();
/** Whether the gauge is listed with a fresh reading. */
const isCurrent = (page, id) => page.locator(`[data-station-id="${id}"][data-state="fresh"]`).count();

test('a gauge that rises is called rising after four readings, and one that falls falling', async (t) => {
  const { gateway, rising, falling } = await recorded(t, 4);
  const page = await open(browser, `${gateway.address}?lang=en`);
  t.after(() => page.context().close());
  await marked(page);
  await openRivers(page);
  await withTrends(page);
  const shown = await trends(page);
  assert.ok(rising.length > 20 && falling.length > 20, `${rising.length} ${falling.length}`);
  for (const [ids, trend] of [
    [rising, 'rising'],
    [falling, 'falling'],
  ])
    for (const id of ids) if (await isCurrent(page, id)) assert.equal(shown[id], trend, id);
  assert.deepEqual(page.faults, []);
});

test('with three readings there is no trend, and the next response of the page makes it one', async (t) => {
  const { gateway, setTime } = await recorded(t, 3, { quartersAgo: 1 });
  const page = await open(browser, `${gateway.address}?lang=en`, { viewport: PHONE });
  t.after(() => page.context().close());
  await marked(page);
  await openRivers(page);
  const [entry] = await page.evaluate(() =>
    performance.getEntriesByType('resource').filter(({ name }) => /recent\.json$/.test(name)),
  );
  assert.ok(entry.responseEnd > 0);
  assert.deepEqual([...new Set(Object.values(await trends(page)))], ['unknown']);
  await setTime(Date.now());
  await page.reload();
  await marked(page);
  await openRivers(page);
  await withTrends(page);
  assert.deepEqual(page.faults, []);
});

for (const [language, words] of [
  [
    'en',
    {
      button: 'Rising, fastest first',
      trend: /^↑ rising [\d.]+ cm\/h · /,
      fact: ['Trend', /^↑ rising [\d.]+ cm\/h, over \d+ minutes$/],
    },
  ],
  [
    'cy',
    {
      button: 'Yn codi, cyflymaf yn gyntaf',
      trend: /^↑ yn codi [\d.]+ cm\/awr · /,
      fact: ['Tuedd', /^↑ yn codi [\d.]+ cm\/awr, dros \d+ munud$/],
    },
  ],
]) {
  test(`the rising gauges are listed and drawn alone, the fastest first, with words in row, popup and details (${language})`, async (t) => {
    const { gateway } = await recorded(t, 5);
    const page = await open(browser, `${gateway.address}?lang=${language}`);
    t.after(() => page.context().close());
    await marked(page);
    await openRivers(page);
    await withTrends(page);
    await page.getByRole('button', { name: words.button }).click();
    // The list of this view, with all of its rows.
    await page.waitForFunction(
      () =>
        !document.querySelector('.entries[aria-busy]') &&
        [...document.querySelectorAll('[data-station-id]')].every(({ dataset }) => dataset.trend === 'rising'),
    );
    const lines = await page.locator('[data-station-id] .line').allTextContents();
    const rates = lines.map((line) => Number(line.replace(/\u00a0/g, ' ').match(/[\d.]+/)[0]));
    assert.ok(lines.length > 20 && lines.every((line) => words.trend.test(line.replace(/\u00a0/g, ' '))), lines[0]);
    assert.deepEqual(
      rates,
      [...rates].sort((a, b) => b - a),
    );
    assert.equal(await page.locator('#map').getAttribute('data-stations'), String(lines.length));
    await page.locator('[data-station-id] .entry').first().click();
    await page.locator('.leaflet-popup').waitFor();
    const popup = (await page.locator('.leaflet-popup').textContent()).replace(/\u00a0/g, ' ');
    assert.ok(popup.includes(lines[0].replace(/\u00a0/g, ' ').split(' · ')[0]), popup);
    const facts = await page
      .locator('[data-station-id] dl')
      .first()
      .evaluate((list) =>
        [...list.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling.textContent]),
      );
    const [, value] = facts.find(([term]) => term === words.fact[0]);
    assert.match(value.replace(/\u00a0/g, ' '), words.fact[1]);
    assert.deepEqual(page.faults, []);
  });
}

for (const [how, answer] of [
  ['missing', { status: 404 }],
  ['a web page', { headers: { 'Content-Type': 'text/html' }, body: '<!doctype html>' }],
  [
    'cut',
    {
      headers: { 'Content-Type': 'application/json' },
      body: '{"version":1,"written":1,"stations":{"4001":{"unit":"m"',
    },
  ],
  ['of another version', { body: '{"version":2,"written":1,"stations":{}}' }],
  [
    'in another unit',
    { body: '{"version":1,"written":1,"stations":{"4001":{"unit":"mAOD","start":1,"intervals":[],"levels":[1]}}}' },
  ],
  [
    'damaged',
    { body: '{"version":1,"written":1,"stations":{"4001":{"unit":"m","start":1,"intervals":[1,2,3],"levels":[1]}}}' },
  ],
]) {
  test(`a history that is ${how} costs the trends only`, async (t) => {
    const service = await startService('--scenario', 'storm');
    t.after(() => service.stop());
    const gateway = await startGateway(service, {
      change: withHistory,
      answer: (path) => (path === '/history/recent.json' ? answer : undefined),
    });
    t.after(() => gateway.stop());
    const page = await open(browser, gateway.address, { viewport: PHONE });
    t.after(() => page.context().close());
    await marked(page);
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('recent.json')),
    );
    await openRivers(page);
    const shown = Object.values(await trends(page));
    assert.ok(shown.length > 100 && shown.every((trend) => trend === 'unknown'));
    assert.deepEqual(
      page.faults.filter((fault) => !/^console: Failed to load resource/.test(fault)),
      [],
    );
  });
}
