// Starts that go wrong, and what people are told then.
import { expect, test, withSettings } from '../support/fixtures.mjs';
import { FORECAST_PATH, LEVELS_PATH, WALES_PATH } from '../support/operations.mjs';
import { BRECON, hasten, hold } from '../support/page.mjs';

test.use({ flags: '--scenario mixed --still' });

const LEAFLET = /leaflet.*\.js$/;
/** Options of a gateway that answers some paths itself. */
const answering = (pattern, answer) => ({ answer: (path) => (pattern.test(path) ? answer : null) });

/** Expects the failure box, in both languages and with whom to call, for a cause. */
async function failsFor({ failure, failureCause }, cause) {
  await expect(failure).toBeVisible();
  await expect(failureCause).toHaveText(cause);
  for (const words of ['0345 988 1188', '999', 'Nid oes modd gwirio rhybuddion llifogydd'])
    await expect(failure).toContainText(words);
  await expect(failure).not.toContainText('No flood warnings');
}

// case 103
test('a mistake in the settings block is named in the failure box', async ({ open, startGateway }) => {
  const gorlif = await open('', { at: await startGateway({ change: withSettings('{"endpont": "/api"}') }) });
  await failsFor(gorlif, /settings: unknown field `endpont`/);
});

test('settings set place, notice and endpoint, whatever the address says', async ({ visit, startGateway }) => {
  const settings = {
    endpoint: '/api/',
    place: { ...BRECON, radius: 20 },
    deployer: { name: 'A council', notice: { show: true, en: 'Hello <b>', cy: 'Helo' } },
  };
  const gateway = await startGateway({ change: withSettings(settings) });
  const gorlif = await visit('?endpoint=https://evil.example&base=//evil.example#endpoint=x', { at: gateway });
  const { page, place } = gorlif;
  await expect(place.radius).toHaveValue('20');
  await expect(page.locator('.notice')).toHaveText('Hello <b>');
  await expect(page.locator('.foot')).toContainText('A council');
  const asked = gorlif.asked.map((request) => request.url());
  expect(asked.filter((url) => !url.startsWith(gateway.address))).toEqual([]);
});

// case 18
test('a script that does not load shows the failure box in both languages', async ({ open, startGateway }) => {
  const gorlif = await open('', { at: await startGateway(answering(/gorlif-.*\.js$/, { status: 404 })) });
  await failsFor(gorlif, /start/);
});

// case 110
test('without Leaflet the map says so, and the lists work', async ({ open, startGateway }) => {
  let release;
  const prepare = async (context) => (release = await hold(context, '**/api/**'));
  const { page, lists, failure } = await open('', {
    at: await startGateway(answering(LEAFLET, { status: 404 })),
    prepare,
  });
  await expect(page.locator('.map-failed')).toBeVisible();
  await expect(page.locator('#waiting')).toHaveCount(0);
  await expect(page.locator('#first-map')).toHaveCount(0);
  release();
  await expect.poll(() => lists.gauges.count(), { message: 'listed gauges' }).toBeGreaterThanOrEqual(120);
  await lists.complete();
  await expect(page.locator('.map-failed')).toBeVisible();
  await expect(failure).toBeHidden();
  await expect(page.locator('#first-map')).toHaveCount(0);
});

// case 110
test('where the page itself took long, the map is still waited for', async ({ open }) => {
  let release;
  const prepare = async (context) => (release = await hold(context, /\.wasm$/));
  const options = { answers: { all: { hang: true } }, init: hasten, prepare, waitUntil: 'commit' };
  const { page, failure } = await open('', options);
  // The wait for the page is over after as long as the wait for the map takes.
  await expect(failure).toBeVisible();
  release();
  await expect(page.locator('.map-failed, canvas.map-surface')).toHaveClass(/map-surface/);
});

// case 110
test('a script of the map that never ends is given up', async ({ open, startGateway }) => {
  const at = await startGateway(answering(LEAFLET, { hang: true }));
  const { page, lists, failure } = await open('', { at, init: hasten, waitUntil: 'commit' });
  await expect(page.locator('.map-failed')).toBeVisible();
  await expect(failure).toBeHidden();
  await expect(lists.gauges.first()).toBeAttached();
});

test('while only the call for the place fails, the list does not read like "none" either', async ({ open }) => {
  // Open ground: no message of the scenario has its point within a kilometre.
  const { page, answer, lists } = await open('?lat=52.06&lon=-3.66&r=1', { answers: { here: { status: 502 } } });
  await expect(answer.sentence).toContainText('could not be checked');
  await answer.is('unknown');
  await expect(page.locator('#warnings-heading')).toHaveText('Flood warnings and alerts');
  await expect(lists.warnings).toContainText('could not be loaded');
  await expect(lists.warnings).not.toContainText(/\b0\swarnings|lists no/);
});

test('data is asked for once, then conditionally, and what is unchanged stays', async ({ visit, gateway }) => {
  const gorlif = await visit();
  const { page, lists, sources } = gorlif;
  for (const path of [LEVELS_PATH, WALES_PATH, FORECAST_PATH])
    expect(gateway.seen.filter((request) => request.path === `/api${path}`).length, path).toBe(1);
  const gazetteers = gorlif.asked.filter((request) => new URL(request.url()).pathname === '/gazetteer.txt');
  expect(gazetteers).toHaveLength(1);
  await lists.rivers.locator('.entries:not([hidden])').evaluate((list) => {
    globalThis.changes = 0;
    const count = (records) => (globalThis.changes += records.length);
    new MutationObserver(count).observe(list, { childList: true, subtree: true });
  });
  const answered = gorlif.responseOf('levels');
  await gorlif.check(6);
  expect((await answered).status()).toBe(304);
  await expect(sources.source('levels')).not.toContainText('being checked');
  const isConditional = ({ path, headers }) => path === `/api${LEVELS_PATH}` && headers['if-none-match'];
  expect(gateway.seen.filter(isConditional)).toHaveLength(1);
  expect(await page.evaluate(() => globalThis.changes)).toBe(0);
});

test('where a policy blocks the inline scripts, the failure box stands', async ({ open, startGateway }) => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src 'self'; connect-src 'self'";
  const at = await startGateway({ more: { 'Content-Security-Policy': policy } });
  const { page, failure, failureCause } = await open('', { at });
  await expect(failure).toContainText(/could not be checked.*999.*Floodline 0345 988 1188.*Nid oes modd gwirio/s, {
    useInnerText: true,
  });
  await expect(failureCause).toHaveText(/blocked/);
  await expect(page.locator('#waiting')).toHaveCount(0);
  const links = failure.locator('.calls a');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    'tel:999',
    'tel:03459881188',
  ]);
  for (const link of await links.all()) expect((await link.boundingBox()).height).toBeGreaterThanOrEqual(48);
});
