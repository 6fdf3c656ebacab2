// The fixtures of the end-to-end tests: sample-service, the gateway of production before it, and pages in contexts of their own.
import { test as base, expect } from '@playwright/test';
import { levelsBody } from './bodies.mjs';
import { Gorlif } from './gorlif.mjs';
import { startFront, startNginx, startService } from './harness.mjs';
import { operationOf } from './operations.mjs';
import { open, startBrowser } from './page.mjs';
import { startWithPast } from './recorder-harness.mjs';

export { expect };

/** What is written into the settings block of index.html. */
export const withSettings = (settings) => (html) => {
  const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
  return html.replace(/(id="?settings"?[^>]*>)[\s\S]*?(<\/script>)/, (_, begin, end) => begin + text + end);
};

/** A response of `page.route` for one of `answers`: a body, `{ status, headers, body }`, `{ hang: true }`, or a function of the request. */
async function fulfill(route, given) {
  const answer = typeof given === 'function' ? await given(route.request()) : given;
  if (answer === undefined || answer === null) return route.fallback();
  if (answer.hang) return;
  const isResponse = answer.status !== undefined || answer.headers !== undefined;
  const { status = 200, headers = {}, body = '' } = isResponse ? answer : { body: answer };
  await route.fulfill({
    status,
    // Without a Date the page takes no response for a proof that nothing is in force.
    headers: { 'Content-Type': 'application/json', Date: new Date().toUTCString(), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Routes the operations of a context: by `wales`, `here`, `levels` and `forecast`, and `all` for those that are not named. */
async function answerWith(context, { all, ...answers }) {
  if (answers.levels?.features) answers.levels = levelsBody(answers.levels);
  await context.route('**/api/**', (route) => {
    const operation = operationOf(new URL(route.request().url()).pathname);
    return fulfill(route, operation === null ? undefined : (answers[operation] ?? all));
  });
}

export const test = base.extend({
  flags: ['--scenario calm --still', { option: true }],

  /** Starts a process once for all tests of a worker: `processes(name, start)`. */
  processes: [
    async ({}, use) => {
      const started = new Map();
      await use((name, start) => {
        if (!started.has(name)) started.set(name, start());
        return started.get(name);
      });
      for (const process of [...started.values()].reverse()) await (await process).stop();
    },
    { scope: 'worker' },
  ],

  /** sample-service with the flags, for all tests of a worker. */
  service: async ({ processes, flags }, use) => use(await processes(flags, () => startService(...flags.split(' ')))),

  /** Ends what a test has started, last first. */
  cleanup: async ({}, use) => {
    const ends = [];
    await use((end) => ends.push(end));
    for (const end of ends.reverse()) await end();
  },

  /** Starts a sample-service for this test alone: one whose faults are switched, whose calls are counted, or which is stopped. */
  startService: ({ cleanup }, use) =>
    use(async (...flags) => {
      const service = await startService(...flags);
      cleanup(service.stop);
      return service;
    }),

  /**
   * Starts a recorder of requests before nginx (harness.mjs has the options). A service's nginx is shared by the tests of a worker,
   * except where page or settings differ.
   */
  startGateway: ({ processes, cleanup, service }, use) =>
    use(async ({ service: upstream = service, ...options } = {}) => {
      const { change, connect, settings, operations } = options;
      const isOwn = change || connect || settings || operations !== undefined || upstream !== service;
      const nginx = isOwn
        ? await startNginx(upstream, options)
        : await processes(`nginx ${upstream.address}`, () => startNginx(upstream));
      if (isOwn) cleanup(() => nginx.stop());
      const front = await startFront(nginx, upstream, options);
      cleanup(front.stop);
      return front;
    }),

  /** The gateway before the service, without anything of its own. */
  gateway: async ({ startGateway }, use) => use(await startGateway()),

  /** Service, gateway and recorder with a week of the sample's past, for all tests of a worker. */
  past: async ({ processes }, use) => use(await processes('past', () => startWithPast('7d'))),

  /**
   * Opens the page in a context of its own, and gives its page objects. `answers`: responses in the service's place, functions where
   * they change later; `at`: another gateway, or `{ address }`.
   */
  open: async ({ browser, gateway, cleanup }, use, testInfo) => {
    const pages = [];
    await use(async (query = '', { at = gateway, answers, prepare, ...options } = {}) => {
      const prepareBoth = async (context) => {
        if (answers) await answerWith(context, answers);
        await prepare?.(context);
      };
      const page = await open(browser, at.address + query, { ...options, prepare: prepareBoth });
      pages.push(page);
      cleanup(() => page.context().close());
      return new Gorlif(page);
    });
    if (testInfo.status === testInfo.expectedStatus) return;
    for (const { faults } of pages)
      await testInfo.attach('errors of the page', { body: faults.join('\n') || 'none', contentType: 'text/plain' });
  },

  /** Opens the page as `open` does, and waits until all is there. At the end of the test it may have had no fault. */
  visit: async ({ open }, use) => {
    const visited = [];
    await use(async (query, options) => {
      const gorlif = await open(query, options);
      visited.push(gorlif);
      await gorlif.marked();
      return gorlif;
    });
    for (const { faults } of visited) expect(faults, 'faults of the page').toEqual([]);
  },
});

/** A test in the whole browser: in its headless shell notifications are always refused. */
export const testInWholeBrowser = test.extend({
  browser: [
    async ({}, use) => {
      const browser = await startBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});
