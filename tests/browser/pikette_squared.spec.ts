// A whole turn of Pikette Squared between two armies from the army generator, with entered dice and named cards.
import { expect, test } from './page';
import { confirm, endPhase, chooseRange, nextPhase, expectReport } from './play';
import {
  button,
  openAct,
  cannot,
  card,
  choose,
  trackerBar,
  openDuty,
  headline,
  strip,
  applyAndReturn,
  turnCard,
  type,
  withoutTerrain,
} from './pikette_squared';
import type { Page } from '@playwright/test';

async function muster(page: Page, army: string, dice: number[]) {
  await page.goto('./#/rosters');
  await page.getByRole('link', { name: 'Muster an army' }).click();
  await page.getByText(army, { exact: true }).click();
  await type(page, dice);
  await button(page, 'Create a roster from it').click();
  await expect(page.getByText('Twelve units and a cannon: complete.')).toBeVisible();
}

async function setUp(page: Page) {
  await muster(page, 'French', [4, 6]);
  await muster(page, 'Ottoman', [5]);
  await page.goto('./#/new');
  await page.getByText('Pikette Squared', { exact: true }).click();
  await page.getByLabel('First side').selectOption({ label: 'French army' });
  await page.getByLabel('Second side').selectOption({ label: 'Ottoman army' });
  await button(page, 'Begin the battle').click();
  for (const side of ['French army', 'Ottoman army']) {
    await openAct(page, `${side}: deck to build`);
    await expect(headline(page)).toHaveText(/^20 cards/);
    await applyAndReturn(page);
    await openAct(page, `${side}: morale chips to roll for`);
    await type(page, [4]);
    await applyAndReturn(page);
  }
  await openAct(page, 'Roll for nightfall');
  await type(page, [1]);
  await applyAndReturn(page);
  await expect(trackerBar(page, 'French army')).toContainText('12 chips');
  await expect(trackerBar(page, 'Ottoman army')).toContainText('15 chips');
}

/** The French win the roll, and go second with nine pips. */
async function firstInitiative(page: Page) {
  await withoutTerrain(page);
  await confirm(nextPhase(page));
  await openAct(page, /^Initiative/);
  await type(page, [9, 4]);
  await expect(headline(page)).toHaveText('French army to choose: first with 4 pips, or second with 9.');
  await openDuty(page, /First or second/);
  await page.getByText('Second, with the larger roll').click();
  await expect(headline(page)).toHaveText('First Ottoman army with 4 pips, then French army with 9.');
  await applyAndReturn(page);
  await expect(page.getByRole('region', { name: 'Phase' })).toContainText(/First side\s*Ottoman army/);
}

test('the army generator fills a roster that obeys the army list', async ({ page }) => {
  await muster(page, 'French', [4, 6]);
  await expect(page.getByRole('article', { name: 'Swiss phalanx' })).toContainText('moves 2.5 squares · fights D10 · fearsome · Swiss');
  await expect(page.getByRole('article', { name: 'Stradiots 2' })).toBeVisible();
  await muster(page, 'Ottoman', [5]);
  await expect(page.getByText('The Sultan himself leads it.')).toBeVisible();
});

test('a turn is played from the initiative to nightfall', async ({ page }) => {
  test.slow();
  await setUp(page);
  await firstInitiative(page);

  // The Sultan is shot at and lost, and the side loses every chip.
  await turnCard(page, /^Leader Check/);
  await expect(trackerBar(page, 'Ottoman army')).toContainText('3 pips');
  await openAct(page, /^Leader check/);
  await page.getByText('In range of enemy weapons').click();
  await type(page, [1, 5]);
  await expect(headline(page)).toHaveText('The leader is hit and taken off.');
  await applyAndReturn(page);
  await expect(trackerBar(page, 'Ottoman army')).toContainText('0 chips');
  await expect(trackerBar(page, 'Ottoman army')).toContainText('leader lost');

  // On this card no unit may move, and the unit's card shows the reason.
  await cannot(page, 'Akinjis 1', 'Move', 'Card needed: Cavalry Move.');

  await endPhase(page);
  await expect(page.getByRole('region', { name: 'Phase' })).toContainText(/Second side\s*French army/);

  // Courage: the militia has an enemy in its square, and retreats.
  await turnCard(page, /^Courage/);
  await openAct(page, 'Courage: must Militia check?');
  await page.getByText('Enemy in its square', { exact: true }).click();
  await openDuty(page, /Courage check/);
  await type(page, [1, 6]);
  await expect(headline(page)).toHaveText('It fails its courage check.');
  await applyAndReturn(page);
  await expect((await card(page, 'Militia')).getByText('disordered', { exact: true })).toBeVisible();
  await expect(strip(page).getByText('Courage: must Militia check?')).toHaveCount(0);
  await expect(strip(page).getByText('Courage: must Archers check?')).toHaveCount(1);
  await button(page, 'None of these need check').click();

  // A shot costs a pip and leaves an F marker. A chip that is then spent routs the azabs.
  await (await card(page, 'Arquebus 1')).getByRole('link', { name: 'Shoot' }).click();
  await choose(page, 'Azabs, upgraded 1');
  await chooseRange(page, '1');
  await expect(page.getByText('Costs 1 pip; 7 left.')).toBeVisible();
  await type(page, [6, 3]);
  await expect(headline(page)).toHaveText('1 hit for 3 pips.');
  await openDuty(page, /^Chip/);
  await type(page, [1, 6]);
  await expect(headline(page)).toHaveText('The chip works.');
  await applyAndReturn(page);
  await expect(trackerBar(page, 'French army')).toContainText('7 pips');
  await expect(trackerBar(page, 'French army')).toContainText('11 chips');
  await expect((await card(page, 'Arquebus 1')).getByText('must reload', { exact: true })).toBeVisible();

  // Knights defeat light horse, and must pursue.
  await turnCard(page, /^Melee/);
  await (await card(page, 'Gendarmes 1')).getByRole('link', { name: 'Fight' }).click();
  await choose(page, 'Akinjis 1');
  await type(page, [12, 2]);
  await expect(headline(page)).toHaveText('The attacker wins by 10: 3 hits.');
  await openDuty(page, /^Pursuit/);
  await type(page, [2, 5]);
  await expect(headline(page)).toHaveText('It must pursue the routed unit: 3 squares.');
  await applyAndReturn(page);
  await expect(trackerBar(page, 'French army')).toContainText('5 pips');
  await cannot(page, 'Gendarmes 1', 'Fight', 'It has done that on this card: once on each card.');

  // The turn continues. Then ties end each turn until nightfall.
  await expect(nextPhase(page)).toContainText('Initiative again');
  // Next asks before five pips are lost.
  await confirm(nextPhase(page));
  await expect(page.getByRole('dialog', { name: 'Before the next phase' })).toContainText('French army: 5 pips left.');
  await page.getByRole('button', { name: 'Skip them' }).click();
  for (let turn = 1; turn <= 5; turn += 1) {
    await expect(page.getByText(`Turn ${turn} · Initiative`)).toBeVisible();
    await openAct(page, /^Initiative/);
    await type(page, [6, 6]);
    await applyAndReturn(page);
    await expect(nextPhase(page)).toContainText(turn < 5 ? 'End the turn' : 'Nightfall');
    await confirm(nextPhase(page));
  }
  await expect(trackerBar(page, 'Battle')).toContainText('night');
  await cannot(page, 'Gendarmes 1', 'Fight', 'Night has fallen: the battle is over.');
  await openAct(page, /^Victory points/);
  // French: a leader, 23 stands in order and 2 in disorder. Ottomans: no leader, 21 stands in order.
  await expect(headline(page)).toHaveText('Victory for French army, 50 to 42.');
  await applyAndReturn(page);
  await expectReport(page, 'pikette_squared');
});

test('a square on the grid fills in a shot', async ({ page }) => {
  await setUp(page);
  await firstInitiative(page);
  await (await card(page, 'Janissaries 1')).getByRole('link', { name: 'Shoot' }).click();
  await choose(page, 'Gendarmes 1');
  await page.getByText('On the grid').click();
  const grid = page.getByRole('region', { name: 'Grid of Janissaries 1' });
  await grid.getByRole('button', { name: /^1 east, 2 south: front/ }).click();
  await expect(page.getByRole('textbox', { name: 'Distance' })).toHaveValue('2.5');
  // By default the armies face each other. Here the players set that the knights face away.
  await expect(page.getByRole('radio', { name: 'Front' })).toBeChecked();
  await grid.getByRole('group', { name: 'Facing of Gendarmes 1' }).getByRole('button', { name: 'south', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Rear' })).toBeChecked();
  await expect(page.getByText('Janissaries 1 · flank, rear or deep block D8 → D10')).toBeVisible();
});
