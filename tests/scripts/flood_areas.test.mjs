// The converter of flood areas: files that were cut off, and files without a usable area.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { collection, square } from '../support/bodies.mjs';
import { root } from '../support/harness.mjs';

const area = (properties) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: [square(-3.42, 51.93, 0.05)] },
});
const AREAS = collection(area({ fwis_code: 'A', fwa_name: 'River Usk' }), area({ fwis_code: 'B' }));

/** Converts a file with this text: the status, what is said, and whether there is a result. */
function convert(text) {
  const folder = mkdtempSync(join(tmpdir(), 'gorlif-areas-'));
  const [source, target] = [join(folder, 'download.geojson'), join(folder, 'areas.json')];
  writeFileSync(source, text);
  const { status, stderr } = spawnSync('node', [join(root, 'build/flood-areas.mjs'), source, target], {
    encoding: 'utf8',
  });
  return [status, stderr.replace(`${source} `, '').trim(), existsSync(target)];
}

// case 211
test('a file that begins with a byte order mark is converted', () => {
  assert.deepEqual(convert(`\ufeff${JSON.stringify(AREAS)}`), [0, '', true]);
});

// case 211
test('a file that was cut off, or has no area with a code, is an error that says why', () => {
  const cut = (member) => `flood-areas: is not whole (${member}): download all areas`;
  const table = [
    [{ totalFeatures: 420 }, cut('totalFeatures')],
    [{ numberMatched: '420' }, cut('numberMatched')],
    [{ properties: { exceededTransferLimit: true } }, cut('properties.exceededTransferLimit')],
    [{ links: [{ rel: 'self' }, { rel: 'next', href: 'b' }] }, cut('links')],
    [{ errors: [{ code: 1 }] }, cut('errors')],
    [
      { features: [area({ FWIS_CODE: 'A', FWA_NAME: 'River Usk' })] },
      'flood-areas: has no area with a polygon and a code in the property fwis_code; the properties are: FWIS_CODE, FWA_NAME',
    ],
  ];
  for (const [more, said] of table) {
    assert.deepEqual(convert(JSON.stringify({ ...AREAS, ...more })), [1, said, false], JSON.stringify(more));
  }
  const whole = { numberMatched: 2, numberReturned: 2, links: [{ rel: 'self' }], errors: [], next: null };
  assert.deepEqual(convert(JSON.stringify({ ...AREAS, ...whole })), [0, '', true]);
});
