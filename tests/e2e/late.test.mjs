// The late module: loaded after the first data, and the page works without it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

const LATE = /^\/gorlif-[0-9a-f]{16}_late\.wasm$/;
let browser, service;
before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'storm', '--still');
});
after(async () => {
  await service?.stop();
  await browser?.close();
});

test('the late module is requested once, after the first data', async (t) => {
  const gateway = await startGateway(service);
  t.after(() => gateway.stop());
  const page = await open(browser, gateway.address, { viewport: PHONE });
  t.after(() => page.context().close());
  await marked(page);
  await page.waitForFunction(() => performance.getEntriesByName('forecast-shown').length);
  const { requests, data } = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource');
    return {
      requests: entries.filter(({ name }) => /_late\.wasm$/.test(name)).map(({ startTime }) => startTime),
      data: entries.filter(({ name }) => /riverlevels|floodwarnings/.test(name)).map(({ responseEnd }) => responseEnd),
    };
  });
  assert.equal(requests.length, 1);
  assert.ok(data.length > 0 && data.every((end) => end <= requests[0]), `${data} ${requests}`);
});

test('“Check now” loads a late module that was missing, and keeps the focus', async (t) => {
  let isBroken = true;
  const gateway = await startGateway(service, {
    answer: (path) => (isBroken && LATE.test(path) ? { status: 404 } : undefined),
  });
  t.after(() => gateway.stop());
  const page = await open(browser, `${gateway.address}?lang=en`, { viewport: PHONE });
  t.after(() => page.context().close());
  await page.locator('.sources').getByText('This part of the page has not loaded.').waitFor();
  isBroken = false;
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.locator('#sources-heading').waitFor();
  await page.waitForFunction(() => document.activeElement.id === 'check-now');
});

for (const [how, broken] of [
  ['is missing', { status: 404 }],
  ['is a web page', { headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><title>Hello</title>' }],
  ['is cut', { headers: { 'Content-Type': 'application/wasm' }, body: Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 2]) }],
]) {
  test(`a late module that ${how} costs its own parts only, says so, and is loaded on request`, async (t) => {
    let isBroken = true;
    const gateway = await startGateway(service, {
      answer: (path) => (isBroken && LATE.test(path) ? broken : undefined),
    });
    t.after(() => gateway.stop());
    const page = await open(browser, `${gateway.address}?lang=en`, { viewport: PHONE });
    t.after(() => page.context().close());
    await marked(page, 'warnings-shown', 'stations-plotted', 'usable');
    await page.locator('.views button').nth(2).click();
    const panel = page.locator('section.forecast');
    await panel.getByText('This part of the page has not loaded.').waitFor();
    await page.locator('.views button').nth(3).click();
    await page.locator('section.watched').getByText('This part of the page has not loaded.').waitFor();
    await page.locator('.views button').nth(2).click();
    await page.locator('#place').fill('Brecon');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.locator('.place .problem').getByText('This part of the page has not loaded.').waitFor();
    assert.equal(await page.locator('#answer').getAttribute('data-severity'), 'severe');
    await page.locator('.language').click();
    await panel.getByText("Nid yw'r rhan hon o'r dudalen wedi llwytho.").waitFor();
    await page.locator('.language').click();

    // The list of sources is in the late module; its button is not.
    await page.locator('.sources').getByText('This part of the page has not loaded.').waitFor();
    assert.ok(await page.locator('.sources').getByRole('button', { name: 'Check now' }).isVisible());

    isBroken = false;
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.locator('select').waitFor();
    await page.locator('#place-list [role=option]').first().click();
    await page.waitForFunction(() => document.querySelector('.here strong')?.textContent === 'Brecon, Powys');
    // The browser reports the status 404; the page reports no error, since it shows the failure.
    assert.deepEqual(
      page.faults.filter((fault) => !/^console: Failed to load resource/.test(fault)),
      [],
    );
  });
}
