// What the bundle needs of a browser: not more than docs/browsers.md says. The scripts are compared by eslint-plugin-compat.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.mjs';
import { dist, root } from '../support/harness.mjs';

/** The features of WebAssembly beyond the first version. Without reference types: Safari 16.0 reads their tables wrongly. */
const FEATURES = ['bulk-memory', 'nontrapping-float-to-int', 'sign-ext', 'mutable-globals'];

test('the modules use no other features of WebAssembly than the oldest browsers have', () => {
  const modules = readdirSync(dist).filter((name) => name.endsWith('.wasm'));
  expect(modules.length).toBeGreaterThan(5);
  const enabled = FEATURES.map((feature) => `--enable-${feature}`);
  for (const name of modules) {
    // Validates the module, which fails for an instruction of another feature.
    execFileSync('wasm-opt', ['--mvp-features', ...enabled, join(dist, name), '-o', '/dev/null'], { stdio: 'pipe' });
  }
});

for (const name of ['page.css', 'late.css', 'frame.css']) {
  const style = readFileSync(join(root, 'style', name), 'utf8').replace(/\/\*[^]*?\*\//g, '');

  test(`in ${name} a browser without :has loses no other selector`, () => {
    const lists = [...style.matchAll(/([^{};]+)\{/g)].map(([, list]) => list.trim());
    // At the outer level: commas within parentheses belong to lists that forgive.
    const parts = (list) =>
      list
        .replace(/\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)/g, (part) => part.replaceAll(',', ' '))
        .split(',');
    const hasIt = (selector) => /:has\(/.test(selector.replace(/:is\([^]*$/, ''));
    const mixed = lists.filter((list) => {
      const selectors = parts(list);
      return selectors.some(hasIt) && !selectors.every(hasIt);
    });
    expect(mixed).toEqual([]);
  });

  test(`in ${name} a browser without alternative texts of signs keeps the signs`, () => {
    const lines = style.split('\n').map((line) => line.trim());
    const withText = lines.flatMap((line, index) => (/^content:.*' \/ '/.test(line) ? [[lines[index - 1], line]] : []));
    for (const [before, line] of withText) expect(before).toBe(`${line.split(' / ')[0]};`);
  });
}
