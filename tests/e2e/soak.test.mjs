// Refresh after refresh with changing data: the page may not grow. `make soak` runs a thousand; here a short form, and a page that
// leaks on purpose, which the same measure has to catch.
import { expect, test } from '../support/fixtures.mjs';
import { operationOf, pathOf } from '../support/operations.mjs';

test.use({ flags: '--scenario storm --still' });

const FULL = process.env.GORLIF_SOAK === 'full';
// The first refreshes fill what is filled once: code that the browser compiles as it finds it used, caches, the memory's own pools.
const [FROM, TO] = FULL ? [300, 1_300] : [300, 400];
// How far the clock goes on for each refresh, in milliseconds: the page sends no request earlier.
const STEP = 6_000;
// The pages are four days ahead of the readings, at noon: the ages and the days that a page names are the same at its end.
const noon = (now) => new Date(now).setUTCHours(12, 0, 0, 0) + 4 * 86_400_000;

/** Responses that differ each time: readings move, messages come and go, gauges are missing and come back. */
async function changing(service) {
  const [levels, wales, forecast] = await Promise.all(
    ['levels', 'wales', 'forecast'].map((id) => service.call(pathOf(id))),
  );
  const without = (all, every, round) => all.filter((_, i) => i % every !== round);
  /** With other members in every so many entries. */
  const changed = (all, every, round, change) =>
    all.map((entry, i) => (i % every === round ? { ...entry, ...change(entry) } : entry));
  const high = () => ({ RiskLevelName_en: 'High', RiskLevelName_cy: 'Uchel' });
  const bodies = {
    levels: (round) => {
      const moved = ({ properties }) => ({ properties: { ...properties, LatestValue: (1 + round / 100).toFixed(3) } });
      return { ...levels, features: changed(without(levels.features, 50, round), 20, round, moved) };
    },
    wales: (round) => ({ ...wales, features: without(wales.features, 30, round) }),
    forecast: (round) => changed(forecast, 9, round, high),
  };
  // Ten states in turn, so that a tenth refresh finds the page with the same data as one before it.
  const [asked, began] = [{}, Date.now()];
  return (path) => {
    const id = operationOf(path);
    if (id === null) return null;
    asked[path] = (asked[path] ?? 0) + 1;
    const round = asked[path] % 10;
    // The service's clock goes as the page's does. Otherwise the page would take its data for older with each refresh.
    const date = new Date(noon(Date.now()) + Date.now() - began + asked[path] * STEP).toUTCString();
    return {
      headers: { 'Content-Type': 'application/json', ETag: `"${round}"`, Date: date },
      body: JSON.stringify(bodies[id](round)),
    };
  };
}

/**
 * In the page: waits until it has stored its last readings, whose transactions have listeners. Transactions that write come in
 * turn, and the page has a few for each response, so that these ones end after them.
 */
async function readingsStored() {
  const opening = indexedDB.open('gorlif-readings');
  await new Promise((done) => (opening.onsuccess = done));
  for (let i = 0; i < 20; i++) {
    const transaction = opening.result.transaction('days', 'readwrite');
    transaction.objectStore('days').count();
    await new Promise((done) => (transaction.oncomplete = done));
  }
  opening.result.close();
}

/** In the wall view: pauses the turns at the first list, after each has been shown. */
async function sameList() {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }));
  for (const index of [1, 2, 0]) {
    document.querySelectorAll('.views button')[index].click();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }
}
const turnOn = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }));

async function grown({ open, startGateway, service }, init, from, to, query = '') {
  const gateway = await startGateway({ answer: await changing(service) });
  const gorlif = await open(query, { at: gateway, init });
  const { page } = gorlif;
  await gorlif.marked();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const measure = async () => {
    await page.evaluate(readingsStored);
    if (query) await page.evaluate(sameList);
    for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const metric = (name) => metrics.find((one) => one.name === name).value;
    const more = await page.evaluate(() => ({
      layers: document.querySelectorAll('.leaflet-pane *').length,
      bytes: globalThis.soak.script.allocated_bytes(),
      pages: globalThis.soak.pages(),
    }));
    if (query) await page.evaluate(turnOn);
    return { heap: metric('JSHeapUsedSize'), nodes: metric('Nodes'), listeners: metric('JSEventListeners'), ...more };
  };
  // The page holds what is to be stored until it is stored, which takes longer than a refresh of the test.
  const refresh = async (times) => {
    for (let i = 0; i < times; i += 10) {
      await page.evaluate(() => globalThis.soak.refresh(10));
      await page.evaluate(readingsStored);
    }
  };
  await refresh(from);
  const before = await measure();
  await refresh((to - from) / 2);
  const halfway = await measure();
  await refresh((to - from) / 2);
  const now = await measure();
  const change = Object.fromEntries(Object.keys(now).map((name) => [name, now[name] - before[name]]));
  // What leaks grows in both halves. WebAssembly's memory takes a step whenever a peak is the highest so far, and never shrinks;
  // the heap has the code that the browser compiles once more, when it finds that it runs often.
  for (const name of ['heap', 'pages'])
    change[name] = 2 * Math.min(halfway[name] - before[name], now[name] - halfway[name]);
  const [heap, bytes] = [change.heap, change.bytes].map((all) => all / (to - from));
  console.log(
    `soak: ${to - from} refreshes: heap ${heap.toFixed(0)} B a refresh, allocated ${bytes.toFixed(0)} B a refresh, ` +
      `nodes ${change.nodes}, listeners ${change.listeners}, layers ${change.layers}, wasm pages ${change.pages}`,
  );
  return { ...change, heap, bytes };
}

/** Refreshes from within the page, so that nothing of the test's own is measured, and finds the page's memory. */
const watch = () => {
  const now = Date.now;
  // A clock that is an hour wrong from the start: what the page says of it does not come in the middle.
  const noon = new Date(now()).setUTCHours(12, 0, 0, 0) + 4 * 86_400_000;
  let [ahead, kept, wanted, done] = [noon + 3.6e6 - now(), 0, 0, () => {}];
  Date.now = () => now() + ahead;
  document.addEventListener('gorlif:store', () => {
    if (++kept === wanted) done();
  });
  const once = () =>
    new Promise((resolve) => {
      [kept, wanted, done] = [0, 3, () => requestAnimationFrame(() => requestAnimationFrame(resolve))];
      ahead += 6_000; // STEP
      document.querySelector('.sources button').click();
    });
  globalThis.soak = {
    pages: () => globalThis.soak.memory.buffer.byteLength / 65_536,
    refresh: async (times) => {
      for (let i = 0; i < times; i++) await once();
    },
  };
  addEventListener('TrunkApplicationStarted', async ({ detail }) => {
    globalThis.soak.memory = Object.values(detail.wasm).find((value) => value instanceof WebAssembly.Memory);
    // The same instance of the script as the page's.
    const { href } = document.querySelector('link[rel=modulepreload]');
    globalThis.soak.script = await import(href);
    // The build shortens the names of the exports. The script passes the allocator to what copies strings: the pair `,wasm.a,wasm.b)`
    // that it has most often.
    const text = await (await fetch(href)).text();
    const counts = new Map();
    for (const [, name] of text.matchAll(/,\w+\.([\w$]+),\w+\.[\w$]+\)/g))
      counts.set(name, (counts.get(name) ?? 0) + 1);
    const [[malloc]] = [...counts].sort(([, a], [, b]) => b - a);
    globalThis.soak.malloc = detail.wasm[malloc];
  });
};

/** Expects what a refresh may leave: half a kilobyte of the allocator, one of the heap, and nothing else. */
function expectNoTrace({ heap, bytes, nodes, listeners, layers, pages }) {
  expect(bytes, 'allocated bytes a refresh').toBeLessThanOrEqual(512);
  expect(heap, 'bytes of the heap a refresh').toBeLessThanOrEqual(1_024);
  for (const [name, count] of Object.entries({ nodes, listeners, layers, 'pages of memory': pages }))
    expect(count, name).toBeLessThanOrEqual(0);
}

for (const [view, query] of [
  ['page', ''],
  ['wall view', '?wall=1'],
]) {
  test(`the ${view} leaves no trace of ${TO - FROM} refreshes`, async ({ open, startGateway, service }) => {
    test.setTimeout(FULL ? 3_600_000 : 300_000);
    expectNoTrace(await grown({ open, startGateway, service }, watch, FROM, TO, query));
  });
}

test('a page that leaks is caught by the same measure', async ({ open, startGateway, service }) => {
  const leaky = `(${watch})(); document.addEventListener('gorlif:store', () => {
    const node = document.createElement('div');
    node.addEventListener('click', () => {});
    globalThis.soak.malloc(1_000, 8);
    (globalThis.leaked ??= []).push(node, Array.from({ length: 100 }, (_, i) => ({ i })));
  });`;
  const { heap, bytes, nodes, listeners } = await grown({ open, startGateway, service }, leaky, 20, 60);
  expect(heap, 'bytes of the heap a refresh').toBeGreaterThan(1_024);
  expect(bytes, 'allocated bytes a refresh').toBeGreaterThan(512);
  expect(nodes, 'nodes').toBeGreaterThan(0);
  expect(listeners, 'listeners').toBeGreaterThan(0);
});
