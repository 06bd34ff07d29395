// Steps that the specs about group acts share: prepared battles, and the parts of the table and of a group act's page.
import type { Locator, Page } from '@playwright/test';
import type { Profile } from './contract';
import { expect } from './page';
import { confirm, drawn, lift } from './play';
import { pad } from './regiments';
import { type Set, foot, lay, newUnit, samples, stored } from './script';

export const HINTS = { hints: ['table', 'resolve'] };
export const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Phases of Pike & Shot, by their index. */
export const [CHARGES, CHARGE_FIRE, MELEES, MOVES, FIRE, REST] = [0, 2, 3, 4, 5, 6];

/** Counts the taps on controls. */
export class Taps {
  count = 0;
  tap = async (control: Locator) => {
    await confirm(control);
    this.count += 1;
    await lift(control.page());
  };
}

/** Pike & Shot: eight regiments a side, in a phase, with these trackers. Their ids are a1 to a8 and b1 to b8. */
export function layRegiments(page: Page, phase: number, sets: Set[] = [], profile: Profile = foot) {
  const units = [0, 1].flatMap((side) => NUMBERS.map((n) => newUnit(`${'ab'[side]}${n}`, side, `${'AB'[side]} regiment ${n}`, profile)));
  return lay(page, { ruleset: 'pike_and_shot', units }, 'turn', HINTS, [['battle', 'phase', phase], ...sets]);
}

/** A counter for each of the first army's eight regiments. */
export const counters = NUMBERS.map((n): Set => [`a${n}`, 'counters', 1]);

/** Arquebusier: eight copies of the first sample formation against the second army, in the first phase. */
export function layFormations(page: Page) {
  const [ours, theirs] = samples('arquebusier');
  const plain = { ...ours.units[1], general_joined: false };
  const units = NUMBERS.map((n) => ({ id: `u${n}`, side: 0, profile: { ...plain, name: `Regiment ${n}` } }));
  const enemies = theirs.units.slice(0, 2).map((profile, index) => ({ id: `v${index}`, side: 1, profile }));
  return lay(page, { ruleset: 'arquebusier', units: [...units, ...enemies] }, 'turn', HINTS);
}

/** The sample armies of a ruleset: a1, a2 and so on against b1, b2 and so on. */
export function laySamples(page: Page, ruleset: string, sets: Set[]) {
  const units = samples(ruleset)
    .slice(0, 2)
    .flatMap(({ units }, side) => units.map((profile, index) => ({ id: `${'ab'[side]}${index + 1}`, side, profile })));
  return lay(page, { ruleset, units }, 'turn', HINTS, sets);
}

/** The strip of the table that lists what can be done now. */
export const strip = (page: Page) => page.getByRole('region', { name: 'Due now' });
export const chip = (page: Page, name: RegExp) => strip(page).getByRole('button', { name }).first();
/** The lines of a group act's page, one for each unit. */
export const lines = (page: Page) => page.locator('.group-line');
export const line = (page: Page, name: string) => lines(page).filter({ hasText: name });
export const tick = (page: Page, name: string) => line(page, name).getByRole('checkbox');
export const apply = (page: Page) => page.getByRole('button', { name: 'Apply to the table' });
export const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ }).last();
export const waiting = (page: Page) => page.getByRole('status', { name: 'Unapplied roll' });
export const onTable = (page: Page) => expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
export const events = async (page: Page) => (await stored(page)).events.map(({ event }) => event);
/** The number of acts of procedures in the log. */
export const acts = async (page: Page) => (await events(page)).filter(({ act }) => act?.deed && typeof act.deed === 'object').length;

/** Answers what all eight lines ask: with this option first, then with the first option of each further question. Each is one tap. */
export async function answerForAll(page: Page, first: string, tap: (control: Locator) => Promise<void>) {
  const asks = page.getByRole('region', { name: /for all 8$/ });
  const asked = () => asks.evaluateAll((found) => found[0]?.getAttribute('aria-label') ?? '');
  let option = asks.getByRole('button', { name: first });
  await expect(option).toBeVisible();
  for (let question = await asked(); question !== ''; question = await asked()) {
    await tap(option);
    // The next question comes a moment later, or there is none.
    await expect.poll(asked).not.toBe(question);
    option = asks.getByRole('button').first();
  }
}

/** Enters dice on the pad. */
export async function type(page: Page, dice: number[]) {
  for (const die of dice) {
    await confirm(pad(page).getByRole('button', { name: String(die), exact: true }));
    await drawn(page);
  }
}

/** Opens the list of charges, and lets the first three regiments of a side charge, each another enemy. */
export async function chargeInThrees(page: Page, side: 'A' | 'B') {
  const [army, enemy] = side === 'A' ? ['Parliament', 'B'] : ['King', 'A'];
  await confirm(chip(page, new RegExp(`^Charge or counter-charge: choose units.*${army}`)));
  for (const n of [1, 2, 3]) {
    const whom = line(page, `${side} regiment ${n}`).getByRole('group', { name: 'Whom' });
    await confirm(whom.getByRole('button', { name: `${enemy} regiment ${n}` }));
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charge or counter-charge · 3 units');
}

/** The dice on the page of a group act, in the order of its lines. */
export const dice = (page: Page) => page.locator('.line-dice .face');
/** The number of rolls in the log. */
export const rolls = async (page: Page) => (await events(page)).filter(({ rolled }) => rolled).length;
