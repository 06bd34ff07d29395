// The cards of Pikette Squared: the acts that each allows, their costs, and the acts that it forbids.
import { expect, test } from './page';
import { endPhase, chooseRange, log, wholeUnit } from './play';
import {
  FRENCH,
  SPANISH,
  button,
  openAct,
  can,
  cannot,
  card,
  trackerBar,
  frenchGo,
  headline,
  strip,
  offer,
  refused,
  applyAndReturn,
  turnCard,
  twoArmies,
  type,
} from './pikette_squared';
import { idOf } from './two_phones';

test.beforeEach(async ({ page }) => {
  test.slow();
  await twoArmies(page);
});

test('the next card is visible on a card that allows many other acts', async ({ page }) => {
  await frenchGo(page, 'First');
  await turnCard(page, /^Infantry Move/);
  await expect(strip(page).getByRole('button', { name: /^The leader moves/ })).toBeAttached();
  await expect(strip(page).getByRole('button', { name: /^Turn a card/ })).toBeInViewport({ ratio: 1 });
});

test('the app shuffles the deck and turns its cards one by one', async ({ page }) => {
  await frenchGo(page, 'First');
  await expect(trackerBar(page, FRENCH)).toContainText('20 cards');
  for (const [cards, pips] of [
    ['19 cards', '3 pips'],
    ['18 cards', '2 pips'],
  ]) {
    await openAct(page, /^Turn a card/);
    // Once the players have let the app turn a card, a tap on the duty turns the next one.
    if (cards === '19 cards') await button(page, 'Turn the card').click();
    await expect(headline(page)).toHaveText(/^(Infantry Move|Cavalry Move|Reload|Melee|Leader Check|Milling Around|Courage): ./);
    const words = (await headline(page).textContent())!;
    await expect(page.getByRole('region', { name: 'Outcome' }).getByText('app', { exact: true })).toBeVisible();
    await applyAndReturn(page);
    await expect(trackerBar(page, 'Battle')).toContainText(words.split(':')[0]);
    // Compulsory acts come before the next card.
    if (words.startsWith('Leader Check')) {
      await openAct(page, /^Leader check/);
      await applyAndReturn(page);
    }
    if (words.startsWith('Courage')) await openAct(page, 'None of these need check');
    await expect(trackerBar(page, FRENCH)).toContainText(cards);
    await expect(trackerBar(page, FRENCH)).toContainText(pips);
  }
  // The log names cards, without their numbers.
  await log(page);
  const turned = page.getByRole('listitem').filter({ hasText: /Turn a card/ });
  await expect(turned).toHaveCount(2);
  await expect(turned.first().locator('.headline')).not.toBeEmpty();
  await expect(turned.locator('.face')).toHaveCount(0);
});

test('a double click names a card once', async ({ page }) => {
  await frenchGo(page, 'First');
  await openAct(page, /^Turn a card/);
  await button(page, 'Name the card').click();
  await button(page, /^Infantry Move/).dblclick();
  await expect(headline(page)).toHaveText(/^Infantry Move/);
});

test('a move is tapped on the grid, costs pips, and is possible once per card', async ({ page }) => {
  await frenchGo(page, 'First');
  await turnCard(page, /^Infantry Move/);
  await can(page, 'Swiss of the Cantons', 'Move');
  await (await offer(page, 'Gascon arquebus', 'Move')).click();
  const route = page.getByRole('region', { name: 'Route on the grid' });
  await route.getByRole('button', { name: '3 north: front', exact: true }).click();
  await expect(refused(page)).toContainText('That is 3 squares, and it moves 2.5 squares.');
  await route.getByRole('button', { name: /^the same square/ }).click();
  await route.getByRole('button', { name: '1 east: flank', exact: true }).click();
  await expect(refused(page)).toContainText('straight ahead, or 45 degrees to either side');
  await route.getByRole('button', { name: /^the same square/ }).click();
  await route.getByRole('button', { name: '1 east, 2 north: front, reach' }).click();
  await expect(route).toContainText('Route: north-east, north.');
  const turns = page.getByRole('group', { name: 'Turns to' });
  await turns.getByRole('button', { name: 'north-east', exact: true }).click();
  await expect(refused(page)).toContainText('A unit moves or changes direction, not both for one payment.');
  await turns.getByRole('button', { name: 'north-east', exact: true }).click();
  // Optional roles are one line each until they are opened.
  const roles = page.locator('.role.untaken:visible');
  await expect(roles).toHaveCount(2);
  await expect(roles.filter({ hasText: 'nobody' })).toHaveCount(0);
  for (const part of await roles.all()) expect((await part.boundingBox())!.height).toBeLessThanOrEqual(48);
  await page.getByRole('region', { name: 'Friends it goes through' }).getByRole('button').first().click();
  await button(page, 'Adventurers').click();
  await expect(headline(page)).toHaveText('Legal move: 2.5 squares used, 0 squares left.');
  await applyAndReturn(page);
  await expect(trackerBar(page, FRENCH)).toContainText('2 pips');
  await expect(trackerBar(page, FRENCH)).not.toContainText('may march');
  await expect((await card(page, 'Adventurers')).getByText('stays: friends moved through it', { exact: true })).toBeVisible();
  await cannot(page, 'Gascon arquebus', 'Move', 'It has done that on this card: once on each card.');
  await cannot(page, 'Stradiots', 'Move', 'Card needed: Cavalry Move.');
  await cannot(page, "The King's guns", 'Move', 'That costs 3, and 2 are left.');
  // A unit that friends moved through may still turn.
  await (await offer(page, 'Adventurers', 'Move')).click();
  await turns.getByRole('button', { name: 'north-east', exact: true }).click();
  await expect(page.getByText('It turns 45 degrees.')).toBeVisible();
  await turns.getByRole('button', { name: 'north-east', exact: true }).click();
  await route.getByRole('button', { name: '1 north: front, reach', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Friends moved through it: it stays.');
});

test('a unit turns on its card, and its new facing stays on the table', async ({ page }) => {
  await frenchGo(page, 'First');
  await turnCard(page, /^Cavalry Move/);
  await (await offer(page, 'Stradiots', 'Move')).click();
  await page.getByRole('group', { name: 'Turns to' }).getByRole('button', { name: 'south', exact: true }).click();
  await expect(page.getByText('It turns 180 degrees.')).toBeVisible();
  await applyAndReturn(page);
  await wholeUnit(page, 'Stradiots');
  await expect((await card(page, 'Stradiots')).getByLabel('Facing')).toHaveValue('s');
});

test('the courage card lists its units, and one tap settles the other units', async ({ page }) => {
  await frenchGo(page, 'First');
  await turnCard(page, /^Courage/);
  const questions = strip(page).locator('.duty', { hasText: 'Courage: must' });
  await expect(questions).toHaveCount(12);
  await expect(strip(page).getByRole('button', { name: /^Turn a card/ })).toHaveCount(0);
  await openAct(page, 'Courage: must Gascon crossbows check?');
  await button(page, /^Enemy nearby/).click();
  await button(page, 'Musketeers, first company').click();
  await page.getByRole('textbox', { name: 'Distance' }).fill('2.5');
  await page.getByRole('textbox', { name: 'Distance' }).blur();
  await expect(headline(page)).toHaveText('It must check its courage: a fearsome enemy could charge it.');
  // On the table the check is still due.
  await applyAndReturn(page);
  await openAct(page, 'Gascon crossbows: courage check.');
  await type(page, [2, 2]);
  await expect(headline(page)).toHaveText('It holds.');
  await applyAndReturn(page);
  await expect(strip(page).getByText('Gascon crossbows')).toHaveCount(0);
  await expect(questions).toHaveCount(11);
  await openAct(page, 'None of these need check');
  await expect(strip(page).locator('.duty')).toHaveCount(0);
  await expect(strip(page).getByRole('button', { name: 'None of these need check' })).toHaveCount(0);
  await expect(strip(page).getByRole('button', { name: /^Turn a card/ })).toBeVisible();
});

test('a chip is offered directly after the result that it changes, and only then', async ({ page }) => {
  await frenchGo(page, 'Second');
  await endPhase(page);
  await (await offer(page, 'Gascon arquebus', 'Shoot')).click();
  await button(page, 'Arquebus of Pescara').click();
  await chooseRange(page, '1');
  await type(page, [5, 3]);
  await applyAndReturn(page);
  await openAct(page, 'Arquebus of Pescara may be chipped right now.');
  await type(page, [1, 4]);
  await expect(headline(page)).toHaveText('The chip works.');
  await applyAndReturn(page);
  await expect(trackerBar(page, FRENCH)).toContainText('11 chips');
  await expect(strip(page).getByText('may be chipped right now')).toHaveCount(0);
  await expect((await card(page, 'Arquebus of Pescara')).getByText('disordered', { exact: true })).toBeVisible();
  await cannot(page, 'Arquebus of Pescara', 'Chip', 'A unit is chipped right after a result that allows it, and once.');
  // If it is not spent, the offer ends with the next act that costs pips.
  await (await offer(page, 'Picard arquebus', 'Shoot')).click();
  await button(page, 'Arquebus of Del Vasto').click();
  await chooseRange(page, '1');
  await type(page, [4, 3]);
  await applyAndReturn(page);
  await expect(strip(page).getByText('Arquebus of Del Vasto may be chipped right now.')).toBeVisible();
  await turnCard(page, /^Milling Around/);
  await expect(strip(page).getByText('may be chipped right now')).toHaveCount(0);
});

test('the circles of hits do not overlap', async ({ page }) => {
  const hits = (await wholeUnit(page, 'Gascon arquebus')).getByRole('group', { name: 'Hits' });
  await hits.getByRole('button').last().click();
  const boxes = await hits.locator('.pip').evaluateAll((all) =>
    all.map((circle) => {
      const { left, right, top, bottom } = circle.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  expect(boxes).toHaveLength(3);
  for (const [index, next] of boxes.slice(1).entries()) {
    const circle = boxes[index];
    expect(circle.right <= next.left || circle.bottom <= next.top, `circles ${index + 1} and ${index + 2}`).toBe(true);
  }
});

test('the page that closes a battle proposes the victory points, which are optional', async ({ page }) => {
  await page.goto(`./#/battle/${idOf(page)}/close`);
  await expect(page.locator('main')).toContainText(new RegExp(`Victory points: ${FRENCH} \\d+, ${SPANISH} \\d+`));
  const [count, undecided] = [page.getByLabel('Count the points'), page.getByRole('radio', { name: 'No decision' })];
  await expect(count).toBeChecked();
  await expect(undecided).not.toBeChecked();
  await count.locator('xpath=..').click();
  await expect(undecided).toBeChecked();
  await count.locator('xpath=..').click();
  await expect(undecided).not.toBeChecked();
});
