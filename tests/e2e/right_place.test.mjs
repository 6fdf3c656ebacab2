// The answer is for the place that people mean, and the sentence, the advice and the map say nothing that belongs to another one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, marked, open, pixel, startBrowser, startGateway, startService, still } from '../support/harness.mjs';

let browser, calm, storm;
before(async () => {
  browser = await startBrowser();
  [calm, storm] = await Promise.all(
    ['calm', 'storm'].map((scenario) => startService('--scenario', scenario, '--still')),
  );
});
after(async () => {
  await browser?.close();
  await calm?.stop();
  await storm?.stop();
});

const BRECON = { lat: 51.947, lon: -3.391 };
const AROUND = `?lat=${BRECON.lat}&lon=${BRECON.lon}`;
const collection = (...features) => ({ type: 'FeatureCollection', features });
const LABELS = { 1: 'Severe Flood Warning', 2: 'Flood Warning', 3: 'Flood Alert', 4: 'Warning no longer in force' };
/** A warning whose point lies the given number of kilometres north of Brecon. */
const message = (code, value, description, km = 1, properties = {}) => ({
  type: 'Feature',
  geometry: km === null ? null : { type: 'Point', coordinates: [BRECON.lon, BRECON.lat + km / 111.195] },
  properties: {
    FWACODE: code,
    AREA: 'South East',
    DESCRIPTION: description,
    TIDAL: 'f',
    SEVERITY: LABELS[value],
    SEVERITYVALUE: value,
    TIMERAISED: Date.now() - 3.6e6,
    SEVERITY_CHANGED: Date.now() - 3.6e6,
    RIM_CHANGED: Date.now() - 3.6e6,
    RIM_ENGLISH: '',
    RIM_WELSH: '',
    ...properties,
  },
});
const kind = (path) => (/\/distance\/150000\//.test(path) ? 'wales' : /\/distance\//.test(path) ? 'here' : null);

/** A visit whose answers on warnings are the given collections. */
async function visit({ query = '', service = calm, wales, here, answer, ...context }, run) {
  const given = { wales, here };
  const gateway = await startGateway(service, {
    answer: (path, request) => {
      const special = answer?.(path, request);
      if (special !== undefined) return special;
      const body = given[kind(path)];
      return body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : null;
    },
  });
  const page = await open(browser, gateway.address + query, context);
  try {
    await run(page, gateway);
  } finally {
    await page.context().close();
    await gateway.stop();
  }
}
const said = (page, pattern) =>
  page.waitForFunction(
    (source) => new RegExp(source, 's').test(document.getElementById('answer')?.innerText ?? ''),
    pattern.source,
  );
const settled = (page) =>
  page.waitForFunction(
    () =>
      document.getElementById('answer') &&
      !document.querySelector('.provisional') &&
      document.querySelector('#map')?.dataset.zoom,
  );
const answers = (page, value) =>
  page.waitForFunction((value) => document.getElementById('answer')?.dataset.answer === value, value);
const placeOf = (page) =>
  page.evaluate(() => ['lat', 'lon'].map((name) => new URLSearchParams(location.search).get(name)).join(' '));
const NOWHERE = ' ';
const search = async (page, text) => {
  if (!(await page.locator('#place').isVisible())) await page.locator('.here button[aria-controls]').click();
  await page.locator('#place').fill(text);
};

// case 156
test('a text that matches several places opens the list and takes none, and Wales comes first', () =>
  visit({}, async (page) => {
    await marked(page);
    await page.waitForFunction(() => document.querySelector('#map')?.dataset.zoom);
    for (const [text, first] of [
      ['hay', /^Hay-on-Wye/],
      ['wye', /^(?:River )?Wye, river/],
      ['pen', /, \w/],
    ]) {
      await search(page, text);
      await page.locator('#place-list [role=option]').first().waitFor();
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.getByText('Several places match. Choose one from the list.').waitFor();
      assert.match(await page.locator('#place-list [role=option]').first().textContent(), first, text);
      assert.ok(await page.locator('#place-list').isVisible());
      assert.equal(await placeOf(page), NOWHERE, text);
    }
    await page.locator('#place').press('ArrowDown');
    await page.locator('#place').press('Enter');
    await page.waitForFunction(() => /lat=/.test(location.search));
  }));

// case 157
test('a circle that lies wholly in England gets no tick and no “none”, but the link to who warns there', () =>
  visit({}, async (page) => {
    await marked(page);
    await search(page, 'Haydock');
    await page.locator('#place-list [role=option]').first().waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await said(page, /This service does not cover/);
    assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'unknown');
    assert.match(await page.locator('.sentence').innerText(), /^This service does not cover Haydock\.$/);
    assert.match(await page.locator('.beyond').innerText(), /^Flood warnings for England: /);
    assert.match(
      await page.locator('.beyond a').getAttribute('href'),
      /^https:\/\/check-for-flooding\.service\.gov\.uk\//,
    );
    assert.equal(await page.locator('#answer use[href="#symbol-checked"]').count(), 0);
    assert.doesNotMatch(await page.locator('#page').innerText(), /No flood warnings|lists no messages|0 messages/);
    await page.locator('.language').click();
    await said(page, /Nid yw'r gwasanaeth hwn yn cwmpasu Haydock/);
    assert.doesNotMatch(await page.locator('#page').innerText(), /Nid oes rhybuddion/);
  }));

// case 157
test('a point in the open sea cannot be chosen, and one that an address names proves nothing', async () => {
  await visit({}, async (page) => {
    await marked(page);
    await page.waitForFunction(() => document.querySelector('#map')?.dataset.zoom);
    await search(page, '52.4, -4.9');
    await page.locator('#place').press('Enter');
    await page.getByText('There is no land within this distance of that point.').waitFor();
    assert.equal(await placeOf(page), NOWHERE);
  });
  await visit({ query: '?lat=52.4&lon=-4.9&r=10' }, async (page) => {
    await said(page, /There is no land within this distance/);
    assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'unknown');
    assert.doesNotMatch(await page.locator('#page').innerText(), /No flood warnings|lists no messages/);
  });
});

test('without the outlines nothing tells whether the service covers a place, so there is no “none”', () =>
  visit({ query: AROUND, answer: (path) => (path === '/basemap.txt' ? { status: 404 } : undefined) }, async (page) => {
    await said(page, /outline of Wales could not be loaded/);
    assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'unknown');
  }));

for (const [name, query, viewport] of [
  ['on a phone', AROUND, PHONE],
  ['on a wide screen', AROUND, { width: 1280, height: 900 }],
  ['in a frame with a free place', `${AROUND}&embed=map&place=free`, { width: 600, height: 600 }],
]) {
  // case 158
  test(`a tap on the map never moves the place by itself: ${name}`, () =>
    visit(
      {
        query,
        viewport,
        wales: collection(message('a', 3, 'River Usk', 4)),
        here: collection(message('a', 3, 'River Usk', 4)),
      },
      async (page) => {
        await page.waitForFunction(() => document.querySelector('#map')?.dataset.warnings === '1');
        await settled(page);
        await page.locator('#map').scrollIntoViewIfNeeded();
        const before = await placeOf(page);
        const heading = await page.locator('.sentence').innerText();
        // Beside the symbol, within a finger's width: it is selected.
        const symbol = await pixel(page, BRECON.lat + 4 / 111.195, BRECON.lon);
        await page.mouse.click(symbol.x + 20, symbol.y);
        await page.waitForFunction(
          () => document.querySelector('[data-area-code="a"] [aria-expanded="true"]') || /area=a/.test(location.search),
        );
        assert.equal(await placeOf(page), before);
        // Leaflet moves the map until the popup is visible.
        await page.locator('.leaflet-popup-content').waitFor();
        // On empty ground, which is in view however far the popup has moved the map: a button, and nothing else.
        const ground = await pixel(page, BRECON.lat - 2 / 111.195, BRECON.lon + 0.03);
        await page.mouse.click(ground.x, ground.y);
        await page.getByRole('button', { name: 'Check here' }).waitFor();
        await still(page);
        assert.match(await page.locator('.leaflet-popup-content').innerText(), /Check here\?/);
        assert.equal(await placeOf(page), before);
        assert.equal(await page.locator('.sentence').innerText(), heading);
        await page.getByRole('button', { name: 'Check here' }).click();
        await page.waitForFunction(
          (before) => /lat=51\.9/.test(location.search) && !location.search.includes(`lat=${before.split(' ')[0]}&`),
          before,
        );
        assert.equal(await page.locator('.leaflet-popup-content').count(), 0);
        assert.deepEqual(page.faults, []);
      },
    ));
}

// case 158
test('in the large map a tap offers the spot, and choosing it leads back to the answer', () =>
  visit({ query: AROUND, viewport: PHONE }, async (page) => {
    await settled(page);
    await page.getByRole('button', { name: 'Large map' }).click();
    const before = await placeOf(page);
    await page.locator('.map-frame.large').waitFor();
    await still(page);
    await page.mouse.click(120, 500);
    await page.getByRole('button', { name: 'Check here' }).waitFor();
    await still(page);
    assert.equal(await placeOf(page), before);
    await page.getByRole('button', { name: 'Check here' }).click();
    await page.waitForFunction(
      () => !document.querySelector('.map-frame.large') && document.activeElement.id === 'answer-heading',
    );
    assert.notEqual(await placeOf(page), before);
  }));

// case 158
test('where the place is fixed a tap offers nothing', () =>
  visit({ query: `${AROUND}&embed=map&place=fixed`, viewport: { width: 600, height: 600 } }, async (page) => {
    await settled(page);
    const before = await placeOf(page);
    const ground = await pixel(page, BRECON.lat - 3 / 111.195, BRECON.lon);
    await page.mouse.click(ground.x, ground.y);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal(await page.locator('.leaflet-popup-content').count(), 0);
    assert.equal(await placeOf(page), before);
  }));

// case 158
test('a marker that is dragged to the open sea goes back, and the map says why', () =>
  visit({ query: '?lat=52.41&lon=-4.08&r=1' }, async (page) => {
    await settled(page);
    for (
      let zoom = await page.locator('#map').getAttribute('data-zoom');
      Number(zoom) > 12;
      zoom = await page.locator('#map').getAttribute('data-zoom')
    ) {
      await page.getByRole('button', { name: 'Zoom out' }).click();
      await page.waitForFunction(
        (zoom) => document.getElementById('map').dataset.zoom !== zoom && !document.querySelector('.leaflet-zoom-anim'),
        zoom,
      );
    }
    const before = await placeOf(page);
    const marker = await page.locator('.map-centre').boundingBox();
    const [x, y] = [marker.x + marker.width / 2, marker.y + marker.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 100, y, { steps: 5 });
    await page.mouse.move(x - 250, y, { steps: 5 });
    await page.mouse.up();
    await page.getByText('There is no land within this distance of that point.').waitFor();
    assert.equal(await placeOf(page), before);
    await page.waitForFunction(
      ([x, y]) => {
        const box = document.querySelector('.map-centre').getBoundingClientRect();
        return Math.abs(box.x + box.width / 2 - x) < 80 && Math.abs(box.y + box.height / 2 - y) < 80;
      },
      [x, y],
    );
  }));

// case 159
test('the headline names the most severe message with its own distance, then the counts; what lies beyond is at the edge', async () => {
  const usk = [
    message('s', 1, 'River Usk at Usk', 9.6),
    message('w', 2, 'River Honddu', 3),
    message('a', 3, 'River Tarell', 1.1),
    message('b', 3, 'River Cynrig', 5.4),
    message('e', 3, 'River Wye', 10.4),
  ];
  await visit({ query: AROUND, wales: collection(...usk), here: collection(...usk) }, async (page) => {
    await settled(page);
    await answers(page, 'some');
    const text = (await page.locator('#answer').innerText()).replaceAll('\u00a0', ' ');
    assert.match(text, /Severe flood warning: River Usk at Usk, 9\.6 km north\./);
    assert.match(
      text,
      /1 severe flood warning, 1 flood warning and 2 flood alerts within 10 km of Brecon; 1 flood alert at the edge of this circle\./,
    );
    assert.doesNotMatch(text, /nearest/);
    assert.equal(await page.locator('#answer').getAttribute('data-severity'), 'severe');
    assert.match(await page.locator('[data-area-code="e"] .entry').innerText(), /10.km north, at the edge/);
  });
  await visit(
    { query: `${AROUND}&r=5`, wales: collection(), here: collection(message('b', 3, 'River Cynrig', 5.4)) },
    async (page) => {
      await settled(page);
      await answers(page, 'some');
      const text = (await page.locator('#answer').innerText()).replaceAll('\u00a0', ' ');
      assert.match(text, /Flood alert: River Cynrig, 5\.4 km north, at the edge\./);
      assert.match(text, /1 flood alert at the edge of this circle\./);
      assert.doesNotMatch(text, /within 5 km/);
    },
  );
});

test('all of Wales in a storm gives counts and asks for the place; a place gets the advice for its own areas by name', async () => {
  await visit({ service: storm }, async (page) => {
    await answers(page, 'some');
    await page.getByText('Choose your place to see what concerns you.').waitFor();
    assert.match(await page.locator('.sentence').innerText(), /severe flood warnings?, .* in Wales\.$/);
    assert.equal(await page.locator('.action').count(), 0);
    assert.doesNotMatch(await page.locator('#answer').innerText(), /danger to life\. |gas/i);
  });
  const here = [
    message('w', 2, 'River Usk at Brecon', 1),
    message('v', 2, 'River Honddu', 2),
    message('a', 3, 'River Tarell', 1),
  ];
  await visit({ query: AROUND, wales: collection(...here), here: collection(...here) }, async (page) => {
    await settled(page);
    await page.locator('.action').waitFor();
    const text = await page.locator('.action').innerText();
    assert.match(
      text,
      /If you are in one of these areas:\s+River Usk at Brecon\s+River Honddu\s+Move people, pets and valuables/,
    );
    assert.doesNotMatch(text, /River Tarell|danger to life\. /);
  });
});

test('the colour of the band follows the highest severity in force', async () => {
  const colour = (page) =>
    page.locator('#answer').evaluate((answer) => {
      const said = getComputedStyle(answer.querySelector('.said'));
      return [
        getComputedStyle(answer).borderTopColor,
        said.backgroundColor,
        said.borderLeftColor,
        said.borderLeftWidth,
      ];
    });
  for (const [value, expected] of [
    [1, (top, back) => top === 'rgb(227, 0, 15)' && back === top],
    [2, (_top, back, edge, width) => back === 'rgba(0, 0, 0, 0)' && edge === 'rgb(227, 0, 15)' && width === '3px'],
    [3, (_top, back) => back === 'rgb(241, 135, 0)'],
    [4, (top, back) => top === 'rgb(11, 92, 138)' && back === 'rgba(0, 0, 0, 0)'],
  ]) {
    const here = collection(message('m', value, 'River Usk', 1));
    await visit({ query: AROUND, wales: here, here }, async (page) => {
      await answers(page, value === 4 ? 'none' : 'some');
      assert.ok(expected(...(await colour(page))), `${value}: ${await colour(page)}`);
    });
  }
  await visit(
    { query: AROUND, answer: (path) => (path.startsWith('/api/') ? { status: 502 } : undefined) },
    async (page) => {
      await said(page, /could not be checked/);
      assert.equal((await colour(page))[0], 'rgb(107, 122, 134)');
    },
  );
});

test('when nothing can be checked there are two numbers to call, apart and large enough, 999 first, and the national page', async () => {
  for (const [lang, address] of [
    ['en', 'https://naturalresources.wales/'],
    ['cy', 'https://cyfoethnaturiol.cymru/'],
  ]) {
    await visit(
      {
        query: `${AROUND}&lang=${lang}`,
        viewport: PHONE,
        answer: (path) => (path.startsWith('/api/') ? { status: 502 } : undefined),
      },
      async (page) => {
        await page.locator('#answer .calls').waitFor();
        const boxes = await page.locator('#answer .calls a').evaluateAll((links) =>
          links.map((link) => {
            const { x, y, right, bottom, height } = link.getBoundingClientRect();
            return { href: link.getAttribute('href'), x, y, right, bottom, height };
          }),
        );
        assert.deepEqual(
          boxes.map(({ href }) => href),
          ['tel:999', 'tel:03459881188'],
        );
        assert.ok(
          boxes.every(({ height }) => height >= 48),
          JSON.stringify(boxes),
        );
        const [first, second] = boxes;
        assert.ok(second.y - first.bottom >= 12 || second.x - first.right >= 12, JSON.stringify(boxes));
        assert.match(await page.locator('#answer .national a').getAttribute('href'), new RegExp(`^${address}`));
      },
    );
  }
});

test('choosing a place announces the final answer once and puts the focus on its heading', async () => {
  const here = collection(message('a', 3, 'River Usk at Brecon', 1), message('w', 2, 'River Honddu', 12));
  let release;
  const held = new Promise((done) => {
    release = done;
  });
  await visit(
    { wales: here, answer: (path) => (kind(path) === 'here' ? { hang: true } : undefined) },
    async (page, _gateway) => {
      await marked(page);
      await page.waitForFunction(() => document.querySelector('#map')?.dataset.zoom);
      await page.evaluate(() => {
        globalThis.heard = [];
        const status = document.querySelector('#answer [role=status]');
        new MutationObserver(() => {
          const text = status.textContent;
          if (text) heard.push(text);
        }).observe(status, { childList: true, characterData: true, subtree: true });
      });
      // The service's own answer comes after the one by distance.
      await page.route(/distance\/11000/, async (route) => {
        await held;
        await route.fulfill({
          status: 200,
          headers: { 'Content-Type': 'application/json', Date: new Date().toUTCString() },
          body: JSON.stringify(here),
        });
      });
      await search(page, 'Brecon');
      await page.locator('#place-list [role=option]').first().waitFor();
      await page.locator('#place').press('Enter');
      await page.waitForFunction(() => document.activeElement.id === 'answer-heading');
      assert.equal(await page.locator('#answer-heading').evaluate((heading) => heading.tagName), 'H2');
      await page.locator('.provisional').waitFor();
      assert.deepEqual(await page.evaluate(() => heard), [], 'what is only provisional is not announced');
      release();
      await page.waitForFunction(() => !document.querySelector('.provisional') && heard.length > 0);
      const heard = await page.evaluate(() => heard);
      assert.equal(heard.length, 1, JSON.stringify(heard));
      assert.match(heard[0].replaceAll('\u00a0', ' '), /Flood (?:warning|alert): /);
      assert.equal(await page.evaluate(() => document.activeElement.id), 'answer-heading');
    },
  );
});

test('“Check now” says what it did, also when it did nothing', () =>
  visit({}, async (page) => {
    await marked(page);
    const button = page.getByRole('button', { name: 'Check now' });
    const result = page.locator('.sources .check');
    await button.click();
    await page.waitForFunction(() =>
      /only seconds ago|Checked at (?:\d+\s\w+, )?\d\d:\d\d\./.test(
        document.querySelector('.sources .check')?.textContent,
      ),
    );
    await button.click();
    await page.getByText('The last check was only seconds ago, so nothing new was asked for.').waitFor();
    assert.equal(await result.getAttribute('aria-live'), 'polite');
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() + 10_000;
    });
    await button.click();
    await page.waitForFunction(() =>
      /^Checked at (?:\d+\s\w+, )?\d\d:\d\d\.$/.test(document.querySelector('.sources .check')?.textContent),
    );
  }));

// case 168
test('the county stands beside a name that two places have: answer, place bar, title, remembered places, shared address', async () => {
  for (const [language, words] of [
    ['en', { name: 'Newport, Pembrokeshire', none: 'within 10 km of Newport, Pembrokeshire' }],
    ['cy', { name: 'Trefdraeth, Sir Benfro', none: 'o fewn 10 km i Drefdraeth, Sir Benfro' }],
  ]) {
    await visit({ query: `?lang=${language}`, viewport: PHONE }, async (page, gateway) => {
      await marked(page);
      await search(page, language === 'en' ? 'Newport' : 'Trefdraeth');
      await page.locator('#place-list [role=option]').filter({ hasText: words.name }).click();
      await said(page, new RegExp(words.none.replaceAll(' ', '\\s')));
      assert.equal(await page.locator('.here strong').textContent(), words.name);
      assert.ok((await page.title()).startsWith(`${words.name} · Gorlif`), await page.title());
      await page.locator('.here button[aria-controls]').click();
      assert.equal(await page.locator('.remembered .title').first().textContent(), words.name);
      // A shared address has the position only.
      await page.goto(`${gateway.address}?lang=${language}&lat=52.0167&lon=-4.8333`);
      await said(page, new RegExp(words.none.replaceAll(' ', '\\s')));
      assert.equal(await page.locator('.here strong').textContent(), words.name);
    });
  }
  // A name that is the only one has its county after a choice from the list.
  await visit({ query: '?lang=en' }, async (page) => {
    await marked(page);
    await search(page, 'Brecon');
    await page.locator('#place-list [role=option]').filter({ hasText: 'Brecon, Powys' }).click();
    await said(page, /within 10\skm of Brecon, Powys/);
  });
});

// case 169
test('a corrected name is a question that Enter does not answer', async () => {
  for (const [language, question] of [
    ['en', 'Did you mean Tywyn, Gwynedd?'],
    ['cy', 'Ai Tywyn, Gwynedd oeddech chi'],
  ]) {
    await visit({ query: `?lang=${language}` }, async (page) => {
      await marked(page);
      await page.waitForFunction(() => document.querySelector('#map')?.dataset.zoom);
      await search(page, 'Towyn');
      await page.locator('#place-list [role=option]').first().waitFor();
      for (let press = 0; press < 2; press++) {
        await page.locator('#place').press('Enter');
        await page.locator('.place .problem').filter({ hasText: question }).waitFor();
        assert.equal(await placeOf(page), NOWHERE);
      }
      // The visitor answers it.
      await page.locator('#place').press('ArrowDown');
      await page.locator('#place').press('Enter');
      await page.waitForFunction(() => /lat=52\.58/.test(location.search));
    });
  }
});

// case 169
test('a name that a message of the service has comes before a corrected one', () => {
  const towyn = message('102', 1, 'Abergele coast', 100, { RIM_ENGLISH: 'Flooding is expected at Towyn.' });
  return visit({ query: '?lang=en', wales: collection(towyn), here: collection(towyn) }, async (page) => {
    await marked(page);
    await search(page, 'Towyn');
    const options = page.locator('#place-list [role=option]');
    await options.first().waitFor();
    assert.deepEqual(await options.allTextContents(), ['Abergele coast, flood area']);
    await page.locator('#place').press('Enter');
    await said(page, /^Severe flood warning: Abergele coast/);
  });
});

// case 170
test('near a county border the forecast of each county is shown, the more severe first', async () => {
  const day = new Date().toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const forecast = [
    {
      Day_en: day.replace(',', ''),
      LocationCounty_en: 'Pembrokeshire',
      LocationCounty_cy: 'Sir Benfro',
      Region_en: 'South West',
      Region_cy: 'De Orllewin',
      RiskLevelName_en: 'High',
      RiskLevelName_cy: 'Uchel',
    },
  ];
  const answer = (path) =>
    path.includes('/floodforecast/')
      ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(forecast) }
      : undefined;
  // St Dogmaels, on the other bank from Cardigan.
  await visit({ query: '?lang=en&lat=52.082&lon=-4.681&r=10', answer }, async (page) => {
    await marked(page);
    await page.locator('.views button').nth(2).click();
    await page.locator('.panel.forecast .days').first().waitFor();
    assert.deepEqual((await page.locator('.panel.forecast h3').allTextContents()).slice(-2), [
      'Pembrokeshire',
      'Ceredigion',
    ]);
    assert.equal(await page.locator('.panel.forecast .days').first().locator('.level').first().textContent(), 'High');
    await page.getByText('Your place is near a county border, so the forecast of each county is shown.').waitFor();
    await page.locator('.language').click();
    await page.getByText('Mae eich lle ger ffin sirol, felly dangosir rhagolygon pob sir.').waitFor();
  });
  await visit({ query: `${AROUND}&lang=en`, answer }, async (page) => {
    await marked(page);
    await page.locator('.views button').nth(2).click();
    await page.locator('.panel.forecast .days').waitFor();
    assert.equal(await page.locator('.panel.forecast h3').last().textContent(), 'Powys');
    assert.equal(await page.getByText('Your place is near a county border').count(), 0);
  });
});

// case 176
test('a rough position is named as one, and the circle is at least as large', async () => {
  const rough = {
    query: '?lang=en&r=5',
    geolocation: { latitude: 51.9461, longitude: -3.3889, accuracy: 8_200 },
    permissions: ['geolocation'],
  };
  await visit(rough, async (page) => {
    await marked(page);
    await page.getByRole('button', { name: 'Use my location' }).click();
    await said(page, /within 10\skm of somewhere within 9\skm of Brecon\./);
    assert.equal(await page.locator('.here strong').textContent(), 'somewhere within 9\u00a0km of Brecon');
    assert.match(page.url(), /r=10&accuracy=9/);
    // A smaller radius does not contain all that the position may be; a reload knows no more.
    await page.reload();
    await said(page, /within 10\skm of somewhere within 9\skm of Brecon\./);
    await page.locator('.language').click();
    await said(page, /o fewn 10\skm i rywle o fewn 9\skm i Aberhonddu\./);
  });
  await visit({ ...rough, geolocation: { latitude: 51.9461, longitude: -3.3889, accuracy: 900 } }, async (page) => {
    await marked(page);
    await page.getByRole('button', { name: 'Use my location' }).click();
    await said(page, /within 5\skm of Brecon\./);
  });
});
