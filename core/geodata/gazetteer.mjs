// Makes public/gazetteer.txt from the open geodata that the README beside this file lists.
import { readFileSync } from 'node:fs';
import { POSITIONS, fold, rounded } from './names.mjs';

const [placesPath, townsPath, sectorsPath, citiesPath] = process.argv.slice(2);
/** The rows of a file of tab-separated values, without its heading. */
const rows = (path) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
// The Welsh name of a place; null for a name of English form that has no Welsh one.
const welshNames = JSON.parse(readFileSync(new URL('welsh-names.json', import.meta.url), 'utf8'));

const english = (name) =>
  name
    .replace(/^Saint /, 'St ')
    .replace('Blaenau-Ffestiniog', 'Blaenau Ffestiniog')
    .replace(/^Hay$/, 'Hay-on-Wye')
    .replace('Ross on Wye', 'Ross-on-Wye');

/** The Welsh name; empty where none is known. Names in Wales that are not listed are Welsh. */
function welsh(name, inWales, lon) {
  if (name === 'Newport' && inWales) return lon < -4 ? 'Trefdraeth' : 'Casnewydd';
  // The other one is in Shropshire.
  if (name === 'Whitchurch' && inWales) return 'Yr Eglwys Newydd';
  return name in welshNames ? (welshNames[name] ?? '') : inWales ? name : '';
}

/**
 * The alternate names worth a search: those in the letters of English and Welsh that are not one of the two names. GeoNames also
 * lists transliterations, which end in Lithuanian or contain letters that neither language uses here.
 */
function aliases(list, names, others) {
  const known = names.map(fold);
  const used = list.filter(
    (name) =>
      /^[A-Z][A-Za-zâêîôûŵŷ '’-]{2,25}$/u.test(name) &&
      !/[jzxq]|(?<!c)k|K|[ai]s$|ui|^[A-Z]+$|Wales|Borough| - /.test(name) &&
      !others.has(fold(name)),
  );
  return used.filter(
    (name, i) => !known.includes(fold(name)) && used.findIndex((one) => fold(one) === fold(name)) === i,
  );
}

const towns = rows(townsPath).map(([, name, lat, lon, population, alternates = '']) => ({
  name,
  lat: Number(lat),
  lon: Number(lon),
  population: Number(population),
  alternates: alternates.split('|'),
  inWales: true,
}));
const villages = JSON.parse(readFileSync(placesPath, 'utf8')).features.map(
  ({ properties: { name, population, adminCode }, geometry: { coordinates } }) => {
    const [lon, lat] = POSITIONS[name] ?? coordinates;
    return { name, lat, lon, population, alternates: [], inWales: adminCode === 'WLS' };
  },
);
const isSame = (a, b) =>
  fold(a.name) === fold(b.name) && Math.abs(a.lat - b.lat) < 0.03 && Math.abs(a.lon - b.lon) < 0.05;
const merged = villages
  .filter(({ inWales, population, lon }) => inWales || (population > 5000 && lon < -2.35))
  .map((village) => ({ ...village, alternates: towns.find((town) => isSame(town, village))?.alternates ?? [] }));
merged.push(...towns.filter((town) => !merged.some((place) => isSame(place, town))));

// Transliterations are listed for the large towns only; an alternate name of another place would lead astray.
const LARGE = 15_000;
const ownNames = new Set(merged.flatMap(({ name, inWales, lon }) => [fold(name), fold(welsh(name, inWales, lon))]));
const places = merged
  .map(({ name, lat, lon, population, alternates, inWales }) => {
    const [en, cy] = [english(name), welsh(name, inWales, lon).replace(/^Saint /, 'St ')];
    return {
      en,
      cy: cy === name ? en : cy,
      lat,
      lon,
      people: Math.round(population / 100),
      inWales,
      others: population < LARGE ? aliases(alternates, [en, cy], ownNames) : [],
    };
  })
  .sort((a, b) => b.people - a.people || (a.en < b.en ? -1 : 1));

// Districts whose post towns are in England.
const ENGLISH_DISTRICTS = /^(?:CH[1-4]|CH4\d|CH6\d|HR\d|SY(?:[1-9]|1[0-4]))$/;

// GeoNames' codes of the principal areas (admin2 of WLS).
const COUNTIES = {
  X1: 'isle-of-anglesey',
  X2: 'blaenau-gwent',
  X3: 'bridgend',
  X4: 'caerphilly',
  X5: 'cardiff',
  X6: 'ceredigion',
  X7: 'carmarthenshire',
  X8: 'conwy',
  X9: 'denbighshire',
  Y1: 'flintshire',
  Y2: 'gwynedd',
  Y3: 'merthyr-tydfil',
  Y4: 'monmouthshire',
  Y5: 'neath-port-talbot',
  Y6: 'newport',
  Y7: 'pembrokeshire',
  Y8: 'powys',
  Y9: 'rhondda-cynon-taf',
  Z1: 'swansea',
  Z2: 'torfaen',
  Z3: 'vale-of-glamorgan',
  Z4: 'wrexham',
};
const cities = JSON.parse(readFileSync(citiesPath, 'utf8'))
  .filter(({ country, admin1 }) => country === 'GB' && admin1 === 'WLS')
  .map(({ name, lat, lng, admin2 }) => ({ name: english(name), lat: Number(lat), lon: Number(lng), admin2 }));

/** The county of a place in Wales; empty where GeoNames' excerpt does not have the place. */
function county({ en, lat, lon }) {
  const within = (degrees) => (city) => Math.abs(city.lat - lat) < degrees && Math.abs(city.lon - lon) < degrees;
  const named = cities.filter(within(0.02)).find((city) => fold(city.name) === fold(en));
  return COUNTIES[(named ?? cities.find(within(0.0005)))?.admin2] ?? '';
}

/** The sectors of each postcode district. */
const districts = new Map();
for (const [sector, lat, lon, postcodes, spread] of rows(sectorsPath)) {
  const [outward, inward] = sector.split(' ');
  const entry = { inward, lat: Number(lat), lon: Number(lon), postcodes: Number(postcodes), spread: Number(spread) };
  districts.set(outward, [...(districts.get(outward) ?? []), entry]);
}
const postTowns = new Map(
  rows(new URL('post-towns.tsv', import.meta.url)).map(([outward, towns]) => [outward, towns.split('; ')]),
);
/** The place of a post town: the nearest one of its name, at most 25 km from its district. */
function placeOfTown(town, { lat, lon }) {
  const kilometres = (place) => Math.hypot((place.lat - lat) * 111, (place.lon - lon) * 68);
  const [nearest] = places
    .filter(({ en, cy, others }) => [en, cy, ...others].some((name) => fold(name) === fold(town)))
    .sort((a, b) => kilometres(a) - kilometres(b));
  return nearest && kilometres(nearest) < 25 ? nearest : undefined;
}
// The sector of the town where a district has several large ones.
const TOWN_SECTORS = { LL21: '1' };
/** Where the town of a district is: the median point of its sector. */
const townSector = (outward) => {
  const sectors = districts.get(outward);
  return (
    sectors.find(({ inward }) => inward === TOWN_SECTORS[outward]) ??
    sectors.reduce((largest, sector) => (sector.postcodes > largest.postcodes ? sector : largest))
  );
};
// Places that GeoNames does not have: at the median point of a sector that is theirs alone.
for (const [name, sector, ownCounty] of rows(new URL('sector-places.tsv', import.meta.url))) {
  const [outward, inward] = sector.split(' ');
  const { lat, lon } = districts.get(outward).find((entry) => entry.inward === inward);
  places.push({ en: name, cy: welsh(name, true, lon), lat, lon, people: 0, inWales: true, ownCounty, others: [] });
}
// A post town that GeoNames does not have is a place where it is the only one of its only district.
const districtsOf = (town) => [...postTowns].filter(([, towns]) => towns.includes(town)).map(([outward]) => outward);
for (const [outward, towns] of postTowns) {
  const [town, ...others] = towns;
  const { lat, lon } = townSector(outward);
  if (others.length > 0 || districtsOf(town).length > 1 || placeOfTown(town, { lat, lon })) continue;
  const inWales = !ENGLISH_DISTRICTS.test(outward);
  places.push({ en: town, cy: welsh(town, inWales, lon), lat, lon, people: 0, inWales, others: [] });
}

// Lines of text: a comment; `p`, places as English name | Welsh name, "=" where it is the same, empty where there is none | latitude and
// longitude × 10,000 | hundreds of people, with a ! after those outside Wales | the county, empty where it is not known | other names; `s`, postcode sectors as the outward code | its post towns
// as English name = Welsh name | for each inward digit the latitude and longitude × 1,000 and the radius in hundreds of metres that contains 90 % of its postcodes.
const lines = [
  '# Places: GeoNames (CC BY 4.0). Postcodes: contains OS data © Crown copyright, Royal Mail data © Royal Mail copyright, National Statistics data (Open Government Licence v3.0). Made by core/geodata/gazetteer.mjs.',
  ...places.map(({ en, cy, lat, lon, people, inWales, ownCounty, others }) =>
    [
      `p ${en}`,
      cy === en ? '=' : cy,
      rounded(lat),
      rounded(lon),
      `${people}${inWales ? '' : '!'}`,
      inWales ? (ownCounty ?? county({ en, lat, lon })) : '',
      others.join(';'),
    ]
      .join('|')
      .replace(/\|+$/, ''),
  ),
  ...[...districts].map(([outward, sectors]) => {
    const towns = (postTowns.get(outward) ?? []).map((town) => {
      const { en, cy } = placeOfTown(town, townSector(outward)) ?? { en: town, cy: '' };
      return cy && cy !== en ? `${en}=${cy}` : en;
    });
    const entries = sectors.map(
      ({ inward, lat, lon, spread }) =>
        `${inward},${Math.round(lat * 1e3)},${Math.round(lon * 1e3)},${Math.ceil(spread / 100)}`,
    );
    return `s ${outward}|${towns.join(';')}|${entries.join(' ')}`;
  }),
];
process.stdout.write(lines.join('\n') + '\n');
process.stderr.write(`${places.length} places, ${districts.size} postcode districts\n`);
