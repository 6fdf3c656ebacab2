// axe-core on the page, in both languages, on a phone and wide, in calm and storm; and the page without a mouse.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { PHONE, WIDE, marked, open, stage, startBrowser } from '../support/harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser;
before(async () => {
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
});

for (const scenario of ['calm', 'storm']) {
  test(`axe finds nothing in the scenario ${scenario}, in either language, width and theme`, async (t) => {
    const { gateway } = await stage(t, scenario);
    for (const [name, viewport] of [
      ['phone', PHONE],
      ['wide', WIDE],
    ]) {
      for (const lang of ['en', 'cy']) {
        for (const colorScheme of ['light', 'dark']) {
          const page = await open(browser, `${gateway.address}?lat=51.9473&lon=-3.3912&r=20&lang=${lang}`, {
            viewport,
            colorScheme,
          });
          await marked(page);
          await page.locator('.place .here button[aria-controls]').click();
          await page.evaluate(axe);
          for (const view of [0, 1, 2]) {
            await page.locator('.views button').nth(view).click();
            const entry = page.locator('.panel.open .entry').first();
            if (await entry.count()) await entry.click();
            const { violations } = await page.evaluate(() => axe.run({ resultTypes: ['violations'] }));
            const said = violations.map(
              (v) =>
                `${v.id}: ${v.nodes
                  .map((n) => n.target)
                  .join(' | ')
                  .slice(0, 300)}`,
            );
            assert.deepEqual(said, [], `${name} ${lang} ${colorScheme} view ${view}`);
          }
          assert.deepEqual(page.faults, []);
          await page.context().close();
        }
      }
    }
  });
}

test('axe finds nothing in the frames’ views and the pages beside the page, in either language, width and theme', async (t) => {
  const { gateway } = await stage(t, 'storm');
  const pages = [
    ...['map', 'list', 'status', 'forecast'].flatMap((view) =>
      ['en', 'cy'].map((lang) => `?embed=${view}&v=1&lat=51.9473&lon=-3.3912&r=20&lang=${lang}`),
    ),
    ...['accessibility', 'hygyrchedd', 'privacy', 'preifatrwydd', 'builder', 'adeiladu', 'assurance', 'sicrwydd'].map(
      (name) => `pages/${name}.html`,
    ),
  ];
  for (const path of pages) {
    for (const [viewport, colorScheme] of [
      [{ width: 320, height: 480 }, 'light'],
      [WIDE, 'dark'],
    ]) {
      const page = await open(browser, gateway.address + path, { viewport, colorScheme });
      if (path.startsWith('?')) await marked(page);
      await page.evaluate(axe);
      // The preview is a page of its own, and is looked at as such.
      const { violations } = await page.evaluate(() =>
        axe.run({ exclude: [['#live']] }, { resultTypes: ['violations'], iframes: false }),
      );
      assert.deepEqual(
        violations.map(
          (v) =>
            `${v.id}: ${v.nodes
              .map((n) => n.target)
              .join(' | ')
              .slice(0, 300)}`,
        ),
        [],
        `${path} ${colorScheme}`,
      );
      assert.ok(
        (await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0,
        `${path} ${viewport.width}: too wide`,
      );
      const lang = /cy$|hygyr|preif|adeil|sicr/.test(path) ? 'cy' : 'en';
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    }
  }
});

test('the page is usable with the keyboard alone, and the focus is always visible and never trapped', async (t) => {
  const { gateway } = await stage(t, 'storm');
  const page = await open(browser, gateway.address, { viewport: WIDE });
  await marked(page);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'answer');
  const stops = [];
  for (let i = 0; i < 25; i++) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => {
        const at = document.activeElement,
          style = getComputedStyle(at);
        return {
          what: at.className || at.id || at.tagName,
          visible: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
        };
      }),
    );
  }
  assert.deepEqual(
    stops.filter((stop) => !stop.visible),
    [],
  );
  const rows = stops.filter((stop) => stop.what === 'entry').length;
  assert.ok(rows >= 15, JSON.stringify(stops.map((stop) => stop.what)));
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-expanded')), 'true');
  assert.ok(await page.locator('.details').first().isVisible());
  await page.locator('#map').focus();
  const before = await page.locator('#map').getAttribute('data-centre');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((before) => document.getElementById('map').dataset.centre !== before, before);
  await page.context().close();
});

test('a plural after a number follows CLDR in Welsh: our table against the browser’s rules', async () => {
  const page = await (await browser.newContext()).newPage();
  const ours = (n) => ({ 0: 'zero', 1: 'one', 2: 'two', 3: 'few', 6: 'many' })[n] ?? 'other';
  const theirs = await page.evaluate(() => {
    const rules = new Intl.PluralRules('cy');
    return Array.from({ length: 201 }, (_, n) => rules.select(n));
  });
  assert.deepEqual(
    theirs,
    Array.from({ length: 201 }, (_, n) => ours(n)),
  );
  await page.context().close();
});
