// Takes pictures of pages, and compares them with those in the folder `screens`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { differences } from './compare';
import { fontStyle, systemFonts } from './fonts';

const style = `
  ${fontStyle}
  * { transition: none !important; animation: none !important; caret-color: transparent !important; }
  select { appearance: none; -webkit-appearance: none; }
`;

/** Makes pictures of a page repeatable: the tests' fonts, no motion, and a fixed time. */
export async function makeRepeatable(page: Page) {
  await page.clock.setFixedTime(new Date('2026-03-01T12:00:00Z'));
  await page.addInitScript((css) => {
    addEventListener('DOMContentLoaded', () => {
      const element = document.createElement('style');
      element.textContent = css;
      document.head.append(element);
    });
  }, style);
}

/** A picture of the screen. Waits for all fonts, and removes the focus. */
export async function shot(page: Page): Promise<Buffer> {
  await page.evaluate(async () => {
    await Promise.all([...document.fonts].map((font) => font.load()));
    (document.activeElement as HTMLElement | null)?.blur();
  });
  return page.screenshot({ animations: 'disabled', scale: 'css' });
}

/** Compares the screen with the stored picture, and retries while the page is being drawn. Updates the picture if Playwright is run
 * with `--update-snapshots=all`. */
export async function comparePicture(page: Page, name: string) {
  const info = test.info();
  const file = info.snapshotPath(`${name}.png`);
  if (info.config.updateSnapshots === 'all') return writeFileSync(file, await stablePicture(page));
  expect(existsSync(file), `${file} is missing: draw it with --update-snapshots=all`).toBe(true);
  const expected = readFileSync(file);
  let actual: Buffer = expected;
  try {
    await expect.poll(async () => differences(expected, (actual = await shot(page))), `differences from ${name}.png, at`).toEqual([]);
  } catch (error) {
    // Playwright's report shows these two side by side.
    await info.attach(`${name}-expected.png`, { body: expected, contentType: 'image/png' });
    await info.attach(`${name}-actual.png`, { body: actual, contentType: 'image/png' });
    throw error;
  }
  expect(await systemFonts(page), `fonts of the system in ${name}.png`).toEqual([]);
}

/** A picture of the page once two pictures in a row are equal. */
async function stablePicture(page: Page): Promise<Buffer> {
  let [before, now] = [await shot(page), await shot(page)];
  while (!before.equals(now)) [before, now] = [now, await shot(page)];
  return now;
}
