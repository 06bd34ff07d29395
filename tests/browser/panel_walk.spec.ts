// A panel shows and applies the same as one that is opened afresh, whatever was changed before: random taps, and then a reload.
import type { Page } from '@playwright/test';
import { drawn } from './play';
import { expect, test } from './page';
import { lay } from './script';

const WALKS = 4;
const STEPS = 6;

const foot = { pikes: 8, muskets: 16, morale_class: 'average' };
const horse = { troop_type: 'horse', figures: 12, morale_class: 'average', formation: 'swedish' };
const unit = (id: string, side: number, name: string, profile: object) => ({ id, side, profile: { name, ...profile } });
const BATTLE = {
  ruleset: 'pike_and_shot',
  units: [
    unit('a1', 0, 'Skippon', foot),
    unit('a2', 0, 'Cromwell', horse),
    unit('b1', 1, 'Bluecoats', foot),
    unit('b2', 1, 'Rupert', horse),
  ],
};
const PANELS = ['infantry_fire/a1', 'reaction_charge/a2', 'melee_round/a1', 'rest/a1'];

/** Numbers that repeat for a seed. */
function drawnFrom(seed: number) {
  let state = seed * 2654435761;
  return (count: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0;
    return Math.abs(state) % count;
  };
}

/** Everything that a panel says of the act: who takes part, what is asked and answered, the odds, the outcome. */
async function said(page: Page): Promise<string> {
  await expect(page.getByText('Working out the odds')).toHaveCount(0);
  await drawn(page);
  return page.locator('main.resolve').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    // What only the page that was open knows: notes on changes, and lists that are unfolded.
    for (const part of copy.querySelectorAll('.table-notes, .candidates, .hint, [role=complementary]')) part.remove();
    const inputs = [...main.querySelectorAll('input')].map((input) => `${input.checked} ${input.value}`);
    return `${copy.textContent}\n${inputs.join('\n')}`.replace(/\s+/g, ' ');
  });
}

for (let seed = 1; seed <= WALKS; seed++) {
  test(`walk ${seed} on a panel says what a panel opened afresh says`, async ({ page }) => {
    const draw = drawnFrom(seed);
    await lay(page, BATTLE, 'walk');
    await page.goto(`./#/battle/walk/do/${PANELS[seed % PANELS.length]}`);
    await drawn(page);
    for (let step = 0; step < STEPS; step++) {
      const controls = page.locator(
        // Not the switches of charts, which say how odds are drawn.
        'main.resolve :is(.candidate, .band, .who, .chip, .step):not(:disabled, [aria-disabled=true], .odds *):visible, main.resolve .barred button:visible',
      );
      const count = await controls.count();
      if (count === 0) break;
      await controls.nth(draw(count)).click({ timeout: 10_000, force: true });
      await page.keyboard.press('Escape');
      const before = await said(page);
      await page.reload();
      await expect.poll(() => said(page)).toBe(before);
    }
  });
}
