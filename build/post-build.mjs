// trunk's post_build hook. Splits the module (split.mjs), and writes the script of street level, and the paths of the operations and the
// settings of `make serve` into index.html. In release builds it also minifies the scripts that trunk cannot minify, and writes
// the service worker's file list, the compressed copies and the hashes of the inline scripts and styles.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { minify } from 'terser';
import { limit } from './limits.mjs';
import { plainPages, staticPages } from './pages.mjs';
import { split } from './split.mjs';

const { TRUNK_STAGING_DIR: staging, TRUNK_PROFILE: profile, GORLIF_SETTINGS: settings } = process.env;
if (!staging) throw new Error('TRUNK_STAGING_DIR is not set: trunk runs this script');
const read = (file, encoding = 'utf8') => readFileSync(join(staging, file), encoding);
const write = (file, content, encoding = 'utf8') => writeFileSync(join(staging, file), content, encoding);

/** Replaces a pattern's match. No match is an error: trunk or index.html has changed. */
function replaceIn(text, pattern, replacement) {
  if (!pattern.test(text)) throw new Error(`post-build: nothing matches ${pattern}`);
  return text.replace(pattern, replacement);
}

/** Merges the JSON object of GORLIF_SETTINGS into the settings block; its top-level fields win. */
function withSettings(html) {
  return replaceIn(html, /(<script[^>]*id="?settings"?[^>]*>)([\s\S]*?)(<\/script>)/, (_, open, block, close) => {
    const merged = JSON.stringify({ ...JSON.parse(block), ...JSON.parse(settings) });
    // Escaped, so that "</script>" in a value cannot close the element.
    return open + merged.replaceAll('<', '\\u003c') + close;
  });
}

/** Writes the paths that the page polls and that do not depend on the visitor into bootstrap.js: by operation and version. */
function withPaths(html) {
  const paths = JSON.parse(readFileSync('core/operations.json', 'utf8'))
    .filter(({ poll_seconds, versions }) => poll_seconds && !versions.some(({ path }) => path.includes('{')))
    .map(({ id, versions }) => [id, Object.fromEntries(versions.map(({ id, path }) => [id, path]))]);
  return replaceIn(html, /const PATHS = \{\};/, () => `const PATHS = ${JSON.stringify(Object.fromEntries(paths))};`);
}

/** Writes the limits of core into bootstrap.js: each in the place of its name. */
function withLimits(html) {
  const source = readFileSync('core/src/domain/limits.rs', 'utf8');
  const declared = replaceIn(html, /const LIMITS = \{\};/, '');
  return declared.replace(/\bLIMITS\.(\w+)/g, (_, name) => limit(source, name));
}

/**
 * In a frame, starts the page after its style sheet and script (bootstrap.js has the promise). A module that fails is reported as an
 * uncaught error, since WebKit reports no rejection of a script's top-level `await`.
 */
const withStart = (html) =>
  replaceIn(
    html,
    /const wasm = await (init\(.*\));/,
    `const bootstrap = {};
document.dispatchEvent(new CustomEvent('gorlif:read-bootstrap', { detail: bootstrap }));
await bootstrap.frameAssetsLoaded;
const wasm = await $1.catch((error) => {
  setTimeout(() => { throw error; });
  throw error;
});`,
  );

/**
 * Gives the module a lower priority than the first responses. With one priority, HTTP/2 sends the responses in the order of their
 * requests: the module, which is the largest, before the data.
 */
const withPriority = (html) => replaceIn(html, /<link (?=[^>]*_bg\.wasm)/, '<link fetchpriority="low" ');

/**
 * Minifies the inline scripts of index.html. Excludes JSON blocks and trunk's module scripts, which
 * have attributes.
 */
async function withMinifiedInlineScripts(html) {
  for (const [element, code] of html.matchAll(/<script>([\s\S]*?)<\/script>/g)) {
    const { code: minified } = await minify(code, { ecma: 2020, compress: { passes: 3 } });
    html = html.replace(element, () => `<script>${minified}</script>`);
  }
  return html;
}

/** Of the source map of a library, which is not in the bundle. */
const SOURCE_MAP = /\n\/\/# sourceMappingURL=.*/;

/** Minifies the scripts of the bundle, except Leaflet: it is minified, and a second pass breaks it. */
async function minifyScripts(files) {
  for (const file of files.filter((file) => file.endsWith('.js') && file !== 'service_worker.js')) {
    if (file.startsWith('leaflet-')) {
      write(file, replaceIn(read(file), SOURCE_MAP, ''));
      continue;
    }
    const options = {
      module: file.startsWith('gorlif-'),
      ecma: file.startsWith('failure_box') ? 5 : 2020,
      compress: { passes: 3 },
    };
    write(file, (await minify(read(file), options)).code);
  }
}

/**
 * Removes the builder's paths from panic locations, which then begin with the crate's name and
 * version.
 */
function blankBuilderPaths(wasm) {
  const paths = /(?:\/[\w.-]+)+?\/registry\/src\/[\w.-]+\/|\/rustc\/[0-9a-f]{40}\//g;
  // Spaces keep the length, so that no offset in the module changes.
  write(
    wasm,
    read(wasm, 'latin1').replace(paths, (path) => ' '.repeat(path.length)),
    'latin1',
  );
}

/** Recomputes the integrity hashes, since the files have changed after trunk computed them. */
function withIntegrity(html) {
  return html.replace(/<(?:link|script)\b[^>]*\bintegrity=[^>]*>/g, (tag) => {
    const [, file] = tag.match(/(?:src|href)="?[./]*([\w.-]+)/);
    const hash = createHash('sha384')
      .update(readFileSync(join(staging, file)))
      .digest('base64');
    const hashed = replaceIn(tag, /(integrity="?)sha384-[\w+/=]+/, (_, name) => `${name}sha384-${hash}`);
    // In a frame with an opaque origin, integrity needs requests with CORS.
    return /\bcrossorigin\b/.test(hashed) ? hashed : hashed.replace(/^<\w+/, '$& crossorigin=anonymous');
  });
}

/**
 * Writes the script of street level: the library and what uses it in one file, since both are loaded together. Their licences stand in
 * a comment, which minifying keeps.
 */
function writeStreets() {
  const folder = 'node_modules/protomaps-leaflet';
  const library = readFileSync(join(folder, 'dist/protomaps-leaflet.js'), 'utf8').replace(SOURCE_MAP, '');
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const packages = ['protomaps-leaflet', ...Object.keys(dependencies)];
  const licences = packages.flatMap((name) => {
    const at = [join(folder, 'node_modules', name), join('node_modules', name)].find(existsSync);
    const file = at && readdirSync(at).find((entry) => /^licen[cs]e/i.test(entry));
    return file ? [`${name}\n\n${readFileSync(join(at, file), 'utf8').trim()}`] : [];
  });
  const notice = licences.join('\n\n').replaceAll('*/', '* /');
  write('streets.js', `/*!\n${notice}\n*/\n${library}${readFileSync('src/js/streets.js', 'utf8')}`);
}

/** Writes the service worker with its version and the files that it caches. */
async function writeServiceWorker(files) {
  const version = createHash('sha256');
  for (const file of files) version.update(file).update(readFileSync(join(staging, file)));
  const known = {
    VERSION: version.digest('hex').slice(0, 16),
    FILES: ['./', ...files.filter((file) => file !== 'index.html')],
  };
  const worker = replaceIn(
    readFileSync('src/js/service_worker.js', 'utf8'),
    /\{ VERSION: 'development', FILES: \[\] \}/,
    () => JSON.stringify(known),
  );
  write('service_worker.js', (await minify(worker)).code);
}

/**
 * Writes the compressed copies that nginx serves. Excludes HTML, whose copies would not follow a
 * deployer's edits of the settings.
 */
function writeCompressedCopies() {
  for (const file of readdirSync(staging, { recursive: true }).filter((file) =>
    /\.(?:css|js|wasm|txt|svg|webmanifest)$/.test(file),
  )) {
    const body = readFileSync(join(staging, file));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      // Smaller blocks than the default, and contexts of signed bytes (`FONT`), save 0.4 % of the module.
      [constants.BROTLI_PARAM_LGBLOCK]: 17,
      [constants.BROTLI_PARAM_MODE]: file.endsWith('.wasm')
        ? constants.BROTLI_MODE_FONT
        : constants.BROTLI_MODE_GENERIC,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    write(`${file}.br`, brotliCompressSync(body, { params }));
    write(`${file}.gz`, gzipSync(body, { level: 9 }));
  }
}

/** The inline scripts that are executed, and the inline styles. */
const INLINE = {
  'script-hashes': /<script(?![^>]*\bsrc=)(?![^>]*application\/json)[^>]*>([\s\S]*?)<\/script>/g,
  'style-hashes': /<style>([\s\S]*?)<\/style>/g,
};

/** Writes the CSP hashes of the inline scripts and styles, from which the gateway builds its policy. */
function writeHashes(html) {
  for (const [file, pattern] of Object.entries(INLINE)) {
    const hash = ([, code]) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
    write(file, `${[...html.matchAll(pattern)].map(hash).join(' ')}\n`);
  }
}

/** A name with trunk's hash of what the file was before this script. The files of the module have the same hash. */
const TRUNK_HASH = /-([0-9a-f]{10,16})(?:_[a-z]+)?\.(?:js|css|wasm)$/;

/**
 * Names files by the hash of what is served: other passes or tools make other content, and browsers keep a name for a year. Returns
 * index.html with the new names.
 */
function withOwnNames(html) {
  const files = filesOfBundle().sort();
  for (const old of new Set(files.flatMap((file) => file.match(TRUNK_HASH)?.[1] ?? []))) {
    const named = files.filter((file) => file.includes(`-${old}`));
    const content = createHash('sha256');
    // Without the old names, which depend on the folder of the build.
    for (const file of named) content.update(read(file, 'latin1').replaceAll(old, ''));
    const own = content.digest('hex').slice(0, 16);
    for (const file of named) {
      if (file.endsWith('.js')) write(file, read(file).replaceAll(old, own));
      renameSync(join(staging, file), join(staging, file.replace(old, own)));
    }
    html = html.replaceAll(old, own);
  }
  return html;
}

const filesOfBundle = () =>
  readdirSync(staging, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

const isRelease = profile === 'release';
const built = join(process.env.CARGO_TARGET_DIR ?? 'target', 'wasm32-unknown-unknown', profile, 'gorlif.wasm');
const wasm = filesOfBundle().find((file) => file.endsWith('_bg.wasm'));
await split(built, staging, wasm, { optimize: isRelease });
writeStreets();
for (const [name, text, plain] of plainPages) write(`pages/${text}`, plain(read(`pages/${name}`)));
for (const [name, whole] of [...staticPages('en'), ...staticPages('cy')])
  write(`pages/${name}`, whole(read(`pages/${name}`)));
let html = withLimits(withPaths(withPriority(withStart(read('index.html')))));
if (settings) html = withSettings(html);
if (isRelease) {
  const bundled = filesOfBundle();
  await minifyScripts([...bundled, 'pages/builder.js']);
  bundled.filter((file) => file.endsWith('.wasm')).forEach(blankBuilderPaths);
  html = await withMinifiedInlineScripts(html);
  html = replaceIn(html, /<script(?=[^>]*\/response_cache-)/, '<script data-worker=service_worker.js');
}
html = withIntegrity(withOwnNames(html));
write('index.html', html);
if (isRelease) {
  // The static pages, embed.js, which only other sites load, streets.js, which few deployers need, and the picture for the installation
  // are not cached on visitors' devices.
  const cached = filesOfBundle().filter((name) => !['embed.js', 'streets.js', 'chart.png'].includes(name));
  await writeServiceWorker(cached.sort());
  writeCompressedCopies();
  writeHashes(html);
}
