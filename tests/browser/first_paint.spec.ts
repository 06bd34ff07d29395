// The first paint, which `index.html` shows before the app runs. The app then shows the same header at the same position.
import { seal } from './play';
import { expect, test } from './page';
import type { Page } from '@playwright/test';

/** The positions of the title, the drum and the line below it, the text of that line, and the colours of the page. */
const measure = (page: Page) =>
  page.locator(':is(.head h1, .masthead img, .masthead p):visible').evaluateAll((all) => [
    ...all.map((element) => {
      // Measures the text alone, because the element may be wider than its text.
      const range = new Range();
      if (element.matches('h1, p')) range.selectNodeContents(element);
      else range.selectNode(element);
      return Object.values(range.getBoundingClientRect().toJSON());
    }),
    ...all.slice(-1).map((element) => [element.textContent]),
    ...['body', '.head'].map((element) => {
      const style = getComputedStyle(document.querySelector(element)!);
      return [style.backgroundColor, style.color];
    }),
  ]);

for (const theme of ['light', 'dark', 'sun']) {
  test(`nothing moves when the app replaces the first paint: ${theme}`, async ({ page }) => {
    await page.addInitScript((text) => localStorage.setItem('drumhead/settings', text), seal({ theme }));
    await page.addInitScript(() => {
      const seen = { shift: 0, titles: new Set<string>() };
      new PerformanceObserver((list) =>
        list.getEntries().forEach((entry) => (seen.shift += (entry as unknown as { value: number }).value)),
      ).observe({ type: 'layout-shift', buffered: true });
      const look = () => (seen.titles.add(document.querySelector('h1')?.textContent ?? 'none'), requestAnimationFrame(look));
      document.addEventListener('DOMContentLoaded', look);
      Object.assign(window, { seen });
    });
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route('**/*.wasm', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('./', { waitUntil: 'domcontentloaded' });
    await expect(page.locator('#first-paint').getByRole('heading', { level: 1, name: 'Drumhead' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expect.poll(() => page.locator('.masthead img').evaluate((drum: HTMLImageElement) => drum.complete)).toBe(true);
    const before = await measure(page);
    expect(before).toHaveLength(6);
    go();
    await expect(page.locator('#first-paint')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'New battle' })).toBeVisible();
    expect(await measure(page)).toEqual(before);
    const seen = await page.evaluate(() => {
      const { shift, titles } = (window as unknown as { seen: { shift: number; titles: Set<string> } }).seen;
      return { shift, titles: [...titles] };
    });
    expect(seen.shift).toBeLessThan(0.001);
    expect(seen.titles).toEqual(['Drumhead']);
  });
}
