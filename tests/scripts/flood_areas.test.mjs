// The converter of flood areas: files that were cut off, files without a usable area, simplified outlines, and the names of the areas.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { converted, crosses, named, names, simplified, text } from '../../build/flood-areas.mjs';
import { collection, square } from '../support/bodies.mjs';
import { folderFor, root } from '../support/gateway-harness.mjs';

const area = (properties, ring = square(-3.42, 51.93, 0.05)) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: [ring] },
});
const AREAS = collection(area({ fwis_code: 'A', fwa_name: 'River Usk' }), area({ fwis_code: 'B' }));

/** The points of a line: "0 0, 50 -4". */
const line = (text) => text.split(', ').map((point) => point.split(' ').map(Number));

/** Converts a file with this text: the status, what is said, and whether there is a result. */
function convert(text) {
  const folder = folderFor();
  const [source, target] = [join(folder, 'download.geojson'), join(folder, 'areas.json')];
  writeFileSync(source, text);
  const command = [join(root, 'build/flood-areas.mjs'), source, target];
  const { status, stderr } = spawnSync('node', command, { encoding: 'utf8' });
  return [status, stderr.replace(`${source} `, '').trim(), existsSync(target)];
}

// case 211
test('a file that was cut off, or has no area with a code, is an error that says why; a byte order mark is none', () => {
  const cut = (member) => `flood-areas: is not whole (${member}): download all areas`;
  for (const [more, said] of [
    [{ totalFeatures: 420 }, cut('totalFeatures')],
    [{ numberMatched: '420' }, cut('numberMatched')],
    [{ properties: { exceededTransferLimit: true } }, cut('properties.exceededTransferLimit')],
    [{ links: [{ rel: 'self' }, { rel: 'next', href: 'b' }] }, cut('links')],
    [{ errors: [{ code: 1 }] }, cut('errors')],
    [
      { features: [area({ FWIS_CODE: 'A', FWA_NAME: 'River Usk' })] },
      'flood-areas: has no area with a polygon and a code in the property fwis_code; the properties are: FWIS_CODE, FWA_NAME',
    ],
  ]) {
    assert.deepEqual(convert(JSON.stringify({ ...AREAS, ...more })), [1, said, false], JSON.stringify(more));
  }
  const whole = { numberMatched: 2, numberReturned: 2, links: [{ rel: 'self' }], errors: [], next: null };
  assert.deepEqual(convert(`\ufeff${JSON.stringify({ ...AREAS, ...whole })}`), [0, '', true]);
});

test('the script simplifies within its tolerance, keeps the code, and leaves out what is no area', () => {
  const circle = Array.from({ length: 721 }, (_, i) => {
    const angle = (i / 720) * 2 * Math.PI;
    return [300_000 + 1_000 * Math.cos(angle), 230_000 + 1_000 * Math.sin(angle)];
  });
  circle[720] = circle[0];
  const kept = simplified(circle, 5);
  assert.ok(kept.length > 20 && kept.length < 100, `${kept.length} points`);
  assert.deepEqual(kept.at(-1), kept[0]);
  for (const [x, y] of kept) assert.ok(Math.abs(Math.hypot(x - 300_000, y - 230_000) - 1_000) < 1e-6, `${x} ${y}`);
  const usk = area({ fwis_code: '103WAFusk', name: 'dropped' }, circle);
  const point = { ...area({ fwis_code: 'point' }), geometry: { type: 'Point', coordinates: [1, 2] } };
  const features = converted(collection(usk, area({ fwis_code: '' }, circle), point), 'fwis_code', 5);
  const [{ properties }, ...others] = features;
  assert.deepEqual([properties, others], [{ fwis_code: '103WAFusk' }, []]);
  assert.equal(JSON.parse(text(features)).features.length, 1);
});

test('a simplified outline does not cross itself where the published one does not', () => {
  // The end of a narrow cut lies 3 m from an edge that bends outwards by 4 m.
  const cut = line('0 0, 50 -4, 100 0, 100 100, 52 100, 50 -1, 48 100, 0 100, 0 0').map(([x, y]) => [
    300_000 + x,
    230_000 + y,
  ]);
  assert.equal(crosses(cut), false);
  assert.equal(crosses(simplified(cut, 5)), true);
  const [feature] = converted(collection(area({ fwis_code: '103WAFcut' }, cut)), 'fwis_code', 5);
  const [[ring]] = feature.geometry.coordinates;
  assert.equal(crosses(ring), false, JSON.stringify(ring));
  // Edges above each other on one line, and a corner that touches an edge.
  assert.equal(crosses(line('0 0, 0 9, 4 9, 4 12, 0 12, 0 20, 20 20, 4 10, 20 0, 0 0')), false);
  assert.equal(crosses(line('0 0, 10 10, 10 0, 0 10, 0 0')), true);
});

/** The columns of the provider's download of 2024 that are not used, and those without a text. */
const UNUSED = { objectid: 1, area: 'Powys', fwd_tacode: 'x', e_qdial: '120', w_region: 'De Ddwyrain', w_qdial: '120' };
const EMPTY = { fwis_code: '', fwa_name: '', descrip: '', river_sea: '', w_fwa_name: '', w_descrip: '', w_afon: '' };
const EMPTY_UNUSED = { ta_address: '', fwd_reg: '', fwd_reg_da: null, pub_reg: '', globalid: '{0}' };
const row = (properties, geometry = null) => ({
  type: 'Feature',
  properties: { region: 'South East', parent: null, ...UNUSED, ...EMPTY, ...EMPTY_UNUSED, ...properties },
  geometry,
});
const DOWNLOAD = collection(
  row(
    {
      fwis_code: '103FWFUsk',
      fwa_name: 'RIVER USK AT BRECON',
      w_fwa_name: 'Afon Wysg yn Aberhonddu',
      descrip: 'Parts of the town including\n Station Road and <b>The Watton</b>',
      w_descrip: 'Rhannau o’r dref gan gynnwys Heol yr Orsaf',
      river_sea: 'River Usk',
      w_afon: 'Afon Wysg',
      parent: '103WAFUsk',
    },
    { type: 'MultiPolygon', coordinates: [[square(-3.5, 51.9, 0.01)], [square(-3.4, 51.94, 0.02)]] },
  ),
  row({ fwis_code: '103WAFUsk', fwa_name: 'Usk catchment', w_fwa_name: 'Dalgylch Wysg' }),
  row({ fwis_code: '103FWFHon', fwa_name: 'River Honddu at Brecon' }),
  // A second part of the first area, and a row without a code.
  row({ fwis_code: '103FWFUsk', fwa_name: 'another' }),
  row({ fwa_name: 'nothing' }),
);

test('the script keeps what the provider publishes of each area, and leaves out columns without a text', () => {
  const file = JSON.parse(readFileSync(join(root, 'tests/fixtures/area-names.json'), 'utf8'));
  assert.deepEqual(names(DOWNLOAD, 'fwis_code'), file);
  // A download of earlier years has the code and the shape only.
  const earlier = { type: 'Feature', properties: { fwis_code: '103FWFUsk' }, geometry: null };
  assert.deepEqual(names(collection(earlier), 'fwis_code'), { version: 1, areas: [] });
});

test('a name in capitals has them at the beginnings of its words', () => {
  for (const [name, expected] of [
    ['RIVER TAFF AT PONTYPRIDD', 'River Taff at Pontypridd'],
    ['AFON TAF YM MHONTYPRIDD', 'Afon Taf Ym Mhontypridd'],
    ['PONT-Y-CLUN AND THE A473', 'Pont-y-Clun and the A473'],
    ["ST ASAPH'S TO Y RHYL", "St Asaph's to y Rhyl"],
    ['ÎLE ŴYR', 'Île Ŵyr'],
    ['River Usk at Usk', 'River Usk at Usk'],
    ['', ''],
  ])
    assert.equal(named(name), expected);
});
