// An archive of map tiles beside the page: parts of it, as protomaps-leaflet requests them.
import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { dist, folderFor, get, startBoth } from '../support/gateway-harness.mjs';

const ARCHIVE = Buffer.from(Array.from({ length: 40_000 }, (_, index) => index % 251));

let gateway;
before(async (t) => {
  const page = join(folderFor(), 'page');
  cpSync(dist, page, { recursive: true });
  for (const name of ['wales.pmtiles', '.secret.pmtiles', '.secret.html']) writeFileSync(join(page, name), ARCHIVE);
  ({ gateway } = await startBoth(t, undefined, { GORLIF_PAGE: page }));
});
const part = (range, more = {}, path = '/wales.pmtiles') => get(gateway, path, { headers: { Range: range, ...more } });

test('a part of an archive is that part, uncompressed, and may be kept for an hour', async () => {
  const whole = await get(gateway, '/wales.pmtiles', { method: 'HEAD' });
  assert.equal(whole.headers['accept-ranges'], 'bytes');
  for (const [from, to] of [
    [0, 16_383],
    [20_000, 20_100],
    [39_000, 50_000],
  ]) {
    const { status, headers, body } = await part(`bytes=${from}-${to}`, { 'Accept-Encoding': 'br, gzip' });
    assert.equal(status, 206);
    const end = Math.min(to, ARCHIVE.length - 1);
    assert.deepEqual(body, ARCHIVE.subarray(from, end + 1));
    assert.equal(headers['content-range'], `bytes ${from}-${end}/${ARCHIVE.length}`);
    assert.equal(headers['content-encoding'], undefined);
    assert.equal(headers['content-type'], 'application/vnd.pmtiles');
    assert.equal(headers['cache-control'], 'public, max-age=3600');
    assert.match(headers.etag, /^"/, 'a strong tag, so that parts of two versions are not mixed');
    assert.equal(headers['access-control-allow-origin'], '*', 'for a frame with an opaque origin');
    assert.ok(headers['content-security-policy']);
  }
});

// case 195
test('a part beyond the end is refused, and of several parts none is sent on its own', async () => {
  const beyond = await part('bytes=50000-50100');
  assert.equal(beyond.status, 416);
  // Once, else a frame with an opaque origin cannot read it.
  assert.equal(beyond.headers['access-control-allow-origin'], '*');
  assert.match(beyond.headers['cache-control'], /no-store/);
  const several = await part('bytes=0-9,100-109,200-209');
  assert.equal(several.status, 200, 'the whole file');
  assert.doesNotMatch(several.headers['content-type'], /multipart/);
});

test('a missing archive is not found, and no dot file, whatever its ending', async () => {
  const { status, headers } = await part('bytes=0-16383', {}, '/ireland.pmtiles');
  assert.deepEqual([status, headers['cache-control']], [404, 'no-store']);
  for (const name of ['.secret.pmtiles', '.secret.html'])
    assert.equal((await get(gateway, `/${name}`)).status, 404, name);
});
