// Argad! at the table: rosters with their points, salvos, charges, duels, healing. Dice are typed, so that all is certain.
import {
  COMPANY,
  SAMPLES,
  addUnit,
  apply,
  battle,
  begin,
  card,
  checklist,
  choosing,
  due,
  formCloseOrder,
  mayNot,
  next,
  odds,
  open,
  outcome,
  role,
  set,
  type,
  withRosters,
} from './argad';
import { expect, test } from './page';
import { inRange, reportIs, wholeUnit } from './play';

test("an officer and a halberdier fight out the source's duel with a swordsman and an arquebusier", async ({ page }) => {
  await withRosters(page, [
    {
      name: 'Attackers',
      units: [
        { Name: 'Officer', Class: 4, Role: 'Officer' },
        { Name: 'Halberdier', 'Weapon in hand': 'Halberd' },
      ],
    },
    {
      name: 'Defenders',
      units: [
        { Name: 'Swordsman', Class: 4 },
        { Name: 'Arquebusier', 'Short arquebus, petronel, carbine': true },
      ],
    },
  ]);
  await begin(page, 'Attackers', 'Defenders');

  await next(page, 3);
  await open(page, 'Arquebusier', 'Shoot');
  await choosing(page, 'Target', 'Halberdier');
  await inRange(page);
  await expect(odds(page)).toContainText('Arquebusier: 5 or more hits.');
  await expect(odds(page)).toContainText('33 % at least one hit');
  await page.getByRole('link', { name: 'Back' }).click();

  // He takes his sword instead, and the halberd is longer.
  await next(page);
  await open(page, 'Halberdier', 'Melee');
  await choosing(page, 'Opponents', 'Arquebusier');
  await expect(odds(page)).toContainText('The halberd strikes first: Halberdier (4 or more kills, 3 drives back).');
  await expect(odds(page)).toContainText('Then the sword: Arquebusier (4 or more kills, 3 drives back).');
  await expect(odds(page)).toContainText('50 % Arquebusier: out');
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
  await expect(outcome(page)).toContainText('Both blows count, as nothing decides between them.');
  await apply(page);
  await reportIs(page, 'argad');
});

test('matchlocks in close order give a salvo at a breastplated group, and load for their turns after it', async ({ page }) => {
  await battle(page, COMPANY, { name: 'Foot', units: [{ name: 'Breastplates', figures: 8, armour: '4', weapon: 'pike' }] });

  await next(page);
  await formCloseOrder(page, 'Musketeers');
  await next(page, 6);
  await expect(await card(page, 'Musketeers')).toContainText('in close order');

  await next(page, 3);
  await open(page, 'Musketeers', 'Shoot');
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

  const empty = 'Matchlock musket with fork: 0 of 5 loaded';
  const musketeers = async () => (await checklist(page)).getByRole('listitem', { name: 'Musketeers' });
  await expect(await card(page, 'Musketeers')).toContainText(empty);
  // Whoever shot loads nothing this turn.
  await next(page, 4);
  await expect(await card(page, 'Musketeers')).toContainText(empty);
  await next(page, 3);
  await expect(await musketeers()).toContainText('nothing loaded');
  await next(page, 2);
  await expect(await musketeers()).toContainText('loads: Matchlock musket with fork');
  await next(page, 2);
  await expect(await card(page, 'Musketeers')).toContainText(`${empty}, 5 half loaded`);
  await next(page, 7);
  await expect(await card(page, 'Musketeers')).not.toContainText(/\d loaded/);
  await next(page, 3);
  await expect((await checklist(page)).getByRole('link', { name: 'Shoot: Musketeers' })).toBeVisible();
});

test('demi-lancers charge set pikes: the pikes strike first, rank behind rank', async ({ page }) => {
  await battle(page);
  await next(page);
  await formCloseOrder(page, 'Pikemen');
  await next(page, 7);

  await open(page, 'Demi-lancers', 'Charge: the run');
  await choosing(page, 'Charged', 'Pikemen');
  await set(page, 'Straight ride, cm', 12);
  await expect(outcome(page)).toContainText('Room enough: they charge.');
  await apply(page);
  await expect(await card(page, 'Demi-lancers')).toContainText('charging Pikemen');
  await next(page, 3);
  await due(page).getByRole('button', { name: 'Melee' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Melee' })).toBeVisible();
  // The charge names the first of them.
  await role(page, 'Opponents').getByRole('button').first().click();
  for (let rank = 1; rank < 3; rank += 1) {
    await role(page, 'Opponents').getByRole('button', { name: 'Pikemen: one more' }).click();
  }
  await role(page, 'Opponents').getByRole('button', { name: 'Done' }).click();
  await expect(odds(page)).toContainText('The pike strikes first: Pikemen 1, Pikemen 2, Pikemen 3 (5 or more kills, 4 drives back).');
  await expect(odds(page)).toContainText('Then the lance: Demi-lancers (2 or more kills).');
  await expect(odds(page)).toContainText('70 % Demi-lancers: out');
  await type(page, 3, 3, 2, 2);
  await expect(outcome(page)).toContainText('Pikemen: 1 of 8 out');
  await expect(outcome(page)).toContainText('Pikemen: 2 of 8 fought unhurt.');
  await apply(page);
  await expect(await card(page, 'Pikemen')).toContainText('7 figures');

  // One pikeman fell; they are still in contact with the others.
  await next(page, 4);
  await mayNot(page, 'Demi-lancers', 'Charge: the run', 'Began the turn in contact');
  // Out of contact, too: after a charge a turn passes before the next.
  await (await wholeUnit(page, 'Demi-lancers')).getByText('In contact at the start', { exact: true }).first().click();
  await mayNot(page, 'Demi-lancers', 'Charge: the run', 'Charged last turn');
});

test('a wounded captain is seen to', async ({ page }) => {
  await battle(page);
  await open(page, 'Marksman', 'Shoot');
  await choosing(page, 'Target', 'Captain Alonso');
  await inRange(page);
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
  await open(page, 'Demi-lancers', 'Charge: the run');
  const ride = page.getByRole('textbox', { name: 'Straight ride, cm' });
  await ride.fill('1');
  await ride.blur();
  await expect(outcome(page)).toContainText('Room enough: they charge.');
});

test('a plain shot takes three taps from the card', async ({ page }) => {
  await battle(page);
  await next(page, 3);
  await open(page, 'Arquebusiers', 'Shoot');
  await role(page, 'Target').getByRole('group', { name: 'Reiters' }).getByRole('button', { name: 'up to 20' }).click();
  await page.getByRole('button', { name: 'Roll 4 dice' }).click();
  await expect(outcome(page)).toContainText(/hit/);
  await apply(page);
  await expect(await card(page, 'Arquebusiers')).toContainText('0 of 4 loaded');
});
