// What the specs of Pikette Squared share: two armies, typed dice, cards named as they are turned.
import { expect } from './page';
import { laidOut, unit, wholeUnit } from './play';
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

export const apply = (page: Page) => button(page, 'Apply to the table').click();
export const headline = (page: Page) => page.getByRole('region', { name: 'Outcome' }).locator('.headline');
export const now = (page: Page) => page.getByRole('region', { name: 'Now' });
export const desk = (page: Page, side: string) => page.getByRole('region', { name: 'Status' }).locator('summary', { hasText: side });
export const refused = (page: Page) => page.locator('.refused');
/** What a unit can do now. */
export const offer = async (page: Page, name: string, what: string) => (await unit(page, name)).getByRole('link', { name: what, exact: true });

/** Shows a side's units: a phone shows one side at a time. */
export async function side(page: Page, name: string) {
  if (page.viewportSize()!.width >= 768) return;
  await page.getByRole('group', { name: 'Sides' }).getByRole('button', { name }).click();
}

/** Takes up what the table calls for. */
export const call = (page: Page, name: string | RegExp) => now(page).getByRole('button', { name }).click();

/** Does what is due next. */
export const due = (page: Page, name: RegExp) => page.getByRole('region', { name: 'Due next' }).getByRole('button', { name }).click();

/** Turns a card: the players name the one that they turned. */
export async function turnCard(page: Page, name: RegExp) {
  await call(page, /^Turn a card/);
  await button(page, 'Name the card').click();
  await button(page, name).click();
  await apply(page);
}

/** What a unit cannot do, with why. */
export async function cannot(page: Page, name: string, why: string | RegExp) {
  await expect((await wholeUnit(page, name)).locator('.cannot')).toContainText(why);
}

export const FRENCH = 'Sample: French in Italy, 1515';
export const SPANISH = 'Sample: Spanish in Italy, 1525';

/** The two sample armies on the table, each with its deck and twelve chips. */
export const twoArmies = (page: Page) => laidOut(page, 'two armies of Pikette Squared', () => deckedArmies(page));

async function deckedArmies(page: Page) {
  await page.goto('./#/new');
  await page.getByText('Pikette Squared', { exact: true }).click();
  await page.getByLabel('First side').selectOption({ label: `${FRENCH} (sample)` });
  await page.getByLabel('Second side').selectOption({ label: `${SPANISH} (sample)` });
  await button(page, 'Begin the battle').click();
  for (const army of [FRENCH, SPANISH]) {
    await call(page, `${army}: build the deck`);
    await apply(page);
    await call(page, `${army}: morale chips`);
    await type(page, [4]);
    await apply(page);
  }
  await expect(page.getByRole('region', { name: 'Status' })).toBeVisible();
}

/** The French roll higher, and go first with the smaller roll, or second with 9. */
export async function frenchGo(page: Page, place: 'First' | 'Second', smaller = 4) {
  await call(page, 'Roll for the initiative');
  await type(page, [9, smaller]);
  await due(page, /First or second/);
  await page.getByText(`${place}, with`).click();
  await apply(page);
}
