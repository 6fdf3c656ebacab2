// make bench: what the page weighs, when it shows what, and what it costs while it is used, beside peers in the same run: same server,
// same compression, same data, interleaved, medians. ROUNDS and ONLY (visits, scale, work, filters, areas, decode, frames, history, notifications) change what is run; tables
// go to the terminal and all figures to target/bench.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { root } from '../support/harness.mjs';
import { startBrowser } from '../support/page.mjs';
import { decode } from './decode.mjs';
import { frames } from './frames.mjs';
import { history, notifications } from './recorder.mjs';
import { TRUST, end, machine, median, weights } from '../support/bench-harness.mjs';
import { areas, filters } from './lists.mjs';
import { scale } from './scale.mjs';
import { visits } from './visits.mjs';
import { work } from './work.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const parts = { visits, scale, work, filters, areas, decode, frames, history, notifications };
const only = process.env.ONLY?.split(',') ?? Object.keys(parts);

const load = () => `load of the machine: ${loadavg()[0].toFixed(2)}`;
console.log(`${machine}, ${load()}\n\nbytes before data, after brotli`);
for (const [what, size] of weights) console.log(`${String(size).padStart(9)}  ${what}`);
const figures = {};
const exceeded = [];
const browser = await startBrowser(TRUST);
/** Prints a line of figures and keeps it; `of` is what they are a multiple of. */
const tell = (group, name, values, { unit = 'ms', of, goal } = {}) => {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)];
  const ratio = of === undefined ? undefined : middle / of;
  const [, limit, isRatio] = goal?.match(/^≤ ([\d.]+)( ×)?$/) ?? [];
  if ((isRatio && ratio !== undefined ? ratio : middle) > Number(limit)) exceeded.push(`${name}: ${goal}`);
  (figures[group] ??= []).push({ name, unit, median: middle, least, most, ratio, goal });
  const round = (value) => (Math.abs(value) < 10 ? value.toFixed(2) : String(Math.round(value)));
  console.log(
    `${name.padEnd(58)} ${round(middle).padStart(7)} ${unit.padEnd(3)} (${round(least)}–${round(most)})${ratio === undefined ? '' : `  ${ratio.toFixed(2)} ×`}${goal ? `   goal ${goal}` : ''}`,
  );
  return middle;
};
for (const name of only) {
  await parts[name](browser, ROUNDS, (...line) => tell(name, ...line));
  await end(browser);
}
await browser.close();
mkdirSync(join(root, 'target'), { recursive: true });
const all = { date: new Date().toISOString(), machine, rounds: ROUNDS, weights, figures };
writeFileSync(join(root, 'target/bench.json'), JSON.stringify(all, null, 1));
console.log(`\n${load()}\ntarget/bench.json holds all of it`);
if (exceeded.length) {
  console.log(`\nbeyond their goals:\n${exceeded.join('\n')}`);
  process.exitCode = 1;
}
