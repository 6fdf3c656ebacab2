// The built document in jsdom, with its inline scripts: for what is a table of inputs, and needs neither layout nor WebAssembly.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM, VirtualConsole } from 'jsdom';
import { dist } from './harness.mjs';
import { operationOf } from './operations.mjs';

/** What the built document has in the place of the messages that the gateway puts into it. */
export const NO_MESSAGES = '{ "at": 0 }';

/** Adds to a window what the scripts use and jsdom does not have. A canvas accepts each call and draws nothing. */
function complete(window) {
  const context = new Proxy({}, { get: () => () => {}, set: () => true });
  window.HTMLCanvasElement.prototype.getContext = () => context;
  window.TextDecoder = TextDecoder;
  window.ResizeObserver = class {
    observe() {}
  };
  window.matchMedia = () => ({ matches: false, addEventListener() {} });
}

/**
 * Loads the document at a query. `answers`: of `wales`, `levels` and `forecast`, as for `open` of the end-to-end tests; an operation
 * without one fails. `messages`: what the gateway puts into the document. `stored`: what the device keeps. `init` gets the window before
 * the scripts run. Gives the window, the marks it has set, the errors and warnings on its console, and `marked(name)`.
 */
export function load(query = '', { answers = {}, messages = NO_MESSAGES, stored = {}, init = () => {} } = {}) {
  const [marks, waiting, faults, warnings, asked] = [[], new Map(), [], [], []];
  const virtualConsole = new VirtualConsole();
  virtualConsole.on('jsdomError', (error) => error.type === 'not implemented' || faults.push(error.message));
  virtualConsole.on('error', (text) => faults.push(text));
  virtualConsole.on('warn', (text) => warnings.push(text));
  const marked = (name) => (marks.includes(name) ? Promise.resolve() : new Promise((done) => waiting.set(name, done)));
  const { window } = new JSDOM(
    readFileSync(join(dist, 'index.html'), 'utf8').replace(NO_MESSAGES, () => messages),
    {
      url: `https://gorlif.example/${query}`,
      runScripts: 'dangerously',
      pretendToBeVisual: true,
      virtualConsole,
      beforeParse(window) {
        complete(window);
        for (const [key, value] of Object.entries(stored)) window.localStorage.setItem(key, value);
        window.performance.mark = (name) => {
          marks.push(name);
          waiting.get(name)?.();
        };
        window.fetch = async (url) => {
          asked.push(url);
          const given = answers[operationOf(url)];
          if (given === undefined) throw new TypeError('no answer');
          const { headers = {}, body } = given.headers ? given : { body: given };
          return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
            headers: { 'Content-Type': 'application/json', Date: new Date().toUTCString(), ...headers },
          });
        };
        init(window);
      },
    },
  );
  return { window, document: window.document, marks, marked, faults, warnings, asked };
}

/** Runs a script of the bundle in a window, as an element of the document would. */
export const run = ({ window }, file) => window.eval(readFileSync(join(dist, file), 'utf8'));
