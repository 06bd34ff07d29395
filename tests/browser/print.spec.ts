// Printed pages, as PDF files: on A4 and Letter, black on white, with no unit split between two sheets.
import { extractText, getDocumentProxy } from 'unpdf';
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

/** The name and the trackers of every unit on the page. */
const units = (page: Page) =>
  page
    .locator('.sheet')
    .evaluateAll((all) =>
      all.map((unit) => ({ name: unit.querySelector('h3')!.textContent, tracked: unit.querySelector('.tracked')!.textContent })),
    );

/** Expects that each unit is on one sheet: its name, followed by all its trackers. */
async function expectEveryUnit(page: Page, pages: string[]) {
  const all = await units(page);
  expect(all.length).toBeGreaterThan(3);
  for (const { name, tracked } of all) {
    const isOnOneSheet = pages.some(
      (text) => text.includes(withoutSpaces(name)) && text.slice(text.indexOf(withoutSpaces(name))).includes(withoutSpaces(tracked)),
    );
    expect(isOnOneSheet, `${name} is split or missing`).toBe(true);
  }
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

test('a roster is printed with boxes for every tracker', async ({ page }, info) => {
  await addRoster(page, 'Essex’s foot');
  await page.getByRole('link', { name: 'Print' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Essex’s foot' })).toBeVisible();
  await expect(page.locator('.sheet .box').first()).toBeVisible();
  await expectBlackOnWhite(page);
  for (const format of ['A4', 'Letter'] as const) {
    const pages = await print(page, format, info.outputPath(`roster-${format}.pdf`));
    await expectEveryUnit(page, pages);
    expect(pages.length).toBeLessThan(4);
  }
});

test('a battle is printed in its current state, each side on separate sheets', async ({ page }, info) => {
  await beginBattle(page);
  for (let phase = 0; phase < 3; phase += 1) await confirm(nextPhase(page));
  const more = page.getByRole('button', { name: 'Counters: more' }).locator('visible=true').first();
  await more.click();
  await drawn(page);
  await fromMenu(page, page.getByRole('link', { name: 'Print' }));
  await expect(page.getByRole('region', { name: 'Phase' })).toBeHidden();
  await expect(page.getByText('Bound 1 · Melee')).toBeVisible();
  const marked = async () => (await units(page)).filter((unit) => /^Counters 1 of/.test(unit.tracked.trim()));
  await expect.poll(marked).toHaveLength(1);
  await expectBlackOnWhite(page);
  for (const format of ['A4', 'Letter'] as const) {
    const pages = await print(page, format, info.outputPath(`battle-${format}.pdf`));
    await expectEveryUnit(page, pages);
    expect(pages[0]).toContain('Bound1·Melee');
    const sides = await page.locator('.side > h2').allTextContents();
    expect(pages.filter((text) => text.startsWith(withoutSpaces(sides[1])))).toHaveLength(1);
    expect(pages.length).toBeLessThan(6);
  }
});

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

test('what is named Print prints the page, with what is folded and what was not drawn yet', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      window.printed = document.querySelectorAll('details.chapter, .list > .entry').length;
      window.folded = document.querySelectorAll('details.chapter:not([open])').length;
    };
  });
  const printed = async () => {
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.waitForFunction(() => window.printed !== undefined);
    return page.evaluate(() => [window.printed, window.folded]);
  };
  await page.goto('./#/rules/argad');
  const chapters = page.locator('details.chapter');
  await expect(chapters.first()).toBeVisible();
  expect(await printed()).toEqual([await chapters.count(), 0]);

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
  expect(await printed()).toEqual([80, 0]);
});
