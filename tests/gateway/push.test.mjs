// Subscriptions to notifications through the gateway, the only requests with a body.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../support/free-port.mjs';
import { get, startGateway, startUpstream } from '../support/gateway-harness.mjs';

const PATH = '/push/subscription';

/** What the recorder would get, and a gateway that passes subscriptions on to it. */
async function setUp(t) {
  const passed = [];
  const answer = async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    passed.push({ method: request.method, path: request.url, headers: request.headers, body });
    if (body === 'wrong') response.writeHead(400, { 'Content-Type': 'text/plain' }).end('nothing is chosen');
    else response.writeHead(204, { 'Set-Cookie': 'a=b' }).end();
  };
  const port = await freePort();
  const start = () => startUpstream(t, answer, { port });
  const { stop } = await start();
  const gateway = await startGateway(t, await startUpstream(t), { GORLIF_PUSH: `127.0.0.1:${port}` });
  const origin = gateway.address.replace(/\/$/, '');
  const post = async (body = '{}', headers = {}, method = 'POST') => {
    const all = { Origin: origin, 'Content-Type': 'application/json', ...headers };
    const response = await fetch(`${origin}${PATH}`, { method, body, headers: all });
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
  };
  return { gateway, origin, passed, post, start, stop };
}

// case 207
test('a subscription reaches the recorder without other headers; one of another site, form or over 2 kB does not', async (t) => {
  const { gateway, origin, post, passed } = await setUp(t);
  const { status, headers, text } = await post('{"action":"x"}', { Cookie: 'a=b', 'X-Forwarded-For': '1.2.3.4' });
  assert.deepEqual([status, text, headers['cache-control']], [204, '', 'no-store']);
  assert.equal(passed.length, 1);
  const [{ method, path, body, headers: sent }] = passed;
  assert.deepEqual([method, path, body], ['POST', '/subscription', '{"action":"x"}']);
  assert.deepEqual(Object.keys(sent).sort(), ['content-length', 'content-type', 'host']);
  const wrong = await post('wrong');
  assert.deepEqual([wrong.status, wrong.text], [400, 'nothing is chosen']);
  passed.length = 0;
  const refused = async (status, ...request) => {
    const response = await post(...request);
    assert.equal(response.status, status, JSON.stringify(request).slice(0, 200));
    return response;
  };
  for (const site of ['https://evil.example', 'null', `${origin}.evil.example`, origin.replace('http:', 'https:')])
    await refused(403, '{}', { Origin: site });
  await refused(403, '{}', { Origin: '' });
  await refused(413, 'x'.repeat(2_049));
  for (const method of ['PUT', 'PATCH', 'DELETE']) await refused(400, '{}', {}, method);
  const other = await get(gateway, PATH);
  assert.deepEqual([other.status, other.headers.allow, other.headers['cache-control']], [405, 'POST', 'no-store']);
  // Without a length.
  const stream = new ReadableStream({
    start: (parts) => (parts.enqueue(new TextEncoder().encode('{}')), parts.close()),
  });
  const chunked = { method: 'POST', body: stream, duplex: 'half', headers: { Origin: origin } };
  assert.equal((await fetch(`${origin}${PATH}`, chunked)).status, 400);
  for (const path of ['/push', '/push/', '/push/subscription/', '/push/Subscription', '/push/subscription%00', '/'])
    for (const body of ['{}', undefined]) {
      const response = await fetch(`${origin}${path}`, { method: 'POST', body, headers: { Origin: origin } });
      assert.ok([400, 405].includes(response.status), `${path}: ${response.status}`);
    }
  assert.deepEqual(passed, []);
});

// case 207
test('of many subscriptions from one address few reach the recorder', async (t) => {
  const { post, passed } = await setUp(t);
  const begin = Date.now();
  const answers = [];
  while (answers.length < 10_000) answers.push(...(await Promise.all(Array.from({ length: 200 }, () => post()))));
  const refused = answers.filter(({ status }) => status === 429);
  // The first, 20 more at once, and ten a minute.
  const most = 21 + Math.ceil(((Date.now() - begin) / 60_000) * 10);
  assert.ok(passed.length <= most, `${passed.length} reached the recorder, of which ${most} may`);
  assert.equal(refused.length, answers.length - passed.length);
  assert.equal(refused[0].headers['retry-after'], '1');
});

test('without the recorder 503 or 502, and it is found when it starts later', async (t) => {
  const { post, start, stop } = await setUp(t);
  await stop();
  const { status, headers } = await post();
  assert.ok([502, 503, 504].includes(status), `${status}`);
  assert.equal(headers['cache-control'], 'no-store');
  await start();
  assert.equal((await post()).status, 204);
});
