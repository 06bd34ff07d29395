// What the specs do, done as a stock Firefox needs it: Playwright drives it by WebDriver BiDi, which lacks a few things.
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { downloads } from './firefox.js';

process.on('exit', () => rmSync(downloads, { recursive: true, force: true }));

type Script = string | (() => unknown) | { content?: string };
type Wait = (event: string, ...rest: unknown[]) => Promise<unknown>;

/** Adapts the contexts, pages and locators of this process. */
export function adapt(context: BrowserContext) {
  mkdirSync(downloads, { recursive: true });
  guardScripts(Object.getPrototypeOf(context));
  context.once('page', (page) => {
    guardScripts(Object.getPrototypeOf(page));
    watchDownloads(Object.getPrototypeOf(page));
    letFetch(Object.getPrototypeOf(page));
    typeWords(Object.getPrototypeOf(page.locator('html')));
  });
}

/** Replaces a method once, however many contexts are adapted. */
function replace<T extends object, K extends keyof T>(prototype: T, name: K, by: (own: T[K]) => T[K]) {
  const adapted: Set<string> = ((prototype as { adapted?: Set<string> }).adapted ??= new Set());
  if (adapted.has(String(name))) return;
  adapted.add(String(name));
  prototype[name] = by(prototype[name]);
}

/** Scripts of the beginning also run in about:blank, which has no storage. */
function guardScripts(prototype: BrowserContext | Page) {
  replace(
    prototype as Page,
    'addInitScript',
    (own) =>
      function (this: Page, script: Script, argument?: unknown) {
        const body =
          typeof script === 'function' ? `(${script})(${JSON.stringify(argument)})` : typeof script === 'string' ? script : script.content;
        return own.call(this, { content: `if (location.protocol.startsWith('http')) { ${body} }` });
      } as Page['addInitScript'],
  );
}

/** `fill` makes an event that no player makes, and none when the field is left: so words are typed. */
function typeWords(prototype: Locator) {
  replace(
    prototype,
    'fill',
    (own) =>
      async function (this: Locator, words: string) {
        const isWords = await this.evaluate(
          (field) => !(field instanceof HTMLInputElement) || !['range', 'number', 'color'].includes(field.type),
        );
        if (!isWords) return own.call(this, words);
        await this.selectText();
        if (words === '') await this.press('Delete');
        else await this.pressSequentially(words);
      },
  );
}

/** A file that is still on its way through the service worker when a page is left counts as an error: so pages are left at rest. */
function letFetch(prototype: Page) {
  const atRest = (page: Page) =>
    page
      .waitForFunction(
        () => !location.protocol.startsWith('http') || performance.getEntriesByType('resource').some(({ name }) => /lazy_pages/.test(name)),
        undefined,
        { timeout: 5_000 },
      )
      // A page that the app does not run on fetches nothing more.
      .catch(() => {});
  for (const name of ['goto', 'reload'] as const) {
    replace(prototype, name, (own) => {
      const rested = async function (this: Page, ...rest: never[]) {
        await atRest(this);
        return (own as (...rest: never[]) => ReturnType<Page['reload']>).apply(this, rest);
      };
      return rested as Page[typeof name];
    });
  }
}

/** Files that a page makes are not told of: they are found in the folder. */
function watchDownloads(prototype: Page) {
  replace(prototype, 'waitForEvent', (own) => {
    const adapted: Wait = function (this: Page, event, ...rest) {
      if (event !== 'download') return (own as Wait).call(this, event, ...rest);
      return newFile(new Set(readdirSync(downloads)));
    };
    return adapted as Page['waitForEvent'];
  });
}

async function newFile(before: Set<string>) {
  for (const end = Date.now() + 20_000; Date.now() < end; await wait(50)) {
    const names = readdirSync(downloads);
    const [name] = names.filter((name) => !before.has(name) && !name.endsWith('.part'));
    // Firefox makes an empty file of the name first, and moves the part over it.
    if (!name || names.some((name) => name.endsWith('.part'))) continue;
    return { path: async () => join(downloads, name), suggestedFilename: () => basename(name) };
  }
  throw new Error('no file was downloaded');
}
