// If the focused control disappears or is disabled, the focus moves to the next control or to the page's heading. It never falls back
// to the document. The button that steps a number keeps it.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './page';
import { confirm, lift, nextPhase, openCheck, unit } from './play';
import { lay, foot } from './script';

const UNITS = [
  { id: 'a1', side: 0, profile: { name: 'Skippon', ...foot } },
  { id: 'b1', side: 1, profile: { name: 'Bluecoats', ...foot } },
];

/** Presses a control by key. Expects that it then disappears or is disabled, and loses the focus. */
async function press(page: Page, control: Locator) {
  await control.focus();
  await control.press('Enter');
  await expect.poll(() => control.evaluateAll((all) => all.some((element) => element === document.activeElement))).toBe(false);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}

test.beforeEach(async ({ page }) => {
  await page.goto('./');
  await lay(page, { ruleset: 'pike_and_shot', units: UNITS }, 'turn');
});

test('on the table: a hint, a tracker at its limit, and a notice', async ({ page }) => {
  await press(page, page.getByRole('button', { name: 'Got it' }));
  const skippon = await unit(page, 'Skippon');
  await skippon.getByRole('button', { name: 'Counters: more' }).press('Enter');
  const less = skippon.getByRole('button', { name: 'Counters: less' });
  await less.press('Enter');
  await expect(less).toBeDisabled();
  await expect(less).toBeFocused();
  await page.getByRole('button', { name: /^Undo/ }).press('Enter');
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Dismiss' }));
});

test('on the storage page: a question, with either answer', async ({ page }) => {
  await page.goto('./#/saved');
  const asks = page.getByRole('button', { name: 'Delete A turn' });
  await asks.press('Enter');
  await press(page, page.getByRole('button', { name: 'Keep', exact: true }));
  await asks.press('Enter');
  await press(page, page.getByRole('button', { name: 'Delete the battle' }));
});

test('in the replay at its first step, and on the page that reveals the seed', async ({ page }) => {
  for (let n = 0; n < 2; n += 1) {
    await lift(page);
    await confirm(nextPhase(page));
  }
  await page.goto('./#/battle/turn/replay');
  await press(page, page.getByRole('button', { name: 'First' }));
  await openCheck(page);
  await press(page, page.getByRole('button', { name: 'Show the seed' }));
});
