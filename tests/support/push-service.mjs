// A push service for the tests. It refuses what RFC 8030 (requests), 8188 and 8291 (encryption) and 8292 (VAPID) do not allow, and keeps
// what a browser would get.
import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import ece from 'http_ece';
import { importJWK, jwtVerify } from 'jose';
import { until } from './gateway-harness.mjs';
import { serve } from './server.mjs';

const encoded = (bytes) => bytes.toString('base64url');

/** Checks the signature of a request; `publicKey` is the one with which the devices have subscribed. */
async function verify(header, { origin, publicKey }) {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  assert.equal(key, publicKey, 'the key is that of the subscription');
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: encoded(point.subarray(1, 33)), y: encoded(point.subarray(33)) };
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: origin });
  assert.match(payload.sub, /^(mailto:|https:)/);
  assert.ok(payload.exp - Date.now() / 1000 < 86_400, `${payload.exp}`);
}

/** Starts a push service. `device()` is a new device there; `errors` are what was wrong with requests. */
export async function startPushService(t, publicKey) {
  const devices = new Map();
  const errors = [];
  const { origin, stop } = await serve(async (request, response) => {
    const body = await buffer(request);
    const device = devices.get(request.url);
    if (!device) return void response.writeHead(404).end();
    const { headers } = request;
    try {
      assert.equal(request.method, 'POST');
      assert.equal(headers['content-encoding'], 'aes128gcm');
      assert.match(headers.ttl, /^\d+$/);
      assert.match(headers.topic, /^[\w-]{1,32}$/);
      assert.match(headers.urgency, /^(normal|high)$/);
      await verify(headers.authorization, { origin, publicKey });
      assert.ok(body.length <= 4096, `${body.length} bytes`);
      const options = { version: 'aes128gcm', privateKey: device.keys, authSecret: device.auth };
      const notice = JSON.parse(ece.decrypt(body, options));
      const { status = 201, headers: more = {}, hold } = device.answer(notice);
      if (status < 300)
        for (const list of [device.notices, device.fresh])
          list.push({ ...notice, topic: headers.topic, urgency: headers.urgency });
      if (!hold) response.writeHead(status, more).end();
    } catch (error) {
      errors.push(error);
      response.writeHead(400).end();
    }
  });
  t.after(stop);

  function device() {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const auth = randomBytes(16);
    const path = `/${encoded(randomBytes(24))}`;
    const device = {
      keys,
      auth,
      /** All notifications, and those that `next` has not returned. */
      notices: [],
      fresh: [],
      /** How the service answers; `hold`: never. */
      answer: () => ({}),
      next: () =>
        until(() => device.fresh.shift()).catch(() => {
          throw new Error(`expected a notification, found none in a minute: ${errors}`);
        }),
      /** As the page has it from the browser. */
      subscription: { endpoint: `${origin}${path}`, p256dh: encoded(keys.getPublicKey()), auth: encoded(auth) },
    };
    devices.set(path, device);
    return device;
  }
  return { origin, device, errors };
}
