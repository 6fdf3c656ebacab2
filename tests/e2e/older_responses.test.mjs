// A response that is older than the one that the device or another tab holds replaces nothing and ends nothing. And a response whose
// time contradicts the other sources, or stands still, proves nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  later,
  marked,
  open,
  operationOf,
  startBrowser,
  startGateway,
  startService,
  stored,
} from '../support/harness.mjs';

const MINUTE = 60_000;
const BRECON = { lat: 51.947, lon: -3.391 };
const AROUND = `?lang=en&lat=${BRECON.lat}&lon=${BRECON.lon}`;
let browser, calm;
before(async () => {
  browser = await startBrowser();
  calm = await startService('--scenario', 'calm', '--still');
});
after(async () => {
  await browser?.close();
  await calm?.stop();
});

const collection = (...features) => ({ type: 'FeatureCollection', features });
const severe = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [BRECON.lon, BRECON.lat] },
  properties: {
    FWACODE: '103FWF001',
    AREA: 'South East',
    DESCRIPTION: 'River Usk at Brecon',
    TIDAL: 'f',
    SEVERITY: 'Severe Flood Warning',
    SEVERITYVALUE: 1,
    TIMERAISED: Date.now() - 3.6e6,
    SEVERITY_CHANGED: Date.now() - 3.6e6,
    RIM_CHANGED: Date.now() - 3.6e6,
    RIM_ENGLISH: 'Text.',
    RIM_WELSH: '',
  },
};
const isWarnings = (path) => ['wales', 'here'].includes(operationOf(path));

/** A gateway whose responses on warnings are `given`: a body and headers, which a test replaces. */
async function startReplica(t, given) {
  const gateway = await startGateway(calm, {
    answer: (path, request) =>
      isWarnings(path)
        ? {
            headers: { 'Content-Type': 'application/json', ...given.headers?.(request) },
            body: JSON.stringify(given.body),
          }
        : null,
  });
  t.after(() => gateway.stop());
  return gateway;
}
const answer = (page) => page.locator('#answer').getAttribute('data-answer');
/** Waits until the page has received both responses on warnings after its load. */
const settled = async (page) => {
  await marked(page);
  await page.waitForFunction(
    () =>
      document.querySelector('.sources [data-source]') &&
      !/being checked|Checking for/.test(document.querySelector('#page').innerText),
  );
};
const at = (minutes) => () => ({ 'X-Origin-Date': new Date(Date.now() - minutes * MINUTE).toUTCString() });

for (const [what, query, responses, heading] of [
  ['of a place', AROUND, 4, /^Severe flood warning: River Usk at Brecon/],
  ['of Wales', '?lang=en', 3, /^1\ssevere flood warning in Wales/],
  ['of a county', '?lang=en&county=powys', 3, /^Severe flood warning: River Usk at Brecon/],
]) {
  for (const [how, older] of [
    ['of another replica', at(3)],
    ['of a CDN, by its Age', () => ({ Age: '180' })],
  ]) {
    // case 167
    test(`a reload with an older response ${how} keeps the severe warning ${what}`, async (t) => {
      const given = { body: collection(severe), headers: at(1) };
      const gateway = await startReplica(t, given);
      const page = await open(browser, gateway.address + query);
      t.after(() => page.context().close());
      await settled(page);
      assert.equal(await answer(page), 'some');
      await page.locator('.change-news').waitFor({ state: 'attached' });
      await stored(page, responses);
      Object.assign(given, { body: collection(), headers: older });
      await page.reload();
      await settled(page);
      await page.locator('.change-news').waitFor({ state: 'attached' });
      const text = await page.locator('#page').innerText();
      assert.match(await page.locator('.sentence').innerText(), heading);
      assert.equal(await page.locator('#answer').getAttribute('data-severity'), 'severe');
      assert.equal(await answer(page), 'unknown', 'what only the device holds is not confirmed');
      assert.match(text, /In force when last checked at/);
      assert.doesNotMatch(text, /No flood warnings|No longer in force|lists no messages/);
      assert.equal(await page.locator('[data-change="ended"]').count(), 0);
      // A newer response of the service counts.
      given.headers = undefined;
      await later(page, 20);
      await page.locator('.sources button').click();
      await page.waitForFunction(() => document.querySelector('#answer').dataset.answer === 'none');
    });
  }
}

// case 167
test('a second tab that receives an older response shows the newer one of the first, also without storage', async (t) => {
  const given = { body: collection(severe), headers: at(1) };
  const gateway = await startReplica(t, given);
  const refused = () => {
    indexedDB.open = () => {
      throw new Error('refused');
    };
  };
  const first = await open(browser, gateway.address + AROUND, { init: refused });
  t.after(() => first.context().close());
  await settled(first);
  assert.equal(await answer(first), 'some');
  Object.assign(given, { body: collection(), headers: at(3) });
  const second = await first.context().newPage();
  await second.addInitScript(refused);
  await second.goto(gateway.address + AROUND);
  await second.waitForFunction(() => document.querySelector('#answer')?.dataset.answer === 'some');
  await settled(second);
  assert.match(await second.locator('.sentence').innerText(), /^Severe flood warning: River Usk at Brecon/);
  assert.equal(await answer(first), 'some', 'nor does the older response reach the first tab');
});

// case 179
test('a newer body that the device cannot store does not make the stored one younger', async (t) => {
  const given = { body: collection(severe), headers: () => ({ ETag: '"one"' }) };
  const gateway = await startGateway(calm, {
    answer: (path, { headers }) => {
      if (!isWarnings(path)) return null;
      const own = { 'Content-Type': 'application/json', ...given.headers() };
      if (headers['if-none-match'] === own.ETag) return { status: 304, headers: own };
      return { headers: own, body: JSON.stringify(given.body) };
    },
  });
  t.after(() => gateway.stop());
  const page = await open(browser, `${gateway.address}?lang=en`);
  t.after(() => page.context().close());
  await settled(page);
  await stored(page, 3);
  const wales = () =>
    page.evaluate(
      () =>
        new Promise((done) => {
          const opening = indexedDB.open('gorlif');
          opening.onsuccess = () => {
            const asked = opening.result.transaction('responses').objectStore('responses').getAll();
            asked.onsuccess = () => {
              opening.result.close();
              const { etag, asOf } = asked.result.find(({ url }) => url.includes('floodwarnings'));
              done([etag, asOf]);
            };
          };
        }),
    );
  const before = await wales();
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  Object.assign(given, { body: collection(), headers: () => ({ ETag: '"two"' }) });
  for (const status of [200, 304]) {
    await later(page, 20);
    const answered = page.waitForResponse((response) => operationOf(new URL(response.url()).pathname) === 'wales');
    await page.locator('.sources button').click();
    assert.equal((await answered).status(), status);
    await page.waitForFunction(() => document.querySelector('#answer').dataset.answer === 'none');
    await page.waitForFunction(() => /^Checked at/.test(document.querySelector('.check').textContent));
    if (status === 200) await page.evaluate(() => delete IDBObjectStore.prototype.put);
  }
  assert.deepEqual(await wales(), before);
});

// case 181
test('a Date of the warnings that the other sources and the device contradict proves nothing', async (t) => {
  for (const minutes of [-24 * 60, -120, 120]) {
    const Date_ = () => ({ Date: new Date(Date.now() + minutes * MINUTE).toUTCString() });
    const gateway = await startReplica(t, { body: collection(), headers: Date_ });
    const page = await open(browser, gateway.address + AROUND);
    t.after(() => page.context().close());
    await settled(page);
    assert.equal(await answer(page), 'unknown', `${minutes}`);
    assert.match(await page.locator('.sentence').innerText(), /could not be checked\./);
    await page.getByText('the time of the answer contradicts the other sources').first().waitFor({ state: 'attached' });
    assert.doesNotMatch(await page.locator('#page').innerText(), /No flood warnings|clock of this device/);
  }
});

// case 181
test('a response whose Date is contradicted replaces no severe warning, on this page and in another tab', async (t) => {
  const given = { body: collection(severe) };
  const gateway = await startReplica(t, given);
  const page = await open(browser, gateway.address + AROUND);
  t.after(() => page.context().close());
  await settled(page);
  await stored(page, 4);
  const second = await page.context().newPage();
  await second.goto(gateway.address + AROUND);
  await second.waitForFunction(() => document.querySelector('#answer')?.dataset.answer === 'some');
  await settled(second);
  Object.assign(given, {
    body: collection(),
    headers: () => ({ Date: new Date(Date.now() + 120 * MINUTE).toUTCString() }),
  });
  await later(page, 20);
  const answered = ['wales', 'here'].map((operation) =>
    page.waitForResponse((response) => operationOf(new URL(response.url()).pathname) === operation),
  );
  await page.locator('.sources button').click();
  for (const response of await Promise.all(answered)) await response.finished();
  await settled(page);
  const severity = (of) => of.locator('#answer').getAttribute('data-severity');
  assert.equal(await severity(page), 'severe');
  assert.equal(await severity(second), 'severe');
  assert.equal(await page.locator('[data-change="ended"]').count(), 0);
});

// case 181
test('an X-Origin-Date that stands still while responses arrive is told', async (t) => {
  const still = new Date().toUTCString();
  let passed = 0;
  const headers = () => ({ Date: new Date(Date.now() + passed * MINUTE).toUTCString(), 'X-Origin-Date': still });
  // The other sources go on as the clock of the device does.
  const gateway = await startGateway(calm, {
    answer: (path) =>
      isWarnings(path)
        ? { headers: { 'Content-Type': 'application/json', ...headers() }, body: JSON.stringify(collection()) }
        : null,
  });
  t.after(() => gateway.stop());
  const page = await open(browser, gateway.address + AROUND);
  t.after(() => page.context().close());
  await settled(page);
  assert.equal(await answer(page), 'none');
  passed = 35;
  const answered = page.waitForResponse((response) => operationOf(new URL(response.url()).pathname) === 'here');
  await later(page, passed * 60);
  await answered;
  await page.waitForFunction(() => document.querySelector('#answer').dataset.answer === 'unknown');
  await page
    .getByText('answers arrive, but their own time has stood still since')
    .first()
    .waitFor({ state: 'attached' });
  assert.deepEqual(page.faults, []);
});

// case 172
test('a place whose own response is old is not being checked for ever while all of Wales is fresh', async (t) => {
  const gateway = await startGateway(calm, {
    answer: (path) => {
      const operation = operationOf(path);
      if (!isWarnings(path)) return null;
      const headers = operation === 'here' ? at(40)() : {};
      return { headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(collection()) };
    },
  });
  t.after(() => gateway.stop());
  for (const [language, sentence] of [
    [
      'en',
      /^Flood warnings could not be checked for this place since (?:\d+\s\w+, )?\d\d:\d\d.*Call Floodline 0345 988 1188\.$/,
    ],
    [
      'cy',
      /^Nid oes modd gwirio rhybuddion llifogydd ar gyfer y lle hwn ers (?:\d+\s\w+, )?\d\d:\d\d.*Ffoniwch Floodline/,
    ],
  ]) {
    const page = await open(browser, gateway.address + AROUND.replace('lang=en', `lang=${language}`));
    t.after(() => page.context().close());
    await marked(page);
    await page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector('.sentence').innerText),
      sentence.source,
    );
    assert.equal(await answer(page), 'unknown');
    const announced = await page.locator('#answer > [role=status]').textContent();
    assert.match(announced, language === 'en' ? /could not be checked for this place\./ : /ar gyfer y lle hwn\./);
    assert.ok(await page.locator('#answer .floodline').isVisible());
  }
});
