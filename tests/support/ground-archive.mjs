// Makes a small PMTiles archive with a few made-up features of each layer of the Protomaps basemap (version 4) that the page draws.
import { gzipSync } from 'node:zlib';
import GeoJsonVt from 'geojson-vt';
import { zxyToTileId } from 'pmtiles';
import vtPbf from 'vt-pbf';
import { square } from './bodies.mjs';
import { BRECON } from './page.mjs';

/** The view of all of Wales, with a margin. */
const [WEST, SOUTH, EAST, NORTH] = [-5.7, 51.2, -2.4, 53.7];
const MAX_ZOOM = 12;
const HEADER_BYTES = 127;
const ATTRIBUTION = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>';
const { lat, lon } = BRECON;
const NEWPORT = [-2.998, 51.588];

const feature = (type, coordinates, properties) => ({ type: 'Feature', geometry: { type, coordinates }, properties });
const line = (to, properties) => feature('LineString', [[lon, lat], to], properties);
/** Names as the schema has them. */
const names = (en, cy) => ({ name: en, 'name:en': en, ...(cy && { 'name:cy': cy }) });

/** The layers; `welsh`: whether places have Welsh names. */
function layersOf(welsh) {
  const town = (at, rank, en, cy) =>
    feature('Point', at, { kind: 'locality', population_rank: rank, min_zoom: 7, ...names(en, welsh && cy) });
  return {
    earth: [feature('Polygon', [square(WEST, SOUTH, EAST - WEST)], { kind: 'earth' })],
    water: [
      feature('Polygon', [square(lon + 0.02, lat, 0.01)], { kind: 'lake' }),
      line([lon - 1, lat + 0.2], { kind: 'river', ...names('River Usk', 'Afon Wysg') }),
    ],
    landuse: [feature('Polygon', [square(lon - 0.02, lat - 0.02, 0.03)], { kind: 'residential' })],
    roads: [
      line(NEWPORT, { kind: 'highway', ...names('Brecon – Newport') }),
      line([lon, lat + 1], { kind: 'major_road', ...names('The north road') }),
      line([lon + 0.05, lat], { kind: 'minor_road', ...names('The east road') }),
    ],
    places: [town([lon, lat], 7, 'Brecon', 'Aberhonddu'), town(NEWPORT, 10, 'Newport', 'Casnewydd')],
  };
}

/** The tiles of a zoom: ids and bytes. */
function tilesOf(z, indexes) {
  const column = (lon) => Math.floor(((lon + 180) / 360) * 2 ** z);
  const row = (lat) => Math.floor((0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** z);
  const tiles = [];
  for (let x = column(WEST); x <= column(EAST); x += 1)
    for (let y = row(NORTH); y <= row(SOUTH); y += 1) {
      const filled = indexes.map(([name, index]) => [name, index.getTile(z, x, y)]).filter(([, tile]) => tile);
      const bytes = gzipSync(vtPbf.fromGeojsonVt(Object.fromEntries(filled), { version: 2 }));
      tiles.push([zxyToTileId(z, x, y), bytes]);
    }
  return tiles.sort(([a], [b]) => a - b);
}

const varint = (number) => (number > 127 ? [(number % 128) | 128, ...varint(Math.floor(number / 128))] : [number]);

/** The bytes of the archive. `elsewhere`: its header says that it is of the Atlantic; `welsh`: whether places have Welsh names. */
export function groundArchive({ elsewhere = false, welsh = true } = {}) {
  const layers = layersOf(welsh);
  const index = (features) =>
    new GeoJsonVt({ type: 'FeatureCollection', features }, { maxZoom: MAX_ZOOM, buffer: 128 });
  const indexes = Object.entries(layers).map(([name, features]) => [name, index(features)]);
  const tiles = Array.from({ length: MAX_ZOOM + 1 }, (_, z) => tilesOf(z, indexes)).flat();
  const data = Buffer.concat(tiles.map(([, bytes]) => bytes));
  // How many tiles; the steps between their ids; how long each runs; their bytes; their offsets, 0 for one that follows on another.
  const steps = tiles.map(([id], i) => id - (tiles[i - 1]?.[0] ?? 0));
  const columns = [steps, tiles.map(() => 1), tiles.map(([, bytes]) => bytes.length), tiles.map((_, i) => +!i)];
  const root = gzipSync(Uint8Array.from([tiles.length, ...columns.flat()].flatMap(varint)));
  const named = { name: 'Wales, made up', version: '4.0.0', attribution: ATTRIBUTION };
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
  const west = elsewhere ? -30 : 0;
  const bounds = [WEST + west, SOUTH, EAST + west, NORTH];
  bounds.forEach((degrees, i) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i));
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
