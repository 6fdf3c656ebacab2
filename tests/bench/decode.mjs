// What decoding with validation costs in Chromium, beside JSON.parse of the same bytes, which validates nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ends } from '../support/bench-harness.mjs';
import { root, startService } from '../support/harness.mjs';
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

export async function decode(browser, rounds, tell) {
  const out = build();
  const service = await startService('--scenario', 'storm', '--stations', String(SIZE));
  const FILES = {
    '/': ['text/html', '<!doctype html><title>decode</title>'],
    '/body': ['application/json', JSON.stringify(await service.call('/riverlevels/v1/all'))],
    '/decode.js': ['text/javascript', readFileSync(join(out, 'decode.js'))],
    '/decode_bg.wasm': ['application/wasm', readFileSync(join(out, 'decode_bg.wasm'))],
  };
  const { address, stop } = await serve(({ url }, response) => {
    const [type, body] = FILES[url] ?? [];
    response.writeHead(type ? 200 : 404, { 'Content-Type': type ?? 'text/plain' }).end(body);
  });
  ends.push(service.stop, stop);
  const page = await browser.newPage();
  await page.goto(address);
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
  console.log('\ndecoding in Chromium, one body');
  const peer = tell(`JSON.parse of the bytes of ${SIZE}`, times.json);
  tell(`Gorlif: ${SIZE} decoded, with validation and isolation`, times.own, { of: peer, goal: '≤ 1.2 ×' });
}
