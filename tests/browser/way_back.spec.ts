// The way back from a page, and pages that have nothing to show yet.
import { beginBattle, wholeUnit } from './play';
import { appReady, expect, test } from './page';
import type { Page } from '@playwright/test';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('a page with nothing to show tells the player what to do', async ({ page }) => {
  const expectText = async (address: string, words: RegExp) => {
    await page.goto(`./${address}`);
    await appReady(page);
    await expect(page.getByRole('main')).toContainText(words);
  };
  await expectText('#/', /Play a five-minute battle/);
  await expectText('#/rosters', /No rosters yet\. Start one below, or copy a sample/);
  await expectText('#/battle/nowhere', /This battle is not on this device/);
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: /^New roster for Pike & Shot/ }).click();
  await expect(page.getByRole('main')).toContainText('No units yet. Add the first.');
  await beginBattle(page);
  const battle = new URL(page.url()).hash;
  await expectText(`${battle}/log`, /Nothing has happened yet/);
  await expectText(`${battle}/luck`, /No dice to count yet\. They appear here after the first roll/);
  await expectText(`${battle}/replay`, /Nothing has happened yet\./);
  await expectText(`${battle}/report`, /Nothing to report yet\. After the first action/);
  // The address of the page that checked the log in version 1.0.0.
  await expectText(`${battle}/verify`, /Nothing to check yet\./);
  // A side without units: they can be added.
  await page.goto(`./${battle}`);
  const side = page.locator('.side:visible').first();
  for (let left = await side.getByRole('article').count(); left > 0; left -= 1) {
    const name = await side.getByRole('article').first().getAttribute('aria-label');
    const whole = await wholeUnit(page, name!);
    await whole.getByRole('button', { name: 'Remove from the table' }).click();
  }
  await expect(side).toContainText('No units here yet. Add a whole roster or single units below.');
});

test('the link Back goes back in the browser’s history, so Settings and Backup do not lead to each other', async ({ page }) => {
  await page.goto('./#/');
  await appReady(page);
  const back = page.getByRole('link', { name: 'Back', exact: true });
  const entries = () => page.evaluate(() => history.length);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Backup and storage' }).click();
  await expect(title(page)).toHaveText('Backup and storage');
  const count = await entries();
  await back.click();
  await expect(title(page)).toHaveText('Settings');
  await back.click();
  await expect(title(page)).toHaveText('Drumhead');
  expect(await entries(), 'no entry was added to the history').toBe(count);
  // The browser’s Back and the link can be mixed.
  await page.goForward();
  await page.goForward();
  await expect(title(page)).toHaveText('Backup and storage');
  await page.goBack();
  await expect(title(page)).toHaveText('Settings');
  await page.reload();
  await appReady(page);
  await back.click();
  await expect(title(page)).toHaveText('Drumhead');
  // Nothing comes before a page that was opened by its address, so the page that Back leads to replaces it.
  await page.goto('./#/rosters');
  await page.goto('./#/dice');
  await expect(title(page)).toHaveText('How the dice are rolled');
  const before = await entries();
  await page.goto('./#/chronicle');
  await back.click();
  await expect(title(page)).toHaveText('Drumhead');
  expect(await entries()).toBeLessThanOrEqual(before + 1);
});

test('Back leads from a panel and from the log to the table, and from there home', async ({ page }) => {
  await page.goto('./#/');
  await appReady(page);
  await page.getByRole('link', { name: 'Try a sample battle' }).first().click();
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  const table = new URL(page.url()).hash;
  const back = page.getByRole('link', { name: 'Back', exact: true });
  for (const place of ['/log', '/do/reaction_charge']) {
    await page.evaluate((place) => (location.hash += place), place);
    await expect(page.getByRole('region', { name: 'Phase' })).toBeHidden();
    await back.click();
    await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
    expect(new URL(page.url()).hash).toBe(table);
  }
  await back.click();
  await expect(title(page)).toHaveText('Drumhead');
});
