// Shows the failure box where a Content-Security-Policy blocks the inline scripts, which show it in
// all other cases.
(() => {
  'use strict';
  // If bootstrap.js runs, it adds `shared` to the event's detail.
  const begun = {};
  document.dispatchEvent(new CustomEvent('gorlif:begin', { detail: begun }));
  if ('shared' in begun) return;
  document.getElementById('waiting')?.remove();
  document.getElementById('failure')?.removeAttribute('hidden');
  const cause = document.getElementById('failure-cause');
  if (cause && !cause.textContent) cause.textContent = 'start: the scripts in the page were blocked';
})();
