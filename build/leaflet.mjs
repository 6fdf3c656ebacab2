// Leaflet as the page needs it: its own modules, without the parts that nothing here calls (controls, tooltips, GeoJSON, overlays, the
// canvas renderer) and without what only browsers before 2015 took. Everything that is cut is named; a release of Leaflet in which
// one of them is not found does not build.
import { readFileSync } from 'node:fs';
import { minify } from 'terser';

const SOURCE = 'node_modules/leaflet/dist/leaflet-src.esm.js';
/** What src/map/leaflet.rs names. */
const USED = 'map: createMap, tileLayer, polygon, polyline, circle, marker, popup, divIcon, point: toPoint, DomUtil: { setPosition, setTransform }, version';
/** Statements that add methods or start-up code which keep the unused alive: how each begins, and what it holds. */
const CUT = [
  ['Map.addInitHook(function', 'zoomControl'],
  ['Map.addInitHook(function', 'attributionControl'],
  ['Map.include(', 'addControl'],
  ['Map.include(', 'openTooltip'],
  ['Layer.include(', 'bindTooltip'],
  ['Marker.include(PointToGeoJSON', ''],
  ['Circle.include(PointToGeoJSON', ''],
  ['CircleMarker.include(PointToGeoJSON', ''],
  ['Polyline.include(', 'toGeoJSON'],
  ['Polygon.include(', 'toGeoJSON'],
  ['LayerGroup.include(', 'toGeoJSON'],
];
const REPLACED = [
  [/^export \{[^}]*\};$/m, `globalThis.L = { ${USED} };`],
  [/\(this\.options\.preferCanvas && canvas\(options\)\) \|\| svg\(options\)/, 'svg(options)'],
  [/\bBrowser\.(?:ie|ielt9|vml|edge|androidStock|android23|opera12|phantom)\b/g, 'false'],
  // A class that nobody names may go.
  [/= (\w+)\.extend\(/g, '= /*@__PURE__*/ $1.extend('],
  [/^[Cc]ontrol\.\w+ = \w+;\n/gm, ''],
];

/** The lines without the statement at the left margin that begins so and holds this. */
function without(lines, [begin, inside]) {
  for (let first = 0; first < lines.length; first++) {
    if (!lines[first].startsWith(begin)) continue;
    let last = first;
    while (!/^\S.*;\s*$/.test(lines[last])) last++;
    if (lines.slice(first, last + 1).join('\n').includes(inside)) return lines.toSpliced(first, last + 1 - first);
  }
  throw new Error(`leaflet: no statement "${begin}…" with "${inside}"`);
}

export async function leaflet() {
  const lines = readFileSync(SOURCE, 'utf8').replaceAll('\r', '').split('\n');
  let code = CUT.reduce(without, lines).join('\n');
  for (const [pattern, instead] of REPLACED) {
    const changed = code.replace(pattern, instead);
    if (changed === code) throw new Error(`leaflet: nothing matches ${pattern}`);
    code = changed;
  }
  return (await minify(code, { module: true, enclose: true, ecma: 2020, compress: { passes: 4, pure_getters: true, keep_fargs: false, ecma: 2020 } })).code;
}
