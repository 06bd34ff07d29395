// Battles that play a scenario of the library, stored as if they had begun in the browser.
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import type { Profile, Side, Unit } from './contract';
import { type Set, lay } from './script';

interface Force extends Side {
  units: { id: string; command?: string; profile: Profile & { name: string } }[];
}

interface Event {
  id: string;
  name: string;
  [field: string]: unknown;
}

interface Course {
  briefings?: { all?: string; a?: string; b?: string; umpire?: string };
  events?: Event[];
  [field: string]: unknown;
}

export interface Scenario {
  ruleset: string;
  name: string;
  date?: string;
  place?: string;
  rulings?: Record<string, string>;
  own_rules?: unknown;
  sides: [Force, Force];
  course: Course;
}

/** A scenario of the library, by the name of its file. */
export function scenario(ruleset: string, file: string): Scenario {
  const path = new URL(`../../crates/${ruleset}/scenarios/${file}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Scenario;
}

/** Stores a battle that plays a scenario, with these trackers, and opens its table. The hints are put away. */
export async function layScenario(page: Page, { sides, course, ...played }: Scenario, sets: Set[] = []) {
  const units: Unit[] = sides.flatMap(({ units }, side) => units.map((unit) => ({ side, ...unit })));
  const { ruleset, name, date, place, rulings } = played;
  const header = {
    ruleset,
    name,
    rulings: rulings ?? {},
    sides: sides.map(({ name, short, profile, commands }) => ({ name, short, profile, commands })),
    units,
    scenario: { id: 'library', revision: 1, name, date, place, course },
  };
  const agreed: Set[] = played.own_rules ? [['battle', 'own_rules', played.own_rules]] : [];
  await lay(page, header, 'turn', { hints: ['table', 'resolve'] }, [...agreed, ...sets], true);
}
