// Starts sample-service, and the release bundle behind the gateway of production.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createInterface } from 'node:readline';
import { dist, launch, root } from './gateway-harness.mjs';
import { OPERATIONS } from './operations.mjs';
import { serve } from './server.mjs';

export { dist, root };
export const captures = process.env.GORLIF_CAPTURES ?? join(root, '../shared/captures');
export const SERVICE =
  process.env.SAMPLE_SERVICE ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/sample-service');
export const KEY = 'sample-key-of-the-tests';
/** The key of sample-service as settings of the gateway. */
export const SERVICE_KEYS = { GORLIF_KEY_LEVELS: KEY, GORLIF_KEY_WARNINGS: KEY, GORLIF_KEY_FORECAST: KEY };
const WITH_KEY = { 'Ocp-Apim-Subscription-Key': KEY };

/** Starts sample-service on a free port; `requests` grows by a line per call that it answers. */
export async function startService(...flags) {
  const child = spawn(SERVICE, [...(flags.includes('--port') ? [] : ['--port', '0']), '--key', KEY, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => Promise.reject(new Error(`sample-service ended with ${code}`)));
  const [first] = await Promise.race([once(lines, 'line'), failed]);
  const requests = [];
  // Without the question of the gateway at its start, whether the data is a sample, which has no key.
  lines.on('line', (line) => line !== 'HEAD / 404 key: none' && requests.push(line));
  const stop = () => {
    child.kill('SIGKILL');
    return ended;
  };
  const address = first.match(/http:\S+?(?=,)/)[0];
  /** Switches a fault on or off ("none"), of one operation or of "all", or stops the clock ("time") at a time; needs --control. */
  const fault = async (operation, name) => {
    const done = await fetch(`${address}/control/${operation}/${name}`);
    if (!done.ok) throw new Error(await done.text());
  };
  /** The JSON of a response. */
  const call = async (path) => (await fetch(address + path, { headers: WITH_KEY })).json();
  return { address, requests, stop, fault, call };
}

/** A council's site, of another origin than the page: its page has the frames that stand in the query, as HTML. It is isolated at `/isolated`. */
export function serveCouncil() {
  const page = readFileSync(join(root, 'tests/council/index.html'), 'utf8');
  return serve((request, response) => {
    const { pathname, search } = new URL(request.url, 'http://council');
    if (!['/', '/isolated'].includes(pathname)) return void response.writeHead(404).end();
    const html = page.replace('FRAMES', () => decodeURIComponent(search.slice(1)));
    const isolated = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
    const more = pathname === '/' ? {} : isolated;
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...more }).end(html);
  });
}
/** The address of its page with these frames. */
export const withFrames = (site, html) => `${site}?${encodeURIComponent(html)}`;

/** Nobody listens on the port any more. */
export async function isFree(port) {
  const [error] = await once(net.connect(port, '127.0.0.1'), 'error');
  assert.equal(error.code, 'ECONNREFUSED');
}

/** dist/ with another index.html, and the hashes of the scripts that stand in it, as the build writes them. */
function changed(change, folder) {
  const page = join(folder, 'page');
  cpSync(dist, page, { recursive: true, dereference: true });
  const html = change(readFileSync(join(dist, 'index.html'), 'utf8'));
  writeFileSync(join(page, 'index.html'), html);
  const scripts = html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/json)[^>]*>([\s\S]*?)<\/script>/g);
  const hashes = [...scripts].map(([, code]) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  writeFileSync(join(page, 'script-hashes'), hashes.join(' '));
  return page;
}

/**
 * nginx of production before a service, without its cache and nearly without its limits, so that each test sees the service as it is;
 * what they do is tested in tests/gateway. `change` changes index.html, `operations` are their versions, in page and gateway.
 */
export async function startNginx(upstream, { change, connect = '', settings = {}, operations = OPERATIONS } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gorlif-'));
  const configured = operations
    ? (html) =>
        (change ?? String)(html).replace('"endpoint":', `"operations": ${JSON.stringify(operations)}, "endpoint":`)
    : change;
  const page = configured ? { GORLIF_PAGE: changed(configured, folder) } : {};
  const nginx = await launch(upstream.address, folder, {
    ...SERVICE_KEYS,
    ...page,
    GORLIF_CACHE_LEVELS: '0',
    GORLIF_CACHE_WARNINGS: '0',
    GORLIF_CACHE_FORECAST: '0',
    GORLIF_CACHE_COMMENTARY: '0',
    GORLIF_CALL_INTERVAL: '0',
    GORLIF_CONNECT: connect,
    GORLIF_PLACE_CALLS: '6000',
    GORLIF_HISTORICAL_CALLS: '6000',
    GORLIF_OPERATION_LEVELS: operations?.levels ?? 'v1',
    GORLIF_OPERATION_WARNINGS: operations?.warnings ?? 'v1',
    GORLIF_OPERATION_FORECAST: operations?.forecast ?? 'v1',
    GORLIF_OPERATION_COMMENTARY: operations?.commentary ?? '',
    ...settings,
  });
  const end = nginx.stop;
  nginx.stop = async () => {
    await end();
    rmSync(folder, { recursive: true, force: true });
  };
  return nginx;
}

/**
 * A recorder before nginx: `seen` grows by a line per request, `answer` may answer in nginx's place, `more` lays headers over the
 * page's. `direct`: calls go to the service past nginx, as with trunk's proxy, failures and all.
 */
export async function startFront(nginx, upstream, { answer = () => null, port = 0, more = {}, direct = false } = {}) {
  const seen = [];
  const handler = (request, response) => {
    const path = request.url.split('?')[0];
    seen.push({ path, url: request.url, headers: request.headers });
    const special = answer(path, request);
    if (special?.hang) return;
    if (special) return void response.writeHead(special.status ?? 200, special.headers ?? {}).end(special.body ?? '');
    const past = direct && path.startsWith('/api/');
    const tag = request.headers['if-none-match'];
    const headers = past ? { ...WITH_KEY, ...(tag && { 'If-None-Match': tag }) } : request.headers;
    const address = past
      ? upstream.address + request.url.slice('/api'.length)
      : nginx.address.slice(0, -1) + request.url;
    const call = http.request(address, { headers, method: request.method }, (up) => {
      const html = up.headers['content-type']?.startsWith('text/html');
      response.writeHead(up.statusCode, html ? { ...up.headers, ...more } : up.headers);
      // A connection that ends early ends early here too.
      pipeline(up, response, () => {});
    });
    call.on('error', () => response.destroy());
    request.pipe(call);
  };
  const site = await serve(handler, port);
  return { ...site, nginx, seen };
}

/** nginx and the recorder before it. */
export async function startGateway(upstream, options = {}) {
  const nginx = await startNginx(upstream, options);
  const front = await startFront(nginx, upstream, options);
  const stop = async () => {
    await front.stop();
    await nginx.stop();
  };
  return { ...front, stop };
}
