// The wall view for a duty desk: large, without controls, in turn, with its own health.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { later, marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

const DESK = { width: 1920, height: 1080 };
const TURN = 15_000;
let browser, service, gateway;
before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'storm', '--control');
  gateway = await startGateway(service);
});
after(async () => {
  await gateway?.stop();
  await service?.stop();
  await browser?.close();
});

async function start(t, query = '', options = {}) {
  const page = await open(browser, `${gateway.address}?lang=en&wall=1${query}`, {
    viewport: DESK,
    // The turns come when the test says so.
    init: `const { setInterval: real } = globalThis;
      globalThis.setInterval = (then, time, ...rest) => {
        if (time !== ${TURN}) return real(then, time, ...rest);
        globalThis.turn = then;
        return 0;
      };`,
    ...options,
  });
  t.after(() => page.context().close());
  await marked(page);
  await page.locator('.wall-status').waitFor();
  return page;
}
const turn = (page) => page.evaluate(() => (globalThis.turn(), new Promise(requestAnimationFrame)));
/** The open list, and the entries that are wholly visible in it. */
const shown = (page) =>
  page.evaluate(() => {
    const panel = document.querySelector('.panel.open');
    const top = panel.querySelector('h2').getBoundingClientRect().bottom;
    const { bottom } = panel.getBoundingClientRect();
    const items = [...panel.querySelectorAll('.entries > li, tbody tr:not(.region)')].filter((item) => {
      const box = item.getBoundingClientRect();
      return box.top >= top - 2 && box.bottom <= bottom + 2;
    });
    return {
      panel: panel.classList[1],
      items: items.map(
        (item) => item.dataset.areaCode ?? item.dataset.stationId ?? item.querySelector('th').textContent,
      ),
    };
  });

test('the wall view has no controls, and turns through messages, rivers and forecast without leaving out an entry between two parts', async (t) => {
  const page = await start(t);
  const visible = await page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, a')]
      .filter((control) => control.checkVisibility() && !control.closest('.entries, thead'))
      .map((control) => control.textContent),
  );
  assert.deepEqual(visible, []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
  const size = (selector) => page.locator(selector).evaluate((part) => parseFloat(getComputedStyle(part).fontSize));
  assert.ok((await size('.sentence')) >= 36 && (await size('.panel.open .entry .title >> nth=0')) >= 22);
  const all = await page
    .locator('.panel.warnings [data-area-code]')
    .evaluateAll((rows) => rows.map(({ dataset }) => dataset.areaCode));
  const seen = [];
  const panels = [];
  for (let i = 0; i < 40 && panels.length < 4; i++) {
    const { panel, items } = await shown(page);
    if (panels.at(-1) !== panel) panels.push(panel);
    if (panels.length === 1) seen.push(...items);
    assert.ok(items.length > 0, panel);
    await turn(page);
  }
  assert.deepEqual(panels, ['warnings', 'rivers', 'forecast', 'warnings']);
  const parts = [...new Set(seen)];
  assert.ok(parts.length > 20);
  assert.deepEqual(parts, all.slice(0, parts.length));
  // While the forecast is open the map has its colours.
  await page.waitForFunction(() => document.querySelectorAll('[data-risk]').length === 0);
  assert.deepEqual(page.faults, []);
});

test('the space bar pauses and Escape leaves; the map shows its area', async (t) => {
  const page = await start(t, '&lat=51.9473&lon=-3.3912&r=20');
  await page.keyboard.press(' ');
  await page.locator('.wall-status').getByText('Paused').waitFor();
  const before = await shown(page);
  await turn(page);
  assert.deepEqual(await shown(page), before);
  await page.waitForFunction(() => document.getElementById('map')?.dataset.centre?.startsWith('51.94'));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.wall'));
  assert.equal(await page.evaluate(() => location.search), '?lat=51.9473&lon=-3.3912&r=20&lang=en');
});

test('the wall view shows when the service does not answer, and says whether the screen stays on', async (t) => {
  const page = await start(t, '', {
    init: () => {
      globalThis.turn = () => {};
      Object.defineProperty(navigator, 'wakeLock', {
        value: { request: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) },
      });
    },
  });
  const status = page.locator('.wall-status');
  await status.getByText('The screen may switch itself off.').waitFor();
  assert.equal(await status.locator('[data-state="fresh"]').count(), 3);
  await service.fault('floodwarnings', '503');
  t.after(() => service.fault('all', 'none'));
  await later(page, 61 * 60);
  await status.locator('li[data-state="stale"]').first().waitFor();
  assert.match(await status.textContent(), /Flood warnings in Wales/);
  assert.deepEqual(
    page.faults.filter((fault) => !/^console: Failed to load resource/.test(fault)),
    [],
  );
});

test('the Welsh wall view has no English of the page, and a frame has no wall view', async (t) => {
  const page = await open(browser, `${gateway.address}?lang=cy&wall=1`, { viewport: DESK });
  t.after(() => page.context().close());
  await marked(page);
  const status = page.locator('.wall-status');
  await status.getByText(/Bylchwr: oedi\. Esc: gadael\./).waitFor();
  assert.doesNotMatch(await status.textContent(), /Flood|check|screen|up to date/);
  const framed = await open(browser, `${gateway.address}?lang=en&wall=1&embed=list`, { viewport: DESK });
  t.after(() => framed.context().close());
  await marked(framed);
  await framed.locator('.panel.warnings .filters').waitFor({ state: 'attached' });
  assert.equal(await framed.locator('.wall-status').count(), 0);
});
