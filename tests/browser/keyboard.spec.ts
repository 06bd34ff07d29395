// The main job by keyboard alone: no mouse, no touch, and at every step it can be seen where the focus is.
import { expect, test } from './page';
import type { Page } from '@playwright/test';
import { beginBattle, charge, endPhase, unit, wholeUnit } from './play';
import { lay } from './script';
import { act, faces, outcome, pad, twoRegiments } from './regiments';

/** What has the focus, as players would name it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const own = document.activeElement as HTMLInputElement;
    const label = own.getAttribute('aria-label') ?? own.labels?.[0]?.textContent ?? own.textContent ?? '';
    return { tag: own.tagName, name: label, classes: own.className };
  });

/** That what has the focus shows it: it has an outline, or what is drawn for it has. */
async function seen(page: Page) {
  const outlined = () =>
    page.evaluate(() => {
      const has = (own: Element | null) =>
        own !== null && getComputedStyle(own).outlineStyle !== 'none' && parseFloat(getComputedStyle(own).outlineWidth) > 0;
      const own = document.activeElement!;
      return own !== document.body && (has(own) || has(own.closest('label')));
    });
  // Where something went away, the focus goes on with the next picture.
  await expect.poll(outlined, { message: 'the focus shows' }).toBe(true);
}

/** Presses Tab (or Shift and Tab) until the focus is on what has this name; it shows at each stop. */
async function to(page: Page, name: RegExp, key = 'Tab') {
  for (let stops = 0; stops < 400; stops++) {
    await page.keyboard.press(key);
    const own = await focused(page);
    if (own.tag !== 'BODY') await seen(page);
    if (name.test(own.name.trim())) return;
  }
  throw new Error(`no stop of ${key} leads to ${name}`);
}

const heading = async (page: Page, name: string | RegExp) => {
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await seen(page);
};

test('a player gets from the home page to a fought melee and back to its card by keyboard alone', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await to(page, /^New battle$/);
  await page.keyboard.press('Enter');
  await heading(page, 'New battle');
  // The sides are lists: arrows choose the sample armies.
  await to(page, /^First side/);
  await page.keyboard.press('ArrowDown');
  await to(page, /^Second side/);
  for (let n = 0; n < 2; n++) await page.keyboard.press('ArrowDown');
  await to(page, /^Begin the battle$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  for (let phase = 1; phase < 4; phase++) {
    // It stands at the end of the page, and so it comes last.
    await to(page, /^Next ›/, phase === 1 ? 'Tab' : 'Shift+Tab');
    await page.keyboard.press('Enter');
    if (phase < 3) await page.keyboard.press('Tab');
  }

  // A row is opened by a key, and what the unit can do comes next.
  const names = await page.locator('article.unit:visible').evaluateAll((all) => all.map((own) => own.getAttribute('aria-label')!));
  let unit = '';
  for (const name of names) {
    await to(page, new RegExp(`^${name}`));
    await expect(page.locator('.unit-row:focus')).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Enter');
    await expect(page.locator('.unit-row:focus')).toHaveAttribute('aria-expanded', 'true');
    unit = name;
    if (await page.getByRole('article', { name, exact: true }).getByRole('link', { name: 'Melee', exact: true }).count()) break;
  }
  await to(page, /^Melee$/);
  await page.keyboard.press('Enter');
  await heading(page, 'Melee');
  await to(page, /choose…/);
  // Every enemy that can be fought is offered; Escape closes what was opened, and picking an enemy closes it, too.
  const enemy = page.getByRole('region', { name: 'The other side' }).getByRole('button').nth(1);
  const name = (await enemy.textContent())!;
  await to(page, new RegExp(`^${name}$`));
  await page.keyboard.press('Space');
  await to(page, /^Done$/);
  await page.keyboard.press('Enter');
  await seen(page);
  await to(page, /^Unit details$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  expect((await focused(page)).name).toBe('Unit details');
  await seen(page);

  // What stands at the foot comes before the buttons that are always in sight.
  await to(page, /^Quick reference$/);
  await page.keyboard.press('Tab');
  expect((await focused(page)).name).toBe('Enter dice');
  await page.keyboard.press('Enter');
  await expect(pad(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Enter dice' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pad(page)).toBeFocused();
  await seen(page);
  await page.keyboard.press('3');
  await page.keyboard.press('7');
  await expect(pad(page).getByRole('alert')).toHaveText('A die with 6 sides has no 7.');
  await expect.poll(() => faces(page)).toEqual(['3']);
  await page.keyboard.press('Backspace');
  await expect(page.locator('.rolls .face')).toHaveCount(0);
  await to(page, /^4$/);
  await page.keyboard.press('Space');
  await expect.poll(() => faces(page)).toEqual(['4']);
  expect((await focused(page)).name, 'the die that was pressed keeps the focus').toBe('4');
  for (let dice = 0; dice < 60 && !(await outcome(page).isVisible()); dice++) await page.keyboard.press('2');
  await expect(outcome(page)).toBeFocused();
  // The name of what has the focus is read out: the verdict with the unit, once.
  const verdict = (await outcome(page).locator(':scope > .verdict-on, :scope > .headline').allTextContents()).join(' ');
  expect(await outcome(page).getAttribute('aria-label')).toContain(`: outcome. ${verdict}`);
  await expect(outcome(page)).not.toHaveAttribute('aria-live');
  await seen(page);
  await to(page, /^Apply to the table$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: unit })).toBeFocused();
  await seen(page);
});

test('what is due next has the focus once an outcome is applied, and its page after that', async ({ page }) => {
  await twoRegiments(page);
  await act(page, /Parliament/, "Haselrig's Horse", 'Charge or counter-charge');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await page.keyboard.press('3');
  await expect(outcome(page)).toBeFocused();
  await to(page, /^Apply to the table$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Due next' }).getByRole('button').first()).toBeFocused();
  await seen(page);
  await page.keyboard.press('Enter');
  await heading(page, /Stand/);
});

test('on the table the focus goes where the eye goes: head, status line, rows, and the dock at the bottom', async ({ page, isMobile }) => {
  await beginBattle(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  const stops: { part: string; side: number; top: number; foot: number }[] = [];
  for (let stop = 0; stop < 400; stop++) {
    await page.keyboard.press('Tab');
    const own = await page.evaluate(() => {
      const focused = document.activeElement!;
      if (focused === document.body) return null;
      const part = focused.closest('.phase, .head, .tracker-bars, main, .dock');
      const box = focused.getBoundingClientRect();
      const side = focused.closest('.side-1') ? 1 : 0;
      const parts = ['head', 'phase', 'tracker-bars', 'table', 'dock'];
      return {
        part: parts.find((name) => part?.classList.contains(name)) ?? 'skip',
        side,
        top: box.top + scrollY,
        foot: box.bottom + scrollY,
      };
    });
    if (own === null || (stops.length > 0 && own.part === 'skip')) break;
    stops.push(own);
  }
  const parts = stops.map((stop) => stop.part).filter((part, place, all) => part !== all[place - 1]);
  // The status line stands in the head, between the way back and the menu.
  expect(parts).toEqual(['skip', 'head', 'phase', 'head', 'table', 'dock']);
  // Down the page; what stands in one row stands beside each other. A tablet shows one side beside the other.
  const cards = stops.filter((stop) => stop.part === 'table');
  for (const [place, stop] of cards.slice(1).entries()) {
    const before = cards[place];
    if (!isMobile && stop.side !== before.side) continue;
    expect(stop.foot, `stop ${place + 1}`).toBeGreaterThan(before.top);
  }
});

test('single keys work the table, are listed under “?”, and can be turned off', async ({ page }) => {
  await beginBattle(page);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByText('Undo')).toBeVisible();
  await expect(list.getByText(/^Next ›/)).toBeVisible();
  // Behind the list nothing is heard.
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  const phase = page.getByRole('region', { name: 'Phase' });
  const before = await phase.locator('.status-row').textContent();
  // The main action is one key away, and what it did is said once.
  await page.keyboard.press('n');
  await expect(phase.locator('.status-row')).not.toHaveText(before!);
  await expect(phase.getByRole('status', { name: 'Now' })).toHaveText(/^Bound 1, /);
  await page.keyboard.press('u');
  await expect(phase.locator('.status-row')).toHaveText(before!);
  // What has nothing left to undo keeps the focus.
  const undo = page.getByRole('button', { name: /^Undo/ }).last();
  await expect(undo).toBeDisabled();
  await expect(undo).toBeFocused();
  await page.keyboard.press('r');
  await expect(phase.locator('.status-row')).not.toHaveText(before!);
  const redo = page.getByRole('button', { name: /^Redo/, includeHidden: true });
  await expect(redo).toBeDisabled();
  await page.keyboard.press('f');
  await expect(page.locator('.unit-index')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
  await page.goto('./#/settings');
  await page.getByRole('switch', { name: /Keyboard shortcuts/ }).uncheck();
  await page.keyboard.press('?');
  await expect(list).toBeHidden();
});

test('the main action of each page is four keys away at most', { tag: '@phone' }, async ({ page }) => {
  // By the way that “?” lists, or by the skip link and on.
  const skip = async (name: RegExp) => {
    await page.reload();
    await expect(page.locator('#first-paint')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const key of ['Tab', 'Enter', 'Tab']) await page.keyboard.press(key);
    expect((await focused(page)).name).toMatch(name);
  };
  await page.goto('./');
  await skip(/^Play a five-minute battle$/);
  await page.goto('./#/rosters');
  await skip(/^New roster/);
  const listed = async (...keys: string[]) => {
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const key of keys) await expect(list.getByText(key, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  };
  await page.goto('./#/new');
  await page.getByLabel('First side').selectOption({ index: 1 });
  await page.getByLabel('Second side').selectOption({ index: 2 });
  await page.getByRole('heading', { level: 1 }).focus();
  await listed('b');
  await page.keyboard.press('b');
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  await charge(page);
  await page.getByRole('heading', { level: 1 }).focus();
  await listed('d', 'e');
  await page.keyboard.press('e');
  await expect(pad(page)).toBeFocused();
  await page.keyboard.press('Escape');
  // Keys are heard on a chip, too, which takes no letters.
  await page.locator('main .chip input').first().focus();
  await page.keyboard.press('d');
  await expect(outcome(page)).toBeFocused();
  await listed('a');
  await page.keyboard.press('a');
  await expect(outcome(page).getByRole('button', { name: 'Apply to the table' })).toBeHidden();
});

/** Notes from now on what screen readers announce: what changes in live regions. One that is put in with its words is noted, too. */
async function listen(page: Page) {
  await page.evaluate(() => {
    const own = { said: [] as string[], filled: [] as string[] };
    const regions = '[role=status], [aria-live=polite]';
    const before = new Map<Element, string>();
    const look = () => {
      for (const region of document.querySelectorAll(regions)) {
        const words = region.textContent.trim();
        if (!before.has(region)) {
          before.set(region, words);
          if (words) own.filled.push(words);
        } else if (before.get(region) !== words) {
          before.set(region, words);
          if (words) own.said.push(words);
        }
      }
    };
    look();
    own.filled = [];
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { heard: own });
  });
  return async () => {
    // What is drawn with the next picture is announced, too.
    await page.waitForTimeout(300);
    return page.evaluate(() => {
      const { heard } = window as unknown as { heard: { said: string[]; filled: string[] } };
      return { said: heard.said.splice(0), filled: heard.filled.splice(0) };
    });
  };
}

test('a step, an undo and an override are announced once, in regions that were there before', { tag: '@phone' }, async ({ page }) => {
  await twoRegiments(page);
  const heard = await listen(page);
  await page.keyboard.press('n');
  expect(await heard()).toEqual({ said: ['Bound 1, Charge moves'], filled: [] });
  await page.keyboard.press('u');
  expect((await heard()).said.filter((words) => words.includes('Undone'))).toEqual([expect.stringContaining('Undone: ')]);
  const melee = (await unit(page, "Haselrig's Horse")).getByRole('link', { name: 'Melee', exact: true }).first();
  if (!(await melee.isVisible())) await wholeUnit(page, "Haselrig's Horse");
  await melee.press('Enter');
  await expect(page.getByRole('button', { name: 'Do it anyway' })).toBeVisible();
  await heard();
  await page.getByRole('button', { name: 'Do it anyway' }).press('Enter');
  const { said, filled } = await heard();
  expect(said.filter((words) => words.startsWith('Overridden:'))).toHaveLength(1);
  expect(filled.filter((words) => words.includes('Overridden'))).toEqual([]);
});

test('a side that comes to act is announced with the step, once', { tag: '@phone' }, async ({ page }) => {
  const company = (side: number, army: string, row: string) => ({ id: `u${side}`, side, profile: { name: `Company ${side}`, army, row } });
  const order: [string, string, unknown][] = ['a', 'b'].flatMap((side, n) => [
    [side, 'morale_chips', 9],
    [side, 'chips_rolled', true],
    [side, 'place', ['first', 'second'][n]],
  ]);
  await lay(
    page,
    { ruleset: 'pikette_squared', units: [company(0, 'french', 'pike'), company(1, 'spanish', 'pike')] },
    'turn',
    { hints: ['table'] },
    [['battle', 'phase', 2], ...order],
  );
  const active = page.locator('.status-row .active');
  await expect(active).toHaveText('Parliament');
  const heard = await listen(page);
  await endPhase(page);
  await expect(active).toHaveText('King');
  const { said } = await heard();
  expect(said.filter((words) => words.startsWith('Turn 1, '))).toEqual([expect.stringMatching(/^Turn 1, .+, King$/)]);
});
