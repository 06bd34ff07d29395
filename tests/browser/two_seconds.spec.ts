// A table read in two seconds, from 72 cm: each row is blurred as an eye blurs it there, and told apart by nothing but its picture.
import { type Locator, type Page } from '@playwright/test';
import type { Profile, Unit } from './contract';
import { expect, test } from './page';
import { readPng } from './png.js';
import { lay, type Set } from './script';

/** A kind of unit and a state, as the row of such a unit draws them: two units of it, of unlike strengths. */
interface Seen {
  what: string;
  like: [Profile, Profile];
  facts?: [string, unknown][];
}

const foot = (pikes: number, muskets: number): Profile => ({ pikes, muskets, morale_class: 'average' });
const mounted = (troop_type: string, figures: number, more = {}): Profile => ({ troop_type, figures, morale_class: 'average', ...more });
const gun: Profile = { troop_type: 'artillery', gun: 'medium', figures: 3, morale_class: 'average' };
const two = (profile: Profile): [Profile, Profile] => [profile, profile];
const row = (army: string, row: string): [Profile, Profile] => two({ army, row });
const formation = (type: string, some: number, others: number, nature = 'regular'): [Profile, Profile] => [
  { nature, groups: [{ type, elements: some, front: some }] },
  { nature, groups: [{ type, elements: others, front: others }] },
];

const RULESETS: Record<string, Seen[]> = {
  pike_and_shot: [
    { what: 'pike and shot', like: [foot(8, 16), foot(6, 14)] },
    { what: 'pike and shot, broken', like: [foot(8, 16), foot(6, 14)], facts: [['broken', true]] },
    { what: 'shot alone', like: [foot(0, 8), foot(0, 12)] },
    { what: 'horse', like: [mounted('horse', 12), mounted('horse', 9)] },
    { what: 'horse, broken', like: [mounted('horse', 12), mounted('horse', 9)], facts: [['broken', true]] },
    { what: 'dragoons', like: [mounted('dragoons', 8), mounted('dragoons', 10)], facts: [['mounted', true]] },
    { what: 'dragoons on foot', like: [mounted('dragoons', 8), mounted('dragoons', 10)], facts: [['mounted', false]] },
    { what: 'a gun, ready', like: two(gun), facts: [['limbered', false]] },
    { what: 'a gun, limbered', like: two(gun), facts: [['limbered', true]] },
    { what: 'a general', like: two({ troop_type: 'general' }) },
  ],
  argad: [
    {
      what: 'shots, loaded',
      like: [
        { figures: 5, missile: ['long_arquebus'] },
        { figures: 4, missile: ['long_arquebus'] },
      ],
    },
    {
      what: 'shots, empty',
      like: [
        { figures: 5, missile: ['long_arquebus'] },
        { figures: 4, missile: ['long_arquebus'] },
      ],
      facts: [['loaded_long_arquebus', 0]],
    },
    {
      what: 'pikemen',
      like: [
        { figures: 8, weapon: 'pike' },
        { figures: 7, weapon: 'pike' },
      ],
    },
    { what: 'one man', like: two({ figures: 1, weapon: 'sword' }) },
    {
      what: 'riders',
      like: [
        { figures: 6, mount: 'cavalry', weapon: 'heavy_lance' },
        { figures: 5, mount: 'cavalry', weapon: 'heavy_lance' },
      ],
    },
  ],
  arquebusier: [
    { what: 'pikes', like: formation('pike', 4, 5) },
    { what: 'pikes, Irregular', like: formation('pike', 4, 5), facts: [['shaken_close_fire', true]] },
    { what: 'firearms', like: formation('firearm', 6, 5) },
    { what: 'firearms, Irregular', like: formation('firearm', 6, 5), facts: [['shaken_close_fire', true]] },
    { what: 'horse', like: formation('harquebusier', 6, 5) },
    { what: 'guns', like: formation('gun', 3, 2) },
    { what: 'a mob', like: formation('mob', 8, 6, 'irregular') },
  ],
  pikette_squared: [
    { what: 'gendarmes', like: row('french', 'gendarmes') },
    { what: 'gendarmes, disordered', like: row('french', 'gendarmes'), facts: [['state', 'disordered']] },
    { what: 'gendarmes, routed', like: row('french', 'gendarmes'), facts: [['state', 'routed']] },
    { what: 'a phalanx', like: row('french', 'swiss_phalanx') },
    { what: 'a phalanx, disordered', like: row('french', 'swiss_phalanx'), facts: [['state', 'disordered']] },
    { what: 'arquebus, loaded', like: row('french', 'arquebus') },
    { what: 'arquebus, empty', like: row('french', 'arquebus'), facts: [['fired', true]] },
    { what: 'light horse', like: row('french', 'stradiots') },
    { what: 'militia', like: row('french', 'militia') },
    { what: 'guns', like: row('french', 'cannon') },
  ],
};

/** A blur of a minute of arc at 72 cm, 0.21 mm, is 1.2 pixels of a phone on each side; the eye does not stand still. */
const BLUR = 1.6;

/** Blurs all rows, as the page's policy lets a script do, and takes away what lies over them. */
async function blur(page: Page) {
  await page.locator('.dock, .table-head').evaluateAll((all: HTMLElement[]) => all.forEach((own) => (own.style.visibility = 'hidden')));
  const lines = page.locator('.unit-line');
  await lines.evaluateAll((all: HTMLElement[], blur) => all.forEach((line) => (line.style.filter = `blur(${blur}px)`)), BLUR);
}

/** Opens a battle whose first side has these units, in this order. */
async function table(page: Page, ruleset: string, id: string, units: { like: Profile; facts?: [string, unknown][] }[]) {
  const idOf = (n: number) => `a${n + 10}`;
  const own = units.map(({ like }, n): Unit => ({ id: idOf(n), side: 0, profile: { ...like, name: `Unit ${n + 1}` } }));
  const enemy: Unit = { id: 'b1', side: 1, profile: { ...units[0].like, name: 'The enemy' } };
  const sets = units.flatMap(({ facts = [] }, n) => facts.map(([key, to]): Set => [idOf(n), key, to]));
  await lay(page, { ruleset, units: [...own, enemy] }, id, { hints: ['table'], filter: 'all' }, sets);
  await expect(page.locator('.side-0 .unit-line')).toHaveCount(units.length);
  await blur(page);
  await page.evaluate(() => scrollTo(0, 0));
}

/** Brightness of the pixels of a part of a page, row by row. */
async function pixels(part: Locator): Promise<number[]> {
  const { width, height, brightness } = readPng(await part.screenshot({ animations: 'disabled' }));
  return Array.from({ length: width * height }, (_, n) => brightness(n % width, Math.floor(n / width)));
}

/** What an eye would see of the difference of two pictures: how much the place that differs most does, of 255. */
const difference = (a: number[], b: number[]) => Math.max(...a.map((own, n) => Math.abs(own - (b[n] ?? 255))));
/** A difference that is plain at a glance. */
const PLAIN = 24;

for (const [ruleset, all] of Object.entries(RULESETS)) {
  test(`kinds and states of ${ruleset} are told by their signs, blurred as at 72 cm`, { tag: '@phone' }, async ({ page }) => {
    // A ruleset may show its units in another order.
    const signOf = (n: number) => page.getByRole('article', { name: `Unit ${n + 1}`, exact: true }).locator('.unit-line > .sign');
    const both = all.flatMap(({ what, like, facts }) => like.map((like) => ({ what, like, facts })));
    await table(page, ruleset, 'known', both);
    const known: { what: string; picture: number[] }[] = [];
    for (const [n, { what }] of both.entries()) known.push({ what, picture: await pixels(signOf(n)) });
    // The same in another order, as another table would have them.
    const shuffled = both.toReversed();
    await table(page, ruleset, 'seen', shuffled);
    const wrong: string[] = [];
    for (const [n, { what }] of shuffled.entries()) {
      const picture = await pixels(signOf(n));
      const by = known.map((other) => ({ what: other.what, by: difference(picture, other.picture) }));
      const own = Math.min(...by.filter((other) => other.what === what).map(({ by }) => by));
      const nearest = by.filter((other) => other.what !== what).reduce((a, b) => (a.by <= b.by ? a : b));
      if (nearest.by < own + PLAIN) wrong.push(`${what} looks like ${nearest.what}: ${own.toFixed(0)}, ${nearest.by.toFixed(0)}`);
    }
    // 98 of 100 are told apart: of so few, all.
    expect(wrong).toEqual([]);
  });
}

test('the corner of a row shows that its unit may act, blurred as at 72 cm', { tag: '@phone' }, async ({ page }) => {
  const units = Array.from({ length: 6 }, (_, n) => ({
    like: foot(8, 16),
    facts: n % 2 === 0 ? [] : ([['fired', true]] as [string, unknown][]),
  }));
  await lay(
    page,
    {
      ruleset: 'pike_and_shot',
      units: [
        ...units.map(({ like }, n): Unit => ({ id: `a${n + 1}`, side: 0, profile: { ...like, name: `Unit ${n + 1}` } })),
        { id: 'b1', side: 1, profile: { ...foot(8, 16), name: 'The enemy' } },
      ],
    },
    'known',
    { hints: ['table'] },
    [['battle', 'phase', 5], ...units.flatMap(({ facts }, n) => facts.map(([key, to]): Set => [`a${n + 1}`, key, to]))],
  );
  const lines = page.locator('.side-0 .unit-line');
  await expect(lines).toHaveCount(units.length);
  await blur(page);
  const dark: number[] = [];
  for (const line of await lines.all()) {
    // The upper right corner of the name, before the number.
    const name = (await line.locator('.unit-row').boundingBox())!;
    const clip = { x: name.x + name.width - 22, y: name.y, width: 22, height: 22 };
    const { width, height, brightness } = readPng(await page.screenshot({ clip, animations: 'disabled' }));
    const all = Array.from({ length: width * height }, (_, n) => brightness(n % width, Math.floor(n / width)));
    dark.push(all.reduce((sum, own) => sum + (255 - own), 0) / all.length);
  }
  const may = dark.filter((_, n) => n % 2 === 0);
  const mayNot = dark.filter((_, n) => n % 2 === 1);
  expect(Math.min(...may)).toBeGreaterThan(2 * Math.max(...mayNot));
});
