// The recorded responses of the real service in a real browser: nothing that was recorded is lost on the way to people.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.mjs';
import { captures } from '../support/harness.mjs';

test.use({ flags: `--captures ${captures}` });
test.skip(!existsSync(captures), `no recordings in ${captures}; set GORLIF_CAPTURES to run these tests`);

const recorded = (name) =>
  JSON.parse(readFileSync(join(captures, name), 'utf8')).features.map((feature) => feature.properties);

test('all 27 messages and 261 gauges are listed and on the map, with the right counts', async ({ visit }) => {
  const gorlif = await visit();
  const { page, answer, lists, map } = gorlif;
  const warnings = recorded('floodwarnings-2016-11-22.json');
  await expect(page.locator('#warnings-heading')).toHaveText('27 warnings and alerts, 10 in force');
  await map.has({ warnings: 18, stations: 261 });
  await lists.showAll();
  expect((await lists.codes()).sort()).toEqual(warnings.map((warning) => warning.FWACODE).sort());
  await expect(answer.sentence).toHaveText(/^10\sflood alerts in Wales\.$/);
  const stations = recorded('riverlevels-2019-03-13.json');
  await expect(page.locator('#rivers-heading')).toHaveText('261 gauges');
  const titles = () =>
    lists.gauges.evaluateAll((rows) =>
      rows.map((row) => `${row.dataset.stationId} ${row.querySelector('.title').textContent}`).sort(),
    );
  expect(await titles()).toEqual(stations.map((s) => `${s.Location} ${s.TitleEN.trim()}`).sort());
  await lists.show('rivers');
  await page.getByRole('button', { name: 'Cymraeg' }).click();
  await expect(page.getByRole('heading', { name: '261\u00a0mesurydd' })).toBeVisible();
  expect(await titles()).toEqual(stations.map((s) => `${s.Location} ${s.TitleCY.trim()}`).sort());
  // Recorded in 2019, so no reading is current, whatever its status says.
  await expect(page.locator('[data-station-id][data-state="stale"]')).toHaveCount(261);
});
