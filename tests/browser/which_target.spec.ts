// The best act and the best target. Each chance in a list is the chance that the panel shows.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './page';
import { pick } from './play';
import { lay } from './script';
import { fakeThreads, held } from './threads';

/** The link to an act in the open row of a unit. */
const offer = (page: Page, act: string) => page.getByRole('article').getByRole('link', { name: act, exact: true });
/** The part of a panel in which the target is chosen. */
const targetRole = (page: Page) => page.getByRole('region', { name: /^(Target|Whom)$/ });
/** The button that shows the chosen target, and opens and closes the list. */
const chosen = (page: Page) => targetRole(page).getByRole('button').first();
/** The units in the list. A chosen unit is pressed. */
const targets = (page: Page) => targetRole(page).getByRole('button').and(page.locator('[aria-pressed]'));
const target = (page: Page, name: string) => targets(page).filter({ hasText: name });
/** The announced odds: the dice, and the first chance. */
const announced = (page: Page) => page.getByRole('status', { name: 'Odds' });
const cover = (page: Page) => page.getByRole('combobox', { name: 'Cover' });
const CHARGE = 'Charge or counter-charge';

async function openList(page: Page) {
  if (!(await targets(page).first().isVisible())) await chosen(page).click();
  await expect(targets(page).first()).toBeVisible();
}

/** Names and chances of the units in a list, in order. A chance is the description of its button. */
const namesAndChances = (all: Locator) =>
  all.evaluateAll((buttons) =>
    buttons.map((button) => [
      button.firstChild!.textContent!,
      document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
    ]),
  );

const percentages = async (page: Page) => (await namesAndChances(targets(page))).map(([, chance]) => Number.parseInt(chance));

test('an act on the open row shows its best chance, which the panel shows for that target', async ({ page }) => {
  await page.goto('./#/sample/pike_and_shot');
  const charge = offer(page, CHARGE).first();
  // A chance names its target.
  await expect(charge).toHaveAttribute('data-best', /^\d+ % · ./);
  const [best, whom] = (await charge.getAttribute('data-best'))!.split(' · ');
  const words = (await charge.getAttribute('title'))!;
  expect(words).toContain(best);
  expect(words.split(': ').at(-1)!).toBe(whom);
  await charge.click();
  await expect(targetRole(page)).toContainText(whom);
  if (await target(page, whom).isVisible()) await target(page, whom).click();
  await expect(announced(page)).toContainText(`${best} charges`);
});

test('targets are listed best first, each with the chance that its own panel shows', async ({ page }) => {
  await page.goto('./#/sample/pike_and_shot');
  await offer(page, CHARGE).click();
  await openList(page);
  await expect(targets(page).first()).toHaveAccessibleDescription(/^\d+ % charges$/);
  const all = await percentages(page);
  expect(all.length).toBeGreaterThan(3);
  expect(all).toEqual([...all].sort((a, b) => b - a));
  for (const nth of [0, all.length - 1]) {
    const [name] = (await namesAndChances(targets(page)))[nth];
    await target(page, name).click();
    await expect(chosen(page)).toContainText(name);
    await expect(announced(page)).toContainText(`${all[nth]} % charges`);
    await chosen(page).click();
    await expect(targets(page)).toHaveCount(all.length);
  }
});

test('on a wide screen, the units next to the panel show the same chances', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('./#/sample/pike_and_shot');
  await offer(page, CHARGE).first().click();
  await openList(page);
  await expect(targets(page).first()).toHaveAccessibleDescription(/^\d+ % charges$/);
  const listed = await namesAndChances(targets(page));
  expect(listed.length).toBeGreaterThan(3);
  const nextToPanel = (name: string) => page.getByRole('complementary', { name: 'On the table' }).getByRole('button', { name });
  for (const [name, chance] of listed) await expect(nextToPanel(name)).toContainText(chance);
  // When one is chosen, the others can still be compared with it.
  await targets(page).first().click();
  const [name, chance] = listed.at(-1)!;
  await expect(nextToPanel(name)).toContainText(chance);
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

test('targets whose odds take long get their chances from a worker, as their panels do', async ({ page }) => {
  test.slow();
  const go = await held(page);
  await greatVolley(page);
  await expect(target(page, 'Byron')).toHaveAccessibleDescription(/^\d+ % /);
  await expect(target(page, 'Lisle')).toHaveAccessibleDescription('Working out the odds…');
  go();
  await expect(target(page, 'Lisle')).toHaveAccessibleDescription(/^\d+ % /, { timeout: 60_000 });
  const [[, listed]] = await namesAndChances(target(page, 'Lisle'));
  await expect(targetRole(page).getByText(/^Assumed:/)).toContainText('at 6″');
  await target(page, 'Lisle').click();
  // The field for the exact range keeps its distance from the buttons for bands of range.
  const range = page.getByRole('group', { name: 'Range' });
  const exact = range.getByRole('textbox');
  const [band, field] = await Promise.all([range.locator('label').last().boundingBox(), exact.boundingBox()]);
  expect(Math.max(field!.x - band!.x - band!.width, field!.y - band!.y - band!.height)).toBeGreaterThanOrEqual(4);
  await exact.fill('6');
  await exact.blur();
  const chances = page.getByRole('region', { name: 'Odds' }).getByRole('listitem');
  for (const chance of listed.split(' · ')) await expect(chances.filter({ hasText: chance })).toHaveText([chance], { timeout: 60_000 });
});

test('the worker stops as soon as another target is chosen', async ({ page }) => {
  const all = await fakeThreads(page);
  await greatVolley(page);
  await expect(target(page, 'Lisle')).toHaveAccessibleDescription('Working out the odds…');
  await expect.poll(() => all.begun).toBe(1);
  await target(page, 'Byron').click();
  await expect.poll(() => all.ended).toBe(1);
});

test('a range that was not entered is assumed, and the list shows the assumption', async ({ page }) => {
  await page.goto('./#/sample/argad');
  await offer(page, 'Shoot').click();
  await openList(page);
  await expect(targetRole(page).getByText(/^Assumed:/)).toHaveText('Assumed: at 10 cm, in the open');
  await expect(targets(page).first()).toHaveAccessibleDescription(/^\d+ %/);
  const all = await percentages(page);
  expect(all.length).toBeGreaterThan(2);
  expect(all).toEqual([...all].sort((a, b) => b - a));
  // When one of several is chosen, all keep their chances.
  await targets(page).first().click();
  await expect(targetRole(page).getByRole('button', { pressed: true })).toHaveCount(1);
  await expect.poll(() => percentages(page)).toEqual(all);
});

test('the answers about a target are kept for the turn, and do not apply to another', async ({ page }) => {
  await page.goto('./#/sample/argad');
  await offer(page, 'Shoot').click();
  await openList(page);
  await expect(targets(page).first()).toHaveAccessibleDescription(/^\d+ %/);
  const [[first], [second]] = await namesAndChances(targets(page));
  const answer = cover(page).getByRole('option', { selected: true });

  await target(page, first).click();
  await page
    .getByRole('group', { name: /^Range/ })
    .getByRole('radio')
    .first()
    .click();
  await expect(announced(page)).toHaveText(/\d+ %/);
  const inTheOpen = (await announced(page).textContent())!;
  await pick(cover(page), 'Behind a narrow opening');
  await expect(announced(page)).not.toHaveText(inTheOpen);
  const covered = (await announced(page).textContent())!.match(/\d+ %/)![0];
  // Several units can be shot at together, so the first target is removed before the second is added.
  await openList(page);
  await target(page, first).click();
  await expect(chosen(page)).not.toContainText(first);
  await target(page, second).click();
  await expect(chosen(page)).toContainText(second);
  await expect(answer).not.toHaveText('Behind a narrow opening');

  // After a visit to the table, the panel is as before, and the first target has its answers.
  await page.getByRole('link', { name: 'Back' }).click();
  await offer(page, 'Shoot').click();
  await expect(chosen(page)).toContainText(second);
  await openList(page);
  await target(page, second).click();
  await expect(target(page, first)).toHaveAccessibleDescription(new RegExp(covered));
  await target(page, first).click();
  await expect(answer).toHaveText('Behind a narrow opening');
});
