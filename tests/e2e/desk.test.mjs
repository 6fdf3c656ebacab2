// The layout for a duty officer: the messages as a table beside the map, their numbers by county, and the links to it.
import { violations } from '../support/axe.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { messagesOf } from '../support/operations.mjs';
import { AROUND_BRECON, PHONE } from '../support/page.mjs';

const DESK = { width: 1280, height: 900 };
test.use({ flags: '--scenario storm --still' });

const tableOf = ({ page }) => page.locator('.message-table');
const rowsOf = (gorlif) => tableOf(gorlif).locator('tbody tr');
const countiesOf = ({ page }) => page.locator('.by-county');
const header = (gorlif, name) => tableOf(gorlif).getByRole('columnheader', { name });
const sorted = (gorlif, name) => header(gorlif, name).getByRole('button').click();
const column = (gorlif, index) =>
  rowsOf(gorlif).evaluateAll((rows, index) => rows.map((row) => row.cells[index].textContent.trim()), index);

/** Opens the desk and waits until the table has all messages. */
async function openDesk(visit, gateway, query = '?lang=en&desk=1') {
  const gorlif = await visit(query, { viewport: DESK });
  const messages = await messagesOf(gateway);
  await expect(rowsOf(gorlif)).toHaveCount(messages.length);
  return { gorlif, messages };
}

test('the desk has all messages in a table beside the map, and their numbers by county', async ({ visit, gateway }) => {
  const { gorlif, messages } = await openDesk(visit, gateway);
  const { page, answer, lists, map } = gorlif;
  const heads = tableOf(gorlif).locator('thead th');
  await expect(heads).toHaveText([/^Severity/, /^Area/, /^County/, /^Since/, /^Last change/]);
  await expect(header(gorlif, 'Severity')).toHaveAttribute('aria-sort', 'descending');
  expect((await column(gorlif, 0))[0]).toMatch(/^Severe/);
  const codes = await rowsOf(gorlif).evaluateAll((rows) => rows.map(({ dataset }) => dataset.message));
  expect(codes.map((code) => code.split('~')[0]).sort()).toEqual(messages.map(({ FWACODE }) => FWACODE).sort());
  const counties = await column(gorlif, 2);
  expect(counties.filter((county) => county === 'Powys').length).toBeGreaterThan(5);
  for (const times of [await column(gorlif, 3), await column(gorlif, 4)])
    expect(times.filter((time) => !/\d\d:\d\d/.test(time))).toEqual([]);
  await expect(lists.messages.filter({ visible: true })).toHaveCount(0);
  const [table, frame] = [await tableOf(gorlif).boundingBox(), await map.element.boundingBox()];
  expect(table.x + table.width).toBeLessThanOrEqual(frame.x);
  expect(frame.width).toBeGreaterThan(400);
  const [{ x: caernarfon }, { x: chepstow }] = [await map.pixel(53.14, -4.27), await map.pixel(51.64, -2.68)];
  expect(caernarfon, 'Wales is on the map').toBeGreaterThan(frame.x);
  expect(chepstow, 'Wales is on the map').toBeLessThan(frame.x + frame.width);
  expect(await gorlif.excessWidth(), 'pixels too wide').toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const ends = await rowsOf(gorlif).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
  expect(ends.filter((end) => end <= 800).length, 'rows at 1280 × 800').toBeGreaterThanOrEqual(18);
  await page.setViewportSize(DESK);
  await test.step('a pressed row opens its message in full below the table and on the map', async () => {
    const row = rowsOf(gorlif).nth(4);
    const code = await row.getAttribute('data-message');
    const name = await row.locator('th').textContent();
    await row.locator('[aria-expanded]').click();
    await expect(lists.messages.filter({ visible: true })).toHaveCount(1);
    const { row: entry, details } = lists.message(code);
    await expect(details).toBeVisible();
    await expect(entry).toContainText(name.trim());
    await expect(map.popup).toContainText(name.trim());
    const overview = await page.locator('.overview').boundingBox();
    expect((await entry.boundingBox()).y).toBeGreaterThanOrEqual(overview.y + overview.height - 1);
    expect(new URL(page.url()).searchParams.get('area')).toBe(code);
    expect(await violations(page)).toEqual([]);
    await row.locator('[aria-expanded]').click();
    await expect(lists.messages.filter({ visible: true })).toHaveCount(0);
  });
  await test.step('from 1,280 px nothing is cut, and in Welsh nothing of the page is English', async () => {
    for (const language of ['en', 'cy']) {
      await gorlif.inLanguage(language);
      for (const width of [1280, 1600, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        const cut = await page
          .locator('.overview > *')
          .evaluateAll((parts) => parts.map((part) => part.scrollWidth - part.clientWidth));
        expect(cut, `pixels of the table and the counties: ${width} px, ${language}`).toEqual([0, 0]);
        expect(await gorlif.excessWidth(), `pixels too wide: ${width} px, ${language}`).toBeLessThanOrEqual(0);
      }
    }
    await expect(tableOf(gorlif).locator('thead')).toHaveText(/Difrifoldeb.*Ardal.*Sir.*Ers.*Newid diwethaf/);
    await expect(countiesOf(gorlif)).toContainText(/Mewn grym fesul sir/);
    for (const part of [tableOf(gorlif).locator('td'), countiesOf(gorlif).locator('th')])
      for (const text of await part.allTextContents())
        expect(text).not.toMatch(/Severe|Warning|Alert|Not in force|yesterday|County|Total|Isle/);
  });
  await test.step('the numbers by county add up to those of the service', async () => {
    const numbers = (rows) =>
      rows.evaluateAll((rows) => rows.map((row) => [...row.cells].slice(1).map((cell) => Number(cell.textContent))));
    const [total] = await numbers(countiesOf(gorlif).locator('tr.total'));
    const ofValue = (value) => messages.filter(({ SEVERITYVALUE }) => Number(SEVERITYVALUE) === value).length;
    expect(total).toEqual([1, 2, 3].map(ofValue));
    const rows = await numbers(countiesOf(gorlif).locator('tbody tr:not(.total)'));
    expect(rows.length).toBeGreaterThan(15);
    expect([0, 1, 2].map((index) => rows.reduce((sum, row) => sum + row[index], 0))).toEqual(total);
    // The answer for a county has the same numbers.
    const [powys] = await numbers(countiesOf(gorlif).locator('tr', { hasText: 'Powys' }));
    await page.goto(`${gateway.address}?lang=en&county=powys`);
    await expect(answer.sentence).toHaveText(/ in Powys\./);
    const [within] = (await answer.sentence.textContent()).split(' in Powys');
    expect(within.match(/\d+/g).map(Number)).toEqual(powys.filter((count) => count > 0));
  });
  await test.step('on a phone a tap opens the numbers by county; a place and a county have none', async () => {
    await page.setViewportSize(PHONE);
    await page.goto(`${gateway.address}?lang=en`);
    await page.locator('.county-numbers summary').click();
    await expect(countiesOf(gorlif).locator('tbody tr').nth(15)).toBeVisible();
    expect(await gorlif.excessWidth(), 'pixels too wide').toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    for (const query of [AROUND_BRECON, '?county=powys']) {
      await page.goto(`${gateway.address}${query}`);
      await gorlif.marked('chunks-loaded');
      await expect(page.locator('.county-numbers'), query).toBeHidden();
    }
  });
});

test('each column sorts, also the other way, and the arrow keys move between rows', async ({ visit, gateway }) => {
  // The order of the list is not that of the table.
  const { gorlif } = await openDesk(visit, gateway, '?lang=en&desk=1&sort=name');
  const { page } = gorlif;
  await expect(header(gorlif, 'Area')).toHaveAttribute('aria-sort', 'ascending');
  await sorted(gorlif, 'Severity');
  await expect(header(gorlif, 'Severity')).toHaveAttribute('aria-sort', 'descending');
  const severities = ['Severe', 'Warning', 'Alert', 'Not in force'];
  const ranks = (await column(gorlif, 0)).map((text) => severities.findIndex((word) => text.startsWith(word)));
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  expect(new Set(ranks).size).toBe(4);
  await sorted(gorlif, 'Severity');
  expect((await column(gorlif, 0))[0]).toMatch(/^Not in force/);
  await sorted(gorlif, 'Area');
  await expect(header(gorlif, 'Area')).toHaveAttribute('aria-sort', 'ascending');
  await expect(header(gorlif, 'Severity')).not.toHaveAttribute('aria-sort');
  const names = await column(gorlif, 1);
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
  await sorted(gorlif, 'Area');
  await expect(header(gorlif, 'Area')).toHaveAttribute('aria-sort', 'descending');
  expect(await column(gorlif, 1)).toEqual(names.reverse());
  await sorted(gorlif, 'County');
  const counties = (await column(gorlif, 2)).filter(Boolean);
  expect(counties).toEqual([...counties].sort((a, b) => a.localeCompare(b, 'en')));
  const row = (index) => rowsOf(gorlif).nth(index).locator('[aria-expanded]');
  await row(0).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(row(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(row(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(1)).toHaveAttribute('aria-expanded', 'true');
  await expect(row(1)).toBeFocused();
  // From the opened row one step leads to its text below the table, past the remaining rows.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Go to its text' })).toBeFocused();
  await page.keyboard.press('Enter');
  const opened = gorlif.lists.message(await rowsOf(gorlif).nth(1).getAttribute('data-message'));
  await expect(opened.button).toBeFocused();
});

test('from 1,280 px links lead to the table, to the wall and back; below it there is the list', async ({ visit }) => {
  const gorlif = await visit(`${AROUND_BRECON}&lang=en`, { viewport: DESK });
  const { page, lists } = gorlif;
  const link = (name) => lists.open.getByRole('link', { name });
  await lists.open.locator('.list-more > summary').click();
  await expect(link('View for a wall screen')).toHaveAttribute('href', `${AROUND_BRECON}&lang=en&wall=1`);
  await link('View as a table').click();
  await expect(tableOf(gorlif)).toBeVisible();
  expect(new URL(page.url()).search).toBe(`${AROUND_BRECON}&lang=en&desk=1`);
  await page.setViewportSize({ width: 1279, height: 900 });
  await expect(tableOf(gorlif)).toBeHidden();
  await expect(lists.messages.filter({ visible: true })).not.toHaveCount(0);
  await expect(link('View as a list')).toBeHidden();
  await page.setViewportSize(DESK);
  await lists.open.locator('.list-more > summary').click();
  await link('View as a list').click();
  await expect(lists.open.locator('.list-more')).toBeVisible();
  await expect(tableOf(gorlif)).toHaveCount(0);
});

test('a chart is wide at the desk', async ({ visit, past }) => {
  const { lists } = await visit(`${AROUND_BRECON}&lang=en&desk=1`, { at: past.gateway, viewport: DESK });
  await lists.show('rivers');
  const { button, chart } = lists.gauge('4120');
  await button.click();
  await expect(chart).toBeVisible();
  expect((await chart.boundingBox()).width).toBeGreaterThan(700);
});
