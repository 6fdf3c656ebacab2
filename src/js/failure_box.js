// Shows the failure box where the inline scripts do not run, which show it in all other cases: where a Content-Security-Policy blocks
// them, or in a browser that cannot read them. In the syntax of ECMAScript 5 for such browsers.
(function () {
  'use strict';
  // If bootstrap.js runs, it adds `commonUrls` to the event's detail.
  var bootstrap = {};
  document.dispatchEvent(new CustomEvent('gorlif:read-bootstrap', { detail: bootstrap }));
  if ('commonUrls' in bootstrap) return;
  var waiting = document.getElementById('waiting');
  if (waiting) waiting.parentNode.removeChild(waiting);
  var failure = document.getElementById('failure');
  if (failure) failure.removeAttribute('hidden');
  var cause = document.getElementById('failure-cause');
  if (cause && !cause.textContent)
    cause.textContent = 'start: the scripts in the page were blocked, or the browser is too old for them';
})();
