// Prints the brotli-compressed size of each file that the page transfers before its data. Called by
// make size after a release build.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const dist = process.env.GORLIF_DIST ?? join(dirname(fileURLToPath(import.meta.url)), '../dist');
/**
 * Files that the first visit does not wait for: Leaflet is requested after the module, and the lists do not wait for it; the basemap, the
 * places, the chunks, their style sheet and the icon for changes after the first warnings, and the service worker after the first response. The
 * others are loaded in a frame, by a static page or on installation.
 */
const LATER =
  /^(?:(?:basemap|ground|gazetteer|railway-stations)\.txt|service_worker\.js|leaflet-\w+\.js|(?:frame|late)\.css|icon-changed\.svg|embed_frame\.js|embed\.js|streets\.js|manifest\.webmanifest|icon-\d+\.png|chart\.png|(?:script|style)-hashes)$|_(?!bg\.)[a-z]+\.wasm$|\.(?:br|gz)$/;

/** The transfer size of a file: that of its compressed copy, if the build writes one. */
export const sentBytes = (path) =>
  existsSync(`${path}.br`) ? statSync(`${path}.br`).size : brotliCompressSync(readFileSync(path)).length;

/** Name and bytes of every file that the first visit waits for, largest first. */
export function sizes(folder = dist) {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && !LATER.test(entry.name),
  );
  return files
    .map(({ name }) => [name.replace(/-[0-9a-f]{12,}/, ''), sentBytes(join(folder, name))])
    .sort(([, a], [, b]) => b - a);
}

export function printSizes(table) {
  const all = table.reduce((sum, [, bytes]) => sum + bytes, 0);
  for (const [name, bytes] of [...table, ['all', all]]) console.log(`${String(bytes).padStart(8)}  ${name}`);
  return all;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printSizes(sizes());
