// Group acts: several units do the same in one act, with few taps. Dice of the app are those of the battle's seed.
import type { Page } from '@playwright/test';
import {
  CHARGES,
  CHARGE_FIRE,
  FIRE,
  MELEES,
  NUMBERS,
  REST,
  Taps,
  acts,
  answerForAll,
  apply,
  chip,
  counters,
  dice,
  layFormations,
  layRegiments,
  line,
  lines,
  onTable,
  rolls,
  strip,
  tick,
  type,
  undo,
  waiting,
} from './groups';
import { expect, test } from './page';
import { CHECKS_OUT, checkOfLog, confirm, fromMenu, lift, log, nextPhase } from './play';
import { pad } from './regiments';

/** The command of all formations. */
const command = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Command' }).getByRole('button', { name: new RegExp(`^${name} `) });

test('eight units rest by one tap, which the notice and the dock undo as one', async ({ page }) => {
  await layRegiments(page, REST, counters);
  const taps = new Taps();
  await taps.tap(chip(page, /^Rest: all 8 Parliament/));
  const notice = page.locator('.notice', { hasText: 'Rest:' });
  await expect(notice).toContainText('8 units:');
  expect(await acts(page)).toBe(8);
  expect(taps.count, 'taps for eight rests').toBeLessThanOrEqual(2);
  await expect(undo(page)).toHaveAccessibleName('Undo: Rest: 8 units');
  await confirm(notice.getByRole('button', { name: 'Undo' }));
  await expect(chip(page, /^Rest: all 8 Parliament/)).toBeVisible();
  await expect(page.locator('.notice', { hasText: 'Undone: Rest: 8 units' })).toBeVisible();
  await confirm(page.locator('.notice').getByRole('button', { name: 'Redo' }));
  await expect(chip(page, /^Rest: all 8 Parliament/)).toHaveCount(0);
  await fromMenu(page, page.getByRole('link', { name: 'Log' }));
  expect((await log(page))[0]).toContain('Rest: 8 units');
  await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
});

test('the list of a group act leaves out a unit that is not ticked', async ({ page }) => {
  await layRegiments(page, REST, counters);
  await confirm(strip(page).getByRole('button', { name: 'Rest: list of units, Parliament' }));
  await expect(lines(page)).toHaveCount(8);
  await tick(page, 'A regiment 3').uncheck();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rest · 7 units');
  await page.reload();
  await expect(tick(page, 'A regiment 3'), 'ticks outlast a reload').not.toBeChecked();
  await confirm(apply(page));
  await onTable(page);
  expect(await acts(page)).toBe(7);
});

test('commands of eight units take few taps, and their dice are in the log before they are shown', async ({ page }) => {
  await layFormations(page);
  const taps = new Taps();
  await taps.tap(chip(page, /: 8 units/));
  await expect(lines(page)).toHaveCount(8);
  // The usual command is chosen, and each has the number of formations that can.
  await expect(command(page, 'Move')).toHaveAttribute('aria-pressed', 'true');
  await expect(command(page, 'Move')).toHaveText(/8 of 8$/);
  await expect(command(page, 'Mount')).toHaveText(/0 of 8$/);
  await expect(command(page, 'Mount')).toBeDisabled();
  await expect(lines(page).first().locator('.line-odds')).toContainText('%');
  await taps.tap(page.getByRole('button', { name: /^Roll 8 dice/ }));
  await expect(dice(page)).toHaveCount(8);
  expect(await rolls(page)).toBe(8);
  await page.goBack();
  await expect(waiting(page)).toContainText(/8 units/);
  await expect(waiting(page).getByRole('button', { name: 'Apply' })).toHaveCount(1);
  await confirm(nextPhase(page));
  await expect(page.getByRole('dialog').getByRole('list', { name: 'Unapplied rolls' }).getByRole('listitem')).toHaveCount(1);
  await confirm(page.getByRole('dialog').getByRole('button', { name: 'Back' }));
  await confirm(waiting(page).getByRole('button', { name: 'Continue' }));
  await expect(dice(page)).toHaveCount(8);
  await taps.tap(apply(page));
  await onTable(page);
  expect(await acts(page)).toBe(8);
  expect(taps.count, 'taps for eight commands').toBeLessThanOrEqual(10);
});

test('a list in which nobody is ticked says so, and ticks all by one tap', async ({ page }) => {
  await layRegiments(page, CHARGES);
  await confirm(chip(page, /^Charge or counter-charge: choose units/));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charge or counter-charge');
  await expect(page.locator('.nobody-ticked')).toContainText('Tick the units that do it.');
  // Each line asks for its target from the start, and choosing one ticks the unit.
  await confirm(line(page, 'A regiment 2').getByRole('group', { name: 'Whom' }).getByRole('button', { name: 'B regiment 1' }));
  await expect(tick(page, 'A regiment 2')).toBeChecked();
  await expect(line(page, 'A regiment 2').locator('.line-odds')).toContainText('%');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charge or counter-charge · 1 unit');
  await tick(page, 'A regiment 2').uncheck();
  await expect(line(page, 'A regiment 2').locator('.line-odds'), 'its chance stays').toContainText('%');
  await confirm(page.getByRole('button', { name: 'Tick all 8' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charge or counter-charge · 8 units');
  await expect(page.locator('.nobody-ticked')).toHaveCount(0);
});

test('group acts are offered in a later phase, if the table opened while nothing was due', async ({ page }) => {
  await layRegiments(page, MELEES);
  await expect(strip(page)).toBeHidden();
  await confirm(nextPhase(page));
  await expect(chip(page, /^Movement: all 8/)).toBeVisible();
});

test('without a charge, no fire at charges is offered', async ({ page }) => {
  await layRegiments(page, CHARGE_FIRE);
  await expect(strip(page).getByRole('button', { name: /fire/ })).toHaveCount(0);
});

test('eight volleys take few taps', async ({ page }) => {
  await layRegiments(page, FIRE);
  const taps = new Taps();
  await taps.tap(chip(page, /: 8 units/));
  await answerForAll(page, 'B regiment 1', taps.tap);
  await taps.tap(page.getByRole('button', { name: /^Roll \d+ dice/ }));
  await expect(apply(page)).toBeVisible();
  await taps.tap(apply(page));
  await onTable(page);
  expect(taps.count, 'taps for eight shots').toBeLessThanOrEqual(14);
  expect(await acts(page)).toBe(8);
});

test('entered dice go to the units in order, can be changed, and outlast a reload', async ({ page }) => {
  await layFormations(page);
  await confirm(chip(page, /: 8 units/));
  for (const n of NUMBERS.slice(3)) await tick(page, `Regiment ${n}`).uncheck();
  await confirm(page.getByRole('button', { name: 'Enter dice' }));
  await expect(pad(page)).toContainText('Regiment 1');
  await type(page, [6, 5]);
  await page.reload();
  await expect(pad(page)).toContainText('Regiment 3');
  await expect(line(page, 'Regiment 2').locator('.face')).toHaveText('5');
  await confirm(line(page, 'Regiment 2').getByRole('button', { name: '5: change this die' }));
  await confirm(page.getByRole('group', { name: 'Another face for this die' }).getByRole('button', { name: '1', exact: true }));
  await expect(line(page, 'Regiment 2').locator('.face')).toHaveText('1');
  await type(page, [6]);
  await confirm(page.getByRole('button', { name: 'Discard' }));
  await onTable(page);
  await confirm(page.locator('.notice').getByRole('button', { name: 'Take back' }));
  await confirm(waiting(page).getByRole('button', { name: 'Continue' }));
  await expect(line(page, 'Regiment 2').locator('.face')).toHaveText('1');
  await confirm(apply(page));
  await onTable(page);
  expect(await acts(page)).toBe(3);
});

test('rolls of a group act that were discarded come back together', async ({ page }) => {
  await layFormations(page);
  await confirm(chip(page, /: 8 units/));
  await confirm(page.getByRole('button', { name: /^Roll 8 dice/ }));
  const faces = await dice(page).allTextContents();
  await confirm(page.getByRole('button', { name: 'Discard' }));
  await onTable(page);
  await confirm(page.locator('.notice').getByRole('button', { name: 'Take back' }));
  await confirm(waiting(page).getByRole('button', { name: 'Continue' }));
  await expect(dice(page)).toHaveText(faces);
  await confirm(apply(page));
  await onTable(page);
  await fromMenu(page, page.getByRole('link', { name: 'Log' }));
  await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
});

test('the second tap of a double tap neither rolls nor applies', async ({ page }) => {
  await layFormations(page);
  await confirm(chip(page, /: 8 units/));
  await lift(page);
  await page.getByRole('button', { name: /^Roll 8 dice/ }).dblclick();
  await expect(dice(page)).toHaveCount(8);
  expect(await rolls(page)).toBe(8);
  expect(await acts(page), 'nothing is applied').toBe(0);
  await lift(page);
  await confirm(apply(page));
  await onTable(page);
  expect(await acts(page)).toBe(8);
});
