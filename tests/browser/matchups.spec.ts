// Matchups: a roster's units against another's, as a table that is read, sorted and printed.
import { extractText, getDocumentProxy } from 'unpdf';
import type { Page } from '@playwright/test';
import { COLOURS, expectAccessible } from './axe';
import { expect, test } from './page';
import { addRoster, seal } from './play';

const table = (page: Page) => page.getByRole('table');
const rows = (page: Page) => table(page).locator('tbody tr');
const heads = (page: Page) => table(page).getByRole('columnheader');
const bare = (text: string) => text.replaceAll(/\s/g, '');

/** The figures of a column of the table, from above, as they are shown. */
const column = (page: Page, nth: number) => rows(page).evaluateAll((all, nth) => all.map((row) => row.children[nth].textContent), nth);

const numbers = (figures: string[]) => figures.map((own) => (own.startsWith('under') ? 0.5 : Number.parseInt(own)));

async function expectComplete(page: Page) {
  await expect(page.getByRole('status').filter({ hasText: 'cells' })).toHaveText(/^All \d+ cells worked out/);
}

test('a roster is compared with a sample, sorted, and follows the range', async ({ page }) => {
  await addRoster(page, 'Essex’s foot');
  const units = await page.locator('article h2').allTextContents();
  await page.getByRole('link', { name: 'Matchups against another roster' }).click();
  await expectComplete(page);
  await expect(table(page).locator('caption')).toContainText('Rows: Essex’s foot.');
  const names = await table(page).locator('tbody th').allTextContents();
  expect(names.length).toBeGreaterThan(2);
  expect(units).toEqual(expect.arrayContaining(names));

  const sort = heads(page).nth(2).getByRole('button');
  await sort.click();
  await expect(heads(page).nth(2)).toHaveAttribute('aria-sort', 'descending');
  const falling = numbers(await column(page, 2));
  expect(falling).toEqual([...falling].sort((a, b) => b - a));
  expect(falling[0]).toBeGreaterThan(0);
  await sort.click();
  await expect(heads(page).nth(2)).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(async () => numbers(await column(page, 2))).toEqual([...falling].reverse());

  await page.getByLabel('Range').fill('30');
  await page.getByLabel('Range').blur();
  await expect(page.getByText(/^– means: .*reach/).first()).toBeVisible();
  await expect.poll(async () => new Set(await column(page, 2))).toEqual(new Set(['–']));
});

test('a cell shows the chance that the panel shows for the same two units', async ({ page }) => {
  await page.goto('./');
  await page.locator('a[href="#/sample/argad"]').click();
  const firer = (await page.locator('.unit-row[aria-expanded="true"]:visible .unit-name').textContent())!;
  await page.locator('.unit-body:visible').getByRole('link', { name: 'Shoot', exact: true }).click();
  const targets = page.locator('.candidate:visible');
  if (!(await targets.first().isVisible())) await page.locator('.role.enemy .who').click();
  await expect(targets.first().locator('small')).toHaveText(/^\d+ %/);
  const shown = await targets.evaluateAll((all) =>
    all.map((own) => [own.firstChild!.textContent!, /^\d+ %/.exec(own.querySelector('small')!.textContent)![0]]),
  );
  expect(shown.length).toBeGreaterThan(2);
  await page.goto('./#/rosters');
  await page.locator('a[href="#/matchups/argad"]').click();
  await expectComplete(page);
  const columns = await heads(page).allTextContents();
  const row = rows(page).filter({ hasText: firer }).first();
  for (const [target, chance] of shown) {
    await expect(row.locator('td').nth(columns.indexOf(target) - 1)).toHaveText(chance);
  }
});

for (const ruleset of ['pike_and_shot', 'arquebusier']) {
  test(`in ${ruleset} the table of a melee can be read by everybody, and scrolls by itself`, async ({ page }) => {
    await page.goto(`./#/matchups/${ruleset}`);
    await page.getByRole('radio', { name: /^Melee/ }).check();
    await expectComplete(page);
    await expectAccessible(page, `matchups of ${ruleset}`);
    for (const theme of ['dark', 'sun']) {
      await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
      await expectAccessible(page, `matchups of ${ruleset}, in the theme ${theme}`, COLOURS);
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over).toBeLessThanOrEqual(0);
    // The names of the rows stay where they are.
    const first = rows(page).first().getByRole('rowheader');
    const before = (await first.boundingBox())!.x;
    await page.getByRole('region', { name: 'Table of matchups' }).evaluate((own) => own.scrollBy({ left: 200, behavior: 'instant' }));
    expect(Math.abs((await first.boundingBox())!.x - before)).toBeLessThan(1);
  });
}

/** Twenty units of Pikette Squared, with names as players write them. */
const twenty = (name: string, row: string) => ({
  ruleset: 'pikette_squared',
  name,
  units: Array.from({ length: 20 }, (_, nth) => ({ name: `${name}, company ${nth + 1}`, army: 'french', row })),
});

test('twenty units by twenty are printed on one page, across it', async ({ page }, info) => {
  await page.addInitScript(
    (texts) => {
      Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text));
    },
    {
      'drumhead/roster/rows': seal(twenty('Gascons of Captain Blaise de Monluc', 'arquebus')),
      'drumhead/roster/columns': seal(twenty('Pikes of Picardy', 'pike')),
    },
  );
  await page.goto('./#/matchups/pikette_squared/rows');
  await page.getByLabel('Columns').selectOption('Pikes of Picardy');
  await page.getByRole('radio', { name: 'Fight, front to front' }).check();
  await expectComplete(page);
  const names = await table(page).locator('tbody th').allTextContents();
  expect(names).toHaveLength(20);
  for (const format of ['A4', 'Letter'] as const) {
    const file = info.outputPath(`matchups-${format}.pdf`);
    const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format, path: file, preferCSSPageSize: true })));
    const [, , wide, high] = (await pdf.getPage(1)).view;
    expect(wide).toBeGreaterThan(high);
    const pages = (await extractText(pdf)).text.map(bare);
    expect(pages).toHaveLength(1);
    for (const name of names) expect(pages[0]).toContain(bare(name));
  }
  // As wide as the paper, so that no column is cut off: A4 across without its margins.
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 1047, height: 718 });
  expect(await table(page).evaluate((own) => own.getBoundingClientRect().right)).toBeLessThanOrEqual(1047);
});

test('what was compared last is compared again', async ({ page }) => {
  await page.goto('./#/matchups/arquebusier');
  const columns = page.getByRole('combobox', { name: 'Columns' });
  const before = await columns.inputValue();
  await columns.selectOption({ index: 0 });
  const chosen = await columns.inputValue();
  expect(chosen).not.toBe(before);
  await page.goto('./#/rosters');
  await page.goto('./#/matchups/arquebusier');
  await expect(columns).toHaveValue(chosen);
});
