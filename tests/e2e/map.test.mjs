// The gestures that move the map, with the Leaflet that the build has made smaller: none of its methods may be missed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

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
/** Does something and waits until the map tells another zoom or centre and has come to rest; returns both stands. */
async function moves(page, what, act) {
  const before = await stand(page);
  await page.evaluate(() => {
    const map = document.getElementById('map');
    const told = () => `${map.dataset.zoom} ${map.dataset.centre}`,
      first = told();
    window.moved = new Promise((done) => {
      new MutationObserver(() => {
        if (told() !== first && !map.querySelector('.leaflet-zoom-anim')) done();
      }).observe(map, { subtree: true, attributes: true });
    });
  });
  await act();
  await Promise.race([
    page.evaluate(() => window.moved),
    new Promise((_, fail) => {
      AbortSignal.timeout(20_000).onabort = () => fail(new Error(`${what}: the map stands`));
    }),
  ]);
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
