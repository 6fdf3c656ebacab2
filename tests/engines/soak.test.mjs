// The engine of Safari 16.0 traps within seconds where a module keeps the page's objects in a table (`docs/browsers.md`). `make soak` has
// ten visits of ten minutes; here a short form.
import { startEngine } from './engines.mjs';
import { count, expect, lives, test, usable } from './fixtures.mjs';

const FULL = process.env.GORLIF_SOAK === 'full';
const [VISITS, SECONDS] = FULL ? [10, 600] : [1, 10];
const TABS = ['Rivers', 'Forecast', 'Warnings'];

async function stays(page) {
  const end = Date.now() + SECONDS * 1_000;
  do {
    for (const tab of TABS) await page.click('.views button', tab);
    await lives(page);
    expect(await page.text('#answer .sentence')).toMatch(/warning/i);
    expect(await page.run(count, '.entries .entry'), 'rows of the lists').toBeGreaterThan(10);
    expect(await page.run(() => Number(document.getElementById('map').dataset.warnings))).toBeGreaterThan(0);
  } while (Date.now() < end);
}

test('visits of a storm stay alive while their tabs are used', { tag: '@old' }, async ({ address }, { project }) => {
  if (FULL) test.setTimeout(1_800_000);
  const [engines, pages] = [[], []];
  try {
    // One after another: a driver has one window, and all at once would load slowly.
    for (let visit = 0; visit < VISITS; visit++) {
      engines.push(await startEngine(project.name));
      const page = await engines.at(-1).open({});
      pages.push(page);
      await page.go(`${address}?lang=en`);
      await usable(page);
    }
    await Promise.all(pages.map(stays));
  } finally {
    // A driver that ends leaves its window.
    await Promise.all(pages.map((page) => page.quit()));
    await Promise.all(engines.map((engine) => engine.stop()));
  }
});
