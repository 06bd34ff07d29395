// Failing starts: missing files, a slow network, and browsers that lack features.
import type { Route } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listening, typeOf } from './hosting.js';
import { expect, test, newUnwatchedPage } from './page';
import { addRoster, beginBattle, confirm, readDownload, log, nextPhase, saved } from './play';

const dist = join(import.meta.dirname, '../../dist');

const failures: [string, RegExp, (route: Route) => Promise<void>][] = [
  ['a script that is missing', /drumhead-\w+\.js$/, (route) => route.fulfill({ status: 404, body: '' })],
  [
    'a script that is cut off',
    /drumhead-\w+\.js$/,
    async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      return route.fulfill({ response, body: text.slice(0, text.length / 2) + ' ( {' });
    },
  ],
  ['a page instead of a script', /journal\.js$/, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Log in</h1>' })],
  ['a module that is missing', /_bg\.wasm$/, (route) => route.fulfill({ status: 404, body: '' })],
  [
    'a module that is cut off',
    /_bg\.wasm$/,
    async (route) => {
      const response = await route.fetch();
      return route.fulfill({ response, body: (await response.body()).subarray(0, 10_000) });
    },
  ],
  ['a module that never comes', /_bg\.wasm$/, (route) => route.abort('connectionreset')],
];

for (const [what, file, answer] of failures) {
  test(`a first visit with ${what} shows a message, and the retry bypasses the cache`, async ({ browser, baseURL }) => {
    const page = await newUnwatchedPage(browser);
    await page.route(file, answer);
    await page.goto(baseURL!);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(/^Drumhead could not start: the file [\w.-]+ is missing or damaged\./, { timeout: 15_000 });
    expect(/the file ([\w.-]+) is/.exec((await dialog.textContent())!)![1]).toMatch(file);
    await page.unroute(file);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await page.waitForFunction(() => 'wasmBindings' in window);
    await expect(dialog).toBeHidden();
    await page.context().close();
  });
}

test('a browser without WebAssembly shows a message at once, and saves the stored data as a backup that others open', async ({
  browser,
  baseURL,
}) => {
  const page = await newUnwatchedPage(browser);
  await page.goto(baseURL!);
  await addRoster(page, 'Essex’s foot');
  const before = await saved(page);
  const without = await page.context().newPage();
  await without.clock.install(); // time only passes when the test advances it
  await without.addInitScript(() => delete (window as Partial<typeof globalThis>).WebAssembly);
  await without.goto(baseURL!);
  const dialog = without.getByRole('dialog');
  await expect(dialog).toContainText('this browser has no WebAssembly');
  await expect(dialog).toContainText('What you saved is still here.');
  const [file] = await Promise.all([without.waitForEvent('download'), dialog.getByRole('button', { name: 'Save my data' }).click()]);
  expect((await readDownload(file)).texts).toMatchObject(before);
  const other = await newUnwatchedPage(browser);
  await other.goto(`${baseURL}#/saved`);
  await other.getByLabel(/^A backup/).setInputFiles(await file.path());
  await expect(other.getByRole('region', { name: 'Contents' })).toContainText('Essex’s foot');
  for (const opened of [page, other]) await opened.context().close();
});

test('if an intact module does not compile, the message is that the browser is too old', async ({ browser, baseURL }) => {
  const page = await newUnwatchedPage(browser);
  await page.addInitScript(() => {
    localStorage.setItem('drumhead/settings', '1.1.00000000.{"language":"fr"}');
    const compile = async () => {
      throw new WebAssembly.CompileError('unknown opcode');
    };
    Object.assign(WebAssembly, { compile, compileStreaming: compile, instantiate: compile, instantiateStreaming: compile });
  });
  await page.goto(baseURL!);
  await expect(page.getByRole('dialog')).toContainText('ce navigateur est trop ancien');
  await expect(page.getByRole('button', { name: 'Enregistrer mes données' })).toBeVisible();
  await page.context().close();
});

test('after a timeout the page offers to try again, in the player’s language', async ({ browser, baseURL }) => {
  const page = await newUnwatchedPage(browser);
  await page.clock.install();
  await page.addInitScript(() => localStorage.setItem('drumhead/settings', '1.1.00000000.{"language":"fr"}'));
  let held: Route | undefined;
  await page.route(/_bg\.wasm$/, (route) => void (held ??= route));
  await page.goto(baseURL!, { waitUntil: 'commit' });
  await expect.poll(() => held !== undefined).toBe(true);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.clock.fastForward(31_000);
  await expect(page.getByRole('dialog')).toContainText('Drumhead n’a pas pu démarrer');
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  await page.context().close();
});

test('after a timeout for the rules the page shows a message, and the retry bypasses the cache', async ({ browser, baseURL }) => {
  const page = await newUnwatchedPage(browser);
  await page.clock.install();
  const held: Route[] = [];
  await page.route(/split_lazy_pages.*\.wasm$/, (route) => (held.push(route) === 1 ? undefined : route.continue()));
  // The page's time only passes when the test advances it, so that a slow machine does not reach the timeout.
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.goto(`${baseURL}#/new`, { waitUntil: 'commit' });
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return held.length;
    })
    .toBe(1);
  const loading = page.getByText('Loading the rules…');
  // Other pages than home wait a moment for the rules before they show a message.
  await page.clock.runFor(1_000);
  await expect(loading).toBeVisible();
  await page.clock.runFor(18_000);
  await expect(loading).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(page.getByRole('alert')).toContainText('This part of the app could not be loaded.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1, name: 'New battle' })).toBeVisible();
  await page.context().close();
});

for (const [what, body] of [
  ['empty', ''],
  ['foreign', 'addEventListener("fetch", () => {}); addEventListener("message", (event) => event.source.postMessage("hello"));'],
]) {
  test(`a service worker that is ${what} does not count as an offline copy of the app`, async ({ browser }) => {
    // A separate host, because tests cannot intercept the browser's requests for a newer worker.
    const host = createServer((request, response) => {
      const file = new URL(request.url!, 'http://host').pathname.slice(1) || 'index.html';
      response.writeHead(200, { 'Content-Type': typeOf(file) }).end(file === 'sw.js' ? body : readFileSync(join(dist, file)));
    });
    const context = await browser.newContext({ serviceWorkers: 'allow' });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${await listening(host)}/`);
    // The app waits ten seconds for an answer.
    await expect(page.getByText('Drumhead could not be saved for offline use')).toBeVisible({ timeout: 40_000 });
    await expect(page.getByText('Ready to play offline')).toBeHidden();
    await context.close();
    host.close();
  });
}

test('the app opens without Web Crypto and with a wake lock that throws', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'crypto', { value: undefined });
    Object.defineProperty(Navigator.prototype, 'wakeLock', {
      get() {
        throw new DOMException('not here', 'NotAllowedError');
      },
    });
  });
  await page.goto('./');
  await expect(page.getByText('no secure random numbers')).toBeVisible();
  await beginBattle(page);
  await confirm(nextPhase(page));
  await expect.poll(() => log(page)).toHaveLength(1);
  await page.goto('./#/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});
