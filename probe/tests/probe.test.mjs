// The check of a deployment against sample-service: both versions, refused and missing keys, faults.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { KEY, root, startService } from '../../tests/support/harness.mjs';

const PROBE = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/probe');
const KEYS = { GORLIF_KEY_LEVELS: KEY, GORLIF_KEY_WARNINGS: KEY, GORLIF_KEY_FORECAST: KEY };
let service;
before(async () => {
  service = await startService('--scenario', 'storm', '--control');
});
after(async () => {
  await service?.stop();
});

async function probe(settings) {
  const child = spawn(PROBE, [], { env: { GORLIF_UPSTREAM: service.address, ...settings } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const code = await new Promise((done) => child.on('close', done));
  assert.ok(!text.includes(KEY), 'no key is printed');
  return { code, lines: text.trim().split('\n') };
}
const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d UTC, \d+ minutes old$/;

for (const [levels, warnings, fields] of [
  ['v1', 'v1', []],
  ['station-data', 'v1', []],
  ['v1', 'v3', ['  fields that are missing: RIM_WELSH']],
  ['station-data', 'v3', ['  fields that are missing: RIM_WELSH']],
]) {
  test(`levels ${levels} and warnings ${warnings}: version, items, newest reading and fields`, async () => {
    const { code, lines } = await probe({
      ...KEYS,
      GORLIF_OPERATION_LEVELS: levels,
      GORLIF_OPERATION_WARNINGS: warnings,
    });
    assert.equal(code, 0, lines.join('\n'));
    assert.match(lines[0], new RegExp(`^levels \\(${levels}\\): \\d+ gauges; newest reading `));
    assert.match(lines[0], TIME);
    assert.match(lines[1], new RegExp(`^warnings \\(${warnings}\\): \\d+ messages, \\d+ in force; newest message `));
    assert.deepEqual(lines.slice(2, -1), fields);
    assert.match(lines.at(-1), /^forecast \(v1\): 5 days$/);
  });
}

test('the commentary is requested where it is set', async () => {
  const { code, lines } = await probe({ ...KEYS, GORLIF_OPERATION_FORECAST: 'v2', GORLIF_OPERATION_COMMENTARY: 'v2' });
  assert.equal(code, 0, lines.join('\n'));
  assert.match(lines.at(-2), /^forecast \(v2\): 5 days$/);
  assert.match(lines.at(-1), /^commentary \(v2\): \d+ characters in English, \d+ in Welsh$/);
  const unset = await probe({ ...KEYS, GORLIF_OPERATION_COMMENTARY: '' });
  assert.match(unset.lines.at(-1), /^forecast \(v1\): 5 days$/);
});

test('a key that is refused or missing, and a body that is none, are named by operation', async () => {
  const refused = await probe({ ...KEYS, GORLIF_KEY_WARNINGS: 'another', GORLIF_KEY_FORECAST: '' });
  assert.equal(refused.code, 1);
  assert.match(refused.lines[0], /^levels \(v1\): \d+ gauges/);
  assert.deepEqual(refused.lines.slice(1), [
    'warnings (v1): status 401: the key is refused; the key of another product is refused too',
    'forecast (v1): GORLIF_KEY_FORECAST is not set',
  ]);
  for (const [fault, said] of [
    ['429', /^levels \(v1\): status 429: too many calls in this minute; ask again after 65 seconds$/],
    ['html', /^levels \(v1\): the body is a web page, not data$/],
  ]) {
    await fetch(`${service.address}/control/riverlevels/${fault}`);
    const { code, lines } = await probe(KEYS);
    await fetch(`${service.address}/control/riverlevels/none`);
    assert.equal(code, 1);
    assert.match(lines[0], said);
  }
});

test('a key can be in a file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gorlif-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'key'), `${KEY}\n`);
  const { GORLIF_KEY_LEVELS: _, ...others } = KEYS;
  const { code, lines } = await probe({ ...others, GORLIF_KEY_LEVELS_FILE: join(folder, 'key') });
  assert.equal(code, 0, lines.join('\n'));
});

test('a setting that is wrong or a service that is not there ends it with a sentence', async () => {
  for (const [settings, code, said] of [
    [{ GORLIF_UPSTREAM: 'ftp://x' }, 2, /GORLIF_UPSTREAM must be an https address/],
    [{ GORLIF_UPSTREAM: 'http://api.example' }, 2, /GORLIF_UPSTREAM must be an https address/],
    [{ GORLIF_UPSTREAM: 'http://127.0.0.1.evil.test' }, 2, /GORLIF_UPSTREAM must be an https address/],
    [{ GORLIF_UPSTREAM: 'http://127.0.0.1@evil.test' }, 2, /GORLIF_UPSTREAM must be an https address/],
    [{ GORLIF_UPSTREAM: '' }, 2, /GORLIF_UPSTREAM must be an https address/],
    [{ GORLIF_OPERATION_LEVELS: 'v2' }, 2, /expected v1 or station-data/],
    [{ GORLIF_UPSTREAM: 'http://127.0.0.1:9' }, 1, /^levels \(v1\): the service could not be reached$/m],
  ]) {
    const result = await probe({ ...KEYS, ...settings });
    assert.equal(result.code, code, result.lines.join('\n'));
    assert.match(result.lines.join('\n'), said);
  }
});
