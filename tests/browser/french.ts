// The French catalogues of the app, and the texts on a page that are still in English.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { appReady, expect } from './page';
import { seal } from './play';

const folder = join(import.meta.dirname, '../../public/lang/fr');
const catalogues: Record<string, string>[] = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
const catalogue: Record<string, string> = Object.assign({}, ...catalogues);

/** The French of an English text of the app. Texts without a translation stay as they are. */
export const french = (english: string) => catalogue[english] ?? english;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const wordsOf = (text: string) => text.replace(/\{[^}]*\}/g, ' ').match(/\p{L}{3,}/gu) ?? [];
const allFrench = new Set(catalogues.flatMap((texts) => Object.values(texts)));
// Texts that are not French, too, whatever stands in their gaps.
const english = Object.keys(catalogue).filter((text) => !allFrench.has(text) && wordsOf(text).length > 0);
const whole = new Set(english.filter((text) => !text.includes('{')));
const patterns = english
  .filter((text) => text.includes('{') && wordsOf(text).length > 1)
  .map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\{[^}]*\}/)
          .map(escaped)
          .join('.+')}$`,
      ),
  );

/** English texts of the app on a page that should be French: visible ones, accessible names, and the title. */
export async function englishTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(node.getAttribute(name) ?? '');
      } else if (!node.parentElement?.closest('[lang=en], script, style')) {
        texts.push(node.textContent ?? '');
      }
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  });
  return [...new Set(texts)].filter((text) => whole.has(text) || patterns.some((pattern) => pattern.test(text)));
}

export type Language = 'en' | 'fr';

/** Chooses a language, and loads the page again: the app reads the setting when it starts. */
export async function speak(page: Page, language: Language) {
  const settings = seal({ language, hints: ['table', 'resolve'] });
  // The app may be saving its settings, such as the end of a guide, so this retries.
  await expect(async () => {
    await page.evaluate((settings) => localStorage.setItem('drumhead/settings', settings), settings);
    await page.reload();
    await appReady(page);
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'en' ? 'en-GB' : 'fr', { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
}
