// Prints the seconds of each ring and its ten slowest tests, from the logs of build/test.sh, and writes them into times.json beside the logs.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** A test in the output of Playwright or node:test: its name, and its time with its unit. */
const TEST = /^\s*[✓✘✔✖]\s+(?:\d+\s+)?(.*) \(([\d.]+)(ms|s|m)\)$/gm;
const SECONDS = { ms: 0.001, s: 1, m: 60 };
const SLOWEST = 10;

const [folder] = process.argv.slice(2);
const files = readdirSync(folder);
const rings = Object.fromEntries(
  files
    .filter((file) => file.endsWith('.seconds'))
    .map((file) => [file.replace('.seconds', ''), Number(readFileSync(join(folder, file), 'utf8'))]),
);
const tests = files
  .filter((file) => file.endsWith('.log'))
  .flatMap((file) =>
    [...stripVTControlCharacters(readFileSync(join(folder, file), 'utf8')).matchAll(TEST)].map(
      ([, name, time, unit]) => ({ ring: file.replace('.log', ''), name, seconds: Number(time) * SECONDS[unit] }),
    ),
  )
  .sort((a, b) => b.seconds - a.seconds);
writeFileSync(join(folder, 'times.json'), JSON.stringify({ rings, tests }, null, 1));
const line = (seconds, text) => console.log(`${seconds.toFixed(1).padStart(7)} s  ${text}`);
console.log('\ntest: the rings');
for (const [ring, seconds] of Object.entries(rings)) line(seconds, ring);
console.log('test: the slowest tests');
for (const { ring, name, seconds } of tests.slice(0, SLOWEST)) line(seconds, `${ring}: ${name}`);
