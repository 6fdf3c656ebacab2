// make bench: what the page weighs, and when it shows what, beside peers in the same run: same server, same compression, same data,
// interleaved visits, medians. ROUNDS and STATIONS (such as "261,5000") change what is run; a table goes to the terminal and all
// figures to target/bench.json.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { minify } from 'terser';
import { dist, open, root, startBrowser, startGateway, startService } from '../e2e/stage.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const STATIONS = (process.env.STATIONS ?? '261,5000').split(',').map(Number);
const PROFILES = {
  'slow 4G, CPU ÷ 4': { network: { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }, cpu: 4 },
  'no throttle': { network: null, cpu: 1 },
};
const here = dirname(fileURLToPath(import.meta.url));
const find = createRequire(import.meta.url).resolve;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// ---- the peers, each with what its own documentation asks for, packed as the page is
const PEERS = {
  'bare Leaflet + canvas': { name: 'bare', scripts: ['leaflet/dist/leaflet.js'], styles: ['leaflet/dist/leaflet.css'] },
  '+ leaflet.markercluster': { name: 'markercluster', scripts: ['leaflet/dist/leaflet.js', 'leaflet.markercluster/dist/leaflet.markercluster.js'], styles: ['leaflet/dist/leaflet.css', 'leaflet.markercluster/dist/MarkerCluster.css', 'leaflet.markercluster/dist/MarkerCluster.Default.css'] },
  '+ supercluster': { name: 'supercluster', scripts: ['leaflet/dist/leaflet.js', 'supercluster/dist/supercluster.min.js'], styles: ['leaflet/dist/leaflet.css'] },
};
// A package's files, whatever its "exports" say.
const file = (path) => [join(here, 'node_modules', path), join(root, 'node_modules', path)].find(existsSync) ?? find(path);
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
  const own = ['common', name].map((part) => readFileSync(join(here, 'peers', `${part}.js`), 'utf8')).join('\n');
  packed(join(peers, `${name}.js`), (await minify(own)).code);
  scripts.forEach((path, i) => packed(join(peers, `${name}-${i}.js`), readFileSync(file(path))));
  styles.forEach((path, i) => packed(join(peers, `${name}-${i}.css`), readFileSync(file(path))));
  packed(join(peers, 'peer.css'), 'html,body,#map{height:100%;margin:0}');
  const tags = [...styles.map((_, i) => `<link rel="stylesheet" href="${name}-${i}.css">`), '<link rel="stylesheet" href="peer.css">', ...scripts.map((_, i) => `<script defer src="${name}-${i}.js"></script>`), `<script defer src="${name}.js"></script>`];
  writeFileSync(join(peers, `${name}.html`), `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><link rel="icon" href="../icon.svg"><meta name="viewport" content="width=device-width, initial-scale=1">${tags.join('')}<div id="map"></div></html>`);
}
const weigh = (names) => names.reduce((sum, name) => sum + (existsSync(`${name}.br`) ? statSync(`${name}.br`).size : brotliCompressSync(readFileSync(name)).length), 0);
const LATER = /^(?:atlas\.txt|service_worker\.js|manifest|icon-|frame\.|embed\.)|\.(?:br|gz)$|^script-hashes$/;
const own = readdirSync(dist, { withFileTypes: true }).filter((entry) => entry.isFile() && !LATER.test(entry.name)).map(({ name }) => join(dist, name));
const bytes = { Gorlif: weigh(own) };
for (const [title, { name }] of Object.entries(PEERS)) bytes[title] = weigh([...readdirSync(peers).filter((part) => part.startsWith(name) && !/\.(?:br|gz)$/.test(part)), 'peer.css'].map((part) => join(peers, part)));

console.log('\nbytes before data, after brotli');
for (const path of own.sort((a, b) => weigh([b]) - weigh([a]))) console.log(`${String(weigh([path])).padStart(9)}  ${path.slice(dist.length + 1)}`);
for (const [title, sum] of Object.entries(bytes)) console.log(`${String(sum).padStart(9)}  ${title}`);

// ---- the visits
const SUBJECTS = { Gorlif: '', ...Object.fromEntries(Object.entries(PEERS).map(([title, { name }]) => [title, `peers/${name}.html`])) };
const browser = await startBrowser();
const results = [];
for (const stations of STATIONS) {
  const service = await startService('--scenario', 'storm', '--stations', String(stations));
  const gateway = await startGateway(service, { settings: { GORLIF_PAGE: join(folder, 'page'), GORLIF_CACHE_LEVELS: '900', GORLIF_CACHE_WARNINGS: '900', GORLIF_CACHE_FORECAST: '900' } });
  const address = gateway.nginx.address;
  for (const [profile, { network, cpu }] of Object.entries(PROFILES)) {
    const times = Object.fromEntries(Object.keys(SUBJECTS).map((title) => [title, { 'stations-plotted': [], 'first-warning': [], usable: [], 'warnings-shown': [] }]));
    for (let round = -1; round < ROUNDS; round++) {
      for (const [title, path] of Object.entries(SUBJECTS)) {
        const page = await open(browser, 'about:blank', { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 });
        const session = await page.context().newCDPSession(page);
        await session.send('Network.enable');
        if (network) await session.send('Network.emulateNetworkConditions', network);
        await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
        await page.goto(address + path, { waitUntil: 'commit' });
        const wanted = title === 'Gorlif' ? ['first-warning', 'stations-plotted', 'usable', 'warnings-shown'] : ['stations-plotted'];
        await page.waitForFunction((names) => names.every((name) => performance.getEntriesByName(name).length > 0), wanted, { timeout: 120_000 });
        const marks = await page.evaluate((names) => names.map((name) => performance.getEntriesByName(name)[0].startTime), wanted);
        // The first round warms the server's store and is not counted.
        if (round >= 0) wanted.forEach((name, i) => times[title][name].push(marks[i]));
        await page.context().close();
      }
    }
    const bare = median(times['bare Leaflet + canvas']['stations-plotted']);
    console.log(`\n${stations} gauges, ${profile}: milliseconds from navigation, median (minimum–maximum) of ${ROUNDS} first visits, and × the bare page`);
    for (const [title, marks] of Object.entries(times)) {
      for (const [mark, values] of Object.entries(marks)) {
        if (!values.length) continue;
        const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)];
        results.push({ stations, profile, title, mark, median: middle, least, most, ratio: middle / bare });
        console.log(`${title.padEnd(24)} ${mark.padEnd(17)} ${String(Math.round(middle)).padStart(6)} (${Math.round(least)}–${Math.round(most)})  ${(middle / bare).toFixed(2)} ×`);
      }
    }
  }
  await gateway.stop();
  await service.stop();
}
await browser.close();
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(root, 'target'), { recursive: true });
writeFileSync(join(root, 'target/bench.json'), JSON.stringify({ date: new Date().toISOString(), machine: `${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB`, rounds: ROUNDS, bytes, results }, null, 1));
console.log('\ntarget/bench.json holds all of it');
