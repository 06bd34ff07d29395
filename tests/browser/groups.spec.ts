// Group acts: several units do the same in one act, with few taps. Dice of the app are those of the battle's seed.
import type { Page } from '@playwright/test';
import type { Profile } from './contract';
import {
  CHARGES,
  CHARGE_FIRE,
  FIRE,
  HINTS,
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
  laySamples,
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
import { foot, lay, newUnit } from './script';

/** The command of all formations. */
const command = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Command' }).getByRole('button', { name: new RegExp(`^${name} `) });

test('eight units rest by one tap, which the notice and the dock undo as one', async ({ page }) => {
  await layRegiments(page, REST, counters);
  const taps = new Taps();
  await taps.tap(chip(page, /^Rest: all 8 Parliament/));
  const notice = page.locator('.notice', { hasText: 'Rest:' });
  await expect(notice).toContainText('8 units, each:');
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
  await expect(page.locator('.nobody-ticked')).toContainText('Tick the units that act.');
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
  await expect(strip(page).getByRole('button', { name: /fire/i })).toHaveCount(0);
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

test('foot, horse and guns fire in one list, and the notice names each shooter and its target', async ({ page }) => {
  const arms: [string, Profile][] = [
    ['Foot', foot],
    ['Horse', { troop_type: 'horse', figures: 12, pistols: true, morale_class: 'average' }],
    ['Saker', { troop_type: 'artillery', gun: 'medium', figures: 3, morale_class: 'average' }],
  ];
  const units = arms.map(([name, profile], index) => newUnit(`a${index + 1}`, 0, name, profile));
  const enemies = [1, 2].map((n) => newUnit(`b${n}`, 1, `Enemy ${n}`, foot));
  await lay(page, { ruleset: 'pike_and_shot', units: [...units, ...enemies] }, 'turn', HINTS, [
    ['battle', 'phase', FIRE],
    ['a3', 'limbered', false],
  ]);
  await confirm(chip(page, /^Fire: 3 units/));
  await expect(lines(page)).toHaveText([/Foot/, /Horse/, /Saker/]);
  /** The options of a choice in a line, which is opened first if it is not. */
  const optionsOf = async (name: string, what: string) => {
    const options = line(page, name).getByRole('group', { name: what });
    if (!(await options.isVisible())) await confirm(line(page, name).getByRole('button', { name: new RegExp(`^${what}`) }));
    return options.getByRole('button');
  };
  for (const [name, enemy] of [
    ['Foot', 'Enemy 1'],
    ['Horse', 'Enemy 2'],
    ['Saker', 'Enemy 2'],
  ]) {
    await confirm((await optionsOf(name, 'Target')).filter({ hasText: enemy }));
  }
  // The ranges of foot, horse and guns differ. A range that was chosen stays in its line.
  for (const name of ['Foot', 'Horse', 'Saker']) {
    await confirm((await optionsOf(name, 'Range')).first());
    await expect(line(page, name).locator('.pick', { hasText: /^Range/ })).toBeVisible();
  }
  await confirm(page.getByRole('button', { name: /^Roll \d+ dice/ }));
  await expect(line(page, 'Foot').locator('.line-result')).toContainText('→ Enemy 1:');
  await confirm(apply(page));
  const notice = page.locator('.notice');
  await expect(notice).toContainText('Foot → Enemy 1:');
  await expect(notice).toContainText('→ Enemy 2:');
  await expect(undo(page)).toHaveAccessibleName('Undo: Fire: 3 units');
});

test('charges of riders take their target and their ride in the line', async ({ page }) => {
  await laySamples(page, 'argad', [['battle', 'phase', 1]]);
  await confirm(chip(page, /^Charge: choose units/));
  const lancers = line(page, 'Demi-lancers');
  await confirm(lancers.getByRole('group', { name: 'Charged' }).getByRole('button', { name: 'Pikemen' }));
  await expect(tick(page, 'Demi-lancers')).toBeChecked();
  // A ride that is no long one is typed, and can be changed.
  const ride = () => lancers.getByRole('textbox', { name: 'Exactly' });
  await ride().fill('8');
  await ride().blur();
  await expect(lancers.locator('.line-odds')).toContainText('%');
  await confirm(lancers.locator('.pick', { hasText: /^Straight ride/ }));
  await confirm(lancers.getByRole('button', { name: '12 cm or more: no dice' }));
  await confirm(apply(page));
  await onTable(page);
  expect(await acts(page)).toBe(1);
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
  await expect(dice(page)).toHaveCount(8);
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
