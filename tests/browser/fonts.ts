// The fonts of the pictures. A page asks for fonts of the system, which differ from machine to machine, so pictures are drawn with fonts
// from npm: Gelasio for texts, DejaVu Sans for arrows and other symbols that Gelasio lacks, DejaVu Mono for codes and fingerprints.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const { resolve } = createRequire(import.meta.url);

function face(family: string, file: string, weight: number) {
  const font = readFileSync(resolve(`@fontsource/${file}-latin-${weight}-normal.woff2`)).toString('base64');
  return `@font-face { font-family: ${family}; font-weight: ${weight}; src: url(data:font/woff2;base64,${font}); }`;
}

/** Has a page drawn with these fonts. Letters get the width that the font gives them, not whole pixels. */
export const fontStyle = `
  ${[400, 600, 700].map((weight) => face('Text', 'gelasio/files/gelasio', weight)).join('\n')}
  ${[400, 700].map((weight) => face('Symbols', 'dejavu-sans/files/dejavu-sans', weight)).join('\n')}
  ${face('Mono', 'dejavu-mono/files/dejavu-mono', 400)}
  :root { --serif: Text, Symbols; --sans: Text, Symbols; --mono: Mono; }
  * { text-rendering: geometricPrecision; }
`;

/** The fonts of the system that draw something on a page, each with an element that it is used in. */
export async function systemFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  const used = new Map<string, string>();
  const look = async ({ nodeId, nodeName, attributes }: (typeof nodes)[number]) => {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const font of fonts)
      if (!font.isCustomFont) used.set(font.familyName, `${font.familyName} in ${nodeName} ${attributes?.join(' ')}`);
  };
  await Promise.all(nodes.filter(({ nodeType }) => nodeType === 1).map(look));
  await session.detach();
  return [...used.values()];
}
