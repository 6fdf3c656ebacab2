// Each case of the catalogue of faults (docs/faults.md) has a test: a comment `case 41` stands above it or above its loop, or its number
// begins a row of a table of tests. Prints the tests of each case. Cases 69 and 91 need data that the page does not show yet.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../support/harness.mjs';

const LATER = [69, 91];

/** The numbers and names of tests that quote their cases, in the files of one kind. */
function* named(folder, ending, pattern) {
  for (const entry of readdirSync(join(root, folder), { recursive: true })) {
    if (!entry.endsWith(ending) || entry.includes('node_modules')) continue;
    for (const [, numbers, name] of readFileSync(join(root, folder, entry), 'utf8').matchAll(pattern)) {
      for (const number of numbers.match(/\d+/g)) yield [Number(number), `${folder}/${entry}: ${name}`];
    }
  }
}

/** The numbers of the rows of the catalogue. */
const numbers = [...readFileSync(join(root, 'docs/faults.md'), 'utf8').matchAll(/^\| (\d+) \|/gm)].map(([, number]) =>
  Number(number),
);

test('each case of the catalogue has a test that quotes its number', () => {
  expect(numbers.length).toBeGreaterThan(180);
  const cases = new Map();
  const add = (pairs) => {
    for (const [number, name] of pairs) cases.set(number, [...(cases.get(number) ?? []), name]);
  };
  for (const folder of ['core/src', 'core/tests', 'gateway/src', 'recorder/src', 'src', 'tests'])
    add(named(folder, '.rs', /\/\/ case ([\d, ]+)\n\s*#\[(?:tokio::)?test\]\s*(?:async )?fn (\w+)/g));
  for (const folder of ['tests/commands', 'tests/e2e', 'tests/gateway', 'tests/recorder', 'tests/scripts'])
    add(named(folder, '.test.mjs', /\/\/ case ([\d, ]+)\n(?:\s*for \([^]*?\n)?\s*test\w*\(\s*[`']([^`']*)/g));
  for (const folder of ['tests/e2e', 'tests/recorder']) add(named(folder, '.mjs', /^ {2,4}\[?'([\d, ]+): ([^']*)'/gm));
  for (const [number, names] of [...cases].sort(([a], [b]) => a - b))
    console.log(`case ${String(number).padStart(3)}  ${names.join('; ')}`);
  expect(numbers.filter((number) => !LATER.includes(number) && !cases.has(number))).toEqual([]);
});
