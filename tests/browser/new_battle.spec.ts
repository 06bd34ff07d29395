// The answers on the page New battle outlast whatever takes a player away from it for a moment, and are used for one battle.
import type { Page } from '@playwright/test';
import { appReady, expect, test } from './page';
import { addRoster, openCheck } from './play';

const phrase = (page: Page) => page.getByLabel('One side’s phrase');
const commitment = (page: Page) => page.getByLabel('Commitment');
const fairDice = (page: Page) => page.getByText('Fair dice', { exact: true });

/** What the browser tells a page when its tab, or the phone, is put away and taken up again. */
const putAwayAndBack = (page: Page) =>
  page.evaluate(() => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });

async function open(page: Page) {
  await page.goto('./#/new');
  await appReady(page);
  await fairDice(page).click();
}

test('a tab that comes back to the front shows the same commitment, phrase and focus', async ({ page }) => {
  await addRoster(page);
  await open(page);
  const before = await commitment(page).textContent();
  await phrase(page).fill('Have at you');
  await putAwayAndBack(page);
  await expect(commitment(page)).toHaveText(before!);
  await expect(phrase(page)).toHaveValue('Have at you');
  await expect(phrase(page)).toBeFocused();
});

test('rosters are not drawn again, and keep the focus, when the tab comes back to the front', async ({ page }) => {
  await addRoster(page);
  await page.goto('./#/rosters');
  const move = page.getByRole('button', { name: /^Move .* up$/ }).first();
  await move.focus();
  await putAwayAndBack(page);
  await expect(move).toBeFocused();
});

test('phrases and commitment stay while a player reads the help, loads the page again, or closes it', async ({ page, context }) => {
  await open(page);
  const before = await commitment(page).textContent();
  await phrase(page).fill('Have at you');
  await page.getByRole('link', { name: 'How the dice are rolled' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How the dice are rolled');
  await page.goBack();
  await fairDice(page).click();
  await expect(commitment(page)).toHaveText(before!);
  await expect(phrase(page)).toHaveValue('Have at you');
  await page.getByText('Own rules', { exact: true }).click();
  await page.getByLabel('Name of the battle').fill('Lens');
  await page.getByText('Argad!', { exact: true }).click();
  await page.close();
  const again = await context.newPage();
  await open(again);
  await expect(commitment(again)).toHaveText(before!);
  await expect(phrase(again)).toHaveValue('Have at you');
  await expect(again.getByLabel('Name of the battle')).toHaveValue('Lens');
  await expect(again.getByRole('radio', { name: 'Argad!' })).toBeChecked();
  // The battle takes them, and the next one begins anew.
  await again.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(again.getByRole('heading', { level: 1, name: 'Lens' })).toBeVisible();
  await openCheck(again);
  await expect(again.getByText('after a phrase had been entered')).toHaveCount(0);
  await open(again);
  await expect(commitment(again)).not.toHaveText(before!);
  await expect(phrase(again)).toHaveValue('');
});

test('two tabs do not begin battles with the same dice', async ({ page, context }) => {
  await open(page);
  const before = await commitment(page).textContent();
  const other = await context.newPage();
  await open(other);
  await expect(commitment(other)).toHaveText(before!);
  await other.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(other.getByRole('button', { name: 'Next ›' })).toBeVisible();
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByText('A battle was begun in another tab with the dice that were shown here.')).toBeVisible();
  await expect(commitment(page)).not.toHaveText(before!);
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('button', { name: 'Next ›' })).toBeVisible();
});

test('house rules of the last battle are offered, and can be taken back', async ({ page }) => {
  await open(page);
  const houseRules = page.getByText('House rules', { exact: true });
  await houseRules.click();
  const second = () => page.locator('main details', { has: houseRules }).getByRole('radio').nth(1);
  await second().check();
  await page.getByLabel('Name of the battle').fill('Lens');
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('button', { name: 'Next ›' })).toBeVisible();
  await open(page);
  await houseRules.click();
  await expect(second()).not.toBeChecked();
  await page.getByRole('button', { name: 'Use those of “Lens”' }).click();
  await expect(second()).toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(second()).not.toBeChecked();
});

test('house rules and own rules typed into New battle are there after the browser was closed', async ({ page, context }) => {
  await open(page);
  const second = (page: Page) =>
    page
      .locator('main details', { has: page.getByText('House rules', { exact: true }) })
      .getByRole('radio')
      .nth(1);
  await page.getByText('House rules', { exact: true }).click();
  await second(page).check();
  await page.getByLabel('Second side').selectOption({ index: 0 });
  await page.getByText('Own rules', { exact: true }).click();
  await page.getByText('Reminders', { exact: true }).click();
  await page.getByRole('combobox', { name: 'After' }).selectOption({ index: 1 });
  await page.getByLabel('Remind us').fill('Roll for the weather');
  await page.getByRole('button', { name: 'Add a reminder' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Roll for the weather' })).toBeVisible();
  await page.close();
  const again = await context.newPage();
  await open(again);
  await expect(again.getByLabel('Second side')).toHaveValue('');
  await again.getByText('House rules', { exact: true }).click();
  await expect(second(again)).toBeChecked();
  await again.getByText('Own rules', { exact: true }).click();
  await again.getByText('Reminders', { exact: true }).click();
  await expect(again.getByRole('listitem').filter({ hasText: 'Roll for the weather' })).toBeVisible();
});

test('a field shows its limit near it, and when it is full', async ({ page }) => {
  await open(page);
  const limit = page.locator('.text-limit');
  for (const [label, most] of [
    ['Name of the battle', 80],
    ['One side’s phrase', 80],
  ] as const) {
    const field = page.getByLabel(label);
    await field.fill('x'.repeat(most - 20));
    await expect(limit).toHaveText('');
    await field.fill('x'.repeat(most - 3));
    await expect(limit).toHaveText(`${most - 3} of ${most} letters`);
    const [line, box] = await Promise.all([limit.locator('span').boundingBox(), field.boundingBox()]);
    expect(Math.abs(line!.y + line!.height - box!.y), 'above its field').toBeLessThan(4);
    // What is pasted is cut by the browser, and the field says so.
    await field.pressSequentially('yyyyyy');
    await expect(field).toHaveValue('x'.repeat(most - 3) + 'yyy');
    await expect(limit).toHaveText(`${most} of ${most} letters: no more fit here.`);
    await field.blur();
    await expect(limit).toHaveText('');
  }
});

test('the date of the last backup goes with everything', async ({ page }) => {
  await addRoster(page);
  await page.goto('./#/saved');
  const date = page.getByText(/Last backup/);
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save everything as a file' }).click()]);
  await expect(date).toHaveText('Last backup: today');
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('button', { name: 'Delete all of it' }).click();
  await expect(page.getByText('Everything is deleted.')).toBeVisible();
  await expect(date).toHaveText('Last backup: never');
});
