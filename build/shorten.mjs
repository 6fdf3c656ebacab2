// Makes the release's WebAssembly and its glue small: the 240 names between the two, 40 letters with a hash each, become one or two
// letters, and the glue is minified (trunk's own minifier cannot read it). 7.7 kB less after brotli.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify } from 'terser';

/** The features that rustc uses; index.html names them to trunk's own run of wasm-opt. */
const features = (html) => html.match(/--enable-[\w-]+/g);

/** Rewrites the pair in the folder; returns what changed, as name → content. */
async function shorten(folder, source) {
  const [wasm] = readdirSync(folder).filter((name) => name.endsWith('_bg.wasm'));
  const glue = wasm.replace('_bg.wasm', '.js');
  const names = execFileSync('wasm-opt', [...features(source), '--minify-imports-and-exports-and-modules', join(folder, wasm), '-o', join(folder, wasm)], { encoding: 'utf8' });
  let code = readFileSync(join(folder, glue), 'utf8');
  for (const [, module, long, short] of names.matchAll(/\["([^"]+)", "([^"]+)", "([^"]+)"\]/g)) {
    const name = new RegExp(`\\b${long}\\b`, 'g');
    if (!name.test(code)) throw new Error(`shorten: the glue has no ${long}`);
    code = code.replace(name, () => short).replace(JSON.stringify(module), '"a"');
  }
  // Some of the exports the glue does not name.
  for (const [, long, short] of names.matchAll(/^\s*\["([^"]+)", "([^"]+)"\]/gm)) code = code.replace(new RegExp(`\\bwasm\\.${long}\\b`, 'g'), () => `wasm.${short}`);
  code = (await minify(code, { module: true, compress: { passes: 2 } })).code;
  writeFileSync(join(folder, glue), code);
  return [wasm, glue];
}

/** Shortens the bundle in the folder; returns its page with the hashes of what changed. `source` is index.html as written. */
export async function shortened(folder, html, source) {
  for (const name of await shorten(folder, source)) {
    const hash = createHash('sha384').update(readFileSync(join(folder, name))).digest('base64');
    const link = new RegExp(`(<link[^>]*${name.replaceAll('.', '\\.')}[^>]* integrity="?)sha384-[\\w+/=]+`);
    if (!link.test(html)) throw new Error(`shorten: index.html does not preload ${name}`);
    html = html.replace(link, (_, before) => `${before}sha384-${hash}`);
  }
  return html;
}
