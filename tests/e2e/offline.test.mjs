// Without a network: a second visit starts, shows what was known under its age, and is current again without a reload. And what the
// device refuses costs only itself.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json } from '../support/bodies.mjs';
import { expect, test as base } from '../support/fixtures.mjs';
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
      await workerReady(gorlif);
      await stored(gorlif.page, query.includes('lat=') ? WITH_PLACE.length : SOURCES.length);
      return gorlif;
    });
  },
});
test.use({ flags: '--scenario calm', serviceWorkers: 'allow' });

const workerReady = ({ page }) => page.evaluate(async () => void (await navigator.serviceWorker.ready));
const script = (body) => ({ headers: { 'Content-Type': 'text/javascript' }, body });
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
  await workerReady(gorlif);
  expect(await isRegistered()).toBe(true);
});

test('no cache of the worker has an answer; the last place is kept, and nothing that is too large', async ({
  openKept,
  startService,
  startGateway,
}) => {
  let large = null;
  const gateway = await startGateway({
    service: await startService('--scenario', 'calm', '--still'),
    answer: (path, { headers }) => {
      if (!large || path !== LEVELS) return null;
      const own = { ETag: '"large"', Date: new Date().toUTCString() };
      return headers['if-none-match'] === '"large"' ? { status: 304, headers: own } : json(large, own);
    },
  });
  const gorlif = await openKept(AROUND_BRECON, { at: gateway });
  const { page, answer, place, sources } = gorlif;
  await sources.are('fresh', ...WITH_PLACE);
  await place.chooseRadius('50');
  await gorlif.hasParameter('r', '50');
  await answer.is('none');
  const kept = async () => (await inStore(page, 'getAllKeys')).sort();
  const ofPlace = '/api/floodwarnings/v1/distance/51000/latlon/51.95/-3.39';
  await expect.poll(kept, { message: 'addresses of the kept answers' }).toEqual([FORECAST, WALES, ofPlace, LEVELS]);
  const cached = await page.evaluate(async () => {
    const requests = async (name) => (await caches.open(name)).keys();
    return (await Promise.all((await caches.keys()).map(requests))).flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached).toEqual(expect.arrayContaining(['/', expect.stringMatching(/\.wasm$/), '/gazetteer.txt']));
  expect(cached.filter((path) => path.startsWith('/api'))).toEqual([]);

  const before = await inStore(page, 'get', LEVELS);
  expect(before.body.length).toBeGreaterThan(0);
  large = (await (await fetch(gateway.address.slice(0, -1) + LEVELS)).text()) + ' '.repeat(1_100_000);
  for (const status of [200, 304]) {
    const [answered, others] = ['levels', 'forecast'].map(gorlif.responseOf);
    await gorlif.check(120);
    expect((await answered).status()).toBe(status);
    await others;
    await expect(sources.check).toHaveText(/^Checked at/);
    await sources.are('fresh', ...SOURCES);
  }
  expect(await inStore(page, 'get', LEVELS)).toEqual(before);
});

// case 2, 160
test('a cold start without a network shows the last known state', async ({ openKept, startService, startGateway }) => {
  const service = await startService('--scenario', 'storm', '--still');
  const gateway = await startGateway({ service });
  const port = portOf(gateway);
  const gorlif = await openKept(AROUND_BRECON, { at: gateway });
  const { page, answer, lists, sources } = gorlif;
  await answer.isFinal('some');
  const [gauges, messages] = [await lists.gauges.count(), await lists.messages.count()];
  /** The headline with its colour, and what to do. */
  const headline = async () => [
    await answer.sentence.textContent(),
    await answer.element.getAttribute('data-severity'),
    await answer.action.textContent(),
  ];
  const before = await headline();
  /** Starts the page again, and expects what was known before. */
  const startsWith = async (text) => {
    await page.goto(gateway.address + AROUND_BRECON);
    await expect(lists.gauges).toHaveCount(gauges);
    await expect(lists.messages).toHaveCount(messages);
    await expect(answer.element).toHaveText(text, { useInnerText: true });
    await answer.is('unknown');
  };
  const leave = () => page.goto('about:blank');
  await leave();
  await gateway.stop();

  await test.step('a frame starts in its own view', async () => {
    await page.goto(`${gateway.address}${AROUND_BRECON}&embed=status&v=1`);
    await expect(lists.messages.first()).toBeAttached();
    await expect(page.locator('html')).toHaveAttribute('data-embed', 'status');
    await expect(page.locator('.map-frame')).toBeHidden();
    await expect(gorlif.failure).toBeHidden();
    await leave();
  });

  await test.step('the service does not answer', async () => {
    const hang = (path) => (path.startsWith('/api/') ? { hang: true } : null);
    const silent = await startGateway({ service, port, answer: hang });
    await startsWith(
      /^(?:Severe f|F)lood (?:warning|alert): .*In force when last checked (?:at|on) (?:\d+\s\w+, )?\d\d:\d\d, .*; being checked now/s,
    );
    await leave();
    await silent.stop();
  });

  await test.step('nothing can be reached', async () => {
    await startsWith(
      /lood (?:warning|alert): .*In force when last checked (?:at|on) (?:\d+\s\w+, )?\d\d:\d\d, .*; cannot be checked now/s,
    );
    for (const name of WITH_PLACE)
      await expect(sources.source(name)).toContainText(
        /delayed, .*as of (?:\d+\s\w+, )?\d\d:\d\d, (the service cannot be reached|this device is offline)/,
      );
    await sources.are('late', ...WITH_PLACE);
    expect(await headline()).toEqual(before);
    await expect(answer.calls.getByRole('link')).toHaveCount(2);
    expect(gorlif.faults.filter((fault) => fault.startsWith('exception'))).toEqual([]);
  });

  await test.step('the service is back', async () => {
    await startGateway({ service, port });
    await gorlif.check(10);
    await sources.are('fresh', ...WITH_PLACE);
    await answer.is('some');
  });
});

// case 19
test('a new version is announced and taken on the next load, but no worker without its page', async ({
  openKept,
  startGateway,
}) => {
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
  const cacheNames = () => page.evaluate(() => caches.keys());
  const news = page.locator('.news');
  const next = page.locator('meta[name=next-version]');
  for (const name of await cacheNames()) expect(name).toMatch(/^gorlif-/);
  const current = await (await fetch(`${gateway.address}service_worker.js`)).text();
  const newer = (version) => current.replace(/VERSION:"\w+"/, `VERSION:"${version}"`);
  halfway = newer('halfway').replace(/gorlif-[0-9a-f]{10,16}\.js/, 'gorlif-0000000000000000.js');
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
  await expect(news, 'no new version is announced').toBeHidden();
  await page.reload();
  await gorlif.marked();
  await sources.are('fresh', ...SOURCES);

  await gateway.stop();
  await startGateway({
    port: portOf(gateway),
    answer: (path) => (path === '/service_worker.js' ? script(newer('newer')) : null),
    change: (html) => html.replace('<title>', '<meta name="next-version"><title>'),
  });
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await expect(news).toContainText('A new version of this page is ready');
  await expect(news).toBeVisible();
  await expect(next).toHaveCount(0);
  await page.reload();
  await gorlif.marked();
  await expect(next).toHaveCount(1);
  expect(await cacheNames()).toEqual(['gorlif-newer']);
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
test('where room is short, warnings are kept before the rest', async ({ open }) => {
  const gorlif = await open('', {
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
