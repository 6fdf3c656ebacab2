// The block of the answer: what it says in its order, where it ends on a phone, and that long content keeps it in shape.
import { collection, gauge, json, listing, message, messageAt, minutesAgo } from '../support/bodies.mjs';
import { expect, test as base } from '../support/fixtures.mjs';
import { BRECON, PHONE, around, hold } from '../support/page.mjs';
import { startWithPast } from '../support/recorder-harness.mjs';

const SMALL = { width: 360, height: 640 };
const AROUND = around(10);
/** Names of the service are not longer. */
const LONG = 'River Usk and its tributaries between Llanfihangel Crucorney and Newbridge-on-Usk, '
  .repeat(3)
  .slice(0, 200);

const test = base.extend({
  /** The gateway of a storm, with the files of a recorder. */
  past: async ({ processes }, use) => {
    await use(await processes('past of a storm', () => startWithPast('1d', { scenario: 'storm' })));
  },
});

/** The parts of the block from top to bottom: their name, and where they begin and end in the window. */
const parts = ({ page }) =>
  page.locator('#answer').evaluate((answer) => {
    const selectors = {
      heading: '.sentence',
      calls: '.calls',
      advice: '.action h3 + *',
      whatToDo: '.action',
      gauge: '.near-gauge',
      checked: ':scope > .checked',
      also: '.also',
    };
    const boxes = Object.entries(selectors).map(([name, selector]) => {
      const { top, bottom } = answer.querySelector(selector)?.getBoundingClientRect() ?? {};
      return [name, { top, bottom }];
    });
    return Object.fromEntries(boxes);
  });

test('on phones the block is in its order above the fold, also in large text its headline', async ({ open, past }) => {
  const gorlif = await open(`${around(20)}&lang=en`, { at: past.gateway, viewport: PHONE });
  const { page, answer, place } = gorlif;
  await gorlif.settled();
  for (const language of ['en', 'cy']) {
    await gorlif.inLanguage(language);
    await page.setViewportSize(PHONE);
    await expect(answer.gauge.locator('[data-nearest-gauge]')).toBeVisible();
    await expect(answer.gauge.locator('svg path')).toHaveAttribute('d', /^M[\d.]+ [\d.]+(?:L[\d.]+ [\d.]+){20,}/);
    const { heading, calls, whatToDo, gauge, checked, also } = await parts(gorlif);
    const order = [heading, calls, whatToDo, gauge, checked, also];
    for (const [index, part] of order.entries()) {
      expect(part.bottom, `end of part ${index + 1}`).toBeLessThanOrEqual(PHONE.height);
      if (index > 0) expect(part.top, `part ${index + 1}`).toBeGreaterThanOrEqual(order[index - 1].bottom);
    }
    expect(await page.evaluate(() => window.scrollY)).toBe(0);

    await page.setViewportSize(SMALL);
    const small = await parts(gorlif);
    expect(small.heading.bottom).toBeLessThan(small.advice.top);
    expect(small.advice.top + 48, `the first line of what to do (${language})`).toBeLessThanOrEqual(SMALL.height);

    // Until the gazetteer has loaded it is a grid reference.
    await expect(place.name).toHaveText(/^(?:Brecon|Aberhonddu)$/);
    for (const [what, viewport, fontSize] of [
      ['text of 200 %', PHONE, '212.5%'],
      ['a zoom of 400 %', { width: 320, height: 256 }, ''],
    ]) {
      await page.setViewportSize(viewport);
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
      const { heading } = await parts(gorlif);
      expect(heading.top, `${what} (${language})`).toBeLessThanOrEqual(0.4 * viewport.height);
    }
  }
});

test('the place and its button share one row; the form over the answer has the radius, and closes', async ({
  open,
}) => {
  const gorlif = await open(`${AROUND}&lang=en`, { viewport: SMALL });
  const { page, place } = gorlif;
  for (const language of ['en', 'cy']) {
    await gorlif.inLanguage(language);
    await expect(place.name).toHaveText(/Brecon|Aberhonddu/);
    const row = await page.locator('.here').evaluate((row) => ({
      height: row.getBoundingClientRect().height,
      excess: row.scrollWidth - row.clientWidth,
    }));
    expect(row, language).toEqual({ height: 44, excess: 0 });
    await place.changeButton.click();
    // Of the size of a finger.
    for (const part of [place.changeButton, place.radius]) expect((await part.boundingBox()).height).toBe(44);
    const name = { en: 'within this distance of your place', cy: "o fewn y pellter hwn i'ch lle" }[language];
    await expect(page.getByRole('combobox', { name, exact: true })).toHaveValue('10');
    await place.changeButton.click();
  }
  // The form closes by its button, and when the focus leaves it, not by a tap beside a field.
  await page.setViewportSize(PHONE);
  await place.changeButton.click();
  await expect(place.field).toBeFocused();
  await page.locator('#place-hint').click();
  await expect(place.field).toBeVisible();
  await place.changeButton.click();
  await expect(place.field).toBeHidden();
  await place.changeButton.click();
  await page.locator('#answer-heading').focus();
  await expect(place.field).toBeHidden();
});

/** Levels of gauges so many kilometres north of Brecon, with their titles. */
const gauges = (...gauges) =>
  collection(
    ...gauges.map(([title, km, properties = {}], index) =>
      gauge(
        { Location: String(index + 1), TitleEN: title, TitleCY: title, LatestTime: minutesAgo(10), ...properties },
        [BRECON.lon, BRECON.lat + km / 111.195],
      ),
    ),
  );
const inForce = listing(messageAt('u', 2, 'River Usk at Crickhowell', 2.9));

test('the gauge of the answer is the nearest current one, or on a message’s river', async ({ open, startGateway }) => {
  const council = [{ station: '2', level: 0.2, en: 'High Street begins to flood', cy: 'Stryd' }];
  const at = await startGateway({
    change: (html) => html.replace('"endpoint":', '"levels": true, "endpoint":'),
    answer: (path) => (path === '/levels.json' ? { body: JSON.stringify(council) } : undefined),
  });
  let [messages, levels] = [collection(), { status: 502 }];
  const gorlif = await open(`${AROUND}&rising=1`, {
    at,
    viewport: PHONE,
    answers: { wales: () => messages, here: () => messages, levels: () => levels },
  });
  const { answer, lists, sources } = gorlif;
  const receive = async (...given) => {
    levels = gauges(...given);
    await gorlif.later(70);
    await sources.checkNow();
  };
  await expect(answer.gauge).toHaveText('The river levels could not be loaded.');
  await receive(['Usk at Usk', 40, { Location: '9' }]);
  await expect(answer.gauge).toHaveText('No river gauge within 10 km.', { useInnerText: true });
  const [honddu, usk] = ['Honddu at Brecon', 'Usk at Brecon'];
  await receive([honddu, 1], [usk, 4], ['Usk at Usk', 8]);
  await expect(answer.gauge).toContainText(/Honddu at Brecon.*0\.21\sm/);
  messages = inForce.here;
  await receive([honddu, 1], [usk, 4], ['Usk at Usk', 8]);
  await expect(answer.gauge).toContainText(/Usk at Brecon.*Local level reached: High Street begins to flood/);
  await expect(lists.gauges).toHaveCount(0);
  await answer.gauge.getByRole('button').click();
  const opened = lists.gauges.filter({ hasText: usk }).locator('.entry');
  await expect(opened).toHaveAttribute('aria-expanded', 'true');
  await expect(opened).toBeInViewport();
  const old = { LatestTime: '2020-01-01T00:00:00Z' };
  await receive([honddu, 1], [usk, 4, old], ['Usk at Usk', 8, old]);
  await expect(answer.gauge).toContainText(honddu);
  const offline = { StatusEN: 'Offline', StatusCY: 'All-lein' };
  await receive([honddu, 1, offline], [usk, 4, offline]);
  await expect(answer.gauge).toContainText(/Usk at Brecon.*offline/);
  expect(gorlif.ownErrors()).toEqual([]);
});

test('what else is in force is one line; calls and advice are for the headline', async ({ open }) => {
  const answers = listing(
    messageAt('a', 2, 'River Usk at Brecon', 1),
    messageAt('b', 3, 'River Honddu', 2),
    messageAt('c', 3, 'River Tarell', 12),
  );
  const { page, answer, lists } = await open(AROUND, { viewport: PHONE, answers });
  // They have no role until the first content has gone.
  await expect(answer.calls.locator('.emergency'), 'not severe').toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(answer.calls.getByRole('link')).toHaveCount(2);
  await expect(answer.action).toHaveText(/Move people, pets and valuables/);
  await lists.show('rivers');
  // Of the final answer: the line of a provisional one may be replaced while it is pressed.
  await answer.isFinal('some');
  await answer.also.click();
  await expect(page.locator('#warnings-heading')).toBeFocused();
  await expect(page.locator('#warnings-heading')).toBeInViewport();
  // On paper the answer has its area in words.
  await expect(answer.area).toHaveText(/^Brecon, 10\skm/);
  await expect(answer.area).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(answer.area).toBeVisible();
});

test('names of 200 characters and a message without a time keep the block in order', async ({ open }) => {
  const answers = listing(
    message({ FWACODE: 'a', SEVERITYVALUE: 1, DESCRIPTION: LONG, TIMERAISED: null, SEVERITY_CHANGED: null }),
    ...Array.from({ length: 60 }, (_, index) => messageAt(`b${index}`, 2, `${index} ${LONG}`, 2)),
  );
  const gorlif = await open(`${AROUND}&lang=en`, { viewport: SMALL, answers: { ...answers } });
  await gorlif.settled();
  for (const language of ['en', 'cy']) {
    await gorlif.inLanguage(language);
    await expect(gorlif.answer.sentence).toContainText(LONG.trim());
    const { heading, advice } = await parts(gorlif);
    expect(advice.top).toBeGreaterThanOrEqual(heading.bottom);
    expect(advice.top + 48, `the first line of what to do (${language})`).toBeLessThanOrEqual(SMALL.height);
    expect(await gorlif.excessWidth(), 'pixels too wide').toBeLessThanOrEqual(0);
  }
});

test('the parts that load later move nothing of the block', async ({ open }) => {
  let release;
  const gorlif = await open(AROUND, {
    viewport: PHONE,
    answers: { ...inForce, levels: gauges(['Usk at Brecon', 4]) },
    prepare: async (context) => {
      release = await hold(context, /_page\.wasm/);
    },
  });
  await expect(gorlif.answer.also.or(gorlif.answer.element.locator(':scope > .checked')).first()).toBeVisible();
  await expect(gorlif.answer.provisional).toHaveCount(0);
  const before = await parts(gorlif);
  release();
  await expect(gorlif.answer.gauge).toContainText('Usk at Brecon');
  expect(await parts(gorlif)).toEqual(before);
});

// case 253
test('whom to call is that of the place, with the lines of the council that can be dialled', async ({
  visit,
  startGateway,
}) => {
  const line = (county) => ({ county, phone: '01597 000000', en: `Roads of ${county}`, cy: `Ffyrdd ${county}` });
  const lines = [line('powys'), line('cardiff'), { ...line('powys'), phone: 'call us' }];
  const at = await startGateway({
    change: (html) => html.replace('"endpoint":', '"contacts": true, "endpoint":'),
    answer: (path) => (path === '/contacts.json' ? json(lines) : undefined),
  });
  const gorlif = await visit(`${AROUND}&lang=en`, { at, viewport: SMALL });
  const contacts = gorlif.page.locator('.contacts');
  await contacts.locator('summary').click();
  await gorlif.inLanguage('cy');
  await expect(contacts.locator('li')).toHaveText([/^Ffyrdd powys 01597/, / 0300 065 3000$/, / 0800 085 3968$/]);
  await expect(contacts.locator('li a').first()).toHaveAttribute('href', 'tel:01597000000');
});
