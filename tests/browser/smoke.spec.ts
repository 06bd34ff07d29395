import { expect, test } from './page';

test('the app loads', async ({ page }) => {
  await page.goto('./');
  await expect(page).toHaveTitle('Drumhead');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
