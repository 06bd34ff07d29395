// The side without the initiative, chips in their moment, and places on the grid.
import { expect, test } from './page';
import { endPhase, inRange, wholeUnit } from './play';
import {
  FRENCH,
  SPANISH,
  button,
  call,
  can,
  cannot,
  card,
  trackerBar,
  due,
  frenchGo,
  headline,
  now,
  offer,
  refused,
  settle,
  turnCard,
  twoArmies,
  type,
} from './pikette_squared';

test.beforeEach(async ({ page }) => {
  test.slow();
  await twoArmies(page);
});

test('the side without the initiative fires, charges and evades with its three chips', async ({ page }) => {
  await frenchGo(page, 'First');
  await turnCard(page, /^Infantry Move/);
  // A long card and every number of the status line fit the screen.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  await cannot(page, 'Arquebus of Pescara', 'Move', `The initiative is not with ${SPANISH}.`);
  await (await offer(page, 'Neapolitan lancers', 'Opportunity charge')).click();
  const distance = page.getByRole('textbox', { name: 'Distance' });
  await distance.fill('4.5');
  await distance.blur();
  await expect(page.getByText('It reaches 4 squares in a charge.').first()).toBeVisible();
  await distance.fill('3.5');
  await distance.blur();
  await expect(headline(page)).toHaveText(/^It charges into the enemy's square\./);
  await settle(page);
  await expect(trackerBar(page, SPANISH)).toContainText('2 opp.');
  await expect(trackerBar(page, SPANISH)).not.toContainText('may march');
  await (await offer(page, 'Mounted arquebus', 'Evade')).click();
  await expect(headline(page)).toHaveText('It evades 5 squares, keeps its facing and is disordered.');
  await settle(page);
  await expect((await card(page, 'Mounted arquebus')).getByText('disordered', { exact: true })).toBeVisible();
  await (await offer(page, 'Arquebus of Pescara', 'Shoot')).click();
  await button(page, 'Swiss of the Cantons').click();
  await inRange(page, '1');
  await expect(page.getByText('Costs an opportunity chip; 0 left.')).toBeVisible();
  await type(page, [2, 3]);
  await settle(page);
  await expect(trackerBar(page, SPANISH)).toContainText('0 opp.');
  await cannot(page, 'Genitors of Granada', 'Evade', 'That costs 1, and 0 are left.');
  // The next initiative brings all three back, and the other side is the one that reacts.
  await endPhase(page);
  await expect(trackerBar(page, SPANISH)).toContainText('3 opp.');
  await turnCard(page, /^Cavalry Move/);
  await can(page, 'Gendarmes of La Palice', 'French knights');
  await (await offer(page, 'Gendarmes of the King', 'French knights')).click();
  await page.getByRole('textbox', { name: 'Distance' }).fill('3');
  await page.getByRole('textbox', { name: 'Distance' }).blur();
  await type(page, [3, 3]);
  await expect(headline(page)).toHaveText("They must charge into the enemy's square.");
  await settle(page);
  await expect(trackerBar(page, FRENCH)).toContainText('2 opp.');
});

test('a chip is offered right after its result, and only then', async ({ page }) => {
  await frenchGo(page, 'Second');
  await endPhase(page);
  await (await offer(page, 'Gascon arquebus', 'Shoot')).click();
  await button(page, 'Arquebus of Pescara').click();
  await inRange(page, '1');
  await type(page, [5, 3]);
  await settle(page);
  await call(page, 'Arquebus of Pescara may be chipped right now.');
  await type(page, [1, 4]);
  await expect(headline(page)).toHaveText('The chip works.');
  await settle(page);
  await expect(trackerBar(page, FRENCH)).toContainText('11 chips');
  await expect(now(page).getByText('may be chipped right now')).toHaveCount(0);
  await expect((await card(page, 'Arquebus of Pescara')).getByText('disordered', { exact: true })).toBeVisible();
  await cannot(page, 'Arquebus of Pescara', 'Chip', 'A unit is chipped right after a result that allows it, and once.');
  // Passed over, it is gone with the next thing that is paid for.
  await (await offer(page, 'Picard arquebus', 'Shoot')).click();
  await button(page, 'Arquebus of Del Vasto').click();
  await inRange(page, '1');
  await type(page, [4, 3]);
  await settle(page);
  await expect(now(page).getByText('Arquebus of Del Vasto may be chipped right now.')).toBeVisible();
  await turnCard(page, /^Milling Around/);
  await expect(now(page).getByText('may be chipped right now')).toHaveCount(0);
});

test('a rout by chip in a fight calls for the pursuit', async ({ page }) => {
  await frenchGo(page, 'Second');
  await endPhase(page);
  await turnCard(page, /^Melee/);
  await (await offer(page, 'Stradiots', 'Fight')).click();
  await button(page, 'Genitors of Granada').click();
  await type(page, [4, 2]);
  await due(page, /^Chip/);
  await type(page, [1, 6]);
  await settle(page);
  // Disordered now; beaten again and chipped again, it runs.
  await turnCard(page, /^Melee/);
  await (await offer(page, 'Stradiots', 'Fight')).click();
  await button(page, 'Genitors of Granada').click();
  await type(page, [4, 3]);
  await due(page, /^Chip/);
  await type(page, [1, 6]);
  await expect(page.getByText('turns its back and runs 5 squares')).toBeVisible();
  await due(page, /^Pursuit/);
  await type(page, [6, 1]);
  await expect(headline(page)).toHaveText('Held back: it does not pursue.');
  await settle(page);
  await expect(trackerBar(page, SPANISH)).toContainText('10 chips');
});

test('a square behind the enemy makes a fight without a melee card', async ({ page }) => {
  await frenchGo(page, 'First');
  await turnCard(page, /^Cavalry Move/);
  await (await offer(page, 'Archers of the ordinance', 'Fight')).click();
  await button(page, 'Arquebus of Pescara').click();
  await expect(page.getByRole('alert')).toContainText('Without a melee card: only a flank, a rear, or a disordered or routed enemy.');
  await page.getByText('On the grid').click();
  const grid = page.getByRole('region', { name: 'Grid of Arquebus of Pescara' });
  await grid.getByRole('button', { name: '1 east: flank', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Flank' })).toBeChecked();
  await grid.getByRole('button', { name: '1 west, 1 north: rear', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Rear' })).toBeChecked();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('Attacker · attacks a flank or rear +1')).toBeVisible();
  await expect(page.getByText('Defender · attacked in flank or rear -1')).toBeVisible();
  await expect(page.getByText('Costs 1 pip; 2 left.')).toBeVisible();
  await type(page, [9, 1]);
  await settle(page);
  await expect(trackerBar(page, FRENCH)).toContainText('2 pips');
});

test('out of its field of fire a unit does not shoot, and a tercio has no flank', async ({ page }) => {
  await frenchGo(page, 'First');
  await (await offer(page, 'Gascon arquebus', 'Shoot')).click();
  await button(page, 'Tercio of Lombardy').click();
  await page.getByText('On the grid').click();
  const grid = page.getByRole('region', { name: 'Grid of Gascon arquebus' });
  await grid.getByRole('button', { name: '2 east, 1 south: rear', exact: true }).click();
  await expect(refused(page)).toContainText('It shoots to its front and 45 degrees to either side.');
  await grid.getByRole('button', { name: '1 east, 1 north: front, range' }).click();
  await expect(page.getByRole('textbox', { name: 'Distance' })).toHaveValue('1.5');
  await expect(page.getByRole('radio', { name: 'Front' })).toBeChecked();
  await expect(page.getByText('Gascon arquebus · flank, rear or deep block +1')).toBeVisible();
  await grid.getByRole('button', { name: 'More squares' }).click();
  await grid.getByRole('button', { name: '4 north: front', exact: true }).click();
  await expect(refused(page)).toContainText('It reaches 3 squares.');
});

test('stands that are taken off cost their side a chip each', async ({ page }) => {
  const swiss = await card(page, 'Swiss of the Cantons');
  await expect(swiss.getByRole('group', { name: 'Stands' }).locator('.pip')).toHaveCount(4);
  await expect((await card(page, 'Stradiots')).getByRole('group', { name: 'Stands' }).locator('.pip')).toHaveCount(2);
  await (await card(page, 'Swiss of the Cantons')).getByRole('button', { name: 'Stands: less' }).click();
  await expect(trackerBar(page, FRENCH)).toContainText('11 chips');
  await wholeUnit(page, 'Stradiots');
  await (await card(page, 'Stradiots')).getByRole('combobox', { name: 'State' }).selectOption('Routed');
  await expect(trackerBar(page, FRENCH)).toContainText('9 chips');
  await button(page, 'Undo: By hand').click();
  await expect(trackerBar(page, FRENCH)).toContainText('11 chips');
});

test('the routed run at the start of their own initiative', async ({ page }) => {
  await wholeUnit(page, 'Stradiots');
  await (await card(page, 'Stradiots')).getByRole('combobox', { name: 'State' }).selectOption('Routed');
  await frenchGo(page, 'First');
  await call(page, 'Stradiots: a full move to the rear.');
  await expect(headline(page)).toHaveText('Allowed, at no cost.');
  await settle(page);
  await expect(now(page)).not.toContainText('Stradiots: a full move');
  await cannot(page, 'Stradiots', 'Move', 'A routed unit only makes rout moves.');
  await cannot(page, 'Stradiots', 'Rout move', 'It has made its rout move in this initiative.');
});
