// Takes the README's pictures: run `cargo xtask serve`, and in another terminal
// `DRUMHEAD_URL=http://127.0.0.1:1642/ node docs/pictures.js`.
import { chromium } from '@playwright/test';
import { join } from 'node:path';
import { launchOptions } from '../tests/browser/chromium.js';

const browser = await chromium.launch(launchOptions);
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true, locale: 'en-GB' };
const page = await browser.newPage({ ...phone, serviceWorkers: 'block', baseURL: process.env.DRUMHEAD_URL });

async function picture(name) {
  for (const hint of await page.getByRole('button', { name: 'Got it' }).all()) await hint.click();
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(import.meta.dirname, `${name}.png`), animations: 'disabled' });
}

await page.goto('./#/new');
await page.getByRole('radio', { name: 'Pike & Shot', exact: true }).check();
await page.getByLabel('First side').selectOption({ index: 1 });
await page.getByLabel('Second side').selectOption({ index: 2 });
await page.getByLabel('Name of the battle').fill('Cheriton lane');
await page.getByRole('button', { name: 'Begin the battle' }).click();
const counters = page.getByRole('group', { name: 'Counters' }).locator('visible=true').first();
for (const _ of [1, 2]) await counters.getByRole('button').last().click();
await counters.getByText('2 of 8').waitFor();
await picture('table');

await page.getByRole('link', { name: 'Charge or counter-charge' }).locator('visible=true').first().click();
await page.locator('.candidate').locator('visible=true').first().click();
await page.getByRole('region', { name: 'Odds' }).waitFor();
await picture('odds');
await browser.close();
