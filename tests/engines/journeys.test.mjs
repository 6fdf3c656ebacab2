// What people do with the page, in each engine.
import { extractText, getDocumentProxy } from 'unpdf';
import { serveCouncil, startFront, startNginx, withFrames } from '../support/harness.mjs';
import { AROUND_BRECON, still, stored, translate } from '../support/page.mjs';
import { startEngine } from './engines.mjs';
import { count, evaluating, expect, lives, test, usable } from './fixtures.mjs';

const hasButton = (name) => [...document.querySelectorAll('button')].some((button) => button.textContent === name);

/** A journey that needs what the old engine, or its driver, does not have: the configuration leaves it out there. */
const journey = (name, body) => test(name, { tag: '@modern' }, body);

test('start: the answer, the lists, the map, a chart, then all in Welsh', { tag: '@translated' }, async ({ visit }) => {
  const page = await visit(AROUND_BRECON);
  const final = () => document.querySelector('#answer:not(:has(.provisional)) .sentence')?.textContent;
  await page.until('a final answer', final);
  expect(await page.text('.sentence')).toMatch(/flood (?:warning|alert)/i);
  await page.until('rows of the list', count, '.entries .entry');
  await page.until('the canvas of the map', count, '#map canvas');
  await page.click('.views button', 'Rivers');
  await page.until('the list of gauges', count, '.panel.rivers.open [data-station-id] .entry');
  await page.click('.panel.rivers.open .entry');
  await page.until('a chart', count, '.panel.rivers [data-chart] svg');
  await page.click('.views button', 'Forecast');
  const days = await page.until('the days of the counties', count, '.panel.forecast.open [data-county][data-day]');
  expect(days).toBeGreaterThanOrEqual(5);
  await lives(page);
  await page.click('.language');
  await page.until('a page in Welsh', () => document.documentElement.lang === 'cy');
  await page.until('an answer in Welsh', () => /llifogydd/i.test(document.querySelector('.sentence').textContent));
  await lives(page);
});

// case 218
test('translated by the browser: the lists, another answer and the other language are seen', async ({ visit }) => {
  const page = await visit(AROUND_BRECON, { isTranslated: false });
  const isLike = (pattern) => new RegExp(pattern).test(document.querySelector('#answer .sentence').textContent);
  const answer = (pattern) => page.until(`an answer like ${pattern}`, isLike, pattern);
  const show = (query) =>
    page.run((query) => {
      history.pushState(null, '', query);
      dispatchEvent(new PopStateEvent('popstate'));
    }, query);
  await page.run(translate);
  await answer('[Ff]lood~ (?:warning|alert)~');
  // Found by their order: their names are translated.
  await page.run(() => document.querySelectorAll('.views button')[1].click());
  await page.until('translated rows', count, '.panel.rivers.open .entry font');
  await show('?lang=en');
  await answer('warnings~.* in~ Wales~');
  await show('?lang=cy');
  await answer('yng~ Nghymru~');
  await lives(page);
});

test('as many pixels of gauges as in Chromium', async ({ visit }, { project }) => {
  // Of their colour: engines do not have the same fonts for the names.
  const painted = () => {
    const canvas = document.querySelector('#map canvas.map-surface');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const gauge = [201, 210, 217];
    let seen = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] > 200 && gauge.every((part, index) => Math.abs(data[at + index] - part) < 3)) seen += 1;
    return { share: seen / (canvas.width * canvas.height), size: [innerWidth, innerHeight] };
  };
  const look = async (page) => {
    await page.until('trends', count, '[data-trend=rising], [data-trend=falling]');
    await still(evaluating(page));
    return page.run(painted);
  };
  const page = await visit('');
  const { share, size } = await look(page);
  expect(share).toBeGreaterThan(0);
  if (project.name === 'chromium') return;
  const chromium = await startEngine('chromium');
  try {
    const other = await chromium.open({ size: { width: size[0], height: size[1] } });
    await other.go(await page.run(() => location.href));
    await usable(other);
    const { share: expected } = await look(other);
    expect(share / expected, `${share} of the canvas, ${expected} in Chromium`).toBeGreaterThan(0.9);
    expect(share / expected).toBeLessThan(1.1);
  } finally {
    await chromium.stop();
  }
});

test('search: a suggestion is chosen; the signs of the risk stand', { tag: '@translated' }, async ({ visit }) => {
  const page = await visit('');
  await page.click('.views button', 'Forecast');
  await page.until('risks', count, '.panel.forecast :is(.high, .medium, .low)');
  const signs = await page.run(() => {
    const cells = [...document.querySelectorAll('.panel.forecast :is(td.high, td.medium, td.low)')];
    return cells.map((cell) => getComputedStyle(cell, '::before').content);
  });
  expect(signs.length).toBeGreaterThan(0);
  expect(signs.filter((sign) => !sign.includes('▲'))).toEqual([]);
  await page.type('#place', 'Cardiff');
  await page.until('suggestions', count, '#place-list [role=option]');
  await page.click('#place-list [role=option]', 'Cardiff');
  const isNamed = () => document.querySelector('.here strong')?.textContent.includes('Cardiff');
  await page.until('Cardiff as the place', isNamed);
  const isThere = () => Math.abs(document.getElementById('map').dataset.centre.split(' ')[0] - 51.48) < 0.2;
  await page.until('the map at the place', isThere);
  await lives(page);
});

test('the first warnings stand before the module is there, and if it does not come', async ({ visit, site }) => {
  for (const answer of [{ hang: true }, { status: 404 }]) {
    const options = { answer: (path) => (path.endsWith('.wasm') ? answer : null) };
    const front = await startFront(site.gateway, site.service, options);
    const page = await visit('', { at: front.address, isUsable: false });
    await page.until('warnings', count, '.first li');
    if (answer.status === 404) {
      // At once: without it, after 30 s.
      const hasFailed = () => !document.getElementById('failure').hidden && performance.now() < 20_000;
      await page.until('the failure box', hasFailed);
      expect(await page.text('#failure-cause')).not.toBe('');
      const [box, first] = await page.run(() =>
        ['#failure', '.first li'].map((selector) => document.querySelector(selector).getBoundingClientRect().top),
      );
      expect(first, 'the first warning stands below the box').toBeGreaterThan(box);
      expect(await page.text('.first'), 'with their time').toMatch(/\d\d:\d\d/);
    }
    await front.stop();
  }
});

test('without scripts: the warnings, a message and the numbers, in both languages', async ({ visit }) => {
  const page = await visit('', { noScripts: true });
  const when = '\\d{1,2}\\s\\w+\\s\\d{4}, \\d\\d:\\d\\d';
  for (const [link, sentence, severity, checked] of [
    [
      'plain page',
      /^10\ssevere flood warnings, 55\sflood warnings and 90\sflood alerts in Wales\.$/,
      'Severe flood warning',
      'Checked with Natural Resources Wales',
    ],
    [
      'dudalen syml',
      /^10\srhybudd llifogydd difrifol, 55\srhybudd llifogydd a 90\s.* yng Nghymru\.$/,
      'Rhybudd Llifogydd Difrifol',
      'Gwiriwyd gyda Chyfoeth Naturiol Cymru',
    ],
  ]) {
    const isChecked = new RegExp(`${checked}: ${when}`);
    await page.go(`${new URL('/', await page.run(() => location.href))}`);
    await page.click('noscript a', link);
    await page.until('the plain page', () => document.querySelector('.sentence')?.textContent);
    expect(await page.text('.sentence')).toMatch(sentence);
    expect(await page.text('.answer')).toMatch(isChecked);
    expect(await page.text('.calls')).toMatch(/999.*0345 988 1188/s);
    await page.click('.messages a');
    // The address is there before the document.
    const isLoaded = () => /message-/.test(location.href) && document.readyState === 'complete';
    await page.until('the page of a message', isLoaded);
    expect(await page.text('.sentence')).toBe(severity);
    expect(await page.text('main')).toMatch(isChecked);
    expect(await page.text('footer')).toMatch(/999.*0345 988 1188/s);
  }
});

test('printed: the briefing of a place on a page of A4', { tag: '@print' }, async ({ visit }) => {
  const page = await visit(AROUND_BRECON);
  // Before its chunk is loaded the page itself is printed, and before the places are loaded the place has no name.
  await page.until('the button of the briefing', hasButton, 'Print a briefing');
  await page.until('the name of the place', () => document.querySelector('.area')?.textContent.startsWith('Brecon'));
  const pdf = await getDocumentProxy(new Uint8Array(await page.print()));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  const read = text.replace(/\s+/g, ' ');
  expect(read).toMatch(/Flood briefing: Brecon/);
  expect(read).toMatch(/Printed on \d/);
  expect(read).toMatch(/severe flood warning|flood warning/i);
  expect(read).toMatch(/999.*0345 988 1188/);
  expect(read).toMatch(/River levels.*Usk at Brecon.*\d\.\d+ m/);
  expect(totalPages).toBe(1);
  await lives(page);
});

journey('map: the next symbol by a key, and its popup', async ({ visit }) => {
  const page = await visit(AROUND_BRECON);
  await page.until('symbols', () => Number(document.getElementById('map').dataset.warnings) > 0);
  await page.run(() => document.getElementById('map').focus());
  await page.press('n');
  await page.until('a popup', count, '.leaflet-popup strong');
  await page.press('Enter');
  await page.until('its entry', count, '.entry[aria-expanded=true]');
});

journey('a download has the list as CSV, and a gauge is watched, still after a reload', async ({ visit }) => {
  const page = await visit(AROUND_BRECON);
  await page.until('the buttons', hasButton, 'CSV');
  await page.run(() => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      blob.text().then((text) => (globalThis.saved = text));
      return create.call(URL, blob);
    };
  });
  await page.click('.panel.open .list-more summary');
  await page.click('.panel.open button', 'CSV');
  expect(await page.until('a file', () => globalThis.saved)).toMatch(/^\uFEFF?list_state,/);
  await page.click('.views button', 'Rivers');
  await page.click('.panel.rivers.open .entry');
  await page.click('.details button', '★');
  await page.click('.views button', 'Watch list');
  await page.until('the gauge', count, '.panel.watched [data-station-id], .panel.watched table');
  await page.reload();
  await usable(page);
  await page.until('an entry that is watched', count, '[data-watched]');
});

journey('dark or light, and with or without motion of the map, as the device says', async ({ visit }) => {
  const look = () => {
    const [red, green, blue] = getComputedStyle(document.documentElement).backgroundColor.match(/[\d.]+/g);
    return {
      dark: matchMedia('(prefers-color-scheme: dark)').matches,
      reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
      brightness: Number(red) + Number(green) + Number(blue),
      // What Leaflet moves while it zooms.
      moving: document.querySelectorAll('.leaflet-proxy').length,
    };
  };
  for (const isOn of [false, true]) {
    const page = await visit('', { dark: isOn, reducedMotion: isOn });
    const { dark, reducedMotion, brightness, moving } = await page.run(look);
    expect([dark, reducedMotion], 'what the engine says').toEqual([isOn, isOn]);
    if (isOn) expect(brightness).toBeLessThan(200);
    else expect(brightness).toBeGreaterThan(700);
    expect(moving).toBe(isOn ? 0 : 1);
  }
});

test('forced colours: the forecast has no colours of its own', { tag: '@forced' }, async ({ visit }) => {
  const page = await visit(AROUND_BRECON, { forcedColours: true });
  expect(await page.run(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
  await page.click('.views button', 'Forecast');
  await page.until('the forecast', count, '.panel.forecast.open [data-county][data-day]');
  const { marked, own } = await page.run(() => {
    const blank = document.body.appendChild(document.createElement('p'));
    blank.style.backgroundColor = 'Canvas';
    const system = [getComputedStyle(blank).backgroundColor, 'rgba(0, 0, 0, 0)'];
    const risks = [...document.querySelectorAll('.panel.forecast .risk')];
    const colours = risks.map((element) => getComputedStyle(element).backgroundColor);
    return { marked: risks.length, own: colours.filter((colour) => !system.includes(colour)) };
  });
  expect(marked, 'levels of risk').toBeGreaterThan(0);
  expect(own, 'colours of the page').toEqual([]);
});

journey('wall: warnings and levels in turn, without controls', async ({ visit }) => {
  const page = await visit('?wall=1');
  await page.until('the wall', count, '.wall .overview, .wall .answer');
  expect(await page.run(() => document.querySelector('#place')?.getClientRects().length ?? 0)).toBe(0);
});

journey('offline, a reload shows the last messages with their time', async ({ visit, site }) => {
  const front = await startFront(site.gateway, site.service);
  const page = await visit(AROUND_BRECON, { at: front.address, isTranslated: false });
  await page.until('the service worker', async () => Boolean((await navigator.serviceWorker.ready).active));
  await stored(evaluating(page), 3);
  await front.stop();
  await page.reload();
  await usable(page);
  await page.until('the time of the messages', () => /\d\d:\d\d/.test(document.querySelector('#answer').textContent));
  await page.until('rows', count, '.entries .entry');
});

/** Opens a page of another origin with a frame of these permissions. `look` gets the page, and what waits for something in the frame. */
async function visitFramed({ site, visit }, sandbox, look) {
  const council = await serveCouncil();
  const nginx = await startNginx(site.service, { settings: { GORLIF_FRAME_ANCESTORS: council.origin } });
  const address = `${nginx.address}?embed=status&v=1&${AROUND_BRECON.slice(1)}`;
  const html = `<iframe src="${address.replaceAll('&', '&amp;')}" sandbox="${sandbox}" width="600" height="700"></iframe>`;
  try {
    const page = await visit('', { at: withFrames(council.address, html), isUsable: false });
    const frame = { run: (body, ...args) => page.inFrame(body, ...args) };
    await look(page, (...words) => page.until.call(frame, ...words));
  } finally {
    await council.stop();
    await nginx.stop();
  }
}

const answer = () => document.querySelector('#answer[data-answer=some] .sentence')?.textContent;

journey('a frame with an opaque origin answers', async ({ site, visit }) => {
  await visitFramed({ site, visit }, 'allow-scripts allow-popups', (_, until) => until('the answer', answer));
});

journey('a frame of another origin answers, with the address of what it may not open', async ({ site, visit }) => {
  await visitFramed({ site, visit }, 'allow-scripts allow-same-origin', async (page, until) => {
    await until('the answer', answer);
    await until('a link', count, '#page a[target=_blank]');
    await page.inFrame(() => document.querySelector('#page a[target=_blank]').click());
    await until('the address', () => document.querySelector('.address')?.textContent);
  });
});

journey('keyboard: the first stops lead through the page, and a denied position is said', async ({ visit }) => {
  const page = await visit('');
  const focused = () => {
    const { id, className, textContent } = document.activeElement;
    return id || className || textContent.trim();
  };
  const stops = [];
  for (let stop = 0; stop < 7; stop += 1) {
    await page.press('Tab');
    stops.push(await page.run(focused));
  }
  expect(stops).toEqual(['skip', 'language', 'place', 'Show', 'Use my location', 'Who to call and tell', 'map']);
  await page.click('.place button', 'Use my location');
  await page.until('a sentence', () => document.querySelector('.place .problem')?.textContent.trim());
  await lives(page);
});

journey('at 320 pixels, and with text of twice the size, nothing is cut', async ({ visit }) => {
  const look = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const without = (elements, isRight) =>
      [...document.querySelectorAll(`#page :is(${elements})`)]
        .filter((element) => element.getClientRects().length > 0 && !isRight(element))
        .map((element) => element.outerHTML.slice(0, 100));
    const isWithin = (element) =>
      element.closest('.map, .table-frame, .views') || element.getBoundingClientRect().right <= clientWidth + 1;
    const fields = 'input:not([type=range], [type=checkbox], [type=radio], [type=file]), select';
    return {
      excess: Math.max(0, scrollWidth - clientWidth),
      cut: without('button, input, select, a', isWithin),
      // In to which iOS zooms.
      small: without(fields, (element) => parseFloat(getComputedStyle(element).fontSize) >= 16),
    };
  };
  const openAll = () => document.querySelectorAll('.panel.open details').forEach((of) => (of.open = true));
  for (const [width, text] of [
    [320, ''],
    [640, '200%'],
  ]) {
    const page = await visit(AROUND_BRECON, { size: { width, height: 640 } });
    await page.run((size) => (document.documentElement.style.fontSize = size), text);
    for (const tab of ['Warnings', 'Rivers', 'Forecast', 'Watch list']) {
      await page.click('.views button', tab);
      await page.run(openAll);
      await page.until('the panel', count, '.panel.open');
      expect(await page.run(look), `${tab} at ${width} pixels`).toEqual({ excess: 0, cut: [], small: [] });
    }
  }
});
