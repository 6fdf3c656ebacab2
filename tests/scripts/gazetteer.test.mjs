// The command that makes the places of OS Open Names a file of the page. tests/open-names is a made-up excerpt in the columns of its download.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gazetteer, placesOf } from '../../build/gazetteer.mjs';

const excerpt = 'tests/open-names';
const bundled = readFileSync('public/gazetteer.txt', 'utf8');

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
  const folder = mkdtempSync(join(tmpdir(), 'gorlif-names-'));
  writeFileSync(join(folder, 'SO.csv'), row({ GEOMETRY_X: 'x' }));
  const target = join(folder, 'gazetteer.txt');
  const { status, stderr } = spawnSync('node', ['build/gazetteer.mjs', folder, target], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /^gazetteer: Kinmel Bay is at x \d+, which is not on the National Grid\n$/);
  assert.ok(!existsSync(target));
  rmSync(folder, { recursive: true });
});
