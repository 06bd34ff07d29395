// A set of own rules: entered, saved, shared by a link, and used in a battle on another device.
import { expectAccessible } from './axe';
import { expect, test } from './page';
import { applyOutcome, confirm, fromMenu, lift, log, nextPhase, wholeUnit } from './play';
import { act, twoRegiments, type } from './regiments';
import type { Page } from '@playwright/test';

const openOwnRules = (page: Page) => fromMenu(page, page.getByRole('link', { name: 'Own rules' }));

/** Submits the form. */
async function submit(page: Page) {
  await lift(page);
  await confirm(page.getByRole('button', { name: 'Add', exact: true }));
}

/** Enters a flag, a count that can be negative, an action that the flag forbids, and a reminder. */
async function enterRules(page: Page) {
  await page.getByRole('button', { name: 'Add a tracker' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ammunition');
  await page.getByLabel('From', { exact: true }).fill('-1');
  await page.getByLabel('Starts at').fill('0');
  await page.getByLabel('Starts at').blur();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('−1');
  await submit(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'Ammunition' })).toContainText('from −1 to 3, starts at 0');
  await page.getByRole('button', { name: 'Add a tracker' }).click();
  await page.getByText('Yes or no', { exact: true }).click();
  // The message stays until the name is corrected.
  const fault = page.getByRole('alert').filter({ hasText: 'A name has 1 to 40 letters.' });
  await submit(page);
  await expect(fault).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Spent');
  await expect(fault).toHaveCount(0);
  await submit(page);
  await page.getByText('Forbidden actions', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Units ticked' }).selectOption({ label: 'Spent' });
  await page.getByRole('group', { name: 'may not' }).getByText('Charge or counter-charge', { exact: true }).click();
  await page.getByRole('group').filter({ hasText: 'Forbidden actions' }).getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Reminders', { exact: true }).click();
  await page.getByRole('combobox', { name: 'When' }).selectOption({ label: 'Charge or counter-charge' });
  await page.getByLabel('Remind us').fill('Roll for the weather');
  await page.getByRole('button', { name: 'Add a reminder' }).click();
}

test(
  'a set is saved under its name, shared by a link, and used in a battle on another device',
  { tag: '@phone' },
  async ({ page, browser, browserName }) => {
    await twoRegiments(page);
    await openOwnRules(page);
    await enterRules(page);

    // The notice can undo a removal.
    await page.getByRole('button', { name: 'Remove: Ammunition' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'starts at 0' })).toHaveCount(0);
    await page.getByRole('status').filter({ hasText: '“Ammunition” is removed.' }).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'starts at 0' })).toBeVisible();

    await page.getByLabel('Name of the set').fill('Our club');
    const keep = page.getByRole('button', { name: 'Keep these as a set' });
    await keep.click();
    await expect(page.getByRole('button', { name: 'Use: Our club' })).toBeVisible();
    await keep.click();
    await expect(page.getByText('These own rules are kept already, as “Our club”.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Use: / })).toHaveCount(1);

    // The list of rosters shows it as a set, without units and points.
    await page.goto('./#/rosters');
    await page.getByRole('link', { name: 'Our club' }).click();
    await expect(page.getByLabel('Name of the set')).toHaveValue('Our club');
    await expect(page.getByRole('button', { name: /Add a unit|Copy as text/ })).toHaveText(['Copy as text']);
    await expect(page.getByText('Usual units:')).toHaveCount(0);
    await expectAccessible(page, 'a set of own rules');
    if (browserName === 'chromium') await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy as text' }).click();
    await expect(page.getByText('Copied.')).toBeVisible();
    if (browserName === 'chromium') {
      const text = await page.evaluate(() => navigator.clipboard.readText());
      expect(text).toContain('Our club · Pike & Shot\n');
      expect(text).toContain('Ammunition (all units · from −1 to 3, starts at 0)');
      expect(text).toContain('Units ticked “Spent” may not: Charge or counter-charge');
      expect(text).toContain('Roll for the weather (After: Charge or counter-charge)');
    }
    await page.getByRole('link', { name: 'Print' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ammunition' })).toContainText('from −1 to 3');
    await page.goBack();
    await page.getByRole('link', { name: 'Share' }).click();
    const link = await page.getByRole('textbox', { name: 'The link' }).inputValue();

    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await expect(other.getByRole('region', { name: 'Contents' })).toContainText('Set of own rules · Pike & Shot');
    await other.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(other.getByRole('heading', { level: 1, name: 'Our club' })).toBeVisible();

    await twoRegiments(other);
    await openOwnRules(other);
    await other.getByRole('button', { name: 'Use: Our club' }).click();
    await expect(other.getByRole('listitem').filter({ hasText: 'starts at 0' })).toBeVisible();
    await other.getByRole('link', { name: 'Back' }).click();
    await playWithThem(other);
  },
);

/** A spent unit charges against the own rules, which the log notes, and a reminder is shown before the next phase. */
async function playWithThem(page: Page) {
  const foot = await wholeUnit(page, "Pinchbeck's Foot");
  await expect(foot.locator('.trackers > *').first()).toContainText('Ammunition');
  await foot.getByRole('button', { name: /^Ammunition: less/ }).click();
  await expect(foot.getByRole('group', { name: 'Ammunition' })).toContainText('−1');
  await foot.getByText('Spent', { exact: true }).click();
  await act(page, /King/, "Pinchbeck's Foot", 'Charge or counter-charge');
  await expect(page.getByText('Own rule: units ticked “Spent” may not do this.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [6]);
  await applyOutcome(page);
  const entries = (await log(page)).join('\n');
  expect(entries).toContain('Own rule: units ticked “Spent” may not do this.');
  expect(entries).toContain('Ammunition 0 → −1');

  await page.goto(page.url().replace(/\/log$/, ''));
  await expect(nextPhase(page)).toBeVisible();
  await nextPhase(page).click();
  const before = page.getByRole('dialog', { name: 'Before the next phase' });
  await expect(before).toContainText('Not done yet');
  await expect(before).toContainText('Roll for the weather');
  await before.getByRole('button', { name: 'Done: Roll for the weather' }).click();
  await expect(before).not.toContainText('Roll for the weather');
  await before.getByRole('button', { name: /^(Skip it|Skip them|Do it anyway)$/ }).click();
  await expect(before).toBeHidden();
}
