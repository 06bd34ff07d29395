// The second tap of a double tap and a key that is held down do nothing that the player did not mean. Every tap that is meant counts.
//
// The page's clock is Playwright's, so taps follow each other at exact intervals on any machine, and no test waits for time to pass.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './page';
import { beginBattle, confirm, drawn, nextPhase, openPanel } from './play';
import { outcome, pad } from './regiments';
import { lay, stored, foot, newUnit } from './script';

const unit = (id: string, side: number, name: string) => newUnit(id, side, name, foot);
const BATTLE = { ruleset: 'pike_and_shot', units: [unit('a1', 0, 'Skippon'), unit('b1', 1, 'Bluecoats')] };

test.beforeEach(({ page }) => page.clock.install());

const open = (page: Page, id = 'turn') => lay(page, BATTLE, id, { hints: ['table', 'resolve'] });
const events = async (page: Page) => (await stored(page)).events.map(({ event }) => event);
const phases = async (page: Page) => (await events(page)).filter(({ act }) => act?.deed === 'phase').length;
const undone = async (page: Page) => (await events(page)).filter(({ undo }) => undo).length;
const apply = (page: Page) => page.getByRole('button', { name: 'Apply to the table' });
const battles = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('drumhead/battle/')).length);

/** Lets enough time pass for a finger to be away. */
const fingerAway = (page: Page) => page.clock.fastForward(1_100);

async function centre(control: Locator): Promise<[number, number]> {
  // Waits until the control stands still.
  await control.click({ trial: true });
  const box = (await control.boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Stops the page's clock, after a time in which a finger is away. Frames that were due at the pause run first. */
async function stopClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_100);
  await page.clock.runFor(1_100);
}

/**
 * Taps, waits until the page has drawn what the tap did, and taps again `pause` milliseconds after the first tap by the page's clock,
 * which is stopped. Without a pause the second tap comes before anything is drawn.
 */
async function tapTwice(page: Page, first: [number, number], second: [number, number], pause: number, isDrawn: () => Promise<boolean>) {
  const now = () => page.evaluate(() => Date.now());
  const begin = await now();
  await page.mouse.click(...first);
  if (pause > 0) {
    const step = async () => {
      await page.clock.runFor(1);
      return isDrawn();
    };
    await expect.poll(step, { intervals: [20] }).toBe(true);
    await page.clock.runFor(Math.max(begin + pause - (await now()), 0));
  }
  await page.mouse.click(...second);
}

/** Opens the infantry's fire of Skippon at the Bluecoats, at the shortest range. */
async function openFire(page: Page, id: string) {
  await openPanel(page, 'a1', 'infantry_fire', 'Bluecoats', id);
  const anyway = page.getByRole('button', { name: 'Do it anyway' });
  const ranges = page.getByRole('group', { name: /^(Range|Distance)/ });
  await expect(anyway.or(ranges).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await ranges.locator('.chip').first().click();
  await page.getByRole('button', { name: 'Enter dice' }).click();
}

for (const width of [360, 412]) {
  test(`the second tap on Apply undoes nothing and ends no phase, on ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    for (const pause of [0, 150, 400]) {
      const id = `turn${pause}`;
      await open(page, id);
      await openFire(page, id);
      while (await pad(page).isVisible()) {
        await pad(page).getByRole('button', { name: '6', exact: true }).click();
        await drawn(page);
      }
      await expect(outcome(page)).toBeVisible();
      await stopClock(page);
      // Along the bar, as thumbs go astray.
      const [x, y] = await centre(apply(page));
      const isTable = () => page.getByRole('region', { name: 'Phase' }).isVisible();
      await tapTwice(page, [x, y], [x - 20, y], pause, isTable);
      await page.clock.runFor(300);
      await page.mouse.click(x, y);
      await page.clock.resume();
      await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
      // An undo or a phase that a tap began would be in the log before the phase that is meant.
      await fingerAway(page);
      await confirm(nextPhase(page));
      await expect.poll(() => phases(page), `${pause} ms later`).toBe(1);
      expect(await undone(page), `${pause} ms later`).toBe(0);
    }
  });
}

test('the second tap on Next ends no other phase; a later one does', async ({ page }) => {
  await open(page);
  await stopClock(page);
  const status = page.getByRole('region', { name: 'Phase' });
  const before = await status.textContent();
  const point = await centre(nextPhase(page));
  await tapTwice(page, point, point, 150, async () => (await status.textContent()) !== before);
  await page.clock.resume();
  await fingerAway(page);
  await page.mouse.click(...(await centre(nextPhase(page))));
  // Were the second tap taken, its phase would be in the log before the last one.
  await expect.poll(() => phases(page)).toBe(2);
  await drawn(page);
  expect(await phases(page)).toBe(2);
});

test('something is created once', async ({ page }) => {
  await page.goto('./#/rosters');
  const twice = async (control: Locator) => {
    const point = await centre(control);
    await page.mouse.click(...point);
    await page.mouse.click(...point);
  };
  await twice(page.getByRole('button', { name: /^New roster for/ }).first());
  await expect(page.getByLabel('Name of the roster')).toBeVisible();
  await stopClock(page);
  const units = page.locator('article.card');
  const point = await centre(page.getByRole('button', { name: 'Add a unit' }));
  await tapTwice(page, point, point, 200, async () => (await units.count()) > 0);
  await page.clock.resume();
  // Another is added when the finger was away.
  await fingerAway(page);
  await page.getByRole('button', { name: 'Add a unit' }).click();
  await expect(units.nth(1)).toBeVisible();
  await expect(units).toHaveCount(2);
  await page.goto('./#/rosters');
  await expect(page.locator('main .list').first().locator('> li')).toHaveCount(1);
  await page.goto('./#/new');
  const begin = page.getByRole('button', { name: 'Begin the battle' });
  await expect(begin).toBeVisible();
  await fingerAway(page);
  await twice(begin);
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  expect(await battles(page)).toBe(1);
  // Nor do two clicks of a screen reader, which does not tap.
  await page.goto('./#/new');
  await begin.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  expect(await battles(page)).toBe(2);
});

test('a key that is held does its act once', async ({ page }) => {
  await open(page);
  const hold = async (key: string) => {
    for (let times = 0; times < 8; times += 1) await page.keyboard.down(key);
    await page.keyboard.up(key);
    await drawn(page);
  };
  const log = async () => (await events(page)).map(({ act, undo, redo }) => act?.deed ?? (undo ? 'undo' : redo && 'redo'));
  await page.getByRole('heading', { level: 1 }).focus();
  await hold('n');
  await expect.poll(log).toEqual(['phase']);
  await nextPhase(page).focus();
  await hold('Enter');
  await expect.poll(log).toEqual(['phase', 'phase']);
  await page.getByRole('heading', { level: 1 }).focus();
  await hold('u');
  await expect.poll(log).toEqual(['phase', 'phase', 'undo']);
  // The same key again, and others at once, are meant. What a held key had done more would be in the log before them.
  await page.keyboard.press('u');
  await page.keyboard.press('r');
  await page.keyboard.press('u');
  await expect.poll(log).toEqual(['phase', 'phase', 'undo', 'undo', 'redo', 'undo']);
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
  await openFire(page, 'turn');
  await expect(page.locator('.slot')).toHaveCount(2);
  await fingerAway(page);
  const six = pad(page).getByRole('button', { name: '6', exact: true });
  await six.click();
  await six.click();
  await expect(page.locator('.rolls .face').filter({ hasText: '6' })).toHaveCount(2);
});
