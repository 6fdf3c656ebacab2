// Runs before and without WebAssembly: starts the data requests with the document and hands them to the page, keeps the last
// answers on the device and shares them with other pages of this origin, and shows the failure box when the page does not start.
(() => {
  'use strict';
  // In a frame: what the address says of it goes into the fragment, since the page writes the query anew; frame.js does the rest.
  const { search, hash, pathname } = location;
  if (/[?#&]embed=/.test(search + hash)) {
    try {
      if (/embed=/.test(search)) history.replaceState(null, '', `${pathname}${search}#${search.slice(1)}`);
    } catch {
      // A page without an origin may not; it then loses its frame's view with the first reload only.
    }
    // Written into the document, so that the page finds its view laid out when it starts.
    document.write('<link rel="stylesheet" href="frame.css"><script src="frame.js"></script>');
  }

  const requests = new Map();
  const start = (address) => {
    const controller = new AbortController();
    const response = fetch(address, { redirect: 'error', cache: 'no-store', signal: controller.signal });
    response.catch(() => {}); // whoever takes it over sees the failure; until then it is nobody's
    requests.set(address, { response, controller, asked: Date.now() });
  };

  // The three calls that are the same for every visitor. tests/starter.rs holds these paths against core's endpoint.
  const paths = ['/floodwarnings/v1/distance/150000/latlon/52.4/-3.8', '/riverlevels/v1/all', '/floodforecast/v1/areasatrisk'];
  let shared = [];
  try {
    const { endpoint = '/api' } = JSON.parse(document.getElementById('settings').textContent);
    shared = paths.map((path) => endpoint.trim().replace(/\/+$/, '') + path);
    shared.forEach(start);
  } catch {
    // The page itself names what is wrong with the settings.
  }
  document.addEventListener('gorlif:take', ({ detail }) => {
    Object.assign(detail, requests.get(detail.address));
    requests.delete(detail.address);
  });

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

  let started = false;
  const show = (id, shown) => document.getElementById(id)?.toggleAttribute('hidden', !shown);
  const fail = (cause) => {
    if (started) return;
    document.getElementById('waiting')?.remove();
    show('failure', true);
    const place = document.getElementById('failure-cause');
    if (place && !place.textContent) place.textContent = cause;
  };
  addEventListener('TrunkApplicationStarted', () => {
    started = true;
    // A line was so slow that the wait had been given up. What the page itself has found wrong takes its place away.
    if (document.getElementById('page')) show('failure', false);
  });
  // What stands on a page that has died would look current for ever.
  const die = (cause) => {
    document.getElementById('page')?.remove();
    started = false;
    fail(cause);
  };
  addEventListener('unhandledrejection', ({ reason }) => fail(`start: ${reason?.message ?? reason}`));
  // A script that does not load reports here, in the capture phase only. Without Leaflet the lists still work, without frame.js all does.
  addEventListener('error', ({ target, message, error }) => {
    if (error instanceof (globalThis.WebAssembly?.RuntimeError ?? Function)) return die(`trap: ${message}`);
    const script = target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel !== 'stylesheet');
    if (message || (script && !/leaflet|frame/.test(target.src ?? target.href))) fail(`start: ${message ?? target.src ?? target.href}`);
  }, true);
  setTimeout(() => fail('start: no answer for 30 s'), 30_000);
})();
