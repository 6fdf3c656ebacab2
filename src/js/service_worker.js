// The service worker: caches the files of one version of the page, so that later visits start
// without a network. Never caches responses of the service. The build writes VERSION and FILES
// (addresses relative to this script) in the line below.
const { VERSION, FILES } = { VERSION: 'development', FILES: [] };
const CACHE = `gorlif-${VERSION}`;
const ROOT = new URL('./', location).href;

addEventListener('install', (event) => {
  // A new version activates once all its files are cached. Open pages keep the files that they
  // have loaded; the next load uses the new version.
  skipWaiting();
  event.waitUntil(install());
});

/** Caches all files. Fails if the page is of another version, as may happen during a deployment. */
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
  if (!(await fits(await cache.match(ROOT)))) throw new Error('the page is of another version');
}

/** Whether a page references every file of this version whose name ends with a hash. */
async function fits(page) {
  const text = await page.clone().text();
  return FILES.filter((file) => /-[0-9a-f]{10,16}\b/.test(file)).every((file) => text.includes(file));
}

/** Revalidates the cached page, since a deployer may have changed its settings. */
async function renew() {
  const page = await fetch(ROOT, { cache: 'no-cache' });
  if (page.ok && (await fits(page))) await (await caches.open(CACHE)).put(ROOT, page);
}

/** The response without a redirect before it, with which a browser does not answer a navigation: a host may lead from `/` elsewhere. */
async function direct(found) {
  return found.redirected ? new Response(await found.blob(), { headers: found.headers }) : found;
}

addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith('gorlif-') && name !== CACHE).map((name) => caches.delete(name)),
        ),
      ),
  );
});

/** By how many seconds the clocks of the recorder and of this device may differ. */
const CLOCKS_DIFFER = 300;

// What the recorder sends (recorder/src/push/notices.rs). A push without a notification is not allowed, so one that cannot be read is shown too.
addEventListener('push', (event) => event.waitUntil(show(notice(event.data))));

function notice(data) {
  try {
    const sent = data.json();
    if (typeof sent.title === 'string' && typeof sent.tag === 'string') return sent;
  } catch {
    // As below.
  }
  return { title: 'Gorlif', body: 'Open the page · Agorwch y dudalen', tag: 'unreadable', silent: false, query: '' };
}

async function show({ title, body, lang, tag, silent, query, at }) {
  const icon = new URL('icon-192.png', ROOT).href;
  const [shown] = await registration.getNotifications({ tag });
  // The same is sent again if its push service has not answered in time.
  const isQuiet = silent || (shown?.title === title && shown.body === body);
  // One that is delivered late does not replace a newer one. A time in the future is of a clock that was wrong.
  if (shown?.data?.at > at && shown.data.at < Date.now() / 1_000 + CLOCKS_DIFFER) {
    ({ title, body, lang } = shown);
    ({ query, at } = shown.data);
  }
  const options = { body, lang, tag, silent: isQuiet, renotify: !isQuiet, icon, badge: icon, data: { query, at } };
  await registration.showNotification(title, options);
}

// One that was pushed leads to its message, one of the open page's watch list to that page.
addEventListener('notificationclick', (event) => {
  const { data } = event.notification;
  event.notification.close();
  const open = async () => {
    if (data) return clients.openWindow(new URL(data.query, ROOT).href);
    const [page] = await clients.matchAll({ type: 'window' });
    return page?.focus();
  };
  event.waitUntil(open());
});

// The browser has another subscription, or none: what the page has kept (src/state/push.rs) is sent with a new one.
addEventListener('pushsubscriptionchange', (event) => {
  const renew = async () => {
    const cache = await caches.open('files-of-the-deployer');
    const kept = async (name) => (await (await cache.match(name))?.text()) ?? '';
    const [request, key] = [await kept('push-request'), await kept('push-key')];
    if (!request) return;
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const subscription = event.newSubscription ?? (await registration.pushManager.subscribe(options));
    const { endpoint, keys } = subscription.toJSON();
    const body = JSON.stringify({ ...JSON.parse(request), endpoint, ...keys });
    const headers = { 'Content-Type': 'application/json' };
    const { ok } = await fetch(new URL('push/subscription', ROOT), { method: 'POST', headers, body });
    if (ok) await cache.put('push-request', new Response(body));
  };
  event.waitUntil(renew());
});

addEventListener('fetch', (event) => {
  const { method, mode, url, destination } = event.request;
  const [address] = url.split(/[?#]/);
  // Frames load the page from the network, so that a change of the sites that may frame it applies
  // at once.
  if (mode === 'navigate' && destination !== 'document') return;
  const page = mode === 'navigate' && (address === ROOT || address === `${ROOT}index.html`);
  const file = FILES.some((file) => new URL(file, ROOT).href === url);
  if (method !== 'GET' || !(page || file)) return;
  if (page) event.waitUntil(renew().catch(() => {}));
  // If storage fails, the file is fetched.
  const cached = caches
    .open(CACHE)
    .then((cache) => cache.match(page ? ROOT : url))
    .then((found) => found && direct(found))
    .catch(() => undefined);
  event.respondWith(cached.then((found) => found ?? fetch(event.request)));
});
