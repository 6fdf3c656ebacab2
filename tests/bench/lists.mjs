// What the filters and orders of the lists cost, and the shapes of the flood areas.
import { SLOW, ends, ground } from '../support/bench-harness.mjs';
import { startGateway, startService } from '../support/harness.mjs';
import { open } from '../support/page.mjs';
import { settle, stands } from './work.mjs';

/** Filters and orders of 150 messages and 2,300 gauges: time until the next frame is painted. */
export async function filters(browser, rounds, tell) {
  const { page } = await stands(browser, await ground(2_300), '', SLOW);
  await page.waitForFunction(() => document.querySelector('#order-gauges'));
  const choose = (id, value) =>
    page.evaluate(
      ([id, value]) =>
        new Promise((done) => {
          const field = document.getElementById(id);
          const start = performance.now();
          field.value = value;
          field.dispatchEvent(new Event('change', { bubbles: true }));
          requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
        }),
      [id, value],
    );
  const whole = () => page.waitForFunction(() => !document.querySelector('.entries[aria-busy]'));
  const times = {};
  for (const [panel, id, values] of [
    [0, 'filter-severity', ['severe', 'alert']],
    [0, 'order-messages', ['county', 'newest']],
    [1, 'order-gauges', ['county', 'newest', 'name']],
  ]) {
    await page.locator('.views button').nth(panel).click();
    await settle(page);
    for (let round = 0; round < rounds; round++) {
      for (const value of values) {
        (times[`${id} ${value}`] ??= []).push(await choose(id, value));
        await whole();
        await settle(page);
      }
    }
    await choose(id, '');
    await settle(page);
  }
  console.log('\nfilters and orders, 150 messages and 2,300 gauges, CPU ÷ 4: until the next frame is painted');
  for (const [name, all] of Object.entries(times)) tell(name, all, { goal: '≤ 100' });
}

const AREAS = 420;
const CORNERS = 714;
/** As many areas and points as the provider publishes, around the points of the sample's messages. */
async function manyAreas(service) {
  const { features } = await (await fetch(`${service.address}/areas.json`)).json();
  const area = (_, index) => {
    const { properties, geometry } = features[index % features.length];
    const [east, north] = geometry.coordinates[0][0];
    const corner = (_, number) => {
      const angle = ((number % CORNERS) / CORNERS) * 2 * Math.PI;
      const reach = 0.03 * (1 + 0.2 * Math.sin(9 * angle) + 0.02 * Math.sin(101 * angle));
      return [east + 1.6 * reach * Math.cos(angle), north + reach * Math.sin(angle)].map((x) => Number(x.toFixed(5)));
    };
    return {
      type: 'Feature',
      properties: { fwis_code: index < features.length ? properties.fwis_code : `other-${index}` },
      geometry: { type: 'Polygon', coordinates: [Array.from({ length: CORNERS + 1 }, corner)] },
    };
  };
  return JSON.stringify({ type: 'FeatureCollection', features: Array.from({ length: AREAS }, area) });
}

/** The longest tasks while the flood areas are loaded, decoded and drawn, and while the map is zoomed. */
export async function areas(browser, rounds, tell) {
  const service = await startService('--scenario', 'storm');
  const body = await manyAreas(service);
  const gateway = await startGateway(service, {
    change: (html) => html.replace('"endpoint":', '"areas": { "address": "areas.json" }, "endpoint":'),
    answer: (path) => (path === '/areas.json' ? { body } : null),
  });
  ends.push(service.stop, gateway.stop);
  const init = () => {
    globalThis.tasks = [];
    new PerformanceObserver((list) =>
      globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask', buffered: true });
  };
  const longest = (page) => page.evaluate(() => Math.max(0, ...globalThis.tasks.splice(0)));
  const [drawing, zooming] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const page = await open(browser, `${gateway.address}?lang=en`, { viewport: { width: 412, height: 823 }, init });
    await page.waitForFunction(() => document.querySelectorAll('[data-area]').length > 100);
    await settle(page);
    drawing.push(await longest(page));
    for (let step = 0; step < 2; step++) {
      await page.locator('.map-buttons button').first().click();
      await settle(page);
    }
    zooming.push(await longest(page));
    await page.context().close();
  }
  console.log(`\n${AREAS} flood areas, ${AREAS * CORNERS} points, ${(body.length / 1e6).toFixed(1)} MB: longest task`);
  tell('the visit, with the areas drawn', drawing, { goal: '≤ 100' });
  tell('two zoom steps', zooming, { goal: '≤ 100' });
}
