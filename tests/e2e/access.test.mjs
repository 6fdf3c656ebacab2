// axe-core on the page, in both languages, on a phone and wide, in calm and storm; and the page without a mouse.
import { COLOUR_RULES, violations } from '../support/axe.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { AROUND_BRECON, PHONE, WIDE, watching } from '../support/page.mjs';

const VIEWS = ['warnings', 'rivers', 'forecast', 'watched'];
const LANGUAGES = ['en', 'cy'];

/** Shows a view and opens its first entry, if it has one. */
async function showWithDetails({ lists }, view) {
  await lists.show(view);
  await expect(lists.open).toHaveClass(new RegExp(view));
  const entry = lists.open.locator('.entry').first();
  if (await entry.count()) {
    if ((await entry.getAttribute('aria-expanded')) !== 'true') await entry.click();
    await expect(entry).toHaveAttribute('aria-expanded', 'true');
    await expect(lists.open.locator('.details')).toBeVisible();
  }
}

/** Both lights of one page: of the second only what depends on its colours is checked. */
async function violationsInBothLights({ page }) {
  const found = {};
  for (const [colorScheme, rules] of [
    ['light', undefined],
    ['dark', COLOUR_RULES],
  ]) {
    await page.emulateMedia({ colorScheme });
    found[colorScheme] = await violations(page, rules);
  }
  return found;
}
const NONE = { light: [], dark: [] };

for (const scenario of ['calm', 'storm']) {
  test.describe(`in the scenario ${scenario}`, () => {
    test.use({ flags: `--scenario ${scenario}` });

    test('axe finds nothing in any view, on a phone and wide, in light and dark colours, in both languages', async ({
      open,
    }) => {
      const gorlif = await open(`${AROUND_BRECON}&lang=en`, { viewport: PHONE, init: watching });
      await gorlif.marked();
      await gorlif.place.changeButton.click();
      for (const lang of LANGUAGES) {
        await gorlif.inLanguage(lang);
        for (const view of VIEWS) {
          await showWithDetails(gorlif, view);
          for (const [name, viewport] of Object.entries({ phone: PHONE, wide: WIDE })) {
            await gorlif.page.setViewportSize(viewport);
            expect(await violationsInBothLights(gorlif), `${lang}, ${view}, ${name}`).toEqual(NONE);
          }
        }
      }
      expect(gorlif.faults).toEqual([]);
    });
  });
}

test.describe('in a storm', () => {
  test.use({ flags: '--scenario storm' });

  /** Two looks that differ in width and colours. */
  async function looksGood(gorlif) {
    for (const [viewport, colorScheme] of [
      [{ width: 320, height: 480 }, 'light'],
      [WIDE, 'dark'],
    ]) {
      const look = `${viewport.width} px, ${colorScheme}`;
      await gorlif.page.setViewportSize(viewport);
      await gorlif.page.emulateMedia({ colorScheme });
      expect(await violations(gorlif.page), look).toEqual([]);
      expect(await gorlif.excessWidth(), `pixels too wide: ${look}`).toBeLessThanOrEqual(0);
    }
  }

  test('axe finds nothing in a view for frames, narrow and wide, in both languages, and nothing is too wide', async ({
    open,
  }) => {
    for (const view of ['map', 'list', 'status', 'forecast'])
      await test.step(view, async () => {
        const gorlif = await open(`?embed=${view}&v=1&${AROUND_BRECON.slice(1)}&lang=en`);
        await gorlif.marked();
        await looksGood(gorlif);
        await gorlif.speak('cy');
        await looksGood(gorlif);
        expect(gorlif.faults).toEqual([]);
      });
  });

  test('axe finds nothing in the pages beside it, narrow and wide, in both languages, and nothing is too wide', async ({
    open,
  }) => {
    for (const [lang, names] of Object.entries({
      en: ['accessibility', 'privacy', 'builder', 'assurance'],
      cy: ['hygyrchedd', 'preifatrwydd', 'adeiladu', 'sicrwydd'],
    }))
      for (const name of names)
        await test.step(name, async () => {
          const gorlif = await open(`pages/${name}.html`);
          await looksGood(gorlif);
          await gorlif.speaks(lang);
          expect(gorlif.faults).toEqual([]);
        });
  });

  test('the page is usable with the keyboard alone, and the focus is always visible and never trapped', async ({
    open,
  }) => {
    const gorlif = await open('', { viewport: WIDE });
    const { page, answer, lists, map } = gorlif;
    await gorlif.marked();
    await page.keyboard.press('Tab');
    await expect(page.locator('.skip')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(answer.element).toBeFocused();
    const stops = [];
    for (let i = 0; i < 25; i++) {
      await page.keyboard.press('Tab');
      stops.push(
        await page.evaluate(() => {
          const { className, id, tagName } = document.activeElement;
          const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
          return {
            what: className || id || tagName,
            isVisible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
          };
        }),
      );
    }
    expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([]);
    const rows = stops.filter(({ what }) => what === 'entry');
    expect(rows.length, stops.map(({ what }) => what).join()).toBeGreaterThanOrEqual(15);
    await page.keyboard.press('Enter');
    await expect(page.locator(':focus')).toHaveAttribute('aria-expanded', 'true');
    await expect(lists.open.locator('.details')).toBeVisible();
    await map.element.focus();
    const before = await map.element.getAttribute('data-centre');
    await page.keyboard.press('ArrowRight');
    await expect(map.element).not.toHaveAttribute('data-centre', before);
  });

  /** The elements whose text is cut, or would be if they cut what flows over. What scrolls within its frame is not. */
  const overflowing = ({ page }) =>
    page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter(
          (element) =>
            element.checkVisibility() &&
            !element.closest('.visually-hidden, #map, .symbol, .symbols') &&
            !element.matches('.table-frame') &&
            element.scrollWidth > element.clientWidth + 1 &&
            element.clientWidth > 0 &&
            element.textContent.trim(),
        )
        .map((element) => `${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 40)}`),
    );
  /** The elements that cut their content. */
  const cutting = ({ page }) =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *:not(option)')]
        .filter(
          (element) =>
            !element.closest('.map, .visually-hidden, .map-keys, .table-frame') &&
            element.clientWidth > 0 &&
            getComputedStyle(element).overflowX !== 'visible' &&
            element.scrollWidth > element.clientWidth,
        )
        .map((element) => element.outerHTML.slice(0, 100)),
    );

  for (const [name, query, places] of [
    ['all of Wales', '?lang=en', { en: 'All Wales', cy: 'Cymru gyfan' }],
    ['a place', `${AROUND_BRECON}&lang=en`, { en: 'Brecon', cy: 'Aberhonddu' }],
  ])
    test(`at 320 px, with text of 200 %, and at a zoom of 400 % with details, nothing scrolls sideways and no text is cut, in both languages: ${name}`, async ({
      open,
    }) => {
      // 1280 × 1024 at 400 %.
      const zoomed = { width: 320, height: 256 };
      const gorlif = await open(query, { viewport: zoomed, init: watching });
      const { page, place, lists } = gorlif;
      await gorlif.marked();
      const look = async (viewport, fontSize) => {
        await page.setViewportSize(viewport);
        await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), fontSize);
      };
      for (const lang of LANGUAGES) {
        await gorlif.inLanguage(lang);
        await expect(place.name).toHaveText(places[lang]);
        for (const [viewport, fontSize] of [
          [{ width: 320, height: 640 }, ''],
          [PHONE, '34px'],
        ]) {
          await look(viewport, fontSize);
          for (const view of VIEWS) {
            await lists.show(view);
            await expect(lists.open).toHaveClass(new RegExp(view));
            const what = `${view}, ${viewport.width} px, ${lang}`;
            expect(await gorlif.excessWidth(), `${what}: pixels too wide`).toBeLessThanOrEqual(0);
            expect(await overflowing(gorlif), what).toEqual([]);
          }
        }
      }
      await look(zoomed, '');
      for (const lang of LANGUAGES) {
        await gorlif.inLanguage(lang);
        for (const view of VIEWS) {
          await showWithDetails(gorlif, view);
          expect(await gorlif.excessWidth(), `${lang}, ${view}: pixels too wide`).toBeLessThanOrEqual(0);
          expect(await cutting(gorlif), `${lang}, ${view}`).toEqual([]);
        }
        // What is fixed or sticky leaves half of the height to the content.
        const fixed = await page.evaluate(() =>
          [...document.querySelectorAll('body *')]
            .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position))
            .reduce((sum, element) => sum + element.getBoundingClientRect().height, 0),
        );
        expect(fixed, lang).toBeLessThanOrEqual(128);
      }
    });

  test('in forced colours the circle, the pin and the marks of the lists keep their colours, light and dark', async ({
    open,
  }) => {
    const gorlif = await open(AROUND_BRECON, { viewport: WIDE });
    const { page } = gorlif;
    await gorlif.marked();
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
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, forcedColors: 'active' });
      const forced = await read();
      // What is chosen differs from what is not, and the advice has its marks.
      const backgrounds = await page.evaluate(() => {
        const background = (selector, pseudo) =>
          getComputedStyle(document.querySelector(selector), pseudo).backgroundColor;
        return [
          [background('.views [aria-pressed=true]'), background('.views [aria-pressed=false]')],
          [background('.advice li', '::before'), background('body')],
        ];
      });
      for (const [chosen, other] of backgrounds) expect(chosen, colorScheme).not.toBe(other);
      await page.emulateMedia({ colorScheme, forcedColors: 'none' });
      expect(await read(), colorScheme).toEqual(forced);
    }
  });
});

/** The landmarks and headings of each view of a place in a storm, as a screen reader lists them. */
const OUTLINE = {
  en: {
    start: [
      'banner',
      'heading "Flood warnings for Wales" 1',
      'main',
      'region "Your place"',
      'heading "Your place" 2',
      'combobox "within this distance of your place"',
      'heading "Flood alert: Usk catchment around Brecon, 1.2 km north." 2',
      'heading "What to do" 3',
      'application "Map of river gauges and flood warnings. The lists have those of the chosen place."',
      'navigation "Views of this place"',
    ],
    views: [
      [
        'region "5 warnings and alerts, 5 in force"',
        'heading "5 warnings and alerts, 5 in force" 2',
        'heading "2 flood warnings" 3',
        'heading "3 flood alerts" 3',
      ],
      ['region "6 gauges"', 'heading "6 gauges" 2'],
      [
        'region "5 day flood risk forecast"',
        'heading "5 day flood risk forecast" 2',
        'heading "Powys" 3',
        'combobox "Show"',
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
      'heading "Rhybuddion llifogydd Cymru" 1',
      'main',
      'region "Eich lleoliad"',
      'heading "Eich lleoliad" 2',
      'combobox "o fewn y pellter hwn i\'ch lle"',
      'heading "Llifogydd: byddwch yn barod: Usk catchment around Brecon, 1.2 km i\'r gogledd." 2',
      'heading "Beth i\'w wneud" 3',
      'application "Map o fesuryddion afonydd a rhybuddion llifogydd. Mae rhai\'r lle a ddewiswyd yn y rhestrau."',
      'navigation "Adrannau ar gyfer y lle hwn"',
    ],
    views: [
      [
        'region "5 rhybudd neu neges, 5 mewn grym"',
        'heading "5 rhybudd neu neges, 5 mewn grym" 2',
        'heading "2 rybudd llifogydd" 3',
        'heading "3 neges ‘Llifogydd: byddwch yn barod’" 3',
      ],
      ['region "6 mesurydd"', 'heading "6 mesurydd" 2'],
      [
        'region "Rhagolygon perygl llifogydd 5 diwrnod"',
        'heading "Rhagolygon perygl llifogydd 5 diwrnod" 2',
        'heading "Powys" 3',
        'combobox "Dangos"',
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

test.describe('the outline', () => {
  test.use({ flags: '--scenario storm --still' });

  test('each view has the landmarks and headings of its content, in both languages', async ({ open }) => {
    const gorlif = await open(`${AROUND_BRECON}&lang=en`, { viewport: PHONE });
    const { page, lists } = gorlif;
    await gorlif.marked();
    for (const [lang, { start, views, end }] of Object.entries(OUTLINE)) {
      await gorlif.inLanguage(lang);
      for (const [index, view] of VIEWS.entries()) {
        await lists.show(view);
        await expect(lists.open).toHaveClass(new RegExp(view));
        const tree = await page.locator('body').ariaSnapshot();
        const pattern =
          /^ *- '?((?:banner|main|region|navigation|contentinfo|heading|application|combobox|table|list)\b(?: "[^\n]*")?)(?: \[level=(\d)\])?'?:?$/gm;
        const outline = [...tree.matchAll(pattern)]
          .map(([, what, level]) => (level ? `${what} ${level}` : what).replaceAll('\u00a0', ' ').replaceAll("''", "'"))
          .filter((what) => what !== 'list');
        expect(outline, `${lang}, ${view}`).toEqual([...start, ...views[index], ...end]);
        expect(tree, 'no list is empty').not.toMatch(/^ *- list$/m);
      }
    }
    expect(gorlif.faults).toEqual([]);
  });
});

test('a plural after a number follows CLDR in Welsh: our table against the browser’s rules', async ({ page }) => {
  const ours = (n) => ({ 0: 'zero', 1: 'one', 2: 'two', 3: 'few', 6: 'many' })[n] ?? 'other';
  const theirs = await page.evaluate(() => {
    const rules = new Intl.PluralRules('cy');
    return Array.from({ length: 201 }, (_, n) => rules.select(n));
  });
  expect(theirs).toEqual(Array.from({ length: 201 }, (_, n) => ours(n)));
});
