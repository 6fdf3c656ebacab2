// Shows the failure box where a Content-Security-Policy blocks the inline scripts, which show it in
// all other cases.
(() => {
  'use strict';
  // If bootstrap.js runs, it adds `commonUrls` to the event's detail.
  const bootstrap = {};
  document.dispatchEvent(new CustomEvent('gorlif:read-bootstrap', { detail: bootstrap }));
  if ('commonUrls' in bootstrap) return;
  document.getElementById('waiting')?.remove();
  document.getElementById('failure')?.removeAttribute('hidden');
  const cause = document.getElementById('failure-cause');
  if (cause && !cause.textContent) cause.textContent = 'start: the scripts in the page were blocked';
})();
