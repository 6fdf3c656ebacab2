// The names and descriptions of the flood areas from the provider's download: in the lists, the answer, the popups and the details.
import { named, names } from '../../build/flood-areas.mjs';
import { collection, json, listing, message, square } from '../support/bodies.mjs';
import { expect, test as base } from '../support/fixtures.mjs';
import { BRECON, around } from '../support/page.mjs';

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

/** A row of the provider's download, in the columns of 2024. */
const row = (properties, geometry = null) => ({
  type: 'Feature',
  properties: {
    objectid: 1,
    region: 'South East',
    area: 'Powys',
    fwd_tacode: 'x',
    fwis_code: '',
    fwa_name: '',
    descrip: '',
    river_sea: '',
    parent: null,
    e_qdial: '120',
    w_region: 'De Ddwyrain',
    w_fwa_name: '',
    w_descrip: '',
    w_afon: '',
    w_qdial: '120',
    ta_address: '',
    fwd_reg: '',
    fwd_reg_da: null,
    pub_reg: '',
    globalid: '{0}',
    ...properties,
  },
  geometry,
});
const DOWNLOAD = collection(
  row(
    {
      fwis_code: '103FWFUsk',
      fwa_name: 'RIVER USK AT BRECON',
      w_fwa_name: 'Afon Wysg yn Aberhonddu',
      descrip: 'Parts of the town including\n Station Road and <b>The Watton</b>',
      w_descrip: 'Rhannau o’r dref gan gynnwys Heol yr Orsaf',
      river_sea: 'River Usk',
      w_afon: 'Afon Wysg',
      parent: '103WAFUsk',
    },
    { type: 'MultiPolygon', coordinates: [[square(-3.5, 51.9, 0.01)], [square(-3.4, 51.94, 0.02)]] },
  ),
  row({ fwis_code: '103WAFUsk', fwa_name: 'Usk catchment', w_fwa_name: 'Dalgylch Wysg' }),
  row({ fwis_code: '103FWFHon', fwa_name: 'River Honddu at Brecon' }),
  // A second part of the first area, and a row without a code.
  row({ fwis_code: '103FWFUsk', fwa_name: 'another' }),
  row({ fwa_name: 'nothing' }),
);
const FILE = names(DOWNLOAD, 'fwis_code');
const of = (code, description, value) =>
  message({ FWACODE: code, DESCRIPTION: description, SEVERITYVALUE: value }, [BRECON.lon, BRECON.lat]);
const ANSWERS = listing(
  of('103FWFUsk', 'River Usk, Brecon', 1),
  of('103FWFHon', 'River Honddu', 2),
  of('103WAFUsk', 'Usk', 3),
);

test('the script keeps what the provider publishes of each area, and leaves out columns without a text', () => {
  expect(FILE).toEqual({
    version: 1,
    areas: [
      {
        code: '103FWFUsk',
        name_en: 'River Usk at Brecon',
        name_cy: 'Afon Wysg yn Aberhonddu',
        description_en: 'Parts of the town including Station Road and <b>The Watton</b>',
        description_cy: 'Rhannau o’r dref gan gynnwys Heol yr Orsaf',
        river_en: 'River Usk',
        river_cy: 'Afon Wysg',
        region: 'South East',
        parent: '103WAFUsk',
        at: [-3.39, 51.95],
      },
      { code: '103WAFUsk', name_en: 'Usk catchment', name_cy: 'Dalgylch Wysg', region: 'South East' },
      { code: '103FWFHon', name_en: 'River Honddu at Brecon', region: 'South East' },
    ],
  });
  // A download of earlier years has the code and the shape only.
  const earlier = { type: 'Feature', properties: { fwis_code: '103FWFUsk' }, geometry: null };
  expect(names(collection(earlier), 'fwis_code')).toEqual({ version: 1, areas: [] });
});

test('a name in capitals has them at the beginnings of its words', () => {
  for (const [name, expected] of [
    ['RIVER TAFF AT PONTYPRIDD', 'River Taff at Pontypridd'],
    ['AFON TAF YM MHONTYPRIDD', 'Afon Taf Ym Mhontypridd'],
    ['PONT-Y-CLUN AND THE A473', 'Pont-y-Clun and the A473'],
    ["ST ASAPH'S TO Y RHYL", "St Asaph's to y Rhyl"],
    ['ÎLE ŴYR', 'Île Ŵyr'],
    ['River Usk at Usk', 'River Usk at Usk'],
    ['', ''],
  ])
    expect(named(name)).toBe(expected);
});

test('on the Welsh page an area has its Welsh name, and one without is marked as English', async ({ openWith }) => {
  const gorlif = await openWith(FILE, `${around(5)}&lang=cy`, { answers: ANSWERS });
  const { page, answer, lists } = gorlif;
  await expect(answer.sentence).toHaveText(/^Rhybudd Llifogydd Difrifol: Afon Wysg yn Aberhonddu/);
  const titles = lists.messages.locator('.entry');
  await expect(titles.filter({ hasText: 'Afon Wysg yn Aberhonddu' })).toHaveCount(1);
  await expect(titles.filter({ hasText: 'Dalgylch Wysg' })).toHaveCount(1);
  const english = () => page.locator('bdi[lang=en]').allTextContents();
  expect(new Set(await english())).toEqual(new Set(['River Honddu']));
  await lists.message('103FWFUsk').button.click();
  await expect(page.locator('.leaflet-popup')).toContainText('Afon Wysg yn Aberhonddu');
  expect(new Set(await english())).toEqual(new Set(['River Honddu']));
  expect(gorlif.faults).toEqual([]);
});

test('the details of a message have its streets and its alert area', async ({ openWith }) => {
  const gorlif = await openWith(FILE, `${around(5)}&lang=en`, { answers: ANSWERS });
  const entry = gorlif.lists.message('103FWFUsk');
  await expect(entry.row).toContainText('River Usk, Brecon');
  await entry.button.click();
  for (const [lang, title, covered, alertArea] of [
    [
      'en',
      'River Usk, Brecon',
      /Area covered\s*Parts of the town including Station Road and <b>The Watton<\/b>/,
      /Part of\s*Usk catchment/,
    ],
    [
      'cy',
      'Afon Wysg yn Aberhonddu',
      /Ardal dan sylw\s*Rhannau o’r dref gan gynnwys Heol yr Orsaf/,
      /Rhan o\s*Dalgylch Wysg/,
    ],
  ]) {
    await gorlif.inLanguage(lang);
    await expect(entry.row).toContainText(title);
    await expect(entry.row).toHaveText(covered, { useInnerText: true });
    await expect(entry.row).toHaveText(alertArea, { useInnerText: true });
  }
  expect(gorlif.faults).toEqual([]);
});

test('a file of names that is a web page is named for the operator, and changes nothing', async ({ openWith }) => {
  const file = { headers: { 'Content-Type': 'text/html' }, body: '<html>' };
  const gorlif = await openWith(file, `${around(5)}&lang=cy`, { answers: ANSWERS });
  const cause = 'areas: area-names.json is not a file of names';
  await expect(gorlif.sources.operator.locator('pre')).toContainText(cause);
  await expect(gorlif.answer.sentence).toHaveText(/^Rhybudd Llifogydd Difrifol: River Usk, Brecon/);
});

test('a name that is only in the file is that of a message without one', async ({ openWith }) => {
  const answers = listing(of('103FWFUsk', '', 1));
  const gorlif = await openWith(FILE, `${around(5)}&lang=en`, { answers });
  await expect(gorlif.lists.message('103FWFUsk').row).toContainText('River Usk at Brecon');
  await expect(gorlif.answer.sentence).toHaveText(/^Severe flood warning: River Usk at Brecon/);
});

for (const [lang, street, found, question] of [
  [
    'en',
    'Station Road',
    'River Usk at Brecon, flood area, Powys',
    'Did you mean River Usk at Brecon, flood area, Powys?',
  ],
  [
    'cy',
    'heol yr orsaf',
    'Afon Wysg yn Aberhonddu, ardal llifogydd, Powys',
    'Ai Afon Wysg yn Aberhonddu, ardal llifogydd, Powys oeddech',
  ],
])
  test(`a street leads to the area whose description names it, also without a message: ${lang}`, async ({
    openWith,
  }) => {
    const gorlif = await openWith(FILE, `?lang=${lang}`, { answers: listing() });
    await gorlif.marked();
    await gorlif.place.field.fill(street);
    await expect(gorlif.place.suggestions).toHaveText([found], { useInnerText: true });
    // Another town has a street of that name too: Enter asks, and chooses nothing.
    await gorlif.place.field.press('Enter');
    await expect(gorlif.page.getByText(question)).toBeVisible();
    await gorlif.place.suggestions.first().click();
    await expect(gorlif.page).toHaveURL(/lat=51\.95.*lon=-3\.39/);
    expect(gorlif.faults).toEqual([]);
  });
