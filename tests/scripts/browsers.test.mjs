// What the bundle needs of a browser: not more than docs/browsers.md says. The scripts are compared by eslint-plugin-compat.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import browserslist from 'browserslist';
import { dist, root } from '../support/harness.mjs';

const data = createRequire(import.meta.url)('@mdn/browser-compat-data');
const STYLE_SHEETS = ['page.css', 'late.css', 'frame.css'];
const BROWSERS = ['chrome', 'firefox', 'safari'];
const page = readFileSync(join(root, 'docs/browsers.md'), 'utf8');
const cellsOf = (line) => line.slice(1, -1).split('|');
/** The cells of a table of docs/browsers.md that begins with this cell. */
function table(first) {
  const [, , ...lines] = page.split(`| ${first} |`)[1].split('\n\n')[0].split('\n');
  return lines.map((line) => cellsOf(line.trim()).map((cell) => cell.trim()));
}
const styleOf = (name) => readFileSync(join(root, 'style', name), 'utf8').replace(/\/\*[^]*?\*\//g, '');
const named = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

/** The first version of a browser that has a feature, perhaps in part. */
function firstVersion(feature, browser) {
  const statements = [feature.__compat.support[browser]].flat();
  const versions = statements
    .filter(({ flags, alternative_name }) => !flags && !alternative_name)
    .map(({ version_added }) => parseFloat(String(version_added).replace('≤', '')));
  return Math.min(...versions.map((version) => (Number.isNaN(version) ? Infinity : version)));
}
/** The version from which on the list of browsers has a browser. */
const floorOf = (browser) =>
  Math.min(
    ...browserslist(null, { path: root })
      .map((entry) => entry.split(' '))
      .filter(([name]) => name === browser)
      .map(([, version]) => parseFloat(version)),
  );

test('the oldest browsers in docs/browsers.md are those of the compatibility data and of the list', () => {
  const rows = table('what decides');
  assert.ok(rows.length > 3);
  const feature = (key) => key.split('.').reduce((at, part) => at[part], data);
  const versionsOf = (source) =>
    BROWSERS.map((browser) => Math.max(...named(source).map((key) => firstVersion(feature(key), browser))));
  const expected = rows.map(([, , , , source]) => versionsOf(source));
  const documented = rows.map((row) => row.slice(1, 4).map(Number));
  assert.deepEqual(documented, expected);
  const oldest = BROWSERS.map((_, column) => Math.max(...expected.map((versions) => versions[column])));
  assert.deepEqual(BROWSERS.map(floorOf), oldest);
  const share = (query) => browserslist.coverage(browserslist(query, { path: root }), 'GB').toFixed(1);
  const people = `used by ${share(null)} of the ${share('> 0%')} per cent of people in Great Britain`;
  assert.ok(page.replace(/\s+/g, ' ').includes(people), people);
  const { version } = data.__meta;
  assert.ok(page.includes(`\`@mdn/browser-compat-data\` ${version}`));
});

test('docs/browsers.md names what the style sheets use beyond the oldest browsers', () => {
  const beyond = new Set();
  const check = (name, feature) => {
    if (!feature?.__compat) return;
    if (BROWSERS.some((browser) => firstVersion(feature, browser) > floorOf(browser))) beyond.add(name);
  };
  const { properties, selectors, 'at-rules': rules } = data.css;
  for (const style of STYLE_SHEETS.map(styleOf)) {
    for (const [, name] of style.matchAll(/^\s*([a-z][a-z-]+):/gm)) check(name, properties[name]);
    for (const [, name] of style.matchAll(/@([a-z-]+)/g)) check(`@${name}`, rules[name]);
    for (const [, name] of style.matchAll(/::?([a-z-]+)(?=[^;{}]*\{)/g)) check(`:${name}`, selectors[name]);
  }
  const documented = table('CSS').flatMap(([cell]) => named(cell));
  assert.deepEqual([...beyond].sort(), documented.sort());
});

test('the table of docs/browsers.md has the journeys of each engine', () => {
  const config = join(root, 'tests/engines/playwright.config.mjs');
  const listed = execFileSync('playwright', ['test', '--config', config, '--list', '--reporter=json'], {
    encoding: 'utf8',
    // Of this run.
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  });
  const engines = ['chromium', 'firefox', 'webkit', 'webkit-2.38'];
  const { suites } = JSON.parse(listed);
  const journeys = suites.flatMap(({ specs }) =>
    specs.map(({ title, tests }) => [title, tests.map(({ projectName }) => projectName)]),
  );
  const expected = new Map();
  for (const [title, names] of journeys) expected.set(title, [...(expected.get(title) ?? []), ...names]);
  const marks = (names) => engines.map((name) => (names.includes(name) ? 'yes' : '–'));
  const rows = [...expected].map(([title, names]) => [title, ...marks(names)]);
  assert.deepEqual(table('journey'), rows);
});

/** The features of WebAssembly beyond the first version. Without reference types: Safari 16.0 reads their tables wrongly. */
const FEATURES = ['bulk-memory', 'nontrapping-float-to-int', 'sign-ext', 'mutable-globals'];

test('the modules use no other features of WebAssembly than the oldest browsers have', () => {
  const modules = readdirSync(dist).filter((name) => name.endsWith('.wasm'));
  assert.ok(modules.length > 5);
  const enabled = FEATURES.map((feature) => `--enable-${feature}`);
  for (const name of modules) {
    // Validates the module, which fails for an instruction of another feature.
    execFileSync('wasm-opt', ['--mvp-features', ...enabled, join(dist, name), '-o', '/dev/null'], { stdio: 'pipe' });
  }
});

test('in each style sheet a browser without :has loses no other selector', () => {
  // At the outer level: commas within parentheses belong to lists that forgive.
  const NESTED = /\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)/g;
  const parts = (list) => list.replace(NESTED, (part) => part.replaceAll(',', ' ')).split(',');
  const hasIt = (selector) => /:has\(/.test(selector.replace(/:is\([^]*$/, ''));
  for (const name of STYLE_SHEETS) {
    const lists = [...styleOf(name).matchAll(/([^{};]+)\{/g)].map(([, list]) => list.trim());
    const mixed = lists.filter((list) => {
      const selectors = parts(list);
      return selectors.some(hasIt) && !selectors.every(hasIt);
    });
    assert.deepEqual(mixed, [], name);
  }
});

test('in each style sheet a browser without alternative texts of signs keeps the signs', () => {
  for (const name of STYLE_SHEETS) {
    const lines = styleOf(name).split(/[ \t]*\n[ \t]*/);
    const withText = lines.flatMap((line, index) => (/^content:.*' \/ '/.test(line) ? [[lines[index - 1], line]] : []));
    for (const [before, line] of withText) assert.equal(before, `${line.split(' / ')[0]};`, name);
  }
});
