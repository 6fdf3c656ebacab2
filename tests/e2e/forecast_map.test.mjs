// The forecast on the map by day: colours, tiles, the table, the worst day, what has no outline, what is out of date.
import { forecastEntry } from '../support/bodies.mjs';
import { expect, test as base } from '../support/fixtures.mjs';
import { AROUND_BRECON, PHONE, WIDE } from '../support/page.mjs';

const test = base.extend({
  /** Opens the page and its forecast. */
  openForecast: async ({ open }, use) => {
    await use(async (query, options) => {
      const gorlif = await open(query, options);
      await gorlif.marked();
      await gorlif.lists.show('forecast');
      await expect(gorlif.map.days).toBeVisible();
      return gorlif;
    });
  },
});
test.use({ flags: '--scenario storm' });

/** The risk of each county on the map. */
const risks = ({ map }) =>
  map.risks.evaluateAll((counties) =>
    Object.fromEntries(counties.map(({ dataset }) => [dataset.outline, dataset.risk])),
  );
/** The levels, the highest first. */
const LEVELS = ['high', 'medium', 'low', 'very-low', 'not-stated'];
/** The level of each county in the table by day. */
const table = ({ page }) =>
  page.locator('td[data-county]').evaluateAll((cells, levels) => {
    const rows = {};
    for (const cell of cells)
      (rows[cell.dataset.county] ??= {})[cell.dataset.day] = levels.find((level) => cell.classList.contains(level));
    return rows;
  }, LEVELS);
const isOutline = (county) => /^[a-z-]+$/.test(county);
const COUNTIES = 22;

test('the counties have the risk of the chosen day, without a choice of the worst day', async ({ openForecast }) => {
  const gorlif = await openForecast('?lang=en', { viewport: PHONE });
  const { page, lists, map } = gorlif;
  for (const viewport of [PHONE, WIDE]) {
    await page.setViewportSize(viewport);
    const rows = Object.entries(await table(gorlif)).filter(([county]) => isOutline(county));
    expect(rows).toHaveLength(COUNTIES);
    const worst = Object.fromEntries(
      rows.map(([county, days]) => [county, LEVELS.find((level) => Object.values(days).includes(level))]),
    );
    await expect(map.risks).toHaveCount(COUNTIES);
    expect(await risks(gorlif)).toEqual(worst);
    const days = Object.keys(rows[0][1]);
    const on = (day) => Object.fromEntries(rows.map(([county, levels]) => [county, levels[day]]));
    const heads = page.locator('thead button');
    for (const index of [1, 2]) {
      await heads.nth(index).click();
      await gorlif.hasParameter('day', days[index]);
      expect(await risks(gorlif)).toEqual(on(days[index]));
      await expect(page.locator('thead button[aria-pressed="true"]')).toHaveCount(1);
      await expect(heads.nth(index)).toHaveAttribute('aria-pressed', 'true');
    }
    // Again: the worst day.
    await heads.nth(2).click();
    await gorlif.hasParameter('day', null);
    expect(await risks(gorlif)).toEqual(worst);
    // The other lists have the map without the forecast.
    await lists.show('warnings');
    await expect(map.risks).toHaveCount(0);
    await expect(page.locator('.panel:visible')).toHaveCount(1);
    // The counties are drawn in the same pane again.
    await lists.show('forecast');
    await expect(map.risks).toHaveCount(COUNTIES);
    await expect(page.locator('.leaflet-risk-pane')).toHaveCount(1);
  }
  expect(gorlif.faults).toEqual([]);
});

test('the table has a row for each county, narrow in two lines, and all names', async ({ openForecast }) => {
  const gorlif = await openForecast('?lang=en', { viewport: PHONE });
  const row = gorlif.forecast.table.getByRole('row', { name: /^Powys/ });
  for (const [width, isTable] of [
    [719, false],
    [721, true],
    [1280, true],
  ]) {
    await gorlif.page.setViewportSize({ width, height: 800 });
    const [name, first, ...others] = await Promise.all(
      (await row.locator('th, td').all()).map((cell) => cell.boundingBox()),
    );
    for (const other of others) expect(other.y, `${width} px`).toBeCloseTo(first.y, 0);
    if (isTable) expect(name.x + name.width).toBeLessThanOrEqual(first.x + 1);
    else expect(name.y + name.height).toBeLessThanOrEqual(first.y + 1);
    expect(await gorlif.excessWidth(), 'pixels too wide').toBeLessThanOrEqual(0);
  }
  await gorlif.speak('cy');
  const rows = Object.entries(await table(gorlif)).filter(([county]) => !isOutline(county));
  expect(rows.length).toBeGreaterThan(0);
  for (const [name, days] of rows) {
    expect(Object.values(days), name).not.toContain(undefined);
    const row = gorlif.forecast.table.getByRole('row', { name: new RegExp(`^${name}`) });
    await expect(row).toContainText(/Uchel|Canolig|Isel|heb ei nodi/);
  }
});

test('a day that the forecast lacks is the worst day, in fills that differ in lightness', async ({ openForecast }) => {
  const gorlif = await openForecast('?lang=en&day=2019-01-01', { colorScheme: 'light' });
  const { page, map, forecast } = gorlif;
  await expect(map.risks).toHaveCount(COUNTIES);
  await expect(map.days.getByRole('status')).toHaveText('On the map: worst day');
  await expect(forecast.panel.locator('[aria-pressed="true"]')).toHaveCount(0);
  expect(Object.values(await risks(gorlif))).toContain('high');
  // The fills differ in lightness, for people who cannot tell the colours.
  for (const [colorScheme, order] of [
    ['light', ['high', 'medium', 'low']],
    ['dark', ['low', 'medium', 'high']],
  ]) {
    await page.emulateMedia({ colorScheme });
    const fills = await map.risks.evaluateAll((counties) =>
      Object.fromEntries(counties.map((path) => [path.dataset.risk, getComputedStyle(path).fill])),
    );
    const lightness = (fill) => {
      const [red, green, blue] = fill.match(/^rgb\((\d+), (\d+), (\d+)\)$/).slice(1);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const found = order.filter((level) => fills[level]);
    expect(found.length, 'levels of the storm').toBeGreaterThan(1);
    const sorted = [...found].sort((one, other) => lightness(fills[one]) - lightness(fills[other]));
    expect(sorted, colorScheme).toEqual(found);
  }
});

test('the days of the own county are five tiles before all else, which the map shows', async ({ openForecast }) => {
  const gorlif = await openForecast(`${AROUND_BRECON}&lang=en`, { viewport: PHONE });
  const { panel } = gorlif.forecast;
  const tiles = panel.locator('.days button');
  await expect(tiles).toHaveText([/^Today/, /./, /./, /./, /./]);
  const boxes = await Promise.all((await tiles.all()).map((tile) => tile.boundingBox()));
  for (const { y } of boxes) expect(y).toBeCloseTo(boxes[0].y, 0);
  for (const control of [panel.locator('select'), gorlif.map.days, panel.getByRole('button', { name: 'All counties' })])
    expect(boxes[0].y).toBeLessThan((await control.boundingBox()).y);
  const day = await panel.locator('.days li').nth(1).getAttribute('data-day');
  await tiles.nth(1).click();
  await gorlif.hasParameter('day', day);
  await expect(tiles.nth(1)).toBeFocused();
  const name = await tiles.nth(1).getAttribute('title');
  await expect(gorlif.map.days.getByRole('status')).toHaveText(`On the map: ${name}`);
  await tiles.nth(1).click();
  await gorlif.hasParameter('day', null);
});

test('a forecast out of date has no colour on the map', async ({ openForecast, startService, startGateway }) => {
  const service = await startService('--scenario', 'storm', '--control');
  const gorlif = await openForecast('?lang=en', { at: await startGateway({ service }) });
  await expect(gorlif.map.risks).toHaveCount(COUNTIES);
  await expect(gorlif.page.locator('.map-risk.expired')).toHaveCount(0);
  await service.fault('floodforecast', '503');
  await gorlif.later(49 * 3_600);
  await expect(gorlif.page.locator('[data-risk].expired')).toHaveCount(COUNTIES);
  await expect(gorlif.page.getByText('This forecast is out of date, so the map shows it')).toBeVisible();
});

test('without the outlines the page says so, and the table has every county', async ({ openForecast }) => {
  const gorlif = await openForecast('?lang=en', {
    prepare: (context) => context.route('**/basemap.txt', (route) => route.fulfill({ status: 404 })),
  });
  await expect(gorlif.page.getByText('The outlines of the counties could not be loaded.')).toBeVisible();
  expect(Object.keys(await table(gorlif)).filter(isOutline)).toHaveLength(COUNTIES);
  await expect(gorlif.map.risks).toHaveCount(0);
});

// case 175
test('a level that the page does not know is at least high on the map, and said in words', async ({ openForecast }) => {
  const extreme = forecastEntry({ RiskLevelName_en: 'Extreme', RiskLevelName_cy: 'Eithafol' });
  const low = forecastEntry({ LocationCounty_en: 'Conwy', RiskLevelName_cy: 'Isel' });
  const gorlif = await openForecast('?lang=en', { answers: { forecast: [extreme, low] } });
  await expect(gorlif.map.risks).toHaveCount(COUNTIES);
  expect(await risks(gorlif)).toMatchObject({ powys: 'high', conwy: 'low', gwynedd: 'very-low' });
  const cell = gorlif.page.locator('td[data-county="powys"]');
  await expect(cell.getByText('at least high: a level this page does not know: Extreme')).toBeVisible();
  await gorlif.speak('cy');
  await expect(cell.getByText(/uchel o leiaf: .* Eithafol/)).toBeVisible();
});
