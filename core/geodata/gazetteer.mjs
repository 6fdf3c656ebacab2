// Makes public/gazetteer.txt from the open geodata that the README beside this file lists.
import { readFileSync } from 'node:fs';

const [placesPath] = process.argv.slice(2);
const places = JSON.parse(readFileSync(placesPath, 'utf8')).features;
const welshNames = JSON.parse(readFileSync(new URL('welsh-names.json', import.meta.url), 'utf8'));

const kept = places
  .filter(
    ({ properties: p, geometry: g }) => p.adminCode === 'WLS' || (p.population > 5000 && g.coordinates[0] < -2.35),
  )
  .map(
    ({
      properties: p,
      geometry: {
        coordinates: [lon, lat],
      },
    }) => {
      const inPembrokeshire = p.name === 'Newport' && lon < -4;
      const cy =
        p.name === 'Newport' && p.adminCode === 'WLS'
          ? inPembrokeshire
            ? 'Trefdraeth'
            : 'Casnewydd'
          : (welshNames[p.name] ?? p.name);
      const en = p.name
        .replace(/^Saint /, 'St ')
        .replace('Blaenau-Ffestiniog', 'Blaenau Ffestiniog')
        .replace(/^Hay$/, 'Hay-on-Wye')
        .replace('Ross on Wye', 'Ross-on-Wye');
      const row = [
        en,
        cy === en ? '' : cy.replace(/^Saint /, 'St '),
        Math.round(lat * 1e4),
        Math.round(lon * 1e4),
        Math.round(p.population / 100),
      ];
      return p.adminCode === 'WLS' ? row : [...row, 1];
    },
  )
  .sort((a, b) => b[4] - a[4] || (a[0] < b[0] ? -1 : 1));

// Lines of text: a comment; places as English name | Welsh name where it differs | latitude and longitude × 10,000 | hundreds of people,
// with a ! after those outside Wales.
const lines = [
  '# GeoNames (CC BY 4.0). Made by core/geodata/gazetteer.mjs.',
  ...kept.map(([en, cy, lat, lon, people, outside]) => `p ${en}|${cy}|${lat}|${lon}|${people}${outside ? '!' : ''}`),
];
process.stdout.write(lines.join('\n') + '\n');
process.stderr.write(`${kept.length} places\n`);
