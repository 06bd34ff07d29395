// Fights of Argad!: several against one, several against several, the ground, fencers, prisoners.
import { apply, battle, card, choosing, formCloseOrder, mayNot, next, odds, open, outcome, role, tick, type } from './argad';
import { expect, test } from './page';

test('several against one: friends with halberds strike first, each whom he is told to', async ({ page }) => {
  const halberdier = { weapon: 'halberd' };
  await battle(
    page,
    {
      name: 'Spain',
      units: [
        { name: 'Captain', class: 5, armour: '4' },
        { name: 'Halberdier', ...halberdier },
        { name: 'Halberdier too', ...halberdier },
        { name: 'Page', class: 2, weapon: 'dagger' },
      ],
    },
    { name: 'Rogues', units: [{ name: 'Bravo' }, { name: 'Cutthroat' }, { name: 'Thief', weapon: 'dagger' }] },
  );
  await open(page, 'Captain', 'Melee');
  for (const enemy of ['Bravo', 'Cutthroat', 'Thief']) await choosing(page, 'Opponents', enemy);
  for (const friend of ['Halberdier', 'Halberdier too']) await choosing(page, 'Friends who strike too', friend);
  await page.getByRole('group', { name: 'Halberdier too', exact: true }).getByRole('combobox').selectOption('Cutthroat');
  await page.getByRole('combobox', { name: 'The fighter strikes' }).selectOption('Cutthroat');
  // He rolls one die: there is nobody else to name.
  await expect(page.getByRole('button', { name: 'The fighter strikes: one more' })).toHaveCount(0);

  await expect(odds(page)).toContainText('The halberd strikes first: Halberdier, Halberdier too (4 or more kills, 3 drives back).');
  await expect(odds(page)).toContainText(
    'Then the sword: Captain (4 or more kills, 3 drives back), Bravo, Cutthroat (a 6 kills, 5 drives back).',
  );
  await expect(odds(page)).toContainText('Then the dagger: Thief (a 6 kills, 5 drives back).');
  await expect(odds(page)).toContainText("of two equal blows Captain's stands, by class.");
  // The halberds: 4 at Bravo, who is out, 2 at Cutthroat. He and the captain would drive each other back. Then the thief.
  await type(page, 4, 2, 3, 5, 2);
  await expect(outcome(page)).toContainText('Bravo: out, killed or badly wounded.');
  await expect(outcome(page)).toContainText('Cutthroat: driven back two paces.');
  await expect(outcome(page)).toContainText('Captain, Thief: unhurt.');
  await expect(outcome(page)).toContainText("of two equal blows Captain's stands, by class.");
  await apply(page);
  await expect(await card(page, 'Bravo')).toContainText('out of action');

  // Each strikes once a turn: in another fight of it he is struck, and strikes nobody.
  await open(page, 'Page', 'Melee');
  await choosing(page, 'Opponents', 'Thief');
  await expect(odds(page)).toContainText('Thief: no blow in this fight.');
  await expect(role(page, 'Friends who strike too').getByRole('button', { name: 'Halberdier', exact: true })).toHaveCount(0);
});

test('two files of pikes strike with all their ranks at the same moment', async ({ page }) => {
  const pikes = { figures: 4, weapon: 'pike' };
  await battle(
    page,
    { name: 'Reds', units: [{ name: 'Red pikes', ...pikes }] },
    { name: 'Blues', units: [{ name: 'Blue pikes', ...pikes }] },
  );
  await next(page);
  for (const unit of ['Red pikes', 'Blue pikes']) await formCloseOrder(page, unit);
  await next(page, 10);
  await open(page, 'Red pikes', 'Melee');
  await role(page, 'Opponents').getByRole('button').first().click();
  await role(page, 'Opponents').getByRole('button', { name: 'Blue pikes: one more' }).click();
  await role(page, 'Opponents').getByRole('button', { name: 'Done' }).click();
  await role(page, 'Friends who strike too').getByRole('button').first().click();
  await role(page, 'Friends who strike too').getByRole('button', { name: 'Red pikes: one more' }).click();
  await role(page, 'Friends who strike too').getByRole('button', { name: 'Done' }).click();
  await expect(odds(page)).toContainText(
    'The pike strikes first: Red pikes 1, Red pikes 2, Blue pikes 1, Blue pikes 2 (4 or more kills, 3 drives back).',
  );
  await expect(odds(page)).toContainText('Red pikes 1 and Blue pikes 1 strike at the same moment');
  // The man in front misses, the rank behind him kills; his enemy kills at the same moment.
  await type(page, 1, 4, 4, 1);
  await expect(outcome(page)).toContainText('Red pikes: 1 of 4 out');
  await expect(outcome(page)).toContainText('Blue pikes: 1 of 4 out');
  await apply(page);
  await expect(await card(page, 'Red pikes')).toContainText('3 figures');
  await expect(await card(page, 'Blue pikes')).toContainText('3 figures');
});

test('obstacles and higher ground change a melee, and a doorway is too narrow for two-handed weapons', async ({ page }) => {
  await battle(
    page,
    { name: 'Castle', units: [{ name: 'Porter', weapon: 'two_handed' }] },
    { name: 'Storm', units: [{ name: 'Stormer' }] },
  );
  await open(page, 'Porter', 'Melee');
  // By himself he needs no more than a 2: he adds 1 for the weight and 1 for the wall.
  await expect(odds(page)).toContainText('The two-handed weapon strikes first: Porter (3 or more kills, 2 drives back).');
  await tick(page, 'Defends an obstacle', 'Porter');
  await expect(odds(page)).toContainText('Porter (2 or more kills).');
  await expect(odds(page)).toContainText('Porter · defends an obstacle +1');
  await tick(page, 'Enemy stands higher', 'Stormer');
  await expect(odds(page)).toContainText('Then the sword: Stormer (5 or more kills, 4 drives back).');
  await expect(odds(page)).toContainText('Stormer · enemy higher -1');
  await tick(page, 'Cramped', 'Porter');
  await expect(odds(page)).toContainText('The two-handed weapon, sword strikes first');
  await expect(odds(page)).not.toContainText(/two.handed [+-]/i);
});

test('in close order a two-handed weapon loses its weight, and taken in flank the order breaks', async ({ page }) => {
  await battle(
    page,
    { name: 'Swiss', units: [{ name: 'Two-handers', figures: 4, weapon: 'two_handed' }] },
    { name: 'Storm', units: [{ name: 'Stormer' }] },
  );
  await next(page);
  await formCloseOrder(page, 'Two-handers');
  await next(page, 7);

  await open(page, 'Two-handers', 'Close order', 'Pivot');
  await expect(outcome(page)).toContainText('They pivot and stay in close order.');
  await apply(page);
  await mayNot(page, 'Two-handers', 'Pivot', 'One pivot a turn');

  await next(page, 3);
  await open(page, 'Two-handers', 'Melee');
  await role(page, 'Opponents').getByRole('button', { name: 'Stormer' }).click();
  await expect(odds(page)).toContainText('Two-handers (4 or more kills, 3 drives back)');
  await page.getByRole('link', { name: 'Back' }).click();

  await open(page, 'Two-handers', 'Close order', 'Keep close order');
  await page.getByText('In flank or rear', { exact: true }).click();
  await expect(outcome(page)).toContainText('they are in disorder');
  await apply(page);
  await expect(await card(page, 'Two-handers')).toContainText('in disorder');
});

test('whoever has nowhere to recoil is a prisoner', async ({ page }) => {
  await battle(page, { name: 'Guards', units: [{ name: 'Guard' }] }, { name: 'Rogues', units: [{ name: 'Bravo' }] });
  await open(page, 'Guard', 'Melee');
  await tick(page, 'No room to recoil', 'Bravo');
  await expect(odds(page)).toContainText('Bravo: cornered');
  await type(page, 3, 1);
  await expect(outcome(page)).toContainText('Bravo: nowhere to recoil. They surrender and are prisoners');
  await apply(page);
  await expect(await card(page, 'Bravo')).toContainText('a prisoner taken by the enemy');
  await expect(await card(page, 'Bravo')).toContainText('out of action');
});

test('bare hands stun to the end of the next turn', async ({ page }) => {
  await battle(
    page,
    { name: 'Guards', units: [{ name: 'Guard', weapon: 'bare_hands' }] },
    { name: 'Rogues', units: [{ name: 'Bravo', class: 2, weapon: 'bare_hands' }] },
  );
  await open(page, 'Guard', 'Melee');
  await type(page, 5, 1);
  await expect(outcome(page)).toContainText('Bravo: knocked down, and stunned to the end of the next turn.');
  await apply(page);
  await next(page, 7);
  await expect(await card(page, 'Bravo')).toContainText('stunned');
  await next(page, 7);
  await expect(await card(page, 'Bravo')).not.toContainText('stunned');
});

test('a hero of novels names an enemy for each of his dice; nobody else can', async ({ page }) => {
  await battle(
    page,
    { name: 'King', units: [{ name: 'D’Artagnan', class: 5, fencer: 'three' }] },
    { name: 'Cardinal', units: [{ name: 'Jussac' }, { name: 'Biscarat' }, { name: 'Cahusac' }] },
  );
  await open(page, 'D’Artagnan', 'Melee');
  for (const enemy of ['Jussac', 'Biscarat', 'Cahusac']) await choosing(page, 'Opponents', enemy);
  await page.getByRole('button', { name: 'The fighter strikes: one more' }).click();
  await page.getByRole('combobox', { name: 'The fighter strikes 2' }).selectOption('Biscarat');
  await page.getByRole('combobox', { name: 'The fighter strikes 3' }).selectOption('Cahusac');
  await expect(page.getByRole('button', { name: 'The fighter strikes: one more' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Roll 3 dice' })).toBeVisible();
  await type(page, 4, 5, 2, 1, 1, 1);
  await expect(outcome(page)).toContainText('Jussac, Biscarat: out');
  await expect(outcome(page)).toContainText('D’Artagnan, Cahusac: unhurt.');
});
