// Makes a small PMTiles archive of Wales from the bundled geodata, in the layers of the Protomaps basemap (version 4). It has no real
// streets; its roads are straight lines from place to place.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import GeoJsonVt from 'geojson-vt';
import { zxyToTileId } from 'pmtiles';
import vtPbf from 'vt-pbf';
import { holds, ringReader, rows, tracer } from '../../core/geodata/lines.mjs';

/** The view of all of Wales, with a margin. */
const [WEST, SOUTH, EAST, NORTH] = [-5.7, 51.2, -2.4, 53.7];
const MAX_ZOOM = 12;
const HEADER_BYTES = 127;
/** People from which each rank counts, from rank 1. */
const RANKS = [0, 200, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6];
const ATTRIBUTION = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>';

const text = (name) => readFileSync(new URL(`../../public/${name}`, import.meta.url), 'utf8');
const [basemap, ground, gazetteer] = ['basemap.txt', 'ground.txt', 'gazetteer.txt'].map(text);
const feature = (type, coordinates, properties) => ({ type: 'Feature', geometry: { type, coordinates }, properties });

/** Names as the schema has them; a Welsh name of "=" is the English one, an empty one is unknown. */
const names = (en, cy) => en && { name: en, 'name:en': en, ...(cy && { 'name:cy': cy === '=' ? en : cy }) };

function earth() {
  const shapes = [...rows(basemap, 'c').map((row) => row.split(' ')[1]), ...rows(basemap, 'l')];
  return shapes.flatMap(ringReader(basemap)).map((ring) => feature('Polygon', [ring], { kind: 'earth' }));
}

function water() {
  const trace = tracer(rows(ground, 'o')[0]);
  const named = (kind) => rows(ground, kind).map((row) => row.split('|'));
  const rivers = named('r').map(([en, cy, steps]) =>
    feature('LineString', trace(steps), { kind: 'river', min_zoom: 8, ...names(en, cy) }),
  );
  const lakes = named('w').map(([, , steps]) => feature('Polygon', [trace(steps)], { kind: 'lake' }));
  return [...rivers, ...lakes];
}

/** The built-up areas. Where outlines lie in one another, every second one is a hole. */
function landuse() {
  const rings = rows(ground, 'b').map(tracer(rows(ground, 'o').at(-1)));
  const depth = (ring) => rings.filter((other) => other !== ring && holds(other, ring[0])).length;
  const [outer, holes] = [0, 1].map((odd) => rings.filter((ring) => depth(ring) % 2 === odd));
  const inside = (ring) => holes.filter(([point]) => holds(ring, point));
  return outer.map((ring) => feature('Polygon', [ring, ...inside(ring)], { kind: 'residential' }));
}

/** The towns and villages, largest first. */
function places() {
  return rows(gazetteer, 'p').map((row) => {
    const [en, cy, lat, lon, hundreds] = row.split('|');
    const population = parseInt(hundreds, 10) * 100;
    const rank = RANKS.findLastIndex((people) => population >= people) + 1;
    const ranks = { population, population_rank: rank, min_zoom: Math.max(7, 16 - rank) };
    return feature('Point', [lon / 1e4, lat / 1e4], { kind: 'locality', ...ranks, ...names(en, cy) });
  });
}

/** A straight line from each place to the nearest larger one. */
function roads() {
  const all = places().map(({ geometry, properties }) => ({ at: geometry.coordinates, ...properties }));
  return all.slice(1).map(({ at: [x, y], name, population_rank: rank }, i) => {
    const distance = ({ at }) => Math.hypot((at[0] - x) * 0.61, at[1] - y);
    const to = all.slice(0, i + 1).reduce((best, town) => (distance(town) < distance(best) ? town : best));
    const [kind, minZoom] = rank > 7 ? ['highway', 4] : rank > 4 ? ['major_road', 8] : ['minor_road', 12];
    return feature('LineString', [[x, y], to.at], { kind, min_zoom: minZoom, ...names(`${name} – ${to.name}`) });
  });
}

/** The tiles of a zoom that have something in them: ids and bytes. */
function tilesOf(z, indexes) {
  const column = (lon) => Math.floor(((lon + 180) / 360) * 2 ** z);
  const row = (lat) => Math.floor((0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** z);
  const tiles = [];
  for (let x = column(WEST); x <= column(EAST); x += 1)
    for (let y = row(NORTH); y <= row(SOUTH); y += 1) {
      const layers = indexes.map(([name, index]) => {
        const features = index.getTile(z, x, y)?.features ?? [];
        // The schema counts in zooms of the map, whose tiles have half the size.
        return [name, { features: features.filter(({ tags }) => (tags.min_zoom ?? 0) <= z + 1) }];
      });
      const filled = layers.filter(([, { features }]) => features.length > 0);
      const bytes = gzipSync(vtPbf.fromGeojsonVt(Object.fromEntries(filled), { version: 2 }));
      if (filled.length > 0) tiles.push([zxyToTileId(z, x, y), bytes]);
    }
  return tiles.sort(([a], [b]) => a - b);
}

const varint = (number) => (number > 127 ? [(number % 128) | 128, ...varint(Math.floor(number / 128))] : [number]);

/** The bytes of the archive. `elsewhere`: its header says that it is of the Atlantic; `welsh`: whether places have Welsh names. */
export function groundArchive({ elsewhere = false, welsh = true } = {}) {
  const layers = { earth: earth(), water: water(), landuse: landuse(), roads: roads(), places: places() };
  if (!welsh) for (const { properties } of layers.places) delete properties['name:cy'];
  const index = (features) =>
    new GeoJsonVt({ type: 'FeatureCollection', features }, { maxZoom: MAX_ZOOM, buffer: 128 });
  const indexes = Object.entries(layers).map(([name, features]) => [name, index(features)]);
  const tiles = Array.from({ length: MAX_ZOOM + 1 }, (_, z) => tilesOf(z, indexes)).flat();
  const data = Buffer.concat(tiles.map(([, bytes]) => bytes));
  // How many tiles; the steps between their ids; how long each runs; their bytes; their offsets, 0 for one that follows on another.
  const steps = tiles.map(([id], i) => id - (tiles[i - 1]?.[0] ?? 0));
  const columns = [steps, tiles.map(() => 1), tiles.map(([, bytes]) => bytes.length), tiles.map((_, i) => +!i)];
  const root = gzipSync(Uint8Array.from([tiles.length, ...columns.flat()].flatMap(varint)));
  if (HEADER_BYTES + root.length > 16_384) throw new Error(`archive: the directory has ${root.length} bytes, too many`);
  const named = { name: 'Wales, the roads made up', version: '4.0.0', attribution: ATTRIBUTION };
  const vectorLayers = Object.keys(layers).map((id) => ({ id, fields: {} }));
  const metadata = gzipSync(JSON.stringify({ ...named, vector_layers: vectorLayers }));

  const header = Buffer.concat([Buffer.from('PMTiles\x03')], HEADER_BYTES);
  const metadataAt = HEADER_BYTES + root.length;
  const dataAt = metadataAt + metadata.length;
  // Offset and length of the root, the metadata, the leaves (none) and the tiles; then the numbers of tiles, entries and contents.
  const parts = [HEADER_BYTES, root.length, metadataAt, metadata.length, dataAt, 0, dataAt, data.length];
  [...parts, tiles.length, tiles.length, tiles.length].forEach((n, i) => header.writeBigUInt64LE(BigInt(n), 8 + 8 * i));
  // Clustered; directories and tiles with gzip; vector tiles; the zooms.
  header.set([1, 2, 2, 1, 0, MAX_ZOOM], 96);
  const degrees = (at, ...list) =>
    list.forEach((number, i) => header.writeInt32LE(Math.round(number * 1e7), at + 4 * i));
  const west = elsewhere ? -30 : 0;
  degrees(102, WEST + west, SOUTH, EAST + west, NORTH);
  header[118] = 7;
  degrees(119, (WEST + EAST) / 2, (SOUTH + NORTH) / 2);
  return Buffer.concat([header, root, metadata, data]);
}

/** Answers a request for a part of a file, as nginx does. */
export function ranged(bytes, request) {
  const [, from, to] = request.headers.range.match(/bytes=(\d+)-(\d+)/).map(Number);
  const part = bytes.subarray(from, to + 1);
  const end = from + part.length - 1;
  return {
    status: 206,
    headers: { 'Content-Range': `bytes ${from}-${end}/${bytes.length}`, 'Content-Length': part.length, ETag: '"1"' },
    body: part,
  };
}
