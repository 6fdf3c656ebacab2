// Converts the provider's download of flood areas (GeoJSON) to the files of the setting "areas", with compressed copies: the shapes, with one
// property, simplified outlines and rounded coordinates in the projection of the download; and their names and descriptions, in a file of its own.
//
//   node build/flood-areas.mjs download.geojson areas.json [code property, default fwis_code] [tolerance in metres, default 5]
//
// The second file is written beside the first one: area-names.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const METRES_PER_DEGREE = 111_320;
const INCOMPLETE = JSON.parse(readFileSync(new URL('../core/incomplete.json', import.meta.url), 'utf8'));

/** The points of a line that Douglas and Peucker keep: all others are nearer to the line than the tolerance. */
export function simplified(points, tolerance) {
  const keep = new Set([0, points.length - 1]);
  const parts = [[0, points.length - 1]];
  while (parts.length) {
    const [first, last] = parts.pop();
    const [[x1, y1], [x2, y2]] = [points[first], points[last]];
    const [dx, dy] = [x2 - x1, y2 - y1];
    let [farthest, most] = [0, tolerance];
    for (let index = first + 1; index < last; index++) {
      const [x, y] = points[index];
      // A ring begins and ends at one point: then the distance from it.
      const part = dx || dy ? Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy))) : 0;
      const distance = Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
      if (distance > most) [farthest, most] = [index, distance];
    }
    if (farthest) {
      keep.add(farthest);
      parts.push([first, farthest], [farthest, last]);
    }
  }
  return points.filter((_, index) => keep.has(index));
}

/** Whether two edges of a ring cross. As for the page, edges that only touch do not. */
export function crosses(points) {
  const segments = points.slice(1).map((to, index) => {
    const from = points[index];
    return { index, from, to, west: Math.min(from[0], to[0]), east: Math.max(from[0], to[0]) };
  });
  segments.sort((a, b) => a.west - b.west);
  const side = ([x1, y1], [x2, y2], [x, y]) => Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
  const isNeighbour = (a, b) => [0, 1, points.length - 2].includes(Math.abs(a.index - b.index));
  return segments.some((a, index) => {
    for (let other = index + 1; other < segments.length && segments[other].west <= a.east; other++) {
      const b = segments[other];
      if (isNeighbour(a, b)) continue;
      const apart = (c, d) => side(c.from, c.to, d.from) * side(c.from, c.to, d.to);
      if (apart(a, b) < 0 && apart(b, a) < 0) return true;
    }
    return false;
  });
}

/** A ring with the tolerance, or with the largest of its half, quarter and eighth at which no edges cross; otherwise as it is. */
function ringOf(points, tolerance, round) {
  for (const part of [1, 2, 4, 8]) {
    const ring = simplified(points, tolerance / part).map(round);
    if (!crosses(ring)) return ring;
  }
  return points.map(round);
}

/** The member by which a collection says that it is not whole, if there is one: the rule of core/src/api/completeness.rs. */
export function incompleteMember(members, count = members.features.length, isInner = false) {
  const isEmpty = (value) => !value || (typeof value === 'object' && Object.keys(value).length === 0);
  const says = ([name, value]) =>
    ([...INCOMPLETE.errors, ...INCOMPLETE.next].includes(name) && !isEmpty(value)) ||
    (INCOMPLETE.flags.includes(name) && String(value).toLowerCase() === 'true') ||
    (INCOMPLETE.counts.includes(name) && Number(value) > count) ||
    (Array.isArray(value) && INCOMPLETE.inner.includes(name) && value.some(({ rel }) => INCOMPLETE.next.includes(rel)));
  for (const [name, value] of Object.entries(members)) {
    if (says([name, value])) return name;
    if (!isInner && INCOMPLETE.inner.includes(name) && value) {
      const inner = incompleteMember(value, count, true);
      if (inner) return `${name}.${inner}`;
    }
  }
}

const isInDegrees = ({ features }) =>
  JSON.stringify(features.find(({ geometry }) => geometry)?.geometry.coordinates ?? []).match(/-?[\d.]+/)?.[0] < 180;

/** Rounds coordinates to about a decimetre, or a metre in degrees. */
const rounding = (collection) => {
  const places = isInDegrees(collection) ? 5 : 1;
  return ([x, y]) => [Number(x.toFixed(places)), Number(y.toFixed(places))];
};

/** The collection with the code of each area only. Rings that would have fewer than four points are left out. */
export function converted(collection, code, tolerance) {
  const unit = isInDegrees(collection) ? 1 / METRES_PER_DEGREE : 1;
  const round = rounding(collection);
  const ring = (points) => ringOf(points, tolerance * unit, round);
  const polygon = (rings) => rings.map(ring).filter((points) => points.length >= 4);
  const features = collection.features.map(({ properties, geometry }) => {
    const { type, coordinates } = geometry ?? {};
    if (type !== 'Polygon' && type !== 'MultiPolygon') return null;
    const polygons = (type === 'Polygon' ? [coordinates] : coordinates)
      .map(polygon)
      .filter((rings) => rings.length > 0);
    return {
      type: 'Feature',
      properties: { [code]: properties?.[code] ?? null },
      geometry: { type: 'MultiPolygon', coordinates: polygons },
    };
  });
  return features.filter((feature) => feature?.properties[code] && feature.geometry.coordinates.length > 0);
}

/** Words that begin with a small letter within a name, in English and Welsh. */
const SMALL = new Set('a ac and ar at by from ger hyd i in o of on rhwng the to with y yn yr'.split(' '));

/** A name in capitals, as some of the provider's are, with capitals at the beginnings of its words; another name as it is. */
export function named(name) {
  if (/\p{Ll}/u.test(name)) return name;
  return name.replace(/[\p{L}\d'’]+/gu, (word, at) => {
    // Numbers of roads: "A470".
    if (/\d/.test(word)) return word;
    const lower = word.toLowerCase();
    return at > 0 && SMALL.has(lower) ? lower : word[0] + lower.slice(1);
  });
}

/** The signed area of a ring, and its centroid. */
function centre(ring) {
  let [sum, x, y] = [0, 0, 0];
  // From the first point, so that no digits are lost.
  const [ox, oy] = ring[0];
  for (let index = 1; index < ring.length; index++) {
    const [[x1, y1], [x2, y2]] = [ring[index - 1], ring[index]].map(([x, y]) => [x - ox, y - oy]);
    const part = x1 * y2 - x2 * y1;
    [sum, x, y] = [sum + part, x + (x1 + x2) * part, y + (y1 + y2) * part];
  }
  return { size: Math.abs(sum), point: sum ? [ox + x / (3 * sum), oy + y / (3 * sum)] : ring[0] };
}

/** The centre of the largest polygon of an area; null without one. */
function pointOf(geometry) {
  const { type, coordinates } = geometry ?? {};
  if (type !== 'Polygon' && type !== 'MultiPolygon') return null;
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  const centres = polygons.flatMap(([ring]) => (ring?.length >= 4 ? [centre(ring)] : []));
  return centres.sort((one, other) => other.size - one.size)[0]?.point ?? null;
}

/**
 * What the download says of each area beside its shape, and a point of it: core/src/area_names.rs has the form of the file. What is missing
 * or empty is left out.
 */
export function names(collection, code) {
  const round = rounding(collection);
  const areas = new Map();
  for (const { properties, geometry } of collection.features) {
    const column = (name) =>
      String(properties?.[name] ?? '')
        .replace(/\s+/g, ' ')
        .trim();
    const area = {
      code: column(code),
      name_en: named(column('fwa_name')),
      name_cy: named(column('w_fwa_name')),
      description_en: column('descrip'),
      description_cy: column('w_descrip'),
      river_en: column('river_sea'),
      river_cy: column('w_afon'),
      region: column('region'),
      parent: column('parent'),
    };
    const at = pointOf(geometry);
    const known = Object.fromEntries(Object.entries(area).filter(([, text]) => text));
    // An area may be several features.
    if (area.code && Object.keys(known).length > 1 && !areas.has(area.code))
      areas.set(area.code, at ? { ...known, at: round(at) } : known);
  }
  return { version: 1, areas: [...areas.values()] };
}

/** One area a line. */
export const text = (features) =>
  `{"type":"FeatureCollection","features":[\n${features.map((feature) => JSON.stringify(feature)).join(',\n')}\n]}\n`;

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [source, target, code = 'fwis_code', tolerance = '5'] = process.argv.slice(2);
  if (!source || !target) {
    console.error(
      'flood-areas: node build/flood-areas.mjs download.geojson areas.json [code property] [tolerance in metres]',
    );
    process.exit(1);
  }
  const fail = (problem) => {
    console.error(`flood-areas: ${source} ${problem}`);
    process.exit(1);
  };
  const collection = JSON.parse(readFileSync(source, 'utf8').replace(/^\uFEFF/, ''));
  const member = incompleteMember(collection);
  if (member) fail(`is not whole (${member}): download all areas`);
  const write = (file, out) => {
    writeFileSync(file, out);
    writeFileSync(`${file}.gz`, gzipSync(out, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(out));
    return out.length;
  };
  const features = converted(collection, code, Number(tolerance));
  if (features.length === 0) {
    const columns = Object.keys(collection.features[0]?.properties ?? {}).join(', ');
    fail(`has no area with a polygon and a code in the property ${code}; the properties are: ${columns || 'none'}`);
  }
  const size = write(target, text(features));
  console.log(`flood-areas: ${features.length} of ${collection.features.length} areas, ${size} bytes`);
  const named = names(collection, code);
  const length = write(join(dirname(target), 'area-names.json'), `${JSON.stringify(named)}\n`);
  console.log(`flood-areas: names of ${named.areas.length} areas, ${length} bytes`);
}
