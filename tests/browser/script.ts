// The log of a battle that the app keeps, as a script for the `battle` call, and what the call answers to it; and battles laid into
// the browser's storage, which nobody has to enter first.
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect } from './page';
import { seal } from './play';

type Json = any;

/** A battle as the browser stores it: its header, and its events in their order. */
export interface Stored {
  header: Json;
  events: { stamp: string; event: Json }[];
}

const held = (text: string) => JSON.parse(text.slice(text.indexOf('{')));

/** The battle that is open. */
export async function stored(page: Page): Promise<Stored> {
  const id = /#\/battle\/([^/]+)/.exec(page.url())![1];
  const texts = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  const events = Object.entries(texts)
    .filter(([key]) => key.startsWith(`drumhead/event/${id}/`))
    .map(([key, text]) => ({ stamp: key.split('/')[3], event: held(text) }));
  const place = (stamp: string) => Number.parseInt(stamp);
  events.sort((a, b) => place(a.stamp) - place(b.stamp) || (a.stamp < b.stamp ? -1 : 1));
  return { header: held(texts[`drumhead/battle/${id}`]), events };
}

const side = (index: number) => ['a', 'b'][index];
const unit = (unit: Json) => ({ ...unit, side: side(unit.side) });

/** The act of a script that an act of the log was; none for one that the call does not know, and that changed nothing. */
function scripted(act: Json): Json | null {
  const { deed, changes = [], overrides = [] } = act;
  const override = overrides.length > 0 ? { override: true } : {};
  if (deed.resolved) {
    const { procedure, input, cast = {}, throws = [], discarded } = deed.resolved;
    if (discarded) return null;
    return { act: 'procedure', procedure, participants: cast, input, faces: throws.flatMap((thrown: Json) => thrown.faces), ...override };
  }
  if (deed === 'phase') return { act: 'next', ...override };
  const first = changes[0];
  if (deed === 'by_hand') return { act: 'set', of: first.set.of, tracker: first.set.key, to: first.set.to };
  if (deed === 'muster') return first.add ? { act: 'add', unit: unit(first.add) } : { act: 'remove', unit: first.remove };
  return null;
}

/** The stamp of the act that an undo or a redo names: alone, or with links where there is a pen. */
const named = (reversal: Json): string => reversal.of ?? reversal;

/** The script of a battle. */
export function script({ header, events }: Stored): Json {
  const acts: Json[] = [];
  const left = new Set<string>();
  for (const { stamp, event } of events) {
    if (event.act) {
      const act = scripted(event.act);
      if (act) acts.push(act);
      else left.add(stamp);
    } else if (event.undo && !left.has(named(event.undo))) acts.push({ act: 'undo' });
    else if (event.redo && !left.has(named(event.redo))) acts.push({ act: 'redo' });
  }
  const sides = header.sides.map(({ name, profile }: Json) => (profile ? { name, profile } : { name }));
  return { ruleset: header.ruleset, rulings: header.rulings ?? {}, sides, units: header.units.map(unit), acts };
}

/** What the page's own call answers. */
export async function battle(page: Page, script: Json): Promise<Json> {
  await page.waitForFunction(() => 'wasmBindings' in window);
  return page.evaluate((script) => (window as Json).wasmBindings.battle(script), script);
}

/** The trackers that the log leaves: those of the beginning, and over them what the acts in force changed. */
export async function trackers(page: Page, stored: Stored): Promise<Json> {
  const { table } = await battle(page, { ...script(stored), acts: [] });
  const all: Record<string, Json> = { ...table.units, a: table.sides.a, b: table.sides.b, battle: table.battle };
  const inForce: { stamp: string; act: Json }[] = [];
  const acts = new Map(stored.events.filter(({ event }) => event.act).map(({ stamp, event }) => [stamp, event.act]));
  for (const { stamp, event } of stored.events) {
    if (event.act) inForce.push({ stamp, act: event.act });
    else if (event.undo)
      inForce.splice(
        inForce.findIndex((own) => own.stamp === named(event.undo)),
        1,
      );
    else if (event.redo) inForce.push({ stamp: named(event.redo), act: acts.get(named(event.redo)) });
  }
  let [turn, phase] = [table.turn, 0];
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

/** Compares what the log leaves with what the `battle` call answers for it; hands back the call's table. */
export async function sameAsTheCall(page: Page, held: Stored): Promise<Json> {
  const { acts, table } = await battle(page, script(held));
  expect(
    acts.filter((act: Json) => act.status !== 'applied'),
    'every act of the log is applied',
  ).toEqual([]);
  const { turn, all } = await trackers(page, held);
  expect(turn).toBe(table.turn);
  for (const [of, now] of Object.entries<Json>({ ...table.units, a: table.sides.a, b: table.sides.b, battle: table.battle })) {
    const kept = Object.fromEntries(Object.keys(now).map((key) => [key, all[of][key]]));
    expect(kept, `trackers of ${of}`).toEqual(now);
  }
  return table;
}

/** A tracker that was set: of whom, which, to what. */
export type Set = [of: string, key: string, to: Json];

/** A battle laid into the browser's storage, as if it had been begun there, and opened; with settings, and with trackers set by hand, if there are any. */
export async function lay(page: Page, header: Json, id = 'turn', settings: Json = {}, sets: Set[] = []) {
  const text = seal({
    name: 'A turn',
    rulings: {},
    seed: '11'.repeat(32),
    began: 1790000000000,
    sides: [{ name: 'Parliament' }, { name: 'King' }],
    ...header,
  });
  const changes = sets.map(([of, key, to]) => ({ set: { of, key, to } }));
  const act = { at: 1790000000000, deed: 'by_hand', changes };
  const events = sets.length > 0 ? { [`drumhead/event/${id}/0-laid`]: seal({ act }) } : {};
  const texts = { [`drumhead/battle/${id}`]: text, 'drumhead/settings': seal(settings), ...events };
  const write = (texts: Record<string, string>) => Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text));
  const isOpen = page.url() !== 'about:blank';
  if (isOpen) await page.evaluate(write, texts);
  else await page.addInitScript(`if (localStorage.length === 0) (${write})(${JSON.stringify(texts)})`);
  await page.goto(`./#/battle/${id}`);
  if (isOpen) await page.reload();
  await page.getByRole('region', { name: 'Phase' }).waitFor();
}

/** One side of a battle to be laid: units as a roster holds them, by the specifications' ids. */
export interface Army {
  name: string;
  units: { name: string; [field: string]: Json }[];
}

/** The sample rosters of a ruleset, in their order. */
export function samples(ruleset: string): Army[] {
  const file = new URL(`../../src/rulesets/${ruleset}/samples.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).rosters;
}

/** Lays a battle of two armies, whose units are called u1, u2 and so on, first those of the first. */
export function layArmies(page: Page, ruleset: string, armies: Army[], name = 'A turn') {
  const profiles = armies.flatMap(({ units }, side) => units.map((profile) => ({ side, profile })));
  const units = profiles.map((unit, index) => ({ id: `u${index + 1}`, ...unit }));
  return lay(page, { name, ruleset, sides: armies.map(({ name }) => ({ name })), units });
}
