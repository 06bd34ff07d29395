// The players' own rules: added before a battle or during play, and applied in the odds, the reasons and the log.
import { expectAccessible } from './axe';
import { expect, test } from './page';
import { applyOutcome, confirm, drawn, fromMenu, lift, log, wholeUnit } from './play';
import { act, outcome, twoRegiments, type } from './regiments';
import type { Page } from '@playwright/test';

/** Submits the form. */
async function submit(page: Page) {
  await lift(page);
  await confirm(page.getByRole('button', { name: 'Add', exact: true }));
}

/** Adds a modifier. */
async function addUphill(page: Page) {
  await page.getByRole('button', { name: 'Add a modifier' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Charging uphill');
  await page.getByRole('group', { name: 'What is it for?' }).getByText('Charge or counter-charge', { exact: true }).click();
  // The defaults: the only number of a charge, one more, and a question each time.
  await expect(page.getByRole('radio', { name: 'Number needed to pass' })).toBeChecked();
  await expect(page.getByRole('group', { name: 'By how much?' })).toContainText('+1');
  await expect(page.getByRole('radio', { name: 'Ask us each time' })).toBeChecked();
  await submit(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'Charging uphill +1' })).toContainText('Charge or counter-charge');
}

test('an own modifier changes 50 % to 33 %, in the panel, its reasons and the log', { tag: '@phone' }, async ({ page }) => {
  await twoRegiments(page);
  await fromMenu(page, page.getByRole('link', { name: 'Own rules' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Own rules' })).toBeVisible();
  await addUphill(page);
  await expectAccessible(page, 'own rules');
  await page.getByRole('link', { name: 'Back' }).click();

  await act(page, /King/, "Pinchbeck's Foot", 'Charge or counter-charge');
  const odds = page.getByRole('region', { name: 'Odds' });
  await expect(odds).toContainText('50 % charges');
  const ownModifier = page.getByRole('group', { name: 'Own rules' }).locator('.chip');
  await expect(ownModifier.locator('.figure')).toHaveAttribute('data-figure', '→ 33 %');
  await lift(page);
  await ownModifier.click();
  await expect(odds).toContainText('33 % charges');
  await expect(odds.locator('.why')).toContainText('Charging uphill +1');
  await expect(page.locator('body')).not.toContainText('own:');

  await page.getByRole('button', { name: 'Enter dice' }).click();
  await type(page, [4]);
  await expect(outcome(page)).toContainText('Charging uphill +1');
  await applyOutcome(page);
  const entries = (await log(page)).join('\n');
  expect(entries).toContain('Own rules: added Charging uphill +1');
  expect(entries).not.toContain('own:');
});

test('own rules can be added before a battle, and changed and removed during play', { tag: '@phone' }, async ({ page }) => {
  await page.goto('./#/new');
  await page.getByText('Own rules', { exact: true }).click();
  await addUphill(page);
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await fromMenu(page, page.getByRole('link', { name: 'Own rules' }));
  await page.getByRole('button', { name: 'Change: Charging uphill' }).click();
  await page.getByRole('button', { name: 'Modifier: more' }).click();
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'A name has 1 to 40 letters.' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Steep hill');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Steep hill +2' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove: Steep hill' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Steep hill' })).toHaveCount(0);
});

test(
  'own trackers, forbidden actions and reminders are shown on the table, and saved as a set for the next battle',
  { tag: '@phone' },
  async ({ page }) => {
    await twoRegiments(page);
    await fromMenu(page, page.getByRole('link', { name: 'Own rules' }));
    await page.getByRole('button', { name: 'Add a tracker' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Ammunition');
    await page.getByRole('radio', { name: '1 less each turn' }).check();
    await submit(page);
    await expect(page.getByRole('listitem').filter({ hasText: 'Ammunition' })).toContainText('from 0 to 3, starts at 3');
    await page.getByRole('button', { name: 'Add a tracker' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Spent');
    await page.getByText('Yes or no', { exact: true }).click();
    await submit(page);
    await page.getByText('Forbidden actions', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Units ticked' }).selectOption({ label: 'Spent' });
    await page.getByRole('group', { name: 'may not' }).getByText('Charge or counter-charge', { exact: true }).click();
    await page.getByRole('group').filter({ hasText: 'Forbidden actions' }).getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Units ticked “Spent” may not: Charge or counter-charge')).toBeVisible();
    await page.getByText('Reminders', { exact: true }).click();
    await page.getByRole('combobox', { name: 'When' }).selectOption({ label: 'Charge or counter-charge' });
    await page.getByLabel('Remind us').fill('Roll for the weather');
    await page.getByRole('button', { name: 'Add a reminder' }).click();
    await expectAccessible(page, 'all kinds of own rules');
    await page.getByRole('button', { name: 'Keep these as a set' }).click();
    await expect(page.getByRole('button', { name: 'Use: Own rules' })).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).click();

    const foot = await wholeUnit(page, "Pinchbeck's Foot");
    // A row does not show a tracker at its start.
    await expect(page.getByRole('article', { name: "Haselrig's Horse", includeHidden: true }).locator('.of-players')).toHaveCount(0);
    await foot.getByRole('button', { name: /^Ammunition: less/ }).click();
    await expect(foot.getByRole('group', { name: 'Ammunition' })).toContainText('2');
    await foot.getByText('Spent', { exact: true }).click();
    await drawn(page);
    await act(page, /King/, "Pinchbeck's Foot", 'Charge or counter-charge');
    await expect(page.getByText('Own rule: units ticked “Spent” may not do this.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Enter dice' }).click();
    await type(page, [6]);
    await applyOutcome(page);
    await page.goto(page.url().replace(/\/do\/.*/, ''));
    const due = page.getByRole('region', { name: 'Due now' });
    await expect(due).toContainText('Roll for the weather');
    await due.getByRole('button', { name: 'Done: Roll for the weather' }).click();
    await expect(due).not.toContainText('Roll for the weather');

    // Another battle can use the set.
    await page.goto('./#/new');
    await page.locator('summary', { hasText: /^Own rules$/ }).click();
    await page.getByRole('button', { name: 'Use: Own rules' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'starts at 3' })).toBeVisible();
  },
);

test('a tracker that can be hidden adds the choice of secrecy to rules without hidden trackers', { tag: '@phone' }, async ({ page }) => {
  await page.goto('./#/new');
  await page.getByText('Arquebusier!', { exact: true }).click();
  const hidden = page.getByText('Hidden counters', { exact: true });
  await expect(hidden).toHaveCount(0);
  await page.getByText('Own rules', { exact: true }).click();
  await page.getByRole('button', { name: 'Add a tracker' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ambush');
  await page.getByText('It can be hidden from the other side').click();
  await submit(page);
  await hidden.click();
  await expect(page.getByRole('group', { name: 'Who sees them?' })).toBeVisible();
});

test('a set without any rule left accepts a new one', { tag: '@phone' }, async ({ page }) => {
  await twoRegiments(page);
  await fromMenu(page, page.getByRole('link', { name: 'Own rules' }));
  await addUphill(page);
  await page.getByRole('button', { name: 'Keep these as a set' }).click();
  await page.goto('./#/rosters');
  await page.getByRole('link', { name: /^Own rules/ }).click();
  await page.getByRole('button', { name: 'Remove: Charging uphill' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Charging uphill' })).toHaveCount(0);
  await addUphill(page);
});
