// The size of the suite: tests in a browser cost most, so their number may only fall.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from '../support/harness.mjs';

/** The end-to-end tests, and those that are repeated with newer versions of the operations. */
const MOST = { all: 280, operations: 7 };

/** The number of end-to-end tests that some arguments of the runner select. */
function count(...args) {
  const list = execFileSync('playwright', ['test', '--list', ...args], { cwd: root, encoding: 'utf8' });
  return Number(list.match(/^Total: (\d+) tests? in \d+ files?$/m)[1]);
}

test('there are no more end-to-end tests than before', () => {
  const counts = { all: count(), operations: count('--grep', '@operations') };
  // A smaller number is the new limit.
  assert.deepEqual(counts, MOST);
});
