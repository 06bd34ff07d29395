// What the pages draw for one ruleset alone: quick questions, group acts, choices in the middle of a roll, cards, the grid, and armies
// that the app makes up. The rules themselves are tested natively, and turn.spec.ts plays a turn of each ruleset.
import type { Locator, Page } from '@playwright/test';
import { COMPANY, battle as argadBattle, chooseUnit, open } from './argad';
import { battle, markInMelee, openDuty, phaseControls, recordFrontContacts } from './arquebusier';
import { expect, test } from './page';
import { FRENCH, SPANISH, button, frenchGo, headline, offer, openAct, strip, trackerBar, turnCard, twoArmies } from './pikette_squared';
import { applyAndReturn, chooseRange, endPhase, enterNumber, expectReport, log, openPanel, pick, unit, wholeUnit } from './play';
import { outcome, type, odds } from './regiments';
import { layArmies, samples } from './script';
import { idOf } from './two_phones';

async function phases(page: Page, count: number) {
  for (let phase = 0; phase < count; phase += 1) await endPhase(page);
}

test('Argad!: when a single six comes up, the player keeps it or rolls it again', async ({ page }) => {
  const reiter = { name: 'Reiter', class: 4, mount: 'cavalry', missile: ['pistol'] };
  await argadBattle(page, { name: 'Riders', units: [reiter] }, COMPANY);
  const shoot = async (face: number) => {
    await open(page, 'Reiter', 'Shoot');
    await chooseUnit(page, 'Target', 'Drummer');
    await chooseRange(page);
    await enterNumber(page, 'Range, cm', 15);
    await expect(odds(page)).toContainText('Reiter: needs a 7: two sixes.');
    await page.getByRole('button', { name: 'Enter dice' }).click();
    await type(page, [face]);
  };
  const question = page.getByRole('region', { name: 'A single 6: roll it again?' });
  const discard = page.getByRole('button', { name: 'Discard' });

  // Only a six asks the question.
  await shoot(5);
  await expect(outcome(page)).toContainText('Missed Drummer.');
  await expect(question).toHaveCount(0);
  await discard.click();

  await shoot(6);
  await expect(question).toBeVisible();
  await expect(page.getByRole('button', { name: 'Roll the rest' })).toBeDisabled();
  await question.getByRole('button', { name: 'Leave it a 6' }).click();
  await expect(outcome(page)).toContainText('Missed Drummer.');
  await discard.click();

  await shoot(6);
  await question.getByRole('button', { name: 'Roll it again' }).click();
  await page.getByRole('button', { name: /Remove the last die/ }).click();
  await question.getByRole('button', { name: 'Roll it again' }).click();
  await type(page, [6]);
  await expect(outcome(page)).toContainText('Drummer is hit');
  await applyAndReturn(page);
  await expectReport(page, 'argad');
});

test('Argad!: the edition is chosen for the battle, and its differences are listed', async ({ page }) => {
  await page.goto('./#/new');
  await expect(page.getByRole('combobox', { name: /^First side/ })).toBeVisible();
  await page.getByText('Argad!', { exact: true }).click();
  await page.locator('summary', { hasText: 'Differences' }).click();
  const table = page.getByRole('table', { name: 'Where they differ' });
  await expect(table.getByRole('row')).toHaveCount(12);
  await page.getByText('Sheet of 2024', { exact: true }).click();
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await page.locator('.phase summary').first().click();
  await page.getByText('Played: Sheet of 2024').click();
  await expect(table).toBeVisible();
  await page.goto('./#/rules/argad');
  await page.getByText('2025 and 2024', { exact: true }).click();
  await expect(table).toBeVisible();
});

test('Arquebusier!: a tick on a card changes the chance of an order, and a group act needs units for which it changes something', async ({
  page,
}) => {
  // In the first turns, every order is obeyed.
  await layArmies(page, 'arquebusier', samples('arquebusier'), 'A turn', [['battle', 'turn', 3]]);
  const regiment = "Brooke's Regiment";
  const order = async () => (await phaseControls(page, regiment)).getByRole('button', { name: /^Move \d+ %$/ });
  const before = await (await order()).innerText();
  await (await phaseControls(page, regiment)).getByText('General within 12"').click();
  await expect(await order()).not.toHaveText(before);
  await (await order()).click();
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [6]);
  await applyAndReturn(page);
  await (await phaseControls(page, regiment)).getByLabel('Direction').selectOption({ label: 'To the left' });
  await expect(await unit(page, regiment)).toContainText('to move left');
  // At the end of the turn nothing changes for these formations, so no group act is offered.
  await phases(page, 4);
  await expect(page.getByRole('button', { name: /^End of the turn: (all )?\d/ })).toHaveCount(0);
});

test('Arquebusier!: a side that runs after a tap on a card is announced with the reason, and the verdict needs one tap', async ({
  page,
}) => {
  await battle(
    page,
    [['Lancers', [['Lancer', 4, 4]]]],
    [
      ['The Guard', [['Firearm', 1, 1]], { general: true }],
      ['Old Company', [['Firearm', 4, 4]]],
      ['Clubmen', [['Mob', 4, 4]], { irregular: true }],
    ],
  );
  const lancers = async (name: string | RegExp) =>
    (await phaseControls(page, 'Lancers')).getByRole('button', { name, exact: true }).click();
  await lancers(/^Move/);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [6]);
  await applyAndReturn(page);
  await phases(page, 2);
  await lancers('Move');
  await expect(await unit(page, 'Lancers')).toContainText('moved');
  await markInMelee(page, 'Lancers', 'The Guard');
  await phases(page, 1);
  await recordFrontContacts(page, 'Lancers', 'The Guard');
  await openDuty(page, /^Fight a melee/);
  // A duty has all its participants after another page and after a reload.
  const participants = odds(page)
    .getByText(/Lancers: Lancer at The Guard: Firearm/)
    .first();
  await expect(participants).toBeVisible();
  await page.getByRole('link', { name: 'Quick reference' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Arquebusier!' })).toBeVisible();
  await page.goBack();
  await expect(participants).toBeVisible();
  await page.reload();
  await expect(participants).toBeVisible();
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [6, 1]);
  await applyAndReturn(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await (await phaseControls(page, 'Old Company')).getByRole('button', { name: 'Within 12"' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The King: no Regular formation is left: it loses the battle.');
  for (const why of ['The Guard: destroyed', 'Old Company: the General killed near by', 'Clubmen: Irregular by nature']) {
    await expect(alert).toContainText(why);
  }
  await openDuty(page, /^Is a side beaten\?/);
  await expect(page.locator('.notice')).toContainText('No Regular formation of The King is left: victory for Parliament.');
  await expect(page.getByRole('button', { name: /^Is a side beaten\?/ })).toHaveCount(0);
  await page.reload();
  await expect(alert).toContainText('The Guard: destroyed');
  await expectReport(page, 'arquebusier');
});

test('Arquebusier!: a year gives warnings about troops of other times, and forbids nothing', async ({ page }) => {
  await page.goto('./#/new');
  await page.getByText('Arquebusier!').click();
  const year = page.getByRole('textbox', { name: 'Year' });
  await year.fill('1644');
  await expect(page.getByText('not in use')).toHaveCount(0);
  await year.fill('1600');
  await page.getByText('The King, 1644: some types were not in use in 1600. Guidance only.').click();
  await expect(page.getByText("Washington's Dragoons: Dragoon: not seen in 1600.")).toBeVisible();
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByText('Parliament, 1644: some types were not in use in 1600. Guidance only.')).toBeVisible();
});

test('Arquebusier!: an outcome names the related rulings, which the quick reference lists', async ({ page }) => {
  await page.goto('./#/rules/arquebusier');
  await page.getByText("The book's examples, and where they disagree").click();
  const examples = page.getByRole('table', { name: "The source's examples, and the default here" });
  await expect(examples.getByRole('row', { name: /6 Regular Firearms at Regulars/ })).toContainText('(R1)');
  await battle(page, [['Skippon', [['Firearm', 6, 6]]]], [['Tillier', [['Pike', 8, 8]]]]);
  await phases(page, 1);
  await openPanel(page, 'u1', 'shooting', 'Tillier');
  await chooseRange(page, 'Up to 24');
  await page.getByRole('button', { name: /^Roll \d/ }).click();
  await outcome(page).getByText('Related rulings').click();
  await expect(outcome(page)).toContainText('How many dice do Regular Firearms get?');
});

test('Pikette Squared: the army generator fills a roster, whose settings are kept', async ({ page }) => {
  await page.goto('./#/rosters');
  await page.getByRole('link', { name: 'Muster an army' }).click();
  await page.getByText('French', { exact: true }).click();
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [4, 6]);
  await button(page, 'Create a roster from it').click();
  await expect(page.getByText('Twelve units and a cannon: complete.')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Swiss phalanx' })).toContainText('moves 2.5 squares · fights D10 · fearsome · Swiss');
  await page.goto('./#/rosters');
  await page.getByRole('link', { name: 'Muster an army' }).click();
  await page.getByText('Ottoman', { exact: true }).click();
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [6]);
  await button(page, 'Create a roster from it').click();
  const sultan = page.getByLabel('Led by the Sultan');
  await expect(sultan).toBeChecked();
  await page.reload();
  await expect(sultan).toBeChecked();
  await page.goto('./#/new');
  await page.getByText('Pikette Squared', { exact: true }).click();
  await pick(page.getByRole('combobox', { name: /^First side/ }), 'French army');
  await pick(page.getByRole('combobox', { name: /^Second side/ }), 'Ottoman army');
  await button(page, 'Begin the battle').click();
  await expect(trackerBar(page, 'Ottoman army')).toContainText('Sultan free');
});

test('Pikette Squared: a unit of an army list has the rows of its army', async ({ page }) => {
  await page.goto('./#/rosters');
  await button(page, 'New roster for Pikette Squared').click();
  await button(page, 'Add a unit').click();
  const form = page.getByRole('article').last();
  await form.getByText('Ottoman', { exact: true }).click();
  const rows = form.getByRole('group', { name: /^Row of the list/ });
  await expect(rows.getByText('Janissaries', { exact: true })).toBeVisible();
  await expect(rows.getByText('Gendarmes', { exact: true })).toHaveCount(0);
  await rows.getByText('Cannon', { exact: true }).click();
  await button(page, 'Done').click();
  await expect(page.locator('.fault')).toHaveCount(0);
  await expect(page.getByText('0 units and 1 cannon, not twelve and one.')).toBeVisible();
});

test.describe('Pikette Squared, after the set-up', () => {
  test.beforeEach(async ({ page }) => {
    await twoArmies(page);
  });

  test('the app shuffles the deck and turns its cards one by one; the next card stays visible', async ({ page }) => {
    test.slow();
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
      const card = (await headline(page).textContent())!.split(':')[0];
      await expect(outcome(page).getByText('app', { exact: true })).toBeVisible();
      await applyAndReturn(page);
      await expect(trackerBar(page, 'Battle')).toContainText(card);
      // Compulsory acts come before the next card. One tap settles the courage of all units that need not check.
      if (card === 'Leader Check') {
        await openAct(page, /^Leader check/);
        await applyAndReturn(page);
      }
      if (card === 'Courage') await openAct(page, 'None of these need check');
      await expect(strip(page).getByRole('button', { name: /^Turn a card/ })).toBeInViewport({ ratio: 1 });
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

  test('a double click names a card once, and one tap settles the units that need not check', async ({ page }) => {
    await frenchGo(page, 'First');
    await openAct(page, /^Turn a card/);
    await button(page, 'Name the card').click();
    await button(page, /^Courage/).dblclick();
    await expect(headline(page)).toHaveText(/^Courage/);
    await applyAndReturn(page);
    await expect(strip(page).getByRole('button', { name: /^Courage checks due: all 12/ })).toHaveCount(1);
    await openAct(page, 'None of these need check');
    await expect(strip(page).locator('.duty')).toHaveCount(0);
    await expect(strip(page).getByRole('button', { name: 'None of these need check' })).toHaveCount(0);
    await expectReport(page, 'pikette_squared');
  });

  test('a route is tapped on the grid, and a facing stays on the table', async ({ page }) => {
    await frenchGo(page, 'First');
    await turnCard(page, /^Infantry Move/);
    await (await offer(page, 'Gascon arquebus', 'Move')).click();
    const route = page.getByRole('region', { name: 'Route on the grid' });
    const refused = page.locator('.refused');
    await route.getByRole('button', { name: '3 north: front', exact: true }).click();
    await expect(refused).toContainText('That is 3 squares, and it moves 2.5 squares.');
    await route.getByRole('button', { name: /^the same square/ }).click();
    await route.getByRole('button', { name: '1 east, 2 north: front, reach' }).click();
    await expect(route).toContainText('Route: north-east, north.');
    const turns = page.getByRole('group', { name: 'Turns to' });
    await turns.getByRole('button', { name: 'north-east', exact: true }).click();
    await expect(refused).toContainText('A unit moves or changes direction, not both for one payment.');
    await route.getByRole('button', { name: /^the same square/ }).click();
    await expect(page.getByText('It turns 45 degrees.')).toBeVisible();
    // Optional roles are one line each until they are opened.
    for (const role of await page.locator('.role.untaken:visible').all()) {
      expect((await role.boundingBox())!.height).toBeLessThanOrEqual(48);
    }
    await applyAndReturn(page);
    await expect((await wholeUnit(page, 'Gascon arquebus')).getByLabel('Facing')).toHaveValue('ne');
    // A card gives the reason for each act that its unit can never do.
    await expect((await wholeUnit(page, 'Swiss of the Cantons')).locator('.cannot')).toContainText('Shoot: ');
  });

  test('a tap on the grid fills in the distance of a shot, and the side of its target', async ({ page }) => {
    await frenchGo(page, 'Second');
    await endPhase(page);
    await (await offer(page, 'Gascon arquebus', 'Shoot')).click();
    await button(page, 'Arquebus of Pescara').click();
    await page.getByText('On the grid').click();
    const grid = page.getByRole('region', { name: 'Grid of Gascon arquebus' });
    const square: Locator = grid.getByRole('button', { name: /^1 east, 2 north: front/ });
    await square.click();
    await expect(page.getByRole('textbox', { name: 'Distance' })).toHaveValue('2.5');
    // At the beginning, the armies face each other.
    await expect(page.getByRole('radio', { name: 'Front' })).toBeChecked();
    await grid.getByRole('group', { name: 'Facing of Arquebus of Pescara' }).getByRole('button', { name: 'north', exact: true }).click();
    await expect(page.getByRole('radio', { name: 'Rear' })).toBeChecked();
  });

  test('the circles of hits do not overlap', async ({ page }) => {
    const hits = (await wholeUnit(page, 'Gascon arquebus')).getByRole('group', { name: 'Hits' });
    await hits.getByRole('button').last().click();
    const boxes = await hits.locator('.pip').evaluateAll((all) => all.map((pip) => pip.getBoundingClientRect().toJSON() as DOMRect));
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
});
