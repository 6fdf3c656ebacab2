// The plain pages in Chromium, and the ways that lead to them from a page whose scripts do not run, fail or take long.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { extractText, getDocumentProxy } from 'unpdf';
import { violations } from '../support/axe.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { PHONE, hasten, hold } from '../support/page.mjs';

/** Largest size of a page in bytes, compressed: what a browser is sent before it answers for the first time. */
const LARGEST = 14 * 1_024;

test.use({ flags: '--scenario storm' });

/** For `open`'s prepare: the module does not come. */
const withoutModule = (context) => context.route(/\.wasm$/, () => {});

// What they say is in tests/engines/journeys.test.mjs.
for (const [language, colorScheme, other] of [
  ['en', 'light', 'Cymraeg'],
  ['cy', 'dark', 'English'],
])
  test(`all Wales, a county, a message and a gauge, without scripts and mistakes: ${language}`, async ({
    open,
    past,
  }) => {
    const viewport = { width: 320, height: 640 };
    const gorlif = await open(`plain/${language}/`, { at: past.gateway, viewport, colorScheme });
    const { page } = gorlif;
    for (const step of ['wales', 'message', 'county']) {
      const html = await (await page.request.get(page.url())).text();
      expect(html, step).not.toContain('<script');
      expect(await violations(page), step).toEqual([]);
      expect(await gorlif.excessWidth(), step).toBeLessThanOrEqual(0);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('.answer'), step).toContainText(/\d\d:\d\d/);
      await expect(page.locator('header [hreflang]')).toHaveText(other);
      if (step === 'wales') await page.locator('.messages a').first().click();
      if (step === 'message') await page.locator('main > p a').first().click();
    }
    await expect(page.locator('tbody tr')).not.toHaveCount(0);
    await page.locator('tbody a[href^="gauge-"]').first().click();
    await expect(page.locator('.chart polyline')).not.toHaveCount(0);
    const summary = page.locator('summary');
    await summary.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('tbody tr').last()).toBeVisible();
    expect(await violations(page), 'gauge').toEqual([]);
    expect(await gorlif.excessWidth(), 'gauge').toBeLessThanOrEqual(0);
    await page.locator('header [hreflang]').click();
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'en' ? 'cy' : 'en');
    expect(page.asked.filter((request) => !/\/plain\/|icon\.svg/.test(request.url()))).toEqual([]);
  });

test('no plain page is larger than what a browser is sent at once', ({ past }) => {
  const folder = join(past.history, 'plain');
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html'));
  expect(names.length).toBeGreaterThan(2 * (23 + 100));
  const size = (name) => gzipSync(readFileSync(join(folder, name))).length;
  expect(names.filter((name) => size(name) > LARGEST).map((name) => `${name}: ${size(name)}`)).toEqual([]);
});

test('a printed plain page has its warnings, the numbers and each day of the forecast', async ({ open, past }) => {
  const { page } = await open('plain/en/', { at: past.gateway });
  const days = await page.locator('thead th[scope=col]').allTextContents();
  expect(days.length).toBeGreaterThanOrEqual(5);
  const pdf = await page.pdf({ format: 'A4' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  const read = text.replace(/\s+/g, ' ');
  for (const part of [/10 severe flood warnings/, /Checked with Natural Resources Wales/, /999/, /0345 988 1188/])
    expect(read).toMatch(part);
  // Cut cells would be missing: a printed page cannot be scrolled.
  for (const day of days) expect(read).toContain(day.replace(/\s+/g, ' ').trim());
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 700, height: 900 });
  const cut = await page
    .locator('.wide')
    .evaluateAll((parts) => parts.filter((part) => getComputedStyle(part).overflowX !== 'visible').length);
  expect(cut, 'parts that would have to be scrolled').toBe(0);
});

// case 109
test('without JavaScript the page says so, and leads to the plain page with the warnings', async ({ open, past }) => {
  const { page } = await open('', { at: past.gateway, viewport: PHONE, javaScriptEnabled: false });
  await expect(page.locator('a[href^="https://naturalresources.wales"]').first()).toBeVisible();
  const text = await page.locator('body').innerText();
  for (const words of [/needs JavaScript/, /angen JavaScript/, /0345 988 1188/, /999/]) expect(text).toMatch(words);
  expect(text).not.toMatch(/No flood|Loading flood warnings/);
  const words = page.locator('noscript p').first();
  const { y, width, height } = await words.boundingBox();
  expect(y + height).toBeLessThan(PHONE.height);
  expect(width).toBeGreaterThan(100);
  // What lay above it would take the click.
  await words.click({ trial: true, timeout: 2_000 });
  await expect(page.getByRole('link', { name: '0345 988 1188' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'plain page' }).first().click();
  await expect(page.locator('.sentence')).toContainText(/10\ssevere flood warnings/);
});

test('a page that takes long leads to the plain one', async ({ open, startGateway }) => {
  const gateway = await startGateway({ answer: (path) => (path.startsWith('/api/') ? { hang: true } : null) });
  const options = { at: gateway, viewport: PHONE, prepare: withoutModule, waitUntil: 'commit' };
  const { page } = await open('', options);
  const slow = page.locator('.slow');
  await expect(slow).toBeHidden();
  // As ten seconds later.
  await slow.evaluate((element) => element.getAnimations().forEach((animation) => animation.finish()));
  await expect(slow.getByRole('link').first()).toHaveAttribute('href', 'plain/en/');
  // Nothing lies over it.
  await slow.getByRole('link').first().click({ trial: true });
});

// case 197
test('a browser that cannot read the scripts is led to the plain page', async ({ open, startGateway }) => {
  const gateway = await startGateway({
    change: (html) => html.replace('<script>', '<script>@'),
    answer: (path) => (/gorlif-.*\.js$/.test(path) ? { status: 404 } : null),
  });
  const { failure, failureCause } = await open('', { at: gateway });
  await expect(failureCause).toHaveText(/too old/);
  await expect(failure.getByRole('link', { name: 'Plain page' })).toHaveAttribute('href', 'plain/en/');
});

// A module that is missing: tests/engines/journeys.test.mjs.
// case 197
test('after 30 seconds without the module the box stands, with the first warnings, also late ones', async ({
  open,
  startGateway,
}) => {
  const gateway = await startGateway({ answer: (path) => (path.startsWith('/plain/') ? { body: '' } : null) });
  let release;
  const prepare = async (context) => {
    await withoutModule(context);
    release = await hold(context, '**/api/**');
  };
  const options = { at: gateway, viewport: PHONE, init: hasten, prepare, waitUntil: 'commit' };
  const { page, failure, failureCause } = await open('?county=powys', options);
  await expect(failureCause).toHaveText('start: no answer for 30 s');
  await expect(page.locator('.first li')).toHaveCount(0);
  release();
  await expect(page.locator('.first li')).toHaveCount(3);
  const tops = await page.evaluate(() =>
    ['#failure', '.first'].map((selector) => document.querySelector(selector).getBoundingClientRect().top),
  );
  expect(tops[0]).toBeLessThan(tops[1]);
  await expect(page.locator('.first')).toContainText(/\d\d:\d\d/);
  await expect(page.locator('.loading')).toBeHidden();
  for (const [name, address] of [
    ['Plain page', /\/plain\/en\/powys\.html$/],
    ['Tudalen syml', /\/plain\/cy\/powys\.html$/],
  ])
    await expect(failure.getByRole('link', { name })).toHaveAttribute('href', address);
});
