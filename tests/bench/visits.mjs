// First and repeat visits on a slow phone and on a fast machine: when what people came for can be read, and what it costs.
import { setTimeout as sleep } from 'node:timers/promises';
import { PROFILES, SUBJECTS, bytes, ground, inTurn, moments, phone, shapedLine } from '../support/bench-harness.mjs';

const SLOW = 'slow 4G, CPU ÷ 4';
const BARE = 'bare Leaflet + canvas';

/** How long a visit lasts after the page is usable, in milliseconds: its other parts load, and the service worker its files. */
const STAY = 12_000;

export async function visits(browser, rounds, tell) {
  const { address: direct, stop } = await ground(261);
  for (const [profile, { line: shape }] of Object.entries(PROFILES)) {
    const line = shape && shapedLine(shape);
    const address = line ? await line.through(direct) : direct;
    const seen = Object.fromEntries([...Object.keys(SUBJECTS), 'repeat'].map((title) => [title, []]));
    // The first round warms the server's store and is not counted.
    for (let round = -1; round < rounds; round++) {
      for (const [title, path] of inTurn(round)) {
        const visit = await phone(browser, profile);
        const { page } = visit;
        const before = line?.bytes ?? 0;
        const context = page.context();
        await page.goto(address + path, { waitUntil: 'commit' });
        const at = await moments(
          visit,
          ...(title === 'Gorlif' ? ['warnings-shown', 'usable', 'forecast-shown'] : ['stations-plotted']),
        );
        if (title === 'Gorlif') await sleep(STAY);
        const own = await page.evaluate(() => ({
          ...bench,
          memory: undefined,
          sum: performance
            .getEntriesByType('resource')
            .reduce(
              (sum, { encodedBodySize, startTime }) =>
                sum +
                (startTime < (performance.getEntriesByName('usable')[0]?.startTime ?? Infinity) ? encodedBodySize : 0),
              performance.getEntriesByType('navigation')[0].encodedBodySize,
            ),
        }));
        if (round >= 0) seen[title].push({ ...at, ...own, whole: (line?.bytes ?? 0) - before });
        if (title === 'Gorlif') {
          await page.close();
          const again = await phone(browser, profile, context);
          await again.page.goto(address + path, { waitUntil: 'commit' });
          const repeat = await moments(again, 'usable');
          if (round >= 0) seen.repeat.push(repeat);
        }
        await context.close();
      }
    }
    console.log(
      `\n261 gauges, ${profile}: from navigation, ${rounds} visits each; × is the bare page's stations-plotted`,
    );
    const of = (title, name) => seen[title].map((visit) => visit[name]);
    const bare = tell(`${BARE}: stations-plotted`, of(BARE, 'stations-plotted'));
    for (const title of Object.keys(SUBJECTS))
      if (!['Gorlif', BARE].includes(title))
        tell(`${title}: stations-plotted`, of(title, 'stations-plotted'), { of: bare });
    const goals =
      profile === SLOW
        ? {
            first: '≤ 0.3 ×',
            plotted: '≤ 0.52 ×',
            usable: '≤ 1.65 ×',
            repeat: '≤ 0.65 ×',
            blocked: '≤ 200',
            longest: '≤ 100',
            whole: '≤ 520000',
            shift: '≤ 0.01',
          }
        : {};
    tell('Gorlif: first warning readable', of('Gorlif', 'first-warning'), { of: bare, goal: goals.first });
    tell('Gorlif: stations first painted', of('Gorlif', 'stations-plotted'), { of: bare, goal: goals.plotted });
    tell('Gorlif: usable', of('Gorlif', 'usable'), { of: bare, goal: goals.usable });
    tell('Gorlif: usable, second visit', of('repeat', 'usable'), { of: bare, goal: goals.repeat });
    tell('Gorlif: blocked main thread (beyond 50 ms a task)', of('Gorlif', 'blocked'), { goal: goals.blocked });
    tell('Gorlif: longest task', of('Gorlif', 'longest'), { goal: goals.longest });
    if (line)
      tell('Gorlif: all bytes of the visit, the service worker’s too', of('Gorlif', 'whole'), {
        unit: 'B',
        goal: goals.whole,
      });
    tell('Gorlif: layout shift', of('Gorlif', 'shift'), { unit: '', goal: goals.shift });
    if (shape)
      tell(
        'Gorlif: usable ÷ (2 round trips + bytes ÷ bandwidth)',
        seen.Gorlif.map(({ usable, sum }) => usable / (2 * shape.latency + (sum / shape.bytesPerSecond) * 1_000)),
        { unit: '×', goal: '≤ 1.25 ×' },
      );
    line?.stop();
  }
  tell('Gorlif: bytes before data', [bytes.Gorlif], { unit: 'B', goal: '≤ 285000' });
  await stop();
}
