// Options to start Chromium: the program that DRUMHEAD_CHROMIUM names, the one that set-up has found, or Playwright's own.
import { browsers } from './found.js';

const isRoot = process.getuid?.() === 0;

export const launchOptions = {
  executablePath: process.env.DRUMHEAD_CHROMIUM ?? browsers.chromium?.program,
  // Chromium has no sandbox as root, and on some systems for nobody.
  chromiumSandbox: !isRoot && process.env.DRUMHEAD_CHROMIUM_SANDBOX !== 'off' && browsers.chromium?.sandbox !== false,
  // Added to Playwright's own. They avoid a network or graphics card that may be missing, give letters the same width in a headless
  // shell and a whole browser, and switch off coloured edges of letters.
  args: ['--font-render-hinting=none', '--disable-lcd-text', '--disable-gpu', '--disable-quic', '--disable-sync'],
};
