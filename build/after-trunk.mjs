// What happens to the bundle after trunk has laid it out: the settings that `make serve` asks for are put into index.html, a release
// is made small, its service worker learns which files it keeps, and the gateway gets what it needs: compressed twins and the hashes of
// the scripts that stand in the page itself.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { minify } from 'terser';
import { shortened } from './shorten.mjs';

const { TRUNK_STAGING_DIR: staging, TRUNK_HTML_FILE: source, TRUNK_PROFILE: profile, GORLIF_SETTINGS: wanted } = process.env;
if (!staging) throw new Error('TRUNK_STAGING_DIR is not set: trunk calls this script');
const page = join(staging, 'index.html');
let html = readFileSync(page, 'utf8');

// GORLIF_SETTINGS is JSON that is laid over the block of index.html, part by part. A release bundle keeps the block as written.
if (wanted) {
  const block = /(<script[^>]*id="?settings"?[^>]*>)([\s\S]*?)(<\/script>)/;
  const found = html.match(block);
  if (!found) throw new Error('index.html has no settings block');
  const settings = { ...JSON.parse(found[2]), ...JSON.parse(wanted) };
  // "<" cannot end the block from inside.
  html = html.replace(block, (_, open, __, close) => open + JSON.stringify(settings).replaceAll('<', '\\u003c') + close);
}
// In a frame the page starts when its view is laid out (starter.js).
const begins = /const wasm = await init/;
if (!begins.test(html)) throw new Error('trunk starts the page in another way than after-trunk knows');
html = html.replace(begins, "const begun = {};\ndocument.dispatchEvent(new CustomEvent('gorlif:begin', { detail: begun }));\nawait begun.laidOut;\n$&");
if (profile === 'release') {
  for (const file of ['frame.js', 'embed.js', 'pages/builder.js']) writeFileSync(join(staging, file), (await minify(readFileSync(join(staging, file), 'utf8'))).code);
  html = await shortened(staging, html, readFileSync(source, 'utf8'));
  html = html.replace(/<script(?=[^>]*\/keeper-)/, '<script data-worker=service_worker.js');
  // In a frame without an origin of its own only what is asked for with CORS can be held against its hash.
  html = html.replace(/<(?:script|link)\b(?=[^>]*\bintegrity=)(?![^>]*\bcrossorigin\b)/g, '$& crossorigin=anonymous');
}
writeFileSync(page, html);

if (profile === 'release') {
  // The pages beside it, and what only other sites load, are not kept on visitors' devices.
  const files = readdirSync(staging, { withFileTypes: true }).filter((entry) => entry.isFile() && entry.name !== 'embed.js').map(({ name }) => name).sort();
  const version = createHash('sha256');
  for (const file of files) version.update(file).update(readFileSync(join(staging, file)));
  const known = { VERSION: version.digest('hex').slice(0, 16), FILES: ['./', ...files.filter((file) => file !== 'index.html')] };
  const worker = readFileSync('src/service_worker.js', 'utf8');
  const line = /\{ VERSION: 'development', FILES: \[\] \}/;
  if (!line.test(worker)) throw new Error('service_worker.js has no place for the version and the files');
  writeFileSync(join(staging, 'service_worker.js'), (await minify(worker.replace(line, () => JSON.stringify(known)))).code);

  // Not of HTML: deployers set things there, and a twin would keep showing the page as it was.
  for (const file of readdirSync(staging, { recursive: true }).filter((file) => /\.(?:css|js|wasm|txt|svg|webmanifest)$/.test(file))) {
    const body = readFileSync(join(staging, file));
    // Which way of writing distances packs smallest differs from build to build, so the likeliest few are tried.
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    const packed = [[0, 0], [0, 3], [0, 12], [0, 14], [1, 16], [1, 20]].map(([postfix, direct]) =>
      brotliCompressSync(body, { params: { ...quality, [constants.BROTLI_PARAM_NPOSTFIX]: postfix, [constants.BROTLI_PARAM_NDIRECT]: direct } }));
    writeFileSync(join(staging, `${file}.br`), packed.reduce((least, one) => (one.length < least.length ? one : least)));
    writeFileSync(join(staging, `${file}.gz`), gzipSync(body, { level: 9 }));
  }
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/json)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code);
  const hashes = inline.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  writeFileSync(join(staging, 'script-hashes'), `${hashes.join(' ')}\n`);
}
