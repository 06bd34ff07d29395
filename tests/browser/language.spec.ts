// The choice of the language. walk.spec.ts checks that nothing is left in English.
import { french } from './french';
import { appReady, expect, test } from './page';

test('in English nothing of French is fetched', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('./');
  await appReady(page);
  await page.getByRole('link', { name: 'New battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New battle' })).toBeVisible();
  expect(requests.filter((url) => url.includes('/lang/'))).toEqual([]);
});

test('if a part of French cannot be fetched, a message says so, and the rest is French', async ({ page, context }) => {
  await page.goto('./#/settings');
  await page.getByRole('radio', { name: 'Français' }).check();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { level: 1, name: french('Settings') })).toBeVisible();
  await context.route('**/lang/fr/argad.json', (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '<' }));
  await page.goto('./#/');
  await page.reload();
  await expect(page.getByRole('status').getByText(french('Some translations could not be loaded. The rest is in English.'))).toBeVisible();
  await expect(page.getByRole('link', { name: french('New battle') })).toBeVisible();
});

test('the page of a new battle has the words of the chosen rules', async ({ page }) => {
  await page.goto('./#/settings');
  await page.getByRole('radio', { name: 'Français' }).check();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.goto('./#/new');
  await page.getByRole('radio', { name: 'Argad!' }).check();
  await page.getByText(french('Own rules'), { exact: true }).first().click();
  await page.getByRole('button', { name: french('Add a tracker') }).click();
  await page.getByRole('combobox', { name: french('Which units?') }).selectOption('weapon');
  // Another ruleset has another word for “Pike”.
  await expect(page.getByText('Pique', { exact: true })).toBeVisible();
  await expect(page.getByText('Piquiers', { exact: true })).toHaveCount(0);
});

test.describe('in a French browser', () => {
  test.use({ locale: 'fr-FR' });

  test('French is offered until the player chooses', async ({ page }) => {
    await page.goto('./');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
    await page.getByRole('button', { name: 'Lire en français' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page.getByRole('link', { name: french('New battle') })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Lire en français' })).toHaveCount(0);
    await page.goto('./#/settings');
    await page.getByRole('radio', { name: 'English' }).check();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
    await page.goto('./#/');
    await expect(page.getByRole('link', { name: 'New battle' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Lire en français' })).toHaveCount(0);
  });
});
