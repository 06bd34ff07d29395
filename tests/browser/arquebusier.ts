// Steps that specs of Arquebusier! share: rosters, a battle to store, and melees.
import { expect } from './page';
import { enterNumber, lift, unit } from './play';
import { layArmies } from './script';
import type { Page } from '@playwright/test';

type Group = [troops: string, elements: number, front: number];
type Extra = { irregular?: boolean; general?: boolean };
type Formations = [string, Group[], Extra?][];

async function enterFormation(page: Page, name: string, groups: Group[], extra: Extra = {}) {
  await page.getByRole('button', { name: 'Add a formation' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByText(extra.irregular ? 'Irregular' : 'Regular', { exact: true }).click();
  if (extra.general) await page.getByText('General with it', { exact: true }).click();
  for (const [index, [troops, elements, front]] of groups.entries()) {
    await page.getByRole('button', { name: 'Add: elements' }).click();
    const group = page.getByRole('group', { name: `Elements ${index + 1}` });
    await group.getByLabel('Troops').selectOption({ label: troops });
    await enterNumber(group, 'Elements', elements);
    await enterNumber(group, 'First rank', front);
  }
  await page.getByRole('button', { name: 'Done' }).click();
}

/** Enters a roster as players do. */
export async function enterRoster(page: Page, name: string, formations: Formations) {
  await lift(page);
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'New roster for Arquebusier!' }).click();
  await page.getByLabel('Name of the roster').fill(name);
  for (const [unit, groups, extra] of formations) await enterFormation(page, unit, groups, extra);
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

/** The region of a formation's card with the controls for this phase. */
export const phaseControls = async (page: Page, name: string) => (await unit(page, name)).getByRole('region');
/** The strip of duties. */
const due = (page: Page) => page.getByRole('region', { name: 'Due now' });
/** Opens a duty from the strip. */
export const openDuty = (page: Page, what: RegExp) => due(page).getByRole('button', { name: what }).click();

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
