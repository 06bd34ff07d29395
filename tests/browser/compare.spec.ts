// Differences between pictures that the comparison (compare.ts) finds, and differences that it ignores.
import type { Page } from '@playwright/test';
import { differences } from './compare';
import { expect, test } from './page';
import { shot, makeRepeatable } from './pictures';

// High enough for the whole page.
test.use({ bypassCSP: true, viewport: { width: 600, height: 1400 }, deviceScaleFactor: 1, isMobile: false });

async function settings(page: Page) {
  await makeRepeatable(page);
  await page.goto('./#/settings');
  await expect(page.getByRole('switch').first()).toBeVisible();
  return shot(page);
}

const label = (page: Page) => page.getByText('Names given by players');
const chip = (page: Page) => page.locator('.chip', { hasText: /^Light$/ });
const greyButton = (page: Page) => page.getByRole('button', { name: 'Show the hints again' });

/** Faults by name: an element, and the style that makes the fault. */
const FAULTS = {
  'a button is missing': [(page: Page) => page.getByRole('link', { name: 'Backup and storage' }), 'opacity: 0'],
  'a grey button is missing': [greyButton, 'opacity: 0'],
  'a button is 3 pixels further right': [greyButton, 'transform: translateX(3px)'],
  'a chip is missing': [chip, 'opacity: 0'],
  'a chip lacks its outline': [chip, 'border-color: transparent'],
  'a line is 3 pixels lower': [label, 'transform: translateY(3px)'],
  'words are of another colour': [label, 'color: var(--ink)'],
} as const;

for (const theme of ['light', 'dark'] as const) {
  test(`pictures differ if something is missing, moved or of another colour, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const kept = await settings(page);
    for (const [fault, [element, style]] of Object.entries(FAULTS)) {
      await element(page).evaluate((element, style) => element.setAttribute('style', style), style);
      expect.soft(differences(kept, await shot(page)), fault).not.toEqual([]);
      await element(page).evaluate((element) => element.removeAttribute('style'));
    }
    expect(differences(kept, await shot(page)), 'without these faults').toEqual([]);
    await label(page).evaluate((element) => (element.textContent = element.textContent!.replace('given', 'taken')));
    expect(differences(kept, await shot(page)), 'another word').not.toEqual([]);
  });
}

test('pictures with different smoothing of letters count as equal', async ({ page }) => {
  const kept = await settings(page);
  // The browser then places letters at whole pixels, so that the edges of nearly all letters differ.
  await page.addStyleTag({ content: '* { text-rendering: auto !important }' });
  const now = await shot(page);
  expect(now.equals(kept), 'the smoothing does not differ, so this test has no effect').toBe(false);
  expect(differences(kept, now)).toEqual([]);
});
