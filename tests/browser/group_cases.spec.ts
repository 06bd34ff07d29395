// Group acts in special cases: in two tabs, with hidden counters, corrected in part, undone across other acts, half entered when the
// phase ends, and with dice from the table. Also counters set by hand with several taps, which are one entry of the log like a group act.
import type { Page } from '@playwright/test';
import { resolvedOf } from './contract';
import {
  CHARGES,
  FIRE,
  NUMBERS,
  REST,
  acts,
  answerForAll,
  apply,
  chargeInThrees,
  chip,
  counters,
  dice,
  events,
  layFormations,
  layRegiments,
  line,
  lines,
  onTable,
  rolls,
  tick,
  type,
  undo,
  waiting,
} from './groups';
import { expect, test } from './page';
import { CHECKS_OUT, checkOfLog, confirm, drawn, entryButton, fromMenu, lift, nextPhase, seal, unit } from './play';
import { outcome, pad } from './regiments';
import { type Set, foot, stored, trackers } from './script';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const enterDice = (page: Page) => confirm(page.getByRole('button', { name: 'Enter dice' }));
const faces = (page: Page, name: string) => line(page, name).locator('.line-dice .face');
/** The entries of the open log, the latest first. The parts of a group act are inside its entry. */
const entries = (page: Page) => page.locator('li.entry:not(li li)');
/** The words of a page whose act was applied in another tab. */
const appliedElsewhere = (page: Page) => page.getByText(/applied( or discarded)? in another tab/).first();
const redo = (page: Page) => page.getByRole('button', { name: /^Redo: / });

async function openLog(page: Page) {
  await drawn(page);
  await lift(page);
  await page.goto('./#/battle/turn/log');
  await expect(heading(page)).toHaveText('Log');
}

async function backToTable(page: Page) {
  await page.goto('./#/battle/turn');
  await onTable(page);
}

/** The units that acted, in the order of the log. `role` is their role in the procedure. */
async function actors(page: Page, role: string): Promise<string[]> {
  const all = (await events(page)).flatMap((event) => resolvedOf(event) ?? []);
  return all.flatMap(({ cast }) => cast?.[role] ?? []);
}

/** Expects that a unit has so many counters on the table. */
async function expectCounters(page: Page, name: string, count: number) {
  const shown = (await unit(page, name)).getByRole('group', { name: 'Counters' }).getByRole('status');
  await expect(shown).toHaveText(new RegExp(`^${count} of `));
}

/** Opens the list of commands of eight formations in this tab and in another one, which it returns. */
async function openInTwoTabs(page: Page): Promise<Page> {
  await layFormations(page);
  await confirm(chip(page, /: 8 units/));
  await expect(lines(page)).toHaveCount(8);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(lines(other)).toHaveCount(8);
  return other;
}

test('two tabs show the same group act, which is applied once', async ({ page }) => {
  const other = await openInTwoTabs(page);
  for (const n of NUMBERS.slice(3)) await tick(page, `Regiment ${n}`).uncheck();
  await expect(heading(other)).toHaveText(/ 3 units$/);
  await expect(tick(other, 'Regiment 4')).not.toBeChecked();
  await expect(tick(other, 'Regiment 3')).toBeChecked();
  // Dice that are entered in one tab are in the other, which goes on with them.
  await enterDice(other);
  await type(other, [6, 5]);
  await expect(faces(page, 'Regiment 1')).toHaveText(['6']);
  await expect(faces(page, 'Regiment 2')).toHaveText(['5']);
  await expect(pad(page)).toContainText('Regiment 3');
  await type(page, [4]);
  await expect(faces(other, 'Regiment 3')).toHaveText(['4']);
  await expect(apply(other)).toBeVisible();
  await confirm(apply(page));
  await onTable(page);
  await expect(apply(other), 'the other tab can no longer apply it').toHaveCount(0);
  await expect(appliedElsewhere(other)).toBeVisible();
  await backToTable(other);
  await expect(waiting(other).locator('.banner')).toHaveCount(0);
  expect(await actors(other, 'formation')).toEqual(['u1', 'u2', 'u3']);
  expect(await events(page)).toEqual(await events(other));
  await openLog(other);
  await expect(checkOfLog(other)).toHaveText(CHECKS_OUT);
});

test('a group act that the app rolled is applied once in two tabs', async ({ page }) => {
  const other = await openInTwoTabs(page);
  await confirm(page.getByRole('button', { name: /^Roll 8 dice/ }));
  await expect(dice(page)).toHaveCount(8);
  await expect(dice(other)).toHaveText(await dice(page).allTextContents());
  await confirm(apply(other));
  await onTable(other);
  await expect(apply(page), 'the first tab can no longer apply it').toHaveCount(0);
  await expect(appliedElsewhere(page)).toBeVisible();
  await expect(page.getByText('0 of 0'), 'nothing is offered to nobody').toHaveCount(0);
  expect((await actors(page, 'formation')).sort()).toEqual(NUMBERS.map((n) => `u${n}`));
  expect(await rolls(page)).toBe(8);
});

/** Opens a battle on Parliament's device. Each player hides the counters, and each of the King's regiments has so many. */
async function layHidden(device: Page, phase: number, hidden: number) {
  await device.goto('./#/');
  await device.evaluate((side) => localStorage.setItem('drumhead/viewer/turn', side), seal('a'));
  const sets = NUMBERS.map((n): Set => [`b${n}`, 'counters', hidden]);
  await layRegiments(device, phase, [...sets, ['battle', 'secrecy', 'own_side']]);
}

/** Expects that `see` returns the same in two battles that differ only in hidden counters. Each is on a device of its own. */
async function expectSameSight(page: Page, phase: number, see: (device: Page) => Promise<string[]>) {
  const seen: string[][] = [];
  for (const hidden of [1, 2]) {
    const device = await (await page.context().browser()!.newContext()).newPage();
    await layHidden(device, phase, hidden);
    seen.push(await see(device));
    await device.context().close();
  }
  expect(seen[1]).toEqual(seen[0]);
}

/** Everything that a page shows, with the attributes that styles depend on, once it no longer changes. */
async function contentsOf(page: Page): Promise<string> {
  let before = '';
  const isSettled = async () => {
    const now = (await page.getByRole('main').innerHTML()).replaceAll(/(<!-.*?-->)*</g, '\n<');
    const isSame = now === before && (await page.locator('[aria-busy=true]').count()) === 0;
    before = now;
    return isSame;
  };
  await expect.poll(isSettled, { intervals: [500] }).toBe(true);
  return `${await heading(page).textContent()}\n${before}`;
}

test('a group act shows nothing that depends on the enemy’s hidden counters, and can be applied', async ({ page }) => {
  test.slow();
  await expectSameSight(page, CHARGES, async (device) => {
    const seen = [await contentsOf(device)];
    const see = async () => seen.push(await contentsOf(device));
    await chargeInThrees(device, 'B');
    await expect(line(device, 'B regiment 1').locator('.line-odds')).not.toContainText('%');
    const roll = device.getByRole('button', { name: /^Roll/ });
    await expect.soft(roll, 'the number of dice is hidden, and not 0').not.toHaveText(/ 0 /);
    await see();
    await enterDice(device);
    await expect(pad(device)).toContainText('B regiment 1');
    await see();
    // With one counter these dice pass, with two they fail.
    await type(device, [4]);
    await expect(pad(device)).toContainText('B regiment 2');
    await see();
    await type(device, [4, 4]);
    await expect(apply(device)).toBeVisible();
    await expect(line(device, 'B regiment 1')).toContainText('You will see what changes on the table.');
    await see();
    await confirm(device.getByRole('button', { name: 'Discard' }));
    await onTable(device);
    // These pass in both battles, so that the visible changes are the same.
    await chargeInThrees(device, 'B');
    await enterDice(device);
    await type(device, [6, 6, 6]);
    await confirm(apply(device));
    await onTable(device);
    expect(await acts(device)).toBe(3);
    await backToTable(device);
    await see();
    await openLog(device);
    await expect(checkOfLog(device)).toHaveText(CHECKS_OUT);
    await entries(device).locator('summary', { hasText: '3 acts' }).click();
    await expect(entries(device).locator('li')).toHaveCount(3);
    await see();
    return seen;
  });
});

test('the app rolls for a group act with hidden counters, and does not show which dice succeed', async ({ page }) => {
  await layHidden(page, CHARGES, 1);
  await chargeInThrees(page, 'B');
  await confirm(page.getByRole('button', { name: /^Roll/ }));
  await expect(dice(page)).toHaveCount(3);
  await expect.soft(page.locator('.group-act :is(.success, .failure)')).toHaveCount(0);
  await confirm(apply(page));
  await onTable(page);
  expect(await actors(page, 'unit')).toEqual(['b1', 'b2', 'b3']);
  await openLog(page);
  await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
});

test('a group act of the enemy that rests shows nothing of hidden counters', async ({ page }) => {
  test.slow();
  await expectSameSight(page, REST, async (device) => {
    const seen = [await contentsOf(device)];
    await device.goto('./#/battle/turn/all/b/rest');
    seen.push(await contentsOf(device));
    return seen;
  });
});

/** Three regiments charge, each another enemy, with these dice from the table. */
async function chargeWithDice(page: Page, faces: number[]) {
  await chargeInThrees(page, 'A');
  await enterDice(page);
  await type(page, faces);
  await confirm(apply(page));
  await onTable(page);
}

test('a part of a group act is corrected by itself, and the other parts stay', async ({ page }) => {
  await layRegiments(page, CHARGES);
  await chargeWithDice(page, [6, 6, 6]);
  const before = (await trackers(page, await stored(page))).all;
  expect(before.a2.failed_charge).not.toBe(true);
  await openLog(page);
  const group = entries(page).filter({ hasText: 'Charge or counter-charge: 3 units' });
  await expect(group).toHaveCount(1);
  const count = await entries(page).count();
  await group.locator('summary', { hasText: '3 acts' }).click();
  await (await entryButton(page, /^Correct this: .*A regiment 2/)).click();
  await expect(page.getByRole('region', { name: 'Correction' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('A regiment 2');
  await enterDice(page);
  await expect(outcome(page)).toBeVisible();
  await confirm(page.getByRole('button', { name: 'Enter other dice' }));
  await type(page, [1]);
  await confirm(page.getByRole('button', { name: 'Use this result' }));
  await confirm(page.getByRole('button', { name: 'Apply the correction' }));
  await expect(heading(page)).toHaveText('Log');
  const after = (await trackers(page, await stored(page))).all;
  expect(after.a2.failed_charge).toBe(true);
  expect([after.a1, after.a3]).toEqual([before.a1, before.a3]);
  // The group act is still one entry. The correction is another one, which is undone by itself.
  await openLog(page);
  await expect(entries(page)).toHaveCount(count + 1);
  await expect(entries(page).first()).toContainText('Correction');
  await expect(entries(page).locator('summary', { hasText: '3 acts' })).toHaveCount(1);
  await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
  await confirm(page.getByRole('button', { name: /^Undo: Correction: .*A regiment 2/ }));
  await drawn(page);
  const undone = (await trackers(page, await stored(page))).all;
  expect(undone).toEqual(before);
});

/** The button that gives a unit a counter. */
const more = async (page: Page, name: string) => (await unit(page, name)).getByRole('button', { name: 'Counters: more' });

/** Milliseconds after which a further tap is another entry. */
const PAUSE = 10_000;

test('counters set with several taps in a row are one entry and one undo', async ({ page }) => {
  await page.clock.install();
  await layRegiments(page, CHARGES);
  await openLog(page);
  const count = await entries(page).count();
  await backToTable(page);
  const [first, second] = ['A regiment 1', 'A regiment 2'];
  const tap = async (name: string, times: number) => {
    const button = await more(page, name);
    for (let n = 0; n < times; n += 1) {
      await confirm(button);
      await drawn(page);
    }
  };
  await tap(first, 2);
  await expectCounters(page, first, 2);
  await openLog(page);
  await expect(entries(page)).toHaveCount(count + 1);
  await expect(entries(page).first()).toContainText('2 taps');
  await expect(entries(page).first().locator('h2').first(), 'its title has all taps').toContainText('Counters 0 → 2');
  await backToTable(page);
  await confirm(undo(page));
  await expectCounters(page, first, 0);
  await fromMenu(page, redo(page));
  await expectCounters(page, first, 2);

  // A tap on another unit in between ends the entry, and so does a pause.
  await page.clock.fastForward(PAUSE);
  await tap(first, 2);
  await tap(second, 1);
  await tap(first, 1);
  await page.clock.fastForward(PAUSE);
  await tap(first, 1);
  await expectCounters(page, first, 6);
  for (const left of [5, 4, 4, 2]) {
    await confirm(undo(page));
    await drawn(page);
    await expectCounters(page, first, left);
  }
  await expectCounters(page, second, 0);
});

test('undo takes back the act after a group act, then the whole group, and redo brings both back', async ({ page }) => {
  await layRegiments(page, REST, [...counters, ['b1', 'counters', 1]]);
  await confirm(chip(page, /^Rest: all 8 Parliament/));
  await drawn(page);
  await page.goto('./#/battle/turn/do/rest/b1');
  await confirm(apply(page));
  await backToTable(page);
  expect(await acts(page)).toBe(9);
  const expectAll = async (ours: number, theirs: number) => {
    for (const n of [1, 5, 8]) await expectCounters(page, `A regiment ${n}`, ours);
    await expectCounters(page, 'B regiment 1', theirs);
  };
  await expectAll(0, 0);
  await expect(undo(page)).toHaveAccessibleName(/^Undo: .*B regiment 1/);
  await confirm(undo(page));
  await drawn(page);
  await expectAll(0, 1);
  await expect(undo(page)).toHaveAccessibleName('Undo: Rest: 8 units');
  await confirm(undo(page));
  await drawn(page);
  await expectAll(1, 1);
  await fromMenu(page, redo(page));
  await drawn(page);
  await expectAll(0, 1);
  await fromMenu(page, redo(page));
  await drawn(page);
  await expectAll(0, 0);
  await openLog(page);
  await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
});

test('before the next phase, a half entered group act is listed once, and leads back to it', async ({ page }) => {
  await layFormations(page);
  await confirm(chip(page, /: 8 units/));
  await enterDice(page);
  await type(page, [6, 5]);
  await page.goBack();
  await onTable(page);
  await expect(waiting(page)).toContainText('8 units');
  await confirm(nextPhase(page));
  const dialog = page.getByRole('dialog');
  const rolls = dialog.getByRole('list', { name: 'Unapplied rolls' }).getByRole('listitem');
  await expect(rolls).toHaveCount(1);
  await expect(rolls).toContainText('8 units');
  await expect(rolls.locator('.face')).toHaveText(['6', '5']);
  await expect(rolls.getByRole('button', { name: 'Apply' }), 'six dice are missing').toHaveCount(0);
  // Its units are not listed again as duties.
  await expect(dialog.getByText('Regiment 1')).toHaveCount(0);
  await confirm(rolls.getByRole('button', { name: 'Continue' }));
  await expect(lines(page)).toHaveCount(8);
  await expect(pad(page)).toContainText('Regiment 3');
  await expect(faces(page, 'Regiment 1')).toHaveText(['6']);
  await expect(faces(page, 'Regiment 2')).toHaveText(['5']);
  await type(page, [4, 3, 2, 1, 6, 5]);
  await confirm(apply(page));
  await onTable(page);
  expect(await acts(page)).toBe(8);
});

test('dice from the table go to all units, in the order of the list', async ({ page }) => {
  await layFormations(page);
  await confirm(chip(page, /: 8 units/));
  const names = await lines(page).locator('.line-unit b').allTextContents();
  expect(names).toHaveLength(8);
  await enterDice(page);
  const dice = [6, 5, 4, 3, 2, 1, 6, 5];
  for (const [index, die] of dice.entries()) {
    await expect(pad(page)).toContainText(names[index]);
    await type(page, [die]);
    await expect(faces(page, names[index])).toHaveText([String(die)]);
  }
  await expect(pad(page)).toHaveCount(0);
  await confirm(apply(page));
  await onTable(page);
  expect(await acts(page)).toBe(8);
  await openLog(page);
  await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
});

test('a run of one face goes to one unit, and the pad counts its dice', async ({ page }) => {
  // Forty muskets give five dice.
  await layRegiments(page, FIRE, [], { ...foot, muskets: 40 });
  await confirm(chip(page, /: 8 units/));
  await answerForAll(page, 'B regiment 1', confirm);
  await enterDice(page);
  const runs = pad(page).getByRole('group', { name: 'Dice with the next tap' });
  await expect(pad(page)).toContainText('A regiment 1');
  await confirm(runs.getByRole('button', { name: '× 3' }));
  await type(page, [1]);
  await expect(faces(page, 'A regiment 1')).toHaveText(['1', '1', '1']);
  await expect(pad(page)).toContainText('A regiment 1');
  await expect(pad(page).locator('.so-many')).toHaveText('3 of 5');
  // The rest of its dice, and then those of the next unit. A run never goes on to the next unit.
  await expect(runs.getByRole('button', { name: '× 5' })).toBeDisabled();
  await type(page, [1, 1]);
  await expect(faces(page, 'A regiment 1')).toHaveCount(5);
  await expect(pad(page)).toContainText('A regiment 2');
  await expect(faces(page, 'A regiment 2')).toHaveCount(0);
});
