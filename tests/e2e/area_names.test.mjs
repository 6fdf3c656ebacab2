// The names and descriptions of the flood areas from the provider's download: in the lists, the answer, the popups and the details.
import { readFileSync } from 'node:fs';
import { json, listing, message } from '../support/bodies.mjs';
import { expect, test as base } from '../support/fixtures.mjs';
import { around } from '../support/page.mjs';

const test = base.extend({
  /** Opens the page with the file `area-names.json`: its content, or a response. */
  openWith: async ({ open, startGateway }, use) => {
    await use(async (file, query, options) => {
      const at = await startGateway({
        change: (html) => html.replace('"endpoint":', '"areas": { "names": "area-names.json" }, "endpoint":'),
        answer: (path) => (path === '/area-names.json' ? (file.areas ? json(file) : file) : null),
      });
      return open(query, { at, ...options });
    });
  },
});

/** The file of the names of three areas, as `build/flood-areas.mjs` makes it (tests/scripts/flood_areas.test.mjs). */
const FILE = JSON.parse(readFileSync('tests/fixtures/area-names.json', 'utf8'));
const TEXT = 'Rain falls. See https://naturalresources.wales/floods.';
const of = (code, description, value) =>
  message({ FWACODE: code, DESCRIPTION: description, SEVERITYVALUE: value, RIM_ENGLISH: TEXT });
const ANSWERS = listing(
  of('103FWFUsk', 'River Usk, Brecon', 1),
  of('103FWFHon', 'River Honddu', 2),
  of('103WAFUsk', 'Usk', 3),
);

test('on the Welsh page an area has its Welsh name; a name or a text without is marked as English', async ({
  openWith,
}) => {
  const gorlif = await openWith(FILE, `${around(5)}&lang=cy`, { answers: ANSWERS });
  const { page, answer, lists } = gorlif;
  await expect(answer.sentence).toHaveText(/^Rhybudd Llifogydd Difrifol: Afon Wysg yn Aberhonddu/);
  const titles = lists.messages.locator('.entry');
  await expect(titles.filter({ hasText: 'Afon Wysg yn Aberhonddu' })).toHaveCount(1);
  await expect(titles.filter({ hasText: 'Dalgylch Wysg' })).toHaveCount(1);
  const english = () => page.locator('bdi[lang=en]').allTextContents();
  expect(new Set(await english())).toEqual(new Set(['River Honddu']));
  const { button, row, details } = lists.message('103FWFUsk');
  await button.click();
  await expect(row.locator('.message')).toHaveAttribute('lang', 'en');
  await expect(details).toContainText('cyn gynted ag y bydd cyfieithiad ar gael');
  await expect(page.locator('.leaflet-popup')).toContainText('Afon Wysg yn Aberhonddu');
  expect(new Set(await english())).toEqual(new Set(['River Honddu']));
  expect(gorlif.faults).toEqual([]);
});

test('the details of a message have its streets and its alert area, and a missing name', async ({ openWith }) => {
  const answers = listing(of('103FWFUsk', 'River Usk, Brecon', 1), of('103FWFHon', '', 2));
  const gorlif = await openWith(FILE, `${around(5)}&lang=en`, { answers });
  await expect(gorlif.lists.message('103FWFHon').row).toContainText('River Honddu at Brecon');
  const entry = gorlif.lists.message('103FWFUsk');
  await expect(entry.row).toContainText('River Usk, Brecon');
  await entry.button.click();
  // case 262
  const links = entry.row.locator('a[href^="https://naturalresources.wales/floods"]');
  await expect(links).toHaveText(['https://naturalresources.wales/floods']);
  await expect(links).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(entry.row).toHaveText(
    /Area covered\s*Parts of the town including Station Road and <b>The Watton<\/b>[^]*Part of\s*Usk catchment/,
    { useInnerText: true },
  );
  await gorlif.speak('cy');
  await expect(entry.row).toContainText('Afon Wysg yn Aberhonddu');
  await expect(entry.row).toHaveText(
    /Ardal dan sylw\s*Rhannau o’r dref gan gynnwys Heol yr Orsaf[^]*Rhan o\s*Dalgylch Wysg/,
    { useInnerText: true },
  );
  expect(gorlif.faults).toEqual([]);
});

test('a file of names that is a web page is named for the operator, and changes nothing', async ({ openWith }) => {
  const file = { headers: { 'Content-Type': 'text/html' }, body: '<html>' };
  const gorlif = await openWith(file, `${around(5)}&lang=cy`, { answers: ANSWERS });
  const cause = 'areas: area-names.json is not a file of names';
  await expect(gorlif.sources.operator.locator('pre')).toContainText(cause);
  await expect(gorlif.answer.sentence).toHaveText(/^Rhybudd Llifogydd Difrifol: River Usk, Brecon/);
});

test('a street leads to the area whose description names it, also without a message', async ({ openWith }) => {
  const gorlif = await openWith(FILE, '?lang=cy', { answers: listing() });
  await gorlif.marked();
  await gorlif.place.field.fill('heol yr orsaf');
  await expect(gorlif.place.suggestions).toHaveText(['Afon Wysg yn Aberhonddu, ardal llifogydd, Powys'], {
    useInnerText: true,
  });
  await gorlif.place.suggestions.first().click();
  await expect(gorlif.page).toHaveURL(/lat=51\.95.*lon=-3\.39/);
  expect(gorlif.faults).toEqual([]);
});
