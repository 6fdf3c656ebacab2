// What visitors and the service can send that is not what the gateway expects: bodies, junk with status 200, no HTTP at all, too many places.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import net from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import tls from 'node:tls';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  FORECAST,
  KEYS,
  LEVELS,
  OPERATIONS,
  PLACE,
  WALES,
  certified,
  dist,
  folderFor,
  get,
  launch,
  raw,
  settings,
  startGateway,
  startUpstream,
  startsWith,
  until,
} from '../support/gateway-harness.mjs';

const SHORT = {
  GORLIF_CACHE_LEVELS: '1',
  GORLIF_CACHE_WARNINGS: '1',
  GORLIF_CACHE_FORECAST: '1',
  GORLIF_CALL_INTERVAL: '1',
};
const LOCATIONS = [
  '/',
  '/index.html',
  '/gazetteer.txt',
  '/nothing',
  '/healthz',
  '/readyz',
  '/status',
  '/pages/builder.html',
  '/api/nothing',
  ...Object.values(OPERATIONS),
];
const statuses = (text) => [...text.matchAll(/(?:^|\r\n)HTTP\/1\.[01] (\d{3})/g)].map(([, code]) => Number(code));

/** One request over HTTP/2 that does not end its body, if it has one: its status. */
const http2Status = (client, headers, { data, end = true } = {}) =>
  new Promise((done, failed) => {
    const request = client.request({ ':method': 'GET', ...headers }, { endStream: end && data === undefined });
    request.on('response', (response) => {
      done(response[':status']);
      request.close();
    });
    request.on('error', failed);
    if (data !== undefined) request.write(data);
  });

// case 161
test('a request with a body, or that announces one, is refused at once on every location, over HTTP/1.0, 1.1 and 2', async (t) => {
  const upstream = await startUpstream(t);
  const gateway = await startGateway(t, upstream);
  const announced = [
    'Content-Length: 1\r\n\r\n',
    'Content-Length: 1\r\n\r\nx',
    'Content-Length: 0\r\n\r\n',
    'Content-Length: 9999999\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
  ];
  for (const path of LOCATIONS) {
    for (const method of ['GET', 'HEAD']) {
      for (const version of ['1.0', '1.1']) {
        await Promise.all(
          announced.map(async (bytes) => {
            const began = performance.now();
            const answer = await raw(gateway, `${method} ${path} HTTP/${version}\r\nHost: x\r\n${bytes}`, {
              until: (text) => text.includes('\r\n\r\n'),
            });
            const name = `${method} ${path} HTTP/${version} ${JSON.stringify(bytes)}`;
            assert.ok(
              statuses(answer).length === 1 && [400, 413, 501].includes(statuses(answer)[0]),
              `${name}: ${answer.slice(0, 60)}`,
            );
            // The limit for a body that does not come is 5 s.
            assert.ok(performance.now() - began < 4_000, name);
          }),
        );
      }
    }
  }
  const secure = await startGateway(t, upstream, certified(folderFor()));
  const client = http2.connect(`https://127.0.0.1:${secure.port}`, { rejectUnauthorized: false });
  client.on('error', () => {});
  t.after(() => client.destroy());
  for (const path of LOCATIONS) {
    for (const method of ['GET', 'HEAD'])
      assert.equal(
        await http2Status(client, { ':path': path, ':method': method, 'content-length': '1' }, { end: false }),
        400,
        `HTTP/2 ${method} ${path}`,
      );
  }
  assert.equal(upstream.requests.length, 0);
});

// case 161
test('requests with bodies leave the answers of others their rhythm', { timeout: 30_000 }, async (t) => {
  const upstream = await startUpstream(t);
  // A pause of the service's own between two answers would let the attack be first each time.
  const gateway = await startGateway(t, upstream, { ...SHORT, GORLIF_READ_TIMEOUT: '8' });
  await get(gateway, LEVELS);
  const known = upstream.calls('riverlevels');
  let attacking = true;
  t.after(() => {
    attacking = false;
  });
  // A length and its byte, over and over, so that it is the first request after an answer has expired.
  const attacks = Array.from({ length: 4 }, async () => {
    while (attacking)
      await raw(gateway, `GET ${LEVELS} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx`).catch(
        () => {},
      );
  });
  await until(async () => {
    assert.equal((await get(gateway, LEVELS)).status, 200);
    return upstream.calls('riverlevels') - known >= 4;
  });
  attacking = false;
  await Promise.all(attacks);
});

// case 161
test(
  'over HTTP/2 a body without a length holds nobody but its own request',
  {
    timeout: 30_000,
  },
  async (t) => {
    const upstream = await startUpstream(t);
    const gateway = await startGateway(t, upstream, { ...SHORT, ...certified(folderFor()) });
    // The gateway resets its connection after 5 s, which may be after its session has ended with the test.
    const socket = tls.connect({ port: gateway.port, ALPNProtocols: ['h2'], rejectUnauthorized: false });
    socket.on('error', () => {});
    const attacker = http2.connect(`https://127.0.0.1:${gateway.port}`, { createConnection: () => socket });
    const visitor = http2.connect(`https://127.0.0.1:${gateway.port}`, { rejectUnauthorized: false });
    t.after(() => {
      attacker.destroy();
      visitor.destroy();
    });
    // A request of a session with an error fails itself; the gateway is stopped before the sessions are destroyed.
    for (const session of [attacker, visitor]) session.on('error', () => {});
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
  },
);

// case 165
test('1,100 requests with a body from one address, and others are answered', async (t) => {
  const upstream = await startUpstream(t);
  const gateway = await startGateway(t, upstream);
  const held = Array.from({ length: 1_100 }, (_, n) => {
    const socket = net.connect(gateway.port, '127.0.0.1', () =>
      socket.write(`GET ${n % 2 ? '/readyz' : LEVELS} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n`),
    );
    socket.on('error', () => {});
    return socket;
  });
  t.after(() => held.forEach((socket) => socket.destroy()));
  await until(() => held.every((socket) => socket.bytesWritten > 0 || socket.destroyed));
  for (const path of ['/readyz', ...Object.values(OPERATIONS)]) {
    const began = performance.now();
    assert.equal((await get(gateway, path)).status, 200, path);
    // A body that does not come is waited for during 5 s.
    assert.ok(performance.now() - began < 4_000, path);
  }
});

test('the hops between the servers are not counted as connections of an address', async (t) => {
  const upstream = await startUpstream(t, (_, response) => {
    setTimeout(() => response.writeHead(500).end(), 500);
    return true;
  });
  const gateway = await startGateway(t, upstream, { GORLIF_CONNECTIONS: '8' });
  // Each holds hops on sockets that all come from "unix:"; as visitors they come from addresses of their own.
  const places = Array.from({ length: 24 }, (_, n) => PLACE.replace('51.95', `5${n % 10}.${1 + Math.floor(n / 10)}`));
  const ask = (path, localAddress) =>
    new Promise((done, failed) => {
      const socket = net.connect({ port: gateway.port, host: '127.0.0.1', localAddress }, () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      );
      let text = '';
      socket
        .on('data', (part) => {
          text += part;
        })
        .on('close', () => done(text))
        .on('error', failed);
    });
  await Promise.all(places.map((path, n) => ask(path, `127.0.1.${1 + n}`)));
  assert.equal(upstream.requests.length, places.length, 'each call went out');
});

const date = () => new Date().toUTCString();
const http = (more, body) => (_, response) => {
  response.socket.end(
    Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nDate: ${date()}\r\n${more}\r\n`), Buffer.from(body)]),
  );
  return true;
};
const sized = (body, type = 'application/json', more = '') =>
  http(`Content-Type: ${type}\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n`, body);
const bytes = (text) => (_, response) => {
  response.socket.end(text);
  return true;
};
const GOOD = '{"type":"FeatureCollection","features":[]}';
const ODD_GOOD =
  '{"features":[{"type":"Feature","geometry":null,"properties":{"FWACODE":"a","DESCRIPTION":"half \\ud800 a pair, \\\\ud800 none"}}],"type":"FeatureCollection","totalFeatures":1}';
const JUNK = {
  'a web page by its name': sized('<html>sign in</html>', 'text/html'),
  'a web page that calls itself JSON': sized('<html>sign in</html>'),
  text: sized('Service busy', 'text/plain'),
  XML: sized('<?xml version="1.0"?><x/>', 'application/xml'),
  null: sized('null'),
  'a number': sized('42'),
  'a string': sized('"ok"'),
  'an empty object': sized('{}'),
  'an array of nothing known': sized('[1,2,3]'),
  'an error object': sized('{"statusCode":429,"message":"Rate limit is exceeded."}'),
  'an error in a collection': sized('{"type":"FeatureCollection","features":[],"error":{"code":500}}'),
  'a collection that is not whole': sized('{"type":"FeatureCollection","features":[],"totalFeatures":3}'),
  'a collection whose metadata says so': sized('{"type":"FeatureCollection","features":[],"metadata":{"count":3}}'),
  'a collection with a link to the next page': sized(
    '{"type":"FeatureCollection","features":[],"links":[{"rel":"self"},{"rel":"next","href":"b"}]}',
  ),
  'a collection beside errors': sized('{"type":"FeatureCollection","features":[],"errors":[{"code":1}]}'),
  'a collection over its limit': sized('{"type":"FeatureCollection","features":[],"exceededTransferLimit":true}'),
  'features that are no array': sized('{"type":"FeatureCollection","features":{}}'),
  'features that are null': sized('{"type":"FeatureCollection","features":null}'),
  'another type': sized('{"type":"featurecollection","features":[]}'),
  nothing: sized(''),
  'an empty chunked body': http('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
  blanks: sized('   \n '),
  'declared gzip': sized(gzipSync(GOOD), 'application/json', 'Content-Encoding: gzip\r\n'),
  'undeclared gzip': sized(gzipSync(GOOD)),
  'gzip twice': sized(gzipSync(gzipSync(GOOD)), 'application/json', 'Content-Encoding: gzip\r\n'),
  'declared brotli': sized(brotliCompressSync(GOOD), 'application/json', 'Content-Encoding: br\r\n'),
  'UTF-16': sized(Buffer.from(`\ufeff${GOOD}`, 'utf16le')),
  'latin-1': sized(Buffer.from(GOOD.replace('[]', '[{"properties":{"DESCRIPTION":"Ll\u00fdn"}}]'), 'latin1')),
  'two lengths': http('Content-Type: application/json\r\nContent-Length: 42\r\nContent-Length: 41\r\n', GOOD),
  'cut against its length': http('Content-Type: application/json\r\nContent-Length: 5000\r\n', GOOD),
  'cut in the document': sized('{"type":"FeatureCollection","features":['),
  'cut in a chunk': http('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n', '2a\r\n{"type"'),
  'two documents': sized(`${GOOD}${GOOD}`),
  NaN: sized('{"type":"FeatureCollection","features":[NaN]}'),
  'nested too deeply': sized(`{"type":"FeatureCollection","features":[${'['.repeat(5_000)}${']'.repeat(5_000)}]}`),
  'no status line': bytes(`\r\n${GOOD}`),
  'a status line behind a blank line': bytes(
    `\r\nHTTP/1.1 302 Found\r\nLocation: https://evil.example/?key=${KEYS.WARNINGS}\r\nSet-Cookie: a=${KEYS.WARNINGS}\r\n\r\n`,
  ),
  'a status line of another protocol': bytes(
    `HTTP/2 302\r\nlocation: https://evil.example/\r\nset-cookie: a=${KEYS.WARNINGS}\r\n\r\n`,
  ),
  'the document alone': bytes(GOOD),
  'plain text of 12 kB': bytes(`${KEYS.WARNINGS} `.repeat(600)),
  'another protocol': bytes('SSH-2.0-x\r\n'),
  'no date': bytes(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${GOOD.length}\r\n\r\n${GOOD}`,
  ),
  'a date that is none': bytes(
    `HTTP/1.1 200 OK\r\nDate: yesterday\r\nContent-Type: application/json\r\nContent-Length: ${GOOD.length}\r\n\r\n${GOOD}`,
  ),
  'a date two days ago': bytes(
    `HTTP/1.1 200 OK\r\nDate: ${new Date(Date.now() - 2 * 86_400_000).toUTCString()}\r\nContent-Type: application/json\r\nContent-Length: ${GOOD.length}\r\n\r\n${GOOD}`,
  ),
  'a date in two days': bytes(
    `HTTP/1.1 200 OK\r\nDate: ${new Date(Date.now() + 2 * 86_400_000).toUTCString()}\r\nContent-Type: application/json\r\nContent-Length: ${GOOD.length}\r\n\r\n${GOOD}`,
  ),
};

// case 163, 164
test(`of ${Object.keys(JUNK).length} kinds of junk nothing reaches a visitor: cold 503, warm the last good answer`, async (t) => {
  assert.ok(Object.keys(JUNK).length >= 20);
  const upstream = await startUpstream(t);
  const gateway = await startGateway(t, upstream, { ...SHORT, GORLIF_PLACE_CALLS: '6000', GORLIF_PLACE_SHARE: '6000' });
  const place = (nth, metres) =>
    `/api/floodwarnings/v1/distance/${metres}/latlon/5${nth % 10}/-${1 + Math.floor(nth / 10)}`;
  const kinds = Object.entries(JUNK);
  upstream.answer = (_, response) => sized(GOOD)(_, response);
  const good = await Promise.all(kinds.map((_, nth) => get(gateway, place(nth, 11_000))));
  upstream.answer = (request, response) => {
    const [, tens, ones] = request.url.match(/latlon\/5(\d)\/-(\d)$/);
    return kinds[Number(tens) + 10 * (Number(ones) - 1)][1](request, response);
  };
  const clean = (name, { text, headers, names }) => {
    assert.ok(!Object.values(KEYS).some((key) => `${text}${JSON.stringify(headers)}`.includes(key)), name);
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'", name);
    assert.ok(!names.some((header) => /^(?:location|set-cookie)$/i.test(header)), name);
  };
  await Promise.all(
    kinds.map(async ([name], nth) => {
      assert.equal(good[nth].status, 200, name);
      const cold = await get(gateway, place(nth, 16_000));
      assert.deepEqual(
        [cold.status, cold.text],
        [503, '{"error":"the service cannot be reached now"}'],
        `${name}, cold`,
      );
      clean(name, cold);
      const before = upstream.calls(place(nth, 11_000).slice(4));
      await until(async () => {
        const warm = await get(gateway, place(nth, 11_000));
        assert.deepEqual(
          [warm.status, warm.text, warm.headers['x-origin-date']],
          [200, GOOD, good[nth].headers['x-origin-date']],
          `${name}, warm`,
        );
        clean(name, warm);
        return upstream.calls(place(nth, 11_000).slice(4)) > before && warm.headers['x-cache-status'] !== 'HIT';
      });
    }),
  );
});

test('the forecast is an array and nothing else; what is odd and good is taken, under any media type', async (t) => {
  const upstream = await startUpstream(t);
  for (const [path, body, type, expected] of [
    [FORECAST, '[]', 'application/json', 200],
    [FORECAST, ' [ ] ', 'text/html', 200],
    [FORECAST, GOOD, 'application/json', 503],
    [FORECAST, '{}', 'application/json', 503],
    [LEVELS, GOOD, 'text/plain', 200],
    [LEVELS, `\ufeff${GOOD}`, 'application/json', 200],
    [LEVELS, ODD_GOOD, 'application/json', 200],
    [LEVELS, '[]', 'application/json', 503],
    [WALES, ODD_GOOD, 'application/geo+json', 200],
  ]) {
    const gateway = await launch(upstream.address, folderFor());
    upstream.answer = (_, response) => sized(body, type)(_, response);
    const answer = await get(gateway, path);
    await gateway.stop();
    assert.equal(answer.status, expected, `${path} ${body}`);
    if (expected === 200)
      assert.deepEqual([answer.text, answer.headers['content-type']], [body, 'application/json'], body);
  }
});

test('a large answer comes whole, however the service writes the names of its headers', async (t) => {
  const features = Array.from(
    { length: 20_000 },
    (_, n) =>
      `{"type":"Feature","geometry":{"type":"Point","coordinates":[-3.5,52]},"properties":{"Location":"${n}","TitleEN":"Afon Gŵy"}}`,
  );
  const body = `{"type":"FeatureCollection","features":[${features}]}`;
  const upstream = await startUpstream(t, (_, response) => {
    response.socket.write(
      `HTTP/1.1 200 OK\r\ndate: ${date()}\r\ncontent-type: application/json\r\netag: "large"\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    return true;
  });
  const gateway = await startGateway(t, upstream);
  const { status, text, headers } = await get(gateway, LEVELS);
  assert.deepEqual(
    [status, text === body, headers.etag],
    [200, true, 'W/"large"'],
    'packed on the way, so the tag is a weak one',
  );
});

test('a tag of the service is passed on only if it is one', async (t) => {
  const upstream = await startUpstream(t);
  for (const [tag, passes] of [
    ['"abc"', true],
    ['W/"abc"', true],
    ['abc', false],
    ['"a"b"', false],
    ['"a b"', false],
    [`"${'x'.repeat(200)}"`, false],
    ['', false],
  ]) {
    const gateway = await launch(upstream.address, folderFor());
    upstream.answer = (_, response) => sized(GOOD, 'application/json', `ETag: ${tag}\r\n`)(_, response);
    const { headers } = await get(gateway, LEVELS);
    await gateway.stop();
    if (passes) assert.match(headers.etag, new RegExp(`^(?:W/)?${tag.replace('W/', '')}$`));
    else assert.equal(headers.etag, `W/"${Date.parse(headers['x-origin-date']) / 1_000}"`, tag);
  }
});

test('response headers whose names begin with any character stay with the gateway', async (t) => {
  const names = [
    '-key',
    '"key',
    '$key',
    '\\key',
    '-',
    '_key',
    '%key',
    '&key',
    '+key',
    'X-Key',
    'Set-Cookie',
    'Location',
    'Refresh',
  ];
  const upstream = await startUpstream(t, (_, response) =>
    sized(GOOD, 'application/json', names.map((name) => `${name}: ${KEYS.LEVELS}\r\n`).join(''))(_, response),
  );
  const gateway = await startGateway(t, upstream);
  const text = await raw(gateway, `GET ${LEVELS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  assert.deepEqual(statuses(text), [200]);
  assert.ok(!text.includes(KEYS.LEVELS), text);
});

test('/api answers no navigation, and every byte it sends has its own policy', async (t) => {
  const upstream = await startUpstream(t);
  const gateway = await startGateway(t, upstream);
  for (const path of [...Object.values(OPERATIONS), '/api/nothing', '/api']) {
    const answer = await get(gateway, path, { headers: { 'Sec-Fetch-Mode': 'navigate' } });
    assert.deepEqual(
      [answer.status, answer.headers['content-security-policy'], answer.headers['cache-control']],
      [404, "default-src 'none'; frame-ancestors 'none'", 'no-store'],
      path,
    );
    assert.equal(
      (await get(gateway, path, { headers: { 'Sec-Fetch-Mode': 'cors' } })).status,
      Object.values(OPERATIONS).includes(path) ? 200 : 404,
    );
    assert.equal(await raw(gateway, `GET ${path}\r\n\r\n`), '', 'HTTP/0.9 has no headers, so nothing is sent');
  }
});

test('the limit of calls for places holds to the call, and one visitor leaves others their part', async (t) => {
  const upstream = await startUpstream(t);
  const gateway = await startGateway(t, upstream, { GORLIF_PLACE_CALLS: '30' });
  const place = (n) =>
    `/api/floodwarnings/v1/distance/11000/latlon/5${n % 10}.${1 + (Math.floor(n / 10) % 9)}/-${1 + (Math.floor(n / 90) % 8)}`;
  const ask = (path, localAddress) =>
    new Promise((done, failed) => {
      const socket = net.connect({ port: gateway.port, host: '127.0.0.1', localAddress }, () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      );
      let text = '';
      socket
        .on('data', (part) => {
          text += part;
        })
        .on('close', () => done(statuses(text)[0]))
        .on('error', failed);
    });
  const greedy = await Promise.all(Array.from({ length: 400 }, (_, n) => ask(place(n), '127.0.2.1')));
  assert.equal(greedy.filter((status) => status === 200).length, 25, 'five sixths of thirty');
  const others = await Promise.all(Array.from({ length: 5 }, (_, n) => ask(place(400 + n), `127.0.2.${2 + n}`)));
  assert.deepEqual(others, [200, 200, 200, 200, 200], 'what is left belongs to the others');
  const late = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(place(500 + n), `127.0.2.${100 + n}`)));
  assert.deepEqual([...new Set(late)], [503]);
  assert.equal(upstream.requests.length, 30, 'to the call');
  const refused = greedy.indexOf(503);
  assert.equal(await ask(place(refused), '127.0.2.1'), 503);
  // What is cached is not counted, and all of Wales is no place.
  assert.equal(await ask(place(400), '127.0.2.1'), 200);
  for (const path of [LEVELS, WALES, FORECAST]) assert.equal(await ask(path, '127.0.2.1'), 200);
});

test('the refusal of one visitor’s share is not handed to another', async (t) => {
  const upstream = await startUpstream(t);
  const gateway = await startGateway(t, upstream, { GORLIF_PLACE_CALLS: '30', GORLIF_PLACE_SHARE: '1' });
  const ask = (n, localAddress) =>
    new Promise((done, failed) => {
      const socket = net.connect({ port: gateway.port, host: '127.0.0.1', localAddress }, () =>
        socket.write(`GET ${PLACE.replace('51.95', `5${n}`)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      );
      let text = '';
      socket
        .on('data', (part) => {
          text += part;
        })
        .on('close', () => done(statuses(text)[0]))
        .on('error', failed);
    });
  assert.deepEqual([await ask(1, '127.0.3.1'), await ask(2, '127.0.3.1'), await ask(2, '127.0.3.2')], [200, 503, 200]);
});

test('behind a trusted proxy the limits are per visitor, and other clients cannot set an address', async (t) => {
  const upstream = await startUpstream(t);
  for (const [trusted, expected] of [
    ['127.0.0.0/8', [200, 503, 200]],
    ['192.0.2.0/24', [200, 503, 503]],
  ]) {
    const gateway = await launch(upstream.address, folderFor(), {
      GORLIF_PLACE_SHARE: '1',
      GORLIF_TRUSTED_PROXIES: trusted,
    });
    t.after(() => gateway.stop());
    const ask = async (n, visitor) =>
      (await get(gateway, PLACE.replace('51.95', `5${n}`), { headers: { 'X-Forwarded-For': visitor } })).status;
    assert.deepEqual(
      [await ask(1, '198.51.100.1'), await ask(2, '198.51.100.1'), await ask(3, '198.51.100.2')],
      expected,
      trusted,
    );
  }
});

test('an answer that never ends is given up', async (t) => {
  let closed = false;
  const upstream = await startUpstream(t, (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"type":"FeatureCollection","features":[');
    const drip = setInterval(() => response.write(' '.repeat(10_000)), 50);
    response.on('close', () => {
      clearInterval(drip);
      closed = true;
    });
    return true;
  });
  const gateway = await startGateway(t, upstream, { GORLIF_READ_TIMEOUT: '1' });
  assert.equal((await get(gateway, LEVELS)).status, 503);
  await until(() => closed);
});

test('all addresses of one IPv6 network have one share', async (t) => {
  const upstream = await startUpstream(t);
  const gateway = await launch(upstream.address, folderFor(), { GORLIF_PLACE_CALLS: '60', GORLIF_PLACE_SHARE: '2' });
  t.after(() => gateway.stop());
  // The address as the calls server gets it; no visitor can send it.
  const ask = (visitor, n) =>
    new Promise((done, failed) => {
      const socket = net.connect(join(gateway.env.GORLIF_RUN, 'calls.sock'), () =>
        socket.write(`GET /floodwarnings/v1/distance/11000/latlon/5${n}/-3 HTTP/1.0\r\nX-Visitor: ${visitor}\r\n\r\n`),
      );
      let text = '';
      socket
        .on('data', (part) => {
          text += part;
        })
        .on('close', () => done(statuses(text)[0]))
        .on('error', failed);
    });
  assert.deepEqual(
    [await ask('2001:db8::1', 0), await ask('2001:db8:0:0:5::', 1), await ask('2001:db8::ffff:1:2:3', 2)],
    [200, 200, 503],
  );
  assert.deepEqual(
    [await ask('2001:db8:0:1::1', 3), await ask('192.0.2.1', 4), await ask('192.0.2.2', 5), await ask('::1', 6)],
    [200, 200, 200, 200],
  );
});

// case 162
test('a test of the settings and a second start leave a running gateway untouched', async (t) => {
  const upstream = await startUpstream(t);
  const folder = folderFor();
  const gateway = await launch(upstream.address, folder);
  t.after(() => gateway.stop());
  const works = async (when) => {
    for (const path of ['/', '/readyz', ...Object.values(OPERATIONS), PLACE.replace('51.95', `5${when}`)])
      assert.equal((await get(gateway, path)).status, 200, `${path} ${when}`);
  };
  await works(1);
  const keys = readFileSync(join(folder, 'run/keys.conf'), 'utf8');
  const other = settings(upstream.address, folder, {
    GORLIF_LISTEN: `127.0.0.1:${gateway.port}`,
    GORLIF_KEY_LEVELS: 'other-key-levels',
  });
  assert.deepEqual(await startsWith(other, '--check'), { code: 0, said: '' });
  await works(2);
  const { code, said } = await startsWith(other);
  assert.deepEqual([code, /running in this folder already/.test(said)], [2, true], said);
  await works(3);
  // In a folder of its own it cannot have the port.
  const elsewhere = await startsWith({
    ...other,
    GORLIF_RUN: join(folder, 'run2'),
    GORLIF_CACHE: join(folder, 'cache2'),
  });
  assert.notEqual(elsewhere.code, 0);
  assert.match(elsewhere.said, /Address already in use/);
  await works(4);
  assert.equal(readFileSync(join(folder, 'run/keys.conf'), 'utf8'), keys);
});

test('a gateway that was killed is started again in the same folder', async (t) => {
  const upstream = await startUpstream(t);
  const folder = folderFor();
  const first = await launch(upstream.address, folder);
  const workers = execFileSync('pgrep', ['-P', String(first.child.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);
  await first.stop('SIGKILL');
  for (const pid of workers) process.kill(pid, 'SIGKILL');
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
  for (const name of ['index.html', 'script-hashes']) writeFileSync(join(page, name), readFileSync(join(dist, name)));
  symlinkSync(page, join(folder, 'way-in'));
  for (const [env, line] of [
    [{ GORLIF_RUN: made('writable', 0o777) }, /GORLIF_RUN can be read or written by other users/],
    [{ GORLIF_RUN: made('sticky', 0o1777) }, /GORLIF_RUN can be read or written by other users/],
    [{ GORLIF_RUN: made('readable', 0o705) }, /GORLIF_RUN can be read or written by other users/],
    [{ GORLIF_RUN: made('group', 0o770) }, /GORLIF_RUN can be read or written by other users/],
    [{ GORLIF_CACHE: made('cache-writable', 0o757) }, /GORLIF_CACHE can be read or written by other users/],
    [{ GORLIF_TRUSTED_PROXIES: '10.0.0.0/8 proxy.example' }, /GORLIF_TRUSTED_PROXIES has 'proxy\.example'/],
    [{ GORLIF_PAGE: page, GORLIF_RUN: join(page, 'run') }, /GORLIF_RUN lies inside GORLIF_PAGE/],
    [{ GORLIF_PAGE: page, GORLIF_CACHE: join(page, 'cache') }, /GORLIF_CACHE lies inside GORLIF_PAGE/],
    [{ GORLIF_PAGE: page, GORLIF_RUN: page }, /GORLIF_RUN lies inside GORLIF_PAGE/],
    [{ GORLIF_PAGE: page, GORLIF_CACHE: join(folder, 'way-in/cache') }, /GORLIF_CACHE lies inside GORLIF_PAGE/],
  ]) {
    for (const words of [['--check'], []]) {
      const { code, said } = await startsWith({ ...good, ...env }, ...words);
      assert.deepEqual([code, line.test(said)], [2, true], `${JSON.stringify(env)}: ${said}`);
    }
  }
  const run = made('linked', 0o700);
  writeFileSync(join(folder, 'elsewhere'), 'kept');
  symlinkSync(join(folder, 'elsewhere'), join(run, 'keys.conf'));
  const { code, said } = await startsWith({ ...good, GORLIF_RUN: run });
  assert.deepEqual([code, /keys\.conf in GORLIF_RUN is a link/.test(said)], [2, true], said);
  assert.equal(readFileSync(join(folder, 'elsewhere'), 'utf8'), 'kept');
});

test('another upstream is not answered from what the one before it said', async (t) => {
  const [first, second] = [
    await startUpstream(t, (_, response) => sized(GOOD)(_, response)),
    await startUpstream(t, (_, response) => sized(ODD_GOOD)(_, response)),
  ];
  const folder = folderFor();
  for (const [upstream, body] of [
    [first, GOOD],
    [second, ODD_GOOD],
  ]) {
    const gateway = await launch(upstream.address, folder);
    assert.equal((await get(gateway, LEVELS)).text, body);
    await gateway.stop();
  }
});

test('errors and probes are not kept, a refused method names the others, and a range of a file is not taken', async (t) => {
  const upstream = await startUpstream(t);
  const gateway = await startGateway(t, upstream);
  for (const path of ['/healthz', '/readyz', '/nothing', '/api/nothing', `${LEVELS}?x`, '/.git'])
    assert.equal((await get(gateway, path)).headers['cache-control'], 'no-store', path);
  for (const path of ['/', LEVELS, '/gazetteer.txt']) {
    const { status, headers } = await get(gateway, path, { method: 'OPTIONS' });
    assert.deepEqual([status, headers.allow, headers['cache-control']], [405, 'GET, HEAD', 'no-store'], path);
  }
  for (const range of ['bytes=0-3', 'bytes=99999999-', 'bytes=5-1']) {
    const { status, names } = await get(gateway, '/gazetteer.txt', { headers: { Range: range } });
    assert.equal(status, 200, range);
    const lower = names.map((name) => name.toLowerCase());
    assert.deepEqual(
      lower.filter((name, at) => lower.indexOf(name) !== at && name !== 'vary'),
      [],
      range,
    );
  }
});
