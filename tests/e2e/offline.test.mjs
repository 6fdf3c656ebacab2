// Without a network: a second visit starts, shows what was known under its age, and is current again without a reload. And what the
// device refuses costs only itself.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json } from '../support/bodies.mjs';
import { expect, test as base } from '../support/fixtures.mjs';
import { Gorlif } from '../support/gorlif.mjs';
import { AROUND_BRECON, hold, inStore, stored } from '../support/page.mjs';

const SOURCES = ['warnings', 'levels', 'forecast'];
const WITH_PLACE = [...SOURCES, 'warnings-here'];
const [LEVELS, WALES, FORECAST] = [
  '/api/riverlevels/v1/all',
  '/api/floodwarnings/v1/distance/150000/latlon/52.4/-3.8',
  '/api/floodforecast/v1/areasatrisk',
];

const test = base.extend({
  /** Opens the page, and waits until all is there, the service worker is in place and the answers are kept. */
  openKept: async ({ open }, use) => {
    await use(async (query = '', options) => {
      const gorlif = await open(query, options);
      await gorlif.marked();
      await gorlif.page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await stored(gorlif.page, query.includes('lat=') ? WITH_PLACE.length : SOURCES.length);
      return gorlif;
    });
  },
});
test.use({ flags: '--scenario calm', serviceWorkers: 'allow' });

/** Opens an address in another tab of a context. */
async function openTab(context, address) {
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.message));
  await page.goto(address);
  return new Gorlif(page);
}

const cacheNames = ({ page }) => page.evaluate(() => caches.keys());
const script = (body) => ({ headers: { 'Content-Type': 'text/javascript' }, body });
const workerOf = async (gateway) => (await fetch(`${gateway.address}service_worker.js`)).text();
const portOf = (gateway) => Number(new URL(gateway.address).port);

test('on a first visit the worker requests its files after the last chunk', async ({ open }) => {
  let release, isRequested;
  const gorlif = await open('', {
    prepare: async (context) => {
      isRequested = context.waitForEvent('request', (request) => request.url().endsWith('_desk.wasm'));
      release = await hold(context, '**/*_desk.wasm');
    },
  });
  await gorlif.marked();
  await isRequested;
  const isRegistered = () => gorlif.page.evaluate(async () => Boolean(await navigator.serviceWorker.getRegistration()));
  const loaded = () =>
    gorlif.page.evaluate(() => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name);
      return names.filter((name) => /_(details|forecast|watch)\.wasm$/.test(name)).length;
    });
  await expect.poll(loaded, { message: 'chunks that are used on request, but for the desk' }).toBe(3);
  expect(await isRegistered()).toBe(false);
  release();
  await gorlif.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  expect(await isRegistered()).toBe(true);
});

test('an answer that is too large leaves the kept one as it is', async ({ openKept, startService, startGateway }) => {
  let large = null;
  const gateway = await startGateway({
    service: await startService('--scenario', 'calm', '--still'),
    answer: (path, { headers }) => {
      if (!large || path !== LEVELS) return null;
      const own = { ETag: '"large"', Date: new Date().toUTCString() };
      return headers['if-none-match'] === '"large"' ? { status: 304, headers: own } : json(large, own);
    },
  });
  const gorlif = await openKept('', { at: gateway });
  const { page, sources } = gorlif;
  const before = await inStore(page, 'get', LEVELS);
  expect(before.body.length).toBeGreaterThan(0);
  large = (await (await fetch(gateway.address.slice(0, -1) + LEVELS)).text()) + ' '.repeat(1_100_000);
  for (const status of [200, 304]) {
    await gorlif.later(120);
    const [answered, others] = [LEVELS, FORECAST].map((path) =>
      page.waitForResponse((response) => response.url().endsWith(path)),
    );
    await sources.checkButton.click();
    expect((await answered).status()).toBe(status);
    await others;
    await expect(sources.element.locator('.check')).toHaveText(/^Checked at/);
    await sources.are('fresh', ...SOURCES);
  }
  expect(await inStore(page, 'get', LEVELS)).toEqual(before);
});

// case 2
test('a cold start without a network shows the last known state', async ({ openKept, startService, startGateway }) => {
  const service = await startService('--scenario', 'storm', '--still');
  const gateway = await startGateway({ service });
  const [address, port] = [gateway.address + AROUND_BRECON, portOf(gateway)];
  const known = await openKept(AROUND_BRECON, { at: gateway });
  await known.answer.isFinal('some');
  const [gauges, messages] = [await known.lists.gauges.count(), await known.lists.messages.count()];
  const context = known.page.context();
  const showsWhatWasKnown = async ({ lists }) => {
    await expect(lists.gauges).toHaveCount(gauges);
    await expect(lists.messages).toHaveCount(messages);
  };
  await known.page.close();
  await gateway.stop();

  await test.step('the service does not answer', async () => {
    const answer = (path) => (path.startsWith('/api/') ? { hang: true } : null);
    const silent = await startGateway({ service, port, answer });
    const waiting = await openTab(context, address);
    await showsWhatWasKnown(waiting);
    await expect(waiting.answer.element).toHaveText(
      /^(?:Severe f|F)lood (?:warning|alert): .*In force when last checked (?:at|on) (?:\d+\s\w+, )?\d\d:\d\d, .*; being checked now/s,
      { useInnerText: true },
    );
    await waiting.answer.is('unknown');
    await waiting.page.close();
    await silent.stop();
  });

  const cold = await openTab(context, address);
  await test.step('nothing can be reached', async () => {
    await showsWhatWasKnown(cold);
    await expect(cold.answer.element).toContainText(
      /In force when last checked (?:at|on) (?:\d+\s\w+, )?\d\d:\d\d, .*; cannot be checked now/,
    );
    await cold.answer.is('unknown');
    await expect(cold.answer.sentence).toContainText(/lood (?:warning|alert): /, { useInnerText: true });
    for (const name of WITH_PLACE)
      await expect(cold.sources.source(name)).toContainText(
        /delayed, .*as of (?:\d+\s\w+, )?\d\d:\d\d, (the service cannot be reached|this device is offline)/,
      );
    await cold.sources.are('late', ...WITH_PLACE);
    expect(cold.faults).toEqual([]);
  });

  await test.step('the service is back', async () => {
    await startGateway({ service, port });
    await cold.later(10);
    await cold.sources.checkButton.click();
    await cold.sources.are('fresh', ...WITH_PLACE);
    await cold.answer.is('some');
  });
});

test('no answer of the service is in a cache of the worker, and only the last place is kept', async ({ openKept }) => {
  const gorlif = await openKept(AROUND_BRECON);
  const { page, answer, place, sources } = gorlif;
  await sources.are('fresh', ...WITH_PLACE);
  await place.radius.selectOption('50');
  await gorlif.hasParameter('r', '50');
  await answer.is('none');
  const kept = () => inStore(page, 'getAllKeys');
  await expect
    .poll(kept, { message: 'addresses of the kept answers' })
    .toContainEqual(expect.stringContaining('/51000/'));
  expect((await kept()).sort()).toEqual([
    FORECAST,
    WALES,
    '/api/floodwarnings/v1/distance/51000/latlon/51.95/-3.39',
    LEVELS,
  ]);
  const cached = await page.evaluate(async () => {
    const requests = async (name) => (await caches.open(name)).keys();
    return (await Promise.all((await caches.keys()).map(requests))).flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached).toEqual(expect.arrayContaining(['/', expect.stringMatching(/\.wasm$/), '/gazetteer.txt']));
  expect(cached.filter((path) => path.startsWith('/api'))).toEqual([]);
});

// case 19
test('a new version announces itself and is taken on the next load', async ({ openKept, startGateway }) => {
  const gateway = await startGateway();
  const gorlif = await openKept('', { at: gateway });
  const { page } = gorlif;
  const news = page.locator('.news');
  const next = page.locator('meta[name=next-version]');
  await expect(news).toBeHidden();
  const newer = script((await workerOf(gateway)).replace(/VERSION:"\w+"/, 'VERSION:"newer"'));
  await gateway.stop();
  await startGateway({
    port: portOf(gateway),
    answer: (path) => (path === '/service_worker.js' ? newer : null),
    change: (html) => html.replace('<title>', '<meta name="next-version"><title>'),
  });
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await expect(news).toBeVisible();
  await expect(news).toContainText('A new version of this page is ready');
  await expect(next).toHaveCount(0);
  await page.reload();
  await gorlif.marked();
  await expect(next).toHaveCount(1);
  expect(await cacheNames(gorlif)).toEqual(['gorlif-newer']);
});

// case 106
test('storage, worker, channel, history and geolocation refused cost only themselves', async ({ open }) => {
  const gorlif = await open('', {
    init: () => {
      const fail = () => {
        throw new DOMException('refused', 'SecurityError');
      };
      const refuse = (object, name) => Object.defineProperty(object, name, { configurable: true, get: fail });
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) refuse(globalThis, name);
      for (const name of ['serviceWorker', 'geolocation']) refuse(navigator, name);
      globalThis.BroadcastChannel = class {
        constructor() {
          fail();
        }
      };
      for (const name of ['pushState', 'replaceState']) history[name] = fail;
    },
  });
  const { page, answer, place, sources } = gorlif;
  await gorlif.marked();
  await sources.are('fresh', ...SOURCES);
  await gorlif.speak('cy');
  await page.getByRole('button', { name: 'Defnyddio fy lleoliad' }).click();
  await expect(place.problem).toContainText(/Ni allai eich dyfais|Ni chaniataodd eich porwr/);
  await place.type('SO 045 285');
  await page.keyboard.press('Enter');
  await expect(place.name).toContainText('Aberhonddu');
  await answer.is('none');
  await expect(gorlif.failure).toBeHidden();
  expect(gorlif.faults).toEqual([]);
});

// case 107
test('where room is short, warnings are kept before the rest', async ({ open, startService, startGateway }) => {
  const service = await startService('--scenario', 'storm');
  const gorlif = await open('', {
    at: await startGateway({ service }),
    init: () => {
      // Room for two answers.
      const { put, delete: drop } = IDBObjectStore.prototype;
      let room = 2;
      IDBObjectStore.prototype.delete = function (key) {
        room = 2;
        return drop.call(this, key);
      };
      IDBObjectStore.prototype.put = function (value) {
        if (room-- > 0) return put.call(this, value);
        this.transaction.abort();
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
  });
  await gorlif.marked();
  await expect
    .poll(() => inStore(gorlif.page, 'getAllKeys'), { message: 'addresses of the kept answers' })
    .toContainEqual(expect.stringMatching(/distance\/150000/));
  expect(gorlif.faults).toEqual([]);
});

test('what was kept and can no longer be read is passed over', async ({ openKept, startGateway }) => {
  const gateway = await startGateway();
  const { page, lists, sources } = await openKept('', { at: gateway });
  for (const unreadable of [
    { url: LEVELS, body: new TextEncoder().encode('<html>'), asOf: Date.now() },
    { url: WALES, body: 'text', asOf: 'yesterday' },
    { url: FORECAST },
  ])
    await inStore(page, 'put', unreadable);
  await gateway.stop();
  await page.reload();
  for (const name of SOURCES) await expect(sources.source(name)).toContainText('cannot be reached');
  await sources.are('unknown', ...SOURCES);
  await expect(lists.gauges).toHaveCount(0);
});

// case 15
test('what one page hears, others of this origin need not ask for', async ({ open, startService, startGateway }) => {
  const service = await startService('--scenario', 'calm');
  const gateway = await startGateway({ service });
  const first = await open('', { at: gateway });
  await first.marked();
  // Its own look at what is due stands still for as long as is said: which of the two would ask first is chance.
  const second = await first.openTab(() => {
    const repeat = globalThis.setInterval;
    Object.assign(globalThis, { ticks: 0, still: false });
    globalThis.setInterval = (run, ms) =>
      repeat(() => {
        if (!globalThis.still) {
          run();
          globalThis.ticks++;
        }
      }, ms);
  });
  await second.marked();
  await second.sources.are('fresh', ...SOURCES);
  const lines = ['warnings', 'levels'].map((name) => second.sources.source(name));
  const before = await Promise.all(lines.map((line) => line.textContent()));
  const asked = service.requests.length;
  // Ten minutes later the first page asks, and the second one knows.
  await first.later(600);
  await second.page.evaluate(() => (globalThis.still = true));
  await second.later(599);
  await first.sources.checkButton.click();
  for (const [index, line] of lines.entries()) await expect(line).not.toHaveText(before[index]);
  const ticks = await second.page.evaluate(() => {
    globalThis.still = false;
    return globalThis.ticks;
  });
  await expect
    .poll(() => second.page.evaluate(() => globalThis.ticks), { message: 'looks at what is due' })
    .toBeGreaterThanOrEqual(ticks + 2);
  expect(service.requests.length).toBeLessThanOrEqual(asked + 3);
});

test('a frame starts without a network too, in its own view', async ({ openKept, startService, startGateway }) => {
  const gateway = await startGateway({ service: await startService('--scenario', 'storm') });
  const gorlif = await openKept(`${AROUND_BRECON}&embed=status&v=1`, { at: gateway });
  const { page, answer, lists } = gorlif;
  await answer.isFinal('some');
  await gateway.stop();
  await page.reload();
  await expect(lists.messages.first()).toBeAttached();
  await expect(page.locator('html')).toHaveAttribute('data-embed', 'status');
  await expect(page.locator('.map-frame')).toBeHidden();
  await expect(gorlif.failure).toBeHidden();
});

test('a frame whose script is lost shows the whole page rather than nothing', async ({ open, startGateway }) => {
  const gateway = await startGateway({ answer: (path) => (/\/frame\./.test(path) ? { status: 404 } : null) });
  const gorlif = await open('?embed=status', { at: gateway });
  await gorlif.marked();
  await gorlif.sources.are('fresh', ...SOURCES);
  await expect(gorlif.failure).toBeHidden();
});

test('what a deployer changes in the page is there on a later visit', async ({ openKept, startGateway }) => {
  const gateway = await startGateway({ change: (html) => html });
  const gorlif = await openKept('', { at: gateway });
  const { page } = gorlif;
  const file = join(gateway.nginx.env.GORLIF_PAGE, 'index.html');
  writeFileSync(file, readFileSync(file, 'utf8').replace('<title>', '<meta name="deployed"><title>'));
  const visit = async () => {
    await page.reload();
    await gorlif.marked();
    return page.locator('meta[name=deployed]').count();
  };
  expect(await visit(), 'this visit is served from the device').toBe(0);
  // Each of nginx' workers looks at its files every few seconds, so how many visits it takes is open.
  await expect.poll(visit, { message: 'a later visit has what was changed', intervals: [100] }).toBe(1);
});

// case 219
test('a host that leads from the root elsewhere keeps its visitors', async ({ openKept, startGateway }) => {
  const answer = (path) =>
    path.split('?')[0] === '/' ? { status: 302, headers: { Location: path.replace('/', '/index.html') } } : null;
  const gateway = await startGateway({ answer });
  const gorlif = await openKept('', { at: gateway });
  // Each visit stores the page again, for the next one.
  for (const query of ['', '?lang=cy', '']) {
    await gorlif.page.goto(gateway.address + query);
    await gorlif.marked();
    await gorlif.answer.is('none');
  }
});

test('a worker whose page is of another version does not take over', async ({ openKept, startGateway }) => {
  let halfway = null;
  const gateway = await startGateway({
    answer: (path) => {
      if (!halfway) return null;
      if (path === '/service_worker.js') return script(halfway);
      return path === '/gorlif-0000000000000000.js' ? script('') : null;
    },
  });
  const gorlif = await openKept('', { at: gateway });
  const { page, sources } = gorlif;
  for (const name of await cacheNames(gorlif)) expect(name).toMatch(/^gorlif-/);
  halfway = (await workerOf(gateway))
    .replace(/VERSION:"\w+"/, 'VERSION:"halfway"')
    .replace(/gorlif-[0-9a-f]{10,16}\.js/, 'gorlif-0000000000000000.js');
  const ended = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const end = new Promise((done) =>
      registration.addEventListener('updatefound', () =>
        registration.installing.addEventListener('statechange', ({ target }) => {
          if (target.state !== 'installing') done(target.state);
        }),
      ),
    );
    await registration.update().catch(() => {});
    return end;
  });
  expect(ended).toBe('redundant');
  await expect(page.locator('.news'), 'no new version is announced').toBeHidden();
  await page.reload();
  await gorlif.marked();
  await sources.are('fresh', ...SOURCES);
});
