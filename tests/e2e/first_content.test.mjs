// What the document shows by itself, while everything else is still on its way: src/js/bootstrap.js, with all other scripts held back.
// What it says of which responses is in tests/scripts/first_content.test.mjs.
import { expect, test as base } from '../support/fixtures.mjs';
import { WALES_PATH } from '../support/operations.mjs';
import { PHONE, WIDE, hold } from '../support/page.mjs';

// Not of a frame: its view is laid out before anything is painted.
const held = (path) => (/\.(?:js|wasm)$/.test(path) && !/frame/.test(path) ? { hang: true } : null);

/** Goes to an address without waiting for what it loads. */
async function goTo(open, address, options) {
  const gorlif = await open('', { at: { address: 'about:blank' }, viewport: PHONE, ...options });
  await gorlif.page.goto(address, { waitUntil: 'commit' });
  return gorlif;
}

const test = base.extend({
  /** Opens the page with its scripts held back, and waits until the bootstrap script has checked both responses. */
  openFirst: async ({ open, startGateway }, use) => {
    await use(async (query = '', options = {}) => {
      const gateway = await startGateway({ answer: held });
      const gorlif = await goTo(open, gateway.address + query, options);
      await gorlif.marked('first-responses-checked');
      return Object.assign(gorlif, { gateway, said: await gorlif.page.locator('.first').innerText() });
    });
  },
});
test.use({ flags: '--scenario storm --still' });

const isCall = ({ path }) => path.startsWith('/api/');
const isLeaflet = ({ path }) => /leaflet-.*\.js$/.test(path);

test('the three calls go out with the document alone, without the map’s script', async ({ openFirst }) => {
  const { gateway, said, faults } = await openFirst();
  expect(gateway.seen.filter(isCall)).toHaveLength(3);
  expect(said).toMatch(/^In force in Wales at \d\d:\d\d:(?:\s+Severe flood warning · \S.*){3}\s+\+ /);
  expect(said).toMatch(/\s\+ (?:\d+ severe flood warnings?, )?\d+ flood warnings?, \d+ flood alerts?$/);
  expect(gateway.seen.filter(isLeaflet)).toEqual([]);
  expect(faults).toEqual([]);
});

test('the numbers to call have one line each', async ({ openFirst }) => {
  const { page } = await openFirst();
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    const heights = await page
      .locator('#waiting .phone')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
    expect(heights, `${width} px`).toEqual([48, 48]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

for (const viewport of [PHONE, WIDE])
  test(`gauges are painted where the map then has them: ${viewport.width} px`, async ({ visit, openFirst }) => {
    const whole = await visit('', { viewport });
    const { features } = await whole.page.evaluate(async () => (await fetch('/api/riverlevels/v1/all')).json());
    const box = await whole.map.element.boundingBox();
    const first = await openFirst('', { viewport });
    await first.marked('stations-plotted');
    const gauges = features.slice(0, 20).map(({ geometry }) => geometry.coordinates);
    const pixels = await Promise.all(gauges.map(([lon, lat]) => whole.map.pixel(lat, lon)));
    const painted = await first.page.locator('#first-map').evaluate(
      (canvas, points) => {
        const [x, y] = [canvas.width / canvas.clientWidth, canvas.height / canvas.clientHeight];
        const context = canvas.getContext('2d');
        return points.map((point) => context.getImageData(point.x * x, point.y * y, 1, 1).data[3]);
      },
      pixels.map(({ x, y }) => ({ x: x - box.x, y: y - box.y })),
    );
    for (const [index, [lon, lat]] of gauges.entries()) expect(painted[index], `${lat} ${lon}`).toBe(255);
  });

// case 254
test('a visit says the first messages with the document, before any response', async ({ open, startGateway }) => {
  const settings = { GORLIF_CALL_INTERVAL: '60', GORLIF_CACHE_WARNINGS: '60' };
  // Not all scripts: no more requests are sent than the browser has connections.
  const hangs = (path) => isCall({ path }) || /\/gorlif-.*\.(?:js|wasm)$/.test(path);
  const gateway = await startGateway({ settings, answer: (path) => (hangs(path) ? { hang: true } : null) });
  await fetch(`${gateway.nginx.address}api${WALES_PATH}`);
  const { page, faults } = await goTo(open, gateway.address, { viewport: WIDE });
  const said = /^In force in Wales at \d\d:\d\d:\s*Severe flood warning · \S.*\+ \d+ /s;
  await expect(page.locator('.first')).toHaveText(said);
  // The document has asked for all that it names.
  for (const part of ['response_cache-', '.wasm'])
    await expect.poll(() => gateway.seen.some(({ path }) => path.includes(part)), { message: part }).toBe(true);
  expect(faults).toEqual([]);
});

test('while the map’s script is on its way the lists are there, and the first dots stay', async ({ open, gateway }) => {
  const gorlif = await open('', { at: { address: 'about:blank' }, viewport: PHONE });
  const { page, lists } = gorlif;
  const [start, release] = [await hold(page, /\.wasm$/), await hold(page, /leaflet-.*\.js$/)];
  await page.goto(gateway.address, { waitUntil: 'commit' });
  await gorlif.marked('stations-plotted');
  start();
  await gorlif.marked('warnings-shown', 'forecast-shown');
  await expect(page.locator('#waiting')).toHaveCount(0);
  await expect.poll(() => lists.messages.count(), { message: 'listed messages' }).toBeGreaterThan(10);
  const isOverMap = await page.evaluate(() => {
    const [dots, map] = ['#map > #first-map', '#map'].map((it) => document.querySelector(it).getBoundingClientRect());
    return ['x', 'y', 'width', 'height'].every((part) => Math.abs(dots[part] - map[part]) < 1);
  });
  expect(isOverMap, 'the dots stand where the map comes to be').toBe(true);
  release();
  await gorlif.marked();
  await expect(page.locator('#first-map')).toHaveCount(0);
  expect(gorlif.faults).toEqual([]);
});

test('what is typed before the page has started goes on in its field', async ({ open, gateway }) => {
  const gorlif = await open('', { at: { address: 'about:blank' }, viewport: PHONE });
  const { page, place } = gorlif;
  const start = await hold(page, /\.wasm$/);
  await page.goto(gateway.address, { waitUntil: 'commit' });
  const field = page.getByLabel('Place or postcode · Lle neu god post');
  await field.pressSequentially('Crickh');
  await field.press('Enter');
  await field.pressSequentially('owell');
  start();
  await expect(place.suggestions.first()).toContainText('Crickhowell');
  await expect(place.field).toBeFocused();
  await place.field.press('Enter');
  await expect(place.name).toHaveText('Crickhowell');
});
