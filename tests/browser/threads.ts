// Threads that evaluate odds beside the page: held back, or replaced by some that say what a spec tells them.
import type { Page } from '@playwright/test';

/** Keeps the thread from beginning until it is let go, however quick the machine is. */
export async function held(page: Page): Promise<() => void> {
  let go = () => {};
  const gone = new Promise<void>((resolve) => (go = resolve));
  await page.route(/\/odds\.js/, async (route) => {
    await gone;
    await route.continue().catch(() => {}); // it may have been given up meanwhile
  });
  return go;
}

/** Lets threads begin that answer each question with `replies`; counts them, and those that have ended. */
export async function fakeThreads(page: Page, ...replies: unknown[]) {
  const threads = { begun: 0, ended: 0 };
  page.on('worker', (worker) => {
    if (!worker.url().includes('/odds.js')) return; // another reads the app's modules
    threads.begun += 1;
    worker.on('close', () => (threads.ended += 1));
  });
  const body = `self.onmessage = () => ${JSON.stringify(replies)}.forEach((reply) => self.postMessage(reply));`;
  await page.route(/\/odds\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  return threads;
}
