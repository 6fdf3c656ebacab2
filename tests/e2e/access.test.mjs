// axe-core on the page, in both languages, on a phone and wide, in calm and storm; and the page without a mouse.
import { COLOUR_RULES, violations } from '../support/axe.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { AROUND_BRECON, PHONE, WIDE, watching } from '../support/page.mjs';
import { expectReading } from '../support/reading.mjs';

const VIEWS = ['warnings', 'rivers', 'forecast', 'watched'];
const LANGUAGES = ['en', 'cy'];

async function show({ lists }, view) {
  await lists.show(view);
  await expect(lists.open).toHaveClass(new RegExp(view));
}
/** Shows a view and opens its first entry, if it has one. */
async function showWithDetails(gorlif, view) {
  await show(gorlif, view);
  const { lists } = gorlif;
  const entry = lists.open.locator('.entry').first();
  if (await entry.count()) {
    if ((await entry.getAttribute('aria-expanded')) !== 'true') await entry.click();
    await expect(entry).toHaveAttribute('aria-expanded', 'true');
    await expect(lists.open.locator('.details')).toBeVisible();
  }
}

for (const scenario of ['calm', 'storm']) {
  test.describe(`in the scenario ${scenario}`, () => {
    test.use({ flags: `--scenario ${scenario}` });

    test('axe finds nothing in any view, narrow and wide, light and dark, in both languages', async ({ visit }) => {
      const gorlif = await visit(`${AROUND_BRECON}&lang=en`, { viewport: PHONE, init: watching });
      await gorlif.place.changeButton.click();
      for (const lang of LANGUAGES) {
        await gorlif.inLanguage(lang);
        for (const view of VIEWS) {
          await showWithDetails(gorlif, view);
          for (const viewport of [PHONE, WIDE]) {
            await gorlif.page.setViewportSize(viewport);
            // In the dark only what depends on the colours is checked.
            for (const [colorScheme, rules] of Object.entries({ light: undefined, dark: COLOUR_RULES })) {
              await gorlif.page.emulateMedia({ colorScheme });
              const look = `${lang}, ${view}, ${viewport.width} px, ${colorScheme}`;
              expect(await violations(gorlif.page, rules), look).toEqual([]);
            }
          }
        }
      }
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

  test('axe finds nothing in the views for frames, and nothing is too wide', async ({ visit }) => {
    for (const view of ['map', 'list', 'status', 'forecast'])
      await test.step(view, async () => {
        const gorlif = await visit(`?embed=${view}&v=1&${AROUND_BRECON.slice(1)}&lang=en`);
        await looksGood(gorlif);
        await gorlif.speak('cy');
        await looksGood(gorlif);
      });
  });

  test('axe finds nothing in the pages beside it, and nothing is too wide', async ({ open }) => {
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

  test('with the keyboard alone the focus is always visible and never trapped', async ({ visit }) => {
    const { page, answer, lists, map } = await visit('', { viewport: WIDE });
    await page.keyboard.press('Tab');
    await expect(page.locator('.skip')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(answer.element).toBeFocused();
    const stops = [];
    for (let i = 0; i < 27; i++) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const { className, id, tagName } = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
        return {
          what: className || id || tagName,
          isVisible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
        };
      });
      expect(stop.isVisible, stop.what).toBe(true);
      stops.push(stop.what);
    }
    expect(stops.filter((what) => what === 'entry').length, stops.join()).toBeGreaterThanOrEqual(15);
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
        .map((element) => element.outerHTML.slice(0, 100)),
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
  /** The height of what is fixed or sticky. */
  const fixed = ({ page }) =>
    page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position))
        .reduce((sum, element) => sum + element.getBoundingClientRect().height, 0),
    );

  for (const [name, query, places] of [
    ['all of Wales', '?lang=en', { en: 'All Wales', cy: 'Cymru gyfan' }],
    ['a place', `${AROUND_BRECON}&lang=en`, { en: 'Brecon', cy: 'Aberhonddu' }],
  ])
    test(`at 320 px, with large text and zoomed nothing scrolls sideways or is cut: ${name}`, async ({ visit }) => {
      // 1280 × 1024 at 400 %.
      const zoomed = { width: 320, height: 256 };
      const gorlif = await visit(query, { viewport: zoomed, init: watching });
      const { page, place } = gorlif;
      for (const [viewport, fontSize] of [
        [{ width: 320, height: 640 }, ''],
        [PHONE, '34px'],
        [zoomed, ''],
      ]) {
        await page.setViewportSize(viewport);
        await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), fontSize);
        for (const lang of LANGUAGES) {
          await gorlif.inLanguage(lang);
          await expect(place.name).toHaveText(places[lang]);
          for (const view of VIEWS) {
            await (viewport === zoomed ? showWithDetails(gorlif, view) : show(gorlif, view));
            const what = `${view}, ${viewport.width} × ${viewport.height} px, ${lang}`;
            expect(await gorlif.excessWidth(), `${what}: pixels too wide`).toBeLessThanOrEqual(0);
            expect(await (viewport === zoomed ? cutting : overflowing)(gorlif), what).toEqual([]);
          }
          // Half of the height is left to the content.
          if (viewport === zoomed) expect(await fixed(gorlif), lang).toBeLessThanOrEqual(128);
        }
      }
    });

  test('in forced colours the circle, the pin and the marks keep their colours', async ({ visit }) => {
    const { page } = await visit(AROUND_BRECON, { viewport: WIDE });
    const read = () =>
      page.evaluate(() => {
        const style = (selector, property = 'backgroundColor', pseudo = undefined) =>
          getComputedStyle(document.querySelector(selector), pseudo)[property];
        return {
          kept: {
            map: style('#map'),
            circle: style('.map-circle', 'stroke'),
            pin: style('.map-centre', 'backgroundImage', '::before'),
            mark: style('.entry .severity path, .entry .severity use', 'fill'),
          },
          // What is chosen differs from what is not, and the advice has its marks.
          pairs: [
            [style('.views [aria-pressed=true]'), style('.views [aria-pressed=false]')],
            [style('.advice li', 'backgroundColor', '::before'), style('body')],
          ],
        };
      });
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, forcedColors: 'active' });
      const { kept, pairs } = await read();
      for (const [chosen, other] of pairs) expect(chosen, colorScheme).not.toBe(other);
      await page.emulateMedia({ colorScheme, forcedColors: 'none' });
      expect((await read()).kept, colorScheme).toEqual(kept);
    }
  });
});

test.describe('the outline', () => {
  test.use({ flags: '--scenario storm --still' });

  test('each view has the landmarks and headings of its content, in both languages', async ({ visit }) => {
    const gorlif = await visit(`${AROUND_BRECON}&lang=en`, { viewport: PHONE });
    const { page } = gorlif;
    const roles = 'banner|main|region|navigation|contentinfo|heading|application|combobox|table|list';
    const pattern = new RegExp(String.raw`^ *- '?((?:${roles})\b(?: "[^\n]*")?)(?: \[level=(\d)\])?'?:?$`, 'gm');
    for (const lang of LANGUAGES) {
      await gorlif.inLanguage(lang);
      const outline = [];
      for (const view of VIEWS) {
        await show(gorlif, view);
        const tree = await page.locator('body').ariaSnapshot();
        const parts = [...tree.matchAll(pattern)]
          .map(([, what, level]) => (level ? `${what} ${level}` : what).replaceAll('\u00a0', ' ').replaceAll("''", "'"))
          .filter((what) => what !== 'list');
        outline.push(`${view}:`, ...parts.map((part) => `  ${part}`));
        expect(tree, 'no list is empty').not.toMatch(/^ *- list$/m);
      }
      expectReading('tests/e2e/reading', `${lang}-outline`, outline.join('\n'));
    }
  });

  // What a screen reader says of the other views is in tests/engines/reading.test.mjs.
  test('the watch list has the roles and names of its parts, in both languages', async ({ visit }) => {
    const gorlif = await visit(`${AROUND_BRECON}&lang=en`, { viewport: PHONE, init: watching });
    await gorlif.settled();
    await show(gorlif, 'watched');
    for (const lang of LANGUAGES) {
      await gorlif.inLanguage(lang);
      expectReading('tests/e2e/reading', `${lang}-watched`, await gorlif.lists.watched.ariaSnapshot());
    }
  });
});
