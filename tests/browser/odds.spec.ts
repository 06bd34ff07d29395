// The panel before the dice: the effect of each situation, the rule behind each modifier, the odds of both sides of a melee, and the
// trackers' pictures.
import { battle as argadBattle, chooseUnit, open } from './argad';
import { battle, enterRoster, markInMelee, openDuty, recordFrontContacts } from './arquebusier';
import { FRENCH, SPANISH, button, trackerBar, twoArmies } from './pikette_squared';
import { chooseRange, enterNumber, lift, pick, wholeUnit } from './play';
import { next, odds, openMelee, side, twoRegiments } from './regiments';
import { expect, test } from './page';
import type { Page } from '@playwright/test';

/** A choice of the form. Its figure is the chance with this choice. */
const choice = (page: Page, label: string) =>
  page
    .locator('form.questions .chip')
    .filter({ hasText: new RegExp(`^${label}`) })
    .first();
/** The chance with a choice: `→ 17 %`, with a label such as `→ 17 % a figure lost` unless it is the first of the odds. */
const effect = (page: Page, label: string) => choice(page, label).locator('.figure');
const FIGURE = 'data-figure';

/** A chance of the odds, in per cent. */
async function chance(page: Page, label: string) {
  const text = await odds(page).getByRole('listitem').filter({ hasText: label }).textContent();
  return Number.parseInt(text!, 10);
}

test('Pike & Shot: a shot shows the effect of a wall, and choosing the wall has this effect', { tag: '@phone' }, async ({ page }) => {
  await page.goto('./#/quick/pike_and_shot/infantry_fire');
  const form = page.locator('form.questions');
  for (const [label, value] of [
    ['Front rank muskets', 8],
    ['Ranks', 2],
    ['Range', 5],
    ['Muskets', 12],
  ] as const) {
    await enterNumber(form, label, value);
  }
  await form.getByRole('group', { name: 'Target', exact: true }).getByText('Foot', { exact: true }).first().click();
  await expect(odds(page)).toBeVisible();
  const wall = effect(page, 'Behind a wall');
  await expect(wall).toHaveAttribute(FIGURE, /^→ \d+ % a figure lost$/);
  const then = Number.parseInt((await wall.getAttribute(FIGURE))!.slice(2), 10);
  const now = await chance(page, 'a figure lost');
  expect(then).toBeLessThan(now);
  const words = await choice(page, 'Behind a wall').getByRole('radio').getAttribute('aria-description');
  expect(words).toBe(`a figure lost ${now} % → ${then} %`);
  await form.getByText('Behind a wall', { exact: true }).click();
  await expect.poll(() => chance(page, 'a figure lost')).toBe(then);
  // With the wall chosen, the open ground shows an effect, and the wall none.
  await expect(effect(page, 'In the open')).toHaveAttribute(FIGURE, `→ ${now} % a figure lost`);
  await expect(wall).not.toHaveAttribute(FIGURE);
  await expect(wall.locator('xpath=ancestor-or-self::*[@aria-live]')).toHaveCount(0);
});

test(
  'Argad!: a shot shows the effects of cover and of an elite shot, and none while it is refused',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('./#/quick/argad/shoot');
    await page.getByRole('button', { name: 'Add: shooters' }).click();
    await page.getByRole('combobox', { name: 'Weapon' }).selectOption('Pistol');
    await chooseRange(page);
    await expect(odds(page)).toContainText('33 % at least one hit');
    // A long list shows effects in its options.
    const cover = page.getByRole('combobox', { name: 'Cover' });
    for (const kind of ['Behind a wall, bank', 'In bushes', 'In the edge of a wood']) {
      await expect(cover.locator('option', { hasText: new RegExp(`^${kind}`) })).toHaveText(/ · → 17 %$/);
    }
    const elite = page.getByRole('checkbox', { name: /^Elite shot, \+/ });
    await expect(elite).toHaveAttribute('aria-description', 'at least one hit 33 % → 50 %');
    await enterNumber(page, 'Range, cm', 60);
    await expect(page.getByRole('alert').first()).toContainText('reach');
    await expect(elite).not.toHaveAttribute('aria-description');
  },
);

test('each modifier opens its rule, before the dice and after', { tag: '@phone' }, async ({ page }) => {
  await page.goto('./#/quick/argad/shoot');
  await page.getByRole('button', { name: 'Add: shooters' }).click();
  await page.getByRole('combobox', { name: 'Weapon' }).selectOption('Pistol');
  await chooseRange(page);
  await pick(page.getByRole('combobox', { name: 'Cover' }), 'In the edge of a wood');
  const rule = (where: string) => page.getByRole('region', { name: where }).getByText(/hides somebody on foot: 1 less/);
  for (const where of ['Odds', 'Outcome']) {
    if (where === 'Outcome') {
      await page.getByRole('button', { name: 'Enter dice' }).click();
      await page.keyboard.press('6');
    }
    await expect(rule(where)).toBeHidden();
    await page
      .getByRole('region', { name: where })
      .locator('summary', { hasText: /Cover [-−]1/ })
      .click();
    await expect(rule(where)).toBeVisible();
    await expect(rule(where)).toContainText('Shooting modifiers');
  }
});

test('a tracker has an explanation with the heading of the rulebook', { tag: '@phone' }, async ({ page }) => {
  await twoRegiments(page);
  const horse = await wholeUnit(page, "Haselrig's Horse");
  await horse.locator('summary', { hasText: 'Counters: what is this?' }).click();
  await expect(horse.getByText(/At the breaking number of its morale class it breaks/)).toContainText('Morale');
});

test(
  'the name of each help button contains the label next to it, because screen readers list the buttons alone',
  { tag: '@phone' },
  async ({ page }) => {
    for (const [panel, least] of [
      ['pikette_squared/shoot', 4],
      ['pike_and_shot/infantry_fire', 1],
      ['argad/shoot', 1],
    ] as const) {
      await page.goto(`./#/quick/${panel}`);
      await expect(page.locator('form.questions .help').nth(least - 1)).toBeAttached();
      const marks = await page.locator('form.questions .help').evaluateAll((all) =>
        all.map((help) => {
          const before = document.createRange();
          before.setStart(help.parentElement!, 0);
          before.setEndBefore(help);
          const label = help.querySelector('summary .visually-hidden')!.textContent.replace(/: what is this\?$/, '');
          return { label, before: before.toString() };
        }),
      );
      for (const { label, before } of marks) {
        expect.soft(label, panel).not.toBe('');
        expect.soft(before, panel).toContain(label);
      }
    }
  },
);

/** Expects that the tables of both sides are next to each other. */
async function expectTwoTables(page: Page, ownSide: string | RegExp, enemy: string | RegExp) {
  const [left, right] = [odds(page).getByRole('table', { name: ownSide }), odds(page).getByRole('table', { name: enemy })];
  for (const table of [left, right]) {
    expect(await table.getByRole('rowheader').count()).toBeGreaterThan(1);
    await expect(table.getByRole('columnheader')).toHaveCount(2);
  }
  const [a, b] = [(await left.boundingBox())!, (await right.boundingBox())!];
  expect(Math.abs(a.y - b.y), 'next to each other').toBeLessThan(2);
  expect(b.x).toBeGreaterThanOrEqual(a.x + a.width);
  expect(b.x + b.width).toBeLessThanOrEqual(page.viewportSize()!.width);
}

test('both sides of a melee are next to each other: Pike & Shot', async ({ page }) => {
  await openMelee(page);
  await expect(odds(page)).toBeVisible();
  await expectTwoTables(page, /Counters of Haselrig's Horse/i, /Counters of Pinchbeck's Foot/i);
  await expectTwoTables(page, /Figures lost by Haselrig's Horse/i, /Figures lost by Pinchbeck's Foot/i);
});

test('both sides of a melee are next to each other: Pikette Squared', async ({ page }) => {
  await page.goto('./#/quick/pikette_squared/fight');
  const form = page.locator('form.questions');
  for (const who of ['Attacker', 'Defender']) {
    const unit = form.getByRole('group', { name: who, exact: true });
    await unit.getByRole('combobox').first().selectOption('Knights');
    await unit.getByRole('textbox', { name: 'Move', exact: true }).fill('3');
    await lift(page);
    await unit.getByRole('group', { name: 'Fight die' }).getByText('D12', { exact: true }).click();
  }
  await expect(odds(page)).toBeVisible();
  await expectTwoTables(page, 'attacker', 'defender');
});

test('both sides of a melee are next to each other: Argad!', async ({ page }) => {
  await argadBattle(page);
  await open(page, 'Captain Alonso', 'Melee');
  await chooseUnit(page, 'Opponents', 'Ritmeister von Werth');
  await expect(odds(page)).toBeVisible();
  await expectTwoTables(page, 'Captain Alonso', 'Ritmeister von Werth');
  // Each modifier names its unit.
  const modifiers = await odds(page).locator('.why summary').allTextContents();
  expect(modifiers.length).toBeGreaterThan(0);
  for (const modifier of modifiers) expect(modifier).toMatch(/^(Captain Alonso|Ritmeister von Werth) · /);
});

test('both sides of a melee are next to each other: Arquebusier!', async ({ page }) => {
  await battle(page, [['Lancers', [['Lancer', 4, 4]]]], [['Old Company', [['Firearm', 4, 4]]]]);
  for (let phase = 0; phase < 2; phase += 1) await next(page);
  await markInMelee(page, 'Lancers', 'Old Company');
  await next(page);
  await recordFrontContacts(page, 'Lancers', 'Old Company');
  await openDuty(page, /^Fight a melee/);
  await enterNumber(page, 'Own elements', 2);
  await enterNumber(page, 'Enemy elements', 2);
  await expect(odds(page)).toBeVisible();
  await expectTwoTables(page, /lost by Lancers/, /lost by Old Company/);
});

test('the only leader of a side is with one unit: the one that was ticked last', { tag: '@phone' }, async ({ page }) => {
  await twoArmies(page);
  await side(page, new RegExp(FRENCH));
  const units = page.locator('.side:visible').first().getByRole('article');
  const names = [(await units.nth(0).getAttribute('aria-label'))!, (await units.nth(1).getAttribute('aria-label'))!];
  for (const name of names) {
    await (await wholeUnit(page, name)).getByText('Leader attached', { exact: true }).first().click();
    await units
      .and(page.getByRole('article', { name, exact: true }))
      .getByRole('button', { name: 'Keep open' })
      .click();
  }
  await expect(page.getByRole('status').filter({ hasText: `no longer ${names[0]}` })).toBeVisible();
  await expect(units.nth(0).getByRole('checkbox', { name: 'Leader attached' })).not.toBeChecked();
  await expect(units.nth(1).getByRole('checkbox', { name: 'Leader attached' })).toBeChecked();
  await button(page, /^Undo/).click();
  await expect(units.nth(0).getByRole('checkbox', { name: 'Leader attached' })).toBeChecked();
  await expect(page.getByText(SPANISH).first()).toBeAttached();
});

test('the General of a roster is with one formation: the one that was ticked last', { tag: '@phone' }, async ({ page }) => {
  await enterRoster(page, 'Parliament', [
    ['The Guard', [['Pike', 4, 2]], { general: true }],
    ['Old Company', [['Pike', 4, 2]], { general: true }],
  ]);
  await expect(page.getByRole('status').filter({ hasText: 'General with it: no longer The Guard.' })).toBeVisible();
  const general = page.getByRole('checkbox', { name: 'General with it' });
  for (const [formation, checked] of [
    ['The Guard', false],
    ['Old Company', true],
  ] as const) {
    await page.getByRole('article', { name: formation }).getByRole('button', { name: formation }).click();
    await expect(general).toBeChecked({ checked });
    await page.getByRole('button', { name: 'Done' }).click();
  }
});

test('trackers look like the markers on a table: stands, hits, discs, chips, a deck and a card', async ({ page }) => {
  await twoArmies(page);
  await side(page, new RegExp(FRENCH));
  const name = await page.locator('.side:visible').first().getByRole('article').first().getAttribute('aria-label');
  const unit = await wholeUnit(page, name!);
  await unit.getByRole('button', { name: 'Hits: more' }).click();
  await expect(unit.locator('.look-stand.full')).toHaveCount(2);
  await expect(unit.locator('.look-hit.full')).toHaveCount(1);
  const width = async (look: string) => (await unit.locator(look).first().boundingBox())!.width;
  await expect.poll(() => width('.look-stand'), 'a stand is wider than a hit').toBeGreaterThan(await width('.look-hit'));
  await unit.locator('label.chip', { hasText: /^Fired$/ }).click();
  await unit.getByRole('combobox', { name: 'State' }).selectOption('Disordered');
  const discs = () => unit.locator('[data-disc]').evaluateAll((all) => all.map((disc) => getComputedStyle(disc, '::before').content));
  await expect.poll(discs).toEqual([expect.stringContaining('"D"'), expect.stringContaining('"F"')]);
  const strip = trackerBar(page, FRENCH).getByText('12 chips', { exact: true });
  await expect(strip).toHaveClass(/look-chip/);
  await expect(trackerBar(page, FRENCH).getByText('20 cards', { exact: true })).toHaveClass(/look-deck/);
  // A change of a side's tracker flashes in its tracker bar.
  await expect(strip).not.toHaveAttribute('data-turn');
  await unit.getByRole('combobox', { name: 'State' }).selectOption('Routed');
  await expect(trackerBar(page, FRENCH).getByText('10 chips', { exact: true })).toHaveAttribute('data-turn');
});
