// Odd answers of the service, and what people then see: end to end, behind the real policy headers.
import { collection, gauge, gaugeId, inMinutes, json, levelsBody, message, minutesAgo } from '../support/bodies.mjs';
import { expect, test } from '../support/fixtures.mjs';
import { ON_ALL_VERSIONS } from '../support/operations.mjs';
import { AROUND_BRECON } from '../support/page.mjs';

// case 50
test('an unknown severity stands at a warning’s height, with its label in its own language', async ({ visit }) => {
  const odd = collection(
    message({ SEVERITY: 'Flood Catastrophe', SEVERITYVALUE: 7, AREA: 'Far West' }),
    message({ FWACODE: '103FAG002' }),
  );
  const { answer, lists } = await visit(`${AROUND_BRECON}&lang=cy`, { answers: { wales: odd, here: odd } });
  await answer.isFinal('some');
  const first = lists.messages.first();
  await expect(first).toContainText('Difrifoldeb anhysbys (Flood Catastrophe)');
  await expect(first.getByText('Flood Catastrophe', { exact: true })).toHaveAttribute('lang', 'en');
  await first.getByRole('button').click();
  await expect(first.getByText('Far West')).toHaveAttribute('lang', 'en');
});

// case 98, 102
test('odd characters and endless names neither break the layout nor one another', async ({ visit }) => {
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
  const named = (text, i) => message({ FWACODE: String(i), DESCRIPTION: text, RIM_ENGLISH: text });
  const wales = collection(...odd.map(named));
  const gorlif = await visit('', { answers: { levels, wales } });
  await gorlif.page.setViewportSize({ width: 320, height: 640 });
  expect(await gorlif.excessWidth(), 'pixels too wide').toBeLessThanOrEqual(0);
  const titles = await gorlif.lists.gauges.locator('.title bdi').allTextContents();
  expect(titles).toHaveLength(odd.length);
  for (const title of titles) expect(title).not.toMatch(/[\u0000-\u001f]/);
  expect(Math.max(...titles.map((title) => title.length))).toBe(10_000);
});

// Times that are missing or in the future are in core/src/presenter/gauge.rs.
// case 68, 72, 77
test('a reading says how old it is, or that it is the last, in any status', ON_ALL_VERSIONS, async ({ open }) => {
  const levels = collection(
    gauge({ Location: '1', LatestValue: '2.675', LatestTime: minutesAgo(30) }),
    gauge({ Location: '2', LatestTime: minutesAgo(30), StatusEN: 'Offline', StatusCY: 'All-lein' }),
    gauge({ Location: '3', LatestTime: '2020-02-16T04:15:00Z' }),
    gauge({ Location: '4', LatestTime: minutesAgo(180) }),
  );
  // The sample service has no history of these gauges.
  const gorlif = await open(AROUND_BRECON, { answers: { levels } });
  const { lists, map } = gorlif;
  await gorlif.marked();
  for (const [id, state, words] of [
    // With its date if that was yesterday.
    ['1', 'fresh', /^(?:\d+\s\w+, )?\d\d:\d\d · 30\sminutes ago/],
    ['2', 'fresh', /^last reading .*\d\d:\d\d · offline/],
    ['3', 'stale', /^last reading 16\sFebruary 2020, 04:15/],
    ['4', 'late', /^(?:\d+\s\w+, )?\d\d:\d\d · 3\shours ago/],
  ]) {
    const { row, line } = lists.gauge(gaugeId(id));
    await expect(row, id).toHaveAttribute('data-state', state);
    await expect(line, id).toHaveText(words);
  }
  await expect(lists.gauge(gaugeId('3')).row.locator('use')).toHaveAttribute('href', '#symbol-stale');
  await lists.show('rivers');
  const { button, value } = lists.gauge(gaugeId('1'));
  await button.click();
  for (const place of [map.popup, value]) await expect(place).toContainText('2.68\u00a0m');
});

test('an unreadable item opens the line of sources, and a filter that leaves no gauge says so', async ({ open }) => {
  const { page, lists, sources } = await open(`${AROUND_BRECON}&current=1`, {
    answers: { levels: collection(gauge({ LatestTime: minutesAgo(60 * 24) }), null) },
  });
  await expect(page.locator('.sources .all')).toHaveAttribute('open');
  await expect(sources.source('levels').locator('.rejected')).toBeVisible();
  await sources.are('stale', 'levels');
  await lists.show('rivers');
  await expect(page.getByRole('button', { name: 'Only current readings' })).toBeVisible();
  await expect(lists.gauges).toHaveCount(0);
  await expect(lists.rivers).toContainText('No gauge here has a current reading');
});

// case 85
test('an empty forecast of three days ago makes no county very low', async ({ open }) => {
  const { forecast } = await open('', { answers: { forecast: json([], { 'X-Origin-Date': inMinutes(-72 * 60) }) } });
  await expect(forecast.panel).toContainText('Flood risk forecast: out of date, as of');
  await expect(forecast.cells).toHaveText(Array(22 * 5).fill('not stated'));
});

// case 92
test('a point beyond the service’s box or an odd bbox does not zoom the map to the world', async ({ visit }) => {
  const levels = {
    ...collection(gauge({ Location: '1' }), gauge({ Location: '2' }, [179.9, 52]), gauge({ Location: '3' }, [-3, 89])),
    bbox: [170, -80, -170, 80],
  };
  const { lists, map } = await visit('', { answers: { levels } });
  expect(await map.zoom()).toBeGreaterThan(6);
  await map.has({ stations: 1 });
  await expect(lists.gauges).toHaveCount(3);
});

test('while the service cannot be asked about the place, the provisional answer says so', async ({ open }) => {
  const { answer } = await open(AROUND_BRECON, { answers: { wales: collection(message()), here: { status: 502 } } });
  await expect(answer.provisional).toContainText('could not be asked about this place');
  await answer.is('some');
});

// case 57, 81
test('far fewer gauges than before, and a frozen source, are told', ON_ALL_VERSIONS, async ({ open }) => {
  let few = false;
  const gauges = Array.from({ length: 9 }, (_, i) => gauge({ Location: String(i), LatestTime: minutesAgo(12 * 60) }));
  const gorlif = await open('', {
    answers: { levels: () => json(levelsBody(collection(...gauges.slice(0, few ? 4 : 9)))) },
  });
  const { page, lists, sources } = gorlif;
  await expect(lists.rivers).toContainText('River levels have not been updated since');
  few = true;
  await gorlif.later(10);
  await sources.checkButton.click();
  await expect(lists.rivers).toContainText('The source sent only 4 of the 9 gauges');
  await expect(lists.gauges).toHaveCount(9);
  await expect(page.getByText("not in the source's latest answer")).toHaveCount(5);
});
