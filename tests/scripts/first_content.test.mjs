// What the bootstrap script says of the first responses, and what it leaves to the page. What only a browser can show is in
// tests/e2e/first_content.test.mjs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { limit } from '../../build/limits.mjs';
import { collection, gauge, json, message } from '../support/bodies.mjs';
import { load } from '../support/document.mjs';
import { root } from '../support/harness.mjs';
import { FORECAST_PATH, LEVELS_PATH, WALES_PATH } from '../support/operations.mjs';
import { AROUND_BRECON } from '../support/page.mjs';

const warning = (SEVERITY, SEVERITYVALUE, DESCRIPTION) =>
  message({ FWACODE: DESCRIPTION, SEVERITY, SEVERITYVALUE, DESCRIPTION }, null);
const severe = warning('Severe Flood Warning', 1, 'River Usk');
const LIMITS = readFileSync(join(root, 'core/src/domain/limits.rs'), 'utf8');
const FRESH_SECONDS = limit(LIMITS, 'WARNINGS_FRESH_SECONDS');
const REMEMBERED = { 'gorlif.place': '?lat=51.95&lon=-3.39' };
const ago = (seconds) => new Date(Date.now() - seconds * 1_000).toUTCString();

/** Loads the document with these messages for all of Wales, or another body, and waits until both responses are checked. */
async function first(t, body, headers, { query = '', levels = collection(), ...options } = {}) {
  const wales = json(Array.isArray(body) ? collection(...body) : body, headers);
  const page = load(query, { answers: { wales, levels }, ...options });
  t.after(() => page.window.close());
  await page.marked('first-responses-checked');
  const lines = [...page.document.querySelectorAll('.first p, .first li')].map((line) => line.textContent);
  return { ...page, lines };
}

for (const [how, options] of [
  ['the address says so', { query: '?lang=cy' }],
  ['that has been chosen before', { stored: { 'gorlif.language': 'cy' } }],
]) {
  test(`the messages are in Welsh where ${how}, and only the names of areas are English, and say so`, async (t) => {
    const { document, lines } = await first(t, [severe], {}, options);
    assert.match(lines.join('\n'), /^Mewn grym yng Nghymru am \d\d:\d\d:\nRhybudd Llifogydd Difrifol · River Usk$/);
    const [entry, ...others] = document.querySelectorAll('.first li');
    assert.deepEqual(others, []);
    const parts = [entry.lang, entry.firstChild.textContent, entry.lastChild.lang];
    assert.deepEqual(parts, ['cy', 'Rhybudd Llifogydd Difrifol', 'en']);
  });
}

test('the time is that of clocks in the United Kingdom, to the second of the change', async (t) => {
  for (const [at, shown] of [
    ['2026-01-15T08:30:00Z', '08:30'],
    ['2026-07-15T08:30:00Z', '09:30'],
    ['2026-07-15T23:30:00Z', '00:30'],
    ['2026-03-29T00:59:59Z', '00:59'],
    ['2026-03-29T01:00:00Z', '02:00'],
    ['2026-10-25T00:59:59Z', '01:59'],
    ['2026-10-25T01:00:00Z', '01:00'],
    ['2031-03-30T01:00:00Z', '02:00'],
    ['2032-10-31T00:59:59Z', '01:59'],
  ]) {
    const { lines } = await first(t, [severe], { Date: new Date(at).toUTCString() });
    assert.equal(lines[0], `In force in Wales at ${shown}:`, at);
  }
});

test('while the page loads, how long that has taken is said every ten seconds', { timeout: 10_000 }, async (t) => {
  const init = (window) => {
    const repeat = window.setInterval;
    window.setInterval = (run, ms) => repeat(run, ms === 10_000 ? 20 : ms);
    const { now } = window.Date;
    // A second of the page's clock takes 20 ms.
    const begun = now();
    window.Date.now = () => begun + (now() - begun) * 50;
  };
  const { document } = await first(t, [severe], {}, { query: '?lang=cy', init });
  const line = document.querySelector('#waiting [role=status] p');
  // On a busy machine a second may be left out.
  const seconds = new Set();
  while (seconds.size < 3) {
    await new Promise((done) => setTimeout(done, 5));
    const [, counted] = line.textContent.match(/^Yn llwytho'r map a'r rhestrau…(?: (\d+) s)?$/);
    if (counted) seconds.add(Number(counted));
  }
  const inOrder = [...seconds].sort((a, b) => a - b);
  assert.deepEqual([...seconds], inOrder);
});

test('the warnings are asked for first; where nothing is in force it says nothing: that takes more proof', async (t) => {
  const { asked, document, lines } = await first(t, []);
  assert.deepEqual(
    asked,
    [WALES_PATH, LEVELS_PATH, FORECAST_PATH].map((path) => `/api${path}`),
  );
  assert.deepEqual(lines, []);
  assert.match(document.querySelector('#waiting .loading').textContent, /Loading flood warnings[^]*Yn llwytho/);
});

for (const [lang, file, counted] of [
  ['en', 'english', '+ 2 flood warnings, 1 flood alert'],
  ['cy', 'welsh', '+ 2 rybudd llifogydd, 1 neges ‘Llifogydd: byddwch yn barod’'],
]) {
  test(`the three most severe messages come first in the words of the page, then inflected counts: ${file}`, async (t) => {
    const [wye, dee] = [warning('Flood Warning', 2, 'River Wye'), warning('Flood Alert', 3, 'River Dee')];
    const texts = readFileSync(join(root, `core/src/i18n/${file}.rs`), 'utf8');
    const word = (severity) => texts.match(new RegExp(`Severity::${severity} => "([^"]+)"`))[1];
    const said = async (...messages) => {
      const { document, lines } = await first(t, messages, {}, { query: `?lang=${lang}` });
      const labels = [...document.querySelectorAll('.first li strong')].map((label) => label.textContent);
      return [labels, lines.at(-1)];
    };
    const [labels, last] = await said(dee, wye, wye, severe, severe, severe);
    assert.deepEqual([labels, last], [Array(3).fill(word('Severe')), counted]);
    const [each] = await said(severe, wye, dee);
    assert.deepEqual(each, ['Severe', 'Warning', 'Alert'].map(word));
  });
}

test('an answer is said up to the age that is fresh, and from a clock that is ahead by little', async (t) => {
  const skew = limit(LIMITS, 'CLOCK_SKEW_SECONDS');
  for (const [seconds, isSaid] of [
    [FRESH_SECONDS - 10, true],
    [FRESH_SECONDS + 10, false],
    [10 - skew, true],
    [-10 - skew, false],
  ]) {
    const { lines } = await first(t, [severe], { 'X-Origin-Date': ago(seconds) });
    assert.equal(lines.length > 0, isSaid, `an origin ${seconds} s before the answer`);
  }
});

for (const [situation, body, headers] of [
  ['an answer that is twenty-five minutes old', [severe], { 'X-Origin-Date': ago(1_500) }],
  ['an answer that lay in a cache for twenty-five minutes', [severe], { Age: '1500' }],
  ['an answer that would come from the future', [severe], { 'X-Origin-Date': ago(-7_200) }],
  ['an answer with an unreadable time', [severe], { 'X-Origin-Date': 'yesterday' }],
  ['a severity that is not known', [warning('Extreme Flood Warning', 1, 'River Usk')]],
  ['number and label that contradict one another', [warning('Flood Alert', 1, 'River Usk')]],
  ['a message that is no longer in force', [warning('Warning no Longer in Force', 4, 'River Usk')]],
  ['a message without a name', [{ type: 'Feature', properties: { SEVERITY: 'Flood Warning', SEVERITYVALUE: 2 } }]],
  ['items that are no features', [null, 7, 'x', [], { properties: null }]],
  ['a body that breaks off', '{"type":"FeatureCollection","features":[{"prop'],
  ['a web page', '<html><p>Severe Flood Warning</p></html>'],
  ['another document', '{"statusCode":429,"message":"Severe Flood Warning"}'],
]) {
  test(`of ${situation} it says nothing, and leaves it to the page`, async (t) => {
    const { lines, faults } = await first(t, body, headers);
    assert.deepEqual({ lines, faults }, { lines: [], faults: [] });
  });
}

/** What the document says with these messages from the gateway, of a response so many seconds ago, and of all of Wales the answer `wales`. */
async function ofDocument(t, seconds, messages, wales, headers) {
  const answers = wales === undefined ? {} : { wales: json(wales, headers) };
  const text =
    typeof messages === 'string'
      ? messages
      : JSON.stringify({ at: Math.round(Date.now() / 1_000) - seconds, ...collection(...messages) });
  const { marked, faults, document, window } = load('', { answers, messages: text });
  t.after(() => window.close());
  await marked('first-responses-checked');
  const lines = [...document.querySelectorAll('.first p, .first li')].map((line) => line.textContent);
  return { lines: lines.slice(1), faults, waiting: document.querySelector('#waiting .loading').textContent };
}

// case 254
test('the messages in the document are said before any answer, as long as they are fresh by the clock of the device', async (t) => {
  const skew = limit(LIMITS, 'CLOCK_SKEW_SECONDS');
  const said = ['Severe flood warning · River Usk'];
  for (const [seconds, messages, expected] of [
    [0, [severe], said],
    [FRESH_SECONDS - 10, [severe], said],
    [FRESH_SECONDS + 10, [severe], []],
    [86_400, [severe], []],
    [10 - skew, [severe], said],
    // The clock of the device is three hours slow.
    [-10_800, [severe], []],
    [0, [], []],
    [0, [warning('Warning no Longer in Force', 4, 'River Usk')], []],
    [0, '', []],
    [0, '<p>Severe Flood Warning</p>', []],
    [0, `{"at":${Math.round(Date.now() / 1_000)},"type":"FeatureCollection"}`, []],
  ]) {
    const { lines, faults } = await ofDocument(t, seconds, messages);
    assert.deepEqual([lines, faults], [expected, []], `${seconds} s ago: ${JSON.stringify(messages)}`);
  }
});

// case 254
test('an answer that is newer than the document is said in its place, also one without messages', async (t) => {
  const wye = warning('Flood Warning', 2, 'River Wye');
  const [usk, other] = [['Severe flood warning · River Usk'], ['Flood warning · River Wye']];
  for (const [wales, headers, expected] of [
    [collection(wye), {}, other],
    [collection(), {}, []],
    [collection(warning('Extreme Flood Warning', 1, 'River Wye')), {}, []],
    // Older than the document, or nothing that can be read.
    [collection(wye), { 'X-Origin-Date': ago(300) }, usk],
    [{ statusCode: 429 }, {}, usk],
    ['{"type":"FeatureCollection","feat', {}, usk],
    [undefined, {}, usk],
  ]) {
    const { lines, faults, waiting } = await ofDocument(t, 60, [severe], wales, headers);
    assert.deepEqual([lines, faults], [expected, []], JSON.stringify(wales));
    // Where no message is said, the warnings are not checked yet.
    assert.match(waiting, expected.length ? /^Loading the map and the lists/ : /Loading flood warnings/);
  }
});

test('one good message among bad ones is said, and what it is called is text', async (t) => {
  const name = '<img src=x onerror="globalThis.hit=1">';
  const messages = [null, warning('Flood Warning', '2', name), warning('Flood Alert', 9, 'B')];
  const { document, lines } = await first(t, messages);
  assert.deepEqual(lines.slice(1), [`Flood warning · ${name}`]);
  assert.equal(document.querySelector('.first img'), null);
});

test('the messages around the place come first, and the others are counted', async (t) => {
  const at = (rank, name, coordinates) => {
    const label = ['Severe Flood Warning', 'Flood Warning', 'Flood Alert'][rank - 1];
    return { ...warning(label, rank, name), geometry: { type: 'Point', coordinates } };
  };
  const severe = [null, 7, 'x', [-3.4, 52.3]].map((coordinates, index) => at(1, `Far ${index}`, coordinates));
  const messages = [...severe, at(3, 'Near', [-3.4, 51.95]), at(2, 'Nearer', [-3.39, 51.95])];
  const near = [
    'Flood warning · Nearer',
    'Flood alert · Near',
    'Severe flood warning · Far 0',
    '+ 3 severe flood warnings',
  ];
  const far = [0, 1, 2].map((index) => `Severe flood warning · Far ${index}`);
  const counted = '+ 1 severe flood warning, 1 flood warning, 1 flood alert';
  for (const [query, stored, expected] of [
    [AROUND_BRECON, {}, near],
    ['', REMEMBERED, near],
    ['?area=103FWFTD1', REMEMBERED, [...far, counted]],
    ['?river=usk', REMEMBERED, [...far, counted]],
  ]) {
    const { lines, faults } = await first(t, messages, {}, { query, stored });
    assert.deepEqual([lines.slice(1), faults], [expected, []], query);
  }
});

// The remembered place is opened unless the address names something else.
for (const [query, stored, isPainted] of [
  ['', {}, true],
  [AROUND_BRECON, {}, false],
  ['?county=powys', {}, false],
  ['?embed=list', {}, false],
  ['?embed=status', {}, false],
  ['', REMEMBERED, false],
  ['?county=powys', REMEMBERED, false],
  ['?area=103FWFTD1', REMEMBERED, true],
]) {
  test(`the gauges are ${isPainted ? 'painted' : 'left to the page'} at “${query}”${stored === REMEMBERED ? ' with a remembered place' : ''}`, async (t) => {
    const levels = collection(gauge({}, [-3.7, 52.4]));
    const { window, marks } = await first(t, [severe], {}, { query, stored, levels });
    // The mark follows the paint.
    await new Promise((done) => window.requestAnimationFrame(() => setTimeout(done)));
    assert.equal(marks.includes('stations-plotted'), isPainted);
  });
}

test('a limit that is changed in core is changed in the script', () => {
  assert.equal(limit('pub const A_SECONDS: i64 = 20 * 60;', 'A_SECONDS'), 1_200);
  assert.equal(limit('pub const A_SECONDS: i64 = 25 * 60;', 'A_SECONDS'), 1_500);
  assert.equal(limit('pub const B: u32 = 1_000;', 'B'), 1_000);
  assert.throws(() => limit('pub const A: f64 = 1.5;', 'A'), /no whole number A/);
});

/** The document at a query, without responses. */
async function started(t, query = '', init = () => {}) {
  const page = load(query, { init });
  t.after(() => page.window.close());
  await page.marked('first-responses-checked');
  return page;
}

/** The page has started, shows this, and crashes. */
function crash({ window, document }, shown) {
  document.getElementById('page').innerHTML = shown;
  window.dispatchEvent(new window.Event('TrunkApplicationStarted'));
  document.dispatchEvent(new window.CustomEvent('gorlif:crash', { detail: { cause: 'panic src/a.rs:1' } }));
}

// case 225
test('of a page that crashes the message in force stays below the failure box, as long as its check is fresh', async (t) => {
  const [waits, checked] = [[], '<p class="checked">Checked 14:05.</p>'];
  const init = (window) => {
    window.setTimeout = (run, ms) => waits.push([run, ms]);
  };
  const page = await started(t, '', init);
  const kept = '<div class="said" data-severity="severe"><h2>Severe flood warning: River Usk.</h2></div>';
  const others = `${checked}<p>Also: 3 alerts.</p>`;
  crash(page, `<section id="answer" class="answer" data-answer="some">${kept}${others}</section>`);
  const { document } = page;
  const failure = document.getElementById('failure');
  assert.equal(failure.hidden, false);
  assert.equal(document.getElementById('failure-cause').textContent, 'panic src/a.rs:1');
  assert.equal(document.getElementById('page'), null);
  assert.equal(failure.nextElementSibling.textContent, 'Severe flood warning: River Usk.Checked 14:05.');
  const [end] = waits.find(([, ms]) => ms === FRESH_SECONDS * 1_000);
  end();
  assert.doesNotMatch(document.body.textContent, /River Usk/);
  // Nothing stays of an answer without a message.
  const calm = await started(t);
  const none = `<div class="said"><h2>No flood warnings.</h2></div>${checked}`;
  crash(calm, `<section id="answer" class="answer" data-answer="none">${none}</section>`);
  assert.equal(calm.document.getElementById('failure').hidden, false);
  assert.doesNotMatch(calm.document.body.textContent, /No flood warnings\.|14:05/);
});

// case 226
test('the failure box leads to the plain page of the county that the page is about, if there is one', async (t) => {
  for (const [query, expected] of [
    ['?county=powys', 'plain/en/powys.html'],
    ['?county=dyfed', 'plain/en/'],
    ['?lat=51.95&lon=-3.39&county=powys', 'plain/en/'],
    ['?county=../powys', 'plain/en/'],
    ['', 'plain/en/'],
  ]) {
    const asked = [];
    const init = (window) => {
      const { fetch } = window;
      window.fetch = async (url, options) => {
        if (options?.method !== 'HEAD') return fetch(url, options);
        asked.push(url);
        return { ok: url.endsWith('/powys.html') };
      };
    };
    const page = await started(t, query, init);
    crash(page, '');
    await new Promise((done) => setImmediate(done));
    const link = page.document.querySelector('#failure [lang=en][href^=plain], #failure [href*="plain/en"]');
    assert.equal(link.href, `https://gorlif.example/${expected}`, query);
    assert.equal(asked.length, /^\?county=[a-z]/.test(query) ? 2 : 0, query);
  }
});
