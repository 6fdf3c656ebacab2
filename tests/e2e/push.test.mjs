// Notifications while the page is closed: page, gateway, recorder and a push service, and what the service worker shows.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from '../support/axe.mjs';
import { expect, testInWholeBrowser as base, withSettings } from '../support/fixtures.mjs';
import { freePort } from '../support/free-port.mjs';
import { AROUND_BRECON, PHONE } from '../support/page.mjs';
import { startPushService } from '../support/push-service.mjs';
import { filesFor, recorder } from '../support/recorder-harness.mjs';

const IN_ENGLISH = `${AROUND_BRECON}&lang=en`;
const POWYS = '{"watch_list":1,"counties":["powys"]}';

const test = base.extend({
  /** Starts gateway, recorder and push service of one test. `records` is false: the gateway has no recorder behind it. */
  startSite: async ({ startGateway, cleanup }, use) => {
    await use(async ({ records: isRecording = true } = {}) => {
      const { folder, ...files } = filesFor();
      const { stdout, stderr } = await recorder(files).run('', 'keys');
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
          await context.addInitScript(withSubscription, { ...device.subscription, list });
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

/** In the page: a watch list, and a push manager that subscribes as this device. */
function withSubscription({ endpoint, p256dh, auth, list }) {
  if (list && !localStorage.getItem('gorlif.watch')) localStorage.setItem('gorlif.watch', list);
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

/** Gives a notification to the service worker, as the browser does with one of its push service; all that are shown once one is new. */
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
  const before = (await shown({ page })).map((each) => JSON.stringify(each));
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  let all;
  const isAdded = async () => (all = await shown({ page })).some((each) => !before.includes(JSON.stringify(each)));
  await expect.poll(isAdded, { message: 'a notification that was not shown before' }).toBe(true);
  await cdp.detach();
  return all;
}
const shown = ({ page }) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const all = await registration.getNotifications();
    return all.map(({ title, body, lang, tag, silent, data }) => ({ title, body, lang, tag, silent, data }));
  });

/** The request that the service worker keeps, to tell the recorder of another subscription. */
const keptRequest = (page) =>
  page.evaluate(async () => (await (await caches.open('files-of-the-deployer')).match('push-request')).text());

test('a device subscribes, is notified, follows the list, and unsubscribes', async ({ startSite, openWatchList }) => {
  const site = await startSite();
  const { device } = site;
  const { gorlif, box, button, status } = await openWatchList(site);
  const { page } = gorlif;
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await box.getByRole('combobox').selectOption('warning');
  await button.click();
  await expect(status).toHaveText(/^This device is notified/);
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  expect((await device.next()).body).toMatch(/^Flood areas: 0\. Counties: 1\. /);
  const message = await device.next();
  expect(message.title).toMatch(/^Test, not real: Severe flood warning: /);
  /** The shown notifications after this one with changes. */
  const after = (changes) => deliver(gorlif, JSON.stringify({ ...message, ...changes }));
  const [notification] = await after({});
  const { title, body, lang, tag, silent, query, at } = message;
  expect(notification).toEqual({ title, body, lang, tag, silent, data: { query, at } });
  // One that is delivered late does not replace it.
  expect(await after({ title: 'Late', at: at - 1, silent: true })).toEqual([{ ...notification, silent: true }]);
  // The same again, after a slow answer of the push service, makes no sound.
  for (const silent of [false, true])
    expect(await after({ title: 'Newer', at: at + 1 })).toMatchObject([{ title: 'Newer', silent }]);
  // One of a clock that was ahead keeps no later one back.
  await after({ title: 'Ahead', at: at + 86_400 });
  expect(await after({ title: 'After', at: at + 2 })).toMatchObject([{ title: 'After' }]);
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
  const stored = ['gorlif.push', 'test.subscribed'].map((name) => page.evaluate((name) => localStorage[name], name));
  expect(await Promise.all([...stored, keptRequest(page)])).toEqual(['off', undefined, '']);
  expect(site.service.errors).toEqual([]);
  expect(gorlif.faults).toEqual([]);
});

test('another tab takes a choice over, and the recorder is told of a replaced subscription', async ({ subscribe }) => {
  const { service, gorlif, button } = await subscribe();
  // The second tab still reads the kept request when the first one ends the notifications.
  const other = await gorlif.openTab(() => {
    const match = Cache.prototype.match;
    const released = new Promise((done) => (globalThis.release = done));
    Cache.prototype.match = async function (...request) {
      const found = await match.apply(this, request);
      if (request[0] === 'push-request') await released;
      return found;
    };
  });
  await other.lists.show('watched');
  const otherBox = other.lists.watched.locator('.push');
  const otherButton = otherBox.getByRole('button');
  await expect(otherButton).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect(otherButton).toHaveAttribute('aria-pressed', 'false');
  await other.page.evaluate(() => globalThis.release());
  await expect(otherBox.getByRole('status')).toHaveText('');
  await otherButton.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(otherBox.getByRole('status')).toHaveText(/^This device is notified/);
  // The browser replaces the subscription, without the page.
  const replaced = service.device();
  const [worker] = gorlif.page.context().serviceWorkers();
  await worker.evaluate(({ endpoint, p256dh, auth }) => {
    const newSubscription = { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
    const { ExtendableEvent } = globalThis;
    dispatchEvent(Object.assign(new ExtendableEvent('pushsubscriptionchange'), { newSubscription }));
  }, replaced.subscription);
  expect((await replaced.next()).title).toBe('Test, not real: Notifications are on');
  await expect
    .poll(() => keptRequest(gorlif.page), { message: 'the kept request' })
    .toContain(JSON.stringify(replaced.subscription.endpoint));
});

test('a choice outlasts reloads and an absent recorder, and its end is told later', async ({ subscribe }) => {
  let isDown = false;
  const prepare = (context) =>
    context.route('**/push/subscription', (route) => (isDown ? route.fulfill({ status: 502 }) : route.fallback()));
  const { gateway, device, gorlif, box, button, status } = await subscribe({ prepare });
  const { page, lists } = gorlif;
  const sent = () => gateway.seen.filter(({ path }) => path === '/push/subscription').length;
  const reload = async () => {
    await page.reload();
    await lists.show('watched');
  };
  expect(sent()).toBe(1);
  await reload();
  await expect(status).toHaveText(/^This device is notified/);
  expect(sent()).toBe(1);
  // A day later it is repeated: the recorder may have lost it.
  await page.evaluate(() => localStorage.setItem('gorlif.push', 'alert 20000'));
  await reload();
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
  await reload();
  await expect.poll(ended, { message: 'the end that is to be told' }).toBe('');
  expect(sent()).toBe(3);
  expect(gorlif.ownErrors()).toEqual([]);
});

test('what keeps notifications from coming is said', async ({ startSite, openWatchList, gateway }) => {
  const site = await startSite({ records: false });
  const areas = Array.from({ length: 200 }, (_, n) => `103FWFA${String(n).padStart(3, '0')}`);
  const refused = () => (Notification.requestPermission = async () => 'denied');
  for (const [options, words] of [
    [{ list: '' }, 'Watch an area or a county first, or set an own level for a gauge.'],
    [{ list: JSON.stringify({ watch_list: 1, areas }) }, 'The watch list has too many entries for notifications.'],
    [{ init: refused, permissions: [] }, /^This browser does not allow notifications of this page\./],
  ]) {
    const { button, status } = await openWatchList(site, options);
    await button.click();
    await expect(status).toHaveText(words);
    await expect(button).toHaveAttribute('aria-pressed', 'false');
  }
  const { gorlif, box, button, status } = await openWatchList(site, { query: `${AROUND_BRECON}&lang=cy` });
  await button.click();
  await expect(status).toHaveText(/^Ni ellid cadw hyn/);
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expect(box).not.toHaveText(/\b(the|Watch|notify|device|warnings?|page|stored)\b/i, { useInnerText: true });
  await expect(box.getByRole('link')).toHaveAttribute('href', 'pages/preifatrwydd.html#push');
  for (const colorScheme of ['light', 'dark']) {
    await gorlif.page.emulateMedia({ colorScheme });
    expect(await violations(gorlif.page)).toEqual([]);
  }
  const phone = () => {
    delete window.PushManager;
    Object.defineProperty(Navigator.prototype, 'standalone', { get: () => false });
  };
  const onPhone = await openWatchList(site, { init: phone });
  await expect(onPhone.gorlif.lists.watched.getByText(/add it to the home screen first/)).toBeVisible();
  const old = await openWatchList(site, { init: () => delete window.PushManager });
  await expect(old.box).toHaveCount(0);
  const { watched } = old.gorlif.lists;
  await expect(watched.getByText(/There are notifications only while this page is open/)).toBeVisible();
  const without = await openWatchList({ ...site, gateway });
  await expect(without.box).toHaveCount(0);
});
