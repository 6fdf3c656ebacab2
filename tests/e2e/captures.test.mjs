// The recorded answers of the real service in a real browser: nothing that was recorded is lost on the way to people.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { captures, marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

const there = existsSync(captures);
const recorded = (name) =>
  JSON.parse(readFileSync(join(captures, name), 'utf8')).features.map((feature) => feature.properties);
let service, gateway, browser;
before(async () => {
  if (!there) return void console.log(`SKIPPED: no recordings in ${captures}; set GORLIF_CAPTURES to run these tests`);
  service = await startService('--captures', captures);
  gateway = await startGateway(service);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await gateway?.stop();
  await service?.stop();
});

test(
  'all 261 gauges are plotted and listed, with their Welsh titles after the toggle',
  {
    skip: !there && 'no recordings',
  },
  async () => {
    const page = await open(browser, gateway.address);
    await marked(page);
    const stations = recorded('riverlevels-2019-03-13.json');
    assert.equal(await page.locator('#map').getAttribute('data-stations'), '261');
    assert.equal(await page.locator('#rivers-heading').textContent(), '261\u00a0gauges');
    const titles = () =>
      page
        .locator('[data-station-id]')
        .evaluateAll((rows) =>
          rows.map((row) => `${row.dataset.stationId} ${row.querySelector('.title').textContent}`).sort(),
        );
    assert.deepEqual(await titles(), stations.map((s) => `${s.Location} ${s.TitleEN.trim()}`).sort());
    await page.locator('.views button').nth(1).click();
    await page.getByRole('button', { name: 'Cymraeg' }).click();
    await page.getByRole('heading', { name: '261\u00a0mesurydd' }).waitFor();
    assert.deepEqual(await titles(), stations.map((s) => `${s.Location} ${s.TitleCY.trim()}`).sort());
    // Recorded in 2019, so no reading is current, whatever its status says.
    assert.equal(await page.locator('[data-station-id][data-state="stale"]').count(), 261);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  },
);

test(
  'all 27 messages are listed, ten in force, eighteen on the map, counts by severity right',
  {
    skip: !there && 'no recordings',
  },
  async () => {
    const page = await open(browser, gateway.address);
    await marked(page);
    const warnings = recorded('floodwarnings-2016-11-22.json');
    assert.equal(await page.locator('#warnings-heading').textContent(), '27\u00a0messages, 10 in force');
    assert.equal(await page.locator('#map').getAttribute('data-warnings'), '18');
    const codes = await page
      .locator('[data-area-code]')
      .evaluateAll((rows) => rows.map((row) => row.dataset.areaCode).sort());
    assert.deepEqual(codes, warnings.map((w) => w.FWACODE).sort());
    assert.equal(await page.locator('.severity.alert >> xpath=ancestor::li[@data-area-code]').count(), 10);
    assert.equal(await page.locator('.severity.over >> xpath=ancestor::li[@data-area-code]').count(), 17);
    assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'some');
    assert.match(await page.locator('.sentence').textContent(), /^10\u00a0flood alerts in Wales\.$/);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  },
);

test(
  'a message without Welsh text shows the English one, marked as English, under the line that the Welsh follows',
  {
    skip: !there && 'no recordings',
  },
  async () => {
    const page = await open(browser, `${gateway.address}?lang=cy&area=103WAFwyemon`);
    await marked(page);
    const entry = page.locator('[data-area-code="103WAFwyemon"]');
    await entry.locator('.message').waitFor();
    assert.equal(await entry.locator('.message').getAttribute('lang'), 'en');
    assert.match(await entry.locator('.details').textContent(), /cyn gynted ag y bydd cyfieithiad ar gael/);
    assert.equal(await entry.locator('.title bdi').getAttribute('lang'), 'en');
    await page.context().close();
  },
);
