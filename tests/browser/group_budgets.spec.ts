// Taps that group acts need with dice of the app. Dice entered by hand add one tap each.
import type { Page } from '@playwright/test';
import { CHARGES, HINTS, MOVES, NUMBERS, Taps, apply, chip, layRegiments, laySamples, line, onTable, strip } from './groups';
import { expect, test } from './page';
import { type Set, lay, newUnit } from './script';

/** Pikette Squared: the first army acts on a card, with these pips. */
const actsOn = (card: string, pips: number): Set[] => [
  ['battle', 'phase', 2],
  ['battle', 'card', card],
  ['a', 'place', 'first'],
  ['b', 'place', 'second'],
  ['a', 'chips_rolled', true],
  ['b', 'chips_rolled', true],
  ['a', 'morale_chips', 5],
  ['b', 'morale_chips', 5],
  ['a', 'pips', pips],
];

/** Rolls for all and applies, if dice are needed. */
async function rollAndApply(page: Page, taps: Taps) {
  const roll = page.getByRole('button', { name: /^Roll \d+ (dice|die)/ });
  await expect(roll.or(apply(page)).first()).toBeVisible();
  if (await roll.isVisible()) await taps.tap(roll);
  await expect(apply(page)).toBeVisible();
  await taps.tap(apply(page));
  await onTable(page);
}

test('three charges with their answers', async ({ page }) => {
  await layRegiments(page, CHARGES);
  const taps = new Taps();
  await taps.tap(chip(page, /^Charge or counter-charge: choose units Parliament/));
  for (const n of [1, 2, 3]) {
    await taps.tap(
      line(page, `A regiment ${n}`)
        .getByRole('group', { name: 'Whom' })
        .getByRole('button', { name: `B regiment ${n}` }),
    );
  }
  await rollAndApply(page, taps);
  // Only those that passed their test charge.
  await taps.tap(chip(page, /^Stand and receive a charge/));
  await rollAndApply(page, taps);
  await expect(strip(page).getByRole('button', { name: /^Stand and receive a charge/ })).toHaveCount(0);
  expect(taps.count).toBeLessThanOrEqual(10);
});

test('eight easy moves', async ({ page }) => {
  await layRegiments(page, MOVES);
  const taps = new Taps();
  await taps.tap(chip(page, /^Movement: all 8 Parliament/));
  await expect(page.locator('.notice', { hasText: '8 units' })).toBeVisible();
  expect(taps.count).toBeLessThanOrEqual(3);
});

test('reloads of all that fired', async ({ page }) => {
  const rows = (army: string, rows: string[]) =>
    rows.map((row, index) =>
      newUnit(`${army === 'french' ? 'a' : 'b'}${index + 1}`, army === 'french' ? 0 : 1, `${row} ${index + 1}`, { army, row }),
    );
  const units = [...rows('french', ['arquebus', 'arquebus', 'crossbows']), ...rows('spanish', ['tercio'])];
  const fired = [1, 2, 3].map((n): Set => [`a${n}`, 'fired', true]);
  await lay(page, { ruleset: 'pikette_squared', units }, 'turn', HINTS, [...actsOn('reload', 6), ...fired]);
  const taps = new Taps();
  await taps.tap(chip(page, /^Reload: all 3/));
  await expect(strip(page).getByRole('button', { name: /^Reload: all 3/ })).toHaveCount(0);
  expect(taps.count).toBeLessThanOrEqual(2);
});

test('the courage of all units, of which two must check', async ({ page }) => {
  await laySamples(page, 'pikette_squared', [...actsOn('courage', 3), ['a2', 'contact', ['b1']], ['a4', 'contact', ['b2']]]);
  const taps = new Taps();
  await taps.tap(chip(page, /^Courage checks due: all \d+/));
  await taps.tap(chip(page, /^Courage check: 2 units/));
  await rollAndApply(page, taps);
  expect(taps.count).toBeLessThanOrEqual(4);
});

test('initiative with its choice', async ({ page }) => {
  await laySamples(page, 'pikette_squared', [
    ['battle', 'phase', 1],
    ['a', 'chips_rolled', true],
    ['b', 'chips_rolled', true],
    ['a', 'morale_chips', 5],
    ['b', 'morale_chips', 5],
  ]);
  const taps = new Taps();
  await taps.tap(chip(page, /^Initiative/));
  await taps.tap(page.getByRole('button', { name: /^Roll/ }));
  await taps.tap(page.getByRole('button', { name: /^Go (first|second): \d+ pips?$/ }).first());
  await onTable(page);
  expect(taps.count).toBeLessThanOrEqual(3);
});

test('a General who is killed', async ({ page }) => {
  await laySamples(page, 'arquebusier', [
    ['battle', 'phase', 1],
    ['a', 'general', 'killed'],
  ]);
  const taps = new Taps();
  // One list of his formations, with one tap for all of them. Each can be changed afterwards.
  await taps.tap(chip(page, /^The General's death/));
  const all = page.getByRole('region', { name: 'The General was killed, for all 7' });
  await taps.tap(all.getByRole('button', { name: 'Farther' }));
  await rollAndApply(page, taps);
  await expect(strip(page).getByRole('button', { name: /^The General's death/ })).toHaveCount(0);
  expect(taps.count).toBeLessThanOrEqual(3);
});

test('the end of a turn in which no choice waits', async ({ page }) => {
  const changed = NUMBERS.slice(0, 4).flatMap((n): Set[] => [[`a${n}`, 'fire_losses', 1]]);
  await laySamples(page, 'arquebusier', [['battle', 'phase', 4], ...changed]);
  const taps = new Taps();
  await taps.tap(chip(page, /^End of the turn: all 4/));
  await expect(strip(page).getByRole('button', { name: /^End of the turn/ })).toHaveCount(0);
  expect(taps.count).toBe(1);
});
