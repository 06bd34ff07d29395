// After random taps, a panel shows the same as after a reload.
import type { Page } from '@playwright/test';
import { drawn } from './play';
import { expect, test } from './page';
import { lay, foot } from './script';

const WALKS = 4;
const TAPS = 6; // in each walk

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

/** A function that returns pseudo-random numbers below its argument. The same seed gives the same numbers. */
function randomFrom(seed: number) {
  let state = seed * 2654435761;
  return (count: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0;
    return Math.abs(state) % count;
  };
}

/** The contents of a panel: participants, questions, answers, odds and outcome. */
async function contents(page: Page): Promise<string> {
  await expect(page.getByText('Working out the odds')).toHaveCount(0);
  await drawn(page);
  return page.locator('main.resolve').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    // Notes about changes and unfolded lists are lost in a reload.
    for (const part of copy.querySelectorAll('.table-notes, .candidates, .hint, [role=complementary]')) part.remove();
    const inputs = [...main.querySelectorAll('input')].map((input) => `${input.checked} ${input.value}`);
    return `${copy.textContent}\n${inputs.join('\n')}`.replace(/\s+/g, ' ');
  });
}

for (let seed = 1; seed <= WALKS; seed++) {
  test(`a panel shows the same after a reload, walk ${seed}`, async ({ page }) => {
    const draw = randomFrom(seed);
    await lay(page, BATTLE, 'walk');
    await page.goto(`./#/battle/walk/do/${PANELS[seed % PANELS.length]}`);
    await drawn(page);
    for (let step = 0; step < TAPS; step++) {
      const controls = page.locator(
        // Without the switches of charts, whose state is lost in a reload.
        'main.resolve :is(.candidate, .band, .who, .chip, .step):not(:disabled, [aria-disabled=true], .odds *):visible, main.resolve .barred button:visible',
      );
      const count = await controls.count();
      if (count === 0) break;
      await controls.nth(draw(count)).click({ timeout: 10_000, force: true });
      await page.keyboard.press('Escape');
      const before = await contents(page);
      await page.reload();
      await expect.poll(() => contents(page)).toBe(before);
    }
  });
}
