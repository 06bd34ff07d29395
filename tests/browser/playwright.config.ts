import { defineConfig } from '@playwright/test';
import { launchOptions } from './chromium.js';

const port = process.env.DRUMHEAD_PORT ?? '1643';
// While the app is being worked on, a server of one's own can serve another build.
const served = process.env.DRUMHEAD_URL;
const baseURL = served ?? `http://127.0.0.1:${port}/`;

// What these are about is the same on a screen of any size, so that the phone alone tries it: what is kept, sent,
// refused and said, and rules whose panels a spec of the same ruleset shows on both. A new spec runs on both unless it is named here.
const anySize = [
  'argad_fights', 'argad_turn', 'arquebusier_rules', 'pikette_squared_cards', 'pikette_squared_reactions', 'pikette_squared_rosters',
  'fair_dice', 'french', 'lighthouse', 'memory', 'offline', 'places', 'refusals', 'security', 'sharing', 'storage', 'stored', 'throws',
];

export default defineConfig({
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: '100%',
  forbidOnly: Boolean(process.env.CI),
  // A test that fails is tried once more, for its trace: recording all would take a quarter of the time. It has failed all the same.
  retries: 1,
  failOnFlakyTests: true,
  reporter: [['list'], ['./slowest.ts']],
  // One set of pictures for all systems: see screens.spec.ts.
  snapshotPathTemplate: '{testDir}/screens/{arg}-{projectName}{ext}',
  // No worker but where a test is about it: each test would fetch a whole copy, and be told so in passing.
  use: { baseURL, launchOptions, trace: 'on-first-retry', locale: 'en-GB', serviceWorkers: 'block' },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } },
    { name: 'tablet', use: { viewport: { width: 1024, height: 768 } }, testIgnore: anySize.map((name) => `**/${name}.spec.ts`) },
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
