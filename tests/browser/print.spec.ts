// Printed pages, as PDF files: on A4 and Letter, black on white, with cards that fill their sheets.
import { extractText, getDocumentProxy } from 'unpdf';
import { speak } from './french';
import { expect, test } from './page';
import type { Page } from '@playwright/test';
import { addRoster, beginBattle, confirm, drawn, fromMenu, nextPhase, seal } from './play';

const FORMATS = { A4: [595, 842], Letter: [612, 792] };

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '');

/** Prints the page. Returns the text of each sheet, without spaces. */
async function print(page: Page, format: 'A4' | 'Letter', path: string): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format, path })));
  const [, , width, height] = (await pdf.getPage(1)).view;
  // Equal to about a point, because inches are rounded.
  FORMATS[format].forEach((points, n) => expect(Math.abs([width, height][n] - points)).toBeLessThan(1.5));
  return (await extractText(pdf)).text.map(withoutSpaces);
}

const RULESETS = ['pike_and_shot', 'pikette_squared', 'argad', 'arquebusier'];
const ON_A_SHEET = 8;

/** The cards on the page, side by side: the name and the labels of the boxes of each. */
const cards = (page: Page) =>
  page.locator('.unit-cards').evaluateAll((sheets) =>
    sheets.map((sheet) =>
      [...sheet.querySelectorAll('.paper-card')].map((card) => ({
        name: card.querySelector('h3')!.textContent,
        labels: [...card.querySelectorAll('.tracked .label')].map((label) => label.textContent),
      })),
    ),
  );

/** Expects the order of battle on the first page, and each sheet of cards on a page of its own, with all of its boxes' labels. */
async function expectEveryCard(page: Page, pages: string[]) {
  const sheets = await cards(page);
  const order = withoutSpaces((await page.getByRole('region', { name: 'Order of battle' }).textContent())!);
  const before = pages.length - sheets.length;
  expect(before).toBeGreaterThan(0);
  expect(pages.slice(0, before).join('')).toContain(order.slice(0, 40));
  for (const [n, sheet] of sheets.entries()) {
    expect(sheet.length).toBeLessThanOrEqual(ON_A_SHEET);
    for (const { name, labels } of sheet) {
      expect(pages[before + n], `${name} is on its sheet`).toContain(withoutSpaces(name));
      for (const label of labels) expect(pages[before + n]).toContain(withoutSpaces(label));
    }
  }
  return before;
}

/** Expects that the printed page has no buttons, and is black on white. */
async function expectBlackOnWhite(page: Page) {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  const colours = await page.locator('main *').evaluateAll((all) => {
    const shown = all.filter((element) => element.checkVisibility() && !element.classList.contains('box'));
    return [...new Set(shown.flatMap((element) => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor]))];
  });
  expect(colours.filter((colour) => !['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'].includes(colour))).toEqual([]);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ media: null });
}

test('a roster is printed as an order of battle and as cards', async ({ page }, info) => {
  await addRoster(page, 'Essex’s foot');
  // The page that edits the roster is printed with its units, not with empty boxes.
  const edited = (await print(page, 'A4', info.outputPath('edited.pdf'))).join('');
  await page.getByRole('link', { name: 'Print' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Essex’s foot' })).toBeVisible();
  await expect(page.locator('.paper-card .box.breaks').first()).toBeVisible();
  await expectBlackOnWhite(page);
  for (const { name } of (await cards(page)).flat()) expect(edited).toContain(withoutSpaces(name));
  for (const format of ['A4', 'Letter'] as const) {
    const pages = await print(page, format, info.outputPath(`roster-${format}.pdf`));
    expect(await expectEveryCard(page, pages)).toBe(1);
    expect(pages.join('')).not.toContain('Halfmovesdone');
  }
});

for (const ruleset of RULESETS) {
  test(`a battle of ${ruleset} is printed as an order of battle and as cards, eight on a sheet, each side on separate sheets`, async ({
    page,
  }, info) => {
    await page.goto(`./#/sample/${ruleset}`);
    await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
    await fromMenu(page, page.getByRole('link', { name: 'Print' }));
    await expect(page.locator('.paper-card').first()).toBeVisible();
    // No card is higher than its place on the sheet, which is 190 mm wide.
    const screen = page.viewportSize()!;
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    const cut = await page
      .locator('.paper-card')
      .evaluateAll((all) => all.filter((card) => card.scrollHeight > card.clientHeight + 1).map((card) => card.textContent));
    expect(cut).toEqual([]);
    await page.emulateMedia({ media: null });
    await page.setViewportSize(screen);
    const sheets = await cards(page);
    expect(sheets.length).toBeGreaterThanOrEqual(2);
    for (const format of ['A4', 'Letter'] as const) {
      const pages = await print(page, format, info.outputPath(`${ruleset}-${format}.pdf`));
      expect(await expectEveryCard(page, pages)).toBeLessThanOrEqual(2);
    }
  });
}

test('a battle is printed in its current state', async ({ page }, info) => {
  await beginBattle(page);
  for (let phase = 0; phase < 3; phase += 1) await confirm(nextPhase(page));
  const more = page.getByRole('button', { name: 'Counters: more' }).locator('visible=true').first();
  await more.click();
  await drawn(page);
  await fromMenu(page, page.getByRole('link', { name: 'Print' }));
  await expect(page.getByRole('region', { name: 'Phase' })).toBeHidden();
  await expect(page.getByText('Bound 1 · Melee')).toBeVisible();
  await expect(page.getByRole('img', { name: /^1 of \d+, limit/ })).toHaveCount(1);
  await expectBlackOnWhite(page);
  const pages = await print(page, 'A4', info.outputPath('battle.pdf'));
  expect(pages[0]).toContain('Bound1·Melee');
});

for (const ruleset of RULESETS) {
  test(`the quick reference of ${ruleset} fits on the two sides of a sheet, in both languages`, async ({ page }, info) => {
    await page.goto(`./#/rules/${ruleset}`);
    for (const language of ['en', 'fr'] as const) {
      await speak(page, language);
      await page.goto(`./#/sheet/${ruleset}`);
      const sides = page.locator('.paper-side');
      await expect(sides).toHaveCount(2);
      // The text is as large as fits.
      await expect(sides.last()).toHaveAttribute('style', /font-size/);
      const parted = await sides.locator('table:has(thead)').evaluateAll((tables) => {
        const left = (element: Element) => element.getBoundingClientRect().left;
        return tables.filter((table) => left(table.querySelector('thead tr')!) !== left(table.querySelector('tbody tr')!)).length;
      });
      expect(parted, 'tables whose head is in another column than their first row').toBe(0);
      for (const format of ['A4', 'Letter'] as const) {
        const pages = await print(page, format, info.outputPath(`sheet-${ruleset}-${language}-${format}.pdf`));
        expect(pages).toHaveLength(2);
        for (const [n, side] of pages.entries()) {
          const cells = await sides.nth(n).locator('h2, caption, td, p').allTextContents();
          expect(cells.length).toBeGreaterThan(20);
          expect(cells.filter((text) => !side.includes(withoutSpaces(text)))).toEqual([]);
        }
      }
    }
  });
}

test('all of the quick reference is printed, including parts that are folded on the screen', async ({ page }, info) => {
  // The quick reference with the widest table.
  await page.goto('./#/rules/arquebusier');
  const chapters = page.locator('details.chapter');
  await expect(chapters.first()).toBeVisible();
  for (const format of ['A4', 'Letter'] as const) {
    const pages = await print(page, format, info.outputPath(`rules-${format}.pdf`));
    const all = pages.join('');
    const missing = (texts: string[]) => texts.filter((text) => !all.includes(withoutSpaces(text)));
    expect(missing(await chapters.locator('summary').allTextContents())).toEqual([]);
    const cells = (await chapters.locator('td, dd').allTextContents()).filter((cell) => cell.trim() !== '');
    expect(cells.length).toBeGreaterThan(50);
    expect(missing(cells)).toEqual([]);
  }
  await expectBlackOnWhite(page);
});

test('what is named Print prints the page, with what was not drawn yet', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      window.printed = document.querySelectorAll('.list > .entry').length;
    };
  });
  const printed = async () => {
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.waitForFunction(() => window.printed !== undefined);
    return page.evaluate(() => window.printed);
  };
  // A log of eighty entries in two phases: sixty are drawn at first.
  await beginBattle(page);
  const id = /battle\/([^/]+)/.exec(page.url())![1];
  const changes = [{ set: { of: 'battle', key: 'phase', to: 1 } }];
  const act = (n: number) => ({ at: n, ...(n === 20 ? { deed: 'phase', changes } : { deed: { note: `${n}` } }) });
  const events = Array.from({ length: 80 }, (_, n) => [`drumhead/event/${id}/${n}-z`, seal({ act: act(n) })] as const);
  await page.evaluate((events) => events.forEach(([key, text]) => localStorage.setItem(key, text)), events);
  await page.goto(`./#/battle/${id}/log`);
  await page.reload();
  await expect(page.locator('.entry').first()).toBeVisible();
  await expect(page.locator('.list > .entry')).toHaveCount(60);
  await expect(page.getByRole('heading', { name: 'Bound 1', exact: true })).toBeVisible();
  expect(await printed()).toBe(80);
});
