// "None" and "very low" are said only of what is proven: by both answers on warnings, by the age of each, and by an answer that was read
// as a whole. And what is known to be in force is not hidden when the service cannot be asked.
import { collection, message, forecastEntry, inMinutes, levelsBody } from '../support/bodies.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { DISTANCE_PATH, WALES_PATH, ON_ALL_VERSIONS } from '../support/operations.mjs';
import { around, stored } from '../support/page.mjs';

const AROUND = around(10);
const CLOCK_IN_DOUBT = /clock of this device/;

const severe = (properties) => message({ FWACODE: '103FWF001', SEVERITYVALUE: 1, ...properties });
/** The header of a response whose origin sent it so many minutes from now. */
const origin = (minutes) => ({ 'X-Origin-Date': inMinutes(minutes) });

/** Expects a text that is visible somewhere in the page. */
const says = ({ page }, pattern) => expect(page.locator('#page')).toHaveText(pattern, { useInnerText: true });

// case 139, 140
test(
  'an empty answer for all of Wales does not overrule what the place’s own lists, nor the other way round',
  ON_ALL_VERSIONS,
  async ({ open }) => {
    for (const answers of [
      { wales: collection(), here: collection(severe()) },
      { wales: { headers: origin(-10), body: collection(severe()) }, here: collection() },
    ]) {
      const gorlif = await open(AROUND, { answers });
      await gorlif.settled();
      await gorlif.answer.is('some');
    }
  },
);

// case 142, 143
test('a response whose age is over twenty minutes or not known proves nothing, and one of 10 minutes does', async ({
  open,
}) => {
  let headers = { Age: '1300' };
  const respond = () => ({ headers, body: collection() });
  const gorlif = await open(AROUND, { answers: { wales: respond, here: respond } });
  const { answer, sources } = gorlif;
  await gorlif.settled();
  await answer.is('unknown');
  headers = { Age: '600' };
  await gorlif.later(70);
  await sources.checkNow();
  await answer.is('none');
  // An answer with an age is no reason to doubt the clock of the device (case 145).
  await expect(sources.element).not.toContainText(CLOCK_IN_DOUBT);
  headers = origin(90);
  await gorlif.later(70);
  await sources.checkButton.click();
  await says(gorlif, /the answer does not say how old it is/);
  await expect(sources.source('warnings')).not.toContainText('could not be read');
});

// case 144, 146
test('answers of 502 with a Date half an hour behind, on a device that slept and whose clock is then set back, make nothing younger', async ({
  open,
}) => {
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

// case 141
test('a Date that stands still makes no answer younger than the others, and does not put the device’s clock in doubt', async ({
  open,
}) => {
  const still = inMinutes(0);
  // The other sources go on as the clock of the device does.
  let [passed, failure] = [0, undefined];
  const moving = (body) => () => failure ?? { headers: { Date: inMinutes(passed) }, body };
  const gorlif = await open(AROUND, {
    answers: {
      here: () => failure ?? { headers: { Date: still }, body: collection() },
      wales: moving(collection()),
      levels: moving(levelsBody(collection())),
      forecast: moving([]),
    },
  });
  const { answer, sources } = gorlif;
  await gorlif.settled();
  passed = 25;
  const answered = ['here', 'wales', 'levels'].map((operation) => gorlif.responseOf(operation));
  await gorlif.later(passed * 60);
  await Promise.all(answered);
  await expect(sources.element).not.toContainText('being checked');
  await expect(sources.element).not.toContainText(CLOCK_IN_DOUBT);
  failure = { status: 502 };
  await gorlif.later(25 * 60);
  await answer.is('unknown');
});

// case 147
test(
  'under a tag that never changes each source is asked without a condition once an hour',
  ON_ALL_VERSIONS,
  async ({ open }) => {
    const conditional = [];
    const gorlif = await open(AROUND, {
      answers: {
        levels: (request) => {
          conditional.push(Boolean(request.headers()['if-none-match']));
          const headers = { ETag: '"still"' };
          return conditional.at(-1) ? { status: 304, headers } : { headers, body: levelsBody(collection()) };
        },
      },
    });
    await gorlif.marked('warnings-shown');
    await gorlif.settled();
    for (let n = 0; n < 13; n++) {
      const answered = gorlif.responseOf('levels');
      await gorlif.later(460);
      await answered;
      // A clock that goes on while the page reads the answer would put the next request off.
      await expect(gorlif.sources.source('levels')).not.toContainText('being checked');
    }
    const [first, ...others] = conditional;
    expect(first).toBe(false);
    expect(others.filter((is) => !is).length, `${others}`).toBeGreaterThanOrEqual(1);
    expect(others.filter((is) => is).length, `${others}`).toBeGreaterThanOrEqual(8);
  },
);

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

const cellsOf = ({ page }, county) => page.locator(`[data-county="${county}"]`);

// case 149, 151
test('an entry of the forecast that cannot be read makes absent counties “not stated” in the table, no cell is blank, and a level that is not known is named', async ({
  open,
}) => {
  const gorlif = await open('', { answers: { forecast: [forecastEntry({ RiskLevelName_en: 'Extreme' }), null] } });
  await gorlif.marked('forecast-shown');
  const gwynedd = await cellsOf(gorlif, 'gwynedd').allTextContents();
  expect(gwynedd.length).toBeGreaterThanOrEqual(5);
  for (const text of gwynedd.slice(0, 4)) expect(text).toBe('not stated');
  await expect(gorlif.page.getByText('Not stated: the forecast gives no level.')).toHaveCount(1);
  const text = 'at least high: a level this page does not know: Extreme';
  await expect(cellsOf(gorlif, 'powys').first()).toHaveText(text);
});

const alert = () => message({ FWACODE: 'alert', DESCRIPTION: 'River Tarell' });
/** A collection, as text, in which each severe warning has its severity twice, with two values. */
const contradictory = (...messages) =>
  JSON.stringify(collection(...messages)).replace('"SEVERITYVALUE":1', '"SEVERITYVALUE":1,"SEVERITYVALUE":4');

// case 152
test('a message without a code is not dropped, and a text that was cut says so', async ({ open }) => {
  const unnamed = severe({ FWACODE: null, RIM_ENGLISH: 'Water. '.repeat(2_000) });
  const { page, answer, lists } = await open('', { answers: { wales: collection(unnamed, alert()) } });
  await answer.is('some');
  await expect(answer.sentence).toHaveText('1 severe flood warning and 1 flood alert in Wales.');
  const row = lists.messages.filter({ hasText: 'River Usk at Brecon' });
  await row.getByRole('button').click();
  await expect(row.locator('.details')).toBeVisible();
  await expect(row.locator('.details')).not.toHaveText(/~|Area code/);
  await expect(page.getByText('The text is longer. Only its first 10,000 characters are shown.')).toBeVisible();
});

// case 153
test('a message that cannot be read may be one in force, and is counted beside one that can', async ({ open }) => {
  let body = contradictory(severe());
  const gorlif = await open('', { answers: { wales: () => body } });
  const { page, answer, sources } = gorlif;
  await says(gorlif, /1\swarning or alert could not be read\. It may be a flood warning here\./);
  await answer.is('unknown');
  await expect(page.locator('#page')).not.toContainText('list of warnings could not be loaded');
  body = contradictory(severe(), alert());
  await gorlif.later(20);
  await sources.checkNow();
  await answer.is('some');
  await expect(answer.sentence).toHaveText('1 flood alert, and 1 warning or alert that could not be read, in Wales.');
  await gorlif.speak('cy');
  await says(gorlif, /1\srhybudd neu neges na ellid ei darllen/);
});

test('gauges that could not be read are not called absent', ON_ALL_VERSIONS, async ({ open }) => {
  const gorlif = await open(AROUND, { answers: { levels: collection(null, 1) } });
  await gorlif.lists.show('rivers');
  await says(gorlif, /list of gauges could not be read/);
  await expect(gorlif.lists.rivers).not.toContainText('No gauge lies');
});

// case 160
test('a reload without a network keeps the warnings that were in force as the headline, with their age and what to do', async ({
  open,
}) => {
  let response = {
    headers: origin(-4),
    body: collection(severe(), message({ FWACODE: 'b', DESCRIPTION: 'River Honddu' })),
  };
  const gorlif = await open(AROUND, { answers: { wales: () => response, here: () => response } });
  await gorlif.settled();
  await stored(gorlif.page, 4);
  response = { status: 502 };
  const again = await gorlif.openTab();
  const answer = again.answer.element;
  await expect(answer).toContainText('cannot be checked now');
  await expect(again.answer.sentence).toHaveText(/^Severe flood warning: River Usk at Brecon/);
  await expect(answer).toHaveText(
    /In force when last checked (?:at|on) (?:\d+\s\w+, )?\d\d:\d\d, \d+\sminutes ago; cannot be checked now\./,
  );
  await expect(again.answer.action).toHaveText(/What to do\s.*There is danger to life/s, {
    useInnerText: true,
  });
  await expect(answer).toHaveAttribute('data-severity', 'severe');
  // The service has not said so to this page.
  await again.answer.is('unknown');
  const calls = await answer.locator('.calls a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(calls).toEqual(['tel:999', 'tel:03459881188']);
  await expect(answer.locator('.national a')).toHaveAttribute(
    'href',
    /^https:\/\/flood-warning\.naturalresources\.wales\//,
  );
  await expect(again.lists.messages).toHaveCount(2);
  await again.speak('cy');
  await expect(answer).toHaveText(/Mewn grym pan wiriwyd ddiwethaf (?:am|ar) (?:\d+\s\w+, )?\d\d:\d\d/);
});

// case 160
test('“none” is never taken from memory', ON_ALL_VERSIONS, async ({ open }) => {
  let response = collection();
  const gorlif = await open(AROUND, { answers: { wales: () => response, here: () => response } });
  await gorlif.answer.is('none');
  await stored(gorlif.page, 4);
  response = { status: 502 };
  const again = await gorlif.openTab();
  await expect(again.answer.element).toContainText('could not be checked since');
  await expect(again.page.locator('#page')).not.toHaveText(/No flood warnings|lists no flood/);
});
