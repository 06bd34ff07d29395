// Group acts in special cases: in two tabs, with hidden counters, corrected in part, undone across other acts, half entered when the
// phase ends, and with dice from the table. Also counters set by hand with several taps, which are one entry of the log like a group act.
import type { Page } from '@playwright/test';
import {
  CHARGES,
  FIRE,
  NUMBERS,
  REST,
  acts,
  apply,
  chip,
  counters,
  events,
  layFormations,
  layRegiments,
  line,
  lines,
  onTable,
  strip,
  tick,
  type,
  undo,
  waiting,
} from './groups';
import { expect, test } from './page';
import { CHECKS_OUT, checkOfLog, confirm, drawn, entryButton, fromMenu, lift, nextPhase, unit } from './play';
import { outcome, pad } from './regiments';
import type { Set } from './script';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const enterDice = (page: Page) => confirm(page.getByRole('button', { name: 'Enter dice' }));
const faces = (page: Page, name: string) => line(page, name).locator('.line-dice .face');
/** The entries of the open log, the latest first. The parts of a group act are inside its entry. */
const entries = (page: Page) => page.locator('li.entry:not(li li)');
const redo = (page: Page) => page.getByRole('button', { name: /^Redo: / });

async function openLog(page: Page) {
  await drawn(page);
  await lift(page);
  await page.goto('./#/battle/turn/log');
  await expect(heading(page)).toHaveText('Log');
}

async function backToTable(page: Page) {
  await page.goto('./#/battle/turn');
  await onTable(page);
}

/** The units that acted, in the order of the log. */
async function actors(page: Page): Promise<string[]> {
  const all = (await events(page)).flatMap(({ act }) => (act && typeof act.deed === 'object' ? [act.deed] : []));
  return all.flatMap((deed) => ('resolved' in deed ? [Object.values(deed.resolved.cast ?? {})[0]] : [])).map(String);
}

/** The counters of a unit on the table. */
const countersOf = async (page: Page, name: string) => (await unit(page, name)).getByRole('group', { name: 'Counters' }).getByRole('status');

test('two tabs show the same group act, which is applied once', async ({ page, context }) => {
  await layFormations(page);
  await confirm(chip(page, /: 8 units/));
  await expect(lines(page)).toHaveCount(8);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(lines(other)).toHaveCount(8);
  for (const n of NUMBERS.slice(3)) await tick(page, `Regiment ${n}`).uncheck();
  await expect(heading(other)).toHaveText(/ 3 units$/);
  await expect(tick(other, 'Regiment 4')).not.toBeChecked();
  await expect(tick(other, 'Regiment 3')).toBeChecked();
  // Dice that are entered in one tab are in the other, which goes on with them.
  await enterDice(other);
  await type(other, [6, 5]);
  await expect(faces(page, 'Regiment 1')).toHaveText(['6']);
  await expect(faces(page, 'Regiment 2')).toHaveText(['5']);
  await expect(pad(page)).toContainText('Regiment 3');
  await type(page, [4]);
  await expect(faces(other, 'Regiment 3')).toHaveText(['4']);
  await expect(apply(other)).toBeVisible();
  await confirm(apply(page));
  await onTable(page);
  await expect(apply(other), 'the other tab can no longer apply it').toHaveCount(0);
  await expect(other.getByText('applied or discarded in another tab').first()).toBeVisible();
  await backToTable(other);
  await expect(waiting(other).locator('.banner')).toHaveCount(0);
  expect(await actors(other)).toEqual(['u1', 'u2', 'u3']);
  expect(await events(page)).toEqual(await events(other));
  await openLog(other);
  await expect(checkOfLog(other)).toHaveText(CHECKS_OUT);
});

test('a group act that the app rolled is applied once in two tabs', async ({ page, context }) => {
  await layFormations(page);
  await confirm(chip(page, /: 8 units/));
  await expect(lines(page)).toHaveCount(8);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(lines(other)).toHaveCount(8);
  await confirm(page.getByRole('button', { name: /^Roll 8 dice/ }));
  await expect(page.locator('.line-dice .face')).toHaveCount(8);
  await expect(other.locator('.line-dice .face')).toHaveText(await page.locator('.line-dice .face').allTextContents());
  await confirm(apply(other));
  await onTable(other);
  await expect(apply(page), 'the first tab can no longer apply it').toHaveCount(0);
  await expect(page.getByText('applied or discarded in another tab').first()).toBeVisible();
  expect((await actors(page)).sort()).toEqual(NUMBERS.map((n) => `u${n}`));
  expect((await events(page)).filter(({ rolled }) => rolled)).toHaveLength(8);
});

/** Hides the counters of the King from this device, which is Parliament's. */
async function hide(page: Page) {
  await page.evaluate(() => localStorage.setItem('drumhead/viewer/turn', SEALED));
}
