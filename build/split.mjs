// Splits the late parts of the page (src/late) from the module, and runs
// wasm-bindgen and wasm-opt in place of trunk: trunk cannot split, and its wasm-bindgen drops the
// relocations that splitting needs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What browsers of the last years support; all features would allow encodings that they refuse. */
const FEATURES = [
  'bulk-memory',
  'nontrapping-float-to-int',
  'sign-ext',
  'mutable-globals',
  'reference-types',
  'multivalue',
].map((feature) => `--enable-${feature}`);
const PASSES =
  '-Oz --flatten --rereloop -Oz --flatten --rereloop -Oz -Oz --converge --low-memory-unused --strip-debug --strip-producers --strip-target-features'.split(
    ' ',
  );

const run = (command, ...options) => execFileSync(command, options, { encoding: 'utf8' });

/** Replaces a pattern's match. No match is an error: a tool has changed its output. */
function replaceIn(text, pattern, replacement) {
  if (!pattern.test(text)) throw new Error(`split: nothing matches ${pattern}`);
  return text.replace(pattern, replacement);
}

/**
 * Shortens the names of the main module's imports and exports, each of which wasm-bindgen ends with
 * a hash, in the module and in its script. Saves 6 kB of compressed bytes.
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
 * The script of the main module with the loader of the late module in it, so that the first visit
 * needs no request for the loader. wasm-split-cli writes the loader as a script of its own, which
 * takes the exports of the main module from `initSync`; here it finds them in `wasm`.
 */
function withLoader(script, loader, lateName) {
  const functions = [...loader.matchAll(/export const (\w+)/g)].map(([, name]) => name);
  const edits = [
    [/^import .*$/m, ''],
    [/export const/g, 'const'],
    [/split_late_parts\.wasm/, lateName],
    // The page shows the failure itself, and a visitor who leaves during the load is not an error.
    [/console\.error\(e\)/, 'console.warn(e)'],
    [/const \{([^}]*)\} = initSync\(undefined, undefined\);/, ''],
    // In quotes, since shortenNames must leave the names that the late module imports.
    [
      /Object\.assign\((\S+), \{([^}]*)\}\);/,
      (_, target, names) =>
        names
          .match(/\w+/g)
          .map((name) => `${target}["${name}"] = wasm.${name};`)
          .join('\n'),
    ],
    [/sharedImports\.__wasm_split\.__indirect_function_table/, 'wasm.__indirect_function_table'],
  ];
  const joined = edits.reduce((text, [pattern, replacement]) => replaceIn(text, pattern, replacement), loader);
  return replaceIn(
    script,
    /^import \* as (\w+) from "\.\/__wasm_split\.js"/m,
    (_, name) => `${joined}\nconst ${name} = { ${functions.map((name) => `${name}: ${name}`).join(', ')} };`,
  );
}

/**
 * Writes the main module, its script and the late module into the folder.
 *
 * @param built the module that cargo built
 * @param folder where trunk collects the bundle
 * @param main the file name of the main module, with trunk's hash of the whole program: the base of
 *   the other two names
 */
export function split(built, folder, main, { optimize }) {
  const work = mkdtempSync(join(tmpdir(), 'gorlif-split-'));
  const [mainModule, lateModule] = ['main_bg.wasm', 'split_late_parts.wasm'].map((name) => join(work, name));
  try {
    run('wasm-split-cli', built, work, '--out-name', 'main');
    const bindgen = ['--target', 'web', '--no-typescript', '--keep-lld-exports', '--out-dir', work];
    run('wasm-bindgen', ...bindgen, join(work, 'main.wasm'));
    if (optimize) {
      for (const module of [mainModule, lateModule]) run('wasm-opt', ...FEATURES, ...PASSES, module, '-o', module);
    }
    const lateName = main.replace('_bg.wasm', '_late.wasm');
    const [script, loader] = ['main.js', '__wasm_split.js'].map((name) => readFileSync(join(work, name), 'utf8'));
    const whole = withLoader(script, loader, lateName);
    writeFileSync(join(folder, main.replace('_bg.wasm', '.js')), optimize ? shortenNames(mainModule, whole) : whole);
    writeFileSync(join(folder, main), readFileSync(mainModule));
    writeFileSync(join(folder, lateName), readFileSync(lateModule));
  } finally {
    rmSync(work, { recursive: true });
  }
}
