// Makes the pictures for previews of links (public/preview/*.png): `node build/pictures.mjs`, then
// `pngquant --ext .png --force public/preview/*.png`. Those of the severities have the symbols of index.html.
import { mkdirSync, readFileSync } from 'node:fs';
import { startBrowser } from '../tests/support/page.mjs';

const symbol = (id) => `<use href="#symbol-${id}" width="24" height="24" />`;
/** A gauge with its usual range beside it; without a level where that is not compared. */
const gauge = (level) => `
  ${level ? `<rect x="8" y="${level}" width="8" height="${24 - level}" class="filled" />` : ''}
  <path d="M8 0h8v24H8zM8 4h3M8 8h3M8 12h3M8 16h3M8 20h3" class="staff" />
  ${level ? '<path d="M18 11h2.5v9H18" class="staff" />' : ''}`;
/** The drawing and the colour of each picture; `none`: where nothing is in force. The colours of the gauges are those of the map. */
const PICTURES = {
  severe: [symbol('severe'), '#e3000f'],
  warning: [symbol('warning'), '#e3000f'],
  unknown: [symbol('unknown'), '#4c2c92'],
  alert: [symbol('alert'), '#f18700'],
  over: [symbol('over'), '#6f777b'],
  none: [symbol('checked'), '#6f777b'],
  'not-compared': [gauge(), '#c9d2d9'],
  'not-high': [gauge(15), '#b5d9f0'],
  high: [gauge(7), '#1f78b4'],
  'very-high': [gauge(2), '#14202b'],
};
const [symbols] = readFileSync('index.html', 'utf8').match(/<svg class="symbols"[^]*?<\/svg>/);
const browser = await startBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
mkdirSync('public/preview', { recursive: true });
for (const [name, [drawing, colour]] of Object.entries(PICTURES)) {
  await page.setContent(`<!doctype html>${symbols}<style>
    body { margin: 0; height: 630px; display: grid; place-items: center; background: #fff; box-shadow: inset 0 0 0 24px ${colour}; }
    .symbols { position: absolute; } symbol { overflow: visible; }
    svg:not(.symbols) { width: 360px; height: 360px; overflow: visible; }
    .filled { fill: ${colour}; } .tick { fill: none; stroke: #fff; stroke-width: 2.2; }
    .staff { fill: none; stroke: #14202b; }
  </style><svg viewBox="-2 -2 28 28">${drawing}</svg>`);
  await page.screenshot({ path: `public/preview/${name}.png` });
}
await browser.close();
