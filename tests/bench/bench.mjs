// make bench: what the page weighs, and when it shows what, on a slow phone line and without a brake, medians of seven visits.
// A beginning: the peers that it will be measured against come with their own pages.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { dist, marked, open, startBrowser, startGateway, startService } from '../e2e/stage.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const MARKS = ['warnings-shown', 'stations-plotted', 'forecast-shown'];
const PROFILES = {
  'slow 4G, CPU ÷ 4': { network: { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }, cpu: 4 },
  'no throttle': { network: null, cpu: 1 },
};
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

console.log('\nbytes after brotli');
let all = 0;
for (const name of readdirSync(dist)) {
  const bytes = brotliCompressSync(readFileSync(join(dist, name))).length;
  all += bytes;
  console.log(`${String(bytes).padStart(9)}  ${name}`);
}
console.log(`${String(all).padStart(9)}  all`);

const service = await startService('--scenario', 'storm', '--stations', '261');
const gateway = await startGateway(service);
const browser = await startBrowser();
const times = Object.fromEntries(Object.keys(PROFILES).map((name) => [name, MARKS.map(() => [])]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, { network, cpu }] of Object.entries(PROFILES)) {
    const page = await open(browser, 'about:blank', { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    if (network) await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await page.goto(gateway.address);
    await marked(page);
    const marks = await page.evaluate((names) => names.map((name) => performance.getEntriesByName(name)[0].startTime), MARKS);
    marks.forEach((time, index) => times[name][index].push(time));
    await page.context().close();
  }
}
console.log(`\nmilliseconds from navigation, median (minimum–maximum) of ${ROUNDS} first visits, 261 gauges, storm`);
for (const [name, columns] of Object.entries(times)) {
  const cells = columns.map((values, index) => `${MARKS[index]} ${Math.round(median(values))} (${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))})`);
  console.log(`${name.padEnd(18)} ${cells.join('   ')}`);
}
await browser.close();
await gateway.stop();
await service.stop();
