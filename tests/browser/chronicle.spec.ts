// Closing a battle, the chronicle, statistics of all battles, rosters of survivors, and the clock.
import { readFileSync } from 'node:fs';
import { expectAccessible } from './axe';
import { expectLayout } from './layout';
import { expect, test } from './page';
import { fromMenu, saved, unit } from './play';
import { fightMelee, twoRegiments } from './regiments';
import { idOf } from './two_phones';
import type { Page } from '@playwright/test';

const [HORSE, FOOT] = ["Haselrig's Horse", "Pinchbeck's Foot"];

async function close(page: Page, verdict: string, note = '') {
  await page.goto(`./#/battle/${idOf(page)}/close`);
  await page.getByText(verdict, { exact: true }).click();
  await page.getByLabel('Note').fill(note);
  await page.getByRole('button', { name: 'Close the battle' }).click();
  await expect(page.getByRole('region', { name: 'The end' })).toContainText(`${verdict}.`);
}

const theEnd = (page: Page) => page.getByRole('region', { name: 'The end' });

test('a closed battle refuses acts, and can be reopened', async ({ page }) => {
  await fightMelee(page);
  await page.goto(`./#/battle/${idOf(page)}/close`);
  await expect(page.getByRole('heading', { level: 1, name: 'Close the battle' })).toBeVisible();
  await expect(page.locator('main')).toContainText('The rules do not say who has won.');
  await expectAccessible(page, 'the page on which a battle is closed');
  await close(page, 'The King won', 'Waller withdrew at dusk.');
  await expect(theEnd(page)).toContainText(/^Closed on \d+ \w+ \d{4}: The King won\./);
  await expect(theEnd(page)).toContainText('Waller withdrew at dusk.');
  const foot = await unit(page, FOOT);
  const counters = foot.getByRole('group', { name: 'Counters' });
  const before = await counters.innerText();
  await counters
    .getByRole('button', { name: /more|\+/i })
    .first()
    .click();
  await expect(page.getByText('The battle is closed. Reopen it to go on.').first()).toBeVisible();
  expect(await counters.innerText()).toBe(before);
  // A native control returns to its state before the tap.
  await foot.getByText('More', { exact: true }).click();
  const out = foot.getByRole('checkbox', { name: 'Out of the battle' });
  await out.locator('xpath=..').click();
  await expect(out).not.toBeChecked();
  // Other pages do not offer the acts that are refused here.
  const refused = page.getByText('The battle is closed. Reopen it to go on.');
  await expect(refused.first()).toBeVisible();
  const here = page.url();
  await page.goto('./#/');
  await expect(page.getByRole('button', { name: 'Reopen' })).toHaveCount(0);
  await page.goto(here);
  const next = page.getByRole('button', { name: /^Next ›/ });
  await expect(next).toBeDisabled();
  await next.press('Enter');
  await expect(refused.first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await theEnd(page).getByRole('button', { name: 'Reopen' }).click();
  await expect(theEnd(page)).toHaveCount(0);
  await page.goto(`./#/battle/${idOf(page)}/log`);
  await expect(page.getByRole('listitem').first()).toContainText('Battle reopened');
  // Undo closes the battle again.
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.goto(`./#/battle/${idOf(page)}`);
  await expect(theEnd(page)).toContainText('The King won.');
});

test('the app suggests the end when a side has no units left', async ({ page }) => {
  await twoRegiments(page);
  const foot = await unit(page, FOOT);
  await foot.getByText('More', { exact: true }).click();
  await foot.getByRole('switch', { name: 'Out of the battle' }).or(foot.getByLabel('Out of the battle')).first().click();
  await expect(theEnd(page)).toContainText('The King has nothing left that fights.');
  await theEnd(page).getByRole('link', { name: 'Close the battle' }).click();
  await expect(page.getByRole('radio', { name: 'Parliament won' })).toBeChecked();
  await expect(page.locator('main')).toContainText('By the rules: The King has nothing left that fights.');
});

test('the chronicle keeps a battle whose log is deleted, and shows statistics of all battles', async ({ page }) => {
  await fightMelee(page);
  await close(page, 'Parliament won', 'A short one.');
  await page.goto('./#/');
  await page.getByRole('link', { name: 'Chronicle' }).click();
  const entry = page.locator('.chronicle-entry');
  await expect(entry).toContainText('Parliament won');
  await expect(entry).toContainText('Parliament against The King');
  await expect(page.getByRole('status').filter({ hasText: '1 battle' })).toBeVisible();
  const units = page.getByRole('region', { name: 'Units', exact: true });
  await expect(units.getByRole('row', { name: new RegExp(HORSE) })).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: 'Luck' })
      .getByText(/Luckier than|Too few dice/)
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Were the odds right?' }).getByRole('rowheader').first()).toBeVisible();
  await expectAccessible(page, 'the chronicle');
  await expectLayout(page, 'the chronicle');
  for (const [ending, wanted] of [
    ['CSV', '"Cheriton lane","Pike & Shot","Parliament","The King"'],
    ['Markdown', '| Cheriton lane | Pike & Shot | Parliament | The King |'],
  ]) {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: `Save as ${ending}` }).click();
    expect(readFileSync(await (await file).path(), 'utf8')).toContain(wanted);
  }
  // Filters, which are folded: the battles come first.
  await expect(page.getByLabel('Battle, side or note')).toBeHidden();
  await page.getByText('Filter and order', { exact: true }).click();
  await page.getByLabel('Battle, side or note').fill('naseby');
  await expect(entry).toHaveCount(0);
  await page.getByLabel('Battle, side or note').fill('short');
  await expect(entry).toHaveCount(1);
  // The log is deleted, but the chronicle keeps its entry.
  await page.goto('./#/saved');
  await page.getByRole('button', { name: 'Delete Cheriton lane' }).click();
  await page.getByRole('button', { name: 'Delete the battle' }).click();
  await expect.poll(async () => Object.keys(await saved(page)).filter((key) => /\/(event|battle)\//.test(key))).toEqual([]);
  const texts = Object.entries(await saved(page)).filter(([key]) => key.includes('/chronicle/'));
  expect(texts).toHaveLength(1);
  expect(texts[0][1].length).toBeLessThan(1100);
  await page.reload();
  await page.goto('./#/chronicle');
  await expect(entry).toContainText('Its log is deleted; this is what is left of it.');
  await expect(entry).toContainText('Parliament won');
  await expect(units.getByRole('row', { name: new RegExp(HORSE) })).toBeVisible();
  await entry.getByRole('button', { name: 'Delete Cheriton lane' }).click();
  await expect(page.locator('main')).toContainText('No battles yet.');
});

test('a roster of survivors has the losses, and a line about its history', async ({ page }) => {
  await fightMelee(page);
  await close(page, 'A draw');
  await theEnd(page).getByRole('link', { name: 'Survivors' }).click();
  const king = page.getByRole('region', { name: 'The King' });
  await expect(king.getByRole('group', { name: new RegExp(FOOT) })).toBeVisible();
  await expectAccessible(page, 'the survivors');
  await king.getByText('Leave out', { exact: true }).click();
  await expect(king.getByRole('button', { name: 'Create a roster of The King' })).toBeDisabled();
  await king.getByText(/^Keep/).first().click();
  await king.getByRole('button', { name: 'Create a roster of The King' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The King after Cheriton lane');
  await expect(page.getByText(/^After “Cheriton lane”, .*: A draw\.$/)).toBeVisible();
  const rosters = Object.entries(await saved(page)).filter(([key]) => key.includes('/roster/'));
  const made = rosters.map(([, text]) => text).find((text) => text.includes('After “Cheriton lane”'));
  expect(made).toMatch(/After “Cheriton lane”, \d+ \w+ \d{4}: A draw\./);
  expect(made).toContain(FOOT);
});

test('a clock is switched on, and gives one signal when time is up', async ({ page }) => {
  await page.clock.install();
  await twoRegiments(page);
  const panel = page.locator('.status-panel');
  await expect(panel).toBeHidden();
  await fromMenu(page, page.getByRole('button', { name: 'Clock', exact: true }));
  await expect(panel.getByText('Clock', { exact: true })).toBeFocused();
  await expect(panel.getByRole('timer')).toHaveCount(0);
  await panel.getByText('A limit for the battle', { exact: true }).click();
  await panel.getByLabel('Minutes').fill('20');
  await panel.getByLabel('Minutes').blur();
  await expect(panel.getByRole('timer')).toContainText('of 0:20:00');
  // An invalid limit is refused with a message, and the clock keeps the limit before.
  for (const minutes of ['0', '-3']) {
    await panel.getByLabel('Minutes').fill(minutes);
    await panel.getByLabel('Minutes').blur();
    await expect(panel.getByRole('alert')).toHaveText('A whole number from 1 to 720.');
    await expect(panel.getByRole('timer')).toContainText('of 0:20:00');
  }
  await panel.getByLabel('Minutes').fill('20');
  await panel.getByLabel('Minutes').blur();
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page, 'the clock');
  await page.clock.runFor('01:00');
  await expect(panel.getByRole('timer')).toContainText(/Battle0:16:0\d/);
  // The notice disappears after a few seconds, so the time advances in small steps.
  await page.clock.runFor('03:45');
  await expect(async () => {
    await page.clock.runFor('00:02');
    await expect(page.getByText('Time is up.')).toBeVisible({ timeout: 200 });
  }).toPass();
  await expect(panel.getByRole('timer')).toContainText('Time is up');
  // A mark stays in the head.
  await expect(page.locator('.status-row').getByText('Time is up', { exact: true })).toBeVisible();
  await page.clock.runFor('20:00');
  await expect(page.locator('.status-row').getByText('Time is up', { exact: true })).toBeVisible();
  await expect(panel).toContainText('The clock is stopped.');
});

test(
  'a clock can be switched on before the battle, and counts a phase of both sides for the side that acts',
  { tag: '@phone' },
  async ({ page }) => {
    await page.clock.install();
    await page.goto('./#/new');
    await page.getByText('Clock: No clock', { exact: true }).click();
    await page.getByText('A limit for each side', { exact: true }).click();
    await page.getByLabel('Minutes').fill('30');
    await page.getByLabel('Minutes').blur();
    await page.getByRole('button', { name: 'Begin the battle' }).click();
    await page.locator('.status-row').click();
    const times = page.getByRole('timer', { name: 'Clock' });
    await expect(times).toContainText('of 0:30:00');
    await page.clock.runFor('02:00');
    await expect(times).toContainText(/Next to act0:02:0\d/);
    // The unfolded status line covers the units.
    await page.locator('.status-row').click();
    await page.locator('.unit-row:visible').first().click();
    await page.getByRole('button', { name: 'Counters: more' }).first().click();
    await page.locator('.status-row').click();
    await expect(times.locator('.side-0')).toContainText(/0:02:0\d/);
    await expect(times.locator('.side-1')).toContainText('0:00:00');
    await page.goto(`./#/battle/${idOf(page)}/hall`);
    await expect(times.locator('.side-0')).toContainText(/0:02:0\d/);
  },
);

test('if a battle is deleted before its odds are computed, the statistics name it', async ({ page }) => {
  await fightMelee(page);
  await page.goto('./#/saved');
  await page.getByRole('button', { name: 'Delete Cheriton lane' }).click();
  await page.getByRole('button', { name: 'Delete the battle' }).click();
  await page.goto('./#/chronicle');
  const odds = page.getByRole('region', { name: 'Were the odds right?' });
  await expect(odds.getByText('1 battle is not counted: the chances are not kept.')).toBeVisible();
  await expect(odds.getByRole('table')).toHaveCount(0);
});
