// What the device, the line and the browser do to the page: slow and broken lines, saved data, refused positions, missing parts.
import { once } from 'node:events';
import https from 'node:https';
import { collection, messageAt } from '../support/bodies.mjs';
import { expect, test, withSettings } from '../support/fixtures.mjs';
import { certified, folderFor, read } from '../support/gateway-harness.mjs';
import { WALES_PATH } from '../support/operations.mjs';
import { AROUND_BRECON, BRECON, slowDown } from '../support/page.mjs';

test.use({ flags: '--scenario storm --still' });

/** Options of a gateway whose page has tiles, which are answered with this status. */
const withTiles = (status) => ({
  change: withSettings({ tiles: { address: '/tiles/{z}/{x}/{y}.png', attribution: 'Sample tiles' } }),
  answer: (path) => (path.startsWith('/tiles/') ? { status } : null),
});
const tilesOf = ({ seen }) => seen.map(({ path }) => path).filter((path) => path.startsWith('/tiles/'));

// case 5
test('a certificate that cannot be trusted is a service that is away', async ({ open, startGateway, cleanup }) => {
  const { GORLIF_TLS_CERTIFICATE: cert, GORLIF_TLS_KEY: key } = certified(folderFor());
  const files = { cert: read(cert), key: read(key) };
  const secure = https.createServer(files, (_, response) => response.end('[]')).listen(0, '127.0.0.1');
  cleanup(() => secure.close());
  await once(secure, 'listening');
  const endpoint = `https://127.0.0.1:${secure.address().port}`;
  const { page, answer, sources } = await open('', {
    at: await startGateway({ change: withSettings({ endpoint }), connect: endpoint }),
  });
  await expect(sources.source('warnings')).toContainText('cannot be reached');
  await answer.is('unknown');
  expect(await page.locator('body').innerText()).not.toMatch(/certificate|proceed|trust/i);
});

// case 16
test('on a slow line the warnings are requested and shown before tiles', async ({ open, startGateway }) => {
  const gateway = await startGateway(withTiles(404));
  const gorlif = await open('', { at: { address: 'about:blank' } });
  const { page, answer } = gorlif;
  const priorities = {};
  const session = await slowDown(page, 300, 60_000, 60_000);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request: { url, initialPriority } }) => {
    for (const [name, pattern] of [
      ['data', /\/api\//],
      ['module', /_bg\.wasm$/],
    ])
      if (pattern.test(url)) priorities[name] ??= initialPriority;
  });
  await page.goto(gateway.address, { waitUntil: 'commit' });
  await expect(answer.element).toHaveAttribute('data-answer', 'some', { timeout: 60_000 });
  const first = gateway.seen.find(({ path }) => path.includes(WALES_PATH) || path.startsWith('/tiles/'));
  expect(first.path, 'warnings are asked for before tiles').toContain(WALES_PATH);
  // HTTP/2 sends what has the higher priority first.
  expect(priorities).toEqual({ data: 'High', module: 'Low' });
  await gorlif.marked('usable', 'warnings-shown');
  const at = await page.evaluate(() =>
    Object.fromEntries(performance.getEntriesByType('mark').map((mark) => [mark.name, mark.startTime])),
  );
  expect(at['warnings-shown'], JSON.stringify(at)).toBeLessThanOrEqual(at.usable);
});

// case 16, 17
test('a device that saves data is asked before tiles are loaded; a failure is told', async ({ open, startGateway }) => {
  const gateway = await startGateway(withTiles(503));
  const gorlif = await open('', {
    at: gateway,
    init: () => Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) }),
  });
  const { page, lists, map } = gorlif;
  await gorlif.marked();
  expect(tilesOf(gateway)).toEqual([]);
  const button = page.getByRole('button', { name: 'Load the detailed map' });
  await Promise.all([page.waitForRequest(/\/tiles\//), button.click()]);
  await expect(button).toHaveCount(0);
  await expect(page.getByText('The detailed map could not be loaded. The outline stays.')).toBeVisible();
  expect(await lists.gauges.count()).toBeGreaterThanOrEqual(120);
  expect(Number(await map.element.getAttribute('data-stations'))).toBeGreaterThanOrEqual(120);
  const tiles = tilesOf(gateway);
  expect(new Set(tiles).size).toBe(tiles.length);
});

// case 108
test('a position that is refused, far away or vague is told, and typing a place works', async ({
  open,
  startGateway,
}) => {
  // The browser would give the first position again for a minute.
  const init = () => {
    const { getCurrentPosition } = Geolocation.prototype;
    Geolocation.prototype.getCurrentPosition = function (found, ...rest) {
      if (!globalThis.position) return getCurrentPosition.call(this, found, ...rest);
      setTimeout(() => found({ coords: globalThis.position }));
    };
  };
  const at = await startGateway({ more: { 'Permissions-Policy': 'geolocation=()' } });
  const gorlif = await open('', { at, init });
  const { page, place } = gorlif;
  const { lat: latitude, lon: longitude } = BRECON;
  const locateAt = async (position) => {
    await page.evaluate((position) => Object.assign(globalThis, { position }), position);
    await place.locate();
  };
  for (const [position, words] of [
    [null, 'did not allow'],
    [{ latitude: 48.85, longitude: 2.35, accuracy: 20 }, 'outside the area'],
    [{ latitude, longitude, accuracy: 50_000 }, 'only roughly'],
  ]) {
    await locateAt(position);
    await expect(place.problem).toContainText(words);
    await place.type('Brecon');
    await expect(place.suggestions.first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(place.name).toHaveText('Brecon');
    await place.chooseWales();
    await expect(place.name).toHaveText('All Wales');
  }
  await locateAt({ latitude, longitude, accuracy: 20 });
  await expect(place.name).toHaveText('Brecon');
  expect(gorlif.faults.filter((fault) => !/permissions policy/i.test(fault))).toEqual([]);
});

// case 109
test('without WebAssembly the failure box stands, in both languages', async ({ open }) => {
  const { failure } = await open('', { init: () => delete globalThis.WebAssembly });
  const text = /could not be checked.*0345 988 1188.*Nid oes modd gwirio/s;
  await expect(failure).toContainText(text, { useInnerText: true });
});

// case 109
test('without a canvas the lists work', async ({ open }) => {
  const { answer, lists, failure } = await open('', {
    init: () => {
      HTMLCanvasElement.prototype.getContext = () => null;
    },
  });
  await expect.poll(() => lists.gauges.count(), { message: 'listed gauges' }).toBeGreaterThanOrEqual(120);
  await answer.is('some');
  await expect(failure).toBeHidden();
});

// case 109
test('the map zooms in an animation, with less motion at once; in forced colours and on paper nothing is lost', async ({
  visit,
}) => {
  const gorlif = await visit('?lang=en');
  const { page, answer, forecast, lists, map } = gorlif;
  for (const [reducedMotion, isAnimated] of [
    ['no-preference', true],
    ['reduce', false],
  ]) {
    await page.emulateMedia({ reducedMotion });
    await page.reload();
    await gorlif.marked();
    await map.still();
    await page.evaluate(() => {
      globalThis.isAnimated = false;
      const pane = document.querySelector('.leaflet-map-pane');
      new MutationObserver(() => {
        if (pane.classList.contains('leaflet-zoom-anim')) globalThis.isAnimated = true;
      }).observe(pane, { attributes: true });
    });
    const before = await map.zoom();
    await page.locator('.map-buttons button').first().click();
    await expect.poll(() => map.zoom(), { message: 'zoom' }).toBeGreaterThan(before);
    expect(await page.evaluate(() => globalThis.isAnimated), reducedMotion).toBe(isAnimated);
  }
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(answer.sentence).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const panel of [lists.warnings, lists.rivers, forecast.panel]) await expect(panel).toBeVisible();
});

test('a trap in the running page takes the frozen facts away and shows the failure box', async ({ open }) => {
  const gorlif = await open();
  const { page, failure, failureCause } = gorlif;
  await gorlif.marked('usable');
  await gorlif.speak('cy');
  // (module (func (export "f") unreachable))
  await page.evaluate(() => {
    const { exports } = new WebAssembly.Instance(
      new WebAssembly.Module(
        new Uint8Array([
          0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11,
        ]),
      ),
    );
    setTimeout(() => exports.f());
  });
  await expect(failure).toContainText(/0345 988 1188.*Reload/s, { useInnerText: true });
  await expect(failureCause).toContainText(/trap: .*unreachable/);
  await expect(page.locator('#page')).toHaveCount(0);
  const spoken = await failure.locator('p').evaluateAll((texts) => texts.map((text) => text.closest('[lang]').lang));
  expect(spoken.slice(0, 2), 'each language is marked, whatever the page spoke').toEqual(['en', 'cy']);
});

/** For `open`'s init: the marks that the page sets on the icon of the installed page. Only an installed page has one. */
const noteBadges = () => {
  globalThis.badges = [];
  const set = (badge) => {
    globalThis.badges.push(badge);
    return Promise.reject(new DOMException('not installed', 'NotAllowedError'));
  };
  navigator.setAppBadge = (number) => set(number ?? 'mark');
  navigator.clearAppBadge = () => set('none');
};

test('the icon of the installed page has the number in force, or a mark where it is not known', async ({ open }) => {
  let given = { status: 503 };
  const answers = { wales: () => given, here: () => given };
  const gorlif = await open(AROUND_BRECON, { answers, init: noteBadges });
  const badges = () => gorlif.page.evaluate(() => globalThis.badges);
  await expect.poll(badges).toEqual(['mark']);
  const ended = messageAt('c', 4, 'Honddu');
  for (const [messages, badge] of [
    [[messageAt('a', 2, 'Usk at Brecon'), messageAt('b', 3, 'Usk'), ended], 2],
    [[ended], 'none'],
  ]) {
    given = collection(...messages);
    await gorlif.check(70);
    await expect.poll(async () => (await badges()).at(-1)).toBe(badge);
  }
  // That a browser refuses it is no fault of the page.
  expect(gorlif.faults.filter((fault) => !fault.includes('503'))).toEqual([]);
});
