// The lists in turn, their filters and orders, the view of a county, and both in the address.
import { collection, gauge, gaugeId, levelsBody, listing, message, minutesAgo } from '../support/bodies.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { messagesOf } from '../support/operations.mjs';
import { PHONE, around } from '../support/page.mjs';

const AROUND = around(50);
test.use({ flags: '--scenario storm' });

const filters = (panel) => panel.locator('.filters summary');
const order = (panel) => panel.getByLabel('Order', { exact: true });
/** Waits until the page has its filters, and each list all its rows. */
async function complete({ lists }) {
  await expect(filters(lists.warnings)).toBeAttached();
  await lists.complete();
}
const titles = (rows) => rows.locator('.title').allTextContents();
const byName = (titles) => titles.toSorted((a, b) => a.localeCompare(b, 'en'));

test('a duty officer filters to severe warnings and hands the view over by its address', async ({ visit, gateway }) => {
  const gorlif = await visit('?lang=en', { viewport: PHONE });
  const { page, answer, lists } = gorlif;
  await complete(gorlif);
  const first = await lists.messages.count();
  const messages = await messagesOf(gateway);
  const all = messages.length;
  const severe = messages.filter(({ SEVERITYVALUE }) => SEVERITYVALUE === 1);
  expect(first, 'of all Wales the severe ones, and the first of each other severity').toBeLessThan(severe.length + 16);
  expect(severe.length).toBeGreaterThan(1);
  expect(severe.length).toBeLessThan(all);
  await filters(lists.warnings).click();
  await page.getByLabel('Severity').selectOption('severe');
  await expect(page.locator('.filtered')).toContainText(
    `Filtered: ${severe.length} of ${all} warnings and alerts are shown.`,
  );
  await expect(lists.messages).toHaveCount(severe.length);
  expect((await lists.codes()).sort()).toEqual(severe.map(({ FWACODE }) => FWACODE).sort());
  // The answer and the numbers are of all messages.
  await expect(answer.sentence).toHaveText(/flood alerts/);
  await expect(page.locator('#warnings-heading')).toHaveText(new RegExp(`^${all}\\s`));
  await order(lists.warnings).selectOption('name');
  await lists.complete();
  const named = await titles(lists.messages);
  expect(named).toEqual(byName(named));
  const query = '?lang=en&severity=severe&sort=name';
  await expect(page).toHaveURL(gateway.address + query);
  const other = await visit(query);
  await expect(other.lists.messages.locator('.title')).toHaveText(named);
  await expect(filters(other.lists.warnings)).toHaveText('Filter and sort (2 in use)');
  // Back takes the choices back one by one.
  await page.goBack();
  await gorlif.hasParameter('sort', null);
  await page.goBack();
  await expect(lists.messages).toHaveCount(first);
  await other.page.getByRole('button', { name: 'Show all' }).click();
  await expect(other.lists.messages, 'in the order of names').toHaveCount(all);
  await lists.showAll();
  await expect(lists.messages).toHaveCount(all);
});

test('a row keeps its element while its entry is listed, also in another order', async ({ visit }) => {
  const gorlif = await visit('?lang=en&gauges=rivers');
  const { page, lists } = gorlif;
  await complete(gorlif);
  await lists.show('rivers');
  await filters(lists.rivers).click();
  const all = await lists.gauges.count();
  expect(all).toBeGreaterThan(100);
  /** Marks the elements of the rows with their ids. */
  const mark = () =>
    lists.gauges.evaluateAll((rows) => {
      for (const row of rows) row.markedAs = row.dataset.stationId;
    });
  const marks = () => lists.gauges.evaluateAll((rows) => rows.map((row) => row.markedAs));
  await mark();
  // A filter that leaves some rows out, and back.
  const only = page.getByRole('button', { name: 'Only current readings' });
  await only.click();
  await lists.complete();
  const some = await lists.ids();
  expect(some.length).toBeLessThan(all);
  // Another view is another list: from here on rows stay.
  await mark();
  const first = lists.gauges.first().locator('.entry');
  await first.click();
  await gorlif.sources.checkNow(70);
  expect(await marks(), 'after a new response').toEqual(await lists.ids());
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await first.click();
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  await only.click();
  await lists.complete();
  await expect(lists.gauges).toHaveCount(all);

  // Another order moves the rows.
  await mark();
  for (const value of ['name', '', 'name']) {
    await order(lists.rivers).evaluate((select, value) => {
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }, value);
    await lists.complete();
    expect(await marks(), value).toEqual(await lists.ids());
    await expect(lists.gauges).toHaveCount(all);
  }
  const named = await titles(lists.gauges);
  expect(named).toEqual(byName(named));
});

// case 251
test('gauges of a response with two more, in another order, are in their order', async ({ visit }) => {
  let minutes = { c: 20, d: 25, e: 30 };
  const levels = () => {
    const gauges = Object.entries(minutes).map(([id, age]) => gauge({ Location: id, LatestTime: minutesAgo(age) }));
    return levelsBody(collection(...gauges));
  };
  const gorlif = await visit('?sort=newest', { answers: { levels } });
  const { lists } = gorlif;
  await complete(gorlif);
  await lists.show('rivers');
  await expect.poll(() => lists.ids(), { message: 'the listed gauges' }).toEqual(['c', 'd', 'e'].map(gaugeId));
  minutes = { a: 1, b: 2, c: 20, d: 4, e: 3 };
  await gorlif.sources.checkNow(70);
  await expect(lists.gauges).toHaveCount(5);
  expect(await lists.ids()).toEqual(['a', 'b', 'e', 'd', 'c'].map(gaugeId));
});

test('the focus stays on its entry when another order replaces the list', async ({ visit }) => {
  const gorlif = await visit('?lang=en');
  const { page, lists } = gorlif;
  await complete(gorlif);
  const codes = await lists.codes();
  const { button } = lists.message(codes[0]);
  await filters(lists.warnings).click();
  await order(lists.warnings).selectOption('name');
  await lists.complete();
  expect(await lists.codes()).not.toEqual(codes);
  await button.focus();
  await page.goBack();
  await expect.poll(() => lists.codes(), { message: 'the order of before' }).toEqual(codes);
  await expect(button).toBeFocused();
});

// Orders of gauges by name and by time are shown above, and the one by county below.
test('the order is that of both lists, and sorts messages by time and distance', async ({ visit, gateway }) => {
  const gorlif = await visit(`${AROUND}&lang=en`);
  const { page, answer, lists } = gorlif;
  await answer.settled();
  await complete(gorlif);
  await lists.show('rivers');
  await filters(lists.rivers).click();
  await expect(order(lists.rivers)).toHaveValue('distance');
  await order(lists.rivers).selectOption('newest');
  await expect(page).toHaveURL(/&sort=newest$/);
  await lists.show('warnings');
  await lists.complete();
  const messages = await messagesOf(gateway);
  const time = (code) => {
    const found = messages.find(({ FWACODE }) => FWACODE === code);
    return Math.max(...['TIMERAISED', 'SEVERITY_CHANGED', 'RIM_CHANGED'].map((name) => Date.parse(found[name])));
  };
  const times = (await lists.codes()).map(time);
  expect(times.length).toBeGreaterThan(10);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  await filters(lists.warnings).click();
  await order(lists.warnings).selectOption('distance');
  await lists.complete();
  const lines = await lists.messages.locator('.entry .line:last-child').allTextContents();
  const distances = lines.map((line) => Number(line.match(/([\d.]+)\skm/)?.[1] ?? 0));
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
});

test('filters of the address that do not exist are named, also late', async ({ open, startGateway }) => {
  let isBroken = true;
  const gorlif = await open(`${AROUND}&lang=en&severity=huge&sort=%3Cb%3Esize&water=river&current=1&utm_source=x`, {
    at: await startGateway({ answer: (path) => (isBroken && /_page\.wasm$/.test(path) ? { status: 404 } : null) }),
  });
  const { page, place, lists, sources } = gorlif;
  const stale = lists.gauges.and(page.locator('[data-state="stale"]'));
  await expect(sources.element.getByText('This part of the page has not loaded.')).toBeVisible();
  // Without the controls that say what is filtered nothing is.
  await gorlif.marked('usable');
  await lists.complete();
  const all = await lists.gauges.count();
  expect(await stale.count()).toBeGreaterThan(0);
  await place.chooseRadius('5');
  await gorlif.hasParameter('severity', null);
  isBroken = false;
  await sources.checkButton.click();
  const unknown = lists.warnings.locator('> p').filter({ hasText: 'does not exist' });
  await expect(unknown).toHaveText([/: severity=huge$/, /: sort=<b>size$/]);
  await expect(unknown.first()).toBeVisible();
  await expect(
    lists.rivers.getByRole('button', { name: 'Only current readings', includeHidden: true }),
  ).toHaveAttribute('aria-pressed', 'true');
  // The same place again.
  await place.chooseRadius('50');
  await lists.complete();
  const filtered = await lists.gauges.count();
  expect(filtered).toBeGreaterThan(0);
  expect(filtered).toBeLessThan(all);
  expect(await stale.count()).toBe(0);
  await expect(page.locator('.filtered')).toHaveText(/^Filtered: \d+ of \d+/);
});

test('the view of a county has its messages, its gauges and its forecast', async ({ visit, gateway }) => {
  const gorlif = await visit('?county=powys&lang=cy', { viewport: PHONE });
  const { page, answer, place, lists, forecast } = gorlif;
  await expect(answer.sentence).toHaveText(/\syn ardal Powys/);
  await gorlif.speak('en');
  await expect(place.name).toHaveText('Powys');
  await expect(answer.sentence).toHaveText(/\sin Powys/);
  await complete(gorlif);
  const all = await lists.messages.count();
  const inWales = (await messagesOf(gateway)).length;
  expect(all).toBeGreaterThan(3);
  expect(all).toBeLessThan(inWales);
  await lists.show('rivers');
  await lists.complete();
  const gauges = await lists.gauges.count();
  expect(gauges).toBeGreaterThan(5);
  expect(gauges).toBeLessThan(150);
  await lists.show('forecast');
  await expect(forecast.panel.locator('h3').first()).toHaveText('Powys');
  await lists.show('warnings');
  await place.chooseWales();
  await expect(page.locator('#warnings-heading')).toHaveText(new RegExp(`^${inWales}\\s`));
  expect(new URL(page.url()).searchParams.has('county')).toBe(false);
  await filters(lists.warnings).click();
  await lists.warnings.getByLabel('Area', { exact: true }).selectOption('ceredigion');
  await gorlif.hasParameter('county', 'ceredigion');
  await expect(place.name).toHaveText('Ceredigion');
  // The next visit opens the area that was chosen last.
  await page.goto(`${gateway.address}?lang=en`);
  await gorlif.marked();
  await expect(place.name).toHaveText('Ceredigion');
});

// case 182
test('of a county the answer counts its messages, and apart from them those near its border', async ({ open }) => {
  // In Merthyr Tydfil, 4 km from Powys.
  const merthyr = message({ FWACODE: 'River Taff at Merthyr', SEVERITYVALUE: 1 }, [-3.378, 51.748]);
  const brecon = message({ FWACODE: 'River Usk at Brecon' });
  const { answer, lists } = await open('?county=powys&lang=en&sort=county', { answers: listing(merthyr, brecon) });
  await expect(answer.also).toHaveText(/^Near the border of Powys: 1\ssevere flood warning\.$/);
  // By county the message is under its own.
  await expect
    .poll(() => lists.codes(), { message: 'listed messages' })
    .toEqual(['River Taff at Merthyr', 'River Usk at Brecon']);
  await expect(lists.message('River Taff at Merthyr').line.last()).toHaveText('Merthyr Tydfil, beyond the border');
});
