// The second tap of a double tap, and a key that is held down, do nothing that was not meant; taps that are meant all count.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './page';
import { beginBattle, confirm, drawn, nextPhase, openPanel } from './play';
import { outcome, pad } from './regiments';
import { lay, stored } from './script';

const foot = { pikes: 8, muskets: 16, morale_class: 'average' };
const unit = (id: string, side: number, name: string) => ({ id, side, profile: { name, ...foot } });
const BATTLE = { ruleset: 'pike_and_shot', units: [unit('a1', 0, 'Skippon'), unit('b1', 1, 'Bluecoats')] };

const open = (page: Page, id = 'turn') => lay(page, BATTLE, id, { hints: ['table', 'resolve'] });
const events = async (page: Page) => (await stored(page)).events.map(({ event }) => event);
const phases = async (page: Page) => (await events(page)).filter(({ act }) => act?.deed === 'phase').length;
const undone = async (page: Page) => (await events(page)).filter(({ undo }) => undo).length;
const apply = (page: Page) => page.getByRole('button', { name: 'Apply to the table' });
const battles = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('drumhead/battle/')).length);

async function centre(control: Locator): Promise<[number, number]> {
  const box = (await control.boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Taps twice at one point, with so many milliseconds between. */
async function twice(page: Page, [x, y]: [number, number], pause: number) {
  await page.mouse.click(x, y);
  await page.waitForTimeout(pause);
  await page.mouse.click(x, y);
}

for (const width of [360, 412]) {
  test(`the second tap on Apply undoes nothing and ends no phase, on ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    for (const [nth, pause] of [0, 150, 400].entries()) {
      // On a busy machine taps may come too late to be one finger's, and say nothing: they are made anew.
      let gap = Infinity;
      for (let tried = 0; gap > 750; tried += 1) {
        expect(tried, 'the taps follow each other at once').toBeLessThan(5);
        const id = `turn${nth}${tried}`;
        await open(page, id);
        await openPanel(page, 'a1', 'infantry_fire', 'Bluecoats', id);
        const anyway = page.getByRole('button', { name: 'Do it anyway' });
        const ranges = page.getByRole('group', { name: /^(Range|Distance)/ });
        await expect(anyway.or(ranges).first()).toBeVisible();
        if (await anyway.isVisible()) await anyway.click();
        await ranges.locator('.chip').first().click();
        await page.getByRole('button', { name: 'Enter dice' }).click();
        while (await pad(page).isVisible()) {
          await pad(page).getByRole('button', { name: '6', exact: true }).click();
          await drawn(page);
        }
        await expect(outcome(page)).toBeVisible();
        const times = await page.evaluateHandle(() => {
          const times: number[] = [];
          addEventListener('mouseup', ({ timeStamp }) => times.push(timeStamp), true);
          return times;
        });
        // All along the bar, as thumbs go astray.
        const [x, y] = await centre(apply(page));
        await confirm(apply(page).locator('visible=true'));
        await page.waitForTimeout(pause);
        await page.mouse.click(x - 20, y);
        await page.waitForTimeout(300);
        await page.mouse.click(x, y);
        await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
        await page.waitForTimeout(200);
        const at = await times.jsonValue();
        expect(at, 'three taps').toHaveLength(3);
        gap = Math.max(at[1] - at[0], at[2] - at[1]);
        if (gap <= 750) expect([await undone(page), await phases(page)], `${pause} ms later`).toEqual([0, 0]);
      }
    }
  });
}

test('the second tap on Next ends no other phase; a later one does', async ({ page }) => {
  await open(page);
  await confirm(nextPhase(page));
  await page.waitForTimeout(1_100);
  const before = await phases(page);
  await twice(page, await centre(nextPhase(page)), 150);
  await expect.poll(() => phases(page)).toBe(before + 1);
  await page.waitForTimeout(1_100);
  expect(await phases(page)).toBe(before + 1);
  await page.mouse.click(...(await centre(nextPhase(page))));
  await expect.poll(() => phases(page)).toBe(before + 2);
});

test('something is created once', async ({ page }) => {
  await page.goto('./#/rosters');
  await twice(page, await centre(page.getByRole('button', { name: /^New roster for/ }).first()), 60);
  await expect(page.getByLabel('Name of the roster')).toBeVisible();
  await page.waitForTimeout(1_100);
  const add = page.getByRole('button', { name: 'Add a unit' });
  await twice(page, await centre(add), 200);
  await page.waitForTimeout(300);
  await expect(page.locator('article.card')).toHaveCount(1);
  // Another is added when the finger was away.
  await add.click();
  await expect(page.locator('article.card')).toHaveCount(2);
  await page.goto('./#/rosters');
  await expect(page.locator('main .list').first().locator('> li')).toHaveCount(1);
  await page.goto('./#/new');
  // The bar of buttons is where the finger was.
  await expect(page.locator('.tap-cover')).toBeHidden();
  await page.waitForTimeout(1_100);
  await twice(page, await centre(page.getByRole('button', { name: 'Begin the battle' })), 0);
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  expect(await battles(page)).toBe(1);
  // Nor do two clicks of a screen reader, which do not tap.
  await page.goto('./#/new');
  await page.getByRole('button', { name: 'Begin the battle' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  expect(await battles(page)).toBe(2);
});

test('a key that is held settles nothing more', async ({ page }) => {
  await open(page);
  const hold = async (key: string) => {
    for (let times = 0; times < 8; times += 1) await page.keyboard.down(key);
    await page.keyboard.up(key);
    await page.waitForTimeout(300);
  };
  await page.getByRole('heading', { level: 1 }).focus();
  await hold('n');
  expect(await phases(page)).toBe(1);
  await nextPhase(page).focus();
  await hold('Enter');
  expect(await phases(page)).toBe(2);
  await page.getByRole('heading', { level: 1 }).focus();
  await hold('u');
  expect(await undone(page)).toBe(1);
  // The same key again, and others at once, are meant.
  await page.keyboard.press('u');
  await page.keyboard.press('r');
  await page.keyboard.press('u');
  await expect.poll(() => undone(page)).toBe(3);
  // A held letter is written in a field.
  await page.goto('./#/battle/turn/log');
  await page.getByLabel('A note for the log').focus();
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('n');
  await page.keyboard.up('n');
  await expect(page.getByLabel('A note for the log')).toHaveValue('nnn');
});

test('quick taps that are meant all count', async ({ page }) => {
  await beginBattle(page);
  const more = page.locator('.main-tracker .step:visible').first();
  const output = page.locator('.main-tracker:visible output').first();
  const before = Number.parseInt((await output.textContent())!);
  const point = await centre(more);
  for (let tap = 0; tap < 5; tap += 1) await page.mouse.click(...point);
  await expect(output).toHaveText(new RegExp(`^${before + 5}\\b`));
  await open(page);
  await page.reload();
  await openPanel(page, 'a1', 'infantry_fire', 'Bluecoats');
  const anyway = page.getByRole('button', { name: 'Do it anyway' });
  const ranges = page.getByRole('group', { name: /^(Range|Distance)/ });
  await expect(anyway.or(ranges).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await ranges.locator('.chip').first().click();
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await expect(page.locator('.slot')).toHaveCount(2);
  await page.waitForTimeout(1_100);
  const six = pad(page).getByRole('button', { name: '6', exact: true });
  await six.click();
  await six.click();
  await expect(page.locator('.rolls .face').filter({ hasText: '6' })).toHaveCount(2);
});
