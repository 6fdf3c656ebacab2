// Notifications (Web Push): what devices get, from the subscription to the end of a message, and when push services or the recorder fail.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  collection,
  gauge,
  json,
  levelsBody,
  messageAt as messageOfAnHour,
  minutesAgo,
  MINUTE,
} from '../support/bodies.mjs';
import { freePort } from '../support/free-port.mjs';
import { folderFor } from '../support/gateway-harness.mjs';
import { startPushService } from '../support/push-service.mjs';
import { recorder, startAnswering, stores } from '../support/recorder-harness.mjs';

const { STORES } = stores({ before, after });
/** The keys of the recorder: the file of the private one, and the public one. */
const keys = { file: join(folderFor(), 'key'), public: '' };
before(async () => {
  const { stdout, stderr } = await recorder({ store: 'sqlite:none', gateway: null, history: '' }).run('', 'keys');
  writeFileSync(keys.file, stdout);
  keys.public = /"push": "(\S+)"$/m.exec(stderr)[1];
});

const OFFICIAL = {
  en: 'This is not the official warning service. Floodline: 0345 988 1188.',
  cy: "Nid hwn yw'r gwasanaeth rhybuddio swyddogol. Floodline: 0345 988 1188.",
};

/** A recorder that notifies, of responses that a test sets. Cycles follow each other at once. */
async function setUp(t, { store = STORES.SQLite } = {}) {
  const answers = { wales: [], levels: [] };
  const gateway = await startAnswering(t, (operation) => {
    if (operation === 'wales') return answers.wales ? json(collection(...answers.wales)) : { status: 503 };
    return operation === 'levels' ? json(levelsBody(collection(...answers.levels))) : json([]);
  });
  const folder = folderFor(t);
  const records = recorder({ store: store(folder), gateway, history: join(folder, 'history') });
  const services = [await startPushService(t, keys.public), await startPushService(t, keys.public)];
  const address = `127.0.0.1:${await freePort()}`;
  const health = `127.0.0.1:${await freePort()}`;
  const site = {
    answers,
    services,
    folder,
    async start() {
      const origins = services.map(({ origin }) => origin).join(' ');
      const options = ['--push', address, '--push-key', keys.file, '--push-contact', 'mailto:duty@council.example'];
      const more = ['--push-services', origins, '--interval', '0.5', '--health', health];
      site.running = records.start(...options, ...more);
      await site.cycle();
    },
    /** Waits for the end of the next cycle. */
    cycle: async () => (await site.running.cycles.next()).value,
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
    async devices() {
      const text = await (await fetch(`http://${health}/metrics`)).text();
      return Number(/^gorlif_recorder_push_devices (\d+)$/m.exec(text)[1]);
    },
  };
  t.after(() => site.running?.child.kill('SIGKILL'));
  await site.start();
  return site;
}

const told = ({ title, silent, urgency }) => `${silent ? '' : '! '}${title} (${urgency})`;
/** With a severity of half an hour: an older one has no sound. */
const messageAt = (code, value, description, km = 1, properties = {}) =>
  messageOfAnHour(code, value, description, km, { SEVERITY_CHANGED: Date.now() - 30 * MINUTE, ...properties });
const usk = (value, properties) => messageAt('A1', value, 'River Usk at Brecon', 1, properties);

describe('notifications', { concurrency: false }, () => {
  test('a device follows a message from its issue to its end', async (t) => {
    const site = await setUp(t);
    const [service] = site.services;
    const device = service.device();
    await site.subscribe(device, { language: 'cy' });
    const welcome = await device.next();
    assert.equal(told(welcome), 'Mae hysbysiadau ymlaen (normal)');
    assert.equal(welcome.lang, 'cy');
    site.answers.wales = [usk(2)];
    const issued = await device.next();
    assert.equal(told(issued), '! Rhybudd Llifogydd: River Usk at Brecon (high)');
    assert.ok(issued.body.endsWith(OFFICIAL.cy), issued.body);
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
    await site.cycle();
    await site.cycle();
    assert.deepEqual([device.fresh, service.errors], [[], []]);
    const [address, part] = [device.subscription.endpoint, new URL(device.subscription.endpoint).pathname];
    for (const file of ['store.db', 'store.db-wal']) {
      const bytes = readFileSync(join(site.folder, file), 'latin1');
      for (const secret of [address, part, device.subscription.auth, '"A1"'])
        assert.ok(!bytes.includes(secret), `${file} has ${secret}`);
    }
  });

  test('many areas are one notification, also for 300 devices in a storm, a county has those that may reach into it, and an own level is told once', async (t) => {
    const site = await setUp(t);
    const [service] = site.services;
    const [device, other, ofGauge] = [service.device(), service.device(), service.device()];
    await site.subscribe(device, { list: { areas: ['A2', 'A3'], counties: ['powys'] } });
    await site.subscribe(other, { list: { areas: ['A4', 'A5'] } });
    await site.subscribe(ofGauge, { list: { areas: [], gauges: [{ station: '4002', level: 1.5, unit: 'm' }] } });
    for (const { next } of [device, other, ofGauge]) await next();
    const others = [messageAt('A2', 3, 'Two'), messageAt('A3', 2, 'Three', null), messageAt('A4', 1, 'Four')];
    site.answers.wales = [...others, messageAt('A9', 1, 'Pembrokeshire', 1, {})];
    site.answers.wales[3].geometry.coordinates = [-5.2, 51.75];
    const notice = await device.next();
    assert.equal(told(notice), '! Severe flood warning: Four (high)');
    assert.ok(notice.body.includes('. Also in force: Flood warning: Three, Flood alert: Two. Checked on'), notice.body);
    // An area that is no longer watched is forgotten without a notification.
    assert.match(told(await other.next()), /^! Severe/);
    await site.subscribe(other, { list: { areas: ['A5'] } });
    const at = (level) => gauge({ Location: '4002', LatestValue: level, LatestTime: minutesAgo(10) });
    site.answers.levels = [at('1.4')];
    await site.cycle();
    await site.cycle();
    site.answers.levels = [at('1.6')];
    const reached = await ofGauge.next();
    assert.equal(reached.tag, 'gauge-4002');
    assert.ok(reached.body.includes('has reached 1.500\u00a0m, your own level: 1.600\u00a0m on'), reached.body);
    await site.cycle();
    await site.cycle();
    assert.deepEqual([device.fresh, other.fresh, ofGauge.fresh], [[], [], []]);

    const devices = Array.from({ length: 300 }, () => service.device());
    for (const device of devices) await site.subscribe(device);
    await Promise.all(devices.map((device) => device.next()));
    site.answers.wales = Array.from({ length: 100 }, (_, n) => messageAt(`A${n}`, (n % 3) + 1, `Area ${n}`));
    const notices = await Promise.all(devices.map((device) => device.next()));
    assert.deepEqual(new Set(notices.map(told)), new Set(['! Flood warning: Area 1 (high)']));
    await site.cycle();
    await site.cycle();
    assert.deepEqual(new Set(devices.map(({ notices }) => notices.length)), new Set([2]));
    assert.deepEqual(service.errors, []);
  });

  // case 205
  test('a device that its push service does not know, and one that unsubscribes, are deleted; one whose notification is refused stays and gets it again', async (t) => {
    const site = await setUp(t);
    const [service] = site.services;
    const [gone, refused, other] = [service.device(), service.device(), service.device()];
    for (const device of [gone, refused, other]) {
      await site.subscribe(device);
      await device.next();
    }
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
    await site.cycle();
    await site.cycle();
    assert.deepEqual([other.fresh, refused.fresh], [[], []]);
    // Nor are they there after a restart.
    await site.running.kill('SIGKILL');
    await site.start();
    assert.equal(await site.devices(), 0);
  });

  // case 201, case 202
  test('what is no subscription is refused, and a repeated one is one', async (t) => {
    const site = await setUp(t);
    const device = site.services[0].device();
    const list = { watch_list: 1, areas: ['A1'] };
    const good = { action: 'subscribe', ...device.subscription, language: 'en', least: 'alert', list };
    const service = 'the address is of no known push service';
    for (const [body, status, text] of [
      ['', 400, 'not a request of this form'],
      ['{"action":"subscribe"}', 400, 'not a request of this form'],
      [{ ...good, language: 'fr' }, 400, 'no such language'],
      [{ ...good, least: 'over' }, 400, 'no such severity'],
      [{ ...good, list: { watch_list: 1 } }, 400, 'nothing is chosen'],
      [{ ...good, auth: 'AAAA' }, 400, 'the keys are no keys of a browser'],
      [{ ...good, p256dh: 'A'.repeat(87) }, 400, 'the keys are no keys of a browser'],
      [{ ...good, endpoint: 'http://127.0.0.1:1/x' }, 400, service],
      [{ ...good, endpoint: 'https://169.254.169.254/' }, 400, service],
      [{ ...good, endpoint: 'https://localhost/' }, 400, service],
    ])
      assert.deepEqual(await site.post(body), [status, text], JSON.stringify(body));
    const [tooLarge] = await site.post({ ...good, list: { watch_list: 1, areas: ['A'.repeat(2048)] } });
    assert.equal(tooLarge, 413);
    assert.equal((await site.post(good, { 'Content-Type': 'text/plain' }))[0], 415);
    assert.equal(await site.devices(), 0);
    for (let count = 0; count < 20; count += 1) assert.deepEqual(await site.post(good), [204, '']);
    assert.equal(await site.devices(), 1);
    await device.next();
    await site.cycle();
    await site.cycle();
    assert.deepEqual(device.fresh, []);
  });

  test('a setting that is missing stops the program and is named', async (t) => {
    const records = recorder({ store: STORES.SQLite(folderFor(t)), gateway: null, history: '' });
    const { status, stderr } = await records.run('', 'run', '--push', '127.0.0.1:1');
    assert.equal(status, 1);
    assert.match(stderr, /GORLIF_PUSH_KEY_FILE is missing/);
  });

  // case 205
  test('a push service that fails or hangs delays no other, and its devices are told later', async (t) => {
    const site = await setUp(t);
    const [slow, fast] = site.services;
    const [failing, waiting, hanging] = [slow.device(), slow.device(), slow.device()];
    const good = fast.device();
    for (const device of [failing, waiting, hanging, good]) {
      await site.subscribe(device);
      await device.next();
    }
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
    test(`a recorder that is killed before or after it sends loses nothing and repeats one notification at most: ${name}`, async (t) => {
      const site = await setUp(t, { store });
      const [service] = site.services;
      const [before, after] = [service.device(), service.device()];
      for (const device of [before, after]) {
        await site.subscribe(device);
        await device.next();
      }
      // One device was not sent its notification, the other's was accepted and not stored as told.
      const received = new Set();
      const killed = new Promise((resolve) => {
        const kill = (device, status) => () => {
          received.add(device);
          if (received.size === 2) resolve(site.running.kill('SIGKILL'));
          return { status, hold: true };
        };
        before.answer = kill(before, 500);
        after.answer = kill(after, 201);
      });
      site.answers.wales = [usk(1)];
      await killed;
      assert.deepEqual([before.notices.length, after.notices.length], [1, 2]);
      for (const device of [before, after]) device.answer = () => ({});
      await site.start();
      for (const device of [before, after]) assert.match(told(await device.next()), /^! Severe/);
      await site.cycle();
      await site.cycle();
      assert.deepEqual([before.notices.length, after.notices.length], [2, 3]);
    });
});
