// Makes public/built-up.txt from the unit postcodes of PyPI postcodez: where they are dense, land is built up.
import { readFileSync } from 'node:fs';
import { simplified } from '../../build/flood-areas.mjs';

const [postcodesPath] = process.argv.slice(2);

/** Wales and what the map shows around it. */
const BOX = { south: 51.3, north: 53.5, west: -5.6, east: -2.4 };
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
/** The origin and the steps per degree of the coordinates, as in basemap.txt. */
const ORIGIN = { lat: 49, lon: -9, steps: 2_000 };

const METRES_PER_DEGREE = 111_320;
const METRES_PER_DEGREE_EAST = METRES_PER_DEGREE * Math.cos((52.3 * Math.PI) / 180);
const COLUMNS = Math.ceil(((BOX.east - BOX.west) * METRES_PER_DEGREE_EAST) / CELL) + 3;
const ROWS = Math.ceil(((BOX.north - BOX.south) * METRES_PER_DEGREE) / CELL) + 3;
const at = (x, y) => y * COLUMNS + x;
const STEPS = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => at(x, y)));
const NEIGHBOURS = STEPS.filter((step) => step !== 0);
const BESIDE = [1, -1, COLUMNS, -COLUMNS];

/** The number of postcodes in each cell; there is an empty cell at each edge. */
function counts() {
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

const postcodes = counts();
const dense = cells((cell) => STEPS.reduce((sum, step) => sum + postcodes[cell + step], 0) >= LEAST_POSTCODES);
const joined = cells(
  (cell) => dense.has(cell) && NEIGHBOURS.filter((step) => dense.has(cell + step)).length >= LEAST_NEIGHBOURS,
);
const rings = outlines(large(joined))
  .filter((ring) => Math.abs(area(ring)) >= LEAST_CELLS / 2)
  .map(smooth)
  .filter((ring) => ring.length > 2);

const step = (degrees, origin) => Math.round((degrees - origin) * ORIGIN.steps);
/** The first point, then the way to each next one: longitude and latitude in steps. */
function text(ring) {
  let [lastX, lastY] = [0, 0];
  const closed = [...ring, ring[0]];
  return closed
    .map(([x, y]) => {
      const lon = step(BOX.west + ((x - 1) * CELL) / METRES_PER_DEGREE_EAST, ORIGIN.lon);
      const lat = step(BOX.south + ((y - 1) * CELL) / METRES_PER_DEGREE, ORIGIN.lat);
      const way = `${lon - lastX} ${lat - lastY}`;
      [lastX, lastY] = [lon, lat];
      return way;
    })
    .join(' ');
}

// Lines of text: a comment; `o`, origin and steps per degree; `b`, an outline. Where outlines lie in one another, every second one is a hole.
process.stdout.write(
  [
    '# Built-up areas, by the density of postcodes: contains OS data © Crown copyright, Royal Mail data © Royal Mail copyright, National Statistics data (Open Government Licence v3.0). Made by core/geodata/built-up.mjs.',
    `o ${ORIGIN.lat} ${ORIGIN.lon} ${ORIGIN.steps}`,
    ...rings.map((ring) => `b ${text(ring)}`),
    '',
  ].join('\n'),
);
process.stderr.write(`${rings.length} outlines, ${rings.reduce((sum, ring) => sum + ring.length, 0)} points\n`);
