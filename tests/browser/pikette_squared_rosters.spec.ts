// Armies of Pikette Squared: units from the army generator stay in the roster, and other armies have their own figures.
import { expect, test } from './page';
import { apply, button, openAct, card, trackerBar, openDuty, headline, offer, applyAndReturn, type } from './pikette_squared';
import { confirm, chooseRange, nextPhase, wholeUnit } from './play';
import type { Page } from '@playwright/test';

test('units from the army generator enter the battle with their roster', async ({ page }) => {
  test.slow();
  await page.goto('./#/rosters');
  await page.getByRole('link', { name: 'Muster an army' }).click();
  await page.getByText('Moorish', { exact: true }).click();
  await page.getByText('Cavalry Move', { exact: true }).click();
  await expect(headline(page)).toHaveText('12 units and a cannon: 25 stands.');
  await button(page, 'Create a roster from it').click();
  await expect(page.getByRole('radio', { name: 'Cavalry Move' })).toBeChecked();
  await page.goto('./#/rosters');
  await page.getByRole('link', { name: 'Muster an army' }).click();
  await page.getByText('Ottoman', { exact: true }).click();
  await type(page, [6]);
  await button(page, 'Create a roster from it').click();
  await expect(page.getByLabel('Led by the Sultan')).toBeChecked();
  await page.reload();
  await expect(page.getByLabel('Led by the Sultan')).toBeChecked();
  await page.goto('./#/new');
  await page.getByText('Pikette Squared', { exact: true }).click();
  await page.getByLabel('First side').selectOption({ label: 'Moorish army' });
  await page.getByLabel('Second side').selectOption({ label: 'Ottoman army' });
  await button(page, 'Begin the battle').click();
  await expect(trackerBar(page, 'Ottoman army')).toContainText('Sultan free');
  await openAct(page, 'Moorish army: deck to build');
  await expect(headline(page)).toHaveText('20 cards, one more Cavalry Move among them.');
  await apply(page);
  await openAct(page, 'Ottoman army: morale chips to roll for');
  await type(page, [10]);
  await expect(headline(page)).toHaveText('21 morale chips to start with.');
});

async function enter(page: Page, name: string, kind: string, dice: { move: string; fight: string; shoot?: string; range?: string }) {
  await button(page, 'Add a unit').click();
  const unit = page.getByRole('article').last();
  const number = async (label: string, value: string) => {
    await unit.getByRole('textbox', { name: label, exact: true }).fill(value);
    await unit.getByRole('textbox', { name: label, exact: true }).blur();
  };
  await unit.getByLabel('Name', { exact: true }).fill(name);
  await unit.getByLabel('Type').selectOption({ label: kind });
  await number('Move', dice.move);
  await unit
    .getByRole('group', { name: /^Fight die/ })
    .getByText(dice.fight, { exact: true })
    .click();
  if (dice.shoot) {
    await unit
      .getByRole('group', { name: /^Shoot die/ })
      .getByText(dice.shoot, { exact: true })
      .click();
    await number('Weapon range', dice.range!);
  }
  await button(page, 'Done').click();
  await expect(page.locator('.fault')).toHaveCount(0);
}

test('an army without an army list has its own figures', async ({ page }) => {
  test.slow();
  await page.goto('./#/rosters');
  await button(page, 'New roster for Pikette Squared').click();
  await page.getByLabel('Name of the roster').fill('English in France');
  await page.getByText('Melee', { exact: true }).click();
  await enter(page, 'Bowmen of Cheshire', 'Longbowmen', { move: '2.5', fight: 'D6', shoot: 'D8', range: '4' });
  await enter(page, 'Men-at-arms', 'Dismounted knights', { move: '2', fight: 'D12' });
  await enter(page, 'Wagenburg', 'War wagons', { move: '1', fight: 'D10', shoot: 'D6', range: '3' });
  await enter(page, 'Hired tercio', 'Tercio', { move: '1.5', fight: 'D10', shoot: 'D8', range: '3' });
  await expect(page.getByText('6 units and 0 cannon, not twelve and one.')).toBeVisible();
  // An army list only offers its own rows.
  await button(page, 'Add a unit').click();
  const listed = page.getByRole('article').last();
  await listed.getByText('Ottoman', { exact: true }).click();
  const rows = listed.getByRole('group', { name: /^Row of the list/ });
  await expect(rows.locator('label')).toHaveCount(8);
  expect((await rows.locator('label').allTextContents()).sort()).toEqual([
    'Akinjis',
    'Azabs',
    'Azabs, upgraded',
    'Cannon',
    'Janissaries',
    'Skirmishers',
    'Spahis',
    "Sultan's Guard",
  ]);
  await rows.getByText('Cannon', { exact: true }).click();
  await button(page, 'Done').click();
  await page.goto('./#/new');
  await page.getByText('Pikette Squared', { exact: true }).click();
  await page.getByLabel('First side').selectOption({ label: 'English in France' });
  await page.getByLabel('Second side').selectOption({ label: 'French in Italy 1515 (sample)' });
  await button(page, 'Begin the battle').click();
  for (const [unit, stands] of [
    ['Bowmen of Cheshire', 2],
    ['Men-at-arms', 2],
    ['Wagenburg', 1],
    ['Hired tercio', 6],
  ] as const) {
    await expect((await card(page, unit)).getByRole('group', { name: 'Stands' }).locator('.pip')).toHaveCount(stands);
  }
  await openAct(page, 'English in France: deck to build');
  await expect(headline(page)).toHaveText('20 cards, one more Melee among them.');
  await applyAndReturn(page);
  // Texts have the names of the sides, not A and B.
  await openAct(page, 'Roll for terrain');
  await type(page, [3, 1]);
  await expect(headline(page)).toHaveText('3 pieces for English in France, 1 for French in Italy 1515.');
  await applyAndReturn(page);
  await openAct(page, 'English in France: terrain to choose');
  await page.getByText('A stream', { exact: true }).click();
  await expect(headline(page)).toHaveText('They fit: 2 used, 1 left.');
  await applyAndReturn(page);
  // Rolls and decks before the battle come before the initiative.
  await openAct(page, 'French in Italy 1515: deck to build');
  await applyAndReturn(page);
  for (const side of ['English in France', 'French in Italy 1515']) {
    await openAct(page, `${side}: morale chips to roll for`);
    await type(page, [4]);
    await applyAndReturn(page);
  }
  await openAct(page, 'Roll for nightfall');
  await type(page, [1]);
  await applyAndReturn(page);
  // Otherwise Next would ask about the terrain.
  await button(page, 'No more terrain is placed').click();
  await button(page, 'All terrain stays where it is').click();
  await confirm(nextPhase(page));
  await openAct(page, /^Initiative/);
  await expect(page.getByRole('region', { name: 'Odds' }).getByText('English in France to choose')).toBeVisible();
  await expect(page.locator('main')).not.toContainText(/side [ab]\b/i);
  await type(page, [9, 4]);
  await expect(headline(page)).toHaveText('English in France to choose: first with 4 pips, or second with 9.');
  await openDuty(page, /First or second/);
  await page.getByText('First, with').click();
  await applyAndReturn(page);
  await (await offer(page, 'Bowmen of Cheshire', 'Shoot')).click();
  await button(page, 'Gendarmes of the King').click();
  await chooseRange(page, '1');
  await expect(page.getByText('Bowmen of Cheshire · longbows at horses D8 → D10')).toBeVisible();
  // The unit's card gives the reason for each act that it cannot do.
  await page.getByRole('link', { name: 'Back' }).click();
  await expect((await wholeUnit(page, 'Men-at-arms')).locator('.cannot')).toContainText('Shoot: It has nothing to shoot with.');
});
