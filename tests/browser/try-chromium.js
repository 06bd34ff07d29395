// Prints the version of the Chromium that the tests would use, or fails if it does not start.
import { chromium } from '@playwright/test';
import { launchOptions } from './chromium.js';

const browser = await chromium.launch({ ...launchOptions, timeout: 30_000 });
console.log(browser.version());
await browser.close();
