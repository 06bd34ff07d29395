// Counters that are hidden from the other player: the agreement to hide them, the side of a device, and passing one device between
// the players. No page of a battle may show hidden values.
import { expectAccessible } from './axe';
import { appReady, expect, test } from './page';
import { applyOutcome, beginBattle, checkOfLog, confirm, drawn, saved, seal, unit } from './play';
import { twoRegiments } from './regiments';
import { stored } from './script';
import { idOf } from './two_phones';
import type { Page } from '@playwright/test';

const [HORSE, FOOT] = ["Haselrig's Horse", "Pinchbeck's Foot"];

interface Set {
  of: string;
  key: string;
  to: unknown;
}

/** The ids of both units, first Parliament's. */
const unitsOf = async (page: Page) => (await stored(page)).header.units.map((unit) => unit.id);

/** Adds acts by hand at the end of the log, sets the side of the device, and reloads the page. */
async function layActs(page: Page, viewer: string | null, acts: Set[][]) {
  const id = idOf(page);
  const texts = acts.map((changes, n) => {
    const act = { at: n, deed: 'by_hand', changes: changes.map((set) => ({ set })), refereed: true };
    return [`drumhead/event/${id}/${1000 + n}-z`, seal({ act })];
  });
  if (viewer !== null) texts.push([`drumhead/viewer/${id}`, seal(viewer)]);
  await page.evaluate((texts) => texts.forEach(([key, text]) => localStorage.setItem(key, text)), texts);
  await page.goto('./#/');
  await page.reload();
  await page.goto(`./#/battle/${id}`);
}

const agreement = (to: string): Set[] => [{ of: 'battle', key: 'secrecy', to }];

/** All contents of a page: its texts, and the attributes that styles show. This once found a leak: a class of the table depended on
 * the sum of hidden counters. */
async function contentsOf(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const all = () =>
    page.evaluate(() => {
      const names = [
        'data-what',
        'data-chance',
        'data-words',
        'data-best',
        'data-disc',
        'title',
        'aria-label',
        'class',
        'style',
        'disabled',
      ];
      const attributes = (element: Element) => names.map((name) => `${name}=${element.getAttribute(name) ?? ''}`).join(' ');
      const texts = (element: Element) => [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent);
      return [...document.body.querySelectorAll('*')]
        .map((element) => `${element.tagName} ${attributes(element)} ${texts(element).join('|')}`)
        .join('\n');
    });
  // Odds and rankings appear after a delay. Playwright's clock lets it pass, until the rules are loaded and nothing changes any more.
  let before = '';
  const isSettled = async () => {
    await page.clock.runFor(2_000);
    const waiting = page.locator('[aria-busy=true]').or(page.getByText('Loading the rules…'));
    const [now, isBusy] = [await all(), (await waiting.count()) > 0];
    const isSame = now === before;
    before = now;
    return isSame && !isBusy;
  };
  await expect.poll(isSettled, { intervals: [0] }).toBe(true);
  return before;
}

/**
 * Expects that two battles that differ only in hidden values show the first side the same pages. Each is a copy of the open battle with
 * these acts, on its own device. Before the pages are opened, `play` acts in it. On the table, the unit `unfolded` is unfolded.
 */
async function expectSamePages(page: Page, battles: Set[][][], paths: string[], play?: (device: Page) => Promise<void>, unfolded?: string) {
  const [address, texts] = [`./#/battle/${idOf(page)}`, await saved(page)];
  const contents: Record<string, string>[] = [];
  for (const acts of battles) {
    const device = await (await page.context().browser()!.newContext()).newPage();
    await device.clock.install();
    await device.goto('./');
    await appReady(device);
    await device.evaluate((texts) => Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text)), texts);
    await device.goto(address);
    await layActs(device, 'a', [agreement('own_side'), ...acts]);
    await play?.(device);
    const seen: Record<string, string> = {};
    for (const path of paths) {
      await device.goto(`${address}${path}`);
      if (path === '' && unfolded) await unit(device, unfolded);
      if (path === '/log') await expect(checkOfLog(device)).toBeVisible();
      seen[path] = await contentsOf(device);
    }
    contents.push(seen);
    await device.context().close();
  }
  for (const path of paths) expect(contents[1][path], path).toBe(contents[0][path]);
  expect(contents[0]['']).toContain('?');
}

test('no page of a battle shows a side what is hidden from it', async ({ page }) => {
  test.slow();
  await twoRegiments(page);
  const id = idOf(page);
  const [horse, foot] = await unitsOf(page);
  const battles = [1, 3].map((to) => [
    [{ of: foot, key: 'counters', to }],
    [{ of: foot, key: 'muskets', to: 10 }],
    [{ of: horse, key: 'counters', to: 1 }],
  ]);
  const panels = [`/do/melee_round/${horse}`, `/do/rest/${foot}`, `/do/reaction_stand/${foot}`, `/do/movement_allowance/${foot}`];
  const results: string[] = [];
  const rest = async (device: Page) => {
    // An act that depends on the hidden counters.
    await device.goto(`./#/battle/${id}/do/rest/${foot}`);
    await device.getByText('Remove a counter').click();
    await confirm(device.getByRole('button', { name: 'Roll', exact: true }));
    const outcome = device.getByRole('region', { name: 'Outcome' });
    await expect(outcome).toBeVisible();
    results.push(await outcome.innerText());
    await applyOutcome(device);
    await drawn(device);
  };
  const pages = ['', '/log', '/replay', '/luck', '/report', '/paper', '/devices', '/seats', '/hall'];
  await expectSamePages(page, battles, [...pages, ...panels], rest, FOOT);
  expect(results[1]).toBe(results[0]);
});

/** For each ruleset with hidden trackers: one of units, one of a side if there is any, and a visible flag. */
const HIDDEN = {
  pike_and_shot: { unit: 'counters', side: null, flag: 'fired' },
  pikette_squared: { unit: 'hits', side: 'morale_chips', flag: 'done_move' },
  argad: { unit: 'health_lost', side: null, flag: 'fired' },
};

for (const [ruleset, { unit: count, side, flag }] of Object.entries(HIDDEN)) {
  test(`sixty acts of ${ruleset} that differ only in hidden values give a side the same pages`, async ({ page }) => {
    test.slow();
    await page.goto('./');
    await page.locator(`a[href="#/sample/${ruleset}"]`).click();
    await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
    const { header } = await stored(page);
    const able = header.units.filter(({ profile }) => profile.troop_type !== 'general');
    const enemies = able.filter((unit) => unit.side === 1);
    const battles = [0, 1].map((more) =>
      Array.from({ length: 60 }, (_, n): Set[] => {
        const hidden = { of: enemies[n % enemies.length].id, key: count, to: 1 + ((n + more) % 3) };
        const ofSide = { of: 'b', key: side ?? '', to: 5 + ((n + more) % 3) };
        const visible = { of: able[n % able.length].id, key: flag, to: n % 4 === 1 };
        return [n % 2 ? visible : side !== null && n % 6 === 0 ? ofSide : hidden];
      }),
    );
    await expectSamePages(page, battles, ['', '/log', '/replay', '/luck', '/report', '/paper', '/hall', '/close']);
  });
}

test('a device shows its own side, and everything after the end of the agreement', async ({ page }) => {
  await twoRegiments(page);
  const [horse, foot] = await unitsOf(page);
  await layActs(page, null, [agreement('own_side'), [{ of: foot, key: 'counters', to: 2 }], [{ of: horse, key: 'counters', to: 1 }]]);
  // Nothing is shown before the device has a side.
  await expect(page.getByRole('heading', { level: 1, name: 'Whose device is this?' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expectAccessible(page, 'the question whose device it is');
  await page.getByText('Parliament', { exact: true }).click();
  await expect((await unit(page, HORSE)).getByRole('group', { name: 'Counters' })).toContainText('1');
  await expect((await unit(page, FOOT)).locator('.pips.unknown')).toContainText('?');
  await page.goto(`./#/battle/${idOf(page)}/log`);
  await expect(page.locator('main')).toContainText('Earlier actions are corrected at the end');
  // At the end of the battle everything is shown.
  await page.goto(`./#/battle/${idOf(page)}/close`);
  await page.getByText('The King won', { exact: true }).click();
  await page.getByRole('button', { name: 'Close the battle' }).click();
  await expect(page.getByRole('region', { name: 'The end' })).toContainText('The King won.');
  await expect((await unit(page, FOOT)).getByRole('group', { name: 'Counters' })).toContainText('2');
  // The replay for a side hides the same values as the battle did.
  await page.goto(`./#/battle/${idOf(page)}/replay`);
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByText('The whole table').click();
  await expect(page.locator('main')).not.toContainText('?');
  await page.getByRole('group', { name: 'Seen by' }).getByText('Parliament').click();
  await page.getByText('The whole table').click();
  await expect(page.locator('main')).toContainText('?');
});

test('a phone that is passed on shows nothing until the other player confirms', async ({ page }) => {
  await twoRegiments(page);
  const [horse, foot] = await unitsOf(page);
  await layActs(page, 'passed', [agreement('own_side'), [{ of: foot, key: 'counters', to: 2 }], [{ of: horse, key: 'counters', to: 1 }]]);
  const hand = page.getByRole('heading', { level: 1, name: /^Hand the phone to / });
  await expect(hand).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expectAccessible(page, 'the page between two players');
  const taken = page.getByRole('button', { name: 'Parliament has it' }).or(page.getByRole('button', { name: 'Parliament keeps it' }));
  await confirm(taken);
  await expect((await unit(page, HORSE)).getByRole('group', { name: 'Counters' })).toContainText('1');
  // A phone is passed on with the switch between the sides. A tablet shows both sides, so it has a button.
  const handOver = page.getByRole('group', { name: 'Sides' }).getByRole('button', { name: 'The King' });
  await handOver
    .or(page.getByRole('button', { name: 'Hand the phone to The King' }))
    .locator('visible=true')
    .first()
    .click();
  await expect(hand).toHaveText('Hand the phone to The King');
  await expect(hand).toBeFocused();
  await confirm(page.getByRole('button', { name: 'The King has it' }));
  await expect((await unit(page, FOOT)).getByRole('group', { name: 'Counters' })).toContainText('2');
  // After a reload, the page asks for the same player again.
  await page.reload();
  await expect(hand).toHaveText('Hand the phone to The King');
});

test('an act that depends on hidden counters does not show them', async ({ page }) => {
  await twoRegiments(page);
  const [, foot] = await unitsOf(page);
  await layActs(page, 'a', [agreement('own_side'), [{ of: foot, key: 'counters', to: 2 }]]);
  await page.goto(`./#/battle/${idOf(page)}/do/rest/${foot}`);
  await expect(page.getByRole('region', { name: 'Odds' })).toContainText('Odds unknown');
  await page.getByText('Remove a counter').click();
  await confirm(page.getByRole('button', { name: 'Roll', exact: true }));
  const outcome = page.getByRole('region', { name: 'Outcome' });
  await expect(outcome).toContainText('The rest of it is hidden from you.');
  await expect(outcome).not.toContainText('Counters');
  await applyOutcome(page);
  await expect((await unit(page, FOOT)).locator('.pips.unknown')).toContainText('?');
  await expect((await unit(page, HORSE)).getByRole('group', { name: 'Counters' })).toContainText('0');
  await page.goto(`./#/battle/${idOf(page)}/log`);
  await expect(page.locator('.entry').first()).toContainText('The rest of it is hidden from you.');
  // The log has all of it, and the check finds no fault.
  const events = Object.entries(await saved(page)).filter(([key]) => key.includes('/event/'));
  const last = events.map(([, text]) => text).find((text) => text.includes('"rest"'));
  expect(last).toContain(JSON.stringify({ set: { of: foot, key: 'counters', to: 1 } }));
});

test('a new battle can begin with hidden counters', async ({ page }) => {
  await page.goto('./#/new');
  await page.getByText('Hidden counters', { exact: true }).first().click();
  await page.getByText('Each side sees its own counters').click();
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Whose device is this?' })).toBeVisible();
  await beginBattle(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
});

test('the table shows the side of the device’s player', async ({ page }) => {
  await twoRegiments(page);
  await layActs(page, null, [agreement('own_side')]);
  for (const [name, side] of [
    ['The King', 1],
    ['Parliament', 0],
  ] as const) {
    await page.goto(`./#/battle/${idOf(page)}/devices`);
    await page.getByRole('group', { name: 'Whose device is this?' }).getByText(name, { exact: true }).click();
    await page.goto(`./#/battle/${idOf(page)}`);
    await expect(page.locator(`section.side-${side}`)).toBeVisible();
    await expect(page.locator(`section.side-${side}`)).not.toHaveClass(/hidden/);
  }
});

test('Redo in the menu closes the menu, even if it changes the side that the device shows', async ({ page }) => {
  await twoRegiments(page);
  await layActs(page, 'a', [agreement('own_side')]);
  await page.getByRole('button', { name: /^Undo/ }).click();
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await menu.click();
  await page.getByRole('button', { name: /^Redo: / }).click();
  await expect(page.locator('.seen-by')).toBeVisible();
  await expect(page.locator('.menu-cover')).toHaveCount(0);
  await expect(page.locator('.menu')).toBeHidden();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.click();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
});
