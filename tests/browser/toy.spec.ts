// A ruleset that was added in one file (crates/toy/src/lib.rs) and a line of the list of rulesets: the pages draw it, though none
// of them has heard of it. It is in no release build; this one is made for the test, in debug.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from './page';
import { act, apply, card, next, number, outcome, side, type } from './regiments';

const folder = process.env.DRUMHEAD_TOY ?? join(import.meta.dirname, '../../target/toy-dist');

const test = base.extend<object, { host: string }>({
  host: [
    async ({}, use) => {
      if (!existsSync(folder)) throw new Error('`cargo xtask test --only browser` builds the app with the toy ruleset first.');
      const host: ChildProcess = fork(join(import.meta.dirname, 'host.js'), [folder, '/', '0']);
      const [{ port }] = await once(host, 'message');
      await use(`http://127.0.0.1:${port}/`);
      host.disconnect();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ host }, use) => use(host),
});

test('its panel without a battle asks what its forms ask, gives odds, refuses and plays', async ({ page }) => {
  await page.goto('./#/quick/toy');
  await page.getByRole('link', { name: /^Roll marbles/ }).click();
  const [roller, target] = [page.getByRole('group', { name: 'Who rolls' }), page.getByRole('group', { name: 'At whom' })];
  await roller.getByRole('textbox', { name: 'Standing' }).fill('2');
  await target.getByRole('textbox', { name: 'Standing' }).fill('1');
  await target.getByText('tin', { exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Each soldier rolls one marble.' }).first()).toBeVisible();
  await number(page, 'Marbles', 2);
  // Either of two marbles on 4 or more: 1 - (1/2)².
  await expect(page.getByRole('region', { name: 'Odds' })).toContainText('75 % knocks one over');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [4, 5]);
  await expect(outcome(page)).toContainText(/^1 knocked over\. ?Nobody is left standing\.Each marble/);
});

test('a battle of it is begun from its samples, fought from its cards, and reported in its words', async ({ page }) => {
  await page.goto('./#/new');
  await page.getByRole('radio', { name: 'The Nursery Floor', exact: true }).check();
  await page.getByLabel('First side').selectOption({ index: 1 });
  await page.getByLabel('Second side').selectOption({ index: 2 });
  await page.getByLabel('Name of the battle').fill('Before bedtime');
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('region', { name: 'Phase' })).toContainText('Round 1 · Marbles');
  // Wood takes a 5; the only enemy is the target without being asked for.
  await act(page, /The red box/, 'Grenadiers', 'Roll marbles');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [6, 5, 4]);
  await expect(outcome(page)).toContainText('2 knocked over.');
  await apply(page);
  await side(page, /The toy chest/);
  await expect((await card(page, 'Ninepins')).getByRole('group', { name: 'Fallen' }).getByRole('status')).toHaveText('2');
  await next(page);
  // Who lies on the floor is due for tidying up, and the strip leads there.
  const due = page.getByRole('region', { name: 'Due now' }).getByRole('button', { name: /^Stand them up/ });
  await expect(due).toContainText('Ninepins has soldiers on the floor.');
  await due.click();
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [4, 3]);
  await apply(page);
  await expect((await card(page, 'Ninepins')).getByRole('group', { name: 'Fallen' }).getByRole('status')).toHaveText('1');
});

base('it is in no release', async ({ page }) => {
  await page.goto('./#/new');
  await expect(page.getByRole('radio', { name: 'Pike & Shot', exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'The Nursery Floor' })).toHaveCount(0);
});
