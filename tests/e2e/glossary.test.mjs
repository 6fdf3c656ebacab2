// The words of level and message are explained, and the official warnings can be signed up for.
import { expect, test } from '../support/fixtures.mjs';
import { PHONE } from '../support/page.mjs';

test.use({ flags: '--scenario mixed' });

test('words are explained below the gauges and the sign-up is below the messages, in Welsh too', async ({ open }) => {
  const gorlif = await open('?lang=en', { viewport: PHONE });
  const { faults, lists } = gorlif;
  const signUp = lists.warnings.locator('.sign-up').locator('a');
  const glossary = lists.rivers.locator('.glossary');
  await lists.show('rivers');
  // By a key, since rows that come or go move what the pointer presses.
  await glossary.locator('summary').press('Enter');
  for (const [language, words, address] of [
    ['en', ['Level, stage', 'In force', 'Datum, mAOD'], 'https://naturalresources.wales/flooding/?lang=en'],
    ['cy', ['Lefel', 'Mewn grym', 'Datwm, mAOD'], 'https://cyfoethnaturiol.cymru/flooding/?lang=cy'],
  ]) {
    await gorlif.inLanguage(language);
    await expect(signUp).toHaveAttribute('href', address);
    await expect(glossary.getByRole('term').first()).toHaveText(words[0]);
    const terms = await glossary.getByRole('term').allTextContents();
    expect(terms).toEqual(expect.arrayContaining(words));
    const meanings = await glossary.getByRole('definition').allTextContents();
    expect(meanings).toHaveLength(terms.length);
    for (const meaning of meanings) expect(meaning).toMatch(/^\p{Lu}.{20,}[.]$/u);
  }
  expect(faults).toEqual([]);
});
