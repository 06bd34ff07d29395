// What a unit's options are worth, in its form; and what each unit could have expected, in the report.
import { readFileSync } from 'node:fs';
import { expectAccessible } from './axe';
import { expect, test } from './page';
import { addRoster } from './play';

test('the unit form shows what an option changes before it is chosen, and the chosen one starts from there', async ({ page }) => {
  await addRoster(page, 'Essex’s foot');
  const regiment = page.getByRole('article', { name: /Foot/ }).first();
  await regiment.locator('.who').click();
  const effects = regiment.locator('.options');
  await expect(effects).toHaveAttribute('aria-busy', 'false');
  const armour = effects.getByRole('listitem').filter({ hasText: /^Pikemen: / }).first();
  const words = (await armour.textContent())!;
  const change = /loses a figure to a regiment’s muskets at 6″: (\d+ %) → (\d+ %)/.exec(words)!;
  expect(Number.parseInt(change[2]), words).not.toBe(Number.parseInt(change[1]));
  await expectAccessible(page, 'the effects of options');

  const chosen = /^Pikemen: ([^/]*?)(?: \/ .*)?loses/.exec(words)![1].trim();
  await regiment.getByRole('radio', { name: chosen, exact: true }).check();
  await expect(effects.getByRole('listitem').filter({ hasText: /^Pikemen: / }).first()).toContainText(`6″: ${change[2]} → `);
});

test('the report shows what each unit could have expected beside what came true', async ({ page }) => {
  const battle = readFileSync(new URL('../fixtures/v1/battles/arquebusier.json', import.meta.url), 'utf8');
  await page.addInitScript((texts) => {
    Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text));
  }, JSON.parse(battle).texts as Record<string, string>);
  await page.goto('./#/battle/arquebu5/report');
  const section = page.getByRole('region', { name: 'Expected and achieved' });
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
