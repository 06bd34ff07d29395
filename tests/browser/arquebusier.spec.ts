// Arquebusier! as players play it: rosters, a whole turn with entered dice, and a side that runs. The command and both volleys are
// examples from the rulebook.
import {
  apply,
  begin,
  card,
  command,
  due,
  enterBattle,
  markInMelee,
  recordFrontContacts,
  next,
  number,
  odds,
  phaseControls,
  outcome,
  openDuty,
  side,
  rollTyped,
} from './arquebusier';
import { expect, test } from './page';
import { chooseRange, expectReport, wholeUnit } from './play';

test('a turn is played from commands to its end, and then a side runs', async ({ page }) => {
  test.slow();
  await enterBattle(
    page,
    [
      [
        "Essex's 4th Company",
        [
          ['Firearm', 8, 8],
          ['Pike', 6, 0],
        ],
      ],
      ["Ludwig's Infantry", [['Firearm', 6, 6]]],
      ["Balfour's Horse", [['Harquebusier', 3, 3]]],
    ],
    [
      ['Royalist Dragoons', [['Dragoon', 6, 6]]],
      [
        "Tillier's Regiment",
        [
          ['Pike', 8, 8],
          ['Firearm', 4, 4],
        ],
      ],
      ['Field guns', [['Gun', 3, 3]]],
    ],
  );

  // The rulebook's example of a command: third turn, Regular, the General within 12", shot at in the last turn without losses. A 2
  // passes.
  for (let phase = 0; phase < 10; phase += 1) await next(page);
  await expect(page.getByText('Turn 3 · Commands')).toBeVisible();
  const ludwig = await wholeUnit(page, "Ludwig's Infantry");
  await ludwig.getByText('Shot at last turn').click();
  await expect((await phaseControls(page, "Ludwig's Infantry")).getByRole('button', { name: 'Move 67 %' })).toBeVisible();
  await (await phaseControls(page, "Ludwig's Infantry")).getByText('General within 12"').click();
  await (await phaseControls(page, "Ludwig's Infantry")).getByRole('button', { name: 'Move 83 %' }).click();
  await rollTyped(page, [2]);
  await expect(outcome(page)).toContainText('Move: passed.');
  await expect(outcome(page)).toContainText('Needed 2 or more.');
  await apply(page);
  await (await phaseControls(page, "Ludwig's Infantry")).getByLabel('Direction').selectOption({ label: 'To the left' });
  await expect(ludwig).toContainText('to move left');
  await expect(await phaseControls(page, "Ludwig's Infantry")).toContainText('It has had its command this turn.');
  await command(page, "Balfour's Horse", /^Move/, 5);
  await side(page, /The King/);
  await command(page, 'Royalist Dragoons', /^Dismount/, 4);

  // The rulebook's second example of a volley: eight Firearms at dismounting Dragoons roll nine dice and need a 5.
  await next(page);
  await side(page, /Parliament/);
  await (await card(page, "Essex's 4th Company")).getByRole('link', { name: 'Shoot', exact: true }).click();
  await page.getByRole('button', { name: 'Royalist Dragoons', exact: true }).click();
  await number(page, 'Range', 10);
  await expect(odds(page)).toContainText('9 dice at Dragoon, 5 or more each.');
  await expect(odds(page)).toContainText('hit as Irregular, but gives no extra die (R2).');
  await rollTyped(page, [5, 6, 1, 2, 3, 4, 1, 2, 3, 3, 6]);
  await expect(outcome(page)).toContainText('It loses 2 elements.');
  await expect(outcome(page)).toContainText('Its commander is lost');
  await apply(page);

  // The first example: six Firearms at Regulars, which roll seven dice by the table. Two groups with eight and four elements in
  // front get four and three of them.
  await (await card(page, "Ludwig's Infantry")).getByRole('link', { name: 'Shoot', exact: true }).click();
  await page.getByRole('button', { name: "Tillier's Regiment", exact: true }).click();
  await chooseRange(page, 'Up to 24');
  await expect(odds(page)).toContainText('4 dice at Pike, 5 or more each.');
  await expect(odds(page)).toContainText('3 dice at Firearm, 3 or more each.');
  await rollTyped(page, [5, 1, 1, 1, 1, 1, 1, 2]);
  await expect(outcome(page)).toContainText('It loses an element.');
  await apply(page);
  await side(page, /The King/);
  const dragoons = await card(page, 'Royalist Dragoons');
  for (const words of [
    'Irregular: two or more lost to shooting in a turn',
    'commander lost',
    'restored by a command',
    '2" lost under fire: moves 10"',
  ]) {
    await expect(dragoons).toContainText(words);
  }
  await expect(await card(page, "Tillier's Regiment")).toContainText('1" lost under fire: moves 5"');
  await expect(await card(page, "Tillier's Regiment")).not.toContainText('Mounted');

  // Moves: the horse attack the flank of a formation with pikes and firearms.
  await next(page);
  await expect(due(page)).toContainText("Ludwig's Infantry: ordered move to make.");
  await side(page, /Parliament/);
  await expect(await phaseControls(page, "Balfour's Horse")).toContainText('Up to 12"');
  await page.getByRole('button', { name: 'all 2' }).click();
  await expect(due(page)).toBeHidden();
  await markInMelee(page, "Tillier's Regiment", "Balfour's Horse");
  await expect(await card(page, 'Royalist Dragoons')).toContainText('4 Dragoon · mounted');

  // The Dragoons dismount at the end of the step. A flank attack makes formations with Pikes Irregular, before dice are rolled.
  await next(page);
  await expect(await card(page, 'Royalist Dragoons')).toContainText('4 Dragoon · on foot');
  const tillier = await phaseControls(page, "Tillier's Regiment");
  await expect(tillier.getByRole('checkbox', { name: 'Contact began this turn' })).toBeChecked();
  await expect(tillier.getByRole('button', { name: 'Its front' })).toContainText('It stays Regular.');
  await expect(tillier.getByRole('button', { name: 'Its side' })).toContainText('It becomes Irregular.');
  await tillier.getByRole('button', { name: 'Its side' }).click();
  await expect(await card(page, "Tillier's Regiment")).toContainText('Irregular: enemies at its rear or flank');
  await expect(await card(page, "Tillier's Regiment")).toContainText('restored by a command once out of melee');

  // Three elements of horse against two of Pikes at the end of the line.
  await recordFrontContacts(page, "Balfour's Horse");
  await openDuty(page, /^Fight a melee/);
  await number(page, 'Enemy elements', 2);
  await expect(odds(page)).toContainText("3 dice: Balfour's Horse: Harquebusier at Tillier's Regiment: Pike, each needs 4+");
  await expect(odds(page)).toContainText("2 dice: Tillier's Regiment: Pike at Balfour's Horse: Harquebusier, each needs 4+");
  await rollTyped(page, [4, 1, 1, 4, 1]);
  await expect(outcome(page)).toContainText("Balfour's Horse: 1 lost; Tillier's Regiment: 1 lost.");
  await apply(page);

  // The end of the turn: one tap does everything for a side.
  await next(page);
  const all = page.getByRole('button', { name: 'End of the turn: all 3' });
  await all.first().click();
  // One tap also undoes it.
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(page.getByText(/^Undone: .*, and 2 more from the same tap/)).toBeVisible();
  await page.getByRole('button', { name: 'Redo', exact: true }).first().click();
  await expect(page.getByText(/^Redone: .*, and 2 more from the same tap/)).toBeVisible();
  await side(page, /The King/);
  await expect(all).toHaveCount(1);
  await all.click();
  await next(page);
  await expect(page.getByText('Turn 4 · Commands')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  // The guns were the King's last Regulars, and are shot at from close range.
  await next(page);
  await side(page, /Parliament/);
  await (await card(page, "Essex's 4th Company")).getByRole('link', { name: 'Shoot', exact: true }).click();
  await page.getByRole('button', { name: 'Field guns', exact: true }).click();
  await number(page, 'Range', 3);
  await rollTyped(page, [1, 1, 1, 1, 1, 1, 1, 1, 1]);
  await expect(outcome(page).getByRole('alert')).toContainText('The King: no Regular formation is left: it loses the battle.');
  await expect(outcome(page).getByRole('alert')).toContainText("Tillier's Regiment: enemies at its rear or flank");
  await page.getByRole('region', { name: 'Due next' }).getByRole('button', { name: 'Is a side beaten?' }).click();
  await expect(outcome(page)).toContainText('No Regular formation of The King is left: victory for Parliament.');
  await apply(page);
  await expect(page.getByRole('alert')).toContainText('The King: no Regular formation is left');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Field guns: shot at from close by');
  await expectReport(page, 'arquebusier');
});

test('a year gives warnings about troops of other times, and forbids nothing', async ({ page }) => {
  await page.goto('./');
  await begin(page, 'Parliament, 1644 (sample)', 'The King, 1644 (sample)', 1644);
  await expect(page.getByText('not in use')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Year' }).fill('1600');
  await page.getByText('The King, 1644: some types were not in use in 1600. Guidance only.').click();
  await expect(page.getByText("Washington's Dragoons: Dragoon: not seen in 1600.")).toBeVisible();
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByText('Parliament, 1644: some types were not in use in 1600. Guidance only.')).toBeVisible();
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'Copy the sample The King, 1644' }).click();
  await expect(page.getByText('All its types were in use together from 1642 to 1660.')).toBeVisible();
});
