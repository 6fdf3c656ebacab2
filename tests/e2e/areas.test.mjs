// The shapes of the flood areas: drawn where a message is in force, the place inside one, and files that are broken.
import { collection, inMinutes, json, listing, message, square } from '../support/bodies.mjs';
import { expect, test as base } from '../support/fixtures.mjs';
import { KEY } from '../support/harness.mjs';
import { BRECON, PHONE, around } from '../support/page.mjs';

const test = base.extend({
  /**
   * Opens the page with the file `areas`: a FeatureCollection, a response, or a function that gives one of them. `setting` adds to
   * the setting of the areas.
   */
  openWith: async ({ open, startGateway }, use) => {
    await use(async (areas, query, { setting = {}, ...options } = {}) => {
      const value = JSON.stringify({ address: 'areas.json', ...setting });
      const file = () => {
        const given = typeof areas === 'function' ? areas() : areas;
        return given.features ? json(given) : given;
      };
      const at = await startGateway({
        change: (html) => html.replace('"endpoint":', `"areas": ${value}, "endpoint":`),
        answer: (path) => (path === '/areas.json' ? file() : null),
      });
      return open(query, { at, ...options });
    });
  },
});
test.use({ flags: '--scenario storm' });

const AT_BRECON = `${around(5)}&lang=en`;
const SEVERITIES = { severe: 1, warning: 2, alert: 3 };
/** A message of an area, by default at Brecon. */
const messageOf = (code, severity, { lat, lon } = BRECON) =>
  message({ FWACODE: code, DESCRIPTION: `River Usk, ${code}`, SEVERITYVALUE: SEVERITIES[severity] }, [lon, lat]);
const area = (code, ring) => ({
  type: 'Feature',
  properties: { fwis_code: code },
  geometry: { type: 'Polygon', coordinates: [ring] },
});
/** A square around Brecon. */
const aroundBrecon = (code) => area(code, square(-3.42, 51.93, 0.05));

/** Answers with these messages; `receive` lets the page receive others, which are two minutes newer. */
function inStages(...first) {
  let [messages, minutes] = [first, -10];
  const answer = () => ({ headers: { 'X-Origin-Date': inMinutes(minutes) }, body: collection(...messages) });
  const receive = async (gorlif, ...next) => {
    messages = next;
    minutes += 2;
    await gorlif.sources.checkNow(70);
  };
  return { answers: { wales: answer, here: answer }, receive };
}

/** The areas on the map. */
const drawn = ({ page }) => page.locator('[data-area]');
/** Expects that the place is inside an area, by the highest severity of those. */
const isInside = ({ answer }, severity) => expect(answer.element).toHaveAttribute('data-inside', severity);
/** What is wrong with the file, for the operator. */
const cause = ({ sources }) => sources.operator.locator('pre');

test('areas with a message in force are drawn by severity, others keep their symbol', async ({ openWith, service }) => {
  const headers = { 'Ocp-Apim-Subscription-Key': KEY };
  const get = async (path) => (await fetch(service.address + path, { headers })).json();
  const shapes = await get('/areas.json');
  const messages = (await get('/floodwarnings/v1/distance/150000/latlon/52.4/-3.8')).features;
  const gorlif = await openWith(shapes, '?lang=en');
  const { map } = gorlif;
  const published = new Set(shapes.features.map(({ properties }) => properties.fwis_code));
  const inForce = messages.map(({ properties }) => properties).filter(({ SEVERITYVALUE }) => SEVERITYVALUE < 4);
  const classes = ['', ...Object.keys(SEVERITIES)];
  const inShape = inForce.filter(({ FWACODE }) => published.has(FWACODE));
  const wanted = Object.fromEntries(inShape.map((of) => [of.FWACODE, classes[of.SEVERITYVALUE]]));
  const count = Object.keys(wanted).length;
  expect(count).toBeGreaterThan(50);
  expect(count).toBeLessThan(inForce.length);
  await expect(drawn(gorlif)).toHaveCount(count);
  const shown = await drawn(gorlif).evaluateAll((paths) => paths.map((path) => [path.dataset.area, path.classList[1]]));
  expect(Object.fromEntries(shown)).toEqual(wanted);
  await map.has({ warnings: messages.length });
  await map.key.locator('summary').click();
  await expect(map.key.getByText('Flood area with a warning or alert in force')).toBeVisible();
  expect(gorlif.faults).toEqual([]);
});

// case 173, 250
test('the answer says that the place is inside the most severe area or in none, and what is near it', async ({
  openWith,
}) => {
  const codes = Array.from({ length: 40 }, (_, index) => `area ${index}`);
  const areas = collection(
    area('outer', square(-3.6, 51.8, 0.4)),
    area('elsewhere', square(-4.1, 52.4, 0.1)),
    area('near', square(-3.36, 51.94, 0.02)),
    area('far', square(BRECON.lon, BRECON.lat + 0.036, 0.01)),
    ...['inner', 'own', ...codes].map(aroundBrecon),
  );
  const { answers, receive } = inStages(
    messageOf('outer', 'alert'),
    messageOf('inner', 'severe'),
    messageOf('elsewhere', 'severe'),
  );
  const gorlif = await openWith(areas, AT_BRECON, { viewport: PHONE, answers });
  const { answer, place, lists } = gorlif;
  await isInside(gorlif, 'severe');
  // The words of the headline in each situation are those of core/tests/situations.txt.
  for (const [language, also, row] of [
    [
      'cy',
      /^Mae eich lle hefyd o fewn: River Usk, outer \(Llifogydd:\sbyddwch\syn\sbarod\)\.$/,
      'Powys, mae eich lle o fewn yr ardal',
    ],
    ['en', /^Your place is also inside: River Usk, outer \(Flood alert\)\.$/, 'Powys, your place is inside'],
  ]) {
    await gorlif.inLanguage(language);
    await expect(answer.inside).toHaveText(also);
    await expect(lists.messages.locator('.line').filter({ hasText: row })).toHaveCount(2);
  }
  const near = messageOf('near', 'severe', { lat: 51.95, lon: -3.35 });
  await receive(gorlif, messageOf('own', 'alert'), near);
  await isInside(gorlif, 'alert');
  await expect(answer.moreSevere).toHaveText(
    /^\s*Near your place: Severe flood warning: River Usk, near, [\d.]+\skm east\. Danger to life\.$/,
    { useInnerText: true },
  );
  await expect(answer.action).toHaveText(/What to do\s+Prepare a kit of essentials\./, { useInnerText: true });
  // Without a point there is no distance.
  await receive(gorlif, messageOf('own', 'alert'), { ...near, geometry: null });
  await expect(answer.moreSevere).toHaveText(/Severe flood warning: River Usk, near\. Danger to life\.$/);

  // Of many areas that contain the place one is named, and the others are counted.
  const severities = ['severe', 'warning', 'warning'];
  await receive(gorlif, ...codes.map((code, index) => messageOf(code, severities[index] ?? 'alert')));
  await isInside(gorlif, 'severe');
  await expect(answer.inside).toHaveText(
    /^Your place is also inside: the areas of 2\sflood warnings and 37\sflood alerts\.$/,
  );
  await expect(answer.moreSevere).toHaveCount(0);

  // In no area: without a colour, and the advice is for those who are in one.
  await receive(gorlif, messageOf('far', 'alert', { lat: BRECON.lat + 0.036, lon: BRECON.lon }));
  await expect(answer.nearestMessage).toHaveText('Nearest flood alert: River Usk, far, 4.0 km north.');
  const said = answer.element.locator('.said');
  await expect(said).not.toHaveAttribute('data-severity');
  await expect(said).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const advice = answer.action.getByText('Prepare a kit of essentials.');
  await expect(advice).toBeHidden();
  await answer.action.getByText('If you are in such an area').click();
  await gorlif.check(70);
  await expect(gorlif.sources.check).toHaveText(/^Checked at/);
  await expect(advice, 'still open after a response').toBeVisible();

  await place.chooseWales();
  await expect(answer.element).not.toHaveAttribute('data-inside');
  await expect(answer.inside).toHaveText('');
  expect(gorlif.faults).toEqual([]);
});

// case 182
test('the answer for a county is “none” where the area of a far message is whole', async ({ openWith }) => {
  const small = area('usk', square(-4.5, 53.15, 0.05));
  const whole = collection(small);
  let file = whole;
  const gorlif = await openWith(() => file, '?lang=en&county=powys', {
    answers: listing(messageOf('usk', 'warning', { lat: 53.2, lon: -4.4 })),
  });
  for (const [areas, expected, sentence] of [
    [whole, 'none', /^No flood warnings or alerts are in force in Powys\./],
    [collection(small, area('usk', [])), 'unknown', /this page cannot tell/],
    [collection(area('usk', square(-6, 50, 4))), 'some', /\sin Powys/],
  ]) {
    if (areas !== file) {
      file = areas;
      await gorlif.page.reload();
    }
    // The areas are loaded after the first answer.
    await expect(gorlif.page.locator('[data-area="usk"]')).toBeAttached();
    await gorlif.sources.are('fresh', 'warnings');
    await gorlif.answer.is(expected);
    await expect(gorlif.answer.sentence).toHaveText(sentence);
  }
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  // case 173
  test('without a network the kept areas say that the place is inside, since when', async ({ openWith }) => {
    let file = collection(aroundBrecon('usk'));
    const gorlif = await openWith(() => file, AT_BRECON, { answers: listing(messageOf('usk', 'warning')) });
    const { page, answer } = gorlif;
    await isInside(gorlif, 'warning');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const kept = () =>
      page.evaluate(async () => (await (await caches.open('files-of-the-deployer')).keys()).map(({ url }) => url));
    await expect.poll(kept, { message: 'kept files' }).toEqual([expect.stringMatching(/\/areas\.json$/)]);
    // A file that cannot be used does not replace it.
    file = { headers: { 'Content-Type': 'text/html' }, body: '<html>' };
    await page.reload();
    await expect(cause(gorlif)).toContainText('areas: areas.json is not a FeatureCollection');
    await isInside(gorlif, 'warning');
    await page.context().unrouteAll();
    await page.context().setOffline(true);
    await page.reload();
    await isInside(gorlif, 'warning');
    await expect(answer.sentence).toHaveText(/^Flood warning for your place: River Usk, usk\./);
    await expect(answer.element.locator('.checked')).toHaveText(
      /^In force when last checked (?:at|on) (?:\d+\s\w+, )?\d\d:\d\d/,
    );
  });
});

// case 174
test('a remembered place inside an area in force is not said to have nothing near it', async ({ openWith }) => {
  const far = messageOf('103FWFWide', 'warning', { lat: 51.86, lon: -3.1 });
  const areas = collection(area('103FWFWide', square(-3.6, 51.8, 0.6)), area('103WAFWide', square(-3.6, 51.8, 0.6)));
  for (const [setting, said, without] of [
    [{}, '1 flood warning within 5\u00a0km', 1],
    // Settings of the names alone have no shapes to wait for: the distance of the point counts.
    [{ address: '', names: 'names.json' }, 'No warning or alert found nearby.', 0],
  ]) {
    const { answer, place } = await openWith(areas, '?lang=en&lat=53.2&lon=-4.1&r=5', {
      setting,
      answers: { wales: collection(far), here: collection() },
      init: () => localStorage.setItem('gorlif.places', '?lat=51.9461&lon=-3.3889\n'),
    });
    await place.changeButton.click();
    await expect(place.remembered.locator('.line').first()).toContainText(said);
    await expect(answer.element.getByText('No flood warnings are issued for this spot.')).toHaveCount(without);
  }
});

test('areas drawn again are in the same pane, the selected one with emphasis, also of the National Grid', async ({
  openWith,
}) => {
  const both = [messageOf('usk', 'warning'), messageOf('wye', 'warning', { lat: 52.2, lon: -3.4 })];
  const ofGrid = (code, north) => ({
    ...area(code, square(300_000, north, 9_000)),
    properties: { fwd_tacode: code },
  });
  let messages = [];
  const gorlif = await openWith(collection(ofGrid('usk', 224_000), ofGrid('wye', 252_000)), '?lang=en', {
    setting: { projection: 'EPSG:27700', code: 'fwd_tacode' },
    answers: { wales: () => json(collection(...messages)), here: collection() },
    // As without https.
    init: () => Object.defineProperty(globalThis, 'caches', { value: undefined }),
  });
  const { page } = gorlif;
  await gorlif.marked();
  // One in force, none, and both.
  for (const inForce of [both.slice(0, 1), [], both]) {
    messages = inForce;
    await gorlif.check(20);
    await expect(drawn(gorlif)).toHaveCount(inForce.length);
  }
  await expect(page.locator('.leaflet-areas-pane')).toHaveCount(1);
  const opacity = (code) =>
    page.locator(`[data-area=${code}]`).evaluate((path) => Number(getComputedStyle(path).fillOpacity));
  const usual = await opacity('wye');
  await gorlif.lists.message('usk').button.click();
  await expect.poll(() => opacity('usk'), { message: 'selected' }).toBeGreaterThan(usual);
  expect(await opacity('wye'), 'not selected').toBe(usual);
  await gorlif.lists.show('rivers');
  await expect.poll(() => opacity('wye'), { message: 'under the gauges' }).toBeLessThan(usual);
  await expect.poll(() => opacity('usk'), { message: 'closed with its list' }).toBeLessThan(usual);
  expect(gorlif.faults).toEqual([]);
});

test('a file of areas that is missing, cut off or empty is named, and the points stay', async ({ openWith }) => {
  const missing = { status: 404 };
  const cut = { body: JSON.stringify(collection(aroundBrecon('usk'))).slice(0, -30) };
  let file = missing;
  const gorlif = await openWith(() => file, AT_BRECON, { answers: listing(messageOf('usk', 'warning')) });
  for (const [areas, named] of [
    [missing, 'areas: areas.json could not be loaded'],
    [cut, 'areas: left out: 1 unreadable'],
    [collection(), 'areas: areas.json has no areas'],
  ]) {
    if (areas !== file) {
      file = areas;
      await gorlif.page.reload();
    }
    await gorlif.marked();
    await expect(cause(gorlif)).toContainText(named);
    await expect(drawn(gorlif)).toHaveCount(0);
    await gorlif.map.has({ warnings: 1 });
    await gorlif.answer.is('some');
  }
  expect(gorlif.ownErrors()).toEqual([]);
});
