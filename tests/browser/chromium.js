// How the tests start Chromium. `cargo xtask test` finds one and names it in the environment;
// without that, it is the one that `npx playwright install --only-shell chromium` downloads.
const root = process.getuid?.() === 0;

export const launchOptions = {
  executablePath: process.env.DRUMHEAD_CHROMIUM,
  // Chromium refuses its sandbox to root, and some systems refuse it to everyone.
  chromiumSandbox: !root && process.env.DRUMHEAD_CHROMIUM_SANDBOX !== 'off',
  // Beyond Playwright's own: no use of a network or graphics card that may be missing, and letters of the same width in a
  // headless shell and in a whole browser.
  args: ['--font-render-hinting=none', '--disable-gpu', '--disable-quic', '--disable-sync'],
};
