// The command that makes the places of OS Open Names a file of the page. tests/open-names is a made-up excerpt in the columns of its download.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gazetteer, placesOf } from '../../build/gazetteer.mjs';
import { folderFor } from '../support/gateway-harness.mjs';

const excerpt = 'tests/open-names';
const bundled = readFileSync('public/gazetteer.txt', 'utf8');

test('places of Wales have their names, county and population, those far away are left out, the postcodes stay', () => {
  const files = ['SH', 'SO'].map((square) => readFileSync(join(excerpt, `Data/${square}.csv`), 'utf8'));
  const lines = gazetteer(
    files.flatMap((text) => placesOf(text)),
    bundled,
  ).split('\n');
  const expected = [
    'p Kinmel Bay|Bae Cinmel|533130|-35190|0|conwy',
    'p Towyn|=|533020|-35370|0|conwy',
    'p Skenfrith|Ynysgynwraidd|518780|-27910|0|monmouthshire',
    'p Ely|Trelái|514830|-32500|0|cardiff',
    'p Newport|Trefdraeth|520160|-48340|9|pembrokeshire',
    'p Brecon|Aberhonddu|519470|-33910|83|powys|Brecknock;Brycheiniog;HMS Brecon',
    'p Caernarfon|=|531390|-42730|97|gwynedd|Carnarvon',
    'p Weston Rhyn||529120|-30660|0!',
    // Of the bundled file alone.
    'p Bristol|Bryste|514552|-25966|6173!',
  ];
  assert.deepEqual(
    expected.filter((line) => !lines.includes(line)),
    [],
  );
  assert.deepEqual(
    lines.filter((line) => /^p (?:Pant Glas|Far Village|High Street)/.test(line)),
    [],
  );
  const sectors = (all) => all.filter((line) => line.startsWith('s '));
  assert.deepEqual(sectors(lines), sectors(bundled.split('\n')));
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
  assert.throws(
    () => placesOf(row({ GEOMETRY_X: '-3.519', GEOMETRY_Y: '53.313' })),
    /Kinmel Bay is at -3\.519 53\.313, which is not on the National Grid/,
  );
  assert.throws(() => placesOf('a,b\n', ['NAME', 'TYPE']), /there is no column NAME1, NAME1_LANG/);
  assert.throws(() => placesOf('one,two\n'), /Invalid Record Length/);
  assert.throws(() => gazetteer(placesOf(row({ COUNTRY: 'Scotland' })), bundled), /no place in Wales/);
  const folder = folderFor();
  writeFileSync(join(folder, 'SO.csv'), row({ GEOMETRY_X: 'x' }));
  const target = join(folder, 'gazetteer.txt');
  const { status, stderr } = spawnSync('node', ['build/gazetteer.mjs', folder, target], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /^gazetteer: Kinmel Bay is at x \d+, which is not on the National Grid\n$/);
  assert.ok(!existsSync(target));
});
