// An answer of a nation's size: shown whole or not at all, up to 16 MB.
import { collection, gauge, json, minutesAgo } from '../support/bodies.mjs';
import { expect, test as base } from '../support/fixtures.mjs';

const COUNT = 5_000;

/** The gauge of a number: a hundred in each row, so many rows a degree. */
const numbered = (number, rows, properties) => {
  const identity = { Location: String(number), TitleEN: `Gauge ${String(number).padStart(5, '0')}` };
  const point = [-3 - (number % 100) / 100, 52 + Math.floor(number / 100) / rows];
  return gauge({ ...identity, LatestTime: minutesAgo(0), ...properties }, point);
};
// What the page passes over makes the body long and the gauges no larger.
const note = 'ŵ'.repeat(1_000);
const body = (value, count = COUNT) => {
  const properties = { note, LatestValue: String(value) };
  return JSON.stringify(collection(...Array.from({ length: count }, (_, number) => numbered(number, 100, properties))));
};

const test = base.extend({
  /** Opens a page whose readings are what `levels.body` is when it asks, over a real connection: bodies of this size come in parts. */
  openWith: async ({ open, startGateway }, use) => {
    await use(async (levels) => {
      const now = () => ({ Date: new Date().toUTCString(), ...levels.headers });
      const answer = (path) => (path.endsWith('/riverlevels/v1/all') ? json(levels.body, now()) : null);
      const gorlif = await open('', { at: await startGateway({ answer }) });
      await gorlif.marked();
      return gorlif;
    });
  },
});

/** Expects all gauges, with a value of the first. */
async function hasAll({ lists, map }, value) {
  await expect(lists.gauge('0').value).toHaveText(`${value}\u00a0m`);
  await map.has({ stations: COUNT });
}

test('a large answer is there whole, and what is no good answer leaves what was known', async ({ openWith }) => {
  const whole = body(1.25);
  const bytes = Buffer.byteLength(whole);
  expect(bytes).toBeGreaterThan(10e6);
  const levels = { body: whole };
  const gorlif = await openWith(levels);
  await hasAll(gorlif, '1.25');
  expect(gorlif.faults).toEqual([]);
  let known = '1.25';
  const broken = whole.lastIndexOf('"Location"');
  const [before, after] = [whole.slice(0, broken), whole.slice(broken)];
  const part = body(9.75).slice(0, 9_000_000);
  const cut = { 'Content-Length': String(bytes + 1_000), Connection: 'close' };
  for (const [given, headers, cause] of [
    [body(9.75, 2 * COUNT), {}, 'the body is larger than the limit'],
    [`${before}nonsense${after}`.replaceAll('1.25', '9.75'), {}, `line 1, column ${Buffer.byteLength(before) + 1} on`],
    [part, cut, ''],
    [part, { Date: 'never' }, ''],
  ]) {
    Object.assign(levels, { body: given, headers });
    await gorlif.check(10);
    if (cause) await expect(gorlif.sources.operator).toContainText(cause);
    await gorlif.sources.are('late', 'levels');
    await hasAll(gorlif, known);
    known = known === '1.25' ? '2.75' : '1.25';
    Object.assign(levels, { body: body(Number(known)), headers: {} });
    await gorlif.check(10);
    await hasAll(gorlif, known);
    await gorlif.sources.are('fresh', 'levels');
  }
});

test('of very many gauges 300 are listed, more on request, and the selected one always', async ({ openWith }) => {
  // More than the map draws in the same task, in no order.
  const gauges = Array.from({ length: 21_000 }, (_, number) =>
    numbered((number * 7_919) % 21_000, 300, { LatestValue: '1' }),
  );
  const gorlif = await openWith({ body: JSON.stringify(collection(...gauges)) });
  const { page, lists, map } = gorlif;
  const listed = async () => (await lists.ids()).map(Number);
  const first = (count) => Array.from({ length: count }, (_, number) => number);
  await expect(page.locator('#rivers-heading')).toHaveText('21000 gauges');
  await map.has({ stations: 21_000 });
  expect(await listed()).toEqual(first(300));
  await lists.show('rivers');
  await lists.rivers.getByRole('button', { name: 'Show more' }).click();
  await expect(lists.gauges).toHaveCount(600);
  expect(await listed()).toEqual(first(600));
  // As a press on the map or an address selects it.
  const address = new URL(page.url());
  address.searchParams.set('station', '20999');
  await page.goto(address.href);
  await gorlif.marked();
  await expect(lists.gauge('20999').details).toBeVisible();
  expect(await listed()).toEqual([...first(300), 20_999]);
  await expect(map.popup).toContainText('Gauge 20999');
  expect(gorlif.faults).toEqual([]);
});
