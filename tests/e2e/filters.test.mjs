// The filters and orders of the lists, the view of a county, and both in the address.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { KEY, PHONE, marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

const WALES = '/floodwarnings/v1/distance/150000/latlon/52.4/-3.8';
const BRECON = 'lat=51.9473&lon=-3.3912&r=50';
let browser, service, gateway, messages;
before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'storm');
  gateway = await startGateway(service);
  const headers = { 'Ocp-Apim-Subscription-Key': KEY };
  messages = (await (await fetch(service.address + WALES, { headers })).json()).features;
});
after(async () => {
  await gateway?.stop();
  await service?.stop();
  await browser?.close();
});

async function start(t, query, options = {}, at = gateway) {
  const page = await open(browser, at.address + query, options);
  t.after(() => page.context().close());
  await marked(page);
  await page.locator('.panel.warnings .filters').waitFor({ state: 'attached' });
  // The answer for a county also needs the outlines of the counties.
  await page.waitForFunction(() => !/^Checking|^Yn gwirio/.test(document.querySelector('.sentence').textContent));
  return page;
}
const plain = (text) => text.replace(/\u00a0/g, ' ');
const tab = (page, number) => page.locator('.views button').nth(number).click();
const codes = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.panel.warnings .entries:not([hidden]) [data-area-code]')].map(
      ({ dataset }) => dataset.areaCode,
    ),
  );
const titles = (page, panel) => page.locator(`.panel.${panel} .entries:not([hidden]) .entry .title`).allTextContents();
const complete = (page) => page.waitForFunction(() => !document.querySelector('.entries[aria-busy]'));
const openFilters = (page, panel = 'warnings') => page.locator(`.panel.${panel} .filters summary`).click();
const search = (page) => page.evaluate(() => location.search);

test('a duty officer filters to severe warnings, compares, and hands the view over by its address', async (t) => {
  const page = await start(t, '?lang=en', { viewport: PHONE });
  const all = (await codes(page)).length;
  await openFilters(page);
  await page.getByLabel('Severity').selectOption('severe');
  const severe = messages.filter(({ properties }) => properties.SEVERITYVALUE === 1);
  assert.ok(severe.length > 1 && severe.length < all);
  await page.locator('.filtered').getByText(`Filtered: ${severe.length} of ${all} messages are shown.`).waitFor();
  assert.deepEqual((await codes(page)).sort(), severe.map(({ properties }) => properties.FWACODE).sort());
  // The answer and the numbers are of all messages.
  assert.match(await page.locator('.sentence').textContent(), /flood alerts/);
  assert.match(plain(await page.locator('#warnings-heading').textContent()), new RegExp(`^${all} `));
  await page.getByLabel('Order').first().selectOption('name');
  await complete(page);
  const named = await titles(page, 'warnings');
  assert.deepEqual(
    named,
    named.toSorted((a, b) => a.localeCompare(b, 'en')),
  );
  const address = await search(page);
  assert.equal(address, '?lang=en&severity=severe&sort=name');
  const other = await start(t, address);
  assert.deepEqual(await titles(other, 'warnings'), named);
  assert.equal(await other.locator('.filters summary').first().textContent(), 'Filter and sort (2 in use)');
  // Back takes the choices back one by one.
  await page.goBack();
  await page.waitForFunction(() => !location.search.includes('sort'));
  await page.goBack();
  await page.waitForFunction((all) => document.querySelectorAll('[data-area-code]').length === all, all);
  await other.getByRole('button', { name: 'Show all' }).click();
  await complete(other);
  assert.equal((await codes(other)).length, all);
  assert.deepEqual([...page.faults, ...other.faults], []);
});

test('the focus stays on its entry when another order replaces the list', async (t) => {
  const page = await start(t, '?lang=en');
  await complete(page);
  const [first] = await codes(page);
  await openFilters(page);
  await page.getByLabel('Order').first().selectOption('name');
  await complete(page);
  const entry = page.locator(`.entries:not([hidden]) [data-area-code="${first}"] button`).first();
  await entry.focus();
  await page.goBack();
  await page.waitForFunction(() => !location.search.includes('order='));
  await complete(page);
  assert.deepEqual(
    await page.evaluate(() => {
      const row = document.activeElement.closest('[data-area-code]');
      return [row?.dataset.areaCode, Boolean(row?.closest('[hidden]'))];
    }),
    [first, false],
  );
  assert.deepEqual(page.faults, []);
});

test('messages are sorted by distance, time, name and county', async (t) => {
  const page = await start(t, `?lang=en&${BRECON}&sort=newest`);
  const time = (code) => {
    const { properties } = messages.find((message) => message.properties.FWACODE === code);
    return Math.max(...['TIMERAISED', 'SEVERITY_CHANGED', 'RIM_CHANGED'].map((name) => Date.parse(properties[name])));
  };
  await complete(page);
  const times = (await codes(page)).map(time);
  assert.ok(times.length > 10);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  await openFilters(page);
  const lines = async () => {
    await complete(page);
    return (await page.locator('.panel.warnings .entry .line:last-child').allTextContents()).map(plain);
  };
  await page.locator('#order-messages').selectOption('distance');
  const distances = (await lines()).map((line) => Number(line.match(/([\d.]+) km/)?.[1] ?? 0));
  assert.deepEqual(
    distances,
    distances.toSorted((a, b) => a - b),
  );
  await page.locator('#order-messages').selectOption('county');
  const counties = (await lines()).map((line) => line.match(/^([A-Z][\w ]+?), [\d.]+ (?:km|m)/)?.[1] ?? '~');
  assert.ok(new Set(counties).size > 2);
  assert.deepEqual(counties, counties.toSorted());
  assert.deepEqual(page.faults, []);
});

test('gauges are sorted by distance, time, name and county', async (t) => {
  const page = await start(t, `?lang=en&${BRECON}`);
  await tab(page, 1);
  await openFilters(page, 'rivers');
  const order = page.locator('#order-gauges');
  assert.equal(await order.inputValue(), 'distance');
  const nearest = await titles(page, 'rivers');
  await order.selectOption('name');
  await complete(page);
  const named = await titles(page, 'rivers');
  assert.deepEqual(named.toSorted(), nearest.toSorted());
  assert.deepEqual(
    named,
    named.toSorted((a, b) => a.localeCompare(b, 'en')),
  );
  await order.selectOption('newest');
  await complete(page);
  const ages = (await page.locator('.panel.rivers .entry').allTextContents()).map((text) =>
    /min(ute)?s? ago/.test(text) ? 0 : 1,
  );
  assert.ok(ages.includes(0) && ages.includes(1));
  assert.deepEqual(ages, ages.toSorted());
  assert.match(await search(page), /&sort=newest$/);
  assert.deepEqual(page.faults, []);
});

test('a message whose severity or kind of water is not known passes every filter of messages in force', async (t) => {
  const changed = structuredClone(messages.slice(0, 3));
  Object.assign(changed[0].properties, { SEVERITY: 'Extreme', SEVERITYVALUE: 9, TIDAL: 'perhaps' });
  const body = JSON.stringify({ type: 'FeatureCollection', features: changed });
  const other = await startGateway(service, {
    answer: (path) =>
      path.startsWith('/api/floodwarnings/') ? { headers: { 'Content-Type': 'application/json' }, body } : undefined,
  });
  t.after(() => other.stop());
  for (const filter of ['severity=severe', 'severity=alert', 'water=tidal', 'water=river']) {
    const page = await start(t, `?lang=en&${filter}`, {}, other);
    assert.ok((await codes(page)).includes(changed[0].properties.FWACODE), filter);
  }
});

test('filters of the address that do not exist are named and ignored', async (t) => {
  const page = await start(t, '?lang=en&severity=huge&sort=%3Cb%3Esize&county=mercia&water=river&utm_source=x');
  const lines = await page.locator('.panel.warnings > p').allTextContents();
  assert.deepEqual(
    lines.filter((line) => /does not exist/.test(line)).map((line) => line.split(': ')[1]),
    ['severity=huge', 'sort=<b>size', 'county=mercia'],
  );
  assert.match(await page.locator('.filtered').textContent(), /^Filtered: \d+ of \d+/);
  assert.deepEqual(page.faults, []);
});

test('they are named too if the address has changed before the filters could be loaded', async (t) => {
  let isBroken = true;
  const broken = await startGateway(service, {
    answer: (path) => (isBroken && /_page\.wasm$/.test(path) ? { status: 404 } : undefined),
  });
  t.after(() => broken.stop());
  const page = await open(browser, `${broken.address}?lang=en&severity=huge&current=1&${BRECON}`);
  t.after(() => page.context().close());
  await page.locator('.sources').getByText('This part of the page has not loaded.').waitFor();
  // Without the controls that say what is filtered nothing is.
  await complete(page);
  const shown = '.panel.rivers .entries:not([hidden]) [data-station-id]';
  const all = await page.locator(shown).count();
  assert.ok((await page.locator(`${shown}[data-state=stale]`).count()) > 0);
  await page.locator('.presets button').first().click();
  await page.waitForFunction(() => !location.search.includes('huge'));
  isBroken = false;
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.locator('.panel.warnings').getByText('severity=huge').waitFor();
  await page.locator('.panel.rivers .buttons button[aria-pressed=true]').first().waitFor({ state: 'attached' });
  // The same place again.
  await page.locator('.presets button').last().click();
  await complete(page);
  const filtered = await page.locator(shown).count();
  assert.ok(filtered > 0 && filtered < all, `${filtered} of ${all}`);
  assert.equal(await page.locator(`${shown}[data-state=stale]`).count(), 0);
});

for (const [language, words] of [
  ['en', { powys: 'Powys', wales: 'All Wales', inForce: / in Powys/, area: 'Area' }],
  ['cy', { powys: 'Powys', wales: 'Cymru gyfan', inForce: / yn ardal Powys/, area: 'Ardal' }],
]) {
  test(`the view of a county has its messages, its gauges and its forecast (${language})`, async (t) => {
    const page = await start(t, `?county=powys&lang=${language}`, { viewport: PHONE });
    assert.equal(await page.locator('.here strong').textContent(), words.powys);
    assert.match(plain(await page.locator('.sentence').textContent()), words.inForce);
    const all = await page.evaluate(() => document.querySelectorAll('[data-area-code]').length);
    assert.ok(all > 3 && all < messages.length);
    await tab(page, 1);
    await complete(page);
    const gauges = await page.locator('.panel.rivers .entry').count();
    assert.ok(gauges > 5 && gauges < 150, String(gauges));
    await tab(page, 2);
    assert.equal(await page.locator('.panel.forecast h3').last().textContent(), words.powys);
    await tab(page, 0);
    await page.getByRole('button', { name: words.wales }).click();
    await page.waitForFunction((all) => document.querySelectorAll('[data-area-code]').length > all, all);
    assert.equal(await page.evaluate(() => location.search.includes('county')), false);
    await openFilters(page);
    await page.getByLabel(words.area, { exact: true }).first().selectOption('ceredigion');
    await page.waitForFunction(() => location.search.includes('county=ceredigion'));
    assert.equal(await page.locator('.here strong').textContent(), 'Ceredigion');
    // The next visit opens the area that was chosen last.
    await page.goto(`${gateway.address}?lang=${language}`);
    await marked(page);
    assert.equal(await page.locator('.here strong').textContent(), 'Ceredigion');
    assert.deepEqual(page.faults, []);
  });
}

// case 182
test('the headline of a county is about that county, and what is beyond its border is below and said to be', async (t) => {
  const at = (code, severity, coordinates) => ({
    ...messages[0],
    geometry: { type: 'Point', coordinates },
    properties: {
      ...messages[0].properties,
      FWACODE: code,
      DESCRIPTION: code,
      SEVERITYVALUE: severity,
      SEVERITY: ['', 'Severe Flood Warning', 'Flood Warning', 'Flood Alert'][severity],
    },
  });
  const brecon = at('River Usk at Brecon', 3, [-3.39, 51.95]);
  // In Merthyr Tydfil, 4 km from Powys, and in Cardiff.
  const merthyr = at('River Taff at Merthyr', 1, [-3.378, 51.748]);
  const cardiff = at('River Taff at Cardiff', 2, [-3.18, 51.48]);
  const areas = {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { fwis_code: 'River Taff at Cardiff' },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [-3.2, 51.47],
              [-3.17, 51.47],
              [-3.17, 51.5],
              [-3.2, 51.5],
              [-3.2, 51.47],
            ],
          ],
        },
      },
    ],
  };
  let features = [merthyr, brecon];
  const json = (value) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) });
  const answer = (path) => {
    if (path === '/areas.json') return json(areas);
    return path.startsWith('/api/floodwarnings/') ? json({ type: 'FeatureCollection', features }) : undefined;
  };
  const plainPage = await startGateway(service, { answer });
  t.after(() => plainPage.stop());
  const withAreas = await startGateway(service, {
    answer,
    change: (html) => html.replace('"endpoint":', '"areas": { "address": "areas.json" }, "endpoint":'),
  });
  t.after(() => withAreas.stop());
  const page = await start(t, '?county=powys&lang=en&sort=county', {}, plainPage);
  assert.match(
    plain(await page.locator('.sentence').textContent()),
    /^Flood alert: River Usk at Brecon\. 1 flood alert in Powys; 1 severe flood warning near its border\.$/,
  );
  await complete(page);
  // By county the message is under its own.
  assert.deepEqual(await codes(page), ['River Taff at Merthyr', 'River Usk at Brecon']);
  const line = page.locator('[data-area-code="River Taff at Merthyr"] .line').last();
  assert.equal(await line.textContent(), 'Merthyr Tydfil, beyond the border');
  features = [merthyr];
  const border = await start(t, '?county=powys&lang=en', {}, plainPage);
  assert.equal(
    plain(await border.locator('.sentence').textContent()),
    'Near the border of Powys: 1 severe flood warning.',
  );
  assert.equal(await border.locator('#answer').getAttribute('data-answer'), 'some');
  features = [merthyr, { type: 'Feature' }];
  const partly = await start(t, '?county=powys&lang=en', {}, plainPage);
  assert.equal(
    plain(await partly.locator('.sentence').textContent()),
    'Near the border of Powys: 1 severe flood warning, and 1 message that could not be read.',
  );
  // A large area may reach into the county; its shape says that this one does not.
  features = [cardiff];
  const unknown = await start(t, '?county=powys&lang=en', {}, plainPage);
  assert.match(await unknown.locator('.sentence').textContent(), /this page cannot tell/);
  const known = await start(t, '?county=powys&lang=en', {}, withAreas);
  await known.locator('#answer[data-answer="none"]').waitFor();
  assert.match(
    plain(await known.locator('.sentence').textContent()),
    /^No flood warnings or alerts are in force in Powys\./,
  );
});

test('of a county “none in force” needs a position of every message in force', async (t) => {
  let features = [];
  const other = await startGateway(service, {
    answer: (path) =>
      path.startsWith('/api/floodwarnings/')
        ? {
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ type: 'FeatureCollection', features }),
          }
        : undefined,
  });
  t.after(() => other.stop());
  const at = (coordinates) => [{ ...messages[0], geometry: coordinates && { type: 'Point', coordinates } }];
  const answer = async () => {
    const page = await start(t, '?county=ceredigion&lang=en', {}, other);
    await page.waitForFunction(() => Boolean(document.querySelector('#answer > [role=status]')?.textContent.trim()));
    const text = plain(await page.locator('.sentence').textContent());
    return [await page.locator('#answer').getAttribute('data-answer'), text];
  };
  // In Cardiff.
  features = at([-3.18, 51.48]);
  const [none, sentence] = await answer();
  assert.equal(none, 'none');
  assert.match(sentence, /^No flood warnings or alerts are in force in Ceredigion\. Checked/);
  features = at(null);
  const [unknown, unplaced] = await answer();
  assert.equal(unknown, 'unknown');
  assert.match(unplaced, /^1 message is in force with no point in or near this county.*call Floodline/);
  // 25 km inland of the county, from where a catchment may reach into it.
  features = at([-3.4, 52.3]);
  assert.equal((await answer())[0], 'unknown');
  // 5 km off the coast.
  features = at([-4.2, 52.41]);
  assert.equal((await answer())[0], 'some');
  features = [];
  assert.equal((await answer())[0], 'none');
});
