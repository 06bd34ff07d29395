// Parts that one browser engine once drew wrongly, checked by their pixels in Chromium and Firefox. For WebKit see tests/webkit.
import type { Locator, Page } from '@playwright/test';
import { expect, test as base, watchForErrors } from './page';
import { unit } from './play';
import { readPng } from './png.js';
import { lay } from './script';

const test = base.extend({
  noErrors: async ({ context, baseURL, browserName }, use) => {
    const wrong = await watchForErrors(context, baseURL!);
    await use();
    // For a picture in Firefox, Playwright adds an empty style, which the policy blocks.
    const isPicture = (line: string) => browserName === 'firefox' && line.includes('style-src-elem');
    expect(wrong.filter((line) => !isPicture(line))).toEqual([]);
  },
});

const foot = (side: number, morale_class: string) => ({
  id: `${side}-${morale_class}`,
  side,
  profile: { name: `${morale_class} ${side}`, pikes: 16, muskets: 32, morale_class },
});
const battle = {
  ruleset: 'pike_and_shot',
  units: [0, 1].flatMap((side) => ['poor', 'average', 'good'].map((morale) => foot(side, morale))),
};

/** The size of an element, and a function that returns the brightness (0 to 255) of a pixel in it. */
async function readPixels(page: Page, element: Locator) {
  await element.scrollIntoViewIfNeeded();
  const { brightness } = readPng(await page.screenshot({ scale: 'css' }));
  const { x, y, width, height } = (await element.boundingBox())!;
  return { width, height, at: (right: number, down: number) => brightness(x + right, y + down) };
}

test('the second side is hatched with dark lines on light ones', { tag: ['@engines', '@tablet'] }, async ({ page }) => {
  await lay(page, battle);
  await unit(page, 'poor 1');
  const { height, at } = await readPixels(page, page.getByRole('article', { name: 'average 1' }));
  const column = Array.from({ length: Math.min(30, Math.floor(height) - 8) }, (_, down) => at(3, down + 4));
  const middle = (Math.min(...column) + Math.max(...column)) / 2;
  expect(Math.max(...column) - Math.min(...column), 'the side is hatched').toBeGreaterThan(40);
  expect(column.filter((brightness) => brightness < middle).length / column.length).toBeGreaterThan(0.5);
});

test('placeholders can be read', { tag: '@engines' }, async ({ page }) => {
  for (const [path, label] of [
    ['new', 'Name of the battle'],
    ['rules/argad', 'Search these rules'],
    ['battle/turn/log', 'A note for the log'],
  ]) {
    await lay(page, battle);
    await page.goto(`./#/${path}`);
    const field = page.getByLabel(label);
    await expect(field).toBeVisible();
    const { width, height, at } = await readPixels(page, field);
    const points = Array.from({ length: Math.floor(width - 20) * Math.floor(height - 20) }, (_, n) =>
      at(10 + (n % Math.floor(width - 20)), 10 + Math.floor(n / Math.floor(width - 20))),
    );
    // On white, a grey of 118 has a contrast of 4.5:1.
    expect(Math.min(...points), path).toBeLessThan(118);
  }
});

test('up to eight counters are in one line, also next to a scrollbar', { tag: ['@engines', '@tablet'] }, async ({ page, browserName }) => {
  await lay(page, battle);
  await page.evaluate(() => (document.documentElement.style.overflowY = 'scroll'));
  const scrollbar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth);
  if (browserName === 'firefox') expect(scrollbar, 'the scrollbar takes room, as on most desktops').toBeGreaterThan(0);
  const lines = await (await unit(page, 'good 0')).locator('.dots:visible').evaluateAll((all) =>
    all.map((dots) => {
      const pips = [...dots.querySelectorAll('.pip')];
      return { pips: pips.length, lines: new Set(pips.map((pip) => Math.round(pip.getBoundingClientRect().top))).size };
    }),
  );
  expect(Math.max(...lines.map(({ pips }) => pips)), 'a good unit may have eight').toBe(8);
  expect(lines.filter(({ pips, lines }) => pips <= 8 && lines > 1)).toEqual([]);
});
