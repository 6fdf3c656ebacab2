// How high a level is for its gauge: the usual range and the highest levels that the recorder knows, in the list, the map, the chart, the
// details, the filter and the order.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from '../support/axe.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { around } from '../support/page.mjs';
import { startWithImport } from '../support/recorder-harness.mjs';
import { importFile, readingsOfDays } from '../support/years.mjs';

const FILE = 'level-records.json';
const BRECON = [-3.39, 51.95];

/** Readings of so many days, that many metres from the level that the gauge has now. */
const waves = (days, off) => (now) => readingsOfDays(days, (quarter) => now + off + 0.4 * Math.sin(quarter / 900));
/** The same 1 m lower, with a flood of a day each 40 days: the level that the gauge has now is higher than 98 of 100. */
const floods = (days) => (now) =>
  readingsOfDays(days, (quarter) => {
    const flood = Math.max(0, Math.sin((quarter * Math.PI) / 1920) - 0.9969);
    return now - 1 + 0.4 * Math.sin(quarter / 900) + 600 * flood;
  });
/** The level that the gauge has now in the last five of so many days, and others before. */
const stuck = (days) => (now) =>
  readingsOfDays(days, (quarter) => (quarter < (days - 5) * 96 ? now + 0.2 + 0.1 * Math.sin(quarter / 100) : now));
/** What the years of the gauges are. */
const YEARS = {
  above: waves(420, -1.5),
  within: waves(420, 0),
  below: waves(420, 1.5),
  half: floods(200),
  weeks: waves(21, 0),
  stuck: stuck(120),
};
let recorded;
/** The station numbers by the name of the year. */
let gauges;

/** The readings of the gauges near Brecon, one for each name. */
function readings(features) {
  const distance = ({ geometry: { coordinates } }) =>
    Math.hypot(coordinates[0] - BRECON[0], (coordinates[1] - BRECON[1]) * 1.6);
  const isUsable = ({ geometry, properties: { Units, StatusEN, LatestValue, TitleEN } }) =>
    geometry && Units === 'm' && StatusEN === 'Online' && Number(LatestValue) > 0 && !TitleEN.includes('idal');
  const near = features.filter(isUsable).sort((a, b) => distance(a) - distance(b));
  const chosen = Object.keys(YEARS).map((name, index) => [name, near[index].properties]);
  gauges = Object.fromEntries(chosen.map(([name, { Location }]) => [name, Location]));
  return Object.fromEntries(
    chosen.map(([name, { Location, LatestValue }]) => [Location, YEARS[name](Number(LatestValue))]),
  );
}

test.beforeAll(async () => {
  const fileOf = async ({ call }) => importFile(readings((await call('/riverlevels/v1/all')).features));
  recorded = await startWithImport(['--scenario', 'mixed'], fileOf, (records) => {
    const known = records.files().includes(FILE) ? records.json(FILE).gauges : [];
    return Object.values(gauges).every((id) => known.some(({ station }) => station === id));
  });
});
test.afterAll(() => recorded?.stop());

const text = async (locator) => (await locator.innerText()).replace(/\s+/g, ' ');

async function showRivers(open, options) {
  const gorlif = await open(`${around(50)}&lang=en`, { at: recorded.gateway, ...options });
  await gorlif.lists.show('rivers');
  return gorlif;
}

// case 267
test('rows say how a level compares with the range of its gauge, which filters and sorts them', async ({ open }) => {
  const gorlif = await showRivers(open);
  const row = (name) => gorlif.lists.gauge(gauges[name]).row;
  for (const [name, standing] of Object.entries({
    above: 'far-above',
    within: 'within',
    below: 'below',
    half: 'above',
  }))
    await expect(row(name), name).toHaveAttribute('data-standing', standing);
  await expect(row('above').locator('.bold')).toHaveText('well above its usual range');
  await expect(row('above').locator('.bold')).toHaveCSS('font-weight', '600');
  await expect(row('half')).toContainText(/[^l] ?above its range of 20[01]\sdays/);
  await expect(row('weeks')).toBeVisible();
  expect(await row('weeks').getAttribute('data-standing')).toBeNull();
  expect(await text(row('weeks'))).not.toMatch(/range/);
  // case 263
  await expect(row('stuck')).toContainText(/no other value since \d+\s\w+ 20\d\d: the gauge may be stuck/);
  await expect(row('stuck')).toHaveAttribute('data-trend', 'unknown');
  expect(await row('stuck').getAttribute('data-standing')).toBeNull();
  const filter = gorlif.page.getByRole('button', { name: /^High for the gauge/ });
  await expect(filter).toHaveText('High for the gauge (2)');
  await filter.click();
  const shown = () => gorlif.lists.ids();
  await expect.poll(shown).toHaveLength(2);
  expect(new Set(await shown())).toEqual(new Set([gauges.above, gauges.half]));
  await gorlif.map.has({ stations: 2 });
  expect(new URL(gorlif.page.url()).searchParams.get('above')).toBe('1');
  await filter.click();
  await gorlif.page.locator('.filters summary').filter({ visible: true }).click();
  await gorlif.page.locator('#order-gauges').selectOption('unusual');
  const order = ['above', 'half', 'within', 'below'].map((name) => gauges[name]);
  await expect.poll(async () => (await shown()).slice(0, 4)).toEqual(expect.arrayContaining(order.slice(0, 2)));
  expect((await shown()).slice(2, 4)).toEqual(order.slice(2));
  const { row: stuck, button } = gorlif.lists.gauge(gauges.stuck);
  await button.click();
  await stuck.getByRole('textbox', { name: /^Tell me/ }).fill('99');
  await stuck.getByRole('button', { name: 'Save' }).click();
  await gorlif.lists.show('watched');
  await expect(gorlif.lists.watched.locator('tbody tr')).toContainText(/99\.000\smnot known/);
  expect(gorlif.faults).toEqual([]);
});

test('the details have range, share and highest level, in both languages, and the chart a band', async ({ open }) => {
  const gorlif = await showRivers(open);
  const details = async (name) => {
    const { row, button, chart } = gorlif.lists.gauge(gauges[name]);
    await button.click();
    await expect(chart).toBeVisible();
    return { row, chart, facts: await text(row.locator('.details > dl')) };
  };
  const above = await details('above');
  expect(above.facts).toMatch(/Usual range -?−?\d+\.\d\d to -?−?\d+\.\d\d m /);
  expect(above.facts).toContain('Compared with the past higher than 99 of 100 readings of the last year');
  // The level of now is higher than all recorded ones.
  expect(above.facts).toMatch(
    /Highest recorded \d+\.\d\d m on \d+ \w+ 20\d\d, \d\d:\d\d; recorded since \d+ \w+ 20\d\d$/,
  );
  await expect(above.row.locator('rect.range')).toHaveCount(1);
  await above.row.locator('.about > summary').click();
  const years = above.row.locator('.about details', { hasText: 'Highest of each year' });
  await years.locator('summary').click();
  const { years: recordedYears } = recorded.records.json(`${gauges.above}.json`);
  expect(recordedYears.length).toBeGreaterThanOrEqual(2);
  await expect(years.locator('li')).toHaveCount(recordedYears.length);
  expect(await violations(gorlif.page)).toEqual([]);
  await gorlif.inLanguage('cy');
  await expect(above.row).toContainText("yn llawer uwch na'r ystod arferol");
  expect(await text(above.row.locator('.details > dl'))).not.toMatch(/\b(range|highest|readings|recorded)\b/i);
  await gorlif.inLanguage('en');
  const half = await details('half');
  expect(half.facts).toMatch(
    /Range of nine in ten readings .* m, on 20[01] days since \d+ \w+ 20\d\d; not a whole year/,
  );
  expect(half.facts).toMatch(/higher than 9[78] of 100 readings since \d+ \w+ 20\d\d/);
  const weeks = await details('weeks');
  expect(weeks.facts).toMatch(
    /Usual range Not known: recorded here since \d+ \w+ 20\d\d, with usable readings on 2[0-3] days of the last year\. It takes 90 days\./,
  );
  expect(weeks.facts).not.toContain('Compared with');
  await expect(weeks.row.locator('rect.range')).toHaveCount(0);
  expect(gorlif.faults).toEqual([]);
});

// case 199
test('records that cannot be used are named on the console, and nothing else changes', async ({ open }) => {
  const body = readFileSync(join(recorded.history, FILE), 'utf8');
  let response = { body: body.replace(/"written":\d+/, `"written":${Math.floor(Date.now() / 1000) - 8 * 86_400}`) };
  const { page, lists } = await showRivers(open, {
    prepare: (context) => context.route(`**/${FILE}`, (route) => route.fulfill(response)),
  });
  const printed = async () => {
    const lines = (await page.consoleMessages()).map((message) => message.text());
    return lines.findLast((line) => line.includes(FILE)) ?? '';
  };
  await expect(lists.gauge(gauges.above).row).toBeVisible();
  await expect.poll(printed).toContain('level-records.json cannot be used');
  await expect(page.locator('[data-standing]')).toHaveCount(0);

  const file = JSON.parse(body);
  const record = (name) => file.gauges.find(({ station }) => station === gauges[name]);
  record('above').unit = 'mAOD';
  record('half').levels.reverse();
  response = { json: file };
  await page.reload();
  await expect(lists.gauge(gauges.within).row).toHaveAttribute('data-standing', 'within');
  for (const name of ['above', 'half'])
    expect(await lists.gauge(gauges[name]).row.getAttribute('data-standing'), name).toBeNull();
  const named = async () => (await printed()).replace(/^.*: /, '').split(', ').sort();
  await expect.poll(named).toEqual([gauges.above, gauges.half].sort());
});
