// The newer operations: the same page with StationData and version 3 of the warnings, from recordings and from the sample service.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { captures, later, marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

const NEWER = { levels: 'station-data', warnings: 'v3' };
const BRECON = 'lat=51.9473&lon=-3.3912&r=20';
const recording = join(captures, 'stationdata-2020-10-06.json');
let browser;
before(async () => {
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
});

async function start(t, flags, query = '?lang=en', { marks = [], ...options } = {}) {
  const service = await startService(...flags);
  t.after(() => service.stop());
  const gateway = await startGateway(service, { operations: NEWER, ...options });
  t.after(() => gateway.stop());
  const page = await open(browser, gateway.address + query);
  t.after(() => page.context().close());
  await marked(page, ...marks);
  return { page, gateway, service };
}
const answer = (page) => page.locator('#answer').getAttribute('data-answer');
const kindButton = (page, name) =>
  page.getByRole('group', { name: 'Gauges' }).getByRole('button', { name, exact: true });
const complete = (page) => page.waitForFunction(() => !document.querySelector('.entries[aria-busy]'));
const rows = (page, attribute) =>
  page
    .locator(`.entries:not([hidden]) > [${attribute}]`)
    .evaluateAll((rows, name) => rows.map((row) => row.getAttribute(name)).sort(), attribute);

test(
  'each of the 402 recorded gauges is listed with its kind, and a dead one is stale whatever it claims',
  {
    skip: !existsSync(recording) && 'no recordings',
  },
  async (t) => {
    const { page } = await start(t, ['--captures', captures]);
    const stations = JSON.parse(readFileSync(recording, 'utf8'));
    const name = ({ parameters }) => parameters[0]?.paramNameEN ?? '';
    await page.locator('.views button').nth(1).click();
    await page.getByRole('group', { name: 'Gauges' }).waitFor();
    for (const [kind, count, heading, ofKind] of [
      ['Rivers', 242, '242 gauges', (name) => !/^(Rain|Tid)/.test(name)],
      ['Rain', 150, '150 rain gauges', (name) => /^Rain/.test(name)],
      ['Tides', 10, '10 tide gauges', (name) => /^Tid/.test(name)],
    ]) {
      const wanted = stations.filter((station) => ofKind(name(station)));
      assert.equal(wanted.length, count);
      const button = kindButton(page, kind);
      assert.equal(await button.getAttribute('aria-pressed'), String(kind === 'Rivers'), 'off by default');
      await button.click();
      await page.waitForFunction(
        (text) => document.querySelector('#rivers-heading')?.textContent.replace('\u00a0', ' ') === text,
        heading,
      );
      await complete(page);
      const tab = await page.locator('.views button').nth(1).textContent();
      assert.equal(tab.trim(), kind === 'Rivers' ? 'Rivers 242' : 'Rivers', 'no number of rain gauges under Rivers');
      assert.equal(await page.evaluate(() => document.activeElement.textContent), kind, 'the focus stays');
      const ids = wanted.map(({ location, parameters }) => `${location}-${parameters[0]?.parameter ?? ''}`);
      assert.deepEqual(await rows(page, 'data-station-id'), ids.sort());
      const stale = page.locator('.entries:not([hidden]) > [data-station-id][data-state="stale"]');
      assert.equal(await stale.count(), count);
      // Positions of (0, 0) are replaced by those of the grid reference.
      const placed = wanted.filter(
        ({ coordinates, ngr }) => Number(coordinates?.latitude) || /^[A-Z]{2}\d+$/.test(ngr),
      );
      assert.equal(await page.locator('#map').getAttribute('data-stations'), String(placed.length));
    }
    assert.match(page.url(), /gauges=tides/);
    assert.deepEqual(page.faults, []);
  },
);

test('each message of version 3 is listed with the times of version 1', async (t) => {
  const { page, service } = await start(t, ['--scenario', 'storm']);
  const old = await startGateway(service, { operations: { levels: 'v1', warnings: 'v1' } });
  t.after(() => old.stop());
  const other = await open(browser, `${old.address}?lang=en`);
  t.after(() => other.context().close());
  await marked(other);
  const texts = async (page) => {
    await complete(page);
    return page.locator('.panel.warnings .entries:not([hidden]) > li').allTextContents();
  };
  const newer = await texts(page);
  assert.ok(newer.length > 100);
  assert.deepEqual(newer, await texts(other));
  assert.equal(await page.locator('.sentence').textContent(), await other.locator('.sentence').textContent());
  assert.deepEqual(page.faults, []);
});

test('a place has its messages and gauges from the newer operations, which the page names in both languages', async (t) => {
  const { page, gateway } = await start(t, ['--scenario', 'storm'], `?lang=en&${BRECON}`);
  await later(page);
  assert.equal(await answer(page), 'some');
  await page.locator('.panel.rivers [data-station-id]').first().waitFor({ state: 'attached' });
  const asked = [...new Set(gateway.seen.map(({ path }) => path).filter((path) => path.startsWith('/api/')))].sort();
  assert.deepEqual(asked, [
    '/api/floodforecast/v1/areasatrisk',
    '/api/floodwarnings/v3/all',
    '/api/floodwarnings/v3/distance/21000/latlon/51.95/-3.39',
    '/api/rivers-and-seas/v1/api/StationData',
  ]);
  // One request each: the page takes over those of the bootstrap script.
  assert.equal(gateway.seen.filter(({ path }) => path.endsWith('/StationData')).length, 1);
  assert.equal(gateway.seen.filter(({ path }) => path.endsWith('/v3/all')).length, 1);
  const versions = page.locator('.versions');
  assert.equal(
    await versions.textContent(),
    'Operations of the service: flood warnings v3, river levels station-data.',
  );
  await page.getByRole('button', { name: 'Cymraeg' }).click();
  assert.match(await versions.textContent(), /^Gweithrediadau'r gwasanaeth: rhybuddion llifogydd v3, /);
  assert.deepEqual(page.faults, []);
});

for (const [operations, body, found] of [
  [NEWER, { type: 'FeatureCollection', features: [] }, 'riverlevels/v1'],
  [{ levels: 'v1', warnings: 'v1' }, [{ location: 1, parameters: [] }], 'StationData'],
]) {
  test(`a body of ${found} where ${operations.levels} is configured is named for the operator, and no level is claimed`, async (t) => {
    const { page } = await start(t, ['--scenario', 'calm'], '?lang=en', {
      operations,
      marks: ['warnings-shown'],
      answer: (path) =>
        /riverlevels|StationData/.test(path) && path.startsWith('/api/')
          ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
          : null,
    });
    await later(page);
    await page.locator('[data-source=levels][data-state=unknown]').waitFor({ state: 'attached' });
    assert.match(await page.locator('.operator pre').textContent(), new RegExp(found));
    assert.equal(await page.locator('[data-station-id]').count(), 0);
    assert.equal(await answer(page), 'none');
  });
}

/** Opens the list of gauges and the entry of one of the first; its section with the chart. */
async function openGauge(page, index = 0) {
  await page.locator('.views button').nth(1).click();
  await complete(page);
  const row = page.locator('.entries:not([hidden]) > [data-station-id]').nth(index);
  await row.locator('.entry').click();
  return row.locator('section');
}
const histories = (page) => page.asked.map((request) => request.url()).filter((url) => url.includes('/historical?'));

for (const [language, texts] of [
  [
    'en',
    {
      five: "The service's own readings of the last 5 days.",
      thirty: "The service's own readings of the last 30 days.",
      stated: /^(↑ rising|↓ falling|→ steady), stated by the service$/,
    },
  ],
  [
    'cy',
    {
      five: "Darlleniadau'r gwasanaeth ei hun o'r 5 diwrnod diwethaf.",
      thirty: "Darlleniadau'r gwasanaeth ei hun o'r 30 diwrnod diwethaf.",
      stated: /^(↑ yn codi|↓ yn gostwng|→ yn sefydlog), yn ôl y gwasanaeth$/,
    },
  ],
]) {
  test(`without a recorder chart and trend are those of the service (${language})`, async (t) => {
    const { page } = await start(t, ['--scenario', 'storm'], `?lang=${language}&${BRECON}`);
    assert.deepEqual(histories(page), []);
    const section = await openGauge(page);
    const chart = section.locator('[data-chart]');
    await chart.waitFor();
    await section.getByText(texts.five).waitFor();
    // Two days of a reading each quarter of an hour.
    assert.ok(Number(await chart.getAttribute('data-points')) > 180);
    const [first, ...more] = histories(page);
    const { searchParams } = new URL(first);
    const days = (Date.parse(searchParams.get('to')) - Date.parse(searchParams.get('from'))) / 86_400_000;
    assert.deepEqual([days, more], [5, []]);
    await section.locator('.buttons button').nth(2).click();
    await section.getByText(texts.thirty).waitFor();
    assert.ok(Number(await chart.getAttribute('data-points')) > 640);
    await section.locator('.buttons button').nth(1).click();
    assert.equal(histories(page).length, 2);
    // The service states a trend after the first response.
    const facts = await page.locator('.entries:not([hidden]) .details dd').allTextContents();
    assert.ok(
      facts.some((fact) => texts.stated.test(fact)),
      facts.join('; '),
    );
    assert.deepEqual(page.faults, []);
  });
}

test('the chart of a rain gauge is one of rain, without a level or a trend', async (t) => {
  const { page } = await start(t, ['--scenario', 'storm'], `?lang=en&gauges=rain&${BRECON}`);
  const section = await openGauge(page);
  await section.getByRole('heading', { name: 'Rain over time' }).waitFor();
  await section.locator('[data-chart]').waitFor();
  const row = page.locator('.entries:not([hidden]) > [data-station-id]').first();
  assert.match(await row.locator('.value').first().textContent(), /mm$/);
  assert.equal(await row.getAttribute('data-trend'), 'unknown');
  await row.getByText('The service does not say over which time this rain fell.').waitFor();
  assert.doesNotMatch(await row.textContent(), /Trend|Your level|rising|falling/);
  assert.equal(await page.getByRole('button', { name: /^Rising/ }).count(), 0);
  assert.deepEqual(page.faults, []);
});

test('the list has the kind of a gauge that the address selects, and another kind takes the selection back', async (t) => {
  const { page } = await start(t, ['--scenario', 'storm'], `?lang=en&station=104120&${BRECON}`);
  const rain = kindButton(page, 'Rain');
  await page.locator('.entries:not([hidden]) > [data-station-id^="104120-"] section').waitFor({ state: 'attached' });
  await page.locator('.leaflet-popup-content').waitFor();
  await page.locator('.views button').nth(1).click();
  assert.equal(await rain.getAttribute('aria-pressed'), 'true');
  await kindButton(page, 'Rivers').click();
  await page.locator('.leaflet-popup-content').waitFor({ state: 'detached' });
  assert.equal(await rain.getAttribute('aria-pressed'), 'false');
  assert.doesNotMatch(page.url(), /station=|gauges=/);
  assert.deepEqual(page.faults, []);
});

test('a history that the gateway refuses is named in the details of the gauge', async (t) => {
  const { page } = await start(t, ['--scenario', 'storm'], `?lang=en&${BRECON}`, {
    answer: (path) => (path.includes('/historical') ? { status: 503, headers: { 'Retry-After': '65' } } : null),
  });
  const section = await openGauge(page);
  await section.getByText('The recorded readings of this gauge could not be loaded.').waitFor();
  assert.equal(await section.locator('[data-chart]').count(), 0);
});

test('without the chunk that decodes StationData the warnings stay right and the levels come after a check', async (t) => {
  let isBroken = true;
  const { page } = await start(t, ['--scenario', 'storm'], '?lang=en', {
    marks: ['warnings-shown'],
    answer: (path) => (isBroken && /_page\.wasm$/.test(path) ? { status: 404 } : null),
  });
  assert.equal(await answer(page), 'some');
  await page.locator('#check-now').waitFor();
  assert.equal(await page.locator('[data-station-id]').count(), 0);
  isBroken = false;
  await page.locator('#check-now').click();
  await page.locator('[data-station-id]').first().waitFor({ state: 'attached' });
});

test('settings with a version that does not exist are named in the failure box', async (t) => {
  const service = await startService('--scenario', 'calm');
  t.after(() => service.stop());
  const gateway = await startGateway(service, {
    change: (html) => html.replace('"endpoint":', '"operations": { "levels": "v2" }, "endpoint":'),
  });
  t.after(() => gateway.stop());
  const page = await open(browser, gateway.address);
  t.after(() => page.context().close());
  await page.locator('#failure').waitFor();
  assert.match(await page.locator('#failure-cause').textContent(), /settings: expected v1 or station-data/);
});

// case 177
test('a parameter that is missing from a response does not lend its number to another one', async (t) => {
  const parameter = (number, name, value) => ({
    parameter: number,
    paramNameEN: name,
    units: 'm',
    latestValue: value,
    latestTime: new Date(Date.now() - 600_000).toISOString(),
  });
  const level = parameter(10_095, 'River Level', 1.5);
  const downstream = parameter(10_096, 'River Level', 0.4);
  let parameters = [level, downstream];
  const { page } = await start(t, ['--scenario', 'calm'], '?lang=en&station=4001', {
    answer: (path) =>
      path.includes('/StationData')
        ? {
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify([
              {
                location: 4_001,
                coordinates: { latitude: 51.95, longitude: -3.39 },
                titleEN: 'Usk at Brecon',
                statusEN: 'Online',
                parameters,
              },
            ]),
          }
        : undefined,
  });
  await page.locator('.views button').nth(1).click();
  const row = (id) => page.locator(`[data-station-id="${id}"]`);
  // The plain number of the address is that of the level with the lowest number.
  await row('4001-10095').locator('[aria-expanded="true"]').waitFor();
  await page.waitForFunction(() => location.search.includes('station=4001-10095'));
  parameters = [downstream];
  await later(page, 20);
  await page.locator('.sources button').click();
  await row('4001-10095').getByText("not in the source's latest answer").waitFor();
  assert.match(await row('4001-10095').locator('.value').textContent(), /^1\.5/);
  assert.match(await row('4001-10096').locator('.value').textContent(), /^0\.4/);
  assert.deepEqual(page.faults, []);
});

// case 180
test('a response without gauges is called that', async (t) => {
  const { page } = await start(t, ['--scenario', 'calm'], `?lang=en&${BRECON}`, {
    answer: (path) =>
      path.includes('/StationData') ? { headers: { 'Content-Type': 'application/json' }, body: '[]' } : undefined,
    marks: ['warnings-shown'],
  });
  await page.locator('.views button').nth(1).click();
  await page.getByText('The service returned no gauges.').waitFor();
  assert.equal(await page.getByText('No gauge lies within this distance.').count(), 0);
});
