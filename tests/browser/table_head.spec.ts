// The head of the table on a phone: nothing important is cut off, in every phase of every ruleset, in each language.
import type { Page } from '@playwright/test';
import type { Laid } from './contract';
import { appReady, expect, test } from './page';
import { lay, type Set } from './script';

/** The parts of the status line that are cut off, among its turn, phase and numbers. */
const cutOffParts = (page: Page) =>
  page.locator('.status-row').evaluate((row) => {
    const shown = (part: Element) => part.getClientRects().length > 0;
    const parts = [...row.querySelectorAll('.turn, .phase-word, .number')].filter((part) => shown(part) && part.textContent !== '');
    const isCut = (part: Element) => {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT, (text) =>
        text.textContent && !text.parentElement!.closest('.visually-hidden') ? 1 : 2,
      );
      const range = document.createRange();
      if (!texts.nextNode()) return false; // only a sign, no text
      range.selectNodeContents(part);
      range.setStart(texts.currentNode, 0);
      const words = range.getBoundingClientRect();
      let frame = new DOMRect(0, 0, innerWidth, innerHeight);
      for (let around: Element | null = part; around && row.contains(around); around = around.parentElement) {
        if (getComputedStyle(around).overflow !== 'visible') frame = around.getBoundingClientRect();
        if (words.left < frame.left - 1 || words.right > frame.right + 1 || words.bottom > frame.bottom + 1) return true;
      }
      return false;
    };
    return parts.filter(isCut).map((part) => part.textContent);
  });

const sides = [{ name: 'Earl of Essex’s army of Parliament' }, { name: 'The King’s Oxford army' }];
const both = (set: (side: string, index: number) => Set[]) => ['a', 'b'].flatMap(set);

/** For each ruleset: the number of phases, and trackers with large values. */
const BATTLES: [string, number, Set[]][] = [
  ['pike_and_shot', 8, []],
  [
    'pikette_squared',
    5,
    [
      ['battle', 'nightfall_turns', 1],
      ...both((side, n): Set[] => [
        [side, 'morale_chips', [3, 18][n]],
        [side, 'chips_rolled', true],
        [side, 'place', ['second', 'first'][n]],
        [side, 'pips', 12],
        [side, 'deck', { infantry_move: 3, melee: 17 }],
        [side, 'opportunity_chips', 3],
      ]),
    ],
  ],
  ['argad', 7, []],
  ['arquebusier', 5, []],
];

for (const language of ['en', 'fr']) {
  for (const [ruleset, phases, sets] of BATTLES) {
    test(`the head of ${ruleset} shows all of turn, phase, card and numbers in every phase, in ${language}`, async ({ page }) => {
      const battle: Laid = { ruleset, units: [], sides, name: 'The first battle of Newbury, on a wet Wednesday' };
      for (let phase = 0; phase < phases; phase += 1) {
        const at: Set[] = [
          ['battle', 'turn', 12],
          ['battle', 'phase', phase],
        ];
        // A side with the initiative has a card in play.
        if (ruleset === 'pikette_squared' && [2, 3].includes(phase)) at.push(['battle', 'card', 'command_indecision']);
        await lay(page, battle, 'head', { hints: ['table'], language }, [...at, ...sets]);
        await expect(page.locator('.status-row .moment')).toBeVisible();
        await appReady(page);
        await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
        await expect(page.locator('.ticks .now')).toHaveCount(1);
        expect.soft(await cutOffParts(page), `phase ${phase + 1}`).toEqual([]);
        const scrolls = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(scrolls, 'nothing scrolls sideways').toBeLessThanOrEqual(0);
      }
    });
  }
}

test('marks in the head have 20 pixels, and the clock is there', async ({ page }) => {
  await page.clock.install({ time: 1790000000000 });
  const sets: Set[] = [
    ['battle', 'clock', 'battle'],
    ['battle', 'clock_minutes', 90],
  ];
  await lay(page, { ruleset: 'argad', units: [], sides, name: 'The mill' }, 'head', { hints: ['table'] }, sets);
  await expect(page.locator('.status-row .number').first()).toBeVisible();
  const sizes = await page
    .locator('.status-row .number:not(.look-card)')
    .evaluateAll((all) => all.map((number) => parseFloat(getComputedStyle(number, '::before').width)));
  for (const size of sizes) expect(size).toBeGreaterThanOrEqual(15);
  const clock = page.locator('.status-row .look-clock');
  await expect(clock).toHaveText('Clock: 1:30');
  await expect(page.locator('.status-row').getByText('Time is up')).toHaveCount(0);
});

test('a long name of a battle does not lie over the numbers of a narrow screen', { tag: '@phone' }, async ({ page }) => {
  const name = 'The captain’s men against The riders';
  await lay(page, { ruleset: 'argad', units: [], sides, name }, 'head', { hints: ['table'] });
  await page.setViewportSize({ width: 280, height: 653 });
  const boxes = async (parts: string) =>
    page.locator(`.status-row ${parts}:visible`).evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON() as DOMRect));
  await expect.poll(async () => (await boxes('.number')).length).toBe(2);
  const [title] = await boxes('.battle-name');
  for (const number of await boxes('.number')) {
    const apart = number.left >= title.right || number.right <= title.left || number.top >= title.bottom || number.bottom <= title.top;
    expect(apart, JSON.stringify([title, number])).toBe(true);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('on a screen that is lower than the menu, its last item is reached by scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await lay(page, { ruleset: 'pike_and_shot', units: [], sides, name: 'Cheriton lane' });
  await appReady(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.locator('.menu');
  const height = () => menu.evaluate((own) => [own.scrollHeight > own.clientHeight, own.getBoundingClientRect().bottom <= innerHeight]);
  expect(await height()).toEqual([true, true]);
  // Nothing lies over it, the bar at the lower edge neither.
  await menu.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});
