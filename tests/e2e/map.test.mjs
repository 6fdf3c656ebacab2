// The gestures that move the map, with the Leaflet that the build has made smaller: none of its methods may be missed.
import { collection, gauge, gaugeId, listing, message, minutesAgo } from '../support/bodies.mjs';
import { expect, test as base, withSettings } from '../support/fixtures.mjs';
import { AROUND_BRECON, BRECON, PHONE, hold, missing, painted } from '../support/page.mjs';

const DESK = { width: 1200, height: 900 };
const TILES = { tiles: { address: '/tiles/{z}/{x}/{y}.svg', attribution: 'Sample tiles' } };
const TILE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><path d="M0 0h256v256" fill="none" stroke="#888"/></svg>';

const test = base.extend({
  /** Has tiles for the map. */
  gateway: async ({ startGateway }, use) => {
    const answer = (path) =>
      path.startsWith('/tiles/') ? { headers: { 'Content-Type': 'image/svg+xml' }, body: TILE } : null;
    await use(await startGateway({ change: withSettings(TILES), answer }));
  },
});
test.use({ flags: '--scenario storm --still' });

/** Where the map stands. */
const view = ({ map }) =>
  map.element.evaluate(({ dataset }) => {
    const [lat, lon] = dataset.centre.split(' ').map(Number);
    return { zoom: Number(dataset.zoom), lat, lon };
  });

/** Does something to a map that does not move, and waits until it stands elsewhere; where it stood, and where it stands. */
async function moves(gorlif, what, act) {
  await gorlif.map.still();
  const was = await view(gorlif);
  await act();
  await expect.poll(() => view(gorlif), { message: `the map moves: ${what}` }).not.toEqual(was);
  await gorlif.map.still();
  return [was, await view(gorlif)];
}

async function tap({ page, map }, { lat, lon }) {
  const { x, y } = await map.pixel(lat, lon);
  await page.mouse.click(x, y);
}

/** What lies over the corners of the popup. */
const coverPopup = (page) =>
  page.locator('.leaflet-popup-content-wrapper').evaluate((popup) => {
    const { left, right, top, bottom } = popup.getBoundingClientRect();
    return [left + 10, right - 10].flatMap((x) =>
      [top + 10, bottom - 10]
        .map((y) => document.elementFromPoint(x, y))
        .filter((element) => !popup.contains(element))
        .map((element) => element?.outerHTML.slice(0, 80) ?? 'nothing'),
    );
  });

/** The opacity of the symbol at a position, and its width in pixels: of the row of the canvas through it. */
async function symbolAt({ page, map }, { lat, lon }) {
  const { x, y } = await map.pixel(lat, lon);
  return page.locator('#map canvas.map-surface').evaluate(
    (canvas, [x, y]) => {
      const { left, top, width } = canvas.getBoundingClientRect();
      const density = canvas.width / width;
      const row = canvas.getContext('2d').getImageData(0, Math.round((y - top) * density), canvas.width, 1).data;
      const middle = Math.round((x - left) * density);
      const alpha = (at) => row[at * 4 + 3] ?? 0;
      let [from, to] = [middle, middle];
      while (alpha(from - 1) > 0) from -= 1;
      while (alpha(to + 1) > 0) to += 1;
      return { opacity: alpha(middle) / 255, width: (to - from + 1) / density };
    },
    [x, y],
  );
}

const popupOf = (page) => page.locator('.leaflet-popup');
const button = (page, name) => page.getByRole('button', { name });

test('wheel, drag, box, keys and buttons move the map; a popup opens, keeps in view and closes', async ({ visit }) => {
  const gorlif = await visit(AROUND_BRECON, { viewport: DESK });
  const { page, lists, map } = gorlif;
  await expect(page.locator('.leaflet-tile-loaded').first()).toBeVisible();
  await map.element.scrollIntoViewIfNeeded();
  const centre = await page.locator('.map-centre').boundingBox();
  const [x, y] = [centre.x + centre.width / 2, centre.y + centre.height / 2];
  const address = page.url();
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const step of [10, 30, 60]) await page.mouse.move(x + step, y + step);
  await page.mouse.up();
  await expect(page).not.toHaveURL(address);
  const place = new URL(page.url()).searchParams;
  expect(Number(place.get('lat'))).toBeLessThan(BRECON.lat);
  expect(Number(place.get('lon'))).toBeGreaterThan(BRECON.lon);

  await lists.show('rivers');
  await lists.gauges.first().getByRole('button').click();
  await expect(popupOf(page)).toBeVisible();
  await map.still();
  const [outer, inner] = [await map.element.boundingBox(), await popupOf(page).boundingBox()];
  expect(inner.x, 'the popup lies inside the map').toBeGreaterThanOrEqual(outer.x);
  expect(inner.x + inner.width, 'the popup lies inside the map').toBeLessThanOrEqual(outer.x + outer.width);
  expect(inner.y, 'the popup lies inside the map').toBeGreaterThanOrEqual(outer.y);
  await map.element.focus();
  await page.keyboard.press('Escape');
  await expect(popupOf(page)).toHaveCount(0);

  const area = await map.element.boundingBox();
  const at = (x, y) => [area.x + area.width * x, area.y + area.height * y];
  const drag = async (...points) => {
    const [first, ...others] = points.map(([x, y]) => at(x, y));
    await page.mouse.move(...first);
    await page.mouse.down();
    for (const point of others) await page.mouse.move(...point, { steps: 3 });
    await page.mouse.up();
  };
  const wheel = async () => {
    await page.mouse.move(...at(0.3, 0.3));
    await page.mouse.wheel(0, -300);
  };
  const box = async () => {
    await page.keyboard.down('Shift');
    await drag([0.2, 0.2], [0.3, 0.3], [0.4, 0.4]);
    await page.keyboard.up('Shift');
  };
  // Which way the map goes: in, to the north or the east (1), or the other way (-1).
  for (const [what, act, ways] of [
    ['the wheel goes in towards the pointer', wheel, { zoom: 1, lat: 1, lon: -1 }],
    ['a drag to the east shows what is west', () => drag([0.3, 0.3], [0.4, 0.3], [0.6, 0.3]), { zoom: 0, lon: -1 }],
    ['a box that is drawn with Shift is what is shown', box, { zoom: 1, lon: -1 }],
    ['minus', () => map.element.press('-'), { zoom: -1 }],
    ['plus', () => map.element.press('+'), { zoom: 1 }],
    ['arrow', () => map.element.press('ArrowRight'), { zoom: 0, lon: 1 }],
    ['button', () => button(page, 'Zoom out').click(), { zoom: -1 }],
  ]) {
    const [was, is] = await moves(gorlif, what, act);
    for (const [name, way] of Object.entries(ways))
      expect(Math.sign(is[name] - was[name]), `${what}: ${name}`).toBe(way);
  }
  await button(page, 'Large map').click();
  await expect.poll(async () => (await map.element.boundingBox()).width).toBeGreaterThan(DESK.width - 10);
  await page.keyboard.press('Escape');
  const circle = page.locator('.map-circle, .map-centre');
  await expect(circle).toHaveCount(2);
  await gorlif.place.chooseWales();
  await expect(circle, 'the circle of the place').toHaveCount(0);
});

test('a tap selects a single warning of Wales, and opens a group of them', async ({ open, startGateway }) => {
  const warning = (code, value, coordinates) =>
    message({ FWACODE: code, DESCRIPTION: `Area ${code}`, SEVERITYVALUE: value }, coordinates);
  const gorlif = await open('?embed=map&v=1&layers=warnings', {
    at: await startGateway(),
    viewport: { width: 800, height: 800 },
    answers: listing(warning('a', 3), warning('b', 1, [-3.41, 51.96]), warning('c', 2, [-4, 53])),
  });
  const { page, map } = gorlif;
  await map.has({ warnings: 3 });
  await tap(gorlif, { lat: 53, lon: -4 });
  await expect(popupOf(page)).toContainText('Area c');
  await expect(page.locator('.map-keys.shown')).toHaveCount(0);
  await map.element.focus();
  await page.keyboard.press('Escape');
  await expect(popupOf(page)).toHaveCount(0);

  const [was, is] = await moves(gorlif, 'group', () => tap(gorlif, BRECON));
  expect(is.zoom).toBeGreaterThan(was.zoom + 1);
  await expect(popupOf(page)).toHaveCount(0);
  await tap(gorlif, BRECON);
  await expect(popupOf(page)).toContainText('Area a');
  await popupOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(popupOf(page)).toHaveCount(0);
  await expect(map.element).toBeFocused();
});

test('on a phone a tap leaves the map in view, and no control covers its popup', async ({ visit }) => {
  const at = { lat: BRECON.lat + 0.04, lon: BRECON.lon + 0.1 };
  const levels = collection(gauge({ LatestTime: minutesAgo(10) }, [at.lon, at.lat]));
  const gorlif = await visit(AROUND_BRECON, { viewport: PHONE, answers: { ...listing(), levels } });
  const { page, map } = gorlif;
  await map.element.evaluate((element) => element.scrollIntoView());
  const top = () => page.evaluate(() => scrollY);
  const before = await top();
  await map.element.focus();
  await tap(gorlif, at);
  await expect(popupOf(page).getByRole('button')).toHaveText(['Show in the list', '×']);
  await expect(map.key).toBeVisible();
  expect(await top()).toBe(before);
  await map.still();
  expect(await coverPopup(page)).toEqual([]);
  await gorlif.lists.show('forecast');
  await expect(popupOf(page), 'of a gauge, which the map has no more').toHaveCount(0);
});

test('the rivers are named whether the ground or the places load last', async ({ open, startGateway }) => {
  const at = await startGateway();
  const drawn = [];
  for (const [first, last] of [
    ['ground.txt', 'gazetteer.txt'],
    ['gazetteer.txt', 'ground.txt'],
  ]) {
    let release, firstLoaded;
    const gorlif = await open('', {
      at,
      prepare: async (context) => {
        firstLoaded = context.waitForEvent('requestfinished', (request) => request.url().endsWith(first));
        release = await hold(context, `**/${last}`);
      },
    });
    const { page } = gorlif;
    const picture = () => page.evaluate(() => document.querySelector('#map canvas').toDataURL());
    await gorlif.marked('usable');
    await firstLoaded;
    await painted(page);
    const before = await picture();
    release();
    await expect(page.locator('.map-rivers')).toBeAttached();
    const isDrawn = async () => (await picture()) !== before;
    await expect.poll(isDrawn, { message: `${last} draws something` }).toBe(true);
    await painted(page);
    drawn.push(await picture());
  }
  expect(drawn[0] === drawn[1], 'the pictures are the same').toBe(true);
});

test('the map shows which land is built up, and does without the file', async ({ open }) => {
  const gorlif = await open(AROUND_BRECON);
  const land = gorlif.page.locator('#map path.map-built-up');
  await gorlif.marked();
  await expect(land).toBeAttached();
  const isIn = (path, { x, y }) =>
    path.isPointInFill(new DOMPoint(x, y).matrixTransform(path.getScreenCTM().inverse()));
  for (const [place, built] of [
    [[BRECON.lat, BRECON.lon], true],
    // Crickhowell and Pen y Fan.
    [[51.8595, -3.1365], true],
    [[51.884, -3.437], false],
  ])
    expect(await land.evaluate(isIn, await gorlif.map.pixel(...place)), String(place)).toBe(built);
  const without = await open(AROUND_BRECON, { prepare: missing('**/ground.txt') });
  await without.marked();
  await expect(without.page.locator('.map-wales')).toBeAttached();
  await expect(without.page.locator('#map path.map-built-up')).toHaveCount(0);
  expect(without.ownErrors()).toEqual([]);
});

test('symbols have sizes by severity; another list or a filter makes messages pale, the forecast has no gauges', async ({
  visit,
}) => {
  const SYMBOLS = { severe: [1, 52.6, -3.6], warning: [2, 52.2, -3.9], over: [4, 52.8, -3.9] };
  const messages = Object.entries(SYMBOLS).map(([name, [value, lat, lon]]) =>
    message({ FWACODE: name, DESCRIPTION: `River ${name}`, SEVERITYVALUE: value }, [lon, lat]),
  );
  const GAUGE = { lat: 52.4, lon: -3.2 };
  const fresh = gauge({ LatestTime: minutesAgo(5) }, [GAUGE.lon, GAUGE.lat]);
  const answers = { ...listing(...messages), levels: collection(fresh) };
  const looks = (gorlif) => (name) => symbolAt(gorlif, { lat: SYMBOLS[name][1], lon: SYMBOLS[name][2] });
  const gorlif = await visit('', { answers });
  const look = looks(gorlif);
  const opacity = async () => (await look('severe')).opacity;
  await expect.poll(opacity).toBe(1);
  await gorlif.map.still();
  const [severe, warning, over] = (await Promise.all(Object.keys(SYMBOLS).map(look))).map(({ width }) => width);
  // In the middle of its height a triangle is half as wide as the diamond.
  expect(severe / warning, `${severe} and ${warning} pixels`).toBeGreaterThan(1.5);
  expect(over / warning, `${over} and ${warning} pixels`).toBeLessThan(1.1);
  expect(over, 'pixels').toBeGreaterThan(8);

  for (const [tab, ofGauge] of [
    ['rivers', 1],
    ['forecast', 0],
  ]) {
    await gorlif.lists.show(tab);
    await expect.poll(opacity, { message: `under ${tab}` }).toBeLessThan(0.5);
    await expect.poll(async () => (await symbolAt(gorlif, GAUGE)).opacity, { message: `under ${tab}` }).toBe(ofGauge);
  }
  await gorlif.lists.show('warnings');
  await expect.poll(opacity).toBe(1);
  const filtered = looks(await visit('?severity=warning', { answers }));
  const of = async (name) => (await filtered(name)).opacity;
  await expect.poll(() => of('severe'), { message: 'hidden by the filter' }).toBeLessThan(0.5);
  await expect.poll(() => of('warning'), { message: 'shown by the filter' }).toBe(1);
  // A frame without lists has no list that leads.
  const framed = await visit(`?embed=map&station=${gaugeId('1')}`, { answers });
  await expect(framed.map.popup).toBeVisible();
  await expect.poll(async () => (await looks(framed)('severe')).opacity, { message: 'in a frame' }).toBe(1);
});

test('the view of a county outlines it, and what its lists do not have is pale', async ({ visit }) => {
  const far = message({ FWACODE: 'far', DESCRIPTION: 'River Clwyd at Rhyl', SEVERITYVALUE: 1 }, [-3.5, 53.3]);
  const own = message({ FWACODE: 'own', SEVERITYVALUE: 1 });
  const gorlif = await visit('?county=powys', { answers: listing(far, own) });
  await expect(gorlif.page.locator('path.map-county')).toHaveCount(1);
  const opacity = async (lat, lon) => (await symbolAt(gorlif, { lat, lon })).opacity;
  await expect.poll(() => opacity(BRECON.lat, BRECON.lon)).toBe(1);
  await expect.poll(() => opacity(53.3, -3.5)).toBeLessThan(0.5);
});

test('without the outlines nothing is pale in the view of a county', async ({ open }) => {
  const severe = message({ FWACODE: 'own', SEVERITYVALUE: 1 });
  const gorlif = await open('?county=powys', { answers: listing(severe), prepare: missing('**/basemap.txt') });
  await gorlif.marked('usable');
  await expect(gorlif.page.locator('path.map-built-up')).toBeAttached();
  await expect.poll(async () => (await symbolAt(gorlif, BRECON)).opacity).toBe(1);
});

test('the ground lies over the outlines, also where these load last, which are requested once', async ({ open }) => {
  let release;
  const gorlif = await open('', {
    prepare: async (context) => {
      release = await hold(context, '**/basemap.txt');
    },
  });
  const { page } = gorlif;
  await expect(page.locator('path.map-rivers')).toBeAttached();
  await gorlif.sources.checkNow(70);
  release();
  await expect(page.locator('path.map-wales')).toBeAttached();
  const requested = gorlif.asked.map((request) => new URL(request.url()).pathname);
  const files = requested.filter((path) => ['/basemap.txt', '/gazetteer.txt'].includes(path));
  expect(files.sort()).toEqual(['/basemap.txt', '/gazetteer.txt']);
  const level = (path) =>
    page.locator(path).evaluate((element) => Number(getComputedStyle(element.closest('.leaflet-pane')).zIndex));
  expect(await level('path.map-rivers')).toBeGreaterThan(await level('path.map-wales'));
});

test('the large map fits its area unless it was moved, keeps the focus, and Escape leaves it', async ({ visit }) => {
  const gorlif = await visit(AROUND_BRECON, { viewport: PHONE });
  const { page, map } = gorlif;
  /** Whether the circle fits the map and fills it. */
  const share = () =>
    page.evaluate(() => {
      const map = document.querySelector('#map').getBoundingClientRect();
      const circle = document.querySelector('#map path.map-circle').getBoundingClientRect();
      return circle.width / Math.min(map.width, map.height);
    });
  const fits = async (message) => {
    await expect.poll(share, { message }).toBeGreaterThan(0.68);
    expect(await share(), message).toBeLessThanOrEqual(1);
  };
  await fits('at first');
  await button(page, 'Large map').click();
  await fits('large');
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
  await fits('turned');
  await page.setViewportSize(PHONE);
  await fits('turned back');
  const [, moved] = await moves(gorlif, 'zoom', () => button(page, 'Zoom in').click());
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab');
    // After the last element the focus is on the browser itself, and then on the map again.
    const isWithin = await page.evaluate(() => document.activeElement.matches('body, .map-frame *'));
    expect(isWithin, `press ${press}`).toBe(true);
  }
  await map.element.focus();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Large map')).toBeFocused();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await map.still();
  expect((await view(gorlif)).zoom, "the visitor's zoom").toBe(moved.zoom);
});

test('in a frame of 320 × 480 the map has 220 pixels, and no control covers a popup', async ({ visit }) => {
  const { page, map } = await visit(`${AROUND_BRECON}&embed=map`, { viewport: { width: 320, height: 480 } });
  expect((await map.element.boundingBox()).height).toBeGreaterThanOrEqual(220);
  await map.element.focus();
  await page.keyboard.press('n');
  await map.still();
  await page.setViewportSize({ width: 640, height: 480 });
  const title = popupOf(page).locator('strong');
  await title.evaluate((element) => (element.textContent = 'A name as long as a line can be. '.repeat(2)));
  await page.setViewportSize({ width: 320, height: 480 });
  await expect.poll(() => coverPopup(page), 'turned').toEqual([]);
  let last = '';
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('n');
    await expect(popupOf(page), 'another popup').not.toHaveText(last);
    last = await popupOf(page).textContent();
    await map.still();
    expect(await coverPopup(page), last).toEqual([]);
  }
});
