// Shows the failure box where a policy blocks the scripts that stand in the page itself, which show it in every other case.
(() => {
  'use strict';
  // bootstrap.js answers this event if it runs.
  const begun = {};
  document.dispatchEvent(new CustomEvent('gorlif:begin', { detail: begun }));
  if ('shared' in begun) return;
  document.getElementById('waiting')?.remove();
  document.getElementById('failure')?.removeAttribute('hidden');
  const cause = document.getElementById('failure-cause');
  if (cause && !cause.textContent) cause.textContent = 'start: the scripts in the page were blocked';
})();
