// A response that is older than the one that the device or another tab holds replaces nothing and ends nothing. And a response whose
// time contradicts the other sources proves nothing.
import { collection, inMinutes, message } from '../support/bodies.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { around, inStore, stored } from '../support/page.mjs';

const AROUND = `${around(10)}&lang=en`;
const SEVERE = /^Severe flood warning: River Usk at Brecon/;

const severe = () => collection(message({ FWACODE: '103FWF001', SEVERITYVALUE: 1 }));
/** The header of a response that its origin sent so many minutes ago. */
const sent = (minutes) => ({ 'X-Origin-Date': inMinutes(-minutes) });
/** For `answers`: both responses on warnings are what `respond` returns. */
const warnings = (respond) => ({ wales: respond, here: respond });

/** Waits until the page has received both responses on warnings after its load. */
async function settled(gorlif) {
  await gorlif.marked();
  await expect(gorlif.sources.element.locator('[data-source]').first()).toBeAttached();
  await expect(gorlif.page.locator('#page')).not.toHaveText(/being checked|Checking for/, { useInnerText: true });
}

// case 167
test('a reload with an older response keeps the severe warning', async ({ open }) => {
  let response = { headers: sent(1), body: severe() };
  const gorlif = await open(AROUND, { answers: warnings(() => response) });
  const { page, answer } = gorlif;
  const changes = page.locator('.change-news');
  await settled(gorlif);
  await answer.is('some');
  await expect(changes).toBeAttached();
  await stored(page, 4);
  response = { headers: { Age: '180' }, body: collection() };
  await page.reload();
  await settled(gorlif);
  await expect(changes).toBeAttached();
  await expect(answer.sentence).toHaveText(SEVERE);
  // What only the device holds is not confirmed.
  await answer.is('unknown');
  await expect(answer.element).toContainText('In force when last checked at');
  await expect(page.locator('#page')).not.toHaveText(/No flood warnings|No longer in force|lists no flood/, {
    useInnerText: true,
  });
  await expect(page.locator('[data-change="ended"]')).toHaveCount(0);
  // A newer response of the service counts.
  response = collection();
  await gorlif.check(20);
  await answer.is('none');
});

// case 167
test('a second tab that receives an older response shows the newer one of the first', async ({ open }) => {
  let response = { headers: sent(1), body: severe() };
  // Without storage: only the first tab knows the newer response.
  const refused = () => {
    indexedDB.open = () => {
      throw new Error('refused');
    };
  };
  const first = await open(AROUND, { init: refused, answers: warnings(() => response) });
  await settled(first);
  await first.answer.is('some');
  response = { headers: sent(3), body: collection() };
  const second = await first.openTab(refused);
  await settled(second);
  await second.answer.is('some');
  await expect(second.answer.sentence).toHaveText(SEVERE);
  // Nor does the older response reach the first tab.
  expect(await first.answer.element.getAttribute('data-answer')).toBe('some');
});

/** The tag and the time of the stored response on the warnings of Wales. */
const storedWarnings = async ({ page }) => {
  const { etag, asOf } = (await inStore(page, 'getAll')).find(({ url }) => url.includes('floodwarnings'));
  return [etag, asOf];
};

// case 179
test('a newer body that the device cannot store does not make the stored one younger', async ({ open }) => {
  let [etag, body] = ['"one"', severe()];
  const gorlif = await open('?lang=en', {
    answers: warnings((request) => {
      const headers = { ETag: etag };
      return request.headers()['if-none-match'] === etag ? { status: 304, headers } : { headers, body };
    }),
  });
  const { page, answer, sources } = gorlif;
  await settled(gorlif);
  await stored(page, 3);
  const before = await storedWarnings(gorlif);
  // There is room for everything but the newer body.
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (response) {
      if (response.etag === '"two"') throw new DOMException('full', 'QuotaExceededError');
      return put.call(this, response);
    };
  });
  [etag, body] = ['"two"', collection()];
  for (const status of [200, 304]) {
    const answered = gorlif.responseOf('wales');
    await gorlif.check(20);
    expect((await answered).status()).toBe(status);
    await answer.is('none');
    await expect(sources.check).toHaveText(/^Checked at/);
    await expect(sources.source('warnings')).not.toContainText('being checked');
  }
  expect(await storedWarnings(gorlif)).toEqual(before);
});

const contradicted = (body) => ({ headers: { Date: inMinutes(120) }, body });

test('a Date of the warnings that is contradicted proves nothing, and is said', async ({ open }) => {
  const gorlif = await open(AROUND, { answers: warnings(() => contradicted(severe())) });
  const { page, answer, sources } = gorlif;
  await settled(gorlif);
  await answer.is('unknown');
  await expect(answer.sentence).toHaveText(SEVERE);
  await expect(answer.element.locator('.said')).toContainText('Flood warnings could not be checked.');
  await expect(answer.element).not.toContainText('In force since');
  await expect(sources.element).toContainText('the time of the answer contradicts the other sources');
  await expect(page.locator('#page')).not.toHaveText(/No flood warnings|clock of this device/);
});

// case 181
test('a response whose Date is contradicted replaces no severe warning, in no tab', async ({ open }) => {
  let response = severe();
  const gorlif = await open(AROUND, { answers: warnings(() => response) });
  await settled(gorlif);
  await stored(gorlif.page, 4);
  const second = await gorlif.openTab();
  await second.answer.is('some');
  await settled(second);
  response = contradicted(collection());
  const answered = ['wales', 'here'].map((operation) => gorlif.responseOf(operation));
  await gorlif.check(20);
  for (const response of await Promise.all(answered)) await response.finished();
  await settled(gorlif);
  for (const { answer } of [gorlif, second]) expect(await answer.element.getAttribute('data-severity')).toBe('severe');
  expect(await gorlif.page.locator('[data-change="ended"]').count()).toBe(0);
});
