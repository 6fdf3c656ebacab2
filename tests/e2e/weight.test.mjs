// What the page weighs before its data, in bytes after brotli.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { printSizes, sentBytes, sizes } from '../../build/size.mjs';
import { dist } from '../support/harness.mjs';

/** Of each late chunk; the search is what the first visit waits for. */
const CHUNKS = {
  search: 29_500,
  page: 214_000,
  shared: 28_500,
  details: 64_600,
  forecast: 24_600,
  watch: 34_000,
  desk: 61_500,
};
/** What a visit with a bare address loads until a search has its answer. */
const UNTIL_ANSWER = 380_000;
const BUDGET = { wasm: 227_000, all: 247_500, outlines: 60_000, ground: 45_000, geodata: 60_000 };

test('the page, each chunk, the way to the answer of a search and the geodata keep to their weights', () => {
  const table = sizes(dist);
  const all = printSizes(table);
  const [, wasm] = table.find(([name]) => name.endsWith('.wasm'));
  expect(wasm, 'wasm').toBeLessThanOrEqual(BUDGET.wasm);
  expect(all, 'all').toBeLessThanOrEqual(BUDGET.all);
  const chunks = Object.fromEntries(
    readdirSync(dist).flatMap((file) => {
      const name = file.match(/_(?!bg\.)([a-z]+)\.wasm$/)?.[1];
      return name ? [[name, sentBytes(join(dist, file))]] : [];
    }),
  );
  console.log(chunks);
  expect(Object.keys(chunks).sort()).toEqual(Object.keys(CHUNKS).sort());
  for (const [name, most] of Object.entries(CHUNKS)) expect(chunks[name], name).toBeLessThanOrEqual(most);
  const before = table.reduce((sum, [, bytes]) => sum + bytes, 0);
  // Leaflet is requested after the module, before what the search needs.
  const leaflet = readdirSync(dist).find((file) => /^leaflet-\w+\.js$/.test(file));
  const more = [leaflet, 'basemap.txt', 'gazetteer.txt', 'late.css'].map((file) => sentBytes(join(dist, file)));
  const untilAnswer = more.reduce((sum, bytes) => sum + bytes, before + chunks.search);
  expect(untilAnswer, 'until the answer').toBeLessThanOrEqual(UNTIL_ANSWER);
  const files = ['basemap.txt', 'ground.txt', 'gazetteer.txt', 'railway-stations.txt'];
  const [outlines, ...places] = files.map((file) => sentBytes(join(dist, file)));
  expect(outlines, 'outlines').toBeLessThanOrEqual(BUDGET.outlines);
  const [ground, , stations] = places;
  expect(outlines + ground + stations, 'what the map draws').toBeLessThanOrEqual(BUDGET.ground);
  const geodata = places.reduce((sum, bytes) => sum + bytes, outlines);
  expect(geodata, 'geodata').toBeLessThanOrEqual(BUDGET.geodata);
});

test('the bundle does not say where it was built, and names no source map that it does not have', () => {
  const modules = readdirSync(dist).filter((name) => name.endsWith('.wasm'));
  const text = modules.map((name) => readFileSync(join(dist, name), 'latin1')).join('');
  // Matched here, since a failure would print the whole bundle.
  expect(text.match(/\/registry\/|\/rustc\/|\/home\/|\/root\//g)).toBeNull();
  const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'));
  expect(scripts.filter((name) => readFileSync(join(dist, name), 'utf8').includes('sourceMappingURL'))).toEqual([]);
  // A panic still tells its file.
  expect(text.match(/ [\w-]+-\d+\.\d+\.\d+\/src\/\w+/)).not.toBeNull();
});
