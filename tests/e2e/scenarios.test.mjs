// A visit in each weather: place, radius, language, selection from list and map, reload, Back. And what it must not do.
import { expect, test } from '../support/fixtures.mjs';
import { PHONE } from '../support/page.mjs';

test.use({ flags: '--scenario calm' });

/** A gauge that no other symbol covers: of the listed ones that with the most room around it. */
async function loneliest(gateway, listed) {
  const get = async (path) => (await (await fetch(`${gateway.address}api/${path}`)).json()).features;
  const levels = await get('riverlevels/v1/all');
  const warnings = await get('floodwarnings/v1/distance/150000/latlon/52.4/-3.8');
  const all = [...levels, ...warnings].map(({ geometry }) => geometry.coordinates);
  const distance = (a, b) => Math.hypot(a[0] - b[0], (a[1] - b[1]) * 1.6);
  const room = ({ geometry: { coordinates } }) =>
    Math.min(...all.filter((other) => other !== coordinates).map((other) => distance(other, coordinates)));
  const candidates = levels.filter(({ properties }) => listed.includes(properties.Location));
  const [{ geometry, properties }] = candidates.sort((a, b) => room(b) - room(a));
  const [lon, lat] = geometry.coordinates;
  return { id: properties.Location, lat, lon };
}

for (const [scenario, wanted] of Object.entries({ calm: 'none', storm: 'some' })) {
  test(`a visit works (${scenario}), the key is at the service only`, async ({ open, startService, startGateway }) => {
    const service = await startService('--scenario', scenario);
    const gateway = await startGateway({ service });
    const gorlif = await open('', { at: gateway });
    const { page, answer, place, lists, map } = gorlif;
    const parameter = (name) => new URL(page.url()).searchParams.get(name);
    await gorlif.marked();

    await test.step('all of Wales is the start, and its answer is the service’s', async () => {
      await answer.isFinal(wanted);
      await expect(answer.sentence).toHaveText(
        scenario === 'calm'
          ? /^No flood warnings or alerts are in force in Wales\. Checked (?:at|on) (?:\d+\s\w+, )?\d\d:\d\d\.$/
          : /severe flood warnings?, .* in Wales\.$/,
      );
      // There is no advice before a place is chosen.
      await expect(page.getByText('Choose your place to see its warnings.')).toHaveCount(wanted === 'some' ? 1 : 0);
      await expect(answer.action).toHaveCount(0);
      await expect(answer.element).not.toHaveText(/danger to life\. |gas/i);
      expect(new URL(page.url()).search).toBe('');
    });

    await test.step('a place is chosen by its Welsh name with the keyboard', async () => {
      await place.field.focus();
      await page.keyboard.type('aberhonddu');
      await expect(place.suggestions.first()).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await expect(place.field).toHaveAttribute('aria-activedescendant', 'place-0');
      await page.keyboard.press('Enter');
      await expect(place.name).toHaveText('Brecon, Powys');
      expect(new URL(page.url()).search).toMatch(/^\?lat=51\.9\d+&lon=-3\.\d+&r=10$/);
      await answer.settled();
      await expect(answer.element).toHaveAttribute('data-answer', /^(?:none|some)$/);
    });

    await test.step('the service was asked about the place rounded to 0.01° and a kilometre more, once', () => {
      const asked = service.requests.filter((line) => /distance\/(?!150000)/.test(line));
      const rounded = /^GET \/floodwarnings\/v1\/distance\/11000\/latlon\/51\.9\d?\/-3\.\d{1,2} 200 key: right$/;
      expect(asked).toEqual([expect.stringMatching(rounded)]);
    });

    await test.step('gauges are listed nearest first, and a larger radius lists more', async () => {
      const lines = await lists.gauges.locator('.line').allTextContents();
      const near = lines.map((line) => Number(line.match(/([\d.]+)\skm/)[1]));
      expect(near.length).toBeGreaterThanOrEqual(2);
      expect(near).toEqual([...near].sort((a, b) => a - b));
      expect(near.at(-1)).toBeLessThanOrEqual(10);
      await place.chooseRadius('50');
      await expect.poll(() => lists.gauges.count(), { message: 'listed gauges' }).toBeGreaterThan(near.length);
      expect(parameter('r')).toBe('50');
      await expect(answer.provisional).toHaveCount(0);
    });

    await test.step('the radius changes with the arrow keys, a step at a time', async () => {
      await place.show();
      await place.radius.focus();
      await page.keyboard.press('ArrowUp');
      await expect(place.radius).toHaveValue('40');
      await expect(place.radius).toBeFocused();
      await place.changeButton.click();
      expect(parameter('r')).toBe('40');
    });

    await test.step('a gauge selected in the list opens there and on the map', async () => {
      await lists.show('rivers');
      const row = lists.gauges.first();
      await row.locator('.entry').click();
      await expect(row.locator('.details')).toBeVisible();
      await expect(map.popup.locator('strong')).toHaveText(await row.locator('.title').textContent());
      expect(parameter('station')).toMatch(/^\d+$/);
    });

    await test.step('the language toggle changes the whole page and keeps place, radius, selection and focus', async () => {
      const kept = () => ['lat', 'r', 'station'].map(parameter);
      const before = kept();
      await page.getByRole('button', { name: 'Cymraeg' }).focus();
      await page.keyboard.press('Enter');
      await gorlif.speaks('cy');
      expect([...kept(), parameter('lang')]).toEqual([...before, 'cy']);
      await expect(place.name).toHaveText('Aberhonddu, Powys');
      await expect(page).toHaveTitle(/ · Rhybuddion llifogydd Cymru$/);
      await expect(lists.gauge(parameter('station')).details).toBeVisible();
      await expect(page.getByRole('button', { name: 'English' })).toBeFocused();
      const cards = page.locator('.days li[data-county="powys"]');
      await expect(cards).toHaveCount(5);
      await expect(cards.first()).toHaveText(/^Heddiw/);
    });

    await test.step('the same address opens the same view', async () => {
      const again = await open('', { at: { address: page.url() } });
      await again.marked();
      await expect(again.place.name).toHaveText('Aberhonddu');
      expect(again.page.url()).toBe(page.url());
      expect(await again.lists.ids()).toEqual(await lists.ids());
      await expect(again.lists.gauge(parameter('station')).details).toBeVisible();
      expect(again.faults).toEqual([]);
    });

    await test.step('a gauge pressed on the map is selected in the list', async () => {
      await lists.gauge(parameter('station')).button.click();
      const { id, lat, lon } = await loneliest(gateway, await lists.ids());
      const { x, y } = await map.pixel(lat, lon);
      await page.mouse.click(x, y);
      await expect(lists.gauge(id).details).toBeVisible();
      expect(parameter('station')).toBe(id);
    });

    await test.step('Back undoes the last choice', async () => {
      const station = parameter('station');
      await page.goBack();
      await expect(lists.gauge(station).details).toHaveCount(0);
      expect(parameter('station')).not.toBe(station);
    });

    if (scenario === 'storm')
      await test.step('a warning selected in the list opens with its facts and on the map', async () => {
        await gorlif.speak('en');
        await lists.show('warnings');
        await place.chooseWales();
        await answer.isFinal('some');
        const first = lists.messages.first();
        await expect(first).toContainText('Severe flood warning');
        await first.locator('.entry').click();
        for (const fact of ['Danger to life', 'SAMPLE TEXT', 'In force since', 'Issued', 'Region'])
          await expect(first.locator('.details')).toContainText(fact);
        await expect(map.popup).toContainText('Severe flood warning');
        expect(parameter('area')).not.toBeNull();
      });

    await test.step('every call carried the key at the service and none in the browser, and nothing was requested that is not in the settings', () => {
      expect(service.requests.length).toBeGreaterThanOrEqual(5);
      expect(service.requests.filter((line) => !line.endsWith('key: right'))).toEqual([]);
      for (const request of gorlif.asked)
        expect(JSON.stringify(request.headers()) + request.url()).not.toMatch(/ocp-apim|subscription/i);
      for (const { headers } of gateway.seen) expect(headers['ocp-apim-subscription-key']).toBeUndefined();
      const addresses = gorlif.asked.map((request) => request.url());
      const others = addresses.filter((url) => !url.startsWith(gateway.address) && !url.startsWith('data:'));
      expect(others, 'no third party is asked').toEqual([]);
      expect(addresses.filter((url) => /areas\.json$|streets\.js$|\.pmtiles|\/summary$/.test(url))).toEqual([]);
    });

    expect(gorlif.faults).toEqual([]);
  });
}

test('window holds nothing of ours but Leaflet’s L', async ({ visit, gateway }) => {
  const gorlif = await visit('', { viewport: PHONE });
  const bare = await gorlif.page.context().newPage();
  await bare.goto(`${gateway.address}gazetteer.txt`);
  const names = (page) => page.evaluate(() => Object.getOwnPropertyNames(window));
  const plain = await names(bare);
  const ours = (await names(gorlif.page)).filter((name) => !plain.includes(name) && !/^\d+$/.test(name));
  expect(ours.filter((name) => !['L', 'leaflet'].includes(name) && !name.startsWith('_leaflet'))).toEqual([]);
});

test('Back undoes a change of language and of place, and leads out of the page', async ({ visit, gateway }) => {
  const gorlif = await visit();
  const { page, place } = gorlif;
  const [all, welsh] = [gateway.address, `${gateway.address}?lang=cy`];
  await gorlif.speak('cy');
  await expect(page).toHaveURL(welsh);
  await place.field.focus();
  await page.keyboard.type('SO 045 285');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/lat=/);
  await page.goBack();
  await expect(page).toHaveURL(welsh);
  await expect(place.name).toHaveText('Cymru gyfan');
  await page.goBack();
  await expect(page).toHaveURL(all);
  await gorlif.speaks('en');
  await page.goForward();
  await expect(page).toHaveURL(welsh);
  await gorlif.speaks('cy');
  await page.goBack();
  await expect(page).toHaveURL(all);
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
  // The place that the device remembers is in the first entry.
  await page.goto(all);
  await expect(page).toHaveURL(/\?lat=/);
  await gorlif.speak('en');
  await expect(page).toHaveURL(/lang=en/);
  await page.goBack();
  await gorlif.speaks('cy');
  await expect(place.name).not.toHaveText('Cymru gyfan');
});
