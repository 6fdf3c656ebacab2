// How the script of frames reads the options of an address (docs/embedding.md): each is applied, or falls back and is named on the
// console. What a frame then shows is in tests/e2e/embed.test.mjs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { load, run } from '../support/document.mjs';
import { root } from '../support/harness.mjs';
import { PAYLOADS } from '../support/payloads.mjs';

const DEFAULTS = { embed: 'map', layers: 'both', place: 'fixed', theme: 'light', accent: '' };

/** The document at a query after the script of frames, with the options that it has applied. */
function framed(t, query) {
  const page = load(`?${query}`);
  t.after(() => page.window.close());
  run(page, 'embed_frame.js');
  const { dataset, style } = page.document.documentElement;
  const { embed, layers, place, theme } = dataset;
  return { ...page, options: { embed, layers, place, theme, accent: style.getPropertyValue('--accent') } };
}

test('each option of a frame is applied, or falls back and is named', (t) => {
  for (const [query, { said = /^$/, ...other }] of [
    ['embed=map&v=1', {}],
    ['embed=list', { embed: 'list' }],
    ['embed=status', { embed: 'status' }],
    ['embed=forecast', { embed: 'forecast' }],
    ['embed=map&place=free', { place: 'free' }],
    ['embed=map&layers=warnings', { layers: 'warnings' }],
    ['embed=map&layers=rivers', { layers: 'rivers' }],
    ['embed=map&theme=dark', { theme: 'dark' }],
    ['embed=map&theme=auto', { theme: undefined }],
    ['embed=map&accent=7a0019', { accent: '#7a0019' }],
    ['embed=map&theme=dark&accent=ffdd00', { theme: 'dark', accent: '#ffdd00' }],
    ['embed=map&endpoint=https://evil.example', {}],
    ['embed=globe', { said: /^gorlif: embed=globe is not known; taken as map$/ }],
    ['embed=map&v=2', { said: /^gorlif: v=2 is not known; taken as 1$/ }],
    [
      'embed=map&accent=ffdd00',
      { said: /^gorlif: accent=ffdd00 cannot be read on the light page \(1\.\d:1 of 4\.5:1\)/ },
    ],
    ['embed=map&accent=red', { said: /^gorlif: accent=red is not known; six hexadecimal digits are, without "#"$/ }],
    ['embed=map&theme=neon', { said: /^gorlif: theme=neon is not known; taken as light$/ }],
    ['embed=map&layers=all', { said: /^gorlif: layers=all is not known; taken as both$/ }],
    ['embed=map&place=here', { said: /^gorlif: place=here is not known; taken as fixed$/ }],
    ['embed=map&height=3', { said: /^gorlif: height=3 is not known; taken as fixed$/ }],
  ]) {
    const { options, warnings } = framed(t, query);
    assert.deepEqual(options, { ...DEFAULTS, ...other }, query);
    assert.match(warnings.join('\n'), said, query);
  }
});

// case 96
test('hostile text in each option falls back, and makes no element', (t) => {
  const elements = ({ document }) => document.querySelectorAll('*').length;
  const options = ['embed', 'v', 'theme', 'accent', 'layers', 'place', 'height'];
  const plain = framed(t, 'embed=map');
  for (const payload of PAYLOADS) {
    const page = framed(t, new URLSearchParams(options.map((name) => [name, payload])));
    assert.deepEqual(page.options, DEFAULTS, payload);
    assert.equal(page.warnings.length, options.length, payload);
    assert.equal(elements(page), elements(plain), payload);
    assert.equal(page.window.ran, undefined, payload);
  }
});

test('the themes of frames are those of the page', () => {
  const tokens = (css, pattern) =>
    [...css.match(pattern)[1].matchAll(/(--[a-z-]+):\s*([^;]+);/g)].map(([, name, value]) => `${name} ${value}`).sort();
  const [page, frame] = ['page', 'frame'].map((name) => readFileSync(join(root, `style/${name}.css`), 'utf8'));
  const light = tokens(page, /:root \{([^}]*)\}/).filter((token) => !/--(?:focus|severe|alert|over|risk)/.test(token));
  assert.deepEqual(tokens(frame, /:root\[data-theme=['"]light['"]\] \{([^}]*)\}/), light);
  assert.deepEqual(
    tokens(frame, /:root\[data-theme=['"]dark['"]\] \{([^}]*)\}/),
    tokens(page, /prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/),
  );
});
