// Makes a second visit start without a network: keeps the files of one version of the page, and nothing of the service.
// The build writes VERSION and FILES (addresses beside this script) in the line below.
const { VERSION, FILES } = { VERSION: 'development', FILES: [] };
const CACHE = `gorlif-${VERSION}`;
const ROOT = new URL('./', location).href;

addEventListener('install', (event) => {
  // A new version takes over when it is whole. A page that is open keeps what it has loaded; the next load is of the new version.
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })))));
});

addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('gorlif-') && name !== CACHE).map((name) => caches.delete(name)))));
});

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const [address] = url.split(/[?#]/);
  const page = mode === 'navigate' && (address === ROOT || address === `${ROOT}index.html`);
  const file = FILES.some((file) => new URL(file, ROOT).href === url);
  if (method !== 'GET' || !(page || file)) return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(page ? ROOT : url)).then((kept) => kept ?? fetch(event.request)));
});
