// Runs the tests that are marked `@engines` (or `@tablet`) in Firefox. They test features in which browsers may differ.
// Set-up finds or installs Firefox. Without it, `cargo xtask test` lists the step as skipped.
import { launchOptions } from './firefox.js';
import base from './playwright.config';

// An unmodified Firefox can emulate the size of a phone, but neither touch nor a phone.
const use = { browserName: 'firefox', launchOptions, permissions: [] as string[] } as const;

export default {
  ...base,
  // A second try records a trace, which takes twice as long.
  timeout: 120_000,
  projects: [
    { name: 'firefox', grep: /@engines/, use: { ...use, viewport: { width: 390, height: 844 } } },
    { name: 'firefox-tablet', grep: /@tablet/, use: { ...use, viewport: { width: 1024, height: 768 } } },
  ],
};
