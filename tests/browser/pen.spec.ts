// The pen: of two devices with one battle, its holder alone rolls, applies, undoes and ends phases.
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './page';
import { beginBattle, checkOfLog, CHECKS_OUT, confirm, nextPhase, openCheck, unit } from './play';

const pen = (page: Page) => page.getByRole('region', { name: 'Control' });
const undo = (page: Page) => page.locator('.dock').getByRole('button', { name: /^Undo/ });
const table = (page: Page) => `./${/#\/battle\/[^/]+/.exec(page.url())![0]}`;

/** Hands all that a device has over to the other, whose table is then shown. */
async function handOver(from: Page, to: Page, button: string) {
  const place = table(from);
  await from.goto(`${place}/share`);
  const link = await from.getByRole('textbox', { name: 'The link' }).inputValue();
  await to.goto(link);
  await to.getByRole('button', { name: button, exact: true }).click();
  await expect(nextPhase(to)).toBeVisible();
  await from.goto(place);
  await expect(nextPhase(from)).toBeVisible();
}

async function named(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto('./#/settings');
  await page.getByLabel('Name of this device').fill(name);
  await page.getByLabel('Name of this device').press('Tab');
  return page;
}

test('two devices pass the pen, and the one without it marks and looks', async ({ page, browser }) => {
  await beginBattle(page);
  await confirm(nextPhase(page));
  await expect(undo(page)).toHaveAttribute('aria-disabled', 'false');
  await expect(pen(page)).toBeHidden();
  const other = await named(browser, 'Bob’s phone');
  await handOver(page, other, 'Add');
  await expect(pen(other)).toContainText('No device is in control');
  await pen(other).getByRole('button', { name: 'Take control' }).click();
  await expect(pen(other)).toContainText('In control: this device');
  await handOver(other, page, 'Update the battle');

  // Without the pen, the line says why nothing goes on here, and so does whatever is tapped.
  await expect(pen(page)).toContainText('Bob’s phone is in control');
  await expect(undo(page)).toHaveAttribute('aria-disabled', 'true');
  const moment = page.locator('.status-row .moment');
  const before = await moment.innerText();
  await expect(nextPhase(page)).toHaveAttribute('aria-disabled', 'true');
  // By the keyboard: a tap in the first moment of a page counts for nothing.
  await nextPhase(page).press('Enter');
  await expect(page.locator('.notice')).toContainText('Bob’s phone is in control');
  await page.locator('.notice').getByRole('button', { name: 'Dismiss' }).click();
  await expect(moment).toHaveText(before);
  await page.goto(`${table(page)}/do/reaction_charge`);
  await expect(pen(page)).toContainText('Bob’s phone is in control');
  await page.goto(table(page));

  // A device that takes over control is named on the other one, and in the log of both.
  await pen(page).getByRole('button', { name: 'Take control' }).click();
  await expect(page.locator('.notice')).toContainText('You took over control from Bob’s phone');
  await expect(pen(page)).toContainText('In control: this device');
  await confirm(nextPhase(page));
  await expect(moment).not.toHaveText(before);
  await handOver(page, other, 'Update the battle');
  await expect(pen(other)).toContainText(/Device ....+ took over control/i);
  await pen(page).getByRole('button', { name: 'Pass control to Bob’s phone' }).click();
  await expect(pen(page)).toContainText('Bob’s phone is in control');
  await handOver(page, other, 'Update the battle');
  await expect(pen(other)).toContainText('In control: this device');
  await undo(other).click();
  await expect(other.locator('.status-row .moment')).toHaveText(before);
  for (const device of [page, other]) {
    await device.goto(`${table(device)}/log`);
    await expect(device.getByRole('listitem').filter({ hasText: 'took over control' })).toBeVisible();
  }
  const check = await openCheck(other);
  await expect(checkOfLog(other)).toHaveText(CHECKS_OUT);
  await expect(check.getByRole('region', { name: 'Worth knowing' })).toContainText('took over control');
});

test('a tracker that both devices mark by hand shows both values where the other mark comes in', async ({ page, context, browser }) => {
  await beginBattle(page);
  await confirm(nextPhase(page));
  await expect(undo(page)).toHaveAttribute('aria-disabled', 'false');
  const other = await named(browser, 'Bob’s phone');
  await handOver(page, other, 'Add');
  const more = async (device: Page, taps: number) => {
    const counters = (await unit(device, "Cromwell's Horse")).getByRole('group', { name: 'Counters' }).first();
    for (let n = 1; n <= taps; n++) {
      await counters.getByRole('button', { name: 'Counters: more' }).click();
      await expect(counters.getByRole('status')).toContainText(String(n));
    }
  };
  await more(page, 1);
  await more(other, 2);
  // What the other device wrote is laid into the storage of this one, of which the browser tells the table.
  const written = await other.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.includes('/event/'))
      .sort(),
  );
  const tab = await context.newPage();
  await tab.goto('./#/settings');
  await tab.evaluate((texts) => texts.forEach(([key, text]) => localStorage.setItem(key, text as string)), written);
  await expect(page.locator('.notice')).toContainText('1 here, 2 elsewhere at the same time');
});
