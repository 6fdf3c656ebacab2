// Starts that go wrong, and what people are told then.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hasten, open, marked, startBrowser, startGateway, startService, later } from '../support/harness.mjs';

let service, browser;
before(async () => {
  service = await startService('--scenario', 'mixed', '--still');
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

async function visit(options, run) {
  const gateway = await startGateway(service, options);
  const page = await open(browser, gateway.address);
  try {
    await run(page, gateway);
  } finally {
    await page.context().close();
    await gateway.stop();
  }
}

const withSettings = (settings) => ({
  change: (html) => html.replace(/(id="?settings"?[^>]*>)[\s\S]*?(<\/script>)/, `$1${settings}$2`),
});
const failure = async (page) => {
  await page.locator('#failure').waitFor();
  const text = await page.locator('#failure').textContent();
  assert.match(text, /0345 988 1188/);
  assert.match(text, /999/);
  assert.match(text, /Nid oes modd gwirio rhybuddion llifogydd/);
  assert.doesNotMatch(text, /No flood warnings/);
  return page.locator('#failure-cause').textContent();
};

for (const [settings, cause] of [
  ['{', /settings/],
  ['[]', /settings/],
  ['{"endpoint": 7}', /settings: invalid type: integer `7`, expected a string/],
  ['{"endpoint": "api"}', /settings: endpoint/],
  ['{"endpont": "/api"}', /settings: unknown field `endpont`/],
  ['{"place": {"lat": "x", "lon": 1, "radius": 5}}', /settings: invalid type: string "x", expected f64/],
  ['{"deployer": {"notice": "hello"}}', /settings: invalid type: string "hello", expected an object/],
]) {
  // case 103
  test(`the settings block ${settings} is named in the failure box`, () =>
    visit(withSettings(settings), async (page) => assert.match(await failure(page), cause)));
}

test('settings set the place, the notice and the endpoint', () =>
  visit(
    {
      ...withSettings(
        '{"endpoint": "/api/", "place": {"lat": 51.947, "lon": -3.391, "radius": 20}, "deployer": {"name": "A council", "notice": {"show": true, "en": "Hello <b>", "cy": "Helo"}}}',
      ),
    },
    async (page) => {
      await marked(page);
      assert.match(await page.locator('.radius output').textContent(), /^20/);
      assert.equal(await page.locator('.notice').textContent(), 'Hello <b>');
      assert.match(await page.locator('.foot').textContent(), /A council/);
      assert.deepEqual(page.faults, []);
    },
  ));

test('nothing in the address changes the endpoint', () =>
  visit({}, async (page, gateway) => {
    await page.goto(`${gateway.address}?endpoint=https://evil.example&base=//evil.example#endpoint=x`);
    await marked(page);
    assert.deepEqual(
      page.asked.map((request) => request.url()).filter((url) => !url.startsWith(gateway.address)),
      [],
    );
  }));

// case 18
test('a module that does not load shows the failure box in both languages', () =>
  visit({ answer: (path) => (path.endsWith('.wasm') ? { status: 404 } : null) }, async (page) =>
    assert.match(await failure(page), /start/),
  ));

// case 18
test('a script that does not load shows it too', () =>
  visit({ answer: (path) => (/gorlif-.*\.js$/.test(path) ? { status: 404 } : null) }, async (page) =>
    assert.match(await failure(page), /start/),
  ));

// case 110
test('without Leaflet the lists work and the map says so', () =>
  visit({ answer: (path) => (/leaflet.*\.js$/.test(path) ? { status: 404 } : null) }, async (page) => {
    await page.locator('.map-failed').waitFor();
    await page.waitForFunction(
      () => document.querySelector('[data-station-id]') && !document.querySelector('.entries[aria-busy]'),
    );
    assert.ok((await page.locator('[data-station-id]').count()) >= 120);
    assert.ok(await page.locator('#failure').isHidden());
    assert.equal(await page.locator('#first-map').count(), 0);
  }));

// case 110
test('where Leaflet fails before the service answers, no dots are left on the map that is not there', () =>
  visit(
    {
      answer: (path) =>
        /leaflet.*\.js$/.test(path) ? { status: 404 } : path.startsWith('/api/') ? { hang: true } : null,
    },
    async (page) => {
      await page.locator('.map-failed').waitFor();
      await page.waitForFunction(() => !document.getElementById('waiting'));
      assert.equal(await page.locator('#first-map').count(), 0);
    },
  ));

// case 110
test('on a line on which the page itself took longer than that, the map is still waited for', async () => {
  const gateway = await startGateway(service, { answer: (path) => (path.startsWith('/api/') ? { hang: true } : null) });
  const page = await open(browser, 'about:blank', { init: hasten });
  try {
    let release;
    const held = new Promise((done) => {
      release = done;
    });
    await page.route(/\.wasm$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(gateway.address, { waitUntil: 'commit' });
    // The wait for the page is over after as long as the wait for the map takes.
    await page.locator('#failure').waitFor();
    release();
    await page.locator('.map-failed, .map-canvas').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('.map-failed').count(), 0);
  } finally {
    await page.context().close();
    await gateway.stop();
  }
});

// case 110
test('a script of the map that never ends is given up', async () => {
  const gateway = await startGateway(service, {
    answer: (path) => (/leaflet.*\.js$/.test(path) ? { hang: true } : null),
  });
  const page = await open(browser, 'about:blank', { init: hasten });
  try {
    await page.goto(gateway.address, { waitUntil: 'commit' });
    await page.locator('.map-failed').waitFor();
    assert.ok(await page.locator('#failure').isHidden());
    assert.ok((await page.locator('[data-station-id]').count()) > 0);
  } finally {
    await page.context().close();
    await gateway.stop();
  }
});

test('with nothing behind the endpoint the page says that it cannot reach the service, and never that there are no warnings', () =>
  visit(
    {
      answer: (path) =>
        path.startsWith('/api/')
          ? { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad gateway</h1>' }
          : null,
    },
    async (page) => {
      await page.waitForFunction(() => /could not be checked/.test(document.querySelector('.sentence')?.textContent));
      assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'unknown');
      assert.match(
        await page.locator('.sentence').textContent(),
        /There may be warnings in force\. Call Floodline 0345 988 1188/,
      );
      assert.doesNotMatch(await page.locator('#page').textContent(), /No flood warnings/);
      for (const source of ['warnings', 'levels', 'forecast'])
        assert.equal(await page.locator(`[data-source="${source}"]`).getAttribute('data-state'), 'unknown');
      assert.match(await page.locator('[data-source="warnings"]').textContent(), /the service has a fault/);
    },
  ));

test('while only the call for the place fails, the list does not read like "none" either', () =>
  visit({ answer: (path) => (/\/distance\/(?!150000)/.test(path) ? { status: 502 } : null) }, async (page, gateway) => {
    // Open ground: no message of the scenario has its point within a kilometre.
    await page.goto(`${gateway.address}?lat=52.06&lon=-3.66&r=1`);
    await page.waitForFunction(() => /could not be checked/.test(document.querySelector('.sentence')?.textContent));
    assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'unknown');
    assert.equal(await page.locator('#warnings-heading').textContent(), 'Flood warnings and alerts');
    // The heading and the list are rendered one after the other.
    await page.waitForFunction(() =>
      /could not be loaded/.test(document.querySelector('.panel.warnings')?.textContent),
    );
    assert.doesNotMatch(await page.locator('.panel.warnings').textContent(), /0\u00a0messages|no messages/);
  }));

test('a service that goes away leaves what was known, under its age, and comes back without a reload', async () => {
  let down = false;
  await visit(
    {
      answer: (path, request) =>
        down && path.startsWith('/api/') ? (request.socket.destroy(), { status: 500 }) : null,
    },
    async (page) => {
      await marked(page);
      const count = await page.locator('[data-station-id]').count();
      down = true;
      await later(page, 10);
      await page.getByRole('button', { name: 'Check now' }).click();
      await page.waitForFunction(() =>
        /cannot be reached/.test(document.querySelector('[data-source="levels"]')?.textContent),
      );
      assert.equal(await page.locator('[data-station-id]').count(), count);
      down = false;
      await later(page, 10);
      await page.getByRole('button', { name: 'Check now' }).click();
      await page.waitForFunction(
        () => !/cannot be reached/.test(document.querySelector('[data-source="levels"]').textContent),
      );
    },
  );
});

test('the data is asked for only once', () =>
  visit({}, async (page, gateway) => {
    await marked(page);
    const paths = gateway.seen.map(({ path }) => path);
    for (const path of [
      '/api/riverlevels/v1/all',
      '/api/floodwarnings/v1/distance/150000/latlon/52.4/-3.8',
      '/api/floodforecast/v1/areasatrisk',
    ]) {
      assert.equal(paths.filter((asked) => asked === path).length, 1, path);
    }
    // The service worker has its own copy of the assets fetched later on.
    const requests = page.asked.map((request) => new URL(request.url()).pathname);
    assert.equal(requests.filter((path) => path === '/gazetteer.txt').length, 1);
  }));

test('a refresh is conditional, and an unchanged answer touches no row', () =>
  visit({}, async (page, gateway) => {
    await marked(page);
    await page.evaluate(() => {
      globalThis.changes = 0;
      new MutationObserver((records) => {
        globalThis.changes += records.length;
      }).observe(document.querySelector('.rivers .entries'), { childList: true, subtree: true });
    });
    await later(page, 6);
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/riverlevels/v1/all'));
    await page.getByRole('button', { name: 'Check now' }).click();
    assert.equal((await answered).status(), 304);
    await page.waitForFunction(
      () => !/being checked/.test(document.querySelector('[data-source="levels"]').textContent),
    );
    const asked = () =>
      gateway.seen.filter(({ path, headers }) => path === '/api/riverlevels/v1/all' && headers['if-none-match']);
    assert.equal(asked().length, 1);
    assert.equal(await page.evaluate(() => globalThis.changes), 0);
  }));

test('where a policy blocks the scripts in the page itself, the failure box stands all the same', () =>
  visit(
    {
      more: {
        'Content-Security-Policy':
          "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'",
      },
    },
    async (page) => {
      await page.locator('#failure').waitFor();
      assert.match(
        await page.locator('#failure').innerText(),
        /could not be checked.*999.*Floodline 0345 988 1188.*Nid oes modd gwirio/s,
      );
      assert.match(await page.locator('#failure-cause').textContent(), /blocked/);
      assert.equal(await page.locator('#waiting').count(), 0);
      const hrefs = await page
        .locator('#failure .calls a')
        .evaluateAll((links) =>
          links.map((link) => [link.getAttribute('href'), link.getBoundingClientRect().height >= 48]),
        );
      assert.deepEqual(hrefs, [
        ['tel:999', true],
        ['tel:03459881188', true],
      ]);
    },
  ));
