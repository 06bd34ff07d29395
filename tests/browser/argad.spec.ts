// Argad! at the table: rosters with their points, salvos, charges, duels, healing. Dice are typed, so that all is certain.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './page';

type Profile = Record<string, unknown>;
interface Army {
  name: string;
  units: Profile[];
}

/** Enters rosters as players do. */
async function withRosters(page: Page, armies: Army[]) {
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
async function addUnit(page: Page, unit: Profile) {
  await page.getByRole('button', { name: 'Add a character' }).click();
  const form = page.locator('form.questions');
  for (const [label, value] of Object.entries(unit)) {
    if (value === true) {
      await form.getByText(label, { exact: true }).click();
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

/** Chooses one of several, whether they are drawn as buttons or as a list. */
async function choose(form: Locator, label: string, value: string) {
  const list = form.getByRole('combobox', { name: label, exact: true });
  if (await list.count()) {
    await list.selectOption({ label: value });
  } else {
    await form.getByRole('group', { name: label }).getByText(value, { exact: true }).click();
  }
}

async function begin(page: Page, first: string, second: string, edition?: string) {
  await page.goto('./');
  await page.getByRole('link', { name: 'New battle' }).click();
  await page.getByText('Argad!', { exact: true }).click();
  if (edition) await page.getByText(edition, { exact: true }).click();
  await page.getByLabel('First side').selectOption({ label: first });
  await page.getByLabel('Second side').selectOption({ label: second });
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('button', { name: 'Next ›' })).toBeVisible();
}

const SAMPLES = ["The captain's company (sample)", 'Riders on the road (sample)'] as const;

/** A unit's card; on a phone its side must be shown first. */
async function card(page: Page, unit: string): Promise<Locator> {
  const own = page.getByRole('article', { name: unit, exact: true });
  await expect(page.getByRole('article', { name: unit, exact: true, includeHidden: true })).toBeAttached();
  if (!(await own.isVisible())) await page.locator('.tab[aria-pressed=false]').click();
  await expect(own).toBeVisible();
  return own;
}

/** Opens a procedure from a unit's card. */
async function open(page: Page, unit: string, procedure: string) {
  const own = await card(page, unit);
  const link = own.getByRole('link', { name: procedure, exact: true });
  if (!(await link.isVisible())) await own.getByText('Trackers and more', { exact: true }).click();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: procedure })).toBeVisible();
}

const role = (page: Page, label: string) => page.getByRole('region', { name: label, exact: true });
const odds = (page: Page) => page.getByRole('region', { name: 'Odds' });
const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome' });

async function choosing(page: Page, label: string, unit: string) {
  const candidate = role(page, label).getByRole('button', { name: unit, exact: true });
  if (!(await candidate.isVisible())) await role(page, label).getByRole('button').first().click();
  await candidate.click();
}

/** Types dice from the table on the pad. */
async function type(page: Page, ...faces: number[]) {
  const pad = page.getByRole('region', { name: 'Type the dice on the table' });
  if (!(await pad.isVisible())) await page.getByRole('button', { name: 'Type dice' }).click();
  for (const face of faces) await pad.getByRole('button', { name: String(face), exact: true }).click();
}

async function apply(page: Page) {
  await page.getByRole('button', { name: 'Apply to the table' }).click();
  const back = page.getByRole('link', { name: 'Back to the table' });
  const next = page.getByRole('button', { name: 'Next ›' });
  await expect(back.or(next)).toBeVisible();
  if (await back.isVisible()) await back.click();
}

async function next(page: Page, phases = 1) {
  for (let phase = 0; phase < phases; phase += 1) await page.getByRole('button', { name: 'Next ›' }).click();
}

/** Opens what the phase needs. */
async function checklist(page: Page): Promise<Locator> {
  const list = page.getByRole('list', { name: 'Checklist' });
  if (!(await list.isVisible())) await page.locator('.phase summary').first().click();
  return list;
}

test("the source's duel: an officer and a halberdier against a swordsman and an arquebusier", async ({ page }) => {
  await withRosters(page, [
    { name: 'Attackers', units: [{ Name: 'Officer', Class: 4, Role: 'Officer' }, { Name: 'Halberdier', 'Weapon in hand': 'Halberd' }] },
    { name: 'Defenders', units: [{ Name: 'Swordsman', Class: 4 }, { Name: 'Arquebusier', 'Short arquebus, petronel, carbine': true }] },
  ]);
  await begin(page, 'Attackers', 'Defenders');

  await open(page, 'Arquebusier', 'Shoot');
  await choosing(page, 'Target', 'Halberdier');
  await expect(odds(page)).toContainText('Arquebusier: 5 or more hits.');
  await expect(odds(page)).toContainText('33 % at least one hit');
  await page.getByRole('link', { name: 'Back' }).click();

  // He takes his sword instead, and the halberd is longer.
  await open(page, 'Halberdier', 'Melee');
  await choosing(page, 'Opponents', 'Arquebusier');
  await expect(odds(page)).toContainText('The halberd strikes first: Halberdier (4 or more kills, 3 drives back).');
  await expect(odds(page)).toContainText('Then the sword: Arquebusier (4 or more kills, 3 drives back).');
  await expect(odds(page)).toContainText('50 % Arquebusier: killed');
  await type(page, 2, 5);
  await expect(outcome(page)).toContainText('Halberdier: out, killed or badly wounded.');
  await apply(page);
  await expect(await card(page, 'Halberdier')).toContainText('out of action');

  await open(page, 'Officer', 'Melee');
  await choosing(page, 'Opponents', 'Swordsman');
  await expect(odds(page)).toContainText('The sword strikes first: Officer, Swordsman (5 or more kills, 4 drives back).');
  await expect(odds(page)).toContainText('of two equal blows the higher die stands; of equal dice, both');
  await type(page, 5, 6);
  await expect(outcome(page)).toContainText('Officer: out');
  await expect(outcome(page)).toContainText('Only the blow of Swordsman counts.');
  await page.getByRole('button', { name: 'Discard' }).click();

  await open(page, 'Officer', 'Melee');
  await choosing(page, 'Opponents', 'Swordsman');
  await type(page, 6, 6);
  await expect(outcome(page)).toContainText('Officer, Swordsman: out');
  await expect(outcome(page)).toContainText('Both blows told, and nothing tells them apart: both stand.');
});

test('a salvo of matchlocks in close order at a breastplated group, and the turns of loading after it', async ({ page }) => {
  await withRosters(page, [
    { name: 'Foot', units: [{ Name: 'Breastplates', Figures: 8, Armour: '4: breastplate or mail', 'Weapon in hand': 'Pike' }] },
  ]);
  await begin(page, SAMPLES[0], 'Foot');

  await open(page, 'Musketeers', 'Close order');
  await page.getByText('Form', { exact: true }).click();
  await apply(page);
  await next(page, 7);
  await expect(await card(page, 'Musketeers')).toContainText('in close order');

  await open(page, 'Musketeers', 'Shoot');
  await choosing(page, 'Target', 'Breastplates');
  const range = page.getByRole('textbox', { name: 'Range, cm' });
  await range.fill('15');
  await range.blur();
  await expect(odds(page)).toContainText('Musketeers: a 6 hits.');
  await page.getByText('Salvo', { exact: true }).click();
  await expect(page.getByRole('alert').last()).toContainText('on the word of an officer or sergeant');
  await page.getByText('Under command', { exact: true }).click();
  await expect(odds(page)).toContainText('Musketeers: 5 or more hits.');
  await range.fill('50');
  await range.blur();
  await expect(odds(page)).toContainText('Musketeers: 8 hits, which takes sixes on sixes.');
  await range.fill('30');
  await range.blur();
  await type(page, 6, 6, 5, 2, 1);
  await expect(outcome(page)).toContainText('2 hits: Breastplates lose 2');
  await apply(page);
  await expect(await card(page, 'Breastplates')).toContainText('6 figures');

  const loading = async () => card(page, 'Musketeers');
  await expect(await loading()).toContainText('2 to load');
  await next(page, 3);
  await expect((await checklist(page)).getByRole('listitem', { name: 'Musketeers' })).toContainText(
    'not loaded: 2 to load',
  );
  await next(page, 4);
  await expect(await loading()).toContainText('2 to load');
  await next(page, 5);
  await expect((await checklist(page)).getByRole('listitem', { name: 'Musketeers' })).toContainText('2 turns to go');
  await next(page, 2);
  await expect(await loading()).toContainText('1 to load');
  await next(page, 7);
  await expect(await loading()).not.toContainText(/\d to load/);
  await next(page, 3);
  await expect((await checklist(page)).getByRole('link', { name: 'Shoot: Musketeers' })).toBeVisible();
});

test('demi-lancers charge set pikes: the pikes strike first, rank behind rank', async ({ page }) => {
  await begin(page, ...SAMPLES);
  await open(page, 'Pikemen', 'Close order');
  await page.getByText('Form', { exact: true }).click();
  await apply(page);
  await next(page, 7);

  await open(page, 'Demi-lancers', 'Run-up');
  await expect(outcome(page)).toContainText('Room enough: they charge.');
  await page.getByRole('region', { name: 'Due next' }).getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Melee' })).toBeVisible();
  for (let rank = 0; rank < 3; rank += 1) {
    await role(page, 'Opponents').getByRole('button', { name: 'Pikemen: one more' }).click();
  }
  await role(page, 'Opponents').getByRole('button', { name: 'Done' }).click();
  await expect(odds(page)).toContainText(
    'The pike strikes first: Pikemen 1, Pikemen 2, Pikemen 3 (5 or more kills, 4 drives back).',
  );
  await expect(odds(page)).toContainText('Then the lance: Demi-lancers (2 or more kills).');
  await expect(odds(page)).toContainText('70 % Demi-lancers: killed');
  await type(page, 3, 3, 2, 2);
  await expect(outcome(page)).toContainText('Pikemen 1: out');
  await expect(outcome(page)).toContainText('Demi-lancers, Pikemen 2, Pikemen 3: unhurt.');
  await apply(page);
  await expect(await card(page, 'Pikemen')).toContainText('7 figures');

  // After a charge a turn passes before the next.
  await next(page, 7);
  await open(page, 'Demi-lancers', 'Run-up');
  await expect(page.getByRole('alert').last()).toContainText('After a charge, a turn passes before the next.');
});

test('a wounded captain is seen to', async ({ page }) => {
  await begin(page, ...SAMPLES);
  await open(page, 'Marksman', 'Shoot');
  await choosing(page, 'Target', 'Captain Alonso');
  await type(page, 5);
  await expect(outcome(page)).toContainText('Captain Alonso is hit: out, unless a second life is left.');
  await apply(page);
  await expect(await card(page, 'Captain Alonso')).toContainText('wounded');

  await next(page, 6);
  await expect((await checklist(page)).getByRole('listitem', { name: 'Captain Alonso' })).toContainText('to be seen to');
  await open(page, 'Captain Alonso', 'Healing');
  await page.getByText('Bad conditions', { exact: true }).click();
  await expect(odds(page)).toContainText('Below 4 heals, 4 leaves its mark for life, more is too much.');
  await expect(odds(page)).toContainText('50 % heals');
  await expect(odds(page)).toContainText('33 % not healed today');
  await type(page, 4);
  await expect(outcome(page)).toContainText('something stays for good');
  await apply(page);
  await expect(await card(page, 'Captain Alonso')).toContainText('wound seen to');
});

test('the points of a roster are worked out as it is edited', async ({ page }) => {
  await withRosters(page, [{ name: 'Company', units: [{ Name: 'Pikemen', Figures: 10, 'Weapon in hand': 'Pike' }] }]);
  await page.getByRole('link', { name: 'Company' }).click();
  // 10 · (3 + 2)
  await expect(page.getByText('50 points', { exact: true })).toBeVisible();
  // 4 for the class, 4 for the post, 4 for the horse; armour 1, pistol 4
  await addUnit(page, {
    Name: 'Cornet',
    Class: 4,
    Armour: '4: breastplate or mail',
    Mount: 'Cavalry',
    Pistol: true,
    Role: 'Officer',
  });
  await expect(page.getByText('67 points', { exact: true })).toBeVisible();
  await expect(page.getByText('Pikemen 50, Cornet 17')).toBeVisible();
});

test('the edition is chosen for the battle, and its differences are told', async ({ page }) => {
  await begin(page, SAMPLES[0], SAMPLES[1], 'Sheet of 2024');
  await page.locator('.phase summary').first().click();
  await page.getByText('Played: Sheet of 2024').click();
  await expect(page.getByRole('table', { name: 'Where they differ' })).toBeVisible();
  // The sheet of 2024 does not ask for a run-up.
  await open(page, 'Demi-lancers', 'Run-up');
  const ride = page.getByRole('textbox', { name: 'Straight ride, cm' });
  await ride.fill('1');
  await ride.blur();
  await expect(outcome(page)).toContainText('Room enough: they charge.');
});

test('a plain shot takes three taps from the card', async ({ page }) => {
  await begin(page, ...SAMPLES);
  await next(page, 3);
  await (await card(page, 'Arquebusiers')).getByRole('link', { name: 'Shoot', exact: true }).click();
  await role(page, 'Target').getByRole('button', { name: 'Reiters' }).click();
  await page.getByRole('button', { name: 'Throw 4 dice' }).click();
  await expect(outcome(page)).toContainText(/hit/);
  await apply(page);
  await expect(await card(page, 'Arquebusiers')).toContainText('1 to load');
});
