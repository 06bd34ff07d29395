// Counters that the other general does not see: the agreement, whose device it is, the way from hand to hand, and that no page of a
// battle tells what is hidden.
import { expectAccessible } from './axe';
import { expect, test } from './page';
import { applyOutcome, beginBattle, checkOfLog, confirm, drawn, saved, seal, unit } from './play';
import { twoRegiments } from './regiments';
import { idOf } from './two_phones';
import type { Page } from '@playwright/test';

const [HORSE, FOOT] = ["Haselrig's Horse", "Pinchbeck's Foot"];

interface Set {
  of: string;
  key: string;
  to: unknown;
}

/** The ids of both units, Parliament's first. */
async function unitsOf(page: Page): Promise<string[]> {
  const text = (await saved(page))[`drumhead/battle/${idOf(page)}`];
  const header: { units: { id: string; side: number }[] } = JSON.parse(text.slice(text.indexOf('{')));
  return header.units.map((unit) => unit.id);
}

/** Lays acts by hand at the end of the log, and says whose device it is; then the page is loaded anew. */
async function lay(page: Page, viewer: string | null, acts: Set[][]) {
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

const agreed = (to: string): Set[] => [{ of: 'battle', key: 'secrecy', to }];

/** All that a page says: its texts, and those that are drawn from attributes. Seen to find a leak: the sum of hidden counters in the
 * class of one element of the table. */
async function said(page: Page): Promise<string> {
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
      const of = (own: Element) => names.map((name) => `${name}=${own.getAttribute(name) ?? ''}`).join(' ');
      const texts = (own: Element) => [...own.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent);
      return [...document.body.querySelectorAll('*')].map((own) => `${own.tagName} ${of(own)} ${texts(own).join('|')}`).join('\n');
    });
  // A busy machine draws a page that was just opened later still, and odds and rankings come after a pause: what is compared has stood
  // still for longer than any of them.
  await expect(page.locator('h1').first()).toBeAttached();
  let [now, since] = [await all(), Date.now()];
  while (Date.now() - since < 1_000) {
    await page.waitForTimeout(100);
    const next = await all();
    if (next !== now || (await page.locator('[aria-busy=true]').count()) > 0) [now, since] = [next, Date.now()];
  }
  return now;
}

test('no page of a battle tells a side what is hidden from it', async ({ page }) => {
  test.slow();
  await twoRegiments(page);
  const id = idOf(page);
  const [horse, foot] = await unitsOf(page);
  const untouched = await saved(page);
  const pages = ['', '/log', '/replay', '/luck', '/report', '/paper', '/devices', '/hall'];
  const panels = [`/do/melee_round/${horse}`, `/do/rest/${foot}`, `/do/reaction_stand/${foot}`, `/do/movement_allowance/${foot}`];
  const told: Record<string, string>[] = [];
  for (const counters of [1, 3]) {
    await page.goto('./#/');
    await page.evaluate((texts) => {
      Object.keys(localStorage).forEach((key) => /^drumhead\/(event|draft|dice)\//.test(key) && localStorage.removeItem(key));
      Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text));
    }, untouched);
    await page.goto(`./#/battle/${id}`);
    const hidden = [{ of: foot, key: 'counters', to: counters }];
    await lay(page, 'a', [agreed('own_side'), hidden, [{ of: foot, key: 'muskets', to: 10 }], [{ of: horse, key: 'counters', to: 1 }]]);
    // An act that depends on what is hidden, and is done from here.
    await page.goto(`./#/battle/${id}/do/rest/${foot}`);
    await page.getByText('Remove a counter').click();
    await confirm(page.getByRole('button', { name: 'Roll', exact: true }));
    const outcome = page.getByRole('region', { name: 'Outcome' });
    await expect(outcome).toBeVisible();
    const came = await outcome.innerText();
    await applyOutcome(page);
    await drawn(page);
    const seen: Record<string, string> = { outcome: came };
    for (const place of [...pages, ...panels]) {
      await page.goto(`./#/battle/${id}${place}`);
      if (place === '') await unit(page, FOOT);
      if (place === '/log') await expect(checkOfLog(page)).toBeVisible();
      seen[place] = await said(page);
    }
    told.push(seen);
  }
  for (const place of ['outcome', ...pages, ...panels]) expect(told[1][place], place).toBe(told[0][place]);
  expect(told[0]['']).toContain('?');
});

/** For each ruleset that has something to hide: a hidden tracker of its units and one of a side, if it has one, and a visible flag. */
const HIDDEN = {
  pike_and_shot: { unit: 'counters', side: null, seen: 'fired' },
  pikette_squared: { unit: 'hits', side: 'morale_chips', seen: 'done_move' },
  argad: { unit: 'health_lost', side: null, seen: 'fired' },
};

for (const [ruleset, { unit: count, side, seen }] of Object.entries(HIDDEN)) {
  test(`sixty acts of ${ruleset} that look alike to a side draw the same pages for it`, async ({ page }) => {
    test.slow();
    await page.goto('./');
    await page.locator(`a[href="#/sample/${ruleset}"]`).click();
    await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
    const id = idOf(page);
    const text = (await saved(page))[`drumhead/battle/${id}`];
    const header: { units: { id: string; side: number; profile: { troop_type?: string } }[] } = JSON.parse(text.slice(text.indexOf('{')));
    const able = header.units.filter((unit) => unit.profile.troop_type !== 'general');
    const enemies = able.filter((unit) => unit.side === 1);
    const untouched = await saved(page);
    const told: Record<string, string>[] = [];
    for (const more of [0, 1]) {
      await page.goto('./#/');
      await page.evaluate((texts) => {
        Object.keys(localStorage).forEach((key) => localStorage.removeItem(key));
        Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text));
      }, untouched);
      const acts = Array.from({ length: 60 }, (_, n): Set[] => {
        const hidden = { of: enemies[n % enemies.length].id, key: count, to: 1 + ((n + more) % 3) };
        const ofSide = { of: 'b', key: side ?? '', to: 5 + ((n + more) % 3) };
        const visible = { of: able[n % able.length].id, key: seen, to: n % 4 === 1 };
        return [n % 2 ? visible : side !== null && n % 6 === 0 ? ofSide : hidden];
      });
      await page.goto(`./#/battle/${id}`);
      await lay(page, 'a', [agreed('own_side'), ...acts]);
      const drawn: Record<string, string> = {};
      for (const place of ['', '/log', '/replay', '/luck', '/report', '/paper', '/hall', '/close']) {
        await page.goto(`./#/battle/${id}${place}`);
        if (place === '/log') await expect(checkOfLog(page)).toBeVisible();
        drawn[place] = await said(page);
      }
      told.push(drawn);
    }
    for (const place of Object.keys(told[0])) expect(told[1][place], place).toBe(told[0][place]);
    expect(told[0]['']).toContain('?');
  });
}

test('a device shows its own side, and everything once nothing is hidden any more', async ({ page }) => {
  await twoRegiments(page);
  const [horse, foot] = await unitsOf(page);
  await lay(page, null, [agreed('own_side'), [{ of: foot, key: 'counters', to: 2 }], [{ of: horse, key: 'counters', to: 1 }]]);
  // Nothing is shown before it is said whose device it is.
  await expect(page.getByRole('heading', { level: 1, name: 'Whose device is this?' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expectAccessible(page, 'the question whose device it is');
  await page.getByText('Parliament', { exact: true }).click();
  await expect((await unit(page, HORSE)).getByRole('group', { name: 'Counters' })).toContainText('1');
  await expect((await unit(page, FOOT)).locator('.pips.unknown')).toContainText('?');
  await page.goto(`./#/battle/${idOf(page)}/log`);
  await expect(page.locator('main')).toContainText('Earlier actions are corrected at the end');
  // At the end everything is shown.
  await page.goto(`./#/battle/${idOf(page)}/close`);
  await page.getByText('The King won', { exact: true }).click();
  await page.getByRole('button', { name: 'Close the battle' }).click();
  await expect(page.getByRole('region', { name: 'The end' })).toContainText('The King won.');
  await expect((await unit(page, FOOT)).getByRole('group', { name: 'Counters' })).toContainText('2');
  // What was hidden then is hidden in the replay, seen from that side.
  await page.goto(`./#/battle/${idOf(page)}/replay`);
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByText('The whole table').click();
  await expect(page.locator('main')).not.toContainText('?');
  await page.getByRole('group', { name: 'Seen by' }).getByText('Parliament').click();
  await page.getByText('The whole table').click();
  await expect(page.locator('main')).toContainText('?');
});

test('a phone that is passed shows nothing before it is in the right hands', async ({ page }) => {
  await twoRegiments(page);
  const [horse, foot] = await unitsOf(page);
  await lay(page, 'passed', [agreed('own_side'), [{ of: foot, key: 'counters', to: 2 }], [{ of: horse, key: 'counters', to: 1 }]]);
  const hand = page.getByRole('heading', { level: 1, name: /^Hand the phone to / });
  await expect(hand).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expectAccessible(page, 'the page between two players');
  const taken = page.getByRole('button', { name: 'Parliament has it' }).or(page.getByRole('button', { name: 'Parliament keeps it' }));
  await confirm(taken);
  await expect((await unit(page, HORSE)).getByRole('group', { name: 'Counters' })).toContainText('1');
  // A phone hands it over by the switch between the sides; both sides stand on a tablet, so it has a button.
  const way = page.getByRole('group', { name: 'Sides' }).getByRole('button', { name: 'The King' });
  await way
    .or(page.getByRole('button', { name: 'Hand the phone to The King' }))
    .locator('visible=true')
    .first()
    .click();
  await expect(hand).toHaveText('Hand the phone to The King');
  await expect(hand).toBeFocused();
  await confirm(page.getByRole('button', { name: 'The King has it' }));
  await expect((await unit(page, FOOT)).getByRole('group', { name: 'Counters' })).toContainText('2');
  // Loaded anew, it asks for those hands again.
  await page.reload();
  await expect(hand).toHaveText('Hand the phone to The King');
});

test('an act that depends on hidden counters is done without telling them', async ({ page }) => {
  await twoRegiments(page);
  const [, foot] = await unitsOf(page);
  await lay(page, 'a', [agreed('own_side'), [{ of: foot, key: 'counters', to: 2 }]]);
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
  // All of it is in the log, and right.
  const events = Object.entries(await saved(page)).filter(([key]) => key.includes('/event/'));
  const last = events.map(([, text]) => text).find((text) => text.includes('"rest"'));
  expect(last).toContain(JSON.stringify({ set: { of: foot, key: 'counters', to: 1 } }));
});

test('a new battle begins with hidden counters', async ({ page }) => {
  await page.goto('./#/new');
  await page.getByText('Hidden counters', { exact: true }).first().click();
  await page.getByText('Each side sees its own counters').click();
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Whose device is this?' })).toBeVisible();
  await beginBattle(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
});

test('the table shows the side of the player whose device it is', async ({ page }) => {
  await twoRegiments(page);
  await lay(page, null, [agreed('own_side')]);
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

test('Redo in the menu closes the menu also if it shows the battle to somebody else', async ({ page }) => {
  await twoRegiments(page);
  await lay(page, 'a', [agreed('own_side')]);
  await page.getByRole('button', { name: /^Undo/ }).click();
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await menu.click();
  await page.getByRole('button', { name: /^Redo: / }).click();
  await expect(page.locator('.seen-by')).toBeVisible();
  await expect(page.locator('.menu-cover')).toHaveCount(0);
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.click();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
});
