// "None" and "very low" are said only of what is proven: by both answers on warnings, by the age of each, and by an answer that was read
// as a whole.
import { collection, inMinutes, message } from '../support/bodies.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { DISTANCE_PATH, WALES_PATH, ON_ALL_VERSIONS } from '../support/operations.mjs';
import { around } from '../support/page.mjs';

const AROUND = around(10);
const CLOCK_IN_DOUBT = /clock of this device/;

const severe = (properties) => message({ FWACODE: '103FWF001', SEVERITYVALUE: 1, ...properties });

// case 144, 146
test('failures with an old Date, sleep and a clock that is set back make nothing younger', async ({ open }) => {
  let failure;
  const gorlif = await open(AROUND, { answers: { all: () => failure } });
  const { answer, sources } = gorlif;
  await gorlif.settled();
  await answer.is('none');
  failure = { status: 502, headers: { Date: inMinutes(-30) } };
  // Each time the wall clock goes on, and the monotonic one does not.
  for (let n = 0; n < 4; n++) {
    const failed = gorlif.responseOf('here');
    // After the two retries the next request is five to ten minutes away, by the page's phase.
    await gorlif.later(11 * 60);
    await failed;
    // A clock that goes on before the page has the failure would put the next request off.
    await expect(sources.source('warnings-here')).not.toContainText('being checked');
  }
  await answer.is('unknown');
  await expect(sources.element).not.toContainText(CLOCK_IN_DOUBT);
  await gorlif.later(-2 * 60 * 60);
  await gorlif.later(60);
  expect(await answer.element.getAttribute('data-answer')).toBe('unknown');
  await expect(answer.element).not.toContainText('No flood warnings');
});

// case 148, 228
test('what another page of this origin says of the future is ignored', ON_ALL_VERSIONS, async ({ open, gateway }) => {
  const { page, answer, faults } = await open(AROUND, { answers: { all: { status: 502 } } });
  await expect(answer.element).toContainText('could not be checked');
  const other = await page.context().newPage();
  await other.goto(`${gateway.address}pages/privacy.html`);
  const tell = (ahead) =>
    other.evaluate(
      ([ahead, paths]) => {
        const channel = new BroadcastChannel('gorlif');
        for (const url of paths)
          channel.postMessage({
            url,
            body: new TextEncoder().encode('{"type":"FeatureCollection","features":[]}'),
            etag: undefined,
            asOf: Date.now() + ahead,
          });
      },
      [ahead, [`/api${WALES_PATH}`, `/api${DISTANCE_PATH}/11000/latlon/51.95/-3.39`]],
    );
  for (const ahead of [60_000, 3.6e6, 8.64e7]) await tell(ahead);
  // What is sent later arrives later.
  await page.evaluate(
    () =>
      new Promise((done) => {
        const channel = new BroadcastChannel('gorlif');
        channel.onmessage = () => done();
        new BroadcastChannel('gorlif').postMessage(null);
      }),
  );
  expect(await answer.element.getAttribute('data-answer')).toBe('unknown');
  expect(faults.filter((fault) => !fault.includes('502'))).toEqual([]);
  // The same of a second ago is heard.
  await tell(-1_000);
  await answer.is('none');
});

// case 152, 153
test('a message without a code, or cut, says what it is, beside one that cannot be read', async ({ open }) => {
  const odd = severe({ FWACODE: null, RIM_ENGLISH: 'Water. '.repeat(2_000) });
  const { page, answer, lists } = await open('', { answers: { wales: collection(odd, null) } });
  await expect(answer.sentence).toHaveText(
    '1 severe flood warning, and 1 warning or alert that could not be read, in Wales.',
  );
  await expect(page.locator('#page')).not.toContainText('list of warnings could not be loaded');
  const row = lists.messages.first();
  await row.getByRole('button').click();
  const details = row.locator('.details');
  await expect(details).toContainText('The text is longer. Only its first 10,000 characters are shown.');
  await expect(details).not.toHaveText(/~/);
});

test('gauges that could not be read are not called absent', ON_ALL_VERSIONS, async ({ open }) => {
  const { lists } = await open(AROUND, { answers: { levels: collection(null, 1) } });
  await lists.show('rivers');
  await expect(lists.rivers).toContainText('list of gauges could not be read');
  await expect(lists.rivers).not.toContainText('No gauge lies');
});
