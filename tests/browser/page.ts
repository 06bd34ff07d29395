// The base of every browser test. A test fails if a page logs an error, violates its content security policy, or sends a request
// to another host.
import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { adapt } from './firefox_ways';

export { expect };

/** Collects the errors, policy violations and foreign requests of all pages of a context. The returned list grows during the test. */
export async function watchForErrors(context: BrowserContext, host: string): Promise<string[]> {
  if (context.browser()?.browserType().name() === 'firefox') adapt(context);
  const wrong: string[] = [];
  const origin = new URL(host).origin;
  context.on('console', (message) => {
    if (message.type() === 'error') wrong.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => wrong.push(String(error.error())));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin) wrong.push(`request to another host: ${url}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`violation of the policy: ${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
    });
  });
  return wrong;
}

export const test = base.extend<{ noErrors: void }>({
  noErrors: [
    async ({ context, baseURL }, use) => {
      const wrong = await watchForErrors(context, baseURL!);
      await use();
      expect(wrong, 'errors, policy violations and requests to other hosts').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Waits until the app has replaced the first paint. That is a part of `index.html`, so that seeing it does not mean that the app runs.
 */
export async function appReady(page: Page) {
  await expect(page.locator('#first-paint'), 'the app runs').toHaveCount(0);
  await expect(page.getByRole('main')).toBeVisible();
}

/** A page for tests that expect errors. */
export const newUnwatchedPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ serviceWorkers: 'block' })).newPage();
