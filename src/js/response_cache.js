// The response cache: stores the last responses on the device, broadcasts them to other pages of
// this origin, and registers the service worker. Loads in parallel with the page, which works
// without it but then has no cached responses.
(() => {
  'use strict';
  const begun = {};
  document.dispatchEvent(new CustomEvent('gorlif:begin', { detail: begun }));
  const { shared } = begun;
  // Responses by address: { address, body, etag, date }. An empty body means not modified. Without
  // storage, or when it is full or has another version, only the cache is lost.
  const store = new Promise((done, refused) => {
    const opening = indexedDB.open('gorlif', 2);
    opening.onupgradeneeded = () => {
      const database = opening.result;
      for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
      database.createObjectStore('responses', { keyPath: 'address' });
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
    if (!response.body.length) {
      const before = await transact('readonly', (responses) => responses.get(response.address));
      if (!before) return;
      response = { ...before, date: response.date };
    }
    const put = () => transact('readwrite', (responses) => responses.put(response));
    const drop = (address) => transact('readwrite', (responses) => responses.delete(address));
    // Only the last place is stored.
    const places = shared.includes(response.address)
      ? []
      : (await transact('readonly', (responses) => responses.getAllKeys())).filter(
          (address) => !shared.includes(address),
        );
    for (const address of places) if (address !== response.address) await drop(address);
    // When storage is full, warnings replace readings and forecast.
    await put().catch(async () => {
      for (const address of shared.slice(1)) await drop(address);
      if (!shared.slice(1).includes(response.address)) await put();
    });
  };
  document.addEventListener('gorlif:load', ({ detail }) => {
    detail.kept = transact('readonly', (responses) => responses.get(detail.address)).catch(() => {});
  });

  // Other pages of this origin use a broadcast response and skip their own request.
  let pages;
  try {
    pages = new BroadcastChannel('gorlif');
    pages.onmessage = ({ data }) => document.dispatchEvent(new CustomEvent('gorlif:broadcast', { detail: data }));
  } catch {
    // Not supported: each page sends its own requests.
  }
  let worker = document.currentScript.dataset.worker;
  document.addEventListener('gorlif:store', ({ detail }) => {
    save(detail).catch(() => {});
    pages?.postMessage(detail);
    // Register the service worker after the first response, so that it does not delay the page.
    if (worker) register(worker).catch(() => {});
    worker = undefined;
  });
  const register = async (worker) => watchUpdates(await navigator.serviceWorker.register(worker));
  const watchUpdates = (registration) =>
    registration.addEventListener('updatefound', () => {
      const installing = registration.installing;
      const hadOne = Boolean(registration.active);
      installing?.addEventListener('statechange', () => {
        if (hadOne && installing.state === 'activated') document.dispatchEvent(new CustomEvent('gorlif:new-version'));
      });
    });
})();
