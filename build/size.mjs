// Prints what the page transfers before its data, in bytes after brotli, file by file. Called by make size, after a release build.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const dist = process.env.GORLIF_DIST ?? join(dirname(fileURLToPath(import.meta.url)), '../dist');
/**
 * What the first visit does not wait for: the atlas follows the first warnings, the service worker the first answer; the rest is loaded
 * in a frame, on a static page or on installation.
 */
const LATER = /^(?:atlas\.txt|service_worker\.js|frame\.css|embed_frame\.js|embed\.js|manifest\.webmanifest|icon-\d+\.png|script-hashes)$|\.(?:br|gz)$/;

/** Bytes of a file as it is sent: of its compressed copy, where the build writes one. */
export const sentBytes = (path) => (existsSync(`${path}.br`) ? statSync(`${path}.br`).size : brotliCompressSync(readFileSync(path)).length);

/** Name and bytes of every file that the first visit waits for, largest first. */
export function sizes(folder = dist) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && !LATER.test(entry.name));
  return files.map(({ name }) => [name.replace(/-[0-9a-f]{12,}/, ''), sentBytes(join(folder, name))]).sort(([, a], [, b]) => b - a);
}

export function printSizes(table) {
  const all = table.reduce((sum, [, bytes]) => sum + bytes, 0);
  for (const [name, bytes] of [...table, ['all', all]]) console.log(`${String(bytes).padStart(8)}  ${name}`);
  return all;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printSizes(sizes());
