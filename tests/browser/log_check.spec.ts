// The check of a log: bit by bit, and of itself where entries were moved.
import { expect, test } from './page';
import { beginBattle, checkOfLog, confirm, nextPhase, saved, seal } from './play';

test('a long log is checked bit by bit, in slices, with progress', async ({ page }) => {
  test.slow();
  await beginBattle(page);
  const id = /battle\/([^/]+)/.exec(page.url())![1];
  const events = Array.from(
    { length: 4_000 },
    (_, n) => [`drumhead/event/${id}/${n}-z`, seal({ act: { at: n, deed: { note: `${n}` }, refereed: true } })] as const,
  );
  await page.evaluate((events) => events.forEach(([key, text]) => localStorage.setItem(key, text)), events);
  await page.goto('./#/');
  await page.reload();
  await page.evaluate(() => {
    // A quick machine checks faster than a spec looks.
    window.seen = new Set<string>();
    new MutationObserver(() => {
      const line = document.querySelector('.log-check summary')?.textContent;
      if (line) window.seen.add(line.trim());
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  // The log draws what is seen.
  await page.goto(`./#/battle/${id}/log`);
  await expect(page.locator('.entry').first()).toBeVisible({ timeout: 60_000 });
  expect(await page.locator('.entry').count()).toBeLessThan(100);
  await expect(checkOfLog(page)).toHaveText('The log checks out.', { timeout: 60_000 });
  const seen = await page.evaluate(() => [...window.seen]);
  // Told between two slices, in which the page answers.
  expect(seen.filter((words) => /^Checking: \d+ of 4000 entries$/.test(words))).not.toEqual([]);
  // An entry far down is drawn when something leads there.
  await page.evaluate((key) => localStorage.removeItem(key), `drumhead/event/${id}/1000-z`);
  await page.reload();
  const wrong = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await expect(wrong).toHaveCount(1, { timeout: 60_000 });
  await expect(wrong).toContainText('At least one entry is missing just before it.');
  await wrong.getByRole('button', { name: /^1001 · / }).click();
  await expect(page.locator('.entry[value="1001"]')).toBeFocused();
  await expect(page.locator('.entry[value="1001"]')).toBeInViewport();
});

test('entries that were swapped are reported where the battle is opened', async ({ page }) => {
  await beginBattle(page);
  for (let n = 0; n < 4; n++) await confirm(nextPhase(page));
  const events = Object.entries(await saved(page)).filter(([key]) => key.includes('/event/'));
  const [[a, first], [b, second]] = [events[1], events[2]];
  await page.evaluate(
    (swapped) => swapped.forEach(([key, text]) => localStorage.setItem(key, text)),
    [
      [a, second],
      [b, first],
    ],
  );
  await page.reload();
  const notice = page.locator('.notice');
  await expect(notice).toContainText('altered or moved after they were written');
  await notice.getByRole('button', { name: 'Check the log' }).click();
  await expect(checkOfLog(page)).toHaveText(/^\d (entry is|entries are) wrong\.$/);
  // A log as it was written is none of anybody's business.
  await page.evaluate((whole) => whole.forEach(([key, text]) => localStorage.setItem(key, text)), events);
  await page.reload();
  await expect(checkOfLog(page)).toHaveText('The log checks out.');
  await page.goto('./#/');
  await page.getByRole('link', { name: 'Continue: Cheriton lane' }).click();
  await expect(nextPhase(page)).toBeVisible();
  // The app checks a short log in the first frame after it opens the battle, and in the task after that.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect(notice).toBeHidden();
});
