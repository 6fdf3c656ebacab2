// What happens to the bundle after trunk has laid it out: the settings that `make serve` asks for are put into index.html, and a
// release is made small.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
if (profile === 'release') html = await shortened(staging, html, readFileSync(source, 'utf8'));
writeFileSync(page, html);
