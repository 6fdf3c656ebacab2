// The engine of Safari 16.0 traps within seconds where a module keeps the page's objects in a table (`docs/browsers.md`). `make soak` has
// ten visits of ten minutes; here a short form.
import { startEngine } from './engines.mjs';
import { count, expect, lives, test, usable } from './fixtures.mjs';

const FULL = process.env.GORLIF_SOAK === 'full';
const [VISITS, SECONDS] = FULL ? [10, 600] : [1, 10];
const TABS = ['Rivers', 'Forecast', 'Warnings'];

test('visits of a storm stay alive while their tabs are used', { tag: '@old' }, async ({ address }, { project }) => {
  if (FULL) test.setTimeout(1_800_000);
  const stays = async () => {
    const engine = await startEngine(project.name);
    try {
      const page = await engine.open({});
      await page.go(`${address}?lang=en`);
      await usable(page);
      const end = Date.now() + SECONDS * 1_000;
      do {
        for (const tab of TABS) await page.click('.views button', tab);
        await lives(page);
        expect(await page.text('#answer .sentence')).toMatch(/warning/i);
        expect(await page.run(count, '.entries .entry'), 'rows of the lists').toBeGreaterThan(10);
        expect(await page.run(() => Number(document.getElementById('map').dataset.warnings))).toBeGreaterThan(0);
      } while (Date.now() < end);
    } finally {
      await engine.stop();
    }
  };
  await Promise.all(Array.from({ length: VISITS }, stays));
});
