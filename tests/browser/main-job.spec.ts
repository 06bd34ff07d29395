// The main job, as a player would do it: the rulebook's own melee of twelve horse charging twenty-four raw foot.
import { expect, test } from './page';
import type { Page } from '@playwright/test';

/** Sets a stepper by typing its number. */
async function number(page: Page, label: string, value: number) {
  const box = page.getByRole('textbox', { name: label, exact: true });
  await box.fill(String(value));
  await box.blur();
}

async function enterRoster(page: Page, name: string, unit: () => Promise<void>) {
  await page.getByRole('link', { name: 'Rosters' }).click();
  await page.getByRole('button', { name: 'New roster for Pike & Shot' }).click();
  await page.getByLabel('Name of the roster').fill(name);
  await page.getByRole('button', { name: 'Add a unit' }).click();
  await unit();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.goto('./#/');
}

async function twoRegiments(page: Page) {
  await page.goto('./');
  await enterRoster(page, 'Parliament', async () => {
    await page.getByLabel('Name', { exact: true }).fill("Haselrig's Horse");
    await page.getByText('Horse', { exact: true }).click();
    await number(page, 'Figures', 12);
    await page.getByText('Average', { exact: true }).click();
  });
  await enterRoster(page, 'The King', async () => {
    await page.getByLabel('Name', { exact: true }).fill("Pinchbeck's Foot");
    await page.getByText('Raw', { exact: true }).click();
    await page.getByText('Poor', { exact: true }).click();
    await number(page, 'Pikes', 12);
    await number(page, 'Muskets', 12);
    await page.getByText(/Dutch/).click();
  });
  await page.getByRole('link', { name: 'New battle' }).click();
  await page.getByLabel('First side').selectOption({ label: 'Parliament' });
  await page.getByLabel('Second side').selectOption({ label: 'The King' });
  await page.getByLabel('Name of the battle').fill('Cheriton lane');
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
}

/** Types dice on the pad. */
async function type(page: Page, dice: number[]) {
  for (const die of dice) {
    await page.getByRole('region', { name: 'Type the dice' }).getByRole('button', { name: String(die), exact: true }).click();
  }
}

/** Shows a side; on a wide screen both are shown. */
async function side(page: Page, name: RegExp) {
  const tab = page.getByRole('group', { name: 'Sides' }).getByRole('button', { name });
  if (await tab.isVisible()) await tab.click();
}

const card = (page: Page, name: string) => page.getByRole('article', { name });

test('the rulebook’s melee, from rosters to pursuit, survives undo, redo and a reload', async ({ page }) => {
  await twoRegiments(page);
});
