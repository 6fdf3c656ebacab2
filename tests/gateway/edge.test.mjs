// The gateway behind an edge: Varnish with docs/operations/varnish.vcl.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'node:test';
import { freePort } from '../support/free-port.mjs';
import {
  FORECAST,
  LEVELS,
  WALES,
  dist,
  folderFor,
  get,
  respond,
  root,
  startGateway,
  startUpstream,
  until,
} from '../support/gateway-harness.mjs';
import { collection, message } from '../support/bodies.mjs';

const VCL = readFileSync(join(root, 'docs/operations/varnish.vcl'), 'utf8');
const SECONDS = Number(process.env.GORLIF_STORM_SECONDS ?? 3);
const FIRST_LINE = (seconds) =>
  `<!doctype html><!-- proven until ${Math.ceil(Date.now() / 1_000) + seconds}: now -->\n`;

/** Varnish before a gateway; `change` changes its configuration. */
async function startEdge(t, gateway, change = (vcl) => vcl) {
  const [folder, port] = [folderFor(), await freePort()];
  const file = join(folder, 'edge.vcl');
  writeFileSync(file, change(VCL.replace('"8080"', `"${gateway.port}"`)));
  const flags = [
    '-F',
    '-j',
    'none',
    '-a',
    `127.0.0.1:${port}`,
    '-f',
    file,
    '-n',
    join(folder, 'varnish'),
    '-s',
    'malloc,64m',
  ];
  const child = spawn('varnishd', [...flags, '-p', 'http_gzip_support=off']);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  t.after(() => child.kill('SIGTERM'));
  const edge = { port, address: `http://127.0.0.1:${port}/` };
  await until(async () => (await get(edge, '/').catch(() => ({}))).status === 200).catch(() => assert.fail(said));
  return edge;
}

/** A service with one message, a gateway with a plain page, and an edge before it. `prove` writes the page, which is proven for so many seconds. */
async function startAll(t, change) {
  const history = folderFor();
  mkdirSync(join(history, 'plain/en'), { recursive: true });
  const prove = (seconds) => writeFileSync(join(history, 'plain/en/index.html'), FIRST_LINE(seconds));
  prove(600);
  const body = JSON.stringify(collection(message()));
  const answer = (request, response) => respond(200, /forecast/.test(request.url) ? '[]' : body)(request, response);
  const upstream = await startUpstream(t, answer);
  const gateway = await startGateway(t, upstream, { GORLIF_HISTORY: history });
  return { gateway, upstream, prove, edge: await startEdge(t, gateway, change) };
}

const VISIT = { 'Sec-Fetch-Dest': 'document' };
const FILES = readdirSync(dist).filter((file) => /^(?:gorlif|leaflet)-.*\.(?:js|css|wasm)$/.test(file));
const PATHS = ['/', '/?lat=51.95&lon=-3.39', '/plain/en/', LEVELS, WALES, FORECAST, ...FILES.map((file) => `/${file}`)];

// case 259
test('a thousand visits a second are some requests a second at the gateway, and each visitor gets what is meant for it', async (t) => {
  const { gateway, upstream, edge } = await startAll(t);
  await get(edge, WALES);
  const before = gateway.log().split('\n').length;
  const lua = ['-s', join(root, 'tests/gateway/storm.lua')];
  const load = ['-t1', '-c100', `-d${SECONDS}s`, '--timeout', '10s', ...lua, edge.address, '--', ...PATHS];
  const { stdout } = await promisify(execFile)('wrk', load);
  const requests = gateway.log().split('\n').length - before;
  const [, perSecond] = stdout.match(/Requests\/sec:\s+([\d.]+)/);
  console.log(
    `edge: ${perSecond} responses a second, ${(requests / SECONDS).toFixed(1)} requests a second at the gateway`,
  );
  assert.doesNotMatch(stdout, /Non-2xx/);
  // Each address is requested when its time is over, and the documents every ten seconds.
  assert.ok(requests <= PATHS.length * (1 + SECONDS / 10) + SECONDS, `${requests} requests at the gateway`);
  assert.ok(upstream.requests.length <= 3, `${upstream.requests.length} calls to the service`);
  for (const [headers, hasMessages] of [
    [VISIT, true],
    [{}, false],
    [{ 'Sec-Fetch-Dest': 'iframe' }, false],
  ]) {
    const { text } = await get(edge, '/', { headers });
    assert.equal(text.includes('"features":[{'), hasMessages, JSON.stringify(headers));
  }
  for (const encoding of ['br', 'gzip']) {
    const wasm = FILES.find((file) => file.endsWith('.wasm'));
    const { headers } = await get(edge, `/${wasm}`, {
      headers: { 'Accept-Encoding': encoding === 'br' ? 'gzip, deflate, br' : encoding },
    });
    assert.equal(headers['content-encoding'], encoding);
  }
  const { headers } = await get(edge, WALES);
  assert.ok(headers['x-origin-date'] && headers.age !== undefined, 'the page reads the age');
  assert.equal((await get(edge, '/readyz')).status, 404);
});

// case 259
test('without the gateway the page starts, and neither an operation nor a plain page is served beyond its time', async (t) => {
  const change = (vcl) => vcl.replaceAll('= 30s;', '= 1s;').replace('.interval = 5s;', '.interval = 0.2s;');
  const { gateway, edge, prove } = await startAll(t, change);
  prove(2);
  for (const path of ['/', WALES, '/plain/en/']) assert.equal((await get(edge, path)).status, 200, path);
  await gateway.stop();
  for (const path of [WALES, '/plain/en/'])
    await until(async () => (await get(edge, path)).status >= 500).catch(() => assert.fail(`${path} is served still`));
  assert.equal((await get(edge, '/')).status, 200);
  assert.equal((await get(edge, LEVELS)).status, 503, 'what it never had');
});
