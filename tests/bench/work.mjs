// What it costs while it is used: zooming, panning, a refresh, the search box.
import { PROFILES, SLOW, end, ground, moments, phone, work as spent } from '../support/bench-harness.mjs';
import { json } from '../support/bodies.mjs';

const FAST = 'no throttle';
/** Until the animation is over and its frames are painted. */
export const settle = (page) =>
  page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 600)));

/** A page that has loaded, on a fast line: only the device is slow. */
export async function stands(browser, address, path, profile) {
  const visit = await phone(browser, profile);
  const { page, session } = visit;
  await page.goto(address + path, { waitUntil: 'commit' });
  await moments(visit, path ? 'stations-plotted' : 'usable');
  if (!path) await visit.until("!document.querySelector('.entries[aria-busy]')");
  await settle(page);
  return { page, session };
}

async function zooms(browser, rounds, tell) {
  const subjects = [];
  // The same view on all: the whole screen, at the zoom that shows all of Wales.
  let zoom;
  // The peer has neither ground nor names, so the gauges' own layer is measured without them.
  const answer = (path) => (path.endsWith('/basemap.txt') ? { status: 404 } : null);
  for (const [size, paths] of [
    [3_000, ['', 'peers/bare.html']],
    [10_000, ['']],
  ]) {
    const address = await ground(size, { answer });
    for (const path of paths) {
      const { page, session } = await stands(browser, address, path, SLOW);
      if (path)
        await page.evaluate((zoom) => {
          map.options.zoomSnap = 0.5;
          map.setView([52.4, -4], zoom, { animate: false });
        }, zoom);
      else await page.locator('.map-size').click();
      await settle(page);
      zoom ??= Number(await page.locator('#map').getAttribute('data-zoom'));
      const zoomPeer = (by) => void map.setZoom(map.getZoom() + by);
      const zoomOwn = (by) => document.querySelectorAll('.map-buttons button')[by > 0 ? 0 : 1].click();
      const step = (by) => page.evaluate(path ? zoomPeer : zoomOwn, by);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      subjects.push({ page, session, step, times: [] });
    }
  }
  // A step in and one out cost different things, so a round's figure is the average of its four.
  for (let round = 0; round < rounds; round++) {
    for (const { page, session, step, times } of subjects) {
      let sum = 0;
      // What is slowed down slows the others too, so only one is at a time.
      await session.send('Emulation.setCPUThrottlingRate', { rate: PROFILES[SLOW].cpu });
      for (const by of [1, 1, -1, -1]) {
        const { all } = await spent(session, async () => {
          await step(by);
          await settle(page);
        });
        sum += all;
      }
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      times.push(sum / 4);
    }
  }
  console.log('\nzoom step, CPU ÷ 4, the average of two in and two out: work on the main thread');
  const [small, peer, large] = subjects.map(({ times }) => times);
  const bare = tell('bare Leaflet + canvas: 3,000', peer);
  const own = tell('Gorlif: 3,000, gauges alone', small, { of: bare, goal: '≤ 0.6 ×' });
  tell('Gorlif: 10,000 against its 3,000', large, { of: own, goal: '≤ 1.5 ×' });
}

async function pans(browser, rounds, tell) {
  const frames = {};
  for (const [size, path] of [
    [261, 'peers/bare.html'],
    [30_000, ''],
  ]) {
    const { page } = await stands(browser, await ground(size), path, FAST);
    const box = await page.locator('#map').boundingBox();
    const all = [];
    for (let round = 0; round < rounds; round++) {
      await page.evaluate(() => {
        globalThis.intervals = [];
        let before = performance.now();
        const frame = (now) => {
          intervals.push(now - before);
          before = now;
          globalThis.panning = requestAnimationFrame(frame);
        };
        globalThis.panning = requestAnimationFrame(frame);
      });
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let step = 0; step < 40; step++) await page.mouse.move(x + (round % 2 ? -1 : 1) * step * 2, y + step);
      await page.mouse.up();
      await settle(page);
      const intervals = await page.evaluate(() => {
        cancelAnimationFrame(globalThis.panning);
        return globalThis.intervals.sort((a, b) => a - b);
      });
      all.push(intervals[Math.floor(intervals.length * 0.95)]);
    }
    frames[path] = all;
    await page.context().close();
  }
  console.log('\npanning: 95th percentile between frames');
  const bare = tell('bare Leaflet + canvas: 261', frames['peers/bare.html']);
  tell('Gorlif: 30,000', frames[''], { of: bare, goal: '≤ 1.1 ×' });
}

/** Of 5,000 gauges every twentieth has a new reading at each asking. */
async function refreshes(browser, rounds, tell) {
  let [levels, turn] = [null, 0];
  const answer = (path) => {
    if (!levels || !path.endsWith('/riverlevels/v1/all')) return null;
    turn++;
    levels.features.forEach(({ properties }, index) => {
      if (index % 20 === turn % 20) properties.LatestValue = `${(turn + index) % 7}.5`;
    });
    return json(levels, { Date: new Date().toUTCString() });
  };
  const address = await ground(5_000, { answer });
  levels = await (await fetch(`${address}api/riverlevels/v1/all`)).json();
  const { page, session } = await stands(browser, address, '', FAST);
  const refresh = async () => {
    const answered = page.waitForResponse((response) => response.url().endsWith('/riverlevels/v1/all'));
    await page.evaluate(() => document.querySelector('.sources button').click());
    await (await answered).finished();
    await settle(page);
  };
  const times = [];
  for (let round = 0; round < rounds; round++) {
    // Nothing is asked again within five seconds; a clock that were set forward would be put right again at this cost.
    await new Promise((done) => setTimeout(done, 5_500));
    times.push((await spent(session, refresh)).own);
  }
  console.log('\nrefresh of 5,000, 5 % changed (and of warnings and forecast, unchanged), 2.4 MB of body: main thread');
  tell('Gorlif: the page’s own code', times, { goal: '≤ 10' });
}

async function keys(browser, rounds, tell) {
  /** Types one of eight beginnings of a name, and waits for the next frame. */
  const typeKey = (page, turn) =>
    page.evaluate((turn) => {
      const field = document.getElementById('place');
      field.value = 'Aberystwyth'.slice(0, 1 + (turn % 8));
      field.dispatchEvent(new Event('input', { bubbles: true }));
      return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }, turn);
  const { page, session } = await stands(browser, `${await ground(261)}?lat=51.95&lon=-3.39&r=20`, '', SLOW);
  const times = [];
  for (let turn = 0; turn < rounds * 2; turn++) times.push((await spent(session, () => typeKey(page, turn))).all);
  console.log('\ninput: work on the main thread until the next frame is painted');
  tell('a key in the search box, 261, CPU ÷ 4', times, { goal: '≤ 200' });
}

export async function work(browser, ...more) {
  for (const part of [zooms, pans, refreshes, keys]) {
    await part(browser, ...more);
    await end(browser);
  }
}
