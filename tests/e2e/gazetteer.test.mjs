// The places of OS Open Names in the place of the bundled ones. tests/open-names is a made-up excerpt in the columns of its download.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gazetteer, placesOf } from '../../build/gazetteer.mjs';
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

test('places that the bundled file lacks are found with their county, in both languages', async ({ open }) => {
  const gorlif = await open('?lang=en');
  const { place } = gorlif;
  await gorlif.marked();
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
  expect(gorlif.faults).toEqual([]);
});

test('hamlets in England and places far from Wales are left out, and populations stay', ({ made }) => {
  const places = made.split('\n').filter((line) => line.startsWith('p '));
  expect(places.filter((line) => /Pant Glas|Far Village|High Street/.test(line))).toEqual([]);
  const of = (file, start) => file.split('\n').find((line) => line.startsWith(start));
  expect(of(made, 'p Caernarfon|').split('|')[4]).toBe(of(bundled, 'p Caernarfon|').split('|')[4]);
  const sectors = (file) => file.split('\n').filter((line) => line.startsWith('s '));
  expect(sectors(made)).toEqual(sectors(bundled));
});

// case 194
test('a file in another projection, with other columns or without Wales is named, and nothing is written', () => {
  const heading = readFileSync(join(excerpt, 'Doc/OS_Open_Names_Header.csv'), 'utf8');
  const columns = heading.trim().split(',');
  const row = (change) => {
    const [first] = readFileSync(join(excerpt, 'Data/SO.csv'), 'utf8').split('\n');
    const cells = first.split(',');
    for (const [name, value] of Object.entries(change)) cells[columns.indexOf(name)] = value;
    return cells.join(',');
  };
  expect(() => placesOf(row({ GEOMETRY_X: '-3.519', GEOMETRY_Y: '53.313' }))).toThrow(
    'Kinmel Bay is at -3.519 53.313, which is not on the National Grid',
  );
  expect(() => placesOf('a,b\n', ['NAME', 'TYPE'])).toThrow('there is no column NAME1, NAME1_LANG');
  expect(() => placesOf('one,two\n')).toThrow(/Invalid Record Length/);
  expect(() => gazetteer(placesOf(row({ COUNTRY: 'Scotland' })), bundled)).toThrow('no place in Wales');
  const folder = mkdtempSync(join(tmpdir(), 'gorlif-names-'));
  writeFileSync(join(folder, 'SO.csv'), row({ GEOMETRY_X: 'x' }));
  const target = join(folder, 'gazetteer.txt');
  const { status, stderr } = spawnSync('node', ['build/gazetteer.mjs', folder, target], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^gazetteer: Kinmel Bay is at x \d+, which is not on the National Grid\n$/);
  expect(() => readFileSync(target)).toThrow('ENOENT');
  rmSync(folder, { recursive: true });
});
