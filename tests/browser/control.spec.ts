// Control of a battle: if two devices have the battle, only the device in control rolls, applies, undoes and ends phases.
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './page';
import { beginBattle, checkOfLog, CHECKS_OUT, confirm, nextPhase, openCheck, unit } from './play';

const control = (page: Page) => page.getByRole('region', { name: 'Control' });
const undo = (page: Page) => page.locator('.dock').getByRole('button', { name: /^Undo/ });
const table = (page: Page) => `./${/#\/battle\/[^/]+/.exec(page.url())![0]}`;

/** Transfers a device's battle to the other by a link. Both then show the table. */
async function handOver(from: Page, to: Page, button: string) {
  const address = table(from);
  await from.goto(`${address}/share`);
  const link = await from.getByRole('textbox', { name: 'The link' }).inputValue();
  await to.goto(link);
  await to.getByRole('button', { name: button, exact: true }).click();
  await expect(nextPhase(to)).toBeVisible();
  await from.goto(address);
  await expect(nextPhase(from)).toBeVisible();
}

async function deviceNamed(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto('./#/settings');
  await page.getByLabel('Name of this device').fill(name);
  await page.getByLabel('Name of this device').press('Tab');
  return page;
}

test('two devices pass control, and the other one can only change trackers and look', async ({ page, browser }) => {
  await beginBattle(page);
  await confirm(nextPhase(page));
  await expect(undo(page)).toHaveAttribute('aria-disabled', 'false');
  await expect(control(page)).toBeHidden();
  const other = await deviceNamed(browser, 'Bob’s phone');
  await handOver(page, other, 'Add');
  await expect(control(other)).toContainText('No device is in control');
  await control(other).getByRole('button', { name: 'Take control' }).click();
  await expect(control(other)).toContainText('In control: this device');
  await handOver(other, page, 'Update the battle');

  // On the other device a line shows who is in control, and disabled buttons give this reason.
  await expect(control(page)).toContainText('Bob’s phone is in control');
  await expect(undo(page)).toHaveAttribute('aria-disabled', 'true');
  const moment = page.locator('.status-row .moment');
  const before = await moment.innerText();
  await expect(nextPhase(page)).toHaveAttribute('aria-disabled', 'true');
  // By the keyboard, because the app ignores taps in the first moment of a page.
  await nextPhase(page).press('Enter');
  await expect(page.locator('.notice')).toContainText('Bob’s phone is in control');
  await page.locator('.notice').getByRole('button', { name: 'Dismiss' }).click();
  await expect(moment).toHaveText(before);
  await page.goto(`${table(page)}/do/reaction_charge`);
  await expect(control(page)).toContainText('Bob’s phone is in control');
  await page.goto(table(page));

  // If a device takes over control, the other device and both logs name it.
  await control(page).getByRole('button', { name: 'Take control' }).click();
  await expect(page.locator('.notice')).toContainText('You took over control from Bob’s phone');
  await expect(control(page)).toContainText('In control: this device');
  await confirm(nextPhase(page));
  await expect(moment).not.toHaveText(before);
  await handOver(page, other, 'Update the battle');
  await expect(control(other)).toContainText(/Device ....+ took over control/i);
  await control(page).getByRole('button', { name: 'Pass control to Bob’s phone' }).click();
  await expect(control(page)).toContainText('Bob’s phone is in control');
  await handOver(page, other, 'Update the battle');
  await expect(control(other)).toContainText('In control: this device');
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

test('if both devices change a tracker by hand, the device that reads the other’s entry shows both values', async ({
  page,
  context,
  browser,
}) => {
  await beginBattle(page);
  await confirm(nextPhase(page));
  await expect(undo(page)).toHaveAttribute('aria-disabled', 'false');
  const other = await deviceNamed(browser, 'Bob’s phone');
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
  // Copies the other device's entries into this device's storage. The browser notifies the table of the change.
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
