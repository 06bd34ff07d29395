// A browser that is killed: the journal restores everything that was on the screen, and everything that was saved.
import { chromium, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from './chromium.js';
import { expect, test, newUnwatchedPage } from './page';
import { addRoster, applyOutcome, beginBattle, confirm, endPhase, fromMenu, entryButton, nextPhase, saved } from './play';
import { killBrowser } from './processes';
import { nameDevice, device, idOf, readCodeText, showUpdateCodes } from './two_phones';
import { outcome } from './regiments';

/** A browser with its own profile folder, which can be killed and started again. */
class RestartableBrowser {
  readonly folder = mkdtempSync(join(tmpdir(), 'drumhead-killed-'));
  page!: Page;

  async open(address: string) {
    const context = await chromium.launchPersistentContext(this.folder, {
      ...launchOptions,
      serviceWorkers: 'block',
      permissions: ['screen-wake-lock'],
      locale: 'en-GB',
      baseURL: address,
    });
    this.page = context.pages()[0] ?? (await context.newPage());
    await this.page.goto(address);
  }

  kill = () => killBrowser(this.folder);

  async [Symbol.asyncDispose]() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The counters of the units on the table. */
const allCounters = (page: Page) => page.getByRole('status', { name: 'Counters' });
const counters = (page: Page) => allCounters(page).first();
const increases = (page: Page) => page.getByRole('button', { name: 'Counters: more' });

test('everything that was on the screen is there after the browser was killed right after a tap, thirty times', async ({ baseURL }) => {
  // Each kill takes one or two seconds.
  const kills = Number(process.env.DRUMHEAD_KILLS ?? 30);
  test.setTimeout(kills * 15_000);
  await using browser = new RestartableBrowser();
  await browser.open(baseURL!);
  await beginBattle(browser.page);
  const table = browser.page.url();
  // Taps go to the counters of two units by turns, so that each is an entry of its own, which Undo takes back.
  const shown = async () =>
    (await allCounters(browser.page).allTextContents())
      .slice(0, 2)
      .map((text) => Number.parseInt(text))
      .join(' ');
  const values = (taps: number[]) => [0, 1].map((unit) => taps.filter((tapped) => tapped === unit).length).join(' ');
  const [lost, wasShown]: [string[], boolean[]] = [[], []];
  let taps: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    // The browser is killed after one to three acts.
    let earlier = taps;
    for (let act = 0; act <= kill % 3; act++) {
      earlier = taps;
      const isMore = taps.length === 0 || (taps.length < 8 && kill % 2 > 0);
      const unit = taps.length % 2;
      const undo = browser.page.locator('.dock').getByRole('button', { name: /^Undo/ });
      await (isMore ? increases(browser.page).nth(unit) : undo).click();
      taps = isMore ? [...taps, unit] : taps.slice(0, -1);
      if (act < kill % 3) await expect.poll(shown).toBe(values(taps));
    }
    const after = values(taps);
    // A tap whose result was not shown may be lost. In every other run, the browser is killed right after the result is shown.
    if (kill % 2) await expect.poll(shown).toBe(after);
    const now = await shown();
    await browser.kill();
    await browser.open(table);
    await expect(counters(browser.page)).toBeVisible();
    let kept = after;
    wasShown.push(now === after);
    // If the disk is slow, the app starts first, and lost data appears a moment later.
    const isKept = async () => [now, after].includes((kept = await shown()));
    await expect
      .poll(isKept)
      .toBe(true)
      .catch(() => lost.push(`kill ${kill}: ${now} was shown, then ${kept}`));
    if (kept !== after) taps = earlier;
  }
  expect(lost).toEqual([]);
  expect(wasShown.filter(Boolean).length).toBeGreaterThanOrEqual(kills / 2);
});

const table = (page: Page) => `./#/battle/${idOf(page)}`;

async function untilTable(page: Page) {
  await page.goto(table(page));
  await expect(nextPhase(page)).toBeVisible();
}

/** The other device opens the battle by a link and acts in it. This device reads its update codes. */
async function readCodes(page: Page, there: Page) {
  const id = idOf(page);
  await page.goto(`./#/battle/${id}/share`);
  await there.goto(await page.getByRole('textbox', { name: 'The link' }).inputValue());
  await there.getByRole('button', { name: 'Add', exact: true }).click();
  await endPhase(there);
  await readCodeText(there, await showUpdateCodes(page, id));
  await there.getByRole('button', { name: 'Continue' }).click();
  await readCodeText(page, await showUpdateCodes(there, id));
  await page.getByRole('button', { name: 'Update the battle' }).click();
  await expect(nextPhase(page)).toBeVisible();
}

/** Every kind of act after which the app saves something, in the order of play. */
const STEPS: [string, (page: Page, there: Page) => Promise<unknown>][] = [
  ['a roster', (page) => addRoster(page)],
  ['a name of the device', (page) => nameDevice(page, 'Ann')],
  [
    'a setting',
    async (page) => {
      await page.goto('./#/settings');
      await page.getByRole('radio', { name: 'Dark' }).check();
    },
  ],
  [
    'a battle',
    async (page) => {
      await page.goto('./#/sample/pike_and_shot');
      await expect(nextPhase(page)).toBeVisible();
    },
  ],
  [
    'phases',
    async (page) => {
      for (let phase = 0; phase < 3; phase++) await endPhase(page);
    },
  ],
  [
    'a draft',
    async (page) => {
      await page.goto(`${table(page)}/do/casualty_test/u5`);
      for (let hits = 0; hits < 3; hits++) await page.getByRole('button', { name: 'Hits: more' }).click();
      // Answers are saved a moment after the last one.
      const drafts = () =>
        page.evaluate(() =>
          Object.entries(localStorage)
            .filter(([name]) => name.includes('/draft/'))
            .map(([, text]) => text),
        );
      await expect.poll(drafts).toEqual([expect.stringContaining('"hits":3')]);
    },
  ],
  [
    'a roll',
    async (page) => {
      await page.getByRole('button', { name: /^Roll \d+ (die|dice|D\d+)/ }).click();
      await expect(outcome(page)).toBeVisible();
    },
  ],
  ['an outcome that is applied', (page) => applyOutcome(page)],
  [
    'a counter by hand',
    async (page) => {
      await untilTable(page);
      await increases(page).first().click();
    },
  ],
  ['an act that is undone', (page) => page.locator('.dock').getByRole('button', { name: /^Undo/ }).click()],
  ['an act that is redone', (page) => fromMenu(page, page.getByRole('button', { name: /^Redo: / }))],
  [
    'a correction',
    async (page) => {
      await page.goto(`${table(page)}/log`);
      await (await entryButton(page, /Correct this: /)).click();
      await page.getByRole('button', { name: 'Hits: less' }).click();
      await page.getByRole('button', { name: 'Use the same dice' }).click();
      await page.getByRole('button', { name: 'Use this result' }).click();
      await confirm(page.getByRole('button', { name: 'Apply the correction' }));
      await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
    },
  ],
  ['codes of another device', readCodes],
  [
    'control of the battle',
    async (page) => {
      await untilTable(page);
      await page.getByRole('region', { name: 'Control' }).getByRole('button', { name: 'Take control' }).click();
      await expect(page.getByRole('region', { name: 'Control' })).toContainText('In control: this device');
    },
  ],
  [
    'a deleted roster',
    async (page) => {
      await page.goto('./#/rosters');
      await page.getByRole('button', { name: 'Delete Essex’s foot' }).click();
      await expect(page.getByText('No rosters yet.')).toBeVisible();
    },
  ],
];

/** All saved data, once it is on disk. */
async function savedOnDisk(page: Page) {
  await expect(page.locator('html')).not.toHaveAttribute('data-unwritten');
  return page.evaluate(() => ({ ...localStorage }));
}

test('all saved data is there after the browser was killed, after every kind of act', async ({ browser, baseURL }) => {
  // Each step starts a browser.
  test.setTimeout(STEPS.length * 30_000);
  const there = await device(browser, baseURL!, 'Ben');
  await using killed = new RestartableBrowser();
  await killed.open(baseURL!);
  for (const [what, play] of STEPS) {
    await play(killed.page, there);
    const [before, address] = [await savedOnDisk(killed.page), killed.page.url()];
    await killed.kill();
    await killed.open(address);
    await expect(killed.page.getByRole('heading', { level: 1 })).toBeVisible();
    // If the disk is slow, the app starts first, and lost data appears a moment later.
    await expect.poll(() => savedOnDisk(killed.page), what).toEqual(before);
  }
  await there.context().close();
});

test('the journal completes the saved data, whatever earlier state the browser has written to disk', async ({ page, browser, baseURL }) => {
  test.setTimeout(120_000);
  await page.addInitScript(() => {
    // Records the state after every change, because the browser may have written any of them.
    const recording = window as unknown as { states: Record<string, string>[] };
    recording.states = [];
    for (const name of ['setItem', 'removeItem'] as const) {
      const act = Storage.prototype[name] as (...given: string[]) => void;
      Storage.prototype[name] = function (...given: string[]) {
        act.apply(this, given);
        if (this === localStorage && given[0].startsWith('drumhead/')) recording.states.push({ ...localStorage });
      };
    }
  });
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 })); // browsers request it for the page below, which names no icon
  const there = await device(browser, baseURL!, 'Ben');
  await page.goto('./');
  for (const [, play] of STEPS) await play(page, there);
  const last = await savedOnDisk(page);
  const states = await page.evaluate(() => (window as unknown as { states: Record<string, string>[] }).states);
  expect(states.length).toBeGreaterThan(STEPS.length);
  for (let nth = 0; nth < 20; nth++) {
    const state = states[Math.floor((nth * states.length) / 20)];
    await page.goto('./contract.js'); // a page without the app
    await page.evaluate((state) => {
      localStorage.clear();
      Object.entries(state).forEach(([name, text]) => localStorage.setItem(name, text));
    }, state);
    await page.goto('./');
    await expect(page.getByRole('link', { name: /^Continue/ })).toBeVisible();
    await expect.poll(() => savedOnDisk(page), `state ${nth}`).toEqual(last);
  }
  await there.context().close();
});

test('nothing new is shown before it is on disk, and the app waits for a slow disk only once', async ({ page }) => {
  await page.addInitScript(() => {
    const [disk, commit] = [window as unknown as { stuck: boolean }, IDBTransaction.prototype.commit];
    // Fakes a slow disk: keeps writing transactions open until the test sets `stuck` to false.
    IDBTransaction.prototype.commit = function () {
      if (!disk.stuck) return commit.call(this);
      const spin = () => {
        if (disk.stuck) this.objectStore('saved').count().onsuccess = spin;
      };
      spin();
    };
  });
  await beginBattle(page);
  const setStuck = (stuck: boolean) => page.evaluate((stuck) => void Object.assign(window, { stuck }), stuck);
  const expectCounters = (count: number) => expect(counters(page)).toHaveText(new RegExp(`^${count}\\b`));
  // From here on, the page's time only passes when the test advances it.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  /** Taps, and returns the counters after a few tasks. By then, a change that waits for no disk is drawn. */
  const tap = async () =>
    increases(page)
      .first()
      .evaluate(
        async (button, text) => {
          (button as HTMLElement).click();
          for (let turn = 0; turn < 20; turn++) {
            await new Promise((done) => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = done;
              port2.postMessage(0);
            });
          }
          return text.textContent;
        },
        await counters(page).elementHandle(),
      );
  await expectCounters(0);
  await setStuck(true);
  expect(await tap(), 'the act is not on disk yet').toMatch(/^0\b/);
  await setStuck(false);
  await expectCounters(1);
  await setStuck(true);
  expect(await tap()).toMatch(/^1\b/);
  await page.clock.runFor(1_500);
  await expectCounters(2);
  await expect(page.locator('.notice')).toContainText('takes long to save');
  expect(await tap(), 'the app does not wait again').toMatch(/^3\b/);
  await setStuck(false);
  await expect(page.locator('html')).not.toHaveAttribute('data-unwritten');
  await tap();
  await expectCounters(4);
  await expect(page.locator('html')).not.toHaveAttribute('data-unwritten');
  await setStuck(true);
  await increases(page)
    .first()
    .evaluate((button) => (button as HTMLElement).click());
  await expect(page.locator('html')).toHaveAttribute('data-unwritten');
  expect(await counters(page).textContent(), 'the app waits again after the disk was quick').toMatch(/^4\b/);
  await setStuck(false);
  await expectCounters(5);
});

test('cleared data stays cleared, and a damaged text is not replaced', async ({ page }) => {
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
  // The names that the journal would restore. Names that the app itself removed, such as drafts, are not among them.
  const restorable = () =>
    page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const request = indexedDB.open('drumhead');
          request.onsuccess = () => {
            const all = request.result.transaction('saved').objectStore('saved').getAll();
            all.onsuccess = () => {
              request.result.close();
              const last = new Map<string, string | null>(all.result.map(({ name, text }) => [name, text]));
              resolve([...last].filter(([, text]) => text !== null).map(([name]) => name));
            };
          };
        }),
    );
  await expect.poll(restorable).toEqual([]);
  await page.goto('about:blank');
  await page.goto('./#/rosters');
  await expect(page.getByRole('heading', { level: 1, name: 'Rosters' })).toBeVisible();
  await expect.poll(() => saved(page)).toEqual({});
});

test('the storage page explains the guarantee of the journal, or that there is none', async ({ page, browser, baseURL }) => {
  await addRoster(page);
  await page.goto('./#/saved');
  await expect(page.getByText('Each action is on disk before you see its result')).toBeVisible();
  const other = await newUnwatchedPage(browser);
  await other.addInitScript(() =>
    Object.defineProperty(window, 'indexedDB', {
      value: {
        open: () => {
          throw new Error('blocked');
        },
      },
    }),
  );
  await other.goto(baseURL!);
  await addRoster(other);
  await other.goto(`${baseURL}#/saved`);
  await expect(other.getByText('This browser keeps no journal')).toBeVisible();
  await other.reload();
  await expect(other.getByText('Rosters: 1')).toBeVisible();
  await other.context().close();
});
