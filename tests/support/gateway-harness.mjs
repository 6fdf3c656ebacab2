// What the tests of the gateway share: the real nginx out of gateway/, services behind it, and requests byte by byte.
import { once } from 'node:events';
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const dist = join(root, 'dist');
/** The program that checks the settings and becomes nginx. */
export const GATEWAY = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/gorlif-gateway');
/** Sample keys, one for each operation: nothing real opens with them. */
export const KEYS = { LEVELS: 'sample-key-levels', WARNINGS: 'sample-key-warnings', FORECAST: 'sample-key-forecast' };
const TABLE = JSON.parse(readFileSync(join(root, 'core/operations.json'), 'utf8'));
const [LEVELS, WALES, , FORECAST] = TABLE.map(({ versions: [{ path }] }) => `/api${path}`);
export { LEVELS, WALES, FORECAST };
export const PLACE = '/api/floodwarnings/v1/distance/11000/latlon/51.95/-3.39';
export const OPERATIONS = { levels: LEVELS, warnings: WALES, place: PLACE, forecast: FORECAST };

/** A page whose settings name these versions of the operations, as the gateway has them; nothing but what the gateway reads. */
function pageOf(folder, env) {
  const operations = ['levels', 'warnings', 'forecast', 'commentary']
    .map((group) => [group, env[`GORLIF_OPERATION_${group.toUpperCase()}`]])
    .filter(([, version]) => version && version !== 'v1');
  if (!operations.length) return dist;
  const page = join(folder, 'page');
  mkdirSync(page, { recursive: true });
  cpSync(join(dist, 'script-hashes'), join(page, 'script-hashes'));
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const json = JSON.stringify(Object.fromEntries(operations));
  writeFileSync(join(page, 'index.html'), html.replace('"endpoint":', `"operations": ${json}, "endpoint":`));
  return page;
}

export const settings = (upstream, folder, more = {}) => ({
  PATH: process.env.PATH,
  GORLIF_UPSTREAM: upstream,
  GORLIF_KEY_LEVELS: KEYS.LEVELS,
  GORLIF_KEY_WARNINGS: KEYS.WARNINGS,
  GORLIF_KEY_FORECAST: KEYS.FORECAST,
  GORLIF_PAGE: pageOf(folder, more),
  GORLIF_RUN: join(folder, 'run'),
  GORLIF_CACHE: join(folder, 'cache'),
  GORLIF_LOG: join(folder, 'log'),
  // In a container of root's own, other users may not reach the checkout.
  GORLIF_USER: userInfo().username,
  GORLIF_WORKERS: '2',
  GORLIF_READ_TIMEOUT: '2',
  ...more,
});

const folders = [];
// Not with its test: hooks run in the order in which they are made, and a gateway writes until it is stopped.
process.on('exit', () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A folder for one test. It is removed when the file's tests have ended. */
export function folderFor() {
  const folder = mkdtempSync(join(tmpdir(), 'gorlif-'));
  folders.push(folder);
  return folder;
}

/** Runs the gateway's program to its end: what it says, and its exit code. */
export async function startsWith(env, ...more) {
  const child = spawn(GATEWAY, more, { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  const [code] = await once(child, 'exit');
  return { code, said };
}

/** The gateway, started. `said` collects its logs. `command`: what starts it. A port is found by asking for one and trying it. */
export async function launch(upstream, folder, more = {}) {
  const port = more.port ?? (await freePort());
  const { port: _, command = [GATEWAY], ...rest } = more;
  const env = settings(upstream, folder, { GORLIF_LISTEN: `127.0.0.1:${port}`, ...rest });
  const child = spawn(command[0], command.slice(1), { env });
  const gateway = { port, address: `http://127.0.0.1:${port}/`, child, env, said: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (gateway.said += part));
  gateway.stop = async (signal = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const up = join(env.GORLIF_RUN, 'status.sock');
  while (child.exitCode === null) {
    if (existsSync(up) && (await alive(up))) return gateway;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`the gateway ended at once: ${gateway.said}`);
}

/** Whether nginx answers where only this machine can ask. */
const alive = (socketPath) =>
  new Promise((done) => {
    http
      .get({ socketPath, path: '/status', agent: false }, (response) => done(response.resume().statusCode === 200))
      .on('error', () => done(false));
  });

export async function startGateway(t, upstream, more) {
  const gateway = await launch(upstream.address ?? upstream, folderFor(), more);
  t.after(() => gateway.stop());
  return gateway;
}

/** A service that does as it is told, for what sample-service has no fault for. `answer(request, response, nth)` may answer. */
export async function startUpstream(
  t,
  answer = () => false,
  { server = http.createServer(), scheme = 'http', host = '127.0.0.1', port = 0 } = {},
) {
  const upstream = { requests: [], heads: [], answer };
  server.on('request', (request, response) => {
    // The question at the start of the gateway, whether the service is a sample: no operation, and without a key.
    if (request.method === 'HEAD' && request.url === '/') {
      upstream.heads.push(request.rawHeaders);
      return void response.writeHead(404).end();
    }
    upstream.requests.push({ method: request.method, path: request.url, headers: request.rawHeaders, at: Date.now() });
    if (upstream.answer(request, response, upstream.requests.length)) return;
    const body = request.url.includes('forecast') ? '[]' : '{"type":"FeatureCollection","features":[]}';
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
  });
  server.listen(port, host);
  await once(server, 'listening');
  upstream.port = server.address().port;
  upstream.address = `${scheme}://${host}:${upstream.port}`;
  upstream.calls = (part = '') => upstream.requests.filter(({ path }) => path.includes(part)).length;
  upstream.stop = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  t.after(upstream.stop);
  return upstream;
}

/** One request: status, headers, body as bytes and as text. */
export async function get(gateway, path, { headers = {}, method = 'GET', host = '127.0.0.1' } = {}) {
  const request = http.request({ host, port: gateway.port, path, method, headers, agent: false });
  // An error after the head of the response is the body's too.
  request.on('error', () => {}).end();
  const [response] = await once(request, 'response');
  const body = await buffer(response);
  const names = response.rawHeaders.filter((_, i) => i % 2 === 0);
  return { status: response.statusCode, headers: response.headers, names, body, text: body.toString() };
}

/** Sends bytes as they are, and gives back all that comes until the connection ends or nothing more is due. */
export function raw(gateway, bytes, { until = () => false } = {}) {
  return new Promise((done, failed) => {
    const socket = net.connect(gateway.port, '127.0.0.1');
    let text = '';
    socket.on('data', (part) => {
      text += part.toString('latin1');
      if (until(text)) socket.destroy();
    });
    socket.on('error', (error) => (text ? done(text) : failed(error)));
    socket.on('close', () => done(text));
    socket.write(bytes, 'latin1');
  });
}

/** How long `until` waits, in milliseconds. */
const PATIENCE = 60_000;

/** Waits until something is so, and gives it. */
export async function until(check) {
  for (const end = Date.now() + PATIENCE; ;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`expected within a minute: ${check}; found: ${found}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Waits until the gateway's log has a line that matches. */
export const untilSaid = (gateway, pattern) =>
  until(() => pattern.test(gateway.said)).catch(() => {
    throw new Error(`expected ${pattern} in the log within a minute, found: ${gateway.said}`);
  });

export const read = (path) => readFileSync(path, 'utf8');

/** A certificate of a test's own in its folder, as settings of the gateway. */
export function certified(folder) {
  const [key, certificate] = [join(folder, 'tls.key'), join(folder, 'tls.pem')];
  const name = ['-subj', '/CN=gorlif.example', '-days', '2'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', certificate, ...name], { stdio: 'pipe' });
  return { GORLIF_TLS_CERTIFICATE: certificate, GORLIF_TLS_KEY: key };
}

/** The resident memory of each process of nginx beside the first, in MB. */
export function workerMemory(gateway) {
  const statuses = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return read(`/proc/${pid}/status`);
      } catch {
        // It has ended.
        return '';
      }
    });
  return statuses
    .filter((status) => Number(/PPid:\s+(\d+)/.exec(status)?.[1]) === gateway.child.pid)
    .map((status) => Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** A gateway whose workers are not root, so that permissions hold, with responses that are used up at once. */
export async function unprivileged(t, upstream, more = {}) {
  const folder = folderFor();
  chmodSync(folder, 0o755);
  cpSync(dist, join(folder, 'page'), { recursive: true });
  const gateway = await launch(upstream.address, folder, {
    GORLIF_PAGE: join(folder, 'page'),
    GORLIF_CACHE_LEVELS: '1',
    GORLIF_CACHE_WARNINGS: '1',
    GORLIF_CACHE_FORECAST: '1',
    GORLIF_CALL_INTERVAL: '600',
    ...(process.getuid() === 0 ? { GORLIF_USER: 'www-data' } : {}),
    ...more,
  });
  t.after(() => gateway.stop());
  return gateway;
}

/** Deletes what a folder has, at once: another process may be writing into it. */
export const empty = (folder) => {
  for (const name of readdirSync(folder)) {
    const removed = `${folder}-removed-${name}`;
    renameSync(join(folder, name), removed);
    rmSync(removed, { recursive: true });
  }
};

/** Lets the workers of a gateway write no more into its cache, or again. */
export const makeReadOnly = (cache, isReadOnly = true) =>
  readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .forEach((entry) => chmodSync(join(entry.parentPath, entry.name), isReadOnly ? 0o555 : 0o755));

/** A disk of 2 MB for one test, gone with it; null where none can be mounted. */
export function smallDisk(t) {
  const disk = mkdtempSync(join(tmpdir(), 'gorlif-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=755', 'tmpfs', disk], { stdio: 'pipe' });
  } catch {
    rmSync(disk, { recursive: true });
    return null;
  }
  t.after(() => {
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true });
  });
  return disk;
}
