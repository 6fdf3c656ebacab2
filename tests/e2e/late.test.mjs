// The chunks: loaded after the first data, and the page works without them.
import { expect, test as base } from '../support/fixtures.mjs';
import { PHONE } from '../support/page.mjs';

const CHUNK = /\/gorlif-[0-9a-f]{16}_(?!bg)([a-z]+)\.wasm$/;
const MISSING = 'This part of the page has not loaded.';
const chunkOf = (path) => path.match(CHUNK)?.[1];

const test = base.extend({
  /** Opens the page on a phone; `answer` answers requests for chunks, by their names. */
  openWith: async ({ open, startGateway }, use) => {
    await use(async (answer) => {
      const gateway = await startGateway({ answer: (path) => (CHUNK.test(path) ? answer(chunkOf(path)) : null) });
      return open('?lang=en', { at: gateway, viewport: PHONE });
    });
  },
});
test.use({ flags: '--scenario storm --still' });

test('the chunks are requested once, after the data, the search first and the rarely used last', async ({ visit }) => {
  const gorlif = await visit('', { viewport: PHONE });
  const resources = () =>
    gorlif.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name, startTime, responseEnd }) => ({ name, startTime, responseEnd }))
        .sort((a, b) => a.startTime - b.startTime),
    );
  const isChunk = ({ name }) => CHUNK.test(name);
  await expect.poll(async () => (await resources()).filter(isChunk).length, { message: 'chunks' }).toBe(7);
  const entries = await resources();
  const chunks = entries.filter(isChunk);
  const names = chunks.map(({ name }) => chunkOf(name));
  expect(names.slice(0, 2)).toEqual(['search', 'page']);
  expect(names.slice(2).sort()).toEqual(['desk', 'details', 'forecast', 'shared', 'watch']);
  const [search, other] = chunks;
  expect(search.responseEnd, JSON.stringify(chunks)).toBeLessThanOrEqual(other.startTime);
  const data = entries.filter(({ name }) => /riverlevels|floodwarnings/.test(name));
  expect(data).not.toEqual([]);
  for (const { name, responseEnd } of data) expect(responseEnd, name).toBeLessThanOrEqual(search.startTime);
});

test('a chunk that could not be loaded is there with the next one that uses it', async ({ openWith }) => {
  let failures = 0;
  const { page, forecast, sources } = await openWith((chunk) =>
    chunk === 'page' && failures++ === 0 ? { status: 404 } : null,
  );
  await expect(page.locator('#sources-heading')).toBeVisible();
  await expect(forecast.panel.locator('select')).toBeAttached();
  const sheets = page.locator('link[href="late.css"]');
  const before = await sheets.count();
  await sources.checkButton.click();
  await expect(page.locator('.check')).toHaveText(/./);
  await expect(sheets).toHaveCount(before);
});

test('“Check now” loads chunks that were missing, and keeps the focus', async ({ openWith }) => {
  let isBroken = true;
  const { page, sources } = await openWith(() => (isBroken ? { status: 404 } : null));
  await expect(sources.element.getByText(MISSING)).toBeVisible();
  isBroken = false;
  await sources.checkButton.click();
  await expect(page.locator('#sources-heading')).toBeVisible();
  await expect(page.locator('#check-now')).toBeFocused();
});

for (const [how, broken] of [
  ['is missing', { status: 404 }],
  ['is cut', { headers: { 'Content-Type': 'application/wasm' }, body: Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 2]) }],
])
  test(`chunks of which each ${how} cost their own parts only, and load on request`, async ({ openWith }) => {
    let isBroken = true;
    const gorlif = await openWith(() => (isBroken ? broken : null));
    const { page, answer, forecast, lists, place } = gorlif;
    await gorlif.marked('warnings-shown', 'stations-plotted', 'usable');
    await lists.show('forecast');
    await expect(forecast.panel.getByText(MISSING)).toBeVisible();
    await place.field.fill('Brecon');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(place.problem.getByText(MISSING)).toBeVisible();
    await expect(answer.element).toHaveAttribute('data-severity', 'severe');
    await gorlif.speak('cy');
    await expect(forecast.panel.getByText("Nid yw'r rhan hon o'r dudalen wedi llwytho.")).toBeVisible();
    await gorlif.speak('en');
    isBroken = false;
    await forecast.panel.getByRole('button', { name: 'Try again' }).click();
    await expect(forecast.panel.locator('select')).toBeVisible();
    await place.suggestions.first().click();
    await expect(place.name).toHaveText('Brecon, Powys');
    // The browser reports the status 404; the page reports no error, since it shows the failure.
    expect(gorlif.ownErrors()).toEqual([]);
  });

/** The chunks that are missing, the parts of the page that work without them, and those that are missing. */
const WITHOUT = [
  [['search', [], ['forecast', 'watched', 'sources']]],
  [['page', ['search'], ['forecast', 'watched', 'sources']]],
  [
    ['forecast and details', ['search', 'watched', 'sources'], ['forecast', 'entry']],
    ['shared', ['search'], ['forecast', 'watched', 'sources', 'entry']],
  ],
  [['watch', ['search', 'forecast'], ['watched', 'sources']]],
  [['desk', ['search', 'forecast', 'watched'], ['sources']]],
];
for (const cases of WITHOUT)
  test(`without ${cases.map(([chunks]) => chunks).join(', or ')} only that and what needs it is missing, and says so`, async ({
    openWith,
  }) => {
    for (const [chunks, works, missing] of cases) {
      const gorlif = await openWith((name) => (chunks.split(' and ').includes(name) ? { status: 404 } : null));
      const { page, answer, forecast, lists, place, sources } = gorlif;
      await gorlif.marked('warnings-shown', 'stations-plotted', 'usable');
      const entry = lists.messages.first();
      const sections = { forecast: forecast.panel, watched: lists.watched, sources: sources.element, entry };
      const contents = {
        search: place.suggestions.first(),
        forecast: forecast.panel.locator('select'),
        watched: lists.watched.locator('button[aria-pressed]').first(),
        sources: page.locator('#sources-heading'),
      };
      if (works.includes('search')) await place.field.fill('Brecon');
      for (const part of works) await expect(contents[part], part).toBeAttached();
      if (missing.includes('entry')) await entry.getByRole('button').first().click();
      for (const part of missing) await expect(sections[part].getByText(MISSING), part).toBeAttached();
      for (const part of works.filter((part) => part !== 'search'))
        await expect(sections[part].getByText(MISSING), part).toHaveCount(0);
      await expect(answer.element).toHaveAttribute('data-severity', 'severe');
    }
  });
