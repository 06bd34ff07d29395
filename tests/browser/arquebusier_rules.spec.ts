// Single rules of Arquebusier!, at the table.
import {
  apply,
  battle,
  begin,
  beginSamples,
  card,
  command,
  markInMelee,
  recordFrontContacts,
  move,
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
import { chooseRange } from './play';

test('a side that runs after a tap on a card is announced with the reason, and the verdict needs one tap', async ({ page }) => {
  await battle(
    page,
    [['Lancers', [['Lancer', 4, 4]]]],
    [
      ['The Guard', [['Firearm', 1, 1]], { general: true }],
      ['Old Company', [['Firearm', 4, 4]]],
      ['Clubmen', [['Mob', 4, 4]], { irregular: true }],
    ],
  );
  await command(page, 'Lancers', /^Move/, 6);
  for (let phase = 0; phase < 2; phase += 1) await next(page);
  await move(page, 'Lancers');
  await markInMelee(page, 'Lancers', 'The Guard');
  await next(page);
  await recordFrontContacts(page, 'Lancers', 'The Guard');
  await openDuty(page, /^Fight a melee/);
  await rollTyped(page, [6, 1]);
  await apply(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await (await phaseControls(page, 'Old Company')).getByRole('button', { name: 'Within 12"' }).click();
  await expect(page.getByRole('alert')).toContainText('The King: no Regular formation is left: it loses the battle.');
  for (const why of ['The Guard: destroyed', 'Old Company: the General killed near by', 'Clubmen: Irregular by nature']) {
    await expect(page.getByRole('alert')).toContainText(why);
  }
  await openDuty(page, /^Is a side beaten\?/);
  await expect(outcome(page)).toContainText('No Regular formation of The King is left: victory for Parliament.');
  await apply(page);
  await expect(page.getByRole('button', { name: /^Is a side beaten\?/ })).toHaveCount(0);
});

test('another target needs a command, after which the shot is offered', async ({ page }) => {
  await beginSamples(page);
  await side(page, /The King/);
  await command(page, "Tillier's Regiment", /^Change target/, 3);
  await expect(await card(page, "Tillier's Regiment")).toContainText('may choose another target');
  await next(page);
  await (await card(page, "Tillier's Regiment")).getByRole('link', { name: 'Choose a target' }).click();
  for (const enemy of ["Holles's Regiment", "Balfour's Horse"]) {
    await page.getByRole('button', { name: enemy, exact: true }).click();
  }
  await page.getByRole('button', { name: 'Done' }).click();
  await number(page.getByRole('group', { name: "Holles's Regiment" }), 'Distance', 10);
  await number(page.getByRole('group', { name: "Balfour's Horse" }), 'Distance', 16);
  await expect(outcome(page)).toContainText("Without a command it shoots at Holles's Regiment.");
  await page.getByRole('group', { name: 'Your choice' }).getByText("Balfour's Horse").click();
  await expect(outcome(page)).toContainText('It has passed that command.');
  await page.getByRole('region', { name: 'Due next' }).getByRole('button', { name: 'Shoot' }).click();
  await expect(odds(page)).toContainText('at Harquebusier');
});

test('all of a large melee is entered, and its odds are shown at once', async ({ page }) => {
  await battle(page, [['Our Pikes', [['Pike', 30, 10]]]], [['Their Pikes', [['Pike', 30, 10]]]]);
  for (let phase = 0; phase < 2; phase += 1) await next(page);
  await markInMelee(page, 'Our Pikes', 'Their Pikes');
  await next(page);
  await recordFrontContacts(page, 'Our Pikes', 'Their Pikes');
  await openDuty(page, /^Fight a melee/);
  await expect(odds(page)).toContainText('30 dice: Our Pikes: Pike at Their Pikes: Pike, each needs 5+');
  await expect(odds(page)).toContainText('elements lost by ');
  // The unit that rolls, and the needed faces, stay visible while dice are entered.
  await page.getByRole('button', { name: 'Enter dice' }).click();
  const pad = page.getByRole('region', { name: 'Enter the dice' });
  await expect(pad.getByText('Roll 30 dice: Our Pikes: Pike at Their Pikes: Pike')).toBeVisible();
  await expect(pad.locator('.slot').first()).toHaveText('5+');
  await page.getByRole('button', { name: 'Roll the rest' }).click();
  await expect(outcome(page)).toContainText(/Our Pikes: \d+ lost; Their Pikes: \d+ lost\./);
  await apply(page);
  await page.reload();
  await expect(page.getByText('Turn 1 · Melee')).toBeVisible();
});

test('a melee that is due still has all its participants after another page and after a reload', async ({ page }) => {
  await battle(
    page,
    [
      ['Our Pikes', [['Pike', 6, 3]]],
      ['Others', [['Pike', 6, 3]]],
    ],
    [['Their Pikes', [['Pike', 6, 3]]]],
  );
  const table = page.url();
  for (let phase = 0; phase < 2; phase += 1) await next(page);
  await markInMelee(page, 'Our Pikes', 'Their Pikes');
  await next(page);
  await recordFrontContacts(page, 'Our Pikes', 'Their Pikes');
  await openDuty(page, /^Fight a melee/);
  const isThere = () => expect(odds(page)).toContainText('6 dice: Our Pikes: Pike at Their Pikes: Pike');
  await isThere();
  await page.goto(`${table}/log`);
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
  await page.goBack();
  await isThere();
  await page.reload();
  await isThere();
});

test('an added contact counts with its defaults, also in a melee outside its step', async ({ page }) => {
  await battle(page, [['Our Pikes', [['Pike', 6, 3]]]], [['Their Pikes', [['Pike', 6, 3]]]]);
  await page.goto(`${page.url()}/do/melee/u1`);
  await page.getByRole('button', { name: 'Do it anyway' }).click();
  await expect(odds(page)).toContainText('6 dice: Our Pikes: Pike at Their Pikes: Pike');
  await page.getByRole('button', { name: 'Add: contact' }).click();
  await expect(page.getByRole('group', { name: 'Contact 2' })).toBeVisible();
  await expect(page.locator('main .fault')).toHaveCount(0);
  await expect(odds(page)).toContainText('1 die: ');
});

test('where examples of the rulebook disagree, the rulings are shown', async ({ page }) => {
  await page.goto('./#/rules/arquebusier');
  await page.getByText("The book's examples, and where they disagree").click();
  const examples = page.getByRole('region', { name: "The source's examples, and the default here" });
  await expect(examples.getByRole('row', { name: /6 Regular Firearms at Regulars/ })).toContainText('8 dice');
  await expect(examples.getByRole('row', { name: /6 Regular Firearms at Regulars/ })).toContainText('(R1)');
  // A house rule chooses the other reading.
  await begin(page, 'Parliament, 1644 (sample)', 'The King, 1644 (sample)');
  await page.getByText('House rules', { exact: true }).click();
  await page.getByText('As the example: two more').click();
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await next(page);
  await (await card(page, "Brooke's Regiment")).getByRole('link', { name: 'Shoot', exact: true }).click();
  await page.getByRole('button', { name: "Byron's Horse", exact: true }).click();
  await chooseRange(page, 'Up to 24');
  await expect(odds(page)).toContainText('6 dice at Pistolier, 6 or more each.');
  await page.getByRole('button', { name: /^Roll \d/ }).click();
  await outcome(page).getByText('Related rulings').click();
  await expect(outcome(page)).toContainText('How many dice do Regular Firearms get?');
});
