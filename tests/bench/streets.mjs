// What street level costs while the map is moved on a slow phone, beside the bundled ground alone.
import { startGateway, startService } from '../support/harness.mjs';
import { withSettings } from '../support/fixtures.mjs';
import { groundArchive, ranged } from '../support/ground-archive.mjs';
import { BRECON, open } from '../support/page.mjs';

const CPU = 4;

/** Runs in the page before its scripts: keeps the lengths of long tasks and, from `measure()` on, the times between frames. */
function observe() {
  globalThis.tasks = [];
  globalThis.frames = [];
  new PerformanceObserver((list) =>
    globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({
    type: 'longtask',
  });
  globalThis.measure = () => {
    globalThis.tasks.length = 0;
    let before = performance.now();
    const frame = (now) => {
      globalThis.frames.push(now - before);
      before = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  };
}

export async function streets(browser, rounds, tell) {
  const archive = groundArchive();
  const service = await startService('--scenario', 'storm');
  const gateway = await startGateway(service, {
    change: withSettings({ ground: 'wales.pmtiles' }),
    answer: (path, request) => (path === '/wales.pmtiles' ? ranged(archive, request) : null),
  });
  const bundled = await startGateway(service, { change: withSettings({}) });
  const seen = { bundled: [], streets: [] };
  for (let round = 0; round < rounds; round++)
    for (const [name, { address }] of Object.entries({ bundled, streets: gateway })) {
      const query = `${address}?lat=${BRECON.lat}&lon=${BRECON.lon}&r=5`;
      const page = await open(browser, query, { viewport: { width: 412, height: 823 }, init: observe });
      const session = await page.context().newCDPSession(page);
      await page.waitForLoadState('networkidle');
      await page.locator('#map-size').click();
      await page.waitForLoadState('networkidle');
      await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });
      await page.evaluate(() => globalThis.measure());
      await page.mouse.move(200, 400);
      for (let drag = 0; drag < 4; drag++) {
        await page.mouse.down();
        for (let step = 0; step < 20; step++) await page.mouse.move(200 + (drag % 2 ? -6 : 6) * step, 400 + 3 * step);
        await page.mouse.up();
      }
      for (const button of [0, 1, 1, 0]) {
        await page.locator('.map-buttons button').nth(button).click();
        // The length of the zoom's animation.
        await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
      }
      const { frames, tasks } = await page.evaluate(() => ({ frames: globalThis.frames, tasks: globalThis.tasks }));
      frames.sort((a, b) => a - b);
      seen[name].push({ frame: frames[Math.floor(frames.length * 0.95)], task: Math.max(0, ...tasks) });
      await page.context().close();
    }
  for (const { stop } of [gateway, bundled, service]) await stop();
  console.log(`\nthe map is dragged and zoomed at CPU ÷ ${CPU}: 95th percentile between frames, longest task`);
  const of = (name, figure) => seen[name].map((visit) => visit[figure]);
  const frame = tell('bundled ground: frames', of('bundled', 'frame'));
  tell('street level: frames', of('streets', 'frame'), { of: frame, goal: '≤ 34' });
  const task = tell('bundled ground: longest task', of('bundled', 'task'));
  tell('street level: longest task', of('streets', 'task'), { of: task || undefined, goal: '≤ 200' });
}
