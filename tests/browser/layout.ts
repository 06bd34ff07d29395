// The layout of a page in several sizes of screen and letters.
import { type Page, expect } from '@playwright/test';
import { fontsLoaded } from './fonts';

export interface Size {
  name: string;
  width: number;
  height: number;
  /** The size of letters, in per cent. */
  letters: number;
}

export const PHONE = { name: 'a phone', width: 390, height: 844, letters: 100 };
export const TABLET = { name: 'a tablet', width: 1024, height: 768, letters: 100 };
/** The sizes that WCAG demands: letters of twice the size (1.4.4), and a screen that is enlarged four times (1.4.10). */
export const ENLARGED = [
  { ...PHONE, name: 'letters of 200 %', letters: 200 },
  { ...TABLET, name: 'letters of 200 % on a tablet', letters: 200 },
  { name: 'a screen of 320 by 256', width: 320, height: 256, letters: 100 },
];

export async function resize(page: Page, { width, height, letters }: Omit<Size, 'name'>) {
  await page.setViewportSize({ width, height });
  await fontsLoaded(page);
  await page.evaluate((letters) => {
    document.documentElement.style.fontSize = `${letters}%`;
    dispatchEvent(new Event('resize'));
  }, letters);
}

/** Faults of the layout: the page is wider than the screen, text is cut off where nothing scrolls, or chips differ in height. */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) faults.push(`wider than the screen by ${root.scrollWidth - root.clientWidth}`);
    const hides = (value: string) => value === 'hidden' || value === 'clip';
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility() || !element.textContent?.trim()) continue;
      if (element.closest('.visually-hidden, .banner-of-side, input, select')) continue;
      // A closed row, a tab, the status line and the dock may shorten texts that the page shows in full elsewhere. Duties and
      // the targets of a group act are in lines that scroll by themselves.
      if (
        element.closest(
          '.unit-row, .line-words, .tab, .status-row, .do-next, .next-phase, .due-line, .chip-line, .targets, .for-all > .options',
        )
      )
        continue;
      const style = getComputedStyle(element);
      // Texts for screen readers alone are clipped to a point.
      if (style.clipPath !== 'none') continue;
      const isWider = element.scrollWidth > element.clientWidth + 2;
      const isHigher = element.scrollHeight > element.clientHeight + 2;
      const name = `${element.tagName}.${element.className} “${element.textContent.trim().slice(0, 40)}”`;
      if ((hides(style.overflowX) && isWider) || (hides(style.overflowY) && isHigher)) faults.push(`cut off: ${name}`);
      // Only a table may be wider than the screen, in a frame that scrolls.
      if (/auto|scroll/.test(style.overflowX) && isWider && !element.querySelector('table')) faults.push(`scrolls sideways: ${name}`);
    }
    // Chips next to each other are of one height.
    const heights = new Map<string, number>();
    for (const chip of document.querySelectorAll('.chips > .chip')) {
      if (!chip.checkVisibility()) continue;
      const { top, height } = chip.getBoundingClientRect();
      const line = `${[...document.querySelectorAll('.chips')].indexOf(chip.parentElement!)} ${Math.round(top)}`;
      const before = heights.get(line);
      if (before !== undefined && Math.abs(before - height) > 1) faults.push(`not as high as its neighbour: “${chip.textContent}”`);
      heights.set(line, height);
    }
    return faults;
  });
}

/** Expects no faults of the layout. The app may need a moment after the size has changed. */
export const expectLayout = (page: Page, where: string) =>
  expect
    .configure({ soft: true, timeout: 2_000 })
    .poll(() => layoutFaults(page), where)
    .toEqual([]);

/** Expects that what sticks to the edges of the screen leaves this share of its height to the rest. */
export const expectRoom = (page: Page, where: string, share: number) =>
  expect
    .configure({ soft: true, timeout: 2_000 })
    .poll(
      () =>
        page.evaluate(() => {
          const stuck = [...document.querySelectorAll('.head, .status, .dock, .actions, .glance, .search, .guide')].filter(
            (element) => element.checkVisibility() && ['fixed', 'sticky'].includes(getComputedStyle(element).position),
          );
          return 1 - stuck.reduce((sum, element) => sum + element.getBoundingClientRect().height, 0) / innerHeight;
        }),
      `room: ${where}`,
    )
    .toBeGreaterThan(share);
