// The recorder's feeds as programs of others read them, through the gateway: CAP 1.2 by the schema of OASIS, GeoJSON by Home Assistant's
// client and by the schemas in docs/feeds.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { collection, json, levelsBody, message, messageAt, gauge } from '../support/bodies.mjs';
import { root } from '../support/harness.mjs';
import { startPaced } from '../support/paced-recorder.mjs';
import { filesFor, recorder, startAnswering, startSite } from '../support/recorder-harness.mjs';

const PYTHON = join(root, '.tools/readers/bin/python');
const READERS = join(root, 'tests/recorder/readers.py');
const HOME = ['51.95', '-3.39'];
const run = promisify(execFile);
const read = async (...command) =>
  JSON.parse((await run(PYTHON, [READERS, ...command], { maxBuffer: 1 << 26 })).stdout);

/** A service, gateway and recorder of a storm, which has run a cycle. `answer` may answer in the service's place. */
async function recorded(t, answer = () => null) {
  const site = await startSite(t, { flags: ['--scenario', 'storm'], answer });
  const { cycle } = await startPaced(t, site.options);
  await cycle();
  /** What Home Assistant shows of a file: updates it and returns that, as often as it is called. */
  const events = (name) => {
    const address = `${site.gateway.address}history/feeds/${name}.geojson`;
    const home = spawn(PYTHON, [READERS, 'events', address, ...HOME], { stdio: ['pipe', 'pipe', 'inherit'] });
    t.after(() => home.kill());
    const lines = createInterface({ input: home.stdout })[Symbol.asyncIterator]();
    return async () => {
      home.stdin.write('\n');
      const { value = '{}' } = await lines.next();
      const { status, entries = {} } = JSON.parse(value);
      return { status, count: Object.keys(entries).length, notice: entries.notice };
    };
  };
  return { ...site, cycle, events };
}

/** The alerts as XML, which must be valid by the schema, by their names. */
async function validAlerts(folder) {
  const names = readdirSync(join(folder, 'cap')).filter((name) => name.endsWith('.xml'));
  const results = await read('cap', ...names.map((name) => join(folder, 'cap', name)));
  const invalid = Object.entries(results).filter(([, { valid }]) => !valid);
  assert.deepEqual(invalid, []);
  return { names, results };
}

async function followSchemas(folder, ...languages) {
  for (const kind of ['warnings', 'gauges']) {
    const files = languages.map((language) => join(folder, `${kind}.${language}.geojson`));
    const errors = await read('schema', join(root, `docs/feeds/${kind}.schema.json`), ...files);
    assert.deepEqual(errors, Object.fromEntries(files.map((name) => [name, []])));
  }
}

test('each message of a storm is an alert that is valid by the schema and in the index, and the GeoJSON files follow their schemas', async (t) => {
  const { gateway, history } = await recorded(t);
  const folder = join(history, 'feeds');
  const { names, results } = await validAlerts(folder);
  assert.ok(names.length > 150, `${names.length}`);
  await followSchemas(folder, 'en', 'cy');
  for (const [name, { sent, expiry }] of Object.entries(results))
    assert.ok(Date.parse(expiry) > Date.parse(sent), `${name}: ${sent} ${expiry}`);
  for (const language of ['en', 'cy']) {
    const response = await fetch(`${gateway.address}history/feeds/cap/index.${language}.atom`);
    const index = await response.text();
    assert.equal(index.match(/type="application\/cap\+xml"/g).length, names.length);
    for (const name of names) assert.ok(index.includes(`history/feeds/cap/${name}"`), name);
  }
  const alert = await fetch(`${gateway.address}history/feeds/cap/${names[0]}`);
  assert.deepEqual([alert.status, alert.headers.get('content-type')], [200, 'application/cap+xml']);
  const xml = (await alert.text()).replaceAll('&#x2f;', '/');
  const parts = ['status>Test', 'language>en-GB', 'language>cy-GB', 'sender>https://flood.example/'];
  for (const part of parts) assert.ok(xml.includes(`<${part}<`), `${part}: ${xml}`);
});

// case 198
test('Home Assistant reads what is in force, and tells a calm day from a failed source', async (t) => {
  let isCalm = false;
  const nothing = json(collection(), { 'X-Sample-Data': '1' });
  const storm = await recorded(t, (path) => (isCalm && path.includes('/floodwarnings/') ? nothing : null));
  const shown = { en: storm.events('warnings.en'), cy: storm.events('warnings.cy') };
  for (const update of Object.values(shown))
    assert.deepEqual(await update(), { status: 'OK', count: 155, notice: undefined });
  const gauges = await storm.events('gauges.en')();
  assert.equal(gauges.status, 'OK');
  assert.ok(gauges.count > 200, `${gauges.count}`);
  // Its manager would remove everything after an error, as on a calm day.
  await storm.service.fault('floodwarnings', '503');
  await storm.cycle();
  for (const [language, notice] of [
    ['en', /could not be checked since .* There may be warnings in force/],
    ['cy', /Nid oes modd gwirio rhybuddion llifogydd ers /],
  ]) {
    const failed = await shown[language]();
    assert.deepEqual([failed.status, failed.count], ['OK', 156]);
    assert.match(failed.notice, notice);
  }
  await storm.service.fault('floodwarnings', 'none');
  await storm.cycle();
  assert.deepEqual(await shown.en(), { status: 'OK', count: 155, notice: undefined });
  isCalm = true;
  await storm.cycle();
  assert.deepEqual(await shown.en(), { status: 'OK', count: 0, notice: undefined });
});

// case 185, 198
test('names with markup, no code, no point, 30 kB of text, 5,000 messages, which the operator calls a test', async (t) => {
  const markup = ']]> <alert> & "quoted" \'single\' {{ 7 * 7 }} {% raw %} \u202e\u0000\u0008\ufffe';
  const messages = [
    message({ FWACODE: 'A&<B>', DESCRIPTION: markup, RIM_ENGLISH: markup, SEVERITYVALUE: 1 }),
    message({ FWACODE: '', DESCRIPTION: 'No code' }),
    message({ FWACODE: '', DESCRIPTION: '' }),
    messageAt('no-point', 2, 'No point', null),
    message({ FWACODE: 'long', RIM_ENGLISH: 'Rain. '.repeat(5_000), DESCRIPTION: 'n'.repeat(2_000) }),
    ...Array.from({ length: 4_995 }, (_, index) => messageAt(`m${index}`, 3, `Area ${index}`, (index % 50) - 25)),
  ];
  const bodies = { wales: collection(...messages), levels: levelsBody(collection(gauge({ TitleEN: markup }))) };
  const gateway = await startAnswering(t, (operation) => json(bodies[operation] ?? []));
  const files = filesFor();
  const records = recorder({ ...files, gateway, t });
  assert.equal((await records.start('--test-data', '--cycles', '1').ended)[0], 0);
  assert.deepEqual(records.json('status.json').errors, []);
  const folder = join(files.history, 'feeds');
  const { names } = await validAlerts(folder);
  assert.equal(names.length, 5_000);
  assert.match(records.text(`feeds/cap/${names[0]}`), /<status>Test</);
  assert.match(records.text('plain/en/index.html'), /Test, not real/);
  await followSchemas(folder, 'en');
  assert.equal(records.json('feeds/warnings.en.geojson').features.length, 5_000);
});
