// The response cache: stores the last responses on the device, broadcasts them to other pages of
// this origin, and registers the service worker. Loads in parallel with the page, which works
// without it but then has no cached responses.
(() => {
  'use strict';
  const bootstrap = {};
  document.dispatchEvent(new CustomEvent('gorlif:read-bootstrap', { detail: bootstrap }));
  const { commonUrls } = bootstrap;
  // In milliseconds. As in core/src/source/clock.rs: pages of one device read its clock at different times.
  const READINGS_APART = 5_000;
  const READ_TIMEOUT = 1_000;
  // Responses by url: { url, body, etag, asOf }. An empty body means not modified. Without
  // storage, or when it is full or has another version, only the cache is lost.
  const store = new Promise((done, refused) => {
    const opening = indexedDB.open('gorlif', 3);
    opening.onupgradeneeded = () => {
      const database = opening.result;
      for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
      database.createObjectStore('responses', { keyPath: 'url' });
    };
    opening.onsuccess = () => done(opening.result);
    opening.onerror = opening.onblocked = refused;
  });
  store.catch(() => {}); // each transaction handles the rejection
  const transact = async (mode, request) => {
    const transaction = (await store).transaction('responses', mode);
    const pending = request(transaction.objectStore('responses'));
    return new Promise((done, failed) => {
      if (mode === 'readonly') pending.onsuccess = () => done(pending.result);
      else transaction.oncomplete = () => done();
      transaction.onerror = transaction.onabort = failed;
    });
  };
  const save = async (response) => {
    const before = await transact('readonly', (responses) => responses.get(response.url));
    // Another page may have stored a newer one. One from the future was stored by a clock that was wrong.
    if (before && before.asOf > response.asOf && before.asOf <= Date.now() + READINGS_APART) return;
    if (!response.body.length) {
      // Not modified: only of the stored response. A newer body may not have been stored.
      if (!before || before.etag !== response.etag) return;
      response = { ...before, asOf: response.asOf };
    }
    const put = () => transact('readwrite', (responses) => responses.put(response));
    const drop = (url) => transact('readwrite', (responses) => responses.delete(url));
    // Only the last place is stored.
    const places = commonUrls.includes(response.url)
      ? []
      : (await transact('readonly', (responses) => responses.getAllKeys())).filter((url) => !commonUrls.includes(url));
    for (const url of places) if (url !== response.url) await drop(url);
    // When storage is full, warnings replace readings and forecast.
    await put().catch(async () => {
      for (const url of commonUrls.slice(1)) await drop(url);
      if (!commonUrls.slice(1).includes(response.url)) await put();
    });
  };
  const read = (url) => transact('readonly', (responses) => responses.get(url));
  // Read before the page asks for them: its first responses wait for them.
  const prepared = new Map(commonUrls.map((url) => [url, read(url)]));
  for (const reading of prepared.values()) reading.catch(() => {});
  document.addEventListener('gorlif:load', ({ detail }) => {
    const { url } = detail;
    const reading = prepared.get(url) ?? read(url);
    prepared.delete(url);
    // Storage can hang, as in a browser that is being updated.
    const timeout = new Promise((done, failed) => setTimeout(failed, READ_TIMEOUT));
    detail.cachedResponse = Promise.race([reading, timeout]).catch(() => void pages?.postMessage({ wanted: url }));
  });

  // Other pages of this origin use a broadcast response and skip their own request. A page whose storage
  // is refused asks them for what they have received.
  const received = new Map();
  const hold = (response) => {
    const { url, body, asOf } = response;
    const before = received.get(url);
    // Of the places only the last one, as in the storage.
    const isPlace = (other) => !commonUrls.includes(other);
    if (isPlace(url)) for (const other of received.keys()) if (other !== url && isPlace(other)) received.delete(other);
    if (body.length) received.set(url, response);
    else if (before) received.set(url, { ...before, asOf });
  };
  let pages;
  try {
    pages = new BroadcastChannel('gorlif');
    pages.onmessage = ({ data }) => {
      // Of another script of this origin.
      if (!data) return;
      if (!data.wanted) return document.dispatchEvent(new CustomEvent('gorlif:broadcast', { detail: data }));
      const held = received.get(data.wanted);
      if (held) pages.postMessage(held);
    };
  } catch {
    // Not supported: each page sends its own requests.
  }
  document.addEventListener('gorlif:store', ({ detail }) => {
    save(detail).catch(() => {});
    pages?.postMessage(detail);
    hold(detail);
    register(false).catch(() => {});
  });
  // The worker requests all files: on a first visit after the last chunk has loaded, so that none of them waits for it.
  let { worker } = document.currentScript.dataset;
  const register = async (isLoaded) => {
    // A later visit has its files from the worker, and listens for a new version of it at once.
    if (!worker || !(isLoaded || navigator.serviceWorker.controller)) return;
    const registering = navigator.serviceWorker.register(worker);
    worker = undefined;
    watchUpdates(await registering);
  };
  const whenLoaded = new PerformanceObserver((list) => {
    if (!list.getEntriesByName('chunks-loaded').length) return;
    whenLoaded.disconnect();
    register(true).catch(() => {});
  });
  whenLoaded.observe({ type: 'mark', buffered: true });
  const watchUpdates = (registration) =>
    registration.addEventListener('updatefound', () => {
      const installing = registration.installing;
      const hadOne = Boolean(registration.active);
      installing?.addEventListener('statechange', () => {
        if (hadOne && installing.state === 'activated') document.dispatchEvent(new CustomEvent('gorlif:new-version'));
      });
    });
})();
