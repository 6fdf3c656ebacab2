// The answer is for the place that people mean, and the sentence, the advice and the map say nothing that belongs to another one.
import { collection, forecastEntry, listing, messageAt } from '../support/bodies.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { BRECON, PHONE, around, missing, painted } from '../support/page.mjs';

const AROUND = around(10);
const FRAME = { width: 600, height: 600 };
const NO_LAND = 'There is no land within this distance of that point.';

/** The point so many kilometres north of Brecon. */
const north = (km) => [BRECON.lat + km / 111.195, BRECON.lon];

/** The place in the address, now. */
const placeOf = ({ page }) =>
  page.evaluate(() => {
    const query = new URLSearchParams(location.search);
    return { lat: query.get('lat'), lon: query.get('lon') };
  });
const checkHere = ({ page }) => page.getByRole('button', { name: 'Check here' });

// case 157
test('a circle that lies wholly in England gets no tick and no “none”, but a link', async ({ visit }) => {
  const gorlif = await visit('');
  const { page, answer, place } = gorlif;
  await place.type('Haydock');
  await expect(place.suggestions.first()).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(answer.sentence).toHaveText('This service does not cover Haydock.');
  await answer.is('unknown');
  await expect(answer.beyond).toHaveText(/^Flood warnings for England: /);
  const link = answer.beyond.getByRole('link');
  await expect(link).toHaveAttribute('href', /^https:\/\/check-for-flooding\.service\.gov\.uk\//);
  await expect(answer.element.locator('use[href="#symbol-checked"]')).toHaveCount(0);
  await expect(page.locator('#page')).not.toHaveText(/No flood warnings|lists no flood|\b0 warnings/);
  await gorlif.speak('cy');
  // A circle that leaves Wales.
  await place.choose('53.19, -2.89');
  await expect(answer.beyond).toContainText('ar gyfer Cymru yn unig');
  await expect(link).toHaveAttribute('href', /&ext=-3\.040,53\.100,-2\.740,53\.280$/);
  await place.choose(`${BRECON.lat}, ${BRECON.lon}`);
  await expect(answer.sentence).toContainText('Aberhonddu');
  await expect(answer.beyond).toBeHidden();
});

// case 157
test('a point in the open sea proves nothing, and another one cannot be chosen', async ({ open }) => {
  const gorlif = await open('?lat=52.4&lon=-4.9&r=10');
  const { page, answer, place, map } = gorlif;
  await expect(answer.element).toContainText('There is no land within this distance');
  await answer.is('unknown');
  await expect(page.locator('#page')).not.toHaveText(/No flood warnings|lists no flood/);
  await gorlif.marked();
  await map.drawn();
  const before = await placeOf(gorlif);
  await place.type('52.3, -4.8');
  await place.field.press('Enter');
  await expect(page.getByText(NO_LAND)).toBeVisible();
  expect(await placeOf(gorlif)).toEqual(before);
});

test('without the outlines there is no “none”', async ({ open }) => {
  const { answer } = await open(AROUND, { prepare: missing('**/basemap.txt') });
  await expect(answer.element).toContainText('outline of Wales could not be loaded');
  await answer.is('unknown');
});

// case 158
for (const [name, query, viewport] of [
  ['on a phone', AROUND, PHONE],
  ['in a frame with a free place', `${AROUND}&embed=map&place=free`, FRAME],
])
  test(`a tap on the map never moves the place by itself: ${name}`, async ({ visit }) => {
    const gorlif = await visit(query, { viewport, answers: listing(messageAt('a', 3, 'River Usk', 4)) });
    const { page, answer, map } = gorlif;
    await map.has({ warnings: 1 });
    await gorlif.settled();
    // Until the gazetteer has loaded it is a grid reference.
    await expect(answer.sentence).toContainText('Brecon');
    await map.element.scrollIntoViewIfNeeded();
    const before = await placeOf(gorlif);
    const heading = await answer.sentence.innerText();
    // Beside the symbol, within a finger's width: it is selected.
    const symbol = await map.pixel(...north(4));
    await page.mouse.click(symbol.x + 20, symbol.y);
    await gorlif.hasParameter('area', 'a');
    expect(await placeOf(gorlif)).toEqual(before);
    // Leaflet moves the map until the popup is visible.
    await expect(map.popup).toBeVisible();
    // On empty ground, which is in view however far the popup has moved the map: a button, and nothing else.
    const ground = await map.pixel(BRECON.lat - 2 / 111.195, BRECON.lon + 0.03);
    await page.mouse.click(ground.x, ground.y);
    await expect(checkHere(gorlif)).toBeVisible();
    await map.still();
    await expect(map.popup).toContainText('Check here?');
    expect(await placeOf(gorlif)).toEqual(before);
    expect(await answer.sentence.innerText()).toBe(heading);
    await checkHere(gorlif).click();
    await expect
      .poll(async () => (await placeOf(gorlif)).lat, { message: 'latitude of the new place' })
      .not.toBe(before.lat);
    expect((await placeOf(gorlif)).lat).toMatch(/^51\.9/);
    await expect(map.popup).toHaveCount(0);
  });

// case 158
test('in the large map a tap offers the spot, and choosing it leads back to the answer', async ({ open }) => {
  const gorlif = await open(AROUND, { viewport: PHONE });
  const { page, answer, map } = gorlif;
  const large = page.locator('.map-frame.large');
  await gorlif.settled();
  await page.getByRole('button', { name: 'Large map' }).click();
  const before = await placeOf(gorlif);
  await expect(large).toBeVisible();
  await map.still();
  await page.mouse.click(120, 500);
  await expect(checkHere(gorlif)).toBeVisible();
  await map.still();
  expect(await placeOf(gorlif)).toEqual(before);
  await checkHere(gorlif).click();
  await expect(large).toHaveCount(0);
  await expect(answer.heading).toBeFocused();
  expect(await placeOf(gorlif)).not.toEqual(before);
});

// case 158
test('where the place is fixed a tap offers nothing', async ({ open }) => {
  const gorlif = await open(`${AROUND}&embed=map&place=fixed`, { viewport: FRAME });
  const { page, map } = gorlif;
  await gorlif.settled();
  const before = await placeOf(gorlif);
  const ground = await map.pixel(...north(-3));
  await page.mouse.click(ground.x, ground.y);
  await painted(page);
  expect(await map.popup.count()).toBe(0);
  expect(await placeOf(gorlif)).toEqual(before);
});

// case 158
test('a marker that is dragged to the open sea goes back, and the map says why', async ({ open }) => {
  const gorlif = await open('?lat=52.41&lon=-4.08&r=1');
  const { page } = gorlif;
  await gorlif.settled();
  const before = await placeOf(gorlif);
  const centreOfMarker = async () => {
    const { x, y, width, height } = await page.locator('.map-centre').boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = await centreOfMarker();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 100, y, { steps: 5 });
  await page.mouse.move(x - 250, y, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText(NO_LAND)).toBeVisible();
  expect(await placeOf(gorlif)).toEqual(before);
  const offset = async () => {
    const [nowX, nowY] = await centreOfMarker();
    return Math.max(Math.abs(nowX - x), Math.abs(nowY - y));
  };
  await expect.poll(offset, { message: 'pixels between the marker and where it was' }).toBeLessThan(80);
});

// case 159
test('the headline names the most severe message near the place with its distance and colour', async ({ open }) => {
  let body = collection(
    messageAt('s', 1, 'River Usk at Usk', 9.6),
    messageAt('w', 2, 'River Honddu', 2.9),
    messageAt('a', 3, 'River Tarell', 1.1),
    messageAt('b', 3, 'River Cynrig', 5.4),
    messageAt('e', 3, 'River Wye', 10.4),
  );
  const gorlif = await open(AROUND, { answers: { wales: () => body, here: () => body } });
  const { answer, lists, sources } = gorlif;
  await gorlif.settled();
  await answer.is('some');
  await expect(answer.sentence).toHaveText(/^Flood warning: River Honddu, 2\.9\skm north\./);
  const worse = /Near your place: Severe flood warning: River Usk at Usk, 9\.6\skm north\./;
  await expect(answer.moreSevere).toHaveText(worse);
  await expect(answer.also).toHaveText(/^Also within 10\skm: .*\. Just outside your circle: 1\sflood alert\.$/);
  await expect(answer.element).toHaveAttribute('data-severity', 'severe');
  await expect(answer.action).toHaveText(/What to do\s+Move people, pets and valuables/, { useInnerText: true });
  await expect(lists.message('e').button).toContainText(/10.km north, just outside your circle/);
  // The band has the colour of the headline. For a message that ended nothing is to be done.
  const [RED, CLEAR] = ['rgb(227, 0, 15)', 'rgba(0, 0, 0, 0)'];
  for (const [value, severity, top, band] of [
    [1, 'severe', RED, { 'background-color': RED }],
    [2, 'warning', null, { 'background-color': CLEAR, 'border-left-color': RED, 'border-left-width': '3px' }],
    [3, 'alert', null, { 'background-color': 'rgb(241, 135, 0)' }],
    [4, null, 'rgb(11, 92, 138)', { 'background-color': CLEAR }],
  ]) {
    body = collection(messageAt('m', value, 'River Usk', 1));
    await sources.checkNow(70);
    if (severity) await expect(answer.element).toHaveAttribute('data-severity', severity);
    else await answer.is('none');
    if (top) await expect(answer.element).toHaveCSS('border-top-color', top);
    for (const [name, colour] of Object.entries(band))
      await expect(answer.element.locator('.said'), name).toHaveCSS(name, colour);
  }
  await expect(answer.action).toHaveCount(0);
});

test('when nothing can be checked the band is grey, and there are two numbers to call', async ({ open }) => {
  const gorlif = await open(`${AROUND}&lang=en`, { viewport: PHONE, answers: { all: { status: 502 } } });
  const { answer } = gorlif;
  await expect(answer.element).toContainText('could not be checked');
  await expect(answer.element).toHaveCSS('border-top-color', 'rgb(107, 122, 134)');
  for (const language of ['en', 'cy']) {
    const address = `https://flood-warning.naturalresources.wales/?culture=${language}-GB`;
    await gorlif.inLanguage(language);
    const calls = answer.element.locator('.calls').getByRole('link');
    await expect(calls).toHaveCount(2);
    const [first, second] = await calls.evaluateAll((links) =>
      links.map((link) => ({ href: link.getAttribute('href'), ...link.getBoundingClientRect().toJSON() })),
    );
    expect([first.href, second.href]).toEqual(['tel:999', 'tel:03459881188']);
    for (const { height } of [first, second]) expect(height).toBeGreaterThanOrEqual(48);
    const gap = Math.max(second.top - first.bottom, second.left - first.right);
    expect(gap, 'pixels between the numbers').toBeGreaterThanOrEqual(12);
    await expect(answer.element.locator('.national').getByRole('link')).toHaveAttribute('href', address);
  }
});

test('choosing a place announces the final answer once and puts the focus on its heading', async ({ visit }) => {
  const messages = collection(messageAt('a', 3, 'River Usk at Brecon', 1), messageAt('w', 2, 'River Honddu', 12));
  let release;
  const released = new Promise((done) => (release = done));
  const gorlif = await visit('', {
    // The service's own answer comes after the one by distance.
    answers: { wales: messages, here: () => released.then(() => messages) },
  });
  const { page, answer, place, map } = gorlif;
  await map.drawn();
  await page.evaluate(() => {
    window.heard = [];
    const status = document.querySelector('#answer [role=status]');
    new MutationObserver(() => {
      if (status.textContent) window.heard.push(status.textContent);
    }).observe(status, { childList: true, characterData: true, subtree: true });
  });
  const heard = () => page.evaluate(() => window.heard);
  await place.type('Brecon');
  await expect(place.suggestions.first()).toBeVisible();
  await place.field.press('Enter');
  await expect(answer.heading).toBeFocused();
  expect(await answer.heading.evaluate((heading) => heading.tagName)).toBe('H2');
  await expect(answer.provisional).toBeVisible();
  expect(await heard(), 'what is only provisional is not announced').toEqual([]);
  release();
  await expect(answer.provisional).toHaveCount(0);
  await expect.poll(heard, { message: 'what was announced' }).not.toEqual([]);
  expect(await heard()).toEqual([expect.stringMatching(/Flood\s(?:warning|alert):\s/)]);
  await expect(answer.heading).toBeFocused();
});

test('“Check now” says what it did, also when it did nothing', async ({ visit }) => {
  const gorlif = await visit('');
  const { page, sources } = gorlif;
  const result = sources.element.locator('.check');
  await sources.checkButton.click();
  await expect(result).toHaveText(/./);
  await sources.checkButton.click();
  await expect(page.getByText('The last check was only seconds ago, so nothing new was asked for.')).toBeVisible();
  await expect(result).toHaveAttribute('aria-live', 'polite');
  await gorlif.check(10);
  await expect(result).toHaveText(/^Checked at (?:\d+\s\w+, )?\d\d:\d\d\.$/);
});

// case 170
test('near a county border the forecast of each county is shown, the worse first', async ({ open, gateway }) => {
  const high = forecastEntry({ LocationCounty_en: 'Pembrokeshire', RiskLevelName_en: 'High' });
  const gorlif = await open(`${AROUND}&lang=en`, { answers: { forecast: [high] } });
  const { page, lists, forecast } = gorlif;
  await lists.show('forecast');
  await expect(forecast.panel.locator('.days')).toBeVisible();
  await expect(forecast.panel.getByRole('heading', { level: 3 })).toHaveText(['Powys']);
  await expect(page.getByText('Your place is near a county border')).toHaveCount(0);
  // St Dogmaels, on the other bank from Cardigan.
  await page.goto(`${gateway.address}?lang=en&lat=52.082&lon=-4.681&r=10`);
  await lists.show('forecast');
  const days = forecast.panel.locator('.days').first();
  await expect(days).toBeVisible();
  const headings = await forecast.panel.getByRole('heading', { level: 3 }).allTextContents();
  expect(headings.slice(0, 2)).toEqual(['Pembrokeshire', 'Ceredigion']);
  await expect(days.locator('.level').first()).toHaveText('High');
  await expect(
    page.getByText('Your place is near a county border, so the forecast of each county is shown.'),
  ).toBeVisible();
});

// case 176
test('a rough position is named as one, and the circle is at least as large', async ({ open }) => {
  const init = () => {
    const position = () => ({ latitude: 51.9461, longitude: -3.3889, accuracy: globalThis.accuracy ?? 900 });
    Geolocation.prototype.getCurrentPosition = (found) => setTimeout(() => found({ coords: position() }));
  };
  const gorlif = await open('?lang=en&r=5', { init });
  const { page, answer, place } = gorlif;
  await place.locate();
  await expect(answer.element, 'accurate enough').toContainText('within 5 km of Brecon.');
  await page.evaluate(() => (globalThis.accuracy = 8_200));
  await place.locate();
  await expect(answer.element).toContainText('within 10 km of somewhere within 9 km of Brecon.');
  await expect(place.name).toHaveText('somewhere within 9 km of Brecon');
  await expect(page).toHaveURL(/r=10&accuracy=9/);
  // A smaller radius does not contain all that the position may be; a reload knows no more.
  await page.reload();
  await expect(answer.element).toContainText('within 10 km of somewhere within 9 km of Brecon.');
  await gorlif.speak('cy');
  await expect(answer.element).toContainText('o fewn 10 km i rywle o fewn 9 km i Aberhonddu.');
});
