// What a frame costs the site that shows it: when the site's own page is painted with it and without, and what is loaded of a frame
// that is far below.
import { setTimeout as sleep } from 'node:timers/promises';
import { PROFILES, SLOW, STAY, ends, ground, phone, shapedLine } from '../support/bench-harness.mjs';
import { serveCouncil, withFrames } from '../support/harness.mjs';

export async function frames(browser, rounds, tell) {
  const council = await serveCouncil();
  ends.push(council.stop);
  const line = shapedLine(PROFILES[SLOW].line);
  // By another name: a site of its own, as a council's is.
  const address = (await line.through(council.address)).replace('127.0.0.1', 'localhost');
  const direct = await ground(261, { settings: { GORLIF_FRAME_ANCESTORS: address.slice(0, -1) } });
  const gateway = await line.through(direct);
  const html = `<iframe src="${gateway}?embed=map&amp;v=1&amp;lat=51.95&amp;lon=-3.39&amp;r=20" title="Flood warnings" width="100%" height="480" loading="lazy"></iframe>`;
  const status = `<iframe src="${gateway}?embed=status&amp;v=1&amp;lat=51.95&amp;lon=-3.39&amp;r=20" title="Flood warnings" width="100%" height="160"></iframe>`;
  const visit = async (wanted) => {
    const { page, until } = await phone(browser, SLOW);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().startsWith(gateway)) asked++;
    });
    await page.goto(withFrames(address, wanted), { waitUntil: 'commit' });
    await until("performance.getEntriesByName('first-contentful-paint').length");
    const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
    return { page, paint, asked: () => asked };
  };
  const SUBJECTS = {
    'without a frame': '',
    'with a frame in sight': html,
    'with a frame far below': `<div style="height: 8000px"></div>${html}`,
  };
  const seen = Object.fromEntries(Object.keys(SUBJECTS).map((title) => [title, []]));
  let [early, late] = [0, 0];
  for (let round = -1; round < rounds * 4; round++) {
    for (const [title, wanted] of Object.entries(SUBJECTS)) {
      const { page, paint, asked } = await visit(wanted);
      if (round >= 0) seen[title].push(paint);
      if (title === 'with a frame far below' && round === 0) {
        await page.waitForLoadState('networkidle');
        early = asked();
        await page.evaluate(() => scrollTo(0, 8_000));
        await page.waitForRequest((request) => request.url().startsWith(gateway) && request.url().endsWith('.wasm'));
        late = asked();
      }
      await page.context().close();
    }
  }
  const before = line.bytes;
  const { page } = await visit(status);
  await sleep(STAY);
  await page.context().close();
  console.log(`\na council's page, ${SLOW}: first paint of its own`);
  const bare = tell('without a frame', seen['without a frame']);
  for (const title of Object.keys(SUBJECTS).slice(1)) tell(title, seen[title], { of: bare, goal: '≤ 1.02 ×' });
  tell('all bytes of a page with a status frame', [line.bytes - before], { unit: 'B', goal: '≤ 330000' });
  tell('requests of a frame far below, before it is near', [early], { unit: '', goal: '0' });
  tell('requests of it, once it is near, until its WebAssembly', [late], { unit: '' });
}
