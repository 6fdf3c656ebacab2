// Makes the release's WebAssembly and its glue small, after trunk has made the two: names of 40 letters become one or two,
// and the glue is minified (trunk's own minifier cannot read it).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify } from 'terser';
import { leaflet, leafletStyle } from './leaflet.mjs';
import { named } from './order.mjs';

/** The features that rustc uses; index.html names them to trunk's own run of wasm-opt. */
const features = (html) => html.match(/--enable-[\w-]+/g);

/**
 * What wasm-opt does, in order. Taking the control flow apart and putting it together anew packs half a percent better, and a second
 * time a little more. Nothing of Rust's lies below 1,024: that is the far end of the stack.
 */
const ANEW = ['--flatten', '--rereloop', '-Oz'];
export const PASSES = [...ANEW, ...ANEW, '-Oz', '--converge', '--low-memory-unused'];

/** Rewrites the pair in the folder; returns the names of the two. */
async function shorten(folder, source) {
  const [wasm] = readdirSync(folder).filter((name) => name.endsWith('_bg.wasm'));
  const glue = wasm.replace('_bg.wasm', '.js');
  const optimise = (...flags) => execFileSync('wasm-opt', [...features(source), ...flags, join(folder, wasm), '-o', join(folder, wasm)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  let code = readFileSync(join(folder, glue), 'utf8');

  // The names are made short in a run that optimises too: one that only renames leaves the functions in an order that packs worse.
  optimise(...PASSES);
  const names = optimise('-Oz', '--low-memory-unused', '--minify-imports-and-exports-and-modules');
  for (const [, module, long, short] of names.matchAll(/\["([^"]+)", "([^"]+)", "([^"]+)"\]/g)) {
    const name = new RegExp(`\\b${long}\\b`, 'g');
    if (!name.test(code)) throw new Error(`shorten: the glue has no ${long}`);
    code = code.replace(name, () => short).replace(JSON.stringify(module), '"a"');
  }
  for (const [, long, short] of names.matchAll(/^\s*\["([^"]+)", "([^"]+)"\]/gm)) code = code.replace(new RegExp(`\\bwasm\\.${long}\\b`, 'g'), () => `wasm.${short}`);
  writeFileSync(join(folder, wasm), named(readFileSync(join(folder, wasm))));
  optimise('-Oz', '--low-memory-unused', '--reorder-functions-by-name');
  writeFileSync(join(folder, wasm), withoutHomes(readFileSync(join(folder, wasm), 'latin1')), 'latin1');
  writeFileSync(join(folder, glue), (await minify(code, { module: true, compress: { passes: 2 } })).code);
  return [wasm, glue];
}

/** Blanks out where the builder's machine keeps its sources: a panic tells its file from the crate's name on. */
const withoutHomes = (wasm) => wasm.replace(/(?:\/[\w.-]+)+?\/registry\/src\/[\w.-]+\/|\/rustc\/[0-9a-f]{40}\//g, (home) => ' '.repeat(home.length));

/** Minifies the keeper, which trunk cannot read either; returns its name. */
async function shortenKeeper(folder) {
  const [keeper] = readdirSync(folder).filter((name) => /^keeper-.*\.js$/.test(name));
  writeFileSync(join(folder, keeper), (await minify(readFileSync(join(folder, keeper), 'utf8'))).code);
  return keeper;
}

/** Puts the smaller Leaflet into the place of the whole one; returns its name. */
async function shortenLeaflet(folder) {
  const [name] = readdirSync(folder).filter((name) => /^leaflet-.*\.js$/.test(name));
  writeFileSync(join(folder, name), await leaflet());
  return name;
}

/** And of its style sheet. */
function shortenLeafletStyle(folder) {
  const [name] = readdirSync(folder).filter((name) => /^leaflet-.*\.css$/.test(name));
  writeFileSync(join(folder, name), leafletStyle(readFileSync(join(folder, name), 'utf8')));
  return name;
}

/** Minifies the scripts that stand in the page itself, but the one that trunk has written. */
async function shortenInline(html) {
  for (const [whole, code] of html.matchAll(/<script>([\s\S]*?)<\/script>/g)) {
    const { code: short } = await minify(code);
    html = html.replace(whole, () => `<script>${short}</script>`);
  }
  return html;
}

/** Shortens the bundle in the folder; returns its page with the hashes of what changed. `source` is index.html as written. */
export async function shortened(folder, html, source) {
  html = await shortenInline(html);
  for (const name of [...(await shorten(folder, source)), await shortenKeeper(folder), await shortenLeaflet(folder), shortenLeafletStyle(folder)]) {
    const hash = createHash('sha384').update(readFileSync(join(folder, name))).digest('base64');
    const [tag] = html.match(new RegExp(`<(?:link|script)[^>]*${name.replaceAll('.', '\\.')}[^>]*>`)) ?? [];
    if (!/ integrity="?sha384-/.test(tag)) throw new Error(`shorten: index.html has no hash of ${name}`);
    html = html.replace(tag, () => tag.replace(/(integrity="?)sha384-[\w+/=]+/, (_, before) => `${before}sha384-${hash}`));
  }
  return html;
}
