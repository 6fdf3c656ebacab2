// What every measurement stands on: the page and its peers behind the same gateway, packed alike, in three profiles.
import { X509Certificate, createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { minify } from 'terser';
import { sentBytes, sizes } from '../../build/size.mjs';
import { certified, folderFor, until } from './gateway-harness.mjs';
import { dist, root, startGateway, startService } from './harness.mjs';
import { open } from './page.mjs';

/** The slow line is shaped at the server (`shapedLine`), because the browser's own emulation does not reach the service worker. */
export const SLOW = 'slow 4G, CPU ÷ 4';
const line = { latency: 150, bytesPerSecond: 1.6e6 / 8 };
export const PROFILES = {
  [SLOW]: { line, cpu: 4 },
  [`${SLOW}, HTTP/2`]: { line, cpu: 4, tls: true },
  'no throttle': { line: null, cpu: 1 },
};
/** How long a visit lasts after the page is usable, in milliseconds: its other parts load, and the service worker its files. */
export const STAY = 12_000;

const bench = join(root, 'tests/bench');
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// The peers, each with what its own documentation asks for, packed as the page is.
const cluster = ['MarkerCluster.css', 'MarkerCluster.Default.css', 'leaflet.markercluster.js'];
const PEERS = {
  'bare Leaflet + canvas': ['bare'],
  '+ leaflet.markercluster': ['markercluster', ...cluster.map((name) => `leaflet.markercluster/dist/${name}`)],
  '+ supercluster': ['supercluster', 'supercluster/dist/supercluster.min.js'],
};
// A package's file, whatever its "exports" say.
const read = (path) => readFileSync([bench, root].map((at) => join(at, 'node_modules', path)).find(existsSync));
const isStyle = (name) => name.endsWith('.css');
const tag = (name) =>
  isStyle(name) ? `<link rel="stylesheet" href="${name}">` : `<script defer src="${name}"></script>`;
const folder = folderFor();
cpSync(dist, join(folder, 'page'), { recursive: true });
const peers = join(folder, 'page/peers');
mkdirSync(peers);
const certificate = certified(folder);
const { publicKey } = new X509Certificate(readFileSync(certificate.GORLIF_TLS_CERTIFICATE));
const spki = createHash('sha256')
  .update(publicKey.export({ type: 'spki', format: 'der' }))
  .digest('base64');
/** Makes the browser trust the certificate. With `--ignore-certificate-errors` it would keep no file in its cache. */
export const TRUST = `--ignore-certificate-errors-spki-list=${spki}`;
/** Bytes after brotli: the files of the page, and the sum of the page and of each peer. */
export const weights = [...sizes(dist), ['Gorlif', sizes(dist).reduce((sum, [, size]) => sum + size, 0)]];
for (const [title, [name, ...more]] of Object.entries(PEERS)) {
  const own = ['common', name].map((part) => readFileSync(join(bench, 'peers', `${part}.js`), 'utf8')).join('\n');
  const paths = ['leaflet/dist/leaflet.css', 'leaflet/dist/leaflet.js', ...more];
  const files = Object.fromEntries(paths.map((path) => [basename(path), read(path)]));
  Object.assign(files, {
    'peer.css': 'html,body,#map{height:100%;margin:0}',
    [`${name}.js`]: (await minify(own)).code,
  });
  for (const [file, body] of Object.entries(files)) {
    writeFileSync(join(peers, file), body);
    writeFileSync(join(peers, `${file}.br`), brotliCompressSync(body));
  }
  const names = Object.keys(files).sort((a, b) => isStyle(b) - isStyle(a));
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><link rel="icon" href="../icon.svg"><meta name="viewport" content="width=device-width, initial-scale=1">${names.map(tag).join('')}<div id="map"></div></html>`;
  writeFileSync(join(peers, `${name}.html`), html);
  weights.push([title, [...names, `${name}.html`].reduce((sum, file) => sum + sentBytes(join(peers, file)), 0)]);
}

/** What is visited: a title and a path each. */
export const SUBJECTS = {
  Gorlif: '',
  ...Object.fromEntries(Object.entries(PEERS).map(([title, [name]]) => [title, `peers/${name}.html`])),
};

/** All subjects with their titles, in another order each round: what one leaves behind to be cleared away is not always the next one's. */
export function inTurn(round) {
  const all = Object.entries(SUBJECTS);
  return [...all.slice(round % all.length), ...all.slice(0, round % all.length)];
}

/** What ends what a measurement has started. */
export const ends = [];

/** Ends it, last first. */
export async function end(browser) {
  for (const context of browser.contexts()) await context.close();
  for (const stop of ends.splice(0).reverse()) await stop();
}

/** The largest part that passes the line as a whole, in bytes, and the time for which more is read ahead, in milliseconds. */
const PART = 4_096;
const AHEAD = 300;

/**
 * A line to the visitor that several relays share, with TLS or without: what the server sends arrives after the latency, and all bytes
 * pass one after the other. `through` gives the address of a relay of an address, `bytes` is what has passed.
 */
export function shapedLine({ latency, bytesPerSecond }) {
  let free = 0;
  const line = { bytes: 0 };
  /** When the line has passed a part. */
  const pass = ({ length }) => {
    line.bytes += length;
    return (free = Math.max(free, performance.now()) + (length / bytesPerSecond) * 1_000);
  };
  const relay = async (site, visitor) => {
    let sent = Promise.resolve();
    for await (const found of site) {
      for (let at = 0; at < found.length; at += PART) {
        const part = found.subarray(at, at + PART);
        const arrival = pass(part) + latency;
        sent = sent.then(() => sleep(arrival - performance.now())).then(() => visitor.write(part));
      }
      await sleep(free - AHEAD - performance.now());
    }
    await sent;
    visitor.end();
  };
  line.through = async (address) => {
    const { protocol, port } = new URL(address);
    const server = net.createServer((visitor) => {
      const site = net.connect(Number(port), '127.0.0.1');
      visitor.on('error', () => site.destroy()).pipe(site);
      relay(site, visitor).catch(() => visitor.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ends.push(() => server.close());
    return `${protocol}//127.0.0.1:${server.address().port}/`;
  };
  return line;
}

/** The address of a gateway with so many gauges. It keeps every answer, so that it costs a visit nothing but the line. */
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
      // As by default: the last responses stay in memory, of which the document has the messages.
      GORLIF_CALL_INTERVAL: '65',
      ...(options.tls && certificate),
    },
  });
  ends.push(service.stop, gateway.stop);
  // The first round of visits waits for it too.
  if (options.tls) return gateway.nginx.address;
  // A nation's readings take the sample service about as long as the gateway waits for any answer, so it is asked until it has them.
  await until(async () => (await fetch(`${gateway.nginx.address}api/riverlevels/v1/all`)).ok);
  // Past the recorder that stands before nginx in tests.
  return options.answer ? gateway.address : gateway.nginx.address;
}

/**
 * A phone's page with the processor of a profile, before its visit, with what it will be asked about itself. It is waited for by looking
 * twice a second in the plainest way: the driver's own would load 330 kB of script into the visit, 0.1 s of a slow device.
 */
export async function phone(browser, profile, context) {
  // What the visit before has left behind is cleared away by then.
  await sleep(1_000);
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
      await sleep(500);
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

export const machine = `${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
