// What the device, the line and the browser do to the page: slow and broken lines, saved data, refused positions, missing parts.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

let browser, service;
before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'storm', '--still');
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

async function visit({ gateway: options = {}, query = '', ...context }, run) {
  const gateway = await startGateway(service, options);
  const page = await open(browser, gateway.address + query, context);
  try {
    await run(page, gateway);
  } finally {
    await page.context().close();
    await gateway.stop();
  }
}
const withSettings = (settings) => ({
  change: (html) => html.replace(/(id="?settings"?[^>]*>)[\s\S]*?(<\/script>)/, `$1${JSON.stringify(settings)}$2`),
});
const TILES = { tiles: { address: '/tiles/{z}/{x}/{y}.png', attribution: 'Sample tiles' } };

// case 5
test('a certificate that cannot be trusted is a service that cannot be reached, with no advice to click through', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gorlif-'));
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=localhost',
      '-keyout',
      join(folder, 'key'),
      '-out',
      join(folder, 'certificate'),
    ],
    { stdio: 'ignore' },
  );
  const secure = https.createServer(
    { key: readFileSync(join(folder, 'key')), cert: readFileSync(join(folder, 'certificate')) },
    (_, response) => response.end('[]'),
  );
  secure.listen(0, '127.0.0.1');
  await once(secure, 'listening');
  const endpoint = `https://127.0.0.1:${secure.address().port}`;
  try {
    await visit({ gateway: { ...withSettings({ endpoint }), connect: endpoint } }, async (page) => {
      await page.waitForFunction(() =>
        /cannot be reached/.test(document.querySelector('[data-source="warnings"]')?.textContent),
      );
      assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'unknown');
      assert.doesNotMatch(await page.locator('body').innerText(), /certificate|proceed|trust/i);
    });
  } finally {
    secure.close();
    rmSync(folder, { recursive: true });
  }
});

// case 16
test('on a slow line the warnings are requested and shown before tiles', async () => {
  const gateway = await startGateway(service, {
    ...withSettings(TILES),
    answer: (path) => (path.startsWith('/tiles/') ? { status: 404 } : null),
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 300,
      downloadThroughput: 60_000,
      uploadThroughput: 60_000,
    });
    await page.goto(gateway.address, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelector('#answer')?.dataset.answer === 'some', undefined, {
      timeout: 60_000,
    });
    const first = (part) => gateway.seen.findIndex(({ path }) => path.includes(part));
    assert.ok(first('floodwarnings') < first('/tiles/') || first('/tiles/') < 0, 'warnings are asked for before tiles');
    await marked(page);
    const at = await page.evaluate(() =>
      Object.fromEntries(performance.getEntriesByType('mark').map((mark) => [mark.name, mark.startTime])),
    );
    assert.ok(at['warnings-shown'] <= at.usable, JSON.stringify(at));
  } finally {
    await context.close();
    await gateway.stop();
  }
});

// case 16
test('a device that saves data is asked before tiles are loaded', () =>
  visit(
    {
      gateway: { ...withSettings(TILES), answer: (path) => (path.startsWith('/tiles/') ? { status: 404 } : null) },
      init: () => Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) }),
    },
    async (page, gateway) => {
      await marked(page);
      const tiles = () => gateway.seen.filter(({ path }) => path.startsWith('/tiles/')).length;
      assert.equal(tiles(), 0);
      const asked = page.waitForRequest(/\/tiles\//);
      await page.getByRole('button', { name: 'Load the detailed map' }).click();
      await asked;
      assert.equal(await page.getByRole('button', { name: 'Load the detailed map' }).count(), 0);
    },
  ));

// case 17
test('a tile server that is down costs one sentence; symbols and lists work, and no tile is asked for twice', () =>
  visit(
    { gateway: { ...withSettings(TILES), answer: (path) => (path.startsWith('/tiles/') ? { status: 503 } : null) } },
    async (page, gateway) => {
      await marked(page);
      await page.getByText('The detailed map could not be loaded. The outline stays.').waitFor();
      assert.ok((await page.locator('[data-station-id]').count()) >= 120);
      assert.ok(Number(await page.locator('#map').getAttribute('data-stations')) >= 120);
      const tiles = gateway.seen.filter(({ path }) => path.startsWith('/tiles/')).map(({ path }) => path);
      assert.equal(new Set(tiles).size, tiles.length);
      assert.equal(await page.getByText('could not be loaded. The outline stays').count(), 1);
    },
  ));

// case 108
test('a position refused, vague or far away is told, and typing a place works', async () => {
  const told = async (page, words) => {
    if (!(await page.locator('#place').isVisible())) await page.locator('.here button[aria-controls]').click();
    await page.getByRole('button', { name: 'Use my location' }).click();
    await page.waitForFunction(
      (words) => document.querySelector('.place .problem')?.textContent.includes(words),
      words,
    );
    await page.locator('#place').fill('Brecon');
    await page.locator('#place-list [role=option]').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.here strong')?.textContent === 'Brecon');
    assert.deepEqual(
      page.faults.filter((fault) => !/permissions policy/i.test(fault)),
      [],
    );
  };
  await visit({ gateway: { more: { 'Permissions-Policy': 'geolocation=()' } } }, async (page) => {
    await marked(page);
    await told(page, 'did not allow');
  });
  const at = (latitude, longitude, accuracy) => ({
    geolocation: { latitude, longitude, accuracy },
    permissions: ['geolocation'],
  });
  await visit(at(48.85, 2.35, 20), async (page) => {
    await marked(page);
    await told(page, 'outside the area');
  });
  await visit(at(51.95, -3.39, 50_000), async (page) => {
    await marked(page);
    await told(page, 'only roughly');
  });
  await visit(at(51.947, -3.391, 20), async (page) => {
    await marked(page);
    if (!(await page.locator('#place').isVisible())) await page.locator('.here button[aria-controls]').click();
    await page.getByRole('button', { name: 'Use my location' }).click();
    await page.waitForFunction(() => document.querySelector('.here strong')?.textContent === 'Brecon');
  });
});

// case 109
test('without scripts there is a text with a link and a phone number, in both languages', () =>
  visit({ javaScriptEnabled: false }, async (page) => {
    const text = await page.locator('body').innerText();
    for (const words of [/needs JavaScript/, /angen JavaScript/, /0345 988 1188/, /999/]) assert.match(text, words);
    assert.ok(await page.locator('a[href^="https://naturalresources.wales"]').count());
    assert.doesNotMatch(text, /No flood/);
  }));

// case 109
test('without WebAssembly the failure box stands, in both languages', () =>
  visit(
    {
      init: () => {
        delete globalThis.WebAssembly;
      },
    },
    async (page) => {
      await page.locator('#failure').waitFor();
      assert.match(
        await page.locator('#failure').innerText(),
        /could not be checked.*0345 988 1188.*Nid oes modd gwirio/s,
      );
    },
  ));

// case 109
test('without a canvas the lists work', () =>
  visit(
    {
      init: () => {
        HTMLCanvasElement.prototype.getContext = () => null;
      },
    },
    async (page) => {
      await page.waitForFunction(
        () =>
          document.querySelectorAll('[data-station-id]').length >= 120 &&
          document.getElementById('answer')?.dataset.answer === 'some',
      );
      assert.ok(await page.locator('#failure').isHidden());
    },
  ));

// case 109
test('at 400 %, in forced colours, with reduced motion and on paper nothing is lost', () =>
  visit({ query: '?lat=51.95&lon=-3.39&r=20', viewport: { width: 320, height: 256 } }, async (page) => {
    await marked(page);
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      'nothing is wider than the window',
    );
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    assert.ok(await page.locator('.sentence').isVisible());
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    await page.emulateMedia({ media: 'print' });
    for (const panel of ['.warnings', '.rivers', '.forecast'])
      assert.ok(await page.locator(`.panel${panel}`).isVisible(), panel);
  }));

test('a trap in the running page takes the frozen facts away and shows the failure box', () =>
  visit({}, async (page) => {
    await marked(page);
    await page.locator('.language').click();
    await page.waitForFunction(() => document.documentElement.lang === 'cy');
    // (module (func (export "f") unreachable))
    await page.evaluate(() => {
      const { exports } = new WebAssembly.Instance(
        new WebAssembly.Module(
          new Uint8Array([
            0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11,
          ]),
        ),
      );
      setTimeout(() => exports.f());
    });
    await page.locator('#failure').waitFor();
    assert.match(await page.locator('#failure-cause').textContent(), /trap: .*unreachable/);
    assert.equal(await page.locator('#page').count(), 0);
    const spoken = await page
      .locator('#failure p')
      .evaluateAll((texts) => texts.map((text) => text.closest('[lang]').lang));
    assert.deepEqual(spoken.slice(0, 2), ['en', 'cy'], 'each language is marked, whatever the page spoke');
    assert.match(await page.locator('#failure').innerText(), /0345 988 1188.*Reload/s);
  }));
