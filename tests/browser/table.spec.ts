// The table: marks of units in trouble, searching and sorting, hints, the quick reference, and settings.
import { largeBattle } from './large_battle';
import { applyOutcome, beginBattle, confirm, drawn, endPhase, firstOffer, fromMenu, chooseRange, nextPhase } from './play';
import { appReady, expect, test } from './page';
import { toOtherFire } from './regiments';
import { lay, foot } from './script';
import type { Page } from '@playwright/test';

const units = (page: Page) => page.locator('.side:visible').first().getByRole('article');
const first = (page: Page) =>
  units(page)
    .filter({ has: page.getByRole('group', { name: 'Counters' }) })
    .first();

/** Sets a unit's counters by hand. */
async function setCounters(page: Page, count: number) {
  for (let n = 0; n < count; n += 1) await first(page).getByRole('button', { name: 'Counters: more' }).click();
}

test('a unit in trouble has a mark and a text, is found by a filter, and can be sorted first', async ({ page }) => {
  await beginBattle(page);
  const name = (await first(page).getAttribute('aria-label'))!;
  await setCounters(page, 8);
  await expect(first(page).locator('.gauge')).toHaveClass(/reached/);
  await expect(first(page).locator('.unit-state')).toContainText('At its breaking number');
  const all = await units(page).count();
  await page.locator('summary', { hasText: 'All units' }).click();
  await page.getByLabel('Show').selectOption('In trouble');
  await expect(units(page)).toHaveCount(1);
  await expect(units(page).first()).toHaveAttribute('aria-label', name);
  await page.getByLabel('Show').selectOption('All units');
  await page.getByRole('combobox', { name: /^Order/ }).selectOption('in trouble first');
  await expect(units(page)).toHaveCount(all);
  await expect(units(page).first()).toHaveAttribute('aria-label', name);
  await page.getByLabel('Name contains').fill('no such unit');
  await expect(units(page)).toHaveCount(0);
  await expect(page.getByText('No units of this side match the filter.').first()).toBeVisible();
  await page.getByLabel('Name contains').fill(name.slice(0, 6).toUpperCase());
  await expect(units(page).first()).toHaveAttribute('aria-label', name);
});

test('changes flash, except with reduced motion', { tag: '@phone' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await beginBattle(page);
  const pips = first(page).getByRole('group', { name: 'Counters' });
  await expect(pips).not.toHaveAttribute('data-turn');
  await setCounters(page, 1);
  await expect(pips).toHaveAttribute('data-turn', 'a');
  const animation = () => pips.evaluate((pip) => getComputedStyle(pip, '::after').animationName);
  await expect.poll(animation).toBe('flash-a');
  await setCounters(page, 1);
  await expect.poll(animation).toBe('flash-b');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(animation).toBe('none');
});

test('the screen is kept on while a battle is open, unless this is switched off', { tag: '@phone' }, async ({ page }) => {
  await page.addInitScript(() => {
    const held: string[] = [];
    Object.assign(window, { held });
    const request = async (what: string) => {
      held.push(what);
      return Object.assign(new EventTarget(), { release: async () => void held.pop() });
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  const held = () => page.evaluate(() => (window as unknown as { held: string[] }).held);
  await page.goto('./');
  await appReady(page);
  expect(await held(), 'the home page keeps no screen on').toEqual([]);
  await beginBattle(page);
  const candle = page.getByRole('button', { name: 'Keep the screen on', includeHidden: true });
  await expect(candle).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => held()).toEqual(['screen']);
  await fromMenu(page, candle);
  await expect(candle).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  await expect.poll(() => held()).toEqual([]);
  await fromMenu(page, candle);
  await expect(candle).toHaveAttribute('aria-pressed', 'true');
  await page.goto('./#/');
  await expect.poll(held).toEqual([]);
});

test('the device vibrates at an act, unless this is switched off', { tag: '@phone' }, async ({ page }) => {
  await page.addInitScript(() => {
    const felt: number[] = [];
    Object.assign(window, { felt });
    Object.defineProperty(navigator, 'vibrate', { value: (pattern: number) => Boolean(felt.push(pattern)) });
  });
  const felt = () => page.evaluate(() => (window as unknown as { felt: number[] }).felt.length);
  await beginBattle(page);
  await confirm(nextPhase(page));
  await expect.poll(() => felt()).toBe(1);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => felt()).toBe(2);
  await fromMenu(page, page.getByRole('link', { name: 'Settings' }));
  await page.getByRole('switch', { name: /Vibrate/ }).uncheck();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await confirm(nextPhase(page));
  await expect.poll(() => felt()).toBe(2);
});

test('an outcome can be turned round and back, and the answers about a situation apply to one act', async ({ page }) => {
  await beginBattle(page);
  await toOtherFire(page);
  const battle = page.url();
  const wall = page.getByRole('radio', { name: 'Behind a wall' });
  // By a unit that has not fired, because each unit may fire once a bound.
  const aimed = async () => {
    await (await firstOffer(page, 'Infantry fire')).click();
    const [odds, whom] = [page.getByRole('region', { name: 'Odds' }), page.locator('.candidate:visible').first()];
    await expect(
      page
        .getByRole('group', { name: /^Range/ })
        .or(whom)
        .first(),
    ).toBeVisible();
    if (await whom.isVisible()) await whom.click();
    await chooseRange(page);
    await expect(odds).toBeVisible();
  };
  await aimed();
  await expect(wall).not.toBeChecked();
  await page.getByText('Behind a wall', { exact: true }).click();
  await page.getByRole('button', { name: /^Roll/ }).click();
  const outcome = page.getByRole('region', { name: 'Outcome' });
  await expect(outcome).toBeVisible();
  const turned = () => outcome.evaluate((element) => getComputedStyle(element).rotate);
  await expect.poll(() => turned()).toBe('none');
  await page.getByRole('button', { name: 'Turn the screen round' }).click();
  await expect.poll(() => turned()).toBe('180deg');
  await page.getByRole('button', { name: 'Turn the screen round' }).click();
  await expect.poll(() => turned()).toBe('none');
  await applyOutcome(page);
  await page.goto(battle);
  await aimed();
  await expect(wall, 'the next shot asks again').not.toBeChecked();
});

test('a dismissed hint stays away until the player shows the hints again', { tag: '@phone' }, async ({ page }) => {
  await beginBattle(page);
  const hint = page.getByRole('complementary', { name: 'Hint' });
  await expect(hint).toContainText('Each row is a unit');
  await hint.getByRole('button', { name: 'Got it' }).click();
  await expect(hint).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  await expect(hint).toHaveCount(0);
  await fromMenu(page, page.getByRole('link', { name: 'Settings' }));
  await page.getByRole('button', { name: 'Show the hints again' }).click();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(hint).toBeVisible();
});

test('the quick reference is searched while typing, and leads back to the table', { tag: '@phone' }, async ({ page }) => {
  await beginBattle(page);
  await fromMenu(page, page.getByRole('link', { name: /^Quick reference/ }));
  await expect(page.getByText('Rulings', { exact: true })).toBeVisible();
  // The bound and the tables of fire and melee are open.
  await expect(page.getByText('Both sides act in every phase')).toBeVisible();
  await expect(page.getByText('Figures in a firing group')).toBeVisible();
  await expect(page.getByText('Figures in a fighting group')).toBeVisible();
  await expect(page.getByText('Inches a move')).toBeHidden();
  const box = page.getByRole('searchbox', { name: 'Search these rules' });
  await box.fill('how far do pikes move');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('Moves');
  await box.fill('dragoons mounted');
  const found = page.getByRole('status').filter({ hasText: /result/ });
  await expect(found).toHaveText(/^\d+ results?$/);
  const passages = Number.parseInt((await found.textContent())!, 10);
  await expect(page.getByRole('main')).toContainText(/dragoons/i);
  // If no passage has all words, passages with one of them are shown.
  await box.fill('dragoons zzz');
  await expect(page.getByRole('status').filter({ hasText: /^No passage has all the words. With one of them: \d+$/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/dragoons/i);
  await box.fill('zzz');
  await expect(page.getByRole('status').filter({ hasText: 'No results' })).toBeVisible();
  await box.fill('');
  await expect(page.getByText('Rulings', { exact: true })).toBeVisible();
  expect(passages).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
});

test('a chart can show at least, exactly or at most', { tag: '@phone' }, async ({ page }) => {
  await page.goto('./#/quick/pikette_squared/nightfall');
  const odds = page.getByRole('region', { name: 'Odds' });
  await expect(odds).toBeVisible();
  const table = odds.getByRole('table').first();
  await expect(table.getByRole('columnheader', { name: 'At least' })).toBeAttached();
  await expect(table.getByRole('row').nth(1)).toContainText('100 %');
  // All bars have the same scale, whatever the width of their numbers. Nightfall has no side's colour.
  await expect(table).not.toHaveClass(/own|enemy/);
  for (const number of ['over 99 %', '9 %']) {
    const over = await table
      .locator('td > b')
      .first()
      .evaluate((element, number) => ((element.textContent = number), element.scrollWidth - element.clientWidth), number);
    expect(over, number).toBeLessThanOrEqual(0);
    const wide = await table
      .locator('.bar')
      .evaluateAll((all) => new Set(all.map((bar) => Math.round(bar.getBoundingClientRect().width))).size);
    expect(wide, number).toBe(1);
  }
  // The columns are in one line, with the expected value marked below.
  const feet = await table
    .locator('.bar')
    .evaluateAll((all) => new Set(all.map((column) => Math.round(column.getBoundingClientRect().bottom))).size);
  expect(feet).toBe(1);
  await expect(odds.locator('.mean')).toHaveText('7.5 on average');
  await odds.getByText('At most').click();
  await expect(table.getByRole('row').last()).toContainText('100 %');
  await odds.getByText('Exactly').click();
  await expect(table.getByRole('columnheader', { name: 'Exactly' })).toBeAttached();
});

test('of two hundred units the visible ones are drawn first, and all are printed', async ({ page }) => {
  await page.addInitScript(() => {
    const count = () => ['.unit', '.unit.blank', '.unit .unit-state'].map((selector) => document.querySelectorAll(selector).length);
    const watch = new MutationObserver(() => {
      if (!document.querySelector('.unit')) return;
      watch.disconnect();
      const first = count();
      dispatchEvent(new Event('beforeprint'));
      setTimeout(() => Object.assign(window, { counts: [first, count()] }));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await largeBattle(page, 100);
  const counts = await page.waitForFunction(() => (window as unknown as { counts?: number[][] }).counts);
  const [first, printed] = (await counts.jsonValue())!;
  expect(first[0]).toBeLessThanOrEqual(24);
  expect(first[2]).toBeGreaterThan(0);
  expect(printed).toEqual([200, 0, 200]);
});

test('with a hundred units a side, an act only redraws the unit that it changes', async ({ page }) => {
  await largeBattle(page, 100);
  await expect(page.locator('.unit')).toHaveCount(200);
  await expect(page.locator('.unit.blank')).toHaveCount(0);
  const changed = await page.evaluate(async () => {
    const cards = new Set<string | null>();
    const note = (records: MutationRecord[]) =>
      records.forEach(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement;
        const card = element?.closest('.unit');
        if (card) cards.add(card.getAttribute('aria-label'));
      });
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    const more = document.querySelector<HTMLElement>('.unit [aria-label^="Counters: more"]')!;
    more.click();
    // The result of an act is drawn once it is on disk.
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    for (let n = 0; n < 120 && cards.size === 0; n += 1) await frame();
    await frame();
    return [...cards];
  });
  expect(changed).toEqual(['Regiment 1']);
  // The browser skips the layout of units outside the screen.
  const skipped = await page
    .locator('.unit')
    .last()
    .evaluate((element) => getComputedStyle(element).contentVisibility);
  expect(skipped).toBe('auto');
});

test(
  'an order that is refused now is greyed with its reason among the quick orders, and opens all the same',
  { tag: '@phone' },
  async ({ page }) => {
    const group = (type: string) => ({ nature: 'regular', groups: [{ type, elements: 4, front: 4 }] });
    const units = [
      { id: 'a1', side: 0, profile: { name: 'Skippon', ...group('firearm') } },
      { id: 'b1', side: 1, profile: { name: 'Bluecoats', ...group('pike') } },
    ];
    await page.goto('./');
    await lay(page, { ruleset: 'arquebusier', units }, 'turn', { hints: ['table', 'resolve'] });
    await page.locator('.unit-row:visible', { hasText: 'Skippon' }).click();
    const orders = page.getByRole('article', { name: 'Skippon', exact: true });
    await expect(orders.getByRole('button', { name: /^Move \d+ %$/ })).toBeVisible();
    const restore = orders.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Restore order' }) });
    await expect(restore.getByRole('button', { name: 'Restore order' })).toHaveAttribute('aria-disabled', 'true');
    await expect(restore.locator('small')).not.toBeEmpty();
    await restore.getByRole('button', { name: 'Restore order' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[Cc]ommand/);
  },
);

test('the edge of a contact is set on the unit’s card, and its melee uses it', { tag: '@phone' }, async ({ page }) => {
  const units = [
    { id: 'a1', side: 0, profile: { name: 'Skippon', ...foot } },
    { id: 'b1', side: 1, profile: { name: 'Bluecoats', ...foot } },
  ];
  await page.goto('./');
  await lay(page, { ruleset: 'pike_and_shot', units }, 'turn', { hints: ['table', 'resolve'] }, [
    ['a1', 'contacts', ['b1']],
    ['b1', 'contacts', ['a1']],
  ]);
  for (let phase = 0; phase < 3; phase += 1) await endPhase(page);
  await page.locator('.unit-row:visible', { hasText: 'Skippon' }).click();
  const skippon = page.getByRole('article', { name: 'Skippon', exact: true });
  await skippon.getByText('More', { exact: true }).click();
  // The card has a mark with the same text.
  await skippon.locator('summary', { hasText: 'In contact with Bluecoats' }).click();
  const touches = skippon.getByLabel('Bluecoats touches');
  await touches.selectOption({ label: 'Flank' });
  await drawn(page);
  await expect(touches.locator('option:checked')).toHaveText('Flank');
  await skippon.getByRole('link', { name: 'Melee', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Melee' })).toBeVisible();
  await expect(page.locator('.duel').getByRole('radio', { name: /flank/ }).and(page.locator(':checked'))).toHaveCount(1);
});

test('a general joins a unit in two taps: one on each', { tag: '@phone' }, async ({ page }) => {
  const units = [
    { id: 'a1', side: 0, profile: { name: 'Skippon', ...foot } },
    { id: 'g1', side: 0, profile: { name: 'Essex', troop_type: 'general' } },
    { id: 'b1', side: 1, profile: { name: 'Bluecoats', ...foot } },
  ];
  await page.goto('./');
  await lay(page, { ruleset: 'pike_and_shot', units }, 'turn', { hints: ['table', 'resolve'] });
  const row = page.locator('.unit-row:visible', { hasText: 'Essex' });
  await row.click();
  const joined = page.getByRole('article', { name: 'Essex', exact: true }).getByRole('group', { name: 'With' });
  await joined.getByText('Skippon', { exact: true }).click();
  await expect(joined.getByRole('radio', { name: 'Skippon' })).toBeChecked();
  await row.click();
  await expect(row).toContainText('Skippon');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(row).not.toContainText('Skippon');
});

test(
  'house rules in force are listed with the phase, and copied as text in one tap, as before the battle',
  { tag: '@phone' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write', 'screen-wake-lock']);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.goto('./#/new');
    await page.getByText('House rules', { exact: true }).click();
    const rules = page.locator('main details', { has: page.getByText('House rules', { exact: true }) });
    const rule = rules.locator('fieldset.chips').first();
    const question = (await rule.locator('legend').innerText()).trim();
    const other = rule.locator('.chip').nth(1);
    const reading = (await other.innerText()).trim();
    await other.click();
    await page.getByRole('button', { name: 'Copy the house rules' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Copied.' })).toBeVisible();
    // Changed house rules come first.
    const line = /^.*\n(R\d+ .*)\n/.exec(await copied())![1];
    expect(line).toContain(question);
    expect(line).toContain(reading);
    const before = await copied();
    await page.getByRole('button', { name: 'Begin the battle' }).click();
    await page.locator('.status-row').click();
    const listed = page.locator('.status-panel details', { has: page.getByText('House rules', { exact: true }) });
    await listed.locator('> summary').click();
    await expect(listed.locator('dd b')).toHaveText(reading);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await listed.getByRole('button', { name: 'Copy the house rules' }).click();
    await expect.poll(copied).toBe(before);
  },
);

test('the log and the pages made from it are tabs, and Back leads from each to the table', { tag: '@phone' }, async ({ page }) => {
  await beginBattle(page);
  for (const name of ['Log', 'Replay', 'Report', 'Luck']) {
    await fromMenu(page, page.getByRole('link', { name: 'Log', exact: true }));
    const tabs = page.getByRole('navigation', { name: 'Analysis' });
    await tabs.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(tabs.locator('[aria-current=page]')).toHaveText(name);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  }
});

test(
  'the menu of the table leads to all that is used less often, and Back from there to the table',
  { tag: '@phone' },
  async ({ page }) => {
    await beginBattle(page);
    for (const [name, title] of [
      ['Play on several devices', 'Play on several devices'],
      ['Quick reference', 'Pike & Shot'],
      ['Share', /^Share /],
      ['Settings', 'Settings'],
    ] as const) {
      await fromMenu(page, page.getByRole('link', { name, exact: true }));
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await page.getByRole('link', { name: 'Back', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
    }
  },
);
