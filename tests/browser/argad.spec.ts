// Argad! at the table: rosters with their points, salvos, charges, duels and healing. Dice are entered, so that results are fixed.
import {
  COMPANY,
  SAMPLES,
  addUnit,
  apply,
  battle,
  begin,
  card,
  chooseUnit,
  next,
  odds,
  open,
  outcome,
  setNumber,
  type,
  enterRosters,
} from './argad';
import { expect, test } from './page';
import { chooseRange, expectReport } from './play';

test("an officer and a halberdier fight out the source's duel with a swordsman and an arquebusier", async ({ page }) => {
  await enterRosters(page, [
    {
      name: 'Attackers',
      units: [
        { Name: 'Officer', Class: 4, Role: 'Officer' },
        { Name: 'Halberdier', 'Weapon in hand': 'Halberd' },
      ],
    },
    {
      name: 'Defenders',
      units: [
        { Name: 'Swordsman', Class: 4 },
        { Name: 'Arquebusier', 'Short arquebus, petronel, carbine': true },
      ],
    },
  ]);
  await begin(page, 'Attackers', 'Defenders');

  await next(page, 3);
  await open(page, 'Arquebusier', 'Shoot');
  await chooseUnit(page, 'Target', 'Halberdier');
  await chooseRange(page);
  await expect(odds(page)).toContainText('Arquebusier: 5 or more hits.');
  await expect(odds(page)).toContainText('33 % at least one hit');
  await page.getByRole('link', { name: 'Back' }).click();

  // The officer takes the sword instead, so the halberd is longer.
  await next(page);
  await open(page, 'Halberdier', 'Melee');
  await chooseUnit(page, 'Opponents', 'Arquebusier');
  await expect(odds(page)).toContainText('The halberd strikes first: Halberdier (drives back on 3, kills on 4+).');
  await expect(odds(page)).toContainText('Then the sword: Arquebusier (drives back on 3, kills on 4+).');
  await expect(odds(page)).toContainText('50 % Arquebusier: out');
  await type(page, 2, 5);
  await expect(outcome(page)).toContainText('Halberdier: out, killed or badly wounded.');
  await apply(page);
  await expect(await card(page, 'Halberdier')).toContainText('out of action');

  await open(page, 'Officer', 'Melee');
  await chooseUnit(page, 'Opponents', 'Swordsman');
  await expect(odds(page)).toContainText('The sword strikes first: Officer, Swordsman (drives back on 4, kills on 5+).');
  await expect(odds(page)).toContainText('of two equal blows the higher die stands; of equal dice, both');
  await type(page, 5, 6);
  await expect(outcome(page)).toContainText('Officer: out');
  await expect(outcome(page)).toContainText('Only the blow of Swordsman counts.');
  await page.getByRole('button', { name: 'Discard' }).click();

  await open(page, 'Officer', 'Melee');
  await chooseUnit(page, 'Opponents', 'Swordsman');
  await type(page, 6, 6);
  await expect(outcome(page)).toContainText('Officer, Swordsman: out');
  await expect(outcome(page)).toContainText('Both blows count, as nothing decides between them.');
  await apply(page);
  await expectReport(page, 'argad');
});

test('the points of a roster are computed while it is edited', async ({ page }) => {
  await enterRosters(page, [{ name: 'Company', units: [{ Name: 'Pikemen', Figures: 10, 'Weapon in hand': 'Pike' }] }]);
  await page.getByRole('link', { name: 'Company' }).click();
  // 10 · (3 + 2)
  await expect(page.getByText('50 points', { exact: true })).toBeVisible();
  // 4 for the class, 4 for the rank, 4 for the horse, 1 for the armour, 4 for the pistol
  await addUnit(page, {
    Name: 'Cornet',
    Class: 4,
    Armour: '4: breastplate or mail',
    Mount: 'Cavalry',
    Pistol: true,
    Role: 'Officer',
  });
  await expect(page.getByText('67 points', { exact: true })).toBeVisible();
  await expect(page.getByText('Pikemen 50, Cornet 17')).toBeVisible();
});

test('the edition is chosen for the battle, and its differences are listed', async ({ page }) => {
  await begin(page, SAMPLES[0], SAMPLES[1], 'Sheet of 2024');
  await page.locator('.phase summary').first().click();
  await page.getByText('Played: Sheet of 2024').click();
  await expect(page.getByRole('table', { name: 'Where they differ' })).toBeVisible();
  // The sheet of 2024 has no run-up.
  await open(page, 'Demi-lancers', 'Charge: the run');
  await expect(page.getByRole('textbox', { name: 'Straight ride, cm' })).toHaveCount(0);
  await expect(outcome(page)).toContainText('They charge: the sheet of 2024 asks for easy ground, and for no run.');
});

test('when a single six comes up, the player keeps it or rolls it again', async ({ page }) => {
  await battle(page, { name: 'Riders', units: [{ name: 'Reiter', class: 4, mount: 'cavalry', missile: ['pistol'] }] }, COMPANY);
  const shoot = async () => {
    await open(page, 'Reiter', 'Shoot');
    await chooseUnit(page, 'Target', 'Drummer');
    await chooseRange(page);
    await setNumber(page, 'Range, cm', 15);
  };
  const question = page.getByRole('region', { name: 'A single 6: roll it again?' });

  await shoot();
  await expect(odds(page)).toContainText('Reiter: needs a 7: two sixes.');
  await expect(question).toHaveCount(0);
  // Only a six asks the question.
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

test('differences of the editions are listed when one is chosen, and in the quick reference', async ({ page }) => {
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
