// The build of version 1.0.0 that tests/fixtures/v1 holds, as a device of its own. Its words are those of 1.0.0 and never change, so
// they stand here, and not in the helpers of today's app.
import { type Page, expect } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { listening, typeOf } from './hosting.js';

/** The files of a tar archive (POSIX ustar), by their names. */
function unpacked(archive: Buffer): Map<string, Buffer> {
  const BLOCK = 512;
  const files = new Map<string, Buffer>();
  for (let at = 0; archive[at];) {
    const field = (from: number, length: number) =>
      archive
        .subarray(at + from, at + from + length)
        .toString()
        .replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12), 8);
    files.set(field(0, 100), archive.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  return files;
}

/** Serves version 1.0.0 on a port of its own; returns its address, and what ends it. */
export async function serveOnePointZero() {
  const archive = readFileSync(new URL('../fixtures/v1/dist_1_0_0.tar.br', import.meta.url));
  const files = unpacked(brotliDecompressSync(archive));
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://host').pathname.slice(1) || 'index.html';
    const file = files.get(name);
    if (file) response.writeHead(200, { 'Content-Type': typeOf(name) }).end(file);
    else response.writeHead(404).end();
  });
  const port = await listening(server);
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, end };
}

export const next = (page: Page) => page.getByRole('button', { name: 'Next ›' });

/** Opens a battle's table. */
export async function open(page: Page, id: string) {
  await page.goto(`./#/battle/${id}`);
  await expect(next(page)).toBeVisible();
}

export async function call(page: Page, name: string) {
  await page.goto('./#/settings');
  const field = page.getByLabel('Name of this device, for the other players');
  await field.fill(name);
  await field.blur();
}

export async function beginBattle(page: Page, name: string) {
  await page.goto('./#/new');
  await page.getByLabel('First side').selectOption({ index: 1 });
  await page.getByLabel('Second side').selectOption({ index: 2 });
  await page.getByLabel('Name of the battle').fill(name);
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Ends the phase, whatever is still due. */
export async function endPhase(page: Page) {
  const moment = page.locator('.status-row .moment');
  const before = await moment.innerText();
  const leave = page.getByRole('dialog').getByRole('button', { name: /^(Skip them|Do it anyway)$/ });
  await expect(async () => {
    if (await leave.isVisible()) await leave.click();
    else if ((await moment.innerText()) === before) await next(page).press('Enter');
    expect(await moment.innerText()).not.toBe(before);
  }).toPass({ timeout: 20_000 });
}

/** Rolls a melee of a battle's first unit and applies it, although it is another phase. */
export async function melee(page: Page, id: string) {
  await page.goto(`./#/battle/${id}/do/melee_round/u1`);
  const [anyway, roll] = [page.getByRole('button', { name: 'Do it anyway' }), page.getByRole('button', { name: /^Roll (1 die|\d+ dice)/ })];
  await expect(anyway.or(roll)).toBeVisible();
  await anyway.click();
  await roll.click();
  const apply = page.getByRole('button', { name: 'Apply to the table' });
  await apply.press('Enter');
  await expect(apply).toBeHidden();
}

/** The link of a roster or a battle, by its page's address. */
export async function link(page: Page, place: string) {
  await page.goto(`./#/${place}/share`);
  return page.getByRole('textbox', { name: 'The link' }).inputValue();
}

/** The text of the code that is shown. */
export async function codeText(page: Page) {
  const details = page.locator('details', { has: page.getByText('Without a camera') });
  await details.locator('> summary').click();
  const text = page.getByRole('textbox', { name: 'The code as text' });
  await expect(text).toBeVisible();
  return text.inputValue();
}

export async function devices(page: Page, id: string) {
  await page.goto(`./#/battle/${id}/devices`);
  await expect(page.getByRole('heading', { level: 1, name: 'Play on several devices' })).toBeVisible();
}

/** Reads the text of a code on the page that is open, which reads codes. */
export async function pasteHere(page: Page, text: string) {
  await expect(page.getByRole('heading', { level: 1, name: 'Read codes' })).toBeVisible();
  await page.getByText('Without a camera').click();
  await page.getByRole('textbox', { name: 'Text of a code, or a link' }).fill(text);
  await page.getByRole('button', { name: 'Open the text' }).click();
}

export async function paste(page: Page, text: string) {
  await page.goto('./#/scan');
  await pasteHere(page, text);
}

export async function updateCodes(page: Page, id: string) {
  await devices(page, id);
  await page.getByRole('button', { name: 'Show update codes' }).click();
  return codeText(page);
}

export async function takeControl(page: Page) {
  const control = page.getByRole('region', { name: 'Control' });
  await control.getByRole('button', { name: 'Take control' }).click();
  await expect(control).toContainText('In control: this device');
}

/** Checks the log. */
export async function expectValid(page: Page, id: string) {
  await page.goto(`./#/battle/${id}/verify`);
  await expect(page.getByText(/^All \d+ entries are valid\.$/)).toBeVisible();
}
