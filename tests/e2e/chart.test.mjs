// The earlier readings of a gauge as a chart and a table, what the device keeps of them, and the changes of a message.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from '../support/axe.mjs';
import { collection, gauge, minutesAgo } from '../support/bodies.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { root } from '../support/harness.mjs';
import { AROUND_BRECON, PHONE, around, missing, painted } from '../support/page.mjs';
import { readingsOf, withHistory } from '../support/recorder-harness.mjs';

const HOUR = 3_600;
const PERIODS = [
  ['12 hours', 12 * HOUR],
  ['2 days', 48 * HOUR],
  ['7 days', 168 * HOUR],
  ['60 days', 1440 * HOUR],
];
/** A gauge near Brecon that the sample reports every quarter of an hour. */
const GAUGE = '4120';
const QUERY = `${AROUND_BRECON}&lang=en`;
const picture = readFileSync(join(root, 'src/late/details/chart/picture.rs'), 'utf8');
/** The width that the time axis keeps free for a label, in pixels. */
const TICK_LABEL = Number(picture.match(/const TICK_LABEL: f64 = ([\d.]+);/)[1]);

/** Shows the rivers and opens the entry of a gauge and what is folded in it: its section with the chart, and the tools of that. */
async function openGauge(gorlif, id = GAUGE) {
  const { page, lists } = gorlif;
  await lists.show('rivers');
  const { button, row, chart } = lists.gauge(id);
  await button.click();
  await row.locator('.about > summary').click();
  return { gorlif, page, lists, row, chart, section: row.locator('section'), tools: row.locator('.chart-tools') };
}
const period = (section, name) => section.getByRole('button', { name: new RegExp(`^${name.replace(' ', '\\s')}$`) });
/** A level as sentences have it. */
const centimetres = (level) => (Math.round(level * 100) / 100).toFixed(2);
const recorded = (past, id = GAUGE) => JSON.parse(readFileSync(join(past.history, `${id}.json`), 'utf8'));

test('a chart has a summary, a slider, a table and the recorded readings of each period', async ({ visit, past }) => {
  const gorlif = await visit(QUERY, { at: past.gateway });
  const histories = () => gorlif.asked.map((request) => request.url()).filter((url) => /history\/\d+\.json/.test(url));
  expect(histories()).toEqual([]);
  const { page, section, chart, tools } = await openGauge(gorlif);
  await expect(chart).toBeVisible();
  expect(histories()).toHaveLength(1);
  await expect(chart.locator('text.now')).toHaveText(/^now −?[\d.]+\sm$/);
  await expect(chart.locator('circle.now')).toHaveCount(1);
  const { week, hourly } = recorded(past);
  const readings = [...readingsOf(hourly), ...readingsOf(week)];
  expect(readings.length).toBeGreaterThan(600);
  const time = String.raw`(\d{1,2} \w+, |yesterday )?\d\d:\d\d`;
  const trees = await Promise.all([section, tools].map((part) => part.ariaSnapshot()));
  const tree = trees.join('\n').replace(/\u00a0/g, ' ');
  for (const pattern of [
    /^- region "Level over time":/m,
    /- button "2 days" \[pressed\]/,
    new RegExp(String.raw`- 'img "Level over time, 2 days: ${time}: -?[\d.]+ m; ${time}: -?[\d.]+ m"`),
    new RegExp(String.raw`- paragraph: Highest [\d.]+ m, ${time}\. Lowest [\d.]+ m, ${time}\. 1\d\d readings\.`),
    /- slider "Reading shown"/,
    /- group: All readings of this chart/,
  ])
    expect(tree).toMatch(pattern);

  const slider = section.getByRole('slider');
  await slider.focus();
  const seen = [];
  for (const [, level] of readings.slice(-3).reverse()) {
    if (seen.length) await page.keyboard.press('ArrowLeft');
    await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`: ${centimetres(level)}\\sm$`));
    seen.push((await slider.getAttribute('aria-valuetext')).replace(/\u00a0/g, ' '));
  }
  await expect(section).toContainText(seen[2]);
  const rows = tools.locator('tbody tr');
  await expect(rows).toHaveCount(0);
  await tools.locator('summary').click();
  await expect(rows).toHaveCount(Number(await chart.getAttribute('data-points')));
  const [newestTime] = seen[0].split(/: (?=-?[\d.]+ m$)/);
  // As the service gives it.
  const exact = `${readings.at(-1)[1].toFixed(3)} m`;
  await expect(rows.first().locator('th, td')).toHaveText([newestTime, exact]);

  const [last] = readings.at(-1);
  for (const [name, seconds] of PERIODS) {
    await period(section, name).click();
    const shown = readings.filter(([at]) => last - at <= seconds);
    await expect(chart, name).toHaveAttribute('data-points', String(shown.length));
    const highest = Math.max(...shown.map(([, level]) => level));
    await expect(section, name).toContainText(`Highest ${centimetres(highest)} m`);
    await expect(section, name).toContainText(`${shown.length} readings.`);
  }
  await expect(chart.locator('.band')).toHaveCount(1);
  await expect(chart.locator('.line')).toHaveCount(0);
  const day = (at) => new Date(at * 1_000).toLocaleDateString('en-GB', { timeZone: 'Europe/London' });
  await expect(rows).toHaveCount(new Set(readings.map(([at]) => day(at))).size);
  await expect(rows.nth(1).locator('td')).toHaveText(/^[-−]?\d+\.\d{3}\sm to [-−]?\d+\.\d{3}\sm$/);
  await expect(section).toContainText('The band is the lowest and the highest reading of each day.');
});

test('a second gauge has a panel of its own, and the chosen period stays', async ({ visit, past }) => {
  const { page, lists, section, chart, row, tools } = await openGauge(
    await visit(`${around(50)}&lang=en`, { at: past.gateway }),
  );
  const own = chart.locator('.line:not(.other)');
  const other = chart.locator('.line.other');
  await expect(own).toHaveCount(1);
  const names = await tools.locator('option').allTextContents();
  expect(names.length, names.join()).toBeGreaterThan(3);
  await tools.getByRole('combobox').selectOption({ index: 1 });
  await expect(other).toHaveCount(1);
  await expect(own).toHaveCount(1);
  const [first, second] = [await own.boundingBox(), await other.boundingBox()];
  expect(second.y, 'the second panel is below').toBeGreaterThan(first.y + first.height);
  const title = names[1].trim();
  await expect(section.getByRole('img')).toHaveAccessibleName(new RegExp(`^Level over time, 2 days, ${title}: `));
  await expect(section.locator('.read-out')).toContainText(new RegExp(`: -?[\\d.]+\\sm · ${title}: −?[\\d.]+\\sm`));
  await tools.getByRole('combobox').selectOption({ index: 0 });
  await expect(other).toHaveCount(0);

  await period(section, '7 days').click();
  await lists.rivers.locator('.filters summary').click();
  await page.locator('#order-gauges').selectOption('name');
  await lists.complete();
  const chosen = (row) => row.locator('.chart .buttons [aria-pressed=true]');
  await expect(chart).toBeVisible();
  await expect(chosen(row)).toHaveText('7 days');
  const next = lists.rivers.locator(`.entries:not([hidden]) > :not([data-station-id="${GAUGE}"])`).first();
  await next.locator('.entry').click();
  await expect(next.locator('[data-chart]')).toBeVisible();
  await expect(chosen(next)).toHaveText('7 days');
});

/** Gauges of core/geodata/rivers.json in the order of the flow, with the units that the sample's gauges of these numbers have. */
const USK = [
  ['4050', 'm', 'Usk at Trallong', 'Wysg yn Nhrallong', [-3.52, 51.95]],
  ['4041', 'mAOD', 'Usk at Llandetty', 'Wysg yn Llanddeti', [-3.26, 51.89]],
  ['4040', 'm', 'Usk at Crickhowell', 'Wysg yng Nghrucywel', [-3.14, 51.86]],
];

test('gauges upstream and downstream are offered first, and the highest level of one is named', async ({
  open,
  past,
}) => {
  const gauges = USK.map(([Location, Units, TitleEN, TitleCY, at]) =>
    gauge({ Location, Units, TitleEN, TitleCY, LatestTime: minutesAgo(20), LatestValue: '0.1' }, at),
  );
  const answers = { levels: collection(...gauges) };
  const { gorlif, section, chart, tools } = await openGauge(await open(QUERY, { at: past.gateway, answers }), '4041');
  await expect(chart).toBeVisible();
  for (const [lang, group, ...options] of [
    ['en', 'On this river', /^↑ upstream, about 2[23]\skm: Usk at Trallong$/, /^↓ downstream, about 8\.\d\skm: Usk/],
    [
      'cy',
      'Ar yr afon hon',
      /^↑ i fyny'r afon, tua 2[23]\skm: Wysg yn Nhrallong$/,
      /^↓ i lawr yr afon, tua 8\.\d\skm: W/,
    ],
  ]) {
    await gorlif.inLanguage(lang);
    await expect(tools.locator(`optgroup[label="${group}"] option`)).toHaveText(options);
  }
  await gorlif.inLanguage('en');
  // Each gauge once.
  await expect(tools.locator('select option')).toHaveCount(3);
  await tools.getByRole('combobox').selectOption('4050');
  // Of the recorded readings too, once they are there.
  const named = /Usk at Trallong: Highest (?!0\.10)(\d\.\d\d)\sm, .*?(\d\d:\d\d)\./;
  await expect(section).toContainText(named);
  const [, highest, time] = (await section.textContent()).match(named);
  const readings = readingsOf(recorded(past, '4050').week);
  const timeOf = (at) =>
    new Date(at * 1_000).toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' });
  expect(readings.some(([at, level]) => centimetres(level) === highest && timeOf(at) === time)).toBe(true);
  // Where the two days of the chart begin, its own gauge decides.
  const later = readings.filter(([at]) => at > readings.at(-1)[0] - 47 * HOUR).map(([, level]) => level);
  expect(Number(highest)).toBeGreaterThanOrEqual(Math.max(...later) - 0.005);
});

test('the pointer and the finger read the chart', async ({ visit, past }) => {
  const gorlif = await visit(QUERY, { at: past.gateway, viewport: PHONE, hasTouch: true });
  const { page, section, chart } = await openGauge(gorlif);
  const slider = section.getByRole('slider');
  await expect(slider).toHaveAttribute('max', /^\d{3}$/);
  const last = Number(await slider.getAttribute('max'));
  await chart.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await chart.boundingBox();
  for (const [device, touch] of [
    ['pointer', (...at) => page.mouse.move(...at)],
    // The element under the finger has to stay, since a touch ends with it.
    ['finger', (...at) => page.touchscreen.tap(...at)],
  ]) {
    const seen = [];
    for (const share of [0.95, 0.6, 0.3]) {
      const before = await slider.inputValue();
      await touch(x + width * share, y + height / 2);
      await expect(chart.locator('.cursor')).toBeAttached();
      if (seen.length || device === 'finger') await expect(slider, device).not.toHaveValue(before);
      seen.push(await slider.inputValue());
      const text = await slider.getAttribute('aria-valuetext');
      await expect(section.locator('.read-out')).toHaveText(text);
    }
    const [newest, middle, oldest] = seen.map(Number);
    expect(newest, device).toBeGreaterThan(middle);
    expect(middle, device).toBeGreaterThan(oldest);
    expect(middle / last, `${device}: of the readings`).toBeGreaterThan(0.4);
    expect(middle / last, `${device}: of the readings`).toBeLessThan(0.7);
  }
});

test('no label of a chart touches another or is cut; in Welsh there is no English', async ({ visit, past }) => {
  const { gorlif, page, section, chart, row } = await openGauge(await visit(QUERY, { at: past.gateway }));
  /** The number of labels, and those that touch another one or are cut. */
  const labels = () =>
    chart.evaluate((chart) => {
      const area = chart.getBoundingClientRect();
      const all = [...chart.querySelectorAll('.tick-label')];
      const boxes = all.map((label) => label.getBoundingClientRect());
      const touch = (one, other) =>
        one.right > other.left && other.right > one.left && one.bottom > other.top && other.bottom > one.top;
      const isWrong = (box) =>
        box.left < area.left - 1 ||
        box.right > area.right + 1 ||
        boxes.some((other) => other !== box && touch(box, other));
      return { count: all.length, wrong: all.map((label) => label.textContent).filter((_, at) => isWrong(boxes[at])) };
    });
  for (const language of ['en', 'cy']) {
    await gorlif.inLanguage(language);
    for (const button of await section.locator('.buttons button').all()) {
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      for (const width of [320, 480, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await painted(page);
        const look = `${await button.textContent()}, ${width} px, ${language}`;
        const { count, wrong } = await labels();
        expect(wrong, look).toEqual([]);
        expect(count, look).toBeGreaterThan(4);
        expect(await gorlif.excessWidth(), `pixels too wide: ${look}`).toBeLessThanOrEqual(0);
      }
    }
  }

  await section.locator('.buttons button').nth(1).click();
  await expect(section).toContainText('Lefel dros amser');
  await expect(row.locator('.details')).not.toContainText(
    /Highest|readings|yesterday|Compare|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\s/,
  );
  await page.emulateMedia({ media: 'print' });
  await expect(chart).toBeVisible();
  await page.emulateMedia({ media: null });

  // Which days have a label, and how near to the edge, depends on the time of the test: so all names are measured.
  await painted(page);
  const widths = await chart
    .locator('.tick-label')
    .last()
    .evaluate((label) => {
      const width = (name) => {
        label.textContent = `${name} 28`;
        return [name, label.getBoundingClientRect().width];
      };
      return 'Llun Maw Mer Iau Gwe Sad Sul Mon Tue Wed Thu Fri Sat Sun'.split(' ').map(width);
    });
  const tooWide = widths.filter(([, width]) => width > TICK_LABEL);
  expect(tooWide, `wider than ${TICK_LABEL} px`).toEqual([]);
});

test('own and council’s levels are lines across the chart with their texts', async ({ visit, past, startGateway }) => {
  const level = { station: GAUGE, level: 3.5, en: 'High Street begins to flood', cy: 'Stryd' };
  const gateway = await startGateway({
    service: past.service,
    change: (html) => withHistory(html).replace('"endpoint":', '"levels": true, "endpoint":'),
    settings: { GORLIF_HISTORY: past.history },
    answer: (path) => (path === '/levels.json' ? { body: JSON.stringify([level]) } : undefined),
  });
  const { page, row, section, chart, tools } = await openGauge(await visit(QUERY, { at: gateway }));
  const levels = chart.locator('line.mark');
  await expect(levels).toHaveCount(1);
  await row.getByRole('textbox').fill('4.25');
  await row.getByRole('textbox').press('Enter');
  await expect(levels).toHaveCount(2);
  await expect(section.locator('ul li')).toHaveText(['3.500 m: High Street begins to flood', '4.250 m: Own level']);
  await expect(row.locator('.entry')).toContainText('your own level: 4.250 m');
  await tools.locator('summary').click();
  expect(await violations(page)).toEqual([]);
});

test('readings of long ago are named with their time, and not joined to the latest', async ({ open, past }) => {
  const json = recorded(past);
  for (const part of ['intervals', 'levels']) json.week[part].splice(-40);
  const prepare = (context) => context.route(`**/history/${GAUGE}.json`, (route) => route.fulfill({ json }));
  const { section, chart } = await openGauge(await open(QUERY, { at: past.gateway, prepare }));
  await expect(section).toContainText(/Recorded until (yesterday |\d+\s\w+, )?\d\d:\d\d\./);
  await expect(chart.locator('.line')).toHaveCount(2);
});

test('a history that is missing is named in the details of the gauge only, and costs the trends', async ({
  open,
  past,
}) => {
  const prepare = missing(/\/history\/(?:recent|4120)\.json$/);
  const { gorlif, page, section } = await openGauge(await open(QUERY, { at: past.gateway, prepare }));
  await expect(section).toContainText('The recorded readings of this gauge could not be loaded.');
  await expect(page.getByText(/could not be loaded/)).toHaveCount(1);
  await expect(section.locator('[data-chart]')).toHaveCount(0);
  await expect(page.locator('[data-trend]:not([data-trend="unknown"])')).toHaveCount(0);
  expect(gorlif.ownErrors()).toEqual([]);
});

test('without a recorder the device keeps the readings it receives', async ({ visit, startService, startGateway }) => {
  const service = await startService('--control', '--past', '1d', '--scenario', 'storm');
  const gateway = await startGateway({ service });
  const setTime = (quartersAgo) =>
    fetch(`${service.address}/control/time/${new Date(Date.now() - quartersAgo * 900_000).toISOString()}`);
  await setTime(3);
  const { gorlif, page, lists, section, chart } = await openGauge(await visit(QUERY, { at: gateway }));
  await expect(section).toContainText('There are no earlier readings of this gauge yet.');
  /** The numbers of readings that the device has kept of each gauge and day. */
  const kept = () =>
    page.evaluate(async () => {
      const NAME = 'gorlif-readings';
      // Opening it before the page does would create it without its stores.
      if (!(await indexedDB.databases()).some(({ name }) => name === NAME)) return [];
      const result = (request) => new Promise((done) => (request.onsuccess = () => done(request.result)));
      const database = await result(indexedDB.open(NAME));
      const days = await result(database.transaction('days').objectStore('days').getAll());
      database.close();
      return days.map((text) => JSON.parse(text).levels.length);
    });
  // A reading that is not stored yet when the page is loaded again is lost.
  const isKept = (count) => expect.poll(kept, { message: 'readings on the device' }).toContain(count);
  await isKept(1);
  for (const quartersAgo of [2, 1, 0]) {
    await setTime(quartersAgo);
    await page.reload();
    await gorlif.marked();
    // A page that is loaded within seconds of the last response may not request another one.
    await gorlif.sources.checkNow(70);
    await isKept(4 - quartersAgo);
  }
  await page.reload();
  await lists.show('rivers');
  await expect(chart).toHaveAttribute('data-points', '4');
  // With the date when the first of them is of the day before.
  await expect(section).toContainText(
    /Only the readings that this device has kept since (\d{1,2}\s[A-Z][a-z]+, )?\d\d:\d\d\./,
  );
  // Four readings are a trend, also without a recorder.
  await expect(page.locator('[data-trend="rising"]').first()).toBeAttached();
  expect(gorlif.asked.filter((request) => request.url().includes('/history/'))).toEqual([]);
});

test('the changes of a message, newest first, say what was added and what was removed', async ({ visit, past }) => {
  const [en, cy] = [['Rain <b>is</b> expected.'], ['Disgwylir glaw.']];
  const change = (at, kind, severity, texts = {}) => ({ at, kind, severity, ...texts });
  const changes = [
    change(1_790_000_000, 'raised', 'alert', { added_en: en, added_cy: cy }),
    change(1_790_003_600, 'changed', 'warning', { added_en: ['Act now!'], removed_en: en, removed_cy: cy }),
    change(1_790_010_000, 'stood_down', 'over'),
  ];
  let code = '';
  const gorlif = await visit(`${AROUND_BRECON}&lang=cy`, {
    at: past.gateway,
    prepare: (context) =>
      context.route('**/history/warnings.json', async (route) => {
        const json = await (await route.fetch()).json();
        json.areas[code] = changes;
        await route.fulfill({ json });
      }),
  });
  [code] = await gorlif.lists.codes();
  const { row, button } = gorlif.lists.message(code);
  await button.click();
  await expect(row.getByRole('heading', { name: "Rhybuddion a negeseuon i'r ardal hon yn y 60" })).toBeVisible();
  await expect(row.locator('.timeline li')).toHaveText([
    /^Ddim mewn grym mwyach · /,
    /^Diweddarwyd: .+Ychwanegwyd at y testun:Act now!Tynnwyd o'r testun:Disgwylir glaw\.$/,
    /^Cyhoeddwyd: .+Disgwylir glaw\.$/,
  ]);
  // The service gave the sentence in English only.
  await expect(row.locator('.timeline [lang="en"]')).toHaveText('Act now!');
});
