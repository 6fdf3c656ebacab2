// What an end-to-end test stands on: the real sample-service, the release bundle behind the gateway of production, and a real Chromium.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { launch } from './gateway-harness.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const dist = join(root, 'dist');
export const captures = process.env.GORLIF_CAPTURES ?? join(root, '../shared/captures');
export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1280, height: 900 };
export const SERVICE =
  process.env.SAMPLE_SERVICE ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/sample-service');
export const KEY = 'sample-key-of-the-tests';

/** The versions of the operations in a run of the tests, for example `{"levels":"station-data","warnings":"v3"}`. */
export const OPERATIONS = JSON.parse(process.env.GORLIF_TEST_OPERATIONS ?? 'null');

const TABLE = JSON.parse(readFileSync(join(root, 'core/operations.json'), 'utf8'));

/** The path of an operation of core/operations.json in a version, before its parameters. */
export const pathOf = (id, version = 'v1') =>
  TABLE.find((operation) => operation.id === id)
    .versions.find((known) => known.id === version)
    .path.split('/{')[0];

/** The path of the levels in this run, and its first part. */
export const LEVELS_PATH = pathOf('levels', OPERATIONS?.levels);
export const LEVELS = LEVELS_PATH.split('/')[1];

/** The paths of the warnings in this run: all of Wales, and within a distance of a point. */
export const [WALES_PATH, DISTANCE_PATH] = ['wales', 'place'].map((id) => pathOf(id, OPERATIONS?.warnings));

/** The operation of a path of the service: `wales` and `here` are the two of the warnings; null for other files. */
export function operationOf(path) {
  if (path.includes(WALES_PATH)) return 'wales';
  if (path.includes(DISTANCE_PATH)) return 'here';
  if (path.includes(LEVELS_PATH)) return 'levels';
  return path.includes('/floodforecast/') ? 'forecast' : null;
}

/** The number of the parameter of each gauge of `levelsBody`. */
const PARAMETER = 10_095;

/** The id in the page of a gauge of `levelsBody`. */
export const gaugeId = (location) => (LEVELS === 'riverlevels' ? location : `${location}-${PARAMETER}`);

/** The body of the operation of the levels in this run, of gauges as in version 1. */
export function levelsBody(collection) {
  if (LEVELS === 'riverlevels') return collection;
  return collection.features.map((feature) => {
    if (!feature?.properties) return feature;
    const gauge = feature.properties;
    const [longitude, latitude] = feature.geometry?.coordinates ?? [];
    return {
      location: gauge.Location,
      coordinates: { latitude, longitude },
      nameEN: gauge.NameEN,
      nameCY: gauge.NameCY,
      titleEN: gauge.TitleEN,
      titleCY: gauge.TitleCY,
      ngr: gauge.NGR,
      statusEN: gauge.StatusEN,
      statusCY: gauge.StatusCY,
      url: gauge.url,
      parameters: [
        {
          parameter: PARAMETER,
          paramNameEN: gauge.ParamNameEN,
          paramNameCY: gauge.ParamNameCY,
          units: gauge.Units,
          latestValue: gauge.LatestValue,
          latestTime: gauge.LatestTime,
        },
      ],
    };
  });
}

/** Starts sample-service on a free port; `requests` grows by a line per call that it answers. */
export async function startService(...flags) {
  const child = spawn(SERVICE, [...(flags.includes('--port') ? [] : ['--port', '0']), '--key', KEY, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [first] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`sample-service ended with ${code}`))),
  ]);
  const requests = [];
  // Without the question of the gateway at its start, whether the data is a sample, which has no key.
  lines.on('line', (line) => line !== 'HEAD / 404 key: none' && requests.push(line));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const address = first.match(/http:\S+?(?=,)/)[0];
  /** Switches a fault on or off ("none"), of one operation or of "all"; needs --control. */
  const fault = async (operation, name) => {
    const done = await fetch(`${address}/control/${operation}/${name}`);
    if (!done.ok) throw new Error(await done.text());
  };
  return { address, requests, stop, fault };
}

/** A free port. */
export async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Nobody listens on the port any more. */
export async function isFree(port) {
  const [error] = await once(net.connect(port, '127.0.0.1'), 'error');
  assert.equal(error.code, 'ECONNREFUSED');
}

/** Service and gateway for one test, which end with it however it ends. */
export async function stage(t, scenario, options) {
  const service = await startService('--scenario', scenario);
  t.after(() => service.stop());
  const gateway = await startGateway(service, options);
  t.after(() => gateway.stop());
  return { service, gateway };
}

/** dist/ with another index.html, and the hashes of the scripts that stand in it, as the build writes them. */
function changed(change, folder) {
  const page = join(folder, 'page');
  cpSync(dist, page, { recursive: true });
  const html = change(readFileSync(join(dist, 'index.html'), 'utf8'));
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/json)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => code,
  );
  writeFileSync(join(page, 'index.html'), html);
  writeFileSync(
    join(page, 'script-hashes'),
    inline.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`).join(' '),
  );
  return page;
}

/**
 * The gateway of production, and before it a plain recorder: `seen` grows by a line per request, `answer` may answer in the gateway's
 * place, `more` lays headers over the page's. Nothing is kept by the gateway, so that each test sees the service as it is; what it
 * does when it keeps is tested in tests/gateway. `operations`: their versions, in page and gateway. `direct`: calls go to the service past nginx, as with trunk's proxy, failures and all.
 */
export async function startGateway(
  upstream,
  {
    change,
    answer = () => null,
    port = 0,
    connect = '',
    more = {},
    direct = false,
    settings = {},
    operations = OPERATIONS,
  } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'gorlif-'));
  const keys = Object.fromEntries(['LEVELS', 'WARNINGS', 'FORECAST'].map((name) => [`GORLIF_KEY_${name}`, KEY]));
  const uncached = Object.fromEntries(
    ['CACHE_LEVELS', 'CACHE_WARNINGS', 'CACHE_FORECAST', 'CALL_INTERVAL'].map((name) => [`GORLIF_${name}`, '0']),
  );
  const configured = operations
    ? (html) =>
        (change ?? String)(html).replace('"endpoint":', `"operations": ${JSON.stringify(operations)}, "endpoint":`)
    : change;
  const page = configured ? { GORLIF_PAGE: changed(configured, folder) } : {};
  const nginx = await launch(upstream.address, folder, {
    ...keys,
    ...uncached,
    ...page,
    GORLIF_CONNECT: connect,
    GORLIF_PLACE_CALLS: '6000',
    GORLIF_HISTORICAL_CALLS: '6000',
    GORLIF_OPERATION_LEVELS: operations?.levels ?? 'v1',
    GORLIF_OPERATION_WARNINGS: operations?.warnings ?? 'v1',
    ...settings,
  });
  const seen = [];
  const server = http.createServer((request, response) => {
    const path = request.url.split('?')[0];
    seen.push({ path, url: request.url, headers: request.headers });
    const special = answer(path, request);
    if (special?.hang) return;
    if (special) return void response.writeHead(special.status ?? 200, special.headers ?? {}).end(special.body ?? '');
    const past = direct && path.startsWith('/api/');
    const headers = past
      ? {
          'Ocp-Apim-Subscription-Key': KEY,
          ...(request.headers['if-none-match'] ? { 'If-None-Match': request.headers['if-none-match'] } : {}),
        }
      : request.headers;
    const address = past
      ? upstream.address + request.url.slice('/api'.length)
      : nginx.address.slice(0, -1) + request.url;
    const call = http.request(address, { headers, method: request.method }, (up) => {
      const html = up.headers['content-type']?.startsWith('text/html');
      response.writeHead(up.statusCode, html ? { ...up.headers, ...more } : up.headers);
      // A connection that ends early ends early here too.
      pipeline(up, response, () => {});
    });
    call.on('error', () => response.destroy());
    call.end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    nginx,
    seen,
    stop: async () => {
      await new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      });
      await nginx.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-browser',
];

export const startBrowser = () =>
  chromium.launch({ executablePath: process.env.CHROME ?? BROWSERS.find(existsSync), args: FLAGS });

/** Where the pictures of pages lie whose tests have waited in vain. */
const pictures = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'rings');

/** Lets a wait that ends without its condition say what was expected and what the page has. */
function explainWaits(page) {
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = async (condition, arg, options) => {
    try {
      return await wait(condition, arg, options);
    } catch (error) {
      if (error.name !== 'TimeoutError') throw error;
      const picture = join(pictures, `${Date.now()}.png`);
      await page.screenshot({ path: picture }).catch(() => {});
      const found = await page
        .evaluate(() => ({
          address: location.href,
          answer: document.querySelector('#answer')?.cloneNode().outerHTML,
          focus: document.activeElement?.cloneNode().outerHTML,
          map: { ...document.getElementById('map')?.dataset },
          text: document.body.innerText.slice(0, 1_000),
        }))
        .catch(String);
      throw new Error(
        `expected: ${condition}\nwith: ${JSON.stringify(arg)}\nfound: ${JSON.stringify(found, null, 2)}\nerrors of the page: ${JSON.stringify(page.faults)}\npicture: ${picture}`,
        { cause: error },
      );
    }
  };
}

/** Opens a page that fails its test on any error, exception or breach of the policy. */
export async function open(browser, address, { viewport = WIDE, init = () => {}, ...options } = {}) {
  const context = await browser.newContext({ viewport, locale: 'en-GB', timezoneId: 'Europe/London', ...options });
  const page = await context.newPage();
  page.faults = [];
  page.asked = [];
  explainWaits(page);
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
  await page.goto(address);
  return page;
}

/** For `open`'s init: a watch list with a gauge and its own level, an area and a county. */
export const watching = () =>
  localStorage.setItem(
    'gorlif.watch',
    '{"watch_list":1,"gauges":[{"station":"4121","level":3,"unit":"m"}],"areas":["103FWFTD1"],"counties":["powys"]}',
  );

/** Waits until the marks are set that the page documents; without names until all is there, every row of the lists with it. */
export const marked = (page, ...names) =>
  page.waitForFunction((names) => {
    const wanted = names.length ? names : ['usable', 'warnings-shown', 'forecast-shown'];
    return (
      wanted.every((name) => performance.getEntriesByName(name).length > 0) &&
      (names.length > 0 || !document.querySelector('.entries[aria-busy]'))
    );
  }, names);

/** Waits until the map does not move: neither an animation nor another centre or zoom for ten frames. A popup moves it until it is visible. */
export const still = async (page) => {
  await page.waitForFunction(() => {
    const { centre, zoom } = document.getElementById('map').dataset;
    const view = `${zoom} ${centre}`;
    const isStill = globalThis.still?.view === view && !document.querySelector('.leaflet-pan-anim, .leaflet-zoom-anim');
    globalThis.still = { view, frames: isStill ? globalThis.still.frames + 1 : 0 };
    return globalThis.still.frames >= 10;
  });
  await page.evaluate(() => delete globalThis.still);
};

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
      const [x, y] = project(lat, lon),
        [cx, cy] = project(centreLat, centreLon);
      return { x: box.x + box.width / 2 + x - cx, y: box.y + box.height / 2 + y - cy };
    },
    [lat, lon],
  );
};

/** Waits until this number of responses is stored on the device. */
export const stored = (page, count) =>
  page.evaluate(async (wanted) => {
    const count = () =>
      new Promise((done) => {
        const opening = indexedDB.open('gorlif');
        opening.onsuccess = () => {
          const asked = opening.result.transaction('responses').objectStore('responses').count();
          asked.onsuccess = () => {
            opening.result.close();
            done(asked.result);
          };
        };
      });
    while ((await count()) < wanted) await new Promise((done) => requestAnimationFrame(done));
  }, count);

/** Moves the page's clock ahead, so that a source may be asked again. */
export const later = (page, seconds) =>
  page.evaluate((ms) => {
    const now = Date.now;
    Date.now = () => now() + ms;
  }, seconds * 1_000);

/** For `open`'s init: long waits of the page pass ten times as fast. */
export const hasten = () => {
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (run, ms, ...rest) => wait(run, ms >= 5_000 ? ms / 10 : ms, ...rest);
};
