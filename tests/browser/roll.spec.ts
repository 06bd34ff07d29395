// Before and after a roll: the dice and what they need, the outcome, and the messages of undo.
import type { Locator, Page } from '@playwright/test';
import type { Laid } from './contract';
import { expect, test } from './page';
import { chooseRange, log, openPanel } from './play';
import { outcome, pad, side, type, rollDice } from './regiments';
import { lay, newUnit as unit, stored, foot, horse } from './script';

const group = (type: string) => ({ nature: 'regular', groups: [{ type, elements: 4, front: 4 }] });

const BATTLES: Record<string, Laid> = {
  pike_and_shot: {
    ruleset: 'pike_and_shot',
    units: [
      unit('a1', 0, 'Skippon', foot),
      unit('a2', 0, 'Haselrig', horse),
      unit('b1', 1, 'Bluecoats', foot),
      unit('b2', 1, 'Rupert', horse),
    ],
  },
  argad: {
    ruleset: 'argad',
    units: [
      unit('a1', 0, 'Arquebusiers', { figures: 5, missile: ['long_arquebus'] }),
      unit('a2', 0, 'Ulf', { figures: 1 }),
      unit('b1', 1, 'Bex', { figures: 1 }),
    ],
  },
  arquebusier: { ruleset: 'arquebusier', units: [unit('a1', 0, 'Skippon', group('firearm')), unit('b1', 1, 'Bluecoats', group('pike'))] },
  pikette_squared: {
    ruleset: 'pikette_squared',
    units: [unit('a1', 0, 'Gascons', { army: 'french', row: 'arquebus' }), unit('b1', 1, 'Tercio', { army: 'spanish', row: 'tercio' })],
  },
};

const open = (page: Page, ruleset: string) => lay(page, BATTLES[ruleset], 'turn', { hints: ['table', 'resolve'] });

/** Opens a procedure of a unit by its address, chooses its opponent, and overrides the rule of the phase. */
async function panel(page: Page, procedure: string, id: string, against: string, band?: string) {
  await openPanel(page, id, procedure, against);
  const anyway = page.getByRole('button', { name: 'Do it anyway' });
  const range = page.getByRole('group', { name: /^(Range|Distance)/ });
  await expect(anyway.or(strip(page)).or(range).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  if (band) await chooseRange(page, band);
}

const strip = (page: Page) => page.locator('.glance:not(.refusal)');
const cover = (page: Page) => page.locator('.tap-cover');
const apply = (page: Page) => page.getByRole('button', { name: 'Apply to the table' });

/** The texts of the strip: its dice, certain results, and each chance with its label. */
const shownChances = (strip: Locator) =>
  strip
    .locator('span')
    .evaluateAll((all) =>
      all.map((chance) => [chance.getAttribute('data-chance'), chance.getAttribute('data-what')].filter(Boolean).join(' ')),
    );

const STRIPS: [string, string, string, string, RegExp[], string?][] = [
  ['pike_and_shot', 'infantry_fire', 'a1', 'Bluecoats', [/^2 dice \(8 figures ÷ 4\): to hit, each needs 5\+$/, /^56 % a hit$/], 'Up to 6'],
  ['pike_and_shot', 'melee_round', 'a2', 'Rupert', [/needs 5\+$/, /^\d+ % Haselrig to lose$/, /^\d+ % Rupert to lose$/]],
  ['argad', 'melee', 'a2', 'Bex', [/^1 die: Ulf, drives back on \d, kills on \d\+$/, /^\d+ % (Ulf|Bex): out$/, /^\d+ % (Ulf|Bex): out$/]],
  [
    'arquebusier',
    'shooting',
    'a1',
    'Bluecoats',
    [/^5 dice \(4 elements \+ 1\): Skippon at Pike, each needs 5\+$/, /^87 % loses an element$/],
    'Up to 24',
  ],
  ['arquebusier', 'melee', 'a1', 'Bluecoats', [/needs 6\+$/, /^\d+ % an element lost by Bluecoats$/, /^\d+ % an element lost by Skippon$/]],
  ['pikette_squared', 'shoot', 'a1', 'Tercio', [/^1 D\d+: Gascons$/, /^\d+ % scores$/], '1'],
];

for (const [ruleset, procedure, id, against, chances, band] of STRIPS) {
  test(`the strip of ${procedure} in ${ruleset} shows the dice, what they need, and the chances with their names`, async ({ page }) => {
    await open(page, ruleset);
    await panel(page, procedure, id, against, band);
    await expect(strip(page)).toBeInViewport({ ratio: 1 });
    await expect.poll(() => shownChances(strip(page)).then((all) => all.length)).toBeGreaterThan(1);
    const words = await shownChances(strip(page));
    chances.forEach((chance, n) => expect(words[n]).toMatch(chance));
    // The strip stays visible when the panel is scrolled, and covers no button.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(strip(page)).toBeInViewport({ ratio: 1 });
    const [box, buttons] = [(await strip(page).boundingBox())!, (await page.locator('.actions').boundingBox())!];
    expect(box.y + box.height).toBeLessThanOrEqual(buttons.y + 1);
    expect(box.height).toBeLessThanOrEqual(112);
    // The pad for dice shows the same chances, but not the certain results.
    await page.getByRole('button', { name: 'Enter dice' }).click();
    await expect(page.getByRole('region', { name: 'Enter the dice' })).toBeVisible();
    await expect(strip(page)).toBeInViewport({ ratio: 1 });
    expect((await shownChances(strip(page))).slice(1)).toEqual(words.slice(1).filter((text) => text.includes(' % ')));
  });
}

test('each slot shows what its die needs, and a success is not marked by colour alone', async ({ page }) => {
  await open(page, 'pike_and_shot');
  await panel(page, 'infantry_fire', 'a1', 'Bluecoats', 'Up to 6');
  await expect(rollDice(page)).toHaveText('Roll 2 dice (more may follow)');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await expect(page.locator('.slot')).toHaveText(['5+', '5+']);
  await type(page, [6, 2]);
  const hit = page.locator('.rolls').locator('.face').first();
  await expect(hit).toHaveClass(/success/);
  await expect(page.locator('.face.failure').first()).toHaveText('2');
  await expect(page.getByText('success', { exact: true }).first()).toBeAttached();
});

test('a double tap on Roll does not apply the outcome unseen', async ({ page }) => {
  await open(page, 'pike_and_shot');
  await panel(page, 'infantry_fire', 'a1', 'Bluecoats', 'Up to 6');
  const before = (await stored(page)).events.length;
  await expect(cover(page)).toBeHidden();
  const box = (await rollDice(page).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await expect(outcome(page)).toBeVisible();
  // The second tap hits the button that has replaced Roll.
  const there = await page.evaluate(([x, y]) => document.elementsFromPoint(x, y)[1]?.closest('button')?.textContent, [x, y]);
  expect(there).toBe('Apply to the table');
  await page.mouse.click(x, y);
  await expect(outcome(page)).toBeVisible();
  expect((await stored(page)).events.length, 'the roll is in the log, and nothing is applied').toBe(before + 1);
  // The covered button looks normal, because only disabled buttons are pale.
  await expect(apply(page)).toHaveCSS('opacity', '1');
  // A moment later the outcome can be applied.
  await expect(cover(page)).toBeHidden();
  await apply(page).click();
  // `second_tap.spec.ts` taps Apply twice.
  await expect.poll(async () => (await stored(page)).events.length).toBe(before + 2);
});

test('an outcome names the unit first; undo and redo report the act, also to screen readers, and show the unit', async ({ page }) => {
  await open(page, 'pike_and_shot');
  const spoken = page.locator('.notices:not(.newer)');
  await panel(page, 'infantry_fire', 'a1', 'Bluecoats', 'Up to 6');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [6, 6]);
  // Hits roll for casualties, so the number of dice varies.
  for (let die = 0; die < 8; die += 1) if (await pad(page).isVisible()) await type(page, [1]);
  await expect(outcome(page)).toBeVisible();
  await expect(outcome(page).locator('p').first()).toHaveText('Skippon → Bluecoats');
  await expect(outcome(page).locator('.changes')).not.toHaveAttribute('open');
  await expect(apply(page)).toBeInViewport();
  await apply(page).click();
  await page.goto('./#/battle/turn');
  await side(page, /Parliament/);
  await page.getByRole('button', { name: /^Undo: .+: Infantry fire/ }).click();
  await expect(spoken).toContainText('Undone: Skippon: Infantry fire · Bluecoats');
  await expect(page.getByRole('article', { name: 'Skippon' })).toBeInViewport();
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(spoken).toContainText('Redone: Skippon: Infantry fire · Bluecoats');
  await expect(page.getByRole('button', { name: /^Undo: .+: Infantry fire/ })).toBeVisible();
  expect((await log(page))[0]).toMatch(/^Skippon: Infantry fire · Bluecoats/);
});

test('a melee is drawn as units that face each other, and contacts are set by tapping edges', async ({ page }) => {
  await lay(
    page,
    {
      ruleset: 'pike_and_shot',
      units: [
        unit('a1', 0, 'Skippon', foot),
        unit('a2', 0, 'Manchester', foot),
        unit('b1', 1, 'Bluecoats', foot),
        unit('b2', 1, 'Rupert', horse),
      ],
    },
    'turn',
    { hints: ['table', 'resolve'] },
  );
  await page.goto('./#/battle/turn/do/melee_round/a1');
  for (const name of ['Bluecoats', 'Rupert']) await page.locator('.candidate', { hasText: name }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Do it anyway' }).click();
  const pairs = page.locator('.duel');
  const add = page.getByRole('button', { name: 'Add: contacts' });
  while ((await pairs.count()) < 2) await add.click();
  await expect(pairs.first()).toContainText('Skippon');
  const whom = pairs.nth(1).getByRole('combobox', { name: 'Unit of King' });
  await whom.selectOption({ label: 'Rupert' });
  await expect(whom.locator('option:checked')).toHaveText('Rupert');
  const edge = (name: string) => pairs.nth(1).getByRole('radio', { name });
  await pairs.nth(1).locator('.edge.flank').first().click();
  await expect(edge('Skippon: flank')).toBeChecked();
  // A tap on either front goes back to a frontal contact.
  await pairs.nth(1).locator('.edge.front').first().click();
  await expect(edge('Front to front')).toBeChecked();
  await pairs.nth(1).locator('.edge.rear').last().click();
  await expect(edge('Rupert: rear')).toBeChecked();
  await edge('Skippon: flank').check();
  await expect(pairs.nth(1).locator('.touches')).toHaveText(['Flank', 'Front']);
  await expect.poll(() => shownChances(strip(page)).then((all) => all.join())).toMatch(/Skippon to lose/);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over).toBeLessThanOrEqual(0);
});
