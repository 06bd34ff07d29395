import { defineConfig } from '@playwright/test';
import { launchOptions } from './chromium.js';

const port = process.env.DRUMHEAD_PORT ?? '1643';
// While the app is being worked on, a server of one's own can serve another build.
const served = process.env.DRUMHEAD_URL;
const baseURL = served ?? `http://127.0.0.1:${port}/`;

export default defineConfig({
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // What reports are compared with. `--update-snapshots` writes it anew: read it before it is kept.
  snapshotPathTemplate: '../fixtures/reports/{arg}{ext}',
  reporter: 'list',
  // No worker but where a test is about it: each test would fetch a whole copy, and be told so in passing.
  use: { baseURL, launchOptions, trace: 'retain-on-failure', locale: 'en-GB', serviceWorkers: 'block' },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } },
    { name: 'tablet', use: { viewport: { width: 1024, height: 768 } } },
  ],
  webServer: served
    ? undefined
    : {
        command: `cargo xtask serve --no-build --port ${port}`,
        cwd: '../..',
        url: baseURL,
        timeout: 120_000,
      },
});
