// Everything can be reached: with large letters, on a small screen, by keyboard, and in the colours of the system.
import { beginBattle, charge, lift, openPanel } from './play';
import { fontsLoaded, useTestFonts } from './fonts';
import { expect, test } from './page';
import { addresses } from './routes';
import { lay } from './script';
import { idOf } from './two_phones';
import type { Page } from '@playwright/test';

// Room for text depends on the fonts, which differ between systems.
test.use({ bypassCSP: true });
test.beforeEach(({ page }) => useTestFonts(page));

/** The sizes that the guidelines ask for: letters twice as large, and a screen enlarged four times (1.4.4, 1.4.10). */
const TIGHT = [
  { name: 'letters of 200 %', width: 390, height: 844, letters: 200 },
  { name: 'a screen of 320 by 256', width: 320, height: 256, letters: 100 },
];

async function tighten(page: Page, { width, height, letters }: (typeof TIGHT)[number]) {
  await page.setViewportSize({ width, height });
  await fontsLoaded(page);
  await page.evaluate((letters) => {
    document.documentElement.style.fontSize = `${letters}%`;
    dispatchEvent(new Event('resize'));
  }, letters);
}

/** What is wrong with the page as it stands: wider than the screen, or text cut off for good. */
async function faults(page: Page) {
  return page.evaluate(() => {
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) faults.push(`wider than the screen by ${root.scrollWidth - root.clientWidth}`);
    const hides = (value: string) => value === 'hidden' || value === 'clip';
    for (const own of document.querySelectorAll('body *')) {
      if (!own.checkVisibility() || !own.textContent?.trim() || own.closest('.visually-hidden, .banner-of-side, input, select')) continue;
      const style = getComputedStyle(own);
      // What is for ears alone is clipped to a point.
      if (style.clipPath !== 'none') continue;
      const across = hides(style.overflowX) && own.scrollWidth > own.clientWidth + 2;
      const down = hides(style.overflowY) && own.scrollHeight > own.clientHeight + 2;
      if (across || down) faults.push(`cut off: ${own.tagName}.${own.className} “${own.textContent.trim().slice(0, 40)}”`);
      // Only a table may be wider than the screen, in a frame of its own.
      const scrolls = /auto|scroll/.test(style.overflowX) && own.scrollWidth > own.clientWidth + 2;
      if (scrolls && !own.querySelector('table')) faults.push(`scrolls sideways: ${own.tagName}.${own.className}`);
    }
    return faults;
  });
}

/** The share of the screen's height that the units can use: what does not stick to its edges. */
const free = (page: Page) =>
  page.evaluate(() => {
    const stuck = [...document.querySelectorAll('.head, .status, .dock, .actions, .glance, .search, .guide')].filter(
      (own) => own.checkVisibility() && ['fixed', 'sticky'].includes(getComputedStyle(own).position),
    );
    return 1 - stuck.reduce((sum, own) => sum + own.getBoundingClientRect().height, 0) / innerHeight;
  });

for (const tight of TIGHT) {
  test(`with ${tight.name} every page can be read, and units are seen`, { tag: '@phone' }, async ({ page }) => {
    await beginBattle(page);
    const battle = idOf(page);
    await tighten(page, tight);
    expect.soft(await faults(page), 'the table').toEqual([]);
    await expect.poll(() => free(page), 'what sticks leaves most of the screen').toBeGreaterThan(0.7);
    const row = page.locator('.unit-row:visible').nth(1);
    await row.scrollIntoViewIfNeeded();
    await row.click();
    await expect(page.locator('.unit-body:visible')).toBeVisible();
    expect.soft(await faults(page), 'the table with a unit open').toEqual([]);
    const offer = page.locator('.unit-body:visible').getByRole('link').first();
    await offer.scrollIntoViewIfNeeded();
    await expect(offer).toBeInViewport();
    const places = [
      ...addresses({}),
      ...addresses({ ruleset: 'argad' }),
      ...addresses({ ruleset: 'pike_and_shot', procedure: 'infantry_fire' }),
      ...addresses({ battle }),
    ];
    for (const hash of places) {
      await page.goto(`./${hash}`);
      await expect(page.locator('h1')).toBeVisible();
      await tighten(page, tight);
      expect.soft(await faults(page), hash).toEqual([]);
      expect.soft(await free(page), hash).toBeGreaterThan(0.5);
    }
  });

  test(`with ${tight.name} the tables of all rulesets can be read, in a guided battle, too`, { tag: '@phone' }, async ({ page }) => {
    for (const place of ['sample/pikette_squared', 'sample/argad', 'sample/arquebusier', 'guide/arquebusier', 'guide/pike_and_shot']) {
      await page.goto('./');
      await page.locator(`a[href="#/${place}"]`).click();
      await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
      await tighten(page, tight);
      expect.soft(await faults(page), place).toEqual([]);
      await expect.poll(() => free(page), `what sticks leaves most of the screen: ${place}`).toBeGreaterThan(0.7);
    }
  });

  test(`with ${tight.name} a charge is seen from its odds to its outcome`, { tag: '@phone' }, async ({ page }) => {
    await beginBattle(page);
    await charge(page);
    await tighten(page, tight);
    expect.soft(await faults(page), 'the panel').toEqual([]);
    expect.soft(await free(page), 'the panel').toBeGreaterThan(0.3);
    // What the larger letters have moved under the finger takes no tap for a moment.
    await lift(page);
    await expect(page.locator('.tap-cover')).toBeHidden();
    await page.getByRole('button', { name: 'Enter dice' }).click();
    expect.soft(await faults(page), 'the pad').toEqual([]);
    await page.getByRole('button', { name: '5', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible();
    expect.soft(await faults(page), 'the outcome').toEqual([]);
    expect.soft(await free(page), 'the outcome').toBeGreaterThan(0.3);
  });
}

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
    await tighten(page, { name: '', width: 320, height: 568, letters: 200 });
    expect(await faults(page)).toEqual([]);
    const outside = await bands
      .locator('.chip')
      .evaluateAll((all) => all.filter((own) => own.getBoundingClientRect().right > innerWidth).length);
    expect(outside).toBe(0);
  });
}

test('with letters, words and lines set further apart nothing is cut', async ({ page }) => {
  await beginBattle(page);
  // The distances of the guidelines (1.4.12).
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
  // What a closed row or the tabs have no room for is shown in the open row, and at the head of the side.
  const found = (await faults(page)).filter(
    (own) => !/unit-name|unit-state|\.of-phase|SPAN\. |\.under|status-row|\.moment|\.active/.test(own),
  );
  expect(found).toEqual([]);
  const name = await row.locator('.unit-name').evaluate((own) => own.scrollWidth <= own.clientWidth + 2);
  expect(name, 'the name of the open unit is whole').toBe(true);
});

/** Walks with Tab or Shift+Tab; says which stops lie under something else. */
async function hidden(page: Page, key: string, stops: number) {
  const under: string[] = [];
  for (let n = 0; n < stops; n++) {
    await page.keyboard.press(key);
    const found = await page.evaluate(() => {
      const own = document.activeElement!;
      if (own === document.body) return '';
      // What is drawn for a field is its label.
      const drawn = own.closest('label') ?? own;
      const box = drawn.getBoundingClientRect();
      const y = box.top + Math.min(box.height, 40) / 2;
      const at = (x: number) => document.elementFromPoint(x, y);
      const above = at(box.left + box.width / 2);
      const sees = (found: Element | null) => found !== null && (drawn.contains(found) || found.contains(drawn));
      // Beside a column that sticks, half of it is enough.
      const seen = sees(above) || (own.closest('table') !== null && sees(at(box.right - 6)));
      return seen
        ? ''
        : `${own.tagName}.${own.className} “${own.textContent?.trim().slice(0, 30)}” at ${Math.round(y)}, under ${above?.className}`;
    });
    if (found) under.push(found);
  }
  return under;
}

test('nothing that has the focus lies under what sticks', async ({ page }) => {
  await beginBattle(page);
  // For a moment after a tap, what came under the finger is covered by what nobody sees.
  await expect(page.locator('.tap-cover')).toBeHidden();
  expect.soft(await hidden(page, 'Tab', 60), 'the table').toEqual([]);
  expect.soft(await hidden(page, 'Shift+Tab', 60), 'the table, backwards').toEqual([]);
  await page.goto('./#/rules/pike_and_shot');
  await page.getByRole('searchbox').fill('horse');
  expect.soft(await hidden(page, 'Tab', 30), 'the rules').toEqual([]);
  expect.soft(await hidden(page, 'Shift+Tab', 30), 'the rules, backwards').toEqual([]);
});

test('nothing that has the focus lies under what sticks on a panel, nor under the guide', async ({ page }) => {
  await beginBattle(page);
  await charge(page);
  await expect(page.locator('.tap-cover')).toBeHidden();
  expect.soft(await hidden(page, 'Tab', 45), 'a panel').toEqual([]);
  expect.soft(await hidden(page, 'Shift+Tab', 45), 'a panel, backwards').toEqual([]);
  await page.goto('./#/');
  await page.locator('a[href="#/guide/arquebusier"]').click();
  await expect(page.getByRole('complementary', { name: 'Guide' })).toBeVisible();
  expect.soft(await hidden(page, 'Tab', 40), 'a guided battle').toEqual([]);
  expect.soft(await hidden(page, 'Shift+Tab', 40), 'a guided battle, backwards').toEqual([]);
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

test('what is read at arm’s length is large enough', async ({ page, isMobile }) => {
  await beginBattle(page);
  /** That these are there, and none of them, or of their letters, is smaller, in pixels. */
  const atLeast = async (least: number, selector: string, what: 'letters' | 'height' = 'letters') => {
    const all = page.locator(`${selector}:visible`);
    await expect(all.first()).toBeVisible();
    const found = await all.evaluateAll(
      (all, what) =>
        all.map((own) => (what === 'letters' ? parseFloat(getComputedStyle(own).fontSize) : own.getBoundingClientRect().height)),
      what,
    );
    expect(Math.min(...found), selector).toBeGreaterThanOrEqual(least);
  };
  await atLeast(14, '.dock .under');
  if (isMobile) await atLeast(14, '.tab');
  await atLeast(14, '.status-row');
  await atLeast(14, '.unit-state');
  await atLeast(20, '.status-row .number:not(.look-card)');
  await atLeast(20, '.gauge');
  await page.locator('.unit-row:visible').nth(1).click();
  await atLeast(18, '.unit-body .pip', 'height');
  await charge(page);
  await atLeast(20, '.odds .chances em');
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await page.getByRole('button', { name: '5', exact: true }).click();
  await atLeast(20, '.outcome .headline');
  await atLeast(20, '.outcome .face');
  await page.goto('./#/quick/pike_and_shot/infantry_fire');
  await atLeast(15, '.chip');
});
