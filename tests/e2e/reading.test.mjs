// What a screen reader reads, as Playwright derives it from roles, names and states: compared with the texts in tests/e2e/reading.
import { expect, test } from '../support/fixtures.mjs';
import { AROUND_BRECON, PHONE, watching } from '../support/page.mjs';
import { expectReading } from '../support/reading.mjs';

const FOLDER = 'tests/e2e/reading';

test.use({ flags: '--scenario storm --still' });

for (const lang of ['en', 'cy']) {
  test(`a place: the answer, the lists, the forecast and what is opened: ${lang}`, async ({ open }) => {
    const gorlif = await open(`${AROUND_BRECON}&lang=${lang}`, { viewport: PHONE, init: watching });
    const { page, lists, forecast } = gorlif;
    await gorlif.settled();
    await gorlif.marked();
    expectReading(FOLDER, `${lang}-answer`, await page.locator('#answer').ariaSnapshot());
    expectReading(FOLDER, `${lang}-warnings`, await page.locator('.panel.open').ariaSnapshot());
    await lists.show('forecast');
    await expect(forecast.cells.first()).toBeVisible();
    expectReading(FOLDER, `${lang}-forecast`, await forecast.panel.ariaSnapshot());
    await lists.show('warnings');
    const [code] = await lists.codes();
    await lists.message(code).button.click();
    await expect(lists.message(code).details).toBeVisible();
    expectReading(FOLDER, `${lang}-message`, await lists.message(code).row.ariaSnapshot());
    await lists.show('watched');
    await expect(lists.watched).toBeVisible();
    expectReading(FOLDER, `${lang}-watched`, await lists.watched.ariaSnapshot());
  });

  test(`the plain page of a message: ${lang}`, async ({ open, past }) => {
    const { page } = await open(`plain/${lang}/`, { at: past.gateway });
    await page.locator('.messages a').first().click();
    expectReading(FOLDER, `${lang}-plain`, await page.locator('body').ariaSnapshot());
  });
}
