// Controls of many pages: the steps of a number, choices among options, and dialogs. On every page they have names, refuse input and
// return the focus in the same way.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './page';
import { confirm, drawn, lift, nextPhase, wholeUnit } from './play';
import { outcome } from './regiments';
import { lay, foot } from './script';

const BATTLE = {
  ruleset: 'pike_and_shot',
  units: [
    { id: 'a1', side: 0, profile: { name: 'Skippon', ...foot } },
    { id: 'b1', side: 1, profile: { name: 'Bluecoats', ...foot } },
  ],
};
const FENCERS = {
  ruleset: 'argad',
  units: [
    { id: 'a1', side: 0, profile: { name: 'Fencer', fencer: 'two_both' } },
    { id: 'b1', side: 1, profile: { name: 'Pikemen', figures: 2 } },
    { id: 'b2', side: 1, profile: { name: 'Guard', figures: 2 } },
  ],
};
const NO_HINTS = { hints: ['table', 'resolve'] };

/** Presses a button at the end of its range. It gives the reason, on the page and for screen readers, and keeps the focus. */
async function refuses(page: Page, button: Locator, words: string) {
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(words);
  const box = (await button.boundingBox())!;
  expect(Math.min(box.width, box.height), words).toBeGreaterThanOrEqual(43.5);
  await button.press('Enter');
  await expect(page.locator('.notice')).toHaveText(words);
  await expect(button).toBeFocused();
}

/** Presses a button of a number until the end of the range. */
async function toTheEnd(more: Locator) {
  for (let n = 0; n < 20 && (await more.isEnabled()); n += 1) {
    await more.press('Enter');
    await drawn(more.page());
  }
}

/** Opens a page, and waits until its heading has the focus. A control that had it before would lose it then. */
async function visit(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

test('every number refuses a step beyond its end in the same words, and its button keeps the focus', async ({ page }) => {
  await lay(page, BATTLE, 'turn', NO_HINTS);
  await visit(page, './#/battle/turn/own-rules');
  await page.getByRole('button', { name: 'Add a modifier' }).click();
  const modifier = (step: string) => page.getByRole('button', { name: `Modifier: ${step}` });
  await toTheEnd(modifier('more'));
  await refuses(page, modifier('more'), 'Modifier: +6 is the most.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add a tracker' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ammunition');
  await confirm(page.getByRole('button', { name: 'Add', exact: true }));
  // On the card of a unit, as pips and as a plain number.
  await visit(page, './#/battle/turn');
  const skippon = await wholeUnit(page, 'Skippon');
  await refuses(page, skippon.getByRole('button', { name: 'Counters: less' }), 'Counters, Skippon: 0 is the least.');
  await refuses(page, skippon.getByRole('button', { name: 'Ammunition: more, Skippon' }), 'Ammunition, Skippon: 3 is the most.');
  await toTheEnd(skippon.getByRole('button', { name: 'Ammunition: less' }));
  await refuses(page, skippon.getByRole('button', { name: 'Ammunition: less' }), 'Ammunition, Skippon: 0 is the least.');
  // In a form, where the number can also be typed, or changed by the arrow keys.
  await visit(page, './#/quick/pike_and_shot/casualty_test');
  const group = page.locator('.stepper').first();
  const [box, less] = [group.getByRole('textbox'), group.getByRole('button', { name: /: less/ })];
  const what = (await group.getAttribute('aria-label'))!;
  await box.fill('2');
  await box.press('ArrowUp');
  await expect(box).toHaveValue('3');
  for (const value of ['2', '1']) {
    await box.press('ArrowDown');
    await expect(box).toHaveValue(value);
  }
  await refuses(page, less, `${what}: 1 is the least.`);
  await box.focus();
  await page.keyboard.press('ArrowDown');
  await expect(box).toHaveValue('1');
  // Members of a unit that take a role one by one, and the length of a list.
  await lay(page, FENCERS, 'fencers', NO_HINTS);
  await visit(page, './#/battle/fencers/do/melee/a1');
  const pikemen = (step: string) => page.getByRole('button', { name: `Pikemen: ${step}` });
  await refuses(page, pikemen('less'), 'Pikemen: 0 is the least.');
  await toTheEnd(pikemen('more'));
  await refuses(page, pikemen('more'), 'Pikemen: 2 is the most.');
  await page.getByRole('button', { name: 'Done' }).click();
  const strikes = (step: string) => page.getByRole('button', { name: `The fighter strikes: ${step}` });
  await refuses(page, strikes('less'), 'The fighter strikes: 1 is the least.');
  await strikes('more').press('Enter');
  await refuses(page, strikes('more'), 'The fighter strikes: 2 is the most.');
});

/** The choices of a page: each is a group of the browser's radio buttons, with a name. Returns how many there are. */
async function choices(page: Page) {
  const all = await page.getByRole('radio', { includeHidden: true }).evaluateAll((radios) =>
    radios.map((radio) => {
      const group = radio.closest('fieldset');
      const { name, type } = radio as HTMLInputElement;
      return { type, name, label: group?.querySelector(':scope > legend')?.textContent?.trim() ?? '' };
    }),
  );
  for (const { type, name, label } of all) expect([type, name !== '', label !== ''], label).toEqual(['radio', true, true]);
  const labels = new Map<string, Set<string>>();
  for (const { name, label } of all) labels.set(name, (labels.get(name) ?? new Set()).add(label));
  for (const of of labels.values()) expect(of.size, 'one group, one name').toBe(1);
  return labels.size;
}

test('every choice is a group of radio buttons with a name, and goes by the arrow keys', async ({ page }) => {
  await lay(page, BATTLE, 'turn', NO_HINTS);
  const pages = ['settings', 'new', 'chronicle', 'battle/turn/close', 'battle/turn/devices', 'battle/turn/survivors'];
  for (const place of [...pages, 'battle/turn/do/infantry_fire/a1', 'battle/turn/do/melee_round/a1', 'quick/argad/shoot']) {
    await page.goto(`./#/${place}`);
    await expect(page.locator('main').getByRole('radio', { includeHidden: true }).first(), place).toBeAttached();
    expect(await choices(page), place).toBeGreaterThan(0);
  }
  await page.goto('./#/settings');
  await expect.poll(() => choices(page)).toBe(3);
  const colours = page.getByRole('group', { name: 'Colours' });
  await colours.getByRole('radio', { name: 'Light', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(colours.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('an option that is refused leaves the choice as it was', async ({ page }) => {
  await lay(page, BATTLE, 'turn', NO_HINTS);
  await page.goto('./#/battle/turn/close');
  await page.getByRole('button', { name: 'Close the battle' }).click();
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  await page.goto('./#/battle/turn/devices');
  const who = page.getByRole('group', { name: 'Who sees them?' }).getByRole('radio');
  const held = await who.evaluateAll((all) => all.findIndex((radio) => (radio as HTMLInputElement).checked));
  expect([held, await who.count()]).toEqual([0, expect.any(Number)]);
  await who.nth(1).focus();
  await page.keyboard.press('Space');
  await expect(page.locator('.notice')).toContainText('closed');
  await expect(who.first()).toBeChecked();
});

test('a dialog takes the focus and all taps, and gives the focus back however it is closed', async ({ page }) => {
  await lay(page, BATTLE, 'turn', NO_HINTS);
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  const back = async (opener: Locator, dialog: Locator, close: string) => {
    for (const way of ['Escape', close]) {
      await lift(page);
      await opener.press('Enter');
      await expect(dialog).toBeVisible();
      await expect(dialog.locator(':focus')).toHaveCount(1);
      expect(await dialog.evaluate((own) => own.matches('dialog:modal'))).toBe(true);
      // Keys and taps do not reach the page behind it.
      await page.keyboard.press('?');
      await expect(page.locator('dialog[open]')).toHaveCount(1);
      await lift(page);
      if (way === 'Escape') await page.keyboard.press('Escape');
      else await dialog.getByRole('button', { name: way, exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    }
  };
  await back(page.getByRole('button', { name: 'Units', exact: true }), page.getByRole('dialog', { name: 'Units of both sides' }), 'Close');
  // A roll that is not applied holds up Undo and the next phase.
  await page.goto('./#/battle/turn/do/reaction_charge/a1');
  await page.getByRole('button', { name: /^Roll / }).press('Enter');
  await expect(outcome(page)).toBeVisible();
  await page.goto('./#/battle/turn');
  await back(nextPhase(page), page.getByRole('dialog', { name: 'Before the next phase' }), 'Back');
  await back(page.getByRole('button', { name: /^Undo/ }), page.getByRole('dialog', { name: /before undoing/ }), 'Back');
  await page.goto('./#/saved');
  const deletes = page.getByRole('button', { name: 'Delete A turn' });
  await back(deletes, page.getByRole('alertdialog', { name: 'Delete “A turn” with its whole log?' }), 'Keep');
});
