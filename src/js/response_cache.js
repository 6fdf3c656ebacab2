// Keeps the last answers on the device, shares them with other pages of this origin, and has the page itself kept by its service
// worker. Loaded beside the page, before it starts; without it each visit begins anew.
(() => {
  'use strict';
  const begun = {};
  document.dispatchEvent(new CustomEvent('gorlif:begin', { detail: begun }));
  const { shared } = begun;
  // The last answers, by address: { address, body, tag, date }; an empty body is the same as before. Storage that is refused, full or of another make costs only itself.
  const store = new Promise((done, refused) => {
    const opening = indexedDB.open('gorlif', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('answers', { keyPath: 'address' });
    opening.onsuccess = () => done(opening.result);
    opening.onerror = opening.onblocked = refused;
  });
  store.catch(() => {}); // whoever asks sees that it is refused
  const ask = async (mode, request) => {
    const transaction = (await store).transaction('answers', mode);
    const asked = request(transaction.objectStore('answers'));
    return new Promise((done, failed) => {
      if (mode === 'readonly') asked.onsuccess = () => done(asked.result);
      else transaction.oncomplete = () => done();
      transaction.onerror = transaction.onabort = failed;
    });
  };
  const keep = async (answer) => {
    if (!answer.body.length) {
      const before = await ask('readonly', (answers) => answers.get(answer.address));
      if (!before) return;
      answer = { ...before, date: answer.date };
    }
    const put = () => ask('readwrite', (answers) => answers.put(answer));
    const drop = (address) => ask('readwrite', (answers) => answers.delete(address));
    // One place is kept: the last.
    const places = shared.includes(answer.address) ? [] : (await ask('readonly', (answers) => answers.getAllKeys())).filter((address) => !shared.includes(address));
    for (const address of places) if (address !== answer.address) await drop(address);
    // Where room is short, warnings come first.
    await put().catch(async () => {
      for (const address of shared.slice(1)) await drop(address);
      if (!shared.slice(1).includes(answer.address)) await put();
    });
  };
  document.addEventListener('gorlif:recall', ({ detail }) => {
    detail.kept = ask('readonly', (answers) => answers.get(detail.address)).catch(() => {});
  });

  // What one page of this origin hears, the others need not ask for.
  let pages;
  try {
    pages = new BroadcastChannel('gorlif');
    pages.onmessage = ({ data }) => document.dispatchEvent(new CustomEvent('gorlif:heard', { detail: data }));
  } catch {
    // Each page asks for itself.
  }
  let worker = document.currentScript.dataset.worker;
  document.addEventListener('gorlif:keep', ({ detail }) => {
    keep(detail).catch(() => {});
    pages?.postMessage(detail);
    // The first answer is there, so the worker's own loading stands in nobody's way.
    if (worker) work(worker).catch(() => {});
    worker = undefined;
  });
  const work = async (worker) => announce(await navigator.serviceWorker.register(worker));
  const announce = (registration) => registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    const hadOne = Boolean(registration.active);
    coming?.addEventListener('statechange', () => {
      if (hadOne && coming.state === 'activated') document.dispatchEvent(new CustomEvent('gorlif:new-version'));
    });
  });
})();
