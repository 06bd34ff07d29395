// A battle that is larger than any table.
import { type Page, expect } from '@playwright/test';
import { seal } from './play';

/** Lays out a battle of many units, as if it had been saved. */
export async function greatBattle(page: Page, aSide: number) {
  const units = Array.from({ length: 2 * aSide }, (_, n) => ({
    id: `u${n + 1}`,
    side: n < aSide ? 0 : 1,
    profile: { name: `Regiment ${n + 1}`, troop_type: 'foot', pikes: 12, muskets: 12, morale_class: 'good' },
  }));
  const battle = {
    name: 'A great battle',
    ruleset: 'pike_and_shot',
    rulings: {},
    seed: '09'.repeat(32),
    sides: [{ name: 'Parliament' }, { name: 'Royalists' }],
    units,
    began: 1711900000000,
  };
  await page.addInitScript(([key, text]) => localStorage.setItem(key, text), ['drumhead/battle/great', seal(battle)]);
  await page.goto('./#/battle/great');
  await expect(page.getByRole('heading', { level: 1, name: 'A great battle' })).toBeVisible();
}
