// The watch list: what is watched, the visitor's own levels, what happens to them, notifications, the file; and a council's levels.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { KEY, PHONE, later, marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

const BRECON = 'lat=51.9473&lon=-3.3912&r=20';
const WALES = '/floodwarnings/v1/distance/150000/latlon/52.4/-3.8';
const GAUGE = '4121';
let browser;
before(async () => {
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
});

const plain = (text) => text.replace(/\u00a0/g, ' ');
const tab = (page, number) => page.locator('.views button').nth(number).click();
const checkNow = async (page) => {
  await later(page, 10);
  await page.getByRole('button', { name: 'Check now' }).click();
};

async function start(t, { language = 'en', options = {}, flags = [], ...page } = {}) {
  const service = await startService('--control', '--scenario', 'storm', ...flags);
  t.after(() => service.stop());
  const gateway = await startGateway(service, options);
  t.after(() => gateway.stop());
  const visitor = await open(browser, `${gateway.address}?lang=${language}&${BRECON}`, page);
  t.after(() => visitor.context().close());
  await marked(visitor);
  await visitor.locator('.views button').nth(3).waitFor();
  return { service, gateway, page: visitor };
}

/** What the service answers now. */
const sampleOf = async (service, path) =>
  (await fetch(service.address + path, { headers: { 'Ocp-Apim-Subscription-Key': KEY } })).json();

/** Opens the entry of a gauge and returns its row. */
async function openGauge(page, id = GAUGE) {
  await tab(page, 1);
  const row = page.locator(`[data-station-id="${id}"]`);
  await row.locator('.entry').click();
  await row.locator('.details').waitFor();
  return row;
}
const star = (part, name = 'Watch') => part.getByRole('button', { name, exact: true }).click();
const watched = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-watched]')].map(({ dataset }) => dataset.stationId ?? dataset.areaCode),
  );

test('a gauge, an area and a county are watched, listed together, kept on the device and removed', async (t) => {
  const { page } = await start(t, { viewport: PHONE });
  await tab(page, 3);
  const panel = page.locator('.panel.watched');
  assert.match(await panel.textContent(), /Nothing is watched yet\./);
  await star(await openGauge(page));
  await tab(page, 0);
  const area = page.locator('[data-area-code]').first();
  const code = await area.getAttribute('data-area-code');
  const name = await area.locator('.title').textContent();
  await area.locator('.entry').click();
  await star(area);
  await tab(page, 2);
  await star(page, 'Watch Powys');
  assert.deepEqual((await watched(page)).sort(), [code, GAUGE].sort());
  await page.reload();
  await marked(page);
  await page.waitForFunction(() => document.querySelectorAll('[data-watched]').length === 2);
  await tab(page, 3);
  const row = panel.getByRole('row').nth(1);
  assert.match(plain(await row.textContent()), /^Usk at Crickhowell Bridge-?[\d.]+ m/);
  assert.deepEqual(await panel.locator('li .title').allTextContents(), [name, 'Powys']);
  assert.match(await panel.locator('li .line').first().textContent(), /Severe flood warning|Flood warning|Flood alert/);
  // The button leads to the entry in its list.
  await row.getByRole('button').first().click();
  await page.waitForFunction((id) => document.activeElement.closest(`[data-station-id="${id}"]`), GAUGE);
  await tab(page, 3);
  for (const remaining of [2, 1, 0]) {
    await panel
      .getByRole('button', { name: /^Stop watching / })
      .first()
      .click();
    assert.equal(await panel.getByRole('button', { name: /^Stop watching / }).count(), remaining);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'watch-heading');
  }
  assert.deepEqual(await watched(page), []);
  assert.match(await panel.textContent(), /Nothing is watched yet\./);
  assert.deepEqual(page.faults, []);
});

test('what another tab has added is kept', async (t) => {
  const { page, gateway } = await start(t);
  const other = await page.context().newPage();
  await other.goto(`${gateway.address}?lang=en&${BRECON}`);
  await marked(other);
  await star(await openGauge(other, '4009'));
  await star(await openGauge(page));
  assert.deepEqual((await watched(page)).sort(), ['4009', GAUGE]);
  assert.deepEqual(page.faults, []);
});

test('an own level is checked, drawn, and reached or not', async (t) => {
  const { page } = await start(t, { viewport: { width: 320, height: 640 } });
  const row = await openGauge(page);
  const field = row.getByRole('textbox', { name: 'Own level (m)' });
  for (const wrong of ['', 'two', '1e9', '9'.repeat(5_000)]) {
    await field.fill(wrong);
    await row.getByRole('button', { name: 'Save' }).click();
    await row.getByRole('alert').getByText('Please give the level as a number').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
  }
  const reach = async (level) => {
    await field.fill(level);
    await field.press('Enter');
    assert.equal(await row.getByRole('alert').textContent(), '');
    return plain(await page.locator('.panel.watched tbody tr').textContent());
  };
  // The level itself is between 0 and 10 m.
  assert.match(await reach('0,1'), /0\.100 mreached/);
  assert.match(await reach('12.5'), /12\.500 mnot reached/);
  assert.deepEqual(await watched(page), [GAUGE]);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  await row.getByRole('button', { name: 'Remove' }).click();
  assert.equal(await field.inputValue(), '');
  assert.ok(await field.evaluate((field) => field === document.activeElement));
  assert.deepEqual(await watched(page), [GAUGE]);
  assert.deepEqual(page.faults, []);
});

test('a level that is reached and a message that is raised are shown and notified, once', async (t) => {
  // The message and the level of before, by the path of the operation.
  const earlier = {};
  let isEarlier = false;
  const { page, service } = await start(t, {
    permissions: ['notifications'],
    options: {
      answer: (path) => {
        const operation = Object.keys(earlier).find((operation) => path.startsWith(`/api/${operation}/`));
        if (!isEarlier || !operation) return undefined;
        return { headers: { 'Content-Type': 'application/json' }, body: earlier[operation] };
      },
    },
  });
  const code = await page.locator('[data-area-code]').first().getAttribute('data-area-code');
  const messages = await sampleOf(service, WALES);
  const features = messages.features.filter((one) => one.properties.FWACODE !== code);
  earlier.floodwarnings = JSON.stringify({ ...messages, features });
  const levels = await sampleOf(service, '/riverlevels/v1/all');
  const gauge = levels.features.find((one) => one.properties.Location === GAUGE).properties;
  gauge.LatestValue = (gauge.LatestValue - 0.2).toFixed(3);
  earlier.riverlevels = JSON.stringify(levels);
  await page.locator('[data-area-code] .entry').first().click();
  await star(page.locator('[data-area-code]').first());
  const row = await openGauge(page);
  await star(row);
  const level = async () => Number(plain(await row.locator('.value').textContent()).split(' ')[0]);
  const high = await level();
  isEarlier = true;
  await checkNow(page);
  await page.waitForFunction((code) => !document.querySelector(`[data-area-code="${code}"]`), code);
  await page.waitForFunction(
    ([id, high]) => parseFloat(document.querySelector(`[data-station-id="${id}"] .value`)?.textContent) < high,
    [GAUGE, high],
  );
  const low = await level();
  await row.getByRole('textbox').fill(((high + low) / 2).toFixed(3));
  await row.getByRole('button', { name: 'Save' }).click();
  await tab(page, 3);
  const notify = page.getByRole('button', { name: 'Notify me while this page is open' });
  await notify.click();
  await page.waitForFunction(() => document.querySelector('.watched button[aria-pressed="true"]'));
  const events = page.locator('.events li');
  assert.equal(await events.count(), 0);
  isEarlier = false;
  await checkNow(page);
  await page.waitForFunction(() => document.querySelectorAll('.events li').length === 2);
  const texts = (await events.allTextContents()).map(plain).sort();
  assert.ok(
    texts.some((text) => /Usk at Crickhowell Bridge has reached \d\.\d{3} m, your own level$/.test(text)),
    texts.join(),
  );
  assert.ok(
    texts.some((text) => /: (Severe flood|Flood) warning: River /.test(text)),
    texts.join(),
  );
  const titles = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    while ((await registration.getNotifications()).length < 2) await new Promise(requestAnimationFrame);
    return (await registration.getNotifications()).map(({ title }) => title);
  });
  assert.equal(titles.length, 2);
  // A notification that is chosen closes.
  const [worker] = page.context().serviceWorkers();
  await worker.evaluate(async () => {
    const { registration, NotificationEvent } = globalThis;
    const [notification] = await registration.getNotifications();
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    while ((await registration.getNotifications()).length > 1) await new Promise((done) => setTimeout(done, 10));
  });
  // The same data again is no event.
  await page.getByRole('button', { name: 'Close' }).click();
  await checkNow(page);
  await page.waitForFunction(() => /checked|Checked/.test(document.querySelector('.check')?.textContent ?? ''));
  assert.equal(await events.count(), 0);
  assert.deepEqual(page.faults, []);
});

test('a county is not called free of messages while one in force has no point, and a point at sea counts for the counties near it', async (t) => {
  let messages = null;
  const { page, service } = await start(t, {
    init: () =>
      localStorage.setItem('gorlif.watch', '{"watch_list":1,"areas":["103NONE"],"counties":["pembrokeshire"]}'),
    options: {
      answer: (path) =>
        messages && path.startsWith('/api/floodwarnings/')
          ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(messages) }
          : undefined,
    },
  });
  const sample = await sampleOf(service, WALES);
  /** What is said of the area and of the county when one message is in force, at this point. */
  const linesWith = async (point) => {
    const geometry = point && { type: 'Point', coordinates: point };
    messages = { ...sample, features: [{ ...sample.features[0], geometry }] };
    await page.reload();
    await marked(page);
    await tab(page, 3);
    return page.locator('.panel.watched li .line').allTextContents();
  };
  // In Powys.
  for (const line of await linesWith([-3.39, 51.95]))
    assert.match(line, /^None in force, checked (?:\d+\s\w+, )?\d\d:\d\d\.$/);
  // Without a point nothing is known of the county.
  const [area, county] = await linesWith(null);
  assert.match(area, /^None in force/);
  assert.equal(county, 'Not known at present.');
  // case 182: in Carmarthenshire, 3 km from the border.
  assert.match(
    (await linesWith([-4.62, 51.79]))[1],
    /^Near its border: (Severe flood warning|Flood warning|Flood alert)$/,
  );
  // In the sea off Pembrokeshire.
  assert.match((await linesWith([-5.3, 51.87]))[1], /^(Severe flood warning|Flood warning|Flood alert)$/);
  assert.deepEqual(page.faults, []);
});

test('where notifications are refused the page says so, once', async (t) => {
  const { page } = await start(t, { init: () => (Notification.requestPermission = async () => 'denied') });
  await tab(page, 3);
  await page.getByRole('button', { name: 'Notify me while this page is open' }).click();
  await page.getByText('This browser does not show notifications of this page.').waitFor();
  assert.equal(await page.locator('.watched button[aria-pressed="true"]').count(), 0);
  assert.deepEqual(page.faults, []);
});

test('the list is saved as a file, added from it on another device, and another file is refused', async (t) => {
  const { page, gateway } = await start(t);
  const row = await openGauge(page);
  await row.getByRole('textbox').fill('3.2');
  await row.getByRole('button', { name: 'Save' }).click();
  await tab(page, 3);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the watch list as a file' }).click();
  const download = await downloading;
  assert.equal(download.suggestedFilename(), 'gorlif-watch-list.json');
  const buffer = readFileSync(await download.path());
  assert.deepEqual(JSON.parse(buffer), {
    watch_list: 1,
    gauges: [{ station: GAUGE, level: 3.2, unit: 'm' }],
    areas: [],
    counties: [],
  });
  const other = await open(browser, `${gateway.address}?lang=en&${BRECON}`);
  t.after(() => other.context().close());
  await marked(other);
  await tab(other, 3);
  const field = other.getByLabel('Add a watch list from a file');
  const choose = (buffer) => field.setInputFiles({ name: 'list.json', mimeType: 'application/json', buffer });
  for (const [content, said] of [
    ['', 'This file is not a watch list.'],
    ['{"type":"FeatureCollection"}', 'This file is not a watch list.'],
    ['{"watch_list":7}', 'This watch list is from a newer version of the page.'],
    [`{"watch_list":1,"x":"${'x'.repeat(1_000_001)}"}`, 'This file is not a watch list.'],
    [buffer, 'The entries of the file were added.'],
  ]) {
    await choose(Buffer.from(content));
    await other.getByRole('status').getByText(said).waitFor();
  }
  assert.deepEqual(await watched(other), [GAUGE]);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(other.faults, []);
});

test('the Welsh watch list has no English sentence', async (t) => {
  const { page } = await start(t, { language: 'cy' });
  const row = await openGauge(page);
  await row.getByRole('textbox').fill('0.1');
  await row.getByRole('button', { name: 'Cadw' }).click();
  await tab(page, 2);
  await star(page, 'Gwylio Powys');
  await tab(page, 3);
  const text = plain(await page.locator('.panel.watched').innerText());
  assert.match(text, /Rhestr wylio/);
  assert.match(text, /wedi'i chyrraedd/);
  assert.doesNotMatch(text, /\b(the|Watch|Level|Gauge|reached|Save|Add|County|notification|device|warning)\b/i);
  assert.deepEqual(page.faults, []);
});

test('a frame has no watch list', async (t) => {
  const { gateway } = await start(t);
  const page = await open(browser, `${gateway.address}?lang=en&${BRECON}&embed=list`);
  t.after(() => page.context().close());
  await marked(page);
  assert.equal(await page.locator('.views button:visible').count(), 3);
  const row = await openGauge(page);
  await row.locator('section').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Watch', exact: true }).count(), 0);
  assert.deepEqual(page.faults, []);
});

const withLevels = (html) => html.replace('"endpoint":', '"levels": true, "endpoint":');
const levelsOf = (body) => (path) =>
  path === '/levels.json' ? { headers: { 'Content-Type': 'application/json' }, body } : undefined;

for (const [language, words] of [
  [
    'en',
    {
      filter: 'Local level reached (2)',
      text: 'Local level reached: High Street begins to flood',
      key: 'Local level reached',
    },
  ],
  [
    'cy',
    {
      filter: "Lefel leol wedi'i chyrraedd (2)",
      text: "Lefel leol wedi'i chyrraedd: Mae'r Stryd Fawr yn dechrau gorlifo",
      key: "Lefel leol wedi'i chyrraedd",
    },
  ],
]) {
  test(`levels of the council are in list and map, counted and filtered (${language})`, async (t) => {
    const level = (station, level, unit) => ({
      station,
      level,
      unit,
      en: 'High Street begins to flood',
      cy: "Mae'r Stryd Fawr yn dechrau gorlifo",
    });
    // Reached twice; of the others one is too high, one in another unit, and one is no level.
    const body = JSON.stringify([
      level(GAUGE, 0.1),
      level('4009', 0.1),
      level('4014', 50),
      level('4125', 0.1, 'mAOD'),
      { station: '1' },
    ]);
    const { page } = await start(t, {
      language,
      options: { change: withLevels, answer: levelsOf(body) },
      flags: ['--past', '1d'],
    });
    await tab(page, 1);
    const filter = page.getByRole('button', { name: words.filter });
    await filter.click();
    await page.waitForFunction(() => document.querySelectorAll('[data-station-id]').length === 2);
    assert.equal(await page.locator('#map').getAttribute('data-stations'), '2');
    assert.deepEqual(
      (
        await page.locator('[data-station-id] .line:first-of-type, [data-station-id] .value + .line').allTextContents()
      ).map(plain),
      [words.text, words.text],
    );
    await page.locator('.map-key summary').click();
    await page.locator('.map-key').getByText(words.key, { exact: true }).waitFor();
    const warning = page.waitForEvent('console', (message) => /^levels\.json: these elements/.test(message.text()));
    await page.reload();
    assert.match((await warning).text(), /^levels\.json: these elements are not levels: \[4\]$/);
    assert.deepEqual(page.faults, []);
  });
}

for (const [how, body] of [
  ['a web page', '<!doctype html>'],
  ['an object', '{}'],
]) {
  test(`a file of levels that is ${how} costs the levels only`, async (t) => {
    const { page } = await start(t, { options: { change: withLevels, answer: levelsOf(body) } });
    await tab(page, 1);
    assert.equal(await page.getByRole('button', { name: /Local level/ }).count(), 0);
    assert.ok((await page.locator('[data-station-id]').count()) > 5);
    assert.deepEqual(page.faults, []);
  });
}

// case 174
test('a filter for local levels that leaves nothing says that it cannot tell while a reading is stale or in another unit', async (t) => {
  const body = JSON.stringify([
    { station: GAUGE, level: 50, en: 'High Street begins to flood', cy: "Mae'r Stryd Fawr yn dechrau gorlifo" },
    { station: '4125', level: 0.1, unit: 'mAOD', en: 'a', cy: 'b' },
  ]);
  for (const [language, query, words] of [
    ['en', 'Local level reached (0)', 'so this page cannot tell.'],
    ['cy', "Lefel leol wedi'i chyrraedd (0)", 'felly ni all y dudalen hon ddweud.'],
  ]) {
    const { page } = await start(t, { language, options: { change: withLevels, answer: levelsOf(body) } });
    await tab(page, 1);
    await page.getByRole('button', { name: query }).click();
    await page.locator('.panel.rivers p').filter({ hasText: words }).waitFor();
  }
});
