// Compares the main pages with the pictures in the folder `screens`: on a phone and on a tablet, in the light and in the dark. The README
// shows three of them.
//
// After a change of how a page looks, draw them anew, and look at each one that changed before you commit it:
//
//   cargo xtask test --only browser -- screens --update-snapshots=all
//
// The pictures hold on other machines: pages are drawn with fonts of the tests (fonts.ts), and the comparison overlooks how letters are
// smoothed (compare.ts).
import { addRoster, applyOutcome, beginBattle, charge, nextPhase } from './play';
import { appReady, expect, test } from './page';
import { picture, steady } from './pictures';
import { readPng } from './png.js';
import { lay, type Set } from './script';
import type { Locator, Page } from '@playwright/test';

// The page's own policy forbids the tests' fonts. Times are shown in UTC.
test.use({ bypassCSP: true, timezoneId: 'UTC' });

test.beforeEach(({ page }) => steady(page));

const hide = (what: Locator) => what.evaluate((element: HTMLElement) => (element.style.visibility = 'hidden'));

const GROUNDS = ['light', 'dark'] as const;

for (const ground of GROUNDS) {
  test(`the main pages look as they did, ${ground}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: ground, reducedMotion: 'reduce' });
    await page.goto('./#/');
    await expect(page.getByRole('main')).toBeVisible();
    await picture(page, `home-${ground}`);

    await page.goto('./#/rules/pike_and_shot');
    await page
      .locator('.chapter > summary')
      .filter({ hasText: /Fire|fire/ })
      .first()
      .click();
    await picture(page, `reference-${ground}`);

    await beginBattle(page);
    await page.getByRole('button', { name: 'Got it' }).click();
    const unit = page
      .locator('.side:visible')
      .first()
      .getByRole('article')
      .filter({ has: page.getByRole('group', { name: 'Counters' }) });
    for (let n = 0; n < 3; n += 1) await unit.first().getByRole('button', { name: 'Counters: more' }).click();
    await picture(page, `table-${ground}`);

    await charge(page);
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect(page.locator('.slow-effects[aria-busy=false]')).toBeAttached();
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
    await expect(
      nextPhase(page)
        .or(page.getByRole('link', { name: 'Back to the table' }))
        .first(),
    ).toBeVisible();
    await page.goto(new URL(page.url()).hash.replace(/^(#\/battle\/[^/]+).*/, './$1/log'));
    await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
    // Each battle has a fingerprint of its own.
    await hide(page.getByText(/^Log fingerprint/));
    await picture(page, `log-${ground}`);
    await page.goto('./#/rosters');
    await page.getByRole('button', { name: 'Copy the sample' }).first().click();
    await expect(page.getByLabel('Name of the roster')).toBeVisible();
    await page.getByRole('article').nth(1).getByRole('button').first().click();
    await expect(page.getByRole('article').nth(1).getByLabel('Name')).toBeVisible();
    await picture(page, `roster-${ground}`);
  });
}

test('in the colours of the system, filled shapes stay visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await beginBattle(page);
  await page.getByRole('button', { name: 'Got it' }).click();
  const unit = page
    .locator('.side:visible')
    .first()
    .getByRole('article')
    .filter({ has: page.getByRole('group', { name: 'Counters' }) });
  for (let n = 0; n < 3; n += 1) await unit.first().getByRole('button', { name: 'Counters: more' }).click();
  await picture(page, 'forced-table');
  await charge(page);
  await page.getByRole('region', { name: 'Odds' }).evaluate((odds) => odds.scrollIntoView());
  await picture(page, 'forced-panel');
  await page.goto('./#/settings');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await picture(page, 'forced-settings');
});

// Marks are smaller than what may differ in the pictures above. So these are looked at point by point, in the colours of a light and of a dark system.

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The boxes of all that is found. */
const boxes = (all: Locator): Promise<Box[]> => all.evaluateAll((all) => all.map((own) => own.getBoundingClientRect().toJSON()));

/** A part of a box, by shares of its width and of its height. */
const part = ({ x, y, width, height }: Box, [left, right]: number[], [top, bottom]: number[]): Box => ({
  x: x + width * left,
  y: y + height * top,
  width: width * (right - left),
  height: height * (bottom - top),
});

const middle = (box: Box) => part(box, [0.35, 0.65], [0.35, 0.65]);

/** Where the outline of a box is drawn, at the middle of each of its sides. */
const outline = ({ x, y, width, height }: Box): Box[] => [
  ...[x, x + width - 2].map((x) => part({ x, y, width: 2, height }, [0, 1], [0.35, 0.65])),
  ...[y, y + height - 2].map((y) => part({ x, y, width, height: 2 }, [0.35, 0.65], [0, 1])),
];

/** The stripe at the left of a box, but for its edges and corners. */
const stripe = ({ x, y, height }: Box): Box => ({ x: x + 2, y: y + 8, width: 4, height: height - 16 });

/** Of what is on the screen, drawn in the colours of such a system: the brightness of a box, which share of it is not left blank,
 * and how far from its left something is drawn. Only the lines of the screen that hold what is named are looked at. */
async function drawn(page: Page, ground: (typeof GROUNDS)[number], what: Locator) {
  await page.emulateMedia({ colorScheme: ground });
  await expect(page.locator('html')).toHaveAttribute('data-theme', ground);
  const all = await boxes(what);
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
  const mean = (all: number[]) => all.reduce((sum, own) => sum + own, 0) / all.length;
  const isInk = (point: number) => Math.abs(point - (ground === 'light' ? 255 : 0)) > 60;
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

/** The stripe of the first side is full, that of the second hatched. */
function expectStripes([first, second]: number[], where: string) {
  expect(first, `stripe of the first side, ${where}`).toBeGreaterThan(0.95);
  expect(second, `stripe of the second side, ${where}`).toBeGreaterThan(0.4);
  expect(second, `its hatching, ${where}`).toBeLessThan(0.85);
}

test('in the colours of the system, sides, counters, phases and chances are drawn apart', { tag: '@phone' }, async ({ page }) => {
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

  // A phone shows one side of the table, and then the other.
  const row = page.locator('.side:visible .unit').first();
  const first: number[] = [];
  // The counters of an open row.
  await row.locator('.unit-row').click();
  await expect(row.locator('.unit-body .pip')).toHaveCount(6);
  for (const ground of GROUNDS) {
    const { brightness, ink } = await drawn(page, ground, page.locator('.status').or(row));
    first.push(ink(stripe((await boxes(row))[0])));
    const pips = await boxes(row.locator('.unit-body .pip'));
    expect(
      pips.map((pip) => ink(middle(pip))),
      `counters, ${ground}`,
    ).toEqual([1, 1, 1, 0, 0, 0]);
    // At the last one, which is dashed, the unit breaks.
    for (const edge of [...pips.slice(0, 5).flatMap(outline), pips[5]])
      expect(ink(edge), `outlines of counters, ${ground}`).toBeGreaterThan(0.15);

    const phases = await boxes(page.locator('.ticks i'));
    const shades = phases.map((phase) => brightness(middle(phase)));
    const [done, ahead] = [shades.slice(0, 3), shades.slice(4)];
    for (const alike of [done, ahead]) expect(Math.max(...alike) - Math.min(...alike), `phases, ${ground}`).toBeLessThan(2);
    for (const other of [shades[3], ahead[0]]) expect(Math.abs(done[0] - other), `phases that are done, ${ground}`).toBeGreaterThan(25);
    expect(Math.abs(shades[3] - ahead[0]), `this phase and the next, ${ground}`).toBeGreaterThan(25);
  }
  await page.getByRole('group', { name: 'Sides' }).getByRole('button').last().click();
  await expect(row).toHaveAccessibleName('Tillier');
  for (const [n, ground] of GROUNDS.entries()) {
    const { ink } = await drawn(page, ground, row);
    expectStripes([first[n], ink(stripe((await boxes(row))[0]))], `table, ${ground}`);
  }

  // A panel: who takes part, and how likely what is.
  await page.goto('./#/battle/turn/do/melee_round/u1');
  const [who, chart] = [page.locator('.role .who'), (side: string) => page.locator(`.bars.${side}`).first()];
  await chart('own').evaluate((own) => own.scrollIntoView({ block: 'center' }));
  for (const ground of GROUNDS) {
    const { ink } = await drawn(page, ground, chart('own').or(chart('enemy')));
    for (const [side, full] of [
      ['own', 1],
      ['enemy', 0.6],
    ] as const) {
      const rows = chart(side).locator('td');
      const chances = (await rows.allTextContents()).map((words) => (words.startsWith('under') ? 0 : Number.parseInt(words) / 100));
      expect(Math.max(...chances) - Math.min(...chances)).toBeGreaterThan(0.66);
      const [bars, fillings] = [await boxes(rows.locator('.bar')), await boxes(rows.locator('.bar > i'))];
      for (const [n, bar] of bars.entries()) {
        const { x, y, width, height } = fillings[n];
        // Columns are as high as they are likely, bars as wide.
        const isColumn = bar.height > 40;
        const share = isColumn ? height / (bar.height - 1) : width / bar.width;
        expect(Math.abs(share - chances[n]), `bar of ${chances[n]}, ${side}, ${ground}`).toBeLessThan(0.04);
        if (chances[n] < 0.2) continue;
        const filled = ink({ x, y: y + 1, width, height: height - 2 });
        expect(Math.abs(filled - full), `filling of a bar of ${chances[n]}, ${side}, ${ground}`).toBeLessThan(0.1);
      }
    }
  }
  await page.evaluate(() => scrollTo(0, 0));
  for (const ground of GROUNDS) {
    const { ink } = await drawn(page, ground, who);
    expectStripes((await boxes(who)).map(stripe).map(ink), `panel, ${ground}`);
  }
  // Where there is room, all others stand beside it.
  await page.setViewportSize({ width: 1024, height: 768 });
  const lines = page.locator('.panel-side .line');
  await expect(lines).toHaveText([/Montagu/, /Broughton/]);
  for (const ground of GROUNDS) {
    const { ink } = await drawn(page, ground, lines);
    expectStripes((await boxes(lines)).map(stripe).map(ink), `beside a panel, ${ground}`);
  }
});

test('in the colours of the system, what is switched on or chosen differs from what is not', { tag: '@phone' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('./#/settings');
  const own = page.getByRole('switch', { name: /Vibrate/ });
  await expect(own).toBeChecked();
  // A theme that is chosen would not follow the ground, so the chip that is not chosen is another one.
  const looks = async (on: boolean) => {
    const chip = page.locator('.chip', { hasText: on ? /^Device default$/ : /^Light$/ }).first();
    for (const ground of GROUNDS) {
      const { ink } = await drawn(page, ground, own.or(chip));
      const [[button], [box]] = [await boxes(own), await boxes(chip)];
      const told = `${on ? 'on' : 'off'}, ${ground}`;
      // The knob is to the left while it is off; on, all but the knob is filled.
      const [left, right, above] = [
        part(button, [0.25, 0.35], [0.4, 0.6]),
        part(button, [0.65, 0.75], [0.4, 0.6]),
        part(button, [0.4, 0.6], [0.09, 0.13]),
      ];
      expect([left, right, above].map(ink), `switch, ${told}`).toEqual(on ? [1, 0, 1] : [1, 0, 0]);
      for (const edge of [...outline(button), ...outline(box)]) expect(ink(edge), `outlines, ${told}`).toBeGreaterThan(0.15);
      // Filled but for its words, or its words alone.
      const [least, most] = on ? [0.75, 0.97] : [0.05, 0.3];
      const filled = ink(part(box, [0.1, 0.9], [0.1, 0.9]));
      expect(filled, `chip, ${told}`).toBeGreaterThan(least);
      expect(filled, `chip, ${told}`).toBeLessThan(most);
    }
  };
  await looks(true);
  await own.uncheck();
  await looks(false);
});

// What stands where, and what is kept of how pages look.

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
      const small = !control.closest('.help, .grid') && (box.height < 43.5 || box.width < 43.5);
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

for (const ground of GROUNDS) {
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
