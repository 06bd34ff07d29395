// Messages about the other devices of a battle: their acts, a lost connection, and connected devices before a battle is deleted. Also
// the shared time of devices with different clocks.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, test } from './page';
import { confirm, endPhase, unit } from './play';
import { act, apply, outcome, side, twoRegiments } from './regiments';
import { stamps, idOf, nameDevice, device, open, connect, reconnect } from './two_phones';
import { stored } from './script';

const HORSE = "Haselrig's Horse";
const MINUTE = 60_000;

const notice = (page: Page) => page.locator('.notice');
const go = (page: Page, hash: string) => page.evaluate((hash) => void (location.hash = hash), hash);

/** Ann's battle, which Ben has joined. Ann is in control. */
async function annAndBen(page: Page, browser: Browser, baseURL: string, context: BrowserContext, prepare?: (there: Page) => Promise<void>) {
  await context.grantPermissions(['camera', 'screen-wake-lock']);
  await page.goto('./');
  await nameDevice(page, 'Ann');
  await twoRegiments(page);
  const id = idOf(page);
  const there = await device(browser, baseURL, 'Ben');
  await there.setViewportSize(page.viewportSize()!);
  await prepare?.(there);
  await connect(page, there, 'Ben', id);
  await go(page, `#/battle/${id}`);
  await expect(page.getByText('In control: this device')).toBeVisible();
  await expect(there.getByText('Ann is in control')).toBeVisible();
  return { id, there };
}

/** Shifts the device's clock by minutes. The monotonic clock does not change. */
const setClock = (minutes: number) => {
  const now = Date.now.bind(Date);
  Date.now = () => now() + minutes * 60_000;
};

test('an act is reported with the device’s name on the other devices only', async ({ page, browser, baseURL, context }) => {
  const { id, there } = await annAndBen(page, browser, baseURL!, context);
  await endPhase(page);
  await expect(notice(there)).toContainText(/Ann ended the phase\. Now: \w+/);
  await expect(notice(page)).toBeHidden();

  await act(page, /Parliament/, HORSE, 'Melee');
  await page.getByRole('button', { name: /^Roll (1 die|\d+ dice)/ }).click();
  await expect(outcome(page)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(notice(there)).toContainText(new RegExp(`Ann discarded: .*${HORSE}.*Melee`));
  await expect(notice(page)).toContainText('Discarded.');
  await notice(page).getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('status', { name: 'Unapplied roll' }).getByRole('button', { name: 'Continue' }).click();
  await apply(page);
  await expect(notice(there)).toContainText(new RegExp(`Ann applied: .*${HORSE}.*Melee`));
  await go(page, `#/battle/${id}`);
  await page.locator('.dock').getByRole('button', { name: /^Undo/ }).click();
  await expect(notice(there)).toContainText(new RegExp(`Ann undid: .*${HORSE}.*Melee`));
  await expect(notice(page)).toContainText(/^Undone: /);
  await notice(page).getByRole('button', { name: 'Redo' }).click();
  await expect(notice(there)).toContainText(new RegExp(`Ann redid: .*${HORSE}.*Melee`));
  await expect(notice(page)).toContainText(/^Redone: /);

  // A change by hand is visible on the table, and has no notice.
  await expect(notice(there)).toBeHidden({ timeout: 30_000 });
  await side(page, /Parliament/);
  const before = (await stamps(there)).length;
  await (await unit(page, HORSE)).getByRole('button', { name: 'Counters: more' }).click();
  await expect.poll(() => stamps(there)).toHaveLength(before + 1);
  await expect(notice(there)).toBeHidden();
  await there.context().close();
});

test('a lost connection is shown until the devices are connected again, or the player hides the line', async ({
  page,
  browser,
  baseURL,
  context,
}) => {
  test.setTimeout(240_000);
  const { id, there } = await annAndBen(page, browser, baseURL!, context);
  const lost = page.locator('.lost-connection');
  await expect(lost).toBeHidden();
  await there.close();
  await expect(notice(page)).toContainText(/The connection to Ben has ended|Ben does not answer/, { timeout: 30_000 });
  await expect(lost).toHaveText('No connection: Ben');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(lost).toBeInViewport({ ratio: 1 });
  // Acts and other notices do not remove the line.
  await endPhase(page);
  await expect(lost).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(lost).toBeInViewport({ ratio: 1 });

  const back = await there.context().newPage();
  await open(back, id);
  await expect(back.locator('.lost-connection')).toHaveText('No connection: Ann');
  await reconnect(page, back, id);
  await expect(page.getByText(/^Connected: Ben/)).toBeVisible();
  for (const tab of [page, back]) {
    await go(tab, `#/battle/${id}`);
    await expect(tab.getByRole('region', { name: 'Phase' })).toBeVisible();
    await expect(tab.locator('.lost-connection')).toBeHidden();
  }

  await back.close();
  await lost.getByRole('link').click({ timeout: 30_000 });
  await page.getByRole('button', { name: 'No longer show Ben' }).click();
  await go(page, `#/battle/${id}`);
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  await expect(lost).toBeHidden();
});

test('before a battle is deleted, the connected devices are named, and they keep the battle', async ({
  page,
  browser,
  baseURL,
  context,
}) => {
  const { id, there } = await annAndBen(page, browser, baseURL!, context);
  const words = 'Connected now: Ben. This ends the connection. The battle stays on the other devices.';
  await go(page, '#/saved');
  // The page above the button is drawn in parts, and the app ignores taps on what has just moved.
  const deleteAll = page.getByRole('button', { name: 'Delete everything' });
  await expect(async () => {
    await deleteAll.click();
    await expect(page.getByRole('alertdialog')).toContainText(words, { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  const ask = page.getByRole('button', { name: /^Delete Cheriton lane/ });
  await ask.click();
  await expect(page.getByRole('alertdialog')).toContainText(`Delete “Cheriton lane” with its whole log? ${words}`);
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(notice(there)).toBeHidden();
  await ask.click();
  await confirm(page.getByRole('button', { name: 'Delete the battle' }));
  await expect(notice(there)).toContainText('The connection to Ann has ended. Nothing is lost.', { timeout: 30_000 });
  await expect(there.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();

  // Ben continues to play, but Ann's device does not get the battle back.
  await there.getByRole('button', { name: 'Take control' }).click();
  await endPhase(there);
  const keys = () => page.evaluate((id) => Object.keys(localStorage).filter((key) => key.includes(id) && !key.includes('/bin')), id);
  expect(await keys()).toEqual([]);
  // Without a connection, the question names no device.
  await go(there, '#/saved');
  await there.getByRole('button', { name: /^Delete Cheriton lane/ }).click();
  await expect(there.getByRole('alertdialog')).not.toContainText('Connected now');
  await there.context().close();
});

test('devices whose clocks are slow or set back write the shared time', async ({ page, browser, baseURL, context }) => {
  const { id, there } = await annAndBen(page, browser, baseURL!, context, async (there) => {
    await there.addInitScript(setClock, -5);
    await there.reload();
    expect(await there.evaluate(() => Date.now())).toBeLessThan(Date.now() - 4 * MINUTE);
  });
  const takeControl = async (tab: Page) => {
    await tab.getByRole('button', { name: 'Take control' }).click();
    await expect(tab.getByText('In control: this device')).toBeVisible();
  };
  const began = Date.now();
  await endPhase(page);
  await takeControl(there);
  await endPhase(there);
  await page.evaluate(setClock, -5);
  await takeControl(page);
  await endPhase(page);
  const times = async (tab: Page) => (await stored(tab)).events.flatMap(({ event }) => event.act?.at ?? []);
  for (const tab of [page, there]) await expect.poll(async () => (await times(tab)).length).toBeGreaterThanOrEqual(3);
  const last = (await times(page)).slice(-3);
  expect(last, 'the times are in order').toEqual([...last].sort((a, b) => a - b));
  expect(last[0]).toBeGreaterThanOrEqual(began - 2_000);
  expect(last[2]).toBeLessThanOrEqual(Date.now() + 2_000);
  expect(await times(there)).toEqual(await times(page));
  expect(idOf(page)).toBe(id);
  await there.context().close();
});
