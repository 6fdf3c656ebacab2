// Passing a view on: the lists as CSV and GeoJSON, read by other programs, and the address shared or copied.
import assert from 'node:assert/strict';
import { check } from '@placemarkio/check-geojson';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { PHONE, marked, open, stage, startBrowser, startGateway, startService } from '../support/harness.mjs';

const BRECON = 'lat=51.9473&lon=-3.3912&r=20';
let browser;
before(async () => {
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
});

async function start(t, { language = 'en', ...options } = {}) {
  const { gateway } = await stage(t, 'storm');
  const page = await open(browser, `${gateway.address}?lang=${language}&${BRECON}`, options);
  t.after(() => page.context().close());
  await marked(page);
  return page;
}
async function download(page, name) {
  const downloading = page.waitForEvent('download');
  await page.locator('.panel.open').getByRole('button', { name, exact: true }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}
/** The rows as Python's csv module reads them, by column. */
function rows(text) {
  const program =
    'import csv,io,json,sys; print(json.dumps(list(csv.DictReader(io.StringIO(sys.stdin.buffer.read().decode("utf-8-sig"), newline="")))))';
  const { stdout, status, stderr } = spawnSync('python3', ['-c', program], { input: text, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

for (const [view, what, attribute, column] of [
  [0, 'warnings', 'areaCode', 'area_code'],
  [1, 'gauges', 'stationId', 'station'],
]) {
  test(`the list of ${what} is saved as CSV and as GeoJSON, with the rows in view and the time of their source`, async (t) => {
    const page = await start(t);
    await page.locator('.views button').nth(view).click();
    const listed = await page
      .locator('.panel.open .entries > li')
      .evaluateAll((entries, attribute) => entries.map(({ dataset }) => dataset[attribute]), attribute);
    assert.ok(listed.length > 3);
    const csv = await download(page, 'CSV');
    assert.match(csv.name, new RegExp(String.raw`^gorlif-${what}-\d{8}-\d{4}\.csv$`));
    const table = rows(csv.text);
    assert.deepEqual(table.map((row) => row[column]).sort(), [...listed].sort());
    for (const row of table) {
      assert.equal(row.list_state, 'checked');
      assert.match(row.list_area, /^Brecon, 20\u00a0km/);
      assert.equal(row.list_filters, '');
      assert.match(
        row.list_sources,
        what === 'gauges' ? /^levels fresh 2/ : /^warnings fresh 2.*; warnings-here fresh 2/,
      );
      assert.ok(row.county, JSON.stringify(row));
      if (what === 'gauges') assert.match(row.cm_per_hour, /^(-?\d+)?$/);
      assert.match(row.response_time, UTC);
      assert.ok(Number(row.latitude) > 51 && Number(row.longitude) < -2, JSON.stringify(row));
      assert.ok(Object.values(row).every((cell) => !/^[=+@\t]/.test(cell)));
    }
    const geojson = await download(page, 'GeoJSON');
    assert.match(geojson.name, /\.geojson$/);
    // By another program's reading of RFC 7946.
    const { type, features } = check(geojson.text);
    const { gorlif } = JSON.parse(geojson.text);
    assert.deepEqual(gorlif.state, ['checked']);
    assert.match(gorlif.area, /^Brecon/);
    assert.ok(gorlif.sources.every(({ time }) => UTC.test(time)));
    assert.equal(type, 'FeatureCollection');
    assert.deepEqual(features.map(({ properties }) => properties[column]).sort(), [...listed].sort());
    for (const feature of features) {
      assert.equal(feature.type, 'Feature');
      const row = table.find((row) => row[column] === feature.properties[column]);
      assert.deepEqual(feature.geometry, {
        type: 'Point',
        coordinates: [Number(row.longitude), Number(row.latitude)],
      });
    }
    assert.deepEqual(page.faults, []);
  });
}

test('only the gauges that the filter leaves are saved', async (t) => {
  const page = await start(t);
  await page.locator('.views button').nth(1).click();
  const all = rows((await download(page, 'CSV')).text).length;
  await page.getByRole('button', { name: 'Rising, fastest first' }).click();
  await page.waitForFunction(() => document.querySelectorAll('[data-station-id]').length === 0);
  assert.ok(all > 0);
  // case 183: without rows a row of its own says what the file is about.
  const csv = await download(page, 'CSV');
  assert.match(csv.name, /^gorlif-gauges-filtered-\d{8}-\d{4}\.csv$/);
  const [only, ...others] = rows(csv.text);
  assert.equal(others.length, 0);
  assert.equal(only.list_state, `checked; filtered: 0 of ${all}`);
  assert.equal(only.list_filters, 'rising=1');
  assert.equal(only.station, '');
  assert.deepEqual(page.faults, []);
});

// case 183
test('a list that could not be checked, or not be read as a whole, says so in the file and in its name', async (t) => {
  const service = await startService('--scenario', 'storm');
  t.after(() => service.stop());
  const gateway = await startGateway(service, {
    answer: (path) =>
      path.startsWith('/api/floodwarnings/')
        ? {
            headers: {
              'Content-Type': 'application/json',
              'X-Origin-Date': new Date(Date.now() - 3.6e6).toUTCString(),
            },
            body: '{"type":"FeatureCollection","features":[7]}',
          }
        : undefined,
  });
  t.after(() => gateway.stop());
  const page = await open(browser, `${gateway.address}?lang=en&${BRECON}`);
  t.after(() => page.context().close());
  await marked(page);
  const csv = await download(page, 'CSV');
  assert.match(csv.name, /^gorlif-warnings-unchecked-\d{8}-\d{4}\.csv$/);
  assert.equal(rows(csv.text)[0].list_state, 'not checked; partly unreadable');
  const geojson = await download(page, 'GeoJSON');
  assert.match(geojson.name, /^gorlif-warnings-unchecked-\d{8}-\d{4}\.geojson$/);
  assert.deepEqual(JSON.parse(geojson.text).gorlif.state, ['not checked', 'partly unreadable']);
});

test('the address is copied where the platform cannot share, and shared where it can', async (t) => {
  const page = await start(t, { viewport: PHONE, language: 'cy', permissions: ['clipboard-read', 'clipboard-write'] });
  const share = page.locator('.panel.open').getByRole('button', { name: "Rhannu'r olwg hon" });
  await share.click();
  await page.getByText('Copïwyd y cyfeiriad.').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await page.evaluate(() => {
    navigator.share = async (data) => void (document.documentElement.dataset.shared = JSON.stringify(data));
  });
  await share.click();
  await page.waitForFunction(() => document.documentElement.dataset.shared);
  const shared = JSON.parse(await page.evaluate(() => document.documentElement.dataset.shared));
  assert.equal(shared.url, page.url());
  await page.evaluate(() => {
    navigator.share = undefined;
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await share.click();
  await page.getByText("Ni ellid copïo'r cyfeiriad. Copïwch ef o'r bar cyfeiriad.").waitFor();
  assert.deepEqual(page.faults, []);
});
