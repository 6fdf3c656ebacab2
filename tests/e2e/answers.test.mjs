// Odd answers of the service, and what people then see: end to end, behind the real policy headers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  LEVELS,
  gaugeId,
  later,
  levelsBody,
  marked,
  open,
  operationOf,
  startBrowser,
  startGateway,
  startService,
} from '../support/harness.mjs';

let browser, service;
before(async () => {
  browser = await startBrowser();
  service = await startService('--scenario', 'calm', '--still');
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

const json = (value) => ({
  headers: { 'Content-Type': 'application/json' },
  body: typeof value === 'string' ? value : JSON.stringify(value),
});
const collection = (...features) => ({ type: 'FeatureCollection', features });
const HERE = { lat: 51.95, lon: -3.39 };
const area = (properties, coordinates = [HERE.lon, HERE.lat]) => ({
  type: 'Feature',
  geometry: coordinates && { type: 'Point', coordinates },
  properties: {
    FWACODE: '103FAG001',
    AREA: 'South East',
    DESCRIPTION: 'River Usk at Brecon',
    TIDAL: 'f',
    SEVERITY: 'Flood Alert',
    SEVERITYVALUE: 3,
    TIMERAISED: Date.now() - 3.6e6,
    SEVERITY_CHANGED: Date.now() - 3.6e6,
    RIM_CHANGED: Date.now() - 3.6e6,
    RIM_ENGLISH: '',
    RIM_WELSH: '',
    ...properties,
  },
});

/** A visit with some answers replaced: `wales`, `here`, `levels`, `forecast`, each a body, or what the stand-in gateway sends. */
async function visit({ query = '', ...answers }, run) {
  if (answers.levels?.features) answers.levels = levelsBody(answers.levels);
  const gateway = await startGateway(service, {
    answer: (path) => {
      const given = answers[operationOf(path)];
      return given === undefined ? null : given.status ? given : json(given);
    },
  });
  const page = await open(browser, gateway.address + query);
  try {
    await run(page, gateway);
  } finally {
    await page.context().close();
    await gateway.stop();
  }
}
const AROUND = `?lat=${HERE.lat}&lon=${HERE.lon}`;

// case 50
test('an unknown severity stands at a warning’s height, with its label in its own language', () => {
  const odd = collection(
    area({ SEVERITY: 'Flood Catastrophe', SEVERITYVALUE: 7, AREA: 'Far West' }),
    area({ FWACODE: '103FAG002' }),
  );
  return visit({ query: `${AROUND}&lang=cy`, wales: odd, here: odd }, async (page) => {
    await marked(page, 'warnings-shown');
    await page.waitForFunction(
      () => document.getElementById('answer')?.dataset.answer === 'some' && !document.querySelector('.provisional'),
    );
    const first = page.locator('[data-area-code]').first();
    assert.match(await first.textContent(), /Difrifoldeb anhysbys \(Flood Catastrophe\)/);
    assert.equal(await first.getByText('Flood Catastrophe', { exact: true }).getAttribute('lang'), 'en');
    await first.getByRole('button').click();
    assert.equal(await first.getByText('Far West').getAttribute('lang'), 'en');
    assert.deepEqual(page.faults, []);
  });
});

test('while the service cannot be asked about the place, the provisional answer says so', () =>
  visit({ query: AROUND, wales: collection(area({})), here: { status: 502 } }, async (page) => {
    await page.waitForFunction(() =>
      /could not be asked about this place/.test(document.querySelector('.provisional')?.textContent),
    );
    assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'some');
  }));

const HOSTILE = [
  '<img src=x onerror=window.ran=1>',
  '<svg/onload=window.ran=1>',
  '<script>window.ran=1</script>',
  '"><b>bold',
  'javascript:window.ran=1',
  '{{7*7}}',
  '${7*7}',
  '</title><b>',
  '&amp;lt;',
];
const gauge = (properties, coordinates = [HERE.lon, HERE.lat]) => ({
  type: 'Feature',
  geometry: coordinates && { type: 'Point', coordinates },
  properties: {
    Location: '1',
    LatestValue: '0.214',
    LatestTime: '',
    NameEN: 'A gauge',
    NameCY: 'Mesurydd',
    NGR: '',
    ParamNameEN: 'River Level',
    ParamNameCY: 'Lefel yr Afon',
    StatusEN: 'Online',
    StatusCY: 'Ar-lein',
    TitleEN: 'River Usk at Brecon',
    TitleCY: 'Afon Wysg yn Aberhonddu',
    Units: 'm',
    url: '',
    ...properties,
  },
});
const minutesAgo = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString();

// case 95, 97, 99, 101
test('hostile text in every field is shown literally, and nothing runs', () => {
  const all = (names, text) => Object.fromEntries(names.map((name) => [name, text]));
  const texts = [...HOSTILE, '__proto__', 'constructor', 'toString', 'see https://evil.example/ now'];
  const levels = collection(
    ...texts.map((text, i) =>
      gauge({
        ...all(
          [
            'NameEN',
            'NameCY',
            'NGR',
            'ParamNameEN',
            'ParamNameCY',
            'StatusEN',
            'StatusCY',
            'TitleEN',
            'TitleCY',
            'Units',
            'url',
            'LatestTime',
          ],
          text,
        ),
        Location: `${text}${i}`,
      }),
    ),
  );
  const wales = collection(
    ...texts.map((text, i) =>
      area({
        ...all(['AREA', 'DESCRIPTION', 'SEVERITY', 'TIDAL', 'RIM_ENGLISH', 'RIM_WELSH'], text),
        FWACODE: `${text}${i}`,
        SEVERITYVALUE: 9,
      }),
    ),
  );
  const forecast = texts.map((text) =>
    all(
      [
        'Day_en',
        'LocationCounty_en',
        'Region_en',
        'RiskLevelName_en',
        'Day_cy',
        'LocationCounty_cy',
        'Region_cy',
        'RiskLevelName_cy',
      ],
      text,
    ),
  );
  const query = `?station=${encodeURIComponent(`${HOSTILE[0]}0`)}&lat=${encodeURIComponent(HOSTILE[1])}&county=__proto__&day=${encodeURIComponent(HOSTILE[2])}&lang=constructor#${encodeURIComponent(HOSTILE[0])}`;
  return visit({ query, levels, wales, forecast }, async (page) => {
    await marked(page);
    assert.equal(await page.locator('[data-station-id]').count(), texts.length);
    assert.equal(await page.locator('[data-area-code]').count(), texts.length);
    for (const lang of ['cy', 'en']) {
      await page.locator('.language').click();
      await page.waitForFunction((lang) => document.documentElement.lang === lang, lang);
      for (const [list, count] of [
        ['.warnings', texts.length],
        ['.rivers', texts.length],
      ]) {
        await page
          .locator('.views button')
          .nth(list === '.warnings' ? 0 : 1)
          .click();
        for (let i = 0; i < count; i++) {
          const row = page.locator(`${list} .entries > li`).nth(i);
          if (!(await row.locator('.details').count())) await row.getByRole('button').first().click();
          await row.locator('.details').waitFor();
        }
      }
      const shown = await page.locator('#page').evaluate((element) => element.textContent);
      for (const text of texts) assert.ok(shown.includes(text), text);
    }
    assert.equal(await page.evaluate(() => window.ran), undefined);
    assert.equal(await page.locator('#page img, #page script, #page b').count(), 0);
    assert.deepEqual(
      await page
        .locator('#page a[href]')
        .evaluateAll((links) =>
          links.map((link) => link.protocol).filter((protocol) => !['https:', 'http:', 'tel:'].includes(protocol)),
        ),
      [],
    );
    assert.equal(await page.locator('#page a[href*="evil.example"]').count(), 0, 'addresses in messages stay text');
    assert.deepEqual(page.faults, []);
  });
});

// case 96, 105
test('what an address carries is taken as values or not at all', async () => {
  for (const query of [
    '?lat=91&lon=-3&r=10',
    '?lat=NaN&lon=x',
    '?lat=51&lat=52&lon=-3',
    `?station=${'x'.repeat(5_000)}`,
    '?r=11',
    '?lat=51.9&lon=-3.4&r=1e9',
    '?%',
    '?lang=cy%00',
    '#<img src=x onerror=1>',
  ]) {
    await visit({ query }, async (page) => {
      await marked(page);
      assert.ok(await page.locator('#failure').isHidden(), query);
      assert.deepEqual(page.faults, [], query);
    });
  }
});

// case 98, 102
test('odd characters and endless names neither break the layout nor one another', () => {
  const odd = [
    '\u202Erevreser',
    'zero\u200Bwidth',
    'new\nline\ttab',
    'nul\u0000bell\u0007',
    '👩‍👩‍👧‍👦 Usk',
    `z${'\u0301'.repeat(400)}algo`,
    'W'.repeat(10_240),
  ];
  const levels = collection(...odd.map((text, i) => gauge({ Location: String(i), TitleEN: text, TitleCY: text })));
  const wales = collection(...odd.map((text, i) => area({ FWACODE: String(i), DESCRIPTION: text, RIM_ENGLISH: text })));
  return visit({ levels, wales }, async (page) => {
    await marked(page);
    await page.setViewportSize({ width: 320, height: 640 });
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      'nothing is wider than the phone',
    );
    const titles = await page
      .locator('[data-station-id] .title bdi')
      .evaluateAll((titles) => titles.map((title) => title.textContent));
    assert.equal(titles.length, odd.length);
    assert.ok(titles.every((title) => !/[\u0000-\u001f]/.test(title)));
    assert.equal(Math.max(...titles.map((title) => title.length)), 10_000);
    assert.deepEqual(page.faults, []);
  });
});

// case 68, 75, 77, 78
test('a reading says how old it is, or that it is the last, whatever its status says', () => {
  const levels = collection(
    gauge({ Location: '1', LatestTime: minutesAgo(30) }),
    gauge({ Location: '2', LatestTime: minutesAgo(30), StatusEN: 'Offline', StatusCY: 'All-lein' }),
    gauge({ Location: '3', LatestTime: '2020-02-16T04:15:00Z' }),
    gauge({ Location: '4', LatestTime: '' }),
    gauge({ Location: '5', LatestTime: minutesAgo(-30) }),
    gauge({ Location: '6', LatestTime: minutesAgo(-3) }),
    gauge({ Location: '7', LatestTime: minutesAgo(180) }),
  );
  return visit({ query: AROUND, levels }, async (page) => {
    await marked(page);
    const says = async (id) => [
      await page.locator(`[data-station-id="${gaugeId(id)}"]`).getAttribute('data-state'),
      await page.locator(`[data-station-id="${gaugeId(id)}"] .line`).textContent(),
    ];
    for (const [id, state, words] of [
      // With its date if that was yesterday.
      ['1', 'fresh', /^(?:\d+\u00a0\w+, )?\d\d:\d\d · 30\u00a0minutes ago/],
      ['2', 'fresh', /^last reading .*\d\d:\d\d · offline/],
      ['3', 'stale', /^last reading 16\u00a0February 2020, 04:15/],
      ['4', 'stale', /^time not given/],
      ['5', 'stale', /^the time looks wrong/],
      ['6', 'fresh', /^(?:\d+\u00a0\w+, )?\d\d:\d\d · just now/],
      ['7', 'late', /^(?:\d+\u00a0\w+, )?\d\d:\d\d · 3\u00a0hours ago/],
    ]) {
      const [is, line] = await says(id);
      assert.equal(is, state, id);
      assert.match(line, words, id);
    }
    assert.equal(await page.locator(`[data-station-id="${gaugeId('3')}"] use`).getAttribute('href'), '#symbol-stale');
    // A filter leaves only what is current; off by default.
    await page.locator('.views button').nth(1).click();
    const filter = page.getByRole('button', { name: 'Only current readings' });
    assert.equal(await filter.getAttribute('aria-pressed'), 'false');
    await filter.click();
    await page.waitForFunction(() => document.querySelectorAll('[data-station-id]').length === 3);
    assert.equal(await page.locator('#map').getAttribute('data-stations'), '3');
    await filter.click();
    await page.waitForFunction(() => document.querySelectorAll('[data-station-id]').length === 7);
  });
});

test('the line of the sources opens by itself where an item could not be read', () =>
  visit({ query: AROUND, levels: collection(gauge({ LatestTime: minutesAgo(1) }), null) }, async (page) => {
    await marked(page);
    await page.waitForFunction(() => document.querySelector('.sources .all')?.open);
    assert.ok(await page.locator('[data-source=levels] .rejected').isVisible());
    assert.equal(await page.locator('[data-source=levels]').getAttribute('data-state'), 'fresh');
  }));

test('where the filter leaves nothing, the list does not say that no gauge is there', () =>
  visit({ query: AROUND, levels: collection(gauge({ LatestTime: minutesAgo(60 * 24) })) }, async (page) => {
    await marked(page);
    await page.locator('.views button').nth(1).click();
    await page.getByRole('button', { name: 'Only current readings' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-station-id]').length === 0);
    assert.match(await page.locator('.panel.rivers').textContent(), /No gauge here has a current reading/);
    assert.doesNotMatch(await page.locator('.panel.rivers').textContent(), /No gauge lies within/);
  }));

// case 85
test('an empty forecast of three days ago makes no county very low, and the panel says how old it is', async () => {
  const gateway = await startGateway(service, {
    answer: (path) =>
      /floodforecast/.test(path)
        ? { ...json([]), headers: { 'X-Origin-Date': new Date(Date.now() - 72 * 3.6e6).toUTCString() } }
        : null,
  });
  const page = await open(browser, gateway.address);
  try {
    await marked(page);
    assert.match(await page.locator('.panel.forecast').textContent(), /Flood risk forecast: out of date, as of/);
    assert.equal(await page.locator('[data-county]').count(), 22 * 5);
    assert.deepEqual([...new Set(await page.locator('[data-county]').allTextContents())], ['not stated']);
  } finally {
    await page.context().close();
    await gateway.stop();
  }
});

// case 72
test('a value reads the same in list, popup and details', () =>
  visit(
    { query: `${AROUND}&station=1`, levels: collection(gauge({ LatestValue: '2.675', LatestTime: minutesAgo(5) })) },
    async (page) => {
      await marked(page);
      await page.locator('.leaflet-popup-content').waitFor();
      for (const place of ['[data-station-id] .value', '.leaflet-popup-content', '[data-station-id] .details'])
        assert.match(await page.locator(place).first().textContent(), /2\.675\u00a0m/, place);
    },
  ));

// case 92
test('a point beyond the service’s box or an odd bbox does not zoom the map to the world', () => {
  const levels = {
    ...collection(gauge({ Location: '1' }), gauge({ Location: '2' }, [179.9, 52]), gauge({ Location: '3' }, [-3, 89])),
    bbox: [170, -80, -170, 80],
  };
  return visit({ levels }, async (page) => {
    await marked(page);
    assert.ok(Number(await page.locator('#map').getAttribute('data-zoom')) > 6);
    assert.equal(await page.locator('#map').getAttribute('data-stations'), '1');
    assert.equal(await page.locator('[data-station-id]').count(), 3);
  });
});

test('where the circle leaves Wales the sentences say so and lead to the English service, for the same point', async () => {
  const near = '?lat=53.19&lon=-2.89&r=10';
  await visit({ query: near }, async (page) => {
    await page.waitForFunction(
      () => document.getElementById('answer')?.dataset.answer === 'none' && Boolean(document.querySelector('.beyond')),
    );
    assert.match(
      await page.locator('.sentence').textContent(),
      /^No flood warnings or alerts are in force within 10\u00a0km of .*, in the Welsh part of this circle\. Checked at/,
    );
    assert.equal(
      await page.locator('.beyond a').getAttribute('href'),
      'https://check-for-flooding.service.gov.uk/?v=map-live&lyr=mv,ts,tw,ta&ext=-3.040,53.100,-2.740,53.280',
    );
    await page.locator('.language').click();
    await page.waitForFunction(() =>
      /yn y rhan o'r cylch hwn sydd yng Nghymru/.test(document.querySelector('.sentence')?.textContent),
    );
  });
  await visit({ query: near, here: { status: 502 }, wales: { status: 502 } }, async (page) => {
    await page.waitForFunction(
      () =>
        /could not be checked/.test(document.querySelector('.sentence')?.textContent) &&
        Boolean(document.querySelector('.beyond')),
    );
    assert.match(
      await page.locator('.sentence').textContent(),
      /^Flood warnings in the Welsh part of this circle could not be checked/,
    );
    assert.match(await page.locator('.beyond').textContent(), /warns for Wales only/);
  });
  await visit({ query: AROUND }, async (page) => {
    await page.waitForFunction(
      () =>
        document.getElementById('answer')?.dataset.answer === 'none' && document.querySelector('#map')?.dataset.zoom,
    );
    assert.equal(await page.locator('.beyond').isVisible(), false);
  });
});

test('what to do is told for the highest severity in force', async () => {
  for (const [value, label, words] of [
    [1, 'Severe Flood Warning', /danger to life.*emergency services/s],
    [2, 'Flood Warning', /Move people, pets and valuables/],
    [3, 'Flood Alert', /Prepare a kit of essentials/],
  ]) {
    const here = collection(
      area({ SEVERITYVALUE: value, SEVERITY: label }),
      area({ FWACODE: 'b' }),
      area({ FWACODE: 'c', SEVERITYVALUE: 4, SEVERITY: 'Warning no longer in force' }),
    );
    await visit({ query: AROUND, here }, async (page) => {
      await page.locator('.action').waitFor();
      assert.match(await page.locator('.action').textContent(), words);
      assert.deepEqual(
        await page.locator('.action a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
        ['tel:999', 'tel:03459881188'],
      );
    });
  }
  await visit(
    { query: AROUND, here: collection(area({ SEVERITYVALUE: 4, SEVERITY: 'Warning no longer in force' })) },
    async (page) => {
      await page.waitForFunction(() => document.getElementById('answer')?.dataset.answer === 'none');
      assert.equal(await page.locator('.action').count(), 0);
    },
  );
});

// case 57, 81
test('far fewer gauges than before, and a frozen source, are told', async () => {
  let few = false;
  const gauges = Array.from({ length: 9 }, (_, i) => gauge({ Location: String(i), LatestTime: minutesAgo(12 * 60) }));
  const gateway = await startGateway(service, {
    answer: (path) => (path.includes(LEVELS) ? json(levelsBody(collection(...gauges.slice(0, few ? 4 : 9)))) : null),
  });
  const page = await open(browser, gateway.address);
  try {
    await marked(page);
    assert.match(await page.locator('.panel.rivers').textContent(), /River levels have not been updated since/);
    few = true;
    await later(page, 10);
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.waitForFunction(() =>
      /The source sent only 4 of the 9 gauges/.test(document.querySelector('.panel.rivers')?.textContent),
    );
    assert.equal(await page.locator('[data-station-id]').count(), 9);
    assert.equal(await page.getByText("not in the source's latest answer").count(), 5);
  } finally {
    await page.context().close();
    await gateway.stop();
  }
});
