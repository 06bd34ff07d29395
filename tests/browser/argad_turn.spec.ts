// The turn of Argad!: single sixes, loading, bad ground, large creatures, what a roster costs, the two editions.
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
  formCloseOrder,
  mayNot,
  next,
  odds,
  open,
  outcome,
  role,
  set,
  tick,
  type,
  withRosters,
} from './argad';
import { expect, test } from './page';
import { inRange } from './play';

test('a single six is left or rolled again by the player, at the moment when it comes up', async ({ page }) => {
  await battle(page, { name: 'Riders', units: [{ name: 'Reiter', class: 4, mount: 'cavalry', missile: ['pistol'] }] }, COMPANY);
  const shoot = async () => {
    await open(page, 'Reiter', 'Shoot');
    await choosing(page, 'Target', 'Drummer');
    await inRange(page);
    await set(page, 'Range, cm', 15);
  };
  const question = page.getByRole('region', { name: 'A single 6: roll it again?' });

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
  await question.getByRole('button', { name: 'Roll it again' }).click();
  await page.getByRole('button', { name: /Remove the last die/ }).click();
  await question.getByRole('button', { name: 'Roll it again' }).click();
  await type(page, 6);
  await expect(outcome(page)).toContainText('Drummer is hit');
  await apply(page);
  await expect(await card(page, 'Drummer')).toContainText('out of action');
});

test('in a melee each single six is asked about by itself, by whose it is', async ({ page }) => {
  await battle(
    page,
    { name: 'Foot', units: [{ name: 'Footman' }] },
    { name: 'Horse', units: [{ name: 'Cuirassier', class: 5, armour: '5', mount: 'cavalry' }] },
  );
  await open(page, 'Footman', 'Melee');
  await expect(odds(page)).toContainText('Footman (7 kills, which takes sixes on sixes, 6 drives back)');
  await type(page, 6, 1);
  const question = page.getByRole('region', { name: 'A single 6: roll it again?' });
  await expect(question).toContainText('Footman: the single 6 again');
  await question.getByRole('button', { name: 'Roll it again' }).click();
  await type(page, 6);
  await expect(outcome(page)).toContainText('Cuirassier: out');
  await page.getByRole('button', { name: 'Discard' }).click();
  await open(page, 'Footman', 'Melee');
  await type(page, 6, 1);
  await question.getByRole('button', { name: 'Leave it a 6' }).click();
  await expect(outcome(page)).toContainText('Cuirassier: driven back two paces.');
});

test('a pair of pistols is fired one after the other, each loaded by itself, and paid for', async ({ page }) => {
  // Two riders entered in the form, and twenty-eight phases.
  test.slow();
  const reiter = { Name: 'Reiter', Class: 4, Mount: 'Cavalry', Pistol: true };
  await withRosters(page, [{ name: 'Riders', units: [{ ...reiter, 'Pistols each': 2 }] }]);
  await page.getByRole('link', { name: 'Riders' }).click();
  // 4 for the class, 4 for the horse, 2 pistols of 4
  await expect(page.getByText('16 points', { exact: true })).toBeVisible();
  await addUnit(page, { ...reiter, Name: 'Rich', 'Warhorses in reserve': 1, 'Price of shooting weapons': 2 });
  // 4 and 4, a pistol of 4 at twice its price, another horse of 4
  await expect(page.getByText('Reiter 16, Rich 20')).toBeVisible();

  await begin(page, 'Riders', SAMPLES[0]);
  await next(page, 3);
  const shoot = async (left: string) => {
    await open(page, 'Reiter', 'Shoot');
    await choosing(page, 'Target', 'Drummer');
    await inRange(page);
    await type(page, 1);
    await apply(page);
    await expect(await card(page, 'Reiter')).toContainText(left);
  };
  await shoot('Pistol: 1 of 2 loaded');
  // One shot a figure and turn, however many weapons are loaded.
  await mayNot(page, 'Reiter', 'Shoot', '0 of them may still shoot');
  await next(page, 7);
  await shoot('Pistol: 0 of 2 loaded');
  await next(page, 7);
  await mayNot(page, 'Reiter', 'Shoot', '0 of 2 loaded');
  await next(page, 4);
  await expect(await card(page, 'Reiter')).toContainText('Pistol: 1 of 2 loaded');
  await next(page, 7);
  await expect(await card(page, 'Reiter')).not.toContainText(/\d loaded/);
});

test('a group in a wood goes as its slowest does, on one roll, and a six stops all of it', async ({ page }) => {
  await battle(page);
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
  await expect((await checklist(page)).getByRole('listitem', { name: 'Drummer' })).toContainText(
    'Held up by the ground: does nothing this turn',
  );
  await next(page, 5);
  await expect(await card(page, 'Drummer')).not.toContainText('blocked this turn');
});

test('riders are worse off in woods, and close order does not outlast bad ground', async ({ page }) => {
  await battle(page);
  await next(page);
  await open(page, 'Reiters', 'Move');
  await page.getByText('Woods', { exact: true }).click();
  await expect(odds(page)).toContainText('31 % blocked');
  await type(page, 3, 5);
  await expect(outcome(page)).toContainText('Up to 12 cm.');
  await page.getByRole('button', { name: 'Discard' }).click();
  await formCloseOrder(page, 'Pikemen');
  await next(page, 8);
  await expect((await checklist(page)).getByRole('listitem', { name: 'Pikemen' })).toContainText(
    'up to 12 cm on easy ground; may pivot once',
  );
  await open(page, 'Pikemen', 'Close order', 'Pivot');
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
  await battle(page, COMPANY, { name: 'Mountain', units: [{ name: 'Ogre', class: 5, equivalent_armour: 7 }] });
  await expect(await card(page, 'Ogre')).toContainText('skin and armour 7');
  await open(page, 'Arquebusiers', 'Shoot');
  await inRange(page);
  await expect(odds(page)).toContainText('Arquebusiers: 7 hits, which takes sixes on sixes.');
  await expect(odds(page)).toContainText('Thick skin -2');
  await set(page, 'Range, cm', 30);
  await expect(odds(page)).toContainText('Arquebusiers: 10 hits');
});

test('of a group, the musket that has been in a melee is fouled for the day', async ({ page }) => {
  await battle(page);
  await next(page, 4);
  await open(page, 'Musketeers', 'Melee');
  await role(page, 'Opponents').getByRole('button', { name: 'Carters: one more' }).click();
  await role(page, 'Opponents').getByRole('button', { name: 'Done' }).click();
  await type(page, 1, 1);
  await apply(page);
  await expect(await card(page, 'Musketeers')).toContainText('1 of 5 muskets fouled');
  await next(page, 6);
  await mayNot(page, 'Musketeers', 'Shoot', 'Only pistols: began the turn in contact');
  await expect((await checklist(page)).getByRole('listitem', { name: 'Musketeers' })).toContainText('in contact: pistols only');
  await expect((await checklist(page)).getByRole('listitem', { name: 'Arquebusiers' })).toContainText('may shoot');
});

test('a player makes one elite shot a turn, by an elite shooter', async ({ page }) => {
  await battle(page);
  await next(page, 3);
  const shoot = async (who: string) => {
    await open(page, who, 'Shoot');
    await choosing(page, 'Target', 'Drummer');
    await inRange(page);
  };
  await shoot('Marksman');
  await tick(page, 'Elite shot, +1');
  await expect(odds(page)).toContainText('Marksman: 4 or more hits.');
  await type(page, 1);
  await apply(page);
  await shoot('Ritmeister von Werth');
  await tick(page, 'Elite shot, +1');
  await expect(page.getByRole('alert').last()).toContainText('The elite shot of the turn is made');
  await page.getByRole('link', { name: 'Back' }).click();
  await next(page, 7);
  await shoot('Ritmeister von Werth');
  await tick(page, 'Elite shot, +1');
  await expect(page.getByRole('alert').last()).toContainText('Only an elite shooter');
});

test('a light spear can be thrown, and is gone', async ({ page }) => {
  await withRosters(page, [{ name: 'Irish', units: [{ Name: 'Kern', 'Weapon in hand': 'Light spear, half-pike, spontoon' }] }]);
  await page.getByRole('link', { name: 'Irish' }).click();
  await expect(page.getByText('5 points', { exact: true })).toBeVisible();
  await begin(page, 'Irish', SAMPLES[0]);
  await next(page, 3);
  await open(page, 'Kern', 'Shoot');
  await choosing(page, 'Target', 'Drummer');
  await inRange(page);
  await expect(odds(page)).toContainText('Kern: a 6 hits.');
  await type(page, 2);
  await apply(page);
  await expect(await card(page, 'Kern')).toContainText('sword');
  await next(page, 7);
  await mayNot(page, 'Kern', 'Shoot', '0 left to throw');
});

test('where the editions differ is told when one is chosen, and in the quick reference', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('link', { name: 'New battle' }).click();
  await expect(page.getByLabel('First side')).toBeVisible(); // the home page names the ruleset, too
  await page.getByText('Argad!', { exact: true }).click();
  await page.locator('summary', { hasText: 'Differences' }).click();
  const table = page.getByRole('table', { name: 'Where they differ' });
  // D1 to D11
  await expect(table.getByRole('row')).toHaveCount(12);
  await expect(table).toContainText('bill');
  await page.goto('./#/rules/argad');
  await page.getByText('2025 and 2024', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Where they differ' })).toBeVisible();
});
