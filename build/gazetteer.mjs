// Makes gazetteer.txt from the download of OS Open Names (CSV): the towns, villages and hamlets of Wales and of 15 km around it with their
// English and Welsh names and counties. The postcodes and the populations stay those of the bundled gazetteer.
//
//   node build/gazetteer.mjs opname_csv_gb dist/gazetteer.txt
import { parse } from 'csv-parse/sync';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import proj4 from 'proj4';
import { fold, rounded } from '../core/geodata/names.mjs';

/** The columns of the download, whose files have no heading. Its folder Doc has one, which is read in their place. */
const COLUMNS =
  'ID,NAMES_URI,NAME1,NAME1_LANG,NAME2,NAME2_LANG,TYPE,LOCAL_TYPE,GEOMETRY_X,GEOMETRY_Y,MOST_DETAIL_VIEW_RES,LEAST_DETAIL_VIEW_RES,MBR_XMIN,MBR_YMIN,MBR_XMAX,MBR_YMAX,POSTCODE_DISTRICT,POSTCODE_DISTRICT_URI,POPULATED_PLACE,POPULATED_PLACE_URI,POPULATED_PLACE_TYPE,DISTRICT_BOROUGH,DISTRICT_BOROUGH_URI,DISTRICT_BOROUGH_TYPE,COUNTY_UNITARY,COUNTY_UNITARY_URI,COUNTY_UNITARY_TYPE,REGION,REGION_URI,COUNTRY,COUNTRY_URI,RELATED_SPATIAL_OBJECT,SAME_AS_DBPEDIA,SAME_AS_GEONAMES'.split(
    ',',
  );
const READ = 'NAME1 NAME1_LANG NAME2 NAME2_LANG TYPE LOCAL_TYPE GEOMETRY_X GEOMETRY_Y COUNTY_UNITARY COUNTRY'.split(
  ' ',
);
/** The kinds of places (core/src/domain/local_type.rs), the largest first. */
const KINDS = ['City', 'Town', 'Village', 'Suburban Area', 'Hamlet', 'Other Settlement'];
/** Outside Wales, hamlets are left out. */
const KINDS_OUTSIDE = KINDS.slice(0, 4);
const REACH_METRES = 15_000;
/** A place of the bundled gazetteer is the same if it has a name in common and is nearer than this. */
const SAME_METRES = 3_000;

// The National Grid to WGS 84, within 5 m.
const GRID =
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.1502,0.247,0.8421,-20.4894 +units=m +no_defs';
const toDegrees = proj4(GRID, 'WGS84');

/** The county of "Sir Fynwy - Monmouthshire"; empty if it is none of the known ones. */
function countyId(names, counties) {
  const ids = names.split(/ [-/] /).map((name) => name.replace(/^the /i, '').toLowerCase().replaceAll(' ', '-'));
  return ids.find((id) => counties.has(id)) ?? '';
}

/** The places of a file's text. */
export function placesOf(text, columns = COLUMNS) {
  const missing = READ.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new Error(`there is no column ${missing.join(', ')}`);
  const rows = parse(text, { bom: true, columns });
  return rows
    .filter(({ TYPE, LOCAL_TYPE }) => TYPE === 'populatedPlace' && KINDS.includes(LOCAL_TYPE))
    .map((row) => {
      const [x, y] = [Number(row.GEOMETRY_X), Number(row.GEOMETRY_Y)];
      if (!(x > 1_000 && x < 700_000 && y > 1_000 && y < 1_300_000))
        throw new Error(`${row.NAME1} is at ${row.GEOMETRY_X} ${row.GEOMETRY_Y}, which is not on the National Grid`);
      const [lon, lat] = toDegrees.forward([x, y]);
      const inWales = row.COUNTRY === 'Wales';
      const isWelsh = row.NAME1_LANG === 'cym';
      // A name without a language is that of both in Wales; elsewhere it has no Welsh form.
      const welsh = isWelsh ? row.NAME1 : row.NAME2_LANG === 'cym' ? row.NAME2 : undefined;
      return {
        en: isWelsh && row.NAME2 ? row.NAME2 : row.NAME1,
        cy: welsh ?? (inWales && !row.NAME1_LANG ? row.NAME1 : ''),
        kind: KINDS.indexOf(row.LOCAL_TYPE),
        x,
        y,
        lat,
        lon,
        inWales,
        countyNames: row.COUNTY_UNITARY,
        people: 0,
        others: '',
      };
    });
}

const metres = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** The places, each in cells of the size of a distance, so that only near ones are compared. */
function grid(places, size) {
  const cells = new Map();
  const key = (x, y) => `${Math.floor(x / size)} ${Math.floor(y / size)}`;
  for (const place of places) cells.set(key(place.x, place.y), [...(cells.get(key(place.x, place.y)) ?? []), place]);
  const steps = [-1, 0, 1];
  return ({ x, y }) =>
    steps.flatMap((east) => steps.flatMap((north) => cells.get(key(x + east * size, y + north * size)) ?? []));
}

/** A place of the bundled gazetteer. */
function bundledPlace(row) {
  const [en, cy, lat, lon, people, county = '', others = ''] = row.split('|');
  const [x, y] = toDegrees.inverse([lon / 1e4, lat / 1e4]);
  const inWales = !people.endsWith('!');
  const place = { en, cy: cy === '=' ? en : cy, kind: 0, lat: lat / 1e4, lon: lon / 1e4, x, y };
  return { ...place, people: Number.parseInt(people, 10), inWales, county, countyNames: '', others };
}

const namesOf = ({ en, cy, others }) => [en, cy, ...others.split(';')].filter(Boolean).map(fold);
/** Whether two places near each other have a name in common. */
const isSame = (a, b) => metres(a, b) < SAME_METRES && namesOf(a).some((name) => namesOf(b).includes(name));

/** What the bundled gazetteer knows of a place: the population, other names, and a Welsh name that the list does not have. */
function completed(place, bundled) {
  const same = bundled(place).find((known) => isSame(known, place));
  if (!same) return place;
  const others = [same.en, same.cy, ...same.others.split(';')].filter(
    (name) => name && !namesOf(place).includes(fold(name)),
  );
  const lacksWelsh = (!place.cy || place.cy === place.en) && same.cy && same.cy !== same.en;
  return {
    ...place,
    cy: lacksWelsh ? same.cy : place.cy,
    people: same.people,
    county: same.county,
    others: [...new Set(others)].filter((name) => !lacksWelsh || name !== same.cy).join(';'),
  };
}

/** The text of gazetteer.txt, of the places of all files and of the bundled file. */
export function gazetteer(all, bundledText) {
  const bundledLines = bundledText.split('\n');
  const known = bundledLines.filter((line) => line.startsWith('p ')).map((line) => bundledPlace(line.slice(2)));
  const bundled = grid(known, SAME_METRES);
  const counties = new Set(known.map(({ county }) => county).filter(Boolean));
  const inWales = all.filter((place) => place.inWales);
  if (inWales.length === 0) throw new Error('no place in Wales');
  const near = grid(inWales, REACH_METRES);
  const outside = all.filter(
    (place) =>
      !place.inWales &&
      KINDS_OUTSIDE.includes(KINDS[place.kind]) &&
      near(place).some((other) => metres(other, place) <= REACH_METRES),
  );
  // The places that only the bundled file has stay, such as the larger towns of England.
  const listed = grid([...inWales, ...outside], SAME_METRES);
  const others = known.filter((place) => !listed(place).some((other) => isSame(other, place)));
  const places = [...[...inWales, ...outside].map((place) => completed(place, bundled)), ...others].sort(
    (a, b) => b.people - a.people || a.kind - b.kind || (a.en < b.en ? -1 : 1),
  );
  const line = ({ en, cy, lat, lon, people, inWales, countyNames, county = '', others }) => {
    const named = inWales ? countyId(countyNames, counties) : '';
    return [
      `p ${en}`,
      cy === en ? '=' : cy,
      rounded(lat),
      rounded(lon),
      `${people}${inWales ? '' : '!'}`,
      named || county,
      others,
    ]
      .join('|')
      .replace(/\|+$/, '');
  };
  return [
    '# Places: contains OS data © Crown copyright and database rights (Open Government Licence v3.0); populations and further names: GeoNames (CC BY 4.0). Made by build/gazetteer.mjs.',
    ...bundledLines.filter((text) => text.startsWith('# ')),
    ...places.map(line),
    ...bundledLines.filter((text) => text.startsWith('s ')),
    '',
  ].join('\n');
}

/** The paths of the CSV files of a folder, or the path itself; the heading apart. */
function files(path) {
  if (!statSync(path).isDirectory()) return { data: [path] };
  const all = readdirSync(path, { recursive: true }).filter((file) => /\.csv$/i.test(file));
  const isHeading = (file) => /header\.csv$/i.test(file);
  const data = all.filter((file) => !isHeading(file)).map((file) => join(path, file));
  const heading = all.find(isHeading);
  return { data, heading: heading && join(path, heading) };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [source, target] = process.argv.slice(2);
  if (!source || !target) {
    console.error('gazetteer: node build/gazetteer.mjs opname_csv_gb gazetteer.txt');
    process.exit(1);
  }
  try {
    const { data, heading } = files(source);
    const columns = heading && parse(readFileSync(heading), { bom: true })[0].map((name) => name.trim());
    // A file at a time: all of them are 1.7 GB.
    const places = data.flatMap((file) => placesOf(readFileSync(file), columns));
    const text = gazetteer(places, readFileSync(new URL('../public/gazetteer.txt', import.meta.url), 'utf8'));
    const compressed = brotliCompressSync(text);
    writeFileSync(target, text);
    writeFileSync(`${target}.br`, compressed);
    writeFileSync(`${target}.gz`, gzipSync(text, { level: 9 }));
    const count = text.split('\n').filter((line) => line.startsWith('p ')).length;
    console.log(`gazetteer: ${count} places, ${compressed.length} bytes after brotli`);
  } catch (error) {
    console.error(`gazetteer: ${error.message}`);
    process.exit(1);
  }
}
