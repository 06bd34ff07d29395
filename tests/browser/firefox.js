// How the tests start Firefox: the one that DRUMHEAD_FIREFOX names, the one that set-up found, or Playwright's own.
// Playwright drives a stock Firefox by WebDriver BiDi, and its own by another protocol.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { found } from './found.js';

/**
 * The options of a launch: of a stock Firefox, or without a program of Playwright's own.
 * @param {string | undefined} executablePath
 */
export const launching = (executablePath) => (executablePath ? { channel: 'moz-firefox', executablePath } : {});

/** The folder into which the Firefox of this process downloads. */
export const downloads = join(tmpdir(), `drumhead-downloads-${process.pid}`);

export const launchOptions = {
  ...launching(process.env.DRUMHEAD_FIREFOX ?? found.firefox?.program),
  downloadsPath: downloads,
  firefoxUserPrefs: { 'ui.useOverlayScrollbars': 0 }, // scrollbars that take room
};
