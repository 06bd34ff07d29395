// Steps and locators that the specs of Pikette Squared share: two armies, dice, and cards.
import { expect } from './page';
import { applyAndReturn, confirm, nextPhase, playOnce, unit } from './play';
import type { Page } from '@playwright/test';

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Chooses a unit for a role of a panel. The name must be exact, because a tablet also shows the unit next to the panel. */
export const choose = (page: Page, unit: string) => page.getByRole('button', { name: unit, exact: true }).click();

/** Enters dice on the pad. */
export async function type(page: Page, dice: number[]) {
  await button(page, 'Enter dice').click();
  const pad = page.getByRole('region', { name: 'Enter the dice' });
  for (const die of dice) await pad.getByRole('button', { name: String(die), exact: true }).click();
}

export const headline = (page: Page) => page.getByRole('region', { name: 'Outcome' }).locator('.headline');
/** The strip of duties, and of acts of a whole side. */
export const strip = (page: Page) => page.getByRole('region', { name: 'Due now' });
export const trackerBar = (page: Page, side: string) => page.locator('.tracker-bar > summary', { hasText: side });
/** The link to an act on a unit's card. */
export const offer = async (page: Page, name: string, what: string) =>
  (await unit(page, name)).getByRole('link', { name: what, exact: true });

/** Opens an act in the strip. Unfolds the strip if it hides the act. */
export async function openAct(page: Page, name: string | RegExp) {
  const act = strip(page).getByRole('button', { name, includeHidden: true });
  await expect(act).toBeAttached();
  if (!(await act.isVisible()))
    await strip(page)
      .getByText(/^\d+ more$/)
      .click();
  await act.click();
}

/** Turns a card, and names it. From the second card on, the app asks for the name directly. */
export async function turnCard(page: Page, name: RegExp) {
  await openAct(page, /^Turn a card/);
  const [toName, card] = [button(page, 'Name the card'), button(page, name)];
  await expect(toName.or(card).first()).toBeVisible();
  if (await toName.isVisible()) await toName.click();
  await card.click();
  await applyAndReturn(page);
}

export const FRENCH = 'French in Italy 1515';
export const SPANISH = 'Spanish in Italy 1525';

/** A battle of the two sample armies just before the first roll for initiative. Each army has its deck and twelve chips. */
export const twoArmies = (page: Page) => playOnce(page, 'two armies of Pikette Squared', () => setUpArmies(page));

async function setUpArmies(page: Page) {
  await page.goto('./#/new');
  await page.getByText('Pikette Squared', { exact: true }).click();
  await page.getByRole('combobox', { name: /^First side/ }).selectOption({ label: `${FRENCH} (sample)` });
  await page.getByRole('combobox', { name: /^Second side/ }).selectOption({ label: `${SPANISH} (sample)` });
  await button(page, 'Begin the battle').click();
  for (const army of [FRENCH, SPANISH]) {
    // A deck needs neither dice nor an answer.
    await openAct(page, `${army}: deck to build`);
    await openAct(page, `${army}: morale chips to roll for`);
    await type(page, [4]);
    await applyAndReturn(page);
  }
  await openAct(page, 'Roll for nightfall');
  await type(page, [4]);
  await applyAndReturn(page);
  // Otherwise the first Next would ask for the roll for terrain.
  await button(page, 'Play without terrain').click();
  await confirm(nextPhase(page));
  await expect(page.getByText('Turn 1 · Initiative')).toBeVisible();
}

/** The French win the initiative with a 9, and choose to go first with the smaller roll, or second with the 9. */
export async function frenchGo(page: Page, order: 'First' | 'Second', smaller = 4) {
  await openAct(page, /^Initiative/);
  await type(page, [9, smaller]);
  // The choice is a row of buttons of the outcome.
  await confirm(button(page, new RegExp(`^Go ${order.toLowerCase()}: \\d+ pips?$`)));
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
}
