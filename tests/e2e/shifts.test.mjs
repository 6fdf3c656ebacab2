// Nothing that can be read moves while the rest of the page arrives, on a phone.
import { expect, test as base } from '../support/fixtures.mjs';
import { operationOf } from '../support/operations.mjs';
import { PHONE, hold, painted, slowDown } from '../support/page.mjs';

/** The most that may move in a visit, as the cumulative layout shift of its whole time: a fifth of what Core Web Vitals call good. */
const MOST = 0.02;
const endsIn = (end) => (url) => url.pathname.endsWith(end);
/** What arrives late in each visit, in this order, and what more arrives for a place. */
const LATE = [endsIn('basemap.txt'), endsIn('_page.wasm')];
const LATE_FOR_PLACE = [(url) => operationOf(url.pathname) === 'here', endsIn('history/recent.json')];

const watchShifts = () => {
  globalThis.shifts = [];
  const rect = ({ y, height }) => `${Math.round(y)}+${Math.round(height)}`;
  const source = ({ node, previousRect, currentRect }) =>
    `${node?.className || node?.nodeName} ${rect(previousRect)} to ${rect(currentRect)}`;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) globalThis.shifts.push({ value, moved: sources.map(source) });
  }).observe({ type: 'layout-shift', buffered: true });
};

const test = base.extend({
  /** Opens the page with the late parts held, and gives a function that lets them arrive and expects that nothing moves. */
  openHeld: async ({ open, past }, use) => {
    await use(async (query, late) => {
      const gorlif = await open('', { at: { address: 'about:blank' }, viewport: PHONE, init: watchShifts });
      const { page } = gorlif;
      await slowDown(page, 150, 200_000, 100_000);
      const releases = [];
      for (const isLate of late) releases.push([isLate, await hold(page, isLate)]);
      await page.goto(past.gateway.address + query, { waitUntil: 'commit' });
      const arrives = async () => {
        for (const [isLate, release] of releases) {
          await painted(page);
          const response = page.waitForResponse((response) => isLate(new URL(response.url())));
          release();
          await (await response).finished();
        }
        await gorlif.marked();
        await painted(page);
        const shifts = await page.evaluate(() => globalThis.shifts);
        const sum = shifts.reduce((sum, { value }) => sum + value, 0);
        expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(MOST);
      };
      return Object.assign(gorlif, { arrives });
    });
  },
});

for (const [what, query, late] of [
  ['all of Wales', '', LATE],
  ['a place', '?lat=51.6022&lon=-3.3424', [...LATE, ...LATE_FOR_PLACE]],
  ['a county', '?county=powys', LATE],
])
  test(`${what}: nothing moves`, async ({ openHeld }) => {
    const { arrives } = await openHeld(query, late);
    await arrives();
  });

test('a place that is chosen: nothing moves after its name is there', async ({ openHeld }) => {
  const { page, place, arrives } = await openHeld('', LATE_FOR_PLACE);
  await place.type('Pontypridd');
  await expect(place.suggestions.first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(place.name).toHaveText('Pontypridd');
  await painted(page);
  await page.evaluate(() => {
    globalThis.shifts = [];
  });
  await arrives();
});
