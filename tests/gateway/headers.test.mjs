// The files of the page, and what every answer says of itself: held against kept analysers of headers, and of nginx' configuration.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  LEVELS,
  POLICY_HEADERS,
  WALES,
  certified,
  dist,
  folderFor,
  get,
  read,
  root,
  startGateway,
  startUpstream,
} from '../support/gateway-harness.mjs';

const ARCHIVE = Buffer.from(Array.from({ length: 40_000 }, (_, index) => index % 251));
let gateway, secure;
before(async (t) => {
  const page = join(folderFor(), 'page');
  cpSync(dist, page, { recursive: true });
  for (const name of ['wales.pmtiles', '.secret.pmtiles', '.secret.html']) writeFileSync(join(page, name), ARCHIVE);
  const upstream = await startUpstream(t);
  gateway = await startGateway(t, upstream, {
    GORLIF_PAGE: page,
    GORLIF_FRAME_ANCESTORS: 'https://www.council.example https://*.gov.wales',
    GORLIF_TILES: 'https://tile.example',
  });
  secure = await startGateway(t, upstream, certified(folderFor()));
});
const named = (pattern) => `/${readdirSync(dist).find((name) => pattern.test(name))}`;
const all = () => [
  '/',
  '/index.html',
  '/nothing',
  '/gazetteer.txt',
  '/railway-stations.txt',
  '/ground.txt',
  '/service_worker.js',
  '/manifest.webmanifest',
  '/icon-192.png',
  named(/_bg\.wasm$/),
  named(/^response_cache.*\.js$/),
  named(/^leaflet.*\.css$/),
  LEVELS,
  '/api/nothing',
  `${LEVELS}?x`,
  '/healthz',
  '/readyz',
  '/script-hashes',
  '/.git',
];

test('every answer, errors too, carries the policy and says nothing of the server; errors and probes are not kept', async () => {
  for (const path of all()) {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      const { headers, status } = await get(gateway, path, { method });
      for (const name of POLICY_HEADERS) assert.ok(headers[name], `${method} ${path} ${status}: ${name}`);
      for (const name of ['server', 'x-powered-by', 'set-cookie']) assert.equal(headers[name], undefined, path);
      if (method === 'OPTIONS') assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'], path);
      if (status >= 400 || ['/healthz', '/readyz'].includes(path))
        assert.equal(headers['cache-control'], 'no-store', `${method} ${path}`);
    }
  }
});

test('the policy names exactly who may frame the page and what it may load', async () => {
  const policy = (await get(gateway, '/')).headers['content-security-policy'];
  const parts = policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]);
  const { 'script-src': scripts, 'style-src': styles, ...others } = Object.fromEntries(parts);
  // 'self' matches nothing in WebKit's frames with an opaque origin.
  const own = `'self' ${gateway.address.slice(0, -1)}`;
  assert.deepEqual(others, {
    'default-src': "'none'",
    'img-src': `${own} data: https://tile.example`,
    'connect-src': own,
    'manifest-src': own,
    'frame-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'self' https://www.council.example https://*.gov.wales",
  });
  // The bootstrap script, and what starts the module.
  assert.match(scripts.replace(`${own} `, ''), /^'wasm-unsafe-eval'(?: 'sha256-[A-Za-z0-9+/]{43}='){2}$/);
  // The styles of the first screen.
  assert.match(styles.replace(own, ''), /^ 'sha256-[A-Za-z0-9+/]{43}='$/);
  const { headers } = await get(gateway, LEVELS);
  assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'");
});

// https://csp.withgoogle.com: 'self' in script-src may be misused where a site serves what visitors put there, which is not possible here.
const ACCEPTED = ["script-src 'self'", 'script-src https://gorlif.example'];
test('an evaluator of policies has nothing of weight against it but what is accepted by name', async () => {
  // As the page is sent with TLS, under a name.
  const page = await get(gateway, '/', { headers: { Host: 'gorlif.example' } });
  const policy = page.headers['content-security-policy'].replaceAll('http://gorlif', 'https://gorlif');
  const maybe = [Severity.MEDIUM_MAYBE, Severity.HIGH_MAYBE];
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  const heavy = findings.filter(({ severity }) => severity <= Severity.MEDIUM || maybe.includes(severity));
  const others = heavy.filter(({ directive, value }) => !ACCEPTED.includes(`${directive} ${value}`));
  assert.deepEqual(others, []);
});

test('an observatory gives at least 125 points', async () => {
  // The list of preloaded names, which the package fetches when it is installed: none of ours is on it.
  const preloaded = join(root, 'tests/gateway/node_modules/@mdn/mdn-http-observatory/conf');
  mkdirSync(preloaded, { recursive: true });
  if (!existsSync(join(preloaded, 'hsts-preload.json'))) writeFileSync(join(preloaded, 'hsts-preload.json'), '{}');
  const { ALL_TESTS } = await import('@mdn/mdn-http-observatory/src/constants.js');
  const { getScoreModifier } = await import('@mdn/mdn-http-observatory/src/grader/grader.js');
  const page = await new Promise((done, failed) => {
    const at = { host: '127.0.0.1', port: secure.port, path: '/', rejectUnauthorized: false, agent: false };
    https.get(at, done).on('error', failed);
  });
  const data = Buffer.concat(await page.toArray()).toString();
  const url = new URL('https://gorlif.example/');
  const response = {
    status: page.statusCode,
    headers: page.headers,
    data,
    request: { responseURL: url.href },
    config: { url: url.href },
    verified: true,
    httpEquiv: new Map(),
  };
  const session = { url, redirectHistory: [], clientInstanceRecordingRedirects: null, response };
  // As the observatory's own retriever hands it on: http that leads to https, https, and the page's text.
  const httpRedirects = [
    { url: new URL('http://gorlif.example/'), status: 301 },
    { url, status: 200 },
  ];
  const requests = {
    hostname: 'gorlif.example',
    responses: { auto: response, cors: response, http: response, https: response, httpRedirects },
    resources: { path: data },
    session,
  };
  let score = 100;
  for (const check of ALL_TESTS) {
    const { name, result } = check(requests);
    const points = result ? getScoreModifier(result) : 0;
    score += points;
    console.log(`observatory: ${String(points).padStart(4)}  ${name}: ${result}`);
  }
  console.log(`observatory: ${score}`);
  assert.ok(score >= 125, String(score));
});

/** What a linter that `make test-tools` has installed says. */
const lint = (name, ...words) => {
  const { error, status, stdout } = spawnSync(join(root, '.tools/linters/bin', name), words, { encoding: 'utf8' });
  assert.ifError(error);
  return { status, stdout };
};
test('a linter finds nothing in the configuration but what is accepted by name', () => {
  const { stdout } = lint('gixy', '-f', 'json', join(gateway.env.GORLIF_RUN, 'nginx.conf'));
  // The headers of a part beyond the end are already there: others would be sent twice.
  const isAccepted = ({ plugin, config }) => plugin === 'add_header_redefinition' && /location @beyond/.test(config);
  const heavy = JSON.parse(stdout).filter(({ severity }) => ['MEDIUM', 'HIGH'].includes(severity));
  const others = heavy.filter((finding) => !isAccepted(finding));
  assert.deepEqual(others, []);
});

// Pinning Debian's packages would keep their security updates out.
test('a linter finds nothing in the Dockerfiles but what is accepted by name', () => {
  const files = ['Dockerfile', 'recorder.Dockerfile'].map((name) => join(root, 'gateway', name));
  assert.deepEqual(lint('hadolint', '--ignore', 'DL3008', ...files), { status: 0, stdout: '' });
});

test('files come compressed, with their own type, for as long as their names allow; a missing one is missing', async () => {
  for (const name of readdirSync(dist).filter((name) => /\.(?:js|css|wasm|txt|svg)$/.test(name))) {
    const plain = await get(gateway, `/${name}`);
    assert.equal(plain.headers['content-encoding'], undefined, name);
    for (const [accepts, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
      ['gzip, br', brotliDecompressSync],
    ]) {
      const accept = { 'Accept-Encoding': accepts };
      const { status, headers, body } = await get(gateway, `/${name}`, { headers: accept });
      const encoding = accepts === 'gzip' ? 'gzip' : 'br';
      assert.deepEqual([status, headers['content-encoding'], headers.vary], [200, encoding, 'Accept-Encoding'], name);
      assert.ok(unpack(body).equals(plain.body), name);
      const again = await get(gateway, `/${name}`, { headers: { ...accept, 'If-None-Match': headers.etag } });
      assert.deepEqual([again.status, again.body.length], [304, 0], name);
    }
    // trunk's hashes have 16 digits less their leading zeros.
    const hashed = /-[0-9a-f]{10,16}(?:_[a-z]+)?\./.test(name);
    assert.equal(plain.headers['cache-control'], hashed ? 'public, max-age=31536000, immutable' : 'no-cache', name);
  }
  const types = {
    '/': 'text/html; charset=utf-8',
    [named(/\.wasm$/)]: 'application/wasm',
    [named(/^response_cache.*\.js$/)]: 'text/javascript; charset=utf-8',
    '/manifest.webmanifest': 'application/manifest+json',
    '/icon-192.png': 'image/png',
    '/icon.svg': 'image/svg+xml',
  };
  for (const [path, type] of Object.entries(types))
    assert.equal((await get(gateway, path)).headers['content-type'], type, path);
  for (const path of [
    '/gorlif-0000000000000000_bg.wasm',
    '/response_cache.js',
    '/page',
    '/en/',
    '/service_worker.js.br',
    '/script-hashes',
    '/style-hashes',
    '/nginx.conf',
    '/.env',
  ]) {
    const { status, text, headers } = await get(gateway, path);
    assert.equal(status, 404, path);
    assert.doesNotMatch(text, /Gorlif/, path);
    assert.equal(headers['cache-control'], 'no-store', path);
  }
  const page = await get(gateway, '/', { headers: { 'Accept-Encoding': 'gzip' } });
  assert.deepEqual([page.headers['cache-control'], page.headers['content-encoding']], ['no-cache', 'gzip']);
  assert.equal(gunzipSync(page.body).toString(), read(join(dist, 'index.html')));
});

test('assets and answers can be read by a page without an origin of its own, the page itself cannot', async () => {
  for (const path of [LEVELS, WALES, '/gazetteer.txt', named(/_bg\.wasm$/), named(/^gorlif.*\.js$/)]) {
    const { headers } = await get(gateway, path, { headers: { Origin: 'null' } });
    const names = ['allow-origin', 'allow-credentials'].map((name) => headers[`access-control-${name}`]);
    assert.deepEqual([...names, headers['cross-origin-resource-policy']], ['*', undefined, 'cross-origin'], path);
  }
  const { headers } = await get(gateway, '/', { headers: { Origin: 'null' } });
  assert.equal(headers['access-control-allow-origin'], undefined);
  const exposed = (await get(gateway, LEVELS)).headers['access-control-expose-headers'];
  assert.match(exposed, /Date, Age, ETag, X-Origin-Date, X-Cache-Status, Retry-After/);
});

test('with TLS: HTTP/2 and a promise to stay with it; without: no such promise', async () => {
  assert.equal((await get(gateway, '/')).headers['strict-transport-security'], undefined);
  const format = '%{http_version} %header{strict-transport-security}';
  const words = ['-sk', '-o', '/dev/null', '-w', format, `https://127.0.0.1:${secure.port}${LEVELS}`];
  assert.equal(execFileSync('curl', words, { encoding: 'utf8' }), '2 max-age=63072000');
});

// case 257
test('a page that loads nothing of third parties may be framed by sites that are isolated', async (t) => {
  const policies = async (settings) => {
    const { headers } = await get(await startGateway(t, await startUpstream(t), settings), '/');
    return ['embedder', 'resource'].map((name) => headers[`cross-origin-${name}-policy`]);
  };
  const framed = { GORLIF_FRAME_ANCESTORS: 'https://www.council.example' };
  assert.deepEqual(await policies(framed), ['require-corp', 'cross-origin']);
  assert.deepEqual(await policies({}), [undefined, 'same-site']);
  assert.deepEqual(await policies({ ...framed, GORLIF_TILES: 'https://tile.example' }), [undefined, 'same-site']);
});

test('the oEmbed answer has the name by which the gateway was reached', async () => {
  const response = await get(gateway, '/pages/oembed.json', { headers: { Host: 'floods.council.example:8443' } });
  assert.equal(response.headers['content-type'], 'application/json');
  const { version, type, width, height, html } = JSON.parse(response.text);
  assert.deepEqual([version, type, width, height], ['1.0', 'rich', 480, 480]);
  assert.match(html, /^<iframe src="http:\/\/floods\.council\.example:8443\/\?embed=map&v=1" /);
  assert.ok(!response.text.includes('gorlif.example'));
  assert.equal((await get(gateway, '/pages/oembed.json', { headers: { Host: '"><script>' } })).status, 400);
  // The page leads to it, with the whole address that oEmbed asks for.
  const page = await get(gateway, '/', { headers: { Host: 'floods.council.example:8443' } });
  const link =
    '<http://floods.council.example:8443/pages/oembed.json>; rel="alternate"; type="application/json+oembed"';
  assert.equal(page.headers.link, link);
  assert.equal((await get(gateway, '/', { headers: { Host: '"><script>' } })).headers.link, undefined);
});

/** A part of an archive of map tiles beside the page, as protomaps-leaflet requests it. */
const part = (range, more = {}, path = '/wales.pmtiles') => get(gateway, path, { headers: { Range: range, ...more } });

// case 195
test('a part of an archive is that part, uncompressed, for an hour; one beyond the end is refused, several are the whole file', async () => {
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
  const beyond = await part('bytes=50000-50100');
  assert.equal(beyond.status, 416);
  // Once, else a frame with an opaque origin cannot read it.
  assert.equal(beyond.headers['access-control-allow-origin'], '*');
  assert.match(beyond.headers['cache-control'], /no-store/);
  const several = await part('bytes=0-9,100-109,200-209');
  assert.equal(several.status, 200, 'the whole file');
  assert.doesNotMatch(several.headers['content-type'], /multipart/);
  const { status, headers } = await part('bytes=0-16383', {}, '/ireland.pmtiles');
  assert.deepEqual([status, headers['cache-control']], [404, 'no-store']);
  for (const name of ['.secret.pmtiles', '.secret.html'])
    assert.equal((await get(gateway, `/${name}`)).status, 404, name);
});
