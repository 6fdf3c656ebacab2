// Makes a second visit start without a network: keeps the files of one version of the page, and nothing of the service.
// The build writes VERSION and FILES (addresses beside this script) in the line below.
const { VERSION, FILES } = { VERSION: 'development', FILES: [] };
const CACHE = `gorlif-${VERSION}`;
const ROOT = new URL('./', location).href;

addEventListener('install', (event) => {
  // A new version takes over when it is whole. A page that is open keeps what it has loaded; the next load is of the new version.
  skipWaiting();
  event.waitUntil(install());
});

/** Keeps all files, if the page that is served is of this version: in the middle of a deployment it may be another one. */
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
  if (!(await fits(await cache.match(ROOT)))) throw new Error('the page is of another version');
}

/** Whether a page names every file of this version that has a hash in its name. */
async function fits(page) {
  const text = await page.clone().text();
  return FILES.filter((file) => /-[0-9a-f]{10,16}\b/.test(file)).every((file) => text.includes(file));
}

/** Looks behind a page from the cache for what a deployer has changed in it. */
async function renew() {
  const page = await fetch(ROOT, { cache: 'no-cache' });
  if (page.ok && (await fits(page))) await (await caches.open(CACHE)).put(ROOT, page);
}

addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('gorlif-') && name !== CACHE).map((name) => caches.delete(name)))));
});

addEventListener('fetch', (event) => {
  const { method, mode, url, destination } = event.request;
  const [address] = url.split(/[?#]/);
  // In a frame the page comes from the network, so that a site that may not frame it any more cannot do so at once.
  if (mode === 'navigate' && destination !== 'document') return;
  const page = mode === 'navigate' && (address === ROOT || address === `${ROOT}index.html`);
  const file = FILES.some((file) => new URL(file, ROOT).href === url);
  if (method !== 'GET' || !(page || file)) return;
  if (page) event.waitUntil(renew().catch(() => {}));
  // Storage that fails costs the cache, not the page.
  const kept = caches.open(CACHE).then((cache) => cache.match(page ? ROOT : url)).catch(() => undefined);
  event.respondWith(kept.then((kept) => kept ?? fetch(event.request)));
});
