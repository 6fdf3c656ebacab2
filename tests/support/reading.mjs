// What is read of a page, compared with kept texts that people can read.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { root } from './harness.mjs';

/** A text without what depends on the time of the test: times, dates, ages, levels and whether they are reached, peaks, numbers of
 * readings, and days. */
const timeless = (text) =>
  text
    .replace(/−?\d+\.\d+\s(?:m|mAOD)\b/gu, 'LEVEL')
    .replace(/(?:(?:yesterday|ddoe) |\d{1,2}\s\p{L}+(?:\s\d{4})?, )?\b\d\d:\d\d\b(?: (?:BST|GMT))?/gu, 'TIME')
    .replace(/\b\d{1,2}\s\p{L}+\s20\d\d\b/gu, 'DATE')
    .replace(/\b\d+\s(?:minutes?|hours?|munud|funud|awr) (?:ago|yn ôl)/gu, 'AGE')
    .replace(/(?:over|dros) \d+\s(?:minutes|munud)/gu, 'OVER')
    .replace(/(?: · )?(?:peaked at|uchafbwynt o) LEVEL, TIME/gu, '')
    // The ticks of a chart, its readings and its days.
    .replace(/^(image, .*)\n[^]*?\n(?=end of image)/gmu, '$1\n')
    .replace(/\b\d+ (?=readings|darlleniad|days? of the last|d?diwrnod o'r)/gu, 'COUNT ')
    .replace(/max value \d+/gu, 'max value COUNT')
    .replace(/LEVEL (?:not reached|reached|heb ei chyrraedd|wedi'i chyrraedd)/gu, 'LEVEL REACHED')
    .replace(/(?:↑|↓|→) (?:yn )?\p{L}+(?:\s\d[\d.]*\scm\/(?:h|awr))?/gu, 'TREND')
    .replace(/\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day/gu, 'DAY')
    .replace(/[Dd]ydd (?:Llun|Mawrth|Mercher|Iau|Gwener|Sadwrn|Sul)/gu, 'DAY')
    .replace(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Llun|Maw|Mer|Iau|Gwe|Sad|Sul)\s\d{1,2}\b/gu, 'DATE')
    .replace(/DAY(?:,)? \d{1,2}\s\p{L}+/gu, 'DATE');

/** Compares what is read with the kept text in the folder. `GORLIF_GOLDEN=write` writes it anew. */
export function expectReading(folder, name, text) {
  const file = join(root, folder, `${name}.txt`);
  const read = `${timeless(text)}\n`;
  if (process.env.GORLIF_GOLDEN === 'write') {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(file, read);
  }
  expect(existsSync(file), `${file} is there; GORLIF_GOLDEN=write writes it`).toBe(true);
  expect(read).toBe(readFileSync(file, 'utf8'));
}
