// The tests that are marked `@engines` (or `@tablet`), which show what could differ in another browser, in Firefox.
// Set-up finds or installs it; where there is none, `cargo xtask test` says that they were skipped.
import { launchOptions } from './firefox.js';
import base from './playwright.config';

// A stock Firefox feigns neither touch nor a phone, only its size.
const use = { browserName: 'firefox', launchOptions, permissions: [] as string[] } as const;

export default {
  ...base,
  // With a trace, a second try takes twice as long.
  timeout: 120_000,
  projects: [
    { name: 'firefox', grep: /@engines/, use: { ...use, viewport: { width: 390, height: 844 } } },
    { name: 'firefox-tablet', grep: /@tablet/, use: { ...use, viewport: { width: 1024, height: 768 } } },
  ],
};
