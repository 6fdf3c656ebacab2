// An answer of a nation's size: shown whole or not at all, up to 16 MB.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { later, marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

let browser, service;
before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'calm', '--still');
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

const COUNT = 5_000;
// What the page passes over makes the body long and the gauges no larger.
const note = 'ŵ'.repeat(1_000);
const body = (value, count = COUNT) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: Array.from({ length: count }, (_, number) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-3 - (number % 100) / 100, 52 + Math.floor(number / 100) / 100] },
      properties: {
        note,
        Location: String(number),
        TitleEN: `Gauge ${String(number).padStart(5, '0')}`,
        LatestValue: String(value),
        LatestTime: new Date().toISOString(),
        Units: 'm',
      },
    })),
  });

/** A page whose readings are what `levels.body` is when it asks. */
async function visit(t, levels) {
  const answer = (path) =>
    path.endsWith('/riverlevels/v1/all')
      ? {
          headers: { 'Content-Type': 'application/json', Date: new Date().toUTCString(), ...levels.headers },
          body: levels.body,
        }
      : null;
  const gateway = await startGateway(service, { answer });
  t.after(() => gateway.stop());
  const page = await open(browser, gateway.address);
  t.after(() => page.context().close());
  await marked(page);
  const refresh = async (whole = true) => {
    await later(page, 10);
    const answered = page.waitForResponse((response) => response.url().endsWith('/riverlevels/v1/all'));
    await page.locator('.sources button').click();
    if (whole) await (await answered).finished();
  };
  return { page, refresh, value: page.locator('[data-station-id="0"] .value') };
}

test('every gauge of a large answer is there, and the next answer takes its place', async (t) => {
  const levels = { body: body(1.25) };
  const bytes = Buffer.byteLength(levels.body);
  assert.ok(bytes > 10e6 && bytes < 16e6, bytes);
  const { page, refresh, value } = await visit(t, levels);
  assert.equal(await page.locator('#map').getAttribute('data-stations'), String(COUNT));
  assert.equal(await value.textContent(), '1.25\u00a0m');
  levels.body = body(2.5);
  await refresh();
  await page.waitForFunction(() =>
    document.querySelector('[data-station-id="0"] .value')?.textContent.startsWith('2.5'),
  );
  assert.equal(await page.locator('#map').getAttribute('data-stations'), String(COUNT));
  assert.deepEqual(page.faults, []);
});

test('a body beyond 16 MB is refused with its cause, and what was known stays', async (t) => {
  const levels = { body: body(1.25) };
  const { page, refresh, value } = await visit(t, levels);
  levels.body = body(9.75, 2 * COUNT);
  await refresh(false);
  await page.waitForFunction(() =>
    document.querySelector('.sources pre')?.textContent.includes('the body is larger than the limit'),
  );
  assert.equal(await value.textContent(), '1.25\u00a0m');
  assert.equal(await page.locator('[data-source="levels"]').getAttribute('data-state'), 'late');
});

test('a large answer that is broken near its end is refused: its place is told, and what was known stays', async (t) => {
  const levels = { body: body(1.25) };
  const { page, refresh, value } = await visit(t, levels);
  const broken = levels.body.lastIndexOf('"Location"');
  levels.body = `${levels.body.slice(0, broken)}nonsense${levels.body.slice(broken)}`.replaceAll('1.25', '9.75');
  await refresh();
  const cause = `line 1, column ${Buffer.byteLength(levels.body.slice(0, broken)) + 1} on`;
  await page.waitForFunction((cause) => document.querySelector('.sources pre')?.textContent.includes(cause), cause);
  assert.equal(await value.textContent(), '1.25\u00a0m');
  assert.equal(await page.locator('#map').getAttribute('data-stations'), String(COUNT));
  assert.equal(await page.locator('[data-source="levels"]').getAttribute('data-state'), 'late');
  levels.body = body(2.5);
  await refresh();
  await page.waitForFunction(() =>
    document.querySelector('[data-station-id="0"] .value')?.textContent.startsWith('2.5'),
  );
  assert.equal(await page.locator('[data-source="levels"]').getAttribute('data-state'), 'fresh');
});

test('an answer that breaks off, or that is from no known time, leaves what was known', async (t) => {
  const levels = { body: body(1.25) };
  const { page, refresh, value } = await visit(t, levels);
  for (const headers of [{ 'Content-Length': String(Buffer.byteLength(levels.body) + 1_000) }, { Date: 'never' }]) {
    levels.headers = headers;
    levels.body = body(9.75).slice(0, 9_000_000);
    await refresh(false);
    await page.waitForFunction(() => document.querySelector('[data-source="levels"]')?.dataset.state === 'late');
    assert.equal(await value.textContent(), '1.25\u00a0m');
    levels.headers = {};
    levels.body = body(1.25);
    await refresh();
    await page.waitForFunction(() => document.querySelector('[data-source="levels"]')?.dataset.state === 'fresh');
    assert.equal(await page.locator('#map').getAttribute('data-stations'), String(COUNT));
    assert.equal(await value.textContent(), '1.25\u00a0m');
  }
});

test('of very many gauges the first page is listed, the next on request, and the selected one always', async (t) => {
  // More than the map draws in the same task, in no order.
  const gauges = Array.from({ length: 21_000 }, (_, number) => (number * 7_919) % 21_000).map((number) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-3 - (number % 100) / 100, 52 + Math.floor(number / 100) / 300] },
    properties: {
      Location: String(number),
      TitleEN: `Gauge ${String(number).padStart(5, '0')}`,
      LatestValue: '1',
      LatestTime: new Date().toISOString(),
      Units: 'm',
    },
  }));
  const { page } = await visit(t, { body: JSON.stringify({ type: 'FeatureCollection', features: gauges }) });
  const listed = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.rivers [data-station-id]')].map((row) => Number(row.dataset.stationId)),
    );
  const first = (count) => Array.from({ length: count }, (_, number) => number);
  assert.equal((await page.locator('#rivers-heading').textContent()).replace('\u00a0', ' '), '21000 gauges');
  assert.equal(await page.locator('#map').getAttribute('data-stations'), '21000');
  assert.deepEqual(await listed(), first(300));
  await page.locator('.views button').nth(1).click();
  await page.locator('.rivers').getByRole('button', { name: 'Show more' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.rivers [data-station-id]').length === 600);
  assert.deepEqual(await listed(), first(600));
  // As a press on the map or an address selects it.
  const address = new URL(page.url());
  address.searchParams.set('station', '20999');
  await page.goto(address.href);
  await marked(page);
  await page.locator('[data-station-id="20999"] .details').waitFor();
  assert.deepEqual(await listed(), [...first(300), 20_999]);
  assert.match(await page.locator('.leaflet-popup-content').textContent(), /Gauge 20999/);
  assert.deepEqual(page.faults, []);
});
