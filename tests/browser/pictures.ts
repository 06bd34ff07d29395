// Takes pictures of pages, and compares them with those that are kept in the folder `screens`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { differences } from './compare';
import { fontStyle, systemFonts } from './fonts';

const style = `
  ${fontStyle}
  * { transition: none !important; animation: none !important; caret-color: transparent !important; }
  select { appearance: none; -webkit-appearance: none; }
`;

/** Has the pages of a browser drawn with the tests' fonts and without motion, at a fixed time. */
export async function steady(page: Page) {
  await page.clock.setFixedTime(new Date('2026-03-01T12:00:00Z'));
  await page.addInitScript((css) => {
    addEventListener('DOMContentLoaded', () => {
      const element = document.createElement('style');
      element.textContent = css;
      document.head.append(element);
    });
  }, style);
}

/** A picture of what the screen shows, once all fonts are loaded; without the mark of the focus. */
export async function shot(page: Page): Promise<Buffer> {
  await page.evaluate(async () => {
    await Promise.all([...document.fonts].map((font) => font.load()));
    (document.activeElement as HTMLElement | null)?.blur();
  });
  return page.screenshot({ animations: 'disabled', scale: 'css' });
}

/** Compares the screen with the kept picture, or renews it. Waits for a page that is still being drawn. */
export async function picture(page: Page, name: string) {
  const info = test.info();
  const file = info.snapshotPath(`${name}.png`);
  if (info.config.updateSnapshots === 'all') return writeFileSync(file, await still(page));
  expect(existsSync(file), `${file} is missing: draw it with --update-snapshots=all`).toBe(true);
  const kept = readFileSync(file);
  let now: Buffer = kept;
  try {
    await expect.poll(async () => differences(kept, (now = await shot(page))), `differences from ${name}.png, at`).toEqual([]);
  } catch (error) {
    // The report shows the two side by side.
    await info.attach(`${name}-expected.png`, { body: kept, contentType: 'image/png' });
    await info.attach(`${name}-actual.png`, { body: now, contentType: 'image/png' });
    throw error;
  }
  expect(await systemFonts(page), `fonts of the system in ${name}.png`).toEqual([]);
}

/** A picture of a page that no longer changes. */
async function still(page: Page): Promise<Buffer> {
  let [before, now] = [await shot(page), await shot(page)];
  while (!before.equals(now)) [before, now] = [now, await shot(page)];
  return now;
}
