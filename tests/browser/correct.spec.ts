// Corrections of an earlier act. Its panel opens with the same input, and later acts are applied again with the same dice. The players
// decide about each later act that no longer fits. The correction is a single entry of the log.
import type { Page } from '@playwright/test';
import { expect, test } from './page';
import { applyOutcome, checkOfLog, CHECKS_OUT, fromMenu, entryButton, log, openPanel } from './play';
import { faces, next, outcome, pad, type, rollDice } from './regiments';
import { lay, newUnit as unit, stored, trackers, foot } from './script';

const horse = { troop_type: 'horse', figures: 12, morale_class: 'average' };
const HEADER = {
  ruleset: 'pike_and_shot',
  units: [unit('r1', 0, 'Skippon', foot), unit('r2', 0, 'Manchester', foot), unit('h2', 1, 'Rupert', horse)],
};

/** With this seed, the app's first dice for Skippon are a hit and a kill, and in the woods they save a figure. */
const SAVED_IN_WOODS = { ...HEADER, seed: '06'.repeat(32) };

/** Dice to enter, or `null` to roll in the app. */
type Dice = number[] | null;
const SIXES: Dice = Array(8).fill(6);

const onTable = (page: Page) => page.getByRole('region', { name: 'Phase' }).waitFor();
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
/** The main button of a correction. It uses the dice of the first time again. */
const sameDice = (page: Page) => page.getByRole('button', { name: 'Use the same dice' });
const rollTheRest = (page: Page) => page.getByRole('button', { name: 'Roll the rest' });
const useResult = (page: Page) => page.getByRole('button', { name: 'Use this result' });
const applyCorrection = (page: Page) => page.getByRole('button', { name: 'Apply the correction' });
const misfits = (page: Page) => page.getByRole('region', { name: 'Actions that no longer fit' }).getByRole('listitem');
const unappliedRoll = (page: Page) => page.getByRole('status', { name: 'Unapplied roll' });

async function enterOrRoll(page: Page, faces: Dice) {
  if (faces === null) await rollDice(page).click();
  else {
    await page.getByRole('button', { name: 'Enter dice' }).click();
    for (const die of faces) {
      await expect(pad(page).or(outcome(page)).first()).toBeVisible();
      if (await pad(page).isVisible()) await type(page, [die]);
    }
  }
  await expect(outcome(page)).toBeVisible();
}

async function perform(page: Page, id: string, procedure: string, against: string, faces: Dice, terrain?: string) {
  await openPanel(page, id, procedure, against);
  if (procedure === 'infantry_fire') await setTarget(page, terrain);
  await enterOrRoll(page, faces);
  await applyOutcome(page);
  const back = page.getByRole('link', { name: 'Back to the table' });
  await expect(back.or(page.getByRole('region', { name: 'Phase' })).first()).toBeVisible();
  if (await back.isVisible()) await back.click();
  await onTable(page);
}

async function setTarget(page: Page, terrain?: string) {
  const range = page.getByRole('textbox', { name: 'Range' }).first();
  await range.fill('4');
  await range.blur();
  if (terrain) await setTerrain(page, terrain);
}

/** Sets the target's terrain. */
async function setTerrain(page: Page, terrain: string) {
  await page.getByRole('group', { name: 'Target stands' }).getByText(terrain, { exact: true }).click();
}

/** A charge, the reaction to stand, two volleys at the charging unit, and the next phase. */
async function fight(page: Page, terrain: string, faces: Dice) {
  await perform(page, 'h2', 'reaction_charge', 'Skippon', [6]);
  await perform(page, 'r1', 'reaction_stand', 'Rupert', [6]);
  await next(page);
  await next(page);
  await perform(page, 'r1', 'infantry_fire', 'Rupert', faces, terrain);
  await perform(page, 'r2', 'infantry_fire', 'Rupert', SIXES);
  await next(page);
}

/** The trackers of the table after the log. */
const table = async (page: Page) => (await trackers(page, await stored(page))).all;

async function openLog(page: Page) {
  // Moves the pointer away, as players lift the finger: the app ignores taps on a control that appears under the pointer.
  await page.mouse.move(1, 1);
  await page.goto('./#/battle/turn/log');
  await heading(page, 'Log');
}

/** Opens the correction of the last act of this title. */
async function correct(page: Page, title: string, nth = 0) {
  await openLog(page);
  await (await entryButton(page, new RegExp(`Correct this: .*${title}`), nth)).click();
  await expect(page.getByRole('region', { name: 'Correction' })).toBeVisible();
}

async function expectAllValid(page: Page) {
  await openLog(page);
  await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
}

for (const [kind, faces] of [
  ['dice from the table', SIXES],
  ['dice of the app', null],
] as [string, Dice][]) {
  test(`a volley at the wrong terrain is corrected with the same ${kind}, and the table is as it should be`, async ({ page }) => {
    await lay(page, SAVED_IN_WOODS);
    await fight(page, 'In the open', faces);
    const right = await table(page);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await onTable(page);
    await fight(page, 'In woods', faces);
    const wrong = await table(page);
    expect(wrong).not.toEqual(right);

    // The log lists the latest entry first, so the first volley has the index 1.
    await correct(page, 'Infantry fire', 1);
    await expect(page.getByText('Skippon').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Range' }).first()).toHaveValue('4');
    await expect(page.getByRole('radio', { name: 'In woods' })).toBeChecked();
    await setTerrain(page, 'In the open');
    await expect(rollDice(page), 'there is no roll to be had afresh').toHaveCount(0);
    await sameDice(page).click();
    await expect(outcome(page)).toBeVisible();
    await useResult(page).click();
    await expect(page.getByText('2 later actions are applied again with the same dice.')).toBeVisible();
    await expect(misfits(page)).toHaveCount(0);
    await expect.poll(() => table(page), 'nothing has changed yet').toEqual(wrong);
    await applyCorrection(page).click();
    await heading(page, 'Log');
    await expect.poll(() => table(page)).toEqual(right);

    // The correction is one entry: it can be undone and redone, and survives a reload.
    await page.getByRole('button', { name: 'Undo: Correction: Skippon: Infantry fire · Rupert' }).click();
    await expect.poll(() => table(page)).toEqual(wrong);
    await fromMenu(page, page.getByRole('button', { name: /^Redo: / }));
    await expect.poll(() => table(page)).toEqual(right);
    await page.reload();
    const entries = await log(page);
    expect(entries[0]).toMatch(/Correction.*Skippon: Infantry fire · Rupert.*Before: .*Now: /);
    expect(entries.filter((entry) => entry.includes('corrected later')).length).toBeGreaterThan(0);
    await expect.poll(() => table(page)).toEqual(right);
    await expectAllValid(page);
  });
}

test('each later act that no longer fits is left out, done again or kept', async ({ page }) => {
  await lay(page, HEADER);
  await fight(page, 'In the open', SIXES);
  const before = await table(page);
  await correct(page, 'Charge or counter-charge');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await expect(outcome(page)).toBeVisible();
  await page.getByRole('button', { name: 'Enter other dice' }).click();
  await type(page, [1]);
  await useResult(page).click();
  // Without the charge, the reaction and both volleys no longer fit.
  await expect(misfits(page)).toHaveCount(3);
  await expect(applyCorrection(page)).toBeDisabled();
  await expect(page.getByText('Settle the 3 actions that no longer fit first.')).toBeVisible();
  await expect(misfits(page).nth(1).getByRole('button', { name: 'Leave it out' })).toBeDisabled();
  await misfits(page).nth(0).getByRole('button', { name: 'Leave it out' }).click();
  await expect(misfits(page).nth(0).getByRole('button', { name: 'Leave it out' })).toHaveAttribute('aria-pressed', 'true');

  // The first volley is done again without a charge, although a rule forbids it.
  await misfits(page).nth(1).getByRole('button', { name: 'Do it again' }).click();
  await expect(page.getByRole('region', { name: 'Correction' })).toBeVisible();
  await page.getByRole('button', { name: 'Do it anyway' }).click();
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await expect(outcome(page)).toBeVisible();
  await useResult(page).click();
  await misfits(page).nth(2).getByRole('button', { name: 'Keep its result' }).click();
  await expect(applyCorrection(page)).toBeEnabled();
  await expect.poll(() => table(page)).toEqual(before);
  await applyCorrection(page).click();
  await heading(page, 'Log');
  const after = await table(page);
  expect(after.h2.failed_charge).toBe(true);
  expect((await log(page))[0]).toContain('Left out: Skippon: Stand');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => table(page)).toEqual(before);
  await fromMenu(page, page.getByRole('button', { name: /^Redo: / }));
  await expect.poll(() => table(page)).toEqual(after);
  await expectAllValid(page);
});

test('a cancelled or interrupted correction changes nothing, and the battle continues', async ({ page }) => {
  await lay(page, HEADER);
  await fight(page, 'In the open', SIXES);
  const before = await stored(page);
  await correct(page, 'Charge or counter-charge');
  await page.getByRole('link', { name: 'Back' }).click();
  await heading(page, 'Log');
  await expect(page.getByRole('listitem')).toHaveCount(6);
  await correct(page, 'Charge or counter-charge');
  await page.goto('./#/battle/turn');
  await onTable(page);
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Correction' })).toBeVisible();
  // It continues after a reload while the tab is open.
  await page.reload();
  await expect(page.getByRole('region', { name: 'Correction' })).toBeVisible();
  await expect.poll(() => stored(page)).toEqual(before);
  await openLog(page);
  await (await entryButton(page, /Leave it out: .*Charge or counter-charge/)).click();
  await expect(misfits(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await heading(page, 'Log');
  await expect.poll(() => stored(page)).toEqual(before);
  // After Cancel, it does not.
  await page.goto('./#/battle/turn/correct');
  await expect(page.getByText('This correction was not finished. It changed nothing.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('This correction was not finished. It changed nothing.')).toBeVisible();
  await page.goto('./#/battle/turn');
  await onTable(page);
  await next(page);
  expect((await stored(page)).events).toHaveLength(before.events.length + 1);
  await expectAllValid(page);
});

test('entries of another tab during a correction are kept, and an undo there ends the correction', async ({ page, context }) => {
  await lay(page, HEADER);
  await fight(page, 'In the open', SIXES);
  await correct(page, 'Infantry fire', 1);
  const other = await context.newPage();
  await other.goto('./#/battle/turn/log');
  const note = other.getByRole('textbox', { name: 'A note for the log' });
  await note.fill('The sun came out.');
  await note.press('Enter');
  await expect(other.getByRole('listitem').first()).toContainText('The sun came out.');
  await setTerrain(page, 'In woods');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  // The volley's dice are used again. In the woods, two more dice save figures.
  await expect.poll(() => faces(page)).toEqual(['6', '6', '6', '6']);
  await type(page, [6, 6]);
  await expect(outcome(page)).toBeVisible();
  await useResult(page).click();
  await expect(page.getByText('3 later actions are applied again with the same dice.')).toBeVisible();
  await applyCorrection(page).click();
  await expect(page.locator('li.entry').nth(1)).toContainText('The sun came out.');
  await expect(other.getByRole('listitem').first()).toContainText('Correction');

  await correct(page, 'Infantry fire', 1);
  await other.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText('This correction was not finished. It changed nothing.')).toBeVisible();
  await expect(page.getByText('Another tab changed earlier actions.')).toBeVisible();
  await expect.poll(() => stored(page)).toEqual(await stored(other));
  await expectAllValid(page);
});

/** Corrects the volley's terrain to woods, where the app rolls two more dice to save figures. */
async function fireIntoWoods(page: Page) {
  await correct(page, 'Infantry fire', 1);
  await setTerrain(page, 'In woods');
  await sameDice(page).click();
  await expect.poll(() => faces(page)).toEqual(['6', '6', '6', '6']);
  await rollTheRest(page).click();
  await expect(outcome(page)).toBeVisible();
}

test('entered dice are used again and can be changed, but cannot be replaced by the app’s dice', async ({ page }) => {
  await lay(page, HEADER);
  await fight(page, 'In the open', SIXES);
  const before = (await stored(page)).events.length;
  await correct(page, 'Infantry fire', 1);
  await sameDice(page).click();
  await expect(outcome(page)).toBeVisible();
  expect(await faces(page)).toEqual(['6', '6', '6', '6']);
  await page.getByRole('button', { name: 'Enter other dice' }).click();
  await expect(pad(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Roll', exact: true })).toBeDisabled();
  await type(page, [6, 6]);
  await expect(rollTheRest(page)).toBeDisabled();
  await type(page, [1, 1]);
  await expect(outcome(page)).toBeVisible();
  expect(await faces(page)).toEqual(['6', '6', '1', '1']);
  expect((await stored(page)).events).toHaveLength(before);
});

test('a single die that was entered wrongly is changed by a tap', async ({ page }) => {
  await lay(page, HEADER);
  await fight(page, 'In the open', SIXES);
  await correct(page, 'Infantry fire', 1);
  await sameDice(page).click();
  await expect.poll(() => faces(page)).toEqual(['6', '6', '6', '6']);
  await outcome(page).getByRole('button', { name: '6: change this die' }).nth(1).click();
  await outcome(page).getByRole('group', { name: 'Another face for this die' }).getByRole('button', { name: '2', exact: true }).click();
  // The second die is now a miss, so one die fewer follows.
  await expect.poll(() => faces(page)).toEqual(['6', '2', '6']);
  await useResult(page).click();
  await applyCorrection(page).click();
  await heading(page, 'Log');
  await expectAllValid(page);
});

test('new dice are in the log before a correction uses them', async ({ page }) => {
  await lay(page, HEADER);
  await fight(page, 'In the open', SIXES);
  await fireIntoWoods(page);
  const rolled = await faces(page);
  await page.goto('./#/battle/turn');
  await expect(unappliedRoll(page)).toContainText('Infantry fire');
  await openLog(page);
  await (await entryButton(page, /Correct this: .*Infantry fire/)).click();
  await expect(page.getByText('before correcting anything')).toBeVisible();
  await page.goto('./#/battle/turn');
  await unappliedRoll(page).getByRole('button', { name: 'Continue' }).click();
  await expect(outcome(page)).toBeVisible();
  await expect.poll(() => faces(page)).toEqual(rolled);

  // If the roll is discarded, which the log shows, the same dice come again.
  await page.goto('./#/battle/turn');
  await page.reload();
  await unappliedRoll(page).getByRole('button', { name: 'Discard' }).click();
  await expect(unappliedRoll(page)).toBeHidden();
  await fireIntoWoods(page);
  await expect.poll(() => faces(page)).toEqual(rolled);
  await useResult(page).click();
  await applyCorrection(page).click();
  await heading(page, 'Log');
  await expectAllValid(page);
});

test('a correction settles the roll that was made for it', async ({ page }) => {
  await lay(page, HEADER);
  await fight(page, 'In the open', SIXES);
  await fireIntoWoods(page);
  await useResult(page).click();
  await applyCorrection(page).click();
  await heading(page, 'Log');
  const { events } = await stored(page);
  const [roll, correction] = events.slice(-2);
  expect(correction.event.act?.deed).toMatchObject({ corrected: { settles: roll.stamp } });
  await page.goto('./#/battle/turn');
  await onTable(page);
  await expect(unappliedRoll(page)).toBeHidden();
  await expectAllValid(page);
});
