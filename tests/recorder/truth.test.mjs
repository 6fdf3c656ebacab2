// The catalogue of faults (docs/faults.md) through the recorder, as far as a connection or a header decides: the plain pages say that nothing
// is in force, or that a risk is very low, only of what is proven, and lose no message. What a body decides is in
// `recorder/src/cycle/tests/truth.rs`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collection, inMinutes, json, levelsBody, message, messageAt } from '../support/bodies.mjs';
import { startPaced } from '../support/paced-recorder.mjs';
import { filesFor, recorder, startAnswering } from '../support/recorder-harness.mjs';

const KNOWN = 'River Wye at Builth';
const NEW = 'River Usk at Brecon';
const known = (value = 1) => messageAt('known', value, KNOWN);
const severe = (properties = {}) => message({ SEVERITYVALUE: 1, ...properties });
const under = (headers, value = collection()) => json(value, headers);

/** A recorder of responses that a test sets by their operation, functions for those with a time of now, and its files. */
async function setUp(t) {
  const answers = { levels: json(levelsBody(collection())), wales: json(collection()), forecast: json([]) };
  const gateway = await startAnswering(t, (operation) => {
    const response = answers[operation] ?? { status: 404 };
    return typeof response === 'function' ? response() : response;
  });
  const options = { ...filesFor(), gateway };
  const { cycle } = await startPaced(t, options);
  const { files, text } = recorder(options);
  const page = (name) => text(`plain/${name}`);
  /** The status of the alert of the message in force: whether it is a test. */
  const statusOfAlert = () =>
    text(files().find((name) => name.startsWith('feeds/cap/message-'))).match(/<status>(\w+)/)[1];
  return { answers, cycle, page, files, statusOfAlert };
}

const plainText = (html) => html.replace(/<style>[^]*?<\/style>/, '').replace(/<[^>]+>/g, ' ');
const proofOf = (html) => html.match(/^<!doctype html><!-- proven until (\d+): /)?.[1];
const NONE = /class="answer none"|No flood warnings|Dim rhybuddion|none\.png/;
const UNCHECKED = { en: /could not be checked/, cy: /Nid oes modd gwirio/ };
const LAST_CHECKED = {
  en: /In force when last checked on \d.*; cannot be checked now\./,
  cy: /Mewn grym pan wiriwyd ddiwethaf ar \d.*; ni ellir ei wirio nawr\./,
};

/** Expects that no page says that nothing is in force, nor has an end of proof. `said`: that the messages are not known, or when they were. */
function isUnknown(page, files, name, said = UNCHECKED) {
  for (const file of files().filter((file) => /plain\/..\/.*\.html$/.test(file))) {
    const html = page(file.replace('plain/', ''));
    assert.doesNotMatch(html, NONE, `${name}: ${file}`);
    assert.equal(proofOf(html), undefined, `${name}: an end of the proof of ${file}`);
  }
  for (const [language, unchecked] of Object.entries(said))
    assert.match(plainText(page(`${language}/index.html`)), unchecked, `${name}: ${language}`);
}

/** Expects a message on the page of Wales and on that of Powys, in both languages. */
function lists(page, name, ...messages) {
  for (const file of ['en/index.html', 'cy/index.html', 'en/powys.html', 'cy/powys.html'])
    for (const expected of messages) assert.ok(page(file).includes(expected), `${name}: ${file} lists ${expected}`);
}

// What proves nothing and replaces nothing. The comment of each table names the cases of its rows, as the rows do.
const HEAD = { 'Content-Length': 99 };
const TOO_LARGE = JSON.stringify({ ...collection(), x: 'x'.repeat(16 * 1_048_576) });
const REFUSED = [
  ['4: a reset connection', { act: (response) => response.socket.destroy() }],
  ['8: a body that is cut', { act: (response) => response.writeHead(200, HEAD).write('{', () => response.destroy()) }],
  ['10: gzip that is none', under({ 'Content-Encoding': 'gzip' })],
  ['12: a redirect', { status: 302, headers: { Location: '/' } }],
  ['39: more than 16 MB', json(TOO_LARGE)],
  ['83: an origin 21 minutes ago', () => under({ 'X-Origin-Date': inMinutes(-21) })],
  ['142: an age of 1300 seconds', under({ Age: '1300' })],
  ['142: an age that is none', under({ Age: 'old' })],
  ['143: an origin that is no date', under({ 'X-Origin-Date': 'now' })],
  ['142: two ages', under({ Age: ['0', '1300'] })],
  ['141: a Date that is none', under({ Date: 'today' })],
  ['181: a Date in two hours', () => under({ Date: inMinutes(120) })],
];

test('a response that proves nothing is not "none", and what was in force stays', async (t) => {
  const { answers, cycle, page, files, statusOfAlert } = await setUp(t);
  // A response that is only old is no failure.
  const isOld = (name) => /^(?:83|142): an? (?:origin|age)/.test(name) && !/none$/.test(name);
  for (const [name, refused] of REFUSED) {
    answers.wales = refused;
    const { errors } = await cycle();
    const isFailure = errors.some((error) => error.startsWith('flood warnings: '));
    assert.equal(isFailure, !isOld(name), `${name}: ${errors.join()}`);
    isUnknown(page, files, `${name}, before a valid response`);
  }
  // Of a response that is older than the one before it: recorder/src/cycle/tests.
  for (const [name, refused] of REFUSED.filter(([name]) => !isOld(name))) {
    answers.wales = json(collection(known()));
    await cycle();
    lists(page, `a valid response before ${name}`, KNOWN);
    assert.ok(proofOf(page('en/index.html')), `a valid response before ${name} is proven`);
    assert.match(page('en/index.html'), /class="answer severe"/);
    assert.equal(statusOfAlert(), 'Actual');
    answers.wales = refused;
    await cycle();
    isUnknown(page, files, `${name}, after a valid response`, LAST_CHECKED);
    lists(page, `${name}, after a valid response`, KNOWN);
  }
  answers.wales = json(collection());
  await cycle();
  assert.match(page('en/index.html'), /class="answer none"/, 'again after a valid response');
});

// What proves that nothing is in force, each younger than the one before it, and for how many minutes.
const NOTHING = [
  ['83: an origin 19 minutes ago', () => under({ 'X-Origin-Date': inMinutes(-19) }), 1],
  ['142: an age of 10 minutes', under({ Age: '600' }), 10],
  ['143: an origin a minute ahead', () => under({ 'X-Origin-Date': inMinutes(1) }), 20],
];

// case 141, 196
test('a response of less than 20 minutes ago without a message proves that nothing is in force; one of unknown age takes no severity away, and adds what it has in force', async (t) => {
  const { answers, cycle, page } = await setUp(t);
  for (const [name, response, minutes] of NOTHING) {
    answers.wales = response;
    await cycle();
    for (const file of ['en/index.html', 'cy/index.html', 'en/powys.html']) {
      assert.match(page(file), /class="answer none"/, `${name}: ${file}`);
      const left = Number(proofOf(page(file))) - Date.now() / 1_000;
      const isRight = left > (minutes - 1) * 60 && left <= minutes * 60 + 1;
      assert.ok(isRight, `${name}: ${file}: proven for ${left} seconds`);
    }
  }
  answers.wales = json(collection(known(), severe({ FWACODE: 'raised', SEVERITYVALUE: 3 })));
  await cycle();
  const others = [messageAt('ended', 1, 'River Tarell'), severe({ FWACODE: 'raised' })];
  for (const value of [3, 4]) {
    answers.wales = under({ Age: 'old' }, collection(known(value), ...others));
    await cycle();
    const text = plainText(page('en/index.html'));
    assert.match(text, /3\ssevere flood warnings[^]*River Wye at Builth/, `${value}: ${text}`);
    for (const name of ['River Tarell', NEW]) assert.ok(text.includes(name), text);
    assert.match(text, LAST_CHECKED.en);
  }
});

// case 185, 196
test('made-up messages of a response of unknown age are called a test', async (t) => {
  const { answers, cycle, page } = await setUp(t);
  answers.wales = under({ Age: 'old', 'X-Sample-Data': '1' }, collection(severe()));
  await cycle();
  assert.match(plainText(page('en/index.html')), /Test, not real/);
});
