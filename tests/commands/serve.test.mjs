// The commands of the README: the gateway as it is started by hand, before sample-service with a key for each operation, and `make serve`,
// through trunk and its proxy. The page stands, the data comes, the key stays behind.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.mjs';
import { isFree, root } from '../support/harness.mjs';
import { later, marked, open, startBrowser } from '../support/page.mjs';

/** Runs a command and gathers what it prints. */
function start(command, words, env = {}) {
  const child = spawn(command, words, { cwd: root, detached: true, env: { ...process.env, ...env } });
  const lines = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  const hasSaid = (part) => lines.some((line) => line.includes(part));
  /** Waits for a line, however long a build takes. */
  const said = async (part) => {
    while (!hasSaid(part)) await sleep(50);
  };
  const assertSaid = (part) => assert.ok(hasSaid(part), `${part}: ${lines.join('\n')}`);
  return { child, lines, said, assertSaid, ended: once(child, 'exit') };
}

/** Runs what `begin` starts on two free ports, and ends it as Ctrl-C does, with all that it has started: then nobody listens on them. */
async function serving(begin, act) {
  const ports = [await freePort(), await freePort()];
  const run = begin(...ports);
  try {
    await act(run, `http://127.0.0.1:${ports[0]}/`);
  } finally {
    process.kill(-run.child.pid, 'SIGINT');
    await run.ended;
  }
  for (const port of ports) await isFree(port);
}

/** No request of the page has a key, and nothing has failed in it. */
function assertSound(page) {
  for (const request of page.asked) assert.equal(request.headers()['ocp-apim-subscription-key'], undefined);
  assert.deepEqual(page.faults, [], 'no error, and no breach of the policy');
}

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.close());

test('make gateway: each operation has its own key, the page works without a breach of its policy, n visitors cost one call, Ctrl-C ends it', async () => {
  const env = { SCENARIO: 'storm', GORLIF_LOG: `/tmp/gorlif-gateway-${process.pid}.log` };
  const begin = (PORT, SERVICE_PORT) => start('build/gateway.sh', [], { PORT, SERVICE_PORT, ...env });
  await serving(begin, async (run, address) => {
    // The gateway answers before, but the recorder has not written its files yet.
    await run.said(`the page stands at ${address}`);
    for (let visitor = 0; visitor < 3; visitor++) {
      const page = await open(browser, `${address}?lat=51.95&lon=-3.39&r=20`);
      await marked(page);
      await page.getByText('Sample data: nothing on this page is real.').waitFor();
      await page.locator('#answer[data-answer=some]').waitFor();
      await page.locator('.provisional').waitFor({ state: 'detached' });
      // The same again, a minute later by the visitor's clock: out of what is kept, and by its tag alone.
      const again = page.waitForResponse(/riverlevels/);
      await later(page, 61);
      await page.locator('.sources button').click();
      assert.ok([200, 304].includes((await again).status()));
      assert.match((await again).headers()['x-cache-status'], /HIT|STALE|UPDATING/);
      assertSound(page);
      await page.context().close();
    }
    // The question at the start, whether the data is a sample.
    const isQuestion = (line) => line.startsWith('HEAD / 404 key: none');
    assert.equal(run.lines.filter(isQuestion).length, 1);
    run.assertSaid('the service serves sample data: nothing in it is real');
    const calls = run.lines.filter((line) => /key:/.test(line) && !isQuestion(line));
    assert.deepEqual(calls.map((line) => line.split(' ').slice(1).join(' ')).sort(), [
      '/floodforecast/v1/areasatrisk 200 key: right',
      '/floodwarnings/v1/distance/150000/latlon/52.4/-3.8 200 key: right',
      '/floodwarnings/v1/distance/21000/latlon/51.95/-3.39 200 key: right',
      '/riverlevels/v1/all 200 key: right',
    ]);
  });
});

test('make serve builds and serves the page with sample data, says so, and Ctrl-C ends both servers', async () => {
  const serve = (port, ...more) => start('make', ['serve', `PORT=${port}`, ...more]);
  const begin = (port, servicePort) => serve(port, `SERVICE_PORT=${servicePort}`, 'SCENARIO=calm');
  await serving(begin, async ({ lines, said, assertSaid }, address) => {
    await said('server listening');
    for (const part of [address, 'the data is a sample']) assertSaid(part);
    // The page asks for the files of the recorder, which starts when the page is served.
    // trunk says that it listens just before it does.
    const isServed = async (file) => (await fetch(`${address}history/${file}.json`).catch(() => null))?.ok;
    for (const file of ['recent', 'warnings', 'level-records']) while (!(await isServed(file))) await sleep(50);
    const page = await open(browser, address);
    await marked(page);
    assert.match(await page.locator('.notice').textContent(), /nothing on this page is real/);
    assert.equal(await page.locator('#answer').getAttribute('data-answer'), 'none');
    // The chunks of a build without optimisation load too.
    for (const part of ['#sources-heading', 'section.forecast .map-days', 'section.watched button[aria-pressed]'])
      await page.locator(part).first().waitFor({ state: 'attached' });
    const calls = lines.filter((line) => /^GET \/(river|flood)/.test(line));
    assert.ok(calls.length >= 3 && calls.every((line) => line.endsWith('key: right')), calls.join('\n'));
    assertSound(page);
    const served = await fetch(address);
    assert.match(served.headers.get('content-security-policy'), /^default-src 'none';/);
    const before = lines.filter((line) => /key:/.test(line)).length;
    for (const path of ['api/', 'api/control/all/500', 'api/../riverlevels', 'apix']) await fetch(address + path);
    assert.equal(lines.filter((line) => /key:/.test(line)).length, before, 'only the three operations are passed on');
    await page.context().close();
    const { port } = new URL(address);
    const taken = serve(port);
    await taken.ended;
    taken.assertSaid(`port ${port} on 127.0.0.1 is taken`);
  });
});
