// Leaflet as the page needs it: its own modules, without the parts that nothing here calls (controls, tooltips, GeoJSON, overlays, the
// canvas renderer) and without what only browsers before 2015 took. What is cut by hand is named, and a release of Leaflet in which
// one of them is not found does not build; classes and methods that then nothing calls are found by their names.
import { readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { minify } from 'terser';

const SOURCE = 'node_modules/leaflet/dist/leaflet-src.esm.js';
/** What src/map/leaflet.rs names. */
const USED = 'map: createMap, tileLayer, polygon, polyline, circle, marker, popup, divIcon, point: toPoint, DomUtil: { setPosition, setTransform }, version';
/** Statements that add methods or start-up code which keep the unused alive: how each begins, and what it holds. */
const CUT = [
  ['Map.addInitHook(function', 'zoomControl'],
  ['Map.addInitHook(function', 'attributionControl'],
  ['Map.include(', 'addControl'],
  ['Layer.include(', 'bindTooltip'],
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
  // A tile that is given up gets no picture: the gateway's policy takes none but the page's and the tile server's.
  [/'data:image\/gif;base64,[^']*'/, "''"],
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

/** What the page itself calls: the names in src/map/leaflet.rs, as Rust or as JavaScript has them. */
const called = () => [...readFileSync('src/map/leaflet.rs', 'utf8').matchAll(/\b(?:js_name = |pub fn )(\w+)/g)].map(([, name]) => name);

/** The code without the methods that nothing names but where they are defined. */
function withoutUncalled(code) {
  // The last two are called by the language itself.
  const named = new Set([...called(), 'toString', 'get']);
  const methods = [];
  const walk = (node) => {
    if (node.type === 'MemberExpression' && !node.computed) named.add(node.property.name);
    if (node.type === 'Literal' && typeof node.value === 'string') for (const word of node.value.split(/\W+/)) named.add(word);
    if (node.type === 'Property' && node.key.type === 'Identifier' && /Function/.test(node.value.type)) methods.push(node);
    for (const part of Object.values(node).flat()) if (part?.type) walk(part);
  };
  walk(parse(code, { ecmaVersion: 2022, sourceType: 'module' }));
  const uncalled = methods.filter(({ key }) => !named.has(key.name));
  const outermost = uncalled.filter((one) => !uncalled.some((other) => other.start < one.start && one.end <= other.end));
  return outermost.reduceRight((kept, { start, end }) => kept.slice(0, start) + kept.slice(end).replace(/^\s*,/, ''), code);
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
  const compress = { passes: 4, pure_getters: true, keep_fargs: false, ecma: 2020 };
  for (let before = ''; before.length !== code.length;) {
    before = code;
    ({ code } = await minify(withoutUncalled(code), { module: true, mangle: false, compress }));
  }
  // Leaflet's own names begin with "_", and the page uses none of them.
  return (await minify(code, { module: true, enclose: true, ecma: 2020, compress, mangle: { properties: { regex: /^_/ } } })).code;
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
