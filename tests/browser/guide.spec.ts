// The guided first battles: a player who only follows the guide completes a turn.
import { type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, test } from './page';
import { confirm, endPhase } from './play';

const TITLES = ['Pike & Shot', 'Pikette Squared', 'Argad!', 'Arquebusier!'];

const guide = (page: Page) => page.getByRole('complementary', { name: 'Guide' });

async function begin(page: Page, title: string) {
  await page.goto('./#/');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await card.getByRole('link', { name: 'Guided first battle' }).click();
  await expect(guide(page)).toBeVisible();
}

/** The first control with this name, or whose name begins with these words, or contains them. */
async function controlNamed(page: Page, words: string): Promise<Locator> {
  const control = (name: string | RegExp, exact = false) =>
    page.getByRole('button', { name, exact }).or(page.getByRole('link', { name, exact })).locator('visible=true').first();
  if ((await control(words, true).count()) > 0) return control(words, true);
  const begins = control(new RegExp(`^${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
  await expect(control(words), `“${words}” is on the screen`).toBeVisible();
  return (await begins.count()) > 0 ? begins : control(words);
}

/** Taps the control that the guide quotes. False once the guide says that the turn is complete. */
async function followGuide(page: Page): Promise<boolean> {
  const before = await guide(page).innerText();
  if (before.startsWith('The first turn is complete.')) return false;
  const quoted = /^Tap “([^”]+)”\./.exec(before);
  expect(quoted, `“${before}” quotes a control`).not.toBeNull();
  const control = await controlNamed(page, quoted![1]);
  await expect(control, 'the control has a ring').toHaveAttribute('data-pointed');
  await confirm(control);
  await expect.poll(() => guide(page).innerText(), `after “${quoted![1]}” the guide goes on`).not.toBe(before);
  return true;
}

/** Limit for the taps from the home page to the first roll. */
const MAX_TAPS = 12;

for (const title of TITLES) {
  test(`the guide of ${title} is enough to play a turn`, async ({ page }) => {
    test.setTimeout(120_000);
    await begin(page, title);
    await expectAccessible(page, `the guide of ${title}`);
    const turn = page.locator('.turn');
    await expect(turn).toHaveText(/1$/);
    let [taps, first] = [1, 0];
    while (await followGuide(page)) {
      taps += 1;
      expect(taps, 'the guide ends').toBeLessThan(80);
      if (first > 0 || !(await guide(page).innerText()).startsWith('Tap “Apply to the table”.')) continue;
      first = taps;
      expect(first, 'taps to the first result').toBeLessThanOrEqual(MAX_TAPS);
      await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible();
    }
    expect(first).toBeGreaterThan(0);
    await expect(page.locator('[data-pointed]')).toHaveCount(0);
    await expect(turn).toHaveText(/2$/);
    await page.getByRole('button', { name: 'Got it' }).first().click();
    await expect(guide(page)).toHaveCount(0);
  });
}

test('the guide survives a reload, leads back after another act, and can be ended', async ({ page }) => {
  await begin(page, 'Arquebusier!');
  while (!(await guide(page).innerText()).includes('Step 2 of')) await followGuide(page);
  await page.reload();
  await expect(guide(page)).toContainText('Step 2 of');
  // An act that the guide did not ask for.
  await endPhase(page);
  await expect(guide(page)).toContainText('Tap “Undo”. That was not the next step.');
  await followGuide(page);
  await expect(guide(page)).toContainText('Step 2 of');
  await guide(page).getByRole('button', { name: 'End the guide' }).click();
  await expect(guide(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  await expect(guide(page)).toHaveCount(0);
});
