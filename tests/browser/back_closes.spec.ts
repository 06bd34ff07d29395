// Back first closes open dialogs and panels, then leaves the page. Inputs that are not applied survive a reload.
import type { Page } from '@playwright/test';
import { expect, test } from './page';
import { beginBattle, confirm, endPhase } from './play';
import { lay, foot, newUnit } from './script';

const unit = (id: string, side: number, name: string) => newUnit(id, side, name, foot);
const BATTLE = { ruleset: 'pike_and_shot', units: [unit('a1', 0, 'Skippon'), unit('b1', 1, 'Bluecoats')] };
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('Back closes the index, the keys, the phase and a question, then leaves the page', async ({ page }) => {
  await page.goto('./');
  await lay(page, BATTLE, 'turn', { hints: ['table', 'resolve'] });
  await page.goto('./#/');
  await page.getByRole('link', { name: /^Continue/ }).click();
  await expect(title(page)).toHaveText('A turn');
  const index = page.getByRole('dialog', { name: 'Units of both sides' });
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const help = page.locator('.status-panel');
  const openings: [() => Promise<void>, typeof index][] = [
    [() => confirm(page.getByRole('button', { name: 'Units', exact: true })), index],
    [() => page.keyboard.press('?'), keys],
    [() => confirm(page.locator('.status-row')), help],
  ];
  for (const [open, opened] of openings) {
    await open();
    await expect(opened).toBeVisible();
    await page.goBack();
    await expect(opened).toBeHidden();
    await expect(title(page)).toHaveText('A turn');
    // If it is closed in another way, Back has nothing more to close.
    await open();
    await expect(opened).toBeVisible();
    await (opened === help ? confirm(page.locator('.status-row')) : page.keyboard.press('Escape'));
    await expect(opened).toBeHidden();
  }
  // The index is open again after a reload, and Back closes it.
  await confirm(page.getByRole('button', { name: 'Units', exact: true }));
  await expect(index).toBeVisible();
  await page.reload();
  await expect(index).toBeVisible();
  await page.goBack();
  await expect(index).toBeHidden();
  await expect(title(page)).toHaveText('A turn');
  await page.goBack();
  await expect(title(page)).toHaveText('Drumhead');
  await page.getByRole('link', { name: 'Backup and storage' }).click();
  await page.getByRole('button', { name: 'Delete A turn' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(title(page)).toHaveText('Backup and storage');
});

test('Back closes the unit of a roster, also after a reload', async ({ page }) => {
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'Copy the sample' }).first().click();
  await expect(page.getByLabel('Name of the roster')).toBeVisible();
  const who = page.locator('article .who').nth(1);
  await confirm(who);
  await expect(who).toHaveAttribute('aria-expanded', 'true');
  await page.reload();
  await expect(who).toHaveAttribute('aria-expanded', 'true');
  await page.goBack();
  await expect(who).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByLabel('Name of the roster')).toBeVisible();
  await page.goBack();
  await expect(title(page)).toHaveText('Rosters');
});

test('a note and answers survive a reload, and the next battle begins with the ruleset of the last', async ({ page }) => {
  await lay(page, { ...BATTLE, ruleset: 'argad', units: [] });
  await page.goto('./#/battle/turn/log');
  await page.getByLabel('A note for the log').fill('Rain');
  await page.reload();
  await expect(page.getByLabel('A note for the log')).toHaveValue('Rain');
  await page.goto('./#/quick/pike_and_shot/casualty_test');
  const box = page.locator('.stepper input').first();
  // While it is typed, before the field loses the focus.
  await box.fill('7');
  await page.reload();
  await expect(box).toHaveValue('7');
  await page.goto('./#/new');
  await expect(page.getByLabel('Argad!')).toBeChecked();
});

test('after a phase the table scrolls to the duties and the acting side, and the home page shows turn and phase', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await beginBattle(page, 'Twice');
  await page.evaluate(() => window.scrollTo(0, 400));
  await endPhase(page);
  await expect
    .poll(() =>
      page.evaluate(() => {
        const due = document.querySelector('.duties')!.getBoundingClientRect();
        const head = document.querySelector('.status-row')!.getBoundingClientRect();
        return due.height === 0 ? scrollY === 0 : due.top >= head.bottom - 1 && due.top < innerHeight / 2;
      }),
    )
    .toBe(true);
  const phase = await page.locator('.status-row .phase-word').innerText();
  await page.goto('./#/');
  await expect(page.getByRole('link', { name: /^Continue: Twice/ })).toContainText('Bound 1 · ');
  await page.goto('./#/saved');
  const row = page.getByRole('listitem').filter({ hasText: 'Twice' });
  await expect(row).toContainText(phase.replace('·', '').trim());
  await expect(row).toContainText('Bound 1');
});

test('two units with the same name are numbered in rows, index, hall view, log and report', async ({ page }) => {
  const units = [unit('a1', 0, 'Skippon'), unit('b1', 1, 'Bluecoats'), unit('b2', 1, 'Bluecoats')];
  await page.goto('./');
  await lay(page, { ...BATTLE, units }, 'turn', { hints: ['table', 'resolve'] }, [['b2', 'muskets', 15]]);
  const expectNumbered = (page: Page, selector: string) =>
    expect
      .poll(async () => (await page.locator(selector).allTextContents()).filter((words) => words.includes('Bluecoats')).join(' | '))
      .toMatch(/Bluecoats(?! 2).*Bluecoats 2/s);
  await expectNumbered(page, '.unit-row');
  await confirm(page.getByRole('button', { name: 'Units', exact: true }));
  await expectNumbered(page, '.unit-index li');
  await page.keyboard.press('Escape');
  await page.goto('./#/battle/turn/hall');
  await expectNumbered(page, 'main.hall li');
  await page.goto('./#/battle/turn/log');
  await expect(page.getByRole('listitem').filter({ hasText: 'Bluecoats 2' })).toHaveCount(1);
  await page.goto('./#/battle/turn/report');
  await expect(page.locator('main')).toContainText('Bluecoats 2: 24 → 23 figures');
});

test('names with the same beginning differ in the rows, and names without visible letters are refused', async ({ page }) => {
  const long = 'The Lord General’s own most noble regiment of foot, ';
  await lay(
    page,
    { ...BATTLE, units: [unit('a1', 0, `${long}first`), unit('a2', 0, `${long}second`), unit('b1', 1, 'Bluecoats')] },
    'turn',
    {},
  );
  const ends = page.locator('.side-0 .unit-row .shortened > :last-child');
  await expect(ends).toHaveCount(2);
  for (const end of await ends.all()) {
    const box = (await end.boundingBox())!;
    const row = (await end.locator('xpath=ancestor::article').boundingBox())!;
    expect(box.width > 10 && box.x + box.width <= row.x + row.width).toBe(true);
  }
  expect(new Set(await ends.allTextContents()).size).toBe(2);
  await page.goto('./#/new');
  const name = page.getByLabel('Name of the battle');
  await name.fill('\u200b \u3164');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('alert')).toContainText('A name needs a letter or a number');
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(name).toBeFocused();
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'Copy the sample' }).first().click();
  const roster = page.getByLabel('Name of the roster');
  const before = await roster.inputValue();
  await roster.fill('  ');
  await expect(page.getByRole('alert')).toContainText('The roster keeps its last name');
  await page.reload();
  await expect(roster).toHaveValue(before);
});
