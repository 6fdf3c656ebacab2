// The command of the README's first screen, through trunk and its proxy: the page stands, the data comes, the key stays behind.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { freePort } from '../support/free-port.mjs';
import { isFree, root } from '../support/harness.mjs';
import { marked, open, startBrowser } from '../support/page.mjs';

/** Runs make and gathers what it prints. `said` waits for a line. */
function make(...words) {
  const child = spawn('make', words, { cwd: root, detached: true });
  const lines = [];
  const waiting = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const [pattern, done] of waiting) if (pattern.test(line)) done(line);
    });
  }
  const said = (pattern) =>
    new Promise((done) => {
      const known = lines.find((line) => pattern.test(line));
      if (known) done(known);
      else waiting.push([pattern, done]);
    });
  const ended = once(child, 'exit');
  return { child, lines, said, ended };
}

let browser;
before(async () => {
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
});

test('make serve builds and serves the page with sample data, says so, and Ctrl-C ends both servers', async () => {
  const [port, servicePort] = [await freePort(), await freePort()];
  const { child, lines, said, ended } = make('serve', `PORT=${port}`, `SERVICE_PORT=${servicePort}`, 'SCENARIO=calm');
  try {
    await said(/server listening/);
    assert.ok(
      lines.some((line) => line.includes(`http://127.0.0.1:${port}/`)),
      lines.join('\n'),
    );
    assert.ok(lines.some((line) => /the data is a sample/.test(line)));
    // The page asks for the files of the recorder, which starts when the page is served.
    // trunk says that it listens just before it does.
    const isServed = async (file) =>
      (await fetch(`http://127.0.0.1:${port}/history/${file}.json`).catch(() => null))?.ok;
    for (const file of ['recent', 'warnings', 'level-records'])
      while (!(await isServed(file))) await new Promise((done) => setTimeout(done, 50));
    const page = await open(browser, `http://127.0.0.1:${port}/`);
    await marked(page);
    assert.match(await page.locator('.notice').textContent(), /nothing on this page is real/);
    assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'none');
    // The chunks of a build without optimisation load too.
    for (const part of ['#sources-heading', 'section.forecast .map-days', 'section.watched button[aria-pressed]'])
      await page.locator(part).first().waitFor({ state: 'attached' });
    for (const request of page.asked) assert.equal(request.headers()['ocp-apim-subscription-key'], undefined);
    const calls = lines.filter((line) => /^GET \/(river|flood)/.test(line));
    assert.ok(calls.length >= 3 && calls.every((line) => line.endsWith('key: right')), calls.join('\n'));
    assert.deepEqual(page.faults, []);
    const served = await fetch(`http://127.0.0.1:${port}/`);
    assert.match(served.headers.get('content-security-policy'), /^default-src 'none';/);
    const before = lines.filter((line) => /key:/.test(line)).length;
    for (const path of ['/api/', '/api/control/all/500', '/api/../riverlevels', '/apix'])
      await fetch(`http://127.0.0.1:${port}${path}`);
    assert.equal(lines.filter((line) => /key:/.test(line)).length, before, 'only the three operations are passed on');
    await page.context().close();
    const taken = make('serve', `PORT=${port}`);
    await taken.ended;
    assert.ok(
      taken.lines.some((line) => line.includes(`port ${port} on 127.0.0.1 is taken`)),
      taken.lines.join('\n'),
    );
  } finally {
    process.kill(-child.pid, 'SIGINT');
    await ended;
  }
  for (const gone of [port, servicePort]) await isFree(gone);
});
