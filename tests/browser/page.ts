// What every test in a browser starts from: pages whose console stays free of errors, that keep to their content
// security policy, and that ask nobody but their own host for anything.
import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { adapt } from './firefox_ways';

export { expect };

/** Notes whatever the pages of a context must not do; hands back the list. */
export async function watch(context: BrowserContext, host: string): Promise<string[]> {
  if (context.browser()?.browserType().name() === 'firefox') adapt(context);
  const wrong: string[] = [];
  const origin = new URL(host).origin;
  context.on('console', (message) => {
    if (message.type() === 'error') wrong.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => wrong.push(String(error.error())));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin) wrong.push(`asked a third party: ${url}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`against the policy: ${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
    });
  });
  return wrong;
}

export const test = base.extend<{ noErrors: void }>({
  noErrors: [
    async ({ context, baseURL }, use) => {
      const wrong = await watch(context, baseURL!);
      await use();
      expect(wrong, 'errors, violations of the policy and requests to third parties').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Waits until the app has taken the place of the first paint, which `index.html` shows by itself: what is seen before says nothing of
 * the app.
 */
export async function appReady(page: Page) {
  await expect(page.locator('#first-paint'), 'the app runs').toHaveCount(0);
  await expect(page.getByRole('main')).toBeVisible();
}

/** A page whose errors are what a test looks for. */
export const unwatched = async (browser: Browser): Promise<Page> => (await browser.newContext({ serviceWorkers: 'block' })).newPage();
