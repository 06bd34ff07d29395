// Converts a stored battle into a script for the contract's `battle`, and compares the results. Also stores prepared battles in the
// browser, so that a spec need not enter them.
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect } from './page';
import {
  type Battle,
  type Header,
  type Laid,
  type Profile,
  type Reversal,
  type Script,
  type ScriptAct,
  type StoredAct,
  type StoredEvent,
  type Table,
  type Trackers,
  type Unit,
  resolvedOf,
} from './contract';
import { seal } from './play';

/** A battle as the browser stores it: its header, and its events in their order. */
export interface Stored {
  header: Header;
  events: { stamp: string; event: StoredEvent }[];
}

const parseSealed = (text: string) => JSON.parse(text.slice(text.indexOf('{')));

/** The open battle. */
export async function stored(page: Page): Promise<Stored> {
  const id = /#\/battle\/([^/]+)/.exec(page.url())![1];
  const texts = await page.evaluate(() => ({ ...localStorage }));
  const events = Object.entries(texts)
    .filter(([key]) => key.startsWith(`drumhead/event/${id}/`))
    .map(([key, text]) => ({ stamp: key.split('/')[3], event: parseSealed(text) }));
  const position = (stamp: string) => Number.parseInt(stamp);
  events.sort((a, b) => position(a.stamp) - position(b.stamp) || (a.stamp < b.stamp ? -1 : 1));
  return { header: parseSealed(texts[`drumhead/battle/${id}`]), events };
}

/** The number of entries of the stored log. The page of the log leaves out phases in which nothing happened. */
export const logLength = async (page: Page) => (await stored(page)).events.length;

const side = (index: number) => ['a', 'b'][index];
const unit = (unit: Unit) => ({ ...unit, side: side(unit.side) });

/** An act of the log as an act of a script. `null` if scripts have no such act and it changed nothing. */
function scripted(act: StoredAct): ScriptAct | null {
  const { deed, changes = [], overrides = [] } = act;
  const override = overrides.length > 0 ? { override: true } : {};
  const resolved = resolvedOf({ act });
  if (resolved) {
    const { procedure, input, cast = {}, throws, discarded } = resolved;
    if (discarded) return null;
    return { act: 'procedure', procedure, participants: cast, input, faces: throws.flatMap(({ faces }) => faces), ...override };
  }
  if (deed === 'phase') return { act: 'next', ...override };
  const first = changes[0];
  // Scripts have no seats.
  if (first.set?.key.startsWith('seat:')) return null;
  if (first.set) return { act: 'set', of: first.set.of, tracker: first.set.key, to: first.set.to };
  if (first.add || first.remove) return first.add ? { act: 'add', unit: unit(first.add) } : { act: 'remove', unit: first.remove };
  return null;
}

/** The stamp of the act that an undo or a redo names. */
const reversed = (reversal: Reversal) => (typeof reversal === 'string' ? reversal : reversal.of);

/** The script of a battle. */
export function script({ header, events }: Stored): Script {
  const acts: ScriptAct[] = [];
  const skipped = new Set<string>();
  for (const { stamp, event } of events) {
    if (event.act) {
      const act = scripted(event.act);
      if (act) acts.push(act);
      else skipped.add(stamp);
    } else if (event.undo && !skipped.has(reversed(event.undo))) acts.push({ act: 'undo' });
    else if (event.redo && !skipped.has(reversed(event.redo))) acts.push({ act: 'redo' });
  }
  const sides = header.sides.map(({ name, profile }) => (profile ? { name, profile } : { name }));
  return { ruleset: header.ruleset, rulings: header.rulings ?? {}, sides, units: header.units.map(unit), acts };
}

/** The result of the contract's `battle` in the page. */
export async function battle(page: Page, script: Script): Promise<Battle> {
  await page.waitForFunction(() => 'wasmBindings' in window);
  return page.evaluate((script) => window.wasmBindings.battle(script), script);
}

/** The trackers after a log: the initial ones with the changes of all acts that are not undone. */
export async function trackers(page: Page, stored: Stored): Promise<{ turn: unknown; phase: unknown; all: Record<string, Trackers> }> {
  const { table } = await battle(page, { ...script(stored), acts: [] });
  const all: Record<string, Trackers> = { ...table.units, a: table.sides.a, b: table.sides.b, battle: table.battle };
  const inForce: { stamp: string; act: StoredAct }[] = [];
  const acts = new Map(stored.events.map(({ stamp, event }) => [stamp, event.act]));
  for (const { stamp, event } of stored.events) {
    if (event.act) inForce.push({ stamp, act: event.act });
    const [undone, redone] = [event.undo && reversed(event.undo), event.redo && reversed(event.redo)];
    if (undone)
      inForce.splice(
        inForce.findIndex(({ stamp }) => stamp === undone),
        1,
      );
    const act = redone && acts.get(redone);
    if (redone && act) inForce.push({ stamp: redone, act });
  }
  let [turn, phase]: unknown[] = [table.turn, 0];
  for (const change of inForce.flatMap(({ act }) => act.changes ?? [])) {
    if (change.remove) delete all[change.remove];
    if (change.add) all[change.add.id] = {};
    if (!change.set) continue;
    const { of, key, to } = change.set;
    if (of === 'battle' && key === 'turn') turn = to;
    else if (of === 'battle' && key === 'phase') phase = to;
    else if (all[of]) all[of] = { ...all[of], [key]: to };
  }
  return { turn, phase, all };
}

/** Expects that the trackers after a log are those that the contract's `battle` computes. Returns the contract's table. */
export async function expectSameAsContract(page: Page, stored: Stored): Promise<Table> {
  const { acts, table } = await battle(page, script(stored));
  expect(
    acts.filter(({ status }) => status !== 'applied'),
    'every act of the log is applied',
  ).toEqual([]);
  const { turn, all } = await trackers(page, stored);
  expect(turn).toBe(table.turn);
  for (const [of, now] of Object.entries({ ...table.units, a: table.sides.a, b: table.sides.b, battle: table.battle })) {
    const kept = Object.fromEntries(Object.keys(now).map((key) => [key, all[of][key]]));
    expect(kept, `trackers of ${of}`).toEqual(now);
  }
  return table;
}

/** A tracker to set: the id of its unit or side, its key, and its value. */
export type Set = [of: string, key: string, to: unknown];

/** Stores a battle in the browser as if it had begun there, with these settings and trackers, and opens it. With `begins`, the trackers are
 * those with which it began, and not a first act. */
export async function lay(page: Page, header: Laid, id = 'turn', settings: Record<string, unknown> = {}, sets: Set[] = [], begins = false) {
  const text = seal({
    name: 'A turn',
    rulings: {},
    seed: '11'.repeat(32),
    began: 1790000000000,
    sides: [{ name: 'Parliament' }, { name: 'King' }],
    ...header,
  });
  const changes = sets.map(([of, key, to]) => ({ set: { of, key, to } }));
  const act = { at: 1790000000000, deed: 'by_hand', changes, ...(begins && { begins }) };
  const events = sets.length > 0 ? { [`drumhead/event/${id}/0-laid`]: seal({ act }) } : {};
  const texts = { [`drumhead/battle/${id}`]: text, 'drumhead/settings': seal(settings), ...events };
  const write = (texts: Record<string, string>) => Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text));
  const isOpen = page.url() !== 'about:blank';
  if (isOpen) await page.evaluate(write, texts);
  else await page.addInitScript(`if (localStorage.length === 0) (${write})(${JSON.stringify(texts)})`);
  await page.goto(`./#/battle/${id}`);
  if (isOpen) await reloadAt(page, `#/battle/${id}`);
  await page.getByRole('region', { name: 'Phase' }).waitFor();
}

/** Reloads the page at an address. `goto` can return before the address is there, if the app starts at that moment. */
export async function reloadAt(page: Page, hash: string) {
  await page.waitForURL((url) => url.hash === hash);
  await page.reload();
}

/** One side of a battle to store. Its units have the fields of a roster, by the ids of the ruleset's form. */
export interface Army {
  name: string;
  units: (Profile & { name: string })[];
}

/** Pike & Shot: the profiles of an average regiment of foot, and of a good one of horse. */
export const foot = { pikes: 8, muskets: 16, morale_class: 'average' };
export const horse = { troop_type: 'horse', figures: 12, morale_class: 'good' };

/** A unit of a battle to store. */
export const newUnit = (id: string, side: number, name: string, profile: Profile): Unit => ({ id, side, profile: { name, ...profile } });

/** The sample rosters of a ruleset, in their order. */
export function samples(ruleset: string): Army[] {
  const file = new URL(`../../crates/${ruleset}/src/samples.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).rosters;
}

/** Stores a battle of two armies. The ids of the units are u1, u2 and so on, beginning with the first army. */
export function layArmies(page: Page, ruleset: string, armies: Army[], name = 'A turn', sets: Set[] = []) {
  const profiles = armies.flatMap(({ units }, side) => units.map((profile) => ({ side, profile })));
  const units = profiles.map((unit, index) => ({ id: `u${index + 1}`, ...unit }));
  return lay(page, { name, ruleset, sides: armies.map(({ name }) => ({ name })), units }, 'turn', {}, sets);
}
