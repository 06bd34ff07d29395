// Deletions: the question before them, and the bin, from which everything can be restored during the same visit.
import { type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, test } from './page';
import { addRoster, beginBattle, confirm, log, nextPhase, saved } from './play';

const bin = (page: Page) => page.locator('details.deleted');
const openBin = (page: Page) => bin(page).locator('> summary').click();

/** Saved texts without the preferences. */
async function savedTexts(page: Page) {
  const all = await saved(page);
  return Object.fromEntries(Object.entries(all).filter(([key]) => key !== 'drumhead/settings'));
}

test('a battle is deleted after a question, and can be restored after a reload', async ({ page }) => {
  await beginBattle(page, 'A name that is so long that a notice with it needs several lines of a phone');
  await confirm(nextPhase(page));
  await page.goto('./#/saved');
  const before = await savedTexts(page);
  const deleteButton = page.getByRole('button', { name: /^Delete A name/ });
  await deleteButton.click();
  await expectAccessible(page, 'the question before a battle is deleted');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect.poll(() => savedTexts(page)).toEqual(before);
  await deleteButton.click();
  await page.getByRole('button', { name: 'Delete the battle' }).click();
  await expect.poll(() => savedTexts(page)).toEqual({});
  const notice = await page.locator('.notice').evaluate((element) => ({
    cutOff: element.scrollWidth - element.clientWidth,
    right: element.getBoundingClientRect().right,
    screenWidth: innerWidth,
  }));
  expect(notice.cutOff, 'the notice is not cut off').toBeLessThanOrEqual(0);
  expect(notice.right).toBeLessThanOrEqual(notice.screenWidth);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await openBin(page);
  await expectAccessible(page, 'the bin');
  await page.getByRole('button', { name: /^Restore A name/ }).click();
  await expect.poll(() => savedTexts(page)).toEqual(before);
  await expect(bin(page)).toHaveCount(0);
  await page.goto('./#/');
  await page.getByRole('link', { name: /^Continue: A name/ }).click();
  await expect.poll(() => log(page)).toHaveLength(1);
});

test('rosters and their units are restored one by one, and the bin lists the latest first', async ({ page }) => {
  await addRoster(page);
  const units = page.getByRole('article');
  const count = await units.count();
  await units.nth(1).getByRole('button').first().click();
  const name = (await units.nth(1).getByRole('heading').innerText()).trim();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(units).toHaveCount(count - 1);
  const less = await savedTexts(page);
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'Delete Essex’s foot' }).click();
  await openBin(page);
  // The roster is restored before its unit.
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(page.getByText('Its roster is deleted. Bring that back first.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore Essex’s foot' }).click();
  await expect.poll(() => savedTexts(page)).toEqual(less);
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await page.getByRole('link', { name: /Essex’s foot/ }).click();
  await expect(units).toHaveCount(count);
  await expect(units.nth(1)).toContainText(name);
});

test('everything is deleted after a question, and can be restored', async ({ page }) => {
  await addRoster(page);
  await beginBattle(page);
  await page.goto('./#/saved');
  const before = await savedTexts(page);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Delete 1 roster, 1 battle and all settings?');
  await page.keyboard.press('Escape');
  await expect.poll(() => savedTexts(page)).toEqual(before);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('button', { name: 'Delete all of it' }).click();
  await expect.poll(() => savedTexts(page)).toEqual({});
  await page.reload();
  await openBin(page);
  await page.getByRole('button', { name: 'Restore Everything that was saved' }).click();
  await expect.poll(() => savedTexts(page)).toEqual(before);
});

test('a panel’s link to the quick reference opens the right section, and Back shows the panel with its input', async ({ page }) => {
  await beginBattle(page);
  for (let n = 0; n < 2; n++) await confirm(nextPhase(page));
  await page.goto((page.url() + '/do/infantry_fire').replace(/.*#/, './#'));
  const firer = page.getByRole('region', { name: 'Firer' });
  await firer.locator('.candidate').first().click();
  await page.getByRole('region', { name: 'Target' }).locator('.candidate').first().click();
  const more = page.getByRole('region', { name: 'Target' }).getByRole('button').first();
  await expect(more).not.toContainText('choose');
  const target = await more.innerText();
  await page.getByRole('link', { name: 'Quick reference' }).click();
  const section = page.locator('details#section');
  await expect(section).toHaveAttribute('open', '');
  await expect(section.locator('> summary')).toBeInViewport();
  expect(await page.evaluate(() => scrollY), 'not the top of the page').toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(more).toHaveText(target, { useInnerText: true });
});
