// The gestures that move the map, with the Leaflet that the build has made smaller: none of its methods may be missed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { marked, open, pixel, startBrowser, startGateway, startService, still } from '../support/harness.mjs';

let browser, service, gateway;
const TILES = { tiles: { address: '/tiles/{z}/{x}/{y}.svg', attribution: 'Sample tiles' } };
const TILE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><path d="M0 0h256v256" fill="none" stroke="#888"/></svg>';
before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'storm', '--still');
  gateway = await startGateway(service, {
    change: (html) => html.replace(/(id="?settings"?[^>]*>)[\s\S]*?(<\/script>)/, `$1${JSON.stringify(TILES)}$2`),
    answer: (path) =>
      path.startsWith('/tiles/') ? { headers: { 'Content-Type': 'image/svg+xml' }, body: TILE } : null,
  });
});
after(async () => {
  await browser?.close();
  await gateway?.stop();
  await service?.stop();
});

const stand = (page) =>
  page.evaluate(() => {
    const { zoom, centre } = document.getElementById('map').dataset;
    return { zoom: Number(zoom), centre: centre.split(' ').map(Number) };
  });
/** Does something to a map that does not move, and waits until it is at another zoom or centre and does not move; returns both. */
async function moves(page, what, act) {
  await still(page);
  const before = await stand(page);
  await act();
  await page
    .waitForFunction((before) => {
      const { zoom, centre } = document.getElementById('map').dataset;
      return Number(zoom) !== before.zoom || centre.split(' ').some((part, at) => Number(part) !== before.centre[at]);
    }, before)
    .catch(async () => assert.fail(`${what}: the map is at ${JSON.stringify(await stand(page))} as before`));
  await still(page);
  return [before, await stand(page)];
}

test('wheel, drag, box, keys and buttons move the map', async () => {
  const page = await open(browser, `${gateway.address}?lat=51.95&lon=-3.39&r=20`, {
    viewport: { width: 1200, height: 900 },
  });
  await marked(page);
  await page.locator('.leaflet-tile-loaded').first().waitFor();
  await page.locator('#map').scrollIntoViewIfNeeded();
  const box = await page.locator('#map').boundingBox();
  const at = (x, y) => [box.x + box.width * x, box.y + box.height * y];

  let [was, is] = await moves(page, 'wheel', async () => {
    await page.mouse.move(...at(0.3, 0.3));
    await page.mouse.wheel(0, -300);
  });
  assert.ok(
    is.zoom > was.zoom && is.centre[0] > was.centre[0] && is.centre[1] < was.centre[1],
    'the wheel goes in towards the pointer',
  );

  [was, is] = await moves(page, 'drag', async () => {
    await page.mouse.move(...at(0.3, 0.3));
    await page.mouse.down();
    for (const x of [0.4, 0.5, 0.6]) await page.mouse.move(...at(x, 0.3));
    await page.mouse.up();
  });
  assert.ok(is.zoom === was.zoom && is.centre[1] < was.centre[1], 'a drag to the east shows what is west');

  [was, is] = await moves(page, 'box', async () => {
    await page.keyboard.down('Shift');
    await page.mouse.move(...at(0.2, 0.2));
    await page.mouse.down();
    await page.mouse.move(...at(0.3, 0.3), { steps: 3 });
    await page.mouse.move(...at(0.4, 0.4), { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
  });
  assert.ok(is.zoom > was.zoom && is.centre[1] < was.centre[1], 'a box that is drawn with Shift is what is shown');

  await page.locator('#map').focus();
  [was, is] = await moves(page, 'minus', () => page.keyboard.press('-'));
  assert.ok(is.zoom < was.zoom);
  [was, is] = await moves(page, 'plus', () => page.keyboard.press('+'));
  assert.ok(is.zoom > was.zoom);
  [was, is] = await moves(page, 'arrow', () => page.keyboard.press('ArrowRight'));
  assert.ok(is.zoom === was.zoom && is.centre[1] > was.centre[1]);
  [was, is] = await moves(page, 'button', () => page.getByRole('button', { name: 'Zoom out' }).click());
  assert.ok(is.zoom < was.zoom);
  [was, is] = await moves(page, 'size', () => page.getByRole('button', { name: 'Large map' }).click());
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Large map' }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a drag of the centre chooses another place, and a popup opens, keeps in view and closes', async () => {
  const page = await open(browser, `${gateway.address}?lat=51.95&lon=-3.39&r=20`, {
    viewport: { width: 1200, height: 900 },
  });
  await marked(page);
  await page.locator('#map').scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => new URL(location).searchParams.get('lat'));
  const centre = await page.locator('.map-centre').boundingBox();
  const [x, y] = [centre.x + centre.width / 2, centre.y + centre.height / 2];
  const first = await place();
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const step of [10, 30, 60]) await page.mouse.move(x + step, y + step);
  await page.mouse.up();
  await page.waitForFunction((first) => new URL(location).searchParams.get('lat') !== first, first);
  const [lat, lon] = [Number(await place()), Number(new URL(page.url()).searchParams.get('lon'))];
  assert.ok(lat < 51.95 && lon > -3.39, `${lat} ${lon}`);

  await page.locator('.views button').nth(1).click();
  await page.locator('[data-station-id]').first().getByRole('button').click();
  await page.locator('.leaflet-popup').waitFor();
  const inside = await page.evaluate(() => {
    const [map, popup] = ['#map', '.leaflet-popup'].map((name) => document.querySelector(name).getBoundingClientRect());
    return popup.left >= map.left && popup.right <= map.right && popup.top >= map.top;
  });
  assert.ok(inside, 'the popup lies inside the map');
  await page.locator('#map').focus();
  await page.keyboard.press('Escape');
  await page.locator('.leaflet-popup').waitFor({ state: 'detached' });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the large map keeps the focus within it, and Escape leaves it', async (t) => {
  const page = await open(browser, `${gateway.address}?lat=51.95&lon=-3.39`, { viewport: { width: 390, height: 844 } });
  t.after(() => page.context().close());
  await marked(page);
  await page.getByRole('button', { name: 'Large map' }).click();
  const within = () => page.evaluate(() => Boolean(document.activeElement.closest('.map-frame')));
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => document.activeElement !== document.body);
    // After the last element the focus is on the browser itself, and then on the map again.
    if (outside) assert.ok(await within(), `press ${press}`);
  }
  await page.locator('#map').focus();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement.textContent === 'Large map');
  assert.equal(await page.locator('[inert]').count(), 0);
});

/** A warning at a point, with the number of its severity. */
const warning = (code, value, coordinates) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties: {
    FWACODE: code,
    DESCRIPTION: `Area ${code}`,
    SEVERITY: ['Severe Flood Warning', 'Flood Warning', 'Flood Alert'][value - 1],
    SEVERITYVALUE: value,
    TIMERAISED: Date.now() - 3.6e6,
    SEVERITY_CHANGED: Date.now() - 3.6e6,
  },
});

test('warnings that overlap on the map of Wales are one group, which a tap opens', async (t) => {
  const features = [warning('a', 3, [-3.39, 51.95]), warning('b', 1, [-3.41, 51.96]), warning('c', 2, [-4, 53])];
  const grouped = await startGateway(service, {
    answer: (path) =>
      /floodwarnings/.test(path)
        ? {
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ type: 'FeatureCollection', features }),
          }
        : null,
  });
  t.after(() => grouped.stop());
  const wales = async () => {
    const page = await open(browser, `${grouped.address}?embed=map&v=1&layers=warnings`, {
      viewport: { width: 800, height: 800 },
    });
    t.after(() => page.context().close());
    await page.waitForFunction(() => document.getElementById('map')?.dataset.warnings === '3');
    return page;
  };
  const tap = async (page, lat, lon) => {
    const { x, y } = await pixel(page, lat, lon);
    await page.mouse.click(x, y);
  };
  const first = await wales();
  const [was, is] = await moves(first, 'group', () => tap(first, 51.95, -3.39));
  assert.ok(is.zoom > was.zoom + 1, `${was.zoom} → ${is.zoom}`);
  assert.equal(await first.locator('.leaflet-popup').count(), 0);
  await tap(first, 51.95, -3.39);
  await first.locator('.leaflet-popup', { hasText: 'Area a' }).waitFor();

  // A single one is selected.
  const second = await wales();
  await tap(second, 53, -4);
  await second.locator('.leaflet-popup', { hasText: 'Area c' }).waitFor();
  // A press of the mouse does not show the keys.
  assert.equal(await second.locator('.map-keys.shown').count(), 0);
});

test('N walks through the symbols from the place outwards and reads them out, and Enter leads to the list', async (t) => {
  const page = await open(browser, `${gateway.address}?lat=51.95&lon=-3.39&r=20`, {
    viewport: { width: 390, height: 844 },
  });
  t.after(() => page.context().close());
  await marked(page);
  await page.locator('#map').focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.map-keys', { hasText: 'N reads out' }).waitFor();
  const read = [];
  for (let press = 0; press < 3; press++) {
    const before = read.at(-1) ?? '';
    await page.keyboard.press('n');
    await page.waitForFunction((before) => {
      const text = document.querySelector('.map-keys + [role=status]')?.textContent;
      return text && text !== before;
    }, before);
    read.push(await page.locator('.map-keys + [role=status]').textContent());
  }
  assert.equal(new Set(read).size, 3, read.join(' | '));
  // The popup says the same, and the page has not scrolled away from the map.
  const popup = page.locator('.leaflet-popup');
  assert.equal(await popup.locator('strong').textContent(), read[2].split('. ')[0]);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'map');

  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.matches('.entry[aria-expanded=true]'));
  assert.equal(await page.locator('.entry:focus .title').textContent(), read[2].split('. ')[0]);
});

test('on a phone a tap on a symbol leaves the map in view, and its popup leads to the entry of the list', async (t) => {
  const page = await open(browser, `${gateway.address}?lat=51.95&lon=-3.39&r=20`, {
    viewport: { width: 390, height: 844 },
  });
  t.after(() => page.context().close());
  await marked(page);
  await page.locator('#map').evaluate((map) => map.scrollIntoView());
  const top = () => page.evaluate(() => scrollY);
  const before = await top();
  await page.locator('#map').focus();
  const { lat, lon } = await page.evaluate(async () => {
    const levels = await (await fetch('/api/riverlevels/v1/all')).json();
    const off = ([lon, lat]) => Math.hypot((lon + 3.39) * 0.62, lat - 51.95);
    const points = levels.features.map((feature) => feature.geometry.coordinates).filter((at) => off(at) > 0.05);
    const [lon, lat] = points.sort((a, b) => off(a) - off(b))[0];
    return { lat, lon };
  });
  const { x, y } = await pixel(page, lat, lon);
  await page.mouse.click(x, y);
  const button = page.locator('.leaflet-popup button');
  await button.waitFor();
  assert.equal(await top(), before);
  const name = await page.locator('.leaflet-popup strong').textContent();
  // No control covers it.
  const covered = await page.locator('.leaflet-popup-content-wrapper').evaluate((popup) => {
    const { left, right, top, bottom } = popup.getBoundingClientRect();
    return [left + 10, right - 10].flatMap((x) =>
      [top + 10, bottom - 10]
        .map((y) => document.elementFromPoint(x, y))
        .filter((element) => !popup.contains(element))
        .map((element) => element?.outerHTML.slice(0, 80) ?? 'nothing'),
    );
  });
  assert.deepEqual(covered, []);
  await button.click();
  await page.waitForFunction(() => document.activeElement.matches('.entry[aria-expanded=true]'));
  assert.equal(await page.locator('.entry:focus .title').textContent(), name);
});

test('the rivers are named whether the outlines or the places load last', async (t) => {
  const plain = await startGateway(service);
  t.after(() => plain.stop());
  const drawn = [];
  for (const [first, last] of [
    ['basemap.txt', 'gazetteer.txt'],
    ['gazetteer.txt', 'basemap.txt'],
  ]) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' });
    t.after(() => context.close());
    const page = await context.newPage();
    const requested = new Promise((done) => {
      page.route(`**/${last}`, (route) => done(route));
    });
    const firstLoaded = page.waitForEvent('requestfinished', (request) => request.url().endsWith(first));
    await page.goto(plain.address);
    await marked(page, 'usable');
    await firstLoaded;
    const frames = () =>
      page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await frames();
    const picture = () => page.evaluate(() => document.querySelector('#map canvas').toDataURL());
    const before = await picture();
    const lastLoaded = page.waitForEvent('requestfinished', (request) => request.url().endsWith(last));
    await (await requested).continue();
    await lastLoaded;
    await page.locator('.map-rivers').waitFor({ state: 'attached' });
    await frames();
    drawn.push(await picture());
    assert.ok(drawn.at(-1) !== before, `${last} draws nothing`);
  }
  assert.ok(drawn[0] === drawn[1], 'the pictures differ');
});
