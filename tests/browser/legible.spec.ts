// Text and controls can be read and reached: by fingers and keys, with letters and lines set further apart, and at arm’s length.
// walk.spec.ts checks every page with large letters and on a small screen.
import type { Page } from '@playwright/test';
import { useTestFonts } from './fonts';
import { layoutFaults, resize } from './layout';
import { appReady, expect, test } from './page';
import { beginBattle, charge, openPanel } from './play';
import { openMelee } from './regiments';
import { lay } from './script';

// The room for text depends on the fonts, which differ between systems. The page's policy forbids those of the tests.
test.use({ bypassCSP: true });
test.beforeEach(({ page }) => useTestFonts(page));

const shots: [string, string, object, object][] = [
  [
    'pike_and_shot',
    'infantry_fire',
    { pikes: 8, muskets: 16, morale_class: 'average' },
    { pikes: 8, muskets: 16, morale_class: 'average' },
  ],
  ['argad', 'shoot', { figures: 5, missile: ['long_arquebus'] }, { figures: 1 }],
  [
    'arquebusier',
    'shooting',
    { nature: 'regular', groups: [{ type: 'firearm', elements: 4, front: 4 }] },
    { nature: 'regular', groups: [{ type: 'pike', elements: 4, front: 4 }] },
  ],
  ['pikette_squared', 'shoot', { army: 'french', row: 'arquebus' }, { army: 'spanish', row: 'tercio' }],
];
for (const [ruleset, procedure, shooter, target] of shots) {
  test(`bands of range of ${ruleset} wrap where there is no room for them`, { tag: '@phone' }, async ({ page }) => {
    const units = [
      { id: 'a1', side: 0, profile: { name: 'Skippon', ...shooter } },
      { id: 'b1', side: 1, profile: { name: 'Bluecoats', ...target } },
      { id: 'b2', side: 1, profile: { name: 'Tillier', ...target } },
    ];
    await lay(page, { ruleset, units }, 'turn', { hints: ['table', 'resolve'] });
    await openPanel(page, 'a1', procedure, 'Bluecoats');
    const anyway = page.getByRole('button', { name: 'Do it anyway' });
    const bands = page.getByRole('group', { name: /^(Range|Distance)/ });
    await expect(anyway.or(bands).first()).toBeVisible();
    if (await anyway.isVisible()) await anyway.click();
    await expect(bands.locator('.chip').first()).toBeVisible();
    await resize(page, { width: 320, height: 568, letters: 200 });
    expect(await layoutFaults(page)).toEqual([]);
    const outside = await bands
      .locator('.chip')
      .evaluateAll((chips) => chips.filter((chip) => chip.getBoundingClientRect().right > innerWidth).length);
    expect(outside).toBe(0);
  });
}

test('on a low phone, nothing covers the keys of the dice pad', { tag: '@phone' }, async ({ page }) => {
  await openMelee(page);
  await resize(page, { width: 320, height: 568, letters: 100 });
  await page.getByRole('button', { name: 'Enter dice' }).click();
  const pad = page.getByRole('region', { name: 'Enter the dice' });
  for (const face of ['1', '2', '3', '4', '5', '6']) {
    const isCovered = () =>
      pad.getByRole('button', { name: face, exact: true }).evaluate((key) => {
        const { left, width, top, bottom } = key.getBoundingClientRect();
        const isHere = (y: number) => key.contains(document.elementFromPoint(left + width / 2, y));
        return !isHere(top + 4) || !isHere(bottom - 4);
      });
    await expect.poll(isCovered, face).toBe(false);
  }
});

test('with letters, words and lines set further apart nothing is cut', async ({ page }) => {
  await beginBattle(page);
  // The distances that WCAG 1.4.12 names.
  await page.evaluate(() => {
    const spaced = new CSSStyleSheet();
    spaced.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }',
    );
    document.adoptedStyleSheets = [spaced];
  });
  const row = page.locator('.unit-row:visible').nth(1);
  await row.click();
  await expect(page.locator('.unit-body:visible')).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
  const name = await row.locator('.unit-name').evaluate((element) => element.scrollWidth <= element.clientWidth + 2);
  expect(name, 'the name of the open unit is whole').toBe(true);
});

/** Presses Tab or Shift+Tab so many times. Returns the stops that lie under something else. */
async function coveredStops(page: Page, key: string, stops: number) {
  const covered: string[] = [];
  for (let n = 0; n < stops; n++) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(() => {
      const focused = document.activeElement!;
      if (focused === document.body) return '';
      // A field is drawn as its label.
      const drawn = focused.closest('label') ?? focused;
      const box = drawn.getBoundingClientRect();
      // Of something taller than the screen, the part in the middle of the screen counts: its top can only be hidden.
      const isTall = box.height > innerHeight / 2;
      const y = isTall ? (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2 : box.top + Math.min(box.height, 40) / 2;
      const at = (x: number) => document.elementFromPoint(x, y);
      const above = at(box.left + box.width / 2);
      const isDrawn = (found: Element | null) => found !== null && (drawn.contains(found) || found.contains(drawn));
      // Next to a column that sticks, half of it is enough.
      if (isDrawn(above) || (focused.closest('table') !== null && isDrawn(at(box.right - 6)))) return '';
      const name = `${focused.tagName}.${focused.className} “${focused.textContent?.trim().slice(0, 30)}”`;
      return `${name} at ${Math.round(y)}, under ${above?.className}`;
    });
    if (stop) covered.push(stop);
  }
  return covered;
}

test('nothing that has the focus lies under what sticks to the edges of the screen', async ({ page }) => {
  await beginBattle(page);
  // For a moment after a tap, an invisible cover lies over what has come under the finger.
  await expect(page.locator('.tap-cover')).toBeHidden();
  expect.soft(await coveredStops(page, 'Tab', 60), 'the table').toEqual([]);
  expect.soft(await coveredStops(page, 'Shift+Tab', 60), 'the table, backwards').toEqual([]);
  await page.goto('./#/rules/pike_and_shot');
  await page.getByRole('searchbox').fill('horse');
  expect.soft(await coveredStops(page, 'Tab', 30), 'the rules').toEqual([]);
  expect.soft(await coveredStops(page, 'Shift+Tab', 30), 'the rules, backwards').toEqual([]);
});

test('nothing that has the focus on a panel lies under what sticks, nor under the guide', async ({ page }) => {
  await beginBattle(page);
  await charge(page);
  await expect(page.locator('.tap-cover')).toBeHidden();
  expect.soft(await coveredStops(page, 'Tab', 45), 'a panel').toEqual([]);
  expect.soft(await coveredStops(page, 'Shift+Tab', 45), 'a panel, backwards').toEqual([]);
  await page.goto('./#/');
  await page.locator('a[href="#/guide/arquebusier"]').click();
  await expect(page.getByRole('complementary', { name: 'Guide' })).toBeVisible();
  expect.soft(await coveredStops(page, 'Tab', 40), 'a guided battle').toEqual([]);
  expect.soft(await coveredStops(page, 'Shift+Tab', 40), 'a guided battle, backwards').toEqual([]);
});

test('the edges of controls have a contrast of 3 to 1 to every background, in every theme', { tag: '@phone' }, async ({ page }) => {
  await page.goto('./');
  await appReady(page);
  for (const theme of ['light', 'dark', 'sun']) {
    const contrasts = await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme;
      const style = getComputedStyle(document.documentElement);
      // Relative luminance and contrast, as WCAG defines them.
      const luminance = (name: string) => {
        const digits = style
          .getPropertyValue(name)
          .trim()
          .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
        const [r, g, b] = [1, 3, 5]
          .map((at) => parseInt(digits.slice(at, at + 2), 16) / 255)
          .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const edges = ['--edge', '--side-0', '--side-1', '--gold', '--alarm', '--ok'];
      const pairs = edges.flatMap((edge) => ['--paper', '--leaf'].map((ground) => [edge, ground]));
      return pairs.map(([edge, ground]) => {
        const [dark, light] = [luminance(edge), luminance(ground)].sort((a, b) => a - b);
        return { pair: `${edge} on ${ground}`, contrast: (light + 0.05) / (dark + 0.05) };
      });
    }, theme);
    // A colour that cannot be read gives no number, and fails, too.
    const low = contrasts.filter(({ contrast }) => !(contrast >= 3));
    expect(low, theme).toEqual([]);
  }
});

test('the letters can be made larger in the settings, from the first paint on', async ({ page }) => {
  await page.goto('./#/settings');
  const size = () => page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
  await expect.poll(() => size()).toBe(16);
  await page.getByRole('radio', { name: '150 %' }).check();
  await expect.poll(size).toBe(24);
  await page.route('**/*.wasm', () => {});
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect.poll(() => size()).toBe(24);
  await page.unroute('**/*.wasm');
  await page.reload();
  await page.getByRole('radio', { name: '100 %' }).check();
  await expect.poll(size).toBe(16);
});

test('texts that players read at arm’s length are large enough', async ({ page, isMobile }) => {
  await beginBattle(page);
  /** Expects that elements are there, and that the height of each of them, or of their letters, is at least so many pixels. */
  const atLeast = async (least: number, selector: string, of: 'letters' | 'element' = 'letters') => {
    const all = page.locator(`${selector}:visible`);
    await expect(all.first()).toBeVisible();
    const heights = await all.evaluateAll(
      (all, of) => all.map((one) => (of === 'letters' ? parseFloat(getComputedStyle(one).fontSize) : one.getBoundingClientRect().height)),
      of,
    );
    expect(Math.min(...heights), selector).toBeGreaterThanOrEqual(least);
  };
  await atLeast(14, '.dock .under');
  if (isMobile) await atLeast(14, '.tab');
  await atLeast(14, '.status-row');
  await atLeast(14, '.unit-state');
  await atLeast(20, '.status-row .number:not(.look-card)');
  await atLeast(20, '.gauge');
  await page.locator('.unit-row:visible').nth(1).click();
  await atLeast(18, '.unit-body .pip', 'element');
  await charge(page);
  await atLeast(20, '.odds .chances em');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await page.getByRole('button', { name: '5', exact: true }).click();
  await atLeast(20, '.outcome .headline');
  await atLeast(20, '.outcome .face');
  await page.goto('./#/quick/pike_and_shot/infantry_fire');
  await atLeast(15, '.chip');
});

test('the last battle on the home page is as wide as the page', { tag: '@phone' }, async ({ page }) => {
  await beginBattle(page);
  await page.goto('./#/');
  for (const width of [390, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const card = page.getByRole('link', { name: /^Continue/ });
    await expect(card).toBeVisible();
    const [outer, heading] = await Promise.all([card.boundingBox(), card.locator('b').boundingBox()]);
    const main = await page.getByRole('main').evaluate((main) => {
      const { paddingLeft, paddingRight } = getComputedStyle(main);
      return main.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    });
    expect(outer!.width, `${width}`).toBeGreaterThan(main - 2);
    expect(heading!.width, `${width}`).toBeGreaterThan(outer!.width - 6);
  }
});
