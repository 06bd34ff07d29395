// The table between two acts shows nothing twice, and nothing outdated.
import type { Page } from '@playwright/test';
import { applyOutcome, confirm, drawn, endPhase, fromMenu, chooseRange, nameOpponent, nextPhase, openPanel, seal } from './play';
import { expect, test } from './page';
import { lay, foot, newUnit } from './script';

const unit = (id: string, side: number, name: string) => newUnit(id, side, name, foot);
const BATTLE = { ruleset: 'pike_and_shot', units: [unit('a1', 0, 'Skippon'), unit('a2', 0, 'Manchester'), unit('b1', 1, 'Bluecoats')] };

const outcome = (page: Page) => page.getByRole('region', { name: /outcome/ });
const hints = (page: Page) => page.getByRole('complementary', { name: 'Hint' });

test.beforeEach(({ page }) => lay(page, BATTLE, 'turn'));

/** Skippon charges the Bluecoats successfully, with entered dice. */
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

test('the hint about applying disappears after the first applied outcome', async ({ page }) => {
  await expect(hints(page)).toContainText('Each row is a unit');
  await charge(page);
  await expect(page.locator('.status-row')).toBeVisible();
  await expect(hints(page)).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.status-row')).toBeVisible();
  await expect(hints(page)).toHaveCount(0);
});

test('a row shows a charge once, with its target', async ({ page }) => {
  await charge(page);
  await page.locator('.side-0 .unit-row', { hasText: 'Manchester' }).click();
  const row = page.locator('.side-0 .unit-row', { hasText: 'Skippon' }).locator('.unit-state');
  await expect(row).toHaveText(/^charging Bluecoats/);
  expect((await row.innerText()).match(/charging/gi)).toHaveLength(1);
});

test('the message of Undo disappears with the next act, and on another page', async ({ page }) => {
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
  await fromMenu(page, page.getByRole('link', { name: 'Log' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
  await expect(undone).toHaveCount(0);
});

test('the table shows the applied changes of both sides until the next act, in a notice that takes no taps', async ({ page }) => {
  await openPanel(page, 'a1', 'infantry_fire', 'Bluecoats');
  await page.getByRole('button', { name: 'Do it anyway' }).click();
  await chooseRange(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  // Hits roll for casualties, so the number of dice varies.
  for (let die = 0; die < 20 && !(await outcome(page).isVisible()); die += 1) {
    await page.keyboard.press('6');
    await drawn(page);
  }
  const verdict = await outcome(page).locator('.headline').innerText();
  await applyOutcome(page);
  const notice = page.locator('.notice.through');
  await expect(notice).toContainText(verdict);
  await expect(notice).toContainText(/Bluecoats · Counters 0 → \d/);
  expect(await notice.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(notice).toHaveCount(0);
});

test('the button at the bottom does the first duty; the button for the next phase is above it, and asks', async ({ page }) => {
  await lay(page, { ...BATTLE, ruleset: 'pike_and_shot' }, 'turn');
  await charge(page);
  const foot = page.locator('.dock .do-next');
  await expect(foot).toHaveText(/›.*(Due now|1 of \d+ due)/s);
  await expect(foot).toHaveClass(/primary/);
  const due = page.locator('.due-line .duty').first();
  const title = await due.locator('b').innerText();
  await expect(foot).toContainText(title);
  // Ending the phase nevertheless asks first.
  await confirm(nextPhase(page));
  const asked = page.getByRole('dialog', { name: 'Before the next phase' });
  await expect(asked).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await foot.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('the result of an act without dice is above the buttons, in the largest text', async ({ page }) => {
  await lay(page, BATTLE, 'turn');
  await page.goto('./#/battle/turn/do/movement_allowance/a1');
  const anyway = page.getByRole('button', { name: 'Do it anyway' });
  await expect(anyway.or(page.locator('.glance.answer')).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  const answer = page.locator('.glance.answer > span');
  await expect(answer).toHaveAttribute('data-what', /inches/);
  expect(await answer.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThanOrEqual(20);
  const [above, below] = [await answer.boundingBox(), await page.locator('.actions').boundingBox()];
  expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y + 1);
});

test('in the log, the beginning of a phase is a line between the acts', async ({ page }) => {
  await confirm(nextPhase(page));
  await fromMenu(page, page.getByRole('link', { name: 'Log' }));
  const steps = page.locator('.entry.phase-step');
  await expect(steps).not.toHaveCount(0);
  for (const step of await steps.all()) expect((await step.boundingBox())!.height).toBeLessThanOrEqual(32);
});

test('a long log is open, turn by turn, with the latest entry first', async ({ page }) => {
  await endPhase(page);
  await endPhase(page);
  const notes = Array.from({ length: 41 }, (_, n) => [
    `drumhead/event/turn/${n + 50}-z`,
    seal({ act: { at: n, deed: { note: `Note ${n}` }, refereed: true } }),
  ]);
  await page.evaluate((notes) => notes.forEach(([key, text]) => localStorage.setItem(key, text)), notes);
  await page.goto('./#/battle/turn/log');
  await page.reload();
  const turns = page.locator('.log-turn');
  await expect(turns).toHaveCount(1);
  await expect(turns.getByRole('heading', { level: 2, name: /^Bound 1/ }).first()).toBeVisible();
  const entries = turns.getByRole('listitem').filter({ hasText: /Note \d+/ });
  await expect(entries).toHaveCount(41);
  await expect(entries.first()).toContainText('Note 40');
});
