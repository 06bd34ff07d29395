// The turn of Argad!: single sixes, loading, bad ground, large creatures, what a roster costs, the two editions.
import { SAMPLES, addUnit, apply, begin, card, checklist, choosing, next, odds, open, outcome, role, set, tick, type, withRosters } from './argad';
import { expect, test } from './page';
import { wholeUnit } from './play';

const REITER = { Name: 'Reiter', Class: 4, Mount: 'Cavalry', Pistol: true };

test('a single six is left or thrown again by the player, at the moment when it comes up', async ({ page }) => {
  await withRosters(page, [{ name: 'Riders', units: [REITER] }]);
  await begin(page, 'Riders', SAMPLES[0]);
  const shoot = async () => {
    await open(page, 'Reiter', 'Shoot');
    await choosing(page, 'Target', 'Drummer');
    await set(page, 'Range, cm', 15);
  };
  const question = page.getByRole('region', { name: 'A single 6: throw it again?' });

  await shoot();
  await expect(odds(page)).toContainText('Reiter: 7 hits, which takes sixes on sixes.');
  await expect(question).toHaveCount(0);
  // Only a six raises it.
  await type(page, 5);
  await expect(outcome(page)).toContainText('Missed Drummer.');
  await page.getByRole('button', { name: 'Discard' }).click();

  await shoot();
  await type(page, 6);
  await expect(question).toBeVisible();
  await expect(page.getByRole('button', { name: 'Roll the rest' })).toBeDisabled();
  await question.getByRole('button', { name: 'Leave it a 6' }).click();
  await expect(outcome(page)).toContainText('Missed Drummer.');
  await page.getByRole('button', { name: 'Discard' }).click();

  await shoot();
  await type(page, 6);
  await question.getByRole('button', { name: 'Throw it again' }).click();
  await page.getByRole('button', { name: /Remove the last die/ }).click();
  await question.getByRole('button', { name: 'Throw it again' }).click();
  await type(page, 6);
  await expect(outcome(page)).toContainText('Drummer is hit');
  await apply(page);
  await expect(await card(page, 'Drummer')).toContainText('out of action');
});

test('in a melee each single six is asked about by itself, by whose it is', async ({ page }) => {
  await withRosters(page, [
    { name: 'Foot', units: [{ Name: 'Footman' }] },
    { name: 'Horse', units: [{ Name: 'Cuirassier', Class: 5, Armour: '5: complete armour', Mount: 'Cavalry' }] },
  ]);
  await begin(page, 'Foot', 'Horse');
  await open(page, 'Footman', 'Melee');
  await expect(odds(page)).toContainText('Footman (7 kills, which takes sixes on sixes, 6 drives back)');
  await type(page, 6, 1);
  const question = page.getByRole('region', { name: 'A single 6: throw it again?' });
  await expect(question).toContainText('Footman\'s side, the single 6 again');
  await question.getByRole('button', { name: 'Throw it again' }).click();
  await type(page, 6);
  await expect(outcome(page)).toContainText('Cuirassier: out');
  await page.getByRole('button', { name: 'Discard' }).click();
  await open(page, 'Footman', 'Melee');
  await type(page, 6, 1);
  await question.getByRole('button', { name: 'Leave it a 6' }).click();
  await expect(outcome(page)).toContainText('Cuirassier: driven back two paces.');
});

test('a pair of pistols is fired one after the other, each loaded by itself, and paid for', async ({ page }) => {
  await withRosters(page, [{ name: 'Riders', units: [{ ...REITER, 'Pistols each': 2 }] }]);
  await page.getByRole('link', { name: 'Riders' }).click();
  // 4 for the class, 4 for the horse, 2 pistols of 4
  await expect(page.getByText('16 points', { exact: true })).toBeVisible();
  await addUnit(page, { ...REITER, Name: 'Rich', 'Warhorses in reserve': 1, 'Price of shooting weapons': 2 });
  // 4 and 4, a pistol of 4 at twice its price, another horse of 4
  await expect(page.getByText('Reiter 16, Rich 20')).toBeVisible();

  await begin(page, 'Riders', SAMPLES[0]);
  for (const left of ['Pistols: one of two to load', 'Pistol: 2 to load']) {
    await open(page, 'Reiter', 'Shoot');
    await choosing(page, 'Target', 'Drummer');
    await type(page, 1);
    await apply(page);
    await expect(await card(page, 'Reiter')).toContainText(left);
  }
  await wholeUnit(page, 'Reiter');
  await expect(await card(page, 'Reiter')).toContainText('Shoot: Nothing is loaded.');
  await next(page, 14);
  await expect(await card(page, 'Reiter')).toContainText('Pistols: one of two to load');
  await next(page, 7);
  await expect(await card(page, 'Reiter')).not.toContainText(/(\d|two) to load/);
});

test('a group in a wood goes as its slowest does, on one throw, and a six stops all of it', async ({ page }) => {
  await begin(page, ...SAMPLES);
  await next(page, 2);
  const move = async (die: number) => {
    await open(page, 'Drummer', 'Move');
    await role(page, 'Who moves').getByRole('button').first().click();
    await choosing(page, 'Who moves', 'Pikemen');
    await role(page, 'Who moves').getByRole('button', { name: 'Done' }).click();
    await page.getByText('Woods', { exact: true }).click();
    await type(page, die);
  };
  await move(4);
  // 16 in breastplates, not the drummer's 20
  await expect(outcome(page)).toContainText('Up to 12 cm.');
  await expect(outcome(page)).toContainText('The ground takes 4 of 16 cm.');
  await page.getByRole('button', { name: 'Discard' }).click();
  await move(6);
  await expect(outcome(page)).toContainText('Blocked');
  await apply(page);
  for (const unit of ['Drummer', 'Pikemen']) await expect(await card(page, unit)).toContainText('blocked this turn');
  await expect((await checklist(page)).getByRole('listitem', { name: 'Drummer' })).toContainText('The ground holds them up');
  await next(page, 5);
  await expect(await card(page, 'Drummer')).not.toContainText('blocked this turn');
});

test('riders are worse off in woods, and close order does not outlast bad ground', async ({ page }) => {
  await begin(page, ...SAMPLES);
  await open(page, 'Reiters', 'Move');
  await page.getByText('Woods', { exact: true }).click();
  await expect(odds(page)).toContainText('31 % blocked');
  await type(page, 3, 5);
  await expect(outcome(page)).toContainText('Up to 12 cm.');
  await page.getByRole('button', { name: 'Discard' }).click();
  await open(page, 'Pikemen', 'Close order');
  await page.getByText('Form', { exact: true }).click();
  await apply(page);
  await next(page, 9);
  await expect((await checklist(page)).getByRole('listitem', { name: 'Pikemen' })).toContainText('up to 12 cm on easy ground; may pivot once');
  await open(page, 'Pikemen', 'Close order');
  await page.getByText('Pivot', { exact: true }).click();
  await apply(page);
  await expect((await checklist(page)).getByRole('listitem', { name: 'Pikemen' })).toContainText('has pivoted');
  await open(page, 'Pikemen', 'Move');
  await page.getByText('Difficult', { exact: true }).click();
  await type(page, 2);
  await expect(outcome(page)).toContainText('Up to 10 cm.');
  await expect(outcome(page)).toContainText('Bad ground breaks their close order.');
  await apply(page);
  await expect(await card(page, 'Pikemen')).not.toContainText('in close order');
});

test('shots find the skin of a large creature too thick', async ({ page }) => {
  await withRosters(page, [{ name: 'Mountain', units: [{ Name: 'Ogre', Class: 5, 'Skin and armour': 7 }] }]);
  await begin(page, SAMPLES[0], 'Mountain');
  await expect(await card(page, 'Ogre')).toContainText('skin and armour 7');
  await open(page, 'Arquebusiers', 'Shoot');
  await expect(odds(page)).toContainText('Arquebusiers: 7 hits, which takes sixes on sixes.');
  await expect(odds(page)).toContainText('Thick skin -2');
  await set(page, 'Range, cm', 30);
  await expect(odds(page)).toContainText('Arquebusiers: 10 hits');
});

test('a heavy musket that has been in a melee is useless for the day', async ({ page }) => {
  await begin(page, ...SAMPLES);
  await open(page, 'Musketeers', 'Melee');
  await role(page, 'Opponents').getByRole('button', { name: 'Carters: one more' }).click();
  await role(page, 'Opponents').getByRole('button', { name: 'Done' }).click();
  await type(page, 1, 1);
  await apply(page);
  await expect(await card(page, 'Musketeers')).toContainText('musket fouled');
  await next(page, 7);
  await wholeUnit(page, 'Musketeers');
  await expect(await card(page, 'Musketeers')).toContainText('Shoot: A heavy musket that has been in a melee is useless');
  await next(page, 3);
  await expect((await checklist(page)).getByRole('listitem', { name: 'Musketeers' })).toContainText('useless for the rest of the day');
  await expect((await checklist(page)).getByRole('listitem', { name: 'Arquebusiers' })).toContainText('may shoot');
});

test('a player makes one elite shot a turn, by an elite shooter', async ({ page }) => {
  await begin(page, ...SAMPLES);
  const shoot = async (who: string) => {
    await open(page, who, 'Shoot');
    await choosing(page, 'Target', 'Drummer');
  };
  await shoot('Marksman');
  await tick(page, 'Elite shot, +1');
  await expect(odds(page)).toContainText('Marksman: 4 or more hits.');
  await type(page, 1);
  await apply(page);
  await shoot('Ritmeister von Werth');
  await tick(page, 'Elite shot, +1');
  await expect(page.getByRole('alert').last()).toContainText('This player has made the elite shot of the turn.');
  await page.getByRole('link', { name: 'Back' }).click();
  await next(page, 7);
  await shoot('Ritmeister von Werth');
  await tick(page, 'Elite shot, +1');
  await expect(page.getByRole('alert').last()).toContainText('Only an elite shooter makes an elite shot.');
});

test('a light spear can be thrown, and is gone', async ({ page }) => {
  await withRosters(page, [{ name: 'Irish', units: [{ Name: 'Kern', 'Weapon in hand': 'Light spear, half-pike, spontoon' }] }]);
  await page.getByRole('link', { name: 'Irish' }).click();
  await expect(page.getByText('5 points', { exact: true })).toBeVisible();
  await begin(page, 'Irish', SAMPLES[0]);
  await open(page, 'Kern', 'Shoot');
  await choosing(page, 'Target', 'Drummer');
  await expect(odds(page)).toContainText('Kern: a 6 hits.');
  await type(page, 2);
  await apply(page);
  await expect(await card(page, 'Kern')).toContainText('sword');
  await wholeUnit(page, 'Kern');
  await expect(await card(page, 'Kern')).toContainText('Shoot: They have nothing to shoot with.');
});

test('where the editions differ is told when one is chosen, and in the quick reference', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('link', { name: 'New battle' }).click();
  await page.getByText('Argad!', { exact: true }).click();
  await page.locator('summary', { hasText: 'Differences' }).click();
  const table = page.getByRole('table', { name: 'Differences' });
  // D1 to D11
  await expect(table.getByRole('row')).toHaveCount(12);
  await expect(table).toContainText('bill');
  await page.goto('./#/rules/argad');
  await page.getByText('2025 and 2024', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Differences' })).toBeVisible();
});
