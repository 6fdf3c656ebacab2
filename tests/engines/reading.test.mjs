// What a simulated screen reader says in each engine: the same in all, compared with the texts in tests/engines/reading.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AROUND_BRECON } from '../support/page.mjs';
import { expectReading } from '../support/reading.mjs';
import { count, test } from './fixtures.mjs';

const FOLDER = 'tests/engines/reading';
/** The reader as a script, which gives the page `virtual`: a policy would keep a module from being imported. */
const READER = readFileSync(
  createRequire(import.meta.url).resolve('@guidepup/virtual-screen-reader/browser.js'),
  'utf8',
).replace(/export\{.*?([\w$]+) as virtual\};/, (_, name) => `globalThis.virtual = ${name};`);

/** What the reader says of an element, or of one around it, from its begin to its end: a line for each stop. */
async function read(page, selector, around = selector) {
  await page.run(`() => { ${READER}\n}`);
  const steps = async (selector, around) => {
    const { virtual } = globalThis;
    await virtual.start({ container: document.querySelector(selector).closest(around) });
    const first = await virtual.lastSpokenPhrase();
    do await virtual.next();
    while ((await virtual.lastSpokenPhrase()) !== first);
    const said = await virtual.spokenPhraseLog();
    await virtual.stop();
    return said.slice(0, -1).join('\n');
  };
  return page.run(steps, selector, around);
}

for (const language of ['en', 'cy'])
  test(`read aloud: the answer, the lists, a gauge, a river, the forecast and a plain page: ${language}`, async ({
    visit,
    address,
  }) => {
    const page = await visit(`${AROUND_BRECON}&lang=${language}`, { isTranslated: false });
    expectReading(FOLDER, `${language}-answer`, await read(page, '#answer'));
    expectReading(FOLDER, `${language}-warnings`, await read(page, '.panel.warnings .entry', '.entries'));
    await page.click('.panel.warnings .entry');
    const open = '.panel.warnings .entry[aria-expanded=true]';
    await page.until('the open message', count, open);
    await page.until('its changes', count, '.panel.warnings .timeline:not([hidden]) li');
    expectReading(FOLDER, `${language}-message`, await read(page, open, 'li'));
    await page.click('.views button', language === 'en' ? 'Rivers' : 'Afonydd');
    await page.until('the gauges', count, '.panel.rivers.open [data-station-id] .entry');
    expectReading(FOLDER, `${language}-rivers`, await read(page, '.panel.rivers .entry', '.entries'));
    await page.click('.panel.rivers .entry');
    const gauge = '.panel.rivers .entry[aria-expanded=true]';
    await page.until('its chart', count, '.panel.rivers [data-chart] svg');
    expectReading(FOLDER, `${language}-gauge`, await read(page, gauge, 'li'));
    await page.click('.views button', language === 'en' ? 'Forecast' : 'Rhagolygon');
    await page.until('the forecast', count, '.panel.forecast.open [data-county][data-day]');
    expectReading(FOLDER, `${language}-forecast`, await read(page, '.panel.forecast'));
    await page.go(`${address}?river=usk&lang=${language}`);
    await page.until('the gauges of the river', count, '.panel.rivers .along:not([hidden])');
    const messages = await read(page, '.panel.rivers .along');
    const gauges = await read(page, '.panel.rivers .entry', '.entries');
    expectReading(FOLDER, `${language}-river`, `${messages}\n${gauges}`);
    await page.go(`${address}plain/${language}/`);
    await page.click('.messages a');
    const isMessage = () => /message-/.test(location.href) && document.querySelector('footer');
    await page.until('the page of the message', isMessage);
    expectReading(FOLDER, `${language}-plain`, await read(page, 'body'));
  });
