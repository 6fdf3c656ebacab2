// Lists the Welsh texts that are not published, with the English ones, as Markdown: `make translator`. A translator approves them.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const TABLES = 'core/src/i18n';
const FILES = [
  'pages/adeiladu.html',
  'pages/hygyrchedd.html',
  'pages/preifatrwydd.html',
  'pages/sicrwydd.html',
  'build/pages.mjs: the names and titles of the Welsh pages',
  'index.html: the parts with lang="cy"',
  'src/js/bootstrap.js: what stands beside the English texts',
  'src/js/embed_frame.js: the same',
  'pages/builder.js: the same',
  'gateway/lua/plain_notice.lua: the same',
  'core/tests/mutations.tsv: the names of places after "i"',
];
const read = (path) => readFileSync(path, 'utf8');

/** The string literals of Rust code, each once; what is inserted stays as `{name}`. */
const strings = (code) => {
  const found = [...code.replaceAll(/^\s*\/\/.*$/gm, '').matchAll(/"((?:[^"\\]|\\.)*)"/g)];
  const texts = found.map(([, text]) =>
    text
      .replaceAll('\\u{a0}', ' ')
      .replaceAll(/\\\n\s*/g, '')
      .replaceAll('\\"', '"'),
  );
  return [...new Set(texts)].filter((text) => /\p{L}/u.test(text));
};

/** The fields of the table of a name: their strings, and whether they stand under "published". */
function fields(code, name) {
  const [table = ''] = code.match(new RegExp(`^(?:pub\\(super\\) )?static ${name}\\b[\\s\\S]*?^\\};`, 'm')) ?? [];
  const all = new Map();
  let [isPublished, field] = [false, null];
  for (const line of table.split('\n')) {
    const mark = line.match(/^ {4}\/\/ ---- (published|ours)/)?.[1];
    if (mark) isPublished = mark === 'published';
    const begun = line.match(/^ {4}(\w+)[:,]/)?.[1];
    if (begun) all.set((field = begun), { isPublished, code: '' });
    if (field) all.get(field).code += `${line}\n`;
  }
  return new Map([...all].map(([key, { isPublished, code }]) => [key, { isPublished, texts: strings(code) }]));
}

const cell = (texts) => texts.join('<br>').replaceAll('|', '\\|');
let count = 0;
const row = (...cells) => {
  count += 1;
  console.log(`| ${cells.join(' | ')} |`);
};

for (const file of readdirSync(TABLES).filter((name) => name.endsWith('.rs') && name !== 'english.rs')) {
  const code = read(join(TABLES, file)).split('#[cfg(test)]')[0];
  const english = fields(file === 'welsh.rs' ? read(join(TABLES, 'english.rs')) : code, 'ENGLISH');
  const welsh = [...fields(code, 'WELSH')].filter(([, { isPublished, texts }]) => !isPublished && texts.length > 0);
  const nouns = [...code.matchAll(/const (\w+): Noun =([\s\S]*?);/g)];
  const pairs = [...code.matchAll(/\.of\(\s*"([^"]*)",\s*"([^"]*)",?\s*\)/g)];
  // A function with both languages marks its Welsh branches.
  const [, branches] = welsh.length > 0 ? [] : code.split(/\/\/ ours, to be signed off by a translator/);
  if (welsh.length + nouns.length + pairs.length === 0 && !branches) continue;
  console.log(`\n## ${file}\n\n| text | English | Welsh |\n|---|---|---|`);
  for (const [field, { texts }] of welsh) {
    const { texts: known } = english.get(field) ?? {};
    if (!known?.length) throw new Error(`translator: ${file}: ${field} has no English text`);
    row(field, cell(known), cell(texts));
  }
  for (const [, name, forms] of nouns) row(`${name}, after numbers`, '', cell(strings(forms)));
  for (const [, en, cy] of pairs) row('', cell([en]), cell([cy]));
  if (branches) row('', '', cell(strings(branches)));
}
console.log(`\n## Whole files\n\n${FILES.map((name) => `- ${name}`).join('\n')}`);
console.error(`translator: ${count} texts`);
