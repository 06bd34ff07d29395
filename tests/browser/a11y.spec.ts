// Every page and state, in every theme: nothing for axe to find, a title of its own, no way past its edges.
import { COLOURS, expectAccessible } from './axe';
import { addRoster, applyOutcome, beginBattle, charge, confirm, fromMenu, nextPhase } from './play';
import { appReady, expect, test } from './page';
import { addresses } from './routes';
import { idOf } from './two_phones';
import type { Page } from '@playwright/test';

/**
 * Reads the page as it stands: axe, the title, and that nothing is wider than the screen. Themes differ in colours alone. Those of a
 * tablet are those of a phone, but on the table, which shows both sides at once.
 */
async function read(page: Page, where: string, title: string | RegExp) {
  await expect(page).toHaveTitle(title);
  await expectAccessible(page, where);
  const [isWide, isTable] = [page.viewportSize()!.width >= 768, await page.locator('main.table').count()];
  for (const theme of isWide && !isTable ? [] : ['dark', 'sun']) {
    await setTheme(page, theme);
    await expectAccessible(page, `${where}, in the theme ${theme}`, COLOURS);
  }
  await setTheme(page, 'light');
  await expectNoSideways(page, where);
}

/** Shows the page as the theme's setting does: screens.spec.ts holds that the setting does just this. */
async function setTheme(page: Page, theme: string) {
  await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
}

async function expectNoSideways(page: Page, where: string) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(over, `scrolls sideways: ${where}`).toBeLessThanOrEqual(0);
}

/** That no text is cut off where there is no scrolling to the rest of it. */
async function expectNothingCut(page: Page, where: string) {
  const cut = await page.evaluate(() => {
    const hides = (value: string) => value === 'hidden' || value === 'clip';
    const over = (own: Element) => {
      const style = getComputedStyle(own);
      const across = hides(style.overflowX) && own.scrollWidth > own.clientWidth + 2;
      return across || (hides(style.overflowY) && own.scrollHeight > own.clientHeight + 2);
    };
    // What is for ears alone is clipped to a point; a side's name stands in full above its units, the next phase in the phase, what a
    // row or the status line has no room for below it once it is opened.
    const aside =
      '.visually-hidden, .banner-of-side, .tab > span, .next-phase > .under, .do-next > .under, .unit-row, .status-row, input, select';
    const shown = [...document.querySelectorAll('body *')].filter(
      (own) => own.checkVisibility() && own.textContent?.trim() && getComputedStyle(own).clipPath === 'none',
    );
    const faults = shown.filter((own) => !own.closest(aside) && over(own));
    return faults.map((own) => `${own.tagName}.${own.className} “${own.textContent.trim().slice(0, 40)}”`);
  });
  expect.soft(cut, `cut off: ${where}`).toEqual([]);
}

/** Opens the first row that is shown. */
async function openFirst(page: Page) {
  await page.locator('.unit-row:visible').first().click();
  await expect(page.locator('.unit-body:visible')).toHaveCount(1);
}

/** Begins a battle of samples. */
async function begin(page: Page, ruleset: string) {
  await page.goto('./#/new');
  await page.getByRole('radio', { name: ruleset, exact: true }).check();
  await page.getByLabel('First side').selectOption({ index: 1 });
  await page.getByLabel('Second side').selectOption({ index: 2 });
  await page.getByLabel('Name of the battle').fill(`A day of ${ruleset}`);
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `A day of ${ruleset}` })).toBeVisible();
}

test('axe finds nothing in any page outside a battle, and each has its title', async ({ page }) => {
  await page.goto('./#/settings');
  await read(page, 'settings', 'Settings · Drumhead');
  await page.goto('./#/');
  await read(page, 'home, nothing saved', 'Drumhead');
  await page.goto('./#/new');
  await page.getByText('House rules', { exact: true }).click();
  await read(page, 'new battle', 'New battle · Drumhead');
  await page.goto('./#/rosters');
  await read(page, 'rosters, none of one’s own', 'Rosters · Drumhead');
  await addRoster(page);
  await page.getByRole('article').nth(1).getByRole('button').first().click();
  await read(page, 'roster with a unit open', 'Essex’s foot · Drumhead');
  await page.getByRole('link', { name: 'Share' }).click();
  await read(page, 'share', 'Share Essex’s foot · Drumhead');
  await page.goto('./#/rosters');
  await read(page, 'rosters', 'Rosters · Drumhead');
  await page.goto('./#/saved');
  await read(page, 'saved', 'Backup and storage · Drumhead');
  await page.goto('./#/roster/nowhere');
  await read(page, 'an address that leads nowhere', 'Not found · Drumhead');
});

test('axe finds nothing in any page of a battle, nor in one that is opened by its address', { tag: '@phone' }, async ({ page }) => {
  await beginBattle(page);
  for (const place of [...addresses({}), ...addresses({ battle: idOf(page) })]) {
    await page.goto(`./${place}`);
    await appReady(page);
    await expectAccessible(page, place);
    await expectNoSideways(page, place);
  }
});

test('axe finds nothing in the quick reference, open and searched, nor in the quick resolve', async ({ page }) => {
  await page.goto('./#/rules/arquebusier');
  for (const chapter of await page.locator('.chapter > summary').all()) await chapter.click();
  await read(page, 'quick reference, open', 'Arquebusier! · Drumhead');
  await page.getByRole('searchbox').fill('range');
  await read(page, 'quick reference, searched', 'Arquebusier! · Drumhead');
  await page.goto('./#/quick/pike_and_shot');
  await read(page, 'quick resolve', 'Roll without a battle · Pike & Shot · Drumhead');
  await page.getByRole('link', { name: /^Melee One/ }).click();
  await read(page, 'a panel where every fact is asked', /^Melee · Drumhead/);
});

for (const ruleset of ['Pike & Shot', 'Pikette Squared', 'Argad!', 'Arquebusier!']) {
  test(`axe finds nothing on the table of ${ruleset}, folded and unfolded`, async ({ page }) => {
    await begin(page, ruleset);
    await read(page, 'table', `A day of ${ruleset} · Drumhead`);
    await openFirst(page);
    for (const summary of ['.unit .disclosure > summary', '.sorting > summary', '.phase > details > summary']) {
      const found = page.locator(`${summary}:visible`);
      if (await found.count()) await found.first().click();
    }
    await read(page, 'table, all unfolded', `A day of ${ruleset} · Drumhead`);
    // What the status line unfolds lies over what is due, and over the way on.
    await page.keyboard.press('Escape');
    await confirm(nextPhase(page));
    await read(page, 'table, the next phase', `A day of ${ruleset} · Drumhead`);
  });
}

test('axe finds nothing from the odds to the log', async ({ page }) => {
  await beginBattle(page);
  await charge(page);
  await read(page, 'a panel', 'Charge or counter-charge · Drumhead');
  await page.locator('.role .who').last().click();
  await expect(page.locator(".candidate[aria-pressed='true']:has(small)")).toBeVisible();
  await read(page, 'a panel, its candidates', 'Charge or counter-charge · Drumhead');
  for (const folded of ['Unit details', ': what is this?']) {
    const summary = page.locator('summary').filter({ hasText: folded }).or(page.getByLabel(folded));
    if (await summary.count()) await summary.first().click();
  }
  await read(page, 'a panel, unfolded', 'Charge or counter-charge · Drumhead');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await read(page, 'the pad', 'Charge or counter-charge · Drumhead');
  await page.getByRole('button', { name: '5', exact: true }).click();
  await read(page, 'an outcome', 'Charge or counter-charge · Drumhead');
  await page.getByRole('button', { name: 'Turn the screen round' }).click();
  await read(page, 'an outcome, upside down', 'Charge or counter-charge · Drumhead');
  await applyOutcome(page);
  await page.getByRole('link', { name: 'Back to the table' }).click();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await fromMenu(page, page.getByRole('link', { name: 'Log' }));
  await read(page, 'log', 'Log · Drumhead');
  await page.goto('./#/');
  await read(page, 'home with a battle', 'Drumhead');
  await page.goto('./#/saved');
  await page.getByRole('button', { name: /^Delete Cheriton/ }).click();
  await page.getByRole('button', { name: 'Delete the battle' }).click();
  await page.goto('./#/');
  await read(page, 'a notice', 'Drumhead');
});

test('edges of controls stand out from every ground, in every theme', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('#first-paint')).toHaveCount(0);
  for (const theme of ['light', 'dark', 'sun']) {
    await setTheme(page, theme);
    const contrasts = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      // Relative luminance and contrast, as the guidelines define them.
      const luminance = (name: string) => {
        const digits = style
          .getPropertyValue(name)
          .trim()
          .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
        const [r, g, b] = [1, 3, 5]
          .map((at) => parseInt(digits.slice(at, at + 2), 16) / 255)
          .map((own) => (own <= 0.04045 ? own / 12.92 : ((own + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const pairs = ['--edge', '--side-0', '--side-1', '--gold', '--alarm', '--ok'].flatMap((own) =>
        ['--paper', '--leaf'].map((ground) => [own, ground]),
      );
      return pairs.map(([own, ground]) => {
        const [dark, light] = [luminance(own), luminance(ground)].sort((a, b) => a - b);
        return { pair: `${own} on ${ground}`, contrast: (light + 0.05) / (dark + 0.05) };
      });
    });
    expect(
      contrasts.filter(({ contrast }) => !(contrast >= 3)),
      theme,
    ).toEqual([]);
  }
});

test('Tab offers a way past the head of a page, and a new page begins at its heading', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
  await page.getByRole('link', { name: 'Rosters' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Rosters' })).toBeFocused();
});

test('letters of twice the size lose nothing and push nothing aside', async ({ page }) => {
  // As a browser does that is set to letters of 32 pixels.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '32px'));
  });
  const read = async (where: string) => {
    await expectNoSideways(page, where);
    await expectNothingCut(page, where);
  };
  await page.goto('./#/rosters');
  await read('rosters');
  await addRoster(page);
  await page.getByRole('article').nth(1).getByRole('button').first().click();
  await read('a unit of a roster');
  await page.goto('./#/new');
  await read('a new battle');
  // A battle begins with the ruleset of the last one: Pike & Shot is the last here, and that of the panel.
  for (const ruleset of ['Pikette Squared', 'Argad!', 'Arquebusier!', 'Pike & Shot']) {
    await begin(page, ruleset);
    await read(`the table of ${ruleset}`);
  }
  await beginBattle(page);
  await charge(page);
  await expect(page.locator('.slow-effects[aria-busy=false]')).toBeAttached();
  await read('a panel');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await read('the pad');
  await page.getByRole('button', { name: '5', exact: true }).click();
  await read('an outcome');
  await applyOutcome(page);
  await page
    .getByRole('link', { name: 'Back to the table' })
    .or(page.getByRole('region', { name: 'Phase' }))
    .first()
    .waitFor();
  await page.goto(page.url().replace(/\/do\/.*/, '/log'));
  await read('the log');
  await page.goto('./#/settings');
  await read('settings');
  await page.goto('./#/rules/pike_and_shot');
  for (const chapter of await page.locator('.chapter > summary').all()) await chapter.click();
  await read('the quick reference');
  await page.goto('./#/');
  await read('home');
});
