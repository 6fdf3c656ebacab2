// make shots: each view at four widths, in both languages, in calm and storm, light and dark, into tests/shots (not committed).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { marked, open, root, startBrowser, watching } from '../support/harness.mjs';
import { startWithPast } from '../support/recorder-harness.mjs';

const folder = join(root, 'tests/shots');
mkdirSync(folder, { recursive: true });
const VIEWPORTS = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1280, 800],
];
const VIEWS = ['top', 'warnings', 'rivers', 'forecast', 'watched'];
const browser = await startBrowser();
for (const scenario of ['calm', 'storm']) {
  const past = await startWithPast('7d', { scenario });
  const { gateway } = past;
  for (const [width, height] of VIEWPORTS) {
    for (const lang of ['en', 'cy']) {
      for (const colorScheme of ['light', 'dark']) {
        const page = await open(browser, `${gateway.address}?lat=51.9473&lon=-3.3912&r=20&lang=${lang}`, {
          viewport: { width, height },
          colorScheme,
          init: watching,
          deviceScaleFactor: width < 720 ? 2 : 1,
        });
        await marked(page);
        await page.waitForFunction(
          () =>
            document.querySelector('.provisional') === null &&
            performance.getEntriesByName('forecast-shown').length > 0,
        );
        for (const [index, view] of VIEWS.entries()) {
          if (index) {
            await page
              .locator('.views button')
              .nth(index - 1)
              .click();
            await page.locator('.views').evaluate((tabs) => tabs.scrollIntoView());
          }
          const path = join(folder, `${width}-${lang}-${scenario}-${colorScheme}-${view}.png`);
          await page.screenshot({ path });
          console.log(path);
        }
        await page.context().close();
      }
    }
  }
  await past.stop();
}
await browser.close();
