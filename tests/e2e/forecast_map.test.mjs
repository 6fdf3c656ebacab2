// The forecast on the map by day: colours and patterns, the table, the worst day, what has no outline, what is out of date.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, later, marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

let browser, service, gateway;
before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'storm', '--control');
  gateway = await startGateway(service);
});
after(async () => {
  await gateway?.stop();
  await service?.stop();
  await browser?.close();
});

async function start(t, query, options = {}, at = gateway) {
  const page = await open(browser, at.address + query, options);
  t.after(() => page.context().close());
  await marked(page);
  await page.locator('.views button').nth(2).click();
  await page.locator('.map-days').waitFor();
  return page;
}
const risks = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('[data-risk]')].map(({ dataset }) => [dataset.outline, dataset.risk]),
    ),
  );
/** The level of each county in the table: by day, the highest first. */
const table = (page) =>
  page.evaluate(() => {
    const levels = ['high', 'medium', 'low', 'very-low', 'not-stated'];
    const rows = {};
    for (const cell of document.querySelectorAll('td[data-county]'))
      (rows[cell.dataset.county] ??= {})[cell.dataset.day] = levels.find((level) => cell.classList.contains(level));
    return rows;
  });
const isOutline = (county) => /^[a-z-]+$/.test(county);

for (const viewport of [PHONE, { width: 1280, height: 900 }]) {
  test(`the counties have the risk of the chosen day, and of the worst day without a choice (${viewport.width})`, async (t) => {
    const page = await start(t, '?lang=en', { viewport });
    const rows = Object.entries(await table(page)).filter(([county]) => isOutline(county));
    assert.equal(rows.length, 22);
    const ORDER = ['high', 'medium', 'low', 'very-low', 'not-stated'];
    const worst = Object.fromEntries(
      rows.map(([county, days]) => [county, ORDER.find((level) => Object.values(days).includes(level))]),
    );
    await page.waitForFunction(() => document.querySelectorAll('[data-risk]').length === 22);
    assert.deepEqual(await risks(page), worst);
    const days = Object.keys(rows[0][1]);
    const on = (day) => Object.fromEntries(rows.map(([county, levels]) => [county, levels[day]]));
    const slider = page.getByLabel('Day on the map');
    // Buttons, slider and table are one choice, which is in the address.
    await page.locator('.map-days button').nth(2).click();
    await page.waitForFunction((day) => location.search.includes(`day=${day}`), days[1]);
    assert.deepEqual(await risks(page), on(days[1]));
    assert.equal(await slider.inputValue(), '2');
    await slider.press('ArrowRight');
    await page.waitForFunction((day) => location.search.includes(`day=${day}`), days[2]);
    assert.deepEqual(await risks(page), on(days[2]));
    assert.equal(await page.locator('thead button[aria-pressed="true"]').count(), 1);
    assert.equal(await page.locator('.map-days button').nth(3).getAttribute('aria-pressed'), 'true');
    await page.locator('.map-days button').first().click();
    await page.waitForFunction(() => !location.search.includes('day='));
    assert.deepEqual(await risks(page), worst);
    // The other lists have the map without the forecast.
    await page.locator('.views button').first().click();
    await page.waitForFunction(() => document.querySelectorAll('[data-risk]').length === 0);
    // The counties are drawn in the same pane again.
    await page.locator('.views button').nth(2).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-risk]').length === 22);
    assert.equal(await page.locator('.leaflet-risk-pane').count(), 1);
    assert.deepEqual(page.faults, []);
  });
}

test('a day of the address that the forecast does not have is the worst day', async (t) => {
  const page = await start(t, '?lang=en&day=2019-01-01');
  await page.waitForFunction(() => document.querySelectorAll('[data-risk]').length === 22);
  const shown = await risks(page);
  const pressed = page.locator('.map-days button[aria-pressed=true]');
  assert.deepEqual(await pressed.allTextContents(), ['Worst day']);
  await pressed.click();
  assert.deepEqual(await risks(page), shown);
  assert.ok(Object.values(shown).includes('high'));
});

test('each level has a pattern besides its colour', async (t) => {
  const page = await start(t, '?lang=en');
  await page.waitForFunction(() => document.querySelectorAll('[data-risk]').length === 22);
  const fills = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('[data-risk]')].map((path) => [path.dataset.risk, getComputedStyle(path).fill]),
    ),
  );
  assert.match(fills.high, /#risk-high/);
  assert.match(fills.medium, /#risk-medium/);
  assert.match(fills.low, /#risk-low/);
});

test('names without an outline are listed with their risk, and are never dropped', async (t) => {
  const page = await start(t, '?lang=cy', { viewport: PHONE });
  const line = (await page.locator('.unmatched li').allTextContents()).join('; ');
  await page.getByText('Nid ar y map:').waitFor();
  const unmatched = Object.keys(await table(page)).filter((county) => !isOutline(county));
  assert.ok(unmatched.length > 0);
  for (const name of unmatched)
    assert.match(line, new RegExp(`${name} \\((Uchel|Canolig|Isel|Isel iawn|heb ei nodi)\\)`));
});

test('a forecast that is out of date has no colour on the map', async (t) => {
  const page = await start(t, '?lang=en');
  await page.waitForFunction(() => document.querySelectorAll('[data-risk]').length === 22);
  assert.equal(await page.locator('.map-risk.expired').count(), 0);
  await service.fault('floodforecast', '503');
  t.after(() => service.fault('all', 'none'));
  await later(page, 49 * 3_600);
  await page.waitForFunction(() => document.querySelectorAll('[data-risk].expired').length === 22);
  await page.getByText('This forecast is out of date, so the map shows it without colour.').waitFor();
});

test('without the outlines the page says so, and the table has every county', async (t) => {
  const other = await startGateway(service, {
    answer: (path) => (path === '/basemap.txt' ? { status: 404 } : undefined),
  });
  t.after(() => other.stop());
  const page = await start(t, '?lang=en', {}, other);
  await page.getByText('The outlines of the counties could not be loaded.').waitFor();
  assert.equal(Object.keys(await table(page)).filter(isOutline).length, 22);
  assert.equal(await page.locator('[data-risk]').count(), 0);
});

// case 175
test('a level that the page does not know is at least high on the map, and said in words', async (t) => {
  const day = new Date()
    .toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
    .replace(',', '');
  const entry = (county, level, cy) => ({
    Day_en: day,
    LocationCounty_en: county,
    Region_en: 'South West',
    RiskLevelName_en: level,
    RiskLevelName_cy: cy,
  });
  const answer = (path) =>
    path.includes('/floodforecast/')
      ? {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify([entry('Powys', 'Extreme', 'Eithafol'), entry('Conwy', 'Low', 'Isel')]),
        }
      : undefined;
  const odd = await startGateway(service, { answer });
  t.after(() => odd.stop());
  const page = await start(t, '?lang=en', {}, odd);
  await page.waitForFunction(() => document.querySelectorAll('[data-risk]').length === 22);
  const { powys, conwy, gwynedd } = await risks(page);
  assert.deepEqual([powys, conwy, gwynedd], ['high', 'low', 'very-low']);
  await page
    .locator('td[data-county="powys"]')
    .getByText('at least high: a level this page does not know: Extreme')
    .waitFor();
  await page.locator('.language').click();
  await page
    .locator('td[data-county="powys"]')
    .getByText(/uchel o leiaf: .* Eithafol/)
    .waitFor();
});
