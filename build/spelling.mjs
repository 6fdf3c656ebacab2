// Checks the spelling of the Welsh texts: the tables of core/src/i18n, the Welsh pages and the Welsh parts of index.html. Called by
// `make check`. Names and terms that the dictionary lacks are in build/spelling-allowed.txt.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import dictionary from 'dictionary-cy';
import nspell from 'nspell';
import { staticPages } from './pages.mjs';

const read = (path) => readFileSync(path, 'utf8');
const TABLES = 'core/src/i18n';

/** The string literals of Rust code, without comments, placeholders and escapes. */
const literals = (code) =>
  [...code.replaceAll(/^\s*\/\/.*$/gm, '').matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, text]) => text.replaceAll(/\\u\{\w+\}|\{[^}]*\}|\\.|https?:\S+/g, ' '))
    .join('\n');

/** The Welsh strings of a file of tables: the tables named WELSH, nouns after numbers, and the second text of pairs. */
function welshOfTables(name, code) {
  const production = code.split('#[cfg(test)]')[0];
  if (name === 'welsh.rs') return literals(production);
  const parts = [
    ...production.matchAll(/^(?:pub\(super\) )?(?:static|const) WELSH\b[\s\S]*?^(?:\};|\];)/gm),
    ...production.matchAll(/^(?:pub\(super\) )?const \w+: Noun\b[\s\S]*?;$/gm),
  ].map(([part]) => literals(part));
  const pairs = [...production.matchAll(/\.of\(\s*"[^"]*",\s*("[^"]*"),?\s*\)/g)].map(([, welsh]) => literals(welsh));
  return [...parts, ...pairs].join('\n');
}

/** The text of a page, without markup, scripts and parts in English. */
const textOfPage = (html) =>
  html
    .replaceAll(/<(script|style|code|pre)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<(\w+)\b[^>]*\blang="en"[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/https?:\S+|\S+@\S+/g, ' ');

/** The parts of a page in both languages that are marked as Welsh. */
const welshParts = (html) =>
  [...html.matchAll(/<(\w+)\b[^>]*\blang="cy"[^>]*>([\s\S]*?)<\/\1>/g)]
    .map(([, , part]) => textOfPage(part))
    .join('\n');

/** What the gateway answers instead of a plain page. */
const NOTICE = 'gateway/lua/plain_notice.lua';

const texts = [
  ...readdirSync(TABLES)
    .filter((name) => name.endsWith('.rs') && name !== 'english.rs')
    .map((name) => [join(TABLES, name), welshOfTables(name, read(join(TABLES, name)))]),
  ...staticPages('cy').map(([name, whole]) => [join('pages', name), textOfPage(whole(read(join('pages', name))))]),
  ['index.html', welshParts(read('index.html'))],
  // The strings of its table `cy`.
  [
    NOTICE,
    literals(
      read(NOTICE)
        .match(/^ {2}cy = \{[^]*?^ {2}\}/m)[0]
        .replace(/https:\S+/g, ''),
    ),
  ],
];

const spelling = nspell(dictionary);
const allowed = new Set(
  read('build/spelling-allowed.txt')
    .split('\n')
    .filter((line) => line && !line.startsWith('#')),
);
/** A word without the contracted article, conjunction or pronoun at its end: "i'r", "wedi'i". */
const stem = (word) => word.replace(/^'+|'+$/g, '').replace(/'(?:r|n|i|u|ch|m|w|th|a)$/, '');
const isKnown = (word) =>
  allowed.has(word) ||
  spelling.correct(word) ||
  spelling.correct(word.toLowerCase()) ||
  (word.includes('-') && word.split('-').every((part) => part === '' || isKnown(part)));

const used = new Set();
const wrong = [];
for (const [file, text] of texts) {
  const words =
    text
      .normalize('NFC')
      .replaceAll('’', "'")
      .match(/[\p{L}'-]+/gu) ?? [];
  if (words.length === 0 && (!file.endsWith('.rs') || /^(?:static|const) WELSH/m.test(read(file))))
    wrong.push(`${file}: no Welsh text was found`);
  for (const word of new Set(words.map(stem))) {
    if (allowed.has(word)) used.add(word);
    if (word.length > 1 && !isKnown(word)) wrong.push(`${file}: ${word}`);
  }
}
for (const word of allowed) if (!used.has(word)) wrong.push(`build/spelling-allowed.txt: ${word} is not used`);
if (wrong.length > 0) {
  console.error(`spelling: not in the Welsh dictionary:\n${wrong.join('\n')}`);
  process.exit(1);
}
