// What visitors get while the service fails, and what the service is asked meanwhile.
import assert from 'node:assert/strict';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import {
  KEYS,
  LEVELS,
  OPERATIONS,
  OWN_HEADERS,
  PLACE,
  SHORT,
  UNCACHED,
  authorityIn,
  bodyFor,
  cached,
  folderFor,
  foreignHeaders,
  get,
  hasKey,
  message,
  nameServer,
  places,
  processes,
  raw,
  read,
  respond,
  settings,
  sized,
  stalled,
  startBoth,
  startGateway,
  startUpstream,
  startsWith,
  stops,
  until,
} from '../support/gateway-harness.mjs';

const PATHS = Object.values(OPERATIONS);
/** Headers of a page without an origin of its own, which may read the answer. */
const SHARED = ['access-control-allow-origin', 'access-control-expose-headers', 'timing-allow-origin'];
/** As many visits at once. */
const visits = (gateway, path, count) => Promise.all(Array.from({ length: count }, () => get(gateway, path)));
/** Asks until the kept answer is used up: the one that comes then. */
const afterwards = (gateway, path) =>
  until(async () => {
    const answer = await get(gateway, path);
    return cached(answer) === 'HIT' ? null : answer;
  });
const everything = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

// case 125, 128
test('of a failure nothing passes, neither body nor headers nor where it leads', async (t) => {
  const { upstream, gateway } = await startBoth(t, undefined, { GORLIF_CALL_INTERVAL: '0' });
  const given = new Set();
  const fails = async (name) => {
    for (const path of PATHS) {
      const began = Date.now();
      const answer = await get(gateway, path);
      const sentence = '{"error":"the service cannot be reached now"}';
      assert.deepEqual([answer.status, answer.text], [503, sentence], `${name} ${path}`);
      assert.match(answer.headers['retry-after'], /^\d+$/);
      assert.ok(!hasKey(JSON.stringify(answer.headers)), `${name} ${path}`);
      assert.ok(Date.now() - began < 3_000, `${name} ${path}`);
      answer.names.forEach((name) => given.add(name));
    }
  };
  for (const status of [
    202, 203, 205, 226, 299, 301, 302, 307, 308, 400, 401, 402, 403, 404, 405, 410, 418, 429, 451, 499, 500, 501, 502,
    503, 504, 520, 599, 600, 999,
  ]) {
    upstream.answer = (request, response) => {
      const key = request.headers['ocp-apim-subscription-key'];
      const body = `{"statusCode":401,"message":"invalid subscription key ${key}","stack":"at Evil.cs:1"}`;
      return sized(body, 'application/json', foreignHeaders(key), status)(request, response);
    };
    await fails(status);
  }
  await upstream.stop();
  await fails('nobody listens');
  assert.deepEqual([...given].sort(), [...OWN_HEADERS, ...SHARED, 'retry-after'].sort());
});

// case 123, 125, 132
test('of a good answer only known headers pass, and what it says of caching changes nothing', async (t) => {
  const { gateway } = await startBoth(t, (request, response) => {
    const theirs = foreignHeaders(request.headers['ocp-apim-subscription-key']);
    return sized(bodyFor(request.url), 'application/json', theirs)(request, response);
  });
  const own = [...OWN_HEADERS, ...SHARED, 'etag', 'vary', 'x-cache-status', 'x-origin-date'];
  for (const path of PATHS)
    for (const expected of ['MISS', 'HIT']) {
      const answer = await get(gateway, path);
      assert.deepEqual([answer.status, answer.text, cached(answer)], [200, bodyFor(path), expected], path);
      assert.ok(!hasKey(JSON.stringify(answer.headers)), JSON.stringify(answer.headers));
      assert.equal(answer.headers.vary, 'Accept-Encoding', path);
      const names = own.filter((name) => name !== 'content-length' || answer.names.includes(name));
      assert.deepEqual(answer.names.sort(), names.sort(), path);
    }
});

// case 126
test('no key is in a log, in an error, in the bundle or in the list of processes', async (t) => {
  const { upstream, gateway } = await startBoth(t, (request, response, nth) =>
    nth % 3 ? false : respond(500, KEYS.LEVELS)(request, response),
  );
  const { GORLIF_LOG, GORLIF_CACHE, GORLIF_RUN, GORLIF_PAGE } = gateway.env;
  for (const path of [...PATHS, '/', '/nothing', `${LEVELS}?key=${'x'.repeat(9)}`]) await get(gateway, path);
  await upstream.stop();
  for (const path of PATHS) await get(gateway, path.replace('11000', '16000'));
  const rendered = everything(GORLIF_RUN).filter((path) => !path.endsWith('keys.conf'));
  for (const path of [GORLIF_LOG, ...everything(GORLIF_PAGE), ...everything(GORLIF_CACHE), ...rendered])
    assert.ok(!hasKey(read(path)), path);
  assert.ok(!hasKey(gateway.said), gateway.said);
  assert.ok(!hasKey(read(`/proc/${gateway.child.pid}/environ`)), 'environment of nginx');
  for (const { text } of processes('cmdline')) assert.ok(!hasKey(text), text);
  for (const path of everything(GORLIF_RUN).filter((path) => path.endsWith('.conf')))
    assert.equal(statSync(path).mode & 0o077, 0, `only its owner reads ${path}`);
});

for (const format of ['text', 'json'])
  test(`the log has no position finer than one decimal, no query and no address: ${format}`, async (t) => {
    const { gateway } = await startBoth(t, undefined, { GORLIF_LOG_FORMAT: format });
    for (const path of [
      PLACE,
      '/?lat=51.9471&lon=-3.3912&r=10',
      PLACE.replace('51.95', '51.9471').replace('3.39', '3.3912'),
      `${PLACE}?lat=51.9471`,
      '/51.9471/-3.3912/%20',
      '/"},{"a',
    ])
      await get(gateway, path);
    await raw(gateway, 'GET http://x/51.9471 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await gateway.stop();
    const log = gateway.log();
    assert.match(log, /latlon\/51\.9\/-3\.3[ "]/);
    if (format === 'json') {
      const lines = log.trim().split('\n');
      const entries = lines.map((line) => JSON.parse(line));
      const visited = entries.some(({ status, cache }) => status === '200' && cache === 'MISS');
      const called = entries.some(({ service, outcome }) => service === 'place' && outcome === '200');
      assert.deepEqual([visited, called], [true, true], log);
    }
    assert.doesNotMatch(log + gateway.said, /51\.9\d|3\.3\d|lat=|127\.0\.0\.1/);
  });

// case 129, 130
for (const [name, fails] of [
  ['status 500', respond(500)],
  ['no response', (_, response) => response.destroy()],
  ['it hangs', () => true],
])
  test(`the service goes down and comes back: old answers at once under their own time, then new ones: ${name}`, async (t) => {
    const { upstream, gateway } = await startBoth(t, undefined, SHORT);
    const all = (visit) => Promise.all(PATHS.map(visit));
    const good = await all((path) => get(gateway, path));
    upstream.answer = fails;
    await all((path) => afterwards(gateway, path));
    for (let n = 0; n < 30; n++) {
      const began = Date.now();
      const answers = await all((path) => get(gateway, path));
      assert.ok(Date.now() - began < 1_500, 'the wait is 2 s here; nobody had it');
      for (const [i, stale] of answers.entries()) {
        const { text, headers } = good[i];
        const date = headers['x-origin-date'];
        assert.deepEqual([stale.status, stale.text, stale.headers['x-origin-date']], [200, text, date], PATHS[i]);
        assert.match(cached(stale), /STALE|UPDATING/, PATHS[i]);
      }
    }
    upstream.answer = () => false;
    await all((path, i) =>
      until(async () => {
        const { status, headers } = await get(gateway, path);
        assert.equal(status, 200);
        return headers['x-origin-date'] !== good[i].headers['x-origin-date'];
      }),
    );
  });

// case 130
test('nothing is kept, and an answer is a failure, does not come, ends early, stalls or is a web page: one call, one wait, and others get theirs', async (t) => {
  const type = 'Content-Type: application/json\r\n';
  const length = 'Content-Length: 5000\r\n';
  const rows = [
    ['none', () => true],
    ['cut short', message(`${type}${length}`, '{"type"')],
    ['cut short, in chunks', message(`${type}Transfer-Encoding: chunked\r\n`, '7\r\n{"type"\r\n')],
    ['stalled', stalled],
    ['a web page', respond(200, '<html>', { 'Content-Type': 'text/html' })],
    ...[401, 403, 404, 429, 500, 502, 503, 504].map((status) => [
      String(status),
      respond(status, '{}', { 'Retry-After': '7' }),
      '7',
    ]),
  ];
  const calls = String(rows.length + 1);
  const limits = { GORLIF_PLACE_CALLS: calls, GORLIF_PLACE_SHARE: calls };
  const { upstream, gateway } = await startBoth(t, undefined, { GORLIF_READ_TIMEOUT: '1', ...limits });
  const [last, ...paths] = places(rows.length + 1);
  for (const [nth, [name, answer, wait = '65']] of rows.entries()) {
    upstream.requests.length = 0;
    upstream.answer = answer;
    for (let round = 0; round < 3; round++)
      for (const { status, headers } of await visits(gateway, paths[nth], 20))
        assert.deepEqual([status, headers['retry-after']], [503, wait], name);
    assert.equal(upstream.requests.length, 1, `${name}: one call, however many visitors`);
  }
  upstream.answer = () => false;
  assert.equal((await get(gateway, last)).status, 200, 'the last of the calls that the limit allows');
});

// case 133
test('a service with a certificate of another name, an expired one or one of an unknown issuer gets no request', async (t) => {
  const { ca, certificate, server } = authorityIn(folderFor());
  certificate('good', 'service.test');
  certificate('other', 'other.test');
  certificate('old', 'service.test', -1);
  // A name server of our own, so that the name is checked and not an address.
  const names = await nameServer(t, () => '127.0.0.1', 60);
  for (const [name, authority, expected, cause] of [
    ['good', ca, 200],
    ['other', ca, 503, /service\.test: certificate host mismatch/],
    ['old', ca, 503, /service\.test: 10: certificate has expired/],
    ['good', '/etc/ssl/certs/ca-certificates.crt', 503, /service\.test: 21: unable to verify the first certificate/],
  ]) {
    let asked = '';
    const SNICallback = (server, done) => {
      asked = server;
      done(null);
    };
    const secure = { server: server(name, { SNICallback }), scheme: 'https' };
    const upstream = await startUpstream(t, () => false, secure);
    const gateway = await startGateway(t, `https://service.test:${upstream.port}`, {
      GORLIF_CA: authority,
      GORLIF_CALL_INTERVAL: '0',
      GORLIF_RESOLVER: names,
    });
    const statuses = new Set();
    // On a busy machine a call may time out before the certificate is checked: the next call checks it.
    await until(async () => {
      const { status } = await get(gateway, LEVELS);
      statuses.add(status);
      return status === expected && (!cause || cause.test(gateway.said));
    }).catch(() =>
      assert.fail(`${name} by ${authority}: ${[...statuses]}: ${gateway.said}${gateway.log().slice(-400)}`),
    );
    assert.equal(asked, 'service.test', 'the name is told (SNI)');
    assert.equal(statuses.has(200), expected === 200, `${name} by ${authority}`);
    assert.equal(upstream.requests.length > 0, expected === 200, `${name} by ${authority}`);
    if (cause) assert.match(gateway.said, /the certificate of the service is not valid: /);
  }
});

// case 134, 190
test('a second address of the service is tried, a call that was sent is not repeated, and a new address is found later', async (t) => {
  const { ca, certificate, server } = authorityIn(folderFor());
  certificate('service', 'service.test');
  // Services at addresses of this machine, all at one port, of one name. Nothing listens at 127.0.0.2.
  const startAt = (host, answer, port) => startUpstream(t, answer, { server: server('service'), host, port });
  let addresses = ['127.0.0.2', '127.0.0.3'];
  const works = await startAt('127.0.0.3');
  const gateway = await startGateway(t, `https://service.test:${works.port}`, {
    ...UNCACHED,
    GORLIF_CA: ca,
    GORLIF_RESOLVER: await nameServer(t, () => addresses, 1),
  });
  for (let visits = 1; visits <= 8; visits++) {
    assert.equal((await get(gateway, LEVELS)).status, 200);
    const methods = works.requests.map(({ method }) => method);
    assert.deepEqual(methods, Array(visits).fill('GET'));
  }
  // Now one listens there, which takes each request and ends the connection.
  const breaks = await startAt('127.0.0.2', (_, response) => response.destroy(), works.port);
  const statuses = new Set();
  await until(async () => {
    const before = works.requests.length + breaks.requests.length;
    statuses.add((await get(gateway, LEVELS)).status);
    assert.equal(works.requests.length + breaks.requests.length - before, 1, 'one call for each visit');
    return breaks.requests.length >= 3;
  });
  assert.ok(statuses.has(503), [...statuses].join());
  // The service moves: it is called there once the name's second is up, without a restart.
  const moved = await startAt('127.0.0.4', undefined, works.port);
  addresses = ['127.0.0.4'];
  await until(async () => (await get(gateway, LEVELS)).status === 200 && moved.requests.length > 0);
});

// case 136
test('cached responses are served after a restart, and a reload under load fails no request', async (t) => {
  const folder = folderFor();
  const { upstream, gateway: first } = await startBoth(t, undefined, { folder });
  const good = await get(first, LEVELS);
  let running = true;
  const visitors = Array.from({ length: 8 }, async () => {
    const statuses = [];
    while (running) statuses.push((await get(first, LEVELS)).status);
    return statuses;
  });
  for (let n = 0; n < 3; n++) {
    first.child.kill('SIGHUP');
    await until(() => get(first, '/healthz'));
  }
  running = false;
  const statuses = (await Promise.all(visitors)).flat();
  assert.ok(statuses.length > 0 && statuses.every((status) => status === 200));
  await first.stop();
  await upstream.stop();
  const second = await startGateway(t, upstream, { folder, port: first.port });
  const kept = await until(async () => {
    const answer = await get(second, LEVELS);
    return answer.status === 200 && answer;
  });
  assert.deepEqual([kept.text, kept.headers['x-origin-date']], [good.text, good.headers['x-origin-date']]);
});

// case 137
test('a client that accepts gzip gets it, another one the plain body; an unchanged response is 304; each has its time', async (t) => {
  const tenMinutesAgo = new Date(Date.now() - 600_000).toUTCString();
  const body = JSON.stringify({ type: 'FeatureCollection', features: Array.from({ length: 200 }, (_, n) => ({ n })) });
  const { upstream, gateway } = await startBoth(t, respond(200, body, { Date: tenMinutesAgo }));
  for (const [nth, [accepts, encoding]] of [
    ['gzip', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
    ['br', undefined],
    ['identity', undefined],
    [undefined, undefined],
    ['gzip;q=0', undefined],
  ].entries()) {
    const answer = await get(gateway, LEVELS, { headers: accepts ? { 'Accept-Encoding': accepts } : {} });
    assert.equal(answer.headers['content-encoding'], encoding, accepts);
    assert.equal(encoding === 'gzip' ? gunzipSync(answer.body).toString() : answer.text, body, accepts);
    assert.deepEqual([cached(answer), answer.headers['x-origin-date']], [nth ? 'HIT' : 'MISS', tenMinutesAgo]);
    assert.ok(Math.abs(Date.parse(answer.headers.date) - Date.now()) < 5_000, 'the gateway’s own clock');
  }
  const accepts = { 'Accept-Encoding': 'gzip' };
  const { headers } = await get(gateway, LEVELS, { headers: accepts });
  const again = await get(gateway, LEVELS, { headers: { ...accepts, 'If-None-Match': headers.etag } });
  assert.deepEqual([again.status, again.body.length, again.headers['x-origin-date']], [304, 0, tenMinutesAgo]);
  const part = await get(gateway, LEVELS, { headers: { Range: 'bytes=0-9' } });
  assert.deepEqual([part.status, part.text], [200, body], 'a range of JSON is not taken');
  assert.equal(upstream.requests.length, 1);
});

// case 135
test('a setting that is missing or malformed stops the start with a sentence that names it, and shows no key', async () => {
  const folder = folderFor();
  const good = settings('https://service.example', folder);
  assert.deepEqual(await startsWith(good, '--check'), { code: 0, said: '' });
  // nginx starts before the recorder's name can be resolved.
  assert.deepEqual(await startsWith({ ...good, GORLIF_PUSH: 'recorder:8093' }, '--check'), { code: 0, said: '' });
  for (const name of ['GORLIF_UPSTREAM', 'GORLIF_KEY_LEVELS', 'GORLIF_KEY_WARNINGS', 'GORLIF_KEY_FORECAST'])
    for (const value of [undefined, '']) {
      const said = await stops(good, { [name]: value }, new RegExp(`${name} is missing`), '--check');
      assert.equal(said.split('\n').length, 2, said);
    }
  // Native tests have the values of each setting.
  for (const [name, value] of [
    ['GORLIF_KEY_LEVELS', 'secret\nkey-levels'],
    ['GORLIF_KEY_LEVELS', `secret${'x'.repeat(200)}`],
    ['GORLIF_PAGE', '/nonexistent'],
    ['GORLIF_RUN', '/proc/gorlif'],
    ['GORLIF_MODULES', '/usr'],
    ['GORLIF_CACHE', good.GORLIF_RUN],
    ['GORLIF_LOG', '/nonexistent/x'],
  ])
    assert.doesNotMatch(await stops(good, { [name]: value }, new RegExp(name), '--check'), /secret/);
  const tiles = { GORLIF_TILES_UPSTREAM: 'https://tiles.example/{z}/{x}/{y}.png?key={key}' };
  await stops(good, tiles, /GORLIF_KEY_TILES is missing/, '--check');
  // From files, as secrets are mounted: one line end is the editor's, a second line is a mistake.
  const file = join(folder, 'key');
  const fromFile = { ...good, GORLIF_KEY_LEVELS: undefined, GORLIF_KEY_LEVELS_FILE: file };
  for (const [expected, ...texts] of [
    [0, 'sample-key-levels', 'sample-key-levels\n'],
    [2, 'sample-key-levels\n\n', 'sample-key\nlevels\n', '', '\n', 'sample-$key\n'],
  ])
    for (const text of texts) {
      writeFileSync(file, text);
      const { code, said } = await startsWith(fromFile, '--check');
      assert.equal(code, expected, `${JSON.stringify(text)}: ${said}`);
    }
  await stops(good, { GORLIF_KEY_LEVELS_FILE: file }, /both set/, '--check');
  await stops(fromFile, { GORLIF_KEY_LEVELS_FILE: '/nonexistent' }, /cannot be read/, '--check');
});

test('alive, ready with the time of each source, and counts for this machine only', async (t) => {
  const { upstream, gateway } = await startBoth(t, undefined, UNCACHED);
  const alive = await get(gateway, '/healthz');
  assert.deepEqual([alive.status, alive.text], [200, 'alive\n']);
  const ready = await get(gateway, '/readyz');
  assert.deepEqual([ready.status, ready.text], [200, '{"ready":true}']);
  for (const source of ['levels', 'warnings', 'forecast'])
    assert.ok(Date.parse(ready.headers[`x-origin-date-${source}`]) > 0, source);
  upstream.answer = (request, response) => /forecast/.test(request.url) && respond(500)(request, response);
  const unready = await get(gateway, '/readyz');
  assert.deepEqual([unready.status, unready.text], [503, '{"ready":false}'], 'one source cannot be shown');
  assert.equal((await get(gateway, '/status')).status, 404);
  const status = await get(gateway, '/status', { socketPath: join(gateway.env.GORLIF_RUN, 'status.sock') });
  assert.match(status.text, /Active connections: \d+/);
});
