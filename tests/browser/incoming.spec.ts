// Links and files that are opened delete nothing, and add nothing that the preview did not show.
import type { Page } from '@playwright/test';
import { expect, test } from './page';
import { addRoster, beginBattle, confirm, nextPhase, saved, seal } from './play';
import { logLength } from './script';

async function linkOf(page: Page): Promise<string> {
  await page.goto(`./${/#\/battle\/[^/]+/.exec(page.url())![0]}/share`);
  return page.getByRole('textbox', { name: 'The link' }).inputValue();
}

const undoOfNotice = (page: Page) => page.locator('.notice').getByRole('button', { name: 'Undo' });

test('the offer to undo an added battle ends with its first act', async ({ page, browser }) => {
  await beginBattle(page);
  for (let n = 0; n < 2; n++) await confirm(nextPhase(page));
  const table = page.url();
  const link = await linkOf(page);
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await other.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(undoOfNotice(other)).toBeVisible();
  await confirm(nextPhase(other));
  await expect(undoOfNotice(other)).toBeHidden();
  await other.reload();
  await expect.poll(() => logLength(other)).toBe(3);

  // The same is true if the battle was here and got more acts.
  await page.goto(await linkOf(other));
  expect(table).toContain('/battle/');
  await page.getByRole('button', { name: 'Update the battle' }).click();
  await expect(undoOfNotice(page)).toBeVisible();
  await confirm(nextPhase(page));
  await expect(undoOfNotice(page)).toBeHidden();
  await page.reload();
  await expect.poll(() => logLength(page)).toBe(4);
});

test('an added battle cannot be undone after another tab has acted in it', async ({ page, context, browser }) => {
  const giver = await (await browser.newContext()).newPage();
  await beginBattle(giver);
  await confirm(nextPhase(giver));
  const table = giver.url();
  const buffer = Buffer.from(JSON.stringify({ drumhead: 'saved', schema: 1, texts: await saved(giver) }));
  await page.goto('./#/saved');
  await page.getByLabel(/^A backup/).setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  // The battle is not open in this tab, so the tab does not notice its acts.
  const other = await context.newPage();
  await other.goto(table);
  await confirm(nextPhase(other));
  await undoOfNotice(page).click();
  await expect(page.getByRole('status').getByText('Not undone: it has changed since.')).toBeVisible();
  await page.goto(table);
  await page.reload();
  await expect.poll(() => logLength(page)).toBe(2);

  // A tab with the open battle notices the act, and removes the offer.
  const third = await (await browser.newContext()).newPage();
  await third.goto(await linkOf(giver));
  await third.getByRole('button', { name: 'Add', exact: true }).click();
  const fourth = await third.context().newPage();
  await fourth.goto(table);
  await expect(undoOfNotice(third)).toBeVisible();
  await confirm(nextPhase(fourth));
  await expect(undoOfNotice(third)).toBeHidden();
});

test('a file adds nothing that its preview did not name', async ({ page }) => {
  await addRoster(page);
  await beginBattle(page);
  await confirm(nextPhase(page));
  const texts = await saved(page);
  const table = page.url();
  const id = /battle\/([^/]+)/.exec(table)![1];
  const event = Object.keys(texts).find((key) => key.includes('/event/'))!;
  const stray = event.replace(/\/\d+-/, '/7-');
  const roster = seal({ ruleset: 'argad', name: 'Gascons', units: [] });
  const file = (more: object) => ({
    name: 'x.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ drumhead: 'saved', schema: 1, texts: more })),
  });
  await page.goto('./#/saved');
  await page.getByLabel(/^A backup/).setInputFiles(
    file({
      'drumhead/roster/gascons': roster,
      [stray]: texts[event],
      'drumhead/settings': seal({ theme: 'dark' }),
      'drumhead/roster/bad': 'damaged',
    }),
  );
  const preview = page.getByRole('region', { name: 'Contents' });
  await expect(preview).toContainText('Gascons');
  await expect(preview).toContainText('Actions without their battle, left out: 1');
  await expect(preview).toContainText('The settings');
  await expect(preview).toContainText('drumhead/roster/bad');
  await preview.getByRole('button', { name: 'Add', exact: true }).click();
  const now = await saved(page);
  expect(
    Object.keys(now)
      .filter((key) => !(key in texts))
      .sort(),
  ).toEqual(['drumhead/roster/bad', 'drumhead/roster/gascons', 'drumhead/settings']);

  // Together with its battle it is an update, which the preview names.
  const battle = Object.fromEntries(Object.entries(texts).filter(([key]) => key.includes(id)));
  await page.getByLabel(/^A backup/).setInputFiles(file({ ...battle, [stray]: texts[event] }));
  await expect(preview).toContainText('1 entry of the log ahead');
  await preview.getByRole('button', { name: 'Do nothing' }).click();
  await page.getByLabel(/^A backup/).setInputFiles(file({ [stray]: texts[event] }));
  await expect(preview).toContainText('nothing in it to be added');
  await preview.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => saved(page)).toEqual(now);
});

test('texts that would need endless work are left out by name, and an existing counter of a million is drawn', async ({ page }) => {
  await beginBattle(page);
  await page.getByRole('button', { name: 'Counters: more' }).first().click();
  const texts = await saved(page);
  const id = /battle\/([^/]+)/.exec(page.url())![1];
  const header = `drumhead/battle/${id}`;
  const [event, text] = Object.entries(texts).find(([key, text]) => key.includes('/event/') && text.includes('"counters"'))!;
  const stamp = event.split('/').pop()!;
  const million = seal(JSON.parse(text.slice(text.indexOf('{')).replace(/"to":\d+/g, '"to":1000000')));
  const later = (length: number, text: (n: number) => string, from = 100) =>
    Object.fromEntries(Array.from({ length }, (_, n) => [`drumhead/event/${id}/${n + from}-z`, text(n)]));
  const [undo, redo] = [seal({ undo: stamp }), seal({ redo: stamp })];
  const undos = (length: number, from?: number) => later(length, (n) => (n % 2 ? redo : undo), from);
  const open = async (more: object) => {
    const buffer = Buffer.from(
      JSON.stringify({ drumhead: 'saved', schema: 1, texts: { [header]: texts[header], [event]: text, ...more } }),
    );
    await page.getByLabel(/^A backup/).setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer });
  };
  const preview = page.getByRole('region', { name: 'Contents' });
  await page.goto('./#/saved');
  // Each undo of the first act also undoes all later ones.
  for (const bad of [{ [event]: million }, { ...later(3_000, () => text), ...undos(1_500, 4_000) }]) {
    await open(bad);
    await expect(preview).toContainText(/Left out, as they hold more than Drumhead takes:\s*Cheriton lane/);
    await expect(preview).toContainText('There is nothing in it to be added.');
    await preview.getByRole('button', { name: 'Continue' }).click();
    await expect(preview).toHaveCount(0);
  }
  // Many undos of single acts need little work.
  await open(undos(15_000));
  await expect(preview).toContainText('15000 entries of the log ahead', { timeout: 15_000 });
  await preview.getByRole('button', { name: 'Do nothing' }).click();
  await expect.poll(() => saved(page)).toEqual(texts);
  // An earlier version may have stored such a counter, so it is shown.
  await page.evaluate(([event, million]) => localStorage.setItem(event, million), [event, million] as const);
  await page.goto(`./#/battle/${id}`);
  await page.reload();
  const unit = page.locator('article', { has: page.getByRole('group', { name: 'Counters' }) }).first();
  await unit.locator('.unit-row').click();
  await unit.getByRole('button', { name: 'Counters: less' }).click();
  await expect.poll(() => logLength(page)).toBe(2);
});
