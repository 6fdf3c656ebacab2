// Makes the pictures of the severities for previews of links (public/severity/*.png) from the symbols of index.html:
// `node build/pictures.mjs`, then `pngquant --ext .png --force public/severity/*.png`.
import { mkdirSync, readFileSync } from 'node:fs';
import { startBrowser } from '../tests/support/page.mjs';

/** The symbol and the colour of each severity; `none`: where nothing is in force. */
const PICTURES = {
  severe: ['severe', '#e3000f'],
  warning: ['warning', '#e3000f'],
  unknown: ['unknown', '#4c2c92'],
  alert: ['alert', '#f18700'],
  over: ['over', '#6f777b'],
  none: ['checked', '#6f777b'],
};
const [symbols] = readFileSync('index.html', 'utf8').match(/<svg class="symbols"[^]*?<\/svg>/);
const browser = await startBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
mkdirSync('public/severity', { recursive: true });
for (const [name, [symbol, colour]] of Object.entries(PICTURES)) {
  await page.setContent(`<!doctype html>${symbols}<style>
    body { margin: 0; height: 630px; display: grid; place-items: center; background: #fff; box-shadow: inset 0 0 0 24px ${colour}; }
    .symbols { position: absolute; } symbol { overflow: visible; }
    svg:not(.symbols) { width: 360px; height: 360px; overflow: visible; }
    .filled { fill: ${colour}; } .tick { fill: none; stroke: #fff; stroke-width: 2.2; }
  </style><svg viewBox="-2 -2 28 28"><use href="#symbol-${symbol}" width="24" height="24" /></svg>`);
  await page.screenshot({ path: `public/severity/${name}.png` });
}
await browser.close();
