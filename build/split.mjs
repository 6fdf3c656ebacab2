// Splits the chunks of src/late from the module, and runs wasm-bindgen and wasm-opt in place of trunk:
// trunk cannot split, and its wasm-bindgen drops the relocations that splitting needs.
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** What browsers of the last years support; all features would allow encodings that they refuse. */
const FEATURES = [
  'bulk-memory',
  'nontrapping-float-to-int',
  'sign-ext',
  'mutable-globals',
  'reference-types',
  'multivalue',
].map((feature) => `--enable-${feature}`);
/** The names of functions depend on the folder of the build. */
const STRIP = ['--strip-debug', '--strip-producers', '--strip-target-features'];
const PASSES = '-Oz --flatten --rereloop -Oz --flatten --rereloop -Oz -Oz --converge --low-memory-unused'.split(' ');

const run = (command, ...options) => execFileSync(command, options, { encoding: 'utf8', maxBuffer: 2 ** 30 });

/** Replaces a pattern's match. No match is an error: a tool has changed its output. */
function replaceIn(text, pattern, replacement) {
  if (!pattern.test(text)) throw new Error(`split: nothing matches ${pattern}`);
  return text.replace(pattern, replacement);
}

/**
 * Shortens the names of the main module's imports and exports, each of which wasm-bindgen ends with
 * a hash, in the module and in its script. Saves 9 kB of compressed bytes before the data.
 */
function shortenNames(module, script) {
  const { imports, exports } = JSON.parse(
    run('wasm-opt', ...FEATURES, '--minify-imports-and-exports-and-modules', module, '-o', module),
  );
  const shortNames = new Map([
    ...imports.map(([, name, short]) => [`${name}:`, `${short}:`]),
    ...exports.map(([name, short]) => [`.${name}`, `.${short}`]),
  ]);
  // wasm-opt joins the modules that it imports from, under the name "a".
  const joined = replaceIn(
    script,
    /"\.\/main_bg\.js": (\w+),\s*"\.\/__wasm_split\.js": (\w+),/,
    'a: Object.assign($1, $2),',
  );
  // Keys and properties.
  return joined.replace(/(?<![\w$.])[\w$]+:|\.[\w$]+/g, (name) => shortNames.get(name) ?? name);
}

/**
 * Removes the list of features that rustc writes into a module: wasm-bindgen then keeps the page's objects in an array of its script
 * instead of in a table of the module, which Safari 16.0 to 16.3 read wrongly (`docs/browsers.md`).
 */
const withoutReferenceTypes = (module) =>
  run('wasm-opt', ...FEATURES, '--debuginfo', '--strip-target-features', module, '-o', module);

/** The chunks that load before all others, in this order. The last has only what several of the others share. */
const FIRST = ['search', 'page', 'shared'];

/**
 * The modules of each chunk, the first chunks first. wasm-split-cli writes a module for each chunk, and one
 * for each set of chunks that share functions, which its loader names in a comment. A shared module belongs to
 * the chunk of its set that loads first, or to `shared` if the order of the set is open.
 */
function modulesOfChunks(folder) {
  const loader = readFileSync(join(folder, '__wasm_split.js'), 'utf8');
  const names = [...loader.matchAll(/__wasm_split_load_(\w+)/g)].map(([, name]) => name).sort();
  const chunks = new Map([...FIRST, ...names].map((name) => [name, []]));
  for (const name of names) chunks.get(name).push(`split_${name}`);
  for (const [, set, module] of loader.matchAll(/\/\* (\w+(?:, \w+)+) \*\/\s*const __(chunk_\d+) =/g)) {
    const members = set.split(', ');
    chunks.get(FIRST.find((name) => members.includes(name)) ?? FIRST.at(-1)).push(module);
  }
  const assigned = [...chunks.values()].flat().sort();
  const written = readdirSync(folder).flatMap((file) => file.match(/^((?:split|chunk)_\w+)\.wasm$/)?.[1] ?? []);
  if (String(assigned) !== String(written.sort())) {
    throw new Error(`split: the modules are ${written}, the loader has ${assigned}`);
  }
  return chunks;
}

/**
 * Writes the module through which merged modules import each item of the main module once: with the module of
 * that name before them, wasm-merge joins their imports from it. Returns the names of the items.
 */
function writeImports(folder, modules) {
  const imports = new Map();
  // The smallest modules have all imports, and their texts are the shortest.
  const bySize = modules
    .map((name) => join(folder, `${name}.wasm`))
    .sort((a, b) => statSync(a).size - statSync(b).size);
  const wanted = new Set(
    bySize.flatMap((file) =>
      WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(file))).map(({ name }) => name),
    ),
  );
  for (const file of bySize) {
    if (imports.size === wanted.size) break;
    const text = run('wasm-dis', ...FEATURES, file);
    for (const [, name, kind, type] of text.matchAll(/^ \(import "__wasm_split" "(\w+)" \((\w+) \$\S+ (.*)\)\)$/gm)) {
      imports.set(name, [kind, type]);
    }
  }
  // In development a constant tells whether the modules are of one build, which they are here.
  const isCanary = ([name]) => name.startsWith('__canary');
  const shared = [...imports].filter((item) => !isCanary(item));
  const lines = shared.map(
    ([name, [kind, type]]) =>
      `(import "main" "${name}" (${kind} $${name} ${type})) (export "${name}" (${kind} $${name}))`,
  );
  // Definitions stand after imports.
  const constants = [...imports].filter(isCanary);
  lines.push(...constants.map(([name, [, type]]) => `(global (export "${name}") ${type} (${type}.const 0))`));
  writeFileSync(join(folder, 'imports.wat'), `(module ${lines.join('\n')})`);
  run('wasm-as', ...FEATURES, join(folder, 'imports.wat'), '-o', join(folder, 'imports.wasm'));
  return shared.map(([name]) => name);
}

/** Optimizes a module in place. The results are kept in the folder `cache`, because wasm-opt takes most of the time of an unchanged build. */
async function optimizeModule(module, cache) {
  run('wasm-opt', ...FEATURES, ...STRIP, module, '-o', module);
  const key = createHash('sha256')
    .update(`${run('wasm-opt', '--version')} ${FEATURES} ${PASSES}`)
    .update(readFileSync(module))
    .digest('hex');
  const result = join(cache, `${key}.wasm`);
  if (!existsSync(result)) {
    await promisify(execFile)('wasm-opt', [...FEATURES, ...PASSES, module, '-o', module]);
    mkdirSync(cache, { recursive: true });
    // Renamed when it is complete, so that an interrupted build leaves no part of a module.
    copyFileSync(module, `${result}.part`);
    renameSync(`${result}.part`, result);
  }
  copyFileSync(result, module);
}

/** Merges the modules of a chunk. */
function merge(folder, modules, merged) {
  const named = (file, name) => [join(folder, `${file}.wasm`), name];
  const files = [...named('imports', '__wasm_split'), ...modules.flatMap((module) => named(module, module))];
  run('wasm-merge', ...FEATURES, '-g', '--skip-export-conflicts', ...files, '-o', merged);
}

/**
 * The script of the main module with the loader of the chunks (src/js/chunks.mjs) in it, so that the first visit
 * needs no request for it.
 */
function withLoader(script, chunks, shared, file) {
  const uses = [...chunks].map(([name]) => [
    name,
    FIRST.slice(0, FIRST.includes(name) ? FIRST.indexOf(name) : undefined),
  ]);
  const known = Object.fromEntries(uses.map(([name, before]) => [name, { file: file(name), after: before }]));
  const code = readFileSync('src/js/chunks.mjs', 'utf8')
    .replace('const CHUNKS = {};', () => `const CHUNKS = ${JSON.stringify(known)};`)
    .replace('export const', 'const');
  // In quotes, since shortenNames must leave the names that the chunks import.
  const exports = shared.map((name) => `["${name}"]: wasm.${name}`);
  const loaders = [...chunks.keys()].map((name) => `__wasm_split_load_${name}: loader("${name}", exportsOfMain)`);
  const joined = `${code}
const exportsOfMain = () => ({ ${exports.join(', ')} });
const loaders = { ${loaders.join(', ')} };
${script}`;
  // wasm-bindgen imports the loaders once for each chunk.
  return replaceIn(joined, /^import \* as (\w+) from "\.\/__wasm_split\.js"/gm, 'const $1 = loaders;');
}

/**
 * Writes the main module, its script and the chunks into the folder.
 *
 * @param built the module that cargo built
 * @param folder where trunk collects the bundle
 * @param main the file name of the main module, with trunk's hash of the whole program: the base of
 *   the other names
 */
export async function split(built, folder, main, { optimize }) {
  const work = mkdtempSync(join(tmpdir(), 'gorlif-split-'));
  const cache = join(dirname(built), 'optimized');
  const fileOf = (chunk) => main.replace('_bg.wasm', `_${chunk}.wasm`);
  try {
    run('wasm-split-cli', built, work, '--out-name', 'main');
    withoutReferenceTypes(join(work, 'main.wasm'));
    const bindgen = ['--target', 'web', '--no-typescript', '--keep-lld-exports', '--out-dir', work];
    run('wasm-bindgen', ...bindgen, join(work, 'main.wasm'));
    const chunks = modulesOfChunks(work);
    const shared = writeImports(work, [...chunks.values()].flat());
    const writeChunks = async () => {
      for (const [chunk, modules] of chunks) {
        const merged = join(work, `merged_${chunk}.wasm`);
        merge(work, modules, merged);
        if (optimize) await optimizeModule(merged, cache);
        writeFileSync(join(folder, fileOf(chunk)), readFileSync(merged));
      }
    };
    const mainModule = join(work, 'main_bg.wasm');
    // The main module takes as long as all chunks together, and one run of wasm-opt uses one core.
    await Promise.all([optimize && optimizeModule(mainModule, cache), writeChunks()]);
    const script = withLoader(readFileSync(join(work, 'main.js'), 'utf8'), chunks, shared, fileOf);
    writeFileSync(join(folder, main.replace('_bg.wasm', '.js')), optimize ? shortenNames(mainModule, script) : script);
    writeFileSync(join(folder, main), readFileSync(mainModule));
  } finally {
    rmSync(work, { recursive: true });
  }
}
