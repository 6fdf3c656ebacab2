// The catalogue of faults (docs/faults.md) through the recorder: whatever the service sends, the plain pages say that nothing is in force,
// or that a risk is very low, only of what is proven, and lose no message.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  HOUR,
  collection,
  inMinutes,
  json,
  levelsBody,
  message,
  messageAt,
  forecastDay,
  forecastEntry,
} from '../support/bodies.mjs';
import { folderFor } from '../support/gateway-harness.mjs';
import { recorder, startAnswering } from '../support/recorder-harness.mjs';

const KNOWN = 'River Wye at Builth';
const NEW = 'River Usk at Brecon';
const known = () => messageAt('known', 1, KNOWN);
const severe = (properties = {}, coordinates) => message({ SEVERITYVALUE: 1, ...properties }, coordinates);
const text = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
const body = (value) => json(text(value));
const status = (status, value = collection(), headers = {}) => ({ ...json(text(value)), status, headers });
const under = (headers, value = collection()) => json(text(value), headers);
const more = (members) => body({ ...collection(), ...members });

/** A response, or what a function returns: for one with a time of now. */
const now = (response) => (typeof response === 'function' ? response() : response);

/** A recorder of responses that a test sets by their operation, and its plain pages. */
async function setUp(t) {
  const answers = { levels: body(levelsBody(collection())), wales: body(collection()), forecast: body([]) };
  const gateway = await startAnswering(t, (operation) => answers[operation] ?? { status: 404 });
  const folder = folderFor();
  const history = join(folder, 'history');
  const records = recorder({ store: `sqlite:${join(folder, 'store.db')}`, gateway, history });
  const page = (name) => readFileSync(join(history, 'plain', name), 'utf8');
  return { answers, cycle: records.cycle, page, files: records.files };
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
const REFUSED = [
  ['4: a reset connection', { act: (response) => response.socket.destroy() }],
  [
    '8: a body that is cut',
    { act: (response) => response.writeHead(200, { 'Content-Length': 99 }).write('{', () => response.destroy()) },
  ],
  ['9: half a body', body(text(collection(severe())).slice(0, -40))],
  ['10: gzip that is none', { headers: { 'Content-Encoding': 'gzip' }, body: text(collection()) }],
  ['11: a web page', { headers: { 'Content-Type': 'text/html' }, body: '<html>Sign in</html>' }],
  ['12: a redirect', status(302, '', { Location: '/' })],
  ['20: 204', { status: 204 }],
  ['20: 304', { status: 304 }],
  ['22: 404', status(404)],
  ['23: 401', status(401)],
  ['24: 403 with a time', status(403, collection(), { 'Retry-After': '900' })],
  ['26: 502', status(502)],
  ['27: 429', status(429, collection(), { 'Retry-After': '57' })],
  ['29: 500 with a body that looks like data', status(500)],
  ['30: the body of an error', body({ statusCode: 429, message: 'Rate limit is exceeded.' })],
  ['31: 206', status(206)],
  ['31: 203', status(203)],
  ['33: no body', body('')],
  ['34: blanks', body(' \n')],
  ['34: null', body('null')],
  ['34: an array', body('[]')],
  ['34: an object', body('{}')],
  ['34: a number', body('0')],
  ['34: a string', body('"none"')],
  ['36: UTF-16', { ...body(''), body: Buffer.from(`\ufeff${text(collection())}`, 'utf16le') }],
  ['37: a comma too many', body('{"type":"FeatureCollection","features":[],}')],
  ['39: more than 16 MB', body(`{"type":"FeatureCollection","features":[],"x":"${'x'.repeat(16 * 1_048_576)}"}`)],
  ['40: two documents', body(text(collection()).repeat(2))],
  ['42: NaN', body('{"type":"FeatureCollection","features":[NaN]}')],
  ['44: JSONP', body(`callback(${text(collection())})`)],
  ['46: no type', body({ features: [] })],
  ['46: another type', body({ type: 'featurecollection', features: [] })],
  ['47: no features', body({ type: 'FeatureCollection' })],
  ['47: features that are null', body({ type: 'FeatureCollection', features: null })],
  ['47: features that are an object', body({ type: 'FeatureCollection', features: {} })],
  ['83: an origin 21 minutes ago', () => under({ 'X-Origin-Date': inMinutes(-21) })],
  ['142: an age of 1300 seconds', under({ Age: '1300' })],
  ['142: an age beyond all bounds', under({ Age: '4294967295' })],
  ['142: an age that is none', under({ Age: 'old' })],
  ['142: an age beside an origin', () => under({ Age: '1300', 'X-Origin-Date': inMinutes(0) })],
  ['143: an origin 90 minutes ahead', () => under({ 'X-Origin-Date': inMinutes(90) })],
  ['143: an origin a day ahead', () => under({ 'X-Origin-Date': inMinutes(1_440) })],
  ['143: an origin that is no date', under({ 'X-Origin-Date': 'now' })],
  ['142: two ages', under({ Age: ['0', '1300'] })],
  ['141: a Date that is none', under({ Date: 'today' })],
  ['141: a Date of two hours ago', () => under({ Date: inMinutes(-120) })],
  ['181: a Date in two hours', () => under({ Date: inMinutes(120) })],
  ['155: fewer messages than it says', more({ totalFeatures: 3 })],
  ['155: fewer than matched', more({ numberMatched: 1 })],
  ['210: a link to the next page', more({ links: [{ rel: 'next', href: 'b' }] })],
  ['155: a limit exceeded', more({ exceededTransferLimit: true })],
  ['155: an error beside the features', more({ error: { code: 500 } })],
];

describe('a response that proves nothing', { concurrency: 2 }, () => {
  for (const [name, refused] of REFUSED)
    test(`${name}: it is not "none", and what was in force stays`, async (t) => {
      const { answers, cycle, page, files } = await setUp(t);
      answers.wales = now(refused);
      const { errors } = await cycle();
      // A response that is only old is no failure.
      const isOld = /^(?:83|142): an? (?:origin|age)/.test(name) && !/none$/.test(name);
      assert.equal(
        errors.some((error) => error.startsWith('flood warnings: ')),
        !isOld,
        errors.join(),
      );
      isUnknown(page, files, 'before a valid response');
      answers.wales = body(collection(known()));
      await cycle();
      lists(page, 'a valid response', KNOWN);
      assert.match(page('en/index.html'), /class="answer severe"/);
      answers.wales = now(refused);
      await cycle();
      isUnknown(page, files, 'after a valid response', LAST_CHECKED);
      lists(page, 'after a valid response', KNOWN);
      answers.wales = body(collection());
      await cycle();
      assert.match(page('en/index.html'), /class="answer none"/, 'again after a valid response');
    });
});

// What proves that nothing is in force.
const NOTHING = [
  ['35: a byte order mark', body(`\ufeff${text(collection())}`)],
  ['62: no message', body(collection())],
  ['83: an origin 19 minutes ago', () => under({ 'X-Origin-Date': inMinutes(-19) })],
  ['142: an age of 10 minutes', under({ Age: '600' })],
  ['142: the larger of two ages counts', () => under({ Age: '600', 'X-Origin-Date': inMinutes(-15) })],
  ['143: an origin a minute ahead', () => under({ 'X-Origin-Date': inMinutes(1) })],
  ['94: a wrong bbox', more({ bbox: [0, 0, 0, 0] })],
  ['48: a message that has ended', body(collection(message({ SEVERITYVALUE: 4 })))],
];

describe('a response that proves that nothing is in force', { concurrency: 2 }, () => {
  for (const [name, response] of NOTHING)
    test(name, async (t) => {
      const { answers, cycle, page } = await setUp(t);
      answers.wales = now(response);
      await cycle();
      for (const file of ['en/index.html', 'cy/index.html', 'en/powys.html']) {
        assert.match(page(file), /class="answer none"/, file);
        const left = Number(proofOf(page(file))) - Date.now() / 1_000;
        assert.ok(left > 0 && left <= 20 * 60 + 1, `${file}: proven for ${left} seconds`);
      }
    });
});

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;', '/': '&#x2f;' };
const escaped = (text) => text.replace(/[&<>"'/]/g, (found) => ENTITIES[found]);
const MARKUP = '<script>alert(1)</script><img src=x onerror=alert(2)> {{7*7}} {% raw %} &amp; "\'';
const ENDED = 'Warning no longer in force';
const COUNT = { severe: /1\ssevere flood warning/, warning: /1\sflood warning/, alert: /1\sflood alert/ };

// What is in force: the response, what stands in the list, and the count of the sentence.
const IN_FORCE = [
  [
    '43: half a surrogate pair',
    body(text(collection(severe())).replace('Brecon', '\\ud800')),
    'River Usk at \ufffd',
    'severe',
  ],
  [
    '50: another label and number',
    body(collection(message({ SEVERITY: 'Danger to life', SEVERITYVALUE: 9 }))),
    NEW,
    null,
  ],
  ['54: another word for tidal', body(collection(severe({ TIDAL: 'perhaps' }))), NEW, 'severe'],
  [
    '71: a number that is less severe than its label',
    body(collection(message({ SEVERITY: 'Severe Flood Warning' }))),
    NEW,
    'severe',
  ],
  ['71: a label that is less severe', body(collection(severe({ SEVERITY: 'Flood Alert' }))), NEW, 'severe'],
  ['73: a number as text', body(collection(severe({ SEVERITYVALUE: '1' }))), NEW, 'severe'],
  ['73: a number with a fraction', body(collection(severe({ SEVERITYVALUE: 1.5 }))), NEW, null],
  [
    '76: a time in seconds',
    body(collection(severe({ SEVERITY_CHANGED: Math.floor(Date.now() / 1_000) }))),
    NEW,
    'severe',
  ],
  ['78: a time in the future', body(collection(severe({ SEVERITY_CHANGED: Date.now() + 100 * HOUR }))), NEW, 'severe'],
  ['88: with a height', body(collection(severe({}, [-3.39, 51.95, 140]))), NEW, 'severe'],
  ['95: markup in the name', body(collection(severe({ DESCRIPTION: MARKUP }))), escaped(MARKUP), 'severe'],
  ['97: an entity in the name', body(collection(severe({ DESCRIPTION: 'A &lt;B' }))), 'A &amp;lt;B', 'severe'],
  ['98: a name that turns the line', body(collection(severe({ DESCRIPTION: '\u202eUsk\u2066' }))), 'Usk', 'severe'],
  ['98: a text of 30 kB', body(collection(severe({ RIM_ENGLISH: 'Leave now. '.repeat(2_800) }))), NEW, 'severe'],
  ['99: a code that is a name elsewhere', body(collection(severe({ FWACODE: '__proto__' }))), NEW, 'severe'],
  ['99: a code that is a path', body(collection(severe({ FWACODE: '../../index' }))), NEW, 'severe'],
  ['152: no code', body(collection(severe({ FWACODE: undefined }))), NEW, 'severe'],
  ['152: an empty code', body(collection(severe({ FWACODE: '' }))), NEW, 'severe'],
  [
    '153: a member twice with one value',
    body(text(collection(severe())).replace('"SEVERITYVALUE":1', '"SEVERITYVALUE":1,"SEVERITYVALUE":1')),
    NEW,
    'severe',
  ],
  ['154: a severity that is a list', body(collection(severe({ SEVERITYVALUE: [1] }))), NEW, 'severe'],
  ['154: a severity that is an object', body(collection(severe({ SEVERITYVALUE: {}, SEVERITY: ENDED }))), NEW, null],
  ['154: a severity that is true', body(collection(severe({ SEVERITYVALUE: true, SEVERITY: ENDED }))), NEW, null],
];

describe('what is in force is listed, with its severity', { concurrency: 2 }, () => {
  for (const [name, response, expected, severity] of IN_FORCE)
    test(name, async (t) => {
      const { answers, cycle, page, files } = await setUp(t);
      answers.wales = response;
      await cycle();
      lists(page, name, expected);
      const html = page('en/index.html');
      if (severity) assert.match(plainText(html), COUNT[severity]);
      assert.ok(proofOf(html), html);
      for (const file of files().filter((file) => /plain\/.*\.html$/.test(file))) {
        assert.match(file, /^plain\/(en|cy)\/[\w-]+\.html$/);
        assert.doesNotMatch(page(file.replace('plain/', '')), /<script|<img|onerror=alert\(2\)>|49 /, file);
      }
    });
});

// Messages without a usable point.
const UNPLACED = [
  ['86: no point', collection(severe({}, null))],
  ['87: latitude and longitude swapped', collection(severe({}, [51.95, -3.39]))],
  ['88: the point (0, 0)', collection(severe({}, [0, 0]))],
  ['88: no numbers', collection(severe({}, ['a', null]))],
  ['89: metres', collection(severe({}, [304_500, 228_600]))],
  ['94: another crs', { ...collection(severe()), crs: { type: 'name', properties: { name: 'EPSG:27700' } } }],
];

describe('a message without a usable point is listed for Wales and told of in each county', { concurrency: 2 }, () => {
  for (const [name, response] of UNPLACED)
    test(name, async (t) => {
      const { answers, cycle, page, files } = await setUp(t);
      answers.wales = body(response);
      await cycle();
      assert.match(plainText(page('en/index.html')), new RegExp(`1\\ssevere flood warning in Wales[^]*${NEW}`));
      const counties = files().filter((file) => /plain\/en\/[a-z-]+\.html$/.test(file) && !/index|message/.test(file));
      assert.equal(counties.length, 22);
      for (const file of counties) {
        assert.match(page(file.replace('plain/', '')), /1\swarning or alert is in force with no point/, file);
        assert.doesNotMatch(page(file.replace('plain/', '')), NONE, file);
      }
    });
});

// case 141, 196
test('a response of unknown age takes no severity away, and adds what it has in force', async (t) => {
  const { answers, cycle, page } = await setUp(t);
  answers.wales = body(collection(known(), severe({ FWACODE: 'raised', SEVERITYVALUE: 3 })));
  await cycle();
  const old = collection(
    messageAt('known', 3, KNOWN),
    messageAt('ended', 1, 'River Tarell'),
    severe({ FWACODE: 'raised' }),
  );
  for (const value of [3, 4]) {
    old.features[0] = messageAt('known', value, KNOWN);
    answers.wales = under({ Age: 'old' }, old);
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

// case 55
test('two messages of one area are both listed', async (t) => {
  const { answers, cycle, page } = await setUp(t);
  answers.wales = body(collection(severe(), message({ DESCRIPTION: 'River Tarell' })));
  await cycle();
  lists(page, 'both', NEW, 'River Tarell');
  assert.match(plainText(page('en/index.html')), /1\ssevere flood warning and 1\sflood alert/);
});

// An item that could not be read.
const UNREADABLE = [
  ['48: null', 'null'],
  ['48: a number', '7'],
  ['48: a text', '"River Usk at Brecon"'],
  ['49: properties that are null', '{"type":"Feature","geometry":null,"properties":null}'],
  ['49: properties that are a list', '{"type":"Feature","geometry":null,"properties":[]}'],
  [
    '153: a member twice with two values',
    text(severe()).replace('"SEVERITYVALUE":1', '"SEVERITYVALUE":4,"SEVERITYVALUE":1'),
  ],
];

describe('a message that could not be read is counted, and ends none', { concurrency: 2 }, () => {
  for (const [name, item] of UNREADABLE)
    test(name, async (t) => {
      const { answers, cycle, page } = await setUp(t);
      const respond = (...items) => (answers.wales = body(`{"type":"FeatureCollection","features":[${items}]}`));
      respond(item);
      await cycle();
      assert.doesNotMatch(page('en/index.html'), NONE, 'alone');
      assert.match(plainText(page('en/index.html')), /1\swarning or alert could not be read/, 'alone');
      respond(text(known()), text(messageAt('other', 1, 'River Tarell')));
      await cycle();
      respond(text(known()), item);
      await cycle();
      lists(page, name, KNOWN, 'River Tarell');
      assert.match(plainText(page('en/index.html')), /1\swarning or alert that could not be read/);
    });
});

/** The cells of a county's row, in words, or null without a table. */
function risks(html, county) {
  const row = html.match(new RegExp(`<th scope="row"><bdi>${county}</bdi></th>(.*?)</tr>`))?.[1];
  return row ? [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => plainText(cell).trim()) : null;
}

// The response, the first cell of Powys, and that of Gwynedd; null for no table.
const FORECAST = [
  ['62: one entry', () => body([forecastEntry()]), 'Low', 'Very low'],
  ['34: no entry', body([]), 'Very low', 'Very low'],
  ['149: null beside it', () => body([forecastEntry(), null]), 'Low', 'not stated'],
  ['149: text beside it', () => body([forecastEntry(), 'Gwynedd']), 'Low', 'not stated'],
  ['149: a list beside it', () => body([forecastEntry(), []]), 'Low', 'not stated'],
  ['149: no county', () => body([forecastEntry(), forecastEntry({ LocationCounty_en: null })]), 'Low', 'not stated'],
  [
    '149: an empty county',
    () => body([forecastEntry(), forecastEntry({ LocationCounty_en: '' })]),
    'Low',
    'not stated',
  ],
  [
    '149: an unknown county',
    () => body([forecastEntry(), forecastEntry({ LocationCounty_en: 'Mercia' })]),
    'Low',
    'not stated',
  ],
  [
    '149: markup as a county',
    () => body([forecastEntry(), forecastEntry({ LocationCounty_en: '<b>Powys' })]),
    'Low',
    'not stated',
  ],
  [
    '95: a sign that turns the direction of the text is no part of a county',
    () => body([forecastEntry(), forecastEntry({ LocationCounty_en: '\u202ePowys', RiskLevelName_en: 'High' })]),
    'High',
    'Very low',
  ],
  [
    '59: a county twice',
    () => body([forecastEntry(), forecastEntry({ RiskLevelName_en: 'High' })]),
    'High',
    'Very low',
  ],
  ['61: another form of a county', () => body([forecastEntry({ LocationCounty_en: ' POWYS ' })]), 'Low', 'Very low'],
  ['151: an empty level', () => body([forecastEntry({ RiskLevelName_en: '' })]), 'not stated', 'Very low'],
  ['151: no level', () => body([forecastEntry({ RiskLevelName_en: null })]), 'not stated', 'Very low'],
  [
    '175: a level that is not known',
    body([forecastEntry({ RiskLevelName_en: 'Extreme' })]),
    /^at least high: .*Extreme$/,
    'Very low',
  ],
  ['95: markup as a level', () => body([forecastEntry({ RiskLevelName_en: '<b>Low' })]), /&lt;b&gt;Low$/, 'Very low'],
  ['150: nine days ahead', () => body([forecastEntry({ Day_en: forecastDay(9) })]), null, null],
  ['150: next year', () => body([forecastEntry({ Day_en: forecastDay(365) })]), null, null],
  ['150: another order', () => body([forecastEntry({ Day_en: forecastDay(0, 'en-US') })]), null, null],
  ['85: three days ago', () => body([forecastEntry({ Day_en: forecastDay(-3) })]), null, null],
  ['60: an object', body({ forecast: [] }), null, null],
  ['34: null', body('null'), null, null],
  ['33: no body', body(''), null, null],
  ['11: a web page', body('<html>'), null, null],
  ['26: 503', status(503, []), null, null],
  ['20: 204', { status: 204 }, null, null],
  ['142: an age of three days', under({ Age: '259200' }, []), null, null],
  ['142: an age that is none', under({ Age: 'old' }, []), null, null],
  ['143: an origin two days ahead', () => under({ 'X-Origin-Date': inMinutes(2_880) }, []), null, null],
];

describe('a risk of the forecast is very low only where that is proven', { concurrency: 2 }, () => {
  for (const [name, response, powys, gwynedd] of FORECAST)
    test(name, async (t) => {
      const { answers, cycle, page } = await setUp(t);
      answers.forecast = now(response);
      await cycle();
      const html = page('en/index.html');
      const first = (county) => risks(html, county)?.[0] ?? null;
      if (powys instanceof RegExp) assert.match(first('Powys'), powys);
      else assert.equal(first('Powys'), powys);
      assert.equal(first('Gwynedd'), gwynedd);
      assert.match(html, /class="answer none"/, 'the messages do not wait for the forecast');
      assert.doesNotMatch(html, /<b>|\u202e/);
      if (powys === null) assert.doesNotMatch(plainText(page('en/powys.html')), /Very low/);
    });
});
