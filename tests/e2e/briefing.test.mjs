// The printed briefing, as a PDF whose text is extracted and whose QR code is decoded.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { KEY, PHONE, marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

const jsqr = readFileSync(createRequire(import.meta.url).resolve('jsqr/dist/jsQR.js'), 'utf8');
const HERE = '/floodwarnings/v1/distance/21000/latlon/51.95/-3.39';
const BRECON = 'lat=51.9473&lon=-3.3912&r=20';
let browser, service, gateway;
before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'storm');
  gateway = await startGateway(service);
});
after(async () => {
  await gateway?.stop();
  await service?.stop();
  await browser?.close();
});

/** Presses "Print a briefing" and returns the page as it would be printed: its text, and the PDF. */
async function printed(t, query, name) {
  const page = await open(browser, gateway.address + query, {
    viewport: PHONE,
    init: () => {
      globalThis.prints = 0;
      globalThis.print = () => (globalThis.prints += 1);
    },
  });
  t.after(() => page.context().close());
  await marked(page);
  await page.getByRole('button', { name }).first().click();
  await page.waitForFunction(() => globalThis.prints === 1);
  const pdf = await page.pdf({ format: 'A4' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return { page, text: text.replace(/\s+/g, ' ') };
}

test('the briefing is closed when the page is pressed again, also where the browser does not say that it has printed', async (t) => {
  const page = await open(browser, `${gateway.address}?lang=en&${BRECON}`, {
    init: () => (globalThis.print = () => {}),
  });
  t.after(() => page.context().close());
  await marked(page);
  await page.getByRole('button', { name: 'Print a briefing' }).first().click();
  await page.locator('.briefing .code').waitFor({ state: 'attached' });
  await page.locator('.foot').click({ position: { x: 2, y: 2 } });
  await page.locator('.briefing .code').waitFor({ state: 'detached' });
});

/** The text of the page's QR code, by a decoder that has the picture only. */
async function decoded(page, name) {
  // page.pdf has ended the printing.
  await page.getByRole('button', { name }).first().click();
  await page.emulateMedia({ media: 'print' });
  const picture = await page.locator('.briefing .code').screenshot();
  const reader = await (await browser.newContext()).newPage();
  await reader.evaluate(jsqr);
  const text = await reader.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return globalThis.jsQR(context.getImageData(0, 0, image.width, image.height).data, image.width, image.height)?.data;
  }, picture.toString('base64'));
  await reader.context().close();
  return text;
}

for (const [language, words] of [
  [
    'en',
    {
      button: 'Print a briefing',
      heading: 'Flood briefing: Brecon, 20 km (12 miles)',
      parts: ['Telephone numbers', 'Messages', '5 day flood risk forecast', 'River levels', 'Age of the data'],
      printed: /Printed on .{0,30}\d{4}.{0,5}, ?\d\d:\d\d\. Later changes are not on this sheet\./,
      text: 'rim_english',
    },
  ],
  [
    'cy',
    {
      button: 'Argraffu briff',
      heading: 'Briff llifogydd: Aberhonddu, 20 km (12 milltir)',
      parts: ['Rhifau ffôn', 'Negeseuon', 'Lefelau afonydd', 'Oed y data'],
      printed: /Argraffwyd ar .{0,30}\d{4}.{0,8}\d\d:\d\d\. Nid yw newidiadau diweddarach ar y daflen hon\./,
      text: 'rim_welsh',
    },
  ],
]) {
  test(`the briefing has place, times, answer, full messages, gauges, forecast, numbers, address and code (${language})`, async (t) => {
    const query = `?lang=${language}&${BRECON}`;
    const { page, text } = await printed(t, query, words.button);
    assert.ok(text.includes(words.heading), text.slice(0, 300));
    assert.match(text, words.printed);
    let from = 0;
    for (const part of words.parts) {
      const at = text.indexOf(part, from);
      assert.ok(at >= from, `${part} after ${from}: ${text}`);
      from = at;
    }
    assert.match(text, /0345 988 1188/);
    assert.match(text, /999/);
    const { features } = await (
      await fetch(service.address + HERE, { headers: { 'Ocp-Apim-Subscription-Key': KEY } })
    ).json();
    assert.ok(features.length > 3);
    for (const { properties } of features) {
      assert.ok(text.includes(properties.DESCRIPTION), properties.DESCRIPTION);
      const message = properties[words.text.toUpperCase()].replace(/\s+/g, ' ').trim();
      assert.ok(text.includes(message.slice(0, 200)), message);
    }
    for (const gauge of await page.locator('.panel.rivers .entry .title').allTextContents())
      assert.ok(text.includes(gauge), gauge);
    assert.match(text, /Powys/);
    const address = gateway.address + query;
    assert.ok(text.replaceAll(' ', '').includes(address), address);
    assert.equal(await decoded(page, words.button), address);
    // Nothing of the page's controls.
    for (const control of [words.button, 'Leaflet', 'GeoJSON', '★']) assert.ok(!text.includes(control), control);
    assert.deepEqual(page.faults, []);
  });
}

test('after printing the page is as before; without the button it prints the open list', async (t) => {
  const { page } = await printed(t, `?lang=en&${BRECON}`, 'Print a briefing');
  // page.pdf has ended the printing.
  await page.waitForFunction(() => !document.querySelector('.briefing'));
  const pdf = await page.pdf({ format: 'A4' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  assert.ok(!text.includes('Flood briefing'));
  assert.match(text, /Brecon/);
});

test('the briefing of a county has its name, and no distances', async (t) => {
  const { text } = await printed(t, '?county=ceredigion&lang=en', 'Print a briefing');
  assert.match(text, /Flood briefing: Ceredigion/);
  assert.match(text, /in Ceredigion/);
});
