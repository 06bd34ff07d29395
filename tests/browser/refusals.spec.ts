// Invalid input: a clear message next to the field, and no other input is lost or changed.
import { expect, test } from './page';
import type { Page } from '@playwright/test';
import { act, toOtherFire, twoRegiments, odds } from './regiments';
import { chooseRange } from './play';

const FOOT = "Pinchbeck's Foot";
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const fault = (page: Page, words: RegExp) => page.getByRole('alert').filter({ hasText: words }).first();

/** Types into a field and moves the focus, as players do. */
async function type(page: Page, name: string, text: string) {
  await box(page, name).fill(text);
  await box(page, name).blur();
}

test('an illegal shot is refused at its field, and no input is lost', async ({ page }) => {
  await twoRegiments(page);
  await toOtherFire(page);
  await act(page, /King/, FOOT, 'Infantry fire');
  // The range has no default: nothing can be rolled before it is entered, and a tap on the button leads to its field.
  await expect(odds(page)).toHaveCount(0);
  await expect(page.locator('.glance.refusal > span')).toHaveAttribute('data-what', 'Enter the range.');
  await page.getByRole('button', { name: 'Enter the range' }).click();
  await expect(page.getByRole('radio', { name: 'Up to 6' })).toBeFocused();
  await chooseRange(page);
  await expect(odds(page)).toContainText('Roll');
  // The firing unit is of the second side, and has the side's colour as on the table.
  const edge = (role: string) =>
    page
      .getByRole('region', { name: role, exact: true })
      .locator('.who')
      .evaluate((element) => getComputedStyle(element).borderTopColor);
  const blue = await page
    .locator('main.resolve')
    .evaluate(
      (element) =>
        Object.assign(element.appendChild(document.createElement('i')), { style: 'color: var(--side-1)' }) &&
        getComputedStyle(element.lastElementChild!).color,
    );
  await expect.poll(() => edge('Firer')).toBe(blue);
  await expect.poll(() => edge('Target')).not.toBe(blue);
  const rolling = page.getByRole('button', { name: /^Roll/ });

  // Too far, not a number, negative: each message is at the field, and the field keeps its text.
  for (const [typed, words] of [
    ['7', /reach 6 inches/],
    ['a mile', /number/],
    ['-1', /0/],
  ] as const) {
    await type(page, 'Range', typed);
    await expect(fault(page, words)).toBeVisible();
    await expect(box(page, 'Range')).toHaveValue(typed.replace('-', '−')); // the field shows a minus sign
    // Screen readers read the message with the field.
    await expect(box(page, 'Range')).toHaveAttribute('aria-invalid', 'true');
    const message = (await box(page, 'Range').getAttribute('aria-describedby'))!;
    await expect(page.locator(`[id="${message}"]`)).toHaveText(words);
    await expect(odds(page)).toBeHidden();
    await expect(rolling).toBeDisabled();
    // The reason is visible next to the disabled button, and screen readers read it once.
    await expect(page.locator('.glance.refusal')).toBeInViewport();
    // There is one message, and instead of the odds a button that leads to the field.
    await expect(page.getByRole('alert')).toHaveCount(1);
    await page.getByRole('button', { name: 'Go to: Range' }).click();
    await expect(box(page, 'Range')).toBeFocused();
  }
  await type(page, 'Range', '4');
  await expect(odds(page)).toContainText('Roll');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(box(page, 'Range')).not.toHaveAttribute('aria-invalid');

  // A situation forbids the shot: the reason is next to the switch, and the range is unchanged.
  await page.getByText('More situations').click();
  await page.getByRole('checkbox', { name: 'Overhead' }).check();
  await expect(fault(page, /over the heads of others/)).toBeVisible();
  await expect(rolling).toBeDisabled();
  // If the switch is folded away, the message is in the place of the odds, and its button unfolds the switch.
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

test('missing answers are named next to the buttons, and a tap leads to the field', async ({ page }) => {
  await page.goto('./#/quick/argad/shoot');
  const named = page.getByRole('status').filter({ hasText: /^Still needed: / });
  const field = /^Still needed: (.+)\.$/.exec((await named.textContent()) ?? '')![1];
  await expect(page.locator('.glance.missing')).toBeInViewport();
  await page.getByRole('button', { name: `Go to: ${field}`, exact: true }).click();
  await expect(page.locator('.field.missing :focus')).toHaveCount(1);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.locator('.glance.missing').click();
  await expect(page.locator('.field.missing :focus')).toHaveCount(1);
});
