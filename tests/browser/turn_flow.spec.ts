// What stands on the table between two acts: nothing twice, and nothing that is over.
import type { Page } from '@playwright/test';
import { applyOutcome, confirm, endPhase, nameOpponent, nextPhase, seal } from './play';
import { expect, test } from './page';
import { lay } from './script';

const foot = { pikes: 8, muskets: 16, morale_class: 'average' };
const unit = (id: string, side: number, name: string) => ({ id, side, profile: { name, ...foot } });
const BATTLE = { ruleset: 'pike_and_shot', units: [unit('a1', 0, 'Skippon'), unit('a2', 0, 'Manchester'), unit('b1', 1, 'Bluecoats')] };

const hints = (page: Page) => page.getByRole('complementary', { name: 'Hint' });

test.beforeEach(({ page }) => lay(page, BATTLE, 'turn'));

/** Skippon charges the Bluecoats and carries it out, by dice from the table. */
async function charge(page: Page) {
  await page.locator('.side-0 .unit-row', { hasText: 'Skippon' }).click();
  await page.getByRole('link', { name: 'Charge or counter-charge' }).click();
  await expect(hints(page)).toContainText('Nothing changes until you apply');
  await nameOpponent(page, 'Bluecoats');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await page.getByRole('button', { name: '6', exact: true }).click();
  await applyOutcome(page);
  await page.getByRole('link', { name: 'Back to the table' }).click();
}

test('whoever has applied an outcome is told no more how to', async ({ page }) => {
  await expect(hints(page)).toContainText('Each row is a unit');
  await charge(page);
  await expect(page.locator('.status-row')).toBeVisible();
  await expect(hints(page)).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.status-row')).toBeVisible();
  await expect(hints(page)).toHaveCount(0);
});

test('a charge is told once on the row, with whom it is aimed at', async ({ page }) => {
  await charge(page);
  await page.locator('.side-0 .unit-row', { hasText: 'Manchester' }).click();
  const row = page.locator('.side-0 .unit-row', { hasText: 'Skippon' }).locator('.unit-state');
  await expect(row).toHaveText(/^charging Bluecoats/);
  expect((await row.innerText()).match(/charging/gi)).toHaveLength(1);
});

test('what undo says goes with the next act, and with the page', async ({ page }) => {
  const undone = page.locator('.notice', { hasText: 'Undone' });
  const back = async () => {
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await expect(undone).toBeVisible();
  };
  await confirm(nextPhase(page));
  await back();
  const [redo, notice] = [undone.getByRole('button', { name: 'Redo' }), undone];
  expect((await redo.boundingBox())!.height).toBeLessThanOrEqual((await notice.boundingBox())!.height);
  expect((await redo.boundingBox())!.width).toBeGreaterThan(44);
  await confirm(nextPhase(page));
  await expect(undone).toHaveCount(0);
  await back();
  await page.getByRole('link', { name: 'Log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
  await expect(undone).toHaveCount(0);
});

test('in the log, phases that began are lines between the acts', async ({ page }) => {
  await confirm(nextPhase(page));
  await page.getByRole('link', { name: 'Log' }).click();
  const steps = page.locator('.entry.phase-step');
  await expect(steps).not.toHaveCount(0);
  for (const step of await steps.all()) expect((await step.boundingBox())!.height).toBeLessThanOrEqual(32);
});

test('a long log is grouped by turn and phase, with the latest group unfolded', async ({ page }) => {
  await endPhase(page);
  await endPhase(page);
  const notes = Array.from({ length: 41 }, (_, n) => [
    `drumhead/event/turn/${n + 50}-z`,
    seal({ act: { at: n, deed: { note: `Note ${n}` }, refereed: true } }),
  ]);
  await page.evaluate((notes) => notes.forEach(([key, text]) => localStorage.setItem(key, text)), notes);
  await page.goto('./#/battle/turn/log');
  await page.reload();
  const groups = page.locator('main details.disclosure').filter({ hasText: /^Bound 1 · / });
  await expect(groups).toHaveCount(2);
  await expect(groups.nth(0)).toHaveAttribute('open');
  await expect(groups.nth(0)).toContainText(/^Bound 1 · Charge fire \(42\)/);
  await expect(groups.nth(0).locator('.entry')).toHaveCount(42);
  await expect(groups.nth(1)).not.toHaveAttribute('open');
  await expect(groups.nth(1).locator('.entry')).toHaveCount(0);
  await groups.nth(1).locator('summary').click();
  await expect(groups.nth(1).locator('.entry')).toHaveCount(1);
});
