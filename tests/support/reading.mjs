// What is read of a page, compared with kept texts that people can read.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { root } from './harness.mjs';

/** A text without what depends on the time of the test: times, dates, ages, levels and whether they are reached, and days. */
const timeless = (text) =>
  text
    .replace(/(?:(?:yesterday|ddoe) |\d{1,2}\s\p{L}+(?:\s\d{4})?, )?\b\d\d:\d\d\b(?: (?:BST|GMT))?/gu, 'TIME')
    .replace(/\b\d+\s(?:minutes?|hours?|munud|funud|awr) (?:ago|yn ôl)/gu, 'AGE')
    .replace(/−?\d+\.\d+\s(?:m|mAOD)\b/gu, 'LEVEL')
    .replace(/(?: · )?(?:peaked at|uchafbwynt o) LEVEL, TIME/gu, '')
    .replace(/\b\d+ (?=readings|darlleniad)/gu, 'COUNT ')
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
