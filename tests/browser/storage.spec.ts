// Saved data with storage that is blocked, full, damaged, newer, or used by two tabs; and backups.
import type { Page } from '@playwright/test';
import { expect, test, newUnwatchedPage } from './page';
import { addRoster, beginBattle, confirm, endPhase, readDownload, log, nextPhase, saved, seal } from './play';
import { logLength } from './script';

const notSaved = (page: Page) => page.getByRole('alert').filter({ hasText: 'Nothing is being saved' });

test('with blocked storage the app runs, shows a warning, and offers a file', { tag: '@engines' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await page.goto('./');
  await expect(notSaved(page)).toBeVisible();
  await beginBattle(page);
  await confirm(nextPhase(page));
  const download = page.waitForEvent('download');
  await notSaved(page).getByRole('button', { name: 'Save everything as a file' }).click();
  const names = Object.keys((await readDownload(await download)).texts);
  expect(names.filter((name) => name.includes('/battle/'))).toHaveLength(1);
  expect(names.filter((name) => name.includes('/event/'))).toHaveLength(1);
});

test('with full storage acts stay in memory, and are saved once there is room', async ({ page }) => {
  await beginBattle(page);
  await page.evaluate(() => {
    for (let size = 1 << 20, n = 0; size > 0;) {
      try {
        localStorage.setItem(`other-${n++}`, 'x'.repeat(size));
      } catch {
        size >>= 1;
      }
    }
  });
  await confirm(nextPhase(page));
  await expect(notSaved(page)).toBeVisible();
  await confirm(nextPhase(page));
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('other-')) localStorage.removeItem(key);
  });
  await confirm(nextPhase(page));
  await expect(notSaved(page)).toBeHidden();
  await page.reload();
  await expect.poll(() => logLength(page)).toBe(3);
});

const DAMAGE: Record<string, (text: string) => string> = {
  truncated: (text) => text.slice(0, Math.floor(text.length / 2)),
  'bit-flipped': (text) => {
    const at = Math.floor((text.length * 3) / 4);
    return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
  },
  'of a wrong type': () => '[object Object]',
  'a valid text of something else': () => seal({ something: 'else' }),
  empty: () => '',
};

for (const [kind, damage] of Object.entries(DAMAGE)) {
  test(`a stored text that is ${kind} is reported and left unchanged, and the app works`, async ({ page }) => {
    await addRoster(page);
    await beginBattle(page);
    for (let n = 0; n < 2; n++) await confirm(nextPhase(page));
    const texts = await saved(page);
    expect(Object.keys(texts).length).toBeGreaterThanOrEqual(5);
    await page.goto('./#/');
    for (const [key, text] of Object.entries(texts)) {
      const bad = damage(text);
      await page.evaluate(([key, bad]) => localStorage.setItem(key, bad), [key, bad] as const);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'Drumhead' })).toBeVisible();
      // An act is read with its battle, so only there a valid text turns out to be no act.
      if (key.includes('/event/') && kind === 'a valid text of something else') {
        await page.getByRole('link', { name: 'Continue' }).click();
        await expect(nextPhase(page)).toBeVisible();
        await page.goto('./#/');
      } else {
        await expect(page.getByRole('alert').getByText(key)).toBeVisible();
      }
      if (!key.includes('/battle/')) await expect(page.getByRole('link', { name: 'Continue: Cheriton lane' })).toBeVisible();
      expect((await saved(page))[key], 'left untouched').toBe(bad);
      await page.evaluate(([key, text]) => localStorage.setItem(key, text), [key, text] as const);
    }
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Drumhead' })).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect.poll(() => saved(page)).toEqual(texts);
  });
}

test('with partly damaged storage the app works, and unreadable texts can be saved as a file or deleted', async ({ page }) => {
  await beginBattle(page);
  for (let n = 0; n < 3; n++) await confirm(nextPhase(page));
  const key = Object.keys(await saved(page)).filter((key) => key.includes('/event/'))[1];
  await page.evaluate((key) => localStorage.setItem(key, 'damaged'), key);
  await page.reload();
  await confirm(nextPhase(page));
  expect((await saved(page))[key]).toBe('damaged');
  // Of the phases, the page lists the present one alone.
  await expect.poll(() => log(page)).toHaveLength(1);
  await page.goto('./#/saved');
  const alert = page.getByRole('alert').filter({ hasText: 'cannot be read' });
  const download = page.waitForEvent('download');
  await alert.getByRole('button', { name: 'Save it as a file' }).click();
  expect((await readDownload(await download)).texts).toEqual({ [key]: 'damaged' });
  await alert.getByRole('button', { name: 'Delete it' }).click();
  await expect(alert).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(alert).toBeVisible();
  expect((await saved(page))[key]).toBe('damaged');
});

test('data of a newer Drumhead is shown, and never written', async ({ page }) => {
  const roster = { ruleset: 'pike_and_shot', name: 'From the future', units: [{ name: 'Swiss' }], banner: 'red' };
  const text = seal(roster, 99);
  await page.goto('./');
  await page.evaluate((text) => localStorage.setItem('drumhead/roster/future', text), text);
  await page.reload();
  await page.goto('./#/rosters');
  await expect(page.getByRole('listitem').filter({ hasText: 'From the future' })).toContainText('newer version');
  await page.getByRole('link', { name: 'From the future' }).click();
  await page.getByLabel('Name of the roster').fill('Mine');
  await expect(page.getByRole('status').getByText('not change it')).toBeVisible();
  expect((await saved(page))['drumhead/roster/future']).toBe(text);
});

test('two tabs that act in turn show each other’s acts', async ({ page, context }) => {
  await beginBattle(page);
  const other = await context.newPage();
  await other.goto(page.url());
  const phase = (of: Page) => of.getByRole('region', { name: 'Phase' }).locator('.status-row');
  for (let n = 0; n < 3; n++) {
    for (const [acting, watching] of [
      [page, other],
      [other, page],
    ]) {
      const before = await phase(watching).textContent();
      await confirm(nextPhase(acting));
      await expect(phase(watching)).not.toHaveText(before ?? '');
      // Either tab may draw the change first.
      await expect.poll(() => phase(acting).textContent()).toBe(await phase(watching).textContent());
    }
  }
  // One tab can undo an act of the other.
  const before = await phase(page).textContent();
  await other.getByRole('button', { name: /^Undo/ }).click();
  await expect(phase(page)).not.toHaveText(before ?? '');
  await expect.poll(() => log(page)).toEqual(await log(other));
});

test('if two tabs act at the same time, no act is lost, and both have the same log', async ({ page, context }) => {
  await beginBattle(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(nextPhase(other)).toBeVisible();
  const tabs = [page, other];
  const rounds = 12;
  const act = (tab: Page) =>
    tab.evaluate(async (rounds) => {
      const next = [...document.querySelectorAll('button')].find((button) => button.textContent?.startsWith('Next ›'));
      for (let n = 0; n < rounds; n++) {
        next?.click();
        // Some acts are made before the tab has received the other's last act, some after.
        if (n % 3) await new Promise((done) => setTimeout(done, n));
      }
    }, rounds);
  await Promise.all(tabs.map(act));
  // Each tab receives the other's writes a moment later.
  const events = async () => Object.keys(await saved(page)).filter((key) => key.includes('/event/'));
  await expect.poll(events).toHaveLength(2 * rounds);
  // A tab may receive the other's last acts a moment later.
  for (const tab of tabs) await expect.poll(() => logLength(tab)).toBe(2 * rounds);
  const [mine, theirs] = [await log(page), await log(other)];
  expect(theirs).toEqual(mine);
  await page.reload();
  await expect.poll(() => log(page)).toEqual(mine);
});

test('a battle deleted in one tab is stored again when the other tab acts in it', async ({ page, context }) => {
  await beginBattle(page);
  await confirm(nextPhase(page));
  const other = await context.newPage();
  await other.goto('./#/saved');
  await other.getByRole('button', { name: 'Delete Cheriton lane' }).click();
  await other.getByRole('button', { name: 'Delete the battle' }).click();
  await expect(page.getByRole('status').getByText('deleted in another tab')).toBeVisible();
  await confirm(nextPhase(page));
  await expect(other.getByRole('link', { name: 'Cheriton lane' })).toBeVisible();
  await page.reload();
  await expect.poll(() => logLength(page)).toBe(2);
});

test('the question before deleting a battle stays while the list is updated, and still deletes that battle', async ({ page, context }) => {
  await beginBattle(page, 'Nantwich');
  await beginBattle(page);
  const other = await context.newPage();
  await other.goto('./#/saved');
  await other.getByRole('button', { name: 'Delete Nantwich' }).click();
  const yes = other.getByRole('button', { name: 'Delete the battle' });
  await expect(yes).toBeVisible();
  // Another tab acts in a battle, and begins a new one.
  await confirm(nextPhase(page));
  await beginBattle(page, 'Naseby');
  await expect(other.getByRole('link', { name: 'Naseby' })).toBeVisible();
  await yes.click();
  await expect(other.getByRole('button', { name: 'Delete Nantwich' })).toBeHidden();
  await expect(other.getByRole('button', { name: /^Delete (?!everything)/ })).toHaveCount(2);
});

test('a backup that is saved, and added again after everything was deleted, restores every byte', { tag: '@engines' }, async ({ page }) => {
  await addRoster(page, 'Essex’s foot');
  await addRoster(page, 'Waller’s horse');
  await beginBattle(page);
  for (let n = 0; n < 3; n++) await confirm(nextPhase(page));
  await page.evaluate(() => localStorage.setItem('drumhead/roster/bad', 'damaged é \u0000'));
  await page.goto('./#/saved');
  await page.reload();
  const before = await saved(page);
  await expect(page.getByText('Last backup: never')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save everything as a file' }).click();
  const file = await download;
  await expect(page.getByText('Last backup: today')).toBeVisible();
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('button', { name: 'Delete all of it' }).click();
  await expect(page.getByText('Rosters: 0 · Scenarios: 0 · Battles: 0')).toBeVisible();
  await expect.poll(() => saved(page)).toEqual({});
  await page.getByLabel(/^A backup/).setInputFiles(await file.path());
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Rosters: 2 · Scenarios: 0 · Battles: 1')).toBeVisible();
  await expect.poll(() => saved(page)).toEqual(before);
});

test('a file of another app changes nothing in storage', async ({ page }) => {
  await addRoster(page);
  const before = await saved(page);
  await page.goto('./#/saved');
  for (const text of ['', '{}', '{"drumhead":"saved","schema":1,"texts":{"elsewhere":"x"}}', '\u0000\u0001']) {
    const file = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(text) };
    await page.getByLabel(/^A backup/).setInputFiles(file);
    await expect(page.getByRole('status').getByText('cannot be opened')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }
  await expect.poll(() => saved(page)).toEqual(before);
});

test('after the first save the app requests persistent storage, and shows the answer', async ({ page }) => {
  await page.addInitScript(() => {
    let asked = 0;
    Object.assign(window, { asked: () => asked });
    StorageManager.prototype.persisted = async () => false;
    StorageManager.prototype.persist = async () => {
      asked++;
      return false;
    };
  });
  await page.goto('./#/saved');
  await expect(page.getByText('asks the browser to keep saved data as soon as you save something')).toBeVisible();
  const asked = () => page.evaluate(() => (window as unknown as { asked(): number }).asked());
  await expect.poll(() => asked()).toBe(0);
  await addRoster(page);
  await page.getByLabel('Name of the roster').fill('Another');
  await expect.poll(() => asked()).toBe(1);
  await page.goto('./#/saved');
  await expect(page.getByText('may delete saved data')).toBeVisible();
});

test.describe('storage on iOS', () => {
  test.use({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1' });

  test('in a browser tab, the app warns that data may be deleted', async ({ page }) => {
    await page.goto('./#/saved');
    await expect(page.getByText('Add Drumhead to the home screen')).toBeVisible();
  });
});

test('an act is one write to storage, whose size does not depend on the length of the battle', async ({ page }) => {
  // Slow, because Next asks in each bound whether units with counters shall rest.
  test.setTimeout(150_000);
  await beginBattle(page);
  const writes = async () => {
    await page.evaluate(() => {
      const seen: string[] = (window.written = []);
      const setItem = Storage.prototype.setItem;
      window.unwatch = () => (Storage.prototype.setItem = setItem);
      Storage.prototype.setItem = function (key: string, text: string) {
        seen.push(text);
        setItem.call(this, key, text);
      };
    });
    await page.getByRole('button', { name: 'Counters: more' }).first().click();
    return page.evaluate(() => (window.unwatch(), window.written));
  };
  // The first acts also request persistent storage.
  for (let n = 0; n < 3; n++) await endPhase(page);
  const early = await writes();
  for (let n = 0; n < 40; n++) await endPhase(page);
  const late = await writes();
  expect([early.length, late.length]).toEqual([1, 1]);
  expect(late[0].length - early[0].length, 'the size differs by a digit or two').toBeLessThan(4);
});

test('leaving the page asks first only if nothing can be saved', async ({ page, browser, baseURL }) => {
  await beginBattle(page);
  let asked = 0;
  page.on('dialog', (dialog) => (asked++, dialog.accept()));
  await page.reload();
  expect(asked).toBe(0);
  const full = await newUnwatchedPage(browser);
  await full.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await full.goto(baseURL!);
  await addRoster(full);
  const question = full.waitForEvent('dialog');
  const left = full.close({ runBeforeUnload: true });
  expect((await question).type()).toBe('beforeunload');
  await (await question).accept();
  await left;
});

test('an incomplete backup shows a warning, and does not count as made', async ({ page }) => {
  await addRoster(page, 'Essex’s foot');
  const [key, text] = Object.entries(await saved(page)).find(([name]) => name.includes('/roster/'))!;
  // A roster that an earlier version allowed.
  const roster = JSON.parse(text.slice(text.indexOf('{')));
  const large = seal({ ...roster, units: Array.from({ length: 500 }, () => roster.units[0]) });
  await page.evaluate(([key, large]) => localStorage.setItem(key, large), [key, large]);
  await page.reload();
  await page.goto('./#/saved');
  await expect(page.getByText('Last backup: never')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save everything as a file' }).click();
  await download;
  await expect(page.getByText(/would be left out when it is opened|could not open it again/)).toBeVisible();
  await expect(page.getByText('Last backup: never')).toBeVisible();
});
