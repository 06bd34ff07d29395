// Nothing is lost, whatever comes in and whatever fails: hostile values, a module that stops, notices that come too late.
import { chromium, type Browser, type Page, type Route } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from './chromium.js';
import { expect, test } from './page';
import { addRoster, beginBattle, log, nextPhase, saved, seal } from './play';

/** A page whose errors are what a test looks for. */
const unwatched = async (browser: Browser): Promise<Page> => (await browser.newContext({ serviceWorkers: 'block' })).newPage();

test('the contract answers whatever it is given, cyclic, bottomless or hostile, and goes on', async ({ page }) => {
  test.slow();
  await page.goto('./#/');
  await page.waitForFunction(() => 'wasmBindings' in window);
  const met = await page.evaluate(() => {
    const engine = (window as any).wasmBindings;
    let seed = 1642;
    const below = (sides: number) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % sides;
    const bottomless = (): object => new Proxy({}, { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get: () => bottomless() });
    const nested = (depth: number) => {
      let value: unknown = 1;
      for (let n = 0; n < depth; n++) value = n % 2 ? [value] : { a: value };
      return value;
    };
    const cyclic = (): object => {
      const [list, own]: [unknown[], Record<string, unknown>] = [[], {}];
      list.push({ list, own });
      return Object.assign(own, { list, own });
    };
    const revoked = () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    };
    const fails = () => {
      throw new Error('no');
    };
    const kinds: [string, () => unknown][] = [
      ['cyclic', cyclic],
      ['deep', () => nested(65 + below(4000))],
      ['bottomless', bottomless],
      ['getter', () => ({ get a() { return fails(); } })],
      ['getter that calls', () => ({ get input() { return engine.odds(this); }, ruleset: 'argad' })],
      ['getter that grows', () => ({ get a() { return Object.assign(this, { [below(1e9)]: this }); } })],
      ['proxy that fails', () => new Proxy({}, { ownKeys: fails, get: fails, has: fails, getPrototypeOf: fails })],
      ['endless list', () => new Proxy([], { get: (list, key) => (key === 'length' ? 2 ** 32 - 1 : Reflect.get(list, key)) })],
      ['revoked', revoked],
      ['sparse', () => new Array(2 ** 32 - 1)],
      ['function', () => fails],
      ['symbol', () => Symbol('a')],
      ['iterable', () => [new Set([1]), new Map([['a', 1]]), new Uint8Array(9)][below(3)]],
      ['plain', () => [null, undefined, NaN, -0, 1e308, 2n ** 70n, '\ud800', '', {}, [], new Date(), { __proto__: null, toJSON: fails }, JSON.parse('{"__proto__":{"a":1}}'), nested(60)][below(14)]],
    ];
    const own = () => ({ ruleset: 'pike_and_shot', procedure: 'reaction_charge', input: { morale_class: 'average', troop_type: 'horse' } }) as Record<string, any>;
    const answers: Record<string, number> = {};
    for (let run = 0; run < 100_000; run++) {
      const [kind, make] = kinds[below(kinds.length)];
      const request = own();
      const place = below(5);
      if (place === 0) request.input = make();
      if (place === 1) request.input[['morale_class', 'x', '__proto__'][below(3)]] = make();
      if (place === 2) request.ruleset = make();
      const value = place === 3 ? make() : request;
      const calls = [
        () => engine.odds(value),
        () => engine.resolve(value, place === 4 ? make() : []),
        () => engine.battle(place === 3 ? value : { ruleset: 'argad', sides: [{}, {}], units: [], acts: [{ act: make() }, make()] }),
      ];
      const answer = calls[below(3)]();
      const [status, code] = [String(answer.status), String(answer.error?.code)];
      if (!['odds', 'resolved', 'needs_dice', 'battle', 'error'].includes(status)) return { kind, status, code };
      answers[`${kind} ${status} ${code}`] = (answers[`${kind} ${status} ${code}`] ?? 0) + 1;
    }
    const alone = ['cyclic', 'deep', 'bottomless', 'getter', 'revoked', 'sparse', 'endless list', 'proxy that fails'];
    const refused = alone.flatMap((name) => {
      const make = kinds.find(([own]) => own === name)![1];
      return [engine.odds(make()), engine.resolve(make(), []), engine.resolve(own(), make()), engine.battle(make())];
    });
    return { all: Object.values(answers).reduce((a, b) => a + b), codes: [...new Set(refused.map((answer) => answer.error?.code))], after: engine.resolve(own(), []).status };
  });
  expect(met).toEqual({ all: 100_000, codes: ['bad_value'], after: 'needs_dice' });
  await beginBattle(page);
  await nextPhase(page).click();
  expect(await log(page)).toHaveLength(1);
});

test('after a trap the page says so, nothing behind it can be touched, and a reload has everything', async ({ browser, baseURL }) => {
  const page = await unwatched(browser);
  await page.goto(baseURL!);
  await page.waitForFunction(() => 'wasmBindings' in window);
  await beginBattle(page);
  for (let n = 0; n < 3; n++) await nextPhase(page).click();
  const trap = () => page.evaluate(() => {
    // A module with one function, whose only instruction is `unreachable`: what a panic ends in.
    const code = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11];
    const { f } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code))).exports as { f(): void };
    setTimeout(f);
    Promise.resolve().then(f); // as in a task of the app's
  });
  await expect(page.getByRole('dialog')).toBeHidden();
  await trap();
  const dialog = page.getByRole('dialog', { name: 'Stopped' });
  await expect(dialog).toContainText('Everything that you did is saved');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(nextPhase(page).click({ timeout: 500 })).rejects.toThrow();
  await dialog.getByRole('button', { name: 'Reload' }).click();
  await expect(nextPhase(page)).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await log(page)).toHaveLength(3);
  await page.context().close();
});

test('what fails in other scripts does not stop the app', async ({ browser, baseURL }) => {
  const page = await unwatched(browser);
  await page.goto(baseURL!);
  await page.evaluate(() => new Promise<void>((done) => {
    setTimeout(() => { throw new Error('somebody else’s'); });
    void Promise.reject(undefined);
    setTimeout(done, 100);
  }));
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.context().close();
});

/** Opens a link to the battle that is open, as a second device does. */
async function linkOf(page: Page): Promise<string> {
  await page.goto(`./${/#\/battle\/[^/]+/.exec(page.url())![0]}/share`);
  return page.getByRole('textbox', { name: 'The link' }).inputValue();
}

const undoOfNotice = (page: Page) => page.locator('.notice').getByRole('button', { name: 'Undo' });

test('the offer to take back a battle that came in ends with the first act in it', async ({ page, browser }) => {
  await beginBattle(page);
  for (let n = 0; n < 2; n++) await nextPhase(page).click();
  const table = page.url();
  const link = await linkOf(page);
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await other.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(undoOfNotice(other)).toBeVisible();
  await nextPhase(other).click();
  await expect(undoOfNotice(other)).toBeHidden();
  await other.reload();
  expect(await log(other)).toHaveLength(3);

  // So it does where the battle was here and got more acts.
  await page.goto(await linkOf(other));
  expect(table).toContain('/battle/');
  await page.getByRole('button', { name: 'Update the battle' }).click();
  await expect(undoOfNotice(page)).toBeVisible();
  await nextPhase(page).click();
  await expect(undoOfNotice(page)).toBeHidden();
  await page.reload();
  expect(await log(page)).toHaveLength(4);
});

test('what came in is not taken back after another tab has acted in it', async ({ page, context, browser }) => {
  const giver = await (await browser.newContext()).newPage();
  await beginBattle(giver);
  await nextPhase(giver).click();
  const table = giver.url();
  const buffer = Buffer.from(JSON.stringify({ drumhead: 'saved', schema: 1, texts: await saved(giver) }));
  await page.goto('./#/saved');
  await page.getByLabel('A backup, a roster or a battle').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  // The battle is not in play here, so this tab is told nothing of its acts.
  const other = await context.newPage();
  await other.goto(table);
  await nextPhase(other).click();
  await undoOfNotice(page).click();
  await expect(page.getByRole('status').getByText('Something was done with it since')).toBeVisible();
  await page.goto(table);
  await page.reload();
  expect(await log(page)).toHaveLength(2);

  // A tab in which it is in play hears of the act, and offers nothing any more.
  const third = await (await browser.newContext()).newPage();
  await third.goto(await linkOf(giver));
  await third.getByRole('button', { name: 'Add', exact: true }).click();
  const fourth = await third.context().newPage();
  await fourth.goto(table);
  await expect(undoOfNotice(third)).toBeVisible();
  await nextPhase(fourth).click();
  await expect(undoOfNotice(third)).toBeHidden();
});

test('a file adds nothing that its preview did not name', async ({ page }) => {
  await addRoster(page);
  await beginBattle(page);
  await nextPhase(page).click();
  const texts = await saved(page);
  const table = page.url();
  const id = /battle\/([^/]+)/.exec(table)![1];
  const event = Object.keys(texts).find((key) => key.includes('/event/'))!;
  const stray = event.replace(/\/\d+-/, '/7-');
  const roster = seal({ ruleset: 'argad', name: 'Gascons', units: [] });
  const file = (more: object) => ({
    name: 'x.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ drumhead: 'saved', schema: 1, texts: more })),
  });
  await page.goto('./#/saved');
  await page.getByLabel('A backup, a roster or a battle').setInputFiles(
    file({ 'drumhead/roster/gascons': roster, [stray]: texts[event], 'drumhead/settings': seal({ theme: 'dark' }), 'drumhead/roster/bad': 'damaged' }),
  );
  const preview = page.getByRole('region', { name: 'Contents' });
  await expect(preview).toContainText('Gascons');
  await expect(preview).toContainText('Actions without their battle, left out: 1');
  await expect(preview).toContainText('The settings');
  await expect(preview).toContainText('drumhead/roster/bad');
  await preview.getByRole('button', { name: 'Add', exact: true }).click();
  const now = await saved(page);
  expect(Object.keys(now).filter((key) => !(key in texts)).sort()).toEqual(['drumhead/roster/bad', 'drumhead/roster/gascons', 'drumhead/settings']);

  // With its battle it is an update, which is named.
  const whole = Object.fromEntries(Object.entries(texts).filter(([key]) => key.includes(id)));
  await page.getByLabel('A backup, a roster or a battle').setInputFiles(file({ ...whole, [stray]: texts[event] }));
  await expect(preview).toContainText('1 entry of the log ahead');
  await preview.getByRole('button', { name: 'Do nothing' }).click();
  await page.getByLabel('A backup, a roster or a battle').setInputFiles(file({ [stray]: texts[event] }));
  await expect(preview).toContainText('nothing in it to be added');
  await preview.getByRole('button', { name: 'Continue' }).click();
  expect(await saved(page)).toEqual(now);
});

test('a small file that means endless work is refused, and a counter of a million that is here is drawn', async ({ page }) => {
  await beginBattle(page);
  await page.getByRole('button', { name: 'Counters: more' }).first().click();
  const texts = await saved(page);
  const id = /battle\/([^/]+)/.exec(page.url())![1];
  const header = `drumhead/battle/${id}`;
  const [event, text] = Object.entries(texts).find(([key, text]) => key.includes('/event/') && text.includes('"counters"'))!;
  const stamp = event.split('/').pop()!;
  const million = seal(JSON.parse(text.slice(text.indexOf('{')).replace(/"to":\d+/g, '"to":1000000')));
  const undos = Array.from({ length: 15_000 }, (_, n) => [`drumhead/event/${id}/${n + 100}-z`, seal(n % 2 ? { redo: stamp } : { undo: stamp })]);
  await page.goto('./#/saved');
  for (const bad of [{ [event]: million }, Object.fromEntries(undos)]) {
    const buffer = Buffer.from(JSON.stringify({ drumhead: 'saved', schema: 1, texts: { [header]: texts[header], [event]: text, ...bad } }));
    await page.getByLabel('A backup, a roster or a battle').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer });
    await expect(page.getByRole('status').getByText('cannot be opened')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }
  expect(await saved(page)).toEqual(texts);
  // What came in by an earlier version is shown all the same.
  await page.evaluate(([event, million]) => localStorage.setItem(event, million), [event, million] as const);
  await page.goto(`./#/battle/${id}`);
  await page.reload();
  await page.getByRole('button', { name: 'Counters: less' }).first().click();
  expect(await log(page)).toHaveLength(2);
});

test('a long log is checked bit by bit, with progress, while the page answers', async ({ page }) => {
  test.slow();
  await beginBattle(page);
  const id = /battle\/([^/]+)/.exec(page.url())![1];
  const events = Array.from({ length: 4_000 }, (_, n) => [`drumhead/event/${id}/${n}-z`, seal({ act: { at: n, deed: { note: `${n}` }, refereed: true } })] as const);
  await page.evaluate((events) => events.forEach(([key, text]) => localStorage.setItem(key, text)), events);
  await page.goto('./#/');
  await page.reload();
  // The longest that the page does not answer while it checks.
  await page.evaluate(() => {
    const [own, begun] = [window as any, performance.now()];
    [own.longest, own.last] = [0, begun];
    setInterval(() => {
      own.longest = document.querySelector('progress') ? Math.max(own.longest, performance.now() - own.last) : own.longest;
      own.last = performance.now();
    }, 5);
  });
  await page.goto(`./#/battle/${id}/verify`);
  await expect(page.getByRole('progressbar', { name: 'Checking' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Checking: \d+ of 4000 entries$/ })).toBeVisible();
  await expect(page.getByText('All 4000 entries are valid.')).toBeVisible({ timeout: 60_000 });
  // The first slice comes after the log was read; a slice is 12 ms, and the machine of the tests is busy.
  expect(await page.evaluate(() => (window as any).longest)).toBeLessThan(500);
  await expect(page.getByRole('list', { name: 'Entries' }).getByRole('listitem')).toHaveCount(300);
  await page.getByRole('button', { name: 'List 3700 earlier entries, too' }).click();
  await expect(page.getByRole('list', { name: 'Entries' }).getByRole('listitem')).toHaveCount(4_000);
});

/** Kills a browser with all that belongs to it, as a phone does that needs the memory, and waits until it is gone. */
async function killBrowser(folder: string) {
  const own = () => execFileSync('ps', ['-eo', 'pid,args']).toString().split('\n').filter((line) => line.includes(`--user-data-dir=${folder}`));
  for (const line of own()) {
    try {
      process.kill(parseInt(line), 'SIGKILL');
    } catch {
      // It ended with its parent.
    }
  }
  await expect.poll(() => own().length).toBe(0);
  // The lock of the profile is a link that names the process.
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie']) rmSync(join(folder, name), { force: true });
}

test('whatever was on screen is there after the browser was killed, fifty times as soon as the journal had it', async ({ baseURL }) => {
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
  const lost: string[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    // Some are killed after one act, some after several; a counter goes up and down between 0 and 4.
    for (let act = 0; act <= kill % 3; act++) {
      const before = Number.parseInt((await counter().textContent())!);
      const way = before === 0 || (before < 4 && kill % 2) ? 'more' : 'less';
      await page.getByRole('button', { name: `Counters: ${way}` }).first().click();
      await expect(counter()).toHaveText(new RegExp(`^${before + (way === 'more' ? 1 : -1)}\\b`));
    }
    // A moment later it is on disk. What is killed before that may be lost, as the storage page says.
    await expect(page.locator('html:not([data-unwritten])')).toBeAttached();
    const [shown, events] = [await counter().textContent(), Object.keys(await saved(page)).length];
    await killBrowser(folder);
    page = await open(table);
    await expect(counter()).toBeVisible();
    const now = Object.keys(await saved(page)).length;
    if (now !== events || (await counter().textContent()) !== shown) lost.push(`kill ${kill}: ${events - now} of ${events}`);
  }
  await killBrowser(folder);
  rmSync(folder, { recursive: true, force: true });
  expect(lost).toEqual([]);
});

test('what somebody clears stays cleared, and a text that is damaged is not put back', async ({ page }) => {
  await beginBattle(page);
  await nextPhase(page).click();
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
  expect(await saved(page)).toEqual({});
});

test('the storage page says what the journal guarantees, also where there is none', async ({ page, browser, baseURL }) => {
  await addRoster(page);
  await page.goto('./#/saved');
  await expect(page.getByText('Each action is on disk within moments')).toBeVisible();
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

const failures: [string, RegExp, (route: Route) => Promise<void>][] = [
  ['a script that is missing', /drumhead-\w+\.js$/, (route) => route.fulfill({ status: 404, body: '' })],
  ['a script that is cut off', /drumhead-\w+\.js$/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    return route.fulfill({ response, body: text.slice(0, text.length / 2) + ' ( {' });
  }],
  ['a page in place of a script', /journal\.js$/, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Log in</h1>' })],
  ['a module that is missing', /_bg\.wasm$/, (route) => route.fulfill({ status: 404, body: '' })],
  ['a module that is cut off', /_bg\.wasm$/, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, body: (await response.body()).subarray(0, 10_000) });
  }],
  ['a module that never comes', /_bg\.wasm$/, (route) => route.abort('connectionreset')],
];

for (const [what, file, answer] of failures) {
  test(`a first visit with ${what} says so, and is tried again past the cache`, async ({ browser, baseURL }) => {
    const page = await unwatched(browser);
    await page.route(file, answer);
    await page.goto(baseURL!);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(/^Drumhead could not start: the file [\w.-]+ is missing or damaged\./, { timeout: 15_000 });
    expect(/the file ([\w.-]+) is/.exec((await dialog.textContent())!)![1]).toMatch(file);
    await page.unroute(file);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await page.waitForFunction(() => 'wasmBindings' in window);
    await expect(dialog).toBeHidden();
    await page.context().close();
  });
}

test('a visit that takes too long offers to try again, in the language of the player', async ({ browser, baseURL }) => {
  const page = await unwatched(browser);
  await page.clock.install();
  await page.addInitScript(() => localStorage.setItem('drumhead/settings', '1.1.00000000.{"language":"fr"}'));
  let held: Route | undefined;
  await page.route(/_bg\.wasm$/, (route) => void (held ??= route));
  await page.goto(baseURL!, { waitUntil: 'commit' });
  await expect.poll(() => held !== undefined).toBe(true);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.clock.fastForward(31_000);
  await expect(page.getByRole('dialog')).toContainText('Drumhead n’a pas pu démarrer');
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  await page.context().close();
});

for (const [what, body] of [['empty', ''], ['foreign', 'addEventListener("fetch", () => {}); addEventListener("message", (event) => event.source.postMessage("hello"));']]) {
  test(`a service worker that is ${what} is not taken for a copy of the app`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ serviceWorkers: 'allow' });
    const page = await context.newPage();
    await context.route('**/sw.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto(baseURL!);
    await expect(page.getByText('Drumhead could not be saved for offline use')).toBeVisible({ timeout: 15_000 });
    await expect(page.getByText('Ready to play offline')).toBeHidden();
    await context.close();
  });
}

test('when nothing can be saved, leaving the page asks first, and else it does not', async ({ page, browser, baseURL }) => {
  await beginBattle(page);
  let asked = 0;
  page.on('dialog', (dialog) => (asked++, dialog.accept()));
  await page.reload();
  expect(asked).toBe(0);
  const full = await unwatched(browser);
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

test('entries that were swapped are reported where the battle is opened', async ({ page }) => {
  await beginBattle(page);
  for (let n = 0; n < 4; n++) await nextPhase(page).click();
  const events = Object.entries(await saved(page)).filter(([key]) => key.includes('/event/'));
  const [[a, first], [b, second]] = [events[1], events[2]];
  await page.evaluate((swapped) => swapped.forEach(([key, text]) => localStorage.setItem(key, text)), [[a, second], [b, first]]);
  await page.reload();
  const notice = page.locator('.notice');
  await expect(notice).toContainText('altered or moved after they were written');
  await notice.getByRole('button', { name: 'Check the log' }).click();
  await expect(page.getByText(/of 4 entries (is|are) invalid\.$/)).toBeVisible();
  // A log as it was written is none of anybody's business.
  await page.evaluate((whole) => whole.forEach(([key, text]) => localStorage.setItem(key, text)), events);
  await page.reload();
  await expect(page.getByText('All 4 entries are valid.')).toBeVisible();
  await page.goto('./#/');
  await page.getByRole('link', { name: 'Continue: Cheriton lane' }).click();
  await expect(nextPhase(page)).toBeVisible();
  await page.waitForTimeout(300);
  await expect(notice).toBeHidden();
});

test('the app opens without Web Crypto and with a wake lock that throws', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'crypto', { value: undefined });
    Object.defineProperty(Navigator.prototype, 'wakeLock', {
      get() {
        throw new DOMException('not here', 'NotAllowedError');
      },
    });
  });
  await page.goto('./');
  await expect(page.getByText('no secure random numbers')).toBeVisible();
  await beginBattle(page);
  await nextPhase(page).click();
  expect(await log(page)).toHaveLength(1);
  await page.goto('./#/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});
