// French: chosen by the player, spoken on every page, and nothing left in English.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { appReady, expect, test } from './page';
import { CHECKS_OUT, checkOfLog } from './play';
import { addresses } from './routes';
import { idOf } from './two_phones';

const folder = join(import.meta.dirname, '../../public/lang/fr');
const catalogue: Record<string, string> = Object.assign(
  {},
  ...readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))),
);
const french = (english: string) => catalogue[english];

/** What an English text looks like on a page: its gaps hold anything. Only those that French words otherwise. */
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const words = (text: string) => text.replace(/\{[^}]*\}/g, ' ').match(/\p{L}{3,}/gu) ?? [];
const spoken = new Set(Object.values(catalogue));
const telling = Object.entries(catalogue).filter(([english, own]) => english !== own && !spoken.has(english) && words(english).length > 0);
const plain = new Set(telling.map(([english]) => english).filter((english) => !english.includes('{')));
const patterns = telling
  .map(([english]) => english)
  .filter((english) => english.includes('{') && words(english).length > 1)
  .map(
    (english) =>
      new RegExp(
        `^${english
          .split(/\{[^}]*\}/)
          .map(escaped)
          .join('.+')}$`,
      ),
  );

async function chooseFrench(page: Page) {
  await page.goto('./#/settings');
  await page.getByRole('radio', { name: 'Français' }).check();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { level: 1, name: french('Settings') })).toBeVisible();
}

/** All that a page says, seen or heard. */
const said = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(node.getAttribute(name) ?? '');
      } else if (!node.parentElement?.closest('[lang=en], script, style')) {
        texts.push(node.textContent ?? '');
      }
    }
    return [document.title, ...texts.map((text) => text.trim())].filter((text) => text !== '');
  });

async function expectFrench(page: Page, where: string) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const english = (await said(page)).filter((text) => plain.has(text) || patterns.some((pattern) => pattern.test(text)));
  expect.soft([...new Set(english)], `English on ${where}`).toEqual([]);
}

/** Unfolds all that the table's units hold, whether it is on the screen or not. */
async function unfoldUnits(page: Page) {
  await expect(page.locator('.unit-row').first()).toBeAttached();
  await expect(page.locator('article.unit.blank')).toHaveCount(0);
  // Every row is opened, and pinned.
  await page.evaluate(async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    for (const row of document.querySelectorAll<HTMLElement>('.unit-row')) {
      row.click();
      await drawn();
      row.closest('article')!.querySelector<HTMLElement>('.pin')!.click();
    }
    document.querySelectorAll<HTMLDetailsElement>('article.unit details').forEach((own) => (own.open = true));
  });
  await expect(page.locator('article.unit nav.offers a').first()).toBeAttached();
}

async function begin(page: Page, ruleset: number) {
  await page.goto('./#/new');
  await page.getByRole('radio').nth(ruleset).check();
  await page.getByLabel(french('First side')).selectOption({ index: 1 });
  await page.getByLabel(french('Second side')).selectOption({ index: 2 });
  await expectFrench(page, `a new battle (${ruleset})`);
  await page.getByRole('button', { name: french('Begin the battle') }).click();
  await expect(page).toHaveURL(/#\/battle\/[^/]+$/);
  return /#\/battle\/[^/]+/.exec(page.url())![0];
}

const RULESETS = ['pike_and_shot', 'pikette_squared', 'argad', 'arquebusier'];

test('every page without a battle is in French', async ({ page }) => {
  await chooseFrench(page);
  await expectFrench(page, 'settings');
  for (const place of [...addresses({}), '#/battle/none']) {
    await page.goto(`./${place}`);
    await expectFrench(page, place);
  }
  await page.goto('./#/rosters');
  await page
    .getByRole('button', { name: french('Copy') })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/roster\/[^/]+$/);
  await page.locator('article button.who').first().click();
  await expectFrench(page, 'a roster');
  for (const place of addresses({ roster: /\w+$/.exec(page.url())![0] })) {
    await page.goto(`./${place}`);
    await expectFrench(page, place);
  }
});

for (const [place, ruleset] of RULESETS.entries()) {
  test(`the rules of ${ruleset}, and every page of a battle by them, are in French`, async ({ page }) => {
    test.setTimeout(90_000);
    await chooseFrench(page);
    for (const place of addresses({ ruleset })) {
      await page.goto(`./${place}`);
      await expectFrench(page, place);
    }
    await page.goto(`./#/quick/${ruleset}`);
    const procedures = await page
      .locator(`a[href^="#/quick/${ruleset}/"]`)
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
    for (const procedure of procedures) {
      await page.goto(`./${procedure}`);
      await expectFrench(page, procedure);
    }
    await begin(page, place);
    const battle = idOf(page);
    await unfoldUnits(page);
    await expectFrench(page, `the table of ${ruleset}`);
    // Before a turn begins, everything may be greyed: its panel opens all the same, and says why.
    await page.locator('article.unit nav.offers a').first().press('Enter');
    await expect(page.locator('main.resolve')).toBeVisible();
    await expectFrench(page, `a panel of ${ruleset}`);
    for (const place of addresses({ battle })) {
      await page.goto(`./${place}`);
      await expectFrench(page, `${place} of ${ruleset}`);
    }
  });
}

test('a shot is filled in, rolled, described and logged in French', async ({ page }) => {
  await chooseFrench(page);
  const battle = await begin(page, 0);
  // On to the phase in which units that do not charge fire at any target.
  for (let phase = 1; phase < 6; phase += 1) await page.getByRole('button', { name: french('Next ›') }).click();
  await page.goto(`./${battle}/do/infantry_fire/u2`);
  await page.locator('.candidate:visible').first().click();
  await page.locator('.bands .chip').first().click();
  await expect(page.getByRole('region', { name: french('Odds') })).toContainText('%');
  await expectFrench(page, 'the odds');
  await page.locator('.actions button.primary').click();
  await expect(page.getByRole('region', { name: french('Outcome') })).toBeVisible();
  await expectFrench(page, 'the outcome');
  await page.getByRole('button', { name: french('Apply to the table') }).click();
  await page.goto(`./${battle}/log`);
  await expect(page.getByRole('listitem').first()).toContainText(french('Infantry fire'));
  await expectFrench(page, 'the log');

  // The log is written in the language of the app.
  await page.goto('./#/settings');
  await page.getByRole('radio', { name: 'English' }).check();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
  await page.goto(`./${battle}/log`);
  await expect(page.getByRole('listitem').first()).toContainText('Infantry fire');
  await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
});

test('nothing of French is fetched by who reads English', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('./');
  await appReady(page);
  await page.getByRole('link', { name: 'New battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New battle' })).toBeVisible();
  expect(asked.filter((url) => url.includes('/lang/'))).toEqual([]);
});

test('a part that does not come is said, and the rest is French', async ({ page, context }) => {
  await chooseFrench(page);
  await context.route('**/lang/fr/argad.json', (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '<' }));
  await page.goto('./#/');
  await page.reload();
  await expect(page.getByRole('status').getByText(french('Some translations could not be loaded. The rest is in English.'))).toBeVisible();
  await expect(page.getByRole('link', { name: french('New battle') })).toBeVisible();
});

test.describe('a browser that reads French', () => {
  test.use({ locale: 'fr-FR' });

  test('is offered French until somebody chooses', async ({ page }) => {
    await page.goto('./');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
    await page.getByRole('button', { name: 'Lire en français' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page.getByRole('link', { name: french('New battle') })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Lire en français' })).toHaveCount(0);
    await page.goto('./#/settings');
    await page.getByRole('radio', { name: 'English' }).check();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
    await page.goto('./#/');
    await expect(page.getByRole('link', { name: 'New battle' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Lire en français' })).toHaveCount(0);
  });
});
