import { appReady, expect, test } from './page';

test('the app runs, and leads on', async ({ page }) => {
  await page.goto('./');
  await appReady(page);
  await page.getByRole('link', { name: 'New battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New battle' })).toBeVisible();
});
