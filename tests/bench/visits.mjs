// First and repeat visits on a slow phone and on a fast machine: when what people came for can be read, and what it costs.
import { PROFILES, SUBJECTS, bytes, ground, inTurn, moments, phone } from '../support/bench-harness.mjs';

const SLOW = 'slow 4G, CPU ÷ 4';
const BARE = 'bare Leaflet + canvas';

export async function visits(browser, rounds, tell) {
  const { address, stop } = await ground(261);
  for (const profile of Object.keys(PROFILES)) {
    const seen = Object.fromEntries([...Object.keys(SUBJECTS), 'repeat'].map((title) => [title, []]));
    // The first round warms the server's store and is not counted.
    for (let round = -1; round < rounds; round++) {
      for (const [title, path] of inTurn(round)) {
        const visit = await phone(browser, profile);
        const { page } = visit;
        const context = page.context();
        await page.goto(address + path, { waitUntil: 'commit' });
        const at = await moments(
          visit,
          ...(title === 'Gorlif' ? ['warnings-shown', 'usable', 'forecast-shown'] : ['stations-plotted']),
        );
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
        if (round >= 0) seen[title].push({ ...at, ...own });
        if (title === 'Gorlif') {
          // The worker keeps the page once the first answer is there; the second visit begins when it has.
          await page.evaluate(async () => {
            await navigator.serviceWorker.ready;
          });
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
            first: '≤ 0.7 ×',
            plotted: '≤ 0.8 ×',
            usable: '≤ 2.3 ×',
            repeat: '≤ 1.1 ×',
            blocked: '≤ 350',
            shift: '≤ 0.01',
          }
        : {};
    tell('Gorlif: first warning readable', of('Gorlif', 'first-warning'), { of: bare, goal: goals.first });
    tell('Gorlif: stations first painted', of('Gorlif', 'stations-plotted'), { of: bare, goal: goals.plotted });
    tell('Gorlif: usable', of('Gorlif', 'usable'), { of: bare, goal: goals.usable });
    tell('Gorlif: usable, second visit', of('repeat', 'usable'), { of: bare, goal: goals.repeat });
    tell('Gorlif: blocked main thread (beyond 50 ms a task)', of('Gorlif', 'blocked'), { goal: goals.blocked });
    tell('Gorlif: layout shift', of('Gorlif', 'shift'), { unit: '', goal: goals.shift });
    const { network } = PROFILES[profile];
    if (network)
      tell(
        'Gorlif: usable ÷ (2 round trips + bytes ÷ bandwidth)',
        seen.Gorlif.map(
          ({ usable, sum }) => usable / (2 * network.latency + (sum / network.downloadThroughput) * 1_000),
        ),
        { unit: '×', goal: '≤ 1.25' },
      );
  }
  tell('Gorlif: bytes before data', [bytes.Gorlif], { unit: 'B', goal: '≤ 285000' });
  await stop();
}
