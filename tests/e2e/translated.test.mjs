// A browser that translates the page: its translator takes text nodes out and puts elements `font` in their places. What the page says
// later is seen all the same. Another place and the other language are in tests/engines/journeys.test.mjs.
import { collection, message } from '../support/bodies.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { AROUND_BRECON, translate } from '../support/page.mjs';

test.use({ flags: '--scenario calm' });

const severe = message({ FWACODE: 'a', DESCRIPTION: 'River Usk at Brecon', SEVERITYVALUE: 1 });

// case 218
for (const when of ['after the first answer', 'from the start'])
  test(`with a translator ${when}, severe messages are seen, and that they have ended`, async ({ open }) => {
    let here = collection();
    const init = when === 'from the start' ? `addEventListener('DOMContentLoaded', () => (${translate})())` : '';
    const gorlif = await open(AROUND_BRECON, { init, answers: { wales: () => here, here: () => here } });
    const { answer, page } = gorlif;
    const checkNow = async () => {
      await gorlif.later(70);
      await page.locator('#check-now').click();
    };
    await answer.is('none');
    if (when !== 'from the start') await page.evaluate(translate);
    await expect(answer.sentence).toHaveText(/^No~ flood~ warnings~/);
    here = collection(severe);
    await checkNow();
    await expect(answer.sentence).toHaveText(/^Severe~ flood~ warning~: River~ Usk~ at~ Brecon~,/);
    await expect(answer.element).not.toContainText(/No flood|No~ flood/);
    await expect(gorlif.lists.messages.first()).toContainText('Severe~');
    here = collection();
    await checkNow();
    await expect(answer.sentence).toHaveText(/^No~ flood~ warnings~/);
    await expect(answer.element).not.toContainText('Severe');
    expect(gorlif.faults).toEqual([]);
  });
