// Several devices that play one battle: browser contexts that share nothing but the texts of codes.
import { type Browser, type Page, expect } from '@playwright/test';
import { CHECKS_OUT, checkOfLog } from './play';
import { sameAsTheCall, stored } from './script';

/** The id of the battle that is open. */
export const idOf = (page: Page) => /battle\/([^/]+)/.exec(page.url())![1];

/** Gives a device a name. */
export async function call(page: Page, name: string) {
  await page.goto('./#/settings');
  const field = page.getByLabel('Name of this device, for the other players');
  await field.fill(name);
  await field.blur();
}

/** The text of the code that is shown. */
export const asText = async (page: Page) => {
  const details = page.locator('details', { has: page.getByText('Without a camera') });
  await details.locator('> summary').click();
  const text = page.getByRole('textbox', { name: 'The code as text' });
  await expect(text).toBeVisible();
  return text.inputValue();
};

/** Opens the page of the devices of a battle. */
export async function devices(page: Page, id: string) {
  await page.goto(`./#/battle/${id}/devices`);
  await expect(page.getByRole('heading', { level: 1, name: 'Play on several devices' })).toBeVisible();
}

/** Fills in the text of a code on the page that reads codes, once that has taken the place of the page before: both have the same
 * fold. */
export async function pasteText(page: Page, text: string) {
  await expect(page.getByRole('heading', { level: 1, name: 'Read codes' })).toBeVisible();
  await page.getByText('Without a camera').click();
  await page.getByRole('textbox', { name: 'Text of a code, or a link' }).fill(text);
}

/** Reads the text of a code, as where there is no camera. */
export async function paste(page: Page, text: string) {
  await page.goto('./#/scan');
  await pasteText(page, text);
  await page.getByRole('button', { name: 'Open the text' }).click();
}

/** Has a device show its update codes, and hands back the text of its codes. */
export async function showNews(page: Page, id: string) {
  await devices(page, id);
  await page.getByRole('button', { name: 'Show update codes' }).click();
  return asText(page);
}

/** Connects two devices in a battle, by a code each way. Hands back how long it took from the second code on, in milliseconds. */
export async function pair(host: Page, guest: Page, guestName: string | RegExp, id: string) {
  await devices(host, id);
  await host.getByRole('button', { name: 'Connect a device' }).click();
  const offer = await asText(host);
  await paste(guest, offer);
  await expect(guest.getByRole('img', { name: 'Code of the connection' })).toBeVisible();
  const answer = await asText(guest);
  await host.getByRole('link', { name: 'Read its answer' }).click();
  await pasteText(host, answer);
  const name = typeof guestName === 'string' ? guestName : guestName.source;
  const begin = Date.now();
  await host.getByRole('button', { name: 'Open the text' }).click();
  await expect(
    host.getByRole('region', { name: 'Direct connection' }).getByText(new RegExp(`Connected: ${name}, all transferred`)),
  ).toBeVisible();
  return Date.now() - begin;
}

/** Connects two devices again, neither of which loads its page anew. */
export async function pairHere(host: Page, guest: Page, id: string) {
  const go = (page: Page, hash: string) => page.evaluate((hash) => void (location.hash = hash), hash);
  const read = async (page: Page, code: string) => {
    await pasteText(page, code);
    await page.getByRole('button', { name: 'Open the text' }).click();
  };
  await go(host, `#/battle/${id}/devices`);
  await host.getByRole('button', { name: 'Connect a device' }).click();
  const offer = await asText(host);
  await go(guest, '#/scan');
  await read(guest, offer);
  await expect(guest.getByRole('img', { name: 'Code of the connection' })).toBeVisible();
  const answer = await asText(guest);
  await host.getByRole('link', { name: 'Read its answer' }).click();
  await read(host, answer);
}

/** Another device. It may use the camera, so that it has an address of its own. */
export async function device(browser: Browser, baseURL: string, name = ''): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    permissions: ['camera', 'screen-wake-lock'],
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await page.goto('./');
  if (name) await call(page, name);
  return page;
}

/** Opens a battle, or a page of it. */
export async function open(page: Page, id: string, what = '') {
  await page.goto(`./#/battle/${id}${what}`);
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
}

/** The stamps of a device's log. */
export const entries = async (page: Page) => (await stored(page)).events.map((own) => own.stamp);

/** All devices have the same log, a valid one, and the same table, which the `battle` call makes of the log as well. */
export async function agree(pages: Page[], id: string) {
  // What one does reaches the other a moment later.
  const logs = async () => (await Promise.all(pages.map(entries))).map((log) => log.join(' '));
  await expect.poll(async () => new Set(await logs()).size, 'all logs are the same').toBe(1);
  const seen = [];
  for (const page of pages) {
    await open(page, id);
    const held = await stored(page);
    const answered = await sameAsTheCall(page, held);
    await page.goto(`./#/battle/${id}/log`);
    await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
    await open(page, id);
    seen.push({ events: held.events, answered });
  }
  for (const own of seen.slice(1)) expect(own).toEqual(seen[0]);
}
