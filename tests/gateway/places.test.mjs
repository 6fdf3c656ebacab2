// The places of a name through the gateway.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { folderFor, get, settings, startGateway, startUpstream, startsWith } from '../support/gateway-harness.mjs';

const BODY = JSON.stringify({
  status: 200,
  result: [{ name_1: 'Kinmel Bay', country: 'Wales', latitude: 53.31, longitude: -3.52 }],
});

/** A gateway with the places of an upstream that answers as `answer` does. */
async function withPlaces(t, answer) {
  const service = await startUpstream(t);
  const places = await startUpstream(t, answer);
  const gateway = await startGateway(t, service, {
    GORLIF_PLACES_UPSTREAM: `${places.address}/places?q={name}&limit=20`,
    GORLIF_READ_TIMEOUT: '1',
  });
  return { gateway, places };
}
const json = (_, response) =>
  response.writeHead(200, { 'Content-Type': 'application/json', 'Set-Cookie': 'a=b' }).end(BODY);

test('a name is requested once, without anything of the visitor, cached, and returned as JSON', async (t) => {
  const { gateway, places } = await withPlaces(t, json);
  for (const status of ['first', 'second']) {
    const response = await get(gateway, '/places/kinmel-bay', {
      headers: { Cookie: 'c=d', 'X-Forwarded-For': '192.0.2.9' },
    });
    assert.equal(response.status, 200, status);
    assert.equal(response.text, BODY);
    assert.equal(response.headers['content-type'], 'application/json');
    assert.equal(response.headers['set-cookie'], undefined);
    assert.equal(response.headers['x-content-type-options'], 'nosniff');
  }
  assert.deepEqual(
    places.requests.map(({ path }) => path),
    ['/places?q=kinmel%20bay&limit=20'],
  );
  assert.doesNotMatch(places.requests[0].headers.join(' '), /c=d|192\.0\.2\.9|Forwarded/i);
});

// case 193
test('an empty list is cached; what is no list, too large or late is a failure, kept for a minute; no name is logged', async (t) => {
  let answer = { status: 200, type: 'application/json', body: '{"status":200,"result":[]}' };
  const { gateway, places } = await withPlaces(t, (_, response) => {
    // The last one is never answered.
    if (answer.body === undefined) return true;
    return response.writeHead(answer.status, { 'Content-Type': answer.type }).end(answer.body);
  });
  const large = JSON.stringify({ status: 200, result: Array(100_000).fill({ name_1: 'x'.repeat(1_000) }) });
  let calls = 0;
  for (const [path, status, given] of [
    ['/places/nowhere', 200, answer],
    ['/places/html', 503, { status: 200, type: 'text/html', body: '<p>' }],
    ['/places/quota', 503, { status: 200, type: 'application/json', body: '{"error":"quota"}' }],
    ['/places/null', 503, { status: 200, type: 'application/json', body: '{"status":200,"result":null}' }],
    ['/places/large', 503, { status: 200, type: 'application/json', body: large }],
    ['/places/broken', 503, { status: 500, type: 'application/json', body: '{}' }],
    ['/places/late', 503, {}],
  ]) {
    answer = given;
    calls += 1;
    for (let nth = 0; nth < 2; nth++) {
      const response = await get(gateway, path);
      assert.deepEqual([response.status, response.headers['content-type']], [status, 'application/json'], path);
      assert.equal(places.requests.length, calls, path);
    }
  }
  await places.stop();
  assert.equal((await get(gateway, '/places/gone')).status, 503);
  const log = readFileSync(gateway.env.GORLIF_LOG, 'utf8');
  assert.match(log, / service places 503 "200 another media type" /);
  assert.doesNotMatch(log + gateway.said, /nowhere|quota|kinmel|\/places/);
});

test('only words in small letters, without a query, reach the upstream', async (t) => {
  const { gateway, places } = await withPlaces(t, json);
  for (const path of [
    'ab',
    'Kinmel-Bay',
    'kinmel%20bay',
    'kinmel-bay?a=b',
    'kinmel--bay',
    '-kinmel',
    '../x',
    'kinmel/bay',
    'b%C3%A2la',
    'a%26limit=1',
    'x'.repeat(61),
    'kinmel%0Abay',
    'kinmel-bay%0A',
  ]) {
    assert.equal((await get(gateway, `/places/${path}`)).status, 404, path);
  }
  assert.equal(places.requests.length, 0);
});

test('the calls of all visitors have a limit', async (t) => {
  const service = await startUpstream(t);
  const places = await startUpstream(t, json);
  const gateway = await startGateway(t, service, {
    GORLIF_PLACES_UPSTREAM: `${places.address}/places?q={name}`,
    GORLIF_PLACES_UPSTREAM_CALLS: '2',
  });
  const statuses = [];
  for (const name of ['one', 'two', 'three', 'one']) statuses.push((await get(gateway, `/places/${name}-a`)).status);
  assert.deepEqual(statuses, [200, 200, 429, 200]);
});

test('places are off by default, and a malformed address stops the start', async (t) => {
  const service = await startUpstream(t);
  const gateway = await startGateway(t, service);
  assert.equal((await get(gateway, '/places/kinmel-bay')).status, 404);
  for (const address of [
    'http://api.example/places?q={name}',
    'https://api.example/places',
    'https://api.example/places?q={name}&x=1',
    'https://api.example/places?name={name}',
    'https://api.example/places?q={name};evil',
    'https://api.example/places?q={name}&limit=101',
  ]) {
    const end = await startsWith(
      settings(service.address, folderFor(), { GORLIF_PLACES_UPSTREAM: address }),
      '--check',
    );
    assert.notEqual(end.code, 0, address);
    assert.match(end.said, /GORLIF_PLACES_UPSTREAM must be an https address with \?q=/);
  }
});
