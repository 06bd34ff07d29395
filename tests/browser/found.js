// The browsers that set-up found (see install.js). Without it they are Playwright's own, or those that the environment names.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const project = join(import.meta.dirname, '../..');
const file = join(project, 'node_modules/.browsers.json');

/**
 * For each browser by its name: its program, unless it is Playwright's own, and what else was found out.
 * @typedef {{ program?: string, sandbox?: boolean }} Browser
 * @type {Record<string, Browser | undefined>}
 */
export const found = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

/** @param {string} name @param {Browser} browser */
export function remember(name, browser) {
  found[name] = browser;
  writeFileSync(file, JSON.stringify(found));
}
