// The places of OS Open Names in the place of the bundled ones. tests/open-names is a made-up excerpt in the columns of its download.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '../support/fixtures.mjs';

const excerpt = 'tests/open-names';
const bundled = readFileSync('public/gazetteer.txt', 'utf8');

const test = base.extend({
  /** The file that the command makes of the excerpt. */
  made: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'gorlif-names-'));
    const target = join(folder, 'gazetteer.txt');
    execFileSync('node', ['build/gazetteer.mjs', excerpt, target], { encoding: 'utf8' });
    await use(readFileSync(target, 'utf8'));
    rmSync(folder, { recursive: true });
  },
  gateway: async ({ startGateway, made }, use) => {
    await use(await startGateway({ answer: (path) => (path === '/gazetteer.txt' ? { body: made } : null) }));
  },
});

test('made places are found with their county, and those far away are not', async ({ visit, made }) => {
  const places = made.split('\n').filter((line) => line.startsWith('p '));
  expect(places.filter((line) => /Pant Glas|Far Village|High Street/.test(line))).toEqual([]);
  const of = (file, start) => file.split('\n').find((line) => line.startsWith(start));
  expect(of(made, 'p Caernarfon|').split('|')[4]).toBe(of(bundled, 'p Caernarfon|').split('|')[4]);
  const sectors = (file) => file.split('\n').filter((line) => line.startsWith('s '));
  expect(sectors(made)).toEqual(sectors(bundled));
  const gorlif = await visit('?lang=en');
  const { place } = gorlif;
  const first = place.suggestions.first();
  for (const [text, found] of [
    ['Kinmel Bay', 'Kinmel Bay, Conwy'],
    ['Bae Cinmel', 'Kinmel Bay, Conwy'],
    ['Towyn', 'Towyn, Conwy'],
    ['Aberdulais', 'Aberdulais, Neath Port Talbot'],
    ['Skenfrith', 'Skenfrith, Monmouthshire'],
    ['Ynyshir', 'Ynys-hir, Rhondda Cynon Taf'],
    ['ym Meddgelert', 'Beddgelert, Gwynedd'],
    ['Ely', 'Ely, Cardiff'],
    ['Newport, Pembrokeshire', 'Newport, Pembrokeshire'],
    ['Brecknock', 'Brecon, Powys'],
    ['Weston Rhyn', 'Weston Rhyn, England'],
    ['Bristol', 'Bristol, England'],
    ['LD3 7AA', 'LD3 7 · Brecon'],
  ]) {
    await place.field.fill(text);
    await expect(first, text).toHaveText(found);
  }
  await gorlif.speak('cy');
  await place.field.fill('kinmel bay');
  await expect(first).toHaveText('Bae Cinmel, Conwy');
});
