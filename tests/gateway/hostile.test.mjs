// What visitors and the service can send that the gateway does not expect: bodies, junk with status 200, no HTTP, too many places.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import net from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import tls from 'node:tls';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  EMPTY,
  FORECAST,
  KEYS,
  LEVELS,
  OPERATIONS,
  PLACE,
  SHORT,
  UNCACHED,
  WALES,
  bytes,
  cached,
  certified,
  folderFor,
  get,
  hasKey,
  launch,
  message,
  places,
  raw,
  read,
  respond,
  settings,
  sized,
  stalled,
  startBoth,
  startGateway,
  startsWith,
  statuses,
  stops,
  until,
  workers,
} from '../support/gateway-harness.mjs';

const FILES = ['/', '/index.html', '/gazetteer.txt', '/pages/builder.html', '/nothing'];
const LOCATIONS = [...FILES, '/healthz', '/readyz', '/status', '/api/nothing', ...Object.values(OPERATIONS)];
/** One request over HTTP/2 that does not end its body, if it has one: its status. */
const http2Status = (client, headers, endStream = true) =>
  new Promise((done, failed) => {
    const request = client.request({ ':method': 'GET', ...headers }, { endStream });
    request.on('response', (response) => {
      done(response[':status']);
      request.close();
    });
    request.on('error', failed);
  });

// case 161
test('a request with a body, or that announces one, is refused at once on every location, over HTTP/1.0, 1.1 and 2', async (t) => {
  const { upstream, gateway } = await startBoth(t);
  const announced = [
    'Content-Length: 1\r\n\r\n',
    'Content-Length: 1\r\n\r\nx',
    'Content-Length: 0\r\n\r\n',
    'Content-Length: 9999999\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
  ];
  const isHead = (text) => text.includes('\r\n\r\n');
  const refuses = async (line, more) => {
    const name = `${line} ${JSON.stringify(more)}`;
    const began = performance.now();
    const answer = await raw(gateway, `${line}\r\nHost: x\r\n${more}`, { until: isHead });
    const [status, ...others] = statuses(answer);
    assert.ok([400, 413, 501].includes(status) && others.length === 0, `${name}: ${answer.slice(0, 60)}`);
    // The limit for a body that does not come is 5 s.
    assert.ok(performance.now() - began < 4_000, name);
  };
  const secure = await startGateway(t, upstream, certified(folderFor()));
  const client = http2.connect(`https://127.0.0.1:${secure.port}`, { rejectUnauthorized: false });
  client.on('error', () => {});
  t.after(() => client.destroy());
  for (const path of LOCATIONS)
    for (const method of ['GET', 'HEAD']) {
      for (const version of ['1.0', '1.1'])
        await Promise.all(announced.map((more) => refuses(`${method} ${path} HTTP/${version}`, more)));
      const headers = { ':path': path, ':method': method, 'content-length': '1' };
      assert.equal(await http2Status(client, headers, false), 400, `HTTP/2 ${method} ${path}`);
    }
  assert.equal(upstream.requests.length, 0);
});

// case 161
test('requests with bodies leave the answers of others their rhythm', { timeout: 30_000 }, async (t) => {
  // A pause of the service's own between two answers would let the attack be first each time.
  const { upstream, gateway } = await startBoth(t, undefined, { ...SHORT, GORLIF_READ_TIMEOUT: '8' });
  await get(gateway, LEVELS);
  const known = upstream.calls('riverlevels');
  let attacking = true;
  t.after(() => {
    attacking = false;
  });
  // A length and its byte, over and over, so that it is the first request after an answer has expired.
  const attack = `GET ${LEVELS} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx`;
  const attacks = Array.from({ length: 4 }, async () => {
    while (attacking) await raw(gateway, attack).catch(() => {});
  });
  await until(async () => {
    assert.equal((await get(gateway, LEVELS)).status, 200);
    return upstream.calls('riverlevels') - known >= 4;
  });
  attacking = false;
  await Promise.all(attacks);
});

// case 161
test('over HTTP/2 a body without a length delays its own request only', { timeout: 30_000 }, async (t) => {
  const { upstream, gateway } = await startBoth(t, undefined, { ...SHORT, ...certified(folderFor()) });
  // The gateway resets its connection after 5 s, which may be after its session has ended with the test.
  const socket = tls.connect({ port: gateway.port, ALPNProtocols: ['h2'], rejectUnauthorized: false });
  socket.on('error', () => {});
  const attacker = http2.connect(`https://127.0.0.1:${gateway.port}`, { createConnection: () => socket });
  const visitor = http2.connect(`https://127.0.0.1:${gateway.port}`, { rejectUnauthorized: false });
  for (const session of [attacker, visitor]) {
    // A request of a session with an error fails itself; the gateway is stopped before the sessions are destroyed.
    session.on('error', () => {});
    t.after(() => session.destroy());
  }
  const visit = (path) => http2Status(visitor, { ':path': path });
  assert.equal(await visit(LEVELS), 200);
  for (const path of [LEVELS, '/readyz', PLACE]) {
    for (let n = 0; n < 20; n++) {
      const request = attacker.request({ ':method': 'GET', ':path': path }, { endStream: false });
      request.on('error', () => {});
      request.write('x');
    }
  }
  const known = upstream.calls('riverlevels');
  await until(async () => {
    for (const path of [LEVELS, '/readyz', PLACE]) assert.equal(await visit(path), 200, path);
    return upstream.calls('riverlevels') - known >= 3;
  });
});

// case 127, 165
test('500 slow clients, then 1,100 requests with a body from one address, and others are answered', async (t) => {
  const { gateway } = await startBoth(t);
  for (const [count, bytes, areHeld] of [
    [500, () => 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', true],
    [1_100, (n) => `GET ${n % 2 ? '/readyz' : LEVELS} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n`, false],
  ]) {
    const held = Array.from({ length: count }, (_, n) => {
      const socket = net.connect(gateway.port, '127.0.0.1', () => socket.write(bytes(n)));
      return socket.on('error', () => {});
    });
    t.after(() => held.forEach((socket) => socket.destroy()));
    await until(() => held.every((socket) => socket.bytesWritten > 0 || socket.destroyed));
    for (const path of ['/', '/readyz', ...Object.values(OPERATIONS)]) {
      const began = performance.now();
      assert.equal((await get(gateway, path)).status, 200, path);
      // A body that does not come is waited for during 5 s.
      assert.ok(performance.now() - began < 4_000, path);
    }
    if (areHeld) assert.ok(!held.some((socket) => socket.destroyed), 'they are all still there');
    held.forEach((socket) => socket.destroy());
  }
});

test('the hops between the servers are not counted as connections of an address', async (t) => {
  const answer = (_, response) => {
    setTimeout(() => response.writeHead(500).end(), 500);
    return true;
  };
  const { upstream, gateway } = await startBoth(t, answer, { GORLIF_CONNECTIONS: '8' });
  // Each holds hops on sockets that all come from "unix:"; as visitors they come from addresses of their own.
  await Promise.all(places(24).map((path, n) => get(gateway, path, { localAddress: `127.0.1.${1 + n}` })));
  assert.equal(upstream.requests.length, 24, 'each call went out');
});

const JSON_TYPE = 'Content-Type: application/json\r\n';
const chunked = (body) => message(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, body);
/** A good response but for its time. */
const dated = (line) => bytes(`HTTP/1.1 200 OK\r\n${line}${JSON_TYPE}Content-Length: ${EMPTY.length}\r\n\r\n${EMPTY}`);
const inDays = (days) => `Date: ${new Date(Date.now() + days * 86_400_000).toUTCString()}\r\n`;
/** An empty collection with another member, or with this in the place of its features. */
const beside = (member) => sized(EMPTY.replace('}', `,${member}}`));
const features = (json) => sized(EMPTY.replace('[]', json));
const ODD_PROPERTIES = '{"FWACODE":"a","DESCRIPTION":"half \\ud800 a pair, \\\\ud800 none"}';
const ODD_FEATURE = `{"type":"Feature","geometry":null,"properties":${ODD_PROPERTIES}}`;
const ODD_GOOD = `{"features":[${ODD_FEATURE}],"type":"FeatureCollection","totalFeatures":1}`;
const JUNK = {
  'a web page by its name': sized('<html>sign in</html>', 'text/html'),
  'a web page by its name in capitals': sized('<html>', 'TEXT/HTML'),
  'a web page as XML': sized('<html/>', 'application/xhtml+xml'),
  'a web page that calls itself JSON': sized('<html>sign in</html>'),
  'status 204': respond(204),
  'status 206': respond(206, '{"a'),
  text: sized('Service busy', 'text/plain'),
  XML: sized('<?xml version="1.0"?><x/>', 'application/xml'),
  null: sized('null'),
  'a number': sized('42'),
  'a string': sized('"ok"'),
  'an empty object': sized('{}'),
  'an array of nothing known': sized('[1,2,3]'),
  'an array of another alphabet': sized('[]', 'application/json; charset=utf-7'),
  'an error object': sized('{"statusCode":429,"message":"Rate limit is exceeded."}'),
  'an error in a collection': beside('"error":{"code":500}'),
  'a collection that is not whole': beside('"totalFeatures":3'),
  'a collection whose metadata says so': beside('"metadata":{"count":3}'),
  'a collection with a link to the next page': beside('"links":[{"rel":"self"},{"rel":"next","href":"b"}]'),
  'a collection beside errors': beside('"errors":[{"code":1}]'),
  'a collection over its limit': beside('"exceededTransferLimit":true'),
  'features that are no array': features('{}'),
  'features that are null': features('null'),
  'another type': sized('{"type":"featurecollection","features":[]}'),
  nothing: sized(''),
  'an empty chunked body': chunked('0\r\n\r\n'),
  blanks: sized('   \n '),
  'declared gzip': sized(gzipSync(EMPTY), 'application/json', 'Content-Encoding: gzip\r\n'),
  'undeclared gzip': sized(gzipSync(EMPTY)),
  'gzip twice': sized(gzipSync(gzipSync(EMPTY)), 'application/json', 'Content-Encoding: gzip\r\n'),
  'declared brotli': sized(brotliCompressSync(EMPTY), 'application/json', 'Content-Encoding: br\r\n'),
  'UTF-16': sized(Buffer.from(`\ufeff${EMPTY}`, 'utf16le')),
  'latin-1': sized(Buffer.from(EMPTY.replace('[]', '[{"properties":{"DESCRIPTION":"Ll\u00fdn"}}]'), 'latin1')),
  'two lengths': message(`${JSON_TYPE}Content-Length: 42\r\nContent-Length: 41\r\n`, EMPTY),
  'cut against its length': message(`${JSON_TYPE}Content-Length: 5000\r\n`, EMPTY),
  'cut in the document': sized('{"type":"FeatureCollection","features":['),
  stalled,
  'cut in a chunk': chunked('2a\r\n{"type"'),
  'two documents': sized(`${EMPTY}${EMPTY}`),
  NaN: features('[NaN]'),
  'nested too deeply': features(`[${'['.repeat(5_000)}${']'.repeat(5_000)}]`),
  ...Object.fromEntries(
    Object.entries(KEYS).flatMap(([name, key]) => [
      [`the key of ${name} in the body`, features(`[{"a":"${key}"}]`)],
      [`the key of ${name} as its tag`, sized(EMPTY, 'application/json', `ETag: "${key}"\r\n`)],
    ]),
  ),
  'no status line': bytes(`\r\n${EMPTY}`),
  'a status line behind a blank line': bytes(
    `\r\nHTTP/1.1 302 Found\r\nLocation: https://evil.example/?key=${KEYS.WARNINGS}\r\nSet-Cookie: a=${KEYS.WARNINGS}\r\n\r\n`,
  ),
  'a status line of another protocol': bytes(
    `HTTP/2 302\r\nlocation: https://evil.example/\r\nset-cookie: a=${KEYS.WARNINGS}\r\n\r\n`,
  ),
  'the document alone': bytes(EMPTY),
  'plain text of 12 kB': bytes(`${KEYS.WARNINGS} `.repeat(600)),
  'another protocol': bytes('SSH-2.0-x\r\n'),
  'no date': dated(''),
  'a date that is none': dated('Date: yesterday\r\n'),
  'a date two days ago': dated(inDays(-2)),
  'a date in two days': dated(inDays(2)),
};

// case 131, 163, 164, 190
test(`of ${Object.keys(JUNK).length} kinds of junk nothing reaches a visitor: cold 503, warm the last good answer`, async (t) => {
  const kinds = Object.entries(JUNK);
  assert.ok(kinds.length >= 50);
  const limits = { GORLIF_PLACE_CALLS: '6000', GORLIF_PLACE_SHARE: '6000' };
  const { upstream, gateway } = await startBoth(t, sized(EMPTY), { ...SHORT, ...limits });
  const [warm, cold] = [places(kinds.length), places(kinds.length, 16_000)];
  const good = await Promise.all(warm.map((path) => get(gateway, path)));
  upstream.answer = (request, response) => {
    const nth = [...warm, ...cold].indexOf(`/api${request.url}`);
    return kinds[nth % kinds.length][1](request, response);
  };
  const clean = (name, { text, headers, names }) => {
    assert.ok(!hasKey(`${text}${JSON.stringify(headers)}`), name);
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'", name);
    assert.ok(!names.includes('location') && !names.includes('set-cookie'), name);
  };
  await Promise.all(
    kinds.map(async ([name], nth) => {
      assert.equal(good[nth].status, 200, name);
      const first = await get(gateway, cold[nth]);
      const sentence = '{"error":"the service cannot be reached now"}';
      assert.deepEqual([first.status, first.text], [503, sentence], `${name}, cold`);
      clean(name, first);
      const before = upstream.calls(warm[nth].slice(4));
      await until(async () => {
        const answer = await get(gateway, warm[nth]);
        const date = answer.headers['x-origin-date'];
        const expected = [200, EMPTY, good[nth].headers['x-origin-date']];
        assert.deepEqual([answer.status, answer.text, date], expected, `${name}, warm`);
        clean(name, answer);
        return upstream.calls(warm[nth].slice(4)) > before && cached(answer) !== 'HIT';
      });
    }),
  );
});

// case 131
test('the forecast is an array and nothing else; what is odd and good is taken, under any media type', async (t) => {
  const { upstream, gateway } = await startBoth(t, undefined, UNCACHED);
  for (const [path, body, type, expected] of [
    [FORECAST, '[]', 'application/json', 200],
    [FORECAST, ' [ ] ', 'text/html', 200],
    [FORECAST, EMPTY, 'application/json', 503],
    [FORECAST, '{}', 'application/json', 503],
    [LEVELS, EMPTY, 'text/plain', 200],
    [LEVELS, EMPTY, 'application/octet-stream', 200],
    [LEVELS, EMPTY, 'application/geo+json; charset=utf-8', 200],
    [LEVELS, EMPTY, null, 200],
    [LEVELS, `\ufeff${EMPTY}`, 'application/json', 200],
    [LEVELS, ODD_GOOD, 'application/json', 200],
    [LEVELS, '[]', 'application/json', 503],
    [WALES, ODD_GOOD, 'application/geo+json', 200],
  ]) {
    const name = `${path} ${body} ${type}`;
    const head = type ? `Content-Type: ${type}\r\n` : '';
    upstream.answer = message(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n`, body);
    const { status, text, headers } = await get(gateway, path);
    assert.equal(status, expected, name);
    if (status === 200) assert.deepEqual([text, headers['content-type']], [body, 'application/json'], name);
  }
});

test('a large answer comes whole, however the names of its headers are written, and its tag only if it is one', async (t) => {
  const place = '{"type":"Point","coordinates":[-3.5,52]}';
  const gauge = (_, n) =>
    `{"type":"Feature","geometry":${place},"properties":{"Location":"${n}","TitleEN":"Afon Gŵy"}}`;
  const body = `{"type":"FeatureCollection","features":[${Array.from({ length: 20_000 }, gauge)}]}`;
  const lines = `content-type: application/json\r\netag: "large"\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  const head = `HTTP/1.1 200 OK\r\ndate: ${new Date().toUTCString()}\r\n${lines}`;
  const { upstream, gateway } = await startBoth(t, bytes(`${head}\r\n${body}`), UNCACHED);
  const { status, text, headers } = await get(gateway, LEVELS);
  assert.deepEqual([status, text === body], [200, true]);
  assert.equal(headers.etag, 'W/"large"', 'packed on the way, so the tag is a weak one');
  for (const tag of ['"abc"', 'W/"abc"', 'abc', '"a"b"', '"a b"', `"${'x'.repeat(200)}"`, '']) {
    upstream.answer = sized(EMPTY, 'application/json', `ETag: ${tag}\r\n`);
    const { headers } = await get(gateway, LEVELS);
    if (tag.endsWith('"abc"')) assert.match(headers.etag, /^(?:W\/)?"abc"$/);
    else assert.equal(headers.etag, `W/"${Date.parse(headers['x-origin-date']) / 1_000}"`, tag);
  }
});

test('the limit of calls for places holds to the call, and one visitor leaves others their part', async (t) => {
  const { upstream, gateway } = await startBoth(t, undefined, { GORLIF_PLACE_CALLS: '30' });
  const ask = (path, visitor) => get(gateway, path, { localAddress: `127.0.2.${visitor}` });
  const all = places(425);
  const greedy = await Promise.all(all.slice(0, 400).map((path) => ask(path, 1)));
  const refused = greedy.filter(({ status }) => status === 503);
  assert.equal(refused.length, 375, 'all but five sixths of thirty');
  assert.ok(greedy.every(({ status }) => status === 200 || status === 503));
  assert.ok(refused.every(({ headers }) => Number(headers['retry-after']) > 0));
  const others = await Promise.all(all.slice(400, 405).map((path, n) => ask(path, 2 + n)));
  assert.deepEqual([...new Set(others.map(({ status }) => status))], [200], 'what is left belongs to the others');
  const late = await Promise.all(all.slice(405).map((path, n) => ask(path, 100 + n)));
  assert.deepEqual([...new Set(late.map(({ status }) => status))], [503]);
  assert.equal(upstream.requests.length, 30, 'to the call');
  // What is cached is not counted, and all of Wales is no place.
  assert.equal((await ask(all[greedy.indexOf(refused[0])], 1)).status, 503);
  for (const path of [all[400], LEVELS, WALES, FORECAST]) assert.equal((await ask(path, 1)).status, 200, path);
});

const direct = ['127.0.3.1', '127.0.3.1', '127.0.3.2'].map((localAddress) => ({ localAddress }));
const forwarded = ['198.51.100.1', '198.51.100.1', '198.51.100.2'].map((visitor) => ({
  headers: { 'X-Forwarded-For': visitor },
}));
for (const [name, proxies, visits, order, expected] of [
  ['the refusal of one visitor’s share is not handed to another', '', direct, [0, 1, 1], [200, 503, 200]],
  ['behind a trusted proxy the limits are per visitor', '127.0.0.0/8', forwarded, [0, 1, 2], [200, 503, 200]],
  ['other clients than a trusted proxy cannot set an address', '192.0.2.0/24', forwarded, [0, 1, 2], [200, 503, 503]],
])
  test(name, async (t) => {
    const more = { GORLIF_PLACE_SHARE: '1', GORLIF_TRUSTED_PROXIES: proxies };
    const { gateway } = await startBoth(t, undefined, more);
    const found = [];
    for (const [nth, options] of visits.entries())
      found.push((await get(gateway, places(3)[order[nth]], options)).status);
    assert.deepEqual(found, expected);
  });

test('all addresses of one IPv6 network have one share', async (t) => {
  const { gateway } = await startBoth(t, undefined, { GORLIF_PLACE_CALLS: '60', GORLIF_PLACE_SHARE: '2' });
  // The address as the calls server gets it; no visitor can send it.
  const socketPath = join(gateway.env.GORLIF_RUN, 'calls.sock');
  const ofOneNetwork = ['2001:db8::1', '2001:db8:0:0:5::', '2001:db8::ffff:1:2:3'];
  const visitors = [...ofOneNetwork, '2001:db8:0:1::1', '192.0.2.1', '192.0.2.2', '::1'];
  for (const [nth, path] of places(visitors.length).entries()) {
    const options = { socketPath, headers: { 'X-Visitor': visitors[nth] } };
    const { status } = await get(gateway, path.slice('/api'.length), options);
    assert.equal(status, visitors[nth] === ofOneNetwork[2] ? 503 : 200, visitors[nth]);
  }
});

test('an answer that never ends is given up', async (t) => {
  let closed = false;
  const answer = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"type":"FeatureCollection","features":[');
    const drip = setInterval(() => response.write(' '.repeat(10_000)), 50);
    response.on('close', () => {
      clearInterval(drip);
      closed = true;
    });
    return true;
  };
  const { gateway } = await startBoth(t, answer, { GORLIF_READ_TIMEOUT: '1' });
  assert.equal((await get(gateway, LEVELS)).status, 503);
  await until(() => closed);
});

// case 162
test('a test of the settings and a second start leave a running gateway untouched; a killed one is started again', async (t) => {
  const folder = folderFor();
  const { upstream, gateway } = await startBoth(t, undefined, { folder });
  const works = async (when) => {
    for (const path of ['/', '/readyz', ...Object.values(OPERATIONS), PLACE.replace('51.95', `5${when}`)])
      assert.equal((await get(gateway, path)).status, 200, `${path} ${when}`);
  };
  await works(1);
  const keys = read(join(folder, 'run/keys.conf'));
  const other = settings(upstream.address, folder, {
    GORLIF_LISTEN: `127.0.0.1:${gateway.port}`,
    GORLIF_KEY_LEVELS: 'other-key-levels',
  });
  assert.deepEqual(await startsWith(other, '--check'), { code: 0, said: '' });
  await works(2);
  await stops(other, {}, /running in this folder already/);
  await works(3);
  // In a folder of its own it cannot have the port.
  const folders = { GORLIF_RUN: join(folder, 'run2'), GORLIF_CACHE: join(folder, 'cache2') };
  const elsewhere = await startsWith({ ...other, ...folders });
  assert.notEqual(elsewhere.code, 0);
  assert.match(elsewhere.said, /Address already in use/);
  await works(4);
  assert.equal(read(join(folder, 'run/keys.conf')), keys);
  const pids = workers(gateway).map(({ pid }) => pid);
  await gateway.stop('SIGKILL');
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  const second = await until(() =>
    launch(upstream.address, folder).catch((error) => {
      assert.match(String(error), /running in this folder already/);
      return null;
    }),
  );
  t.after(() => second.stop());
  assert.equal((await get(second, LEVELS)).status, 200);
});

// case 166
test('a run or cache folder that others can read or write, or that visitors could read, stops the start with a clear line', async () => {
  const folder = folderFor();
  const good = settings('https://service.example', folder);
  const made = (name, mode) => {
    const path = join(folder, name);
    mkdirSync(path);
    chmodSync(path, mode);
    return path;
  };
  const page = made('page', 0o755);
  symlinkSync(page, join(folder, 'way-in'));
  const open = /GORLIF_RUN can be read or written by other users/;
  for (const [env, line] of [
    ...[0o777, 0o1777, 0o705, 0o770].map((mode) => [{ GORLIF_RUN: made(`run-${mode}`, mode) }, open]),
    [{ GORLIF_CACHE: made('cache-writable', 0o757) }, /GORLIF_CACHE can be read or written by other users/],
    [{ GORLIF_PAGE: page, GORLIF_RUN: join(page, 'run') }, /GORLIF_RUN lies inside GORLIF_PAGE/],
    [{ GORLIF_PAGE: page, GORLIF_CACHE: join(page, 'cache') }, /GORLIF_CACHE lies inside GORLIF_PAGE/],
    [{ GORLIF_PAGE: page, GORLIF_RUN: page }, /GORLIF_RUN lies inside GORLIF_PAGE/],
    [{ GORLIF_PAGE: page, GORLIF_CACHE: join(folder, 'way-in/cache') }, /GORLIF_CACHE lies inside GORLIF_PAGE/],
  ])
    for (const words of [['--check'], []]) await stops(good, env, line, ...words);
  const run = made('linked', 0o700);
  writeFileSync(join(folder, 'elsewhere'), 'kept');
  symlinkSync(join(folder, 'elsewhere'), join(run, 'keys.conf'));
  await stops(good, { GORLIF_RUN: run }, /keys\.conf in GORLIF_RUN is a link/);
  assert.equal(read(join(folder, 'elsewhere')), 'kept');
});

test('/api answers no navigation, and a file has no ranges', async (t) => {
  const { gateway } = await startBoth(t);
  for (const path of [...Object.values(OPERATIONS), '/api/nothing', '/api']) {
    const { status, headers } = await get(gateway, path, { headers: { 'Sec-Fetch-Mode': 'navigate' } });
    const policy = "default-src 'none'; frame-ancestors 'none'";
    const found = [status, headers['content-security-policy'], headers['cache-control']];
    assert.deepEqual(found, [404, policy, 'no-store'], path);
    const script = await get(gateway, path, { headers: { 'Sec-Fetch-Mode': 'cors' } });
    assert.equal(script.status, Object.values(OPERATIONS).includes(path) ? 200 : 404, path);
    assert.equal(await raw(gateway, `GET ${path}\r\n\r\n`), '', 'HTTP/0.9 has no headers, so nothing is sent');
  }
  for (const range of ['bytes=0-3', 'bytes=99999999-', 'bytes=5-1']) {
    const { status, names } = await get(gateway, '/gazetteer.txt', { headers: { Range: range } });
    assert.equal(status, 200, range);
    const twice = names.filter((name, at) => names.indexOf(name) !== at && name !== 'vary');
    assert.deepEqual(twice, [], range);
  }
});
