// The main task, as players do it: the rulebook's melee, in which twelve horse charge twenty-four raw foot.
import { expect, test } from './page';
import { fromMenu, expectReport } from './play';
import { act, apply, card, counters, enterRegiments, next, outcome, side, table, type } from './regiments';

test('the rulebook’s melee, from rosters to pursuit, survives undo, redo and a reload', async ({ page }) => {
  await enterRegiments(page);

  // Phase 1: twelve average horse need 2 to charge; poor foot need 3 to stand.
  await act(page, /Parliament/, "Haselrig's Horse", 'Charge or counter-charge');
  await expect(page.getByRole('region', { name: 'Odds' })).toContainText('83 %');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [3]);
  await expect(outcome(page)).toBeVisible();
  await page
    .getByRole('region', { name: 'Due next' })
    .getByRole('button', { name: /^Stand/ })
    .click();
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [4]);
  await apply(page);

  // Phase 4: the rulebook's melee, with the dice of its example.
  for (let phase = 1; phase < 4; phase += 1) await next(page);
  await act(page, /Parliament/, "Haselrig's Horse", 'Melee');
  await expect(page.getByRole('region', { name: 'Odds' })).toContainText(/6 dice: Haselrig's Horse · to hit/);
  await expect(page.getByRole('region', { name: 'Odds' })).toContainText('82 %');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [5, 6, 6, 1, 2, 3, 2, 4, 5, 5, 4, 3, 2, 6, 1, 5]);
  await expect(outcome(page)).toContainText('Counters 0 → 4');
  await expect(outcome(page)).toContainText('Counters 0 → 1');
  await expect(outcome(page)).toContainText('Pikes 12 → 11');
  await expect(outcome(page)).toContainText('Muskets 12 → 11');
  await expect(outcome(page)).toContainText('Figures 12 → 11');
  await apply(page);

  // Poor foot with four counters break at once, and the horse pursue them in phase 5.
  await page.getByRole('region', { name: 'Due next' }).getByRole('button', { name: /Break/ }).click();
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [3]);
  await apply(page);
  await next(page);
  await page
    .getByRole('region', { name: 'Due now' })
    .getByRole('button', { name: /Pursuit/ })
    .click();
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [5]);
  await expect(outcome(page)).toContainText(/pursue/i);
  await apply(page);

  await side(page, /King/);
  await expect(await counters(page, "Pinchbeck's Foot")).toHaveText('5 (limit 4)');
  await expect(await card(page, "Pinchbeck's Foot")).toContainText('10 pikes, 11 muskets');
  const after = await table(page);
  // Undoes the pursuit, the end of the phase and the break.
  for (let n = 0; n < 3; n += 1) await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(await counters(page, "Pinchbeck's Foot")).toHaveText('4 of 4');
  await expect.poll(() => table(page)).not.toEqual(after);
  for (let n = 0; n < 3; n += 1) await fromMenu(page, page.getByRole('button', { name: /^Redo: / }));
  // The table shows the side of the horse, because the last act was their pursuit.
  await side(page, /King/);
  await expect.poll(() => table(page)).toEqual(after);
  await page.reload();
  await side(page, /King/);
  await expect(await card(page, "Pinchbeck's Foot")).toBeVisible();
  await expect.poll(() => table(page)).toEqual(after);

  await fromMenu(page, page.getByRole('link', { name: 'Log' }));
  const fought = page.getByRole('listitem').filter({ hasText: "Lost by Pinchbeck's Foot" });
  await expect(fought.getByText('table', { exact: true }).first()).toBeVisible();
  await expectReport(page, 'pike_and_shot');
});
