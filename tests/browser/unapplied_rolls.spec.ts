// Rolls that are not applied yet. A roll of the app is in the log at once, and stays open until it is applied or discarded, so that no
// player can see dice and ignore them. Entered dice are stored, too.
import { type StoredEvent, resolvedOf } from './contract';
import { expect, test } from './page';
import type { Page } from '@playwright/test';
import { confirm, fromMenu, entryButton, lift, log, nextPhase, pick, saved, seal } from './play';
import { act, apply, faces, next, outcome, pad, twoRegiments, type, rollDice, openMelee } from './regiments';

const HORSE = "Haselrig's Horse";
const FOOT = "Pinchbeck's Foot";
const CHARGE = 'Charge or counter-charge';

const unappliedRoll = (page: Page) => page.getByRole('status', { name: 'Unapplied roll' });
const continueRoll = (page: Page) => unappliedRoll(page).getByRole('button', { name: 'Continue' }).click();
const discard = (page: Page) => page.getByRole('button', { name: 'Discard' });
const expectTable = (page: Page) => expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();

/** Reloads the page, and waits until the new page is drawn. */
async function reload(page: Page) {
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The saved events of the log. */
async function events(page: Page): Promise<StoredEvent[]> {
  const texts = Object.entries(await saved(page)).filter(([key]) => key.includes('/event/'));
  const numbered = texts.map(([key, text]) => ({ number: parseInt(key.split('/')[2]), event: JSON.parse(text.slice(text.indexOf('{'))) }));
  return numbered.sort((a, b) => a.number - b.number).map(({ event }) => event);
}

test('a roll stays open after a reload and after Back, and is settled once', async ({ page }) => {
  await openMelee(page);
  await rollDice(page).click();
  await expect(outcome(page)).toBeVisible();
  const [before, shown] = [await outcome(page).textContent(), await faces(page)];
  const rolled = (await events(page)).at(-1)!.rolled!;
  expect(rolled.throws.flatMap(({ faces }) => faces).map(String)).toEqual(shown);

  await reload(page);
  await expect(outcome(page)).toHaveText(before!);
  await page.goBack();
  await expectTable(page);
  await expect(unappliedRoll(page)).toContainText(`Melee, ${HORSE} · ${FOOT}`);
  await page.goto('./#/');
  await page.getByRole('link', { name: 'Continue' }).click();
  await continueRoll(page);
  await expect(outcome(page)).toHaveText(before!);
  await expect.poll(() => faces(page)).toEqual(shown);
  await apply(page);
  const all = await events(page);
  expect(all.filter((event) => event.rolled)).toHaveLength(1);
  expect(resolvedOf(all.at(-1)!)).toMatchObject({ input: rolled.input, cast: rolled.cast, throws: rolled.throws });
  await expect(unappliedRoll(page)).toBeHidden();
  expect((await log(page))[0]).toContain('applied');
});

test('while a roll is open, nothing else can be rolled, applied or undone, but odds are shown', async ({ page }) => {
  await twoRegiments(page);
  await act(page, /Parliament/, HORSE, CHARGE);
  await rollDice(page).click();
  await expect(outcome(page)).toBeVisible();
  const headline = (await outcome(page).locator('.headline').textContent())!;
  const thrown = await faces(page);
  await page.getByRole('link', { name: 'Back' }).click();
  await expectTable(page);
  await next(page);
  const asked = page.getByRole('dialog', { name: /before undoing/ });
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(asked).toContainText(`Apply or discard this roll before undoing`);
  await expect(asked.getByRole('button', { name: 'Apply anyway' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  await act(page, /Parliament/, HORSE, 'Melee');
  await expect(page.getByRole('region', { name: 'Odds' })).toContainText(/\d+ dice: /);
  await expect(unappliedRoll(page)).toContainText('Apply or discard it before rolling here');
  await expect(rollDice(page)).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Enter dice' })).toBeDisabled();
  await continueRoll(page);
  await expect(outcome(page).locator('.headline')).toHaveText(headline);
  await expect.poll(() => faces(page)).toEqual(thrown);
});

test('an open roll must be settled before Redo in the menu', async ({ page }) => {
  await twoRegiments(page);
  await next(page);
  await page.getByRole('button', { name: /^Undo/ }).click();
  // With the app's dice, there would be nothing to redo.
  await act(page, /Parliament/, HORSE, CHARGE);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [4]);
  await page.goBack();
  await expectTable(page);
  await fromMenu(page, page.getByRole('button', { name: /^Redo: / }));
  const asked = page.getByRole('dialog', { name: 'Apply or discard this roll before redoing.' });
  await expect(asked.locator(':focus')).toHaveCount(1);
  await asked.getByRole('button', { name: 'Discard' }).click();
  await expect(asked).toBeHidden();
  // Discarded dice were seen, so they are in the log, and Redo is no longer possible.
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('button', { name: 'Redo', exact: true })).toHaveAttribute('aria-disabled', 'true');
});

test('an open roll must be settled before an action is corrected in the log', async ({ page }) => {
  await openMelee(page);
  await rollDice(page).click();
  await apply(page);
  await page.goto(page.url().replace(/\/do\/.*/, ''));
  await expectTable(page);
  await act(page, /Parliament/, HORSE, 'Melee');
  await rollDice(page).click();
  await expect(outcome(page)).toBeVisible();
  await page.goto(page.url().replace(/\/do\/.*/, '/log'));
  const correct = await entryButton(page, /^Correct this: .*Melee/);
  await correct.click();
  const asked = page.getByRole('dialog', { name: /before correcting/ });
  await expect(asked.getByRole('button', { name: 'Continue' })).toBeVisible();
  await page.goBack();
  await expect(asked).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
  await lift(page);
  await correct.click();
  await asked.getByRole('button', { name: 'Discard' }).click();
  await expect(asked).toBeHidden();
  await lift(page);
  await (await entryButton(page, /^Correct this: .*Melee/)).click();
  await expect(page.getByRole('region', { name: 'Correction' })).toBeVisible();
});

test('the notice and Undo take back a discard, and neither gives new dice', async ({ page }) => {
  await openMelee(page);
  await rollDice(page).click();
  await expect(outcome(page)).toBeVisible();
  const first = await faces(page);
  await apply(page);
  await page.goto(page.url().replace(/\/do\/.*/, ''));
  await expectTable(page);
  await act(page, /Parliament/, HORSE, 'Melee');
  await rollDice(page).click();
  await expect.poll(() => faces(page)).not.toEqual(first);
  const second = await faces(page);
  await discard(page).click();
  await expectTable(page);
  await page.getByRole('button', { name: /^Undo: .+: Melee, discarded$/ }).click();
  await expect(unappliedRoll(page)).toContainText('Melee');
  await continueRoll(page);
  await expect.poll(() => faces(page)).toEqual(second);
  await discard(page).click();
  await expectTable(page);
  // Undo can take back a second discard, too. If the roll is discarded before an undo, Undo reaches the act before it.
  await page.getByRole('button', { name: /^Undo: .+: Melee, discarded$/ }).click();
  await expect(unappliedRoll(page)).toContainText('Melee');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page
    .getByRole('dialog', { name: /before undoing/ })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(page.locator('.notice').getByRole('button', { name: 'Take back' })).toBeVisible();
  await page.getByRole('button', { name: /^Undo: .+: Melee(?!, discarded)/ }).click();
  await expect(page.getByRole('status').getByText(`Undone: ${HORSE}: Melee`)).toBeVisible();
  await act(page, /Parliament/, HORSE, 'Melee');
  await rollDice(page).click();
  await expect.poll(() => faces(page)).toEqual(first);
  const address = page.url();
  const entries = await log(page);
  expect(entries[0]).toContain('not yet applied or discarded');
  expect(entries[0]).toContain('Same dice as an action that was undone');
  expect(entries.filter((entry) => entry.includes('Discarded'))).toHaveLength(3);
  await page.goto(address);
  await apply(page);
  expect((await log(page))[0]).toContain('Same dice as an action that was undone');
});

test('a roll made in one tab is settled in the other', async ({ page, context }) => {
  await openMelee(page);
  const other = await context.newPage();
  await other.goto(page.url().replace(/\/do\/.*/, ''));
  await expectTable(other);
  await rollDice(page).click();
  await expect(outcome(page)).toBeVisible();
  await expect(unappliedRoll(other)).toContainText('Melee');
  await continueRoll(other);
  await expect(outcome(other)).toHaveText((await outcome(page).textContent())!);
  await discard(other).click();
  await expectTable(other);
  await expect(page.getByRole('alert').getByText('applied or discarded in another tab')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the table' }).click();
  await expectTable(page);
  await expect(unappliedRoll(page)).toBeHidden();
  expect((await events(page)).filter(resolvedOf)).toHaveLength(1);
});

test('if two tabs have the same panel open, a roll appears in both', async ({ page, context }) => {
  await openMelee(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(rollDice(other)).toBeEnabled();
  await rollDice(page).click();
  await expect(rollDice(other)).toBeDisabled();
  await continueRoll(other);
  await expect(outcome(other)).toHaveText((await outcome(page).textContent())!);
});

test('entered dice survive a reload, before and after their outcome', async ({ page }) => {
  await openMelee(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [5, 6, 6]);
  const headline = await pad(page).getByRole('status').textContent();
  await reload(page);
  await expect(pad(page).getByRole('status')).toHaveText(headline!);
  await expect.poll(() => faces(page)).toEqual(['5', '6', '6']);
  await page.getByRole('button', { name: 'Remove the last die' }).click();
  await expect.poll(() => faces(page)).toEqual(['5', '6']);
  while (await pad(page).isVisible()) await type(page, [5]);
  await expect(outcome(page)).toBeVisible();
  const [before, typed] = [await outcome(page).textContent(), await faces(page)];
  expect(typed.slice(0, 3)).toEqual(['5', '6', '5']);
  await reload(page);
  await expect(outcome(page)).toHaveText(before!);
  await apply(page);
  const resolved = resolvedOf((await events(page)).at(-1)!)!;
  expect(resolved.throws.flatMap(({ faces }) => faces).map(String)).toEqual(typed);
  expect(resolved.throws.some(({ number }) => number !== undefined)).toBe(false);
  expect(Object.keys(await saved(page)).filter((key) => /\/(draft|dice)\//.test(key))).toEqual([]);
});

test('entered dice stay open during other acts, are named before Next and Undo, and can be applied later', async ({ page }) => {
  await openMelee(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [5]);
  await page.goBack();
  await expectTable(page);
  await expect(unappliedRoll(page)).toContainText(`Dice entered, not applied: Melee, ${HORSE}`);
  // An unfinished roll can be continued or discarded. The next phase waits for this.
  await confirm(nextPhase(page));
  const dialog = page.getByRole('dialog', { name: 'Before the next phase' });
  await expect(dialog.getByRole('heading')).toHaveText('Not done yet');
  await expect(dialog.getByRole('list', { name: 'Unapplied rolls' })).toContainText('Melee');
  await expect(dialog.getByRole('button', { name: 'Apply' })).toHaveCount(0);
  // On a screen that is too low for the whole question, its buttons are visible.
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, height: 360 });
  for (const name of ['Skip it', 'Back']) await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(size);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  while (await pad(page).isVisible()) await type(page, [5]);
  const headline = (await outcome(page).locator('.headline').textContent())!;
  await reload(page);
  await page.getByRole('link', { name: 'Back' }).click();
  await expectTable(page);
  await expect(unappliedRoll(page)).toContainText(headline);
  await next(page); // and skips it
  await expect(unappliedRoll(page)).toContainText('The phase in which it was rolled is over.');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('dialog', { name: /before undoing/ }).getByRole('button', { name: 'Discard' })).toBeVisible();
  await page.keyboard.press('Escape');
  await continueRoll(page);
  await expect(outcome(page).locator('.headline')).toHaveText(headline);
  await confirm(page.getByRole('button', { name: 'Apply anyway' }));
  await expectTable(page);
  await expect(unappliedRoll(page)).toBeEmpty();
  const acts = (await events(page)).filter((event) => event.act);
  expect(acts.at(-1)!.act!.overrides).toContain('late_roll');
  expect(acts.at(-2)!.act!.overrides).toContain('waiting_roll');
  expect((await log(page))[0]).toContain('Override: The phase in which it was rolled is over.');
});

test('open dice can be applied or discarded directly on the table', async ({ page }) => {
  await openMelee(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  while (await pad(page).isVisible()) await type(page, [5]);
  const typed = await faces(page);
  await page.getByRole('link', { name: 'Back' }).click();
  await expectTable(page);
  await unappliedRoll(page).getByRole('button', { name: 'Discard' }).click();
  await expect(unappliedRoll(page)).toBeEmpty();
  const discarded = resolvedOf((await events(page)).at(-1)!)!;
  expect([discarded.discarded, discarded.throws.flatMap(({ faces }) => faces).map(String)]).toEqual([true, typed]);
  await act(page, /Parliament/, HORSE, 'Melee');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  while (await pad(page).isVisible()) await type(page, [4]);
  await page.getByRole('link', { name: 'Back' }).click();
  await expectTable(page);
  await unappliedRoll(page).getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(unappliedRoll(page)).toBeEmpty();
  expect(resolvedOf((await events(page)).at(-1)!)!.discarded).toBeUndefined();
  expect(Object.keys(await saved(page)).filter((key) => /\/(draft|dice)\//.test(key))).toEqual([]);
});

test('a wrong die can be removed after the outcome, and everything else stays', async ({ page }) => {
  await openMelee(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  while (await pad(page).isVisible()) await type(page, [5]);
  const typed = await faces(page);
  await page.getByRole('button', { name: '⌫ Remove the last die' }).click();
  await expect(pad(page)).toBeVisible();
  await expect.poll(() => faces(page)).toEqual(typed.slice(0, -1));
  await type(page, [2]);
  await expect(outcome(page)).toBeVisible();
  await expect.poll(() => faces(page)).toEqual([...typed.slice(0, -1), '2']);
  // The Backspace key works, too. The app's dice cannot be removed.
  await page.keyboard.press('Backspace');
  await expect(pad(page)).toBeVisible();
  await page.getByRole('button', { name: 'Roll the rest' }).click();
  await expect(outcome(page)).toBeVisible();
  await expect(page.getByRole('button', { name: '⌫ Remove the last die' })).toHaveCount(0);
});

test('two tabs can enter dice in one battle, and neither loses them', async ({ page, context }) => {
  test.slow();
  await openMelee(page);
  const other = await context.newPage();
  await other.goto(page.url().replace(/\/do\/.*/, ''));
  await act(other, /The King/, FOOT, 'Melee');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [5]);
  await other.getByRole('button', { name: 'Enter dice' }).click();
  await type(other, [2]);
  await type(page, [6]);
  await other.getByRole('link', { name: 'Back' }).click();
  await expectTable(other);
  await expect(unappliedRoll(other).locator('.banner')).toHaveCount(2);
  await reload(page);
  await expect.poll(() => faces(page)).toEqual(['5', '6']);
});

test('impossible stored dice are ignored, and damaged ones left as they are', async ({ page }) => {
  await openMelee(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [5, 6]);
  const [key, text] = Object.entries(await saved(page)).find(([key]) => key.includes('/dice/'))!;
  const put = (text: string) => page.evaluate(([key, text]) => localStorage.setItem(key, text), [key, text] as const);
  const draft = JSON.parse(text.slice(text.indexOf('{')));
  await put(seal({ ...draft, faces: [5, 7, 6] }));
  await reload(page);
  await expect(pad(page)).toBeVisible();
  await expect.poll(() => faces(page)).toEqual(['5']);
  for (const bad of ['damaged', seal({ ...draft, faces: 'none' }), seal({ ...draft, procedure: 'nothing' })]) {
    await put(bad);
    await reload(page);
    await expect(page.getByRole('button', { name: 'Enter dice' })).toBeEnabled();
    expect((await saved(page))[key]).toBe(bad);
  }
});

test('the target and the answers of an act are still there after a reload and after other pages', async ({ page }) => {
  await page.goto('./');
  await page.locator('a[href="#/sample/argad"]').click();
  await page.locator('.unit-body').getByRole('link', { name: 'Shoot', exact: true }).click();
  const [targets, chosen] = [page.locator('.candidate:visible'), page.locator('.role.enemy .who')];
  const cover = page.getByRole('combobox', { name: 'Cover' }).locator('option:checked');
  if (!(await targets.first().isVisible())) await chosen.click();
  await expect(targets.first().locator('small')).toHaveText(/^\d+ %/);
  const [one, other] = await targets.evaluateAll((all) => [all.at(-1)!, all[0]].map((target) => target.firstChild!.textContent!));
  await targets.filter({ hasText: one }).click();
  await page.locator('.chips.bands .chip').nth(1).click();
  await pick(page.getByRole('combobox', { name: 'Cover' }), 'Behind a narrow opening');
  const chance = page.locator('.glance > span[data-chance]').first();
  const [label, address] = [(await chance.getAttribute('data-chance'))!, page.url()];
  const isThere = async () => {
    await expect(chosen).toContainText(one);
    await expect(cover).toHaveText('Behind a narrow opening');
    await expect(chance).toHaveAttribute('data-chance', label);
    await expect(page.getByRole('button', { name: 'Enter dice' })).toBeEnabled();
  };
  await reload(page);
  await isThere();
  await page.getByRole('link', { name: 'Quick reference' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Argad!' })).toBeVisible();
  await page.goBack();
  await isThere();
  await page.getByRole('link', { name: 'Back' }).click();
  await expectTable(page);
  await reload(page);
  // Back has returned to the table, so the panel is one step forward.
  await page.goForward();
  await isThere();
  // The answers apply to this target only.
  if (!(await targets.first().isVisible())) await chosen.click();
  await targets.filter({ hasText: one }).click();
  await targets.filter({ hasText: other }).click();
  await expect(chosen).toContainText(other);
  await expect(cover).not.toHaveText('Behind a narrow opening');
  // After the next phase, the answers are gone.
  await page.getByRole('link', { name: 'Back' }).click();
  await expectTable(page);
  await next(page);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Shoot' })).toBeVisible();
  await expect(chosen.filter({ hasText: other })).toHaveCount(0);
});

test('answers do not replace dice that are entered for another act', async ({ page }) => {
  await openMelee(page);
  const address = page.url();
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [5]);
  await page.getByRole('link', { name: 'Back' }).click();
  await expectTable(page);
  await act(page, /The King/, FOOT, 'Infantry fire'); // with a rule overridden, which is an answer
  await expect(page.getByRole('status', { name: 'Override' })).toBeVisible();
  await page.goto(address);
  await expect.poll(() => faces(page)).toEqual(['5']);
});

test('a rule that was overridden before the dice is still overridden after a reload', async ({ page }) => {
  await twoRegiments(page);
  await act(page, /The King/, FOOT, 'Infantry fire');
  const override = page.getByRole('status', { name: 'Override' });
  const reasons = (await override.textContent())!;
  await reload(page);
  await expect(override).toHaveText(reasons);
});

test('answers without a battle are still there after a visit to the rules', async ({ page }) => {
  await page.goto('./#/quick/pike_and_shot/infantry_fire');
  const box = page.getByRole('textbox', { name: 'Ranks' });
  await box.fill('7');
  await box.blur();
  await page.getByRole('link', { name: 'Quick reference' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pike & Shot' })).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('7');
});

test('a roll of an unknown procedure can be discarded', async ({ page }) => {
  await openMelee(page);
  await rollDice(page).click();
  await expect(outcome(page)).toBeVisible();
  const all = await saved(page);
  const [key, text] = Object.entries(all).find(([, text]) => text.includes('{"rolled"'))!;
  const event = JSON.parse(text.slice(text.indexOf('{')));
  const strange = (rolled: object) => seal({ rolled: { ...event.rolled, ...rolled } });
  const table = page.url().replace(/\/do\/.*/, '');
  for (const bad of [strange({ procedure: 'joust' }), strange({ input: { sides: 3 } })]) {
    await page.evaluate(([key, bad]) => localStorage.setItem(key, bad), [key, bad] as const);
    await page.goto(table);
    await reload(page);
    const proceed = unappliedRoll(page).getByRole('button', { name: 'Continue' });
    await expect(unappliedRoll(page).getByRole('button', { name: 'Discard' })).toBeVisible();
    if (await proceed.isVisible()) await proceed.click();
    await discard(page).first().click();
    await expect(unappliedRoll(page)).toBeHidden();
    await expect(page.getByRole('button', { name: /^Undo: / })).toBeEnabled();
    await page.evaluate(() => {
      const last = Object.keys(localStorage).filter((key) => localStorage[key].includes('"discarded":true'));
      last.forEach((key) => localStorage.removeItem(key));
    });
  }
});

test('taking back a discard restores entered dice with their answers', async ({ page }) => {
  await openMelee(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [6]);
  await page.goto(page.url().replace(/\/do\/.*/, ''));
  await expectTable(page);
  await expect(unappliedRoll(page)).toContainText('Melee');
  await discard(page).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(unappliedRoll(page)).toContainText('Melee');
});
