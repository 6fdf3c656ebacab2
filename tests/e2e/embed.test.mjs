// The page in frames of another site: a sample council's, on an origin of its own, before the gateway of production.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dist, marked, open, root, startBrowser, startGateway, startService } from '../support/harness.mjs';

let browser,
  service,
  gateway,
  council,
  stranger,
  frames = '',
  answer = () => null;
const BRECON = 'lat=51.95&lon=-3.39&r=20';
const SANDBOX = 'sandbox="allow-scripts allow-same-origin allow-popups"';
const frame = (query, more = `${SANDBOX} width="480" height="480"`) =>
  `<iframe src="${gateway.address}?${query.replaceAll('&', '&amp;')}" title="Flood warnings" ${more}></iframe>`;

/** A site of another origin. */
async function startSite(host) {
  const page = readFileSync(join(root, 'tests/council/index.html'), 'utf8');
  const server = http
    .createServer((request, response) => {
      if (request.url !== '/') return void response.writeHead(404).end();
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page.replace('FRAMES', () => frames));
    })
    .listen(0, host);
  await once(server, 'listening');
  return {
    address: `http://${host}:${server.address().port}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'storm');
  [council, stranger] = [await startSite('127.0.0.1'), await startSite('127.0.0.1')];
  gateway = await startGateway(service, {
    answer: (...request) => answer(...request),
    settings: { GORLIF_FRAME_ANCESTORS: council.address.slice(0, -1) },
  });
});
after(async () => {
  await browser?.close();
  council?.stop();
  stranger?.stop();
  await gateway?.stop();
  await service?.stop();
});

/** The council's page with these frames, and its frames once they are usable. */
async function visit(t, html, { site = council, wait = true, ...options } = {}) {
  frames = html;
  const page = await open(browser, site.address, options);
  t.after(() => page.context().close());
  const inner = page.frames().slice(1);
  if (wait)
    for (const one of inner)
      await one.waitForFunction(
        () =>
          document.getElementById('answer') &&
          document.querySelector('.sources') &&
          document.querySelector('#map canvas, .map-canvas'),
        null,
        { polling: 50 },
      );
  return { page, inner };
}
const shows = (one, selector) =>
  one.evaluate(
    (selector) => [...document.querySelectorAll(selector)].some((element) => element.getClientRects().length > 0),
    selector,
  );

test('each view shows its own part, with name, language, age and a link to the full page, from 320 × 240 upwards', async (t) => {
  const PARTS = {
    '.map-frame': ['map'],
    '.answer': ['map', 'list', 'status'],
    '.panel.warnings': ['list'],
    '.panel.forecast': ['forecast'],
    '.views': ['list'],
    '.place': [],
    '.tagline': [],
    '.statements': [],
    '.full': ['map', 'list', 'status', 'forecast'],
    '.language': ['map', 'list', 'status', 'forecast'],
    '.sources': ['map', 'list', 'status', 'forecast'],
  };
  for (const view of ['map', 'list', 'status', 'forecast']) {
    for (const [width, height] of [
      [320, 240],
      [480, 480],
      [960, 600],
    ]) {
      for (const lang of ['en', 'cy']) {
        const {
          page,
          inner: [one],
        } = await visit(
          t,
          frame(`embed=${view}&v=1&${BRECON}&lang=${lang}`, `${SANDBOX} width="${width}" height="${height}"`),
        );
        for (const [part, views] of Object.entries(PARTS))
          assert.equal(await shows(one, part), views.includes(view), `${view} ${width}: ${part}`);
        const overflow = await one.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        const widest = () =>
          one.evaluate(() =>
            [...document.querySelectorAll('body *')]
              .filter(
                (element) => element.getBoundingClientRect().right > innerWidth + 1 && element.getClientRects().length,
              )
              .map((element) => `${element.tagName}.${element.className} ${element.textContent.slice(0, 30)}`)
              .slice(-4)
              .join('; '),
          );
        assert.ok(
          overflow <= 0,
          `${view} ${width} ${lang}: ${overflow} px too wide: ${overflow > 0 ? await widest() : ''}`,
        );
        if (view !== 'forecast')
          assert.match(
            await one.locator('.answer').innerText(),
            lang === 'cy' ? /Gwiriwyd am (?:\d+\s\w+, )?\d\d:\d\d/ : /Checked at (?:\d+\s\w+, )?\d\d:\d\d/,
          );
        if (view === 'map')
          assert.ok(
            await one.evaluate(
              () =>
                document.querySelector('.map-frame').getBoundingClientRect().bottom <= innerHeight + 35 &&
                document.getElementById('map').clientHeight >= 80,
            ),
          );
        assert.equal(await one.evaluate(() => document.documentElement.lang), lang);
        assert.equal(
          await one
            .locator('.full')
            .getAttribute('href')
            .then((href) => new URL(href, gateway.address).search),
          `?${BRECON}&lang=${lang}`,
        );
        assert.deepEqual(page.faults, []);
        await page.context().close();
      }
    }
  }
});

test('at 480 px the first message and both telephone numbers are visible without scrolling, in light colours in a dark system', async (t) => {
  for (const view of ['list', 'status']) {
    const {
      inner: [one],
    } = await visit(t, frame(`embed=${view}&v=1&${BRECON}`), { colorScheme: 'dark' });
    await one.waitForFunction(
      () => document.querySelector('#answer .floodline') && !document.querySelector('.provisional'),
    );
    const bottoms = await one.evaluate(() =>
      ['.sentence', '#answer .emergency', '#answer .floodline'].map(
        (selector) => document.querySelector(selector).getBoundingClientRect().bottom,
      ),
    );
    for (const bottom of bottoms) assert.ok(bottom <= 480, `${view}: ${bottoms}`);
    assert.equal(
      await one.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
      'rgb(255, 255, 255)',
    );
  }
});

test('a place that is chosen in a frame is not remembered for the page', async (t) => {
  const {
    inner: [one],
  } = await visit(t, frame('embed=list&v=1&place=free'));
  await one.locator('.place .here button[aria-controls]').click();
  await one.locator('#place').fill('51.95, -3.39');
  await one.locator('#place-list [role=option]').first().click();
  await one.waitForFunction(() => /lat=/.test(location.search));
  assert.equal(await one.evaluate(() => localStorage.getItem('gorlif.place')), null);
});

test('what a frame shows outlives a choice and a reload', async (t) => {
  const {
    page,
    inner: [one],
  } = await visit(t, frame(`embed=list&v=1&${BRECON}&theme=dark&layers=warnings`));
  await one.locator('.language').click();
  await one.waitForFunction(() => location.search.includes('lang=cy') && !location.search.includes('embed'));
  await Promise.all([
    page.waitForEvent('framenavigated', (which) => which === one),
    one.evaluate(() => setTimeout(() => location.reload())),
  ]);
  await one.waitForFunction(() => document.documentElement.lang === 'cy' && document.getElementById('answer'));
  assert.deepEqual(await one.evaluate(() => ({ ...document.documentElement.dataset })), {
    embed: 'list',
    layers: 'warnings',
    place: 'fixed',
    theme: 'dark',
  });
  assert.deepEqual([await shows(one, '.panel.rivers'), await shows(one, '.panel.warnings')], [false, true]);
});

test('layers, theme and a colour of the deployer’s; what cannot be read or is not known falls back and says so', async (t) => {
  const look = (one) =>
    one.evaluate(() => ({
      water: getComputedStyle(document.documentElement).getPropertyValue('--accent').trim(),
      paper: getComputedStyle(document.documentElement).backgroundColor,
      gauges: document.querySelectorAll('#map').length && document.getElementById('map').dataset.stations,
      warnings: document.getElementById('map').dataset.warnings,
    }));
  const said = [];
  const visitAnd = async (query) => {
    const {
      page,
      inner: [one],
    } = await visit(t, frame(query), { colorScheme: 'light' });
    await one.waitForFunction(
      () =>
        document.getElementById('map') &&
        Number(document.getElementById('map')?.dataset.warnings) +
          Number(document.getElementById('map')?.dataset.stations) >
          0,
    );
    const looked = await look(one);
    said.push(...(await page.consoleMessages()).map((message) => message.text()));
    const asked = page.asked
      .map((request) => new URL(request.url()).origin)
      .filter((origin) => origin !== new URL(gateway.address).origin && origin !== new URL(council.address).origin);
    assert.deepEqual(asked, [], 'no parameter leads anywhere else');
    await page.context().close();
    return looked;
  };
  const plain = await visitAnd(`embed=map&v=1&${BRECON}`);
  assert.deepEqual(
    [plain.water, plain.paper, Number(plain.gauges) > 0, Number(plain.warnings) > 0],
    ['#0b5c8a', 'rgb(255, 255, 255)', true, true],
  );
  assert.deepEqual(
    said.filter((line) => /gorlif:/.test(line)),
    [],
  );
  assert.equal((await visitAnd(`embed=map&layers=warnings`)).gauges, '0');
  assert.equal((await visitAnd(`embed=map&layers=rivers`)).warnings, '0');
  assert.equal((await visitAnd(`embed=map&theme=dark`)).paper, 'rgb(15, 24, 32)');
  assert.equal((await visitAnd(`embed=map&accent=7a0019`)).water, '#7a0019');
  for (const [query, pattern] of [
    ['embed=globe', /embed=globe is not known; taken as map/],
    ['embed=map&v=2', /v=2 is not known/],
    ['embed=map&accent=ffdd00', /accent=ffdd00 cannot be read on the light page \(1\.\d:1/],
    ['embed=map&accent=red', /accent=red is not known/],
    ['embed=map&theme=neon', /theme=neon/],
    ['embed=map&layers=all', /layers=all/],
    ['embed=map&height=3', /height=3/],
    ['embed=map&endpoint=https://evil.example', null],
  ]) {
    said.length = 0;
    const { water } = await visitAnd(query);
    assert.equal(water, '#0b5c8a', query);
    if (pattern)
      assert.ok(
        said.some((line) => pattern.test(line)),
        `${query}: ${said}`,
      );
  }
});

test('the themes of frames are those of the page', () => {
  const tokens = (css, pattern) =>
    [...css.match(pattern)[1].matchAll(/(--[a-z-]+):\s*([^;]+);/g)].map(([, name, value]) => `${name} ${value}`).sort();
  const [page, frame] = ['page', 'frame'].map((name) => readFileSync(join(root, `style/${name}.css`), 'utf8'));
  const light = tokens(page, /:root \{([^}]*)\}/).filter((token) => !/--(?:focus|severe|alert|over|risk)/.test(token));
  assert.deepEqual(tokens(frame, /:root\[data-theme=['"]light['"]\] \{([^}]*)\}/), light);
  assert.deepEqual(
    tokens(frame, /:root\[data-theme=['"]dark['"]\] \{([^}]*)\}/),
    tokens(page, /prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/),
  );
});

// case 111
test('a site on the list frames it, another is refused, and so is a page without an origin', async (t) => {
  const {
    inner: [one],
  } = await visit(t, frame(`embed=status&${BRECON}`));
  assert.ok(await shows(one, '.answer'));
  for (const options of [{ site: stranger }, { site: null }]) {
    frames = frame(`embed=status&${BRECON}`);
    const context = await browser.newContext();
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(options.site ? options.site.address : `data:text/html,${encodeURIComponent(frames)}`);
    assert.match(page.frames()[1].url(), /^chrome-error:/);
    assert.equal(
      await page
        .frames()[1]
        .evaluate(() => Boolean(document.getElementById('answer')))
        .catch(() => false),
      false,
    );
  }
});

// case 112
test('in a sandbox without an origin of its own it works, and only forgets', async (t) => {
  const {
    page,
    inner: [one],
  } = await visit(
    t,
    frame(`embed=list&v=1&${BRECON}`, 'sandbox="allow-scripts allow-popups" width="480" height="480"'),
  );
  await one.waitForFunction(() => document.getElementById('answer')?.dataset.answer === 'some');
  assert.equal(await one.evaluate(() => origin), 'null');
  assert.ok((await one.locator('[data-area-code]').count()) > 0);
  await one.locator('.language').click();
  await one.waitForFunction(() => document.documentElement.lang === 'cy');
  assert.ok(await shows(one, '.panel.warnings'));
  // Chromium reports each refused storage; no other fault is allowed.
  assert.deepEqual(page.faults, []);
  // Asked again, conditionally or not, it is answered: no preflight stands in the way.
  const asked = page.waitForResponse((response) => /floodwarnings.*150000/.test(response.url()));
  await one.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 70_000;
    document.querySelector('.sources button').click();
  });
  assert.equal((await asked).status(), 200);
  assert.equal((await asked).request().headers()['if-none-match'], undefined);
});

// case 113
test('where a frame may open nothing, the address stands beside the link that was pressed', async (t) => {
  const {
    page,
    inner: [one],
  } = await visit(
    t,
    frame(`embed=status&v=1&${BRECON}`, 'sandbox="allow-scripts allow-same-origin" width="480" height="480"'),
  );
  await one.locator('.full').click();
  await one.locator('.address').waitFor();
  assert.match(await one.locator('.address').textContent(), new RegExp(`^ ${gateway.address}`));
  assert.equal(page.url(), council.address, 'the site stays where it is');
  const {
    page: other,
    inner: [two],
  } = await visit(t, frame(`embed=status&v=1&${BRECON}`));
  const [opened] = await Promise.all([other.context().waitForEvent('page'), two.locator('.full').click()]);
  await opened.waitForURL(`${gateway.address}**`);
  assert.equal(new URL(opened.url()).origin, new URL(gateway.address).origin);
  assert.equal(await opened.evaluate(() => window.opener), null);
});

test('the place of a frame is the site’s, unless it says that visitors may choose', async (t) => {
  for (const [query, free] of [
    ['', false],
    ['&place=free', true],
  ]) {
    const {
      page,
      inner: [one],
    } = await visit(t, frame(`embed=map&v=1&${BRECON}&layers=warnings${query}`, `${SANDBOX} width="480" height="700"`));
    await one.waitForFunction(
      () => document.getElementById('answer')?.dataset.answer === 'some' && !document.querySelector('.provisional'),
    );
    assert.equal(await shows(one, '.place'), free);
    // On the ground, or on a symbol that happens to stand there: both would show.
    const spot = await one.locator('#map').boundingBox();
    const before = await one.locator('.sentence').textContent();
    await page.mouse.click(spot.x + 12, spot.y + spot.height - 70);
    if (free)
      await one.waitForFunction(
        (before) =>
          document.querySelector('.sentence').textContent !== before || document.querySelector('.leaflet-popup'),
        before,
      );
    else
      assert.deepEqual(
        [
          (await one.evaluate(() => location.search)).includes('lat=51.95&lon=-3.39'),
          await one.locator('.sentence').textContent(),
        ],
        [true, before],
      );
    assert.deepEqual(page.faults, []);
  }
});

// case 114
test('without leave for the position the button explains, and nothing breaks', async (t) => {
  const {
    page,
    inner: [one],
  } = await visit(t, frame(BRECON, `${SANDBOX} width="480" height="700"`));
  await one.locator('.here button[aria-controls]').click();
  await one.getByRole('button', { name: /location/ }).click();
  await one.locator('.problem:not(:empty)').first().waitFor();
  assert.deepEqual(
    page.faults.filter((fault) => !/geolocation/i.test(fault)),
    [],
  );
});

test('with leave of the site and of the visitor the frame goes to where the device is', async (t) => {
  const {
    page,
    inner: [one],
  } = await visit(
    t,
    frame(`embed=status&v=1&place=free&${BRECON}&lang=en`, `${SANDBOX} allow="geolocation" width="480" height="700"`),
    { permissions: ['geolocation'], geolocation: { latitude: 53.22, longitude: -4.13, accuracy: 50 } },
  );
  await one.locator('.here button[aria-controls]').click();
  await one.getByRole('button', { name: /location/ }).click();
  await one.waitForFunction(() => /lat=53\.22&lon=-4\.13/.test(location.search));
  assert.deepEqual(page.faults, []);
});

// case 115
test('the height is told to the site that asked, and foreign messages change nothing', async (t) => {
  const script = `<script src="${gateway.address}embed.js" defer></script>`;
  const {
    page,
    inner: [one],
  } = await visit(
    t,
    frame(`embed=status&v=1&height=auto&${BRECON}`, `${SANDBOX} data-gorlif width="480" height="150"`) + script,
    {
      init: () => {
        window.told = [];
        addEventListener('message', ({ data, origin }) => window.told.push({ data, origin }));
      },
    },
  );
  await page.waitForFunction(() => window.told.some(({ data }) => data?.type === 'height'));
  const height = () => page.locator('iframe[title]').evaluate((frame) => frame.clientHeight);
  await one.waitForFunction(() => innerHeight >= Math.ceil(document.body.getBoundingClientRect().height));
  assert.deepEqual(
    await page.evaluate(() => [...new Set(window.told.map(({ data }) => Object.keys(data).sort().join()))]),
    ['gorlif,height,type'],
    'nothing but a number goes out',
  );
  const before = await height();
  // To the frame, and to the site: of the wrong shape, window, origin or size, and many of them.
  await page.evaluate(() => {
    const inside = document.querySelector('iframe').contentWindow;
    for (const data of [
      null,
      1,
      'hello',
      [],
      {},
      { gorlif: 1 },
      { gorlif: 2, type: 'hello' },
      { gorlif: 1, type: 'hello', more: 1 },
      { gorlif: 1, type: 'place', lat: 1 },
      JSON.parse('{"__proto__":{"gorlif":1,"type":"hello"}}'),
      { constructor: 1, type: 'hello' },
      'x'.repeat(1_000_000),
    ])
      inside.postMessage(data, '*');
    for (let n = 0; n < 10_000; n++) inside.postMessage({ gorlif: 1, type: 'hello' }, '*');
    for (const height of [1e9, -5, 0.5, '900', NaN, null, { toString: 'x' }])
      window.postMessage({ gorlif: 1, type: 'height', height }, '*');
    const stranger = document.body.appendChild(document.createElement('iframe'));
    stranger.srcdoc =
      '<script>parent.postMessage({ gorlif: 1, type: "height", height: 5000 }, "*"); parent.frames[0].postMessage({ gorlif: 1, type: "hello" }, "*")</script>';
    return new Promise((done) => stranger.addEventListener('load', () => setTimeout(done, 0)));
  });
  const told = await page.evaluate(() => window.told.filter(({ origin }) => origin !== location.origin).length);
  assert.equal(await height(), before);
  assert.ok(told < 20, `${told} messages for 10,000`);
  assert.ok(await shows(one, '.answer'));
  assert.deepEqual(page.faults, []);
  assert.ok(statSync(join(dist, 'embed.js.br')).size <= 1_024, 'a script of at most 1 kB');
});

// case 115
test('a frame sends its height only after a request for it', async (t) => {
  const { page } = await visit(t, frame(`embed=status&v=1&height=auto&${BRECON}`), {
    init: () => {
      window.told = [];
      addEventListener('message', ({ data }) => window.told.push(data));
    },
  });
  assert.deepEqual(await page.evaluate(() => window.told), []);
});

// case 116
test('no size, hidden and shown, resized a thousand times: the map stays where it is', async (t) => {
  const {
    page,
    inner: [one],
  } = await visit(t, frame(`embed=map&v=1&${BRECON}`, `${SANDBOX} width="480" height="480"`));
  const at = () => one.locator('#map').evaluate((map) => map.dataset.centre.split(' ').map(Number));
  const [lat, lon] = await at();
  await page.locator('iframe').evaluate(async (frame) => {
    const next = () => new Promise((done) => requestAnimationFrame(done));
    frame.style.width = frame.style.height = '0px';
    await next();
    frame.style.display = 'none';
    await next();
    frame.style.cssText = 'height: 200px; width: 320px';
    await next();
    for (let n = 0; n < 1_000; n++) {
      frame.style.width = `${300 + (n % 500)}px`;
      if (n % 20 === 0) await next();
    }
    frame.style.cssText = 'height: 480px; width: 480px';
    await next();
  });
  await one.waitForFunction(() => document.querySelector('.map-canvas').getBoundingClientRect().width >= innerWidth);
  const [lat2, lon2] = await at();
  assert.ok(Math.abs(lat - lat2) < 0.2 && Math.abs(lon - lon2) < 0.3, `${lat} ${lon} → ${lat2} ${lon2}`);
  assert.deepEqual(page.faults, []);

  const {
    page: other,
    inner: [hidden],
  } = await visit(t, frame(`embed=map&v=1&${BRECON}`, `${SANDBOX} width="0" height="0"`), { wait: false });
  await hidden.waitForFunction(() => document.getElementById('answer'), null, { polling: 50 });
  await other.locator('iframe').evaluate((frame) => {
    frame.width = 480;
    frame.height = 480;
  });
  await hidden.waitForFunction(
    () =>
      document.querySelector('.map-canvas')?.getBoundingClientRect().width >= innerWidth &&
      Number.isFinite(Number(document.getElementById('map')?.dataset.centre.split(' ')[0])),
  );
  assert.deepEqual(other.faults, []);
});

// case 117
test('two frames on one page keep apart, and ask together no more than one', async (t) => {
  gateway.seen.length = 0;
  const {
    page,
    inner: [one, two],
  } = await visit(
    t,
    frame(`embed=status&v=1&${BRECON}&lang=en`) + frame('embed=list&v=1&lat=53.22&lon=-4.13&r=10&lang=cy'),
  );
  assert.deepEqual(
    [await one.evaluate(() => document.documentElement.lang), await two.evaluate(() => document.documentElement.lang)],
    ['en', 'cy'],
  );
  assert.notEqual(await one.locator('.sentence').textContent(), await two.locator('.sentence').textContent());
  await one.locator('.language').click();
  await one.waitForFunction(() => document.documentElement.lang === 'cy');
  assert.equal(await two.evaluate(() => document.documentElement.lang), 'cy');
  // What one of them hears of all Wales, the other need not ask for.
  await page.evaluate(() => 0);
  gateway.seen.length = 0;
  for (const each of [one, two])
    await each.evaluate(() => {
      // Later than the shortest interval, and earlier than half the usual one, at which the other may be due.
      const now = Date.now;
      Date.now = () => now() + 100_000;
    });
  const heard = page.waitForResponse((response) => /riverlevels/.test(response.url()));
  await one.evaluate(() => document.querySelector('.sources button').click());
  await heard;
  await two.waitForFunction(() => document.querySelector('[data-source="levels"]')?.dataset.state === 'fresh');
  assert.equal(gateway.seen.filter(({ path }) => path === '/api/riverlevels/v1/all').length, 1);
  assert.deepEqual(page.faults, []);
});

// case 118
test('the wheel and one finger scroll the site; the wheel with Ctrl and two fingers move the map, and a word says so', async (t) => {
  const {
    page,
    inner: [one],
  } = await visit(t, frame(`embed=map&v=1&${BRECON}`, `${SANDBOX} width="480" height="480"`));
  const zoom = () => one.locator('#map').getAttribute('data-zoom').then(Number);
  const first = await zoom();
  await page.locator('iframe').hover();
  await page.mouse.wheel(0, 300);
  await one.locator('.map-gesture').waitFor();
  // The frame's own text below the map first, then the site: as with any frame.
  for (let n = 0; n < 20 && !(await page.evaluate(() => scrollY)); n++) {
    await page.mouse.wheel(0, 300);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  assert.ok((await page.evaluate(() => scrollY)) > 0, 'the site has moved');
  assert.equal(await zoom(), first);
  await page.evaluate(() => scrollTo(0, 0));
  await one.evaluate(() => scrollTo(0, 0));
  await page.locator('iframe').hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await one.waitForFunction((first) => Number(document.getElementById('map')?.dataset.zoom) > first, first);
  assert.equal(await page.evaluate(() => scrollY), 0);

  const {
    page: phone,
    inner: [two],
  } = await visit(t, frame(`embed=map&v=1&${BRECON}`, `${SANDBOX} width="360" height="480"`), {
    viewport: { width: 390, height: 600 },
    hasTouch: true,
    isMobile: true,
  });
  const centre = () => two.locator('#map').getAttribute('data-centre');
  const there = await centre();
  const session = await phone.context().newCDPSession(phone);
  const box = await phone.locator('iframe').boundingBox();
  const [x, y] = [box.x + 180, box.y + 350];
  // The frame's own text first, then the site.
  const touch = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const swipe = async () => {
    await touch('touchStart', { x, y });
    for (let step = 1; step <= 12; step++) await touch('touchMove', { x, y: y - 12 * step });
    await touch('touchEnd');
  };
  const outer = () => phone.evaluate(() => scrollY);
  for (let n = 0; n < 20 && (await outer()) < 50; n++) await swipe();
  assert.ok((await outer()) >= 50, 'the site has moved');
  // A drag of 144 pixels would have been 0.3°; the map may settle by a pixel when its frame does.
  const moved = (await centre()).split(' ').map((degrees, i) => Math.abs(degrees - there.split(' ')[i]));
  assert.ok(Math.max(...moved) < 0.01, `the map has not moved: ${moved}`);
  await phone.evaluate(() => scrollTo(0, 0));
  await two.evaluate(() => scrollTo(0, 0));
  const size = await two.locator('#map').getAttribute('data-zoom');
  await session.send('Input.synthesizePinchGesture', { x, y, scaleFactor: 2, gestureSourceType: 'touch' });
  await two.waitForFunction((size) => document.getElementById('map').dataset.zoom !== size, size);
});

// case 118
test('a gauge in a frame can be chosen with a mouse and with a finger', async (t) => {
  for (const options of [{}, { viewport: { width: 500, height: 700 }, hasTouch: true, isMobile: true }]) {
    const {
      page,
      inner: [one],
    } = await visit(t, frame(`embed=map&v=1&${BRECON}&layers=rivers`, `${SANDBOX} width="480" height="480"`), options);
    await one.waitForFunction(() => Number(document.getElementById('map')?.dataset.stations) > 0);
    const box = await page.locator('iframe').boundingBox();
    const levels = await (await fetch(`${gateway.address}api/riverlevels/v1/all`)).json();
    const spot = await one.evaluate(
      (gauges) => {
        const map = document.getElementById('map'),
          frame = map.getBoundingClientRect();
        const [centreLat, centreLon] = map.dataset.centre.split(' ').map(Number),
          size = 256 * 2 ** Number(map.dataset.zoom);
        const project = (lat, lon) => {
          const sin = Math.sin((lat * Math.PI) / 180);
          return [size * (lon / 360 + 0.5), size * (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI))];
        };
        const [cx, cy] = project(centreLat, centreLon);
        const spots = gauges.map(([lon, lat]) => {
          const [x, y] = project(lat, lon);
          return { x: frame.x + frame.width / 2 + x - cx, y: frame.y + frame.height / 2 + y - cy };
        });
        const clear = (spot) =>
          document.elementFromPoint(spot.x, spot.y)?.closest('#map') &&
          spots.every((other) => other === spot || Math.hypot(other.x - spot.x, other.y - spot.y) > 4) &&
          Math.hypot(spot.x - frame.x - frame.width / 2, spot.y - frame.y - frame.height / 2) > 30;
        return spots.find((spot) => spot.x > 40 && spot.x < 380 && spot.y < 460 && clear(spot));
      },
      levels.features.map(({ geometry }) => geometry.coordinates),
    );
    assert.ok(spot, 'a gauge stands free');
    if (options.hasTouch) await page.touchscreen.tap(box.x + spot.x, box.y + spot.y);
    else await page.mouse.click(box.x + spot.x, box.y + spot.y);
    await one.locator('.leaflet-popup').waitFor();
    await page.context().close();
  }
});

// case 119
test('with all storage refused it does everything but start without a network', async (t) => {
  const {
    page,
    inner: [one],
  } = await visit(t, frame(`embed=list&v=1&${BRECON}`), {
    init: () => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('refused', 'SecurityError');
          },
        });
      Object.defineProperty(Navigator.prototype, 'serviceWorker', {
        get: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      });
    },
  });
  await one.waitForFunction(() => document.getElementById('answer')?.dataset.answer === 'some');
  await one.locator('.language').click();
  await one.waitForFunction(() => document.documentElement.lang === 'cy');
  assert.deepEqual(page.faults, []);
});

test('the keyboard goes into a frame and out of it again', async (t) => {
  const { page } = await visit(t, frame(`embed=map&v=1&${BRECON}`));
  await page.locator('#before').focus();
  const inside = [];
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
    inside.push(at);
    if (at === 'after') break;
  }
  assert.ok(inside.filter((at) => at === 'IFRAME').length >= 4, inside.join());
  assert.equal(inside.at(-1), 'after');
});

test('the builder makes a snippet that works as it is pasted, in both languages, and shows it live at three widths', async (t) => {
  for (const [path, place, title] of [
    ['builder', 'Brecon', /^Map of flood warnings and river levels: Brecon$/],
    ['adeiladu', 'Aberhonddu', /^Map o rybuddion llifogydd a lefelau afonydd: Aberhonddu$/],
  ]) {
    const page = await open(browser, `${gateway.address}pages/${path}.html`);
    t.after(() => page.context().close());
    await page.waitForFunction(() => document.querySelectorAll('#places option').length > 100);
    await page.locator('#place').fill(place);
    await page.locator('#radius').selectOption('20');
    await page.locator('#locate').check();
    await page.locator('#auto').check();
    const snippet = await page.locator('#snippet').inputValue();
    for (const part of [
      'loading="lazy"',
      'sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"',
      'allow="geolocation"',
      'place=free',
      'data-gorlif',
      'embed.js" defer></script>',
      'r=20',
      'lat=51.9',
    ])
      assert.ok(snippet.includes(part), `${part}: ${snippet}`);
    for (const width of [320, 480, 960]) {
      await page.locator(`[data-width="${width}"]`).click();
      assert.equal(await page.locator('#live').evaluate((frame) => frame.clientWidth), width);
    }
    await page.frameLocator('#live').locator('#answer').waitFor({ state: 'attached' });
    assert.deepEqual(page.faults, []);
    const {
      page: site,
      inner: [one],
    } = await visit(t, snippet);
    assert.match(await site.locator('iframe').getAttribute('title'), title);
    assert.match(await one.locator('.sentence').textContent(), new RegExp(place.slice(2)));
    await one.waitForFunction(() => innerHeight >= Math.ceil(document.body.getBoundingClientRect().height));
    assert.equal(await site.locator(`a[href^="${gateway.address}"]`).count(), 1, 'the link below it');
    assert.deepEqual(site.faults, []);
    // The snippet speaks the language that the frame opens in, whatever the builder speaks.
    await page.locator('#language').selectOption(path === 'builder' ? 'cy' : 'en');
    assert.match(
      await page.locator('#snippet').inputValue(),
      path === 'builder'
        ? /title="Map o rybuddion.*: Aberhonddu"[^]*Rhybuddion llifogydd/
        : /title="Map of flood warnings.*: Brecon"[^]*>Flood warnings/,
    );
    await page.locator('#view').selectOption('forecast');
    await page.locator('#county').selectOption('powys');
    assert.match(await page.locator('#snippet').inputValue(), /embed=forecast.*county=powys/);
    await page
      .locator('#place')
      .evaluate((field) => field.closest('label').hidden)
      .then((hidden) => assert.ok(hidden));
    assert.match(await page.locator('#plain').inputValue(), /^<p><a href="[^"]+">[^<]+<\/a>\. .*0345 988 1188/);
  }
});

test('a frame asks the network for the page itself, so that a site that may not frame it any more cannot do so at once', async (t) => {
  const page = await open(browser, gateway.address);
  t.after(() => page.context().close());
  await marked(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const documents = () =>
    gateway.seen.filter(({ path, headers }) => path === '/' && headers['sec-fetch-dest'] === 'iframe').length;
  const before = documents();
  frames = frame(`embed=status&v=1&${BRECON}`);
  const host = await page.context().newPage();
  await host.goto(council.address);
  await host.frames()[1].waitForFunction(() => document.getElementById('answer'));
  assert.equal(documents(), before + 1, 'not from the device');
  answer = (path, { headers }) =>
    path === '/' && headers['sec-fetch-dest'] === 'iframe'
      ? {
          headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': "frame-ancestors 'none'" },
          body: '<p id="withdrawn">',
        }
      : null;
  t.after(() => {
    answer = () => null;
  });
  await host.reload();
  await host.waitForFunction(() => document.querySelector('iframe'));
  assert.equal(documents(), before + 2);
  assert.equal(await host.frames()[1].locator('#answer, #withdrawn').count(), 0);
});

test('a link in a frame says nothing of where it stands', async (t) => {
  const {
    page,
    inner: [one],
  } = await visit(t, frame(`embed=status&v=1&${BRECON}`), { wait: false });
  await one.waitForFunction(() => document.querySelector('.full')?.getAttribute('href').includes('lat='));
  const opened = page.context().waitForEvent('page');
  await one.locator('.full').click();
  const other = await opened;
  await other.waitForFunction(() => document.getElementById('answer'));
  assert.equal(await other.evaluate(() => document.referrer), '');
  const [visited] = gateway.seen
    .filter(({ path, headers }) => path === '/' && headers['sec-fetch-dest'] === 'document')
    .slice(-1);
  assert.equal(visited.headers.referer, undefined);
});
