// Taps that acts of a turn need with dice of the app: each test takes the taps that its title counts. Dice entered by hand add one each.
import type { Page } from '@playwright/test';
import { CHARGES, HINTS, MOVES, NUMBERS, apply, chargeInThrees, chip, layRegiments, laySamples, onTable, strip } from './groups';
import { expect, test } from './page';
import { confirm } from './play';
import { type Set, lay, newUnit } from './script';

/** Pikette Squared: both sides have rolled five morale chips. */
const CHIPS = ['a', 'b'].flatMap((side): Set[] => [
  [side, 'chips_rolled', true],
  [side, 'morale_chips', 5],
]);

/** Pikette Squared: the first army acts on a card, with these pips. */
const actsOn = (card: string, pips: number): Set[] => [
  ['battle', 'phase', 2],
  ['battle', 'card', card],
  ['a', 'place', 'first'],
  ['b', 'place', 'second'],
  ['a', 'pips', pips],
  ...CHIPS,
];

async function rollAndApply(page: Page) {
  await confirm(page.getByRole('button', { name: /^Roll \d+ (dice|die)/ }));
  await confirm(apply(page));
  await onTable(page);
}

test('three charges with their answers take nine taps', async ({ page }) => {
  await layRegiments(page, CHARGES);
  await chargeInThrees(page, 'A');
  await rollAndApply(page);
  // Only those that passed their test charge.
  await confirm(chip(page, /^Stand and receive a charge/));
  await rollAndApply(page);
  await expect(strip(page).getByRole('button', { name: /^Stand and receive a charge/ })).toHaveCount(0);
});

test('eight easy moves take one tap', async ({ page }) => {
  await layRegiments(page, MOVES);
  await confirm(chip(page, /^Movement: all 8 Parliament/));
  await expect(page.locator('.notice', { hasText: '8 units' })).toBeVisible();
});

test('reloads of all that fired take one tap', async ({ page }) => {
  const rows = (army: string, rows: string[]) =>
    rows.map((row, index) =>
      newUnit(`${army === 'french' ? 'a' : 'b'}${index + 1}`, army === 'french' ? 0 : 1, `${row} ${index + 1}`, { army, row }),
    );
  const units = [...rows('french', ['arquebus', 'arquebus', 'crossbows']), ...rows('spanish', ['tercio'])];
  const fired = [1, 2, 3].map((n): Set => [`a${n}`, 'fired', true]);
  await lay(page, { ruleset: 'pikette_squared', units }, 'turn', HINTS, [...actsOn('reload', 6), ...fired]);
  await confirm(chip(page, /^Reload: all 3/));
  await expect(strip(page).getByRole('button', { name: /^Reload: all 3/ })).toHaveCount(0);
});

test('the courage of all units, of which two must check, takes four taps', async ({ page }) => {
  await laySamples(page, 'pikette_squared', [...actsOn('courage', 3), ['a2', 'contact', ['b1']], ['a4', 'contact', ['b2']]]);
  await confirm(chip(page, /^Courage checks due: all \d+/));
  await confirm(chip(page, /^Courage check: 2 units/));
  await rollAndApply(page);
});

test('the initiative with its choice takes three taps', async ({ page }) => {
  await laySamples(page, 'pikette_squared', [['battle', 'phase', 1], ...CHIPS]);
  await confirm(chip(page, /^Initiative/));
  await confirm(page.getByRole('button', { name: /^Roll/ }));
  await confirm(page.getByRole('button', { name: /^Go (first|second): \d+ pips?$/ }).first());
  await onTable(page);
});

test('a General who is killed takes three taps', async ({ page }) => {
  await laySamples(page, 'arquebusier', [
    ['battle', 'phase', 1],
    ['a', 'general', 'killed'],
  ]);
  // One list of his formations, with one tap for all of them. Each can be changed afterwards.
  await confirm(chip(page, /^The General's death/));
  const all = page.getByRole('region', { name: 'The General was killed, for all 7' });
  await confirm(all.getByRole('button', { name: 'Farther' }));
  await confirm(apply(page));
  await onTable(page);
  await expect(strip(page).getByRole('button', { name: /^The General's death/ })).toHaveCount(0);
});

test('the end of a turn in which no choice waits takes one tap', async ({ page }) => {
  const changed = NUMBERS.slice(0, 4).flatMap((n): Set[] => [[`a${n}`, 'fire_losses', 1]]);
  await laySamples(page, 'arquebusier', [['battle', 'phase', 4], ...changed]);
  await confirm(chip(page, /^End of the turn: all 4/));
  await expect(strip(page).getByRole('button', { name: /^End of the turn/ })).toHaveCount(0);
});
