import { defineConfig } from '@playwright/test';
import { launchOptions } from './chromium.js';

const port = process.env.DRUMHEAD_PORT ?? '1643';
// During development, the tests can use a server that is already running.
const served = process.env.DRUMHEAD_URL;
const baseURL = served ?? `http://127.0.0.1:${port}/`;

// These specs do not depend on the size of the screen, so they run on the phone alone: storage, links, refusals, texts and rules. `walk`
// sets the size by itself. Single tests that run on the phone alone are marked `@phone`. On both sizes, `turn` plays whole turns of two
// rulesets, `table_rows`, `legible` and `screens` check the look of pages, and `odds`, `melee` and `side_panel` check what is next to each
// other. A new spec runs on both sizes unless it is named here.
const anySize = [
  'back_closes',
  'camera',
  'channel_sleep',
  'compare',
  'control',
  'correct',
  'deleted',
  'dice_pad',
  'direct',
  'failed_start',
  'fair_dice',
  'first_visit',
  'group_budgets',
  'group_cases',
  'groups',
  'guide',
  'hall',
  'hostile',
  'incoming',
  'installed',
  'killed',
  'language',
  'log_check',
  'long_odds',
  'lost_focus',
  'main-job',
  'mesh',
  'motion_and_print',
  'new_battle',
  'offline',
  'one_point_zero',
  'phone',
  'play_out',
  'print',
  'recovery',
  'refusals',
  'report_and_luck',
  'roll',
  'rosters',
  'rulesets',
  'second_tap',
  'security',
  'several_devices',
  'sharing',
  'storage',
  'stored',
  'table_head',
  'turn_flow',
  'two_phones',
  'unapplied_rolls',
  'walk',
  'way_back',
  'which_target',
];

// These are slow or need root, and seldom fail: they run before a version is published (`cargo xtask test --all`). `two_phones`, `walk` and
// xtask/src/page.rs check what players would notice of them.
const beforePublishing = ['lighthouse', 'networks'];

const files = (names: string[]) => names.map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  outputDir: '../../test-results',
  testIgnore: process.env.DRUMHEAD_ALL ? [] : files(beforePublishing),
  fullyParallel: true,
  // Tests wait for the page and the browser a good part of the time, so three share two cores. With four, pages come late enough that
  // one test in a hundred needs its second try.
  workers: '150%',
  forbidOnly: Boolean(process.env.CI),
  // A failed test runs once more and records a trace: recording every test would take a quarter longer. If it passes then, it is
  // listed as flaky. Before a version is published, that fails the run, too.
  retries: 1,
  failOnFlakyTests: Boolean(process.env.DRUMHEAD_ALL),
  // No test judges how quick the machine is, so a busy one has time.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // The report holds the traces of failed tests and, under "Speedboard", the slowest tests: `npx playwright show-report`.
  reporter: [['list'], ['html', { open: 'never', outputFolder: '../../playwright-report' }]],
  // One set of pictures for all systems: see screens.spec.ts.
  snapshotPathTemplate: '{testDir}/screens/{arg}-{projectName}{ext}',
  // Only tests about offline use allow the service worker: in the others it would fetch a whole copy of the app each time.
  use: {
    baseURL,
    launchOptions,
    trace: 'on-first-retry',
    locale: 'en-GB',
    serviceWorkers: 'block',
    // A headless Chromium refuses to keep the screen on since version 156, and the app says so.
    permissions: ['screen-wake-lock'],
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } },
    {
      name: 'tablet',
      use: { viewport: { width: 1024, height: 768 } },
      grepInvert: /@phone/,
      testIgnore: files([...anySize, ...beforePublishing]),
    },
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
