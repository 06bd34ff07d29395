// Melees are drawn as units that face each other: a row for each contact. The dice of both sides are shown with their owners and needs.
import { type Locator, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import type { Profile, Unit } from './contract';
import { expect, test } from './page';
import { applyOutcome, endPhase } from './play';
import { lay, newUnit as unit, horse } from './script';

const three = (side: number, names: string[], profile: Profile) =>
  names.map((name, n) => unit(`${'ab'[side]}${n + 1}`, side, name, profile));
const armies = (profile: Profile) => [
  ...three(0, ['Skippon', 'Manchester', 'Montagu'], profile),
  ...three(1, ['Bluecoats', 'Tillier', 'Rupert'], profile),
];

const BATTLES: Record<string, Unit[]> = {
  pike_and_shot: armies({ pikes: 8, muskets: 16, morale_class: 'average' }),
  arquebusier: armies({ nature: 'regular', groups: [{ type: 'pike', elements: 6, front: 2 }] }),
  argad: armies({ figures: 1, class: 3 }),
};

const french = (file: string, words: string): string =>
  JSON.parse(readFileSync(new URL(`../../public/lang/fr/${file}.json`, import.meta.url), 'utf8'))[words];

/** Puts these units into a role, and closes its list. */
async function take(page: Page, label: string, names: string[], done = 'Done') {
  const buttons = page.getByRole('region', { name: label, exact: true }).getByRole('button');
  for (const name of names) {
    const candidate = buttons.and(page.getByRole('button', { name, exact: true }));
    // The first button unfolds the list.
    if (!(await candidate.isVisible())) await buttons.first().click();
    await candidate.click();
  }
  await buttons.filter({ hasText: done }).click();
}

/** Chooses the only opponent of a melee. */
const takeOpponent = (page: Page, name: string) =>
  page
    .getByRole('region', { name: /^(The other side|Opponents)$/ })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();

/** The contacts that players can edit, in order: each is a group of fields. */
const contacts = (page: Page) => page.getByRole('group', { name: /^Contacts? \d$/ });
/** The drawn pairs of units that face each other. */
const duels = (page: Page) => page.locator('.duel');

/** Opens a melee of the first unit of the first side. */
async function open(page: Page, ruleset: string, phases: number, procedure: string) {
  await lay(page, { ruleset, units: BATTLES[ruleset] }, 'turn', { hints: ['table', 'resolve'] });
  for (let n = 0; n < phases; n += 1) await endPhase(page);
  await page.goto(`./#/battle/turn/do/${procedure}/a1`);
  await expect(page.getByRole('heading', { level: 1, name: /melee/i })).toBeVisible();
}

/** Expects that each contact is a row of two blocks, and that all questions are within so many screens. */
async function expectRows(page: Page, screens: number, count: number) {
  await expect(duels(page)).toHaveCount(count);
  for (const row of await duels(page).all()) {
    const [one, other] = await row
      .locator('.block')
      .evaluateAll((all) => all.map((block) => block.getBoundingClientRect().toJSON() as DOMRect));
    expect(one.right, 'they face each other').toBeLessThan(other.left);
    expect(Math.max(one.height, other.height)).toBeLessThanOrEqual(150);
    await expect(row.locator('.sign')).toHaveCount(2);
  }
  const foot = await page.locator('form').evaluate((form) => form.getBoundingClientRect().bottom + scrollY);
  expect(foot).toBeLessThanOrEqual(screens * page.viewportSize()!.height);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

test('three against three with four contacts of Pike & Shot are four rows of blocks, within two screens', async ({ page }) => {
  await open(page, 'pike_and_shot', 3, 'melee_round');
  await take(page, 'One side', ['Manchester', 'Montagu']);
  await take(page, 'The other side', ['Bluecoats', 'Tillier', 'Rupert']);
  await expect(contacts(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Add: contacts' }).click();
  const fourth = contacts(page).nth(3);
  await fourth.getByRole('combobox').nth(0).selectOption('Montagu');
  await fourth.getByRole('combobox').nth(1).selectOption('Tillier');
  await fourth.locator('.edge.flank').first().click();
  await expect(fourth.getByRole('radio', { name: 'Montagu: flank' })).toBeChecked();
  await expectRows(page, 2, 4);
  await expect(page.getByRole('button', { name: /^Roll \d+ dice \(more may follow\)$/ })).toBeVisible();
});

/** Names of the rolls on the sheet of all dice, each with the needs of its dice. */
const sheet = (page: Page) =>
  page.getByRole('list', { name: 'All dice' }).evaluate((list) => {
    const words = (of: Element, what: string) => [...of.querySelectorAll(what)].map((one) => one.textContent);
    return [...list.children].map((row) => [...words(row, 'small'), words(row, '.slot').join(' ')].join(': '));
  });

/** The texts that do not fit into their elements. */
const cutTexts = (parts: Locator) =>
  parts.evaluateAll((all) =>
    all
      .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
      .map((part) => part.textContent),
  );

const SHEETS = [
  { ruleset: 'pike_and_shot', phases: 3, procedure: 'melee_round', dice: ['Skippon · to hit: 5+ 5+ 5+', 'Bluecoats · to hit: 5+ 5+ 5+'] },
  { ruleset: 'argad', phases: 4, procedure: 'melee', dice: ['Skippon: 3+', 'Bluecoats: 3+'] },
];

for (const { ruleset, phases, procedure, dice } of SHEETS) {
  test(`before the roll of ${ruleset}, the dice of both sides are on one sheet, with their needs`, { tag: '@phone' }, async ({ page }) => {
    await open(page, ruleset, phases, procedure);
    await takeOpponent(page, 'Bluecoats');
    await expect.poll(() => sheet(page)).toEqual(dice);
  });
}

test('each edge shows what it would change, and is tapped by finger or by key', { tag: '@phone' }, async ({ page }) => {
  await open(page, 'pike_and_shot', 3, 'melee_round');
  await takeOpponent(page, 'Bluecoats');
  const [contact, edge] = [contacts(page).first(), (name: string) => page.getByRole('radio', { name })];
  await expect(contact.locator('.edge [data-figure]')).toHaveCount(4);
  expect(await cutTexts(page.locator('.edge, .edge > *'))).toEqual([]);
  await contact.locator('.edge.rear').last().click();
  await expect(edge('Bluecoats: rear')).toBeChecked();
  await expect(page.locator('.edge.touches')).toHaveText(['Front', 'Rear']);
  // A unit does not fight an enemy at its rear. One roll is left, which needs no sheet.
  await expect(page.getByRole('list', { name: 'All dice' })).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await expect(edge('Bluecoats: rear')).not.toBeChecked();
});

test('three against three with four contacts of Arquebusier! are four rows of blocks with how many meet, within two screens', async ({
  page,
}) => {
  await open(page, 'arquebusier', 3, 'melee');
  await page.getByRole('button', { name: 'Do it anyway' }).click();
  await take(page, 'Own formations', ['Manchester', 'Montagu']);
  await take(page, 'Enemy formations', ['Bluecoats', 'Tillier', 'Rupert']);
  await expect(contacts(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Add: contact' }).click();
  await contacts(page).nth(3).getByRole('combobox').nth(1).selectOption({ index: 1 });
  await expectRows(page, 2, 4);
  await expect(contacts(page).first().getByRole('textbox')).toHaveCount(4);
});

test('a fight of Argad! shows the opponent of each friend, and each slot the owner and the need of its die', async ({ page }) => {
  await open(page, 'argad', 4, 'melee');
  await take(page, 'Friends who strike too', ['Manchester', 'Montagu']);
  await take(page, 'Opponents', ['Bluecoats', 'Tillier', 'Rupert']);
  await expect(duels(page)).toContainText(['Skippon', 'Manchester', 'Montagu']);
  await page.getByRole('group', { name: 'Manchester' }).getByRole('combobox').first().selectOption('Tillier');
  await page.getByRole('group', { name: 'Montagu' }).getByRole('combobox').first().selectOption('Rupert');
  await expectRows(page, 2, 3);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  const pad = page.getByRole('region', { name: 'Enter the dice' });
  // The slots of the dice are drawn; screen readers get the need of the next die with the instruction.
  const slots = pad.locator('[aria-hidden=true]');
  await expect(slots.locator('small')).toHaveText(['Skippon']);
  await expect(pad.getByRole('status')).toHaveText(/\(Skippon: drives back on \d, kills on \d\+\)$/);
  await pad.getByRole('button', { name: '1', exact: true }).click();
  // The dice of all friends are one roll, and each die has its owner's name.
  await expect(slots.locator('small')).toHaveText(['Manchester', 'Montagu']);
  await expect(slots.locator('i')).toHaveText([/^\d\+$/, /^\d\+$/]);
  await pad.getByRole('button', { name: '1', exact: true }).click();
  await expect(slots.locator('small')).toHaveText(['Montagu']);
  await pad.getByRole('button', { name: '1', exact: true }).click();
  await expect(slots.locator('small')).toHaveText(['Bluecoats', 'Tillier', 'Rupert']);
});

test('facts of the table are not asked: the opponent, an absent general, a charge that is met', { tag: '@phone' }, async ({ page }) => {
  const units = [unit('a1', 0, 'Haselrig', horse), unit('b1', 1, 'Byron', horse), unit('b2', 1, 'Rupert', horse)];
  await lay(page, { ruleset: 'pike_and_shot', units }, 'turn', { hints: ['table', 'resolve'] });
  const questions = page.getByRole('main');
  const asked = questions.getByRole('group', { name: /^(General|Role|Opponent)/ });
  await page.goto('./#/battle/turn/do/reaction_charge/b1');
  // Horse need 1, so no die is asked for.
  const certain = page.getByText('Could not fail.');
  await expect(certain).toBeVisible();
  await expect(asked).toHaveCount(0);
  await applyOutcome(page);
  // Haselrig meets the charge; the next unit that charges does not counter-charge.
  await page.goto('./#/battle/turn/do/reaction_charge/a1');
  await page.getByText('Unit details').click();
  await expect(questions.getByRole('radio', { name: 'Counter-charge' })).toBeChecked();
  await page.goto('./#/battle/turn/do/reaction_charge/b2');
  await expect(certain).toBeVisible();
  await page.getByText('Unit details').click();
  await expect(questions.getByRole('radio', { name: 'Charge', exact: true })).toBeChecked();
});

const WORDS = {
  English: { one: 'One side', other: 'The other side', done: 'Done', language: 'English' },
  French: {
    one: french('pike_and_shot', 'One side'),
    other: french('pike_and_shot', 'The other side'),
    done: french('app', 'Done'),
    language: 'Français',
  },
};

for (const [language, words] of Object.entries(WORDS)) {
  test(`the names of units that face each other, and the edges, are shown whole, in ${language}`, async ({ page }) => {
    const names = ['Sergeant-Major Skippon’s Trained Bands', 'The Earl of Manchester’s Foot', 'Montagu'];
    const enemies = ['The Earl of Newcastle’s Bluecoats', 'Colonel Tillier’s Greencoats', 'Rupert'];
    const units = [...three(0, names, { pikes: 8, muskets: 16 }), ...three(1, enemies, { pikes: 8, muskets: 16 })];
    await lay(page, { ruleset: 'pike_and_shot', units }, 'turn', { hints: ['table', 'resolve'] });
    for (let n = 0; n < 3; n += 1) await endPhase(page);
    await page.goto('./#/settings');
    await page.getByRole('radio', { name: words.language }).check();
    await page.goto('./#/battle/turn/do/melee_round/a1');
    await take(page, words.one, names.slice(1), words.done);
    await take(page, words.other, enemies, words.done);
    await expect(duels(page)).toHaveCount(3);
    const chosen = page.locator('.chosen-name > span');
    await expect(chosen).toHaveText([names[0], enemies[0], names[1], enemies[1], names[2], enemies[2]]);
    expect(await cutTexts(page.locator('.chosen-name > span, .edge, .edge > *'))).toEqual([]);
    // The name that is chosen in the invisible list is drawn over it.
    await page.getByRole('combobox').last().selectOption(enemies[0]);
    await expect(chosen.last()).toHaveText(enemies[0]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}
