// Steps that specs of Argad! share: store a battle, open procedures, choose units.
import type { Locator, Page } from '@playwright/test';
import { expect } from './page';
import { openOffer, unit as card, wholeUnit } from './play';
import { type Army, layArmies, samples } from './script';

/** Chooses an option, which the form shows as a button or in a list. */
export async function choose(form: Locator, label: string, value: string) {
  const list = form.getByRole('combobox', { name: label, exact: true });
  if (await list.count()) {
    await list.selectOption({ label: value });
  } else {
    const option = form.page().getByRole('radio', { name: value, exact: true });
    await form.getByRole('group', { name: label }).locator('label').filter({ has: option }).click();
  }
}

/** The sample rosters: one on foot, and one mounted. */
export const [COMPANY, RIDERS] = samples('argad');

/** Stores and opens a battle of two armies. */
export const battle = (page: Page, first: Army = COMPANY, second: Army = RIDERS) => layArmies(page, 'argad', [first, second]);

/** Opens a procedure from a unit's card, greyed or not. */
export async function open(page: Page, unit: string, procedure: string) {
  const link = (await card(page, unit)).getByRole('link', { name: procedure, exact: true });
  if (!(await link.isVisible())) await wholeUnit(page, unit);
  await expect(link).toBeVisible();
  await openOffer(page, link);
  await expect(page.getByRole('heading', { level: 1, name: procedure })).toBeVisible();
}

/** Chooses a unit for a role. Unfolds the role's list if it is folded. */
export async function chooseUnit(page: Page, label: string, unit: string) {
  const role = page.getByRole('region', { name: label, exact: true });
  const candidate = role.getByRole('button', { name: unit, exact: true });
  if (!(await candidate.isVisible())) await role.getByRole('button').first().click();
  await candidate.click();
}
