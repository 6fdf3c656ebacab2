// The runner of the ring `engines`: the same journeys in several engines, each of which is a project.
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: '*.test.mjs',
  outputDir: join(process.env.CARGO_TARGET_DIR ?? '../../target', 'rings/failures-engines'),
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['../support/failures.mjs']],
  timeout: 180_000,
  expect: { timeout: 30_000 },
  projects: [
    // With a translator, which changes no text: without one all of e2e runs in it.
    { name: 'chromium', grepInvert: /@old/, metadata: { isTranslated: true } },
    { name: 'firefox', grepInvert: /@old/ },
    { name: 'firefox translated', grep: /@translated/, metadata: { engine: 'firefox', isTranslated: true } },
    // Its driver does not print, and it has no forced colours.
    { name: 'webkit', grepInvert: /@old|@print|@forced/ },
    // The engine of Safari 16.0.
    { name: 'webkit-2.38', grepInvert: /@modern|@print|@forced/ },
  ],
});
