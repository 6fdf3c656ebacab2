// A visit in each weather: place, radius, language, selection from list and map, reload, Back. And what it must not do.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import {
  PHONE,
  WIDE,
  dist,
  marked,
  open,
  pixel,
  startBrowser,
  startGateway,
  startService,
  stage,
} from '../support/harness.mjs';

let browser;
before(async () => {
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
});

const ANSWERS = { calm: 'none', mixed: 'some', storm: 'some' };

for (const scenario of Object.keys(ANSWERS)) {
  describe(`in the scenario ${scenario}`, () => {
    let service, gateway, page;
    before(async () => {
      service = await startService('--scenario', scenario);
      gateway = await startGateway(service);
      page = await open(browser, gateway.address);
      await marked(page);
    });
    after(async () => {
      await page?.context().close();
      await gateway?.stop();
      await service?.stop();
    });

    const answered = (want) =>
      page.waitForFunction(
        (want) =>
          document.getElementById('answer')?.dataset.answer === want && document.querySelector('.provisional') === null,
        want,
      );

    test('all of Wales is the start, and its answer is the service’s', async () => {
      await answered(ANSWERS[scenario]);
      const sentence = await page.locator('.sentence').textContent();
      if (scenario === 'calm')
        assert.match(
          sentence,
          /^No flood warnings or alerts are in force in Wales\. Checked at (?:\d+\s\w+, )?\d\d:\d\d\.$/,
        );
      else assert.match(sentence, /in Wales\.$/);
      assert.equal(new URL(page.url()).search, '');
    });

    test('a place is chosen by its Welsh name with the keyboard', async () => {
      await page.locator('#place').focus();
      await page.keyboard.type('aberhonddu');
      await page.locator('#place-list [role=option]').first().waitFor();
      await page.keyboard.press('ArrowDown');
      assert.equal(await page.locator('#place').getAttribute('aria-activedescendant'), 'place-0');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.querySelector('.here strong')?.textContent === 'Brecon, Powys');
      assert.match(new URL(page.url()).search, /^\?lat=51\.9\d+&lon=-3\.\d+&r=10$/);
      await page.waitForFunction(
        () =>
          document.querySelector('.provisional') === null &&
          document.getElementById('answer').dataset.answer !== 'unknown',
      );
    });

    test('the service was asked about the place rounded to 0.01° and a kilometre more, once', () => {
      const place = service.requests.filter((line) => /distance\/(?!150000)/.test(line));
      assert.equal(place.length, 1);
      assert.match(
        place[0],
        /^GET \/floodwarnings\/v1\/distance\/11000\/latlon\/51\.9\d?\/-3\.\d{1,2} 200 key: right$/,
      );
    });

    test('gauges are listed nearest first, and a larger radius lists more', async () => {
      const distances = async () =>
        (await page.locator('[data-station-id] .line').allTextContents()).map((line) =>
          Number(line.match(/([\d.]+)\u00a0km/)[1]),
        );
      const near = await distances();
      assert.ok(near.length >= 2 && near.every((km, i) => km <= 10 && (i === 0 || km >= near[i - 1])), String(near));
      await page.getByRole('button', { name: '50\u00a0km', exact: true }).click();
      await page.waitForFunction((count) => document.querySelectorAll('[data-station-id]').length > count, near.length);
      assert.match(page.url(), /r=50/);
      await page.waitForFunction(() => document.querySelector('.provisional') === null);
    });

    test('the slider moves with the arrow keys, a step at a time', async () => {
      await page.locator('#radius').focus();
      await page.keyboard.press('ArrowLeft');
      await page.waitForFunction(() => document.querySelector('.radius output')?.textContent.startsWith('40'));
      assert.match(await page.locator('#radius').getAttribute('aria-valuetext'), /^40\u00a0km \(25\u00a0miles\)$/);
      assert.match(page.url(), /r=40/);
    });

    test('a gauge selected in the list opens there and on the map', async () => {
      await page.locator('.views button').nth(1).click();
      const row = page.locator('[data-station-id]').first();
      await row.getByRole('button').click();
      await row.locator('.details').waitFor();
      const title = await row.locator('.title').textContent();
      assert.equal(await page.locator('.leaflet-popup-content strong').textContent(), title);
      assert.match(page.url(), /station=\d+/);
    });

    test('the language toggle changes the whole page and keeps place, radius, selection and focus', async () => {
      const before = new URL(page.url()).searchParams;
      const id = before.get('station');
      await page.getByRole('button', { name: 'Cymraeg' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.documentElement.lang === 'cy');
      const params = new URL(page.url()).searchParams;
      assert.deepEqual(
        [params.get('lat'), params.get('r'), params.get('station'), params.get('lang')],
        [before.get('lat'), before.get('r'), id, 'cy'],
      );
      assert.equal(await page.locator('.here strong').textContent(), 'Aberhonddu, Powys');
      assert.match(await page.title(), /yng Nghymru/);
      assert.ok(await page.locator(`[data-station-id="${id}"] .details`).isVisible());
      assert.equal(await page.evaluate(() => document.activeElement.textContent), 'English');
      const cards = page.locator('.days li[data-county="powys"]');
      assert.equal(await cards.count(), 5);
      assert.match(await cards.first().textContent(), /^Heddiw, dydd /);
    });

    test('the same address opens the same view', async () => {
      const url = page.url();
      const list = await page
        .locator('[data-station-id]')
        .evaluateAll((rows) => rows.map((row) => row.dataset.stationId));
      const again = await open(browser, url);
      await marked(again);
      await again.waitForFunction(() => document.querySelector('.here strong')?.textContent === 'Aberhonddu');
      assert.equal(again.url(), url);
      assert.deepEqual(
        await again.locator('[data-station-id]').evaluateAll((rows) => rows.map((row) => row.dataset.stationId)),
        list,
      );
      assert.ok(await again.locator('[data-station-id] .details').isVisible());
      assert.deepEqual(again.faults, []);
      await again.context().close();
    });

    test('a gauge pressed on the map is selected in the list', async () => {
      await page.locator('[data-station-id] .details >> xpath=ancestor::li >> button').first().click();
      const levels = await (await fetch(`${gateway.address}api/riverlevels/v1/all`)).json();
      const listed = await page
        .locator('[data-station-id]')
        .evaluateAll((rows) => rows.map((row) => row.dataset.stationId));
      // One that no other symbol covers: far from all other gauges and messages of the scenario.
      const warnings = await (
        await fetch(`${gateway.address}api/floodwarnings/v1/distance/150000/latlon/52.4/-3.8`)
      ).json();
      const all = [...levels.features, ...warnings.features].map((f) => f.geometry.coordinates);
      const alone = levels.features
        .filter((f) => listed.includes(f.properties.Location))
        .map((f) => ({
          f,
          room: Math.min(
            ...all
              .filter((c) => c !== f.geometry.coordinates)
              .map(([x, y]) => Math.hypot(x - f.geometry.coordinates[0], (y - f.geometry.coordinates[1]) * 1.6)),
          ),
        }))
        .sort((a, b) => b.room - a.room)[0].f;
      const [lon, lat] = alone.geometry.coordinates;
      const { x, y } = await pixel(page, lat, lon);
      await page.mouse.click(x, y);
      await page.locator(`[data-station-id="${alone.properties.Location}"] .details`).waitFor();
      assert.match(page.url(), new RegExp(`station=${alone.properties.Location}`));
    });

    test('Back undoes the last choice', async () => {
      const station = new URL(page.url()).searchParams.get('station');
      await page.goBack();
      await page.waitForFunction((station) => new URL(location.href).searchParams.get('station') !== station, station);
      await page.waitForFunction(
        (station) => !document.querySelector(`[data-station-id="${station}"] .details`),
        station,
      );
    });

    test('a click on open ground offers it, and the button there makes it the place', async () => {
      await page.getByRole('button', { name: 'English' }).click();
      const { x, y } = await pixel(page, 52.06, -3.66);
      await page.mouse.click(x, y);
      await page.getByRole('button', { name: 'Check here' }).click();
      await page.waitForFunction(() => Math.abs(Number(new URL(location.href).searchParams.get('lat')) - 52.06) < 0.01);
    });

    if (scenario === 'storm')
      test('a warning selected in the list opens with its facts and on the map', async () => {
        await page.locator('.views button').nth(0).click();
        await page.locator('.place').getByRole('button', { name: 'All Wales' }).click();
        await answered('some');
        const first = page.locator('[data-area-code]').first();
        assert.match(await first.textContent(), /Severe flood warning/);
        await first.getByRole('button').click();
        for (const fact of ['Danger to life', 'SAMPLE TEXT', 'In force since', 'Issued', 'Region', 'Area code'])
          assert.match(await first.locator('.details').textContent(), new RegExp(fact));
        assert.match(await page.locator('.leaflet-popup-content').textContent(), /Severe flood warning/);
        assert.match(page.url(), /area=/);
      });

    test('every call carried the key at the service and none in the browser', () => {
      assert.ok(service.requests.length >= 5);
      assert.deepEqual(
        service.requests.filter((line) => !line.endsWith('key: right')),
        [],
      );
      for (const request of page.asked)
        assert.ok(!/ocp-apim|subscription/i.test(JSON.stringify(request.headers()) + request.url()), request.url());
      for (const { headers } of gateway.seen) assert.equal(headers['ocp-apim-subscription-key'], undefined);
      const others = page.asked.filter(
        (request) => !request.url().startsWith(gateway.address) && !request.url().startsWith('data:'),
      );
      assert.deepEqual(
        others.map((request) => request.url()),
        [],
        'no third party is asked',
      );
    });

    test('nothing failed on the way', () => assert.deepEqual(page.faults, []));
  });
}

test('the bundle holds no key', () => {
  assert.throws(
    () => execFileSync('grep', ['-rniE', 'sample-key|Ocp-Apim-Subscription-Key', dist]),
    ({ status }) => status === 1,
  );
});

test('window holds nothing of ours but Leaflet’s L', async (t) => {
  const { gateway } = await stage(t, 'calm');
  const page = await open(browser, gateway.address, { viewport: PHONE });
  await marked(page);
  const bare = await page.context().newPage();
  await bare.goto(`${gateway.address}gazetteer.txt`);
  const plain = await bare.evaluate(() => Object.getOwnPropertyNames(window));
  const ours = (await page.evaluate(() => Object.getOwnPropertyNames(window))).filter(
    (name) => !plain.includes(name) && !/^\d+$/.test(name),
  );
  assert.deepEqual(
    ours.filter((name) => !['L', 'leaflet'].includes(name) && !name.startsWith('_leaflet')),
    [],
  );
  await page.context().close();
});

test('Back undoes a change of language and of place, and leads out of the page in the end', async (t) => {
  const { gateway } = await stage(t, 'calm');
  const page = await open(browser, gateway.address);
  await marked(page);
  await page.getByRole('button', { name: 'Cymraeg' }).click();
  await page.waitForFunction(() => document.documentElement.lang === 'cy' && location.search === '?lang=cy');
  await page.locator('#place').focus();
  await page.keyboard.type('SO 045 285');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.search.includes('lat='));
  await page.goBack();
  await page.waitForFunction(
    () => location.search === '?lang=cy' && document.querySelector('.here strong')?.textContent === 'Cymru gyfan',
  );
  await page.goBack();
  await page.waitForFunction(() => location.search === '' && document.documentElement.lang === 'en');
  await page.goForward();
  await page.waitForFunction(() => location.search === '?lang=cy' && document.documentElement.lang === 'cy');
  await page.goBack();
  await page.waitForFunction(() => location.search === '');
  await page.goBack();
  assert.equal(page.url(), 'about:blank');
  await page.context().close();
});

test('on a phone the answer is readable without scrolling, and the four views take turns, as on a wide screen', async (t) => {
  const { gateway } = await stage(t, 'storm');
  const page = await open(browser, `${gateway.address}?lat=51.9&lon=-3.4`, { viewport: { width: 360, height: 640 } });
  await marked(page);
  const box = await page.locator('.sentence').boundingBox();
  assert.ok(box.y + box.height <= 640, `${box.y + box.height}`);
  assert.deepEqual(
    await page
      .locator('.panel')
      .evaluateAll((panels) => panels.map((panel) => getComputedStyle(panel).display !== 'none')),
    [true, false, false, false],
  );
  await page.getByRole('button', { name: 'Forecast' }).click();
  assert.deepEqual(
    await page
      .locator('.panel')
      .evaluateAll((panels) => panels.map((panel) => getComputedStyle(panel).display !== 'none')),
    [false, false, true, false],
  );
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'nothing is wider than the phone',
  );
  await page.setViewportSize(WIDE);
  assert.deepEqual(
    await page
      .locator('.panel')
      .evaluateAll((panels) => panels.map((panel) => getComputedStyle(panel).display !== 'none')),
    [false, false, true, false],
  );
  await page.context().close();
});
