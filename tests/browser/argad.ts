// Steps that the specs of Argad! share: enter rosters, begin battles, open procedures, enter dice.
import type { Locator, Page } from '@playwright/test';
import { expect } from './page';
import { applyOutcome, endPhase, openOffer, unit as card, wholeUnit } from './play';
import { type Army, layArmies, samples } from './script';

export { card };

/** A character, by the labels of the form. */
type Entry = Record<string, unknown>;

/** Enters rosters as players do. */
export async function enterRosters(page: Page, armies: { name: string; units: Entry[] }[]) {
  await page.goto('./');
  await page.getByRole('link', { name: 'Rosters' }).click();
  for (const army of armies) {
    await page.getByRole('button', { name: 'New roster for Argad!' }).click();
    await page.getByLabel('Name of the roster').fill(army.name);
    for (const unit of army.units) await addUnit(page, unit);
    await page.getByRole('link', { name: 'Back' }).click();
  }
}

/** Enters a unit in the form of an open roster. */
export async function addUnit(page: Page, unit: Entry) {
  await page.getByRole('button', { name: 'Add a character' }).click();
  const form = page.locator('form.questions');
  await form.getByText('Uncommon options', { exact: true }).click();
  for (const [label, value] of Object.entries(unit)) {
    if (value === true) {
      await form
        .locator('label')
        .filter({ has: page.getByRole('checkbox', { name: label, exact: true }) })
        .click();
    } else if (typeof value === 'number') {
      const field = form.getByRole('textbox', { name: label, exact: true });
      await field.fill(String(value));
      await field.blur();
    } else if (label === 'Name') {
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill(String(value));
    } else {
      await choose(form, label, String(value));
    }
  }
  await page.getByRole('button', { name: 'Done' }).click();
}

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

export async function begin(page: Page, first: string, second: string, edition?: string) {
  await page.goto('./');
  await page.getByRole('link', { name: 'New battle' }).click();
  await expect(page.getByLabel('First side')).toBeVisible();
  await page.getByText('Argad!', { exact: true }).click();
  if (edition) await page.getByText(edition, { exact: true }).click();
  await page.getByLabel('First side').selectOption({ label: first });
  await page.getByLabel('Second side').selectOption({ label: second });
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('button', { name: 'Next ›' })).toBeVisible();
}

/** The sample rosters: one on foot, and one mounted. */
export const [COMPANY, RIDERS] = samples('argad');
/** Their names in the list of rosters for a new battle. */
export const SAMPLES = [`${COMPANY.name} (sample)`, `${RIDERS.name} (sample)`] as const;

/** Stores and opens a battle of two armies. */
export const battle = (page: Page, first: Army = COMPANY, second: Army = RIDERS) => layArmies(page, 'argad', [first, second]);

/** A link to an act on a unit's card, greyed or not. */
async function offer(page: Page, unit: string, label: string): Promise<Locator> {
  const unitCard = await card(page, unit);
  const link = unitCard.getByRole('link', { name: label, exact: true });
  if (!(await link.isVisible())) await wholeUnit(page, unit);
  await expect(link).toBeVisible();
  return link;
}

/** Opens a procedure from a unit's card. `label` is the card's link, if its text is not the procedure's name. */
export async function open(page: Page, unit: string, procedure: string, label = procedure) {
  await openOffer(page, await offer(page, unit, label));
  await expect(page.getByRole('heading', { level: 1, name: procedure })).toBeVisible();
}

export const role = (page: Page, label: string) => page.getByRole('region', { name: label, exact: true });
export const due = (page: Page) => page.getByRole('region', { name: 'Due now' });
export const odds = (page: Page) => page.getByRole('region', { name: 'Odds' });
export const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome' });

/** Chooses a unit for a role. Unfolds the role's list if it is folded. */
export async function chooseUnit(page: Page, label: string, unit: string) {
  const candidate = role(page, label).getByRole('button', { name: unit, exact: true });
  if (!(await candidate.isVisible())) await role(page, label).getByRole('button').first().click();
  await candidate.click();
}

/** Enters the players' own dice on the pad. */
export async function type(page: Page, ...faces: number[]) {
  const pad = page.getByRole('region', { name: 'Enter the dice from the table' });
  const enter = page.getByRole('button', { name: 'Enter dice' });
  // After an answer, the pad appears a moment later.
  await expect(pad.or(enter)).toBeVisible();
  if (await enter.isVisible()) await enter.click();
  for (const face of faces) await pad.getByRole('button', { name: String(face), exact: true }).click();
}

export async function apply(page: Page) {
  await applyOutcome(page);
  const back = page.getByRole('link', { name: 'Back to the table' });
  const next = page.getByRole('button', { name: 'Next ›' });
  await expect(back.or(next)).toBeVisible();
  // The app may already be opening the table, so that the link disappears before the click.
  if (await back.isVisible()) await back.click({ timeout: 2_000 }).catch(() => undefined);
  await expect(page.getByRole('button', { name: 'Next ›' })).toBeVisible();
}

export async function next(page: Page, phases = 1) {
  for (let phase = 0; phase < phases; phase += 1) await endPhase(page);
}

/** Sets a number in the open form, in the group `holder` if given. */
export async function setNumber(page: Page, label: string, value: number, holder?: string) {
  const within = holder ? page.getByRole('group', { name: holder, exact: true }) : page;
  const field = within.getByRole('textbox', { name: label, exact: true });
  await field.fill(String(value));
  await field.blur();
}
