// Animations are short, and switched off if the device is set to reduced motion. Printed tables and logs have everything that the
// screen shows.
import { type Page } from '@playwright/test';
import { expect, test } from './page';
import { log, wholeUnit } from './play';
import { fightMelee } from './regiments';
import { layArmies } from './script';
import { idOf } from './two_phones';

const [HORSE, FOOT] = ["Haselrig's Horse", "Pinchbeck's Foot"];

const animation = (page: Page, part: string) =>
  page
    .locator(part)
    .first()
    .evaluate((element) => getComputedStyle(element).animationName);

test('dice tumble and a broken unit turns, except with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await fightMelee(page);
  await page.goto(`./#/battle/${idOf(page)}/hall`);
  await expect(page.locator('.hall-dice .face').first()).toBeVisible();
  expect(await animation(page, '.hall-dice .face')).toBe('tumble');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await animation(page, '.hall-dice .face')).toBe('none');

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`./#/battle/${idOf(page)}`);
  const foot = await wholeUnit(page, FOOT);
  await foot.locator('label.chip', { hasText: /^Broken$/ }).click();
  await expect(page.locator('.sign.turned').first()).toBeAttached();
  expect(await animation(page, '.sign.turned')).toBe('turn');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await animation(page, '.sign.turned')).toBe('none');
});

test('a lost figure falls out of its block, except with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const soldiers = (name: string) => ({ name, units: [{ name: `${name} soldiers`, figures: 5, weapon: 'pike' }] });
  await layArmies(page, 'argad', [soldiers('Northern'), soldiers('Southern')]);
  await page.getByRole('button', { name: 'Figures: less, Northern soldiers' }).click();
  await expect(page.locator('.sign.fell .lost').first()).toBeAttached();
  expect(await animation(page, '.sign.fell .lost')).toBe('fall');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await animation(page, '.sign.fell .lost')).toBe('none');
});

test('a printed table has the names and states of its units, and a printed log has no box for notes', async ({ page }) => {
  await fightMelee(page);
  const foot = await wholeUnit(page, FOOT);
  await foot.locator('label.chip', { hasText: /^Broken$/ }).click();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const name of [HORSE, FOOT]) await expect(page.locator('.unit-name').filter({ hasText: name })).toBeVisible();
  const stamp = page.locator('.stamp').filter({ hasText: /broken/i });
  await expect(stamp).toBeVisible();
  expect(await stamp.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
  await page.emulateMedia({ media: null });
  expect((await log(page)).length).toBeGreaterThan(0);
  const note = page.getByLabel('A note for the log');
  await expect(note).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(note).toBeHidden();
  await expect(page.getByRole('listitem').first()).toBeVisible();
});
