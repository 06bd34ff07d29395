// The browsers that set-up has found (install.js). Without set-up, the tests use Playwright's browsers or those of the environment.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const project = join(import.meta.dirname, '../..');
const file = join(project, 'node_modules/.browsers.json');

/**
 * The browsers by name. `program` is undefined for Playwright's own; `sandbox` is false if Chromium's sandbox does not work here.
 * @typedef {{ program?: string, sandbox?: boolean }} Browser
 * @type {Record<string, Browser | undefined>}
 */
export const browsers = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

/** @param {string} name @param {Browser} browser */
export function record(name, browser) {
  browsers[name] = browser;
  writeFileSync(file, JSON.stringify(browsers));
}
