// Without a network: a second visit starts, shows what was known under its age, and is current again without a reload. And what the
// device refuses costs only itself.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { later, marked, open, startBrowser, startGateway, startService, stage, stored } from '../support/harness.mjs';

let browser;
before(async () => {
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
});

const source = (page, name) => page.locator(`[data-source="${name}"]`);
const PLACE = '?lat=51.95&lon=-3.39&r=20';
const fresh = (page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('[data-source]:not([hidden])')].every((line) => line.dataset.state === 'fresh'),
  );
/** Waits until the service worker is in place and the last answers are kept. */
const settled = async (page, answers) => {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await stored(page, answers);
};

test('an answer that is too large to keep leaves the one that is kept as old as it is', async (t) => {
  const service = await startService('--scenario', 'calm', '--still');
  t.after(() => service.stop());
  let large = null;
  const levels = '/api/riverlevels/v1/all';
  const gateway = await startGateway(service, {
    answer: (path, { headers }) => {
      if (!large || path !== levels) return null;
      const own = { 'Content-Type': 'application/json', ETag: '"large"', Date: new Date().toUTCString() };
      return headers['if-none-match'] === '"large"' ? { status: 304, headers: own } : { headers: own, body: large };
    },
  });
  t.after(() => gateway.stop());
  const page = await open(browser, gateway.address);
  t.after(() => page.context().close());
  await marked(page);
  await settled(page, 3);
  const kept = () =>
    page.evaluate(
      (levels) =>
        new Promise((done) => {
          const opening = indexedDB.open('gorlif');
          opening.onsuccess = () => {
            const asked = opening.result.transaction('responses').objectStore('responses').get(levels);
            asked.onsuccess = () => {
              opening.result.close();
              done([asked.result.body.length, asked.result.asOf]);
            };
          };
        }),
      levels,
    );
  const before = await kept();
  large = (await (await fetch(gateway.address.slice(0, -1) + levels)).text()) + ' '.repeat(1_100_000);
  for (const status of [200, 304]) {
    await later(page, 120);
    const [answered, others] = [levels, '/api/floodforecast/v1/areasatrisk'].map((path) =>
      page.waitForResponse((response) => response.url().endsWith(path)),
    );
    await page.locator('.sources button').click();
    assert.equal((await answered).status(), status);
    await others;
    await fresh(page);
  }
  // Stored last and through the same store: when it is stored, the responses before it are too.
  await page.evaluate(
    () =>
      new Promise((done) => {
        const opening = indexedDB.open('gorlif');
        opening.onsuccess = () => {
          const turn = opening.result.transaction('responses', 'readwrite');
          turn.oncomplete = () => {
            opening.result.close();
            done();
          };
          turn.objectStore('responses').count();
        };
      }),
  );
  assert.deepEqual(await kept(), before);
});

// case 2
test('a cold start without a network shows the last known picture before anything has answered, and never as live', async (t) => {
  const service = await startService('--scenario', 'storm', '--still');
  t.after(() => service.stop());
  const gateway = await startGateway(service);
  t.after(() => gateway.stop());
  const page = await open(browser, gateway.address + PLACE);
  t.after(() => page.context().close());
  await marked(page);
  await page.waitForFunction(
    () => document.getElementById('answer')?.dataset.answer === 'some' && !document.querySelector('.provisional'),
  );
  await settled(page, 4);
  const [gauges, messages] = [
    await page.locator('[data-station-id]').count(),
    await page.locator('[data-area-code]').count(),
  ];
  await page.close();
  await gateway.stop();
  const port = Number(new URL(gateway.address).port);

  const silent = await startGateway(service, {
    port,
    answer: (path) => (path.startsWith('/api/') ? { hang: true } : null),
  });
  t.after(() => silent.stop());
  const waiting = await page.context().newPage();
  await waiting.goto(gateway.address + PLACE);
  await waiting.waitForFunction(
    ([gauges, messages]) =>
      document.querySelectorAll('[data-station-id]').length === gauges &&
      document.querySelectorAll('[data-area-code]').length === messages,
    [gauges, messages],
  );
  console.log(
    `the last known picture is shown ${(await waiting.evaluate(() => performance.now())).toFixed(0)} ms after the start`,
  );
  assert.match(
    await waiting.locator('#answer').innerText(),
    /^(?:Severe f|F)lood warning: .*In force when last checked at (?:\d+\s\w+, )?\d\d:\d\d, .*; being checked now/s,
  );
  assert.equal(await waiting.locator('#answer').getAttribute('data-answer'), 'unknown');
  await waiting.close();
  await silent.stop();

  const cold = await page.context().newPage();
  const faults = [];
  cold.on('pageerror', (error) => faults.push(error.message));
  await cold.goto(gateway.address + PLACE);
  await cold.waitForFunction(
    ([gauges, messages]) =>
      document.querySelectorAll('[data-station-id]').length === gauges &&
      document.querySelectorAll('[data-area-code]').length === messages,
    [gauges, messages],
  );
  await cold.waitForFunction(() =>
    /In force when last checked at (?:\d+\s\w+, )?\d\d:\d\d, .*; cannot be checked now/.test(
      document.getElementById('answer')?.textContent,
    ),
  );
  assert.equal(await cold.locator('#answer').getAttribute('data-answer'), 'unknown');
  assert.match(await cold.locator('.sentence').innerText(), /lood warning: /);
  for (const name of ['warnings', 'warnings-here', 'levels', 'forecast']) {
    assert.equal(await source(cold, name).getAttribute('data-state'), 'late', name);
    assert.match(
      await source(cold, name).textContent(),
      /delayed, .*as of (?:\d+\s\w+, )?\d\d:\d\d, (the service cannot be reached|this device is offline)/,
    );
  }
  assert.deepEqual(faults, []);

  const again = await startGateway(service, { port });
  t.after(() => again.stop());
  await later(cold, 10);
  await cold.getByRole('button', { name: 'Check now' }).click();
  await fresh(cold);
  await cold.waitForFunction(() => document.getElementById('answer')?.dataset.answer === 'some');
});

test('no answer of the service is in a cache of the worker, and only the last place is kept', async (t) => {
  const { gateway } = await stage(t, 'calm');
  const page = await open(browser, gateway.address + PLACE);
  t.after(() => page.context().close());
  await fresh(page);
  await settled(page, 4);
  await page.getByRole('button', { name: '50\u00a0km', exact: true }).click();
  const kept = () =>
    page.evaluate(
      () =>
        new Promise((done) => {
          const opening = indexedDB.open('gorlif');
          opening.onsuccess = () => {
            const asked = opening.result.transaction('responses').objectStore('responses').getAllKeys();
            asked.onsuccess = () => {
              opening.result.close();
              done(asked.result);
            };
          };
        }),
    );
  await page.waitForFunction(
    () =>
      new URL(location).searchParams.get('r') === '50' && document.getElementById('answer')?.dataset.answer === 'none',
  );
  while (!(await kept()).some((address) => address.includes('/51000/')))
    await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.deepEqual((await kept()).sort(), [
    '/api/floodforecast/v1/areasatrisk',
    '/api/floodwarnings/v1/distance/150000/latlon/52.4/-3.8',
    '/api/floodwarnings/v1/distance/51000/latlon/51.95/-3.39',
    '/api/riverlevels/v1/all',
  ]);
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    return (
      await Promise.all(
        names.map(async (name) =>
          (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname),
        ),
      )
    ).flat();
  });
  assert.ok(cached.includes('/') && cached.some((path) => path.endsWith('.wasm')) && cached.includes('/gazetteer.txt'));
  assert.deepEqual(
    cached.filter((path) => path.startsWith('/api')),
    [],
  );
});

// case 19
test('a new version announces itself and is taken on the next load, not in the middle of use', async (t) => {
  const { gateway } = await stage(t, 'calm');
  const address = gateway.address;
  const page = await open(browser, address);
  t.after(() => page.context().close());
  await marked(page);
  await settled(page, 3);
  assert.ok(await page.locator('.news').isHidden());
  const worker = await (await fetch(`${address}service_worker.js`)).text();
  await gateway.stop();
  const newer = {
    status: 200,
    headers: { 'Content-Type': 'text/javascript' },
    body: worker.replace(/VERSION:"\w+"/, 'VERSION:"newer"'),
  };
  const service = await startService('--scenario', 'calm');
  t.after(() => service.stop());
  const next = await startGateway(service, {
    port: Number(new URL(address).port),
    answer: (path) => (path === '/service_worker.js' ? newer : null),
    change: (html) => html.replace('<title>', '<meta name="next-version"><title>'),
  });
  t.after(() => next.stop());
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await page.locator('.news').waitFor();
  assert.match(await page.locator('.news').textContent(), /A new version of this page is ready/);
  assert.equal(await page.locator('meta[name=next-version]').count(), 0);
  await page.reload();
  await marked(page);
  assert.equal(await page.locator('meta[name=next-version]').count(), 1);
  assert.deepEqual(await page.evaluate(() => caches.keys()), ['gorlif-newer']);
});

// case 106
test('storage, worker, channel, history and geolocation refused cost only themselves', async (t) => {
  const { gateway } = await stage(t, 'calm');
  const page = await open(browser, gateway.address, {
    init: () => {
      const refuse = (object, name) =>
        Object.defineProperty(object, name, {
          configurable: true,
          get: () => {
            throw new DOMException('refused', 'SecurityError');
          },
        });
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) refuse(globalThis, name);
      for (const name of ['serviceWorker', 'geolocation']) refuse(navigator, name);
      globalThis.BroadcastChannel = class {
        constructor() {
          throw new DOMException('refused', 'SecurityError');
        }
      };
      for (const name of ['pushState', 'replaceState'])
        history[name] = () => {
          throw new DOMException('refused', 'SecurityError');
        };
    },
  });
  t.after(() => page.context().close());
  await marked(page);
  await fresh(page);
  await page.getByRole('button', { name: 'Cymraeg' }).click();
  await page.waitForFunction(() => document.documentElement.lang === 'cy');
  if (!(await page.locator('#place').isVisible())) await page.locator('.here button[aria-controls]').click();
  await page.getByRole('button', { name: 'Defnyddio fy lleoliad' }).click();
  await page.waitForFunction(() =>
    /Ni allai eich dyfais|Ni chaniataodd eich porwr/.test(document.querySelector('.place .problem')?.textContent),
  );
  await page.locator('#place').fill('SO 045 285');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /Aberhonddu/.test(document.querySelector('.here strong')?.textContent));
  await page.waitForFunction(() => document.getElementById('answer')?.dataset.answer === 'none');
  assert.ok(await page.locator('#failure').isHidden());
  assert.deepEqual(page.faults, []);
});

// case 107
test('where room is short, warnings are kept before the rest', async (t) => {
  const { gateway } = await stage(t, 'storm');
  const page = await open(browser, gateway.address, {
    init: () => {
      // Room for two answers.
      const put = IDBObjectStore.prototype.put;
      let room = 2;
      const drop = IDBObjectStore.prototype.delete;
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
  t.after(() => page.context().close());
  await marked(page);
  await page.waitForFunction(
    () =>
      new Promise((done) => {
        const opening = indexedDB.open('gorlif');
        opening.onsuccess = () => {
          const asked = opening.result.transaction('responses').objectStore('responses').getAllKeys();
          asked.onsuccess = () => {
            opening.result.close();
            done(asked.result.some((address) => /distance\/150000/.test(address)));
          };
        };
      }),
  );
  assert.deepEqual(page.faults, []);
});

test('what was kept and can no longer be read is passed over', async (t) => {
  const { gateway } = await stage(t, 'calm');
  const page = await open(browser, gateway.address);
  t.after(() => page.context().close());
  await marked(page);
  await settled(page, 3);
  await page.evaluate(
    () =>
      new Promise((done) => {
        const opening = indexedDB.open('gorlif');
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('responses', 'readwrite');
          const answers = transaction.objectStore('responses');
          answers.put({
            url: '/api/riverlevels/v1/all',
            body: new TextEncoder().encode('<html>'),
            asOf: Date.now(),
          });
          answers.put({
            url: '/api/floodwarnings/v1/distance/150000/latlon/52.4/-3.8',
            body: 'text',
            asOf: 'yesterday',
          });
          answers.put({ url: '/api/floodforecast/v1/areasatrisk' });
          transaction.oncomplete = () => {
            opening.result.close();
            done();
          };
        };
      }),
  );
  await gateway.stop();
  await page.reload();
  for (const name of ['warnings', 'levels', 'forecast'])
    await page.waitForFunction(
      (name) =>
        /cannot be reached/.test(document.querySelector(`[data-source="${name}"]`)?.textContent) &&
        document.querySelector(`[data-source="${name}"]`)?.dataset.state === 'unknown',
      name,
    );
  assert.equal(await page.locator('[data-station-id]').count(), 0);
});

// case 15
test('what one page hears, the other pages of this origin need not ask for', async (t) => {
  const { service, gateway } = await stage(t, 'calm');
  const first = await open(browser, gateway.address);
  t.after(() => first.context().close());
  await marked(first);
  const second = await first.context().newPage();
  // Its own look at what is due stands still for as long as is said: which of the two would ask first is chance.
  await second.addInitScript(() => {
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
  await second.goto(gateway.address);
  await marked(second);
  await fresh(second);
  const before = await second.evaluate(() =>
    Object.fromEntries(
      ['warnings', 'levels'].map((source) => [source, document.querySelector(`[data-source="${source}"]`).textContent]),
    ),
  );
  const asked = service.requests.length;
  // Ten minutes later the first page asks, and the second one knows.
  await later(first, 600);
  await second.evaluate(() => {
    globalThis.still = true;
    const now = Date.now;
    Date.now = () => now() + 599_000;
  });
  await first.getByRole('button', { name: 'Check now' }).click();
  for (const [source, text] of Object.entries(before))
    await second.waitForFunction(
      ([source, text]) => document.querySelector(`[data-source="${source}"]`).textContent !== text,
      [source, text],
    );
  const ticks = await second.evaluate(() => {
    globalThis.still = false;
    return globalThis.ticks;
  });
  await second.waitForFunction((before) => globalThis.ticks >= before + 2, ticks);
  assert.ok(service.requests.length <= asked + 3, `${service.requests.length - asked} requests`);
});

test('a frame starts without a network too, in its own view; and one whose script is lost shows the whole page rather than nothing', async (t) => {
  const { gateway } = await stage(t, 'storm');
  const page = await open(browser, `${gateway.address}${PLACE}&embed=status&v=1`);
  t.after(() => page.context().close());
  await marked(page);
  await page.waitForFunction(
    () => document.getElementById('answer')?.dataset.answer === 'some' && !document.querySelector('.provisional'),
  );
  await settled(page, 4);
  await gateway.stop();
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('[data-area-code]').length > 0);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.embed), 'status');
  assert.ok(await page.locator('.map-frame').isHidden());
  assert.ok(await page.locator('#failure').isHidden());

  const service = await startService('--scenario', 'calm');
  t.after(() => service.stop());
  const lost = await startGateway(service, { answer: (path) => (/\/frame\./.test(path) ? { status: 404 } : null) });
  t.after(() => lost.stop());
  const bare = await open(browser, `${lost.address}?embed=status`);
  t.after(() => bare.context().close());
  await marked(bare);
  await fresh(bare);
  assert.ok(await bare.locator('#failure').isHidden());
});

test('what a deployer changes in the page is there on a later visit, without a new version', async (t) => {
  const service = await startService('--scenario', 'calm');
  t.after(() => service.stop());
  const gateway = await startGateway(service, { change: (html) => html });
  t.after(() => gateway.stop());
  const page = await open(browser, gateway.address);
  t.after(() => page.context().close());
  await marked(page);
  await settled(page, 3);
  const file = join(gateway.nginx.env.GORLIF_PAGE, 'index.html');
  writeFileSync(file, readFileSync(file, 'utf8').replace('<title>', '<meta name="deployed"><title>'));
  // Each of nginx' workers looks at its files every few seconds, so how many visits it takes is open; that the first is not it, is not.
  const visits = [];
  while (!visits.at(-1) && visits.length < 100) {
    await page.reload();
    await marked(page);
    visits.push(await page.locator('meta[name=deployed]').count());
  }
  assert.equal(visits[0], 0, 'this visit is served from the device');
  assert.equal(visits.at(-1), 1, `after ${visits.length} visits`);
});

test('in the middle of a deployment a worker whose page is of another version does not take over', async (t) => {
  const service = await startService('--scenario', 'calm');
  t.after(() => service.stop());
  let halfway = null;
  const gateway = await startGateway(service, {
    answer: (path) => {
      if (!halfway) return null;
      if (path === '/service_worker.js') return { headers: { 'Content-Type': 'text/javascript' }, body: halfway };
      return path === '/gorlif-0000000000000000.js'
        ? { headers: { 'Content-Type': 'text/javascript' }, body: '' }
        : null;
    },
  });
  t.after(() => gateway.stop());
  const page = await open(browser, gateway.address);
  t.after(() => page.context().close());
  await marked(page);
  await settled(page, 3);
  const before = await page.evaluate(() => caches.keys());
  const worker = await (await fetch(`${gateway.address}service_worker.js`)).text();
  halfway = worker
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
  assert.equal(ended, 'redundant');
  assert.ok(await page.locator('.news').isHidden(), 'no new version is announced');
  assert.ok(before.every((name) => name.startsWith('gorlif-')));
  await page.reload();
  await marked(page);
  await fresh(page);
});
