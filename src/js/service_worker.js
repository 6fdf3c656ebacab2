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

// A notification of the watch list leads to the open page.
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(clients.matchAll({ type: 'window' }).then(([page]) => page?.focus()));
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
    .catch(() => undefined);
  event.respondWith(cached.then((found) => found ?? fetch(event.request)));
});
