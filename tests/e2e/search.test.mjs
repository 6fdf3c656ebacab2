// Finding home: the search, the opening screen and the remembered place.
import { violations } from '../support/axe.mjs';
import { collection, gauge, gaugeId, listing, message } from '../support/bodies.mjs';
import { expect, test as base } from '../support/fixtures.mjs';
import { Gorlif } from '../support/gorlif.mjs';
import { PHONE, around, missing, painted } from '../support/page.mjs';
import { serve } from '../support/server.mjs';

const NARROW = { width: 360, height: 740 };

const test = base.extend({
  /** Opens the page on a narrow phone, and waits until its controls respond. */
  start: async ({ open }, use) => {
    await use(async (query = '', options = {}) => {
      const gorlif = await open(query, { viewport: NARROW, ...options });
      await gorlif.marked('usable');
      return gorlif;
    });
  },

  /** Starts a service that `respond` responds for, with the address that a request asks for; its own address. */
  startUpstream: async ({ cleanup }, use) => {
    await use(async (respond) => {
      const upstream = await serve(({ url }, response) => respond(new URL(url, 'http://upstream'), response));
      cleanup(upstream.stop);
      return upstream.origin;
    });
  },

  /** Opens the page with a service of places that answers as `answer` does, and what it was asked for. */
  startWithPlaces: async ({ start, startUpstream, startGateway }, use) => {
    await use(async (answer) => {
      const asked = [];
      const upstream = await startUpstream(({ searchParams }, response) => {
        asked.push(searchParams.get('q'));
        answer(response);
      });
      const change = (html) => html.replace('"place":', '"places": true, "place":');
      const settings = {
        GORLIF_PLACES_UPSTREAM: `${upstream}/places?q={name}&limit=20`,
        GORLIF_READ_TIMEOUT: '1',
      };
      const gorlif = await start('', { at: await startGateway({ change, settings }) });
      await knowsPlaces(gorlif);
      return { gorlif, asked };
    });
  },
});
test.use({ flags: '--scenario storm' });

/** Waits until the search knows the places and the counties. */
async function knowsPlaces({ place }) {
  await place.type('Brecon');
  await expect(place.suggestions.first()).toHaveText('Brecon, Powys');
  await place.field.fill('');
}

/** Searches for a text, and takes the first suggestion of a kind. */
async function choose({ place }, text, kind = 'place') {
  await place.type(text);
  await place.list.locator(`[data-kind=${kind}]`).first().click();
  await expect(place.field).toHaveValue('');
}

const sendJson = (response, status, body) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const openForm = ({ place }) => place.changeButton.click();
const rememberedNames = ({ place }) => place.remembered.locator('.title');
/** The button that chooses the place of an entry. */
const chooseButton = (entry) => entry.getByRole('button').filter({ has: entry.page().locator('.title') });
const rememberedLines = ({ place }) => place.remembered.locator('.line');

test('home is found with one tap and remembered until All Wales is chosen', async ({ start, gateway }) => {
  const gorlif = await start();
  const { page, answer, place } = gorlif;
  await expect(place.field, 'the search is open without a step').toBeVisible();
  await expect(place.changeButton).toBeHidden();
  await place.field.fill('aberhonddu');
  await expect(place.suggestions.first()).toContainText('Powys');
  await place.suggestions.first().click();
  await expect(place.name).toHaveText('Brecon, Powys');
  await expect(answer.heading).toBeFocused();
  await expect(answer.element).toHaveAttribute('data-severity', /./);
  await gorlif.hasParameter('lat', expect.any(String));
  await page.goto(gateway.address);
  await expect(place.name).toHaveText('Brecon');
  await place.chooseWales();
  await expect(place.name).toHaveText('All Wales');
  await page.goto(gateway.address);
  await gorlif.marked();
  expect(await place.name.textContent()).toBe('All Wales');
  await expect(place.field).toBeVisible();
});

test('each kind of suggestion carries its kind and its position, and is named in both languages', async ({ start }) => {
  const gorlif = await start();
  const { place, lists } = gorlif;
  const first = place.suggestions.first();
  for (const [text, kind, label] of [
    ['Brecon', 'place', 'Brecon, Powys'],
    ['CF37 1DN', 'postcode', 'CF37 1 · Pontypridd'],
    ['River Usk', 'river', /^Usk|^River Usk/],
    ['powys', 'county', 'Powys, County'],
    ['51.95, -3.39', 'coordinates', 'SO 045 288, Grid reference'],
    ["51°57'N 3°23'W", 'coordinates', /^SO/],
    ['taffs well', 'railway-station', 'Taffs Well, railway station, Rhondda Cynon Taf'],
  ]) {
    await place.field.fill(text);
    await expect(first, text).toHaveText(label);
    await expect(first, text).toHaveAttribute('data-kind', kind);
    await expect(first, text).toHaveAttribute('data-lat', /^5[123]\./);
    await expect(first, text).toHaveAttribute('data-lon', /^-[2345]\./);
  }
  const area = await lists.messages.locator('.title').first().textContent();
  await place.field.fill(area);
  await expect(first, area).toHaveAttribute('data-kind', 'area');
  await gorlif.speak('cy');
  await place.field.fill('taffs well');
  await expect(first).toHaveText('Ffynnon Taf, gorsaf reilffordd, Rhondda Cynon Taf');
});

// case 168
test('a shared name takes the largest place, and the county stands beside it', async ({ start, gateway }) => {
  const gorlif = await start('', { answers: listing() });
  const { page, place, answer, lists } = gorlif;
  await place.type('newport');
  await expect(place.suggestions.first()).toBeVisible();
  await place.field.press('Enter');
  await expect(place.name).toHaveText('Newport, Newport');
  await expect(answer.namesakes).toContainText('Also of this name:');
  await answer.namesakes.getByRole('button', { name: 'Newport, Pembrokeshire' }).click();
  await expect(answer.heading).toBeFocused();
  for (const [language, name, title, circle] of [
    ['en', 'Newport, Pembrokeshire', 'Flood warnings', 'within 10 km of Newport, Pembrokeshire'],
    ['cy', 'Trefdraeth, Sir Benfro', 'Rhybuddion', 'o fewn 10 km i Drefdraeth, Sir Benfro'],
  ]) {
    await gorlif.inLanguage(language);
    await expect(place.name).toHaveText(name);
    await expect(answer.element).toContainText(circle);
    await expect(page).toHaveTitle(new RegExp(`^${name} · ${title}`));
  }
  // A shared address has the position only.
  await page.goto(`${gateway.address}?lang=en&lat=52.0167&lon=-4.8333`);
  await expect(place.name).toHaveText('Newport, Pembrokeshire');
  await openForm(gorlif);
  await expect(rememberedNames(gorlif).first()).toHaveText('Newport, Pembrokeshire');
  await place.type('cf371dn');
  await expect(place.suggestions.first()).toHaveAttribute('data-kind', 'postcode');
  await place.field.press('Enter');
  await expect(place.name).toHaveText('postcode area CF37 1');
  await choose(gorlif, await lists.gauges.locator('.title').first().textContent(), 'gauge');
  await gorlif.hasParameter('station', expect.any(String));
});

// case 156, 169
test('what cannot be found is told, of names while they are typed, and nothing is chosen', async ({ start }) => {
  const buoy = gauge({ Location: '9001', TitleEN: 'Cardigan Bay Buoy' }, [-4.95, 52.45]);
  const gorlif = await start('', { answers: { levels: collection(buoy) } });
  const { page, place } = gorlif;
  await knowsPlaces(gorlif);
  const status = page.locator('.search [role=status]');
  for (const text of ['51.95, -3.39', 'CF37 1DN', 'SO 045 285']) {
    await place.field.fill('');
    for (const letter of text) {
      await place.field.pressSequentially(letter);
      expect(await status.textContent(), `${text} at ${letter}`).not.toMatch(/Nothing|Only/);
    }
  }
  await place.field.fill('Timbuktu');
  await expect(status).toHaveText(/^Nothing of that name/);
  await expect(status).not.toHaveClass(/visually-hidden/);
  for (const [text, sentence] of [
    ['Timbuktu', 'Nothing of that name'],
    ['   ', 'Nothing of that name'],
    ['<img src=x onerror=alert(1)>', 'Nothing of that name'],
    ['x'.repeat(10_000), 'Nothing of that name'],
    ['SW1A 1AA', 'Only postcodes in Wales'],
    ['40.7, -74.0', 'outside the area of this service'],
    ['12 High Street, Brecon', 'only postcodes and places. Did you mean Brecon, Powys?'],
    ['Towyn', 'Did you mean Tywyn, Gwynedd?'],
    ['pen', 'Several places match'],
  ]) {
    await place.field.fill(text);
    // Pressed again, Enter does not answer the question.
    for (const press of ['first', 'second']) {
      await place.field.press('Enter');
      await expect(place.problem, `${press}: ${text.slice(0, 40)}`).toContainText(sentence);
      expect(new URL(page.url()).search, `${press}: ${text.slice(0, 40)}`).toBe('');
    }
  }
  await expect(place.list).toBeVisible();
  await place.type('Cardigan Bay Buoy');
  await page.locator('#place-list [data-kind=gauge]').click();
  await expect(place.problem, 'out at sea').toContainText('no land within');
  expect(new URL(page.url()).search).toBe('');
  // The visitor answers the question.
  await place.type('Towyn');
  await place.field.press('ArrowDown');
  await place.field.press('Enter');
  await gorlif.hasParameter('lat', expect.stringMatching(/^52\.58/));
});

test('the last five places are remembered with their warnings and can be forgotten', async ({ start, gateway }) => {
  const gorlif = await start();
  const { page, place } = gorlif;
  const remembered = page.locator('.remembered');
  await gorlif.marked();
  await expect(remembered).toBeHidden();
  for (const name of ['Brecon', 'Tywyn', 'Usk', 'Bala', 'Cardiff', 'Swansea', 'usk']) await choose(gorlif, name);
  await gorlif.place.chooseWales();
  await expect(rememberedNames(gorlif)).toHaveText(['Usk', 'Swansea', 'Cardiff', 'Bala', 'Tywyn']);

  // Each with what is in force near it, never with "none".
  const usk = place.remembered.first();
  await expect(usk.locator('.severity')).toBeVisible();
  await expect(usk.locator('.line')).toHaveText(/flood (warnings?|alerts?)\b.* within 10\skm$/);
  for (const line of await rememberedLines(gorlif).allTextContents())
    expect(line).toMatch(/ within 10\u00a0km$|^No warning or alert found nearby\. Open to check\.$/);
  // The buttons are not rendered again while the focus is on them.
  await chooseButton(usk).focus();
  await chooseButton(usk).evaluate((button) => button.setAttribute('data-kept', ''));
  await gorlif.speak('cy');
  await expect(remembered.getByRole('heading')).toHaveText('Eich lleoedd diwethaf');
  await expect(remembered.locator('button[data-kept]')).toHaveCount(1);
  await gorlif.speak('en');

  await page.getByRole('button', { name: 'Forget Cardiff' }).click();
  await page.goto(gateway.address);
  await expect(rememberedNames(gorlif)).toHaveText(['Usk', 'Swansea', 'Bala', 'Tywyn']);
  await chooseButton(place.remembered.filter({ hasText: 'Bala' })).click();
  await expect(place.name).toHaveText('Bala');
});

test('a county is not remembered, and what another tab forgets stays forgotten', async ({ start, gateway }) => {
  const gorlif = await start();
  const { page, place } = gorlif;
  await choose(gorlif, 'Crewe');
  await choose(gorlif, 'Powys', 'county');
  await gorlif.hasParameter('county', 'powys');
  expect(new URL(page.url()).searchParams.get('lat')).toBeNull();
  await page.goto(gateway.address);
  await openForm(gorlif);
  await expect(rememberedLines(gorlif)).toHaveText(['Not covered by this service.']);
  await chooseButton(place.remembered.first()).click();
  await expect(place.name).toHaveText('Crewe');

  const other = new Gorlif(await page.context().newPage());
  await other.page.goto(gateway.address);
  await openForm(other);
  await other.page.getByRole('button', { name: /^Forget Crewe/ }).click();
  await expect(rememberedNames(other)).toHaveCount(0);
  await choose(gorlif, 'Bala');
  await page.goto(gateway.address);
  await openForm(gorlif);
  await expect(rememberedNames(gorlif).first()).toHaveText('Bala');
  expect(await rememberedNames(gorlif).allTextContents()).not.toContain('Crewe');
  expect(gorlif.faults).toEqual([]);
});

test('a complete postcode leads to its position, or its sector', async ({ start, startUpstream, startGateway }) => {
  const requested = [];
  const results = {
    CF371DN: { postcode: 'CF37 1DN', latitude: 51.6006, longitude: -3.3425 },
    // Not near its sector.
    LD37DH: { postcode: 'LD3 7DH', latitude: 53.2, longitude: -4.1 },
  };
  const upstream = await startUpstream(({ pathname }, response) => {
    const postcode = pathname.split('/').at(-1);
    requested.push(postcode);
    const result = results[postcode];
    sendJson(response, result ? 200 : 404, { result });
  });
  const change = (html) => html.replace('"place":', '"postcodes": true, "place":');
  const settings = { GORLIF_POSTCODES_UPSTREAM: `${upstream}/postcodes/{postcode}` };
  const gorlif = await start('', { at: await startGateway({ change, settings }) });
  const { page, answer, place } = gorlif;
  const search = async (text) => {
    const responded = page.waitForResponse(/\/postcode\//);
    await choose(gorlif, text, 'postcode');
    const response = await responded;
    // The body of a 404 is not read, so it does not finish.
    if (response.ok()) await response.finished();
    await painted(page);
  };

  await search('cf37 1dn');
  await expect(place.name).toContainText('CF37 1DN');
  await gorlif.hasParameter('lat', '51.6006');
  await gorlif.hasParameter('lon', '-3.3425');
  await answer.is('some');
  for (const [postcode, sector] of [
    ['LD3 7DH', 'LD3 7'],
    ['SA1 1AA', 'SA1 1'],
  ]) {
    await search(postcode);
    const name = await place.name.textContent();
    expect(name).toContain(sector);
    expect(name).not.toContain(postcode);
  }
  // Only complete postcodes are requested, without the blank.
  await choose(gorlif, 'CF37 2', 'postcode');
  await expect(place.name).toContainText('CF37 2');
  expect(requested).toEqual(['CF371DN', 'LD37DH', 'SA11AA']);
});

const KINMEL_BAY = {
  name_1: 'Kinmel Bay',
  name_1_lang: 'eng',
  name_2: 'Bae Cinmel',
  name_2_lang: 'cym',
  local_type: 'Village',
  county_unitary: 'Conwy - Conwy',
  country: 'Wales',
  latitude: 53.313,
  longitude: -3.519,
};
const givesPlaces = (places) => (response) => sendJson(response, 200, { status: 200, result: places });

test('a name that is not known is requested 300 ms after its last letter', async ({ startWithPlaces }) => {
  const { gorlif, asked } = await startWithPlaces(givesPlaces([KINMEL_BAY]));
  const { page, place } = gorlif;
  const first = place.suggestions.first();
  // The page's clock stands still, so that a busy machine does not let its time pass between two letters.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  const afterLastLetter = () => page.clock.runFor(350);
  // The place of an address is known, and a text with a number may be an address.
  for (const text of ['Brecon', 'CF37 1DN', 'River Usk', 'Bridge Street, Llangollen', '14 Bridge Street']) {
    await place.type(text);
    await afterLastLetter();
  }
  for (const part of ['Kinm', 'Kinmel', 'Kinmel B']) {
    await place.field.fill(part);
    await page.clock.runFor(200);
  }
  await place.field.fill('in Kinmel Bay, Wales');
  expect(asked).toEqual([]);
  await afterLastLetter();
  await page.clock.resume();
  await expect(first).toHaveText('Kinmel Bay, village, Conwy');
  expect(asked).toEqual(['kinmel bay']);
  await gorlif.speak('cy');
  await expect(first).toHaveText('Bae Cinmel, pentref, Conwy');
  await gorlif.speak('en');
  await place.field.press('Enter');
  await gorlif.hasParameter('lat', '53.313');
  await expect(place.name).toHaveText('Kinmel Bay, Conwy');
  expect(gorlif.faults).toEqual([]);
});

test('a response takes back what was said and selected of other suggestions', async ({ startWithPlaces }) => {
  let give;
  const given = new Promise((done) => (give = done));
  const { gorlif } = await startWithPlaces(async (response) => {
    await given;
    givesPlaces([{ ...KINMEL_BAY, name_1: 'Cwmaman', name_2: null, county_unitary: 'Rhondda Cynon Taf' }])(response);
  });
  const { place } = gorlif;
  await place.type('Cwmaman');
  await place.field.press('Enter');
  await expect(place.problem).toContainText('Did you mean');
  await place.field.press('ArrowDown');
  await expect(place.suggestions.first()).toHaveAttribute('aria-selected', 'true');
  give();
  await expect(place.suggestions.first()).toHaveText('Cwmaman, village, Rhondda Cynon Taf');
  await expect(place.suggestions.first()).toHaveAttribute('aria-selected', 'false');
  await expect(place.problem).toBeEmpty();
});

// case 193
test('a service of places that hangs or answers 100,000 places changes nothing', async ({ startWithPlaces }) => {
  const hangs = () => {};
  const answers = givesPlaces(Array(100_000).fill({ ...KINMEL_BAY, name_1: 'Elsewhere', name_2: null }));
  let answer;
  const { gorlif, asked } = await startWithPlaces((response) => answer(response));
  const { page, place } = gorlif;
  for (const [text, given] of [
    ['Kinmel Bay', hangs],
    ['Timbuktu', answers],
  ]) {
    answer = given;
    const responded = page.waitForResponse(/\/places\//);
    await place.type(text);
    await responded;
    await painted(page);
    expect(asked.at(-1)).toBe(text.toLowerCase());
    await expect(place.suggestions).toHaveCount(0);
    await place.field.press('Enter');
    await expect(place.problem).toContainText('Nothing of that name');
    await place.type('Brecon');
    await expect(place.suggestions.first()).toHaveText('Brecon, Powys');
  }
  expect(asked).toHaveLength(2);
  expect(gorlif.ownErrors()).toEqual([]);
});

test('without the gazetteer the page works, and the search says what it knows', async ({ start }) => {
  const gorlif = await start('', { prepare: missing('**/gazetteer.txt') });
  const { place, lists } = gorlif;
  await gorlif.marked();
  await place.type('Timbuktu');
  await place.field.press('Enter');
  await expect(place.problem).toContainText('Gauges, flood areas');
  await place.type(await lists.gauges.locator('.title').first().textContent());
  // An area may have the name of a gauge.
  await expect(place.suggestions.first()).toHaveAttribute('data-kind', /^(?:gauge|area)$/);
});

test('Escape clears the field, then closes the form and leads to its button', async ({ start }) => {
  const { page, place } = await start(around(10));
  await expect(place.changeButton).toHaveAccessibleName('Change place');
  await place.changeButton.click();
  await expect(place.field).toBeFocused();
  await page.keyboard.type('pont');
  await page.keyboard.press('Escape');
  await expect(place.field).toHaveValue('');
  await expect(place.field).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(place.changeButton).toBeFocused();
  await expect(place.field).toBeHidden();
});

const links = (root) => root.locator('.links').getByRole('button');

test('every gauge that a warning links to is listed, and leads to the forecast', async ({ visit }) => {
  const gorlif = await visit(around(15), { viewport: { width: 1280, height: 800 } });
  const { page, lists } = gorlif;
  const listed = await lists.rivers.locator('.title').allTextContents();
  const gaugesOf = (row) => links(row).filter({ hasText: 'river gauge: ' });
  const linked = new Set();
  let linking;
  for (const code of await lists.codes()) {
    const { button, row } = lists.message(code);
    await button.click();
    await expect(row.locator('.links')).toBeVisible();
    const names = await gaugesOf(row).locator('bdi').allTextContents();
    for (const name of names) linked.add(name);
    if (names.length > 0) linking = lists.message(code);
  }
  expect(linked.size).toBeGreaterThan(1);
  expect([...linked].filter((name) => !listed.includes(name))).toEqual([]);
  if ((await linking.button.getAttribute('aria-expanded')) !== 'true') await linking.button.click();
  const gauge = gaugesOf(linking.row).first();
  const name = (await gauge.locator('bdi').textContent()).trim();
  await gauge.click();
  await gorlif.hasParameter('station', expect.any(String));
  await expect(lists.rivers).toHaveClass(/open/);
  await expect(page.locator('[data-station-id]:has(.details) .title')).toHaveText(name);
  await links(lists.open).filter({ hasText: 'Forecast: ' }).click();
  await gorlif.hasParameter('forecast', expect.any(String));
  await expect(lists.open).toHaveClass(/forecast/);
  await expect(page.locator('.days li')).toHaveCount(5);
});

test('a river shows its gauges in list and map, with the messages that have its name', async ({ visit, open }) => {
  const gorlif = await visit('?lang=en', { viewport: PHONE });
  const { page, place, lists, map } = gorlif;
  const wales = await map.zoom();
  // Its name and one tap.
  await place.type('River Usk');
  await place.field.press('Enter');
  await gorlif.hasParameter('river', 'usk');
  await expect.poll(() => map.zoom(), { message: 'the map of the river' }).toBeGreaterThan(wales);
  await expect(page.locator('.map-rivers[data-chosen]')).toHaveAttribute('d', /^M/);
  await expect(lists.rivers.locator('.entry').first()).toContainText('Powys');
  const filters = lists.rivers.locator('.filters, .buttons:has([aria-pressed])').filter({ visible: true });
  await expect(filters).toHaveCount(0);
  await expect(page.locator('#rivers-heading:focus')).toHaveText(/^Usk: \d+\sgauges, from north to south$/);
  await lists.rivers.getByText(/ with its name$/).click();
  expect(await violations(page)).toEqual([]);
  await lists.rivers.locator('.along .title').filter({ hasText: 'Usk' }).first().click();
  await expect(lists.tab('warnings')).toHaveAttribute('aria-pressed', 'true');
  await expect(map.popup).toBeVisible();
  await lists.show('rivers');
  await expect(map.popup, 'closed with its list').toHaveCount(0);
  await page.getByRole('button', { name: 'All rivers' }).click();
  await gorlif.hasParameter('river', null);
  await expect(filters).toHaveCount(2);
  await expect.poll(() => map.zoom(), { message: 'the map of Wales' }).toBe(wales);
  // A gauge of another river ends the view; without gauges the messages stay.
  const severe = listing(message({ SEVERITYVALUE: 1 }));
  const taff = gauge({ Location: '2', NameEN: 'Taff', TitleEN: 'River Taff at Pontypridd' });
  const answers = { ...severe, levels: collection(gauge(), taff) };
  const other = await visit(`?river=usk&station=${gaugeId('2')}`, { answers });
  await other.hasParameter('river', null);
  await expect(other.lists.gauge(gaugeId('2')).row).toBeVisible();
  const without = await open('?river=usk&lang=en', { answers: { ...severe, levels: { status: 503 } } });
  await expect(without.lists.rivers.getByText(/1\ssevere flood warning with its name/)).toBeVisible();
});
