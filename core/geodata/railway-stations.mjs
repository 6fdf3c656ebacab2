// Makes public/railway-stations.txt from the stations of npm uk-railway-stations.
import { readFileSync } from 'node:fs';
import { fold, rounded } from './names.mjs';

const [stationsPath] = process.argv.slice(2);
// The Welsh name of a station of the list, and further names.
const names = JSON.parse(readFileSync(new URL('railway-station-names.json', import.meta.url), 'utf8'));

/** Within reach of a place in Wales: as far as the map names English towns, and south of Merseyside. */
const isNear = ({ constituentCountry, lat, long }) =>
  constituentCountry === 'wales' || (constituentCountry === 'england' && long < -2.6 && lat > 51.55 && lat < 53.27);
/** "Garth (Powys)" is "Garth": the county is shown beside the name. "Maesteg (Ewenny Road)" keeps its street. */
const shortName = (name) =>
  name
    .replace(/ \((?:Cardiff|Flintshire|Gwynedd|Mid Glamorgan|Powys|Shropshire|South Wales)\)$/, '')
    .replace(/ \((.+)\)$/, ' $1');

const stations = JSON.parse(readFileSync(stationsPath, 'utf8'))
  .filter(isNear)
  .map(({ stationName, lat, long }) => ({ full: stationName, name: shortName(stationName), lat, lon: long }))
  .sort((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1));
const unused = Object.keys(names).filter((name) => !stations.some(({ full }) => full === name));
if (unused.length > 0) throw new Error(`railway-station-names.json has names of no station: ${unused}`);

// Lines of text: a comment; `r`, stations as English name | Welsh name, "=" where it is the same | latitude and longitude × 10,000 | other names.
const lines = [
  '# Railway stations: uk-railway-stations by David Wheatley, out of the data of Trainline EU and its sources (Open Database License 1.0, https://opendatacommons.org/licenses/odbl/1-0/). Made by core/geodata/railway-stations.mjs.',
  ...stations.map(({ full, name, lat, lon }) => {
    const [welsh = '=', ...others] = names[full] ?? [];
    return [`r ${name}`, welsh, rounded(lat), rounded(lon), others.join(';')].join('|').replace(/\|+$/, '');
  }),
];
process.stdout.write(lines.join('\n') + '\n');
process.stderr.write(`${stations.length} railway stations\n`);
