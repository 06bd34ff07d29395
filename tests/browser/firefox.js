// Options to start Firefox: the program that DRUMHEAD_FIREFOX names, the one that set-up has found, or Playwright's own.
// Playwright drives an unmodified Firefox by WebDriver BiDi, and its own build by another protocol.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browsers } from './found.js';

/**
 * Options for an unmodified Firefox; none for Playwright's own, which has no path here.
 * @param {string | undefined} executablePath
 */
export const optionsFor = (executablePath) => (executablePath ? { channel: 'moz-firefox', executablePath } : {});

/** The download folder of this process's Firefox. */
export const downloads = join(tmpdir(), `drumhead-downloads-${process.pid}`);

export const launchOptions = {
  ...optionsFor(process.env.DRUMHEAD_FIREFOX ?? browsers.firefox?.program),
  downloadsPath: downloads,
  firefoxUserPrefs: { 'ui.useOverlayScrollbars': 0 }, // scrollbars take room, instead of covering the page
};
