// The fonts of pictures, and of tests that measure text. The app uses the system's fonts, which differ between machines. These tests
// therefore use fonts from npm: Gelasio for text, DejaVu Sans for arrows and other symbols that Gelasio lacks, DejaVu Mono for codes and
// fingerprints.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const { resolve } = createRequire(import.meta.url);

function face(family: string, file: string, weight: number) {
  const font = readFileSync(resolve(`@fontsource/${file}-latin-${weight}-normal.woff2`)).toString('base64');
  return `@font-face { font-family: ${family}; font-weight: ${weight}; src: url(data:font/woff2;base64,${font}); }`;
}

/** Styles that replace a page's fonts by these. The widths of letters are not rounded to whole pixels. */
export const fontStyle = `
  ${[400, 600, 700].map((weight) => face('Text', 'gelasio/files/gelasio', weight)).join('\n')}
  ${[400, 700].map((weight) => face('Symbols', 'dejavu-sans/files/dejavu-sans', weight)).join('\n')}
  ${face('Mono', 'dejavu-mono/files/dejavu-mono', 400)}
  :root { --serif: Text, Symbols; --sans: Text, Symbols; --mono: Mono; }
  * { text-rendering: geometricPrecision; }
`;

/** Has all pages of a test use these fonts. The page's content security policy forbids them, so the test needs `bypassCSP`. */
export const useTestFonts = (page: Page) =>
  page.addInitScript((css) => {
    addEventListener('DOMContentLoaded', () => {
      const element = document.createElement('style');
      element.textContent = css;
      document.head.append(element);
    });
  }, fontStyle);

/** Waits until these fonts are loaded. */
export const fontsLoaded = (page: Page) =>
  page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())).then(() => undefined));

/** The system's fonts that a page uses, each with an element that uses it. */
export async function systemFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  const used = new Map<string, string>();
  const addFonts = async ({ nodeId, nodeName, attributes }: (typeof nodes)[number]) => {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const font of fonts)
      if (!font.isCustomFont) used.set(font.familyName, `${font.familyName} in ${nodeName} ${attributes?.join(' ')}`);
  };
  await Promise.all(nodes.filter(({ nodeType }) => nodeType === 1).map(addFonts));
  await session.detach();
  return [...used.values()];
}
