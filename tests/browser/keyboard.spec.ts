// A battle is played with the keyboard alone, and the focus is visible at each step.
import { appReady, expect, test } from './page';
import type { Page } from '@playwright/test';
import { beginBattle, charge, drawn, endPhase, unit, wholeUnit } from './play';
import { lay } from './script';
import { act, faces, outcome, pad, twoRegiments } from './regiments';

/** The focused element: its tag, and its name for players. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '';
    return { tag: element.tagName, name: name.trim() };
  });

/** Expects that the element with this name has the focus. */
const expectFocus = (page: Page, name: string | RegExp) => expect.poll(async () => (await focused(page)).name).toMatch(name);

/** Expects that the focus is visible: the focused element or its label has an outline. */
async function expectOutline(page: Page) {
  const outlined = () =>
    page.evaluate(() => {
      const has = (element: Element | null) =>
        element !== null && getComputedStyle(element).outlineStyle !== 'none' && parseFloat(getComputedStyle(element).outlineWidth) > 0;
      const element = document.activeElement!;
      return element !== document.body && (has(element) || has(element.closest('label')));
    });
  // If the focused element is removed, the app moves the focus in the next frame.
  await expect.poll(outlined, { message: 'the focus is visible' }).toBe(true);
}

/** Presses a key, such as Tab, until the element with this name has the focus. The focus must be visible at each stop. */
async function to(page: Page, name: RegExp, key = 'Tab') {
  for (let stops = 0; stops < 400; stops++) {
    await page.keyboard.press(key);
    const stop = await focused(page);
    if (stop.tag !== 'BODY') await expectOutline(page);
    if (name.test(stop.name)) return;
  }
  throw new Error(`no stop of ${key} leads to ${name}`);
}

/** Expects that the heading of a page has the focus. */
const expectHeading = async (page: Page, name: string | RegExp) => {
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await expectOutline(page);
};

test('a player gets from the home page to a fought melee and back to its card by keyboard alone', async ({ page }) => {
  await page.goto('./');
  await appReady(page);
  await to(page, /^New battle$/);
  await page.keyboard.press('Enter');
  await expectHeading(page, 'New battle');
  // The sides are lists: arrows choose the sample armies.
  await to(page, /^First side/);
  await page.keyboard.press('ArrowDown');
  await to(page, /^Second side/);
  for (let n = 0; n < 2; n++) await page.keyboard.press('ArrowDown');
  await to(page, /^Begin the battle$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  const moment = page.locator('.status-row .moment');
  for (let phase = 1; phase < 4; phase++) {
    // The button is at the end of the page, and so its stop is the last one.
    await to(page, /^Next ›/, phase === 1 ? 'Tab' : 'Shift+Tab');
    const before = (await moment.textContent())!;
    await page.keyboard.press('Enter');
    await expect(moment).not.toHaveText(before);
    if (phase < 3) await page.keyboard.press('Tab');
  }

  // A key opens the row of a unit. Its acts are the next stops.
  const names = await page.locator('article.unit:visible').evaluateAll((all) => all.map((unit) => unit.ariaLabel!));
  let unit = '';
  for (const name of names) {
    await to(page, new RegExp(`^${name}`));
    const row = page.getByRole('article', { name, exact: true }).locator('.unit-row');
    await expect(row).toBeFocused();
    await expect(row).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Enter');
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    unit = name;
    if (await page.getByRole('article', { name, exact: true }).getByRole('link', { name: 'Melee', exact: true }).count()) break;
  }
  await to(page, /^Melee$/);
  await page.keyboard.press('Enter');
  await expectHeading(page, 'Melee');
  await to(page, /choose…/);
  // The panel offers every enemy that can be fought. The name is the button's first text; its chance may come later.
  const enemy = page.getByRole('region', { name: 'The other side' }).getByRole('button').nth(1);
  const name = await enemy.evaluate((button) => button.firstChild!.textContent!);
  await to(page, new RegExp(`^${name}`));
  await page.keyboard.press('Space');
  await to(page, /^Done$/);
  await page.keyboard.press('Enter');
  await expectOutline(page);
  await to(page, /^Unit details$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expectFocus(page, /^Unit details$/);
  await expectOutline(page);

  // The links at the end of the page come before the buttons that are always visible.
  await to(page, /^Quick reference$/);
  await page.keyboard.press('Tab');
  await expectFocus(page, /^Enter dice$/);
  await page.keyboard.press('Enter');
  await expect(pad(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Enter dice' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pad(page)).toBeFocused();
  await expectOutline(page);
  await page.keyboard.press('3');
  await page.keyboard.press('7');
  await expect(pad(page).getByRole('alert')).toHaveText('A die with 6 sides has no 7.');
  await expect.poll(() => faces(page)).toEqual(['3']);
  await page.keyboard.press('Backspace');
  await expect(page.locator('.rolls .face')).toHaveCount(0);
  await to(page, /^4$/);
  await page.keyboard.press('Space');
  await expect.poll(() => faces(page)).toEqual(['4']);
  // The button that was pressed keeps the focus.
  await expectFocus(page, /^4$/);
  for (let dice = 0; dice < 60 && !(await outcome(page).isVisible()); dice++) {
    await page.keyboard.press('2');
    await drawn(page);
  }
  await expect(outcome(page)).toBeFocused();
  // Screen readers read the name of the focused region: the verdict with the unit, once.
  const verdict = (await outcome(page).locator(':scope > .verdict-on, :scope > .headline').allTextContents()).join(' ');
  expect(await outcome(page).getAttribute('aria-label')).toContain(`: outcome. ${verdict}`);
  await expect(outcome(page)).not.toHaveAttribute('aria-live');
  await expectOutline(page);
  await to(page, /^Apply to the table$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: unit })).toBeFocused();
  await expectOutline(page);
});

test('once an outcome is applied, the next duty has the focus, and then its page', async ({ page }) => {
  await twoRegiments(page);
  await act(page, /Parliament/, "Haselrig's Horse", 'Charge or counter-charge');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await page.keyboard.press('3');
  await expect(outcome(page)).toBeFocused();
  await to(page, /^Apply to the table$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Due next' }).getByRole('button').first()).toBeFocused();
  await expectOutline(page);
  await page.keyboard.press('Enter');
  await expectHeading(page, /Stand/);
});

test('on the table the focus moves in the order of reading: head, status line, rows, and the dock at the bottom', async ({
  page,
  isMobile,
}) => {
  await beginBattle(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  const stops: { part: string; side: number; top: number; foot: number }[] = [];
  for (let stop = 0; stop < 400; stop++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const focused = document.activeElement!;
      if (focused === document.body) return null;
      const part = focused.closest('.phase, .head, .tracker-bars, .duties, main, .dock');
      const box = focused.getBoundingClientRect();
      const side = focused.closest('.side-1') ? 1 : 0;
      const parts = ['head', 'phase', 'tracker-bars', 'duties', 'table', 'dock'];
      return {
        part: parts.find((name) => part?.classList.contains(name)) ?? 'skip',
        side,
        top: box.top + scrollY,
        foot: box.bottom + scrollY,
      };
    });
    if (found === null || (stops.length > 0 && found.part === 'skip')) break;
    stops.push(found);
  }
  const parts = stops.map((stop) => stop.part).filter((part, index, all) => part !== all[index - 1]);
  // The status line is in the head, between Back and the menu.
  expect(parts).toEqual(['skip', 'head', 'phase', 'head', 'duties', 'table', 'dock']);
  // The focus moves down the page, and along a row. A tablet shows the sides next to each other.
  const cards = stops.filter((stop) => stop.part === 'table');
  for (const [index, stop] of cards.slice(1).entries()) {
    const before = cards[index];
    if (!isMobile && stop.side !== before.side) continue;
    expect(stop.foot, `stop ${index + 1}`).toBeGreaterThan(before.top);
  }
});

test('single keys work the table, are listed under “?”, and can be turned off', async ({ page }) => {
  await beginBattle(page);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByText('Undo')).toBeVisible();
  await expect(list.getByText(/^Next ›/)).toBeVisible();
  // While the list is open, the keys do nothing.
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  const phase = page.getByRole('region', { name: 'Phase' });
  const before = await phase.locator('.status-row').textContent();
  // A key does the main action, and the result is announced once.
  await page.keyboard.press('n');
  await expect(phase.locator('.status-row')).not.toHaveText(before!);
  await expect(phase.getByRole('status', { name: 'Now' })).toHaveText(/^Bound 1, /);
  await page.keyboard.press('u');
  await expect(phase.locator('.status-row')).toHaveText(before!);
  // The button keeps the focus when there is nothing left to undo.
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
  // A key that “?” lists leads to it, or the skip link and Tab.
  const skip = async (name: RegExp) => {
    await page.reload();
    await appReady(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Skip to the page' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expectFocus(page, name);
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
  await page.getByRole('combobox', { name: /^First side/ }).selectOption({ index: 1 });
  await page.getByRole('combobox', { name: /^Second side/ }).selectOption({ index: 2 });
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
  // The keys also work while a chip has the focus, because it takes no letters.
  await page.locator('main .chip input').first().focus();
  await page.keyboard.press('d');
  await expect(outcome(page)).toBeFocused();
  await listed('a');
  await page.keyboard.press('a');
  await expect(outcome(page).getByRole('button', { name: 'Apply to the table' })).toBeHidden();
});

/** Texts of live regions. */
interface Heard {
  /** Texts that changed in a region that was there before. Screen readers announce them. */
  announced: string[];
  /** Texts of regions that were added with their text. Screen readers may miss them. */
  missed: string[];
}

/** Records the texts of live regions from now on. The returned function returns those so far that contain certain words. */
async function listen(page: Page): Promise<(words: string | RegExp) => Promise<Heard>> {
  await page.evaluate(() => {
    const heard: Heard = { announced: [], missed: [] };
    const texts = new Map<Element, string>();
    const record = () => {
      for (const region of document.querySelectorAll('[role=status], [aria-live=polite]')) {
        const text = region.textContent.trim();
        const list = texts.has(region) ? heard.announced : heard.missed;
        if (text && texts.get(region) !== text) list.push(text);
        texts.set(region, text);
      }
    };
    record();
    heard.missed = [];
    new MutationObserver(record).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { heard });
  });
  return async (words) => {
    const { announced, missed } = await page.evaluate(() => (window as unknown as { heard: Heard }).heard);
    const having = (texts: string[]) => texts.filter((text) => new RegExp(words).test(text));
    return { announced: having(announced), missed: having(missed) };
  };
}

test('a step, an undo and an override are announced once, in regions that were there before', { tag: '@phone' }, async ({ page }) => {
  await twoRegiments(page);
  const heard = await listen(page);
  const once = (text: unknown) => ({ announced: [text], missed: [] });
  await page.keyboard.press('n');
  await expect.poll(() => heard('')).toEqual(once('Bound 1, Charge moves'));
  await page.keyboard.press('u');
  await expect.poll(async () => (await heard('Undone')).announced).toEqual([expect.stringContaining('Undone: ')]);
  const melee = (await unit(page, "Haselrig's Horse")).getByRole('link', { name: 'Melee', exact: true }).first();
  if (!(await melee.isVisible())) await wholeUnit(page, "Haselrig's Horse");
  await melee.press('Enter');
  await page.getByRole('button', { name: 'Do it anyway' }).press('Enter');
  await expect.poll(() => heard('Overridden')).toEqual(once(expect.stringMatching(/^Overridden:/)));
  // By now anything that was announced twice is in the list.
  await page.getByRole('link', { name: 'Back', exact: true }).press('Enter');
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  await drawn(page);
  for (const words of ['Charge moves$', 'Undone', 'Overridden']) expect((await heard(words)).announced, words).toHaveLength(1);
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
  const step = async () => (await heard('^Turn 1, ')).announced;
  await expect.poll(step).toEqual([expect.stringMatching(/, King$/)]);
  // Undo is announced later, and so is the step before.
  await page.keyboard.press('u');
  await expect(active).toHaveText('Parliament');
  await expect.poll(step).toEqual([expect.stringMatching(/, King$/), expect.stringMatching(/, Parliament$/)]);
});
