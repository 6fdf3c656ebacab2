// What the tests of the gateway share: the real nginx out of gateway/, services behind it, and requests byte by byte.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { once } from 'node:events';
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
import https from 'node:https';
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
/** The path of a place. */
export const place = (metres, lat, lon) => `/api/floodwarnings/v1/distance/${metres}/latlon/${lat}/${lon}`;
export const PLACE = place(11_000, 51.95, -3.39);
export const OPERATIONS = { levels: LEVELS, warnings: WALES, place: PLACE, forecast: FORECAST };
/** As many places as are asked for, at most 720. */
export const places = (count, metres = 11_000) =>
  Array.from({ length: count }, (_, n) =>
    place(metres, `5${n % 10}.${1 + (Math.floor(n / 10) % 9)}`, `-${1 + Math.floor(n / 90)}`),
  );
/** Settings with which responses are used up after a second, and the service is asked again. */
export const SHORT = {
  GORLIF_CACHE_LEVELS: '1',
  GORLIF_CACHE_WARNINGS: '1',
  GORLIF_CACHE_FORECAST: '1',
  GORLIF_CALL_INTERVAL: '1',
};
/** Settings with which each request is a call. */
export const UNCACHED = { GORLIF_CACHE_LEVELS: '0', GORLIF_CACHE_FORECAST: '0', GORLIF_CALL_INTERVAL: '0' };
/** A good body of the levels and warnings, and that of any operation. */
export const EMPTY = '{"type":"FeatureCollection","features":[]}';
export const bodyFor = (path) => (/forecast/.test(path) ? '[]' : EMPTY);
/** Whether a text has one of the keys. */
export const hasKey = (text) => Object.values(KEYS).some((key) => text.includes(key));
/** Names of the headers that limit what browsers do with an answer, and of all headers of the answers of the gateway itself. */
export const POLICY_HEADERS = [
  'content-security-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
];
export const OWN_HEADERS = [
  ...POLICY_HEADERS,
  ...['cache-control', 'connection', 'content-length', 'content-type', 'date'],
];
/** Names of headers of services that no visitor may get, those of odd characters among them. */
const FOREIGN_HEADERS = [
  ...'X-Key Via Server Request-Context Ocp-Apim-Trace-Location - Link Refresh Location Set-Cookie X-Cache-Key'.split(
    ' ',
  ),
  ...[...'_!#1.~^|`\'*(/@\u00c3-"$\\%&+'].map((first) => `${first}key`),
  ...['Language', 'Location', 'Disposition'].map((name) => `Content-${name}`),
  ...['Redirect', 'Expires', 'Buffering'].map((name) => `X-Accel-${name}`),
  ...'Age ETag Vary Cache-Control Pragma Expires Last-Modified Trailer Upgrade Alt-Svc NEL Report-To'.split(' '),
  ...'Server-Timing SourceMap Service-Worker-Allowed Origin-Agent-Cluster Clear-Site-Data Public-Key-Pins'.split(' '),
  ...['Access-Control-Allow-Origin', 'Access-Control-Allow-Credentials', 'Strict-Transport-Security'],
  ...['Proxy-Authenticate', 'WWW-Authenticate'],
];
/** The values of those that say something of caching. */
const CACHING = {
  'Cache-Control': 'private, no-store',
  Pragma: 'no-cache',
  Vary: '*',
  Expires: '0',
  'Last-Modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
};
/** The lines of these headers, with a key as the values of the others. */
export const foreignHeaders = (key) => FOREIGN_HEADERS.map((name) => `${name}: ${CACHING[name] ?? key}\r\n`).join('');

/** A page whose settings name these versions of the operations, as the gateway has them; nothing but what the gateway reads. */
function pageOf(folder, env) {
  const operations = ['levels', 'warnings', 'forecast', 'commentary']
    .map((group) => [group, env[`GORLIF_OPERATION_${group.toUpperCase()}`]])
    .filter(([, version]) => version && version !== 'v1');
  if (!operations.length) return dist;
  const page = join(folder, 'page');
  mkdirSync(page, { recursive: true });
  for (const name of ['script-hashes', 'style-hashes']) cpSync(join(dist, name), join(page, name));
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

/** Expects that good settings with a change stop the start: exit code 2, and a line that says why. An `undefined` takes a setting away. */
export async function stops(good, change, line, ...words) {
  const { code, said } = await startsWith({ ...good, ...change }, ...words);
  assert.deepEqual([code, line.test(said)], [2, true], `${JSON.stringify(change)}: ${line} in ${said}`);
  return said;
}

/** The gateway, started. `said` collects what it says, `log` reads its log. `command`: what starts it. A port is found by trying it. */
export async function launch(upstream, folder, more = {}) {
  const port = more.port ?? (await freePort());
  const { port: _, command = [GATEWAY], ...rest } = more;
  const env = settings(upstream, folder, { GORLIF_LISTEN: `127.0.0.1:${port}`, ...rest });
  const child = spawn(command[0], command.slice(1), { env });
  const scheme = env.GORLIF_TLS_CERTIFICATE ? 'https' : 'http';
  const gateway = { port, address: `${scheme}://127.0.0.1:${port}/`, child, env, said: '' };
  gateway.log = () => read(env.GORLIF_LOG);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (gateway.said += part));
  gateway.stop = async (signal = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const up = join(env.GORLIF_RUN, 'status.sock');
  while (child.exitCode === null) {
    const isUp = () => get(gateway, '/status', { socketPath: up }).then(({ status }) => status === 200);
    if (existsSync(up) && (await isUp().catch(() => false))) return gateway;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`the gateway ended at once: ${gateway.said}`);
}

/** The same for one test. */
export async function startGateway(t, upstream, { folder = folderFor(), ...more } = {}) {
  const gateway = await launch(upstream.address ?? upstream, folder, more);
  t.after(() => gateway.stop());
  return gateway;
}

/** A service of one test, and a gateway before it. */
export async function startBoth(t, answer, more) {
  const upstream = await startUpstream(t, answer);
  return { upstream, gateway: await startGateway(t, upstream, more) };
}

/** An answer of `startUpstream`. */
export const respond =
  (status, body = '', headers = {}) =>
  (_, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
/** An answer byte by byte. */
export const bytes = (text) => (_, response) => response.socket.end(text);
/** The same with a status line and a date. */
export const message =
  (lines, body = '', status = 200) =>
  (_, response) => {
    const head = `HTTP/1.1 ${status} Status\r\nDate: ${new Date().toUTCString()}\r\n${lines}\r\n`;
    return response.socket.end(Buffer.concat([Buffer.from(head), Buffer.from(body)]));
  };
/** The same with the length of the body. */
export const sized = (body, type = 'application/json', more = '', status = 200) =>
  message(`Content-Type: ${type}\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n`, body, status);
/** The beginning of an answer of which no more comes. */
export const stalled = (_, response) =>
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 5_000 }).write('{"type"');

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
    respond(200, bodyFor(request.url))(request, response);
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

/** One request, with options of Node: status, headers, their names in small letters, body as bytes and as text. */
export async function get(gateway, path, options = {}) {
  const request = http.request({ host: '127.0.0.1', port: gateway.port, path, agent: false, ...options });
  // An error after the head of the response is the body's too.
  request.on('error', () => {}).end();
  const [response] = await once(request, 'response');
  const body = await buffer(response);
  const names = response.rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase());
  return { status: response.statusCode, headers: response.headers, names, body, text: body.toString() };
}

/** What the cache has done for an answer. */
export const cached = ({ headers }) => headers['x-cache-status'];

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

/** The statuses in what `raw` gives back. */
export const statuses = (text) =>
  [...text.matchAll(/(?:^|\r\n)HTTP\/1\.[01] (\d{3})/g)].map(([, code]) => Number(code));

/** Waits until something is so, at most a minute, and gives it. */
export async function until(check) {
  for (const end = Date.now() + 60_000; ;) {
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

const openssl = (folder, words) => execFileSync('openssl', words.split(' '), { cwd: folder, stdio: 'pipe' });
/** The words of a request for a certificate of a name, with a new key. */
const requestFor = (file, name) =>
  `req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${file}.key -subj /CN=${name}`;

/** A certificate of a test's own in its folder, as settings of the gateway. */
export function certified(folder) {
  openssl(folder, `${requestFor('tls', 'gorlif.example')} -x509 -out tls.pem -days 2`);
  return { GORLIF_TLS_CERTIFICATE: join(folder, 'tls.pem'), GORLIF_TLS_KEY: join(folder, 'tls.key') };
}

/** An authority of a test's own in its folder, what it certifies for so many days, and a server with such a certificate. */
export function authorityIn(folder) {
  const at = (name) => join(folder, name);
  openssl(folder, `${requestFor('ca', 'sample-authority')} -x509 -out ca.pem -days 30`);
  const certificate = (file, name, days = 30) => {
    writeFileSync(at(`${file}.cnf`), `subjectAltName=DNS:${name}`);
    openssl(folder, `${requestFor(file, name)} -out ${file}.csr`);
    const signed = `-CA ca.pem -CAkey ca.key -CAcreateserial -extfile ${file}.cnf -days ${days}`;
    openssl(folder, `x509 -req -in ${file}.csr -out ${file}.pem ${signed}`);
  };
  const server = (file, more = {}) =>
    https.createServer({ key: read(at(`${file}.key`)), cert: read(at(`${file}.pem`)), ...more });
  return { ca: at('ca.pem'), certificate, server };
}

/** A name server that knows one address, or several, for every name, for some seconds. Its own address and port. */
export async function nameServer(t, address, seconds) {
  const server = dgram.createSocket('udp4');
  server.on('message', (question, from) => {
    const end = question.indexOf(0, 12) + 5;
    const isA = question.readUInt16BE(end - 4) === 1;
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    const answers = [address()]
      .flat()
      .map((one) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, seconds, 0, 4, ...one.split('.').map(Number)]));
    head.writeUInt16BE(isA ? answers.length : 0, 6);
    head.fill(0, 8, 12);
    server.send(Buffer.concat([head, question.subarray(12, end), ...(isA ? answers : [])]), from.port, from.address);
  });
  await new Promise((done) => server.bind(0, '127.0.0.1', done));
  t.after(() => server.close());
  return `127.0.0.1:${server.address().port}`;
}

/** Number and text of a file in /proc of each process. */
export const processes = (file) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [{ pid: Number(pid), text: read(`/proc/${pid}/${file}`) }];
      } catch {
        // It has ended.
        return [];
      }
    });

/** Each process of nginx beside the first, with its status. */
export const workers = (gateway) =>
  processes('status').filter(({ text }) => Number(/PPid:\s+(\d+)/.exec(text)?.[1]) === gateway.child.pid);

/** The resident memory of each of them, in MB. */
export const workerMemory = (gateway) =>
  workers(gateway).map(({ text }) => Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024);

/** A gateway whose workers are not root, so that permissions hold, with responses that are used up at once. */
export async function unprivileged(t, upstream, more = {}) {
  const folder = folderFor();
  chmodSync(folder, 0o755);
  cpSync(dist, join(folder, 'page'), { recursive: true });
  return startGateway(t, upstream, {
    folder,
    GORLIF_PAGE: join(folder, 'page'),
    ...SHORT,
    GORLIF_CALL_INTERVAL: '600',
    ...(process.getuid() === 0 ? { GORLIF_USER: 'www-data' } : {}),
    ...more,
  });
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
