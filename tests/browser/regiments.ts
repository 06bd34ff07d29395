// Two regiments facing each other, and what players do with them: the rulebook's own melee.
import { expect, type Page } from '@playwright/test';
import { applyOutcome, endPhase, openOffer, unit, wholeUnit } from './play';

export { unit as card } from './play';

/** Sets a stepper by typing its number. */
export async function number(page: Page, label: string, value: number) {
  const box = page.getByRole('textbox', { name: label, exact: true });
  await box.fill(String(value));
  await box.blur();
}

export async function enterRoster(page: Page, name: string, unit: () => Promise<void>) {
  await page.getByRole('link', { name: 'Rosters' }).click();
  await page.getByRole('button', { name: 'New roster for Pike & Shot' }).click();
  await page.getByLabel('Name of the roster').fill(name);
  await page.getByRole('button', { name: 'Add a unit' }).click();
  await unit();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.goto('./#/');
}

/** A battle of the two; what it leaves in storage, once a test of this process has entered it. */
let entered: { place: string; texts: Record<string, string> } | undefined;

export async function twoRegiments(page: Page) {
  await page.goto('./');
  if (entered) {
    await page.evaluate((texts) => Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text)), entered.texts);
    await page.goto(entered.place);
    await page.reload();
  } else {
    await enterBattle(page);
    // Who plays on the device, and when it was backed up, is not of the battle.
    const texts = Object.entries(await page.evaluate(() => ({ ...localStorage }) as Record<string, string>));
    entered = { place: page.url(), texts: Object.fromEntries(texts.filter(([key]) => /^drumhead\/(battle|event|roster)/.test(key))) };
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
}

async function enterBattle(page: Page) {
  await enterRoster(page, 'Parliament', async () => {
    await page.getByLabel('Name', { exact: true }).fill("Haselrig's Horse");
    await page.getByText('Horse', { exact: true }).click();
    await number(page, 'Figures', 12);
    await page.getByText('Average', { exact: true }).click();
  });
  await enterRoster(page, 'The King', async () => {
    await page.getByLabel('Name', { exact: true }).fill("Pinchbeck's Foot");
    await page.getByText('Raw', { exact: true }).click();
    await page.getByText('Poor', { exact: true }).click();
    await number(page, 'Pikes', 12);
    await number(page, 'Muskets', 12);
    await page.getByText('Dutch order', { exact: true }).click();
  });
  await page.getByRole('link', { name: 'New battle' }).click();
  await page.getByLabel('First side').selectOption({ label: 'Parliament' });
  await page.getByLabel('Second side').selectOption({ label: 'The King' });
  await page.getByLabel('Name of the battle').fill('Cheriton lane');
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
}

/** Types dice on the pad. */
export async function type(page: Page, dice: number[]) {
  for (const die of dice) {
    await page.getByRole('region', { name: 'Enter the dice' }).getByRole('button', { name: String(die), exact: true }).click();
  }
}

/** Shows a side's units: a phone shows one side at a time. */
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

/** Goes on from the first phase to that in which whoever does not charge fires at any target. */
export async function toOtherFire(page: Page) {
  for (let phase = 1; phase < 6; phase += 1) await next(page);
}

export const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome' });
export const apply = applyOutcome;
export const counters = async (page: Page, name: string) =>
  (await unit(page, name)).getByRole('group', { name: 'Counters' }).getByRole('status');

/** Everything that the table shows, both sides. */
export async function table(page: Page) {
  const cards = page.getByRole('article');
  return cards.evaluateAll((all) => all.map((card) => card.textContent));
}

/** The pad on which dice are typed. */
export const pad = (page: Page) => page.getByRole('region', { name: 'Enter the dice' });

/** The dice of an outcome, or those typed so far. */
export const faces = (page: Page) => page.locator('.rolls .face').allTextContents();
