// How the tests start Chromium: the one that DRUMHEAD_CHROMIUM names, the one that set-up found, or Playwright's own.
import { found } from './found.js';

const root = process.getuid?.() === 0;

export const launchOptions = {
  executablePath: process.env.DRUMHEAD_CHROMIUM ?? found.chromium?.program,
  // Chromium refuses its sandbox to root, and some systems refuse it to everyone.
  chromiumSandbox: !root && process.env.DRUMHEAD_CHROMIUM_SANDBOX !== 'off' && found.chromium?.sandbox !== false,
  // Beyond Playwright's own: no use of a network or graphics card that may be missing, letters of the same width in a headless shell and
  // in a whole browser, and no coloured edges of letters.
  args: ['--font-render-hinting=none', '--disable-lcd-text', '--disable-gpu', '--disable-quic', '--disable-sync'],
};
