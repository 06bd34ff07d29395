// The question marks of fields and trackers: each is named by what it explains, as screen readers list them without what is beside them.
import type { Page } from '@playwright/test';
import { expect, test } from './page';
import { addRoster, beginBattle } from './play';

const unfold = (page: Page) =>
  page.evaluate(() =>
    document.querySelectorAll<HTMLDetailsElement>(':is(main, .phase) details:not(.help)').forEach((own) => (own.open = true)),
  );

/** The labels that stand beside the question marks of the page, in their order. */
const labels = (page: Page) =>
  page.evaluate(() => {
    // A label's own words: neither its control, nor figures, nor the question mark.
    const words = (own: Element) => {
      const texts = own.querySelectorAll(own.matches('.number-box') ? ':scope > small' : ':scope > .label');
      const parts = texts.length ? [...texts] : [...own.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE);
      return parts.map((part) => part.textContent!.trim()).join('');
    };
    const beside = (mark: Element) => {
      for (let own = mark.parentElement!; own.tagName !== 'MAIN'; own = own.parentElement!) {
        if (own.tagName === 'LEGEND') return words(own);
        const label = own.querySelector('label, .label');
        if (label) return label.matches('.label') ? label.textContent.trim() : words(label);
      }
      return '';
    };
    return [...document.querySelectorAll('.help')].map(beside);
  });

/** Expects that each question mark has the name of its label; hands back their number. */
async function expectNamed(page: Page, ending: string) {
  const marks = page.locator('.help > summary');
  const all = await labels(page);
  await expect(marks).toHaveCount(all.length);
  for (const [place, label] of all.entries()) {
    expect.soft(label, `a label beside mark ${place} of ${page.url()}`).not.toBe('');
    await expect.soft(marks.nth(place), page.url()).toHaveAccessibleName(label + ending);
  }
  return all.length;
}

/** Looks at every procedure of a ruleset where all is asked, and at its units. */
async function expectAllNamed(page: Page, ruleset: string, ending: string) {
  let marks = 0;
  await page.goto(`./#/quick/${ruleset}`);
  await expect(page.locator('main .list a').first()).toBeVisible();
  const links = await page
    .locator('main .list a')
    .evaluateAll((all) => all.map((own) => [own.getAttribute('href')!, own.querySelector('b')!.textContent]));
  for (const [link, title] of links) {
    await page.goto(`./${link}`);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await unfold(page);
    marks += await expectNamed(page, ending);
  }
  expect(marks, ruleset).toBeGreaterThan(0);
}

const RULESETS = ['pike_and_shot', 'pikette_squared', 'argad', 'arquebusier'];

test('each question mark of a procedure has the name of its field', async ({ page }) => {
  test.slow();
  for (const ruleset of RULESETS) await expectAllNamed(page, ruleset, ': what is this?');
});

test('each question mark of a procedure has the name of its field in French, too', async ({ page }) => {
  test.slow();
  await page.goto('./#/settings');
  await page.getByRole('radio', { name: 'Français' }).check();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  for (const ruleset of RULESETS) await expectAllNamed(page, ruleset, ' : qu’est-ce que c’est ?');
});

test('each question mark of a tracker and of a roster has the name of what it explains', async ({ page }) => {
  const expectSomeNamed = async (ending: string) => {
    await unfold(page);
    await expect(page.locator('.help').first()).toBeAttached();
    expect(await expectNamed(page, ending)).toBeGreaterThan(0);
  };
  await addRoster(page);
  await page.getByRole('article').nth(1).getByRole('button').first().click();
  await expectSomeNamed(': what is this?');
  await beginBattle(page);
  const table = page.url();
  await page.locator('.unit-row:visible').nth(1).click();
  await expect(page.locator('.unit-body:visible')).toHaveCount(1);
  await expectSomeNamed(': what is this?');
  await page.goto('./#/settings');
  await page.getByRole('radio', { name: 'Français' }).check();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.goto(table);
  await page.locator('.unit-row:visible').nth(1).click();
  await expect(page.locator('.unit-body:visible')).toHaveCount(1);
  await expectSomeNamed(' : qu’est-ce que c’est ?');
});
