// Shows the failure box where a policy blocks the scripts that stand in the page itself, which show it in every other case.
(() => {
  'use strict';
  // Set by starter.js as soon as it runs.
  if ('starter' in document.documentElement.dataset) return;
  document.getElementById('waiting')?.remove();
  document.getElementById('failure')?.removeAttribute('hidden');
  const cause = document.getElementById('failure-cause');
  if (cause && !cause.textContent) cause.textContent = 'start: the scripts in the page were blocked';
})();
