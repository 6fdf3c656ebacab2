// The shapes of the flood areas: drawn where a message is in force, the place inside one, and files that are broken.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { converted, crosses, simplified, text } from '../../build/flood-areas.mjs';
import { KEY, PHONE, marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

const WALES = '/floodwarnings/v1/distance/150000/latlon/52.4/-3.8';
const BRECON = 'lat=51.9473&lon=-3.3912';
let browser, service, sample, shapes;
before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'storm');
  const headers = { 'Ocp-Apim-Subscription-Key': KEY };
  sample = (await (await fetch(service.address + WALES, { headers })).json()).features;
  shapes = await (await fetch(`${service.address}/areas.json`)).json();
});
after(async () => {
  await service?.stop();
  await browser?.close();
});

const json = (value) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) });
/** A page with these shapes; `messages` replaces those of the service. */
async function start(t, query, { areas, settings = {}, messages, ...options }) {
  const setting = JSON.stringify({ address: 'areas.json', ...settings });
  const gateway = await startGateway(service, {
    change: (html) => html.replace('"endpoint":', `"areas": ${setting}, "endpoint":`),
    answer: (path) => {
      if (path === '/areas.json') return typeof areas === 'object' && 'features' in areas ? json(areas) : areas;
      if (!messages || !path.startsWith('/api/floodwarnings/')) return undefined;
      return json({
        type: 'FeatureCollection',
        features: path.includes('/150000/') ? messages.national : messages.here,
      });
    },
  });
  t.after(() => gateway.stop());
  const page = await open(browser, gateway.address + query, options);
  t.after(() => page.context().close());
  await marked(page);
  return page;
}
const drawn = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('[data-area]')].map((path) => [path.dataset.area, path.classList[1]]),
    ),
  );
const LABELS = { severe: [1, 'Severe Flood Warning'], warning: [2, 'Flood Warning'], alert: [3, 'Flood Alert'] };
const message = (code, severity, point = [-3.391, 51.947]) => ({
  ...sample[0],
  geometry: { type: 'Point', coordinates: point },
  properties: {
    ...sample[0].properties,
    FWACODE: code,
    DESCRIPTION: `River Usk, ${code}`,
    SEVERITYVALUE: LABELS[severity][0],
    SEVERITY: LABELS[severity][1],
  },
});
const square = (x, y, side) => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const area = (code, ring, type = 'Polygon') => ({
  type: 'Feature',
  properties: { fwis_code: code },
  geometry: { type, coordinates: type === 'Polygon' ? [ring] : ring },
});
const collection = (...features) => ({ type: 'FeatureCollection', features });

test('the areas with a message in force are drawn by severity; one without a shape keeps its symbol', async (t) => {
  const page = await start(t, '?lang=en', { areas: shapes });
  const ids = ['', 'severe', 'warning', 'alert'];
  const published = new Set(shapes.features.map(({ properties }) => properties.fwis_code));
  const inForce = sample.filter(({ properties }) => properties.SEVERITYVALUE < 4);
  const wanted = Object.fromEntries(
    inForce
      .filter(({ properties }) => published.has(properties.FWACODE))
      .map(({ properties }) => [properties.FWACODE, ids[properties.SEVERITYVALUE]]),
  );
  const count = Object.keys(wanted).length;
  assert.ok(count > 50 && count < inForce.length);
  await page.waitForFunction((count) => document.querySelectorAll('[data-area]').length === count, count);
  assert.deepEqual(await drawn(page), wanted);
  assert.equal(await page.locator('#map').getAttribute('data-warnings'), String(sample.length));
  await page.locator('.map-key summary').click();
  await page.locator('.map-key').getByText('Flood area with a message in force').waitFor();
  assert.deepEqual(page.faults, []);
});

for (const [language, words] of [
  [
    'en',
    {
      headline: /^Severe flood warning for your place: River Usk, inner\./,
      also: /^Your place is also inside: River Usk, outer \(Flood alert\)\.$/,
      row: 'Powys, your place is inside',
    },
  ],
  [
    'cy',
    {
      headline: /^Rhybudd Llifogydd Difrifol ar gyfer eich lle: River Usk, inner\./,
      also: /^Mae eich lle hefyd o fewn: River Usk, outer \(Llifogydd: byddwch yn barod\)\.$/,
      row: 'Powys, mae eich lle o fewn yr ardal',
    },
  ],
]) {
  // case 173
  test(`the answer says that the place is inside, in the most severe area (${language})`, async (t) => {
    const messages = [message('outer', 'alert'), message('inner', 'severe'), message('elsewhere', 'severe')];
    const page = await start(t, `?lang=${language}&${BRECON}&r=5`, {
      viewport: PHONE,
      areas: collection(
        area('outer', square(-3.6, 51.8, 0.4)),
        area('inner', square(-3.42, 51.93, 0.05)),
        area('elsewhere', square(-4.1, 52.4, 0.1)),
      ),
      messages: { national: messages, here: messages },
    });
    await page.locator('#answer[data-inside="severe"]').waitFor();
    assert.match(await page.locator('.sentence').textContent(), words.headline);
    assert.match((await page.locator('.inside').textContent()).replace(/\u00a0/g, ' '), words.also);
    const rows = page.locator('[data-area-code] .line').filter({ hasText: words.row });
    assert.equal(await rows.count(), 2);
    // Another place is inside nothing.
    await page.getByRole('button', { name: language === 'en' ? 'All Wales' : 'Cymru gyfan' }).click();
    await page.waitForFunction(() => !document.querySelector('#answer').dataset.inside);
    assert.equal(await page.locator('.inside').textContent(), '');
    assert.deepEqual(page.faults, []);
  });
}

test('a place is inside an area whose point is beyond its circle', async (t) => {
  const far = message('wide', 'warning', [-3.1, 51.86]);
  const page = await start(t, `?lang=en&${BRECON}&r=1`, {
    areas: collection(area('wide', square(-3.6, 51.8, 0.6))),
    messages: { national: [far], here: [] },
  });
  await page.locator('#answer[data-inside="warning"][data-answer="some"]').waitFor();
  assert.match(await page.locator('.sentence').textContent(), /^Flood warning for your place: River Usk, wide\./);
  assert.doesNotMatch(await page.locator('#answer').innerText(), /at the edge|north|south|km east|km west/);
  assert.match(await page.locator('#answer > [role=status]').textContent(), /River Usk, wide/);
});

// case 173
test('the advice is for the area that contains the place, then for a more severe one near it', async (t) => {
  const messages = [message('own', 'alert'), message('near', 'severe', [-3.35, 51.95])];
  const page = await start(t, `?lang=en&${BRECON}&r=5`, {
    viewport: PHONE,
    areas: collection(area('own', square(-3.42, 51.93, 0.05))),
    messages: { national: messages, here: messages },
  });
  await page.locator('#answer[data-inside="alert"]').waitFor();
  assert.match(await page.locator('.sentence').textContent(), /^Flood alert for your place: River Usk, own\./);
  assert.equal(await page.locator('#answer').getAttribute('data-severity'), 'severe');
  const action = (await page.locator('#answer .action').innerText()).replace(/\s+/g, ' ');
  assert.match(
    action,
    /Your place is inside: River Usk, own Prepare a kit of essentials\..*If you are in one of these areas: River Usk, near There is danger to life\./,
  );
});

// case 171
test('a place inside overlapping parts of an area is inside, and a file without areas is named', async (t) => {
  const messages = [message('usk', 'warning')];
  const twice = area('usk', square(-3.42, 51.93, 0.05));
  const page = await start(t, `?lang=en&${BRECON}&r=5`, {
    areas: { metadata: { features: [] }, ...collection(twice, twice, area('usk', square(-3.45, 51.9, 0.2))) },
    messages: { national: messages, here: messages },
  });
  await page.locator('#answer[data-inside="warning"]').waitFor();
  const empty = await start(t, `?lang=en&${BRECON}&r=5`, {
    areas: collection(),
    messages: { national: messages, here: messages },
  });
  await empty
    .locator('.operator pre')
    .filter({ hasText: 'areas: areas.json has no areas' })
    .waitFor({ state: 'attached' });
});

// case 182
test('an area of which a part cannot be decoded, or that surrounds a county, is not elsewhere', async (t) => {
  const far = [message('usk', 'warning', [-4.4, 53.2])];
  const small = (code) => area(code, square(-4.5, 53.15, 0.05));
  for (const [what, features, expected] of [
    ['whole', [small('usk')], 'none'],
    ['with a part that is no polygon', [small('usk'), area('usk', [], 'Polygon')], 'unknown'],
    ['with a part without a code', [small('usk'), area('', square(-3.4, 51.9, 0.1))], 'unknown'],
    ['of another one with such a part', [small('usk'), area('taff', [], 'Polygon')], 'none'],
    ['around the county', [area('usk', square(-6, 50, 4))], 'some'],
  ]) {
    const page = await start(t, '?lang=en&county=powys', {
      areas: collection(...features),
      messages: { national: far, here: far },
    });
    // The areas are loaded after the first answer.
    await page.locator('[data-area="usk"]').waitFor({ state: 'attached' });
    await page.locator(`#answer[data-answer="${expected}"]`).waitFor();
    assert.equal(await page.locator('#answer').getAttribute('data-answer'), expected, what);
  }
});

// case 173
test('without a network the kept areas say that the place is inside, with the age of the message', async (t) => {
  const messages = [message('usk', 'warning')];
  const page = await start(t, `?lang=en&${BRECON}&r=5`, {
    areas: collection(area('usk', square(-3.42, 51.93, 0.05))),
    messages: { national: messages, here: messages },
  });
  await page.locator('#answer[data-inside="warning"]').waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const kept = async () => (await (await caches.open('files-of-the-deployer')).keys()).length;
    while (!(await kept())) await new Promise((done) => requestAnimationFrame(done));
  });
  // A file that cannot be used does not replace it.
  await page.route('**/areas.json', (route) => route.fulfill({ contentType: 'text/html', body: '<html>' }));
  await page.reload();
  await page.locator('#answer[data-inside="warning"]').waitFor();
  await page.unroute('**/areas.json');
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('#answer[data-inside="warning"]').waitFor();
  assert.match(await page.locator('.sentence').textContent(), /^Flood warning for your place: River Usk, usk\./);
  assert.match(
    await page.locator('#answer .checked').textContent(),
    /^In force when last checked at (?:\d+\s\w+, )?\d\d:\d\d/,
  );
});

test('where the browser keeps no files the areas work', async (t) => {
  const messages = [message('usk', 'warning')];
  const page = await start(t, `?lang=en&${BRECON}&r=5`, {
    areas: collection(area('usk', square(-3.42, 51.93, 0.05))),
    messages: { national: messages, here: messages },
    // As without https.
    init: () => Object.defineProperty(globalThis, 'caches', { value: undefined }),
  });
  await page.locator('#answer[data-inside="warning"]').waitFor();
  assert.deepEqual(page.faults, []);
});

// case 174
test('a remembered place inside an area in force is not said to have nothing near it', async (t) => {
  const far = message('wide', 'warning', [-3.1, 51.86]);
  const page = await start(t, '?lang=en&lat=53.2&lon=-4.1&r=5', {
    areas: collection(area('wide', square(-3.6, 51.8, 0.6))),
    messages: { national: [far], here: [] },
    init: () => localStorage.setItem('gorlif.places', '?lat=51.9461&lon=-3.3889\n'),
  });
  await page.locator('.here button[aria-controls]').click();
  const line = page.locator('.remembered .line').first();
  await line.filter({ hasText: '1 flood warning within 5\u00a0km' }).waitFor();
});

test('areas that are drawn again after there were none are in the same pane', async (t) => {
  const messages = { national: [], here: [] };
  const page = await start(t, `?lang=en&${BRECON}&r=5`, {
    areas: collection(area('usk', square(-3.6, 51.8, 0.4))),
    messages,
  });
  // One in force, none, and one again.
  for (const national of [[message('usk', 'warning')], [], [message('usk', 'warning')]]) {
    messages.national = national;
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() + 20_000;
    });
    await page.locator('.sources button').click();
    await page.waitForFunction((count) => document.querySelectorAll('[data-area]').length === count, national.length);
  }
  assert.equal(await page.locator('.leaflet-areas-pane').count(), 1);
  assert.deepEqual(page.faults, []);
});

test('a hole is outside, and coordinates of the National Grid are the same places', async (t) => {
  const messages = [message('usk', 'warning'), message('hole', 'severe')];
  const page = await start(t, `?lang=en&${BRECON}&r=5`, {
    settings: { projection: 'EPSG:27700', code: 'fwd_tacode' },
    areas: collection(
      { ...area('', square(304_000, 228_000, 1_000)), properties: { fwd_tacode: 'usk' } },
      {
        type: 'Feature',
        properties: { fwd_tacode: 'hole' },
        geometry: {
          type: 'MultiPolygon',
          coordinates: [[square(300_000, 224_000, 9_000), square(303_000, 227_000, 3_000)]],
        },
      },
    ),
    messages: { national: messages, here: messages },
  });
  await page.locator('#answer[data-inside="warning"]').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('[data-area]').length === 2);
});

for (const [how, areas, settings, named] of [
  ['is missing', { status: 404 }, {}, /areas: areas\.json could not be loaded/],
  [
    'is a web page',
    { body: '<!doctype html><title>Hello</title>' },
    {},
    /areas: areas\.json is not a FeatureCollection/,
  ],
  [
    'is cut off',
    { body: JSON.stringify(collection(area('usk', square(-3.42, 51.93, 0.05)))).slice(0, -30) },
    {},
    /areas: left out: 1 unreadable/,
  ],
  [
    'is of another projection',
    collection(area('usk', square(304_000, 228_000, 1_000))),
    {},
    /areas: left out: 1 in another projection than the settings name/,
  ],
  [
    'crosses itself, or has no code',
    collection(
      area('usk', [
        [-3.5, 51.9],
        [-3.3, 52.1],
        [-3.3, 51.9],
        [-3.5, 52.1],
        [-3.5, 51.9],
      ]),
      area('', square(-3.42, 51.93, 0.05)),
    ),
    {},
    /areas: left out: 1 without a code, 1 with an outline that crosses itself/,
  ],
]) {
  test(`a file of areas that ${how} is named for the operator, and the points stay`, async (t) => {
    const messages = [message('usk', 'warning')];
    const page = await start(t, `?lang=en&${BRECON}&r=5`, {
      areas,
      settings,
      messages: { national: messages, here: messages },
    });
    await page.locator('.operator pre').filter({ hasText: named }).waitFor({ state: 'attached' });
    assert.equal(await page.locator('[data-area]').count(), 0);
    assert.equal(await page.locator('#map').getAttribute('data-warnings'), '1');
    assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'some');
    assert.deepEqual(
      page.faults.filter((fault) => !/^console: Failed to load resource/.test(fault)),
      [],
    );
  });
}

test('without the setting no file is requested', async (t) => {
  const gateway = await startGateway(service);
  t.after(() => gateway.stop());
  const page = await open(browser, `${gateway.address}?lang=en`);
  t.after(() => page.context().close());
  await marked(page);
  await page.locator('.map-key').waitFor();
  assert.ok(!page.asked.some((request) => request.url().endsWith('areas.json')));
});

test('the script simplifies within its tolerance, keeps the code, and leaves out what is no area', () => {
  const circle = Array.from({ length: 721 }, (_, i) => {
    const angle = (i / 720) * 2 * Math.PI;
    return [300_000 + 1_000 * Math.cos(angle), 230_000 + 1_000 * Math.sin(angle)];
  });
  circle[720] = circle[0];
  const kept = simplified(circle, 5);
  assert.ok(kept.length > 20 && kept.length < 100, String(kept.length));
  assert.deepEqual(kept.at(-1), kept[0]);
  for (const [x, y] of kept) assert.ok(Math.abs(Math.hypot(x - 300_000, y - 230_000) - 1_000) < 1e-6);
  const features = converted(
    collection(
      { ...area('103WAFusk', circle), properties: { fwis_code: '103WAFusk', name: 'dropped' } },
      area('', circle),
      { type: 'Feature', properties: { fwis_code: 'point' }, geometry: { type: 'Point', coordinates: [1, 2] } },
    ),
    'fwis_code',
    5,
  );
  assert.deepEqual(
    features.map(({ properties }) => properties),
    [{ fwis_code: '103WAFusk' }],
  );
  assert.equal(JSON.parse(text(features)).features.length, 1);
});

test('a simplified outline does not cross itself where the published one does not', () => {
  // The end of a narrow cut lies 3 m from an edge that bends outwards by 4 m.
  const cut = [
    ...[
      [0, 0],
      [50, -4],
      [100, 0],
      [100, 100],
      [52, 100],
      [50, -1],
      [48, 100],
      [0, 100],
      [0, 0],
    ],
  ].map(([x, y]) => [300_000 + x, 230_000 + y]);
  assert.ok(!crosses(cut));
  assert.ok(crosses(simplified(cut, 5)));
  const [feature] = converted(collection(area('103WAFcut', cut)), 'fwis_code', 5);
  const [[ring]] = feature.geometry.coordinates;
  assert.ok(!crosses(ring), JSON.stringify(ring));
  // Edges above each other on one line, and a corner that touches an edge.
  const touching = [
    [0, 0],
    [0, 9],
    [4, 9],
    [4, 12],
    [0, 12],
    [0, 20],
    [20, 20],
    [4, 10],
    [20, 0],
    [0, 0],
  ];
  assert.ok(!crosses(touching));
  assert.ok(
    crosses([
      [0, 0],
      [10, 10],
      [10, 0],
      [0, 10],
      [0, 0],
    ]),
  );
});
