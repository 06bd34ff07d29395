// Slow odds: a worker computes them, and the page stays usable.
import type { Locator, Page } from '@playwright/test';
import { choose } from './argad';
import { enterVolley } from './large_battle';
import { expect, test } from './page';
import { enterNumber } from './play';
import { fakeThreads, held } from './threads';
import { odds } from './regiments';

const working = (page: Page) => odds(page).getByText('Working out the odds…');
const tooMuch = (page: Page) =>
  odds(page).getByText('There are too many possible outcomes to work out the odds. You can roll without them.');

/** Pike & Shot: a hundred muskets in front at a mixed regiment. */
async function volley(page: Page, muskets = 100) {
  await page.goto('./#/quick/pike_and_shot/infantry_fire');
  return enterVolley(page, muskets);
}

/** The probability in per cent, by the contract, that the field at `path` of the outcome has this value. */
function contractProbability(page: Page, ruleset: string, procedure: string, input: object, path: string, is: string | number) {
  return page.evaluate(
    async ([ruleset, procedure, input, path, is]) => {
      while (!('wasmBindings' in window)) await new Promise((done) => setTimeout(done, 50));
      const { odds } = window.wasmBindings;
      const { outcomes } = odds({ ruleset, procedure, input });
      const valueOf = (outcome: object) =>
        path.split('.').reduce((value: unknown, step) => (value as Record<string, unknown>)[step], outcome);
      const true_ = (value: unknown) => (typeof is === 'number' ? (value as number) >= is : value === is);
      const likely = outcomes.filter(({ outcome }) => true_(valueOf(outcome)));
      return 100 * likely.reduce((sum, { probability }) => sum + probability, 0);
    },
    [ruleset, procedure, input, path, is] as [string, string, object, string, string | number],
  );
}

test('Pike & Shot: the page stays usable while the odds of a large volley are computed', async ({ page }) => {
  const go = await held(page);
  const input = await volley(page);
  await expect(working(page)).toBeVisible();
  await expect(page.getByRole('status', { name: 'Odds' })).toHaveText(/\d+ dice/);
  // Players can roll before the odds are known.
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await expect(page.getByRole('region', { name: 'Enter the dice from the table' })).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).last().click();
  await expect(working(page)).toBeVisible();
  go();
  const table = odds(page).getByRole('table', { name: 'Hits' });
  await expect(table).toBeVisible({ timeout: 30_000 });
  await expect(working(page)).toHaveCount(0);
  const ten = await contractProbability(page, 'pike_and_shot', 'infantry_fire', input, 'hits', 10);
  expect(ten).toBeGreaterThan(1);
  await expect(table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '10', exact: true }) })).toContainText(
    `${Math.round(ten)} %`,
  );
  // The effects of choices are slow, too.
  await expect(page.locator('form.questions .figure[data-figure]').first()).toBeAttached({ timeout: 60_000 });
});

test('Argad!: the odds of nine fencers are those of the contract', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('./#/quick/argad/melee');
  const form = page.locator('form.questions');
  for (const [what, count] of [
    ['opponents', 4],
    ['friends', 4],
  ] as const) {
    for (let nth = 0; nth < count; nth += 1) await page.getByRole('button', { name: new RegExp(`^Add: ${what}`) }).click();
  }
  const class_ = (nth: number) => 2 + (nth % 4);
  const fencer = async (group: Locator, nth: number) => {
    await choose(group, 'Exceptional strike', 'Rapier, then dagger');
    await enterNumber(group, 'Class', class_(nth));
    await enterNumber(group, 'Life points', 2);
  };
  const go = await held(page);
  const group = (name: string) => form.getByRole('group', { name, exact: true });
  await fencer(group('Fighter'), 1);
  for (let nth = 0; nth < 4; nth += 1) {
    await fencer(group(`Opponents ${nth + 1}`), nth);
    await fencer(group(`Friends ${nth + 1}`), nth + 1);
    await enterNumber(group(`Friends ${nth + 1}`), 'Strikes', nth);
  }
  await expect(working(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Roll', exact: false }).first()).toBeEnabled();
  go();
  const fencerInput = (nth: number, aim = {}) => ({ fencer: 'rapier_dagger', class: class_(nth), life_points: 2, ...aim });
  const input = {
    one: fencerInput(1),
    many: [0, 1, 2, 3].map((nth) => fencerInput(nth)),
    friends: [0, 1, 2, 3].map((nth) => fencerInput(nth + 1, { aim: nth })),
  };
  const killed = await contractProbability(page, 'argad', 'melee', input, 'one_status', 'killed');
  await expect(odds(page).getByRole('listitem').filter({ hasText: 'fighter 1: out' })).toContainText(`${Math.round(killed)} %`, {
    timeout: 60_000,
  });
});

test('after a change the new odds are computed, and no work continues for a page that was left', async ({ page }) => {
  const threads = await fakeThreads(page);
  await volley(page);
  await expect(working(page)).toBeVisible();
  await expect.poll(() => threads.begun).toBeGreaterThan(0);
  const before = threads.begun;
  // With this few muskets the page computes the odds itself, and stops the worker.
  await enterNumber(page.locator('form.questions'), 'Front rank muskets', 9);
  await expect(odds(page).getByRole('table', { name: 'Hits' })).toBeVisible();
  await expect.poll(() => threads.ended).toBe(before);
  await enterNumber(page.locator('form.questions'), 'Front rank muskets', 90);
  await expect.poll(() => threads.begun).toBeGreaterThan(before);
  await page.goto('./#/');
  await expect.poll(() => threads.ended).toBe(threads.begun);
});

test('without workers, the page asks before it computes slow odds itself', async ({ page }) => {
  await page.addInitScript(() => {
    window.Worker = function () {
      throw new Error('There are no threads.');
    } as unknown as typeof Worker;
  });
  await volley(page);
  await odds(page).getByRole('button', { name: 'Work out the odds (slow)' }).click();
  await expect(odds(page).getByRole('table', { name: 'Hits' })).toBeVisible({ timeout: 30_000 });
});

test('after a minute the page proposes to roll without the odds, and the work stops', async ({ page }) => {
  const threads = await fakeThreads(page);
  await page.clock.install();
  await volley(page);
  await expect(working(page)).toBeVisible();
  await expect.poll(() => threads.begun).toBeGreaterThan(0);
  await page.clock.fastForward(50_000);
  await expect(working(page)).toBeVisible();
  await page.clock.fastForward(11_000);
  await expect(tooMuch(page)).toBeVisible();
  await expect.poll(() => threads.ended).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: /^Roll \d+ dice/ })).toBeEnabled();
  // With fewer muskets there are odds again.
  await enterNumber(page.locator('form.questions'), 'Front rank muskets', 9);
  await expect(odds(page).getByRole('table', { name: 'Hits' })).toBeVisible();
});

test('if the worker runs out of memory, the page proposes to roll without the odds', async ({ page }) => {
  // The worker then answers null: see public/odds.js.
  await page.route(/\/odds\.js/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'self.onmessage = () => self.postMessage(null);' }),
  );
  await volley(page);
  await expect(tooMuch(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Roll \d+ dice/ })).toBeEnabled();
});
