// What visitors get while the service fails, and what the service is asked meanwhile.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import dgram from 'node:dgram';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import {
  KEYS,
  LEVELS,
  OPERATIONS,
  PLACE,
  WALES,
  FORECAST,
  folderFor,
  get,
  launch,
  raw,
  read,
  startGateway,
  startUpstream,
  until,
} from '../support/gateway-harness.mjs';

const SHORT = {
  GORLIF_CACHE_LEVELS: '1',
  GORLIF_CACHE_WARNINGS: '1',
  GORLIF_CACHE_FORECAST: '1',
  GORLIF_CALL_INTERVAL: '1',
};
const cached = ({ headers }) => headers['x-cache-status'];
/** Asks until the kept answer is used up: the one that comes then. */
const afterwards = (gateway, path) =>
  until(async () => {
    const answer = await get(gateway, path);
    return cached(answer) === 'HIT' ? null : answer;
  });
/** A good answer of the operation. */
const bodyFor = (path) => (/forecast/.test(path) ? '[]' : '{"type":"FeatureCollection","features":[]}');
const everything = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

test('answers say when the service itself answered, and keep saying it while they are kept', async (t) => {
  const tenMinutesAgo = new Date(Date.now() - 600_000).toUTCString();
  const upstream = await startUpstream(t, (_, response) => !response.setHeader('Date', tenMinutesAgo) && false);
  const gateway = await startGateway(t, upstream);
  const [first, second] = [await get(gateway, LEVELS), await get(gateway, LEVELS)];
  assert.deepEqual([cached(first), cached(second)], ['MISS', 'HIT']);
  for (const { headers } of [first, second]) {
    assert.equal(headers['x-origin-date'], tenMinutesAgo);
    assert.ok(Math.abs(Date.parse(headers.date) - Date.now()) < 5_000, 'the gateway’s own clock stands beside it');
  }
});

// case 125
test('of a failure nothing passes, neither body nor headers nor where it leads', async (t) => {
  const wrong = {};
  const upstream = await startUpstream(t, (request, response) => {
    const key = request.headers['ocp-apim-subscription-key'];
    // Node itself sends no status beyond 999, and none below 100.
    response
      .writeHead(wrong.status, {
        'Content-Type': 'application/json',
        Location: `https://evil.example/?key=${key}`,
        'X-Key': key,
        'WWW-Authenticate': `AzureApiManagementKey realm="${key}"`,
        'Set-Cookie': key,
        Server: key,
      })
      .end(`{"statusCode":401,"message":"invalid subscription key ${key}","stack":"at Evil.cs:1"}`);
    return true;
  });
  const gateway = await startGateway(t, upstream, { GORLIF_CALL_INTERVAL: '0' });
  const names = new Set();
  for (wrong.status of [
    202, 203, 205, 226, 299, 301, 302, 307, 308, 400, 401, 402, 403, 404, 405, 410, 418, 429, 451, 499, 500, 501, 502,
    503, 504, 520, 599, 600, 999,
  ]) {
    for (const path of Object.values(OPERATIONS)) {
      const answer = await get(gateway, path);
      assert.equal(answer.status, 503, String(wrong.status));
      assert.equal(answer.text, '{"error":"the service cannot be reached now"}');
      assert.match(answer.headers['retry-after'], /^\d+$/);
      assert.ok(!Object.values(KEYS).some((key) => JSON.stringify(answer.headers).includes(key)));
      answer.names.forEach((name) => names.add(name.toLowerCase()));
    }
  }
  assert.deepEqual([...names].sort(), [
    'access-control-allow-origin',
    'access-control-expose-headers',
    'cache-control',
    'connection',
    'content-length',
    'content-security-policy',
    'content-type',
    'cross-origin-resource-policy',
    'date',
    'permissions-policy',
    'referrer-policy',
    'retry-after',
    'timing-allow-origin',
    'x-content-type-options',
  ]);
});

// case 125
test('of a good answer only known headers pass, whatever their names', async (t) => {
  const odd = [
    'X-Key',
    'Via',
    'Server',
    'Request-Context',
    'Ocp-Apim-Trace-Location',
    '_key',
    '!key',
    '#key',
    '1key',
    '.key',
    '~key',
    '^key',
    '|key',
    '`key',
    "'key",
    '*key',
    '(key',
    '/key',
    '@key',
    '\u00c3key',
    'Link',
    'Refresh',
    'Location',
    'Content-Language',
    'Content-Disposition',
    'X-Accel-Redirect',
    'X-Accel-Expires',
    'X-Accel-Buffering',
    'Age',
    'Last-Modified',
    'Expires',
    'Trailer',
    'Upgrade',
    'Alt-Svc',
    'Clear-Site-Data',
    'Public-Key-Pins',
    'Access-Control-Allow-Credentials',
    'Strict-Transport-Security',
    'Proxy-Authenticate',
    'WWW-Authenticate',
  ];
  const upstream = await startUpstream(t, (request, response) => {
    const key = request.headers['ocp-apim-subscription-key'];
    const lines = odd
      .map((name) => `${name}: ${/Last-Modified|Expires/.test(name) ? 'Fri, 20 Nov 2026 10:00:00 GMT' : key}\r\n`)
      .join('');
    const body = bodyFor(request.url);
    response.socket.end(
      `HTTP/1.1 200 OK\r\nDate: ${new Date().toUTCString()}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${lines}\r\n${body}`,
    );
    return true;
  });
  const gateway = await startGateway(t, upstream);
  for (const path of Object.values(OPERATIONS)) {
    const { status, text, headers, names } = await get(gateway, path);
    assert.deepEqual([status, text], [200, bodyFor(path)]);
    assert.ok(!Object.values(KEYS).some((key) => JSON.stringify(headers).includes(key)), JSON.stringify(headers));
    assert.deepEqual(
      names.map((name) => name.toLowerCase()).sort(),
      [
        'access-control-allow-origin',
        'access-control-expose-headers',
        'cache-control',
        'connection',
        'content-length',
        'content-security-policy',
        'content-type',
        'cross-origin-resource-policy',
        'date',
        'etag',
        'permissions-policy',
        'referrer-policy',
        'timing-allow-origin',
        'vary',
        'x-cache-status',
        'x-content-type-options',
        'x-origin-date',
      ].filter((name) => name !== 'content-length' || names.some((n) => n.toLowerCase() === 'content-length')),
    );
  }
});

// case 126
test('no key is in a log, in an error, in the bundle or in the list of processes', async (t) => {
  const upstream = await startUpstream(t, (_, response, nth) =>
    nth % 3 ? false : response.writeHead(500).end(KEYS.LEVELS),
  );
  const folder = folderFor();
  const gateway = await launch(upstream.address, folder);
  t.after(() => gateway.stop());
  for (const path of [...Object.values(OPERATIONS), '/', '/nothing', `${LEVELS}?key=${'x'.repeat(9)}`])
    await get(gateway, path);
  await upstream.stop();
  for (const path of Object.values(OPERATIONS)) await get(gateway, path.replace('11000', '16000'));
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [
          `${read(`/proc/${pid}/cmdline`)} ${Number(pid) === gateway.child.pid ? read(`/proc/${pid}/environ`) : ''}`,
        ];
      } catch {
        return [];
      }
    });
  const bundle = everything(join(gateway.env.GORLIF_PAGE)).map((path) => [path, read(path)]);
  const kept = everything(join(folder, 'cache')).map((path) => [path, read(path)]);
  const rendered = everything(join(folder, 'run'))
    .filter((path) => !path.endsWith('keys.conf'))
    .map((path) => [path, read(path)]);
  const places = [
    ['log', read(join(folder, 'log'))],
    ['said', gateway.said],
    ['processes', processes.join('\n')],
    ...bundle,
    ...kept,
    ...rendered,
  ];
  for (const [where, text] of places)
    for (const key of Object.values(KEYS)) assert.ok(!text.includes(key), `${key} in ${where}`);
  assert.equal(statSync(join(folder, 'run/keys.conf')).mode & 0o077, 0, 'only its owner reads the file of keys');
});

for (const format of ['text', 'json'])
  test(`the log has no position finer than one decimal, no query and no address: ${format}`, async (t) => {
    const upstream = await startUpstream(t);
    const folder = folderFor();
    const gateway = await launch(upstream.address, folder, { GORLIF_LOG_FORMAT: format });
    t.after(() => gateway.stop());
    for (const path of [
      PLACE,
      '/?lat=51.9471&lon=-3.3912&r=10',
      '/api/floodwarnings/v1/distance/11000/latlon/51.9471/-3.3912',
      `${PLACE}?lat=51.9471`,
      '/51.9471/-3.3912/%20',
      '/"},{"a',
    ])
      await get(gateway, path);
    await raw(gateway, 'GET http://x/51.9471 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await gateway.stop();
    const log = read(join(folder, 'log'));
    assert.match(log, /latlon\/51\.9\/-3\.3[ "]/);
    if (format === 'json') {
      const lines = log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.ok(
        lines.some(({ status, cache }) => status === '200' && cache === 'MISS'),
        log,
      );
      assert.ok(
        lines.some(({ service, outcome }) => service === 'place' && outcome === '200'),
        log,
      );
    }
    assert.doesNotMatch(log + gateway.said, /51\.9\d|3\.3\d|lat=|127\.0\.0\.1/);
  });

// case 128
test('the service is down before anything is kept: 503, when to come back, and quickly', async (t) => {
  const upstream = await startUpstream(t);
  await upstream.stop();
  const gateway = await startGateway(t, upstream);
  for (const path of Object.values(OPERATIONS)) {
    const began = Date.now();
    const { status, headers, text } = await get(gateway, path);
    assert.deepEqual(
      [status, headers['retry-after'], JSON.parse(text).error],
      [503, '65', 'the service cannot be reached now'],
    );
    assert.ok(Date.now() - began < 3_000);
  }
});

// case 129
test('the service goes down and comes back: old answers under their own time, then new ones', async (t) => {
  const upstream = await startUpstream(t);
  const gateway = await startGateway(t, upstream, SHORT);
  const paths = Object.values(OPERATIONS);
  const all = (visit) => Promise.all(paths.map(visit));
  const good = await all((path) => get(gateway, path));
  upstream.answer = (_, response) => response.writeHead(500).end();
  await all((path) => afterwards(gateway, path));
  for (let n = 0; n < 20; n++) {
    for (const [i, stale] of (await all((path) => get(gateway, path))).entries()) {
      assert.deepEqual(
        [stale.status, stale.text, stale.headers['x-origin-date']],
        [200, good[i].text, good[i].headers['x-origin-date']],
      );
      assert.match(cached(stale), /STALE|UPDATING/);
    }
  }
  upstream.answer = () => false;
  await Promise.all(
    paths.map((path, i) =>
      until(async () => {
        const answer = await get(gateway, path);
        assert.equal(answer.status, 200);
        return answer.headers['x-origin-date'] !== good[i].headers['x-origin-date'];
      }),
    ),
  );
});

test('429, 403, 401 and 5xx: one call for each place and period, however many visitors', async (t) => {
  const upstream = await startUpstream(t);
  const gateway = await startGateway(t, upstream, { ...SHORT, GORLIF_CALL_INTERVAL: '600' });
  for (const [nth, status] of [401, 403, 404, 429, 500, 502, 503, 504].entries()) {
    const path = `/api/floodwarnings/v1/distance/11000/latlon/5${nth}/-3`;
    upstream.answer = (_, response) => response.writeHead(status, { 'Retry-After': '7' }).end('{}');
    const before = upstream.requests.length;
    const answers = await Promise.all(Array.from({ length: 40 }, () => get(gateway, path)));
    assert.ok(
      answers.every((answer) => answer.status === 503),
      `${status}`,
    );
    for (let n = 0; n < 40; n++) await get(gateway, path);
    assert.equal(upstream.requests.length - before, 1, `${status}: one call, however many visitors`);
  }
});

// case 130
test('the service does not respond: cached responses are served at once, and one request waits', async (t) => {
  const upstream = await startUpstream(t);
  const gateway = await startGateway(t, upstream, SHORT);
  const good = await get(gateway, LEVELS);
  upstream.answer = () => true; // never answers
  await afterwards(gateway, LEVELS);
  const known = upstream.requests.length;
  const began = Date.now();
  const answers = await Promise.all(Array.from({ length: 50 }, () => get(gateway, LEVELS)));
  assert.ok(Date.now() - began < 1_500, 'the wait is 2 s here; nobody had it');
  assert.ok(answers.every(({ status, text }) => status === 200 && text === good.text));
  assert.ok(upstream.requests.length - known <= 1);
});

// case 130
test('the service hangs and nothing is kept: one call, one wait, one sentence for all', async (t) => {
  const upstream = await startUpstream(t, () => true);
  const gateway = await startGateway(t, upstream);
  const answers = await Promise.all(Array.from({ length: 50 }, () => get(gateway, LEVELS)));
  assert.ok(answers.every(({ status, headers }) => status === 503 && headers['retry-after'] === '65'));
  assert.equal(upstream.requests.length, 1);
});

// case 131
test('a web page or nothing with status 200 does not displace a good answer; JSON under another name is taken', async (t) => {
  const upstream = await startUpstream(t);
  const gateway = await startGateway(t, upstream, SHORT);
  const date = () => new Date().toUTCString();
  const bad = {
    'a web page': (_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end('<html>sign in</html>'),
    'a web page in capitals': (_, response) => response.writeHead(200, { 'Content-Type': 'TEXT/HTML' }).end('<html>'),
    nothing: (_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 0 }).end(),
    204: (_, response) => response.writeHead(204).end(),
    206: (_, response) => response.writeHead(206, { 'Content-Type': 'application/json' }).end('{"a'),
    'no date': (_, response) => {
      response.socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]');
      return true;
    },
    XML: (_, response) => response.writeHead(200, { 'Content-Type': 'application/xhtml+xml' }).end('<html/>'),
    'another alphabet': (_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-7' }).end('[]'),
    'compressed unasked': (_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'br' }).end('xx'),
    'no HTTP': (_, response) => {
      response.socket.end('SSH-2.0-x\r\n');
      return true;
    },
    'cut short': (_, response) => {
      response.socket.end(`HTTP/1.1 200 OK\r\nDate: ${date()}\r\nContent-Length: 5000\r\n\r\n{"type"`);
      return true;
    },
  };
  const path = (nth) => `/api/floodwarnings/v1/distance/11000/latlon/5${nth % 10}/-${1 + Math.floor(nth / 10)}`;
  const worse = Object.values(bad);
  const good = await Promise.all(worse.map((_, nth) => get(gateway, path(nth))));
  upstream.answer = (request, response) =>
    worse[Number(request.url.match(/latlon\/5(\d)/)[1]) + 10 * (Number(request.url.match(/-(\d)$/)[1]) - 1)](
      request,
      response,
    );
  await Promise.all(
    Object.keys(bad).map(async (name, nth) => {
      assert.equal(good[nth].status, 200, name);
      await afterwards(gateway, path(nth));
      for (let n = 0; n < 5; n++) {
        const kept = await get(gateway, path(nth));
        assert.deepEqual(
          [kept.status, kept.text, kept.headers['x-origin-date']],
          [200, good[nth].text, good[nth].headers['x-origin-date']],
          name,
        );
      }
    }),
  );
  let nth = 0;
  for (const type of ['text/plain', 'application/octet-stream', 'application/geo+json; charset=utf-8', '']) {
    const path = `/api/floodwarnings/v1/distance/21000/latlon/5${(nth += 1) % 10}/-4`;
    upstream.answer = (_, response) =>
      response.writeHead(200, type ? { 'Content-Type': type } : {}).end(bodyFor(LEVELS));
    const { status, headers, text } = await get(gateway, path);
    assert.deepEqual(
      [status, headers['content-type'].split(';')[0], text],
      [200, 'application/json', bodyFor(LEVELS)],
      type,
    );
  }
});

test('an uncached response that ends early or stalls, or a web page, takes one request to the service', async (t) => {
  const head = (more) =>
    `HTTP/1.1 200 OK\r\nDate: ${new Date().toUTCString()}\r\nContent-Type: application/json\r\n${more}\r\n`;
  const broken = {
    'cut short': (_, response) => response.socket.end(`${head('Content-Length: 5000\r\n')}{"type"`),
    'cut short, in chunks': (_, response) =>
      response.socket.end(`${head('Transfer-Encoding: chunked\r\n')}7\r\n{"type"\r\n`),
    stalled: (_, response) => response.socket.write(`${head('Content-Length: 5000\r\n')}{"type"`),
    'a web page': (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>'),
  };
  for (const [name, answer] of Object.entries(broken)) {
    const upstream = await startUpstream(t, answer);
    const cold = await startGateway(t, upstream, { GORLIF_READ_TIMEOUT: '1' });
    const visit = () => get(cold, LEVELS).catch(() => null);
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 20 }, visit));
    assert.equal(upstream.requests.length, 1, `${name}: nothing kept`);

    const kept = await startGateway(t, upstream, {
      GORLIF_READ_TIMEOUT: '1',
      GORLIF_CACHE_LEVELS: '1',
      GORLIF_CALL_INTERVAL: '30',
    });
    upstream.answer = () => false;
    const good = await get(kept, PLACE);
    upstream.answer = answer;
    upstream.requests.length = 0;
    assert.equal(good.status, 200);
    for (let round = 0; round < 3; round++)
      await Promise.all(
        Array.from({ length: 20 }, () =>
          get(kept, PLACE).then(({ status, text }) => assert.deepEqual([status, text], [200, good.text])),
        ),
      );
    assert.ok(upstream.requests.length <= 1, `${name}: an answer kept: ${upstream.requests.length}`);
  }
});

test('visits to a place that fails use up nothing of what other places may ask', async (t) => {
  const upstream = await startUpstream(t, (_, response) => response.writeHead(500).end());
  const gateway = await startGateway(t, upstream, { GORLIF_PLACE_CALLS: '5' });
  for (let n = 0; n < 50; n++) await get(gateway, PLACE);
  upstream.answer = () => false;
  assert.equal((await get(gateway, PLACE.replace('51.95', '52.95'))).status, 200);
  assert.equal(upstream.requests.length, 2);
});

// case 132
test('what the service says of caching changes nothing', async (t) => {
  const upstream = await startUpstream(t, (request, response) =>
    response
      .writeHead(200, {
        'Content-Type': 'application/json',
        'Cache-Control': 'private, no-store',
        Vary: '*',
        Expires: '0',
        Pragma: 'no-cache',
        'Set-Cookie': 'a=b',
      })
      .end(bodyFor(request.url)),
  );
  const gateway = await startGateway(t, upstream);
  for (const path of Object.values(OPERATIONS)) {
    const answers = [await get(gateway, path), await get(gateway, path)];
    assert.deepEqual(answers.map(cached), ['MISS', 'HIT']);
    assert.ok(
      answers.every(({ headers }) => headers['set-cookie'] === undefined && headers.vary === 'Accept-Encoding'),
    );
  }
});

/** An authority of its own in a folder, and what it certifies. */
function authorityIn(folder) {
  const at = (name) => join(folder, name);
  const openssl = (...words) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=Sample authority',
    '-days',
    '30',
  );
  const certificate = (name, subject, start, end) => {
    openssl(
      'req',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${subject}`,
    );
    writeFileSync(
      at(`${name}.cnf`),
      `[ca]\ndefault_ca=d\n[d]\nnew_certs_dir=${folder}\ndatabase=${at(`${name}.db`)}\nserial=${at(`${name}.srl`)}\ndefault_md=sha256\npolicy=p\nx509_extensions=x\n[p]\ncommonName=supplied\n[x]\nsubjectAltName=${/^\d/.test(subject) ? 'IP' : 'DNS'}:${subject}\n`,
    );
    writeFileSync(at(`${name}.db`), '');
    writeFileSync(at(`${name}.srl`), '1000');
    openssl(
      'ca',
      '-batch',
      '-notext',
      '-config',
      `${name}.cnf`,
      '-cert',
      'ca.pem',
      '-keyfile',
      'ca.key',
      '-in',
      `${name}.csr`,
      '-out',
      `${name}.pem`,
      '-startdate',
      start,
      '-enddate',
      end,
    );
  };
  return { at, certificate };
}

// case 133
test('a service with a certificate of another name, an expired one or one of an unknown issuer gets no request', async (t) => {
  const { at, certificate } = authorityIn(folderFor());
  const [past, soon] = ['20200101000000Z', '20991231000000Z'];
  certificate('good', 'service.test', past, soon);
  certificate('other', 'other.test', past, soon);
  certificate('old', 'service.test', past, '20210101000000Z');
  // A name server of our own, so that the name is checked and not an address.
  const names = await nameServer(t, () => '127.0.0.1', 60);
  for (const [name, authority, expected, cause] of [
    ['good', at('ca.pem'), 200],
    ['other', at('ca.pem'), 503, /service\.test: certificate host mismatch/],
    ['old', at('ca.pem'), 503, /service\.test: 10: certificate has expired/],
    ['good', '/etc/ssl/certs/ca-certificates.crt', 503, /service\.test: 21: unable to verify the first certificate/],
  ]) {
    let asked = '';
    const server = https.createServer({
      key: read(at(`${name}.key`)),
      cert: read(at(`${name}.pem`)),
      SNICallback: (server, done) => {
        asked = server;
        done(null);
      },
    });
    const upstream = await startUpstream(t, () => false, { server, scheme: 'https' });
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
    }).catch((error) => {
      const calls = read(gateway.env.GORLIF_LOG).slice(-400);
      assert.fail(
        `${name} by ${authority}: ${[...statuses]}: ${error.message}: said ${gateway.said}; its calls ${calls}`,
      );
    });
    assert.equal(asked, 'service.test', 'the name is told (SNI)');
    assert.equal(statuses.has(200), expected === 200, `${name} by ${authority}`);
    assert.equal(upstream.requests.length > 0, expected === 200, `${name} by ${authority}`);
    if (cause) assert.match(gateway.said, /the certificate of the service is not valid: /);
  }
});

/** A name server that knows one address, or several, for every name. Its own address and port. */
async function nameServer(t, address, seconds) {
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

// case 134
test('the service moves to another address: it is asked there once the name’s time is up, without a restart', async (t) => {
  let address = '127.0.0.2';
  const { at, certificate } = authorityIn(folderFor());
  certificate('service', 'service.test', '20200101000000Z', '20991231000000Z');
  const server = () => https.createServer({ key: read(at('service.key')), cert: read(at('service.pem')) });
  const old = await startUpstream(t, () => false, { server: server(), host: '127.0.0.2' });
  const moved = await startUpstream(t, () => false, { server: server(), host: '127.0.0.3', port: old.port });
  const names = await nameServer(t, () => address, 1);
  const gateway = await startGateway(t, `https://service.test:${old.port}`, {
    ...SHORT,
    GORLIF_CALL_INTERVAL: '0',
    GORLIF_CA: at('ca.pem'),
    GORLIF_RESOLVER: names,
  });
  assert.equal((await get(gateway, LEVELS)).status, 200);
  assert.deepEqual([old.requests.length, moved.requests.length], [1, 0]);
  address = '127.0.0.3';
  await until(async () => {
    await get(gateway, LEVELS);
    return moved.requests.length > 0;
  });
});

// case 190
test('a second address of the service is tried if the connection fails, and a call that was sent is not repeated', async (t) => {
  const { at, certificate } = authorityIn(folderFor());
  certificate('service', 'service.test', '20200101000000Z', '20991231000000Z');
  const server = () => https.createServer({ key: read(at('service.key')), cert: read(at('service.pem')) });
  const works = await startUpstream(t, () => false, { server: server(), host: '127.0.0.3' });
  // Nothing listens at 127.0.0.2.
  const names = await nameServer(t, () => ['127.0.0.2', '127.0.0.3'], 60);
  const gateway = await startGateway(t, `https://service.test:${works.port}`, {
    GORLIF_CALL_INTERVAL: '0',
    GORLIF_CACHE_LEVELS: '0',
    GORLIF_CA: at('ca.pem'),
    GORLIF_RESOLVER: names,
  });
  for (let visits = 1; visits <= 8; visits++) {
    assert.equal((await get(gateway, LEVELS)).status, 200);
    assert.deepEqual(
      works.requests.map(({ method }) => method),
      Array(visits).fill('GET'),
    );
  }
  // Now one listens there, which takes each request and ends the connection.
  const breaks = await startUpstream(t, (_, response) => response.destroy(), {
    server: server(),
    host: '127.0.0.2',
    port: works.port,
  });
  const statuses = new Set();
  await until(async () => {
    const before = works.requests.length + breaks.requests.length;
    statuses.add((await get(gateway, LEVELS)).status);
    assert.equal(works.requests.length + breaks.requests.length - before, 1, 'one call for each visit');
    return breaks.requests.length >= 3;
  });
  assert.ok(statuses.has(503), [...statuses].join());
});

// case 136
test('cached responses are served after a restart, and a reload under load fails no request', async (t) => {
  const upstream = await startUpstream(t);
  const folder = folderFor();
  const first = await launch(upstream.address, folder);
  const good = await get(first, LEVELS);
  let running = true;
  const visits = Array.from({ length: 8 }, async () => {
    const statuses = [];
    while (running) statuses.push((await get(first, LEVELS)).status);
    return statuses;
  });
  for (let n = 0; n < 3; n++) {
    first.child.kill('SIGHUP');
    await until(() => get(first, '/healthz'));
  }
  running = false;
  const statuses = (await Promise.all(visits)).flat();
  assert.ok(statuses.length > 0 && statuses.every((status) => status === 200));
  await first.stop();
  await upstream.stop();
  const second = await launch(upstream.address, folder, { port: first.port });
  t.after(() => second.stop());
  const kept = await until(async () => {
    const answer = await get(second, LEVELS);
    return answer.status === 200 && answer;
  });
  assert.deepEqual([kept.text, kept.headers['x-origin-date']], [good.text, good.headers['x-origin-date']]);
});

// case 137
test('a client that accepts gzip gets it, another one the plain body; an unchanged response is 304', async (t) => {
  const body = JSON.stringify({ type: 'FeatureCollection', features: Array.from({ length: 200 }, (_, n) => ({ n })) });
  const upstream = await startUpstream(t, (_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body),
  );
  const gateway = await startGateway(t, upstream);
  for (const [accepts, encoding] of [
    ['gzip', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
    ['br', undefined],
    ['identity', undefined],
    [undefined, undefined],
    ['gzip;q=0', undefined],
  ]) {
    const answer = await get(gateway, LEVELS, { headers: accepts ? { 'Accept-Encoding': accepts } : {} });
    assert.equal(answer.headers['content-encoding'], encoding, accepts);
    assert.equal(encoding === 'gzip' ? gunzipSync(answer.body).toString() : answer.text, body, accepts);
  }
  const { headers } = await get(gateway, LEVELS, { headers: { 'Accept-Encoding': 'gzip' } });
  const again = await get(gateway, LEVELS, { headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': headers.etag } });
  assert.deepEqual(
    [again.status, again.body.length, again.headers['x-origin-date']],
    [304, 0, headers['x-origin-date']],
  );
  const part = await get(gateway, LEVELS, { headers: { Range: 'bytes=0-9' } });
  assert.deepEqual([part.status, part.text], [200, body], 'a range of JSON is not taken');
  assert.equal(upstream.requests.length, 1);
});

test('requests for uncached places are limited per minute over all visitors, those for all of Wales are not', async (t) => {
  const upstream = await startUpstream(t);
  const gateway = await startGateway(t, upstream, { GORLIF_PLACE_CALLS: '12' });
  const places = Array.from(
    { length: 60 },
    (_, n) => `/api/floodwarnings/v1/distance/11000/latlon/5${n % 10}.${1 + Math.floor(n / 10)}/-3`,
  );
  const answers = await Promise.all(places.map((path) => get(gateway, path)));
  const refused = answers.filter(({ status }) => status === 503);
  assert.equal(refused.length, 50, 'to the call');
  assert.ok(refused.every(({ headers }) => Number(headers['retry-after']) > 0));
  assert.equal(upstream.requests.length, 60 - refused.length);
  for (const path of [LEVELS, WALES, FORECAST]) assert.equal((await get(gateway, path)).status, 200);
});

// case 135
test('a setting that is missing or malformed stops the start with a sentence that names it, and shows no key', async () => {
  const { settings, startsWith } = await import('../support/gateway-harness.mjs');
  const folder = folderFor();
  const file = (name, text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const good = settings('https://service.example', folder);
  assert.deepEqual(await startsWith(good, '--check'), { code: 0, said: '' });
  const without = (name) => {
    const { [name]: _, ...rest } = good;
    return rest;
  };
  for (const name of ['GORLIF_UPSTREAM', 'GORLIF_KEY_LEVELS', 'GORLIF_KEY_WARNINGS', 'GORLIF_KEY_FORECAST']) {
    for (const env of [without(name), { ...good, [name]: '' }]) {
      const { code, said } = await startsWith(env, '--check');
      assert.deepEqual([code, said.split('\n').length, said.includes(`${name} is missing`)], [2, 2, true], said);
    }
  }
  const bad = {
    GORLIF_UPSTREAM: [
      'https://x:99999',
      'https://a..b',
      'service.example',
      'http://service.example',
      'https://service.example/?x',
      'https://user@service.example',
      'https://service.example/$host',
      'https://service.example;',
      'https://a b',
      'ftp://x',
      'https://x\nhttps://y',
      'https://x\r',
      '"https://x"',
    ],
    GORLIF_KEY_LEVELS: [
      'secret\nkey-levels',
      'secret-$key',
      'secret"key',
      'secret key',
      'short',
      "secret';x",
      'secret{}key',
      `secret${'x'.repeat(200)}`,
      'secret\\nkey',
    ],
    GORLIF_FRAME_ANCESTORS: [
      'https://*.org',
      'https://*.a.example:99999',
      'www.example.org',
      'https://x; script-src *',
      "'none'",
      'https://*',
      'https://x/path',
      '*',
    ],
    GORLIF_TILES: ['tile.example', 'https://x.example/{z}', "data: 'unsafe-inline'"],
    GORLIF_CACHE_LEVELS: ['-1', '1.5', '3m', '901', 'x', '9999999999'],
    GORLIF_CALL_INTERVAL: ['601'],
    GORLIF_PLACE_CALLS: ['0', 'many'],
    GORLIF_LISTEN: ['127.0.0.1:70000', '8080', 'localhost:8080', '127.0.0.1:0; x', '127.0.0.1'],
    GORLIF_STATUS: ['0.0.0.0:9', '[::]:9', '127.0.0.1', 'localhost:9', '10.0.0.1:9'],
    GORLIF_STATUS_OPEN: ['yes'],
    GORLIF_LOG_FORMAT: ['xml', 'JSON'],
    GORLIF_PAGE: ['relative', '/nonexistent', '/tmp/a b', '/tmp;x'],
    GORLIF_RUN: ['/proc/gorlif', 'x'],
    GORLIF_RESOLVER: ['a', '[]', 'dns.example', '1.1.1.1; x'],
    GORLIF_TLS_CERTIFICATE: ['/nonexistent'],
    GORLIF_LOG_ADDRESSES: ['yes'],
    GORLIF_BEHIND_TLS: ['1'],
    GORLIF_WORKERS: ['0', 'many'],
    GORLIF_CA: ['/nonexistent', '/etc'],
    GORLIF_MODULES: ['/usr', 'x'],
    GORLIF_CACHE: [settings('', folder).GORLIF_RUN],
    GORLIF_LOG: ['stdout', '/nonexistent/x'],
  };
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      const { code, said } = await startsWith({ ...good, [name]: value }, '--check');
      assert.deepEqual([code, said.includes(name)], [2, true], `${name}=${JSON.stringify(value)}: ${said}`);
      assert.ok(!/secret/.test(said), said);
    }
  }
  // From files, as secrets are mounted: one line end is the editor's, a second line is a mistake.
  for (const [text, expected] of [
    ['sample-key-levels', 0],
    ['sample-key-levels\n', 0],
    ['sample-key-levels\n\n', 2],
    ['sample-key\nlevels\n', 2],
    ['', 2],
    ['\n', 2],
    ['sample-$key\n', 2],
  ]) {
    const env = { ...without('GORLIF_KEY_LEVELS'), GORLIF_KEY_LEVELS_FILE: file('key', text) };
    const { code, said } = await startsWith(env, '--check');
    assert.equal(code, expected, `${JSON.stringify(text)}: ${said}`);
  }
  assert.match(
    (await startsWith({ ...good, GORLIF_KEY_LEVELS_FILE: file('key', 'sample-key') }, '--check')).said,
    /both set/,
  );
  assert.match(
    (await startsWith({ ...without('GORLIF_KEY_LEVELS'), GORLIF_KEY_LEVELS_FILE: '/nonexistent' }, '--check')).said,
    /cannot be read/,
  );
});

test('alive, ready with the time of each source, and counts for this machine only', async (t) => {
  const upstream = await startUpstream(t);
  const gateway = await startGateway(t, upstream, { GORLIF_CALL_INTERVAL: '0', GORLIF_CACHE_FORECAST: '0' });
  assert.deepEqual((({ status, text }) => [status, text])(await get(gateway, '/healthz')), [200, 'alive\n']);
  const ready = await get(gateway, '/readyz');
  assert.deepEqual([ready.status, ready.text], [200, '{"ready":true}']);
  for (const source of ['levels', 'warnings', 'forecast'])
    assert.ok(Date.parse(ready.headers[`x-origin-date-${source}`]) > 0, source);
  upstream.answer = (request, response) => /forecast/.test(request.url) && response.writeHead(500).end();
  const unready = await get(gateway, '/readyz');
  assert.deepEqual([unready.status, unready.text], [503, '{"ready":false}'], 'one source cannot be shown');
  assert.equal((await get(gateway, '/status')).status, 404);
  const status = await new Promise((done) => {
    let text = '';
    const socket = net.connect(join(gateway.env.GORLIF_RUN, 'status.sock'), () =>
      socket.write('GET /status HTTP/1.0\r\n\r\n'),
    );
    socket
      .on('data', (part) => {
        text += part;
      })
      .on('close', () => done(text));
  });
  assert.match(status, /Active connections: \d+/);
});
