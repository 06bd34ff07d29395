// A browser that is killed: the journal has whatever was on screen.
import { chromium } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from './chromium.js';
import { expect, test, unwatched } from './page';
import { addRoster, beginBattle, confirm, nextPhase, saved } from './play';
import { killBrowser } from './processes';

test('whatever was on screen is there after the browser was killed, fifty times right after a tap', async ({ baseURL }) => {
  // Each takes a second or two.
  const kills = Number(process.env.DRUMHEAD_KILLS ?? 50);
  test.setTimeout(kills * 15_000);
  const folder = mkdtempSync(join(tmpdir(), 'drumhead-killed-'));
  const open = async (address: string) => {
    const context = await chromium.launchPersistentContext(folder, { ...launchOptions, serviceWorkers: 'block', locale: 'en-GB' });
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(address);
    return page;
  };
  let page = await open(baseURL!);
  await beginBattle(page);
  const table = page.url();
  const counter = () => page.getByRole('status', { name: 'Counters' }).first();
  const shown = async () => Number.parseInt((await counter().textContent())!);
  const [lost, seen]: [string[], string[]] = [[], []];
  let before = await shown();
  for (let kill = 1; kill <= kills; kill++) {
    // Some are killed after one act, some after several; a counter goes up and down between 0 and 4.
    let [after, now] = [before, before];
    for (let act = 0; act <= kill % 3; act++) {
      before = after;
      const way = before === 0 || (before < 4 && kill % 2) ? 'more' : 'less';
      after += way === 'more' ? 1 : -1;
      await page.getByRole('button', { name: `Counters: ${way}` }).first().click();
      if (act < kill % 3) await expect(counter()).toHaveText(new RegExp(`^${after}\\b`));
    }
    // A tap that was not answered may be lost. Every other browser is killed as soon as it was.
    if (kill % 2) await expect(counter()).toHaveText(new RegExp(`^${after}\\b`));
    now = await shown();
    await killBrowser(folder);
    page = await open(table);
    await expect(counter()).toBeVisible();
    before = await shown();
    seen.push(`${now === after}`);
    if (before !== now && before !== after) lost.push(`kill ${kill}: ${now} was shown, then ${before}`);
  }
  await killBrowser(folder);
  rmSync(folder, { recursive: true, force: true });
  expect(lost).toEqual([]);
  expect(seen.filter((answered) => answered === 'true').length).toBeGreaterThanOrEqual(kills / 2);
});

test('nothing new is shown before it is on disk, and a disk that never answers is not waited for', async ({ page }) => {
  await page.addInitScript(() => {
    const [own, commit] = [window as any, IDBTransaction.prototype.commit];
    // A disk that is slow: transactions that write are kept open until the test lets them go.
    IDBTransaction.prototype.commit = function () {
      if (!own.slow) return commit.call(this);
      const spin = () => {
        if (own.slow) this.objectStore('saved').count().onsuccess = spin;
      };
      spin();
    };
  });
  await beginBattle(page);
  const counter = page.getByRole('status', { name: 'Counters' }).first();
  const more = page.getByRole('button', { name: 'Counters: more' }).first();
  await expect(counter).toHaveText(/^0\b/);
  // Taps, and waits until the page shows it. Returns how long that took, and how many acts were saved at once.
  const tap = async (slow: number) => {
    const text = await counter.elementHandle();
    return more.evaluate(
      async (button, [text, slow]) => {
        const own = window as any;
        own.slow = true;
        setTimeout(() => (own.slow = false), slow);
        const [begun, before] = [performance.now(), text!.textContent];
        (button as HTMLElement).click();
        const saved = Object.keys(localStorage).filter((name) => name.includes('/event/')).length;
        while (text!.textContent === before) await new Promise((resolve) => requestAnimationFrame(resolve));
        own.slow = false;
        return { took: performance.now() - begun, saved };
      },
      [text, slow] as const,
    );
  };
  const first = await tap(300);
  expect(first.took).toBeGreaterThan(290);
  expect(first.took).toBeLessThan(900);
  const second = await tap(60_000);
  expect(second.took).toBeGreaterThan(990);
  expect(second.took).toBeLessThan(3_000);
  expect(second.saved).toBe(first.saved + 1);
});

test('what somebody clears stays cleared, and a text that is damaged is not put back', async ({ page }) => {
  await beginBattle(page);
  await confirm(nextPhase(page));
  const [key] = Object.keys(await saved(page)).filter((key) => key.includes('/event/'));
  await page.evaluate((key) => localStorage.setItem(key, 'damaged'), key);
  await page.goto('about:blank');
  await page.goto('./#/');
  await expect(page.getByRole('heading', { level: 1, name: 'Drumhead' })).toBeVisible();
  expect((await saved(page))[key]).toBe('damaged');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  const entries = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const request = indexedDB.open('drumhead');
          request.onsuccess = () => {
            const count = request.result.transaction('saved').objectStore('saved').count();
            count.onsuccess = () => (request.result.close(), resolve(count.result));
          };
        }),
    );
  await expect.poll(entries).toBe(0);
  await page.goto('about:blank');
  await page.goto('./#/rosters');
  await expect(page.getByRole('heading', { level: 1, name: 'Rosters' })).toBeVisible();
  await expect.poll(() => saved(page)).toEqual({});
});

test('the storage page says what the journal guarantees, also where there is none', async ({ page, browser, baseURL }) => {
  await addRoster(page);
  await page.goto('./#/saved');
  await expect(page.getByText('Each action is on disk before you see its result')).toBeVisible();
  const other = await unwatched(browser);
  await other.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: { open: () => { throw new Error('blocked'); } } }));
  await other.goto(baseURL!);
  await addRoster(other);
  await other.goto(`${baseURL}#/saved`);
  await expect(other.getByText('This browser keeps no journal')).toBeVisible();
  await other.reload();
  await expect(other.getByText('Rosters: 1')).toBeVisible();
  await other.context().close();
});
