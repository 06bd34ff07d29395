// What a unit's options are worth, in its form; and what each unit could have expected, in the report.
import { readFileSync } from 'node:fs';
import { expectAccessible } from './axe';
import { expect, test } from './page';
import { addRoster } from './play';

test('each option of a unit shows what it would change before it is chosen, and the chosen one starts from there', async ({ page }) => {
  await addRoster(page, 'Essex’s foot');
  const regiment = page.getByRole('article', { name: /Foot/ }).first();
  await regiment.locator('.who').click();
  const armour = regiment.locator('fieldset.chips', { has: page.locator('legend', { hasText: /^Pikemen/ }) });
  const change = armour.locator('.figure[data-figure]').first();
  await expect(change).toHaveAttribute('data-figure', /^\d+ → \d+ %$/);
  const [, without, then] = /^(\d+) → (\d+) %$/.exec((await change.getAttribute('data-figure'))!)!;
  expect(then).not.toBe(without);
  const option = armour
    .locator('.chip', { has: page.locator('.figure[data-figure]') })
    .first()
    .getByRole('radio');
  const words = `loses a figure to a regiment’s muskets at 6″: ${without} % → ${then} %`;
  expect(await option.getAttribute('aria-description')).toContain(words);
  await expectAccessible(page, 'figures beside options');

  // All of them in words, and none of them in the way: the form is as high without any figure.
  const effects = regiment.locator('.options');
  await expect(effects, 'all are worked out').toHaveAttribute('aria-busy', 'false');
  // By key: it may just have come under the finger that opened the unit, and takes no tap before it was seen.
  await effects.locator('summary').press('Enter');
  await expect(effects).toHaveAttribute('open', '');
  await expect(
    effects
      .getByRole('listitem')
      .filter({ hasText: /^Pikemen: / })
      .first(),
  ).toContainText(words);
  const height = () => regiment.locator('form.questions').evaluate((own) => own.getBoundingClientRect().height);
  const before = await height();
  const show = (how: string) => regiment.locator('.figure').evaluateAll((all, how) => all.forEach((own) => (own.style.display = how)), how);
  await show('none');
  expect(await height()).toBe(before);
  await show('');

  await option.check();
  await expect(armour.locator(`.figure[data-figure^="${then} → "]`).first()).toBeAttached();
  // Another act has other chances.
  await regiment.getByLabel('Show the effect on').selectOption('beats an equal in a bound of melee');
  await expect(armour.locator(`.figure[data-figure^="${then} → "]`)).toHaveCount(0);
});

test('an option of a long list shows in the list what it would change', async ({ page }) => {
  await page.goto('./#/rosters');
  await page
    .getByRole('button', { name: 'Copy the sample The captain’s company' })
    .or(page.getByRole('button', { name: "Copy the sample The captain's company" }))
    .click();
  const pikemen = page.getByRole('article', { name: /Pikemen/ });
  await pikemen.locator('.who').click();
  await pikemen.getByLabel('Show the effect on').selectOption('puts an equal out in a melee');
  const weapon = pikemen.getByLabel('Weapon in hand');
  const option = weapon.locator('option', { hasText: /^Halberd/ });
  await expect(option).toHaveText(/^Halberd · \d+ → \d+ %$/);
  expect(await option.getAttribute('aria-description')).toMatch(/: \d+ % → \d+ %/);
  // What is chosen changes nothing, and stands alone.
  await expect(weapon.locator('option:checked')).toHaveText('Pike');
  await weapon.selectOption('1');
  await expect(weapon.locator('option:checked')).toHaveText('Halberd');
  await expect(weapon.locator('option', { hasText: /^Pike/ })).toHaveText(/^Pike · \d+ → \d+ %$/);
  await expectAccessible(page, 'figures in a list');
});

test('the report shows what each unit could have expected beside what happened', async ({ page }) => {
  const battle = readFileSync(new URL('../fixtures/v1/battles/arquebusier.json', import.meta.url), 'utf8');
  await page.addInitScript(
    (texts) => {
      Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text));
    },
    JSON.parse(battle).texts as Record<string, string>,
  );
  await page.goto('./#/battle/arquebu5/report');
  const section = page.getByRole('region', { name: 'Expected and actual' });
  await expect(section).toBeVisible();
  const table = section.getByRole('table').first();
  const column = (rows: string, nth: number) =>
    table.locator(rows).evaluateAll((all, nth) => all.map((row) => Number(row.children[nth].textContent)), nth);
  expect((await column('tfoot tr', 1))[0]).toBeGreaterThan(1);
  for (const nth of [1, 2, 3]) {
    const [units, [all]] = [await column('tbody tr', nth), await column('tfoot tr', nth)];
    expect(units.length).toBeGreaterThan(0);
    // Each is rounded to a tenth.
    expect(Math.abs(units.reduce((sum, own) => sum + own, 0) - all)).toBeLessThan(0.06 * (units.length + 1));
  }
  await expectAccessible(page, 'the report');
});
