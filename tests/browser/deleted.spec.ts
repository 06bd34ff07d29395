// Deletions: what asks first, and the place from which everything comes back for the rest of the visit.
import { type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, test } from './page';
import { addRoster, beginBattle, confirm, log, nextPhase, saved } from './play';

const bin = (page: Page) => page.locator('details.deleted');
const openBin = (page: Page) => bin(page).locator('> summary').click();

/** What is saved, but for what the player prefers. */
async function things(page: Page) {
  const all = await saved(page);
  return Object.fromEntries(Object.entries(all).filter(([key]) => key !== 'drumhead/settings'));
}

test('a battle is deleted when the question is answered, and comes back after a reload', async ({ page }) => {
  await beginBattle(page, 'A name that is so long that a notice with it needs several lines of a phone');
  await confirm(nextPhase(page));
  await page.goto('./#/saved');
  const before = await things(page);
  const own = page.getByRole('button', { name: /^Delete A name/ });
  await own.click();
  await expectAccessible(page, 'the question before a battle is deleted');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect.poll(() => things(page)).toEqual(before);
  await own.click();
  await page.getByRole('button', { name: 'Delete the battle' }).click();
  await expect.poll(() => things(page)).toEqual({});
  const notice = await page
    .locator('.notice')
    .evaluate((own) => ({ over: own.scrollWidth - own.clientWidth, right: own.getBoundingClientRect().right, wide: innerWidth }));
  expect(notice.over, 'the notice is not cut off').toBeLessThanOrEqual(0);
  expect(notice.right).toBeLessThanOrEqual(notice.wide);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await openBin(page);
  await expectAccessible(page, 'the bin');
  await page.getByRole('button', { name: /^Restore A name/ }).click();
  await expect.poll(() => things(page)).toEqual(before);
  await expect(bin(page)).toHaveCount(0);
  await page.goto('./#/');
  await page.getByRole('link', { name: /^Continue: A name/ }).click();
  await expect.poll(() => log(page)).toHaveLength(1);
});

test('rosters and their units come back one by one, the last deleted first', async ({ page }) => {
  await addRoster(page);
  const units = page.getByRole('article');
  const count = await units.count();
  await units.nth(1).getByRole('button').first().click();
  const name = (await units.nth(1).getByRole('heading').innerText()).trim();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(units).toHaveCount(count - 1);
  const less = await things(page);
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'Delete Essex’s foot' }).click();
  await openBin(page);
  // Its roster first.
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(page.getByText('Its roster is deleted. Bring that back first.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore Essex’s foot' }).click();
  await expect.poll(() => things(page)).toEqual(less);
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await page.getByRole('link', { name: /Essex’s foot/ }).click();
  await expect(units).toHaveCount(count);
  await expect(units.nth(1)).toContainText(name);
});

test('everything is deleted when the question is answered, and comes back', async ({ page }) => {
  await addRoster(page);
  await beginBattle(page);
  await page.goto('./#/saved');
  const before = await things(page);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Delete 1 roster, 1 battle and all settings?');
  await page.keyboard.press('Escape');
  await expect.poll(() => things(page)).toEqual(before);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('button', { name: 'Delete all of it' }).click();
  await expect.poll(() => things(page)).toEqual({});
  await page.reload();
  await openBin(page);
  await page.getByRole('button', { name: 'Restore Everything that was saved' }).click();
  await expect.poll(() => things(page)).toEqual(before);
});

test('the quick reference of a panel opens its section, and Back finds the panel as it was', async ({ page }) => {
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
