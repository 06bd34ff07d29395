// Serves the build of version 1.0.0 in tests/fixtures/v1, as another device, and has steps for it. Where its texts are those of
// today's app, specs use the same steps for both.
import { type Page, expect } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { listening, typeOf } from './hosting.js';
import { nextPhase } from './play';

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

/** Serves version 1.0.0 on a free port. Returns its address, and a function that stops the server. */
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

/** Opens a battle's table. */
export async function open(page: Page, id: string) {
  await page.goto(`./#/battle/${id}`);
  await expect(nextPhase(page)).toBeVisible();
}

/** Rolls a melee of a battle's first unit and applies it. Overrides the rule that this is the wrong phase. */
export async function melee(page: Page, id: string) {
  await page.goto(`./#/battle/${id}/do/melee_round/u1`);
  const [anyway, roll] = [
    page.getByRole('button', { name: 'Do it anyway' }),
    page.getByRole('button', { name: /^Roll \d+ (die|dice|D\d+)/ }),
  ];
  await expect(anyway.or(roll)).toBeVisible();
  await anyway.click();
  await roll.click();
  const apply = page.getByRole('button', { name: 'Apply to the table' });
  await apply.press('Enter');
  await expect(apply).toBeHidden();
}

/** The link of a roster or a battle. `address` is that of its page. */
export async function link(page: Page, address: string) {
  await page.goto(`./#/${address}/share`);
  return page.getByRole('textbox', { name: 'The link' }).inputValue();
}

export async function takeControl(page: Page) {
  const control = page.getByRole('region', { name: 'Control' });
  await control.getByRole('button', { name: 'Take control' }).click();
  await expect(control).toContainText('In control: this device');
}
