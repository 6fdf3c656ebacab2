// The Welsh plural categories of core/src/i18n/plural.rs, beside those of CLDR, which Node.js has.
import assert from 'node:assert/strict';
import { test } from 'node:test';

test('a plural after a number follows CLDR in Welsh', () => {
  const ours = (n) => ({ 0: 'zero', 1: 'one', 2: 'two', 3: 'few', 6: 'many' })[n] ?? 'other';
  const rules = new Intl.PluralRules('cy');
  for (let n = 0; n <= 200; n++) assert.equal(ours(n), rules.select(n), String(n));
});
