// The page in frames of another site: a sample council's, on an origin of its own, before the gateway of production.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { collection, gauge } from '../support/bodies.mjs';
import { expect, test as base } from '../support/fixtures.mjs';
import { Gorlif } from '../support/gorlif.mjs';
import { dist, serveCouncil, startFront, startNginx, withFrames } from '../support/harness.mjs';
import { LEVELS_PATH, operationOf } from '../support/operations.mjs';
import { AROUND_BRECON, BRECON } from '../support/page.mjs';

const AROUND = AROUND_BRECON.slice(1);
const SANDBOX = 'allow-scripts allow-same-origin allow-popups';
const OPAQUE_SANDBOX = 'allow-scripts allow-popups';

/** The address of a council's site. */
const site = [
  async ({}, use) => {
    const { address, stop } = await serveCouncil();
    await use(address);
    await stop();
  },
  { scope: 'worker' },
];
/** The settings of a gateway that lets a site frame its page. */
const framedBy = (site) => ({ GORLIF_FRAME_ANCESTORS: new URL(site).origin });

/** The page objects of the frames of a page. */
const framesOf = (page) => page.frames().flatMap((frame) => (frame.parentFrame() ? [new Gorlif(frame)] : []));

const frameOf =
  ({ address }) =>
  (query, { width = 480, height = 480, sandbox = SANDBOX, more = '' } = {}) =>
    `<iframe src="${address}?${query.replaceAll('&', '&amp;')}" title="Flood warnings" sandbox="${sandbox}" ` +
    `width="${width}" height="${height}" ${more}></iframe>`;

const test = base.extend({
  council: site,
  stranger: site,

  gateway: async ({ processes, service, council, cleanup }, use) => {
    const nginx = await processes('nginx of the council', () => startNginx(service, { settings: framedBy(council) }));
    const front = await startFront(nginx, service);
    cleanup(front.stop);
    await use(front);
  },

  /** The HTML of a frame with the page: `frame(query, { width, height, sandbox, more })`. */
  frame: async ({ gateway }, use) => use(frameOf(gateway)),

  /** Opens the council's page with this HTML: the page, and the page objects of its frames. */
  visit: async ({ open, council }, use) => {
    await use(async (html, options = {}) => {
      const { page } = await open('', { at: { address: withFrames(council, html) }, ...options });
      const frames = framesOf(page);
      const [one, two] = frames;
      return { page, frames, one, two };
    });
  },
});
test.use({ flags: '--scenario storm' });

const htmlOf = ({ page }) => page.locator('html');
const fullPage = ({ page }) => page.locator('.full');

/** Waits until a frame is as high as its content. */
const fits = ({ page }) =>
  expect
    .poll(() => page.evaluate(() => innerHeight - Math.ceil(document.body.getBoundingClientRect().height)), {
      message: 'pixels of the frame below its content',
    })
    .toBeGreaterThanOrEqual(0);

/** Scrolls the site and its frames to their beginning. */
const scrollBack = async (page) => {
  for (const each of page.frames()) await each.evaluate(() => scrollTo(0, 0));
};

/** Collects in `told` what a site is told by messages. */
const listen = () => {
  window.told = [];
  addEventListener('message', ({ data, origin }) => window.told.push({ data, origin }));
};

const PARTS = {
  '.map-frame': ['map'],
  '.answer': ['map', 'list', 'status'],
  '.panel.warnings': ['list'],
  '.panel.forecast': ['forecast'],
  '.views': ['list'],
  '.views button:last-child': [],
  '.place': [],
  '.tagline': [],
  '.statements': [],
  '.full': ['map', 'list', 'status', 'forecast'],
  '.language': ['map', 'list', 'status', 'forecast'],
  '.sources': ['map', 'list', 'status', 'forecast'],
  '.foot .floodline': ['map', 'list', 'status', 'forecast'],
};
const CHECKED = { en: /Checked (?:at|on) (?:\d+\s\w+, )?\d\d:\d\d/, cy: /Gwiriwyd (?:am|ar \d+\s\w+,) \d\d:\d\d/ };
/** The sizes of frames; a page is opened in the first one. */
const SIZES = [
  [320, 240],
  [480, 480],
  [960, 600],
];
const firstMessage = ({ answer: { sentence, element } }) => [
  sentence,
  element.locator('.emergency'),
  element.locator('.floodline'),
];
const firstDays = ({ forecast }) => [0, 1].map((day) => forecast.panel.locator('.days li').nth(day));
/** Of each view: the buttons in its answer that lead to its lists, what stands first in a frame of this size, and its chunks. */
const VIEWS = {
  map: { buttons: 0 },
  list: {
    buttons: 2,
    size: [480, 480],
    first: firstMessage,
    chunks: ['details', 'forecast', 'page', 'search', 'shared'],
  },
  status: { buttons: 0, size: [480, 480], first: firstMessage },
  forecast: { size: [320, 480], first: firstDays, chunks: ['forecast', 'page', 'search', 'shared'] },
};

/** Expects an answer that says what else is in force and the nearest gauge, with this number of buttons. */
async function hasButtons({ answer }, count) {
  await answer.settled();
  await expect(answer.also).toContainText(/Also within 20\skm/);
  await expect(answer.gauge.locator('[data-nearest-gauge]')).toHaveAttribute('data-nearest-gauge', /\d/);
  await expect(answer.element.locator('.also button, button.nearest')).toHaveCount(count);
}

for (const [view, { buttons, size, first, chunks = ['page', 'search'] }] of Object.entries(VIEWS))
  test(`a view shows its part in each size, what matters without scrolling: ${view}`, async ({ visit, frame }) => {
    const query = `embed=${view}&v=1&${AROUND}&lang=en`;
    const { page, one } = await visit(frame(query, { width: 320, height: 240 }), { colorScheme: 'dark' });
    const resize = ([width, height]) =>
      page.locator('iframe').evaluate((frame, size) => Object.assign(frame, size), { width, height });
    await one.answer.settled();
    if (view !== 'forecast') await hasButtons(one, buttons);
    await expect(htmlOf(one)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    for (const [width, height] of SIZES) {
      await resize([width, height]);
      for (const lang of ['en', 'cy']) {
        const look = `${width} × ${height}, ${lang}`;
        await one.inLanguage(lang);
        for (const [part, views] of Object.entries(PARTS))
          await expect(one.page.locator(part).filter({ visible: true }), `${part}: ${look}`).toHaveCount(
            views.includes(view) ? 1 : 0,
          );
        if (view !== 'forecast')
          await expect(one.answer.element, look).toContainText(CHECKED[lang], { useInnerText: true });
        if (view === 'map')
          await expect
            .poll(
              () =>
                one.map.element.evaluate((map) => {
                  const { bottom } = map.closest('.map-frame').getBoundingClientRect();
                  return bottom <= innerHeight + 35 && map.clientHeight >= 80;
                }),
              { message: `the map ends near the lower edge and is at least 80 px high: ${look}` },
            )
            .toBe(true);
        expect(await one.excessWidth(), `pixels too wide: ${look}`).toBeLessThanOrEqual(0);
        await expect(fullPage(one), look).toHaveJSProperty('search', `?${AROUND}&lang=${lang}`);
      }
    }
    if (first) {
      await resize(size);
      await one.inLanguage('en');
      await scrollBack(page);
      for (const part of first(one)) await expect(part).toBeInViewport({ ratio: 1 });
    }
    const loaded = page.asked.flatMap((request) => /_(?!bg)(\w+)\.wasm$/.exec(request.url())?.[1] ?? []);
    expect(loaded.sort(), 'only the chunks of what the frame shows').toEqual(chunks);
    const isOfMap = (request) => /\/(?:leaflet-\w+\.js|ground\.txt)$/.test(request.url());
    expect(page.asked.some(isOfMap), 'the map’s script and ground').toBe(view === 'map');
    expect(page.faults).toEqual([]);
  });

test('a frame has the buttons of its list only, and a choice and a reload keep its options', async ({
  visit,
  frame,
}) => {
  const query = `embed=list&v=1&${AROUND}&lang=en`;
  const { page, frames, one } = await visit(
    frame(`${query}&theme=dark&layers=warnings`) + frame(`${query}&layers=rivers`),
  );
  expect(frames).toHaveLength(2);
  for (const each of frames) await hasButtons(each, 1);
  const gauge = frames[1].lists.gauge('4121');
  await gauge.button.click();
  await expect(gauge.row.locator('section')).toBeVisible();
  await expect(frames[1].page.getByRole('button', { name: 'Watch', exact: true })).toHaveCount(0);
  // Both have the panel of the forecast, which has no map to show a day on.
  await expect(frames[1].page.locator('.forecast .days li')).toHaveCount(5);
  await expect(frames[1].page.locator('.map-days, .days button')).toHaveCount(0);
  await one.speak('cy');
  await one.hasParameter('lang', 'cy');
  await one.hasParameter('embed', null);
  await Promise.all([
    page.waitForEvent('framenavigated', (which) => which === one.page),
    one.page.evaluate(() => setTimeout(() => location.reload())),
  ]);
  await one.speaks('cy');
  await expect(one.lists.warnings).toBeVisible();
  await expect(one.lists.rivers).toBeHidden();
  const shown = await htmlOf(one).evaluate((element) => ({ ...element.dataset }));
  expect(shown).toEqual({ embed: 'list', layers: 'warnings', place: 'fixed', scripts: '', theme: 'dark' });
});

// How each option is read is tested with the script alone (tests/scripts/embed_frame.test.mjs).
test('each frame has what its address says, and nothing else of it', async ({ visit, frame, gateway, council }) => {
  const [some, light] = [/^[1-9]/, 'rgb(255, 255, 255)'];
  const expected = {
    'embed=map&layers=warnings&theme=dark&endpoint=https://evil.example': ['#7cc4ee', 'rgb(15, 24, 32)', '0', some],
    'embed=map&layers=rivers&accent=7a0019': ['#7a0019', light, some, '0'],
  };
  const html = Object.keys(expected).map((query) => frame(query, { width: 320, height: 400 }));
  const { page, frames } = await visit(html.join(''), { colorScheme: 'light' });
  for (const [index, [query, [accent, paper, stations, warnings]]] of Object.entries(expected).entries()) {
    const each = frames[index];
    await expect(each.map.element, query).toHaveAttribute('data-stations', stations);
    await expect(each.map.element, query).toHaveAttribute('data-warnings', warnings);
    await expect(htmlOf(each), query).toHaveCSS('--accent', accent);
    await expect(htmlOf(each), query).toHaveCSS('background-color', paper);
  }
  const isElsewhere = (url) => !url.startsWith(gateway.address) && !url.startsWith(council);
  const elsewhere = page.asked.map((request) => request.url()).filter(isElsewhere);
  expect(elsewhere, 'no parameter leads anywhere else').toEqual([]);
});

// case 111
test('a site on the list frames the page, another one or no origin cannot', async ({ visit, frame, stranger }) => {
  const html = frame(`embed=status&${AROUND}`);
  const { page, one } = await visit(html);
  await expect(one.answer.element).toBeVisible();
  for (const address of [withFrames(stranger, html), `data:text/html,${encodeURIComponent(html)}`]) {
    await page.goto(address);
    const [, inner] = page.frames();
    expect(inner.url(), address).toMatch(/^chrome-error:/);
    await expect(inner.locator('#answer'), address).toHaveCount(0);
  }
});

// case 112, 119
test('in a sandbox without an origin of its own, without storage, it works and forgets', async ({ visit, frame }) => {
  const { page, one } = await visit(frame(`embed=list&v=1&${AROUND}`, { sandbox: OPAQUE_SANDBOX }));
  await one.answer.is('some');
  expect(await one.page.evaluate(() => origin)).toBe('null');
  const refused = await one.page.evaluate(() => (async () => localStorage.length)().catch(({ name }) => name));
  expect(refused).toBe('SecurityError');
  await expect(one.lists.messages.first()).toBeVisible();
  await one.speak('cy');
  await expect(one.lists.warnings).toBeVisible();
  expect(page.faults).toEqual([]);
  // Asked again, conditionally or not, it is answered: no preflight stands in the way.
  const asked = page.waitForResponse((response) => operationOf(new URL(response.url()).pathname) === 'wales');
  await one.check(70);
  const response = await asked;
  expect(response.status()).toBe(200);
  expect(response.request().headers()).not.toHaveProperty('if-none-match');
});

// case 113
test('the full page opens without access to the frame, or its address is shown', async ({ visit, frame, gateway }) => {
  const query = `embed=status&v=1&${AROUND}`;
  const closed = frame(query, { sandbox: 'allow-scripts allow-same-origin' });
  const { page, one, two } = await visit(closed + frame(query));
  const before = page.url();
  await fullPage(one).click();
  await expect(one.page.locator('.address')).toHaveText(new RegExp(`^ ${gateway.address}`));
  expect(page.url(), 'the site stays where it is').toBe(before);
  await expect(fullPage(two)).toHaveAttribute('href', /lat=/);
  const [opened] = await Promise.all([page.context().waitForEvent('page'), fullPage(two).click()]);
  await opened.waitForURL(`${gateway.address}**`);
  await expect(opened.locator('#answer')).toBeAttached();
  expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  const visited = gateway.seen.findLast((seen) => seen.path === '/' && seen.headers['sec-fetch-dest'] === 'document');
  expect(visited.headers).not.toHaveProperty('referer');
});

// case 114
test('without leave for the position the button explains, and with it a frame goes there', async ({ visit, frame }) => {
  const query = `embed=status&v=1&place=free&${AROUND}&lang=en`;
  const html = ['', 'allow="geolocation"'].map((more) => frame(query, { height: 700, more }));
  const { page, one, two } = await visit(html.join(''), {
    permissions: ['geolocation'],
    geolocation: { latitude: 53.22, longitude: -4.13, accuracy: 50 },
  });
  await one.place.locate();
  await expect(one.place.problem).toHaveText(/\S/);
  const remembered = () => two.page.evaluate(() => localStorage.getItem('gorlif.place'));
  await two.place.locate();
  await two.hasParameter('lat', '53.22');
  await two.hasParameter('lon', '-4.13');
  expect(await remembered()).toBeNull();
  await two.place.choose(`${BRECON.lat}, ${BRECON.lon}`);
  await two.hasParameter('lat', String(BRECON.lat));
  expect(await remembered()).toBeNull();
  expect(page.faults.filter((fault) => !/geolocation/i.test(fault))).toEqual([]);
});

/** Messages of the wrong shape, as JSON. */
const FOREIGN =
  '[null, 1, "hello", [], {}, { "gorlif": 1 }, { "gorlif": 2, "type": "hello" }, { "constructor": 1, "type": "hello" }, ' +
  '{ "gorlif": 1, "type": "hello", "more": 1 }, { "gorlif": 1, "type": "place", "lat": 1 }, ' +
  '{ "__proto__": { "gorlif": 1, "type": "hello" } }]';

// case 115
test('the height is told to the site that asked, no foreign message changes it', async ({ visit, frame, gateway }) => {
  const { page, one } = await visit(
    frame(`embed=status&v=1&height=auto&${AROUND}`, { height: 150, more: 'data-gorlif' }),
    { init: listen },
  );
  await one.answer.settled();
  expect(await page.evaluate(() => window.told), 'before a request').toEqual([]);
  expect(statSync(join(dist, 'embed.js.br')).size, 'bytes of the script for a site').toBeLessThanOrEqual(1_024);
  await page.addScriptTag({ url: `${gateway.address}embed.js` });
  await expect.poll(() => page.evaluate(() => window.told.length), { message: 'heights' }).toBeGreaterThan(0);
  await fits(one);
  const keys = await page.evaluate(() => window.told.map(({ data }) => Object.keys(data).sort().join()));
  expect([...new Set(keys)], 'nothing but a number goes out').toEqual(['gorlif,height,type']);
  const height = () => page.locator('iframe[title]').evaluate((frame) => frame.clientHeight);
  const before = await height();
  // To the frame, and to the site: of the wrong shape, window, origin or size, and many of them.
  await page.evaluate((foreign) => {
    const inside = document.querySelector('iframe').contentWindow;
    for (const data of [...JSON.parse(foreign), 'x'.repeat(1_000_000)]) inside.postMessage(data, '*');
    for (let n = 0; n < 10_000; n++) inside.postMessage({ gorlif: 1, type: 'hello' }, '*');
    for (const height of [1e9, -5, 0.5, '900', NaN, null, { toString: 'x' }])
      window.postMessage({ gorlif: 1, type: 'height', height }, '*');
    const stranger = document.body.appendChild(document.createElement('iframe'));
    stranger.srcdoc =
      '<script>parent.postMessage({ gorlif: 1, type: "height", height: 5000 }, "*"); ' +
      'parent.frames[0].postMessage({ gorlif: 1, type: "hello" }, "*")</script>';
    return new Promise((done) => stranger.addEventListener('load', () => setTimeout(done, 0)));
  }, FOREIGN);
  const told = await page.evaluate(() => window.told.filter(({ origin }) => origin !== location.origin).length);
  expect(await height()).toBe(before);
  expect(told, 'messages for 10,000').toBeLessThan(20);
  await expect(one.answer.element).toBeVisible();
  expect(page.faults).toEqual([]);
});

/** Waits until the map's canvas is as wide as its frame. */
const mapFillsFrame = ({ page }) => {
  const beyond = () =>
    page.locator('canvas.map-surface').evaluate((canvas) => canvas.getBoundingClientRect().width - innerWidth);
  return expect.poll(beyond, { message: 'pixels of the map beyond the frame' }).toBeGreaterThanOrEqual(0);
};

// case 116
test('no size, hidden and shown, resized a thousand times: the map stays where it is', async ({ visit, frame }) => {
  const query = `embed=map&v=1&${AROUND}`;
  const { page, one, two: late } = await visit(frame(query) + frame(query, { width: 0, height: 0 }));
  const element = (nth) => page.locator('iframe').nth(nth);
  await one.map.still();
  const at = () => one.map.element.evaluate((map) => map.dataset.centre.split(' ').map(Number));
  const [lat, lon] = await at();
  await element(0).evaluate(async (frame) => {
    const next = () => new Promise((done) => requestAnimationFrame(done));
    frame.style.width = frame.style.height = '0px';
    await next();
    frame.style.display = 'none';
    await next();
    frame.style.cssText = 'height: 200px; width: 320px';
    await next();
    for (let n = 0; n < 1_000; n++) {
      frame.style.width = `${300 + (n % 500)}px`;
      if (n % 20 === 0) await next();
    }
    frame.style.cssText = 'height: 480px; width: 480px';
    await next();
  });
  await mapFillsFrame(one);
  const [lat2, lon2] = await at();
  expect(Math.abs(lat - lat2), `${lat} → ${lat2}`).toBeLessThan(0.2);
  expect(Math.abs(lon - lon2), `${lon} → ${lon2}`).toBeLessThan(0.3);
  await expect(late.answer.element).toBeAttached();
  await element(1).evaluate((frame) => Object.assign(frame, { width: 480, height: 480 }));
  await mapFillsFrame(late);
  await expect(late.map.element).toHaveAttribute('data-centre', /^\d+\.\d+ -?\d+\.\d+$/);
  expect(page.faults).toEqual([]);
});

// case 15, 117
test('two frames on one page keep apart, and ask together no more than one', async ({ visit, frame, gateway }) => {
  const { page, one, two } = await visit(
    frame(`embed=status&v=1&${AROUND}&lang=en`) + frame('embed=list&v=1&lat=53.22&lon=-4.13&r=10&lang=cy'),
  );
  for (const each of [one, two]) await each.marked();
  await one.speaks('en');
  await two.speaks('cy');
  expect(await one.answer.sentence.textContent()).not.toBe(await two.answer.sentence.textContent());
  await one.speak('cy');
  await two.speaks('cy');
  // What one of them hears of all Wales is sent to the other, which need not ask for it (core/src/source/poller.rs).
  gateway.seen.length = 0;
  // Later than the shortest interval, and earlier than half the usual one, at which the other may be due.
  for (const each of [one, two]) await each.later(100);
  const heard = two.page.evaluate(
    (path) =>
      new Promise((done) => {
        new BroadcastChannel('gorlif').onmessage = ({ data }) => data?.url.includes(path) && done();
      }),
    LEVELS_PATH,
  );
  await one.sources.checkButton.click();
  await heard;
  await two.sources.are('fresh', 'levels');
  expect(gateway.seen.filter(({ path }) => path === `/api${LEVELS_PATH}`)).toHaveLength(1);
  expect(page.faults).toEqual([]);
});

/** Repeats a gesture until it has scrolled the site: the frame's own text goes first, as with any frame. */
async function scrollsSite(page, gesture) {
  const scrolled = () =>
    page.evaluate(async () => {
      for (let n = 0; n < 2; n++) await new Promise((done) => requestAnimationFrame(done));
      return scrollY;
    });
  for (let n = 0; n < 20 && (await scrolled()) < 50; n++) await gesture();
  expect(await scrolled(), 'the site has moved').toBeGreaterThanOrEqual(50);
}

// case 118
test('the wheel scrolls the site, the wheel with Ctrl moves the map; keys go in and out', async ({ visit, frame }) => {
  const { page, one } = await visit(frame(`embed=map&v=1&${AROUND}`));
  await one.map.still();
  const zoom = await one.map.zoom();
  await page.locator('iframe').hover();
  await page.mouse.wheel(0, 300);
  await expect(one.page.locator('.map-gesture')).toBeVisible();
  await scrollsSite(page, () => page.mouse.wheel(0, 300));
  expect(await one.map.zoom()).toBe(zoom);
  await scrollBack(page);
  await page.locator('iframe').hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expect.poll(() => one.map.zoom(), { message: 'the map’s zoom' }).toBeGreaterThan(zoom);
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await one.marked('usable', 'warnings-shown');
  await page.locator('#before').focus();
  const inside = [];
  for (let n = 0; n < 60 && inside.at(-1) !== 'after'; n++) {
    await page.keyboard.press('Tab');
    inside.push(await page.evaluate(() => document.activeElement.id || document.activeElement.tagName));
  }
  expect(inside.filter((at) => at === 'IFRAME').length, inside.join()).toBeGreaterThanOrEqual(4);
  await expect(page.locator('#after')).toBeFocused();
});

// case 118
test('a mouse and a finger choose a gauge, one finger scrolls the site, two move the map', async ({ visit, frame }) => {
  // Apart from the place, in the middle of the map.
  const west = { title: 'Gauge in the west', lat: BRECON.lat + 0.05, lon: BRECON.lon - 0.1 };
  const east = { title: 'Gauge in the east', lat: BRECON.lat + 0.04, lon: BRECON.lon + 0.1 };
  const gauges = [west, east].map(({ title, lat, lon }, index) =>
    gauge({ Location: `${index + 1}`, TitleEN: title }, [lon, lat]),
  );
  const { page, one } = await visit(frame(`embed=map&v=1&${AROUND}&layers=rivers`), {
    answers: { levels: collection(...gauges) },
    viewport: { width: 500, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  const { map } = one;
  await map.has({ stations: 2 });
  const box = await page.locator('iframe').boundingBox();
  for (const [{ title, lat, lon }, press] of [
    [west, (x, y) => page.mouse.click(x, y)],
    [east, (x, y) => page.touchscreen.tap(x, y)],
  ]) {
    const { x, y } = await map.pixel(lat, lon);
    await press(box.x + x, box.y + y);
    await expect(map.popup.filter({ hasText: title })).toBeVisible();
  }
  await map.element.press('Escape');
  await expect(map.popup).toHaveCount(0);
  await map.still();

  const centre = () => map.element.getAttribute('data-centre');
  const before = (await centre()).split(' ');
  const session = await page.context().newCDPSession(page);
  const [x, y] = [box.x + 180, box.y + 350];
  const touch = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await scrollsSite(page, async () => {
    await touch('touchStart', { x, y });
    for (let step = 1; step <= 12; step++) await touch('touchMove', { x, y: y - 12 * step });
    await touch('touchEnd');
  });
  // A drag of 144 pixels would have been 0.3°; the map may settle by a pixel when its frame does.
  const moved = (await centre()).split(' ').map((degrees, i) => Math.abs(degrees - before[i]));
  expect(Math.max(...moved), 'the map has not moved').toBeLessThan(0.01);
  await scrollBack(page);
  const zoom = await map.zoom();
  await session.send('Input.synthesizePinchGesture', { x, y, scaleFactor: 2, gestureSourceType: 'touch' });
  await expect.poll(() => map.zoom(), { message: 'the map’s zoom' }).not.toBe(zoom);
});

test('the builder makes a snippet that works as it is pasted, and shows it live', async ({ visit, open, gateway }) => {
  const { page, faults } = await open('pages/builder.html');
  const snippet = page.locator('#snippet');
  const inEnglish = /title="Map of flood warnings and river levels: Brecon"[^]*>Flood warnings[^]*\/plain\/en\//;
  const inWelsh =
    /title="Map o rybuddion llifogydd a lefelau afonydd: Aberhonddu"[^]*Rhybuddion llifogydd[^]*\/plain\/cy\//;
  // In the language that the frame opens in, whatever the builder speaks.
  for (const [path, place, own, other, language] of [
    ['builder', 'Brecon', inEnglish, inWelsh, 'cy'],
    ['adeiladu', 'Aberhonddu', inWelsh, inEnglish, 'en'],
  ]) {
    await page.goto(`${gateway.address}pages/${path}.html`);
    const places = page.locator('#places option');
    await expect.poll(() => places.count(), { message: 'places to choose from' }).toBeGreaterThan(100);
    await page.locator('#place').fill(place);
    await expect(snippet).toHaveValue(own);
    await page.locator('#language').selectOption(language);
    await expect(snippet).toHaveValue(other);
  }
  await page.locator('#language').selectOption('cy');
  await page.locator('#radius').selectOption('20');
  await page.locator('#locate').check();
  await page.locator('#auto').check();
  const html = await snippet.inputValue();
  for (const part of [
    'loading="lazy"',
    'sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"',
    'allow="geolocation"',
    'place=free',
    'r=20',
  ])
    expect(html).toContain(part);
  for (const width of [320, 480, 960]) {
    await page.locator(`[data-width="${width}"]`).click();
    await expect(page.locator('#live')).toHaveJSProperty('clientWidth', width);
  }
  await expect(page.frameLocator('#live').locator('#answer')).toBeAttached();

  const { page: site, one } = await visit(html);
  // Its first letters may change within a sentence.
  await expect(one.answer.area).toContainText('erhonddu');
  await fits(one);
  await expect(site.locator(`a[href^="${gateway.address}"]`), 'the links below it').toHaveCount(2);
  expect(site.faults).toEqual([]);

  await page.locator('#view').selectOption('forecast');
  await page.locator('#county').selectOption('powys');
  await expect(snippet).toHaveValue(/embed=forecast.*county=powys[^]*\/plain\/cy\/powys\.html/);
  await expect(page.locator('label').filter({ has: page.locator('#place') })).toBeHidden();
  await expect(page.locator('#plain')).toHaveValue(/^<p><a href="[^"]+">[^<]+<\/a>\. .*0345 988 1188/);
  expect(faults).toEqual([]);
});

test('a frame asks the network for the page, so leave can be withdrawn', async ({ open, startGateway, council }) => {
  let isWithdrawn = false;
  const policy = { 'Content-Type': 'text/html', 'Content-Security-Policy': "frame-ancestors 'none'" };
  const withdrawn = { headers: policy, body: '<p id="withdrawn">' };
  const ofFrame = ({ path, headers }) => path === '/' && headers['sec-fetch-dest'] === 'iframe';
  const gateway = await startGateway({
    settings: framedBy(council),
    answer: (path, { headers }) => (isWithdrawn && ofFrame({ path, headers }) ? withdrawn : null),
  });
  const gorlif = await open('', { at: gateway, serviceWorkers: 'allow' });
  await gorlif.marked();
  await gorlif.page.evaluate(() => navigator.serviceWorker.ready);
  const documents = () => gateway.seen.filter(ofFrame).length;
  expect(documents()).toBe(0);
  const host = await gorlif.page.context().newPage();
  // case 257
  await host.goto(withFrames(`${council}isolated`, frameOf(gateway)(`embed=status&v=1&${AROUND}`)));
  expect(await host.evaluate(() => crossOriginIsolated)).toBe(true);
  const inner = () => host.frames()[1];
  await expect(inner().locator('#answer')).toBeAttached();
  expect(documents(), 'not from the device').toBe(1);
  isWithdrawn = true;
  await host.reload();
  await expect(host.locator('iframe')).toBeAttached();
  expect(documents()).toBe(2);
  expect(inner().url()).toMatch(/^chrome-error:/);
  await expect(inner().locator('#answer, #withdrawn')).toHaveCount(0);
});

test('a frame whose module does not load leads to its county’s plain page', async ({ open, startGateway, council }) => {
  const gateway = await startGateway({
    settings: framedBy(council),
    answer: (path) => (path.endsWith('.wasm') ? { status: 404 } : path.startsWith('/plain/') ? { body: '' } : null),
  });
  const html = [SANDBOX, OPAQUE_SANDBOX].map((sandbox) =>
    frameOf(gateway)('embed=list&v=1&county=powys&lang=cy', { sandbox }),
  );
  const { page } = await open('', { at: { address: withFrames(council, html.join('')) } });
  const frames = framesOf(page);
  expect(frames).toHaveLength(2);
  for (const { failure } of frames) {
    await expect(failure).toBeVisible();
    await expect(failure).toContainText('0345 988 1188');
    const link = failure.getByRole('link', { name: 'Tudalen syml' });
    await expect(link).toHaveAttribute('href', /\/plain\/cy\/powys\.html$/);
  }
});
