// Two regiments that face each other in the rulebook's example of a melee, and steps to play it.
import { expect, type Page } from '@playwright/test';
import { applyOutcome, drawn, endPhase, enterNumber, openOffer, unit, wholeUnit } from './play';
import { layArmies } from './script';

export { unit as card } from './play';

async function enterRoster(page: Page, name: string, unit: () => Promise<void>) {
  await page.getByRole('link', { name: 'Rosters' }).click();
  await page.getByRole('button', { name: 'New roster for Pike & Shot' }).click();
  await page.getByLabel('Name of the roster').fill(name);
  await page.getByRole('button', { name: 'Add a unit' }).click();
  await unit();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.goto('./#/');
}

/** Stores a battle of the two regiments, and opens it. */
export function twoRegiments(page: Page) {
  const horse = { name: "Haselrig's Horse", troop_type: 'horse', figures: 12, morale_class: 'average', formation: 'swedish' };
  const foot = { name: "Pinchbeck's Foot", fighting_ability: 'raw', morale_class: 'poor', pikes: 12, muskets: 12, formation: 'dutch' };
  const armies = [
    { name: 'Parliament', units: [horse] },
    { name: 'The King', units: [foot] },
  ];
  return layArmies(page, 'pike_and_shot', armies, 'Cheriton lane');
}

/** Begins the same battle as players do, by entering the rosters. */
export async function enterRegiments(page: Page) {
  await page.goto('./');
  await enterRoster(page, 'Parliament', async () => {
    await page.getByLabel('Name', { exact: true }).fill("Haselrig's Horse");
    await page.getByText('Horse', { exact: true }).click();
    await enterNumber(page, 'Figures', 12);
    await page.getByRole('combobox', { name: 'Morale class' }).selectOption({ label: 'Average' });
  });
  await enterRoster(page, 'The King', async () => {
    await page.getByLabel('Name', { exact: true }).fill("Pinchbeck's Foot");
    await page.getByRole('combobox', { name: 'Fighting ability' }).selectOption({ label: 'Raw' });
    await page.getByRole('combobox', { name: 'Morale class' }).selectOption({ label: 'Poor' });
    await enterNumber(page, 'Pikes', 12);
    await enterNumber(page, 'Muskets', 12);
    await page.getByText('Dutch order', { exact: true }).click();
  });
  await page.getByRole('link', { name: 'New battle' }).click();
  await page.getByRole('combobox', { name: /^First side/ }).selectOption({ label: 'Parliament' });
  await page.getByRole('combobox', { name: /^Second side/ }).selectOption({ label: 'The King' });
  await page.getByLabel('Name of the battle').fill('Cheriton lane');
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
}

/** Enters dice on the pad. */
export async function type(page: Page, dice: number[]) {
  for (const die of dice) {
    await page
      .getByRole('region', { name: 'Enter the dice' })
      .getByRole('button', { name: String(die), exact: true })
      .click();
    await drawn(page);
  }
}

/** Shows a side's units, because a phone shows one side at a time. */
export async function side(page: Page, name: RegExp) {
  await page.getByRole('region', { name: 'Phase' }).waitFor();
  if (page.viewportSize()!.width >= 768) return;
  await page.getByRole('group', { name: 'Sides' }).getByRole('button', { name }).click();
}

/** Opens a procedure from a unit's card. */
export async function act(page: Page, sideName: RegExp, name: string, procedure: string) {
  await side(page, sideName);
  const link = (await unit(page, name)).getByRole('link', { name: procedure, exact: true }).first();
  if (!(await link.isVisible())) await wholeUnit(page, name);
  await openOffer(page, link);
  await expect(page.getByRole('heading', { level: 1, name: procedure })).toBeVisible();
}

export const next = endPhase;

/** Moves from the first phase to the phase in which units that do not charge fire at any target. */
export async function toOtherFire(page: Page) {
  for (let phase = 1; phase < 6; phase += 1) await next(page);
}

export const odds = (page: Page) => page.getByRole('region', { name: 'Odds' });
/** The button that rolls with the app's dice. */
export const rollDice = (page: Page) => page.getByRole('button', { name: /^Roll \d+ (die|dice|D\d+)/ });
export const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome' });
export const apply = applyOutcome;
export const counters = async (page: Page, name: string) =>
  (await unit(page, name)).getByRole('group', { name: 'Counters' }).getByRole('status');

/** The texts of all unit cards of both sides. */
export async function table(page: Page) {
  const cards = page.getByRole('article');
  return cards.evaluateAll((all) => all.map((card) => card.textContent));
}

/** The pad for entering dice. */
export const pad = (page: Page) => page.getByRole('region', { name: 'Enter the dice' });

/** The dice of an outcome, or those entered so far. Waits for the first. */
export async function faces(page: Page) {
  await expect(page.locator('.rolls .face').first()).toBeVisible();
  return page.locator('.rolls .face').allTextContents();
}

/** Opens the melee of the two regiments. */
export async function openMelee(page: Page) {
  await twoRegiments(page);
  for (let phase = 1; phase < 4; phase += 1) await next(page);
  await act(page, /Parliament/, "Haselrig's Horse", 'Melee');
}

/** Plays and applies the melee, with the app's dice. */
export async function fightMelee(page: Page) {
  await openMelee(page);
  await rollDice(page).click();
  await expect(outcome(page)).toBeVisible();
  await apply(page);
}
