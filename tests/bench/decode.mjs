// What decoding with validation costs in Chromium, beside JSON.parse of the same bytes, which validates nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { KEY, root, startService } from '../support/harness.mjs';

const SIZES = [261, 3_000];

/** The decoder alone, compiled as the page is; its folder. */
function build() {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
  const out = join(target, 'bench-decode');
  const run = (command, ...flags) =>
    execFileSync(command, flags, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  run(
    'cargo',
    'build',
    '--quiet',
    // As the page itself is compiled.
    '--release',
    '--target',
    'wasm32-unknown-unknown',
    '--lib',
    '--package',
    'gorlif-bench',
  );
  run(
    'wasm-bindgen',
    '--target',
    'web',
    '--no-typescript',
    '--out-dir',
    out,
    '--out-name',
    'decode',
    join(target, 'wasm32-unknown-unknown/release/gorlif_bench.wasm'),
  );
  const features = readFileSync(join(root, 'index.html'), 'utf8').match(/--enable-[\w-]+/g);
  run('wasm-opt', '-Oz', ...features, join(out, 'decode_bg.wasm'), '-o', join(out, 'decode_bg.wasm'));
  return out;
}

export async function decode(browser, rounds, tell) {
  const out = build();
  let body;
  const TYPES = {
    '/': 'text/html',
    '/body': 'application/json',
    '/decode.js': 'text/javascript',
    '/decode_bg.wasm': 'application/wasm',
  };
  const server = http.createServer(({ url }, response) => {
    if (!TYPES[url]) return void response.writeHead(404).end();
    response
      .writeHead(200, { 'Content-Type': TYPES[url] })
      .end(
        url === '/' ? '<!doctype html><title>decode</title>' : url === '/body' ? body : readFileSync(join(out, url)),
      );
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  console.log('\ndecoding in Chromium, one body');
  for (const size of SIZES) {
    const service = await startService('--scenario', 'storm', '--stations', String(size));
    body = Buffer.from(
      await (
        await fetch(`${service.address}/riverlevels/v1/all`, { headers: { 'Ocp-Apim-Subscription-Key': KEY } })
      ).arrayBuffer(),
    );
    await service.stop();
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const times = await page.evaluate(
      async ({ rounds, size }) => {
        const { default: init, decode } = await import('/decode.js');
        await init();
        const bytes = new Uint8Array(await (await fetch('/body')).arrayBuffer());
        const text = new TextDecoder().decode(bytes);
        const subjects = {
          own: () => decode(bytes),
          bytes: () => JSON.parse(new TextDecoder().decode(bytes)),
          text: () => JSON.parse(text),
        };
        const times = { own: [], bytes: [], text: [] };
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
      { rounds, size },
    );
    await page.close();
    const peer = tell(`JSON.parse of the bytes of ${size}`, times.bytes);
    tell(`Gorlif: ${size} decoded, with validation and isolation`, times.own, { of: peer, goal: '≤ 1.2 ×' });
    tell(`JSON.parse of a text of ${size} that is ready`, times.text, { of: peer });
  }
  server.close();
  server.closeAllConnections();
}
