// The faults of the line and of the service, done for real by sample-service: what was known stays, under its age and cause (KEEP);
// where nothing is known, nothing is claimed (NONE); and the page recovers without a reload.
import { collection, gauge, inMinutes } from '../support/bodies.mjs';
import { expect, test as base } from '../support/fixtures.mjs';
import { Gorlif } from '../support/gorlif.mjs';
import { startGateway, startService } from '../support/harness.mjs';
import { LEVELS, LEVELS_PATH, ON_ALL_VERSIONS } from '../support/operations.mjs';
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
  await gorlif.check(seconds);
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

// case 23
testWithData('the operator finds status and count in the details, the visitor no key', async ({ withData }) => {
  const { page, sources } = withData.gorlif;
  await checkWith(withData, 'all', '401');
  await expect(sources.operator).toContainText(/levels: status 401 \(\d+\)/);
  expect(await page.locator('body').innerText()).not.toMatch(/\bkeys?\b|subscription|status 401/i);
  await sources.operator.locator('summary').click();
  const before = await sources.operator.textContent();
  await checkWith(withData, 'all', '401', 70);
  await expect(sources.operator).not.toHaveText(before);
  await expect(sources.operator, 'a refresh leaves them open').toHaveAttribute('open');
  await checkWith(withData, 'all', 'none', 70);
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
  await sources.are('fresh', ...SOURCES);
  expect(service.requests.length, 'one call per source').toBe(before + 3);
});

// case 14, 84
test('a page that was out of sight asks each source once when it is shown again', async ({ open }) => {
  const gorlif = await open('', { init: setVisibility });
  const { page, answer, sources } = gorlif;
  const received = () =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/')).length);
  const hasReceived = (count) => expect.poll(received, { message: 'responses of the service' }).toBe(count);
  await expect(answer.sentence).toBeVisible();
  await hasReceived(3);
  await gorlif.later(2 * 3_600);
  await hasReceived(3);
  for (const state of ['visible', 'hidden', 'visible']) await page.evaluate(setVisibility, state);
  // What was received hours ago, in a hidden tab, is not taken for a current response.
  await answer.is('none');
  await hasReceived(6);
  await page.evaluate(setVisibility, 'hidden');
  await gorlif.later(8 * 3_600);
  await expect(sources.source('levels')).toContainText('paused while the page is out of sight');
  await hasReceived(6);
});

// case 79
test('a device clock that is wrong is corrected and told, and set back while the page is open', async ({ openOwn }) => {
  const init = '{ const now = Date.now; Date.now = () => now() + 90 * 60_000; }';
  const { service, gorlif, answer, lists, sources } = await openOwn('--scenario calm', '', { init });
  await answer.is('none');
  await expect(sources.problem).toContainText(
    /The clock of this device is wrong\. By the service's clock it is \d+\s\w+ \d{4}, \d\d:\d\d/,
  );
  await expect(lists.gauges.first().locator('.line')).toContainText(/(minutes?|hours?) ago|just now/);
  await sources.are('fresh', ...SOURCES);
  const before = service.requests.length;
  const answered = gorlif.responseOf('wales');
  await gorlif.later(-90 * 60);
  await answered;
  expect(service.requests.length, 'what was planned by the old clock is asked at once').toBeGreaterThan(before);
  // The times on the page are renewed every fifteen seconds.
  await gorlif.later(15);
  await expect(sources.problem).toHaveCount(0);
});

test('a refresh does not take the focus of a link away', async ({ openOwn }) => {
  const { gorlif, answer, sources } = await openOwn('--scenario storm', '?lat=52.99&lon=-3.0&r=30');
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
});

test('an old answer out of a store that fetches a new one is followed by another try', async ({ open }) => {
  const headers = { 'X-Cache-Status': 'UPDATING', 'X-Origin-Date': inMinutes(-31) };
  const gorlif = await open('', { answers: { levels: { headers, body: collection(gauge()) } } });
  await gorlif.marked();
  const again = gorlif.responseOf('levels');
  // The schedule alone would have waited for two minutes and a half at least.
  await gorlif.later(16);
  await again;
});
