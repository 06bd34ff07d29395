// Actions of phones and their browsers: translating the page, switching off the screen, deleting saved data, pull-to-refresh.
import { expect, test } from './page';
import { addRoster, beginBattle, confirm, readDownload, nextPhase, saved } from './play';

test('the page asks not to be translated, and shows a warning if a translator has replaced its texts', async ({ page }) => {
  await beginBattle(page);
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
  await expect(page.locator('meta[name=google]')).toHaveAttribute('content', 'notranslate');
  const counter = page.getByRole('status', { name: 'Counters' }).first();
  const more = page.getByRole('button', { name: 'Counters: more' }).first();
  const warning = page.getByRole('alert').filter({ hasText: 'Turn the translation off' });
  await more.click();
  await expect(counter).toHaveText(/^1\b/);
  await expect(warning).toHaveCount(0);
  // As translators do: replaces each text by new elements.
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found.filter((text) => text.data.trim())) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
  await expect(warning).toBeVisible();
  await more.click();
  await warning.getByRole('button', { name: 'Reload' }).click();
  await expect(counter).toHaveText(/^2\b/);
  await expect(warning).toHaveCount(0);
});

test('if the device refuses to keep the screen on, one notice shows this, and the next tap tries again', async ({ page }) => {
  await page.addInitScript(() => {
    const wakeLock = Object.assign(window, { refuses: true, asked: 0, held: [] as EventTarget[] });
    const request = async () => {
      wakeLock.asked += 1;
      if (wakeLock.refuses) throw new DOMException('low on power', 'NotAllowedError');
      const sentinel = Object.assign(new EventTarget(), { release: async () => {} });
      wakeLock.held.push(sentinel);
      return sentinel;
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked);
  await beginBattle(page);
  const button = page.getByRole('button', { name: 'Keep the screen on', includeHidden: true });
  const notice = page.locator('.notice').filter({ hasText: 'did not keep the screen on' });
  await expect(notice).toBeVisible();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(asked).toBe(2);
  await expect(notice).toHaveCount(0);
  await page.evaluate(() => void Object.assign(window, { refuses: false }));
  await confirm(nextPhase(page));
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  // The device releases the lock, as with a low battery.
  await page.evaluate(() => {
    const held = (window as unknown as { held: { onrelease?: () => void }[] }).held;
    held[0].onrelease?.();
  });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(notice).toHaveCount(0);
});

test.describe('in Safari', () => {
  const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1';
  const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
  for (const [device, userAgent, where] of [
    ['a phone', IPHONE, 'the home screen'],
    ['a Mac', MAC, 'the Dock'],
  ]) {
    test.describe(`on ${device}`, () => {
      test.use({ userAgent, ...(device === 'a Mac' ? { hasTouch: false, isMobile: false } : {}) });

      test('home and the table warn once that saved data is deleted after a week, and a tap makes a backup', async ({ page }) => {
        const warning = page.getByRole('region', { name: 'Saved data' });
        await page.goto('./');
        await expect(page.getByRole('button', { name: 'Skip to the page' })).toBeAttached();
        await page.waitForFunction(() => 'wasmBindings' in window);
        await expect(warning).toHaveCount(0);
        await beginBattle(page);
        await expect(warning).toContainText(`after a week without a visit. To keep it, add Drumhead to ${where}.`);
        await page.goto('./#/');
        await expect(warning).toBeVisible();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          warning.getByRole('button', { name: 'Save everything as a file' }).click(),
        ]);
        const names = Object.keys((await readDownload(file)).texts);
        expect(names.filter((name) => name.startsWith('drumhead/battle/'))).toHaveLength(1);
        await expect(warning).toHaveCount(0);
        await page.reload();
        await page.waitForFunction(() => 'wasmBindings' in window);
        await expect(warning).toHaveCount(0);
        await page.goto('./#/saved');
        await expect(page.getByText('Last backup: today')).toBeVisible();
      });
    });
  }
});

test('other browsers show no such warning, and pull-to-refresh is off', async ({ page }) => {
  await addRoster(page);
  await page.goto('./#/');
  await page.waitForFunction(() => 'wasmBindings' in window);
  expect(Object.keys(await saved(page))).not.toEqual([]);
  await expect(page.getByRole('region', { name: 'Saved data' })).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)).toBe('contain');
});
