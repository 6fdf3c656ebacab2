// What the page weighs before its data, in bytes after brotli.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { dist } from './stage.mjs';

const BUDGET = { wasm: 120_000, all: 165_500 };
const weigh = (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }).length;

test('the page keeps to its weight', () => {
  // The atlas is asked for after the first word on warnings, the worker after the first answer, the rest when the page is installed, in a frame or beside the page.
  const later = ['frame.js', 'frame.css', 'embed.js', 'pages', 'atlas.txt', 'service_worker.js', 'manifest.webmanifest', 'icon-192.png', 'icon-512.png'];
  const table = readdirSync(dist).filter((name) => !later.includes(name) && !/\.(?:br|gz)$|^script-hashes$/.test(name)).map((name) => [name.replace(/-[0-9a-f]{12,}/, ''), weigh(readFileSync(join(dist, name)))]).sort((a, b) => b[1] - a[1]);
  const all = table.reduce((sum, [, bytes]) => sum + bytes, 0);
  const wasm = table.find(([name]) => name.endsWith('.wasm'))[1];
  for (const [name, bytes] of [...table, ['all', all]]) console.log(`${String(bytes).padStart(8)}  ${name}`);
  assert.ok(wasm <= BUDGET.wasm, `wasm ${wasm}`);
  assert.ok(all <= BUDGET.all, `all ${all}`);
});
