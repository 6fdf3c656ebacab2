// What every measurement stands on: the page and its peers behind the same gateway, packed alike, in two profiles.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { minify } from 'terser';
import { sentBytes, sizes } from '../../build/size.mjs';
import { dist, root, startGateway, startService } from './harness.mjs';
import { open } from './page.mjs';
import { serve } from './server.mjs';

/**
 * The slow line is shaped at the server (`shapedLine`), because the browser's own emulation does not reach the service worker.
 */
export const PROFILES = {
  'slow 4G, CPU ÷ 4': { line: { latency: 150, bytesPerSecond: 1.6e6 / 8 }, cpu: 4 },
  'no throttle': { line: null, cpu: 1 },
};
const bench = join(root, 'tests/bench');
const find = createRequire(join(bench, 'package.json')).resolve;
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// ---- the peers, each with what its own documentation asks for, packed as the page is
const peer = (name, scripts = [], styles = []) => ({
  name,
  scripts: ['leaflet/dist/leaflet.js', ...scripts],
  styles: ['leaflet/dist/leaflet.css', ...styles],
});
const inCluster = (...files) => files.map((name) => `leaflet.markercluster/dist/${name}`);
const STYLES = inCluster('MarkerCluster.css', 'MarkerCluster.Default.css');
const PEERS = {
  'bare Leaflet + canvas': peer('bare'),
  '+ leaflet.markercluster': peer('markercluster', inCluster('leaflet.markercluster.js'), STYLES),
  '+ supercluster': peer('supercluster', ['supercluster/dist/supercluster.min.js']),
};
// A package's files, whatever its "exports" say.
const file = (path) =>
  [join(bench, 'node_modules', path), join(root, 'node_modules', path)].find(existsSync) ?? find(path);
const packed = (path, body) => {
  writeFileSync(path, body);
  writeFileSync(`${path}.br`, brotliCompressSync(body));
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
};
const folder = mkdtempSync(join(tmpdir(), 'gorlif-bench-'));
cpSync(dist, join(folder, 'page'), { recursive: true });
const peers = join(folder, 'page/peers');
mkdirSync(peers);
for (const { name, scripts, styles } of Object.values(PEERS)) {
  const own = ['common', name].map((part) => readFileSync(join(bench, 'peers', `${part}.js`), 'utf8')).join('\n');
  packed(join(peers, `${name}.js`), (await minify(own)).code);
  scripts.forEach((path, i) => packed(join(peers, `${name}-${i}.js`), readFileSync(file(path))));
  styles.forEach((path, i) => packed(join(peers, `${name}-${i}.css`), readFileSync(file(path))));
  packed(join(peers, 'peer.css'), 'html,body,#map{height:100%;margin:0}');
  const tags = [
    ...styles.map((_, i) => `<link rel="stylesheet" href="${name}-${i}.css">`),
    '<link rel="stylesheet" href="peer.css">',
    ...scripts.map((_, i) => `<script defer src="${name}-${i}.js"></script>`),
    `<script defer src="${name}.js"></script>`,
  ];
  writeFileSync(
    join(peers, `${name}.html`),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><link rel="icon" href="../icon.svg"><meta name="viewport" content="width=device-width, initial-scale=1">${tags.join('')}<div id="map"></div></html>`,
  );
}
export const bytes = { Gorlif: sizes(dist).reduce((sum, [, size]) => sum + size, 0) };
for (const [title, { name }] of Object.entries(PEERS)) {
  const own = readdirSync(peers).filter((part) => part.startsWith(name) && !/\.(?:br|gz)$/.test(part));
  bytes[title] = [...own, 'peer.css'].reduce((sum, part) => sum + sentBytes(join(peers, part)), 0);
}

/** Bytes after brotli: the files of the page, and the sum of each peer. */
export const weights = () => [...sizes(dist), ...Object.entries(bytes)];

/** What is visited: a title and a path each. */
export const SUBJECTS = {
  Gorlif: '',
  ...Object.fromEntries(Object.entries(PEERS).map(([title, { name }]) => [title, `peers/${name}.html`])),
};

/** All subjects with their titles, in another order each round: what one leaves behind to be cleared away is not always the next one's. */
export function inTurn(round) {
  const all = Object.entries(SUBJECTS);
  const first = ((round % all.length) + all.length) % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
}

/** The largest part of a response that has the line for itself. */
const PART = 4_096;

/**
 * A line to the visitor that several proxies share: each response begins after the latency, and all bytes pass one after the
 * other. `through` gives the address of a proxy of an address, `bytes` is what has passed.
 */
export function shapedLine({ latency, bytesPerSecond }) {
  const agent = new http.Agent({ keepAlive: true });
  const servers = [];
  let free = 0;
  const line = {
    bytes: 0,
    async through(address) {
      const server = await serve(async ({ method, url, headers }, response) => {
        await sleep(latency);
        const request = http.request(new URL(url, address), { method, headers, agent });
        request.on('error', () => response.destroy());
        request.on('response', async (found) => {
          await carry(found.rawHeaders.join('').length);
          response.writeHead(found.statusCode, found.rawHeaders);
          for await (const body of found)
            for (let at = 0; at < body.length; at += PART) {
              const part = body.subarray(at, at + PART);
              await carry(part.length);
              response.write(part);
            }
          response.end();
        });
        request.end();
      });
      servers.push(server);
      return server.address;
    },
    stop() {
      for (const server of servers) server.stop();
      agent.destroy();
    },
  };
  const carry = (bytes) => {
    line.bytes += bytes;
    free = Math.max(free, performance.now()) + (bytes / bytesPerSecond) * 1_000;
    return sleep(free - performance.now());
  };
  return line;
}

/** Service and gateway with the given number of gauges; the gateway keeps every answer, so that it costs a visit nothing but the line. */
export async function ground(stations, options = {}) {
  const service = await startService('--scenario', 'storm', '--stations', String(stations));
  const gateway = await startGateway(service, {
    ...options,
    settings: {
      ...options.settings,
      GORLIF_PAGE: join(folder, 'page'),
      GORLIF_CACHE_LEVELS: '900',
      GORLIF_CACHE_WARNINGS: '900',
      GORLIF_CACHE_FORECAST: '900',
    },
  });
  // A nation's readings take the sample service about as long as the gateway waits for any answer, so it is asked until it has them.
  for (let asked = 0; !(await fetch(`${gateway.nginx.address}api/riverlevels/v1/all`)).ok; asked++) {
    if (asked > 60) throw new Error('the sample service is too slow for the gateway');
    await new Promise((done) => setTimeout(done, 500));
  }
  // Past the recorder that stands before nginx in tests.
  const address = options.answer ? gateway.address : gateway.nginx.address;
  const stop = async () => {
    await gateway.stop();
    await service.stop();
  };
  return { address, stop };
}

/**
 * A phone's page with the processor of a profile, before its visit, with what it will be asked about itself. It is waited for by looking
 * twice a second in the plainest way: the driver's own would load 330 kB of script into the visit, 0.1 s of a slow device.
 */
export async function phone(browser, profile, context) {
  // What the visit before has left behind is cleared away by then.
  await new Promise((done) => setTimeout(done, 1_000));
  const page = context
    ? await context.newPage()
    : await open(browser, 'about:blank', { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 });
  await page.addInitScript(() => {
    globalThis.bench = { blocked: 0, longest: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        bench.blocked += duration - 50;
        bench.longest = Math.max(bench.longest, duration);
      }
    }).observe({ type: 'longtask', buffered: true });
    addEventListener('TrunkApplicationStarted', ({ detail }) => {
      bench.memory = Object.values(detail.wasm).find((part) => part instanceof WebAssembly.Memory);
    });
  });
  const session = await page.context().newCDPSession(page);
  const { cpu } = PROFILES[profile];
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const until = async (expression) => {
    for (const end = Date.now() + 120_000; ;) {
      const asked = { expression: `Boolean(${expression})`, returnByValue: true };
      const { result } = await session.send('Runtime.evaluate', asked);
      if (result.value === true) return;
      if (Date.now() > end) throw new Error(`never: ${expression}`);
      await new Promise((done) => setTimeout(done, 500));
    }
  };
  return { page, session, until };
}

/** Waits for marks; the first moment of each, and of what the bootstrap script tells the page's own where the page was there before it. */
export async function moments({ page, until }, ...names) {
  await until(`${JSON.stringify(names)}.every((name) => performance.getEntriesByName(name).length)`);
  return page.evaluate(() => {
    const marks = performance.getEntriesByType('mark').toReversed();
    const first = Object.fromEntries(marks.map(({ name, startTime }) => [name, startTime]));
    return {
      ...first,
      'first-warning': first['first-warning'] ?? first['warnings-shown'],
      'stations-plotted': first['stations-plotted'] ?? first.usable,
    };
  });
}

/** Milliseconds of work on the main thread while `act` runs: all of it, and of that the page's own code. */
export async function work(session, act) {
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return ['TaskDuration', 'ScriptDuration'].map((kind) => metrics.find(({ name }) => name === kind).value * 1_000);
  };
  const before = await spent();
  await act();
  const [all, own] = (await spent()).map((after, kind) => after - before[kind]);
  return { all, own };
}

export const clear = () => rmSync(folder, { recursive: true, force: true });
export const machine = `${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
