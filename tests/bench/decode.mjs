// What decoding with validation costs in Chromium, beside JSON.parse of the same bytes, which validates nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY, root, startService } from '../support/harness.mjs';
import { serve } from '../support/server.mjs';

const SIZE = 3_000;

/** The decoder alone, compiled as the page is; its folder. */
function build() {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
  const out = join(target, 'bench-decode');
  const run = (command, flags, ...paths) =>
    execFileSync(command, [...flags.split(' '), ...paths], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  run('cargo', 'build --quiet --release --target wasm32-unknown-unknown --lib --package gorlif-bench');
  const module = join(target, 'wasm32-unknown-unknown/release/gorlif_bench.wasm');
  run('wasm-bindgen', '--target web --no-typescript --out-name decode --out-dir', out, module);
  const features = readFileSync(join(root, 'index.html'), 'utf8').match(/--enable-[\w-]+/g);
  const decoder = join(out, 'decode_bg.wasm');
  run('wasm-opt', `-Oz ${features.join(' ')}`, decoder, '-o', decoder);
  return out;
}

/** The body of the levels with this number of gauges. */
async function levels() {
  const service = await startService('--scenario', 'storm', '--stations', String(SIZE));
  const headers = { 'Ocp-Apim-Subscription-Key': KEY };
  const response = await fetch(`${service.address}/riverlevels/v1/all`, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  await service.stop();
  return body;
}

export async function decode(browser, rounds, tell) {
  const out = build();
  const FILES = {
    '/': ['text/html', '<!doctype html><title>decode</title>'],
    '/body': ['application/json', await levels()],
    '/decode.js': ['text/javascript', readFileSync(join(out, 'decode.js'))],
    '/decode_bg.wasm': ['application/wasm', readFileSync(join(out, 'decode_bg.wasm'))],
  };
  const site = await serve(({ url }, response) => {
    if (!FILES[url]) return void response.writeHead(404).end();
    const [type, body] = FILES[url];
    response.writeHead(200, { 'Content-Type': type }).end(body);
  });
  const page = await browser.newPage();
  await page.goto(site.address);
  const times = await page.evaluate(
    async ({ rounds, size }) => {
      const { default: init, decode } = await import('/decode.js');
      await init();
      const bytes = new Uint8Array(await (await fetch('/body')).arrayBuffer());
      const subjects = { own: () => decode(bytes), json: () => JSON.parse(new TextDecoder().decode(bytes)) };
      const times = { own: [], json: [] };
      if (decode(bytes) !== size) throw new Error(`decoded ${decode(bytes)} of ${size}`);
      // The first rounds warm the compilers of both languages and are not counted.
      for (let round = -10; round < rounds * 5; round++) {
        for (const [name, act] of Object.entries(subjects)) {
          const start = performance.now();
          act();
          if (round >= 0) times[name].push(performance.now() - start);
        }
      }
      return times;
    },
    { rounds, size: SIZE },
  );
  await page.close();
  await site.stop();
  console.log('\ndecoding in Chromium, one body');
  const peer = tell(`JSON.parse of the bytes of ${SIZE}`, times.json);
  tell(`Gorlif: ${SIZE} decoded, with validation and isolation`, times.own, { of: peer, goal: '≤ 1.2 ×' });
}
