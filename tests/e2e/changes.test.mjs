// What has changed since the messages were last marked as seen: marks, numbers, title, icon, announcements, sound.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { KEY, PHONE, later, marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

const WALES = '/floodwarnings/v1/distance/150000/latlon/52.4/-3.8';
const BRECON = 'lat=51.9473&lon=-3.3912&r=20';
const MINUTE = 60_000;
let browser, service, sample;
before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'storm');
  const headers = { 'Ocp-Apim-Subscription-Key': KEY };
  sample = (await (await fetch(service.address + WALES, { headers })).json()).features;
});
after(async () => {
  await service?.stop();
  await browser?.close();
});

/** By SEVERITYVALUE. */
const LABELS = ['', 'Severe Flood Warning', 'Flood Warning', 'Flood Alert', 'Warning No Longer in Force'];
const NAMES = { usk: 'River Usk at Brecon', wye: 'River Wye at Builth Wells', clwyd: 'River Clwyd at Ruthin' };
const POINTS = { usk: [-3.391, 51.947], wye: [-3.405, 52.0], clwyd: [-3.31, 53.11] };
/** A response with these messages, by name and SEVERITYVALUE. */
const response = (messages) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: Object.entries(messages).map(([name, value]) => ({
      ...sample[0],
      geometry: { type: 'Point', coordinates: POINTS[name] },
      properties: {
        ...sample[0].properties,
        FWACODE: name,
        DESCRIPTION: NAMES[name],
        SEVERITYVALUE: value,
        SEVERITY: LABELS[value],
      },
    })),
  });

/** A gateway whose messages are those of `storm.messages`; the River Clwyd is far from the place. */
async function startStorm(t) {
  const listed = (path, { clwyd, ...here }) => (path.includes('/150000/') && clwyd ? { ...here, clwyd } : here);
  const storm = { messages: {} };
  const gateway = await startGateway(service, {
    answer: (path) =>
      path.startsWith('/api/floodwarnings/')
        ? { headers: { 'Content-Type': 'application/json' }, body: response(listed(path, storm.messages)) }
        : undefined,
  });
  t.after(() => gateway.stop());
  return Object.assign(storm, { address: gateway.address });
}
/** Collects what live regions say from now on, by the element and its politeness. */
const listen = (page) =>
  page.evaluate(() => {
    globalThis.said = [];
    for (const region of document.querySelectorAll('.change-news [role]')) {
      const last = () => region.textContent.replace(/\u00a0/g, ' ').trim();
      let text = last();
      new MutationObserver(() => {
        if (last() !== text && last()) globalThis.said.push(`${region.getAttribute('role')}: ${last()}`);
        text = last();
      }).observe(region, { childList: true, characterData: true, subtree: true });
    }
  });
const said = (page) => page.evaluate(() => globalThis.said.splice(0));
const marks = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('[data-area-code][data-change]')].map(({ dataset }) => [
        dataset.areaCode,
        dataset.change,
      ]),
    ),
  );
const icon = (page) => page.evaluate(() => document.querySelector('link[rel=icon]').getAttribute('href'));
/** The next stage: the page asks again, and has it when its list has the severities of the stage. */
async function next(storm, page, messages) {
  storm.messages = messages;
  await later(page, 10);
  await page.getByRole('button', { name: /^(Check now|Gwirio nawr)$/ }).click();
  await has(page, messages);
}
const has = (page, messages) =>
  page.waitForFunction((messages) => {
    const list = (heading) => document.querySelectorAll(`.panel.warnings ${heading}`).length;
    const codes = [...document.querySelectorAll('[data-area-code]')].map(({ dataset }) => dataset.areaCode);
    const symbols = [...document.querySelectorAll('[data-area-code]')].map(
      (row) => row.dataset.areaCode + row.querySelector('use').getAttribute('href'),
    );
    const ids = ['', '#symbol-severe', '#symbol-warning', '#symbol-alert', '#symbol-over'];
    const wanted = Object.entries(messages).map(([name, value]) => name + ids[value]);
    return list('h2') && codes.length === wanted.length && wanted.every((one) => symbols.includes(one));
  }, messages);
const ready = async (page) => {
  await marked(page);
  await page.locator('.change-news').waitFor({ state: 'attached' });
};

const WORDS = {
  en: {
    since: (counts) => new RegExp(`^status: Changes since \\d\\d:\\d\\d: ${counts}\\.$`),
    new: '1 new',
    newAndNew: '2 new',
    raised: '1 raised',
    lowered: '1 lowered',
    ended: '1 ended',
    severe: 'alert: New severe flood warning, danger to life: River Usk at Brecon;',
    mark: 'Mark as seen',
    marks: { new: 'New', raised: 'Raised', lowered: 'Lowered', ended: 'Ended' },
    gone: 'No longer in force:',
  },
  cy: {
    since: (counts) => new RegExp(`^status: Newidiadau ers \\d\\d:\\d\\d: ${counts}\\.$`),
    new: '1 newydd',
    newAndNew: '2 newydd',
    raised: '1 wedi codi',
    lowered: '1 wedi gostwng',
    ended: '1 wedi dod i ben',
    severe: 'alert: Rhybudd llifogydd difrifol newydd, perygl i fywyd: River Usk at Brecon;',
    mark: "Marcio fel wedi'u gweld",
    marks: { new: 'Newydd', raised: "Wedi'i chodi", lowered: "Wedi'i gostwng", ended: 'Wedi dod i ben' },
    gone: 'Ddim mewn grym mwyach:',
  },
};
for (const [language, words] of Object.entries(WORDS)) {
  test(`a storm, from calm to stood down, yields each mark, number, title and announcement once (${language})`, async (t) => {
    const storm = await startStorm(t);
    const page = await open(browser, `${storm.address}?lang=${language}&${BRECON}`, { viewport: PHONE });
    t.after(() => page.context().close());
    await ready(page);
    await listen(page);
    const title = await page.title();
    const expect = async (marksWanted, titleWanted, ...announcements) => {
      await page.waitForFunction(
        (title) => document.title === title,
        titleWanted ? `(${titleWanted}) ${title}` : title,
      );
      assert.deepEqual(await marks(page), marksWanted);
      assert.equal(await icon(page), titleWanted ? 'icon-changed.svg' : 'icon.svg');
      const texts = await said(page);
      assert.equal(texts.length, announcements.length, texts.join(' | '));
      announcements.forEach((wanted, index) =>
        wanted instanceof RegExp ? assert.match(texts[index], wanted) : assert.equal(texts[index], wanted),
      );
      const shown = await page.locator('[data-change] .change').allTextContents();
      assert.deepEqual(
        shown.toSorted(),
        Object.values(marksWanted)
          .map((id) => words.marks[id])
          .toSorted(),
      );
    };
    const mark = async () => {
      await page.getByRole('button', { name: words.mark }).click();
      await page.waitForFunction((title) => document.title === title, title);
      assert.equal(await page.evaluate(() => document.activeElement.id), 'warnings-heading');
      assert.deepEqual(await marks(page), {});
    };
    // Calm: nothing is new on a first visit.
    await expect({}, 0);
    // An alert; a message far away is none of this place's.
    await next(storm, page, { usk: 3 });
    await expect({ usk: 'new' }, 1, words.since(words.new));
    await mark();
    // Raised to a warning.
    await next(storm, page, { usk: 2 });
    await expect({ usk: 'raised' }, 1, words.since(words.raised));
    // The same again is announced no second time.
    await next(storm, page, { usk: 2 });
    await expect({ usk: 'raised' }, 1);
    // Severe, and another one.
    await next(storm, page, { usk: 1, wye: 3 });
    await expect({ usk: 'raised', wye: 'new' }, 2, words.since(`${words.new}, ${words.raised}`), words.severe);
    // A reload keeps what was not marked as seen.
    await page.reload();
    await ready(page);
    await has(page, { usk: 1, wye: 3 });
    await page.waitForFunction(() => document.querySelectorAll('[data-change]').length === 2);
    assert.equal(await page.title(), `(2) ${title}`);
    await listen(page);
    await mark();
    await said(page);
    // Lowered.
    await next(storm, page, { usk: 3, wye: 3 });
    await expect({ usk: 'lowered' }, 1, words.since(words.lowered));
    // Stood down; and the other one is no longer in the response.
    await next(storm, page, { usk: 4, wye: 3 });
    await expect({ usk: 'ended' }, 1, words.since(words.ended));
    await mark();
    await next(storm, page, { usk: 4 });
    await expect({}, 1, words.since(words.ended));
    assert.equal(await page.locator('.changes > p').nth(1).textContent(), words.gone);
    assert.deepEqual(await page.locator('.changes li[data-change="ended"]').allTextContents(), [NAMES.wye]);
    assert.deepEqual(page.faults, []);
  });
}

test('what was seen is kept over a night and by all tabs, and after two days it says nothing', async (t) => {
  const storm = await startStorm(t);
  storm.messages = { usk: 3 };
  const page = await open(browser, `${storm.address}?lang=en&${BRECON}`);
  t.after(() => page.context().close());
  await ready(page);
  const stored = () => page.evaluate(() => localStorage.getItem('gorlif.seen'));
  await page.waitForFunction(() => localStorage.getItem('gorlif.seen'));
  const setBack = async (hours) => {
    const seen = JSON.parse(await stored());
    seen.seen -= hours * 60 * MINUTE;
    await page.evaluate((text) => localStorage.setItem('gorlif.seen', text), JSON.stringify(seen));
  };
  await setBack(13);
  storm.messages = { usk: 2, wye: 3 };
  await page.reload();
  await page.waitForFunction(() => /^\(2\) /.test(document.title));
  assert.match(plain(await page.locator('.change-news [role=status]').textContent()), /: 1 new, 1 raised\.$/);
  // Another tab shows the same; what is marked there is marked here.
  const other = await page.context().newPage();
  await other.goto(`${storm.address}?lang=en&${BRECON}`);
  await other.waitForFunction(() => /^\(2\) /.test(document.title));
  await other.getByRole('button', { name: 'Mark as seen' }).click();
  await page.waitForFunction(() => !/^\(/.test(document.title));
  assert.deepEqual(await marks(page), {});
  await other.close();
  await setBack(49);
  storm.messages = { usk: 1 };
  await page.reload();
  await ready(page);
  await has(page, { usk: 1 });
  await page.waitForFunction(
    (before) => JSON.parse(localStorage.getItem('gorlif.seen')).seen > before,
    Date.now() - MINUTE,
  );
  assert.deepEqual(await marks(page), {});
  assert.deepEqual(page.faults, []);
});

test('for all of Wales no severe warning is an alert, and around a place a message elsewhere is no change', async (t) => {
  const storm = await startStorm(t);
  storm.messages = { usk: 2 };
  const page = await open(browser, `${storm.address}?lang=en`);
  t.after(() => page.context().close());
  await ready(page);
  await page.waitForFunction(() => localStorage.getItem('gorlif.seen'));
  await next(storm, page, { usk: 2, clwyd: 1 });
  await page.waitForFunction(() => /^\(1\) /.test(document.title));
  // All of Wales has no place, around which a severe warning would be new.
  assert.equal(await page.locator('.change-news [role=alert]').textContent(), '');
  assert.deepEqual(await marks(page), { clwyd: 'new' });
  await page.goto(`${storm.address}?lang=en&${BRECON}`);
  await ready(page);
  await has(page, { usk: 2 });
  await page.waitForFunction(() => document.querySelector('.change-news [role=status]')?.textContent === '');
  assert.deepEqual(await marks(page), {});
  assert.deepEqual(page.faults, []);
});

test('the sound is off until it is switched on, and is played for what is new or raised', async (t) => {
  const storm = await startStorm(t);
  const page = await open(browser, `${storm.address}?lang=en&${BRECON}`, {
    init: () => {
      globalThis.played = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...args) {
        globalThis.played += 1;
        return start.apply(this, args);
      };
    },
  });
  t.after(() => page.context().close());
  await ready(page);
  const played = () => page.evaluate(() => globalThis.played);
  await next(storm, page, { usk: 3 });
  await page.waitForFunction(() => /^\(1\) /.test(document.title));
  assert.equal(await played(), 0);
  await page.locator('.views button').nth(3).click();
  const button = page.getByRole('button', { name: 'Sound when a message is new or raised' });
  await button.click();
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  // The press plays it once, so that it is known.
  assert.equal(await played(), 1);
  await next(storm, page, { usk: 2 });
  await page.waitForFunction(() => globalThis.played === 2);
  await next(storm, page, { usk: 3 });
  await page.waitForFunction(() => document.querySelector('[data-change="new"]'));
  assert.equal(await played(), 2);
  assert.deepEqual(page.faults, []);
});

const plain = (text) => text.replace(/\u00a0/g, ' ');

// case 174
test('a message that the list still has as severe is not called lowered', async (t) => {
  const storm = await startStorm(t);
  // The place's own response, which stays, and the newer one for all of Wales.
  const here = response({ usk: 1 });
  const gateway = await startGateway(service, {
    answer: (path) => {
      if (!path.startsWith('/api/floodwarnings/')) return undefined;
      const headers = { 'Content-Type': 'application/json' };
      if (path.includes('/150000/')) return { headers, body: response(storm.messages) };
      return { headers: { ...headers, 'X-Origin-Date': storm.still }, body: here };
    },
  });
  t.after(() => gateway.stop());
  Object.assign(storm, { messages: { usk: 1 }, still: new Date(Date.now() - MINUTE).toUTCString() });
  const page = await open(browser, `${gateway.address}?lang=en&${BRECON}`);
  t.after(() => page.context().close());
  await ready(page);
  await has(page, { usk: 1 });
  storm.messages = { usk: 3 };
  await later(page, 60);
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.waitForFunction(() => /^Checked at/.test(document.querySelector('.check').textContent));
  await has(page, { usk: 1 });
  assert.deepEqual(await marks(page), {});
});
