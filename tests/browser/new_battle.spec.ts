// The answers on the page New battle stay when a player leaves the page for a moment. They are used for one battle.
import type { Page } from '@playwright/test';
import { appReady, expect, test } from './page';
import { addRoster, openCheck } from './play';

const phrase = (page: Page) => page.getByLabel('One side’s phrase');
const commitment = (page: Page) => page.getByLabel('Commitment');
const fairDice = (page: Page) => page.getByText('Fair dice', { exact: true });

/** Sends the events of a tab that is hidden and shown again. */
const hideAndShow = (page: Page) =>
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
  await hideAndShow(page);
  await expect(commitment(page)).toHaveText(before!);
  await expect(phrase(page)).toHaveValue('Have at you');
  await expect(phrase(page)).toBeFocused();
});

test('rosters are not redrawn, and keep the focus, when the tab comes back to the front', async ({ page }) => {
  await addRoster(page);
  await page.goto('./#/rosters');
  const move = page.getByRole('button', { name: /^Move .* up$/ }).first();
  await move.focus();
  await hideAndShow(page);
  await expect(move).toBeFocused();
});

test('phrases and commitment stay while a player reads the help, reloads the page, or closes it', async ({ page, context }) => {
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
  const reopened = await context.newPage();
  await open(reopened);
  await expect(commitment(reopened)).toHaveText(before!);
  await expect(phrase(reopened)).toHaveValue('Have at you');
  await expect(reopened.getByLabel('Name of the battle')).toHaveValue('Lens');
  await expect(reopened.getByRole('radio', { name: 'Argad!' })).toBeChecked();
  // The battle uses them, and the form of the next one is empty.
  await reopened.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(reopened.getByRole('heading', { level: 1, name: 'Lens' })).toBeVisible();
  await openCheck(reopened);
  await expect(reopened.getByText('after a phrase had been entered')).toHaveCount(0);
  await open(reopened);
  await expect(commitment(reopened)).not.toHaveText(before!);
  await expect(phrase(reopened)).toHaveValue('');
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

test('house rules of the last battle are offered, and the offer can be undone', async ({ page }) => {
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

test('house rules and own rules in New battle are still there after the browser was closed', async ({ page, context }) => {
  await open(page);
  const second = (page: Page) =>
    page
      .locator('main details', { has: page.getByText('House rules', { exact: true }) })
      .getByRole('radio')
      .nth(1);
  await page.getByText('House rules', { exact: true }).click();
  await second(page).check();
  await page.getByRole('combobox', { name: /^Second side/ }).selectOption({ index: 0 });
  await page.getByText('Own rules', { exact: true }).click();
  await page.getByText('Reminders', { exact: true }).click();
  await page.getByRole('combobox', { name: 'When' }).selectOption({ index: 1 });
  await page.getByLabel('Remind us').fill('Roll for the weather');
  await page.getByRole('button', { name: 'Add a reminder' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Roll for the weather' })).toBeVisible();
  await page.close();
  const reopened = await context.newPage();
  await open(reopened);
  await expect(reopened.getByRole('combobox', { name: /^Second side/ })).toHaveValue('');
  await reopened.getByText('House rules', { exact: true }).click();
  await expect(second(reopened)).toBeChecked();
  await reopened.getByText('Own rules', { exact: true }).click();
  await reopened.getByText('Reminders', { exact: true }).click();
  await expect(reopened.getByRole('listitem').filter({ hasText: 'Roll for the weather' })).toBeVisible();
});

test('a text field shows its limit when the text is near it or reaches it', async ({ page }) => {
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
    // The browser cuts off pasted text, and the field shows this.
    await field.pressSequentially('yyyyyy');
    await expect(field).toHaveValue('x'.repeat(most - 3) + 'yyy');
    await expect(limit).toHaveText(`${most} of ${most} letters: no more fit here.`);
    await field.blur();
    await expect(limit).toHaveText('');
  }
});

test('the date of the last backup is deleted with everything', async ({ page }) => {
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
