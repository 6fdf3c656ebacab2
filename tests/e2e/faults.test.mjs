// The faults of the line and of the service, done for real by sample-service: what was known stays, under its age and cause (KEEP);
// where nothing is known, nothing is claimed (NONE); and the page recovers without a reload.
import { MINUTE, json } from '../support/bodies.mjs';
import { expect, test as base } from '../support/fixtures.mjs';
import { Gorlif } from '../support/gorlif.mjs';
import { startGateway, startService } from '../support/harness.mjs';
import { LEVELS, LEVELS_PATH, OPERATIONS, operationOf, ON_ALL_VERSIONS } from '../support/operations.mjs';
import { AROUND_BRECON, hasten, open } from '../support/page.mjs';

const test = base.extend({
  /** Opens the page before a service of its own, with these flags, and waits until all is there. */
  openOwn: async ({ open, startService, startGateway }, use) => {
    await use(async (flags, query = '', options = {}) => {
      const service = await startService(...flags.split(' '));
      const gorlif = await open(query, { at: await startGateway({ service }), ...options });
      await gorlif.marked();
      return { service, gorlif, ...gorlif };
    });
  },
});
test.use({ flags: '--scenario calm' });

const SOURCES = ['warnings', 'levels', 'forecast'];
const LOCAL_SOURCES = ['warnings', 'warnings-here', 'levels'];

/** For `answers`: what the service sends, as a store sends it after half an hour. */
const outOfStore = async (request, headers = {}) =>
  json(await (await fetch(request.url())).text(), {
    'X-Origin-Date': new Date(Date.now() - 31 * MINUTE).toUTCString(),
    ...headers,
  });

/** In the page, or as `open`'s init: hides the page or shows it. */
const setVisibility = (state = 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
};

/** A page with data, and its service. Past nginx, which would show all faults as one. */
async function openWithData(browser) {
  const service = await startService('--scenario', 'mixed', '--still', '--control');
  const gateway = await startGateway(service, { direct: true });
  const gorlif = new Gorlif(await open(browser, gateway.address, { init: hasten, serviceWorkers: 'block' }));
  await gorlif.marked();
  await gorlif.answer.is('some');
  const stop = async () => {
    await gorlif.page.context().close();
    await gateway.stop();
    await service.stop();
  };
  return { service, gorlif, gauges: await gorlif.lists.gauges.count(), stop };
}

const testWithData = test.extend({
  /** The page with data, for all tests of a worker: each ends its faults and leaves all sources fresh. */
  withData: async ({ browser, processes }, use) => {
    const withData = await processes('page with data', () => openWithData(browser));
    await use(withData);
    expect(withData.gorlif.ownErrors(), 'no exception on all these ways').toEqual([]);
  },
});

const testWithoutData = test.extend({
  /** A service for all tests of a worker: each switches its fault before it opens the page. */
  service: async ({ processes }, use) => {
    await use(await processes('storm with faults', () => startService('--scenario', 'storm', '--control')));
  },
  gateway: async ({ startGateway }, use) => {
    await use(await startGateway({ direct: true }));
  },
});

/** Switches a fault of the service, and checks so many seconds after the last time. */
async function checkWith({ service, gorlif }, operation, fault, seconds = 10) {
  await service.fault(operation, fault);
  await gorlif.later(seconds);
  await gorlif.sources.checkButton.click();
}

// By what is at fault: case, fault of sample-service, and the cause in words: what only a connection shows, a header, and a body that is
// not read. What follows from each status and body is a table of `core/tests/visits.rs`.
const FAULTS = {
  'the connection': [
    ['4: the connection is reset', 'reset', /the service cannot be reached/],
    ['8: the body is cut', 'cut', /the service cannot be reached/],
    ['10, 45: what should be gzip is not', 'gzip-garbage', /the service cannot be reached/],
    ['12: a redirect to another origin', 'redirect', /the service cannot be reached/],
  ],
  'the time of a response': [
    ['6: the request is taken and never answered', 'hang', /the service did not answer in time/],
    ['7: the body comes in drops', 'drip', /the service did not answer in time/],
  ],
  'the body': [
    ['9: the length is wrong', 'wrong-length', /the answer could not be read/],
    ['39: 70 MB', 'huge', /the answer was too large/],
  ],
};

for (const [what, faults] of Object.entries(FAULTS)) {
  testWithData(`with a fault of ${what} what was known stays under its cause`, async ({ withData }) => {
    const { answer, lists, sources } = withData.gorlif;
    for (const [name, fault, cause] of faults)
      await test.step(`case ${name}`, async () => {
        await checkWith(withData, 'all', fault);
        for (const name of SOURCES) {
          await expect(sources.source(name)).toContainText(cause);
          await expect(sources.source(name)).toContainText(/delayed, .*as of .*next check/);
        }
        await sources.are('late', ...SOURCES);
        await expect(lists.gauges).toHaveCount(withData.gauges);
        await answer.is('some');
        await expect(sources.status).toHaveText(
          'Flood warnings in Wales: delayed. River levels: delayed. Flood risk forecast: delayed.',
        );
        // Beyond what any of the faults has asked for.
        await checkWith(withData, 'all', 'none', 1_200);
        await sources.are('fresh', ...SOURCES);
        await expect(sources.status).toHaveText('');
      });
  });
}

// case 41
testWithData('a member that occurs twice costs that item only, with its id', ON_ALL_VERSIONS, async ({ withData }) => {
  const { page, lists, sources } = withData.gorlif;
  const { gauges } = withData;
  // StationData has gauges of rain and tides too.
  const all = OPERATIONS ? '\\d+' : gauges;
  const unreported = page.getByText("not in the source's latest answer");
  await checkWith(withData, 'all', 'duplicated-keys');
  await expect(sources.source('levels')).toContainText(
    new RegExp(`1 of ${all} readings could not be shown: 1 could not be read \\(0\\)`),
  );
  await expect(lists.gauges, 'the one that is missing stays as not reported').toHaveCount(gauges);
  await expect(unreported).toHaveCount(1);
  // A message that could not be read may be one in force.
  await expect(sources.source('warnings')).toContainText(/1 of \d+ warnings and alerts could not be shown/);
  await checkWith(withData, 'all', 'none');
  await expect(sources.element.locator('.rejected')).toHaveCount(0);
  await expect(unreported).toHaveCount(0);
});

// case 23
testWithData('the operator finds status and count in the details, the visitor no key', async ({ withData }) => {
  const { page, sources } = withData.gorlif;
  await checkWith(withData, 'all', '401');
  await expect(sources.source('levels')).toContainText('the service did not answer');
  await expect(sources.operator).toContainText(/levels: status 401 \(\d+\)/);
  expect(await page.locator('body').innerText()).not.toMatch(/\bkeys?\b|subscription|status 401/i);
  await checkWith(withData, 'all', 'none');
  await expect(sources.operator).toBeHidden();
});

// case 24, 27
testWithData('“Check now” sends no request before the time of Retry-After', ON_ALL_VERSIONS, async ({ withData }) => {
  const { service, gorlif } = withData;
  await checkWith(withData, LEVELS, '429-57');
  await expect(gorlif.sources.source('levels')).toContainText('busy until');
  const asked = () => service.requests.filter((line) => line.includes(LEVELS_PATH)).length;
  const before = asked();
  const warnings = gorlif.responseOf('wales');
  await checkWith(withData, 'all', 'none', 30);
  await warnings;
  expect(asked(), 'warnings were asked for, levels were not').toBe(before);
  await checkWith(withData, 'all', 'none', 40);
  await gorlif.sources.are('fresh', 'levels');
  expect(asked()).toBe(before + 1);
});

// case 1
testWithoutData('nothing answers at all: with nothing known, nothing is claimed', async ({ open, service }) => {
  await service.fault('all', 'reset');
  const gorlif = await open('', { init: hasten });
  const { page, answer, sources } = gorlif;
  for (const name of SOURCES) await expect(sources.source(name)).toContainText('the service cannot be reached');
  await sources.are('unknown', ...SOURCES);
  await answer.is('unknown');
  await expect(answer.element).toContainText(
    'Flood warnings could not be checked. There may be warnings in force. Call Floodline 0345 988 1188.',
    { useInnerText: true },
  );
  expect(await page.locator('#page').innerText()).not.toMatch(/No flood|no warning|\b0 warnings|Very low/);
  await expect(page.locator('[data-station-id], [data-area-code], [data-county]')).toHaveCount(0);
  expect(gorlif.ownErrors()).toEqual([]);
});

test('a service is killed and started again', ON_ALL_VERSIONS, async ({ open, startService, startGateway }) => {
  const service = await startService('--scenario', 'storm');
  const gorlif = await open(AROUND_BRECON, { at: await startGateway({ service, direct: true }) });
  const { answer, lists, sources } = gorlif;
  await gorlif.marked();
  await answer.isFinal('some');
  const listed = await lists.messages.count();
  await service.stop();
  // The schedule itself polls; no button is pressed.
  await gorlif.later(460);
  for (const name of LOCAL_SOURCES)
    await expect(sources.source(name)).toContainText(/delayed, .*the service cannot be reached, next check/);
  await expect(answer.element, 'eight minutes are fresh enough').toHaveAttribute('data-answer', 'some');
  await gorlif.later(20 * 60);
  await answer.is('unknown');
  await expect(answer.element).toContainText(
    /flood (?:warning|alert): .*In force when last checked (?:at|on) (?:\d+\s\w+, )?\d\d:\d\d, .* ago; cannot be checked now/is,
    { useInnerText: true },
  );
  await expect(lists.messages, 'the last known list stays').toHaveCount(listed);
  await startService('--scenario', 'storm', '--port', new URL(service.address).port);
  await gorlif.later(700);
  await answer.is('some');
  await sources.are('fresh', ...LOCAL_SOURCES);
});

// case 3
test('the browser goes offline and comes back: a word, no retries, at once again', async ({ openOwn }) => {
  const { service, gorlif, page, sources } = await openOwn('--scenario calm');
  await page.context().setOffline(true);
  await gorlif.later(460);
  await expect(sources.source('levels')).toContainText(/delayed, .*this device is offline/);
  const before = service.requests.length;
  await gorlif.later(100);
  await page.context().setOffline(false);
  await sources.allFresh();
  expect(service.requests.length, 'one call per source').toBe(before + 3);
});

// case 14, 84
test('a page that was out of sight asks each source once when it is shown again', async ({ openOwn }) => {
  const { service, gorlif, page, sources } = await openOwn('--scenario calm');
  await page.evaluate(setVisibility, 'hidden');
  const before = service.requests.length;
  await gorlif.later(8 * 3_600);
  await expect(sources.source('levels')).toContainText('paused while the page is out of sight');
  expect(service.requests.length).toBe(before);
  const answered = Promise.all(['levels', 'wales', 'forecast'].map((operation) => gorlif.responseOf(operation)));
  for (const state of ['visible', 'hidden', 'visible']) await page.evaluate(setVisibility, state);
  await answered;
  expect(service.requests.length).toBe(before + 3);
});

// case 79
test('a device clock that is a day behind is corrected and told', async ({ open }) => {
  const gorlif = await open('', { init: '{ const now = Date.now; Date.now = () => now() - 24 * 60 * 60_000; }' });
  const { answer, lists, sources } = gorlif;
  await gorlif.marked();
  await answer.is('none');
  await expect(sources.problem).toContainText(
    /The clock of this device is wrong\. By the service's clock it is \d+\s\w+ \d{4}, \d\d:\d\d/,
  );
  await expect(lists.gauges.first().locator('.line')).toContainText(/(minutes?|hours?) ago|just now/);
  await sources.are('fresh', ...SOURCES);
});

test('a response that was received in a hidden tab hours ago is not taken for a current one', async ({ open }) => {
  const gorlif = await open('', { init: setVisibility });
  const { page, answer } = gorlif;
  await expect(answer.sentence).toBeVisible();
  const hasReceived = (count) =>
    expect
      .poll(
        () =>
          page.evaluate(
            () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/')).length,
          ),
        { message: 'responses of the service' },
      )
      .toBe(count);
  await hasReceived(3);
  await gorlif.later(2 * 3_600);
  await page.evaluate(setVisibility, 'visible');
  await answer.is('none');
  await hasReceived(6); // all three were asked anew
  expect(gorlif.asked.filter((request) => operationOf(request.url()))).toHaveLength(6);
});

// case 79
test('a clock that is set back while the page is open does not keep "none" young', async ({ openOwn }) => {
  const init = '{ const now = Date.now; Date.now = () => now() + 90 * 60_000; }';
  const { service, gorlif, answer, sources } = await openOwn('--scenario calm', '', { init });
  await answer.is('none');
  await expect(sources.problem).toBeVisible();
  const before = service.requests.length;
  const answered = gorlif.responseOf('wales');
  await gorlif.later(-90 * 60);
  await answered;
  expect(service.requests.length, 'what was planned by the old clock is asked at once').toBeGreaterThan(before);
  // The times on the page are renewed every fifteen seconds.
  await gorlif.later(15);
  await expect(sources.problem).toHaveCount(0);
});

test('a refresh takes neither the focus of a link nor the open details away', async ({ openOwn }) => {
  const { service, gorlif, answer, sources } = await openOwn('--scenario storm --control', '?lat=52.99&lon=-3.0&r=30');
  for (const link of [answer.element.locator('a[href="tel:999"]'), answer.beyond.getByRole('link')]) {
    await answer.isFinal('some');
    const held = await link.elementHandle();
    await held.focus();
    const answered = gorlif.responseOf('here');
    await gorlif.later(70);
    // Not by a click, which would take the focus itself.
    await sources.checkButton.dispatchEvent('click');
    await answered;
    await expect(sources.check).toHaveText(/^Checked at/);
    expect(await held.evaluate((link) => document.activeElement === link && link.isConnected), String(link)).toBe(true);
  }
  await checkWith({ service, gorlif }, 'floodforecast', '401');
  await sources.operator.locator('summary').click();
  const here = sources.source('warnings-here');
  const before = await here.textContent();
  await gorlif.later(70);
  await sources.checkButton.click();
  await expect(here).not.toHaveText(before);
  await expect(sources.operator).toHaveAttribute('open');
});

test('an old answer out of a store that fetches a new one is followed by another try', async ({ open }) => {
  let isStored = true;
  const levels = (request) => (isStored ? outOfStore(request, { 'X-Cache-Status': 'UPDATING' }) : undefined);
  const gorlif = await open('', { answers: { levels } });
  await gorlif.marked();
  isStored = false;
  const again = gorlif.responseOf('levels');
  // The schedule alone would have waited for two minutes and a half at least.
  await gorlif.later(16);
  expect((await again).status()).toBe(200);
});
