// How it looks is kept: the theme from the first paint on, what is preferred over a reload; and the pages are composed as
// they should be. Fonts differ from machine to machine, so pages are compared by what stands where, not by pixels.
import { addRoster, beginBattle, charge } from './play';
import { appReady, expect, test } from './page';
import type { Page } from '@playwright/test';

const theme = (page: Page) => page.locator('html').getAttribute('data-theme');
const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('the theme chosen holds from the first paint, and the device’s where none is', { tag: '@phone' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('./#/settings');
  await expect.poll(() => theme(page)).toBe('light');
  const light = await paper(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => theme(page)).toBe('dark');
  await expect.poll(() => paper(page)).not.toBe(light);
  await page.getByRole('radio', { name: 'Sunlight: black on white' }).check();
  await expect.poll(() => paper(page)).toBe('rgb(255, 255, 255)');
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#ffffff');
  // The app itself is kept away: what is seen is what is painted before it runs.
  await page.route('**/*.wasm', () => {});
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect.poll(() => theme(page)).toBe('sun');
  await expect.poll(() => paper(page)).toBe('rgb(255, 255, 255)');
});

test('preferences survive a reload, and other tabs follow', { tag: '@phone' }, async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('./#/');
  await page.goto('./#/settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('switch', { name: /Vibrate/ }).uncheck();
  await page.getByRole('switch', { name: /screen/ }).uncheck();
  await expect.poll(() => theme(other)).toBe('dark');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(page.getByRole('switch', { name: /Vibrate/ })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: /screen/ })).not.toBeChecked();
  await page.getByRole('radio', { name: 'Device default' }).check();
  await page.getByRole('switch', { name: /Vibrate/ }).check();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Device default' })).toBeChecked();
  await expect(page.getByRole('switch', { name: /Vibrate/ })).toBeChecked();
});

/** What covers what it should not, what is cut off, and what is too small for a thumb. */
async function faults(page: Page) {
  return page.evaluate(() => {
    const described = (element: Element) => `${element.tagName}.${element.className} “${element.textContent?.trim().slice(0, 30)}”`;
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && element.getBoundingClientRect().width > 1;
    const faults: string[] = [];
    const controls = [...document.querySelectorAll('button, a.button, a.icon, .chip, select, summary, .tab')].filter(shown);
    for (const control of controls) {
      const box = control.getBoundingClientRect();
      // What a question mark takes of a finger reaches beyond what is drawn of it.
      const small = !control.closest('.help, .grid, .facing') && (box.height < 43.5 || box.width < 43.5);
      if (small) faults.push(`small: ${described(control)} ${Math.round(box.width)}×${Math.round(box.height)}`);
      if (box.left < -1 || box.right > innerWidth + 1) faults.push(`beyond the edge: ${described(control)}`);
      const clipped = control.scrollWidth > control.clientWidth + 2 && !control.matches('input, select');
      if (clipped && getComputedStyle(control).overflow !== 'visible') faults.push(`cut off: ${described(control)}`);
    }
    const boxes = controls
      .filter((own) => !own.closest('.dock, .head, .actions, .notices, .skip, .tracker-bars'))
      .map((own) => ({ own, box: own.getBoundingClientRect() }));
    for (const [place, a] of boxes.entries()) {
      for (const b of boxes.slice(place + 1)) {
        if (a.own.contains(b.own) || b.own.contains(a.own)) continue;
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (across > 2 && down > 2) faults.push(`over each other: ${described(a.own)} and ${described(b.own)}`);
      }
    }
    return faults;
  });
}

for (const ground of ['light', 'dark'] as const) {
  test(`the main pages are composed so, ${ground}`, async ({ page, isMobile }) => {
    await page.emulateMedia({ colorScheme: ground });
    await page.goto('./');
    await appReady(page);
    expect(await faults(page), 'home').toEqual([]);
    await addRoster(page);
    expect(await faults(page), 'roster').toEqual([]);
    await page.goto('./#/new');
    await expect(page.getByRole('heading', { level: 1, name: 'New battle' })).toBeVisible();
    expect(await faults(page), 'new battle').toEqual([]);
    await beginBattle(page);
    expect(await faults(page), 'table').toEqual([]);
    // The primary act is within the thumb's reach, and the acts of a card on the screen at once.
    const next = (await page.getByRole('button', { name: 'Next ›' }).boundingBox())!;
    expect(next.y + next.height).toBeGreaterThan(page.viewportSize()!.height - 40);
    if (!isMobile) {
      const [a, b] = await page.locator('.side').all();
      const [left, right] = [(await a.boundingBox())!, (await b.boundingBox())!];
      expect(Math.abs(left.y - right.y), 'both sides beside each other').toBeLessThan(2);
      expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
    }
    await charge(page);
    await expect(page.getByRole('region', { name: 'Odds' })).toBeVisible();
    expect(await faults(page), 'panel').toEqual([]);
    if (isMobile) {
      // What is asked first of the odds stands above the buttons, wherever the rest is.
      const [gist, buttons] = [(await page.locator('.glance').boundingBox())!, (await page.locator('.actions').boundingBox())!];
      expect(gist.y).toBeGreaterThan(0);
      expect(gist.y + gist.height).toBeLessThanOrEqual(buttons.y + 1);
    }
    if (!isMobile) {
      const panel = (await page.getByRole('main').boundingBox())!;
      const [a, b] = await page.getByRole('complementary', { name: 'On the table' }).getByRole('region').all();
      const [left, right] = [(await a.boundingBox())!, (await b.boundingBox())!];
      expect(left.x + left.width, 'one side to the left of the panel').toBeLessThanOrEqual(panel.x + 1);
      expect(right.x, 'the other to the right').toBeGreaterThanOrEqual(panel.x + panel.width - 1);
    }
    await page.getByRole('button', { name: 'Enter dice' }).click();
    expect(await faults(page), 'pad').toEqual([]);
    await page.getByRole('button', { name: '5', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible();
    expect(await faults(page), 'outcome').toEqual([]);
  });
}
