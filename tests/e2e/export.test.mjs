// Passing a view on: the lists as CSV and GeoJSON, read by other programs, and the address shared or copied.
import { check } from '@placemarkio/check-geojson';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { HOUR, json } from '../support/bodies.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { AROUND_BRECON, PHONE } from '../support/page.mjs';

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
test.use({ flags: '--scenario storm' });

/** Saves the open list in a format: the name and the text of the file. */
async function save({ page, lists }, format) {
  await expect(lists.open.locator('.list-more')).toBeVisible();
  const folded = lists.open.locator('.list-more:not([open]) > summary');
  if (await folded.count()) await folded.click();
  const downloading = page.waitForEvent('download');
  await lists.open.getByRole('button', { name: format, exact: true }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}
/** The rows as Python's csv module reads them, by column. */
function rows(text) {
  const program =
    'import csv,io,json,sys; print(json.dumps(list(csv.DictReader(io.StringIO(sys.stdin.buffer.read().decode("utf-8-sig"), newline="")))))';
  return JSON.parse(execFileSync('python3', ['-c', program], { input: text, encoding: 'utf8' }));
}

// That each format can be read, and that no cell is a formula, is tested in core/src/export.rs.
test('the lists are saved as CSV and GeoJSON, with the rows in view and the time of the source', async ({ visit }) => {
  const gorlif = await visit(`${AROUND_BRECON}&lang=en`);
  const { page, answer, lists } = gorlif;
  await answer.settled();
  for (const [tab, what, attribute, column, sources] of [
    ['warnings', 'warnings', 'data-area-code', 'area_code', /^warnings fresh 2.*; warnings-here fresh 2/],
    ['rivers', 'gauges', 'data-station-id', 'station', /^levels fresh 2/],
  ]) {
    await lists.show(tab);
    const rowsOf = (entries, attribute) => entries.map((entry) => entry.getAttribute(attribute)).sort();
    const listed = await lists.open.locator('.entries > li').evaluateAll(rowsOf, attribute);
    expect(listed.length).toBeGreaterThan(3);
    const csv = await save(gorlif, 'CSV');
    expect(csv.name).toMatch(new RegExp(String.raw`^gorlif-${what}-\d{8}-\d{4}\.csv$`));
    const table = rows(csv.text);
    expect(table.map((row) => row[column]).sort()).toEqual(listed);
    for (const row of table)
      expect(row).toMatchObject({
        list_state: 'checked',
        list_area: expect.stringMatching(/^Brecon, 20\u00a0km/),
        list_filters: '',
        list_sources: expect.stringMatching(sources),
        county: expect.stringMatching(/./),
        response_time: expect.stringMatching(UTC),
        latitude: expect.stringMatching(/^5[12]\b/),
        longitude: expect.stringMatching(/^-[34]\b/),
        ...(what === 'gauges' ? { cm_per_hour: expect.stringMatching(/^(-?\d+)?$/) } : {}),
      });
    const geojson = await save(gorlif, 'GeoJSON');
    expect(geojson.name).toMatch(/\.geojson$/);
    const about = JSON.parse(geojson.text).gorlif;
    expect(about.state).toEqual(['checked']);
    expect(about.area).toMatch(/^Brecon/);
    for (const { time } of about.sources) expect(time).toMatch(UTC);
    // By another program's reading of RFC 7946.
    const { features } = check(geojson.text);
    expect(features.map(({ properties }) => properties[column]).sort()).toEqual(listed);
  }
  // Without rows a row of its own says what the file is about.
  const all = await lists.gauges.count();
  await page.goto(`${page.url()}&rising=1`);
  await lists.show('rivers');
  await expect(page.getByRole('button', { name: 'Rising, fastest first' })).toBeVisible();
  await expect(lists.gauges).toHaveCount(0);
  const csv = await save(gorlif, 'CSV');
  expect(csv.name).toMatch(/^gorlif-gauges-filtered-\d{8}-\d{4}\.csv$/);
  expect(rows(csv.text)).toEqual([
    expect.objectContaining({ list_state: `checked; filtered: 0 of ${all}`, list_filters: 'rising=1', station: '' }),
  ]);
});

// case 183
test('a list that could not be checked or read as a whole says so in the file and its name', async ({ open }) => {
  const anHourAgo = { 'X-Origin-Date': new Date(Date.now() - HOUR).toUTCString() };
  const unreadable = json('{"type":"FeatureCollection","features":[7]}', anHourAgo);
  const gorlif = await open(`${AROUND_BRECON}&lang=en`, { answers: { wales: unreadable, here: unreadable } });
  for (const name of ['warnings', 'warnings-here'])
    await expect(gorlif.sources.source(name).locator('.rejected'), name).toBeVisible();
  const csv = await save(gorlif, 'CSV');
  expect(csv.name).toMatch(/^gorlif-warnings-unchecked-\d{8}-\d{4}\.csv$/);
  expect(rows(csv.text)[0].list_state).toBe('not checked; partly unreadable');
  const geojson = await save(gorlif, 'GeoJSON');
  expect(geojson.name).toMatch(/^gorlif-warnings-unchecked-\d{8}-\d{4}\.geojson$/);
  expect(JSON.parse(geojson.text).gorlif.state).toEqual(['not checked', 'partly unreadable']);
});

test('the address is copied where the platform cannot share, and shared where it can', async ({ open }) => {
  const gorlif = await open(`${AROUND_BRECON}&lang=cy`, {
    viewport: PHONE,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page, lists } = gorlif;
  const share = lists.open.getByRole('button', { name: "Rhannu'r olwg hon" });
  await share.click();
  await expect(page.getByText('Copïwyd y cyfeiriad.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.evaluate(() => {
    navigator.share = async ({ url }) => void (globalThis.shared = url);
  });
  await share.click();
  await expect.poll(() => page.evaluate(() => globalThis.shared), { message: 'shared address' }).toBe(page.url());
  await page.evaluate(() => {
    navigator.share = undefined;
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await share.click();
  await expect(page.getByText("Ni ellid copïo'r cyfeiriad. Copïwch ef o'r bar cyfeiriad.")).toBeVisible();
  expect(gorlif.faults).toEqual([]);
});
