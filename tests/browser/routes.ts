// Addresses of the places of the app, for tests that visit all of them: they visit a new page without a change here. The file routes.json
// is written by `MEND_ROUTES=1 cargo test --bin drumhead`, from the table in src/app/state/route/address.rs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Values = Partial<Record<'roster' | 'scenario' | 'battle' | 'ruleset' | 'procedure' | 'unit' | 'side' | 'variant', string>>;

/** Not visited: three lead to another at once, and only the service worker answers what the last asks for. */
const NOT_VISITED = ['#/sample/{ruleset}', '#/guide/{ruleset}', '#/last', '#/received'];

/** All addresses at which a page can be looked at, with the names of their values in braces: `#/battle/{battle}/log`. */
export const PATTERNS: string[] = JSON.parse(readFileSync(join(import.meta.dirname, 'routes.json'), 'utf8')).filter(
  (pattern: string) => !NOT_VISITED.includes(pattern),
);

/** The addresses that have these values and no others: `addresses({ battle: 'x7k2' })` are the pages of a battle that need no more. */
export function addresses(values: Values): string[] {
  const names = Object.keys(values);
  const namesIn = (pattern: string) => [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const found = PATTERNS.filter((pattern) => namesIn(pattern).sort().join() === names.sort().join());
  if (found.length === 0) throw new Error(`no address has just these values: ${names}`);
  return found.map((pattern) => pattern.replace(/\{(\w+)\}/g, (_, name: keyof Values) => values[name]!));
}
