// Odd answers of the service, and what people then see: end to end, behind the real policy headers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { marked, open, startBrowser, startGateway, startService } from './stage.mjs';

let browser, service;
before(async () => { browser = await startBrowser(); service = await startService('--scenario', 'calm', '--still'); });
after(async () => { await browser?.close(); await service?.stop(); });

const json = (value) => ({ headers: { 'Content-Type': 'application/json' }, body: typeof value === 'string' ? value : JSON.stringify(value) });
const collection = (...features) => ({ type: 'FeatureCollection', features });
const HERE = { lat: 51.95, lon: -3.39 };
const area = (properties, coordinates = [HERE.lon, HERE.lat]) => ({
  type: 'Feature',
  geometry: coordinates && { type: 'Point', coordinates },
  properties: { FWACODE: '103FAG001', AREA: 'South East', DESCRIPTION: 'River Usk at Brecon', TIDAL: 'f', SEVERITY: 'Flood Alert', SEVERITYVALUE: 3, TIMERAISED: Date.now() - 3.6e6, SEVERITY_CHANGED: Date.now() - 3.6e6, RIM_CHANGED: Date.now() - 3.6e6, RIM_ENGLISH: '', RIM_WELSH: '', ...properties },
});

/** A visit with some answers replaced: `wales`, `here`, `levels`, `forecast`, each a body, or what the stand-in gateway sends. */
async function visit({ query = '', ...answers }, run) {
  const kind = (path) => (/\/distance\/150000\//.test(path) ? 'wales' : /\/distance\//.test(path) ? 'here' : /riverlevels/.test(path) ? 'levels' : /floodforecast/.test(path) ? 'forecast' : null);
  const gateway = await startGateway(service, {
    answer: (path) => {
      const given = answers[kind(path)];
      return given === undefined ? null : given.status ? given : json(given);
    },
  });
  const page = await open(browser, gateway.address + query);
  try { await run(page, gateway); } finally { await page.context().close(); await gateway.stop(); }
}
const AROUND = `?lat=${HERE.lat}&lon=${HERE.lon}`;

test('case 50: an unknown severity stands at a warning’s height, with its label in its own language', () => {
  const odd = collection(area({ SEVERITY: 'Flood Catastrophe', SEVERITYVALUE: 7, AREA: 'Far West' }), area({ FWACODE: '103FAG002' }));
  return visit({ query: `${AROUND}&lang=cy`, wales: odd, here: odd }, async (page) => {
    await marked(page, 'warnings-shown');
    await page.waitForFunction(() => document.getElementById('answer').dataset.answer === 'some' && !document.querySelector('.provisional'));
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
    await page.waitForFunction(() => /could not be asked about this place/.test(document.querySelector('.provisional')?.textContent));
    assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'some');
  }));
