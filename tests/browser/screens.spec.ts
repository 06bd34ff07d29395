// Compares the main pages with the pictures in the folder `screens`: on a phone and on a tablet, in the light and the dark theme. The
// README shows four of them.
//
// After a change of a page's look, update the pictures, and view each changed one before you commit it:
//
//   cargo xtask test --only browser -- screens --update-snapshots=all
//
// The pictures are the same on other machines: pages use the tests' fonts (fonts.ts), and the comparison ignores the smoothing of
// letters (compare.ts).
import { chip, lines } from './groups';
import { addRoster, applyOutcome, beginBattle, charge, nextPhase } from './play';
import { appReady, expect, test } from './page';
import { comparePicture, makeRepeatable } from './pictures';
import { readPng } from './png.js';
import { layScenario, scenario } from './scenario_play';
import { lay, type Set } from './script';
import type { Locator, Page } from '@playwright/test';

// The page's content security policy forbids the tests' fonts. Times are shown in UTC.
test.use({ bypassCSP: true, timezoneId: 'UTC' });

test.beforeEach(({ page }) => makeRepeatable(page));

const hide = (what: Locator) => what.evaluate((element: HTMLElement) => (element.style.visibility = 'hidden'));

const THEMES = ['light', 'dark'] as const;

for (const theme of THEMES) {
  test(`the main pages look as in the pictures, ${theme}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto('./#/');
    await expect(page.getByRole('main')).toBeVisible();
    await comparePicture(page, `home-${theme}`);

    await page.goto('./#/rules/pike_and_shot');
    await page
      .locator('.chapter > summary')
      .filter({ hasText: /Fire|fire/ })
      .first()
      .click();
    await comparePicture(page, `reference-${theme}`);

    await beginBattle(page);
    await page.getByRole('button', { name: 'Got it' }).click();
    const unit = page
      .locator('.side:visible')
      .first()
      .getByRole('article')
      .filter({ has: page.getByRole('group', { name: 'Counters' }) });
    for (let n = 0; n < 3; n += 1) await unit.first().getByRole('button', { name: 'Counters: more' }).click();
    await comparePicture(page, `table-${theme}`);

    await charge(page);
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect(page.locator('.slow-effects[aria-busy=false]')).toBeAttached();
    await page.getByRole('region', { name: 'Odds' }).evaluate((odds) => odds.scrollIntoView());
    await comparePicture(page, `panel-${theme}`);

    await page.getByRole('button', { name: 'Enter dice' }).click();
    await page.getByRole('button', { name: '5', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible();
    // The button is disabled for a moment after it has appeared.
    await expect(page.getByRole('button', { name: 'Apply to the table' })).toBeEnabled();
    await page.evaluate(() => scrollTo(0, 0));
    await comparePicture(page, `outcome-${theme}`);

    await applyOutcome(page);
    await expect(
      nextPhase(page)
        .or(page.getByRole('link', { name: 'Back to the table' }))
        .first(),
    ).toBeVisible();
    await page.goto(new URL(page.url()).hash.replace(/^(#\/battle\/[^/]+).*/, './$1/log'));
    await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
    // The fingerprint differs with each run.
    await hide(page.getByText(/^Log fingerprint/));
    await comparePicture(page, `log-${theme}`);
    await page.goto('./#/rosters');
    await page.getByRole('button', { name: 'Copy the sample' }).first().click();
    await expect(page.getByLabel('Name of the roster')).toBeVisible();
    await page.getByRole('article').nth(1).getByRole('button').first().click();
    await expect(page.getByRole('article').nth(1).getByLabel('Name')).toBeVisible();
    await comparePicture(page, `roster-${theme}`);
  });
}

test('a group act, a scenario in play and the hall view look as in the pictures', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await layScenario(page, scenario('arquebusier', 'dreux'));
  await chip(page, /^Command/)
    .first()
    .click();
  await expect(lines(page).first()).toBeVisible();
  await comparePicture(page, 'group');
  const naseby = scenario('pike_and_shot', 'naseby');
  await layScenario(page, naseby, [
    ['battle', 'turn', 4],
    ['battle', 'event:weather', 4],
  ]);
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  await comparePicture(page, 'scenario');
  await page.goto('./#/battle/turn/hall');
  await expect(page.getByText(/^Off the table: /).first()).toBeVisible();
  await comparePicture(page, 'hall');
});

test('with forced colours, filled shapes stay visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await beginBattle(page);
  await page.getByRole('button', { name: 'Got it' }).click();
  const unit = page
    .locator('.side:visible')
    .first()
    .getByRole('article')
    .filter({ has: page.getByRole('group', { name: 'Counters' }) });
  for (let n = 0; n < 3; n += 1) await unit.first().getByRole('button', { name: 'Counters: more' }).click();
  await comparePicture(page, 'forced-table');
  await charge(page);
  await page.getByRole('region', { name: 'Odds' }).evaluate((odds) => odds.scrollIntoView());
  await comparePicture(page, 'forced-panel');
  await page.goto('./#/settings');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await comparePicture(page, 'forced-settings');
});

// Some marks are smaller than the differences that the pictures above allow. The next tests therefore measure pixels, with the forced
// colours of a light and of a dark system.

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The boxes of all elements that match. */
const boxesOf = (all: Locator): Promise<Box[]> => all.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON()));

/** A part of a box. The bounds are fractions of its width and height. */
const part = ({ x, y, width, height }: Box, [left, right]: number[], [top, bottom]: number[]): Box => ({
  x: x + width * left,
  y: y + height * top,
  width: width * (right - left),
  height: height * (bottom - top),
});

const middle = (box: Box) => part(box, [0.35, 0.65], [0.35, 0.65]);

/** Parts of the outline of a box: the middle of each of its sides. */
const outline = ({ x, y, width, height }: Box): Box[] => [
  ...[x, x + width - 2].map((x) => part({ x, y, width: 2, height }, [0, 1], [0.35, 0.65])),
  ...[y, y + height - 2].map((y) => part({ x, y, width, height: 2 }, [0.35, 0.65], [0, 1])),
];

/** The stripe at the left of a box, without its edges and corners. */
const stripe = ({ x, y, height }: Box): Box => ({ x: x + 2, y: y + 8, width: 4, height: height - 16 });

/** Functions that measure a box on the screen with this theme: its brightness, and the share of its pixels that differ from the
 * background. They only work for boxes within the lines of the screen that `elements` cover. */
async function measureInk(page: Page, theme: (typeof THEMES)[number], elements: Locator) {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  const all = await boxesOf(elements);
  const from = Math.floor(Math.min(...all.map(({ y }) => y)));
  const [across, down] = [page.viewportSize()!.width, Math.ceil(Math.max(...all.map(({ y, height }) => y + height))) - from];
  const { width, brightness } = readPng(
    await page.screenshot({ animations: 'disabled', clip: { x: 0, y: from, width: across, height: down } }),
  );
  const scale = width / across;
  const columns = ({ x, y, width, height }: Box) => {
    const [left, right, top, bottom] = [x, x + width, y - from, y + height - from].map((edge) => Math.round(edge * scale));
    return Array.from({ length: right - left }, (_, across) =>
      Array.from({ length: bottom - top }, (_, down) => brightness(left + across, top + down)),
    );
  };
  const mean = (all: number[]) => all.reduce((sum, value) => sum + value, 0) / all.length;
  const isInk = (point: number) => Math.abs(point - (theme === 'light' ? 255 : 0)) > 60;
  return {
    brightness: (box: Box) => mean(columns(box).flat()),
    ink: (box: Box) =>
      mean(
        columns(box)
          .flat()
          .map((point) => Number(isInk(point))),
      ),
  };
}

/** Expects a full stripe for the first side, and a hatched one for the second. */
function expectStripes([first, second]: number[], where: string) {
  expect(first, `stripe of the first side, ${where}`).toBeGreaterThan(0.95);
  expect(second, `stripe of the second side, ${where}`).toBeGreaterThan(0.4);
  expect(second, `its hatching, ${where}`).toBeLessThan(0.85);
}

test('with forced colours, sides, counters, phases and chances can be told apart', { tag: '@phone' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const foot = { pikes: 8, muskets: 16, morale_class: 'average' };
  const names = ['Skippon', 'Montagu', 'Tillier', 'Broughton'];
  const units = names.map((name, n) => ({ id: `u${n + 1}`, side: n >> 1, profile: { name, ...foot } }));
  const sets: Set[] = [
    ['battle', 'phase', 3],
    ['u1', 'counters', 3],
    ['u1', 'contacts', ['u3']],
    ['u3', 'contacts', ['u1']],
  ];
  await lay(page, { ruleset: 'pike_and_shot', units }, 'turn', { hints: ['table', 'panel'] }, sets);

  // A phone shows one side at a time.
  const row = page.locator('.side:visible .unit').first();
  const first: number[] = [];
  // The counters of an open row.
  await row.locator('.unit-row').click();
  await expect(row.locator('.unit-body .pip')).toHaveCount(6);
  for (const theme of THEMES) {
    const { brightness, ink } = await measureInk(page, theme, page.locator('.status').or(row));
    first.push(ink(stripe((await boxesOf(row))[0])));
    const pips = await boxesOf(row.locator('.unit-body .pip'));
    expect(
      pips.map((pip) => ink(middle(pip))),
      `counters, ${theme}`,
    ).toEqual([1, 1, 1, 0, 0, 0]);
    // The last pip, at which the unit breaks, is dashed.
    for (const edge of [...pips.slice(0, 5).flatMap(outline), pips[5]])
      expect(ink(edge), `outlines of counters, ${theme}`).toBeGreaterThan(0.15);

    const phases = await boxesOf(page.locator('.ticks i'));
    const shades = phases.map((phase) => brightness(middle(phase)));
    const [done, ahead] = [shades.slice(0, 3), shades.slice(4)];
    for (const alike of [done, ahead]) expect(Math.max(...alike) - Math.min(...alike), `phases, ${theme}`).toBeLessThan(2);
    for (const other of [shades[3], ahead[0]]) expect(Math.abs(done[0] - other), `phases that are done, ${theme}`).toBeGreaterThan(25);
    expect(Math.abs(shades[3] - ahead[0]), `this phase and the next, ${theme}`).toBeGreaterThan(25);
  }
  await page.getByRole('group', { name: 'Sides' }).getByRole('button').last().click();
  await expect(row).toHaveAccessibleName('Tillier');
  for (const [n, theme] of THEMES.entries()) {
    const { ink } = await measureInk(page, theme, row);
    expectStripes([first[n], ink(stripe((await boxesOf(row))[0]))], `table, ${theme}`);
  }

  // A panel with participants and chances.
  await page.goto('./#/battle/turn/do/melee_round/u1');
  const [who, chart] = [page.locator('.role .who'), (side: string) => page.locator(`.bars.${side}`).first()];
  await chart('own').evaluate((element) => element.scrollIntoView({ block: 'center' }));
  for (const theme of THEMES) {
    const { ink } = await measureInk(page, theme, chart('own').or(chart('enemy')));
    for (const [side, full] of [
      ['own', 1],
      ['enemy', 0.6],
    ] as const) {
      const rows = chart(side).locator('td');
      const chances = (await rows.allTextContents()).map((words) => (words.startsWith('under') ? 0 : Number.parseInt(words) / 100));
      expect(Math.max(...chances) - Math.min(...chances)).toBeGreaterThan(0.66);
      const [bars, fillings] = [await boxesOf(rows.locator('.bar')), await boxesOf(rows.locator('.bar > i'))];
      for (const [n, bar] of bars.entries()) {
        const { x, y, width, height } = fillings[n];
        // The chance is the height of a column, or the width of a bar.
        const isColumn = bar.height > 40;
        const share = isColumn ? height / (bar.height - 1) : width / bar.width;
        expect(Math.abs(share - chances[n]), `bar of ${chances[n]}, ${side}, ${theme}`).toBeLessThan(0.04);
        if (chances[n] < 0.2) continue;
        const filled = ink({ x, y: y + 1, width, height: height - 2 });
        expect(Math.abs(filled - full), `filling of a bar of ${chances[n]}, ${side}, ${theme}`).toBeLessThan(0.1);
      }
    }
  }
  await page.evaluate(() => scrollTo(0, 0));
  for (const theme of THEMES) {
    const { ink } = await measureInk(page, theme, who);
    expectStripes((await boxesOf(who)).map(stripe).map(ink), `panel, ${theme}`);
  }
  // On a wide screen, all other units are next to the panel.
  await page.setViewportSize({ width: 1024, height: 768 });
  const lines = page.locator('.panel-side .line').filter({ hasText: /\S/ });
  await expect(lines).toHaveText([/Montagu/, /Broughton/]);
  for (const theme of THEMES) {
    const { ink } = await measureInk(page, theme, lines);
    expectStripes((await boxesOf(lines)).map(stripe).map(ink), `beside a panel, ${theme}`);
  }
});

test('with forced colours, switches that are on and chosen chips differ from the others', { tag: '@phone' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('./#/settings');
  const vibrate = page.getByRole('switch', { name: /Vibrate/ });
  await expect(vibrate).toBeChecked();
  // Choosing a theme would fix the colours. So "Device default" stays chosen, and "Light" is the chip that is not chosen.
  const expectLook = async (on: boolean) => {
    const chip = page.locator('.chip', { hasText: on ? /^Device default$/ : /^Light$/ }).first();
    for (const theme of THEMES) {
      const { ink } = await measureInk(page, theme, vibrate.or(chip));
      const [[button], [box]] = [await boxesOf(vibrate), await boxesOf(chip)];
      const state = `${on ? 'on' : 'off'}, ${theme}`;
      // Off, the knob is at the left. On, everything except the knob is filled.
      const [left, right, above] = [
        part(button, [0.25, 0.35], [0.4, 0.6]),
        part(button, [0.65, 0.75], [0.4, 0.6]),
        part(button, [0.4, 0.6], [0.09, 0.13]),
      ];
      expect([left, right, above].map(ink), `switch, ${state}`).toEqual(on ? [1, 0, 1] : [1, 0, 0]);
      for (const edge of [...outline(button), ...outline(box)]) expect(ink(edge), `outlines, ${state}`).toBeGreaterThan(0.15);
      // A chosen chip is filled except for its text. Otherwise only the text is drawn.
      const [least, most] = on ? [0.75, 0.97] : [0.05, 0.3];
      const filled = ink(part(box, [0.1, 0.9], [0.1, 0.9]));
      expect(filled, `chip, ${state}`).toBeGreaterThan(least);
      expect(filled, `chip, ${state}`).toBeLessThan(most);
    }
  };
  await expectLook(true);
  await vibrate.uncheck();
  await expectLook(false);
});

// Layout of pages, and stored preferences about their look.

const themeOf = (page: Page) => page.locator('html').getAttribute('data-theme');
const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('the chosen theme applies from the first paint, or else the device’s theme', { tag: '@phone' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('./#/settings');
  await expect.poll(() => themeOf(page)).toBe('light');
  const light = await paper(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => themeOf(page)).toBe('dark');
  await expect.poll(() => paper(page)).not.toBe(light);
  await page.getByRole('radio', { name: 'Sunlight: black on white' }).check();
  await expect.poll(() => paper(page)).toBe('rgb(255, 255, 255)');
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#ffffff');
  // Blocks the app, so that the page shows the first paint.
  await page.route('**/*.wasm', () => {});
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect.poll(() => themeOf(page)).toBe('sun');
  await expect.poll(() => paper(page)).toBe('rgb(255, 255, 255)');
});

test('preferences survive a reload, and other tabs follow', { tag: '@phone' }, async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('./#/');
  await page.goto('./#/settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('switch', { name: /Vibrate/ }).uncheck();
  await page.getByRole('switch', { name: /screen/ }).uncheck();
  await expect.poll(() => themeOf(other)).toBe('dark');
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

/** Controls that overlap, that are cut off or outside the screen, and that are too small for a thumb. */
async function layoutFaults(page: Page) {
  return page.evaluate(() => {
    const described = (element: Element) => `${element.tagName}.${element.className} “${element.textContent?.trim().slice(0, 30)}”`;
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && element.getBoundingClientRect().width > 1;
    const faults: string[] = [];
    const controls = [...document.querySelectorAll('button, a.button, a.icon, .chip, select, summary, .tab')].filter(shown);
    for (const control of controls) {
      const box = control.getBoundingClientRect();
      // The touch area of a help button is larger than its drawing, so it is not checked.
      const small = !control.closest('.help, .grid') && (box.height < 43.5 || box.width < 43.5);
      if (small) faults.push(`small: ${described(control)} ${Math.round(box.width)}×${Math.round(box.height)}`);
      // The lines of duties and chips scroll sideways.
      const isOutside = !control.closest('.due-line, .chip-line') && (box.left < -1 || box.right > innerWidth + 1);
      if (isOutside) faults.push(`beyond the edge: ${described(control)}`);
      const clipped = control.scrollWidth > control.clientWidth + 2 && !control.matches('input, select');
      if (clipped && getComputedStyle(control).overflow !== 'visible') faults.push(`cut off: ${described(control)}`);
    }
    const boxes = controls
      .filter((element) => !element.closest('.dock, .head, .actions, .notices, .skip, .tracker-bars'))
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    for (const [index, a] of boxes.entries()) {
      for (const b of boxes.slice(index + 1)) {
        if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (across > 2 && down > 2) faults.push(`over each other: ${described(a.element)} and ${described(b.element)}`);
      }
    }
    return faults;
  });
}

for (const theme of THEMES) {
  test(`the layout of the main pages has no faults, ${theme}`, async ({ page, isMobile }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto('./');
    await appReady(page);
    expect(await layoutFaults(page), 'home').toEqual([]);
    await addRoster(page);
    expect(await layoutFaults(page), 'roster').toEqual([]);
    await page.goto('./#/new');
    await expect(page.getByRole('heading', { level: 1, name: 'New battle' })).toBeVisible();
    expect(await layoutFaults(page), 'new battle').toEqual([]);
    await beginBattle(page);
    expect(await layoutFaults(page), 'table').toEqual([]);
    // The primary button is within the thumb's reach, and the acts of a card are visible without scrolling.
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
    expect(await layoutFaults(page), 'panel').toEqual([]);
    if (isMobile) {
      // The main chances are above the buttons, wherever the other odds are.
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
    expect(await layoutFaults(page), 'pad').toEqual([]);
    await page.getByRole('button', { name: '5', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible();
    expect(await layoutFaults(page), 'outcome').toEqual([]);
  });
}
