// Exact postcodes through the gateway.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderFor, get, settings, startGateway, startUpstream, startsWith } from '../support/gateway-harness.mjs';

const BODY = JSON.stringify({ status: 200, result: { postcode: 'CF37 1DN', latitude: 51.6, longitude: -3.34 } });

/** A gateway with positions of postcodes from an upstream that answers as `answer` does. */
async function withPostcodes(t, answer) {
  const service = await startUpstream(t);
  const postcodes = await startUpstream(t, answer);
  const gateway = await startGateway(t, service, {
    GORLIF_POSTCODES_UPSTREAM: `${postcodes.address}/postcodes/{postcode}`,
  });
  return { gateway, postcodes };
}
const json = (_, response) =>
  response.writeHead(200, { 'Content-Type': 'application/json', 'Set-Cookie': 'a=b' }).end(BODY);

test('a postcode is requested once, without anything of the visitor, cached, and returned as JSON', async (t) => {
  const { gateway, postcodes } = await withPostcodes(t, json);
  for (const status of ['first', 'second']) {
    const response = await get(gateway, '/postcode/CF371DN', {
      headers: { Cookie: 'c=d', 'X-Forwarded-For': '192.0.2.9' },
    });
    assert.equal(response.status, 200, status);
    assert.equal(response.text, BODY);
    assert.equal(response.headers['content-type'], 'application/json');
    assert.equal(response.headers['set-cookie'], undefined);
    assert.equal(response.headers['x-content-type-options'], 'nosniff');
  }
  assert.deepEqual(
    postcodes.requests.map(({ path }) => path),
    ['/postcodes/CF371DN'],
  );
  assert.doesNotMatch(postcodes.requests[0].headers.join(' '), /c=d|192\.0\.2\.9|Forwarded/i);
});

// case 188
test('a postcode that does not exist is 404 and cached; what is no position is a failure, kept for a minute; none is logged', async (t) => {
  let answer = { status: 404, type: 'application/json', body: '{"status":404}' };
  const { gateway, postcodes } = await withPostcodes(t, (_, response) =>
    response.writeHead(answer.status, { 'Content-Type': answer.type }).end(answer.body),
  );
  let calls = 0;
  for (const [path, status, given] of [
    ['/postcode/CF379ZZ', 404, answer],
    ['/postcode/SA11AA', 503, { status: 200, type: 'text/html', body: '<p>' }],
    ['/postcode/SA11AB', 503, { status: 200, type: 'application/json', body: '{"error":"quota"}' }],
    ['/postcode/SA11AD', 503, { status: 200, type: 'application/json', body: '' }],
    ['/postcode/SA11AE', 503, { status: 200, type: 'application/json', body: '{"result":null}' }],
    ['/postcode/LL571AA', 503, { status: 503, type: 'application/json', body: '{}' }],
  ]) {
    answer = given;
    calls += 1;
    for (let nth = 0; nth < 2; nth++) {
      const response = await get(gateway, path);
      assert.deepEqual([response.status, response.headers['content-type']], [status, 'application/json'], path);
      assert.equal(postcodes.requests.length, calls, path);
    }
  }
  await postcodes.stop();
  assert.equal((await get(gateway, '/postcode/LL571AB')).status, 503);
  const log = readFileSync(gateway.env.GORLIF_LOG, 'utf8');
  assert.match(log, / 404 other /);
  assert.match(log, / service postcodes 503 "200 another media type" /);
  assert.doesNotMatch(log + gateway.said, /CF37|SA11A|LL57/);
});

// case 188
test('that a postcode does not exist is kept for days, and for a minute where a web page says so', async (t) => {
  for (const [type, seconds] of [
    ['application/json', String(30 * 86_400)],
    ['text/html; charset=utf-8', '60'],
  ]) {
    const { gateway } = await withPostcodes(t, (_, response) =>
      response.writeHead(404, { 'Content-Type': type }).end('{}'),
    );
    // Of the server that calls the third party: nginx takes the header off, and keeps a 404 in memory.
    const socketPath = join(gateway.env.GORLIF_RUN, 'third_parties.sock');
    const [response] = await once(http.get({ socketPath, path: '/postcode/CF379ZZ' }), 'response');
    response.resume();
    assert.deepEqual([response.statusCode, response.headers['x-accel-expires']], [404, seconds], type);
  }
});

test('only postcodes, without a query, reach the upstream', async (t) => {
  const { gateway, postcodes } = await withPostcodes(t, json);
  for (const path of ['cf371dn', 'CF37%201DN', 'CF371DN?a=b', 'CF37', '../x', 'CF371DN/x', '12345', 'CF371D']) {
    assert.equal((await get(gateway, `/postcode/${path}`)).status, 404, path);
  }
  assert.equal(postcodes.requests.length, 0);
});

test('postcodes are off by default, and a malformed address stops the start', async (t) => {
  const service = await startUpstream(t);
  const gateway = await startGateway(t, service);
  assert.equal((await get(gateway, '/postcode/CF371DN')).status, 404);
  for (const address of [
    'http://api.example/{postcode}',
    'https://api.example/postcodes',
    'https://a.example/{postcode}?x=1',
    'https://a.example/{postcode};evil',
  ]) {
    const end = await startsWith(
      settings(service.address, folderFor(), { GORLIF_POSTCODES_UPSTREAM: address }),
      '--check',
    );
    assert.notEqual(end.code, 0, address);
    assert.match(end.said, /GORLIF_POSTCODES_UPSTREAM must be an https address/);
  }
});
