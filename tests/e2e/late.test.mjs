// The chunks: loaded after the first data, and the page works without them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, marked, open, startBrowser, startGateway, startService } from '../support/harness.mjs';

const CHUNK = /\/gorlif-[0-9a-f]{16}_(?!bg)([a-z]+)\.wasm$/;
let browser, service;
before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'storm', '--still');
});
after(async () => {
  await service?.stop();
  await browser?.close();
});

test('the chunks are requested once, after the first data, the search first and what is used on request last', async (t) => {
  const gateway = await startGateway(service);
  t.after(() => gateway.stop());
  const page = await open(browser, gateway.address, { viewport: PHONE });
  t.after(() => page.context().close());
  await marked(page);
  await page.waitForFunction(() => performance.getEntriesByName('forecast-shown').length);
  const entries = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name, startTime, responseEnd }) => ({ name, startTime, responseEnd }))
      .sort((a, b) => a.startTime - b.startTime),
  );
  const chunks = entries.flatMap(({ name, ...times }) => {
    const chunk = name.match(CHUNK)?.[1];
    return chunk ? [{ chunk, ...times }] : [];
  });
  const names = chunks.map(({ chunk }) => chunk);
  assert.deepEqual(names.slice(0, 2), ['search', 'page']);
  assert.deepEqual(names.slice(2).sort(), ['desk', 'details', 'forecast', 'watch']);
  const [search, other] = chunks;
  assert.ok(search.responseEnd <= other.startTime, JSON.stringify(chunks));
  const data = entries
    .filter(({ name }) => /riverlevels|floodwarnings/.test(name))
    .map(({ responseEnd }) => responseEnd);
  assert.ok(data.length > 0 && data.every((end) => end <= search.startTime), `${data} ${search.startTime}`);
});

test('a chunk that could not be loaded once is there with the next one that uses it, and the style sheet is asked for no more', async (t) => {
  let failures = 0;
  const gateway = await startGateway(service, {
    answer: (path) => (path.match(CHUNK)?.[1] === 'page' && failures++ === 0 ? { status: 404 } : undefined),
  });
  t.after(() => gateway.stop());
  const page = await open(browser, `${gateway.address}?lang=en`, { viewport: PHONE });
  t.after(() => page.context().close());
  await page.locator('#sources-heading').waitFor();
  await page.locator('section.forecast select').waitFor({ state: 'attached' });
  const sheets = page.locator('link[href="late.css"]');
  const before = await sheets.count();
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.locator('.check').getByText(/./).waitFor();
  assert.equal(await sheets.count(), before);
});

test('“Check now” loads chunks that were missing, and keeps the focus', async (t) => {
  let isBroken = true;
  const gateway = await startGateway(service, {
    answer: (path) => (isBroken && CHUNK.test(path) ? { status: 404 } : undefined),
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
  test(`chunks of which each ${how} cost their own parts only, say so, and are loaded on request`, async (t) => {
    let isBroken = true;
    const gateway = await startGateway(service, {
      answer: (path) => (isBroken && CHUNK.test(path) ? broken : undefined),
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

    // The list of sources is in a chunk; its button is not.
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

for (const [chunk, works, missing] of [
  ['search', [], ['forecast', 'watched', 'sources']],
  ['page', ['search'], ['forecast', 'watched', 'sources']],
  ['forecast', ['search', 'watched', 'sources'], ['forecast']],
  ['watch', ['search', 'forecast'], ['watched', 'sources']],
  ['desk', ['search', 'forecast', 'watched'], ['sources']],
  ['details', ['search', 'forecast', 'watched', 'sources'], ['entry']],
]) {
  test(`without the chunk ${chunk} only that and what needs it is missing, and says so`, async (t) => {
    const gateway = await startGateway(service, {
      answer: (path) => (path.match(CHUNK)?.[1] === chunk ? { status: 404 } : undefined),
    });
    t.after(() => gateway.stop());
    const page = await open(browser, `${gateway.address}?lang=en`, { viewport: PHONE });
    t.after(() => page.context().close());
    await marked(page, 'warnings-shown', 'stations-plotted', 'usable');
    const text = 'This part of the page has not loaded.';
    const places = {
      search: async () => {
        await page.locator('#place').fill('Brecon');
        return page.locator('#place-list [role=option]').first();
      },
      forecast: () => page.locator('section.forecast select'),
      watched: () => page.locator('section.watched button[aria-pressed]').first(),
      sources: () => page.locator('#sources-heading'),
      entry: () => page.locator('.panel.warnings .entries > li > p'),
    };
    for (const place of works) await (await places[place]()).waitFor({ state: 'attached' });
    for (const place of missing) {
      const section =
        place === 'entry' ? page.locator('.panel.warnings .entries > li').first() : page.locator(`section.${place}`);
      if (place === 'entry') await section.getByRole('button').first().click();
      await section.getByText(text).waitFor({ state: 'attached' });
    }
    for (const place of works.filter((place) => place !== 'search')) {
      assert.equal(await page.locator(`section.${place}`).getByText(text).count(), 0, place);
    }
    assert.equal(await page.locator('#answer').getAttribute('data-severity'), 'severe');
  });
}
