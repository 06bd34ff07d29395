// Nothing is lost, whatever comes in and whatever fails: hostile values, a module that stops, notices that come too late.
import type { Browser, Page } from '@playwright/test';
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
