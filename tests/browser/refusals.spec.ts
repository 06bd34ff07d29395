// Bad input: a clear message where it was made, nothing lost, nothing silently changed.
import { expect, test } from './page';
import type { Page } from '@playwright/test';
import { act, toOtherFire, twoRegiments } from './regiments';
import { chooseRange } from './play';

const FOOT = "Pinchbeck's Foot";
const odds = (page: Page) => page.getByRole('region', { name: 'Odds' });
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const fault = (page: Page, words: RegExp) => page.getByRole('alert').filter({ hasText: words }).first();

/** Types into a field and leaves it, as players do. */
async function fill(page: Page, name: string, text: string) {
  await box(page, name).fill(text);
  await box(page, name).blur();
}

test('an illegal shot is refused at its field, and nothing that was said of it is lost', async ({ page }) => {
  await twoRegiments(page);
  await toOtherFire(page);
  await act(page, /King/, FOOT, 'Infantry fire');
  // How far off the target is cannot be known: nothing is rolled before it is said, and a tap on the button leads there.
  await expect(odds(page)).toHaveCount(0);
  await expect(page.locator('.glance.refusal > span')).toHaveAttribute('data-what', 'Enter the range.');
  await page.getByRole('button', { name: 'Enter the range' }).click();
  await expect(page.getByRole('radio', { name: 'Up to 6' })).toBeFocused();
  await chooseRange(page);
  await expect(odds(page)).toContainText('Roll');
  // Who fires is of the second side, and bears its colour here as at the table.
  const edge = (role: string) =>
    page
      .getByRole('region', { name: role, exact: true })
      .locator('.who')
      .evaluate((own) => getComputedStyle(own).borderTopColor);
  const blue = await page
    .locator('main.resolve')
    .evaluate(
      (own) =>
        Object.assign(own.appendChild(document.createElement('i')), { style: 'color: var(--side-1)' }) &&
        getComputedStyle(own.lastElementChild!).color,
    );
  await expect.poll(() => edge('Firer')).toBe(blue);
  await expect.poll(() => edge('Target')).not.toBe(blue);
  const rolling = page.getByRole('button', { name: /^Roll/ });

  // Out of range, behind words, below nought: each is said where it was typed, and what was typed stays.
  for (const [typed, words] of [
    ['7', /reach 6 inches/],
    ['a mile', /number/],
    ['-1', /0/],
  ] as const) {
    await fill(page, 'Range', typed);
    await expect(fault(page, words)).toBeVisible();
    await expect(box(page, 'Range')).toHaveValue(typed.replace('-', '−')); // as numbers are written
    // A screen reader that reads the field reads its fault, too.
    await expect(box(page, 'Range')).toHaveAttribute('aria-invalid', 'true');
    const message = (await box(page, 'Range').getAttribute('aria-describedby'))!;
    await expect(page.locator(`[id="${message}"]`)).toHaveText(words);
    await expect(odds(page)).toBeHidden();
    await expect(rolling).toBeDisabled();
    // It is in sight next to the button that it disables, and screen readers read it once.
    await expect(page.locator('.glance.refusal')).toBeInViewport();
    // It is said once, and the way there stands where the odds would be.
    await expect(page.getByRole('alert')).toHaveCount(1);
    await page.getByRole('button', { name: 'Go to: Range' }).click();
    await expect(box(page, 'Range')).toBeFocused();
  }
  await fill(page, 'Range', '4');
  await expect(odds(page)).toContainText('Roll');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(box(page, 'Range')).not.toHaveAttribute('aria-invalid');

  // What the table shows forbids it: the reason stands beside the switch, and the range is as it was.
  await page.getByText('More situations').click();
  await page.getByRole('checkbox', { name: 'Overhead' }).check();
  await expect(fault(page, /over the heads of others/)).toBeVisible();
  await expect(rolling).toBeDisabled();
  // Folded away, it is said where the odds would be, and the way there unfolds it.
  const folded = page.locator('details').filter({ has: page.getByRole('checkbox', { name: 'Overhead', includeHidden: true }) });
  await page.getByText('More situations').click();
  await expect(page.getByRole('checkbox', { name: 'Overhead' })).toBeHidden();
  await expect(fault(page, /over the heads of others/)).toBeVisible();
  await page.getByRole('button', { name: /^Go to:/ }).click();
  await expect(folded).toHaveAttribute('open');
  await expect(page.getByRole('checkbox', { name: 'Overhead' })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Overhead' }).uncheck();
  await expect(rolling).toBeEnabled();
  await expect(box(page, 'Range')).toHaveValue('4');
});

test('impossible numbers of a unit are refused at their field, and the rest of it stays', async ({ page }) => {
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'New roster for Pike & Shot' }).click();
  await page.getByRole('button', { name: 'Add a unit' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Waller’s');
  await page.getByText('Dutch order', { exact: true }).click();
  await fill(page, 'Muskets', '12');
  for (const typed of ['-3', '1000000', 'many', '2.5']) {
    await fill(page, 'Pikes', typed);
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(box(page, 'Pikes')).toHaveValue(typed.replace('-', '−'));
    await expect(box(page, 'Muskets')).toHaveValue('12');
  }
  await fill(page, 'Pikes', '12');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Waller’s');
});

test('the contract refuses unknown fields, dice of 7 and dice left over, each by its code and field', async ({ page }) => {
  await page.goto('./#/quick/pike_and_shot');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Roll without a battle');
  await page.waitForFunction(() => 'wasmBindings' in window);
  const resolve = (input: object, faces: number[]) =>
    page.evaluate(
      ({ input, faces }) => {
        const engine = (window as unknown as { wasmBindings: { resolve(request: unknown, faces: number[]): unknown } }).wasmBindings;
        return engine.resolve({ ruleset: 'pike_and_shot', procedure: 'reaction_charge', input }, faces) as object;
      },
      { input, faces },
    );
  const horse = { morale_class: 'average', troop_type: 'horse' };
  expect(await resolve({ ...horse, lances: 3 }, [])).toMatchObject({ status: 'error', error: { code: 'unknown_field', field: 'lances' } });
  const needed = (await resolve(horse, [])) as { status: string };
  expect(needed).toMatchObject({ status: 'needs_dice' });
  expect(await resolve(horse, [7])).toMatchObject({ status: 'error', error: { code: 'bad_face', field: 'faces' } });
  expect(await resolve(horse, [3, 3, 3])).toMatchObject({ status: 'error', error: { code: 'unused_dice', field: 'faces' } });
});

test('what was not said yet is named beside the buttons, and a tap leads to it', async ({ page }) => {
  await page.goto('./#/quick/argad/shoot');
  const named = page.getByRole('status').filter({ hasText: /^Still needed: / });
  const field = /^Still needed: (.+)\.$/.exec((await named.textContent()) ?? '')![1];
  await expect(page.locator('.glance.unsaid')).toBeInViewport();
  await page.getByRole('button', { name: `Go to: ${field}`, exact: true }).click();
  await expect(page.locator('.field.unsaid :focus')).toHaveCount(1);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.locator('.glance.unsaid').click();
  await expect(page.locator('.field.unsaid :focus')).toHaveCount(1);
});
