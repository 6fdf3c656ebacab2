// What the page weighs before its data, in bytes after brotli.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { order } from '../../build/order.mjs';
import { dist } from './stage.mjs';

const BUDGET = { wasm: 230_000, all: 285_000 };
// Of all but the document the build has made the twin that is sent.
const weigh = (name) => (existsSync(join(dist, `${name}.br`)) ? statSync(join(dist, `${name}.br`)).size : brotliCompressSync(readFileSync(join(dist, name))).length);

test('the page keeps to its weight', () => {
  // The atlas is asked for after the first word on warnings, the worker after the first answer, the rest when the page is installed, in a frame or beside the page.
  const later = ['frame.js', 'frame.css', 'embed.js', 'pages', 'atlas.txt', 'service_worker.js', 'manifest.webmanifest', 'icon-192.png', 'icon-512.png'];
  const table = readdirSync(dist).filter((name) => !later.includes(name) && !/\.(?:br|gz)$|^script-hashes$/.test(name)).map((name) => [name.replace(/-[0-9a-f]{12,}/, ''), weigh(name)]).sort((a, b) => b[1] - a[1]);
  const all = table.reduce((sum, [, bytes]) => sum + bytes, 0);
  const wasm = table.find(([name]) => name.endsWith('.wasm'))[1];
  for (const [name, bytes] of [...table, ['all', all]]) console.log(`${String(bytes).padStart(8)}  ${name}`);
  assert.ok(wasm <= BUDGET.wasm, `wasm ${wasm}`);
  assert.ok(all <= BUDGET.all, `all ${all}`);
});

test('functions that resemble each other come to stand side by side, and each stands once', () => {
  const functions = ['reads a gauge of a river', 'paints the ground', 'reads a gauge of the sea', 'x', 'paints the ground and names'].map((body) => Buffer.from(body));
  const places = order(functions);
  assert.deepEqual([...places].sort(), [0, 1, 2, 3, 4]);
  const apart = (one, other) => Math.abs(places.indexOf(one) - places.indexOf(other));
  assert.equal(apart(0, 2), 1);
  assert.equal(apart(1, 4), 1);
});

test('the bundle does not say where it was built', () => {
  const [wasm] = readdirSync(dist).filter((name) => name.endsWith('.wasm'));
  const text = readFileSync(join(dist, wasm), 'latin1');
  assert.deepEqual(text.match(/\/registry\/|\/rustc\/|\/home\/|\/root\//g), null);
  // A panic still tells its file.
  assert.match(text, / [\w-]+-\d+\.\d+\.\d+\/src\/\w+/);
});
