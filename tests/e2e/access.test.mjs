// axe-core on the page, in both languages, on a phone and wide, in calm and storm; and the page without a mouse.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import {
  PHONE,
  WIDE,
  marked,
  open,
  stage,
  startBrowser,
  startGateway,
  startService,
  watching,
} from '../support/harness.mjs';

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
            init: watching,
          });
          await marked(page);
          await page.locator('.place .here button[aria-controls]').click();
          await page.evaluate(axe);
          for (const view of [0, 1, 2, 3]) {
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

/** The landmarks and headings of each view of a place in a storm, as a screen reader lists them. */
const OUTLINE = {
  en: {
    start: [
      'banner',
      'heading "Gorlif" 1',
      'main',
      'region "Your place"',
      'heading "Your place" 2',
      'heading "Flood warning: River Usk at Llangynidr, 15 km south-east. 2 flood warnings and 3 flood alerts within 20 km of Brecon." 2',
      'heading "What to do" 3',
      'application "Map of river gauges and flood warnings. The lists have those of the chosen place."',
      'navigation "Views of this place"',
    ],
    views: [
      [
        'region "5 messages, 5 in force"',
        'heading "5 messages, 5 in force" 2',
        'heading "2 flood warnings" 3',
        'heading "3 flood alerts" 3',
      ],
      ['region "6 gauges"', 'heading "6 gauges" 2'],
      [
        'region "5 day flood risk forecast"',
        'heading "5 day flood risk forecast" 2',
        'heading "On the map" 3',
        'combobox "Show"',
        'heading "Powys" 3',
      ],
      ['region "Watch list"', 'heading "Watch list" 2'],
    ],
    end: [
      'region "How current is this?"',
      'heading "How current is this?" 2',
      'contentinfo',
      'navigation "About this page"',
    ],
  },
  cy: {
    start: [
      'banner',
      'heading "Gorlif" 1',
      'main',
      'region "Eich lleoliad"',
      'heading "Eich lleoliad" 2',
      'heading "Rhybudd Llifogydd: River Usk at Llangynidr, 15 km i\'r de-ddwyrain. 2 rybudd llifogydd a 3 neges ‘Llifogydd: byddwch yn barod’ o fewn 20 km i Aberhonddu." 2',
      'heading "Beth i\'w wneud" 3',
      'application "Map o fesuryddion afonydd a rhybuddion llifogydd. Mae rhai\'r lle a ddewiswyd yn y rhestrau."',
      'navigation "Adrannau ar gyfer y lle hwn"',
    ],
    views: [
      [
        'region "5 neges, 5 mewn grym"',
        'heading "5 neges, 5 mewn grym" 2',
        'heading "2 rybudd llifogydd" 3',
        'heading "3 neges ‘Llifogydd: byddwch yn barod’" 3',
      ],
      ['region "6 mesurydd"', 'heading "6 mesurydd" 2'],
      [
        'region "Rhagolygon perygl llifogydd 5 diwrnod"',
        'heading "Rhagolygon perygl llifogydd 5 diwrnod" 2',
        'heading "Ar y map" 3',
        'combobox "Dangos"',
        'heading "Powys" 3',
      ],
      ['region "Rhestr wylio"', 'heading "Rhestr wylio" 2'],
    ],
    end: [
      'region "Pa mor gyfredol yw hyn?"',
      'heading "Pa mor gyfredol yw hyn?" 2',
      'contentinfo',
      'navigation "Am y dudalen hon"',
    ],
  },
};

test('each view has the landmarks and headings of its content, in either language', async (t) => {
  const service = await startService('--scenario', 'storm', '--still');
  t.after(() => service.stop());
  const gateway = await startGateway(service);
  t.after(() => gateway.stop());
  for (const [lang, { start, views, end }] of Object.entries(OUTLINE)) {
    const page = await open(browser, `${gateway.address}?lat=51.9473&lon=-3.3912&r=20&lang=${lang}`, {
      viewport: PHONE,
    });
    await marked(page, 'usable', 'forecast-shown');
    for (const [view, expected] of views.entries()) {
      await page.locator('.views button').nth(view).click();
      await page.locator('.panel.open').waitFor();
      const tree = await page.locator('body').ariaSnapshot();
      const pattern =
        /^ *- '?((?:banner|main|region|navigation|contentinfo|heading|application|combobox|table|list)\b(?: "[^\n]*")?)(?: \[level=(\d)\])?'?:?$/gm;
      const outline = [...tree.matchAll(pattern)]
        .map(([, what, level]) => (level ? `${what} ${level}` : what).replaceAll('\u00a0', ' ').replaceAll("''", "'"))
        .filter((what) => what !== 'list');
      assert.deepEqual(outline, [...start, ...expected, ...end], `${lang} ${view}`);
      assert.doesNotMatch(tree, /^ *- list$/m, 'no list is empty');
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('at a zoom of 400 % each view scrolls in one direction, and no text is cut', async (t) => {
  const { gateway } = await stage(t, 'storm');
  // 1280 × 1024 at 400 %.
  const viewport = { width: 320, height: 256 };
  for (const lang of ['en', 'cy']) {
    for (const query of ['', 'lat=51.9473&lon=-3.3912&r=20&']) {
      const page = await open(browser, `${gateway.address}?${query}lang=${lang}`, { viewport, init: watching });
      await marked(page, 'usable', 'forecast-shown');
      for (const view of [0, 1, 2, 3]) {
        await page.locator('.views button').nth(view).click();
        await page.locator('.panel.open').waitFor();
        const entry = page.locator('.panel.open .entry').first();
        if (await entry.count()) await entry.click();
        const { excess, cut } = await page.evaluate(() => ({
          excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          cut: [...document.querySelectorAll('main *:not(option)')]
            .filter(
              (element) =>
                !element.closest('.map, .visually-hidden, .map-keys, .table-frame') &&
                element.clientWidth > 0 &&
                getComputedStyle(element).overflowX !== 'visible' &&
                element.scrollWidth > element.clientWidth,
            )
            .map((element) => element.outerHTML.slice(0, 100)),
        }));
        assert.ok(excess <= 0, `${lang} ${query} ${view}: ${excess} px too wide`);
        assert.deepEqual(cut, [], `${lang} ${query} ${view}`);
      }
      // What is fixed or sticky leaves half of the height to the content.
      const fixed = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position))
          .reduce((sum, element) => sum + element.getBoundingClientRect().height, 0),
      );
      assert.ok(fixed <= 128, `${fixed} px`);
      await page.context().close();
    }
  }
});

test('in forced colours the circle, the pin and the marks of the lists keep their colours', async (t) => {
  const { gateway } = await stage(t, 'storm');
  for (const colorScheme of ['light', 'dark']) {
    const page = await open(browser, `${gateway.address}?lat=51.9473&lon=-3.3912&r=20`, {
      viewport: WIDE,
      colorScheme,
      forcedColors: 'active',
    });
    await marked(page);
    const read = () =>
      page.evaluate(() => {
        const style = (selector, property, pseudo) =>
          getComputedStyle(document.querySelector(selector), pseudo)[property];
        return {
          map: style('#map', 'backgroundColor'),
          circle: style('.map-circle', 'stroke'),
          pin: style('.map-centre', 'backgroundImage', '::before'),
          mark: style('.entry .severity path, .entry .severity use', 'fill'),
        };
      });
    const forced = await read();
    // What is chosen differs from what is not, and the advice has its marks.
    const backgrounds = await page.evaluate(() => {
      const background = (selector, pseudo) =>
        getComputedStyle(document.querySelector(selector), pseudo).backgroundColor;
      return [
        ['.presets [aria-pressed=true]', '.presets [aria-pressed=false]'],
        ['.views [aria-pressed=true]', '.views [aria-pressed=false]'],
      ]
        .map((pair) => pair.map((selector) => background(selector)))
        .concat([[background('.advice li', '::before'), background('body')]]);
    });
    for (const [chosen, other] of backgrounds) assert.notEqual(chosen, other, colorScheme);
    await page.emulateMedia({ forcedColors: 'none' });
    assert.deepEqual(forced, await read(), colorScheme);
    await page.context().close();
  }
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
