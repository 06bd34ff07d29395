// The app without its host: not an offline switch, but a host whose process has ended.
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { launchOptions } from './chromium.js';
import { enterVolley } from './large_battle';
import { expect as plainly, test as base, watchForErrors } from './page';

// A copy of the whole build is fetched anew in each of these.
const expect = plainly.configure({ timeout: 20_000 });

const project = join(import.meta.dirname, '../..');
const rulesets = ['arquebusier', 'argad', 'pike_and_shot', 'pikette_squared'];

/** A host in a sub-folder, and the two builds that it may give out. */
class Host {
  asked: string[] = [];
  private process?: ChildProcess;
  private port = 0;

  constructor(readonly builds: string[]) {}

  get address() {
    return `http://127.0.0.1:${this.port}/games/drumhead/`;
  }

  async start(build = 0) {
    this.process = fork(join(import.meta.dirname, 'host.js'), [this.builds[build], '/games/drumhead/', String(this.port)]);
    this.process.on('message', (message: { asked?: string }) => message.asked && this.asked.push(message.asked));
    const [message] = await once(this.process, 'message');
    this.port = message.port;
  }

  async stop() {
    if (!this.process || this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }

  /** Gives out another build from now on, or breaks off in the middle of a file. */
  async now(what: { build?: number; broken?: string | null }) {
    const done = new Promise<void>((resolve) => {
      const heed = (message: { done?: boolean }) => {
        if (!message.done) return;
        this.process!.off('message', heed);
        resolve();
      };
      this.process!.on('message', heed);
    });
    const folder = what.build === undefined ? {} : { folder: this.builds[what.build] };
    const broken = what.broken === undefined ? {} : { broken: what.broken };
    this.process!.send({ ...folder, ...broken });
    await done;
  }
}

const test = base.extend<{ host: Host; open: (options?: BrowserContextOptions) => Promise<BrowserContext> }, { builds: string[] }>({
  builds: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'drumhead-builds-'));
      const builds = [join(project, 'dist'), join(folder, 'second')];
      cpSync(builds[0], builds[1], { recursive: true });
      const page = join(builds[1], 'index.html');
      writeFileSync(page, readFileSync(page, 'utf8').replace('</head>', '<meta name="build" content="second"></head>'));
      execFileSync('cargo', ['xtask', 'seal', builds[1]], { cwd: project });
      await use(builds);
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  host: async ({ builds }, use) => {
    const host = new Host([...builds]);
    await host.start();
    await use(host);
    await host.stop();
  },
  // Contexts in which workers are allowed, as the configuration allows them to no other test.
  open: async ({ browser, host, viewport }, use) => {
    const opened: BrowserContext[] = [];
    const wrong: string[][] = [];
    await use(async (options) => {
      const context = await browser.newContext({ viewport, serviceWorkers: 'allow', ...options });
      opened.push(context);
      wrong.push(await watchForErrors(context, host.address));
      return context;
    });
    for (const context of opened) await context.close();
    expect(wrong.flat(), 'errors, violations of the policy and requests to third parties').toEqual([]);
  },
});

test.describe.configure({ timeout: 120_000 });

const ready = (page: Page) => page.getByText('✓ Ready to play offline.');
const update = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Update: reload' });
const build = (page: Page) => page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? 'first');
const caches = (page: Page) => page.evaluate(() => window.caches.keys());

async function visit(page: Page, host: Host) {
  await page.goto(host.address);
  await expect(ready(page)).toBeVisible({ timeout: 30_000 });
}

/** Begins a battle between two samples and leaves its table open; hands back its address. */
async function beginBattle(page: Page, host: Host) {
  await page.goto(`${host.address}#/new`);
  await page.getByLabel('Name of the battle').fill('Lützen');
  await page.getByRole('combobox', { name: /^First side/ }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lützen');
  return page.url();
}

/** What the browser does when a player comes back to the page. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

/**
 * Looks for a newer version, and waits for the end. Browsers do one such look at a time, so that the app's own are over, too. Returns
 * false if the host did not answer.
 */
const look = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return registration.update().then(
      () => true,
      () => false,
    );
  });

/** Waits until the browser has kept or dropped the version that it fetches. */
const fetchEnds = (page: Page) => page.waitForFunction(async () => !(await navigator.serviceWorker.ready).installing);

test(
  'every page reloads, a shared link opens, and every ruleset gives odds once the host is gone',
  { tag: '@engines' },
  async ({ host, open }) => {
    const page = await (await open()).newPage();
    await page.goto(host.address);
    await expect(page.getByRole('status').getByText('Ready to play offline.')).toBeVisible({ timeout: 30_000 });
    const { below, height } = await page.locator('.offline-status > span').evaluate((notice) => {
      const { bottom, height } = notice.getBoundingClientRect();
      return { below: innerHeight - bottom, height };
    });
    expect(below, 'the notice lies along the foot of the page').toBe(0);
    expect(height).toBeLessThan(36);
    await expect(ready(page)).toBeVisible();
    await page.goto(`${host.address}#/rosters`);
    await page.getByRole('button', { name: /^Copy the sample Eastern/ }).click();
    await expect(page.getByLabel('Name of the roster')).toBeVisible();
    const roster = page.url();
    const battle = await beginBattle(page, host);
    await host.stop();

    const places = [
      '#/',
      '#/rosters',
      '#/quick/pike_and_shot/infantry_fire',
      '#/new',
      '#/saved',
      ...rulesets.flatMap((id) => [`#/rules/${id}`, `#/quick/${id}`]),
    ];
    for (const place of [
      ...places.map((fragment) => host.address + fragment),
      roster,
      `${roster}/share`,
      battle,
      `${battle}/log`,
      `${battle}/share`,
      `${battle}/do/infantry_fire/u2`,
    ]) {
      await page.goto(place);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 }), place).toBeVisible();
      await expect(page.getByText('Not found'), place).toHaveCount(0);
    }
    await page.goto(`${host.address}index.html?from=elsewhere`);
    await expect(ready(page)).toBeVisible();
    const links = readFileSync(join(project, 'tests/fixtures/links.txt'), 'utf8')
      .split('\n')
      .filter((line) => line.includes(' s='));
    for (const link of links) {
      const shared = await page.context().newPage();
      await shared.goto(`${host.address}#${link.split(' ')[1]}`);
      await expect(shared.getByRole('region', { name: 'Contents' }), link).toBeVisible();
      await shared.close();
    }
    for (const id of rulesets) {
      const { cases } = JSON.parse(readFileSync(join(project, 'crates', id, 'tests/conformance.json'), 'utf8'));
      const { request, odds } = cases.find((it: { odds?: unknown[] }) => (it.odds?.length ?? 0) > 1);
      const answer = await page.evaluate((request) => window.wasmBindings.odds(request), request);
      expect(answer.outcomes, id).toHaveLength(odds.length);
    }
    await expect(page.getByRole('status').getByText('Ready'), 'it is said once').toHaveCount(0);
  },
);

test('odds that take long are evaluated by a worker once the host is gone', async ({ host, open }) => {
  const page = await (await open()).newPage();
  await visit(page, host);
  await host.stop();
  const threads: string[] = [];
  page.on('worker', (worker) => threads.push(worker.url()));
  await page.goto(`${host.address}#/quick/pike_and_shot/infantry_fire`);
  await page.reload();
  await enterVolley(page);
  await expect(page.getByRole('region', { name: 'Odds' }).getByRole('table', { name: 'Hits' })).toBeVisible({ timeout: 60_000 });
  expect(threads.filter((url) => url.includes('/odds.js'))).not.toEqual([]);
});

/** The languages that the browser keeps, a file each. */
const languages = (page: Page) =>
  page.evaluate(async () => {
    const kept = await Promise.all((await window.caches.keys()).map(async (name) => (await window.caches.open(name)).keys()));
    return kept
      .flat()
      .map((request) => request.url)
      .filter((url) => url.includes('/lang/'));
  });

test('the reader of codes is kept where the browser reads none itself', async ({ host, open }) => {
  const page = await (await open()).newPage();
  await visit(page, host);
  expect(await page.evaluate(() => 'BarcodeDetector' in window)).toBe(false);
  await host.stop();
  await page.goto(`${host.address}#/scan`);
  await page.reload();
  await page.waitForFunction(() => 'BarcodeDetector' in window);
});

test('French is kept once it is chosen, over an update too, and spoken when the host is gone', async ({ host, open }) => {
  const page = await (await open()).newPage();
  await visit(page, host);
  await expect.poll(() => languages(page), 'nobody carries what nobody chose').toEqual([]);
  await page.goto(`${host.address}#/settings`);
  await page.getByRole('radio', { name: 'Français' }).check();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect.poll(() => languages(page)).toHaveLength(6);

  await host.now({ build: 1 });
  await comeBack(page);
  await page.getByRole('status').getByRole('button', { name: 'Mettre à jour' }).click({ timeout: 30_000 });
  await expect.poll(() => build(page).catch(() => '')).toBe('second');
  await expect.poll(() => languages(page), 'of the new version alone').toHaveLength(6);
  await host.stop();

  await page.goto(`${host.address}#/new`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Nouvelle bataille' })).toBeVisible();
  await page.getByLabel('Premier camp').selectOption({ index: 1 });
  await page.getByLabel('Second camp').selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Commencer la bataille' }).click();
  await expect(page).toHaveURL(/#\/battle\/[^/]+$/);
  await page.goto(`${page.url()}/do/infantry_fire/u2`);
  await page.locator('.candidate:visible').first().click();
  // Nobody fires while charges are declared.
  await page.getByRole('button', { name: 'Le faire quand même' }).click();
  await page.locator('.bands .chip').first().click();
  await page.getByRole('button', { name: /^Lancer \d+ dés?$/ }).click();
  await expect(page.getByRole('region', { name: 'Résultat' })).toContainText('figurine');
  await page.getByRole('button', { name: 'Appliquer à la table' }).click();
  await expect(page.getByText('English')).toHaveCount(0);
});

test('the app is not ready for offline use before the chosen language is here', async ({ browser, host, viewport }) => {
  const context = await browser.newContext({ viewport, serviceWorkers: 'allow' });
  const wrong = await watchForErrors(context, host.address);
  const page = await context.newPage();
  await visit(page, host);
  await host.now({ broken: 'lang/fr/argad.json' });
  await page.goto(`${host.address}#/settings`);
  await page.getByRole('radio', { name: 'Français' }).check();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.goto(`${host.address}#/`);
  await expect(page.getByText('Drumhead n’a pu être enregistré')).toBeVisible({ timeout: 30_000 });
  await host.now({ broken: null });
  await page.reload();
  await expect(page.getByText('✓ Prêt à jouer hors ligne.')).toBeVisible({ timeout: 30_000 });
  expect(await languages(page)).toHaveLength(6);
  await context.close();
  expect(wrong.filter((words) => !/^Failed to load resource: .*\/lang\/fr\/argad\.json\)$/.test(words))).toEqual([]);
});

test('the browser is closed and opened again once the host is gone', async ({ host, viewport }) => {
  const profile = mkdtempSync(join(tmpdir(), 'drumhead-profile-'));
  const launch = () =>
    chromium.launchPersistentContext(profile, { ...launchOptions, viewport, serviceWorkers: 'allow', permissions: ['screen-wake-lock'] });
  let context = await launch();
  let page = context.pages()[0];
  await visit(page, host);
  const battle = await beginBattle(page, host);
  await context.close();
  await host.stop();

  context = await launch();
  const wrong = await watchForErrors(context, host.address);
  page = await context.newPage();
  await page.goto(host.address);
  await page.getByRole('link', { name: 'Continue: Lützen' }).click();
  await expect(page).toHaveURL(battle);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lützen');
  await context.close();
  expect(wrong).toEqual([]);
  rmSync(profile, { recursive: true });
});

test('nothing is asked of the host but whether there is an update', async ({ host, open }) => {
  const page = await (await open()).newPage();
  await visit(page, host);
  host.asked = [];
  await page.reload();
  await expect(ready(page)).toBeVisible();
  await beginBattle(page, host);
  await page.reload();
  await comeBack(page);
  await expect.poll(() => host.asked).toContain('/games/drumhead/sw.js');
  expect(await look(page)).toBe(true);
  expect([...new Set(host.asked)]).toEqual(['/games/drumhead/sw.js']);
});

test('a new version is offered, and takes over when the player says so', async ({ host, open }) => {
  const context = await open();
  const page = await context.newPage();
  await visit(page, host);
  const battle = await beginBattle(page, host);
  const other = await context.newPage();
  await other.goto(battle);
  const before = await caches(page);
  expect(before).toHaveLength(1);

  await host.now({ build: 1 });
  await comeBack(page);
  await expect(update(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lützen');
  await page.reload();
  await expect(update(page), 'the offer stands').toBeVisible();
  await expect.poll(() => build(page), 'a plain reload swaps nothing').toBe('first');
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(update(page)).toHaveCount(0);

  await page.goto(`${host.address}#/`);
  await page.getByRole('region', { name: 'Offline use' }).getByRole('button', { name: 'Update: reload' }).click();
  await expect.poll(() => build(page).catch(() => '')).toBe('second');
  await expect(page.getByRole('link', { name: 'Continue: Lützen' })).toBeVisible();
  const after = await caches(page);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);

  await expect.poll(() => build(other), 'the battle in the other tab goes on').toBe('first');
  await expect(update(other)).toBeVisible();
  await host.stop();
  await update(other).click();
  await expect.poll(() => build(other).catch(() => '')).toBe('second');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Lützen');
});

test('a newer version is looked for whenever the player comes back, by whatever event the browser says so', async ({ host, open }) => {
  const page = await (await open()).newPage();
  await visit(page, host);
  for (const event of ['visibilitychange', 'focus', 'pageshow', 'online']) {
    host.asked = [];
    await page.evaluate((event) => window.dispatchEvent(new Event(event)), event);
    await expect.poll(() => host.asked, event).toContain('/games/drumhead/sw.js');
    // The app does not begin another look before this one ends.
    await look(page);
  }
});

test('where a part of the app is missing and its host has a newer version, that is the way on', async ({ browser, host, builds }) => {
  // Its console tells of the missing part.
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await visit(page, host);
  // A host that has the newer version alone, and a browser that threw the part away.
  const newer = mkdtempSync(join(tmpdir(), 'drumhead-newer-'));
  cpSync(builds[1], newer, { recursive: true });
  const part = readdirSync(newer).find((name) => /^split_lazy_pages.*\.wasm$/.test(name))!;
  rmSync(join(newer, part));
  execFileSync('cargo', ['xtask', 'seal', newer], { cwd: project });
  await page.evaluate(async (part) => {
    for (const name of await window.caches.keys()) await (await window.caches.open(name)).delete(part);
  }, part);
  host.builds[2] = newer;
  await host.now({ build: 2 });
  await page.goto(`${host.address}#/new`);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('This part of the app could not be loaded.');
  // Until the newer version is found, trying again finds it.
  await page.getByRole('button', { name: /^(Update: reload|Try again)$/ }).click();
  await expect.poll(() => build(page).catch(() => ''), { timeout: 60_000 }).toBe('second');
  await context.close();
  rmSync(newer, { recursive: true });
});

test('an update that breaks off half-way leaves the version in use as it was', async ({ host, open, builds }) => {
  const page = await (await open()).newPage();
  await visit(page, host);
  const before = await caches(page);
  const wasm = readdirSync(builds[1]).find((name) => name.endsWith('.wasm'))!;
  for (const broken of [wasm, 'icons/drum.svg', '']) {
    host.asked = [];
    await host.now({ build: 1, broken });
    if (broken === '') await host.stop();
    await comeBack(page);
    if (broken !== '') await expect.poll(() => host.asked).toContain(`/games/drumhead/${broken}`);
    expect(await look(page)).toBe(broken !== '');
    await fetchEnds(page);
    await page.reload();
    await expect(ready(page)).toBeVisible();
    await expect(update(page)).toHaveCount(0);
    await expect.poll(() => build(page)).toBe('first');
    await expect.poll(() => caches(page)).toEqual(before);
  }
  await host.start(1);
  await comeBack(page);
  await expect(update(page), 'it comes once the host is whole').toBeVisible({ timeout: 30_000 });
});

test('a file of another build is not taken', async ({ host, open, builds }) => {
  const page = await (await open()).newPage();
  await visit(page, host);
  const before = await caches(page);
  // The second build's list with the first one's page: a host in the middle of being updated.
  const mixed = mkdtempSync(join(tmpdir(), 'drumhead-mixed-'));
  cpSync(builds[0], mixed, { recursive: true });
  cpSync(join(builds[1], 'sw.js'), join(mixed, 'sw.js'));
  host.builds[2] = mixed;
  await host.now({ build: 2 });
  host.asked = [];
  await comeBack(page);
  await expect.poll(() => host.asked).toContain('/games/drumhead/');
  await look(page);
  await fetchEnds(page);
  expect(await caches(page)).toEqual(before);
  await expect(update(page)).toHaveCount(0);
  rmSync(mixed, { recursive: true });
});

test('a first visit that breaks off is reported, and completed later', async ({ host, open }) => {
  const page = await (await open()).newPage();
  await host.now({ broken: 'manifest.webmanifest' });
  await page.goto(host.address);
  await expect(page.getByText('Drumhead could not be saved for offline use')).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => caches(page)).toEqual([]);
  await host.now({ broken: null });
  await comeBack(page);
  await expect(ready(page)).toBeVisible({ timeout: 30_000 });
});

test('it plays in a browser without service workers', async ({ host, open }) => {
  for (const without of ['blocked', 'absent']) {
    const context = await open({ serviceWorkers: without === 'blocked' ? 'block' : 'allow' });
    if (without === 'absent') {
      await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
    }
    const page = await context.newPage();
    await page.goto(host.address);
    await expect(page.getByText(/^(This browser cannot keep a copy|Drumhead could not be saved for offline use)/)).toBeVisible();
    const battle = await beginBattle(page, host);
    await page.reload();
    await expect(page).toHaveURL(battle);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lützen');
  }
});
