// The plain pages in Chromium, and the ways that lead to them from a page whose scripts do not run, fail or take long.
import { gzipSync } from 'node:zlib';
import { violations } from '../support/axe.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { PHONE } from '../support/page.mjs';

/** Largest size of a page in bytes, compressed: what a browser is sent before it answers for the first time. */
const LARGEST = 14 * 1_024;

test.use({ flags: '--scenario storm' });

for (const [language, sentence, other] of [
  ['en', /^10\ssevere flood warnings, 55\sflood warnings and 90\sflood alerts in Wales\.$/, 'Cymraeg'],
  ['cy', /^10\srhybudd llifogydd difrifol, 55\srhybudd llifogydd .*yng Nghymru\.$/, 'English'],
])
  test(`all Wales, a county and a message, without scripts and mistakes: ${language}`, async ({ open, past }) => {
    const { page } = await open(`plain/${language}/`, { at: past.gateway, viewport: { width: 320, height: 640 } });
    await expect(page.locator('.sentence')).toHaveText(sentence);
    for (const step of ['wales', 'message', 'county']) {
      const html = await (await page.request.get(page.url())).text();
      expect(gzipSync(html).length, step).toBeLessThanOrEqual(LARGEST);
      expect(html, step).not.toContain('<script');
      expect(await violations(page), step).toEqual([]);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(excess, step).toBeLessThanOrEqual(0);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('.answer'), step).toContainText(/\d\d:\d\d/);
      await expect(page.locator('header [hreflang]')).toHaveText(other);
      if (step === 'wales') await page.locator('.messages a').first().click();
      if (step === 'message') await page.locator('main > p a').first().click();
    }
    await expect(page.locator('tbody tr')).not.toHaveCount(0);
    await page.locator('header [hreflang]').click();
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'en' ? 'cy' : 'en');
    expect(page.asked.filter((request) => !/\/plain\/|icon\.svg/.test(request.url()))).toEqual([]);
  });

test('the text of a message stands on its page, with its times and its changes', async ({ open, past }) => {
  const { page } = await open('plain/en/', { at: past.gateway });
  await page.locator('.messages a').first().click();
  await expect(page.locator('.sentence')).toHaveText('Severe flood warning');
  await expect(page.locator('main')).toContainText('Water levels are high at');
  await expect(page.locator('.changes li').first()).toContainText(/\d\d:\d\d: Issued/);
});

test('without JavaScript the page leads to the plain one, which has the warnings', async ({ open, past }) => {
  const { page } = await open('', { at: past.gateway, viewport: PHONE, javaScriptEnabled: false });
  await page.getByRole('link', { name: 'plain page' }).first().click();
  await expect(page.locator('.sentence')).toContainText(/10\ssevere flood warnings/);
});

test('a page that takes long leads to the plain one', async ({ open, startGateway }) => {
  const gateway = await startGateway({ answer: (path) => (path.startsWith('/api/') ? { hang: true } : null) });
  const { page } = await open('', { at: { address: 'about:blank' }, viewport: PHONE });
  await page.route(/\.wasm$/, () => {});
  await page.goto(gateway.address, { waitUntil: 'commit' });
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

// case 197
test('after a module that does not load the first warnings stay below the failure box, also those that arrive later', async ({
  open,
  startGateway,
}) => {
  let release;
  const held = new Promise((done) => (release = done));
  const gateway = await startGateway({ answer: (path) => (path.endsWith('.wasm') ? { status: 404 } : null) });
  const { page, failure } = await open('', { at: { address: 'about:blank' }, viewport: PHONE });
  await page.route('**/api/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${gateway.address}?county=powys`, { waitUntil: 'commit' });
  await expect(failure).toBeVisible();
  await expect(page.locator('.first li')).toHaveCount(0);
  release();
  await expect(page.locator('.first li')).toHaveCount(3);
  const tops = await page.evaluate(() =>
    ['#failure', '.first'].map((selector) => document.querySelector(selector).getBoundingClientRect().top),
  );
  expect(tops[0]).toBeLessThan(tops[1]);
  await expect(page.locator('.loading')).toBeHidden();
  await expect(failure.getByRole('link', { name: 'Tudalen syml' })).toHaveAttribute('href', 'plain/cy/powys.html');
});
