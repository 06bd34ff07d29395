// The cards of Pikette Squared, one by one: what each lets a side do, what it costs, and what it does not allow.
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

test('the next card is in sight on a card that allows much else', async ({ page }) => {
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
    // The tap on what is due turns the next card, once the players have let the app turn one.
    if (cards === '19 cards') await button(page, 'Turn the card').click();
    await expect(headline(page)).toHaveText(/^(Infantry Move|Cavalry Move|Reload|Melee|Leader Check|Milling Around|Courage): ./);
    const words = (await headline(page).textContent())!;
    await expect(page.getByRole('region', { name: 'Outcome' }).getByText('app', { exact: true })).toBeVisible();
    await applyAndReturn(page);
    await expect(trackerBar(page, 'Battle')).toContainText(words.split(':')[0]);
    // What must be obeyed comes before the next card.
    if (words.startsWith('Leader Check')) {
      await openAct(page, /^Leader check/);
      await applyAndReturn(page);
    }
    if (words.startsWith('Courage')) await openAct(page, 'None of these need check');
    await expect(trackerBar(page, FRENCH)).toContainText(cards);
    await expect(trackerBar(page, FRENCH)).toContainText(pips);
  }
  // In the log, cards have their names, and no numbers.
  await log(page);
  const turned = page.getByRole('listitem').filter({ hasText: /Turn a card/ });
  await expect(turned).toHaveCount(2);
  await expect(turned.first().locator('.headline')).not.toBeEmpty();
  await expect(turned.locator('.face')).toHaveCount(0);
});

test('a card that is clicked twice is named once', async ({ page }) => {
  await frenchGo(page, 'First');
  await openAct(page, /^Turn a card/);
  await button(page, 'Name the card').click();
  await button(page, /^Infantry Move/).dblclick();
  await expect(headline(page)).toHaveText(/^Infantry Move/);
});

test('a move is tapped on the grid, paid for, and made once a card', async ({ page }) => {
  await frenchGo(page, 'First');
  await turnCard(page, /^Infantry Move/);
  await can(page, 'Swiss of the Cantons', 'Move');
  await (await offer(page, 'Gascon arquebus', 'Move')).click();
  const way = page.getByRole('region', { name: 'Route on the grid' });
  await way.getByRole('button', { name: '3 north: front', exact: true }).click();
  await expect(refused(page)).toContainText('That is 3 squares, and it moves 2.5 squares.');
  await way.getByRole('button', { name: /^the same square/ }).click();
  await way.getByRole('button', { name: '1 east: flank', exact: true }).click();
  await expect(refused(page)).toContainText('straight ahead, or 45 degrees to either side');
  await way.getByRole('button', { name: /^the same square/ }).click();
  await way.getByRole('button', { name: '1 east, 2 north: front, reach' }).click();
  await expect(way).toContainText('Route: north-east, north.');
  const turns = page.getByRole('group', { name: 'Turns to' });
  await turns.getByRole('button', { name: 'north-east', exact: true }).click();
  await expect(refused(page)).toContainText('A unit moves or changes direction, not both for one payment.');
  await turns.getByRole('button', { name: 'north-east', exact: true }).click();
  // Parts that nobody need take are a line each until somebody is to take them.
  const parts = page.locator('.role.untaken:visible');
  await expect(parts).toHaveCount(2);
  await expect(parts.filter({ hasText: 'nobody' })).toHaveCount(0);
  for (const part of await parts.all()) expect((await part.boundingBox())!.height).toBeLessThanOrEqual(48);
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
  // Whom friends moved through may still turn.
  await (await offer(page, 'Adventurers', 'Move')).click();
  await turns.getByRole('button', { name: 'north-east', exact: true }).click();
  await expect(page.getByText('It turns 45 degrees.')).toBeVisible();
  await turns.getByRole('button', { name: 'north-east', exact: true }).click();
  await way.getByRole('button', { name: '1 north: front, reach', exact: true }).click();
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

test('the courage card lists its units, and one tap settles the rest', async ({ page }) => {
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
  // Back on the table the check is still due.
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

test('a chip is offered right after its result, and only then', async ({ page }) => {
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
  // Passed over, it is gone with the next thing that is paid for.
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
    all.map((own) => {
      const { left, right, top, bottom } = own.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  expect(boxes).toHaveLength(3);
  for (const [index, next] of boxes.slice(1).entries()) {
    const own = boxes[index];
    expect(own.right <= next.left || own.bottom <= next.top, `circles ${index + 1} and ${index + 2}`).toBe(true);
  }
});

test('closing proposes the victory points, which players may choose not to count', async ({ page }) => {
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
