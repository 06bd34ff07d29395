// Hostile values for the contract, and a module that traps. The app continues, or shows that it has stopped.
import { expect, test, newUnwatchedPage } from './page';
import { beginBattle, confirm, nextPhase } from './play';
import { logLength } from './script';

test('the contract answers cyclic, endless and hostile values, and still works', async ({ page }) => {
  test.slow();
  await page.goto('./#/');
  await page.waitForFunction(() => 'wasmBindings' in window);
  const met = await page.evaluate(() => {
    const engine = window.wasmBindings;
    let seed = 1642;
    const below = (sides: number) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % sides;
    const bottomless = (): object =>
      new Proxy(
        {},
        { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get: () => bottomless() },
      );
    const nested = (depth: number) => {
      let value: unknown = 1;
      for (let n = 0; n < depth; n++) value = n % 2 ? [value] : { a: value };
      return value;
    };
    const cyclic = (): object => {
      const [list, object]: [unknown[], Record<string, unknown>] = [[], {}];
      list.push({ list, object });
      return Object.assign(object, { list, object });
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
      [
        'getter',
        () => ({
          get a() {
            return fails();
          },
        }),
      ],
      [
        'getter that calls',
        () => ({
          get input() {
            return engine.odds(this);
          },
          ruleset: 'argad',
        }),
      ],
      [
        'getter that grows',
        () => ({
          get a() {
            return Object.assign(this, { [below(1e9)]: this });
          },
        }),
      ],
      ['proxy that fails', () => new Proxy({}, { ownKeys: fails, get: fails, has: fails, getPrototypeOf: fails })],
      ['endless list', () => new Proxy([], { get: (list, key) => (key === 'length' ? 2 ** 32 - 1 : Reflect.get(list, key)) })],
      ['revoked', revoked],
      ['sparse', () => new Array(2 ** 32 - 1)],
      ['function', () => fails],
      ['symbol', () => Symbol('a')],
      ['iterable', () => [new Set([1]), new Map([['a', 1]]), new Uint8Array(9)][below(3)]],
      [
        'plain',
        () =>
          [
            null,
            undefined,
            NaN,
            -0,
            1e308,
            2n ** 70n,
            '\ud800',
            '',
            {},
            [],
            new Date(),
            { __proto__: null, toJSON: fails },
            JSON.parse('{"__proto__":{"a":1}}'),
            nested(60),
          ][below(14)],
      ],
    ];
    const validRequest = (): { ruleset: unknown; procedure: string; input: Record<string, unknown> } => ({
      ruleset: 'pike_and_shot',
      procedure: 'reaction_charge',
      input: { morale_class: 'average', troop_type: 'horse' },
    });
    const answers: Record<string, number> = {};
    for (let run = 0; run < 100_000; run++) {
      const [kind, make] = kinds[below(kinds.length)];
      const request = validRequest();
      const position = below(5);
      if (position === 0) request.input = make() as typeof request.input;
      if (position === 1) request.input[['morale_class', 'x', '__proto__'][below(3)]] = make();
      if (position === 2) request.ruleset = make();
      const value = position === 3 ? make() : request;
      const calls = [
        () => engine.odds(value),
        () => engine.resolve(value, position === 4 ? make() : []),
        () => engine.battle(position === 3 ? value : { ruleset: 'argad', sides: [{}, {}], units: [], acts: [{ act: make() }, make()] }),
        () =>
          engine.chain(
            position === 3 ? value : { battle: { ruleset: 'argad', sides: [{}, {}], units: [] }, act: { act: make() }, until: make() },
          ),
      ];
      const answer = calls[below(calls.length)]();
      const [status, code] = [String(answer.status), String(answer.error?.code)];
      if (!['odds', 'resolved', 'needs_dice', 'battle', 'error'].includes(status)) return { kind, status, code };
      answers[`${kind} ${status} ${code}`] = (answers[`${kind} ${status} ${code}`] ?? 0) + 1;
    }
    const alone = ['cyclic', 'deep', 'bottomless', 'getter', 'revoked', 'sparse', 'endless list', 'proxy that fails'];
    const refused = alone.flatMap((name) => {
      const make = kinds.find(([kind]) => kind === name)![1];
      return [
        engine.odds(make()),
        engine.resolve(make(), []),
        engine.resolve(validRequest(), make()),
        engine.battle(make()),
        engine.chain(make()),
      ];
    });
    return {
      all: Object.values(answers).reduce((a, b) => a + b),
      codes: [...new Set(refused.map((answer) => answer.error?.code))],
      after: engine.resolve(validRequest(), []).status,
    };
  });
  expect(met).toEqual({ all: 100_000, codes: ['bad_value'], after: 'needs_dice' });
  await beginBattle(page);
  await confirm(nextPhase(page));
  await expect.poll(() => logLength(page)).toBe(1);
});

test('after a trap a dialog covers the page, and a reload restores everything', async ({ browser, baseURL }) => {
  const page = await newUnwatchedPage(browser);
  await page.goto(baseURL!);
  await page.waitForFunction(() => 'wasmBindings' in window);
  await beginBattle(page);
  for (let n = 0; n < 3; n++) await confirm(nextPhase(page));
  const trap = () =>
    page.evaluate(() => {
      // A module whose only function is the instruction `unreachable`, with which a panic ends.
      const code = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11];
      const { f } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code))).exports as { f(): void };
      setTimeout(f);
      void Promise.resolve().then(f); // as in a task of the app
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
  await expect.poll(() => logLength(page)).toBe(3);
  await page.context().close();
});

test('errors of other scripts do not stop the app', async ({ browser, baseURL }) => {
  const page = await newUnwatchedPage(browser);
  await page.goto(baseURL!);
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        setTimeout(() => {
          throw new Error('somebody else’s');
        });
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- some extensions reject with nothing
        void Promise.reject(undefined);
        setTimeout(done, 100);
      }),
  );
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.context().close();
});

/** Opens a link to the open battle, as a second device does. */
