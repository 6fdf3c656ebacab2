// Notifications while the page is closed: page, gateway, recorder and a push service, and what the service worker shows.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { violations } from '../support/axe.mjs';
import { expect, testInWholeBrowser as base, withSettings } from '../support/fixtures.mjs';
import { Gorlif } from '../support/gorlif.mjs';
import { freePort } from '../support/free-port.mjs';
import { AROUND_BRECON, PHONE } from '../support/page.mjs';
import { startPushService } from '../support/push-service.mjs';
import { recorder } from '../support/recorder-harness.mjs';

const IN_ENGLISH = `${AROUND_BRECON}&lang=en`;
const POWYS = '{"watch_list":1,"counties":["powys"]}';

const test = base.extend({
  /** Starts gateway, recorder and push service of one test. `records` is false: the gateway has no recorder behind it. */
  startSite: async ({ startGateway, cleanup }, use) => {
    await use(async ({ records: isRecording = true } = {}) => {
      const folder = mkdtempSync(join(tmpdir(), 'gorlif-'));
      cleanup(() => rmSync(folder, { recursive: true, force: true }));
      const files = { store: `sqlite:${join(folder, 'store.db')}`, history: join(folder, 'history') };
      const { stdout, stderr } = await recorder({ ...files, gateway: { address: '' } }).run('', 'keys');
      writeFileSync(join(folder, 'key'), stdout);
      const [, publicKey] = /"push": "(\S+)"$/m.exec(stderr);
      const service = await startPushService({ after: cleanup }, publicKey);
      const address = `127.0.0.1:${await freePort()}`;
      const gateway = await startGateway({
        settings: { GORLIF_PUSH: address },
        change: withSettings({ endpoint: '/api', push: publicKey }),
      });
      if (isRecording) {
        const key = ['--push-key', join(folder, 'key'), '--push-contact', 'mailto:duty@council.example'];
        const push = ['--push', address, ...key, '--push-services', service.origin, '--interval', '0.5'];
        const running = recorder({ ...files, gateway }).start(...push);
        cleanup(() => running.kill('SIGKILL'));
        await running.cycles.next();
      }
      return { gateway, service, device: service.device() };
    });
  },

  /** Opens the watch list of a device. Its browser has the subscription, since the browser's own push service cannot be reached. */
  openWatchList: async ({ open }, use) => {
    await use(async ({ gateway, device }, { query = IN_ENGLISH, list = POWYS, prepare, ...options } = {}) => {
      const gorlif = await open(query, {
        at: gateway,
        viewport: PHONE,
        permissions: ['notifications'],
        serviceWorkers: 'allow',
        ...options,
        async prepare(context) {
          await context.addInitScript((list) => {
            if (list && !localStorage.getItem('gorlif.watch')) localStorage.setItem('gorlif.watch', list);
          }, list);
          await context.addInitScript(withSubscription, device.subscription);
          await prepare?.(context);
        },
      });
      await gorlif.answer.settled();
      await gorlif.page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await gorlif.lists.show('watched');
      const box = gorlif.lists.watched.locator('.push');
      return { gorlif, box, button: box.getByRole('button'), status: box.getByRole('status') };
    });
  },

  /** A device that has subscribed in the watch list. */
  subscribe: async ({ startSite, openWatchList }, use) => {
    await use(async (options) => {
      const site = await startSite();
      const list = await openWatchList(site, options);
      await list.button.click();
      await expect(list.status).toHaveText(/^This device is notified/);
      return { ...site, ...list };
    });
  },
});
test.use({ flags: '--control --scenario storm' });

/** In the page: a push manager that subscribes as this device. */
function withSubscription({ endpoint, p256dh, auth }) {
  if (!('PushManager' in window)) return;
  const prototype = Object.create(PushSubscription.prototype);
  const subscription = Object.assign(prototype, {
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => void localStorage.removeItem('test.subscribed'),
  });
  const found = () => (localStorage.getItem('test.subscribed') ? subscription : null);
  PushManager.prototype.getSubscription = async () => found();
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error('options');
    localStorage.setItem('test.subscribed', 'yes');
    return subscription;
  };
}

/** Gives a notification to the service worker, as the browser does with one of its push service; the shown ones. */
async function deliver({ page }, data) {
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => page.url().startsWith(scopeURL));
      if (own) resolve(own);
    }),
  );
  await cdp.send('ServiceWorker.enable');
  const { registrationId } = await registered;
  const { origin } = new URL(page.url());
  const before = await shown({ page });
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await expect.poll(async () => JSON.stringify(await shown({ page }))).not.toBe(JSON.stringify(before));
  await cdp.detach();
  return shown({ page });
}
const shown = ({ page }) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const all = await registration.getNotifications();
    return all.map(({ title, body, lang, tag, silent, data }) => ({ title, body, lang, tag, silent, data }));
  });

test('a device subscribes, is notified, follows the list, and unsubscribes', async ({ startSite, openWatchList }) => {
  const site = await startSite();
  const { device } = site;
  const { gorlif, box, button, status } = await openWatchList(site);
  const { page } = gorlif;
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await box.getByRole('combobox').selectOption('warning');
  await button.click();
  await expect(status).toHaveText(
    'This device is notified of the areas, the counties and the own levels of the watch list.',
  );
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  const welcome = await device.next();
  expect(welcome.body).toMatch(/^Flood areas: 0\. Counties: 1\. /);
  const message = await device.next();
  expect(message.title).toMatch(/^Test, not real: Severe flood warning: /);
  const [notification] = await deliver(gorlif, JSON.stringify(message));
  const { title, body, lang, tag, silent, query, at } = message;
  expect(notification).toEqual({ title, body, lang, tag, silent, data: { query, at } });
  // One that is delivered late does not replace it.
  const late = JSON.stringify({ ...message, title: 'Late', at: at - 1, silent: true });
  expect(await deliver(gorlif, late)).toEqual([{ ...notification, silent: true }]);
  // The same again, after a slow answer of the push service, makes no sound.
  const newer = JSON.stringify({ ...message, title: 'Newer', at: at + 1 });
  expect(await deliver(gorlif, newer)).toMatchObject([{ title: 'Newer', silent: false }]);
  expect(await deliver(gorlif, newer)).toMatchObject([{ title: 'Newer', silent: true }]);
  // One of a clock that was ahead keeps no later one back.
  await deliver(gorlif, JSON.stringify({ ...message, title: 'Ahead', at: at + 86_400 }));
  const after = JSON.stringify({ ...message, title: 'After', at: at + 2 });
  expect(await deliver(gorlif, after)).toMatchObject([{ title: 'After' }]);
  // One that cannot be read is shown too.
  const both = await deliver(gorlif, 'no JSON');
  expect(both.map(({ body }) => body)).toContain('Open the page · Agorwch y dudalen');
  // A press opens the message.
  const [worker] = page.context().serviceWorkers();
  const opened = await worker.evaluate(async () => {
    const { registration, NotificationEvent, clients } = globalThis;
    const [notification] = await registration.getNotifications({ tag: 'messages' });
    return new Promise((resolve) => {
      clients.openWindow = async (address) => resolve(address);
      dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    });
  });
  expect(opened).toBe(`${site.gateway.address}${query}`);
  expect(query).toMatch(/^\?area=\w+&lang=en$/);
  // Another language and another list: what the device was told stays told.
  await gorlif.speak('cy');
  await gorlif.lists.show('watched');
  await gorlif.lists.watched.getByRole('button', { name: 'Peidio â gwylio Powys' }).click();
  await expect(status).toHaveText(/Dewiswch wylio ardal neu sir yn gyntaf/);
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  const kept = await page.evaluate(async () => [
    localStorage.getItem('gorlif.push'),
    await (await (await caches.open('files-of-the-deployer')).match('push-request')).text(),
    localStorage.getItem('test.subscribed'),
  ]);
  expect(kept).toEqual(['off', '', null]);
  expect(site.service.errors).toEqual([]);
  expect(gorlif.faults).toEqual([]);
});

test('what one tab chooses another takes over', async ({ subscribe }) => {
  const { gorlif, button } = await subscribe();
  const page = await gorlif.page.context().newPage();
  // The second tab still reads the kept request when the first one ends the notifications.
  await page.addInitScript(() => {
    const match = Cache.prototype.match;
    const released = new Promise((done) => (globalThis.release = done));
    Cache.prototype.match = async function (...request) {
      const found = await match.apply(this, request);
      if (request[0] === 'push-request') await released;
      return found;
    };
  });
  await page.goto(gorlif.page.url());
  const other = new Gorlif(page);
  await other.lists.show('watched');
  const otherButton = other.lists.watched.locator('.push').getByRole('button');
  await expect(otherButton).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect(otherButton).toHaveAttribute('aria-pressed', 'false');
  await page.evaluate(() => globalThis.release());
  await expect(other.lists.watched.locator('.push [role=status]')).toHaveText('');
  await otherButton.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
});

test('a choice outlasts reloads and an absent recorder, and its end is told later', async ({ subscribe }) => {
  let isDown = false;
  const prepare = (context) =>
    context.route('**/push/subscription', (route) => (isDown ? route.fulfill({ status: 502 }) : route.fallback()));
  const { gateway, device, gorlif, box, button, status } = await subscribe({ prepare });
  const { page, lists } = gorlif;
  const sent = () => gateway.seen.filter(({ path }) => path === '/push/subscription').length;
  expect(sent()).toBe(1);
  await page.reload();
  await lists.show('watched');
  await expect(status).toHaveText(/^This device is notified/);
  expect(sent()).toBe(1);
  // A day later it is repeated: the recorder may have lost it.
  await page.evaluate(() => localStorage.setItem('gorlif.push', 'alert 20000'));
  await page.reload();
  await lists.show('watched');
  await expect.poll(sent, { message: 'requests' }).toBe(2);
  await expect(status).toHaveText(/^This device is notified/);
  // The other notifications, which would say the same, are not offered.
  await expect(lists.watched.getByRole('button', { name: 'Notify me while this page is open' })).toBeHidden();
  expect(gorlif.faults).toEqual([]);
  isDown = true;
  await box.getByRole('combobox').selectOption('severe');
  await expect(status).toHaveText('This could not be stored. Please try again. The earlier choice still applies.');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  const ended = () => page.evaluate(() => localStorage.getItem('gorlif.push.ended'));
  await expect.poll(ended, { message: 'the end that is to be told' }).toBe(device.subscription.endpoint);
  isDown = false;
  await page.reload();
  await lists.show('watched');
  await expect.poll(ended, { message: 'the end that is to be told' }).toBe('');
  expect(sent()).toBe(3);
  expect(gorlif.ownErrors()).toEqual([]);
});

test('a subscription that the browser replaces is told to the recorder without the page', async ({ subscribe }) => {
  const { service, device, gorlif } = await subscribe();
  const other = service.device();
  await device.next();
  const [worker] = gorlif.page.context().serviceWorkers();
  await worker.evaluate(({ endpoint, p256dh, auth }) => {
    const newSubscription = { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
    const { ExtendableEvent } = globalThis;
    dispatchEvent(Object.assign(new ExtendableEvent('pushsubscriptionchange'), { newSubscription }));
  }, other.subscription);
  expect((await other.next()).title).toBe('Test, not real: Notifications are on');
  const kept = () =>
    gorlif.page.evaluate(async () => {
      const cache = await caches.open('files-of-the-deployer');
      return (await (await cache.match('push-request')).json()).endpoint;
    });
  await expect.poll(kept, { message: 'the kept request' }).toBe(other.subscription.endpoint);
});

test('what keeps notifications from coming is said', async ({ startSite, openWatchList, gateway }) => {
  const site = await startSite({ records: false });
  const areas = Array.from({ length: 200 }, (_, n) => `103FWFA${String(n).padStart(3, '0')}`);
  const refused = () => (Notification.requestPermission = async () => 'denied');
  for (const [options, words] of [
    [{ list: '' }, 'Watch an area or a county first, or set an own level for a gauge.'],
    [{}, 'This could not be stored. Please try again.'],
    [{ list: JSON.stringify({ watch_list: 1, areas }) }, 'The watch list has too many entries for notifications.'],
    [{ init: refused, permissions: [] }, /^This browser does not allow notifications of this page\./],
  ]) {
    const { button, status } = await openWatchList(site, options);
    await button.click();
    await expect(status).toHaveText(words);
    await expect(button).toHaveAttribute('aria-pressed', 'false');
  }
  const phone = () => {
    delete window.PushManager;
    Object.defineProperty(Navigator.prototype, 'standalone', { get: () => false });
  };
  const { gorlif } = await openWatchList(site, { init: phone });
  await expect(gorlif.lists.watched.getByText(/add it to the home screen first/)).toBeVisible();
  const old = await openWatchList(site, { init: () => delete window.PushManager });
  await expect(old.box).toHaveCount(0);
  const { watched } = old.gorlif.lists;
  await expect(watched.getByText(/There are notifications only while this page is open/)).toBeVisible();
  const without = await openWatchList({ ...site, gateway });
  await expect(without.box).toHaveCount(0);
});

test('the box is accessible, and the Welsh one has no English', async ({ startSite, openWatchList }) => {
  const site = await startSite({ records: false });
  for (const colorScheme of ['light', 'dark']) {
    const query = `${AROUND_BRECON}&lang=cy`;
    const { gorlif, box, button } = await openWatchList(site, { query, colorScheme });
    await button.click();
    await expect(box.getByRole('status')).toHaveText(/^Ni ellid cadw hyn/);
    await expect(box).not.toHaveText(/\b(the|Watch|notify|device|warnings?|page|stored)\b/i, { useInnerText: true });
    await expect(box.getByRole('link')).toHaveAttribute('href', 'pages/preifatrwydd.html#push');
    expect(await violations(gorlif.page)).toEqual([]);
  }
});
