// What a screen reader reads, as Playwright derives it from roles, names and states: compared with the texts in tests/e2e/reading, which
// people can read. `GORLIF_GOLDEN=write` writes them anew.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.mjs';
import { root } from '../support/harness.mjs';
import { AROUND_BRECON, PHONE, watching } from '../support/page.mjs';

const FOLDER = join(root, 'tests/e2e/reading');

/** A text without what depends on the time of the test: times, dates, ages, levels and whether they are reached, and days. */
const timeless = (text) =>
  text
    .replace(/(?:(?:yesterday|ddoe) |\d{1,2}\s\p{L}+(?:\s\d{4})?, )?\b\d\d:\d\d\b(?: (?:BST|GMT))?/gu, 'TIME')
    .replace(/\b\d+\s(?:minutes?|hours?|munud|funud|awr) (?:ago|yn ôl)/gu, 'AGE')
    .replace(/\d+\.\d+\s(?:m|mAOD)\b/gu, 'LEVEL')
    .replace(/LEVEL (?:not reached|reached|heb ei chyrraedd|wedi'i chyrraedd)/gu, 'LEVEL REACHED')
    .replace(/(?:↑|↓|→) (?:\p{L}+)(?: \d[\d.]*\scm\/h)?/gu, 'TREND')
    .replace(
      /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|[Dd]ydd (?:Llun|Mawrth|Mercher|Iau|Gwener|Sadwrn|Sul)/gu,
      'DAY',
    )
    .replace(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Llun|Maw|Mer|Iau|Gwe|Sad|Sul)\s\d{1,2}\b/gu, 'DATE')
    .replace(/DAY(?:,)? \d{1,2}\s\p{L}+/gu, 'DATE');

/** Compares what is read with the file of that name. */
function expectReading(name, text) {
  const file = join(FOLDER, `${name}.txt`);
  const read = `${timeless(text)}\n`;
  if (process.env.GORLIF_GOLDEN === 'write') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, read);
  }
  expect(existsSync(file), `${file} is there; GORLIF_GOLDEN=write writes it`).toBe(true);
  expect(read).toBe(readFileSync(file, 'utf8'));
}

test.use({ flags: '--scenario storm --still' });

for (const lang of ['en', 'cy']) {
  test(`a place: the answer, the lists and what is opened in them: ${lang}`, async ({ open }) => {
    const gorlif = await open(`${AROUND_BRECON}&lang=${lang}`, { viewport: PHONE, init: watching });
    const { page, lists } = gorlif;
    await gorlif.settled();
    await gorlif.marked();
    expectReading(`${lang}-answer`, await page.locator('#answer').ariaSnapshot());
    expectReading(`${lang}-warnings`, await page.locator('.panel.open').ariaSnapshot());
    const [code] = await lists.codes();
    await lists.message(code).button.click();
    await expect(lists.message(code).details).toBeVisible();
    expectReading(`${lang}-message`, await lists.message(code).row.ariaSnapshot());
    await lists.show('watched');
    await expect(lists.watched).toBeVisible();
    expectReading(`${lang}-watched`, await lists.watched.ariaSnapshot());
  });

  test(`a place: the forecast: ${lang}`, async ({ open }) => {
    const gorlif = await open(`${AROUND_BRECON}&lang=${lang}`, { viewport: PHONE });
    await gorlif.settled();
    await gorlif.lists.show('forecast');
    await expect(gorlif.forecast.cells.first()).toBeVisible();
    expectReading(`${lang}-forecast`, await gorlif.forecast.panel.ariaSnapshot());
  });

  test(`the plain page of a message: ${lang}`, async ({ open, past }) => {
    const { page } = await open(`plain/${lang}/`, { at: past.gateway });
    await page.locator('.messages a').first().click();
    expectReading(`${lang}-plain`, await page.locator('body').ariaSnapshot());
  });
}
