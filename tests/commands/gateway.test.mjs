// The gateway as it is started by hand, before sample-service with a key for each operation: the page works through it, in Chromium,
// with what it keeps switched on.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { freePort } from '../support/free-port.mjs';
import { isFree, root } from '../support/harness.mjs';
import { later, marked, open, startBrowser } from '../support/page.mjs';

test('make gateway: each operation has its own key, the page works without a breach of its policy, n visitors cost one call, Ctrl-C ends it', async () => {
  const [port, servicePort] = [await freePort(), await freePort()];
  const log = `/tmp/gorlif-gateway-${process.pid}.log`;
  const child = spawn(join(root, 'build/gateway.sh'), {
    cwd: root,
    detached: true,
    env: { ...process.env, PORT: port, SERVICE_PORT: servicePort, SCENARIO: 'storm', GORLIF_LOG: log },
  });
  const lines = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  const ended = once(child, 'exit');
  const browser = await startBrowser();
  try {
    const address = `http://127.0.0.1:${port}/`;
    // The gateway answers before, but the recorder has not written its files yet.
    while (!lines.some((line) => line.includes(`the page stands at ${address}`)))
      await new Promise((done) => setTimeout(done, 50));
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
      assert.deepEqual(page.faults, [], 'no error, and no breach of the policy');
      for (const request of page.asked) assert.equal(request.headers()['ocp-apim-subscription-key'], undefined);
      await page.context().close();
    }
    // The question at the start, whether the data is a sample.
    const isQuestion = (line) => line.startsWith('HEAD / 404 key: none');
    assert.equal(lines.filter(isQuestion).length, 1);
    assert.ok(lines.some((line) => line.includes('the service serves sample data: nothing in it is real')));
    const calls = lines.filter((line) => /key:/.test(line) && !isQuestion(line));
    assert.deepEqual(calls.map((line) => line.split(' ').slice(1).join(' ')).sort(), [
      '/floodforecast/v1/areasatrisk 200 key: right',
      '/floodwarnings/v1/distance/150000/latlon/52.4/-3.8 200 key: right',
      '/floodwarnings/v1/distance/21000/latlon/51.95/-3.39 200 key: right',
      '/riverlevels/v1/all 200 key: right',
    ]);
  } finally {
    await browser.close();
    process.kill(-child.pid, 'SIGINT');
    await ended;
  }
  for (const gone of [port, servicePort]) await isFree(gone);
});
