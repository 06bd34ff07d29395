// Arquebusier! rule by rule, as it comes up at the table.
import {
  type Group,
  apply,
  battle,
  begin,
  beginSamples,
  card,
  command,
  due,
  inMelee,
  metHeadOn,
  move,
  next,
  number,
  odds,
  onBoard,
  outcome,
  settle,
  side,
  rollTyped,
} from './arquebusier';
import { expect, test } from './page';
import { inRange, openOffer } from './play';

test('a General gives a second command, and his death in melee is told, tracked and asked about', async ({ page }) => {
  await battle(
    page,
    [
      ['Lancers', [['Lancer', 4, 4]]],
      ['Trained Band', [['Firearm', 4, 4]]],
    ],
    [
      ['The Guard', [['Firearm', 1, 1]], { general: true }],
      ['Old Company', [['Firearm', 4, 4]]],
      ['Young Company', [['Firearm', 4, 4]]],
    ],
  );
  await command(page, 'Lancers', /^Move/, 6);
  // One command about moving, one about shooting, and no third.
  await side(page, /The King/);
  await command(page, 'The Guard', /^Move/, 2);
  await expect((await onBoard(page, 'The Guard')).getByRole('button', { name: /^Move/ })).toBeDisabled();
  await expect(await onBoard(page, 'The Guard')).toContainText('It has obeyed a command of this sort');
  await command(page, 'The Guard', /^Hold fire/, 2);
  await expect(await onBoard(page, 'The Guard')).toContainText('It has had its command this turn.');
  await expect(await card(page, 'The Guard')).toContainText('holds fire');
  await next(page);
  const shoot = (await card(page, 'The Guard')).getByRole('link', { name: 'Shoot', exact: true });
  await expect(shoot).toHaveAttribute('aria-disabled', 'true');
  await expect(shoot).toHaveAccessibleDescription('The Guard: told to hold fire.');
  await next(page);
  for (const name of ['The Guard', 'Lancers']) await move(page, name);
  await inMelee(page, 'The Guard', 'Lancers');
  await next(page);
  await metHeadOn(page, 'The Guard', 'Lancers');
  await settle(page, /^Fight a melee/);
  await number(page, 'Own elements', 2);
  await expect(odds(page)).toContainText('2 dice: Lancers: Lancer at The Guard: Firearm (Regular), 3 or more.');
  await rollTyped(page, [3, 1, 1]);
  await expect(outcome(page)).toContainText('The Guard: destroyed.');
  await expect(outcome(page)).toContainText('The General falls');
  await apply(page);
  const checks = ['Old Company: was its General killed within 12"?', 'Young Company: was its General killed within 12"?'];
  for (const check of checks) await expect(due(page)).toContainText(check);
  await expect(page.locator('.tracker-bars')).toContainText('its General is dead');
  await side(page, /The King/);
  await expect(await card(page, 'The Guard')).toContainText('Destroyed');
  await (await onBoard(page, 'Old Company')).getByRole('button', { name: 'Within 12"' }).click();
  await expect(await card(page, 'Old Company')).toContainText('Irregular: the General killed near by');
  await (await onBoard(page, 'Young Company')).getByRole('button', { name: 'Farther' }).click();
  await expect(await card(page, 'Young Company')).toContainText('Regular');
  for (const check of checks) await expect(page.getByText(check)).toHaveCount(0);
});

test('a side that runs by a tap on a card is announced, with why, and the verdict is a tap away', async ({ page }) => {
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
  await inMelee(page, 'Lancers', 'The Guard');
  await next(page);
  await metHeadOn(page, 'Lancers', 'The Guard');
  await settle(page, /^Fight a melee/);
  await rollTyped(page, [6, 1]);
  await apply(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await (await onBoard(page, 'Old Company')).getByRole('button', { name: 'Within 12"' }).click();
  await expect(page.getByRole('alert')).toContainText('The King: no Regular formation is left: it loses the battle.');
  for (const why of ['The Guard: destroyed', 'Old Company: the General killed near by', 'Clubmen: Irregular by nature']) {
    await expect(page.getByRole('alert')).toContainText(why);
  }
  await settle(page, /^Is a side beaten\?/);
  await expect(outcome(page)).toContainText('No Regular formation of The King is left: victory for Parliament.');
  await apply(page);
  await expect(page.getByRole('button', { name: /^Is a side beaten\?/ })).toHaveCount(0);
});

test('the untrained melt while they are shaken, until order is restored', async ({ page }) => {
  await battle(
    page,
    [['Musketeers', [['Firearm', 6, 6]]]],
    [
      [
        'Trained Band',
        [
          ['Pike', 2, 2],
          ['Firearm', 3, 3],
        ],
        { irregular: true },
      ],
      ['Lifeguard', [['Firearm', 6, 6]]],
    ],
  );
  await next(page);
  await (await card(page, 'Musketeers')).getByRole('link', { name: 'Shoot', exact: true }).click();
  await page.getByRole('button', { name: 'Trained Band' }).click();
  await number(page, 'Range', 3);
  // Six, one more by their line and one at Irregulars, over two and three in front: four each.
  await expect(odds(page)).toContainText('4 dice at Pike, 4 or more each.');
  await expect(odds(page)).toContainText('4 dice at Firearm, 3 or more each.');
  await rollTyped(page, [1, 1, 1, 1, 3, 1, 1, 1, 1]);
  await expect(outcome(page)).toContainText('It loses an element.');
  await apply(page);
  await side(page, /The King/);
  const band = await card(page, 'Trained Band');
  for (const words of ['Irregular: shot at from close by', 'loses an element each turn', '1" lost under fire: moves 5"']) {
    await expect(band).toContainText(words);
  }
  for (let phase = 0; phase < 3; phase += 1) await next(page);
  await expect(await onBoard(page, 'Trained Band')).toContainText('Remove one Firearm.');
  await page.getByRole('button', { name: 'End of the turn: all 2' }).last().click();
  await expect(band).toContainText('1 Firearm');
  // Irregular, first turn over, shot at and losses last turn: it takes a 5.
  await next(page);
  await (await onBoard(page, 'Trained Band')).getByRole('button', { name: 'Restore order 33 %' }).click();
  await rollTyped(page, [5]);
  await expect(outcome(page)).toContainText('Restore order: passed.');
  await apply(page);
  await expect(band.getByText('Irregular: shot at from close by').filter({ visible: true })).toHaveCount(0);
  await expect(band).toContainText('restored order: no move, no shot');
  await next(page);
  const restored = 'Trained Band: order restored this turn, instead of a move or a shot.';
  const shoot = band.getByRole('link', { name: 'Shoot', exact: true });
  await expect(shoot).toHaveAttribute('aria-disabled', 'true');
  await expect(shoot).toHaveAccessibleDescription(restored);
  await next(page);
  await expect(await onBoard(page, 'Trained Band')).toContainText(restored);
  for (let phase = 0; phase < 2; phase += 1) await next(page);
  await expect(await onBoard(page, 'Trained Band')).toContainText('It loses nothing.');
  await page.getByRole('button', { name: 'End of the turn: all 2' }).last().click();
  // Nobody shot at it this turn: it has its legs back.
  await expect(band).not.toContainText('lost under fire');
});

test('rear ranks, artillery and Dragoons shoot and move as their lines say', async ({ page }) => {
  await beginSamples(page);
  await command(page, 'Field guns', /^Move/, 3);
  await side(page, /The King/);
  await command(page, "Washington's Dragoons", /^Mount/, 3);
  await next(page);
  // Four in front, the two behind in a late Swedish volley, and one more.
  await (await card(page, 'The Lifeguard of Foot')).getByRole('link', { name: 'Shoot', exact: true }).click();
  await page.getByRole('button', { name: "Balfour's Horse", exact: true }).click();
  await inRange(page, 'Up to 24');
  await expect(odds(page)).toContainText('7 dice at Harquebusier, 5 or more each.');
  await page.getByRole('link', { name: 'Back' }).click();
  // Two Mortars come to one die, which falls on the larger front.
  await side(page, /The King/);
  await (await card(page, 'The siege mortar')).getByRole('link', { name: 'Shoot', exact: true }).click();
  await page.getByRole('button', { name: "Holles's Regiment" }).click();
  await number(page, 'Range', 48);
  await expect(odds(page)).toContainText('1 die at Firearm, 3 or more each.');
  await number(page, 'Range', 49);
  await expect(page.getByText('Mortar reach 48" as they stand.').first()).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  // Guns that are to move do not shoot.
  await side(page, /Parliament/);
  const shoot = (await card(page, 'Field guns')).getByRole('link', { name: 'Shoot', exact: true });
  await expect(shoot).toHaveAccessibleDescription(/^Guns and Mortars shoot only if they keep still, last turn and this/);
  await openOffer(page, shoot);
  await page.getByRole('button', { name: "Tillier's Regiment", exact: true }).click();
  await inRange(page, 'Up to 60');
  await expect(page.getByText('Guns and Mortars shoot only if they keep still, last turn and this.').last()).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await next(page);
  await expect(await onBoard(page, 'Field guns')).toContainText('Up to 6"');
  await side(page, /The King/);
  await expect(await onBoard(page, "Washington's Dragoons")).toContainText('mount or dismount instead of moving.');
  await expect(await card(page, "Washington's Dragoons")).toContainText('6 Dragoon · on foot');
  await move(page, 'Field guns');
  // They change over as the step ends.
  await next(page);
  await expect(await card(page, "Washington's Dragoons")).toContainText('6 Dragoon · mounted');
});

test('another target takes a command, and then leads on to the shot', async ({ page }) => {
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

test('a melee is entered whole however great it is, and its odds are there at once', async ({ page }) => {
  await battle(page, [['Our Pikes', [['Pike', 30, 10]]]], [['Their Pikes', [['Pike', 30, 10]]]]);
  for (let phase = 0; phase < 2; phase += 1) await next(page);
  await inMelee(page, 'Our Pikes', 'Their Pikes');
  await next(page);
  await metHeadOn(page, 'Our Pikes', 'Their Pikes');
  await settle(page, /^Fight a melee/);
  await expect(odds(page)).toContainText('30 dice: Our Pikes: Pike at Their Pikes: Pike (Regular), 5 or more.');
  await expect(odds(page)).toContainText('elements lost by ');
  // Dice for whom, and what they must show, stay in sight while they are typed.
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await expect(page.getByText('30 dice: Their Pikes: Pike at Our Pikes: Pike (Regular), 5 or more.')).toBeVisible();
  await page.getByRole('button', { name: 'Roll the rest' }).click();
  await expect(outcome(page)).toContainText(/Our Pikes: \d+ lost; Their Pikes: \d+ lost\./);
  await apply(page);
  await page.reload();
  await expect(page.getByText('Turn 1 · Melee')).toBeVisible();
});

test('a melee that is due is found again with all who take part, after another page and after a reload', async ({ page }) => {
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
  await inMelee(page, 'Our Pikes', 'Their Pikes');
  await next(page);
  await metHeadOn(page, 'Our Pikes', 'Their Pikes');
  await settle(page, /^Fight a melee/);
  const isThere = () => expect(odds(page)).toContainText('6 dice: Our Pikes: Pike at Their Pikes: Pike');
  await isThere();
  await page.goto(`${table}/log`);
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
  await page.goBack();
  await isThere();
  await page.reload();
  await isThere();
});

test('a contact that is added counts with its defaults, in a melee out of its step, too', async ({ page }) => {
  await battle(page, [['Our Pikes', [['Pike', 6, 3]]]], [['Their Pikes', [['Pike', 6, 3]]]]);
  await page.goto(`${page.url()}/do/melee/u1`);
  await page.getByRole('button', { name: 'Do it anyway' }).click();
  await expect(odds(page)).toContainText('6 dice: Our Pikes: Pike at Their Pikes: Pike');
  await page.getByRole('button', { name: 'Add: contact' }).click();
  await expect(page.getByRole('group', { name: 'Contact 2' })).toBeVisible();
  await expect(page.locator('main .fault')).toHaveCount(0);
  await expect(odds(page)).toContainText('1 die: ');
});

test('the largest volley of all has exact odds', async ({ page }) => {
  test.slow();
  const forty = (troops: string): Group => [troops, 40, 40];
  const shooters = [1, 2, 3, 4, 5, 6, 7, 8].map((n): [string, Group[]] => [`Battalion ${n}`, [forty('Firearm')]]);
  await battle(page, shooters, [['Tercio', ['Pike', 'Firearm', 'Bill', 'Sword'].map(forty)]]);
  await next(page);
  await (await card(page, 'Battalion 1')).getByRole('link', { name: 'Shoot', exact: true }).click();
  await page.getByRole('button', { name: /^Shooters/ }).click();
  for (let n = 2; n <= 8; n += 1) await page.getByRole('button', { name: `Battalion ${n}`, exact: true }).click();
  // 328 dice at four types of forty: millions of outcomes, of which it is told how many elements are lost.
  for (let n = 1; n <= 8; n += 1) await number(page.getByRole('group', { name: `Battalion ${n}`, exact: true }), 'Range', 12);
  await expect(odds(page)).toContainText('88 dice at Pike, 5 or more each.');
  await expect(odds(page)).toContainText('elements lost');
});

test('where the examples disagree is shown as the rulings that they are', async ({ page }) => {
  await page.goto('./#/rules/arquebusier');
  await page.getByText("The book's examples, and where they disagree").click();
  const examples = page.getByRole('region', { name: "The source's examples, and the default here" });
  await expect(examples.getByRole('row', { name: /6 Regular Firearms at Regulars/ })).toContainText('8 dice');
  await expect(examples.getByRole('row', { name: /6 Regular Firearms at Regulars/ })).toContainText('(R1)');
  // The other reading, chosen with the house rules.
  await begin(page, 'Parliament, 1644 (sample)', 'The King, 1644 (sample)');
  await page.getByText('House rules').click();
  await page.getByText('As the example: two more').click();
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await next(page);
  await (await card(page, "Brooke's Regiment")).getByRole('link', { name: 'Shoot', exact: true }).click();
  await page.getByRole('button', { name: "Byron's Horse", exact: true }).click();
  await inRange(page, 'Up to 24');
  await expect(odds(page)).toContainText('6 dice at Pistolier, 6 or more each.');
  await page.getByRole('button', { name: /^Roll \d/ }).click();
  await outcome(page).getByText('Related rulings').click();
  await expect(outcome(page)).toContainText('How many dice do Regular Firearms get?');
});

test('a side fits a phone: each formation once, the other side within reach', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'a tablet shows both sides');
  await beginSamples(page);
  const cards = page.getByRole('region', { name: 'Parliament, 1644', exact: true }).getByRole('article');
  await expect(cards).toHaveCount(7);
  const size = () => page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
  const [wide, high] = await size();
  expect(wide).toBeLessThanOrEqual(390);
  expect(high).toBeLessThanOrEqual(2.6 * 844);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const other = page.getByRole('group', { name: 'Sides' }).getByRole('button', { name: /The King/ });
  await expect(other).toBeInViewport();
  await other.click();
  await expect(await card(page, 'Clubmen')).toBeVisible();
  // Regulars come first.
  await page.evaluate(() => scrollTo(0, 0));
  const shown = page.getByRole('region', { name: 'The King, 1644', exact: true }).getByRole('article');
  const names = await shown.evaluateAll((all) => all.map((own) => own.getAttribute('aria-label')!));
  expect(names.slice(-2).sort()).toEqual(['Clubmen', 'The siege mortar']);
});
