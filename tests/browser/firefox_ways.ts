// Replacements of Playwright's methods for an unmodified Firefox. Playwright drives it by WebDriver BiDi, which lacks some functions.
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { downloads } from './firefox.js';

process.on('exit', () => rmSync(downloads, { recursive: true, force: true }));

type Script = string | (() => unknown) | { content?: string };
type WaitForEvent = (event: string, ...rest: unknown[]) => Promise<unknown>;

/** Adapts the contexts, pages and locators of this process, by their prototypes. */
export function adapt(context: BrowserContext) {
  mkdirSync(downloads, { recursive: true });
  guardScripts(Object.getPrototypeOf(context));
  context.once('page', (page) => {
    guardScripts(Object.getPrototypeOf(page));
    findDownloads(Object.getPrototypeOf(page));
    waitForFetches(Object.getPrototypeOf(page));
    typeText(Object.getPrototypeOf(page.locator('html')));
  });
}

/** Replaces a method. Later calls for the same method do nothing, because every context calls `adapt`. */
function replace<T extends object, K extends keyof T>(prototype: T, name: K, by: (original: T[K]) => T[K]) {
  const adapted: Set<string> = ((prototype as { adapted?: Set<string> }).adapted ??= new Set());
  if (adapted.has(String(name))) return;
  adapted.add(String(name));
  prototype[name] = by(prototype[name]);
}

/** Init scripts also run in about:blank, which has no storage. This limits them to pages of a host. */
function guardScripts(prototype: BrowserContext | Page) {
  replace(
    prototype as Page,
    'addInitScript',
    (original) =>
      function (this: Page, script: Script, argument?: unknown) {
        const body =
          typeof script === 'function' ? `(${script})(${JSON.stringify(argument)})` : typeof script === 'string' ? script : script.content;
        return original.call(this, { content: `if (location.protocol.startsWith('http')) { ${body} }` });
      } as Page['addInitScript'],
  );
}

/** Replaces `fill` by typing: it sends other events than a player's input, and none when the field loses the focus. */
function typeText(prototype: Locator) {
  replace(
    prototype,
    'fill',
    (original) =>
      async function (this: Locator, text: string) {
        const isText = await this.evaluate(
          (field) => !(field instanceof HTMLInputElement) || !['range', 'number', 'color'].includes(field.type),
        );
        if (!isText) return original.call(this, text);
        await this.selectText();
        if (text === '') await this.press('Delete');
        else await this.pressSequentially(text);
      },
  );
}

/** Firefox reports an error if a page is left while the service worker fetches a file. This waits for the last file first. */
function waitForFetches(prototype: Page) {
  const lastFile = (page: Page) =>
    page
      .waitForFunction(
        () => !location.protocol.startsWith('http') || performance.getEntriesByType('resource').some(({ name }) => /lazy_pages/.test(name)),
        undefined,
        { timeout: 5_000 },
      )
      // If the app does not run on the page, nothing more is fetched.
      .catch(() => {});
  for (const name of ['goto', 'reload'] as const) {
    replace(prototype, name, (original) => {
      const adapted = async function (this: Page, ...rest: never[]) {
        await lastFile(this);
        return (original as (...rest: never[]) => ReturnType<Page['reload']>).apply(this, rest);
      };
      return adapted as Page[typeof name];
    });
  }
}

/** WebDriver BiDi reports no downloads of files that a page makes. This finds them in the download folder. */
function findDownloads(prototype: Page) {
  replace(prototype, 'waitForEvent', (original) => {
    const adapted: WaitForEvent = function (this: Page, event, ...rest) {
      if (event !== 'download') return (original as WaitForEvent).call(this, event, ...rest);
      return newFile(new Set(readdirSync(downloads)));
    };
    return adapted as Page['waitForEvent'];
  });
}

async function newFile(before: Set<string>) {
  for (const end = Date.now() + 20_000; Date.now() < end; await wait(50)) {
    const names = readdirSync(downloads);
    const [name] = names.filter((name) => !before.has(name) && !name.endsWith('.part'));
    // Firefox first makes an empty file of this name, and later replaces it by the `.part` file.
    if (!name || names.some((name) => name.endsWith('.part'))) continue;
    return { path: async () => join(downloads, name), suggestedFilename: () => basename(name) };
  }
  throw new Error('no file was downloaded');
}
