// Street level from a PMTiles archive beside the page: when it loads, what it draws, and what happens where the archive is not usable.
import { brotliCompressSync } from 'node:zlib';
import { expect, test as base, withSettings } from '../support/fixtures.mjs';
import { groundArchive, ranged } from '../support/ground-archive.mjs';
import { around } from '../support/page.mjs';

const ARCHIVE = groundArchive();

const test = base.extend({
  /** Starts a gateway whose page has an archive, or an answer in its place. */
  serve: async ({ startGateway }, use) => {
    await use((archive) => {
      const answer = (path, request) => (path === '/wales.pmtiles' ? archive(request) : null);
      return startGateway({ change: withSettings({ ground: 'wales.pmtiles' }), answer });
    });
  },
  gateway: async ({ serve }, use) => {
    await use(await serve((request) => ranged(ARCHIVE, request)));
  },
});

const streets = (page) => page.locator('.leaflet-streets-pane canvas');
const asked = ({ seen }) => seen.filter(({ path }) => /streets\.js|pmtiles/.test(path)).map(({ path }) => path);
const TOWN = around(5);

/** How many pixels of the drawn tiles have a colour. */
const painted = (page) =>
  streets(page).evaluateAll((tiles) =>
    tiles
      .map((tile) => tile.getContext('2d').getImageData(0, 0, tile.width, tile.height).data)
      .reduce((sum, data) => sum + data.filter((_, index) => index % 4 === 3 && data[index] > 0).length, 0),
  );

test('it loads when the map is near or large, and not before', async ({ open, gateway }) => {
  const gorlif = await open();
  const { page } = gorlif;
  await gorlif.marked();
  await page.waitForLoadState('networkidle');
  expect(asked(gateway), 'all of Wales').toEqual([]);
  await page.locator('#map-size').click();
  await expect.poll(() => painted(page), { message: 'the large map has streets' }).toBeGreaterThan(1_000);
  await expect(page.locator('.map-attribution')).toHaveText('© OpenStreetMap');
  expect(asked(gateway)[0]).toBe('/streets.js');
  await page.locator('#map-size').click();
  await expect(streets(page), 'all of Wales again').toHaveCount(0);
  expect(gorlif.ownErrors()).toEqual([]);
});

test('it has the colours of the theme and the names of the language at once', async ({ open, gateway }) => {
  const gorlif = await open(TOWN, { colorScheme: 'light' });
  const { page } = gorlif;
  await gorlif.marked();
  await expect.poll(() => painted(page)).toBeGreaterThan(1_000);
  const picture = () => streets(page).evaluateAll((tiles) => tiles.map((tile) => tile.toDataURL()).join());
  const changes = async (what, act) => {
    let before = '';
    // The library paints in tasks of its own.
    await expect.poll(async () => before === (before = await picture()), { message: 'all is painted' }).toBe(true);
    const requests = asked(gateway).length;
    await act();
    await expect.poll(picture, { message: what }).not.toBe(before);
    expect(asked(gateway).length, `requests for ${what}`).toBe(requests);
  };
  await changes('Welsh names', () => page.getByRole('button', { name: 'Cymraeg' }).click());
  await changes('dark', () => page.emulateMedia({ colorScheme: 'dark' }));
});

test('a Welsh page has the names of the gazetteer where the archive has none', async ({ open, serve }) => {
  const archive = groundArchive({ welsh: false });
  const at = await serve((request) => ranged(archive, request));
  /** The texts that are drawn on canvases. */
  const init = () => {
    globalThis.texts = new Set();
    const fillText = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      // Those of the tiles, not of the symbols' canvas.
      if (this.canvas.classList.contains('leaflet-tile')) globalThis.texts.add(text);
      return fillText.call(this, text, ...rest);
    };
  };
  for (const [place, name, never] of [
    [TOWN, 'Aberhonddu', 'Brecon'],
    ['?lat=51.588&lon=-2.998&r=5', 'Newport', 'Trefdraeth'],
  ]) {
    const { page } = await open(`${place}&lang=cy`, { at, init });
    const texts = () => page.evaluate(() => [...globalThis.texts]);
    await expect.poll(texts, { message: place }).toContain(name);
    expect(await texts()).not.toContain(never);
  }
});

test('with the data saver it loads on request', async ({ open, gateway }) => {
  const init = () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  const gorlif = await open(TOWN, { init });
  const { page } = gorlif;
  await gorlif.marked();
  await page.waitForLoadState('networkidle');
  expect(asked(gateway)).toEqual([]);
  await page.getByRole('button', { name: 'Load the detailed map' }).click();
  await expect.poll(() => painted(page)).toBeGreaterThan(1_000);
});

const version = (number) => Buffer.concat([ARCHIVE.subarray(0, 7), Buffer.from([number]), ARCHIVE.subarray(8)]);
const elsewhere = groundArchive({ elsewhere: true });
const BAD = {
  'that is missing, or that the server sends in another form': {
    missing: () => ({ status: 404 }),
    HTML: () => ({ headers: { 'Content-Type': 'text/html' }, body: '<h1>Wales</h1>' }),
    'without ranges': () => ({ headers: { 'Content-Length': ARCHIVE.length }, body: ARCHIVE }),
    'compressed as a whole': () => ({ body: brotliCompressSync(ARCHIVE) }),
  },
  'that is cut, of another version or without Wales': {
    'cut in its header': (request) => ranged(ARCHIVE.subarray(0, 60), request),
    'cut in its directory': (request) => ranged(ARCHIVE.subarray(0, 300), request),
    'cut in its tiles': (request) =>
      Number(request.headers.range.match(/\d+/)[0]) > 0 ? { status: 416 } : ranged(ARCHIVE, request),
    'of version 2': (request) => ranged(version(2), request),
    'of version 4': (request) => ranged(version(4), request),
    'without Wales': (request) => ranged(elsewhere, request),
  },
};
// case 195
for (const [which, archives] of Object.entries(BAD))
  test(`an archive ${which} costs one sentence, and the bundled ground stays`, async ({ open, serve }) => {
    let answer;
    const at = await serve((request) => answer(request));
    for (const [name, archive] of Object.entries(archives)) {
      answer = archive;
      const gorlif = await open(TOWN, { at });
      const { page } = gorlif;
      await gorlif.marked();
      await expect(page.locator('.map-trouble'), name).toHaveText(/The detailed map could not be loaded/);
      for (const ground of ['built-up', 'rivers'])
        await expect(page.locator(`path.map-${ground}`), name).toBeAttached();
      const exceptions = page.faults.filter((fault) => fault.startsWith('exception'));
      expect(exceptions, name).toEqual([]);
      await gorlif.answer.settled();
      await page.context().close();
    }
  });
