// What the page weighs before its data, in bytes after brotli.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { printSizes, sentBytes, sizes } from '../../build/size.mjs';
import { dist } from '../support/harness.mjs';

const BUDGET = { wasm: 230_000, all: 285_000, outlines: 60_000, geodata: 140_000 };

test('the page keeps to its weight', () => {
  const table = sizes(dist);
  const all = printSizes(table);
  const wasm = table.find(([name]) => name.endsWith('.wasm'))[1];
  assert.ok(wasm <= BUDGET.wasm, `wasm ${wasm}`);
  assert.ok(all <= BUDGET.all, `all ${all}`);
});

test('the bundled geodata keeps to its weight', () => {
  const [outlines, gazetteer] = ['basemap.txt', 'gazetteer.txt'].map((file) => sentBytes(join(dist, file)));
  assert.ok(outlines <= BUDGET.outlines, `outlines ${outlines}`);
  assert.ok(outlines + gazetteer <= BUDGET.geodata, `geodata ${outlines + gazetteer}`);
});

test('the bundle does not say where it was built', () => {
  const modules = readdirSync(dist).filter((name) => name.endsWith('.wasm'));
  const text = modules.map((name) => readFileSync(join(dist, name), 'latin1')).join('');
  assert.deepEqual(text.match(/\/registry\/|\/rustc\/|\/home\/|\/root\//g), null);
  // A panic still tells its file.
  assert.match(text, / [\w-]+-\d+\.\d+\.\d+\/src\/\w+/);
});
