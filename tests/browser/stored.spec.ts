// What an earlier Drumhead stored opens in this one: the battles, the backup and the links of tests/fixtures/v1. What each
// battle holds is compared in tests/stored; here every page of it is shown, and play goes on.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './page';
import { openCheck, saved, seal } from './play';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/v1/${name}`, import.meta.url), 'utf8');
const texts = (name: string): Record<string, string> => JSON.parse(fixture(name)).texts;
const answers = (name: string) => JSON.parse(fixture(`answers/${name}.json`));
/** What a stored text holds. */
const held = (text: string) => JSON.parse(text.split('.').slice(3).join('.'));

async function lay(page: Page, all: Record<string, string>) {
  await page.addInitScript((all) => {
    if (localStorage.length === 0) Object.entries(all).forEach(([key, text]) => localStorage.setItem(key, text));
  }, all);
}

/** What was recorded of a battle. */
interface Recorded {
  fingerprint: string;
}

/** Opens a battle and all pages that tell of it. */
async function open(page: Page, id: string, name: string, recorded: Recorded) {
  await page.goto(`./#/battle/${id}`);
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await openCheck(page, `#/battle/${id}`);
  await expect(page.getByText(recorded.fingerprint)).toBeVisible();
  await page.goto(`./#/battle/${id}/report`);
  await expect(page.getByRole('button', { name: 'Save as text' })).toBeVisible();
}

for (const file of ['pike_and_shot', 'pikette_squared', 'argad_2025', 'argad_2024', 'arquebusier']) {
  test(`a stored battle opens, and its pending roll goes on: ${file}`, async ({ page }) => {
    const all = texts(`battles/${file}.json`);
    const [key, header] = Object.entries(all).find(([key]) => key.startsWith('drumhead/battle/'))!;
    const id = key.split('/')[2];
    await lay(page, all);
    await open(page, id, held(header).name, answers(file));
    await expect.poll(() => saved(page), 'to look at a battle changes nothing').toEqual(all);

    await page.goto(`./#/battle/${id}`);
    await page.getByRole('status', { name: 'Unapplied roll' }).getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(page.getByRole('status', { name: 'Unapplied roll' })).toBeHidden();
    const now = await saved(page);
    const added = Object.keys(now).filter((key) => !(key in all));
    const [discards, kept] = ['drumhead/event/', 'drumhead/dice/'].map((kind) => added.filter((key) => key.startsWith(kind)));
    expect([discards.length, kept.length, added.length]).toEqual([1, 1, 2]);
    expect(held(now[discards[0]]).act.deed.resolved.settles).toBe(answers(file).awaiting[0]);
    // What was answered is kept until the next act, so that the discard can be taken back.
    expect(held(now[kept[0]]).discarded).toBe(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: held(header).name, exact: true })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Unapplied roll' })).toBeHidden();
  });
}

for (const file of ['pike_and_shot', 'pikette_squared', 'argad_2025', 'argad_2024', 'arquebusier']) {
  test(`a stored battle of several devices opens: ${file}`, async ({ page }) => {
    const all = texts(`battles/two_devices_${file}.json`);
    const [key, header] = Object.entries(all).find(([key]) => key.startsWith('drumhead/battle/'))!;
    await lay(page, all);
    await open(page, key.split('/')[2], held(header).name, answers(`two_devices_${file}`));
    await expect.poll(() => saved(page), 'to look at a battle changes nothing').toEqual(all);
  });
}

test('the backup of 1.0.0 and what it kept on its device stay as they are', async ({ page }) => {
  const all = { ...texts('backup_1_0_0.json'), ...JSON.parse(fixture('stays_1_0_0.json')) };
  await lay(page, { ...all, 'drumhead/settings': seal({}) });
  for (const [id, roster] of Object.entries<{ name: string }>(answers('backup_1_0_0').rosters)) {
    await page.goto(`./#/roster/${id}`);
    await expect(page.getByLabel(/^Name of the (roster|set)/)).toHaveValue(roster.name);
  }
  const before = Object.keys(all).filter((key) => !['drumhead/settings', 'drumhead/device', 'drumhead/writer'].includes(key));
  const now = await saved(page);
  for (const key of before) expect(now[key], key).toBe(all[key]);
});

test('a stored backup is listed, and its rosters and battles open', async ({ page }) => {
  const all = texts('backup.json');
  const { rosters, battles } = answers('backup');
  await lay(page, { ...all, ...JSON.parse(fixture('stays.json')) });
  for (const [id, recorded] of Object.entries<Recorded>(battles)) {
    await open(page, id, held(all[`drumhead/battle/${id}`]).name, recorded);
  }
  for (const [id, roster] of Object.entries<{ name: string }>(rosters)) {
    await page.goto(`./#/roster/${id}`);
    await expect(page.getByLabel('Name of the roster')).toHaveValue(roster.name);
  }
  const draft = held(JSON.parse(fixture('stays.json'))['drumhead/draft/sh0rt']);
  const { 'drumhead/draft/sh0rt': left, ...now } = await saved(page);
  // The die that was typed waits by itself, as all dice that are typed do.
  const typed = Object.keys(now).filter((key) => key.startsWith('drumhead/dice/sh0rt/'));
  expect(typed).toHaveLength(1);
  expect(held(now[typed[0]])).toEqual(draft);
  delete now[typed[0]];
  expect(left, 'it waits once').toBeUndefined();
  expect(now, 'what cannot be read stays, too').toEqual(all);
  // It is there, and is typed on.
  await page.goto(`./#/battle/sh0rt/do/${draft.procedure}`);
  await expect(page.locator('.rolls')).toContainText('4');
});

test('stored links open', { tag: '@engines' }, async ({ page }) => {
  const links = fixture('links.txt')
    .split('\n')
    .filter((line) => line && !line.startsWith('//'));
  for (const line of links) {
    const [name, fragment] = line.split(' ');
    await page.goto(`./#${fragment}`);
    await expect(page.getByRole('region', { name: 'Contents' }), name).toBeVisible();
    await page.goto('./#/');
  }
});
