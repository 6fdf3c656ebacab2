// make shots: the page on a phone and wide, in both languages, in calm and storm, light and dark, into tests/shots (not committed).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PHONE, WIDE, marked, open, root, startBrowser, startGateway, startService } from '../support/harness.mjs';

const folder = join(root, 'tests/shots');
mkdirSync(folder, { recursive: true });
const browser = await startBrowser();
for (const scenario of ['calm', 'storm']) {
  const service = await startService('--scenario', scenario);
  const gateway = await startGateway(service);
  for (const [name, viewport] of [
    ['phone', PHONE],
    ['wide', WIDE],
  ]) {
    for (const lang of ['en', 'cy']) {
      for (const colorScheme of ['light', 'dark']) {
        const page = await open(browser, `${gateway.address}?lat=51.9473&lon=-3.3912&r=20&lang=${lang}`, {
          viewport,
          colorScheme,
          deviceScaleFactor: name === 'phone' ? 2 : 1,
        });
        await marked(page);
        await page.waitForFunction(() => document.querySelector('.provisional') === null);
        const path = join(folder, `${name}-${lang}-${scenario}-${colorScheme}.png`);
        await page.screenshot({ path });
        console.log(path);
        await page.context().close();
      }
    }
  }
  await gateway.stop();
  await service.stop();
}
await browser.close();
