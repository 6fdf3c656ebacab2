// First and repeat visits on a slow phone and on a fast machine: when what people came for can be read, and what it costs.
import { setTimeout as sleep } from 'node:timers/promises';
import { PROFILES, SLOW, SUBJECTS, ground, inTurn, moments, phone, shapedLine } from '../support/bench-harness.mjs';

const BARE = 'bare Leaflet + canvas';

/** How long a visit lasts after the page is usable, in milliseconds: its other parts load, and the service worker its files. */
const STAY = 12_000;

export async function visits(browser, rounds, tell) {
  for (const [profile, { line: shape, tls }] of Object.entries(PROFILES)) {
    const direct = await ground(261, { tls });
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
        const own = await page.evaluate(() => ({ blocked: bench.blocked, longest: bench.longest }));
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
    // The goals are those of the slow phone.
    const rows = [
      ['first warning readable', of('Gorlif', 'first-warning'), bare, '≤ 0.3 ×'],
      ['stations first painted', of('Gorlif', 'stations-plotted'), bare, '≤ 0.52 ×'],
      ['usable', of('Gorlif', 'usable'), bare, '≤ 1.65 ×'],
      ['usable, second visit', of('repeat', 'usable'), bare, '≤ 0.65 ×'],
      ['blocked main thread (beyond 50 ms a task)', of('Gorlif', 'blocked'), undefined, '≤ 200'],
      ['longest task', of('Gorlif', 'longest'), undefined, '≤ 100'],
    ];
    const goalOf = (goal) => (profile === SLOW ? goal : undefined);
    for (const [what, values, peer, goal] of rows) tell(`Gorlif: ${what}`, values, { of: peer, goal: goalOf(goal) });
    if (line) {
      const options = { unit: 'B', goal: goalOf('≤ 520000') };
      tell('Gorlif: all bytes of the visit, the service worker’s too', of('Gorlif', 'whole'), options);
    }
  }
}
