// The fixtures of the tests in each engine: the engine, the service with its gateway and recorder, and a page.
import { test as base, expect } from '@playwright/test';
import { marked, translate } from '../support/page.mjs';
import { startWithPast } from '../support/recorder-harness.mjs';
import { startEngine } from './engines.mjs';

export const test = base.extend({
  engine: [
    async ({}, use, { project }) => {
      const engine = await startEngine(project.metadata.engine ?? project.name);
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker' },
  ],
  /** Service, gateway and recorder with a day of the sample's past. */
  site: [
    async ({}, use) => {
      const site = await startWithPast('1d');
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  address: ({ site }, use) => use(site.gateway.address),
  /**
   * Opens a window at a query, and waits until the page can be used, unless `isUsable` is false. Closes the one before it: a driver of
   * WebKit has only one. `at`: the address of another gateway.
   */
  visit: async ({ engine, address }, use, info) => {
    let page;
    let hasScripts = true;
    await use(async (query, options = {}) => {
      await page?.quit();
      page = await engine.open(options);
      hasScripts = !options.noScripts;
      await page.go(`${options.at ?? address}${query}`);
      if (!hasScripts || options.isUsable === false) return page;
      const isTranslated = info.project.metadata.isTranslated && options.isTranslated !== false;
      if (isTranslated) await page.run(translate, '');
      await usable(page);
      return page;
    });
    // Playwright takes no picture of a page without scripts in Firefox.
    if (page && hasScripts && info.status !== info.expectedStatus)
      await info.attach('picture', { body: await page.picture(), contentType: 'image/png' });
    await page?.quit();
  },
});

/** A page as the functions of `page.mjs` know it. */
export const evaluating = (page) => ({ evaluate: (body, ...args) => page.run(body, ...args) });
/** Waits until all is there, every row of the lists with it. */
export const usable = (page) => marked(evaluating(page));
/** Nothing of the page has failed. */
export async function lives(page) {
  const find = () => [
    document.querySelector('#failure')?.hidden,
    document.querySelector('#failure-cause')?.textContent,
  ];
  expect(await page.run(find), 'the failure box is hidden, and without a cause').toEqual([true, '']);
}
export const count = (selector) => document.querySelectorAll(selector).length;

export { expect };
