// Which act and which target is best: every figure is the one that the panel shows.
import type { Page } from '@playwright/test';
import { pick } from './play';
import { expect, test } from './page';
import { lay } from './script';
import { fakeThreads, held } from './threads';

const SAMPLES: [string, string, RegExp][] = [['pike_and_shot', 'Charge or counter-charge', /charges$/]];

for (const [ruleset, act, what] of SAMPLES) {
  test(`in ${ruleset}, an act on the open row shows its best chance, which the panel shows for that target`, async ({ page }) => {
    await page.goto(`./#/sample/${ruleset}`);
    const offer = page.locator('.unit-body').getByRole('link', { name: act, exact: true }).first();
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
    await expect(chance).toHaveAttribute('data-what', what);
  });
}

const figures = (page: Page) =>
  page.locator('.candidate:visible > small').evaluateAll((all) => all.map((own) => Number.parseInt(own.textContent)));

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
    const name = (await target.evaluate((own) => own.firstChild!.textContent))!;
    await target.click();
    await expect(page.locator('.glance > span[data-chance]').first()).toHaveAttribute('data-chance', `${all[nth]} %`);
    await page.locator('.role.enemy .who', { hasText: name }).click();
    await expect(targets).toHaveCount(all.length);
  }
});

test('where there is room, the units beside the panel show the same chances', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('./#/sample/pike_and_shot');
  await page.locator('.unit-body').getByRole('link', { name: 'Charge or counter-charge', exact: true }).first().click();
  const targets = page.locator('.candidate:visible');
  if (!(await targets.first().isVisible())) await page.locator('.role.enemy .who').click();
  await expect(targets.first().locator('small')).toHaveText(/^\d+ % charges$/);
  const listed = await targets.evaluateAll((all) =>
    all.map((own) => [own.firstChild!.textContent!, own.querySelector('small')!.textContent]),
  );
  expect(listed.length).toBeGreaterThan(3);
  for (const [name, words] of listed) {
    await expect(page.locator('.side-panel button.line', { hasText: name }).locator('.prospect')).toHaveText(words);
  }
  // Once one is picked, the others can be compared with it.
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

test('targets whose odds take long get their chances from a thread beside the page, as their panels do', async ({ page }) => {
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
  // The field of the exact range keeps its distance from the ranges to be tapped.
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

test('what takes long is given up as soon as something else is said', async ({ page }) => {
  const all = await fakeThreads(page);
  await greatVolley(page);
  await expect(target(page, 'Lisle').locator('small')).toHaveText('Working out the odds…');
  await expect.poll(() => all.begun).toBe(1);
  await target(page, 'Byron').click();
  await expect.poll(() => all.ended).toBe(1);
});

test('a range that nobody has measured is assumed, and said to be', async ({ page }) => {
  await page.goto('./');
  await page.locator('a[href="#/sample/argad"]').click();
  await page.locator('.unit-body').getByRole('link', { name: 'Shoot', exact: true }).click();
  if (!(await page.locator('.candidate:visible').first().isVisible())) await page.locator('.role.enemy .who').click();
  await expect(page.locator('.assumed')).toHaveText('Assumed: at 10 cm, in the open');
  const all = await figures(page);
  expect(all.length).toBeGreaterThan(2);
  expect(all).toEqual([...all].sort((a, b) => b - a));
  // Once one of several is picked, all keep their own.
  await page.locator('.candidate:visible').first().click();
  await expect(page.locator('.candidate[aria-pressed=true]')).toHaveCount(1);
  await expect.poll(() => figures(page)).toEqual(all);
});

test('what is said of a pair is remembered for the turn, and not said of another', async ({ page }) => {
  await page.goto('./');
  await page.locator('a[href="#/sample/argad"]').click();
  const shoot = page.locator('.unit-body').getByRole('link', { name: 'Shoot', exact: true });
  await shoot.click();
  const targets = page.locator('.candidate:visible');
  if (!(await targets.first().isVisible())) await page.locator('.role.enemy .who').click();
  await expect(targets.first().locator('small')).toHaveText(/^\d+ %/);
  const [first, second] = await targets.evaluateAll((all) => all.map((own) => own.firstChild!.textContent!));
  const cover = page.getByRole('combobox', { name: 'Cover' });
  const said = cover.locator('option:checked');

  await targets.filter({ hasText: first }).click();
  await page.locator('.chips.bands .chip').first().click();
  await pick(cover, 'Behind a narrow opening');
  const chance = page.locator('.glance > span[data-chance]').first();
  const hidden = (await chance.getAttribute('data-chance'))!;
  // Several can be shot at together: one leaves, another comes.
  if (!(await targets.first().isVisible())) await page.locator('.role.enemy .who').click();
  await targets.filter({ hasText: first }).click();
  await expect(page.locator('.role.enemy .who')).not.toContainText(first);
  await targets.filter({ hasText: second }).click();
  await expect(page.locator('.role.enemy .who')).toContainText(second);
  await expect(said).not.toHaveText('Behind a narrow opening');

  // Back at the table, and again to the first: the panel is as it was left.
  await page.getByRole('link', { name: 'Back' }).click();
  await shoot.click();
  await expect(page.locator('.role.enemy .who')).toContainText(second);
  if (!(await targets.first().isVisible())) await page.locator('.role.enemy .who').click();
  await targets.filter({ hasText: second }).click();
  await expect(targets.filter({ hasText: first }).locator('small')).toContainText(hidden);
  await targets.filter({ hasText: first }).click();
  await expect(said).toHaveText('Behind a narrow opening');
});
