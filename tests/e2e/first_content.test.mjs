// What the document says by itself, while everything else is still on its way: src/js/bootstrap.js, with all other scripts held back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, WIDE, marked, open, pixel, startBrowser, startGateway, startService } from '../support/harness.mjs';

let storm, calm, browser;
before(async () => {
  storm = await startService('--scenario', 'storm', '--still');
  calm = await startService('--scenario', 'calm', '--still');
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await storm?.stop();
  await calm?.stop();
});

// Not of a frame: its view is laid out before anything is painted.
const hold = (path) => (/\.(?:js|wasm)$/.test(path) && !/frame/.test(path) ? { hang: true } : null);
/** Opens the page with its scripts held back, and waits until the bootstrap script has checked both responses. */
async function first(t, service, { query = '', answer = () => null, viewport = PHONE, init } = {}) {
  const gateway = await startGateway(service, { answer: (path, request) => hold(path) ?? answer(path, request) });
  t.after(() => gateway.stop());
  const page = await open(browser, 'about:blank', { viewport, init });
  t.after(() => page.context().close());
  await page.goto(gateway.address + query, { waitUntil: 'commit' });
  await marked(page, 'first-responses-checked');
  return { page, gateway, said: await page.locator('.first').innerText() };
}
const warnings =
  (features, headers = {}) =>
  (path) =>
    path.includes('/floodwarnings/')
      ? {
          headers: { 'Content-Type': 'application/json', ...headers },
          body: typeof features === 'string' ? features : JSON.stringify({ type: 'FeatureCollection', features }),
        }
      : null;
const warning = (SEVERITY, SEVERITYVALUE, DESCRIPTION) => ({
  type: 'Feature',
  geometry: null,
  properties: { FWACODE: DESCRIPTION, SEVERITY, SEVERITYVALUE, DESCRIPTION },
});
const severe = warning('Severe Flood Warning', 1, 'River Usk');

test('the three calls go out with the document alone', async (t) => {
  const { gateway } = await first(t, storm);
  assert.equal(gateway.seen.filter(({ path }) => path.startsWith('/api/')).length, 3);
});

test('the most severe messages come first, with the time, in either language', async (t) => {
  const english = await first(t, storm);
  assert.match(
    english.said,
    /^In force in Wales at \d\d:\d\d:\s+Severe flood warning · \S.*\s+Severe flood warning · .*\s+Severe flood warning · .*\s+\+ \d+ …$/,
  );
  assert.deepEqual(english.page.faults, []);
  const welsh = await first(t, storm, { query: '?lang=cy' });
  assert.match(welsh.said, /^Mewn grym yng Nghymru am \d\d:\d\d:\s+Rhybudd Llifogydd Difrifol · /);
  // Only the names of areas are English, and say so.
  const ours = await welsh.page.evaluate(() =>
    [...document.querySelectorAll('.first li')].map((li) => [li.lang, li.firstChild.textContent, li.lastChild.lang]),
  );
  for (const entry of ours) assert.deepEqual(entry, ['cy', 'Rhybudd Llifogydd Difrifol', 'en']);
  const chosen = await first(t, storm, { init: () => localStorage.setItem('gorlif.language', 'cy') });
  assert.match(chosen.said, /^Mewn grym/);
});

test('the time is that of clocks in the United Kingdom, to the second of the change', async (t) => {
  for (const [at, shown] of [
    ['2026-01-15T08:30:00Z', '08:30'],
    ['2026-07-15T08:30:00Z', '09:30'],
    ['2026-07-15T23:30:00Z', '00:30'],
    ['2026-03-29T00:59:59Z', '00:59'],
    ['2026-03-29T01:00:00Z', '02:00'],
    ['2026-10-25T00:59:59Z', '01:59'],
    ['2026-10-25T01:00:00Z', '01:00'],
    ['2031-03-30T01:00:00Z', '02:00'],
    ['2032-10-31T00:59:59Z', '01:59'],
  ]) {
    const { said } = await first(t, storm, { answer: warnings([severe], { Date: new Date(at).toUTCString() }) });
    assert.match(said, new RegExp(`^In force in Wales at ${shown}:`), at);
  }
});

test('where nothing is in force it says nothing: that takes more proof than it has', async (t) => {
  const { page, said } = await first(t, calm);
  assert.equal(said, '');
  assert.match(await page.locator('#waiting').innerText(), /Loading flood warnings.*Yn llwytho/s);
});

test('the severities have the words of the page in both languages', async (t) => {
  const answer = warnings([severe, warning('Flood Warning', 2, 'River Wye'), warning('Flood Alert', 3, 'River Dee')]);
  for (const language of ['en', 'cy']) {
    const { page } = await first(t, storm, { answer, query: `?lang=${language}` });
    const labels = await page.locator('.first li strong').allTextContents();
    assert.equal(labels.length, 3);
    const gateway = await startGateway(storm, { answer });
    t.after(() => gateway.stop());
    const whole = await open(browser, `${gateway.address}?lang=${language}`);
    t.after(() => whole.context().close());
    await marked(whole);
    const list = await whole.locator('.panel.warnings').textContent();
    for (const label of labels) assert.ok(list.includes(label), `expected “${label}” in: ${list}`);
  }
});

// The limits of core/src/domain/limits.rs: fresh for 1,200 s, and no clock more than 120 s ahead.
for (const [seconds, isSaid] of [
  [1_190, true],
  [1_210, false],
  [-110, true],
  [-130, false],
]) {
  test(`an answer whose origin is ${seconds} s before it is ${isSaid ? '' : 'not '}said`, async (t) => {
    const answer = (path) => warnings([severe], { 'X-Origin-Date': ago(seconds) })(path);
    const { said } = await first(t, storm, { answer });
    assert.equal(said !== '', isSaid, said);
  });
}

const ago = (seconds) => new Date(Date.now() - seconds * 1_000).toUTCString();
for (const [situation, features, headers] of [
  ['an answer that is twenty-five minutes old', [severe], { 'X-Origin-Date': ago(1_500) }],
  ['an answer that lay in a cache for twenty-five minutes', [severe], { Age: '1500' }],
  ['an answer that would come from the future', [severe], { 'X-Origin-Date': ago(-7_200) }],
  ['an answer with an unreadable time', [severe], { 'X-Origin-Date': 'yesterday' }],
  ['a severity that is not known', [warning('Extreme Flood Warning', 1, 'River Usk')]],
  ['number and label that contradict one another', [warning('Flood Alert', 1, 'River Usk')]],
  ['a message that is no longer in force', [warning('Warning no Longer in Force', 4, 'River Usk')]],
  ['a message without a name', [{ type: 'Feature', properties: { SEVERITY: 'Flood Warning', SEVERITYVALUE: 2 } }]],
  ['items that are no features', [null, 7, 'x', [], { properties: null }]],
  ['a body that breaks off', '{"type":"FeatureCollection","features":[{"prop'],
  ['a web page', '<html><p>Severe Flood Warning</p></html>'],
  ['another document', '{"statusCode":429,"message":"Severe Flood Warning"}'],
]) {
  test(`of ${situation} it says nothing, and leaves it to the page`, async (t) => {
    const { page, said } = await first(t, storm, { answer: warnings(features, headers) });
    assert.equal(said, '');
    assert.deepEqual(page.faults, []);
  });
}

test('one good message among bad ones is said, and what it is called is text', async (t) => {
  const name = '<img src=x onerror="globalThis.hit=1">';
  const { page, said } = await first(t, storm, {
    answer: warnings([null, warning('Flood Warning', '2', name), warning('Flood Alert', 9, 'B')]),
  });
  assert.match(said, /Flood warning · <img src=x onerror="globalThis\.hit=1">$/);
  assert.equal(await page.evaluate(() => globalThis.hit), undefined);
});

for (const [device, viewport] of [
  ['phone', PHONE],
  ['wide screen', WIDE],
]) {
  test(`gauges are painted where the map then has them, on a ${device}`, async (t) => {
    const gateway = await startGateway(storm);
    t.after(() => gateway.stop());
    const whole = await open(browser, gateway.address, { viewport });
    t.after(() => whole.context().close());
    await marked(whole);
    const { features } = await whole.evaluate(() => fetch('/api/riverlevels/v1/all').then((answer) => answer.json()));
    const box = await whole.evaluate(() => {
      const { x, y } = document.getElementById('map').getBoundingClientRect();
      return { x, y };
    });
    const { page } = await first(t, storm, { viewport });
    await marked(page, 'stations-plotted');
    for (const {
      geometry: {
        coordinates: [lon, lat],
      },
    } of features.slice(0, 20)) {
      const at = await pixel(whole, lat, lon);
      const filled = await page.evaluate(
        ([x, y]) => {
          const canvas = document.getElementById('first-map');
          return canvas
            .getContext('2d')
            .getImageData((x * canvas.width) / canvas.clientWidth, (y * canvas.height) / canvas.clientHeight, 1, 1)
            .data[3];
        },
        [at.x - box.x, at.y - box.y],
      );
      assert.equal(filled, 255, `${lat} ${lon}`);
    }
  });
}

test('about a place, and in a frame, the map is left to the page', async (t) => {
  for (const query of ['?lat=51.95&lon=-3.39', '?embed=list', '?embed=status']) {
    const { page } = await first(t, storm, { query });
    assert.equal(await page.evaluate(() => performance.getEntriesByName('stations-plotted').length), 0, query);
  }
  // The remembered place, which the page opens unless the address names something else.
  const init = () => localStorage.setItem('gorlif.place', '?lat=51.95&lon=-3.39');
  for (const [query, count] of [
    ['', 0],
    ['?county=powys', 0],
    ['?area=103FWFTD1', 1],
  ]) {
    const { page } = await first(t, storm, { query, init });
    assert.equal(await page.evaluate(() => performance.getEntriesByName('stations-plotted').length), count, query);
  }
});

test('without JavaScript it says so in both languages, with whom to call, and nothing stands before it', async (t) => {
  const gateway = await startGateway(storm);
  t.after(() => gateway.stop());
  const page = await open(browser, gateway.address, { viewport: PHONE, javaScriptEnabled: false });
  t.after(() => page.context().close());
  const words = page.locator('noscript p').first();
  assert.match(await words.innerText(), /This page needs JavaScript/);
  const { y, width, height } = await words.boundingBox();
  assert.ok(y + height < PHONE.height && width > 100);
  // What lay above it would take the click.
  await words.click({ trial: true, timeout: 2_000 });
  assert.ok(await page.locator('noscript [lang=cy]').isVisible());
  assert.ok(await page.getByText('Loading flood warnings').isHidden());
  assert.ok(await page.getByRole('link', { name: '0345 988 1188' }).first().isVisible());
});

test('nothing that was there moves when the page comes', async (t) => {
  const gateway = await startGateway(storm);
  t.after(() => gateway.stop());
  const page = await open(browser, 'about:blank', {
    viewport: PHONE,
    init: () => {
      globalThis.shifts = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) globalThis.shifts += value;
      }).observe({ type: 'layout-shift', buffered: true });
    },
  });
  t.after(() => page.context().close());
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  });
  await page.goto(gateway.address);
  await marked(page);
  assert.equal(await page.evaluate(() => performance.getEntriesByName('first-warning').length), 1);
  assert.ok(
    (await page.evaluate(() => globalThis.shifts)) <= 0.01,
    String(await page.evaluate(() => globalThis.shifts)),
  );
});

test('the map’s script waits for what people read first, and comes when the page asks, whatever the service does', async (t) => {
  const leaflet = ({ seen }) => seen.findIndex(({ path }) => /leaflet-.*\.js$/.test(path));
  const silent = (path) => (path.startsWith('/api/') ? { hang: true } : null);
  const early = await startGateway(storm, { answer: (path) => hold(path) ?? silent(path) });
  t.after(() => early.stop());
  const unanswered = await open(browser, 'about:blank');
  t.after(() => unanswered.context().close());
  await unanswered.goto(early.address, { waitUntil: 'commit' });
  // The document has asked for all that it names.
  await Promise.all(
    ['response_cache-', '.wasm'].map(async (part) => {
      while (!early.seen.some(({ path }) => path.includes(part)))
        await unanswered.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }),
  );
  assert.equal(leaflet(early), -1);
  const { gateway } = await first(t, storm);
  while (leaflet(gateway) < 0) await unanswered.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  assert.ok(leaflet(gateway) > gateway.seen.findLastIndex(({ path }) => path.startsWith('/api/')));
  const mute = await startGateway(storm, { answer: silent });
  t.after(() => mute.stop());
  const waiting = await open(browser, mute.address);
  t.after(() => waiting.context().close());
  await waiting.locator('#map canvas.map-canvas').waitFor();
});

test('while the map’s script is on its way the warnings and the lists are there, and the first dots stay', async (t) => {
  const gateway = await startGateway(storm);
  t.after(() => gateway.stop());
  const page = await open(browser, 'about:blank', { viewport: PHONE });
  t.after(() => page.context().close());
  const hold = async (pattern) => {
    let release;
    const held = new Promise((done) => {
      release = done;
    });
    await page.route(pattern, async (route) => {
      await held;
      await route.continue();
    });
    return release;
  };
  const [start, release] = [await hold(/\.wasm$/), await hold(/leaflet-.*\.js$/)];
  await page.goto(gateway.address, { waitUntil: 'commit' });
  await marked(page, 'stations-plotted');
  start();
  await marked(page, 'warnings-shown', 'forecast-shown');
  assert.equal(await page.locator('#waiting').count(), 0);
  await page.waitForFunction(() => document.querySelectorAll('[data-area-code]').length > 100);
  const dots = () =>
    page.evaluate(() => {
      const { x, y, width, height } = document.querySelector('#map > #first-map').getBoundingClientRect();
      const map = document.getElementById('map').getBoundingClientRect();
      return [x, y, width, height].every(
        (part, index) => Math.abs(part - [map.x, map.y, map.width, map.height][index]) < 1,
      );
    });
  assert.ok(await dots(), 'the dots stand where the map comes to be');
  release();
  await marked(page);
  assert.equal(await page.locator('#first-map').count(), 0);
  assert.deepEqual(page.faults, []);
});
