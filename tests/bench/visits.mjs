// First and repeat visits on a slow phone and on a fast machine: when what people came for can be read, and what it costs.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  PROFILES,
  SLOW,
  STAY,
  SUBJECTS,
  ground,
  inTurn,
  median,
  moments,
  phone,
  shapedLine,
} from '../support/bench-harness.mjs';

/** What is typed into the search field, one key each 60 ms as soon as the field is there. */
const TYPED = 'Brecon';
const KEY = 60;

const BARE = 'bare Leaflet + canvas';

export async function visits(browser, rounds, tell) {
  for (const [profile, { line: shape, tls }] of Object.entries(PROFILES)) {
    const direct = await ground(261, { tls });
    const line = shape && shapedLine(shape);
    const address = line ? await line.through(direct) : direct;
    const seen = Object.fromEntries([...Object.keys(SUBJECTS), 'repeat', 'search'].map((title) => [title, []]));
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
        if (title === 'Gorlif') {
          const search = await firstSuggestion(browser, profile, address + path);
          if (round >= 0) seen.search.push(search);
        }
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
      ['answer and lists', of('Gorlif', 'warnings-shown'), bare],
      ['usable', of('Gorlif', 'usable'), bare, '≤ 1.65 ×'],
      ['first suggestion, × usable', of('search', 'first-suggestion'), median(of('Gorlif', 'usable')), '≤ 1.3 ×'],
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

/** Types the name of a place during a first visit, and waits for its suggestions. */
async function firstSuggestion(browser, profile, address) {
  const visit = await phone(browser, profile);
  const { page, session } = visit;
  await page.addInitScript((selector) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      performance.mark('first-suggestion');
    });
    observer.observe(document, { childList: true, subtree: true });
  }, '#place-list [role=option]');
  await page.goto(address, { waitUntil: 'commit' });
  await page.evaluate(async () => {
    const next = () => new Promise((done) => setTimeout(done, 20));
    while (!document.getElementById('first-place')) await next();
    document.getElementById('first-place').focus();
  });
  for (const text of TYPED) {
    await session.send('Input.insertText', { text });
    await sleep(KEY);
  }
  const found = await moments(visit, 'first-suggestion');
  await page.context().close();
  return found;
}
