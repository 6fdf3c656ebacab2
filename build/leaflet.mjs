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
  ['Map.addInitHook(', 'tapHold'],
  ['var EPSG3395 =', ''],
  ['var EPSG4326 =', ''],
  ['var EPSG900913 =', ''],
  ['var Simple =', ''],
];
const REPLACED = [
  [/^export \{[^}]*\};$/m, `globalThis.L = { ${USED} };`],
  [/\(this\.options\.preferCanvas && canvas\(options\)\) \|\| svg\(options\)/, 'svg(options)'],
  // What every browser with WebAssembly has, and what none has; what is left of the table are plain variables.
  [/\bBrowser\.(?:any3d|pointer|svg|inlineSvg|passiveEvents|canvas)\b/g, 'true'],
  [/\bBrowser\.(?:ie|ielt9|ie3d|vml|edge|androidStock|android23|opera12|phantom|mobileOpera|msPointer)\b/g, 'false'],
  [/\bBrowser\.(\w+)/g, 'browser_$1'],
  [/^var Browser = \{[^}]*\};$/m, 'var browser_retina = retina, browser_touch = touch, browser_touchNative = touchNative, browser_safari = safari, browser_mobile = mobile, browser_mac = mac, browser_linux = linux, browser_chrome = chrome;'],
  // Every marker of ours has an icon of ours.
  [/icon: new IconDefault\(\)/, 'icon: undefined'],
  // A class that nobody names may go.
  [/= (\w+)\.extend\(/g, '= /*@__PURE__*/ $1.extend('],
  [/^(?:[Cc]ontrol|CRS|GeoJSON|[Tt]ileLayer|Icon|SVG|LineUtil)\.\w+ = \w+;\n/gm, ''],
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
  const [unknown] = code.match(/\bbrowser_\w+/g).filter((name) => !code.includes(`${name} = `));
  if (unknown) throw new Error(`leaflet: nothing is known of ${unknown}`);
  return (await minify(code, { module: true, enclose: true, ecma: 2020, compress: { passes: 4, pure_getters: true, keep_fargs: false, ecma: 2020 } })).code;
}

/** Classes that nothing on this map has: of what is cut above, of options that are off, of browsers before 2015. */
const UNSET = /\.(?:leaflet-(?:control|bar|tooltip|top|right|bottom|left|fade-anim|popup-close-button|default-icon-path|attribution-flag|marker-shadow|shadow-pane|image-layer|oldie|vml-shape)\b|lvml\b)/;

/** Leaflet's minified style sheet without the rules of those. */
export function leafletStyle(css) {
  const kept = css.replace(/([^{}]+)(\{[^{}]*\})/g, (_, selectors, rule) => {
    const set = selectors.split(',').filter((selector) => !UNSET.test(selector));
    return set.length ? set.join(',') + rule : '';
  });
  if (kept.length > 0.6 * css.length) throw new Error('leaflet: the style sheet is not as it was');
  return kept.replace(/@media[^{}]*\{\}/g, '');
}
