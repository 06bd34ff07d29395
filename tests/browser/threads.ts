// Workers that compute odds (public/odds.js): delayed, or replaced by fake ones.
import type { Page } from '@playwright/test';

/** Delays the start of the worker until the returned function is called. */
export async function held(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/odds\.js/, async (route) => {
    await released;
    await route.continue().catch(() => {}); // the page may have stopped the worker
  });
  return release;
}

/** Replaces the workers by fake ones, which answer each question with `replies`. Returns the numbers of started and ended workers. */
export async function fakeThreads(page: Page, ...replies: unknown[]) {
  const threads = { begun: 0, ended: 0 };
  page.on('worker', (worker) => {
    if (!worker.url().includes('/odds.js')) return; // the worker that loads the app's modules
    threads.begun += 1;
    worker.on('close', () => (threads.ended += 1));
  });
  const body = `self.onmessage = () => ${JSON.stringify(replies)}.forEach((reply) => self.postMessage(reply));`;
  await page.route(/\/odds\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  return threads;
}
