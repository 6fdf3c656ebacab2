// The forecast on the map by day: colours, tiles, the table, the worst day, what has no outline, what is out of date.
import { expect, test } from '../support/fixtures.mjs';
import { AROUND_BRECON, PHONE, WIDE } from '../support/page.mjs';

test.use({ flags: '--scenario storm' });

/** Opens the page and its forecast. */
async function openForecast(open, query, options) {
  const gorlif = await open(query, options);
  await gorlif.marked();
  await gorlif.lists.show('forecast');
  await expect(gorlif.map.days).toBeVisible();
  return gorlif;
}
/** The risk of each county on the map. */
const risks = ({ map }) =>
  map.risks.evaluateAll((counties) =>
    Object.fromEntries(counties.map(({ dataset }) => [dataset.outline, dataset.risk])),
  );
/** The level of each county in the table by day. */
const table = ({ page }) =>
  page.locator('td[data-county]').evaluateAll((cells) => {
    const levels = ['high', 'medium', 'low', 'very-low', 'not-stated'];
    const rows = {};
    for (const cell of cells)
      (rows[cell.dataset.county] ??= {})[cell.dataset.day] = levels.find((level) => cell.classList.contains(level));
    return rows;
  });
const isOutline = (county) => /^[a-z-]+$/.test(county);
const COUNTIES = 22;
/** The levels, the highest first. */
const LEVELS = ['high', 'medium', 'low', 'very-low', 'not-stated'];

test('the counties have the risk of the chosen day, and of the worst day without a choice, narrow and wide', async ({
  open,
}) => {
  const gorlif = await openForecast(open, '?lang=en', { viewport: PHONE });
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
    // The counties are drawn in the same pane again.
    await lists.show('forecast');
    await expect(map.risks).toHaveCount(COUNTIES);
    await expect(page.locator('.leaflet-risk-pane')).toHaveCount(1);
  }
  expect(gorlif.faults).toEqual([]);
});

test('a day of the address that the forecast does not have is the worst day', async ({ open }) => {
  const gorlif = await openForecast(open, '?lang=en&day=2019-01-01');
  await expect(gorlif.map.risks).toHaveCount(COUNTIES);
  await expect(gorlif.map.days.getByRole('status')).toHaveText('On the map: worst day');
  await expect(gorlif.forecast.panel.locator('[aria-pressed="true"]')).toHaveCount(0);
  expect(Object.values(await risks(gorlif))).toContain('high');
});

test('the fills are plain and differ in lightness, for people who cannot tell the colours, light and dark', async ({
  open,
}) => {
  const { page, map } = await openForecast(open, '?lang=en', { colorScheme: 'light' });
  await expect(map.risks).toHaveCount(COUNTIES);
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

test('below 720 px the table of all counties has the days below each county, and from there a row for each county', async ({
  open,
}) => {
  const gorlif = await openForecast(open, '?lang=en', { viewport: { width: 719, height: 800 } });
  for (const [viewport, isTable] of [
    [{ width: 719, height: 800 }, false],
    [{ width: 721, height: 800 }, true],
    [WIDE, true],
  ]) {
    await gorlif.page.setViewportSize(viewport);
    const row = gorlif.forecast.table.getByRole('row', { name: /^Powys/ });
    const [name, first, ...others] = await Promise.all(
      (await row.locator('th, td').all()).map((cell) => cell.boundingBox()),
    );
    for (const other of others) expect(other.y, `${viewport.width} px`).toBeCloseTo(first.y, 0);
    if (isTable) expect(name.x + name.width).toBeLessThanOrEqual(first.x + 1);
    else expect(name.y + name.height).toBeLessThanOrEqual(first.y + 1);
    expect(await gorlif.excessWidth(), 'pixels too wide').toBeLessThanOrEqual(0);
  }
});

test('the days of the own county are five tiles in a row before all else, each of which the map shows', async ({
  open,
}) => {
  const gorlif = await openForecast(open, `${AROUND_BRECON}&lang=en`, { viewport: PHONE });
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

test('names without an outline are in the table with their risk, and are never dropped', async ({ open }) => {
  const gorlif = await openForecast(open, '?lang=cy', { viewport: PHONE });
  const rows = Object.entries(await table(gorlif)).filter(([county]) => !isOutline(county));
  expect(rows.length).toBeGreaterThan(0);
  for (const [name, days] of rows) {
    expect(Object.values(days), name).not.toContain(undefined);
    const row = gorlif.forecast.table.getByRole('row', { name: new RegExp(`^${name}`) });
    await expect(row).toContainText(/Uchel|Canolig|Isel|heb ei nodi/);
  }
});

test('a forecast that is out of date has no colour on the map', async ({ open, startService, startGateway }) => {
  const service = await startService('--scenario', 'storm', '--control');
  const gorlif = await openForecast(open, '?lang=en', { at: await startGateway({ service }) });
  await expect(gorlif.map.risks).toHaveCount(COUNTIES);
  await expect(gorlif.page.locator('.map-risk.expired')).toHaveCount(0);
  await service.fault('floodforecast', '503');
  await gorlif.later(49 * 3_600);
  await expect(gorlif.page.locator('[data-risk].expired')).toHaveCount(COUNTIES);
  const sentence = 'This forecast is out of date, so the map shows it without colour.';
  await expect(gorlif.page.getByText(sentence)).toBeVisible();
});

test('without the outlines the page says so, and the table has every county', async ({ open }) => {
  const gorlif = await openForecast(open, '?lang=en', {
    prepare: (context) => context.route('**/basemap.txt', (route) => route.fulfill({ status: 404 })),
  });
  await expect(gorlif.page.getByText('The outlines of the counties could not be loaded.')).toBeVisible();
  expect(Object.keys(await table(gorlif)).filter(isOutline)).toHaveLength(COUNTIES);
  await expect(gorlif.map.risks).toHaveCount(0);
});

// case 175
test('a level that the page does not know is at least high on the map, and said in words', async ({ open }) => {
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
  const gorlif = await openForecast(open, '?lang=en', {
    answers: { forecast: [entry('Powys', 'Extreme', 'Eithafol'), entry('Conwy', 'Low', 'Isel')] },
  });
  await expect(gorlif.map.risks).toHaveCount(COUNTIES);
  expect(await risks(gorlif)).toMatchObject({ powys: 'high', conwy: 'low', gwynedd: 'very-low' });
  const cell = gorlif.page.locator('td[data-county="powys"]');
  await expect(cell.getByText('at least high: a level this page does not know: Extreme')).toBeVisible();
  await gorlif.speak('cy');
  await expect(cell.getByText(/uchel o leiaf: .* Eithafol/)).toBeVisible();
});
