// The outlines of the built-up areas from the unit postcodes of PyPI postcodez: where these are dense, land is built up.
import { readFileSync } from 'node:fs';
import { simplified } from '../../build/flood-areas.mjs';
import { holds, ringReader, rows } from './lines.mjs';

/** Wales. */
const BOX = { south: 51.3, north: 53.5, west: -5.6, east: -2.6 };
/** The side of a cell, in metres. */
const CELL = 150;
/** A cell is built up if it and its neighbours have this many postcodes, */
const LEAST_POSTCODES = 3;
/** and if so many of its neighbours are. */
const LEAST_NEIGHBOURS = 3;
/** Smaller areas, in cells, are left out. */
const LEAST_CELLS = 12;
/** How far the outline may be from the edges of the cells, in cells. */
const TOLERANCE = 0.9;

const METRES_PER_DEGREE = 111_320;
const METRES_PER_DEGREE_EAST = METRES_PER_DEGREE * Math.cos((52.3 * Math.PI) / 180);
const COLUMNS = Math.ceil(((BOX.east - BOX.west) * METRES_PER_DEGREE_EAST) / CELL) + 3;
const ROWS = Math.ceil(((BOX.north - BOX.south) * METRES_PER_DEGREE) / CELL) + 3;
const at = (x, y) => y * COLUMNS + x;
const STEPS = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => at(x, y)));
const NEIGHBOURS = STEPS.filter((step) => step !== 0);
const BESIDE = [1, -1, COLUMNS, -COLUMNS];

/** The number of postcodes in each cell; there is an empty cell at each edge. */
function counts(postcodesPath) {
  const cells = new Uint16Array(COLUMNS * ROWS);
  for (const line of readFileSync(postcodesPath, 'latin1').split('\n').slice(1)) {
    const [, , , lat, lon] = line.split(',');
    if (!(lat > BOX.south && lat < BOX.north && lon > BOX.west && lon < BOX.east)) continue;
    const x = Math.floor(((lon - BOX.west) * METRES_PER_DEGREE_EAST) / CELL) + 1;
    const y = Math.floor(((lat - BOX.south) * METRES_PER_DEGREE) / CELL) + 1;
    cells[at(x, y)] += 1;
  }
  return cells;
}

/** The cells for which `is` holds, at the edges none. */
function cells(is) {
  const found = new Set();
  for (let y = 1; y < ROWS - 1; y++) for (let x = 1; x < COLUMNS - 1; x++) if (is(at(x, y))) found.add(at(x, y));
  return found;
}

/** The cells that are part of a large area. */
function large(all) {
  const left = new Set(all);
  const kept = new Set();
  for (const start of all) {
    if (!left.delete(start)) continue;
    const area = [start];
    for (const cell of area) for (const step of BESIDE) if (left.delete(cell + step)) area.push(cell + step);
    if (area.length >= LEAST_CELLS) for (const cell of area) kept.add(cell);
  }
  return kept;
}

/** The outlines of the cells, outer ones and those of holes, as points of the grid. */
function outlines(built) {
  /** The points to which an edge leads from a point; built-up land is on the left. */
  const edges = new Map();
  const edge = (from, to) => edges.set(from, [...(edges.get(from) ?? []), to]);
  for (const cell of built) {
    if (!built.has(cell - COLUMNS)) edge(cell, cell + 1);
    if (!built.has(cell + 1)) edge(cell + 1, cell + 1 + COLUMNS);
    if (!built.has(cell + COLUMNS)) edge(cell + 1 + COLUMNS, cell + COLUMNS);
    if (!built.has(cell - 1)) edge(cell + COLUMNS, cell);
  }
  const rings = [];
  for (const start of edges.keys()) {
    while (edges.get(start)?.length > 0) {
      const ring = [start];
      let point = edges.get(start).pop();
      for (; point !== start; point = edges.get(point).pop()) ring.push(point);
      rings.push(ring.map((corner) => [corner % COLUMNS, Math.floor(corner / COLUMNS)]));
    }
  }
  return rings;
}

const area = (ring) =>
  ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);

/** A ring with fewer points, from two lines between opposite points of it. */
function smooth(ring) {
  const middle = Math.floor(ring.length / 2);
  const halves = [ring.slice(0, middle + 1), [...ring.slice(middle), ring[0]]];
  return halves.flatMap((half) => simplified(half, TOLERANCE).slice(0, -1));
}

/** The rings of the counties, each with its box. */
function counties() {
  const text = readFileSync(new URL('../../public/basemap.txt', import.meta.url), 'utf8');
  const read = ringReader(text);
  const range = (numbers) => [Math.min(...numbers), Math.max(...numbers)];
  return rows(text, 'c')
    .flatMap((row) => read(row.split(' ')[1]))
    .map((ring) => ({ ring, lons: range(ring.map(([lon]) => lon)), lats: range(ring.map(([, lat]) => lat)) }));
}

const isIn = ([least, most], number) => number >= least && number <= most;

/** The outlines, each point longitude and latitude. Where they lie in one another, every second one is a hole. */
export function builtUp(postcodesPath) {
  const postcodes = counts(postcodesPath);
  const dense = cells((cell) => STEPS.reduce((sum, step) => sum + postcodes[cell + step], 0) >= LEAST_POSTCODES);
  const joined = cells(
    (cell) => dense.has(cell) && NEIGHBOURS.filter((step) => dense.has(cell + step)).length >= LEAST_NEIGHBOURS,
  );
  const degrees = ([x, y]) => [
    BOX.west + ((x - 1) * CELL) / METRES_PER_DEGREE_EAST,
    BOX.south + ((y - 1) * CELL) / METRES_PER_DEGREE,
  ];
  const wales = counties();
  const middle = (cell) => degrees([(cell % COLUMNS) + 0.5, Math.floor(cell / COLUMNS) + 0.5]);
  const isInWales = (cell) => {
    const [lon, lat] = middle(cell);
    return wales.some(({ ring, lons, lats }) => isIn(lons, lon) && isIn(lats, lat) && holds(ring, [lon, lat]));
  };
  const inWales = new Set([...joined].filter(isInWales));
  return outlines(large(inWales))
    .filter((ring) => Math.abs(area(ring)) >= LEAST_CELLS / 2)
    .map(smooth)
    .filter((ring) => ring.length > 2)
    .map((ring) => [...ring, ring[0]].map(degrees));
}
