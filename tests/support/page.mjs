// The page in a real Chromium, for every ring and the benchmarks: opening it, and waiting until it shows something.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { until } from './gateway-harness.mjs';

export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1280, height: 900 };

export const BRECON = { lat: 51.9473, lon: -3.3912 };
/** The query of an address that is about so many kilometres around Brecon. */
export const around = (radius) => `?lat=${BRECON.lat}&lon=${BRECON.lon}&r=${radius}`;
export const AROUND_BRECON = around(20);

/** How long a wait lasts whose condition does not come true, in milliseconds. */
const PATIENCE = 30_000;

const FLAGS = [
  '--no-sandbox --disable-gpu --disable-quic --no-first-run',
  '--disable-background-networking --disable-component-update --disable-sync',
].flatMap((flags) => flags.split(' '));
const BROWSERS = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const installed = (names) => process.env.CHROME ?? names.map((name) => `/usr/bin/${name}`).find(existsSync);

/** How the end-to-end tests launch the system's Chromium: its headless shell, which needs half the time of the whole browser. */
export const LAUNCH = { executablePath: installed(['chromium-headless-shell', ...BROWSERS]), args: FLAGS };

/** The whole browser, as people have it. */
export const startBrowser = (...flags) =>
  chromium.launch({ executablePath: installed(BROWSERS), args: [...FLAGS, ...flags] });

/**
 * Opens a page in a new context. `page.faults` collects exceptions, errors on the console and breaches of the policy, `page.asked`
 * the requests. `init` runs in the page before its scripts. `prepare` gets the context before the page is loaded.
 */
export async function open(browser, address, { init = () => {}, prepare = () => {}, waitUntil, ...options } = {}) {
  const usual = { viewport: WIDE, locale: 'en-GB', timezoneId: 'Europe/London' };
  const context = await browser.newContext({ ...usual, ...options });
  await prepare(context);
  const page = await context.newPage();
  page.faults = [];
  page.asked = [];
  page.on('pageerror', (error) => page.faults.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') page.faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => page.asked.push(request));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    ),
  );
  await page.addInitScript(init);
  await page.goto(address, { waitUntil });
  return page;
}

/** For `open`'s init: a watch list with a gauge and its own level, an area and a county. */
export const watching = () =>
  localStorage.setItem(
    'gorlif.watch',
    '{"watch_list":1,"gauges":[{"station":"4121","level":3,"unit":"m"}],"areas":["103FWFTD1"],"counties":["powys"]}',
  );

/** For `open`'s init: long waits of the page pass ten times as fast. */
export const hasten = () => {
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (run, ms, ...rest) => wait(run, ms >= 5_000 ? ms / 10 : ms, ...rest);
};

/** Makes the line of a page slow: its latency in milliseconds, and its bytes per second down and up. Returns the session. */
export async function slowDown(page, latency, downloadThroughput, uploadThroughput) {
  const session = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency, downloadThroughput, uploadThroughput };
  await session.send('Network.emulateNetworkConditions', conditions);
  return session;
}

/** Moves the page's clock ahead, so that a source may be asked again. */
export const later = (page, seconds) =>
  page.evaluate((ms) => {
    const now = Date.now;
    Date.now = () => now() + ms;
  }, seconds * 1_000);

/** Waits until the marks are set that the page documents; without names until all is there, every row of the lists with it. */
export const marked = (page, ...names) =>
  page.evaluate(
    async ([names, patience]) => {
      const view = document.documentElement.dataset.embed ?? '';
      const has = (mark, ...views) => (views.includes(view) ? [mark] : []);
      const usual = ['warnings-shown', ...has('usable', '', 'map'), ...has('forecast-shown', '', 'list', 'forecast')];
      const wanted = names.length ? names : usual;
      const missing = () => wanted.filter((name) => performance.getEntriesByName(name).length === 0);
      const isBusy = () => names.length === 0 && document.querySelector('.entries[aria-busy]') !== null;
      const end = performance.now() + patience;
      while (missing().length > 0 || isBusy()) {
        if (performance.now() > end) {
          const set = performance.getEntriesByType('mark').map(({ name }) => name);
          // What has not arrived, and what the page says of it.
          const loaded = performance.getEntriesByType('resource').map(({ name, duration }) => `${name} ${duration} ms`);
          const sources = document.querySelector('.sources')?.textContent;
          throw new Error(
            `expected the marks ${wanted}, found ${set}; the lists are ${isBusy() ? 'busy' : 'complete'}, ` +
              `the page is ${document.visibilityState}, its sources are "${sources}", and it has loaded\n${loaded.join('\n')}`,
          );
        }
        await new Promise((done) => setTimeout(done, 10));
      }
    },
    [names, PATIENCE],
  );

/** Waits until the map does not move, neither in the page nor its view: no animation, and the same for ten frames. A popup moves it until it is visible. */
export const still = (page) =>
  page.evaluate(async (patience) => {
    const end = performance.now() + patience;
    let [frames, view] = [0, null];
    while (frames < 10) {
      const map = document.getElementById('map');
      const { centre, zoom } = map?.dataset ?? {};
      const { x, y, width, height } = map?.getBoundingClientRect() ?? {};
      const now = `${zoom} ${centre}, ${width} × ${height} at ${x} ${y}`;
      const isStill = zoom && now === view && !document.querySelector('.leaflet-pan-anim, .leaflet-zoom-anim');
      [frames, view] = [isStill ? frames + 1 : 0, now];
      if (performance.now() > end) throw new Error(`expected a map that does not move, found it at ${now}`);
      await new Promise((done) => requestAnimationFrame(done));
    }
  }, PATIENCE);

/** Holds requests of a page or a context back until the returned function is called. */
export async function hold(target, pattern) {
  let release;
  const released = new Promise((done) => (release = done));
  await target.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** For `open`'s prepare: files that are missing. */
export const missing = (pattern) => (context) => context.route(pattern, (route) => route.fulfill({ status: 404 }));

/** Waits until what follows from an event is painted. */
export const painted = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The pixel of the map at which a position lies, by what the map says of itself. */
export const pixel = async (page, lat, lon) => {
  await still(page);
  return page.evaluate(
    ([lat, lon]) => {
      const map = document.getElementById('map');
      const [centreLat, centreLon] = map.dataset.centre.split(' ').map(Number);
      const size = 256 * 2 ** Number(map.dataset.zoom);
      const project = (lat, lon) => {
        const sin = Math.sin((lat * Math.PI) / 180);
        return [size * (lon / 360 + 0.5), size * (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI))];
      };
      const box = map.getBoundingClientRect();
      const [[x, y], [cx, cy]] = [project(lat, lon), project(centreLat, centreLon)];
      return { x: box.x + box.width / 2 + x - cx, y: box.y + box.height / 2 + y - cy };
    },
    [lat, lon],
  );
};

/** The result of a method of the store of responses, after all that has been written there so far. */
export const inStore = (page, method, ...args) =>
  page.evaluate(
    ([method, args]) =>
      new Promise((done) => {
        const opening = indexedDB.open('gorlif');
        opening.onsuccess = () => {
          const turn = opening.result.transaction('responses', 'readwrite');
          const asked = turn.objectStore('responses')[method](...args);
          turn.oncomplete = () => {
            opening.result.close();
            done(asked.result);
          };
        };
      }),
    [method, args],
  );

/** Waits until this number of responses is stored on the device. */
export const stored = (page, wanted) =>
  until(async () => {
    // Opening a database that is missing would make it, without the stores of the page.
    const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    return names.includes('gorlif') && (await inStore(page, 'count')) >= wanted;
  });

/** Runs in the page: translates "x" as "x" and the mark, now and whenever a text is added or changes. */
export function translate(mark = '~') {
  const own = new WeakSet();
  const one = (text) => {
    if (own.has(text) || !text.parentElement || !/\p{L}{2}/u.test(text.data)) return;
    if (text.parentElement.closest('script, style, svg')) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data.replace(/\p{L}{2,}/gu, (word) => `${word}${mark}`);
    own.add(inner.firstChild);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const all = (node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts = node.nodeType === Node.TEXT_NODE ? [node] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(one);
  };
  all(document.body);
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') one(target);
      for (const node of addedNodes) all(node);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
