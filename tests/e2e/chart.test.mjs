// The earlier readings of a gauge as a chart and a table, what the device keeps of them, and the changes of a message.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PHONE, marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';
import { readingsOf, startWithPast, withHistory } from '../support/recorder-harness.mjs';

const HOUR = 3_600;
const PERIODS = [12 * HOUR, 48 * HOUR, 168 * HOUR, 1440 * HOUR];
const BRECON = 'lat=51.9473&lon=-3.3912&r=20';
/** A gauge near Brecon that the sample reports every quarter of an hour. */
const GAUGE = '4120';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser, past;
before(async () => {
  browser = await startBrowser();
  past = await startWithPast('7d');
});
after(async () => {
  await browser?.close();
  await past?.stop();
});

/** Opens the page and the entry of the gauge; its section with the chart. */
async function openGauge(t, address, { language = 'en', id = GAUGE, ...options } = {}) {
  const page = await open(browser, `${address}?lang=${language}&${BRECON}`, options);
  t.after(() => page.context().close());
  await marked(page);
  await page.locator('.views button').nth(1).click();
  await page.locator(`[data-station-id="${id}"] .entry`).click();
  const section = page.locator(`[data-station-id="${id}"] section`);
  await section.waitFor();
  return { page, section, chart: section.locator('[data-chart]') };
}
const plain = (text) => text.replace(/\u00a0/g, ' ');
const recorded = (id = GAUGE) => {
  const { week, hourly } = JSON.parse(readFileSync(join(past.history, `${id}.json`), 'utf8'));
  return [...readingsOf(hourly), ...readingsOf(week)];
};
const points = (chart) => chart.getAttribute('data-points').then(Number);

test('each period shows the recorded readings and their highest level, and nothing loads before the gauge is opened', async (t) => {
  const page = await open(browser, `${past.gateway.address}?lang=en&${BRECON}`);
  t.after(() => page.context().close());
  await marked(page);
  await page.locator('.views button').nth(1).click();
  const histories = () => page.asked.map((request) => request.url()).filter((url) => /history\/\d+\.json/.test(url));
  assert.deepEqual(histories(), []);
  await page.locator(`[data-station-id="${GAUGE}"] .entry`).click();
  const chart = page.locator(`[data-chart="${GAUGE}"]`);
  await chart.waitFor();
  assert.equal(histories().length, 1);
  const readings = recorded();
  const [last] = readings.at(-1);
  const section = page.locator(`[data-station-id="${GAUGE}"] section`);
  for (const [index, seconds] of PERIODS.entries()) {
    await section.locator('.buttons button').nth(index).click();
    const shown = readings.filter(([at]) => last - at <= seconds);
    assert.equal(await points(chart), shown.length, `${seconds / HOUR} hours`);
    const highest = Math.max(...shown.map(([, level]) => level));
    const text = plain(await section.textContent());
    assert.ok(text.includes(`Highest ${highest.toFixed(3)} m`), text);
    assert.ok(text.includes(`${shown.length} readings.`), text);
  }
  assert.ok(readings.length > 600);
  assert.deepEqual(page.faults, []);
});

test('the accessibility tree has the chart as an image with a summary, the slider, the comparison and the table', async (t) => {
  const { page, section } = await openGauge(t, past.gateway.address);
  await section.locator('[data-chart]').waitFor();
  const time = String.raw`(\d{1,2} \w+, |yesterday )?\d\d:\d\d`;
  const tree = plain(await section.ariaSnapshot());
  for (const pattern of [
    /^- region "Level over time":/m,
    /- heading "Level over time" \[level=3\]/,
    /- button "12 hours"/,
    /- button "2 days" \[pressed\]/,
    new RegExp(String.raw`- 'img "Level over time, 2 days: ${time}: -?[\d.]+ m; ${time}: -?[\d.]+ m"`),
    new RegExp(String.raw`- paragraph: Highest [\d.]+ m, ${time}\. Lowest [\d.]+ m, ${time}\. 1\d\d readings\.`),
    /- slider "Reading shown"/,
    /- combobox "Compare with"/,
    /- group: All readings of this chart/,
  ])
    assert.match(tree, pattern);
  assert.deepEqual(page.faults, []);
});

test('the arrow keys read one point after another, and the table has all of them, newest first', async (t) => {
  const { page, section, chart } = await openGauge(t, past.gateway.address, { viewport: PHONE });
  await chart.waitFor();
  const readings = recorded().slice(-3);
  const slider = section.getByRole('slider');
  const read = async () => plain(await slider.getAttribute('aria-valuetext'));
  await slider.focus();
  const seen = [await read()];
  for (let step = 0; step < 2; step++) {
    await page.keyboard.press('ArrowLeft');
    seen.push(await read());
  }
  assert.deepEqual(
    seen.map((text) => text.match(/: (-?[\d.]+) m$/)[1]),
    readings.reverse().map(([, level]) => level.toFixed(3)),
  );
  assert.ok(plain(await section.textContent()).includes(seen[2]));
  assert.equal(await section.locator('tbody tr').count(), 0);
  await section.locator('summary').click();
  await section.locator('tbody tr').first().waitFor();
  assert.equal(await section.locator('tbody tr').count(), await points(chart));
  const first = await section.locator('tbody tr').first().locator('th, td').allTextContents();
  assert.equal(first.map(plain).join(': '), seen[0]);
  assert.deepEqual(page.faults, []);
});

test('the chosen period stays when the list takes another order, and for the next gauge', async (t) => {
  const { page, section, chart } = await openGauge(t, past.gateway.address);
  await chart.waitFor();
  await section.locator('.buttons button').nth(2).click();
  await page.locator('.panel.rivers .filters summary').click();
  await page.locator('#order-gauges').selectOption('name');
  await page.waitForFunction(() => !document.querySelector('.entries[aria-busy]'));
  const list = page.locator('.panel.rivers .entries:not([hidden])');
  const chosen = (row) => row.locator('.chart .buttons [aria-pressed=true]').textContent();
  const row = list.locator(`> [data-station-id="${GAUGE}"]`);
  await row.locator('[data-chart]').waitFor();
  assert.equal(plain(await chosen(row)), '7 days');
  const next = list.locator(`> :not([data-station-id="${GAUGE}"])`).first();
  await next.locator('.entry').click();
  await next.locator('[data-chart]').waitFor();
  assert.equal(plain(await chosen(next)), '7 days');
  assert.deepEqual(page.faults, []);
});

test('a second gauge is drawn dashed on the same chart', async (t) => {
  const { page, section, chart } = await openGauge(t, past.gateway.address);
  await chart.waitFor();
  const count = () => chart.locator('path').count();
  assert.equal(await count(), 1);
  const names = await section.locator('option').allTextContents();
  assert.ok(names.length > 3, names.join());
  await section.getByRole('combobox').selectOption({ index: 1 });
  await chart.locator('path[stroke-dasharray]').waitFor();
  assert.equal(await count(), 2);
  assert.ok((await chart.getAttribute('aria-label')).includes(names[1]));
  await section.getByRole('combobox').selectOption({ index: 0 });
  await page.waitForFunction(() => !document.querySelector('[data-chart] path[stroke-dasharray]'));
  assert.deepEqual(page.faults, []);
});

test('on the Welsh page the chart is in Welsh, fits a phone, and is printed', async (t) => {
  const { page, section, chart } = await openGauge(t, past.gateway.address, {
    language: 'cy',
    viewport: { width: 320, height: 640 },
  });
  await chart.waitFor();
  const text = plain(await section.textContent());
  for (const words of ['Lefel dros amser', '12 awr', 'Uchaf', 'darlleniad.', 'Darlleniad a ddangosir', 'Cymharu â'])
    assert.ok(text.includes(words), `${words} ${text}`);
  assert.doesNotMatch(text, /Highest|readings|yesterday|Compare|Mon |Tue |Wed |Thu |Fri |Sat |Sun /);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  await page.emulateMedia({ media: 'print' });
  assert.ok(await chart.isVisible());
  assert.deepEqual(page.faults, []);
});

test('the own level and the levels of the council are lines across the chart, with their texts below; axe finds nothing', async (t) => {
  const level = { station: GAUGE, level: 3.5, en: 'High Street begins to flood', cy: 'Stryd' };
  const gateway = await startGateway(past.service, {
    change: (html) => withHistory(html).replace('"endpoint":', '"levels": true, "endpoint":'),
    settings: { GORLIF_HISTORY: past.history },
    answer: (path) => (path === '/levels.json' ? { body: JSON.stringify([level]) } : undefined),
  });
  t.after(() => gateway.stop());
  const { page, section, chart } = await openGauge(t, gateway.address);
  await chart.waitFor();
  await page.waitForFunction(() => document.querySelectorAll('[data-chart] line[stroke-dasharray]').length === 1);
  const row = page.locator(`[data-station-id="${GAUGE}"]`);
  await row.getByRole('textbox').fill('4.25');
  await row.getByRole('textbox').press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('[data-chart] line[stroke-dasharray]').length === 2);
  assert.deepEqual((await section.locator('ul li').allTextContents()).map(plain), [
    '3.500 m: High Street begins to flood',
    '4.250 m: Own level',
  ]);
  await section.locator('summary').click();
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ['violations'] }));
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join()}`),
    [],
  );
  assert.deepEqual(page.faults, []);
});

/** The file with the readings that `keep` keeps, by index. */
function file(keep) {
  const content = JSON.parse(readFileSync(join(past.history, `${GAUGE}.json`), 'utf8'));
  const kept = readingsOf(content.week).filter((_, index, all) => keep(index, all.length));
  content.week = {
    start: kept[0][0],
    intervals: kept.slice(1).map(([at], index) => at - kept[index][0]),
    levels: kept.map(([, level]) => level),
  };
  return JSON.stringify(content);
}

/** The gateway of the past with another file of the gauge. */
async function withFile(t, answer) {
  const gateway = await startGateway(past.service, {
    change: withHistory,
    settings: { GORLIF_HISTORY: past.history },
    answer: (path) => (path === `/history/${GAUGE}.json` ? answer() : undefined),
  });
  t.after(() => gateway.stop());
  return gateway;
}

test('a gap in the readings is a gap in the line', async (t) => {
  // The last two days but for the hours between 20 and 16 readings before the end.
  const gateway = await withFile(t, () => ({ body: file((index, all) => index < all - 20 || index >= all - 16) }));
  const { chart } = await openGauge(t, gateway.address);
  await chart.waitFor();
  assert.equal(await chart.locator('path').count(), 2);
});

test('readings that were recorded long ago are named with their time, and joined with no line to the latest', async (t) => {
  const gateway = await withFile(t, () => ({ body: file((index, all) => index < all - 40) }));
  const { section, chart } = await openGauge(t, gateway.address);
  await chart.waitFor();
  assert.match(plain(await section.textContent()), /Recorded until (yesterday |\d+ \w+, )?\d\d:\d\d\./);
  assert.equal(await chart.locator('path').count(), 2);
});

for (const [how, answer] of [
  ['missing', () => ({ status: 404 })],
  ['a web page', () => ({ headers: { 'Content-Type': 'text/html' }, body: '<!doctype html>' })],
  ['cut', () => ({ body: file(() => true).slice(0, 2_000) })],
  ['of another gauge', () => ({ body: file(() => true).replace(`"${GAUGE}"`, '"1"') })],
  ['in another unit', () => ({ body: file(() => true).replace('"m"', '"mAOD"') })],
  ['of another version', () => ({ body: file(() => true).replace('"version":1', '"version":2') })],
  ['damaged', () => ({ body: file(() => true).replace('"intervals":[900,', '"intervals":[') })],
]) {
  test(`a history that is ${how} is named in the details of the gauge only`, async (t) => {
    const gateway = await withFile(t, answer);
    const { page, section } = await openGauge(t, gateway.address);
    await section.getByText('The recorded readings of this gauge could not be loaded.').waitFor();
    assert.equal(await page.getByText(/could not be loaded/).count(), 1);
    assert.equal(await section.locator('[data-chart]').count(), 0);
    assert.deepEqual(
      page.faults.filter((fault) => !/^console: Failed to load resource/.test(fault)),
      [],
    );
  });
}

test('without a recorder the device keeps the readings that the page receives, and the page says since when', async (t) => {
  const service = await startService('--control', '--past', '1d', '--scenario', 'storm');
  t.after(() => service.stop());
  const gateway = await startGateway(service);
  t.after(() => gateway.stop());
  const setTime = (quartersAgo) =>
    fetch(`${service.address}/control/time/${new Date(Date.now() - quartersAgo * 900_000).toISOString()}`);
  await setTime(3);
  const { page, section, chart } = await openGauge(t, gateway.address);
  await section.getByText(/^There are no earlier readings of this gauge yet\./).waitFor();
  for (const quartersAgo of [2, 1, 0]) {
    await setTime(quartersAgo);
    await page.reload();
    await marked(page);
    await page.evaluate(async (wanted) => {
      const result = (request) => new Promise((done) => (request.onsuccess = () => done(request.result)));
      const kept = async (database) =>
        (await result(database.transaction('days').objectStore('days').getAll())).map((text) => JSON.parse(text));
      const database = await result(indexedDB.open('gorlif-readings'));
      while (!(await kept(database)).some(({ levels }) => levels.length === wanted))
        await new Promise(requestAnimationFrame);
      database.close();
    }, 4 - quartersAgo);
  }
  await page.reload();
  await marked(page);
  await page.locator('.views button').nth(1).click();
  await chart.waitFor();
  assert.equal(await points(chart), 4);
  assert.match(
    plain(await section.textContent()),
    // With the date when the first of them is of the day before.
    /Only the readings that this device has kept since (\d{1,2} [A-Z][a-z]+, )?\d\d:\d\d\./,
  );
  // Four readings are a trend, also without a recorder.
  await page.waitForFunction(() => document.querySelector('[data-trend="rising"]'));
  assert.ok(!page.asked.some((request) => request.url().includes('/history/')));
  assert.deepEqual(page.faults, []);
});

for (const [language, words] of [
  ['en', { heading: "Changes of this area's message in the last 60 days", raised: /^Issued: / }],
  ['cy', { heading: 'Newidiadau i neges yr ardal hon yn y 60 diwrnod diwethaf', raised: /^Cyhoeddwyd: / }],
]) {
  test(`the changes of a message are listed below it, newest first (${language})`, async (t) => {
    const areas = JSON.parse(readFileSync(join(past.history, 'warnings.json'), 'utf8')).areas;
    const page = await open(browser, `${past.gateway.address}?lang=${language}&${BRECON}`, { viewport: PHONE });
    t.after(() => page.context().close());
    await marked(page);
    const row = page.locator('[data-area-code]').first();
    const code = await row.getAttribute('data-area-code');
    await row.locator('.entry').click();
    await row.getByRole('heading', { name: words.heading }).waitFor();
    const entries = await row.locator('.timeline li').allTextContents();
    assert.equal(entries.length, areas[code].length);
    assert.match(entries.at(-1), words.raised);
    assert.deepEqual(page.faults, []);
  });
}

test('a change of a message says what was added to its text', async (t) => {
  const body = (code) =>
    JSON.stringify({
      version: 1,
      written: 1,
      areas: {
        [code]: [
          {
            at: 1_790_000_000,
            kind: 'raised',
            severity: 'alert',
            added_en: ['Rain <b>is</b> expected.'],
            added_cy: ['Disgwylir glaw.'],
          },
          { at: 1_790_003_600, kind: 'changed', severity: 'warning', added_en: ['Act now!'] },
          { at: 1_790_010_000, kind: 'stood_down', severity: 'over' },
        ],
      },
    });
  let code = '';
  const gateway = await startGateway(past.service, {
    change: withHistory,
    settings: { GORLIF_HISTORY: past.history },
    answer: (path) => (path === '/history/warnings.json' ? { body: body(code) } : undefined),
  });
  t.after(() => gateway.stop());
  const page = await open(browser, `${gateway.address}?lang=cy&${BRECON}`);
  t.after(() => page.context().close());
  await marked(page);
  const row = page.locator('[data-area-code]').first();
  code = await row.getAttribute('data-area-code');
  await row.locator('.entry').click();
  await row.locator('.timeline li').first().waitFor();
  const entries = (await row.locator('.timeline li').allTextContents()).map(plain);
  assert.equal(entries.length, 3);
  assert.match(entries[0], /^Ddim mewn grym mwyach · /);
  assert.match(entries[1], /^Diweddarwyd: .+Ychwanegwyd at y testun:Act now!$/);
  assert.match(entries[2], /Disgwylir glaw\.$/);
  // The service gave the sentence in English only.
  assert.equal(await row.locator('.timeline [lang="en"]').textContent(), 'Act now!');
  assert.deepEqual(page.faults, []);
});
