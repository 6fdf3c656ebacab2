// The faults of the line and of the service, done for real by sample-service: what was known stays, under its age and cause (KEEP);
// where nothing is known, nothing is claimed (NONE); and the page recovers without a reload.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  KEY,
  LEVELS,
  LEVELS_PATH,
  OPERATIONS,
  hasten,
  later,
  marked,
  open,
  startBrowser,
  startGateway,
  startService,
  stage,
} from '../support/harness.mjs';

let browser;
before(async () => {
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
});

const SOURCES = ['warnings', 'levels', 'forecast'];
const source = (page, name) => page.locator(`[data-source="${name}"]`);
const says = (page, name, pattern) =>
  page.waitForFunction(
    ([name, pattern]) => new RegExp(pattern).test(document.querySelector(`[data-source="${name}"]`)?.textContent ?? ''),
    [name, pattern.source],
  );
const checkNow = (page) => page.getByRole('button', { name: 'Check now' }).click();

// Case, fault of sample-service, and the cause in words.
const FAULTS = [
  ['4: the connection is reset', 'reset', /the service cannot be reached/],
  ['6: the request is taken and never answered', 'hang', /the service did not answer in time/],
  ['7: the body comes in drops', 'drip', /the service did not answer in time/],
  ['8: the body is cut', 'cut', /the service cannot be reached/],
  ['9: the body ends early but cleanly', 'truncated', /the answer could not be read/],
  ['9: the length is wrong', 'wrong-length', /the answer could not be read/],
  ['10, 45: what should be gzip is not', 'gzip-garbage', /the service cannot be reached/],
  ['11: a web page comes with status 200', 'html', /the network may want you to sign in/],
  ['12: a redirect to another origin', 'redirect', /the service cannot be reached/],
  ['20: 204', '204', /the service has a fault/],
  ['22: 400', '400', /not available/],
  ['22: 404', '404', /not available/],
  ['23: 401', '401', /the service did not answer/],
  ['24: 403 out of quota', '403-quota', /the service is busy until (?:\d+\s\w+, )?\d\d:\d\d/],
  ['25: 403', '403', /the service did not answer/],
  ['26: 408', '408', /the service has a fault/],
  ['26: 502 with a web page', '502-html', /the service has a fault/],
  ['26: 503', '503', /the service is busy/],
  ['26: 504', '504', /the service has a fault/],
  ['27: 429 with seconds', '429-57', /the service is busy until (?:\d+\s\w+, )?\d\d:\d\d/],
  ['28: 429 with a date', '429-date', /the service is busy until (?:\d+\s\w+, )?\d\d:\d\d/],
  ['29: 500 with a body that looks like data', '500', /the service has a fault/],
  ['30: 200 with the body of an error', 'error-body', /the answer could not be read/],
  ['31: 206', '206', /the service has a fault/],
  ['33: an empty body', 'empty', /the answer could not be read/],
  ['39: 70 MB', 'huge', /the answer was too large/],
];

describe('with data on the page', () => {
  let service, gateway, page, gauges;
  before(async () => {
    service = await startService('--scenario', 'mixed', '--still', '--control');
    // Past nginx, which would show all of these as one.
    gateway = await startGateway(service, { direct: true });
    page = await open(browser, gateway.address, { init: hasten });
    await marked(page);
    await page.waitForFunction(() => document.getElementById('answer')?.dataset.answer === 'some');
    gauges = await page.locator('[data-station-id]').count();
  });
  after(async () => {
    await page?.context().close();
    await gateway?.stop();
    await service?.stop();
  });

  for (const [name, fault, cause] of FAULTS) {
    test(`case ${name}: what was known stays under its cause, and comes back without a reload`, async () => {
      await service.fault('all', fault);
      await later(page, 10);
      await checkNow(page);
      for (const name of SOURCES) {
        await says(page, name, cause);
        assert.equal(await source(page, name).getAttribute('data-state'), 'late', name);
        assert.match(await source(page, name).textContent(), /delayed, .*as of .*next check/);
      }
      assert.equal(await page.locator('[data-station-id]').count(), gauges);
      assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'some');
      assert.match(
        await page.locator('.sources [role=status]').textContent(),
        /^Flood warnings in Wales: delayed\. River levels: delayed\. Flood risk forecast: delayed\.$/,
      );
      await service.fault('all', 'none');
      // Beyond what any of the faults has asked for.
      await later(page, 1_200);
      await checkNow(page);
      for (const name of SOURCES)
        await page.waitForFunction(
          (name) => document.querySelector(`[data-source="${name}"]`)?.dataset.state === 'fresh',
          name,
        );
      assert.equal(await page.locator('.sources [role=status]').textContent(), '');
    });
  }

  // case 41
  test('a member that occurs twice costs that item only, with its id', async () => {
    // StationData has gauges of rain and tides too.
    const all = OPERATIONS ? '\\d+' : gauges;
    await service.fault('all', 'duplicated-keys');
    await later(page, 10);
    await checkNow(page);
    await says(page, 'levels', new RegExp(`1 of ${all} readings could not be shown: 1 could not be read \\(0\\)`));
    assert.equal(
      await page.locator('[data-station-id]').count(),
      gauges,
      'the one that is missing stays as not reported',
    );
    assert.equal(await page.getByText("not in the source's latest answer").count(), 1);
    // A message that could not be read may be one in force.
    await says(page, 'warnings', /1 of \d+ messages could not be shown/);
    await service.fault('all', 'none');
    await later(page, 10);
    await checkNow(page);
    await page.waitForFunction(() => !document.querySelector('.rejected'));
    assert.equal(await page.getByText("not in the source's latest answer").count(), 0);
  });

  // case 23
  test('the operator finds status and count in the details, the visitor no word of keys', async () => {
    await service.fault('all', '401');
    await later(page, 10);
    await checkNow(page);
    await says(page, 'levels', /the service did not answer/);
    assert.match(await page.locator('.sources .operator').textContent(), /levels: status 401 \(\d+\)/);
    assert.doesNotMatch(await page.locator('body').innerText(), /\bkeys?\b|subscription|status 401/i);
    await service.fault('all', 'none');
    await later(page, 10);
    await checkNow(page);
    await page.waitForFunction(() => document.querySelector('.sources .operator')?.hidden);
  });

  // case 24, 27
  test('“Check now” sends no request before the time of Retry-After', async () => {
    await service.fault(LEVELS, '429-57');
    await later(page, 10);
    await checkNow(page);
    await says(page, 'levels', /busy until/);
    await service.fault('all', 'none');
    const asked = () => service.requests.filter((line) => line.includes(LEVELS_PATH)).length;
    const before = asked();
    await later(page, 30);
    const warnings = page.waitForResponse(/floodwarnings/);
    await checkNow(page);
    await warnings;
    assert.equal(asked(), before, 'warnings were asked for, levels were not');
    await later(page, 40);
    await checkNow(page);
    await page.waitForFunction(() => document.querySelector('[data-source="levels"]')?.dataset.state === 'fresh');
    assert.equal(asked(), before + 1);
  });

  test('no exception on all these ways', () => {
    // The browser itself reports each failed load; anything else is ours.
    assert.deepEqual(
      page.faults.filter((fault) => !/^console: Failed to load resource/.test(fault)),
      [],
    );
  });
});

for (const [name, fault, cause] of [
  ...FAULTS,
  ['1: nothing answers at all', 'reset', /the service cannot be reached/],
]) {
  test(`case ${name}: with nothing known, nothing is claimed`, async (t) => {
    const service = await startService('--scenario', 'storm', '--fault', fault);
    t.after(() => service.stop());
    const gateway = await startGateway(service, { direct: true });
    t.after(() => gateway.stop());
    const page = await open(browser, gateway.address, { init: hasten });
    t.after(() => page.context().close());
    for (const name of SOURCES) {
      await says(page, name, cause);
      assert.equal(await source(page, name).getAttribute('data-state'), 'unknown');
    }
    assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'unknown');
    const answer = await page.locator('#answer').innerText();
    assert.match(
      answer,
      /Flood warnings could not be checked\. There may be warnings in force\. Call Floodline 0345 988 1188\./,
    );
    assert.deepEqual(
      await page.locator('#answer .phone').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      ['tel:999', 'tel:03459881188'],
    );
    assert.doesNotMatch(await page.locator('#page').innerText(), /No flood|no messages|0 messages|Very low/);
    assert.equal(await page.locator('[data-station-id], [data-area-code], [data-county]').count(), 0);
    assert.deepEqual(
      page.faults.filter((fault) => !/^console: Failed to load resource/.test(fault)),
      [],
    );
  });
}

test('the service is killed while the page is open and started again: it says what it knows and since when, and is fresh without a reload', async (t) => {
  const { service, gateway } = await stage(t, 'storm', { direct: true });
  const page = await open(browser, `${gateway.address}?lat=51.95&lon=-3.39&r=20`);
  t.after(() => page.context().close());
  await marked(page);
  await page.waitForFunction(
    () => document.getElementById('answer')?.dataset.answer === 'some' && !document.querySelector('.provisional'),
  );
  const listed = await page.locator('[data-area-code]').count();
  const port = new URL(service.address).port;
  await service.stop();
  // The schedule itself polls; no button is pressed.
  await later(page, 460);
  for (const name of ['warnings', 'warnings-here', 'levels'])
    await says(page, name, /delayed, .*the service cannot be reached, next check/);
  assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'some', 'eight minutes are fresh enough');
  await later(page, 20 * 60);
  await page.waitForFunction(() => document.getElementById('answer')?.dataset.answer === 'unknown');
  assert.match(
    await page.locator('#answer').innerText(),
    /flood warning: .*In force when last checked at (?:\d+\s\w+, )?\d\d:\d\d, .* ago; cannot be checked now/is,
  );
  assert.equal(await page.locator('[data-area-code]').count(), listed, 'the last known list stays');
  const again = await startService('--scenario', 'storm', '--port', port);
  t.after(() => again.stop());
  await later(page, 700);
  await page.waitForFunction(() => document.getElementById('answer')?.dataset.answer === 'some');
  for (const name of ['warnings', 'warnings-here', 'levels'])
    await page.waitForFunction(
      (name) => document.querySelector(`[data-source="${name}"]`)?.dataset.state === 'fresh',
      name,
    );
});

// case 3
test('the browser goes offline and comes back: a word, no retries, at once again', async (t) => {
  const { service, gateway } = await stage(t, 'calm');
  const page = await open(browser, gateway.address);
  t.after(() => page.context().close());
  await marked(page);
  await page.context().setOffline(true);
  await later(page, 460);
  await says(page, 'levels', /delayed, .*this device is offline/);
  const before = service.requests.length;
  await later(page, 100);
  await page.context().setOffline(false);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-source]:not([hidden])')].every((line) => line.dataset.state === 'fresh'),
  );
  assert.equal(service.requests.length, before + 3, 'one call per source');
});

// case 14, 84
test('a page that was out of sight asks each source once when it is shown again', async (t) => {
  const { service, gateway } = await stage(t, 'calm');
  const page = await open(browser, gateway.address);
  t.after(() => page.context().close());
  await marked(page);
  const hide = (hidden) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (hidden ? 'hidden' : 'visible'),
      });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  const before = service.requests.length;
  await later(page, 8 * 3_600);
  await says(page, 'levels', /paused while the page is out of sight/);
  assert.equal(service.requests.length, before);
  const answered = Promise.all(
    [LEVELS, 'floodwarnings', 'floodforecast'].map((path) => page.waitForResponse(new RegExp(path))),
  );
  await hide(false);
  await hide(true);
  await hide(false);
  await answered;
  assert.equal(service.requests.length, before + 3);
});

// case 79
test('a device clock that is a day wrong is corrected and told', async (t) => {
  const { gateway } = await stage(t, 'calm');
  for (const hours of [24, -24]) {
    const page = await open(browser, gateway.address, {
      init: `{ const now = Date.now; Date.now = () => now() + ${hours * 3.6e6}; }`,
    });
    t.after(() => page.context().close());
    await marked(page);
    await page.waitForFunction(() => document.getElementById('answer')?.dataset.answer === 'none');
    assert.match(
      await page.locator('.sources .problem').textContent(),
      /The clock of this device is wrong\. By the service's clock it is \d+\u00a0\w+ \d{4}, \d\d:\d\d/,
    );
    assert.match(await page.locator('[data-station-id] .line').first().textContent(), /(minutes?|hours?) ago|just now/);
    for (const name of SOURCES) assert.equal(await source(page, name).getAttribute('data-state'), 'fresh', name);
  }
});

// case 83
test('the age of an answer out of a cache is that of the original', async (t) => {
  const service = await startService('--scenario', 'calm', '--still');
  t.after(() => service.stop());
  const body = await (
    await fetch(`${service.address}/floodwarnings/v1/distance/150000/latlon/52.4/-3.8`, {
      headers: { 'Ocp-Apim-Subscription-Key': 'sample-key-of-the-tests' },
    })
  ).text();
  const gateway = await startGateway(service, {
    answer: (path) =>
      path.includes('floodwarnings')
        ? {
            headers: {
              'Content-Type': 'application/json',
              'X-Origin-Date': new Date(Date.now() - 31 * 60_000).toUTCString(),
            },
            body,
          }
        : null,
  });
  t.after(() => gateway.stop());
  const page = await open(browser, gateway.address);
  t.after(() => page.context().close());
  await marked(page);
  await page.waitForFunction(() => document.querySelector('[data-source="warnings"]')?.dataset.state === 'late');
  assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'unknown');
  // With the day, where half an hour ago was another one.
  assert.match(
    await page.locator('.sentence').textContent(),
    /could not be checked since (?:\d+\s\w+,\s)?\d\d:\d\d\.\s/,
  );
});

test('a response that was received in a hidden tab hours ago is not taken for a current one', async (t) => {
  const { gateway } = await stage(t, 'calm');
  const page = await open(browser, gateway.address, {
    init: () => {
      globalThis.unseen = true;
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (globalThis.unseen ? 'hidden' : 'visible'),
      });
    },
  });
  t.after(() => page.context().close());
  await page.locator('.sentence').waitFor();
  const calls = (count) =>
    page.waitForFunction(
      (count) =>
        performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/api/')).length === count,
      count,
    );
  await calls(3);
  await later(page, 2 * 3_600);
  await page.evaluate(() => {
    globalThis.unseen = false;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.waitForFunction(() => document.getElementById('answer')?.dataset.answer === 'none');
  await calls(6); // all three were asked anew
  assert.equal(gateway.seen.filter(({ path }) => path.startsWith('/api/')).length, 6);
});

// case 79
test('a clock that is set back while the page is open does not keep "none" young', async (t) => {
  const { service, gateway } = await stage(t, 'calm');
  const page = await open(browser, gateway.address, {
    init: '{ const now = Date.now; Date.now = () => now() + 90 * 60_000; }',
  });
  t.after(() => page.context().close());
  await marked(page);
  await page.waitForFunction(() => document.getElementById('answer')?.dataset.answer === 'none');
  const before = service.requests.length;
  await later(page, -90 * 60);
  const asked = page.waitForResponse(/floodwarnings/);
  await asked;
  await page.waitForFunction(() => !document.querySelector('.sources .problem'));
  assert.ok(service.requests.length > before, 'what was planned by the old clock is asked at once');
});

test('a refresh takes neither the focus of a link nor the open details away', async (t) => {
  const service = await startService('--scenario', 'storm', '--control');
  t.after(() => service.stop());
  const gateway = await startGateway(service);
  t.after(() => gateway.stop());
  const page = await open(browser, `${gateway.address}?lat=52.99&lon=-3.0&r=30`);
  t.after(() => page.context().close());
  await marked(page);
  await page.locator('.action').waitFor();
  await page.locator('.beyond a').waitFor();
  const refreshed = async () => {
    const before = await source(page, 'warnings-here').textContent();
    await later(page, 70);
    await checkNow(page);
    await page.waitForFunction(
      (before) => document.querySelector('[data-source="warnings-here"]').textContent !== before,
      before,
    );
  };
  for (const link of ['.action a[href="tel:999"]', '.beyond a']) {
    await page.waitForFunction(
      () => document.getElementById('answer')?.dataset.answer === 'some' && !document.querySelector('.provisional'),
    );
    await page.locator(link).evaluate((link) => {
      globalThis.held = link;
      link.focus();
    });
    const asked = page.waitForResponse(/floodwarnings.*distance\/(?!150000)/);
    await later(page, 70);
    // Not by a click, which would take the focus itself.
    await page.evaluate(() => document.querySelector('.sources button').click());
    await asked;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.ok(
      await page.evaluate(() => document.activeElement === globalThis.held && globalThis.held.isConnected),
      link,
    );
  }
  await service.fault('floodforecast', '401');
  await later(page, 10);
  await checkNow(page);
  await page.locator('.operator summary').click();
  await refreshed();
  assert.ok(await page.locator('.sources .operator').evaluate((details) => details.open));
});

test('an old answer out of the gateway’s store, while it fetches a new one, is followed by another try within seconds', async (t) => {
  const service = await startService('--scenario', 'calm');
  t.after(() => service.stop());
  const body = await (
    await fetch(`${service.address}${LEVELS_PATH}`, { headers: { 'Ocp-Apim-Subscription-Key': KEY } })
  ).text();
  let status;
  const gateway = await startGateway(service, {
    answer: (path) =>
      path.includes(LEVELS) && status
        ? {
            headers: {
              'Content-Type': 'application/json',
              'X-Cache-Status': status,
              'X-Origin-Date': new Date(Date.now() - 31 * 60_000).toUTCString(),
            },
            body,
          }
        : null,
  });
  t.after(() => gateway.stop());
  for (status of ['UPDATING', 'STALE']) {
    const page = await open(browser, gateway.address);
    await marked(page);
    status = undefined;
    const again = page.waitForResponse(new RegExp(LEVELS));
    // The schedule alone would have waited for two minutes and a half at least.
    await later(page, 16);
    assert.equal((await again).status(), 200);
    await page.context().close();
  }
});

test('choosing another radius is no reason to ask before the time that the service has named', async (t) => {
  const service = await startService('--scenario', 'calm');
  t.after(() => service.stop());
  let busy = true;
  const gateway = await startGateway(service, {
    answer: (path) =>
      busy && /\/distance\/(?!150000)/.test(path) ? { status: 429, headers: { 'Retry-After': '57' } } : null,
  });
  t.after(() => gateway.stop());
  const page = await open(browser, `${gateway.address}?lat=51.95&lon=-3.39&r=10`);
  t.after(() => page.context().close());
  await says(page, 'warnings-here', /the service is busy until/);
  const asked = () => gateway.seen.filter(({ path }) => /\/distance\/(?!150000)/.test(path)).length;
  const before = asked();
  busy = false;
  await page.getByRole('button', { name: /^20/ }).click();
  await page.waitForFunction(() => location.search.includes('r=20'));
  // The page checks its schedules each second: three checks take place here.
  const began = await page.evaluate(() => performance.now());
  await page.waitForFunction((began) => performance.now() - began > 3_000, began);
  assert.equal(asked(), before);
  await later(page, 70);
  await says(page, 'warnings-here', /^(?!.*busy).*next check/);
  assert.match(gateway.seen.filter(({ path }) => /\/distance\/(?!150000)/.test(path)).at(-1).path, /distance\/21000/);
});
