// make shots: each view at four widths, in both languages, in calm and storm, light and dark, and the layouts for a
// desk, a wall and paper, into tests/shots (not committed).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tests/support/harness.mjs';
import { Gorlif } from '../tests/support/gorlif.mjs';
import { AROUND_BRECON, open, startBrowser, watching } from '../tests/support/page.mjs';
import { startWithPast } from '../tests/support/recorder-harness.mjs';

const folder = join(root, 'tests/shots');
mkdirSync(folder, { recursive: true });
const VIEWPORTS = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1280, 800],
];
/** Layouts of their own, for all of Wales. */
const LAYOUTS = [
  ['desk', 1280, 900],
  ['desk', 1920, 1080],
  ['wall', 1920, 1080],
];
const BRIEFINGS = { place: AROUND_BRECON, county: '?county=powys', wales: '?' };
const VIEWS = ['top', 'warnings', 'rivers', 'forecast', 'watched'];
const browser = await startBrowser();
for (const scenario of ['calm', 'storm']) {
  const past = await startWithPast('7d', { scenario });
  const { gateway } = past;
  for (const [width, height] of VIEWPORTS) {
    for (const lang of ['en', 'cy']) {
      for (const colorScheme of ['light', 'dark']) {
        const page = await open(browser, `${gateway.address}${AROUND_BRECON}&lang=${lang}`, {
          viewport: { width, height },
          colorScheme,
          init: watching,
          deviceScaleFactor: width < 720 ? 2 : 1,
        });
        const gorlif = new Gorlif(page);
        await gorlif.marked();
        await gorlif.answer.settled();
        for (const view of VIEWS) {
          if (view !== 'top') {
            await gorlif.lists.show(view);
            await gorlif.lists.tabs.evaluate((tabs) => tabs.scrollIntoView());
          }
          const path = join(folder, `${width}-${lang}-${scenario}-${colorScheme}-${view}.png`);
          await page.screenshot({ path });
          console.log(path);
        }
        await page.context().close();
      }
    }
  }
  for (const lang of ['en', 'cy']) {
    for (const [layout, width, height] of LAYOUTS) {
      for (const colorScheme of ['light', 'dark']) {
        const address = `${gateway.address}?lang=${lang}&${layout}=1`;
        const page = await open(browser, address, { viewport: { width, height }, colorScheme });
        await new Gorlif(page).marked();
        await page.locator('.message-table').waitFor();
        const path = join(folder, `${width}-${lang}-${scenario}-${colorScheme}-${layout}.png`);
        await page.screenshot({ path });
        console.log(path);
        await page.context().close();
      }
    }
    for (const [name, query] of Object.entries(BRIEFINGS)) {
      const page = await open(browser, `${gateway.address}${query}&lang=${lang}`);
      const gorlif = new Gorlif(page);
      await gorlif.marked();
      await gorlif.lists.complete();
      const path = join(folder, `${lang}-${scenario}-briefing-${name}.pdf`);
      await page.pdf({ path, format: 'A4', preferCSSPageSize: true });
      console.log(path);
      await page.context().close();
    }
  }
  await past.stop();
}
await browser.close();
