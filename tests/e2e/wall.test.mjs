// The wall view for a duty desk: large, without controls, in turn, with its own health.
import { collection, message } from '../support/bodies.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { AROUND_BRECON } from '../support/page.mjs';
import { withHistory } from '../support/recorder-harness.mjs';

const DESK = { width: 1920, height: 1080 };
const TURN = 15_000;
test.use({ flags: '--scenario storm' });

/** For `open`'s init: the turns come when the test says so. */
const init = `const { setInterval: real } = globalThis;
  globalThis.setInterval = (then, time, ...rest) => {
    if (time !== ${TURN}) return real(then, time, ...rest);
    globalThis.turn = then;
    return 0;
  };`;
const turn = ({ page }) => page.evaluate(() => (globalThis.turn(), new Promise(requestAnimationFrame)));
const statusOf = ({ page }) => page.locator('.wall-status');

/** The open list, and the entries that are wholly visible in it. */
const shown = ({ page }) =>
  page.evaluate(() => {
    const panel = document.querySelector('.panel.open');
    const top = panel.querySelector('h2').getBoundingClientRect().bottom;
    const { bottom } = panel.getBoundingClientRect();
    const items = [...panel.querySelectorAll('.entries > li, tbody tr:not(.region)')].filter((item) => {
      const box = item.getBoundingClientRect();
      return box.height && box.top >= top - 2 && box.bottom <= bottom + 2;
    });
    return {
      panel: panel.classList[1],
      items: items.map(
        (item) => item.dataset.message ?? item.dataset.stationId ?? item.querySelector('th').textContent,
      ),
    };
  });

test('the wall view has no controls, and turns through all lists without leaving out an entry', async ({ visit }) => {
  const gorlif = await visit('?lang=en&wall=1', { viewport: DESK, init });
  const { page, answer, lists, map } = gorlif;
  await expect(statusOf(gorlif)).toBeVisible();
  const controls = await page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, a')]
      .filter((control) => control.checkVisibility() && !control.closest('.entries, .forecast thead'))
      .map((control) => control.textContent),
  );
  expect(controls).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
  const size = (part) => part.evaluate((part) => parseFloat(getComputedStyle(part).fontSize));
  expect(await size(answer.sentence)).toBeGreaterThanOrEqual(36);
  expect(await size(lists.open.locator('tbody th').first())).toBeGreaterThanOrEqual(22);
  const all = await lists.codes();
  const seen = [];
  const panels = [];
  for (let i = 0; i < 40 && panels.length < 4; i++) {
    const { panel, items } = await shown(gorlif);
    if (panels.at(-1) !== panel) panels.push(panel);
    if (panels.length === 1) seen.push(...items);
    if (i === 0) expect(items.length, 'messages at once').toBeGreaterThanOrEqual(20);
    expect(items.length, panel).toBeGreaterThan(0);
    await turn(gorlif);
  }
  expect(panels).toEqual(['warnings', 'rivers', 'forecast', 'warnings']);
  const parts = [...new Set(seen)];
  expect(parts.length).toBeGreaterThan(20);
  expect(parts).toEqual(all.slice(0, parts.length));
  // Only while the forecast is open the map has its colours.
  await expect(map.risks).toHaveCount(0);
  await expect(page.locator('.wall-reached'), 'without levels of a council').toBeHidden();
});

test('the wall has numbers by county, a legend, and trends of gauges', async ({ visit, past, startGateway }) => {
  const levels = ['4120', '4121'].map((station) => ({ station, level: -100, en: 'The lane floods', cy: 'Y lôn' }));
  const gateway = await startGateway({
    service: past.service,
    change: (html) => withHistory(html).replace('"endpoint":', '"levels": true, "endpoint":'),
    settings: { GORLIF_HISTORY: past.history },
    answer: (path) => (path === '/levels.json' ? { body: JSON.stringify(levels) } : undefined),
  });
  const gorlif = await visit('?lang=en&wall=1', { at: gateway, viewport: DESK, init });
  const { page, map } = gorlif;
  const side = page.locator('.county-numbers');
  await expect(side.locator('tbody tr').nth(1)).toContainText(/^\D+\d/);
  await expect(side.locator('.by-county thead')).toContainText(/Severe.*Warning.*Alert/);
  const reached = page.locator('.wall-reached');
  await expect(reached.getByText('Gauges that have reached a local level')).toBeVisible();
  await expect(reached.locator('li')).toHaveCount(2);
  for (const gauge of await reached.locator('li').all())
    await expect(gauge).toHaveText(/\d\sm, \S (?:rising|falling|steady)/);
  await expect(map.key.getByText('Severe flood warning')).toBeVisible();
  await expect(map.key.getByText('Rising')).toBeVisible();
  // Neither the legend nor the gauges cover a message.
  const { y, height } = await map.key.boundingBox();
  await map.still();
  expect((await map.pixel(51.38, -3.3)).y, 'the south of Wales').toBeLessThan((await reached.boundingBox()).y);
  expect((await map.pixel(53.43, -4.4)).y, 'the north of Anglesey').toBeGreaterThan(y + height);
  // On a lower screen the counties turn, with the total first.
  await expect(side.locator('tbody tr').first()).toContainText('Total');
  await page.setViewportSize({ width: 1366, height: 768 });
  const seen = new Set();
  for (let i = 0; i < 6; i++) {
    const names = await side.evaluate((side) => {
      const top = side.querySelector('thead').getBoundingClientRect().bottom;
      const { bottom } = side.getBoundingClientRect();
      const rows = [...side.querySelectorAll('tbody tr')].filter((row) => {
        const box = row.getBoundingClientRect();
        return box.top >= top - 2 && box.bottom <= bottom + 2;
      });
      return rows.map((row) => row.cells[0].textContent);
    });
    for (const name of names) seen.add(name);
    await turn(gorlif);
  }
  expect(seen.size).toBe(await side.locator('tbody tr').count());
});

test('the space bar pauses and Escape leaves; the map shows its area; in Welsh there is no English', async ({
  visit,
}) => {
  const gorlif = await visit(`${AROUND_BRECON}&lang=cy&wall=1`, { viewport: DESK, init });
  const { page, map } = gorlif;
  const status = statusOf(gorlif);
  await expect(status).toContainText(/Bylchwr: oedi\. S: sain\. Esc: gadael\./);
  await page.keyboard.press(' ');
  await expect(status.getByText('Wedi oedi')).toBeVisible();
  await expect(status).not.toContainText(/Flood|check|screen|up to date/);
  const before = await shown(gorlif);
  await turn(gorlif);
  expect(await shown(gorlif)).toEqual(before);
  await expect(map.element).toHaveAttribute('data-centre', /^51\.94/);
  await page.keyboard.press('Escape');
  await expect(page.locator('.wall')).toHaveCount(0);
  expect(new URL(page.url()).search).toBe(`${AROUND_BRECON}&lang=cy`);
});

// case 258
test('a wall loads a new version when nothing more than an alert is in force, and shows when the service does not answer', async ({
  open,
}) => {
  let answer = null;
  const refused = `Object.defineProperty(navigator, 'wakeLock', {
    value: { request: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) },
  });`;
  const gorlif = await open('?lang=en&wall=1', {
    answers: { wales: () => answer },
    viewport: DESK,
    init: `${init}${refused}`,
  });
  const { page } = gorlif;
  const status = statusOf(gorlif);
  await gorlif.marked();
  await expect(status).toContainText('The screen may switch itself off.');
  await expect(status.locator('[data-state="fresh"]')).toHaveCount(3);
  await page.evaluate(() => {
    globalThis.isSamePage = true;
    document.dispatchEvent(new Event('gorlif:new-version'));
  });
  // The page may be gone at the end of a turn.
  const turnList = async () => {
    for (let part = 0; part < 7; part++) await turn(gorlif).catch(() => {});
  };
  await turnList();
  expect(await page.evaluate(() => globalThis.isSamePage), 'in a storm').toBe(true);
  answer = collection(message());
  // A period and the phase of its schedule.
  await gorlif.later(460);
  await expect(gorlif.answer.sentence).toContainText('1 flood alert');
  await turnList();
  await expect
    .poll(() => page.evaluate(() => globalThis.isSamePage).catch(() => true), { message: 'the same page' })
    .toBe(undefined);
  await gorlif.marked();
  answer = { status: 503 };
  await gorlif.later(61 * 60);
  await expect(status.locator('li[data-state="stale"]').first()).toContainText('Flood warnings in Wales');
  expect(gorlif.ownErrors()).toEqual([]);
});
