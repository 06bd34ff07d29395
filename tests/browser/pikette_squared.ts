// What the specs of Pikette Squared share: two armies, typed dice, cards named as they are turned.
import { expect } from './page';
import { applyOutcome, confirm, laidOut, nextPhase, unit, wholeUnit } from './play';
import type { Page } from '@playwright/test';

export { unit as card } from './play';

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Puts a unit where a panel asks for one: on a tablet it is beside the panel too, with what it would do there. */
export const choose = (page: Page, unit: string) => page.getByRole('button', { name: unit, exact: true }).click();

/** Types dice on the pad. */
export async function type(page: Page, dice: number[]) {
  await button(page, 'Enter dice').click();
  const pad = page.getByRole('region', { name: 'Enter the dice' });
  for (const die of dice) await pad.getByRole('button', { name: String(die), exact: true }).click();
}

export const apply = applyOutcome;
export const headline = (page: Page) => page.getByRole('region', { name: 'Outcome' }).locator('.headline');
/** The strip of what is due, and of what a side can do as a whole. */
export const now = (page: Page) => page.getByRole('region', { name: 'Due now' });
export const trackerBar = (page: Page, side: string) => page.locator('.tracker-bar > summary', { hasText: side });
export const refused = (page: Page) => page.locator('.refused');
/** What a unit can do now. */
export const offer = async (page: Page, name: string, what: string) =>
  (await unit(page, name)).getByRole('link', { name: what, exact: true });

/** Opens something in the strip, which folds all but the first few rows. */
export async function call(page: Page, name: string | RegExp) {
  const own = now(page).getByRole('button', { name, includeHidden: true });
  await expect(own).toBeAttached();
  if (!(await own.isVisible()))
    await now(page)
      .getByText(/^\d+ more$/)
      .click();
  await own.click();
}

/** Does what is due next, from an outcome. */
export const due = (page: Page, name: RegExp) => page.getByRole('region', { name: 'Due next' }).getByRole('button', { name }).click();

/** Applies an outcome and goes back to the table, to which only an outcome that makes nothing due leads by itself. */
export async function settle(page: Page) {
  await apply(page);
  const [back, table] = [page.getByRole('link', { name: 'Back to the table' }), page.getByRole('region', { name: 'Phase' })];
  await expect(back.or(table).first()).toBeVisible();
  if (await back.isVisible()) await back.click();
  await expect(table).toBeVisible();
}

/** Turns a card: the players name the one that they turned. From the second on they are asked at once. */
export async function turnCard(page: Page, name: RegExp) {
  await call(page, /^Turn a card/);
  const [toName, card] = [button(page, 'Name the card'), button(page, name)];
  await expect(toName.or(card).first()).toBeVisible();
  if (await toName.isVisible()) await toName.click();
  await card.click();
  await settle(page);
}

/** An act of a unit is greyed, and says why. */
export async function cannot(page: Page, name: string, what: string, why: string | RegExp) {
  const own = (await wholeUnit(page, name)).getByRole('link', { name: what, exact: true });
  await expect(own).toHaveAttribute('aria-disabled', 'true');
  await expect(own).toHaveAccessibleDescription(why);
}

/** An act of a unit can be done now. */
export async function can(page: Page, name: string, what: string) {
  const own = (await wholeUnit(page, name)).getByRole('link', { name: what, exact: true });
  await expect(own).toBeVisible();
  await expect(own).not.toHaveAttribute('aria-disabled', 'true');
}

export const FRENCH = 'French in Italy 1515';
export const SPANISH = 'Spanish in Italy 1525';

/** The two sample armies on the table, each with its deck and twelve chips, about to roll for the initiative. */
export const twoArmies = (page: Page) => laidOut(page, 'two armies of Pikette Squared', () => deckedArmies(page));

async function deckedArmies(page: Page) {
  await page.goto('./#/new');
  await page.getByText('Pikette Squared', { exact: true }).click();
  await page.getByLabel('First side').selectOption({ label: `${FRENCH} (sample)` });
  await page.getByLabel('Second side').selectOption({ label: `${SPANISH} (sample)` });
  await button(page, 'Begin the battle').click();
  for (const army of [FRENCH, SPANISH]) {
    await call(page, `${army}: deck to build`);
    await settle(page);
    await call(page, `${army}: morale chips to roll for`);
    await type(page, [4]);
    await settle(page);
  }
  await call(page, 'Roll for nightfall');
  await type(page, [4]);
  await settle(page);
  await withoutTerrain(page);
  await confirm(nextPhase(page));
  await expect(page.getByText('Turn 1 · Initiative')).toBeVisible();
}

/** Dismisses the roll for terrain, about which the first Next would ask. */
export const withoutTerrain = (page: Page) => button(page, 'Play without terrain').click();

/** The French roll higher, and go first with the smaller roll, or second with 9. */
export async function frenchGo(page: Page, place: 'First' | 'Second', smaller = 4) {
  await call(page, /^Initiative/);
  await type(page, [9, smaller]);
  await due(page, /First or second/);
  await page.getByText(`${place}, with`).click();
  await settle(page);
}
