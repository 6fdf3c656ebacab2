// The recorder in one process whose cycles begin when a test says so: a process for each cycle takes most of the time of a test.
import http from 'node:http';
import { pipeline } from 'node:stream';
import { operationOf } from './operations.mjs';
import { recorder } from './recorder-harness.mjs';
import { serve } from './server.mjs';

/** The recorder gives a request up after 10 s, in milliseconds: one that has waited for longer than this is not passed on. */
const PATIENCE = 8_000;

/** Passes a request on, and its response as it comes: a connection that ends early ends early here too. */
function pass({ request, response }, gateway) {
  const { headers, method, url } = request;
  const call = http.request(new URL(url, gateway.address), { headers, method, agent: false }, (up) => {
    // Two headers of one name stay two.
    response.writeHead(up.statusCode, up.rawHeaders);
    pipeline(up, response, () => {});
  });
  call.on('error', () => response.destroy());
  call.end();
}

/**
 * Starts the recorder of these options for one test. Its first request of each cycle, that for the levels, waits before the gateway, and
 * the process is stopped then. `cycle()` lets it go on to the first request of the next cycle, and returns its status. `release()` lets
 * it go on without an end.
 */
export async function startPaced(t, options) {
  // Cycles are counted by their first requests. The requests of those up to `allowed` pass, and those of `failed` fail.
  let [begun, allowed, failed, wasFirst] = [0, 0, 0, false];
  let next;
  let arrive;
  const gateway = await serve((request, response) => {
    const isFirst = operationOf(request.url) === 'levels';
    // A client may send a request again whose connection was lost.
    if (isFirst && !wasFirst) begun += 1;
    wasFirst = isFirst;
    if (begun === failed) return void response.destroy();
    if (begun <= allowed) return void pass({ request, response }, options.gateway);
    next = { request, response, at: Date.now() };
    arrive();
  });
  const records = recorder({ ...options, gateway });
  const running = records.start('--interval', '0.01');
  const { child, ended } = running;
  t.after(async () => {
    await running.kill('SIGKILL');
    await gateway.stop();
  });
  /** Lets it run until the first request of the next cycle waits. */
  const runToNext = async (begin = () => {}) => {
    const arrived = new Promise((done) => (arrive = done));
    child.kill('SIGCONT');
    begin();
    const early = ended.then(() => {
      throw new Error('expected another cycle, found that the recorder has ended');
    });
    await Promise.race([arrived, early]);
    child.kill('SIGSTOP');
  };
  await runToNext();
  return {
    async cycle() {
      if (Date.now() - next.at > PATIENCE) {
        failed = begun;
        await runToNext(() => next.response.destroy());
      }
      allowed = begun;
      await runToNext(() => pass(next, options.gateway));
      return records.json('status.json');
    },
    release() {
      allowed = Infinity;
      child.kill('SIGCONT');
      pass(next, options.gateway);
    },
    async kill(signal) {
      child.kill(signal);
      child.kill('SIGCONT');
      return (await ended)[0];
    },
  };
}
