// The first search of a visit with a bare address, on a slow phone and on a fast machine: from the field to the answer for the place.
import { PROFILES, ground, moments, phone, shapedLine } from '../support/bench-harness.mjs';

const SLOW = 'slow 4G, CPU ÷ 4';

/** Runs in the page before its scripts: types as soon as the field is there, chooses the first suggestion, and marks each step. */
function searchAtOnce() {
  const steps = [
    [
      'field',
      () => {
        const field = document.querySelector('#page #place');
        if (!field) return false;
        field.value = 'Brecon';
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        return true;
      },
    ],
    [
      'suggestion',
      () => {
        const option = document.querySelector('#place-list [role=option]');
        // Chosen in a task of its own, after the page has painted it.
        if (option) setTimeout(() => option.click());
        return Boolean(option);
      },
    ],
    ['answered', () => document.querySelector('.here strong')?.textContent.startsWith('Brecon')],
  ];
  const advance = () => {
    while (steps.length && steps[0][1]()) performance.mark(steps.shift()[0]);
    if (!steps.length) observer.disconnect();
  };
  const observer = new MutationObserver(advance);
  observer.observe(document, { childList: true, subtree: true, characterData: true });
}

/** Runs in the page: types a text letter by letter; how long each letter takes until the suggestions of the text are painted. */
async function typeLetters(text) {
  const field = document.querySelector('#place');
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const durations = [];
  for (const end of Array.from(text, (_, index) => index + 1)) {
    const start = performance.now();
    field.value = text.slice(0, end);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await painted();
    durations.push(performance.now() - start);
  }
  return durations;
}

export async function search(browser, rounds, tell) {
  const { address: direct, stop } = await ground(261);
  for (const profile of Object.keys(PROFILES)) {
    const line = PROFILES[profile].line && shapedLine(PROFILES[profile].line);
    const address = line ? await line.through(direct) : direct;
    const seen = [];
    // The first round warms the server's store and is not counted.
    for (let round = -1; round < rounds; round++) {
      const visit = await phone(browser, profile);
      await visit.page.addInitScript(searchAtOnce);
      await visit.page.goto(address, { waitUntil: 'commit' });
      const at = await moments(visit, 'usable', 'field', 'suggestion', 'answered');
      const sum = await visit.page.evaluate(() => {
        const [{ startTime: end }] = performance.getEntriesByName('answered');
        const [{ encodedBodySize }] = performance.getEntriesByType('navigation');
        const files = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd <= end);
        return files.reduce((sum, file) => sum + file.encodedBodySize, encodedBodySize);
      });
      await visit.page.locator('.here button[aria-controls]').click();
      const letters = await visit.page.evaluate(typeLetters, 'Aberystwyth');
      if (round >= 0) seen.push({ ...at, sum, letter: Math.max(...letters) });
      await visit.page.context().close();
    }
    line?.stop();
    console.log(
      `\n261 gauges, ${profile}: a search as soon as there is a field, ${rounds} visits; × is usable of the same visits`,
    );
    const of = (name) => seen.map((visit) => visit[name]);
    const usable = tell('Gorlif: usable', of('usable'));
    tell('Gorlif: search field', of('field'), { of: usable });
    const goal = profile === SLOW ? '≤ 1.3 ×' : undefined;
    tell('Gorlif: first suggestion', of('suggestion'), { of: usable, goal });
    tell('Gorlif: answer for the place', of('answered'), { of: usable });
    tell('Gorlif: the slowest letter of a text', of('letter'), { goal: profile === SLOW ? '≤ 100' : undefined });
    tell('Gorlif: bytes until then', of('sum'), { unit: 'B', goal: '≤ 380000' });
  }
  await stop();
}
