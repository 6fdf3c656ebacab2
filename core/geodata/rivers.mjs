// Makes rivers.json, the gauges of each main river in the order of its flow, with the distance along the river:
//   node core/geodata/rivers.mjs PATH/wdbii-rivers.wales-bbox.geojson PATH/riverlevels.json … > core/geodata/rivers.json
// The other files are responses of the river levels (version 1) or of StationData, of which the gauges are. The river of a gauge is that of
// its title. Its place on the river is the nearest point of the line; a gauge that is too far from it is left out.
import { readFileSync } from 'node:fs';

/** The farthest that a gauge is from the line of its river, in kilometres: the line is simplified. */
const FARTHEST = 1.5;
const KM_PER_DEGREE = 111.2;

const [rivers, ...responses] = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')));

/** In kilometres on a plane around the middle of Wales, which is right within 1 % here. */
const plane = ([lon, lat]) => [lon * KM_PER_DEGREE * Math.cos((52.3 * Math.PI) / 180), lat * KM_PER_DEGREE];
const distance = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);

/** The points of a river from its source to its mouth. The source's lines lead downstream. */
function course(name) {
  const parts = rivers.features.filter(({ properties }) => properties.nameEN === name);
  const lines = parts.map(({ geometry }) => geometry.coordinates.map(plane));
  const isFirst = (line) => lines.every((other) => other === line || distance(other.at(-1), line[0]) > 10);
  const first = lines.filter(isFirst);
  if (first.length !== 1) throw new Error(`${name}: ${first.length} lines begin at no end of another`);
  const points = [...first[0]];
  const rest = new Set(lines.filter((line) => line !== first[0]));
  while (rest.size > 0) {
    const next = [...rest].sort((a, b) => distance(a[0], points.at(-1)) - distance(b[0], points.at(-1)))[0];
    rest.delete(next);
    points.push(...next);
  }
  return points;
}

/** How far along the course the point nearest to a place is, and how far the place is from it, in kilometres. */
function snapped(points, place) {
  let [along, best] = [0, { along: 0, off: Infinity }];
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1], points[index]];
    const length = distance(a, b);
    const share =
      length === 0 ? 0 : ((place[0] - a[0]) * (b[0] - a[0]) + (place[1] - a[1]) * (b[1] - a[1])) / (length * length);
    const part = Math.min(1, Math.max(0, share));
    const off = distance(place, [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]);
    if (off < best.off) best = { along: along + length * part, off };
    along += length;
  }
  return best;
}

/** The gauges of a response: number, English title, position. */
const gaugesOf = (response) =>
  Array.isArray(response)
    ? response.map(({ location, titleEn, coordinates }) => [
        String(location),
        titleEn ?? '',
        [coordinates.longitude, coordinates.latitude],
      ])
    : response.features
        .filter(({ geometry }) => geometry)
        .map(({ properties, geometry }) => [properties.Location, properties.TitleEN ?? '', geometry.coordinates]);

const gauges = new Map();
for (const [number, title, position] of responses.flatMap(gaugesOf)) {
  // A reservoir's level is not that of the river; other quantities have other titles.
  const river = title.match(/^(?:.* monitoring the )?(?:River )?(\w+) at (?!.*reservoir)/i)?.[1];
  if (river && !gauges.has(number)) gauges.set(number, { number, river, position });
}

const names = [...new Set(rivers.features.map(({ properties }) => properties.nameEN).filter(Boolean))];
const table = names.map((name) => {
  const points = course(name);
  const placed = [...gauges.values()]
    .filter(({ river }) => river === name)
    .map(({ number, position }) => ({ number, ...snapped(points, plane(position)) }));
  for (const { number, off } of placed)
    if (off > FARTHEST) process.stderr.write(`${name}: ${number} is ${off.toFixed(1)} km from the line\n`);
  const near = placed.filter(({ off }) => off <= FARTHEST).sort((a, b) => a.along - b.along);
  return {
    river: name,
    // The order of gauges that are nearer to each other than to the line is not known from it.
    gauges: near.map(({ number, along, off }) => ({
      station: number,
      km: Number(along.toFixed(1)),
      error: Number(off.toFixed(1)),
    })),
  };
});
process.stdout.write(
  `${JSON.stringify(
    table.filter(({ gauges }) => gauges.length > 1),
    null,
    1,
  )}\n`,
);
