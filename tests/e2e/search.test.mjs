// Finding home: the search, the opening screen and the remembered place.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { open, startBrowser, startGateway, startService, watching } from '../support/harness.mjs';

const PHONE = { width: 360, height: 740 };
let browser, service, gateway;

before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'storm');
  gateway = await startGateway(service);
});
after(async () => {
  await gateway?.stop();
  await service?.stop();
  await browser?.close();
});

/** Opens the page when the search knows places, in a new context. */
async function start(query = '', viewport = PHONE, init = () => {}) {
  const page = await open(browser, `${gateway.address}${query}`, { viewport, init });
  await loaded(page);
  return page;
}
const loaded = (page) =>
  page.waitForFunction(
    () =>
      performance.getEntriesByName('usable').length &&
      ['basemap', 'gazetteer'].every((name) =>
        performance.getEntriesByType('resource').some((entry) => entry.name.endsWith(`${name}.txt`)),
      ),
  );
const options = (page) => page.locator('#place-list [role=option]');
/** The kind and text of the first option after typing. */
async function firstHit(page, text) {
  await page.locator('#place').fill(text);
  await options(page).first().waitFor();
  const first = options(page).first();
  return [await first.getAttribute('data-kind'), (await first.textContent()).replace(/\s+/g, ' ').trim()];
}

test('a resident at night finds home with the typing and one tap, and the answer has the focus', async (t) => {
  const page = await start();
  t.after(() => page.context().close());
  assert.ok(await page.locator('#place').isVisible(), 'the search is open without a step');
  assert.equal(await page.getByRole('button', { name: 'Change place' }).isVisible(), false);
  await page.locator('#place').fill('aberhonddu');
  await options(page).first().click();
  await page.waitForFunction(() => document.querySelector('.here strong')?.textContent === 'Brecon, Powys');
  await page.waitForFunction(() => document.activeElement.id === 'answer-heading');
  await page.waitForFunction(() => document.getElementById('answer')?.dataset.severity);
});

test('each kind of suggestion carries its kind and its position', async (t) => {
  const page = await start();
  t.after(() => page.context().close());
  for (const [text, kind, label] of [
    ['Brecon', 'place', 'Brecon, Powys'],
    ['CF37 1DN', 'postcode', 'CF37 1, postcode area'],
    ['River Usk', 'river', /^Usk|^River Usk/],
    ['powys', 'county', 'Powys, County'],
    ['51.95, -3.39', 'coordinates', 'SO 045 288, Grid reference'],
    ["51°57'N 3°23'W", 'coordinates', /^SO/],
  ]) {
    const [found, name] = await firstHit(page, text);
    assert.equal(found, kind, `${text}: ${name}`);
    if (label instanceof RegExp) assert.match(name, label);
    else assert.equal(name.replaceAll(' ,', ','), label);
    const first = options(page).first();
    for (const [attribute, least, most] of [
      ['data-lat', 51, 54],
      ['data-lon', -6, -2],
    ]) {
      const degrees = Number(await first.getAttribute(attribute));
      assert.ok(degrees > least && degrees < most, `${text} ${attribute} ${degrees}`);
    }
  }
  const area = await page.locator('[data-area-code] .title').first().textContent();
  assert.equal((await firstHit(page, area))[0], 'area', area);
});

test('a postcode takes its sector and says so, and a gauge is selected with its place', async (t) => {
  const page = await start();
  t.after(() => page.context().close());
  await page.locator('#place').fill('cf371dn');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.here strong')?.textContent === 'postcode area CF37 1');
  await page.getByRole('button', { name: 'Cymraeg' }).click();
  await page.waitForFunction(() => document.querySelector('.here strong')?.textContent === 'ardal cod post CF37 1');
  assert.match(await page.locator('.sentence').textContent(), /ardal cod post CF37 1/);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Change place' }).click();
  const title = await page.locator('[data-station-id] .title').first().textContent();
  await page.locator('#place').fill(title);
  await page.locator('#place-list [data-kind=gauge]').first().click();
  await page.waitForFunction(() => /station=/.test(location.search));
});

test('what cannot be found is told in a clear sentence, and nothing is chosen', async (t) => {
  const page = await start();
  t.after(() => page.context().close());
  for (const [text, sentence] of [
    ['Timbuktu', /Nothing of that name/],
    ['   ', /Nothing of that name/],
    ['💧', /Nothing of that name/],
    ['<img src=x onerror=alert(1)>', /Nothing of that name/],
    ['אבג', /Nothing of that name/],
    ['x'.repeat(10_000), /Nothing of that name/],
    ['SW1A 1AA', /Only postcodes in Wales/],
    ['EH1 1YZ', /Only postcodes in Wales/],
    ['ZZ99 9ZZ', /Only postcodes in Wales/],
    ['40.7, -74.0', /outside the area of this service/],
    ['pen', /Several places match/],
  ]) {
    await page.locator('#place').fill(text);
    await page.keyboard.press('Enter');
    await page
      .waitForFunction(
        (source) => new RegExp(source).test(document.querySelector('.place .problem')?.textContent),
        sentence.source,
        { timeout: 5_000 },
      )
      .catch(async () =>
        assert.fail(`${text.slice(0, 40)}: ${await page.locator('.place .problem').textContent()} ${page.url()}`),
      );
    assert.equal(new URL(page.url()).search, '', text.slice(0, 40));
  }
});

test('coordinates and postcodes are not called unknown while they are typed', async (t) => {
  const page = await start();
  t.after(() => page.context().close());
  for (const text of ['51.95, -3.39', 'CF37 1DN', 'SO 045 285']) {
    await page.locator('#place').fill('');
    for (const letter of text) {
      await page.locator('#place').pressSequentially(letter);
      const said = await page.locator('.search [role=status]').textContent();
      assert.doesNotMatch(said, /No place|Nothing/, `${text} at ${letter}`);
    }
  }
});

test('a bare address opens the last place, and All Wales is one tap away and forgets it', async (t) => {
  const page = await start();
  t.after(() => page.context().close());
  await page.locator('#place').fill('brecon');
  await options(page).first().click();
  await page.waitForFunction(() => /lat=/.test(location.search));
  await page.goto(gateway.address);
  await loaded(page);
  await page.waitForFunction(() => document.querySelector('.here strong')?.textContent === 'Brecon');
  await page.locator('.place').getByRole('button', { name: 'All Wales' }).click();
  await page.waitForFunction(() => document.querySelector('.here strong')?.textContent === 'All Wales');
  await page.goto(gateway.address);
  await loaded(page);
  assert.equal(await page.locator('.here strong').textContent(), 'All Wales');
  assert.ok(await page.locator('#place').isVisible());
});

test('the last five places are remembered with their warnings, newest first, and can be forgotten', async (t) => {
  const page = await start();
  t.after(() => page.context().close());
  const entries = page.locator('.remembered li');
  const names = () => entries.locator('.title').allTextContents();
  const search = async (text) => {
    const change = page.locator('.here button[aria-controls]');
    if (await change.isVisible()) await change.click();
    await page.locator('#place').fill(text);
    await options(page).first().click();
    await page.waitForFunction(() => document.querySelector('#place')?.value === '');
  };
  assert.equal(await page.locator('.remembered').isVisible(), false);
  for (const place of ['Brecon', 'Tywyn', 'Usk', 'Bala', 'Cardiff', 'Swansea', 'usk']) await search(place);
  await page.locator('.place').getByRole('button', { name: 'All Wales' }).click();
  await entries.first().waitFor();
  assert.deepEqual(await names(), ['Usk', 'Swansea', 'Cardiff', 'Bala', 'Tywyn']);

  // Each with what is in force near it, never with "none".
  const usk = entries.first();
  await usk.locator('.severity').waitFor();
  assert.match(await usk.locator('.line').textContent(), /flood (warnings?|alerts?)\b.* within 10\u00a0km$/);
  for (const text of await entries.locator('.line').allTextContents()) {
    assert.match(text, / within 10\u00a0km$|^No message found nearby\. Open to check\.$/);
  }
  // The buttons are not rendered again while the focus is on them.
  await usk.locator('button').first().focus();
  await page.evaluate(() => document.querySelector('.remembered button').setAttribute('data-kept', ''));
  await page.locator('.language').click();
  await page.waitForFunction(() => document.querySelector('.remembered h3')?.textContent === 'Eich lleoedd diwethaf');
  assert.ok(await page.evaluate(() => document.querySelector('.remembered button[data-kept]') !== null));
  await page.locator('.language').click();

  await page.getByRole('button', { name: 'Forget Cardiff' }).click();
  await page.goto(gateway.address);
  await loaded(page);
  await page.waitForFunction(() => document.querySelector('.remembered .title')?.textContent === 'Usk');
  assert.deepEqual(await names(), ['Usk', 'Swansea', 'Bala', 'Tywyn']);
  await entries.nth(2).locator('button').first().click();
  await page.waitForFunction(() => document.querySelector('.here strong')?.textContent === 'Bala');
});

test('a remembered county keeps its radius, a place in England its own sentence, and what another tab forgets stays forgotten', async (t) => {
  const page = await start();
  t.after(() => page.context().close());
  const entries = page.locator('.remembered li');
  const openForm = async (page) => {
    const change = page.locator('.here button[aria-controls]');
    if (!(await page.locator('#place').isVisible())) await change.click();
  };
  const search = async (page, text, kind) => {
    await openForm(page);
    await page.locator('#place').fill(text);
    await page.locator(`#place-list [role=option][data-kind=${kind}]`).first().click();
    await page.waitForFunction(() => document.querySelector('#place')?.value === '');
  };
  await search(page, 'Crewe', 'place');
  await search(page, 'Powys', 'county');
  const radius = new URL(page.url()).searchParams.get('r');
  assert.ok(Number(radius) > 10, radius);
  await page.goto(gateway.address);
  await loaded(page);
  await openForm(page);
  await entries.nth(1).waitFor();
  await page.waitForFunction(() => !/Not checked/.test(document.querySelector('.remembered ul').textContent));
  const lines = (await entries.locator('.line').allTextContents()).map((text) => text.replace(/\u00a0/g, ' '));
  assert.match(lines[0], new RegExp(` within ${radius} km$|^No message found nearby`));
  assert.equal(lines[1], 'Not covered by this service.');
  await entries.first().locator('button').first().click();
  await page.waitForFunction((radius) => new URL(location).searchParams.get('r') === radius, radius);

  const other = await page.context().newPage();
  await other.goto(gateway.address);
  await loaded(other);
  await openForm(other);
  await other.getByRole('button', { name: /^Forget Crewe/ }).click();
  await search(page, 'Bala', 'place');
  await page.goto(gateway.address);
  await loaded(page);
  await openForm(page);
  await entries.first().waitFor();
  const names = await entries.locator('.title').allTextContents();
  assert.equal(names[0], 'Bala');
  assert.ok(!names.includes('Crewe'), names.join());
  assert.deepEqual(page.faults, []);
});

test('where exact postcodes are enabled, a complete postcode leads to its position, and to its sector without a response', async (t) => {
  const requests = [];
  const results = {
    CF371DN: { postcode: 'CF37 1DN', latitude: 51.6006, longitude: -3.3425 },
    // Not near its sector.
    LD37DH: { postcode: 'LD3 7DH', latitude: 53.2, longitude: -4.1 },
  };
  const upstream = http.createServer((request, response) => {
    requests.push(request.url);
    const result = results[request.url.split('/').at(-1)];
    response.writeHead(result ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify({ result }));
  });
  await new Promise((done) => upstream.listen(0, '127.0.0.1', done));
  t.after(() => upstream.close());
  const enabled = await startGateway(service, {
    change: (html) => html.replace('"place":', '"postcodes": true, "place":'),
    settings: { GORLIF_POSTCODES_UPSTREAM: `http://127.0.0.1:${upstream.address().port}/postcodes/{postcode}` },
  });
  t.after(() => enabled.stop());
  const page = await open(browser, enabled.address, { viewport: PHONE });
  t.after(() => page.context().close());
  await loaded(page);
  const search = async (text) => {
    const change = page.locator('.here button[aria-controls]');
    if (await change.isVisible()) await change.click();
    await page.locator('#place').fill(text);
    const [response] = await Promise.all([page.waitForResponse(/\/postcode\//), options(page).first().click()]);
    // The body of a 404 is not read, so it does not finish.
    if (response.ok()) await response.finished();
    // What follows from the response is painted then.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };
  const here = (text) =>
    page.waitForFunction((text) => document.querySelector('.here strong')?.textContent.includes(text), text);

  await search('cf37 1dn');
  await here('CF37 1DN');
  const query = new URL(page.url()).searchParams;
  assert.deepEqual([query.get('lat'), query.get('lon')], ['51.6006', '-3.3425']);
  assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'some');
  for (const [postcode, sector] of [
    ['LD3 7DH', 'LD3 7'],
    ['SA1 1AA', 'SA1 1'],
  ]) {
    await search(postcode);
    await here(sector);
    assert.doesNotMatch(await page.locator('.here strong').textContent(), new RegExp(postcode));
  }
  // Only complete postcodes are requested, without the blank.
  await page.locator('.here button[aria-controls]').click();
  await page.locator('#place').fill('CF37 2');
  await options(page).first().click();
  await here('CF37 2');
  assert.deepEqual(
    requests.map((path) => path.split('/').at(-1)),
    ['CF371DN', 'LD37DH', 'SA11AA'],
  );
});

test('without the gazetteer the page works, and the search says what it knows', async (t) => {
  const bare = await startGateway(service, {
    answer: (path) => (path === '/gazetteer.txt' ? { status: 404 } : undefined),
  });
  t.after(() => bare.stop());
  const page = await open(browser, bare.address, { viewport: PHONE });
  t.after(() => page.context().close());
  await loaded(page);
  await page.locator('#place').fill('Timbuktu');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /Gauges, flood areas/.test(document.querySelector('.problem')?.textContent));
  const title = await page.locator('[data-station-id] .title').first().textContent();
  // An area may have the name of a gauge.
  assert.match((await firstHit(page, title))[0], /^(?:gauge|area)$/);
});

test('a gauge out at sea is not chosen, and the page says that there is no land', async (t) => {
  const buoy = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-4.95, 52.45] },
    properties: {
      Location: '9001',
      TitleEN: 'Cardigan Bay Buoy',
      LatestValue: '1.2',
      LatestTime: '2019-03-13T12:00:00Z',
      Units: 'm',
    },
  };
  const bay = await startGateway(service, {
    answer: (path) =>
      path === '/api/riverlevels/v1/all'
        ? {
            headers: { 'Content-Type': 'application/json', Date: new Date().toUTCString() },
            body: JSON.stringify({ type: 'FeatureCollection', features: [buoy] }),
          }
        : undefined,
  });
  t.after(() => bay.stop());
  const page = await open(browser, bay.address, { viewport: PHONE });
  t.after(() => page.context().close());
  await loaded(page);
  await page.locator('#place').fill('Cardigan Bay Buoy');
  await page.locator('#place-list [data-kind=gauge]').click();
  await page.waitForFunction(() => /no land within/.test(document.querySelector('.problem')?.textContent));
  assert.equal(new URL(page.url()).search, '');
});

// Each view at 320 px, and at 390 px with text of twice the size.
for (const [name, viewport, fontSize] of [
  ['at 320 px', { width: 320, height: 640 }, ''],
  ['with text of 200 % at 390 px', { width: 390, height: 844 }, '34px'],
]) {
  test(`${name} nothing scrolls sideways and no text is cut, in either language, with and without a place`, async (t) => {
    for (const query of ['?lang=en', '?lang=cy', '?lang=en&lat=51.95&lon=-3.39', '?lang=cy&lat=51.95&lon=-3.39']) {
      const page = await start(query, viewport, watching);
      t.after(() => page.context().close());
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, fontSize);
      await page.waitForFunction(() => performance.getEntriesByName('forecast-shown').length);
      for (const view of [0, 1, 2, 3]) {
        await page.locator('.views button').nth(view).click();
        const { width, cut } = await page.evaluate(() => ({
          width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          cut: [...document.querySelectorAll('body *')]
            .filter(
              (element) =>
                element.checkVisibility() &&
                !element.closest('.visually-hidden, #map, .symbol, .symbols') &&
                // Scrolls within its frame.
                !element.matches('.table-frame') &&
                element.scrollWidth > element.clientWidth + 1 &&
                element.clientWidth > 0 &&
                element.textContent.trim(),
            )
            .map((element) => `${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 40)}`),
        }));
        assert.ok(width <= 0, `${query} view ${view}: ${width}`);
        assert.deepEqual(cut, [], `${query} view ${view}`);
      }
    }
  });
}

test('Escape clears the field, then closes the form, and the focus is on the button that opened it', async (t) => {
  const page = await start('?lat=51.95&lon=-3.39');
  t.after(() => page.context().close());
  await page.getByRole('button', { name: 'Change place' }).click();
  await page.waitForFunction(() => document.activeElement.id === 'place');
  await page.keyboard.type('pont');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#place').inputValue(), '');
  assert.ok(await page.locator('#place').isVisible());
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement.textContent === 'Change place');
  assert.equal(await page.locator('#place').isVisible(), false);
});

test('every gauge that a warning links to is in the list', async (t) => {
  const page = await start('?lat=51.95&lon=-3.39&r=15', { width: 1280, height: 800 });
  t.after(() => page.context().close());
  const listed = await page.locator('.panel.rivers .title').allTextContents();
  const linked = new Set();
  const entries = page.locator('.panel.warnings .entry');
  for (let nth = 0; nth < (await entries.count()); nth++) {
    await entries.nth(nth).click();
    await page.locator('.panel.warnings .links').waitFor();
    const gauges = page.locator('.panel.warnings .links button', { hasText: 'river gauge: ' }).locator('bdi');
    for (const name of await gauges.allTextContents()) linked.add(name);
  }
  assert.ok(linked.size > 1, String(linked.size));
  assert.deepEqual(
    [...linked].filter((name) => !listed.includes(name)),
    [],
  );
});

test('a warning links to the gauges near it, and a gauge to the forecast of its county', async (t) => {
  const page = await start('?lat=51.95&lon=-3.39&r=20', { width: 1280, height: 800 });
  t.after(() => page.context().close());
  await page.locator('.panel.warnings .entry').first().click();
  const links = page.locator('.panel.open .links button');
  const gauge = links.filter({ hasText: 'river gauge: ' }).first();
  const name = (await gauge.locator('bdi').textContent()).trim();
  await gauge.click();
  await page.waitForFunction(() => /station=/.test(location.search) && document.querySelector('.panel.rivers.open'));
  const open = page.locator('[data-station-id]:has(.details)');
  assert.equal((await open.locator('.title').textContent()).trim(), name);
  await links.filter({ hasText: 'Forecast: ' }).click();
  await page.waitForFunction(() => /forecast=/.test(location.search) && document.querySelector('.panel.forecast.open'));
  assert.equal(await page.locator('.days li').count(), 5);
});
