// The best act and the best target. Each chance in a list is the chance that the panel shows.
import type { Page } from '@playwright/test';
import { expect, test } from './page';
import { pick } from './play';
import { lay } from './script';
import { fakeThreads, held } from './threads';

test('an act on the open row shows its best chance, which the panel shows for that target', async ({ page }) => {
  await page.goto('./#/sample/pike_and_shot');
  const offer = page.locator('.unit-body').getByRole('link', { name: 'Charge or counter-charge', exact: true }).first();
  // A chance names its target.
  await expect(offer).toHaveAttribute('data-best', /^\d+ % · ./);
  const [best, whom] = (await offer.getAttribute('data-best'))!.split(' · ');
  const words = (await offer.getAttribute('title'))!;
  expect(words).toContain(best);
  expect(words.split(': ').at(-1)!).toBe(whom);
  await offer.click();
  const candidate = page.locator('.candidate:visible', { hasText: whom });
  const chosen = page.locator('section.role', { hasText: whom });
  await expect(candidate.or(chosen).first()).toBeVisible();
  if (await candidate.isVisible()) await candidate.click();
  const chance = page.locator('.glance > span[data-chance]').first();
  await expect(chance).toHaveAttribute('data-chance', best);
  await expect(chance).toHaveAttribute('data-what', /charges$/);
});

const figures = (page: Page) =>
  page.locator('.candidate:visible > small').evaluateAll((all) => all.map((chance) => Number.parseInt(chance.textContent)));

test('targets are listed best first, each with the chance that its own panel shows', async ({ page }) => {
  await page.goto('./#/sample/pike_and_shot');
  await page.locator('.unit-body').getByRole('link', { name: 'Charge or counter-charge', exact: true }).click();
  const targets = page.locator('.candidate:visible');
  if (!(await targets.first().isVisible())) await page.locator('.role.enemy .who').click();
  await expect(targets.first().locator('small')).toHaveText(/^\d+ % charges$/);
  const all = await figures(page);
  expect(all.length).toBeGreaterThan(3);
  expect(all).toEqual([...all].sort((a, b) => b - a));
  for (const nth of [0, all.length - 1]) {
    const target = targets.nth(nth);
    const name = (await target.evaluate((button) => button.firstChild!.textContent))!;
    await target.click();
    await expect(page.locator('.glance > span[data-chance]').first()).toHaveAttribute('data-chance', `${all[nth]} %`);
    await page.locator('.role.enemy .who', { hasText: name }).click();
    await expect(targets).toHaveCount(all.length);
  }
});

test('on a wide screen, the units next to the panel show the same chances', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('./#/sample/pike_and_shot');
  await page.locator('.unit-body').getByRole('link', { name: 'Charge or counter-charge', exact: true }).first().click();
  const targets = page.locator('.candidate:visible');
  if (!(await targets.first().isVisible())) await page.locator('.role.enemy .who').click();
  await expect(targets.first().locator('small')).toHaveText(/^\d+ % charges$/);
  const listed = await targets.evaluateAll((all) =>
    all.map((button) => [button.firstChild!.textContent!, button.querySelector('small')!.textContent]),
  );
  expect(listed.length).toBeGreaterThan(3);
  for (const [name, words] of listed) {
    await expect(page.locator('.side-panel button.line', { hasText: name }).locator('.prospect')).toHaveText(words);
  }
  // When one is chosen, the others can still be compared with it.
  await targets.first().click();
  const other = page.locator('.side-panel button.line', { hasText: listed.at(-1)![0] });
  await expect(other.locator('.prospect')).toHaveText(listed.at(-1)![1]);
});

/** Fire of a great regiment, whose odds at another regiment take long. */
async function greatVolley(page: Page) {
  const foot = { pikes: 100, muskets: 200, morale_class: 'good' };
  const horse = { troop_type: 'horse', figures: 6, morale_class: 'good' };
  const unit = (id: string, side: number, name: string, profile: object) => ({ id, side, profile: { name, ...profile } });
  const units = [unit('a1', 0, 'Essex', foot), unit('b1', 1, 'Lisle', foot), unit('b2', 1, 'Byron', horse)];
  await lay(page, { ruleset: 'pike_and_shot', units }, 'turn', { hints: ['table', 'resolve'] }, [['battle', 'phase', 5]]);
  await page.goto('./#/battle/turn/do/infantry_fire/a1');
}

const target = (page: Page, name: string) => page.locator('.candidate:visible', { hasText: name });

test('targets whose odds take long get their chances from a worker, as their panels do', async ({ page }) => {
  test.slow();
  const go = await held(page);
  await greatVolley(page);
  const words = (name: string) => target(page, name).locator('small');
  await expect(words('Byron')).toHaveText(/^\d+ % /);
  await expect(words('Lisle')).toHaveText('Working out the odds…');
  go();
  await expect(words('Lisle')).toHaveText(/^\d+ % /, { timeout: 60_000 });
  const listed = (await words('Lisle').textContent())!;
  await expect(page.locator('.assumed')).toContainText('at 6″');
  await target(page, 'Lisle').click();
  // The field for the exact range keeps its distance from the buttons for bands of range.
  const [chip, field] = await Promise.all([
    page.locator('.chips.bands > .chip').last().boundingBox(),
    page.locator('.chips.bands > input').boundingBox(),
  ]);
  expect(Math.max(field!.x - chip!.x - chip!.width, field!.y - chip!.y - chip!.height)).toBeGreaterThanOrEqual(4);
  await page.locator('.chips.bands > input').fill('6');
  await page.locator('.chips.bands > input').blur();
  const chances = page.getByRole('region', { name: 'Odds' }).locator('.chances li');
  for (const chance of listed.split(' · ')) await expect(chances.filter({ hasText: chance })).toHaveText([chance], { timeout: 60_000 });
});

test('the worker stops as soon as another target is chosen', async ({ page }) => {
  const all = await fakeThreads(page);
  await greatVolley(page);
  await expect(target(page, 'Lisle').locator('small')).toHaveText('Working out the odds…');
  await expect.poll(() => all.begun).toBe(1);
  await target(page, 'Byron').click();
  await expect.poll(() => all.ended).toBe(1);
});

test('a range that was not entered is assumed, and the list shows the assumption', async ({ page }) => {
  await page.goto('./#/sample/argad');
  await page.locator('.unit-body').getByRole('link', { name: 'Shoot', exact: true }).click();
  if (!(await page.locator('.candidate:visible').first().isVisible())) await page.locator('.role.enemy .who').click();
  await expect(page.locator('.assumed')).toHaveText('Assumed: at 10 cm, in the open');
  const all = await figures(page);
  expect(all.length).toBeGreaterThan(2);
  expect(all).toEqual([...all].sort((a, b) => b - a));
  // When one of several is chosen, all keep their chances.
  await page.locator('.candidate:visible').first().click();
  await expect(page.locator('.candidate[aria-pressed=true]')).toHaveCount(1);
  await expect.poll(() => figures(page)).toEqual(all);
});

test('the answers about a target are kept for the turn, and do not apply to another', async ({ page }) => {
  await page.goto('./#/sample/argad');
  const shoot = page.locator('.unit-body').getByRole('link', { name: 'Shoot', exact: true });
  await shoot.click();
  const targets = page.locator('.candidate:visible');
  if (!(await targets.first().isVisible())) await page.locator('.role.enemy .who').click();
  await expect(targets.first().locator('small')).toHaveText(/^\d+ %/);
  const [first, second] = await targets.evaluateAll((all) => all.map((button) => button.firstChild!.textContent!));
  const cover = page.getByRole('combobox', { name: 'Cover' });
  const answer = cover.locator('option:checked');

  await targets.filter({ hasText: first }).click();
  await page.locator('.chips.bands .chip').first().click();
  await pick(cover, 'Behind a narrow opening');
  const chance = page.locator('.glance > span[data-chance]').first();
  const covered = (await chance.getAttribute('data-chance'))!;
  // Several units can be shot at together, so the first target is removed before the second is added.
  if (!(await targets.first().isVisible())) await page.locator('.role.enemy .who').click();
  await targets.filter({ hasText: first }).click();
  await expect(page.locator('.role.enemy .who')).not.toContainText(first);
  await targets.filter({ hasText: second }).click();
  await expect(page.locator('.role.enemy .who')).toContainText(second);
  await expect(answer).not.toHaveText('Behind a narrow opening');

  // After a visit to the table, the panel is as before, and the first target has its answers.
  await page.getByRole('link', { name: 'Back' }).click();
  await shoot.click();
  await expect(page.locator('.role.enemy .who')).toContainText(second);
  if (!(await targets.first().isVisible())) await page.locator('.role.enemy .who').click();
  await targets.filter({ hasText: second }).click();
  await expect(targets.filter({ hasText: first }).locator('small')).toContainText(covered);
  await targets.filter({ hasText: first }).click();
  await expect(answer).toHaveText('Behind a narrow opening');
});
