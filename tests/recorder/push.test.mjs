// Notifications (Web Push): what devices get, from the subscription to the end of a message, and when push services or the recorder fail.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MINUTE, collection, gauge, json, levelsBody, messageAt, minutesAgo } from '../support/bodies.mjs';
import { freePort } from '../support/free-port.mjs';
import { folderFor } from '../support/gateway-harness.mjs';
import { startPushService } from '../support/push-service.mjs';
import { filesFor, recorder, startAnswering, stores } from '../support/recorder-harness.mjs';

const { STORES } = stores({ before, after });
/** The keys of the recorder: the file of the private one, and the public one. */
const keys = { file: join(folderFor(), 'key'), public: '' };
before(async () => {
  const { stdout, stderr } = await recorder({ store: 'sqlite:none', gateway: null, history: '' }).run('', 'keys');
  writeFileSync(keys.file, stdout);
  keys.public = /"push": "(\S+)"$/m.exec(stderr)[1];
});

const OFFICIAL = "Nid hwn yw'r gwasanaeth rhybuddio swyddogol. Floodline: 0345 988 1188.";

/** A recorder that notifies, of responses that a test sets. Cycles follow each other at once. */
async function setUp(t, store) {
  const answers = { wales: [], levels: [] };
  const gateway = await startAnswering(t, (operation) => {
    if (operation === 'wales') return json(collection(...answers.wales));
    return json(operation === 'levels' ? levelsBody(collection(...answers.levels)) : []);
  });
  const files = filesFor(store);
  const records = recorder({ ...files, gateway, t });
  const services = [await startPushService(t, keys.public), await startPushService(t, keys.public)];
  const address = `127.0.0.1:${await freePort()}`;
  const health = `127.0.0.1:${await freePort()}`;
  const site = {
    answers,
    services,
    folder: files.folder,
    async start(...more) {
      const origins = services.map(({ origin }) => origin).join(' ');
      const options = ['--push', address, '--push-key', keys.file, '--push-contact', 'mailto:duty@council.example'];
      site.running = records.start(
        ...options,
        '--push-services',
        origins,
        '--interval',
        '0.5',
        '--health',
        health,
        ...more,
      );
      if (!more.length) await site.cycle();
    },
    cycle: () => site.running.cycles.next(),
    async twoCycles() {
      await site.cycle();
      await site.cycle();
    },
    /** A device of a service, which has subscribed and was welcomed. */
    async newDevice(service = services[0], choice = {}) {
      const device = service.device();
      await site.subscribe(device, choice);
      device.welcome = await device.next();
      return device;
    },
    async post(body, headers = { 'Content-Type': 'application/json' }) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const response = await fetch(`http://${address}/subscription`, { method: 'POST', headers, body: text });
      return [response.status, await response.text()];
    },
    async subscribe(device, choice = {}) {
      const list = { watch_list: 1, gauges: [], areas: ['A1'], counties: [], ...choice.list };
      const body = { action: 'subscribe', ...device.subscription, language: 'en', least: 'alert', ...choice, list };
      assert.deepEqual(await site.post(body), [204, '']);
    },
    /** The number of devices that the recorder knows. */
    async devices() {
      const text = await (await fetch(`http://${health}/metrics`)).text();
      return Number(/^gorlif_recorder_push_devices (\d+)$/m.exec(text)[1]);
    },
  };
  await site.start();
  return site;
}

const told = ({ title, silent, urgency }) => `${silent ? '' : '! '}${title} (${urgency})`;
/** With a severity of half an hour: an older one has no sound. */
const recent = (code, value, description, km = 1, properties = {}) =>
  messageAt(code, value, description, km, { SEVERITY_CHANGED: Date.now() - 30 * MINUTE, ...properties });
const usk = (value, properties) => recent('A1', value, 'River Usk at Brecon', 1, properties);

test('a device follows a message from its issue to its end', async (t) => {
  const site = await setUp(t);
  const [service] = site.services;
  const device = await site.newDevice(service, { language: 'cy' });
  assert.deepEqual([told(device.welcome), device.welcome.lang], ['Mae hysbysiadau ymlaen (normal)', 'cy']);
  site.answers.wales = [usk(2)];
  const issued = await device.next();
  assert.equal(told(issued), '! Rhybudd Llifogydd: River Usk at Brecon (high)');
  assert.ok(issued.body.endsWith(OFFICIAL), issued.body);
  assert.equal(issued.query, '?area=A1&lang=cy');
  site.answers.wales = [usk(2, { RIM_ENGLISH: 'More rain.' })];
  const updated = await device.next();
  assert.equal(told(updated), 'Rhybudd Llifogydd: River Usk at Brecon (normal)');
  assert.equal(updated.tag, issued.tag);
  assert.notEqual(updated.topic, issued.topic, 'one without a sound replaces none with a sound at the push service');
  assert.ok(updated.at >= issued.at);
  site.answers.wales = [usk(1, { RIM_ENGLISH: 'More rain.' })];
  const worse = await device.next();
  assert.equal(told(worse), '! Rhybudd Llifogydd Difrifol: River Usk at Brecon (high)');
  assert.equal(worse.topic, issued.topic, 'one with a sound replaces one that was not delivered');
  site.answers.wales = [];
  assert.equal(told(await device.next()), 'Rhybudd nad yw mewn grym mwyach: River Usk at Brecon (normal)');
  await site.twoCycles();
  assert.deepEqual([device.fresh, service.errors], [[], []]);
  const [address, part] = [device.subscription.endpoint, new URL(device.subscription.endpoint).pathname];
  for (const file of ['store.db', 'store.db-wal']) {
    const bytes = readFileSync(join(site.folder, file), 'latin1');
    for (const secret of [address, part, device.subscription.auth, '"A1"'])
      assert.ok(!bytes.includes(secret), `${file} has ${secret}`);
  }
});

test('a county has the messages that may reach into it, an own level is told once, and 300 devices have one notification of a storm', async (t) => {
  const site = await setUp(t);
  const [service] = site.services;
  const gauges = [{ station: '4002', level: 1.5, unit: 'm' }];
  const device = await site.newDevice(service, { list: { areas: ['A2', 'A3'], counties: ['powys'], gauges } });
  const far = recent('A9', 1, 'Pembrokeshire');
  far.geometry.coordinates = [-5.2, 51.75];
  site.answers.wales = [recent('A2', 3, 'Two'), recent('A3', 2, 'Three', null), recent('A4', 1, 'Four'), far];
  const notice = await device.next();
  assert.equal(told(notice), '! Severe flood warning: Four (high)');
  assert.ok(notice.body.includes('. Also in force: Flood warning: Three, Flood alert: Two. Checked on'), notice.body);
  const at = (level) => gauge({ Location: '4002', LatestValue: level, LatestTime: minutesAgo(10) });
  site.answers.levels = [at('1.4')];
  await site.twoCycles();
  site.answers.levels = [at('1.6')];
  const reached = await device.next();
  assert.equal(reached.tag, 'gauge-4002');
  assert.ok(reached.body.includes('has reached 1.500\u00a0m, your own level: 1.600\u00a0m on'), reached.body);
  await site.twoCycles();
  assert.deepEqual(device.fresh, []);

  const devices = Array.from({ length: 300 }, () => service.device());
  for (const device of devices) await site.subscribe(device);
  await Promise.all(devices.map((device) => device.next()));
  site.answers.wales = Array.from({ length: 100 }, (_, n) => recent(`A${n}`, (n % 3) + 1, `Area ${n}`));
  const notices = await Promise.all(devices.map((device) => device.next()));
  assert.deepEqual(new Set(notices.map(told)), new Set(['! Flood warning: Area 1 (high)']));
  await site.twoCycles();
  assert.deepEqual(new Set(devices.map(({ notices }) => notices.length)), new Set([2]));
  assert.deepEqual(service.errors, []);
});

// case 205
test('a device that its push service does not know, and one that unsubscribes, are deleted; one whose notification is refused stays and gets it again', async (t) => {
  const site = await setUp(t);
  const [service] = site.services;
  const [gone, refused, other] = [await site.newDevice(), await site.newDevice(), await site.newDevice()];
  assert.equal(await site.devices(), 3);
  gone.answer = () => ({ status: 410 });
  const statuses = [400, 401, 403, 413];
  const asked = [];
  refused.answer = () => {
    const status = statuses[asked.length];
    asked.push(status);
    return status ? { status } : {};
  };
  site.answers.wales = [usk(2)];
  for (const device of [other, refused]) assert.match(told(await device.next()), /^! Flood warning/);
  assert.deepEqual(asked, [...statuses, undefined]);
  while ((await site.devices()) > 2) await site.cycle();
  assert.equal(await site.devices(), 2);
  assert.deepEqual(service.errors, []);
  for (const left of [1, 0]) {
    const { endpoint } = [other, refused][left].subscription;
    assert.deepEqual(await site.post({ action: 'unsubscribe', endpoint }), [204, '']);
    assert.equal(await site.devices(), left);
    assert.deepEqual(await site.post({ action: 'unsubscribe', endpoint }), [204, ''], 'a repeated request');
  }
  site.answers.wales = [usk(1)];
  await site.twoCycles();
  assert.deepEqual([other.fresh, refused.fresh], [[], []]);
  // Nor are they there after a restart.
  await site.running.kill('SIGKILL');
  await site.start();
  assert.equal(await site.devices(), 0);
});

// case 201, 202
test('what is no subscription is refused, and a repeated one is one', async (t) => {
  const site = await setUp(t);
  const device = site.services[0].device();
  const list = { watch_list: 1, areas: ['A1'] };
  const good = { action: 'subscribe', ...device.subscription, language: 'en', least: 'alert', list };
  for (const [body, status, text] of [
    ['', 400, 'not a request of this form'],
    [{ ...good, auth: 'AAAA' }, 400, 'the keys are no keys of a browser'],
    [{ ...good, endpoint: 'https://169.254.169.254/' }, 400, 'the address is of no known push service'],
  ])
    assert.deepEqual(await site.post(body), [status, text], JSON.stringify(body));
  assert.equal((await site.post({ ...good, list: { watch_list: 1, areas: ['A'.repeat(2048)] } }))[0], 413);
  assert.equal((await site.post(good, { 'Content-Type': 'text/plain' }))[0], 415);
  assert.equal(await site.devices(), 0);
  for (let count = 0; count < 20; count += 1) assert.deepEqual(await site.post(good), [204, '']);
  assert.equal(await site.devices(), 1);
  await device.next();
  await site.twoCycles();
  assert.deepEqual(device.fresh, []);
});

// case 205
test('a push service that fails or hangs delays no other, and its devices are told later', async (t) => {
  const site = await setUp(t);
  const [slow, fast] = site.services;
  const [failing, waiting, hanging] = [await site.newDevice(), await site.newDevice(), await site.newDevice()];
  const good = await site.newDevice(fast);
  let failures = 0;
  failing.answer = () => (failures++ === 0 ? { status: 503, headers: { 'Retry-After': '1' } } : {});
  let waits = 0;
  waiting.answer = () => (waits++ === 0 ? { status: 429, headers: { 'Retry-After': '1' } } : {});
  hanging.answer = () => ({ status: 500, hold: true });
  site.answers.wales = [usk(1)];
  for (const device of [good, failing, waiting]) assert.match(told(await device.next()), /^! Severe/);
  assert.deepEqual([failures, waits], [2, 2]);
  assert.deepEqual(hanging.notices.length, 1);
  assert.deepEqual([slow.errors, fast.errors], [[], []]);
});

// case 206
for (const [name, store] of Object.entries(STORES))
  test(`a recorder that is killed before or after it sends, or its standby, loses nothing and repeats one notification at most: ${name}`, async (t) => {
    const site = await setUp(t, store);
    const { running } = site;
    if (name === 'PostgreSQL') {
      await site.start('--standby', 'on');
      await site.running.standsBy();
    }
    const [before, after] = [await site.newDevice(), await site.newDevice()];
    // One device was not sent its notification, the other's was accepted and not stored as told.
    const received = new Set();
    const killed = new Promise((resolve) => {
      const kill = (device, status) => () => {
        received.add(device);
        if (received.size === 2) resolve(running.kill('SIGKILL'));
        return { status, hold: true };
      };
      before.answer = kill(before, 500);
      after.answer = kill(after, 201);
    });
    site.answers.wales = [usk(1)];
    await killed;
    assert.deepEqual([before.notices.length, after.notices.length], [1, 2]);
    for (const device of [before, after]) device.answer = () => ({});
    if (site.running === running) await site.start();
    for (const device of [before, after]) assert.match(told(await device.next()), /^! Severe/);
    await site.twoCycles();
    assert.deepEqual([before.notices.length, after.notices.length], [2, 3]);
  });
