// Runs before and without WebAssembly: starts the data requests with the document, hands them to the page,
// and shows the failure box when the page does not start.
(() => {
  'use strict';
  const requests = new Map();
  const start = (address) => {
    const controller = new AbortController();
    const response = fetch(address, { redirect: 'error', cache: 'no-store', signal: controller.signal });
    response.catch(() => {}); // whoever takes it over sees the failure; until then it is nobody's
    requests.set(address, { response, controller });
  };

  // The three calls that are the same for every visitor. tests/starter.rs holds these paths against core's endpoint.
  const paths = ['/floodwarnings/v1/distance/150000/latlon/52.4/-3.8', '/riverlevels/v1/all', '/floodforecast/v1/areasatrisk'];
  try {
    const { endpoint = '/api' } = JSON.parse(document.getElementById('settings').textContent);
    for (const path of paths) start(endpoint.trim().replace(/\/+$/, '') + path);
  } catch {
    // The page itself names what is wrong with the settings.
  }
  document.addEventListener('gorlif:take', ({ detail }) => {
    Object.assign(detail, requests.get(detail.address));
    requests.delete(detail.address);
  });

  let started = false;
  const fail = (cause) => {
    if (started) return;
    document.getElementById('waiting')?.remove();
    document.getElementById('failure')?.removeAttribute('hidden');
    const place = document.getElementById('failure-cause');
    if (place && !place.textContent) place.textContent = cause;
  };
  addEventListener('TrunkApplicationStarted', () => { started = true; });
  addEventListener('unhandledrejection', ({ reason }) => fail(`start: ${reason?.message ?? reason}`));
  // A script that does not load reports here, in the capture phase only. Without Leaflet the lists still work.
  addEventListener('error', ({ target, message }) => {
    const script = target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel !== 'stylesheet');
    if (message || (script && !/leaflet/.test(target.src ?? target.href))) fail(`start: ${message ?? target.src ?? target.href}`);
  }, true);
  setTimeout(() => fail('start: no answer for 30 s'), 30_000);
})();
