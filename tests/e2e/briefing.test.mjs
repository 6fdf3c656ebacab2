// The printed briefing, as a PDF whose text is extracted and whose QR code is decoded.
import { createRequire } from 'node:module';
import { extractText, getDocumentProxy } from 'unpdf';
import { listing, messageAt } from '../support/bodies.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { messagesOf } from '../support/operations.mjs';
import { AROUND_BRECON, PHONE } from '../support/page.mjs';

const jsqr = createRequire(import.meta.url).resolve('jsqr/dist/jsQR.js');
test.use({ flags: '--scenario storm' });

const press = ({ lists }, name) => lists.open.getByRole('button', { name }).click();
const MARGIN = { top: '12mm', right: '12mm', bottom: '12mm', left: '12mm' };
/** The text of the page as the browser prints it, and the number of its pages. */
async function printed({ page }) {
  const pdf = await page.pdf({ format: 'A4', margin: MARGIN });
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return { text: text.replace(/\s+/g, ' '), pages: totalPages };
}
/** The text of a QR code, by a decoder that has the picture only. */
async function decoded(browser, code) {
  const picture = await code.screenshot();
  const reader = await browser.newPage();
  await reader.addScriptTag({ path: jsqr });
  const text = await reader.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return globalThis.jsQR(context.getImageData(0, 0, image.width, image.height).data, image.width, image.height)?.data;
  }, picture.toString('base64'));
  await reader.close();
  return text;
}

const WORDS = {
  en: {
    button: 'Print a briefing',
    heading: 'Flood briefing: Brecon, 20 km (12 miles)',
    parts: ['Telephone numbers', 'Warnings and alerts', '5 day flood risk forecast', 'River levels', 'Age of the data'],
    printed: /Printed on .{0,30}\d{4}.{0,5}, ?\d\d:\d\d\. Later changes are not on this sheet\./,
  },
  cy: {
    button: 'Argraffu brîff',
    heading: 'Brîff llifogydd: Aberhonddu, 20 km (12 milltir)',
    parts: ['Rhifau ffôn', 'Rhybuddion a negeseuon', 'Lefelau afonydd', 'Oed y data'],
    printed: /Argraffwyd ar .{0,30}\d{4}.{0,8}\d\d:\d\d\. Nid yw newidiadau diweddarach ar y daflen hon\./,
  },
};

test('the briefing has its parts in order and ends with a press', async ({ browser, gateway, visit }) => {
  const gorlif = await visit(`${AROUND_BRECON}&lang=en`, {
    viewport: PHONE,
    init: () => {
      globalThis.prints = 0;
      globalThis.print = () => (globalThis.prints += 1);
    },
  });
  const { page, lists } = gorlif;
  const code = page.locator('.briefing .code');
  for (const [index, [language, words]] of Object.entries(WORDS).entries()) {
    await gorlif.inLanguage(language);
    await press(gorlif, words.button);
    await expect.poll(() => page.evaluate(() => globalThis.prints), { message: 'print dialogs' }).toBe(index + 1);
    const { text } = await printed(gorlif);
    expect(text).toContain(words.heading);
    expect(text).toMatch(words.printed);
    let from = 0;
    for (const part of words.parts) {
      const at = text.indexOf(part, from);
      expect(at, `${part} after ${from}: ${text}`).toBeGreaterThanOrEqual(from);
      from = at;
    }
    expect(text).toMatch(/999.*0345 988 1188/);
    const gauges = await lists.gauges.locator('.title').allTextContents();
    expect(gauges.length).toBeGreaterThan(3);
    for (const gauge of gauges.slice(0, 6)) expect(text).toContain(gauge);
    expect(text).toMatch(/Powys/);
    const address = gateway.address + new URL(page.url()).search;
    expect(text.replaceAll(' ', '')).toContain(address);
    // Nothing of the page's controls.
    for (const control of [words.button, 'Leaflet', 'GeoJSON', '★']) expect(text).not.toContain(control);
    // page.pdf has ended the printing, and the button is pressed again.
    await press(gorlif, words.button);
    await page.emulateMedia({ media: 'print' });
    expect(await decoded(browser, code)).toBe(address);
    await page.emulateMedia({ media: null });
    await printed(gorlif);
    await page.evaluate((prints) => (globalThis.prints = prints), index + 1);
  }
  await press(gorlif, WORDS.cy.button);
  await expect(code).toBeAttached();
  await page.locator('.foot').click({ position: { x: 2, y: 2 } });
  await expect(code).toHaveCount(0);
});

for (const { name, query, most, has } of [
  { name: 'place', query: AROUND_BRECON, most: 1, has: ['Flood briefing: Brecon, 20 km (12 miles)'] },
  { name: 'county', query: '?county=powys', most: 2, has: ['Flood briefing: Powys', 'In force by county', 'in Powys'] },
  { name: 'country', query: '', most: 3, has: ['Flood briefing: All Wales', 'In force by county', 'Carmarthenshire'] },
])
  test(`the browser's own command prints each message of a ${name} on ${most} A4 pages`, async ({ gateway, visit }) => {
    const gorlif = await visit(query);
    const messages = await messagesOf(gateway);
    for (const language of ['en', 'cy']) {
      await gorlif.inLanguage(language);
      await expect(gorlif.lists.open.getByRole('button', { name: /^Print a|^Argraffu brîff/ })).toBeVisible();
      await gorlif.lists.complete();
      const { text, pages } = await printed(gorlif);
      if (language === 'en') for (const words of has) expect(text).toContain(words);
      expect(pages, text).toBeLessThanOrEqual(most);
      const listed = await gorlif.lists.messages.locator('.title').allTextContents();
      expect(listed.length).toBeGreaterThan(3);
      // A name may be broken at its spaces and hyphens.
      const joined = text.replaceAll(' ', '');
      for (const title of listed) expect(joined).toContain(title.replaceAll(' ', ''));
      const first = await gorlif.answer.sentence.textContent();
      const named = messages.find(({ DESCRIPTION }) => first.includes(DESCRIPTION));
      const worst = named ?? messages.find(({ DESCRIPTION }) => DESCRIPTION === listed[0]);
      // Without a Welsh text the English one is there.
      const body = (language === 'cy' && worst.RIM_WELSH) || worst.RIM_ENGLISH;
      expect(body.length).toBeGreaterThan(20);
      expect(text).toContain(body.replace(/\s+/g, ' ').trim().slice(0, 200));
      expect(text).toMatch(/0345 988 1188/);
      // Printed, the page is as before.
      await expect(gorlif.page.locator('.briefing')).toHaveCount(0);
    }
  });

test('the briefing is dark on light in the dark theme too, except for what has a meaning', async ({ visit }) => {
  const gorlif = await visit('?lang=en', { colorScheme: 'dark', init: () => (globalThis.print = () => {}) });
  const { page } = gorlif;
  await press(gorlif, 'Print a briefing');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const briefing = page.locator('.briefing');
  await expect(briefing).toBeVisible();
  const lightness = (colour) => Math.max(...colour.match(/[\d.]+/g).slice(0, 3));
  const colours = await briefing.locator('p, li, td, th, h2, h3, strong, a').evaluateAll((all) => {
    const plain = all.filter((one) => !one.closest('.high, [data-severity="severe"]'));
    return plain.map((one) => getComputedStyle(one).color);
  });
  for (const colour of new Set(colours)) expect(lightness(colour), colour).toBeLessThan(150);
  for (const part of ['.symbol', '.map-printed', 'td[data-severity="severe"]', '.risk'])
    await expect(page.locator(`.briefing ${part}`).first(), part).toHaveCSS('print-color-adjust', 'exact');
});

test('a place has the message of its headline in full, although a more severe one is near', async ({ visit }) => {
  const answers = listing(
    messageAt('here', 2, 'Area here', 0, { RIM_ENGLISH: 'The text of the area around the place.' }),
    messageAt('near', 1, 'Area near', 20.3, { RIM_ENGLISH: 'The text of the severe warning beyond the circle.' }),
  );
  const gorlif = await visit(`${AROUND_BRECON}&lang=en`, { answers });
  await gorlif.lists.complete();
  const headline = await gorlif.answer.sentence.textContent();
  const { text } = await printed(gorlif);
  expect(text).toContain(headline.includes('Area here') ? 'area around the place' : 'severe warning beyond');
  expect(text).toMatch(/Other warnings and alerts, by name.*Area (?:near|here)/);
});

test('without a response the sheet says so under its heading, and a frame prints itself', async ({ visit, open }) => {
  const gorlif = await open(`${AROUND_BRECON}&lang=en`, { answers: { all: { status: 503 } } });
  await expect(gorlif.lists.open.getByRole('button', { name: 'Print a briefing' })).toBeVisible();
  const { text } = await printed(gorlif);
  expect(text).toMatch(/Warnings and alerts The list of warnings could not be loaded\./);
  const frame = await visit('?lang=en&embed=list');
  await expect(frame.lists.messages).not.toHaveCount(0);
  expect((await printed(frame)).text).not.toContain('Flood briefing');
});

test('on a wall the browser prints the whole briefing too', async ({ visit }) => {
  const gorlif = await visit('?lang=en&wall=1', { viewport: { width: 1920, height: 1080 } });
  await expect(gorlif.page.locator('.message-table tbody tr')).not.toHaveCount(0);
  const { text, pages } = await printed(gorlif);
  expect(pages).toBeGreaterThan(1);
  expect(text).toMatch(/Flood briefing: All Wales.*Age of the data.*This view, up to date/);
});
