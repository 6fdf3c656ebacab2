// The runner of the end-to-end tests. No browser is downloaded: the system's Chromium runs them.
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { LAUNCH } from './tests/support/page.mjs';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.test.mjs',
  outputDir: join(process.env.CARGO_TARGET_DIR ?? 'target', 'rings/failures-e2e'),
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['./tests/support/failures.mjs']],
  // On a busy machine too: a test that needs longer hangs.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: LAUNCH,
    actionTimeout: 30_000,
    // Only tests of what the device keeps have the service worker, which loads all files a second time.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Without pictures of each step, which would take a fifth of the time.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
  },
});
