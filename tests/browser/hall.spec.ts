// The hall view: in all rulesets, large armies with long names and every kind of roll fit the screen without scrolling.
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expectAccessible } from './axe';
import { fontsLoaded, useTestFonts } from './fonts';
import { largeBattle } from './large_battle';
import { expect, test } from './page';
import type { Header, StoredEvent } from './contract';
import { endPhase, log, seal } from './play';
import { lay, newUnit, reloadAt, foot } from './script';

// Room for text depends on the fonts, which differ between systems.
test.use({ bypassCSP: true });
test.beforeEach(({ page }) => useTestFonts(page));

/** Reports a failure, and continues the test. */
const softly = expect.configure({ soft: true });

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

interface Recorded {
  id: string;
  header: Header;
  /** Its events in their order, each with its key. */
  events: [string, StoredEvent][];
}

const parseSealed = (text: string) => JSON.parse(text.split('.').slice(3).join('.'));

/** A stored battle of an earlier version, with rolls of nearly all procedures. */
function readRecorded(file: string): Recorded {
  const { texts } = JSON.parse(readFileSync(new URL(`../fixtures/v1/battles/${file}.json`, import.meta.url), 'utf8')) as {
    texts: Record<string, string>;
  };
  const [key, header] = Object.entries(texts).find(([key]) => key.startsWith('drumhead/battle/'))!;
  const position = (key: string) => Number.parseInt(key.split('/')[3]);
  const events = Object.entries(texts).filter(([key]) => key.includes('/event/'));
  events.sort(([a], [b]) => position(a) - position(b) || (a < b ? -1 : 1));
  return { id: key.split('/')[2], header: parseSealed(header), events: events.map(([key, text]) => [key, parseSealed(text)]) };
}

/** The same battle with `aSide` units on each side, which have long names. */
function enlarge({ header, ...rest }: Recorded, aSide: number): Recorded {
  const named = header.units.map((unit) => ({
    ...unit,
    profile: { ...unit.profile, name: `${unit.profile.name as string}, of the north` },
  }));
  const more = [0, 1].flatMap((side) => {
    const existing = named.filter((unit) => unit.side === side);
    return Array.from({ length: Math.max(0, aSide - existing.length) }, (_, n) => {
      const { profile } = existing[n % existing.length];
      const name = `The Lord General Fairfax’s own regiment, ${n + 1}`;
      return { id: `more${side}${n}`, side, profile: { ...profile, name } };
    });
  });
  return { header: { ...header, units: [...named, ...more] }, ...rest };
}

/** The numbers of rolls and of dice in an event; `null` if it has no dice. */
function countDice(event: StoredEvent): [number, number] | null {
  const deed = event.act?.deed;
  const rolls = (event as { rolled?: { throws: { faces: number[] }[] } }).rolled?.throws;
  const throws = rolls ?? (typeof deed === 'object' && 'resolved' in deed ? deed.resolved.throws : []);
  return throws.length > 0 ? [throws.length, throws.flatMap(({ faces }) => faces).length] : null;
}

/** Lengths of the log that end with certain events: the one with the most rolls, with the most dice, with the fewest rolls, and with
 * nearly three rolls, which is usual. */
function logLengths({ events }: Recorded): number[] {
  const rolled = events.flatMap(([, event], index) => {
    const count = event.act && countDice(event);
    return count ? [{ length: index + 1, rolls: count[0], dice: count[1] }] : [];
  });
  const most = (of: (roll: (typeof rolled)[0]) => number) => rolled.reduce((best, roll) => (of(roll) > of(best) ? roll : best));
  const all = [
    most(({ rolls }) => rolls),
    most(({ dice }) => dice),
    most(({ rolls }) => -rolls),
    most(({ rolls }) => -Math.abs(rolls - 3)),
  ];
  return [...new Set(all.map(({ length }) => length))];
}

async function openHall(page: Page, { id, header, events }: Recorded, length: number) {
  const texts = Object.fromEntries(events.slice(0, length).map(([key, event]) => [key, seal(event)]));
  const all = { [`drumhead/battle/${id}`]: seal(header), ...texts };
  await page.evaluate((all) => {
    localStorage.clear();
    Object.entries(all).forEach(([key, text]) => localStorage.setItem(key, text));
  }, all);
  await page.goto(`./#/battle/${id}/hall`);
  await reloadAt(page, `#/battle/${id}/hall`);
  await expect(page.locator('.hall-roll')).toBeVisible();
  await fontsLoaded(page);
  await expect(page.locator('.hall-strength svg')).toBeVisible();
}

/** Everything that does not fit: parts that scroll, and elements that are cut off. */
const misfits = (page: Page) =>
  page.locator('main.hall').evaluate((hall) => {
    const wrong: string[] = [];
    const name = (part: Element) => `${part.className || part.tagName} “${part.textContent?.slice(0, 40)}”`;
    if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page scrolls sideways');
    if (document.documentElement.scrollHeight > innerHeight + 1) wrong.push('the page scrolls');
    // Accents and descenders extend beyond a line by a few pixels, but are not cut off.
    for (const part of hall.querySelectorAll('.hall-roll, .hall-middle, .hall-side, .hall-side > ul, .hall-side li')) {
      const isSide = part.matches('.hall-side, ul');
      const over = [part.scrollHeight - part.clientHeight, isSide ? 0 : part.scrollWidth - part.clientWidth];
      if (Math.max(...over) > 5) wrong.push(`${name(part)} is too small by ${over.join(', ')} px`);
    }
    const screen = new DOMRect(0, 0, innerWidth, innerHeight + 1);
    for (const part of hall.querySelectorAll('li, .hall-strength, .hall-came, .hall-dice .face, .hall-gone .sign, .hall-party')) {
      const box = part.getBoundingClientRect();
      if (box.height === 0) continue;
      const holder = part.closest('.hall-roll')?.getBoundingClientRect() ?? screen;
      if (box.bottom > holder.bottom || box.right > holder.right + 1 || box.left < holder.left - 1) wrong.push(`${name(part)} is cut off`);
    }
    return wrong;
  });

for (const file of ['pike_and_shot', 'pikette_squared', 'argad_2025', 'arquebusier']) {
  for (const aSide of [0, 24]) {
    const size = aSide > 0 ? `${aSide} units a side` : 'the armies of the sample';
    test(`the hall view fits its screen with ${size} and each kind of roll: ${file}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('./');
      const battle = aSide > 0 ? enlarge(readRecorded(file), aSide) : readRecorded(file);
      for (const length of logLengths(battle)) {
        await page.setViewportSize(SIZES[0]);
        await openHall(page, battle, length);
        for (const size of SIZES) {
          await page.setViewportSize(size);
          const where = `${size.width}×${size.height}, after ${length} entries`;
          // After a change of size, the page fits its text once it has been drawn.
          await softly.poll(() => misfits(page), where).toEqual([]);
          // On a 24-inch screen, capitals of 26 px text are 7.5 mm high. Seen from three metres, this is nearly twice the size that
          // normal eyes need.
          const sizes = (parts: string) =>
            page.locator(parts).evaluateAll((all) => Math.min(...all.map((part) => parseFloat(getComputedStyle(part).fontSize))));
          const isLarge = (await page.locator('.hall-side li:nth-child(13)').count()) > 0;
          const room = Math.min(size.width / 49.1, size.height / 30.7);
          expect.soft(await sizes('.hall li > b'), `names, ${where}`).toBeGreaterThanOrEqual((isLarge ? 0.75 : 0.99) * room);
          expect.soft(await sizes('.hall-roll p, .hall-roll dd'), `the roll, ${where}`).toBeGreaterThanOrEqual(0.45 * room);
        }
      }
    });
  }
}

test('on a phone one army is below the other, and rows of broken units are aligned with the others', async ({ page }) => {
  const units = Array.from({ length: 16 }, (_, n) => newUnit(`u${n}`, n % 2, `Regiment ${n}`, foot));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await lay(page, { ruleset: 'pike_and_shot', units }, 'turn', {}, [
    ['u2', 'broken', true],
    ['u5', 'broken', true],
  ]);
  await page.goto('./#/battle/turn/hall');
  await expect(page.locator('.hall-side li')).toHaveCount(16);
  const boxes = async (parts: string) =>
    page.locator(parts).evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON() as DOMRect));
  for (const size of [{ width: 390, height: 844 }, SIZES[0]]) {
    await page.setViewportSize(size);
    const isPhone = size.width < 600;
    const [first, second] = await boxes('.hall-side');
    expect(isPhone ? first.bottom : first.right, 'the armies do not overlap').toBeLessThanOrEqual((isPhone ? second.top : second.left) + 1);
    for (const side of ['.hall-side >> nth=0', '.hall-side >> nth=1']) {
      const [rows, names] = [await boxes(`${side} >> li`), await boxes(`${side} >> li > b`)];
      // Names are aligned at the edge next to the sign.
      const edge = (box: DOMRect) => (isPhone || side.endsWith('1') ? box.left : box.right);
      for (const [index, row] of rows.entries()) {
        expect(row.left, `${side}, row ${index}`).toBeCloseTo(rows[0].left, 0);
        expect(edge(names[index]), `${side}, name ${index}`).toBeCloseTo(edge(names[0]), 0);
        if (index > 0) expect(row.top, `${side}, row ${index}`).toBeGreaterThanOrEqual(rows[index - 1].bottom - 1);
      }
    }
  }
});

test('the hall view follows another tab, and offers no acts', async ({ page, context }) => {
  await largeBattle(page, 12);
  const screen = await context.newPage();
  await screen.setViewportSize(SIZES[0]);
  await screen.goto('./#/battle/great/hall');
  await expect(screen.getByRole('main').getByRole('listitem')).toHaveCount(24);
  await expectAccessible(screen, 'hall view');
  await expect(screen.getByRole('main').locator('button, input, a, select, textarea')).toHaveCount(0);
  await endPhase(page);
  await expect(screen.getByRole('region', { name: 'Phase' })).toContainText('Charge moves');
  const acts = await log(page);
  for (const key of ['u', 'r', 'n']) await screen.keyboard.press(key);
  expect(await log(page)).toEqual(acts);
});
