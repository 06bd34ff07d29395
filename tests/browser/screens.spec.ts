// The main pages as pictures, on a phone and on a tablet, in the light and in the dark. They are in `screens`, beside this file.
//
// Who changes how a page looks renews them, and looks at what changed before it is kept:
//
//   cargo xtask test --only browser -- screens --update-snapshots=all
//
// Letters are drawn with a font of the tests' own, and what the system draws of its own accord is left out, so that the
// pictures hold on another machine; a few pixels in a hundred may differ, as edges of letters do.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { applyOutcome, beginBattle, charge, nextPhase } from './play';
import { expect, test } from './page';
import type { Page } from '@playwright/test';

const { resolve } = createRequire(import.meta.url);
const face = (weight: number) => {
  const font = readFileSync(resolve(`@fontsource/gelasio/files/gelasio-latin-${weight}-normal.woff2`)).toString('base64');
  return `@font-face { font-family: Test; font-weight: ${weight}; src: url(data:font/woff2;base64,${font}); }`;
};
const style = `
  ${[400, 600, 700].map(face).join('\n')}
  :root { --serif: Test; --sans: Test; }
  * { transition: none !important; animation: none !important; caret-color: transparent !important; }
  select { appearance: none; -webkit-appearance: none; }
  /* Whether the screen can be kept on is the machine's affair. */
  .wake-lock { visibility: hidden; }
`;

// The page's own policy lets no font in. Times are told as they are in Greenwich.
test.use({ bypassCSP: true, timezoneId: 'UTC' });

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-03-01T12:00:00Z'));
  await page.addInitScript((css) => {
    addEventListener('DOMContentLoaded', () => {
      const own = document.createElement('style');
      own.textContent = css;
      document.head.append(own);
    });
  }, style);
});

async function picture(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready.then(() => (document.activeElement as HTMLElement | null)?.blur()));
  await expect(page).toHaveScreenshot(`${name}.png`, { animations: 'disabled', scale: 'css', maxDiffPixelRatio: 0.02 });
}

for (const ground of ['light', 'dark'] as const) {
  test(`the main pages look as they did, ${ground}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: ground, reducedMotion: 'reduce' });
    await page.goto('./#/');
    await expect(page.getByRole('main')).toBeVisible();
    await picture(page, `home-${ground}`);

    await page.goto('./#/rules/pike_and_shot');
    await page.locator('.chapter > summary').filter({ hasText: /Fire|fire/ }).first().click();
    await picture(page, `reference-${ground}`);

    await beginBattle(page);
    await page.getByRole('button', { name: 'Got it' }).click();
    const unit = page.locator('.side:visible').first().getByRole('article').filter({ has: page.getByRole('group', { name: 'Counters' }) });
    for (let n = 0; n < 3; n += 1) await unit.first().getByRole('button', { name: 'Counters: more' }).click();
    await picture(page, `table-${ground}`);

    await charge(page);
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect(page.getByRole('region', { name: 'Effects of changes' })).toBeVisible();
    await page.getByRole('region', { name: 'Odds' }).evaluate((odds) => odds.scrollIntoView());
    await picture(page, `panel-${ground}`);

    await page.getByRole('button', { name: 'Enter dice' }).click();
    await page.getByRole('button', { name: '5', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible();
    // For a moment after it appears it cannot be pressed.
    await expect(page.getByRole('button', { name: 'Apply to the table' })).toBeEnabled();
    await page.evaluate(() => scrollTo(0, 0));
    await picture(page, `outcome-${ground}`);

    await applyOutcome(page);
    await expect(nextPhase(page).or(page.getByRole('link', { name: 'Back to the table' })).first()).toBeVisible();
    await page.goto(new URL(page.url()).hash.replace(/^(#\/battle\/[^/]+).*/, './$1/log'));
    await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
    await picture(page, `log-${ground}`);

    await page.goto('./#/rosters');
    await page.getByRole('button', { name: 'Copy the sample' }).first().click();
    await expect(page.getByLabel('Name of the roster')).toBeVisible();
    await page.getByRole('article').nth(1).getByRole('button').first().click();
    // Figures beside the options come a moment later.
    await expect(page.locator('.chip > .figure:not(:empty)').first()).toBeAttached();
    await picture(page, `roster-${ground}`);
  });
}

test('in the colours of the system, what is told by filled shapes stays visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await beginBattle(page);
  await page.getByRole('button', { name: 'Got it' }).click();
  const unit = page.locator('.side:visible').first().getByRole('article').filter({ has: page.getByRole('group', { name: 'Counters' }) });
  for (let n = 0; n < 3; n += 1) await unit.first().getByRole('button', { name: 'Counters: more' }).click();
  await picture(page, 'forced-table');
  await charge(page);
  await page.getByRole('region', { name: 'Odds' }).evaluate((odds) => odds.scrollIntoView());
  await picture(page, 'forced-panel');
  await page.goto('./#/settings');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await picture(page, 'forced-settings');
});
