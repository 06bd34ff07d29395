// Several devices that play one battle. They are browser contexts that only exchange the texts of codes.
import { type Browser, type Page, chromium, expect } from '@playwright/test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from './chromium.js';
import { CHECKS_OUT, checkOfLog } from './play';
import { expectSameAsContract, stored } from './script';

/** The id of the battle that is open. */
export const idOf = (page: Page) => /battle\/([^/]+)/.exec(page.url())![1];

/** Sets the name of a device. */
export async function nameDevice(page: Page, name: string) {
  await page.goto('./#/settings');
  const field = page.getByLabel('Name of this device, for the other players');
  await field.fill(name);
  await field.blur();
}

/** The text of the visible QR code. */
export const codeText = async (page: Page) => {
  const details = page.locator('details', { has: page.getByText('Without a camera') });
  await details.locator('> summary').click();
  const text = page.getByRole('textbox', { name: 'The code as text' });
  await expect(text).toBeVisible();
  return text.inputValue();
};

/** Opens the page of a battle's devices. */
export async function openDevices(page: Page, id: string) {
  await page.goto(`./#/battle/${id}/devices`);
  await expect(page.getByRole('heading', { level: 1, name: 'Play on several devices' })).toBeVisible();
}

/** Enters the text of a code on the page that reads codes. First waits for that page, because the page before has a similar field. */
export async function enterCodeText(page: Page, text: string) {
  await expect(page.getByRole('heading', { level: 1, name: 'Read codes' })).toBeVisible();
  await page.getByText('Without a camera').click();
  await page.getByRole('textbox', { name: 'Text of a code, or a link' }).fill(text);
}

/** Reads a code by its text, as on a device without a camera. */
export async function readCodeText(page: Page, text: string) {
  await page.goto('./#/scan');
  await enterCodeText(page, text);
  await page.getByRole('button', { name: 'Open the text' }).click();
}

/** Shows a device's update codes, and returns their text. */
export async function showUpdateCodes(page: Page, id: string) {
  await openDevices(page, id);
  await page.getByRole('button', { name: 'Show update codes' }).click();
  return codeText(page);
}

/** Connects two devices in a battle: each reads a code of the other. Returns the milliseconds from the second code until connected. */
export async function connect(host: Page, guest: Page, guestName: string | RegExp, id: string) {
  await openDevices(host, id);
  await host.getByRole('button', { name: 'Connect a device' }).click();
  const offer = await codeText(host);
  await readCodeText(guest, offer);
  await expect(guest.getByRole('img', { name: 'Code of the connection' })).toBeVisible();
  const answer = await codeText(guest);
  await host.getByRole('link', { name: 'Read its answer' }).click();
  await enterCodeText(host, answer);
  const name = typeof guestName === 'string' ? guestName : guestName.source;
  const begin = Date.now();
  await host.getByRole('button', { name: 'Open the text' }).click();
  await expect(
    host.getByRole('region', { name: 'Direct connection' }).getByText(new RegExp(`Connected: ${name}, all transferred`)),
  ).toBeVisible();
  return Date.now() - begin;
}

/** Connects two devices again without reloading their pages. */
export async function reconnect(host: Page, guest: Page, id: string) {
  const go = (page: Page, hash: string) => page.evaluate((hash) => void (location.hash = hash), hash);
  const read = async (page: Page, code: string) => {
    await enterCodeText(page, code);
    await page.getByRole('button', { name: 'Open the text' }).click();
  };
  await go(host, `#/battle/${id}/devices`);
  await host.getByRole('button', { name: 'Connect a device' }).click();
  const offer = await codeText(host);
  await go(guest, '#/scan');
  await read(guest, offer);
  await expect(guest.getByRole('img', { name: 'Code of the connection' })).toBeVisible();
  const answer = await codeText(guest);
  await host.getByRole('link', { name: 'Read its answer' }).click();
  await read(host, answer);
}

/** Another device. It has camera permission, because browsers otherwise hide the device's network address. */
export async function device(browser: Browser, baseURL: string, name = ''): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    permissions: ['camera', 'screen-wake-lock'],
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await page.goto('./');
  if (name) await nameDevice(page, name);
  return page;
}

/** A device whose browser is a separate process, and the folder of its profile. */
export async function separateBrowser(baseURL: string, name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'drumhead-sleeps-'));
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    baseURL,
    permissions: ['camera', 'screen-wake-lock'],
    serviceWorkers: 'block',
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto('./');
  await nameDevice(page, name);
  return { page, folder };
}

/** Opens a battle, or a page of it by the end of its address. */
export async function open(page: Page, id: string, path = '') {
  await page.goto(`./#/battle/${id}${path}`);
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
}

/** The stamps of a device's log. */
export const stamps = async (page: Page) => (await stored(page)).events.map((event) => event.stamp);

/** Expects that all devices have the same valid log and the same table, and that the contract computes this table from the log. */
export async function expectAgreement(pages: Page[], id: string) {
  // Entries reach the other devices a moment later.
  const logs = async () => (await Promise.all(pages.map(stamps))).map((log) => log.join(' '));
  await expect.poll(async () => new Set(await logs()).size, 'all logs are the same').toBe(1);
  const states = [];
  for (const page of pages) {
    await open(page, id);
    const battle = await stored(page);
    const table = await expectSameAsContract(page, battle);
    await page.goto(`./#/battle/${id}/log`);
    await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
    await open(page, id);
    states.push({ events: battle.events, table });
  }
  for (const state of states.slice(1)) expect(state).toEqual(states[0]);
}
