// A battle with more units than any table has, and a volley whose odds take long.
import { type Page, expect } from '@playwright/test';
import { enterNumber, seal } from './play';

/** Stores a battle of many units, and opens it. */
export async function largeBattle(page: Page, aSide: number) {
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

/** Pike & Shot: enters infantry fire by this many muskets at a mixed regiment. Returns the input for the contract. */
export async function enterVolley(page: Page, muskets = 100) {
  const form = page.locator('form.questions');
  for (const [label, value] of [
    ['Front rank muskets', muskets],
    ['Ranks', 4],
    ['Range', 5],
    ['Pikes', 100],
    ['Muskets', 100],
  ] as const) {
    await enterNumber(form, label, value);
  }
  await form.getByRole('group', { name: 'Target', exact: true }).getByText('Foot', { exact: true }).first().click();
  return { front_muskets: muskets, ranks: 4, range_in: 5, target: { troop_type: 'foot', pikes: 100, muskets: 100 } };
}
