// Rows of units and the status line: what fits on a screen with eight units a side, what stays visible, and the number of taps to an act.
import { expectAccessible } from './axe';
import { type Locator, type Page } from '@playwright/test';
import type { Laid, Profile, Unit } from './contract';
import { expect, test } from './page';
import { confirm, endPhase, fromMenu, lift, unit, wholeUnit } from './play';
import { type Set, foot, horse, lay, newUnit } from './script';

const NAMES = [
  'Skippon',
  'Manchester',
  'Montagu',
  'Crawford',
  'Barclay',
  'Aldrich',
  'Holborne',
  'Pickering',
  'Rainsborough',
  'Fortescue',
  'Ingoldsby',
  'Weldon',
];
const FOES = [
  'Newcastle',
  'Tillier',
  'Broughton',
  'Warren',
  'Gibson',
  'Cheater',
  'Lisle',
  'Astley',
  'Appleyard',
  'Byron',
  'Langdale',
  'Whitefriars',
];

/** Armies of `count` units, which have these profiles in turn. */
function armies(count: number, profiles: Profile[], foes = profiles): Unit[] {
  const side = (names: string[], profiles: Profile[], side: number) =>
    names.slice(0, count).map((name, n) => newUnit(`${'ab'[side]}${n + 1}`, side, `${name}’s`, profiles[n % profiles.length]));
  return [...side(NAMES, profiles, 0), ...side(FOES, foes, 1)];
}

const groups = (type: string) => ({ nature: 'regular', groups: [{ type, elements: 4, front: 4 }] });
const rows = (army: string, rows: string[]) => rows.map((row) => ({ army, row }));

const RULESETS: Record<string, (count: number) => Laid> = {
  pike_and_shot: (count) => ({ ruleset: 'pike_and_shot', units: armies(count, [foot, foot, horse]) }),
  argad: (count) => ({
    ruleset: 'argad',
    units: armies(count, [
      { figures: 5, missile: ['long_arquebus'] },
      { figures: 4, weapon: 'pike' },
      { figures: 1, player_character: true, missile: ['pistol'] },
    ]),
  }),
  arquebusier: (count) => ({ ruleset: 'arquebusier', units: armies(count, [groups('firearm'), groups('pike'), groups('harquebusier')]) }),
  pikette_squared: (count) => ({
    ruleset: 'pikette_squared',
    units: armies(count, rows('french', ['gendarmes', 'pike', 'arquebus']), rows('spanish', ['tercio', 'lancers', 'musketeers'])),
  }),
};

/** Opens a battle with `count` units a side, without the hint of the first visit. */
const open = (page: Page, ruleset: string, count = 12, sets: Set[] = []) =>
  lay(page, RULESETS[ruleset](count), 'glance', { hints: ['table'] }, sets);

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
/** The row of a unit, open or not: the button in its heading. */
const row = (page: Page, name: string) => card(page, name).getByRole('heading', { level: 3 }).getByRole('button');
const phase = (page: Page) => page.getByRole('region', { name: 'Phase' });
/** The status line, which unfolds. */
const status = (page: Page) => phase(page).locator('summary').first();
const dock = (page: Page) => page.getByRole('navigation', { name: 'Battle' });
const index = (page: Page) => page.getByRole('button', { name: 'Units', exact: true });

for (const ruleset of Object.keys(RULESETS)) {
  test(`units of ${ruleset} have rows of one height, and eight fit on the screen`, async ({ page, isMobile }) => {
    await open(page, ruleset, 8);
    const shown = page.getByRole('article');
    await expect(shown).toHaveCount(isMobile ? 8 : 16);
    await expect(page.locator('.unit.blank')).toHaveCount(0);
    const heights = await shown.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height));
    expect([...new Set(heights.map(Math.round))]).toEqual([isMobile ? 60 : 64]);
    const feet = await shown.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().bottom));
    expect(Math.max(...feet), 'eight without scrolling').toBeLessThanOrEqual((await dock(page).boundingBox())!.y);
    await expectAccessible(page, `rows of ${ruleset}`);
    await (await wholeUnit(page, `${NAMES[0]}’s`)).getByRole('button', { name: 'Keep open' }).click();
    await expectAccessible(page, `an open row of ${ruleset}`);
  });

  test(`the status line of ${ruleset} never scrolls away`, async ({ page, isMobile }) => {
    await open(page, ruleset);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(status(page)).toBeInViewport({ ratio: 1 });
    const line = await status(page).evaluate((row) => {
      const texts = [row, ...row.querySelectorAll('span')].filter(
        (part) => !part.closest('.visually-hidden, .battle-name') && part.textContent.trim(),
      );
      return {
        height: row.getBoundingClientRect().height,
        text: Math.min(...texts.map((part) => parseFloat(getComputedStyle(part).fontSize))),
        over: row.scrollWidth - row.clientWidth,
      };
    });
    expect(line.height).toBeLessThanOrEqual(56);
    expect(line.text).toBeGreaterThanOrEqual(16);
    expect(line.over).toBeLessThanOrEqual(0);
    // Only the head and the dock, which has the tabs of the sides, stick to the edges.
    const stuck = await page.evaluate(() => {
      const sticks = (part: Element) => ['fixed', 'sticky'].includes(getComputedStyle(part).position);
      const shown = (part: Element) => part.checkVisibility() && part.getBoundingClientRect().height > 1 && part.textContent.trim();
      return [...document.querySelectorAll('body *')]
        .filter((part) => sticks(part) && shown(part) && !part.matches('.skip'))
        .map((part) => part.className);
    });
    expect(stuck.map((name) => String(name).split(' ')[0]).sort()).toEqual(['dock', 'head']);
    expect((await dock(page).boundingBox())!.height).toBeLessThanOrEqual(64);
    if (isMobile) await expect(page.getByRole('group', { name: 'Sides' }).getByRole('button')).toHaveCount(2);
    // It unfolds the help of the phase and the trackers of both sides, without scrolling.
    await status(page).click();
    await expect(phase(page).getByRole('heading', { level: 2 }).first()).toBeInViewport();
    await expectAccessible(page, `the status of ${ruleset}`);
    await page.keyboard.press('Escape');
    await expect(phase(page).getByRole('heading', { level: 2 })).toHaveCount(0);
  });
}

// The number of parts of the status line, with and without a card.
for (const [card, words, count] of [
  ['none', 'no card', 8],
  ['command_indecision', 'a card', 9],
] as const) {
  test(`the status line has room for all that Pikette Squared counts, with ${words} in play`, async ({ page }) => {
    // The last turn before night, a few chips, and all other numbers with two digits.
    await open(page, 'pikette_squared', 12, [
      ['battle', 'phase', 2],
      ['battle', 'nightfall_turns', 1],
      ['battle', 'card', card],
      ...['a', 'b'].flatMap((side, n): Set[] => [
        [side, 'morale_chips', [3, 12][n]],
        [side, 'chips_rolled', true],
        [side, 'place', ['second', 'first'][n]],
      ]),
      ['b', 'pips', 12],
      ['b', 'deck', { infantry_move: 3, melee: 17 }],
      ['a', 'opportunity_chips', 3],
    ]);
    const parts = status(page).locator('.active, .turn, .number:visible');
    await expect(parts).toHaveCount(count);
    // The moon of nightfall has no side's colour.
    await expect(status(page).locator('.look-night')).not.toHaveClass(/side-/);
    // The acting side and the card are named, not only coloured.
    await expect(status(page).locator('.active')).toHaveText('King');
    // The numbers are not cut off, even if the battle has a long name.
    const numbers = status(page).locator('.numbers');
    expect(await numbers.evaluate((part) => part.scrollWidth - part.clientWidth)).toBeLessThanOrEqual(0);
    const widths = await status(page)
      .locator('.active, .look-card')
      .evaluateAll((all) => all.map((part) => part.getBoundingClientRect().width));
    for (const width of widths) expect(width).toBeGreaterThan(36);
    const ends = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().right));
    const edge = await page.evaluate(() => innerWidth);
    for (const end of ends) expect(end).toBeLessThanOrEqual(edge);
    expect(await status(page).evaluate((row) => row.scrollWidth - row.clientWidth)).toBeLessThanOrEqual(0);
  });
}

test('a long name of a battle is shortened, so that the numbers next to its phase fit', { tag: '@phone' }, async ({ page }) => {
  const battle = { ...RULESETS.pikette_squared(8), name: 'French in Italy 1515 against Spanish in Italy 1525' };
  const chips = ['a', 'b'].flatMap((side): Set[] => [
    [side, 'morale_chips', 18],
    [side, 'chips_rolled', true],
  ]);
  await lay(page, battle, 'glance', { hints: ['table'] }, [['battle', 'phase', 1], ...chips]);
  await expect(status(page).locator('.number')).toHaveCount(2);
  const ends = await status(page)
    .locator('.number')
    .evaluateAll((all) => all.map((number) => number.getBoundingClientRect().right));
  for (const end of ends) expect(end).toBeLessThanOrEqual(390);
  await expect(status(page).locator('.battle-name')).toBeVisible();
});

test('a row has its name and state, opens in place, and closes the row that was open unless that is kept open', async ({ page }) => {
  await open(page, 'pike_and_shot');
  await expect(row(page, 'Skippon’s')).toHaveAccessibleName(/^Skippon’s ?: 8 pikes, 16 muskets, Counters 0 of 6, may act$/);
  await expect(row(page, 'Skippon’s')).toHaveAttribute('aria-expanded', 'false');
  await row(page, 'Skippon’s').press('Enter');
  await expect(row(page, 'Skippon’s')).toHaveAttribute('aria-expanded', 'true');
  await expect(card(page, 'Skippon’s').getByRole('group', { name: 'Counters' })).toBeVisible();
  const before = (await row(page, 'Manchester’s').boundingBox())!.y;
  await row(page, 'Manchester’s').click();
  await expect(row(page, 'Skippon’s')).toHaveAttribute('aria-expanded', 'false');
  await expect(row(page, 'Manchester’s')).toHaveAttribute('aria-expanded', 'true');
  expect((await row(page, 'Manchester’s').boundingBox())!.y, 'the tapped row does not move down').toBeLessThanOrEqual(before + 1);
  await page.getByRole('button', { name: 'Keep open' }).click();
  await row(page, 'Montagu’s').click();
  await expect(row(page, 'Manchester’s')).toHaveAttribute('aria-expanded', 'true');
  await expect(row(page, 'Montagu’s')).toHaveAttribute('aria-expanded', 'true');
});

test('a row with many states keeps its height, shows one state, and does not cut it off', async ({ page, isMobile }) => {
  const marks = ['failed_charge', 'pursuing', 'fired', 'fought', 'broken'];
  const sets = marks.map((mark): Set => ['a1', mark, true]);
  await open(page, 'pike_and_shot', 8, [
    ...sets,
    ['a1', 'counters', 3],
    ['a2', 'contacts', ['b2', 'b3']],
    ['b2', 'contacts', ['a2']],
    ['b3', 'contacts', ['a2']],
  ]);
  const line = (name: string) => row(page, name).locator('.unit-state');
  await expect(line('Skippon’s')).toHaveText(/^Broken/);
  await expect(line('Manchester’s')).toHaveText(/^Tillier’s, Broughton’s/);
  const cut = await line('Skippon’s')
    .locator('.stamp')
    .evaluate((stamp) => stamp.scrollWidth - stamp.clientWidth);
  expect(cut).toBeLessThanOrEqual(0);
  for (const name of ['Skippon’s', 'Manchester’s', 'Montagu’s']) {
    const { height } = (await card(page, name).boundingBox())!;
    expect(Math.round(height), name).toBe(isMobile ? 60 : 64);
  }
  // The accessible name has all states.
  await expect(row(page, 'Skippon’s')).toHaveAccessibleName(/Broken.*May not advance this bound/);
});

test('a row has two lines with a long name and own trackers, which are hidden at their start', async ({ page, isMobile }) => {
  const trackers = ['Ammunition', 'Water'].map((name) => ({ name, kind: { count: { from: 0, to: 9, start: 3 } }, on_row: true }));
  const names = [
    'Earl of Manchester’s First Regiment of Foot, the right wing',
    'Earl of Manchester’s First Regiment of Foot, the left wing',
  ];
  const units = names.map((name, n) => newUnit(`a${n + 1}`, 0, name, foot));
  await lay(page, { ruleset: 'pike_and_shot', units: [...units, newUnit('b1', 1, 'Byron’s', horse)] }, 'glance', { hints: ['table'] }, [
    ['battle', 'own_rules', { trackers }],
    ['a1', 'own:Ammunition', 2],
    ['a1', 'own:Water', 3],
    ['a1', 'broken', true],
  ]);
  const own = (name: string) => row(page, name).locator('.of-players');
  await expect(own(names[0])).toHaveText(['Ammunition 2']);
  await expect(own(names[1])).toHaveCount(0);
  await expect(row(page, names[0]).locator('.unit-state > *').first()).toHaveText('Broken');
  for (const name of names) {
    const { height } = (await card(page, name).boundingBox())!;
    expect(Math.round(height), name).toBe(isMobile ? 60 : 64);
    // The words in which the names differ are whole.
    const end = row(page, name).locator('.shortened > :last-child');
    expect(await end.evaluate((end) => end.scrollWidth - end.clientWidth), name).toBeLessThanOrEqual(0);
    await expect(end).toHaveText(name.endsWith('right wing') ? /right wing$/ : /left wing$/);
  }
});

test('a row shows the general with a unit, who charges it, that it stands, and its strength', async ({ page }) => {
  await lay(
    page,
    {
      ruleset: 'pike_and_shot',
      units: [
        newUnit('a1', 0, 'Skippon’s', foot),
        newUnit('a2', 0, 'Essex', { troop_type: 'general' }),
        newUnit('b1', 1, 'Byron’s', horse),
      ],
    },
    'glance',
    { hints: ['table'] },
    [
      ['a2', 'with_unit', 'a1'],
      ['a1', 'general_with', true],
      ['a1', 'response', 'stand'],
      ['b1', 'charging', true],
      ['b1', 'charges', 'a1'],
    ],
  );
  const line = row(page, 'Skippon’s').locator('.unit-state');
  await expect(line).toContainText('charged by Byron’s · stands');
  await expect(line.locator('.strength')).toHaveText('8 pikes, 16 muskets');
  await expect(line.locator('.with-leader')).toHaveText('General');
  await expect(row(page, 'Skippon’s')).toHaveAccessibleName(/General with it.*charged by Byron’s/);
  const charger = page.getByRole('article', { name: 'Byron’s', includeHidden: true }).locator('.unit-state');
  await expect(charger).toContainText('charging Skippon’s');
  await expect(charger.locator('.strength')).toHaveText('12 horse');
});

test('a row shows the ground of its unit', { tag: '@phone' }, async ({ page }) => {
  await open(page, 'argad', 8, [['a1', 'ground', 'woods']]);
  await expect(row(page, 'Skippon’s').locator('.ground')).toHaveText('in woods');
  await expect(row(page, 'Skippon’s')).toHaveAccessibleName(/in woods/);
});

test('rows of units that have nothing left to do in a phase are quiet', async ({ page }) => {
  await open(page, 'pike_and_shot', 8, [
    ['battle', 'phase', 5],
    ['a2', 'fired', true],
  ]);
  const line = (name: string) => card(page, name).locator('.unit-line');
  await expect(line('Skippon’s')).not.toHaveClass(/quiet/);
  await expect(line('Manchester’s')).toHaveClass(/quiet/);
});

test('a unit that may act is marked, and a unit that has acted is not', async ({ page }) => {
  await open(page, 'pike_and_shot', 8, [
    ['battle', 'phase', 5],
    ['a2', 'fired', true],
  ]);
  const marked = (name: string) => card(page, name).locator('.unit-line');
  await expect(marked('Skippon’s')).toHaveClass(/\bmay\b/);
  await expect(marked('Manchester’s').locator('.tick')).toBeVisible();
  await expect(marked('Manchester’s')).toHaveClass(/\bquiet\b/);
  await expect(marked('Manchester’s')).not.toHaveClass(/\bmay\b/);
  // The accessible name is updated, too.
  await card(page, 'Skippon’s').getByRole('button', { name: 'Counters: more' }).click();
  await expect(row(page, 'Skippon’s')).toHaveAccessibleName(/Counters 1 of 6, may act$/);
  await expect(row(page, 'Manchester’s')).toHaveAccessibleName(/fired/i);
});

test('units out of the battle are folded away, and can be found', async ({ page }) => {
  await open(page, 'pike_and_shot');
  for (const name of ['Skippon’s', 'Weldon’s']) {
    const whole = await wholeUnit(page, name);
    await lift(page);
    await confirm(whole.getByText('Out of the battle', { exact: true }));
  }
  await expect(page.getByRole('region', { name: /^Parliament/ }).getByRole('article')).toHaveCount(10);
  await expect(page.getByText('Out (2)')).toBeVisible();
  await expect(row(page, 'Weldon’s')).toBeHidden();
  await expect(await unit(page, 'Weldon’s')).toContainText('Out of the battle');
});

test('a device on which version 1.0.0 showed units as cards shows them as rows, and keeps the setting', async ({ page }) => {
  await lay(page, RULESETS.pike_and_shot(12), 'glance', { hints: ['table'], units: 'comfortable', theme: 'light' });
  await expect(row(page, 'Skippon’s')).toHaveAttribute('aria-expanded', 'false');
  await fromMenu(page, page.getByRole('link', { name: 'Settings' }));
  await page.getByRole('radio', { name: 'Sunlight: black on white' }).check();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('drumhead/settings'))).toMatch(/"theme":"sun".*"units":"comfortable"/);
});

for (const ruleset of Object.keys(RULESETS)) {
  test(`any unit of ${ruleset} is two taps away`, { tag: '@phone' }, async ({ page }) => {
    await open(page, ruleset);
    for (const name of ['Weldon’s', 'Whitefriars’s', 'Skippon’s']) {
      await index(page).click();
      await page.getByRole('dialog', { name: 'Units of both sides' }).getByRole('button', { name, exact: true }).click();
      await expect(row(page, name)).toHaveAttribute('aria-expanded', 'true');
      await expect(row(page, name)).toBeInViewport();
    }
    await index(page).click();
    await expectAccessible(page, `the index of units of ${ruleset}`);
    await page.keyboard.press('Escape');
    await expect(index(page)).toBeFocused();
  });
}

test('on return from a panel, the log or the rules, the table has the same scroll position and open unit', async ({ page }) => {
  await open(page, 'pike_and_shot');
  const weldon = await unit(page, 'Weldon’s');
  await expect(page.locator('.unit.blank')).toHaveCount(0);
  // Not to the very end, because the page grows a little when the chances appear next to the acts.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight - innerHeight - 60));
  const before = await page.evaluate(() => scrollY);
  const back = async () => {
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(row(page, 'Weldon’s')).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  };
  await weldon.getByRole('link').first().press('Enter');
  await expect(page).toHaveURL(/\/do\//);
  await back();
  for (const name of ['Log', 'Quick reference']) {
    // Not by a tap, which would scroll to the link first.
    await page.getByRole('link', { name, exact: true, includeHidden: true }).evaluate((link: HTMLElement) => link.click());
    await expect(page.getByRole('heading', { level: 1, name: name === 'Log' ? 'Log' : 'Pike & Shot' })).toBeVisible();
    await back();
  }
  // The browser's Back does the same.
  await page.getByRole('link', { name: 'Log', exact: true, includeHidden: true }).evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test('on return to a table with no unit open, the focus is on the first visible unit', { tag: '@phone' }, async ({ page }) => {
  await open(page, 'pike_and_shot');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  await page.keyboard.press('l');
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeFocused();
  await page.getByRole('link', { name: 'Back', exact: true }).press('Enter');
  await expect(page.getByRole('article').and(page.locator(':focus'))).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test('units are headings below their sides, and there are few landmarks, each with its own name', { tag: '@phone' }, async ({ page }) => {
  await open(page, 'pike_and_shot');
  const landmarks = () =>
    page.evaluate(() => {
      const kinds =
        'header, nav, main, aside, footer, section[aria-label], section[aria-labelledby], form[aria-label], [role=banner], [role=navigation], [role=complementary], [role=search], [role=region]';
      const shown = [...document.querySelectorAll(kinds)].filter((landmark) => landmark.checkVisibility());
      return shown.map((landmark) =>
        `${landmark.getAttribute('role') ?? landmark.tagName.toLowerCase()} ${landmark.ariaLabel ?? ''}`.trim(),
      );
    });
  const all = await landmarks();
  expect(new Set(all).size, 'each has its own name').toBe(all.length);
  expect(all.length, all.join(', ')).toBeLessThanOrEqual(8);
  await expect(page.locator('main').getByRole('heading', { level: 2 })).toHaveText([/Parliament/]);
  for (const name of NAMES.slice(0, 3)) await expect(page.getByRole('heading', { level: 3, name: new RegExp(`^${name}’s`) })).toBeVisible();
  await page.goto('./#/rules/pike_and_shot');
  const chapters = page.locator('.chapter');
  const count = await chapters.count();
  expect(count).toBeGreaterThan(4);
  await expect(chapters.getByRole('heading', { level: 2 })).toHaveCount(count);
});

/** True if an element is in no part that can be folded. */
const isAlwaysShown = (element: Locator) => element.evaluate((element) => element.closest('details') === null);

test('in the phase for shooting, each row shows how far its unit may shoot', async ({ page }) => {
  await open(page, 'argad');
  await phases(page, 3);
  for (const [name, words] of [
    ['Skippon’s', 'may shoot to 40 cm'],
    ['Montagu’s', 'may shoot to 20 cm'],
  ]) {
    const shown = row(page, name).locator('.of-phase', { hasText: words });
    await expect(shown).toBeInViewport({ ratio: 1 });
    expect(await isAlwaysShown(shown)).toBe(true);
  }
});

test('orders are shown with their chance: on the row, and as buttons in the open row', async ({ page }) => {
  await open(page, 'arquebusier');
  const shown = row(page, 'Skippon’s').getByText(/^Command \d+ %$/);
  await expect(shown).toBeVisible();
  expect(await isAlwaysShown(shown)).toBe(true);
  await row(page, 'Skippon’s').click();
  const order = card(page, 'Skippon’s').getByRole('button', { name: /^Move \d+ %$/ });
  await expect(order).toBeInViewport({ ratio: 1 });
  expect(await isAlwaysShown(order)).toBe(true);
});

// Each of the next tests makes as many taps as its title says.

/** For each ruleset: the steps to the phase for shooting, a unit, its act, and a band of range. One tap chooses the target and the range. */
const SHOTS: Record<string, { lead: (page: Page) => Promise<void>; shooter: string; act: string; band: string }> = {
  pike_and_shot: { lead: (page) => phases(page, 5), shooter: 'Skippon’s', act: 'Infantry fire', band: 'up to 6' },
  argad: { lead: (page) => phases(page, 3), shooter: 'Skippon’s', act: 'Shoot', band: 'up to 20' },
  arquebusier: { lead: (page) => phases(page, 1), shooter: 'Skippon’s', act: 'Shoot', band: 'up to 24' },
  pikette_squared: { lead: firstInitiative, shooter: 'Montagu’s', act: 'Shoot', band: '1' },
};

async function phases(page: Page, count: number) {
  for (let phase = 0; phase < count; phase += 1) await endPhase(page);
}

/** The first side of Pikette Squared wins the initiative, and goes first. */
async function firstInitiative(page: Page) {
  await endPhase(page);
  await page
    .getByRole('region', { name: 'Due now' })
    .getByRole('button', { name: /^Initiative/ })
    .click();
  await page.getByRole('button', { name: 'Enter dice' }).click();
  for (const die of ['9', '4'])
    await page.getByRole('region', { name: 'Enter the dice' }).getByRole('button', { name: die, exact: true }).click();
  await page.getByRole('button', { name: 'Go first: 4 pips' }).click();
  await expect(status(page)).toBeVisible();
}

for (const [ruleset, { lead, shooter, act, band }] of Object.entries(SHOTS)) {
  test(`a shot of ${ruleset} takes four taps from the table`, async ({ page }) => {
    await open(page, ruleset);
    await lead(page);
    await row(page, shooter).click();
    await card(page, shooter).getByRole('link', { name: act, exact: true }).first().click();
    await page.getByRole('group', { name: 'Newcastle’s' }).getByRole('button', { name: band, exact: true }).click();
    await page.getByRole('button', { name: /^Roll \d/ }).click();
    await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible();
  });
}

/** For each ruleset: the trackers of a contact of Manchester’s and Newcastle’s, the steps to the phase for melees, and the act. */
const MELEES: Record<string, { sets: Set[]; lead: (page: Page) => Promise<void>; act: string; title: string }> = {
  pike_and_shot: { sets: contacts('contacts'), lead: (page) => phases(page, 3), act: 'Melee', title: 'Melee' },
  argad: { sets: contacts('contacts'), lead: (page) => phases(page, 4), act: 'Melee', title: 'Melee' },
  arquebusier: {
    sets: [...contacts('contacts'), ['a2', 'in_melee', true], ['b1', 'in_melee', true]],
    lead: (page) => phases(page, 3),
    act: 'Fight a melee',
    title: 'Fight a melee',
  },
  pikette_squared: { sets: [...contacts('contact'), ['b1', 'state', 'disordered']], lead: firstInitiative, act: 'Fight', title: 'Fight' },
};

function contacts(tracker: string): Set[] {
  return [
    ['a2', tracker, ['b1']],
    ['b1', tracker, ['a2']],
  ];
}

for (const [ruleset, { sets, lead, act, title }] of Object.entries(MELEES)) {
  test(`a melee of ${ruleset} is two taps from the table`, { tag: '@phone' }, async ({ page }) => {
    await open(page, ruleset, 12, sets);
    await lead(page);
    await row(page, 'Manchester’s').click();
    await card(page, 'Manchester’s').getByRole('link', { name: act, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    // Both participants are chosen, because the table has their contact.
    const takenBy = (name: RegExp) => page.getByRole('region').getByRole('button', { name }).and(page.locator(':not([aria-pressed])'));
    for (const name of [/Manchester’s/, /Newcastle’s/]) await expect(takenBy(name).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Do it anyway' })).toHaveCount(0);
  });
}

/** For each ruleset: a tracker that melees change, and the number of taps: one on the row, or three if it is folded in the open row. */
const COUNTERS: Record<string, [string, number]> = {
  pike_and_shot: ['Counters', 1],
  argad: ['Figures', 1],
  arquebusier: ['Pikes lost', 3],
  pikette_squared: ['Hits', 1],
};

for (const [ruleset, [tracker, taps]] of Object.entries(COUNTERS)) {
  test(`a counter of ${ruleset} is ${taps === 1 ? 'one tap' : 'three taps'} from the table`, { tag: '@phone' }, async ({ page }) => {
    await open(page, ruleset);
    const manchester = card(page, 'Manchester’s');
    const step = manchester
      .getByRole('button', { name: new RegExp(`^${tracker}: (more|less),`) })
      .and(page.locator(':not([aria-disabled=true])'))
      .first();
    if (taps === 3) {
      await row(page, 'Manchester’s').click();
      await manchester.getByText('More', { exact: true }).click();
    }
    const before = await manchester.innerText();
    await step.click();
    await expect.poll(() => manchester.innerText()).not.toBe(before);
  });
}

test('morale chips are large and red when they are few', async ({ page }) => {
  await open(page, 'pikette_squared');
  await status(page).click();
  const chips = page
    .getByRole('group', { name: /: status$/ })
    .nth(1)
    .getByRole('group', { name: 'Morale chips' });
  for (let n = 0; n < 4; n += 1) await chips.getByRole('button', { name: 'Morale chips: more' }).click();
  const shown = page.locator('.numbers .look-chip.side-0');
  await expect(shown).toContainText('4');
  await expect(shown).not.toHaveClass(/few/);
  const size = () => shown.evaluate((number) => parseFloat(getComputedStyle(number).fontSize));
  const usual = await size();
  await chips.getByRole('button', { name: 'Morale chips: less' }).click();
  await expect(shown).toHaveClass(/few/);
  await expect.poll(() => size()).toBeGreaterThan(usual);
});

/** Texts of the page whose accents are cut off by the edge of a box. */
const cutAccents = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d')!;
    const cut: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent!;
      const parent = node.parentElement!;
      if (!/[ÉÅÖẪ]/.test(text) || parent.closest('.visually-hidden') || parent.offsetHeight < 2) continue;
      const style = getComputedStyle(parent);
      canvas.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const { fontBoundingBoxAscent, actualBoundingBoxAscent } = canvas.measureText(text);
      const range = document.createRange();
      range.selectNodeContents(node);
      const ink = range.getClientRects()[0].top + fontBoundingBoxAscent - actualBoundingBoxAscent;
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const { overflowY, position } = getComputedStyle(box);
        const margin = overflowY === 'clip' ? Number.parseFloat(getComputedStyle(box).overflowClipMargin) || 0 : 0;
        if (overflowY !== 'visible' && box.getBoundingClientRect().top - margin > ink + 0.5) cut.push(`${text} in ${box.className}`);
        if (position === 'fixed') break;
      }
    }
    return cut;
  });

test('accents of capitals are not cut off in titles, rows, lists and the hall view', async ({ page }) => {
  const units = ['Éric', 'Ångström', 'Ödre', 'Ẫgypten'].map((name, n) => ({ id: `u${n}`, side: n % 2, profile: { name, ...foot } }));
  const sides = [{ name: 'Éric’s army' }, { name: 'Ångström’s' }];
  await lay(page, { ruleset: 'pike_and_shot', name: 'Ödre', sides, units }, 'turn', { hints: ['table'] });
  await expect(page.getByRole('article').first()).toBeVisible();
  expect.soft(await cutAccents(page)).toEqual([]);
  for (const place of ['/do/infantry_fire/u0', '/hall', '/report', '/survivors']) {
    await page.goto(`./#/battle/turn${place}`);
    await expect(page.getByText(/Éric|Ödre/).first()).toBeVisible();
    expect.soft(await cutAccents(page), place).toEqual([]);
  }
  await page.goto('./#/');
  await expect(page.getByRole('link', { name: /^Continue/ })).toBeVisible();
  expect.soft(await cutAccents(page)).toEqual([]);
});
