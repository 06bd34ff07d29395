// Steps and locators that the specs of Arquebusier! share: rosters and battles, entered by hand or stored, and dice.
import { expect } from './page';
import { applyOutcome, endPhase, unit } from './play';
import { layArmies, samples } from './script';
import type { Locator, Page } from '@playwright/test';

export const card = unit;

export type Group = [troops: string, elements: number, front: number];

/** Sets a stepper by typing its number. */
export async function number(within: Page | Locator, label: string, value: number) {
  const box = within.getByRole('textbox', { name: label, exact: true });
  await box.fill(String(value));
  await box.blur();
}

export type Extra = { irregular?: boolean; general?: boolean };

type Formations = [string, Group[], Extra?][];

export async function formation(page: Page, name: string, groups: Group[], extra: Extra = {}) {
  await page.getByRole('button', { name: 'Add a formation' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByText(extra.irregular ? 'Irregular' : 'Regular', { exact: true }).click();
  if (extra.general) await page.getByText('General with it', { exact: true }).click();
  for (const [index, [troops, elements, front]] of groups.entries()) {
    await page.getByRole('button', { name: 'Add: elements' }).click();
    const group = page.getByRole('group', { name: `Elements ${index + 1}` });
    await group.getByLabel('Troops').selectOption({ label: troops });
    await number(group, 'Elements', elements);
    await number(group, 'First rank', front);
  }
  await page.getByRole('button', { name: 'Done' }).click();
}

export async function roster(page: Page, name: string, formations: Formations) {
  // Moves the pointer away, as players lift the finger: the app ignores taps on a control that appears under the pointer.
  await page.mouse.move(1, 1);
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'New roster for Arquebusier!' }).click();
  await page.getByLabel('Name of the roster').fill(name);
  for (const [unit, groups, extra] of formations) await formation(page, unit, groups, extra);
}

export async function begin(page: Page, first: string, second: string, year?: number) {
  await page.goto('./#/new');
  await expect(page.getByLabel('First side')).toBeVisible();
  await page.getByText('Arquebusier!').click();
  await page.getByLabel('First side').selectOption({ label: first });
  await page.getByLabel('Second side').selectOption({ label: second });
  if (year) await page.getByRole('textbox', { name: 'Year' }).fill(String(year));
}

/** Enters two rosters as players do, and begins a battle between them. */
export async function enterBattle(page: Page, first: Formations, second: Formations) {
  await page.goto('./');
  await roster(page, 'Parliament', first);
  await roster(page, 'The King', second);
  await begin(page, 'Parliament', 'The King');
  await page.getByRole('button', { name: 'Begin the battle' }).click();
}

/** Stores and opens a battle of two armies. */
export function battle(page: Page, first: Formations, second: Formations) {
  const units = (formations: Formations) =>
    formations.map(([name, groups, { irregular, general } = {}]) => ({
      name,
      nature: irregular ? 'irregular' : 'regular',
      groups: groups.map(([troops, elements, front]) => ({ type: troops.toLowerCase(), elements, front })),
      ...(general ? { general_joined: true } : {}),
    }));
  return layArmies(page, 'arquebusier', [
    { name: 'Parliament', units: units(first) },
    { name: 'The King', units: units(second) },
  ]);
}

/** Stores and opens a battle of the two sample armies. */
export const beginSamples = (page: Page) => layArmies(page, 'arquebusier', samples('arquebusier'));

/** Enters dice on the pad. */
export async function type(page: Page, dice: number[]) {
  for (const die of dice) {
    await page
      .getByRole('region', { name: 'Enter the dice' })
      .getByRole('button', { name: String(die), exact: true })
      .click();
  }
}

export async function rollTyped(page: Page, dice: number[]) {
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, dice);
}

/** Shows a side's units, because a phone shows one side at a time. */
export async function side(page: Page, name: RegExp) {
  if (page.viewportSize()!.width >= 768) return;
  await page.getByRole('group', { name: 'Sides' }).getByRole('button', { name }).click();
}

export const next = endPhase;
/** The region of a formation's card with the controls for this phase. */
export const phaseControls = async (page: Page, name: string) => (await unit(page, name)).getByRole('region');
export const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome' });
export const odds = (page: Page) => page.getByRole('region', { name: 'Odds' });
/** The strip of duties. */
export const due = (page: Page) => page.getByRole('region', { name: 'Due now' });
/** Opens a duty from the strip. */
export const openDuty = (page: Page, what: RegExp) => due(page).getByRole('button', { name: what }).click();

/** Makes the ordered move of a formation, on its card. */
export async function move(page: Page, name: string) {
  await (await phaseControls(page, name)).getByRole('button', { name: 'Move', exact: true }).click();
  await expect(await card(page, name)).toContainText('moved');
}

/** Marks formations as in contact, in the move step. */
export async function markInMelee(page: Page, ...names: string[]) {
  for (const name of names) await (await phaseControls(page, name)).getByText('In melee', { exact: true }).click();
}

/** Records new contacts, all at the enemy's front. */
export async function recordFrontContacts(page: Page, ...names: string[]) {
  for (const name of names) {
    await (await phaseControls(page, name)).getByRole('button', { name: 'Its front' }).click();
    // The act is drawn once it is on disk. Until then, the strip does not change.
    await expect(due(page).getByText(`${name}: does its new contact`)).toHaveCount(0);
  }
}

export async function apply(page: Page) {
  await applyOutcome(page);
  const back = page.getByRole('link', { name: 'Back to the table' });
  await expect(back.or(page.getByRole('button', { name: 'Next ›' }))).toBeVisible();
  // The app may already be opening the table, so that the link disappears before the click.
  if (await back.isVisible()) await back.click({ timeout: 2_000 }).catch(() => undefined);
  await expect(page.getByRole('button', { name: 'Next ›' })).toBeVisible();
}

export async function command(page: Page, name: string, what: RegExp, face: number) {
  await (await phaseControls(page, name)).getByRole('button', { name: what }).click();
  await rollTyped(page, [face]);
  await expect(outcome(page)).toContainText('passed.');
  await apply(page);
}
