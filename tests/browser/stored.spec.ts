// Data of an earlier Drumhead opens in this one: the battles, the backup and the links of tests/fixtures/v1. crates/exchange/tests/it/stored compares the
// contents; here every page of the battles is opened, and play continues.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './page';
import { openCheck, saved, seal } from './play';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/v1/${name}`, import.meta.url), 'utf8');
const texts = (name: string): Record<string, string> => JSON.parse(fixture(name)).texts;
const answers = (name: string) => JSON.parse(fixture(`answers/${name}.json`));
/** The value of a stored text. */
const parseSealed = (text: string) => JSON.parse(text.split('.').slice(3).join('.'));

async function storeTexts(page: Page, all: Record<string, string>) {
  await page.addInitScript((all) => {
    if (localStorage.length === 0) Object.entries(all).forEach(([key, text]) => localStorage.setItem(key, text));
  }, all);
}

/** Recorded facts about a battle. */
interface Recorded {
  fingerprint: string;
}

/** Opens a battle and all its pages. */
async function open(page: Page, id: string, name: string, recorded: Recorded) {
  await page.goto(`./#/battle/${id}`);
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await openCheck(page, `#/battle/${id}`);
  await expect(page.getByText(recorded.fingerprint)).toBeVisible();
  await page.goto(`./#/battle/${id}/report`);
  await expect(page.getByRole('button', { name: 'Save as text' })).toBeVisible();
}

for (const file of ['pike_and_shot', 'pikette_squared', 'argad_2025', 'argad_2024', 'arquebusier']) {
  test(`a stored battle opens, and its pending roll continues: ${file}`, async ({ page }) => {
    const all = texts(`battles/${file}.json`);
    const [key, header] = Object.entries(all).find(([key]) => key.startsWith('drumhead/battle/'))!;
    const id = key.split('/')[2];
    await storeTexts(page, all);
    await open(page, id, parseSealed(header).name, answers(file));
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
    expect(parseSealed(now[discards[0]]).act.deed.resolved.settles).toBe(answers(file).awaiting[0]);
    // The answers are kept until the next act, so that the discard can be undone.
    expect(parseSealed(now[kept[0]]).discarded).toBe(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: parseSealed(header).name, exact: true })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Unapplied roll' })).toBeHidden();
  });
}

for (const file of ['pike_and_shot', 'pikette_squared', 'argad_2025', 'argad_2024', 'arquebusier']) {
  test(`a stored battle of several devices opens: ${file}`, async ({ page }) => {
    const all = texts(`battles/two_devices_${file}.json`);
    const [key, header] = Object.entries(all).find(([key]) => key.startsWith('drumhead/battle/'))!;
    await storeTexts(page, all);
    await open(page, key.split('/')[2], parseSealed(header).name, answers(`two_devices_${file}`));
    await expect.poll(() => saved(page), 'to look at a battle changes nothing').toEqual(all);
  });
}

test('the backup of 1.0.0 and the data about its device stay unchanged', async ({ page }) => {
  const all = { ...texts('backup_1_0_0.json'), ...JSON.parse(fixture('stays_1_0_0.json')) };
  await storeTexts(page, { ...all, 'drumhead/settings': seal({}) });
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
  await storeTexts(page, { ...all, ...JSON.parse(fixture('stays.json')) });
  for (const [id, recorded] of Object.entries<Recorded>(battles)) {
    await open(page, id, parseSealed(all[`drumhead/battle/${id}`]).name, recorded);
  }
  for (const [id, roster] of Object.entries<{ name: string }>(rosters)) {
    await page.goto(`./#/roster/${id}`);
    await expect(page.getByLabel('Name of the roster')).toHaveValue(roster.name);
  }
  const draft = parseSealed(JSON.parse(fixture('stays.json'))['drumhead/draft/sh0rt']);
  const { 'drumhead/draft/sh0rt': left, ...now } = await saved(page);
  // The entered die is now stored separately, as all entered dice are.
  const typed = Object.keys(now).filter((key) => key.startsWith('drumhead/dice/sh0rt/'));
  expect(typed).toHaveLength(1);
  expect(parseSealed(now[typed[0]])).toEqual(draft);
  delete now[typed[0]];
  expect(left, 'it is stored once').toBeUndefined();
  expect(now, 'unreadable texts stay, too').toEqual(all);
  // The panel shows it, and more dice can be entered.
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
