// The words of level and message are explained, and the official warnings can be signed up for.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, marked, open, stage, startBrowser } from '../support/harness.mjs';

let browser;
before(async () => {
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
});

for (const [language, words, address] of [
  ['en', ['Level, stage', 'In force', 'Datum, mAOD'], 'https://naturalresources.wales/flooding/?lang=en'],
  ['cy', ['Lefel', 'Mewn grym', 'Datwm, mAOD'], 'https://cyfoethnaturiol.cymru/flooding/?lang=cy'],
]) {
  test(`the words are explained below the gauges, and below the messages is the sign-up (${language})`, async (t) => {
    const { gateway } = await stage(t, 'mixed');
    const page = await open(browser, `${gateway.address}?lang=${language}`, { viewport: PHONE });
    t.after(() => page.context().close());
    await marked(page);
    const signUp = page.locator('.panel.warnings .sign-up a');
    assert.equal(await signUp.getAttribute('href'), address);
    await page.locator('.views button').nth(1).click();
    await page.locator('.glossary summary').click();
    const terms = await page.locator('.glossary dt').allTextContents();
    for (const word of words) assert.ok(terms.includes(word), terms.join());
    const meanings = await page.locator('.glossary dd').allTextContents();
    assert.ok(meanings.length === terms.length && meanings.every((meaning) => /^\p{Lu}.{20,}[.]$/u.test(meaning)));
    assert.deepEqual(page.faults, []);
  });
}
