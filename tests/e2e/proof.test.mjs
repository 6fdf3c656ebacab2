// "None" and "very low" are said only of what is proven: by both answers on warnings, by the age of each, and by an answer that was read
// as a whole. And what is known to be in force is not hidden when the service cannot be asked.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  DISTANCE_PATH,
  LEVELS,
  WALES_PATH,
  later,
  levelsBody,
  marked,
  open,
  operationOf,
  startBrowser,
  startGateway,
  startService,
  stored,
} from '../support/harness.mjs';

let browser, calm;
before(async () => {
  browser = await startBrowser();
  calm = await startService('--scenario', 'calm', '--still');
});
after(async () => {
  await browser?.close();
  await calm?.stop();
});

const BRECON = { lat: 51.947, lon: -3.391 };
const AROUND = `?lat=${BRECON.lat}&lon=${BRECON.lon}`;
const collection = (...features) => ({ type: 'FeatureCollection', features });
const message = (properties = {}, coordinates = [BRECON.lon, BRECON.lat]) => ({
  type: 'Feature',
  geometry: coordinates && { type: 'Point', coordinates },
  properties: {
    FWACODE: '103FWF001',
    AREA: 'South East',
    DESCRIPTION: 'River Usk at Brecon',
    TIDAL: 'f',
    SEVERITY: 'Severe Flood Warning',
    SEVERITYVALUE: 1,
    TIMERAISED: Date.now() - 3.6e6,
    SEVERITY_CHANGED: Date.now() - 3.6e6,
    RIM_CHANGED: Date.now() - 3.6e6,
    RIM_ENGLISH: 'Text.',
    RIM_WELSH: '',
    ...properties,
  },
});
const http = (ms = 0) => new Date(Date.now() + ms).toUTCString();
const MINUTE = 60_000;

/** A visit in which `answers` gives each operation a body, or a status and headers; it may change them while the page is open. */
async function visit({ query = AROUND, answers, ...context }, run) {
  const gateway = await startGateway(calm, {
    answer: (path, request) => {
      const given = answers[operationOf(path)] ?? (operationOf(path) ? answers.all : undefined);
      if (given === undefined) return null;
      const {
        status = 200,
        headers = {},
        body = collection(),
      } = typeof given === 'function' ? given(request) : given.headers || given.status ? given : { body: given };
      return {
        status,
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      };
    },
  });
  const page = await open(browser, gateway.address + query, context);
  try {
    await run(page, gateway);
  } finally {
    await page.context().close();
    await gateway.stop();
  }
}
const answer = (page) => page.locator('#answer').getAttribute('data-answer');
const answers = (page, value) =>
  page.waitForFunction((value) => document.getElementById('answer')?.dataset.answer === value, value);
/** The answer as it stands when nothing is on its way any more. */
const settled = (page) =>
  page.waitForFunction(
    () =>
      document.getElementById('answer') &&
      document.querySelector('#map')?.dataset.zoom &&
      !document.querySelector('.provisional') &&
      // Not innerText, which is empty while the page is hidden by #waiting.
      /^(?!.*Checking for)\S/.test(document.querySelector('.sentence').textContent),
  );
const says = (page, pattern) =>
  page.waitForFunction(
    (source) => new RegExp(source, 's').test(document.getElementById('page')?.innerText ?? ''),
    pattern.source,
  );

// case 139
test('an empty answer for the place does not overrule a warning that all of Wales lists inside the circle', async () => {
  for (const [age, other] of [
    [0, 0],
    [0, 10],
    [10, 0],
  ]) {
    const of = (minutes, body) => ({ headers: { 'X-Origin-Date': http(-minutes * MINUTE) }, body });
    await visit({ answers: { wales: of(age, collection(message())), here: of(other, collection()) } }, async (page) => {
      await settled(page);
      assert.equal(await answer(page), 'some', `${age} ${other}`);
      assert.match(await page.locator('.sentence').innerText(), /^Severe flood warning: River Usk at Brecon/);
    });
  }
});

// case 140
test('nor does an empty answer for all of Wales overrule what the place’s own lists', () =>
  visit({ answers: { wales: collection(), here: collection(message()) } }, async (page) => {
    await settled(page);
    assert.equal(await answer(page), 'some');
  }));

// case 141, 142, 143
test('headers that make an answer old or of no known age leave no “none”', async () => {
  for (const [name, headers, expected] of [
    ['fresh', {}, 'none'],
    ['an age of 10 minutes', { Age: '600' }, 'none'],
    ['an origin 19 minutes ago', { 'X-Origin-Date': http(-19 * MINUTE) }, 'none'],
    ['the larger of two ages counts once', { Age: '600', 'X-Origin-Date': http(-15 * MINUTE) }, 'none'],
    ['an age of 1300 seconds', { Age: '1300' }, 'unknown'],
    ['an age beyond all bounds', { Age: '4294967295' }, 'unknown'],
    ['an age beside an origin', { Age: '1300', 'X-Origin-Date': http() }, 'unknown'],
    ['an age that is none', { Age: 'old' }, 'unknown'],
    ['an origin 21 minutes ago', { 'X-Origin-Date': http(-21 * MINUTE) }, 'unknown'],
    ['an origin 90 minutes ahead', { 'X-Origin-Date': http(90 * MINUTE) }, 'unknown'],
    ['an origin two hours ahead', { 'X-Origin-Date': http(120 * MINUTE) }, 'unknown'],
    ['an origin a day ahead', { 'X-Origin-Date': http(1_440 * MINUTE) }, 'unknown'],
    ['an origin that is no date', { 'X-Origin-Date': 'now' }, 'unknown'],
  ]) {
    await visit(
      { answers: { wales: { headers, body: collection() }, here: { headers, body: collection() } } },
      async (page) => {
        await settled(page);
        assert.equal(await answer(page), expected, name);
        // An answer with an age is no reason to doubt the clock of the device.
        assert.doesNotMatch(await page.locator('.sources').innerText(), /clock of this device/, `case 145: ${name}`);
      },
    );
  }
});

test('an answer without a known age is called that, and not unreadable', () =>
  visit(
    { answers: { wales: { headers: { 'X-Origin-Date': http(90 * MINUTE) }, body: collection() } } },
    async (page) => {
      await says(page, /the answer does not say how old it is/);
      assert.doesNotMatch(await page.locator('[data-source="warnings"]').innerText(), /could not be read/);
    },
  ));

// case 144
test('answers of 502 with a Date half an hour behind make nothing younger', () => {
  const given = {};
  return visit({ answers: given }, async (page) => {
    await settled(page);
    assert.equal(await answer(page), 'none');
    given.all = () => ({ status: 502, headers: { Date: http(-30 * MINUTE) } });
    for (let n = 0; n < 4; n++) {
      const asked = page.waitForResponse(/distance\/11000/);
      // After the two retries the next request is five to ten minutes away, by the page's phase.
      await later(page, 11 * 60);
      await asked;
    }
    await answers(page, 'unknown');
    assert.doesNotMatch(await page.locator('.sources').innerText(), /clock of this device/);
  });
});

// case 141
test('a Date that stands still makes no answer younger than the others, and does not put the device’s clock in doubt', () => {
  const still = http();
  const given = { here: () => ({ headers: { Date: still }, body: collection() }) };
  return visit({ answers: given }, async (page) => {
    await settled(page);
    await page.locator('.sources [data-source]').first().waitFor({ state: 'attached' });
    await later(page, 25 * 60);
    await page.waitForFunction(() => !/clock of this device/.test(document.querySelector('.sources').innerText));
    given.all = { status: 502 };
    given.here = { status: 502 };
    await later(page, 25 * 60);
    await answers(page, 'unknown');
  });
});

// case 146
test('a device that slept, and one whose clock was set back meanwhile, never make an answer younger', () => {
  const given = {};
  return visit({ answers: given }, async (page) => {
    await settled(page);
    given.all = { status: 502 };
    given.here = { status: 502 };
    // The wall clock went on for 25 minutes, the monotonic one did not; then the clock is set back by two hours.
    await later(page, 25 * 60);
    await answers(page, 'unknown');
    await later(page, -2 * 60 * 60);
    await later(page, 60);
    assert.equal(await answer(page), 'unknown');
    assert.doesNotMatch(await page.locator('#answer').innerText(), /No flood warnings/);
  });
});

// case 147
test('under a tag that never changes each source is asked without a condition once an hour', () => {
  const asked = [];
  const levels = (request) => {
    asked.push(Boolean(request.headers['if-none-match']));
    return request.headers['if-none-match']
      ? { status: 304, headers: { ETag: '"still"' }, body: '' }
      : { headers: { ETag: '"still"' }, body: levelsBody(collection()) };
  };
  return visit({ answers: { levels } }, async (page) => {
    await marked(page, 'warnings-shown');
    await settled(page);
    for (let n = 0; n < 13; n++) {
      const answered = page.waitForResponse(new RegExp(LEVELS));
      await later(page, 460);
      await answered;
      // A clock that goes on while the page reads the answer would put the next request off.
      await page.waitForFunction(() => {
        const row = document.querySelector('[data-source=levels]');
        return row && !row.textContent.includes('being checked');
      });
    }
    assert.equal(asked[0], false);
    const later_ = asked.slice(1);
    assert.ok(
      later_.filter((conditional) => !conditional).length >= 1 &&
        later_.filter((conditional) => conditional).length >= 8,
      JSON.stringify(asked),
    );
  });
});

// case 148
test('what another page of this origin says of the future is ignored', () =>
  visit({ answers: { all: { status: 502 } } }, async (page, gateway) => {
    await page.waitForFunction(() => /could not be checked/.test(document.getElementById('answer')?.innerText));
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
    await page.evaluate(
      () =>
        new Promise((done) => {
          const channel = new BroadcastChannel('gorlif');
          channel.onmessage = done;
          new BroadcastChannel('gorlif').postMessage(null);
        }),
    );
    assert.equal(await answer(page), 'unknown');
    // The same of a second ago is heard.
    await tell(-1_000);
    await answers(page, 'none');
  }));

// case 149, 151
test('entries of the forecast that cannot be read make absent counties “not stated” in the table, and no cell is blank', async () => {
  const today = new Date()
    .toLocaleDateString('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'Europe/London',
    })
    .replace(',', '');
  const entry = (more = {}) => ({
    Day_en: today,
    LocationCounty_en: 'Powys',
    Region_en: 'Mid',
    RiskLevelName_en: 'Low',
    Day_cy: '',
    LocationCounty_cy: '',
    Region_cy: '',
    RiskLevelName_cy: '',
    ...more,
  });
  const cells = (page, county) => page.locator(`[data-county="${county}"]`).allTextContents();
  const twice = JSON.stringify([entry()]).replace(
    '"LocationCounty_en":"Powys"',
    '"LocationCounty_en":"Powys","LocationCounty_en":"Gwynedd"',
  );
  for (const [name, forecast, expected] of [
    ['good', [entry()], /Very low/],
    ['null', [entry(), null], /^not stated$/],
    ['text', [entry(), 'Gwynedd'], /^not stated$/],
    ['an array', [entry(), []], /^not stated$/],
    ['no county', [entry(), entry({ LocationCounty_en: null })], /^not stated$/],
    ['an empty county', [entry(), entry({ LocationCounty_en: '' })], /^not stated$/],
    ['an unknown county', [entry(), entry({ LocationCounty_en: 'Mercia' })], /^not stated$/],
    ['a key twice', `[${JSON.stringify(entry())},${twice.slice(1)}`, /^not stated$/],
  ]) {
    await visit(
      { query: '', answers: { forecast: typeof forecast === 'string' ? { headers: {}, body: forecast } : forecast } },
      async (page) => {
        await marked(page, 'forecast-shown');
        const gwynedd = await cells(page, 'gwynedd');
        assert.ok(
          gwynedd.length >= 5 && gwynedd.slice(0, 4).every((text) => expected.test(text)),
          `${name}: ${gwynedd}`,
        );
        assert.equal((await cells(page, 'powys'))[0], 'Low', name);
      },
    );
  }
  for (const [level, text] of [
    ['', 'not stated'],
    [null, 'not stated'],
    ['Extreme', 'at least high: a level this page does not know: Extreme'],
  ]) {
    await visit({ query: '', answers: { forecast: [entry({ RiskLevelName_en: level })] } }, async (page) => {
      await marked(page, 'forecast-shown');
      assert.equal((await cells(page, 'powys'))[0], text, String(level));
    });
  }
});

// case 150
test('a forecast whose days begin nine days ahead, next year, or in another order is out of date', async () => {
  const day = (ahead, options = {}) =>
    new Date(Date.now() + ahead * 86_400_000)
      .toLocaleDateString('en-GB', {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        timeZone: 'Europe/London',
        ...options,
      })
      .replace(',', '');
  const american = new Date().toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'Europe/London',
  });
  for (const text of [day(9), day(365), american]) {
    await visit(
      {
        query: '',
        answers: {
          forecast: [{ Day_en: text, LocationCounty_en: 'Powys', Region_en: 'Mid', RiskLevelName_en: 'Low' }],
        },
      },
      async (page) => {
        await marked(page, 'forecast-shown');
        await says(page, /Flood risk forecast: out of date/);
        assert.equal(await page.getByText('Very low', { exact: true }).count(), 0, text);
      },
    );
  }
});

// case 152, 153, 154
test('a message without a code, one whose severity is odd and one that cannot be read are not dropped', async () => {
  const alert = message({ FWACODE: 'alert', DESCRIPTION: 'River Tarell', SEVERITY: 'Flood Alert', SEVERITYVALUE: 3 });
  for (const code of [undefined, null, '']) {
    const wales = collection(message({ FWACODE: code }), alert);
    await visit({ query: '', answers: { wales } }, async (page) => {
      await answers(page, 'some');
      assert.match(
        (await page.locator('.sentence').innerText()).replaceAll('\u00a0', ' '),
        /^1 severe flood warning and 1 flood alert in Wales\.$/,
      );
      await page.locator('.entry', { hasText: 'River Usk at Brecon' }).click();
      await page.locator('.details').waitFor();
      assert.doesNotMatch(await page.locator('.details').innerText(), /~|Area code/);
    });
  }
  for (const odd of [[1], true, {}]) {
    const here = collection(message({ SEVERITY: 'Warning no longer in force', SEVERITYVALUE: odd }));
    await visit({ answers: { wales: here, here } }, async (page) => {
      await settled(page);
      assert.equal(await answer(page), 'some', JSON.stringify(odd));
    });
  }
  const contradictory = JSON.stringify(collection(message(), alert)).replace(
    '"SEVERITYVALUE":1',
    '"SEVERITYVALUE":1,"SEVERITYVALUE":4',
  );
  await visit({ query: '', answers: { wales: { headers: {}, body: contradictory } } }, async (page) => {
    await answers(page, 'some');
    assert.match(
      (await page.locator('.sentence').innerText()).replaceAll('\u00a0', ' '),
      /^1 flood alert, and 1 message that could not be read, in Wales\.$/,
    );
    await page.locator('.language').click();
    await says(page, /1\sneges na ellid ei darllen/);
  });
  const only = JSON.stringify(collection(message())).replace(
    '"SEVERITYVALUE":1',
    '"SEVERITYVALUE":1,"SEVERITYVALUE":4',
  );
  await visit({ query: '', answers: { wales: { headers: {}, body: only } } }, async (page) => {
    await says(page, /1\smessage could not be read\. It may be a flood warning here\./);
    assert.equal(await answer(page), 'unknown');
    assert.doesNotMatch(await page.locator('#page').innerText(), /list of warnings could not be loaded/);
  });
});

// case 155
test('a collection that says it is not all, or an error, is not an answer', async () => {
  for (const more of [{ totalFeatures: 3 }, { exceededTransferLimit: true }, { error: { code: 500 } }]) {
    await visit(
      { answers: { wales: { ...collection(), ...more }, here: { headers: {}, body: { ...collection(), ...more } } } },
      async (page) => {
        await says(page, /the answer says of itself that it is not complete/);
        assert.equal(await answer(page), 'unknown', JSON.stringify(more));
      },
    );
  }
});

test('gauges that could not be read are not called absent, and a text that was cut says so', async () => {
  await visit({ answers: { levels: { headers: {}, body: levelsBody(collection(null, 1)) } } }, async (page) => {
    await page.locator('.views button').nth(1).click();
    await says(page, /list of gauges could not be read/);
    assert.doesNotMatch(await page.locator('.panel.rivers').textContent(), /No gauge lies/);
  });
  const here = collection(message({ RIM_ENGLISH: 'Water. '.repeat(2_000) }));
  await visit({ answers: { wales: here, here } }, async (page) => {
    await settled(page);
    await page.locator('[data-area-code] .entry').click();
    await page.getByText('The text is longer. Only its first 10,000 characters are shown.').waitFor();
  });
});

// case 160
test('a reload without a network keeps the warnings that were in force as the headline, with their age and what to do', async () => {
  let reachable = true;
  const here = collection(
    message(),
    message({ FWACODE: 'b', DESCRIPTION: 'River Honddu', SEVERITY: 'Flood Alert', SEVERITYVALUE: 3 }),
  );
  const of = () => (reachable ? { headers: { 'X-Origin-Date': http(-4 * MINUTE) }, body: here } : { status: 502 });
  await visit({ answers: { wales: of, here: of } }, async (page, gateway) => {
    await settled(page);
    await stored(page, 4);
    reachable = false;
    const again = await page.context().newPage();
    await again.goto(gateway.address + AROUND);
    await again.waitForFunction(() => /cannot be checked now/.test(document.getElementById('answer')?.innerText));
    const text = await again.locator('#answer').innerText();
    assert.match(text, /^Severe flood warning: River Usk at Brecon/);
    assert.match(
      text.replaceAll('\u00a0', ' '),
      /In force when last checked at (?:\d+\s\w+, )?\d\d:\d\d, \d+ minutes ago; cannot be checked now\./,
    );
    assert.match(text, /If you are in one of these areas:\s+River Usk at Brecon\s+There is danger to life/);
    assert.equal(await again.locator('#answer').getAttribute('data-severity'), 'severe');
    assert.equal(
      await again.locator('#answer').getAttribute('data-answer'),
      'unknown',
      'the service has not said so to this page',
    );
    assert.deepEqual(
      await again.locator('#answer .calls a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      ['tel:999', 'tel:03459881188'],
    );
    assert.match(
      await again.locator('#answer .national a').getAttribute('href'),
      /^https:\/\/naturalresources\.wales\//,
    );
    assert.ok((await again.locator('[data-area-code]').count()) === 2);
    await again.locator('.language').click();
    await again.waitForFunction(() =>
      /Mewn grym pan wiriwyd ddiwethaf am (?:\d+\s\w+, )?\d\d:\d\d/.test(document.getElementById('answer')?.innerText),
    );
  });
});

// case 160
test('“none” is never taken from memory', async () => {
  let reachable = true;
  const of = () => (reachable ? { headers: {}, body: collection() } : { status: 502 });
  await visit({ answers: { wales: of, here: of } }, async (page, gateway) => {
    await answers(page, 'none');
    await stored(page, 4);
    reachable = false;
    const again = await page.context().newPage();
    await again.goto(gateway.address + AROUND);
    await again.waitForFunction(() => /could not be checked since/.test(document.getElementById('answer')?.innerText));
    assert.doesNotMatch(await again.locator('#page').innerText(), /No flood warnings|lists no messages/);
  });
});
