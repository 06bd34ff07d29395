// Which differences between pictures the comparison (compare.ts) shows, and which it overlooks.
import type { Page } from '@playwright/test';
import { differences } from './compare';
import { expect, test } from './page';
import { shot, makeRepeatable } from './pictures';

// So high that the whole page is seen.
test.use({ bypassCSP: true, viewport: { width: 600, height: 1400 }, deviceScaleFactor: 1, isMobile: false });

async function settings(page: Page) {
  await makeRepeatable(page);
  await page.goto('./#/settings');
  await expect(page.getByRole('switch').first()).toBeVisible();
  return shot(page);
}

const words = (page: Page) => page.getByText('Names given by players');
const chip = (page: Page) => page.locator('.chip', { hasText: /^Light$/ });
const greyButton = (page: Page) => page.getByRole('button', { name: 'Show the hints again' });

/** Faults by their names, each as a style of an element of the page. */
const FAULTS = {
  'a button is missing': [(page: Page) => page.getByRole('link', { name: 'Backup and storage' }), 'opacity: 0'],
  'a grey button is missing': [greyButton, 'opacity: 0'],
  'a button is 3 pixels further right': [greyButton, 'transform: translateX(3px)'],
  'a chip is missing': [chip, 'opacity: 0'],
  'a chip lacks its outline': [chip, 'border-color: transparent'],
  'a line is 3 pixels lower': [words, 'transform: translateY(3px)'],
  'words are of another colour': [words, 'color: var(--ink)'],
} as const;

for (const ground of ['light', 'dark'] as const) {
  test(`pictures differ if something is missing, moved or of another colour, ${ground}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: ground, reducedMotion: 'reduce' });
    const kept = await settings(page);
    for (const [fault, [what, style]] of Object.entries(FAULTS)) {
      await what(page).evaluate((element, style) => element.setAttribute('style', style), style);
      expect.soft(differences(kept, await shot(page)), fault).not.toEqual([]);
      await what(page).evaluate((element) => element.removeAttribute('style'));
    }
    expect(differences(kept, await shot(page)), 'without these faults').toEqual([]);
    await words(page).evaluate((element) => (element.textContent = element.textContent!.replace('given', 'taken')));
    expect(differences(kept, await shot(page)), 'another word').not.toEqual([]);
  });
}

test('pictures are alike if letters are smoothed in another way', async ({ page }) => {
  const kept = await settings(page);
  // The browser then places letters at whole pixels, so the edges of nearly all letters differ.
  await page.addStyleTag({ content: '* { text-rendering: auto !important }' });
  const now = await shot(page);
  expect(now.equals(kept), 'letters are smoothed in the same way, so this test shows nothing').toBe(false);
  expect(differences(kept, now)).toEqual([]);
});
