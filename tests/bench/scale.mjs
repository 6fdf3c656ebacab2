// From Wales to the largest body that is taken: when the gauges are plotted, what blocks, and what stays in memory.
import { SUBJECTS, ground, inTurn, moments, phone } from '../support/bench-harness.mjs';

const SIZES = [261, 10_000, 30_000];
const FAST = 'no throttle';

export async function scale(browser, rounds, tell) {
  for (const size of SIZES) {
    const address = await ground(size);
    const seen = Object.fromEntries(Object.keys(SUBJECTS).map((title) => [title, []]));
    for (let round = -1; round < Math.min(rounds, size > 5_000 ? 3 : rounds); round++) {
      for (const [title, path] of inTurn(round)) {
        const visit = await phone(browser, FAST);
        const { page, session } = visit;
        await page.goto(address + path, { waitUntil: 'commit' });
        const at = await moments(visit, title === 'Gorlif' ? 'usable' : 'stations-plotted');
        if (title === 'Gorlif') await visit.until("!document.querySelector('.entries[aria-busy]')");
        const own = await page.evaluate(() => ({ longest: bench.longest, wasm: bench.memory?.buffer.byteLength ?? 0 }));
        await session.send('HeapProfiler.collectGarbage');
        const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
        const memory = (usedSize + backingStorageSize + own.wasm) / 1e6;
        if (round >= 0) seen[title].push({ ...at, ...own, memory });
        await page.context().close();
      }
    }
    console.log(`\n${size} gauges, ${FAST}`);
    const of = (title, name) => seen[title].map((visit) => visit[name]);
    // Wales has some 400 gauges; the limits hold for a national network.
    const peer = tell('+ supercluster: stations-plotted', of('+ supercluster', 'stations-plotted'));
    const goals = size === 10_000 ? { Gorlif: '≤ 1.8 ×', task: '≤ 100', memory: '≤ 1.2 ×' } : {};
    for (const title of Object.keys(SUBJECTS).filter((title) => title !== '+ supercluster'))
      tell(`${title}: stations-plotted`, of(title, 'stations-plotted'), { of: peer, goal: goals[title] });
    tell('Gorlif: longest task', of('Gorlif', 'longest'), { goal: goals.task });
    const memory = tell('+ supercluster: heap and buffers', of('+ supercluster', 'memory'), { unit: 'MB' });
    const options = { unit: 'MB', of: memory, goal: goals.memory };
    tell('Gorlif: heap, buffers and WebAssembly memory', of('Gorlif', 'memory'), options);
  }
}
