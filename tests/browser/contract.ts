// Types of stored data and of the contract (crates/exchange/src/contract.rs), with the fields that the specs use.

/** The fields of a unit or a side, as its ruleset defines them. */
export type Profile = Record<string, unknown>;
/** Trackers by their ids. */
export type Trackers = Record<string, unknown>;

/** A unit of a battle as it is stored; `side` is 0 or 1. */
export interface Unit {
  id: string;
  side: number;
  profile: Profile & { name: string };
  /** Id of its command; missing if it has none. */
  command?: string;
}

export interface Side {
  name: string;
  short?: string;
  profile?: Profile;
  commands?: { id: string; name: string; general?: string }[];
}

/** The header of a battle as it is stored. */
export interface Header {
  name: string;
  ruleset: string;
  rulings: Record<string, string>;
  seed: string;
  began: number;
  sides: Side[];
  units: Unit[];
  /** The scenario that it plays, with its course. */
  scenario?: { id: string; revision: number; name: string; [field: string]: unknown };
}

/** The header of a battle to store. Fields that a spec leaves out get a default. */
export type Laid = Partial<Header> & Pick<Header, 'ruleset' | 'units'>;

export interface Change {
  set?: { of: string; key: string; to: unknown };
  add?: Unit;
  remove?: string;
}

export interface Thrown {
  purpose: string;
  sides: number;
  faces: number[];
  /** The number of the roll; missing for the players' own dice. */
  number?: number;
}

/** A procedure that was resolved, as it is stored. */
export interface ResolvedDeed {
  procedure: string;
  input: Record<string, unknown>;
  cast?: Cast;
  throws: Thrown[];
  discarded?: boolean;
  settles?: string;
  [field: string]: unknown;
}

export interface StoredAct {
  at: number;
  deed: 'phase' | 'by_hand' | 'muster' | { resolved: ResolvedDeed } | { note: string };
  changes?: Change[];
  overrides?: unknown[];
}

/** The stamp of the act that an undo or a redo names: alone, or in an object if a device is in control of the battle. */
export type Reversal = string | { of: string };

/** An event of the log as it is stored. */
export interface StoredEvent {
  act?: StoredAct;
  undo?: Reversal;
  redo?: Reversal;
  rolled?: { throws: Thrown[]; [field: string]: unknown };
  [field: string]: unknown;
}

/** The procedure that an event resolved; `undefined` for any other event. */
export function resolvedOf({ act }: StoredEvent): ResolvedDeed | undefined {
  return act && typeof act.deed === 'object' && 'resolved' in act.deed ? act.deed.resolved : undefined;
}

/** The participants of a procedure: ids of units by role, or the side that acts. */
export type Cast = Record<string, string | string[]>;

export interface Request {
  ruleset: string;
  procedure: string;
  input: Record<string, unknown>;
}

export interface Refusal {
  code: string;
  field?: string;
  rule?: string;
  message: string;
}

export interface Odds {
  status: 'odds' | 'error';
  outcomes: { outcome: Record<string, unknown>; probability: number }[];
  error?: Refusal;
}

export type ScriptAct = { act: string; override?: boolean; [field: string]: unknown };

/** A battle as the contract's `battle` takes it. A unit's side is `a` or `b`. */
export interface Script {
  ruleset: string;
  rulings: Record<string, string>;
  sides: Side[];
  units: (Omit<Unit, 'side'> & { side: string })[];
  acts: ScriptAct[];
}

export interface Offer {
  procedure: string;
  may: boolean;
  rule?: string;
  message?: string;
}

export interface Table {
  turn: number;
  phase: string;
  active: string | null;
  units: Record<string, Trackers>;
  sides: { a: Trackers; b: Trackers };
  battle: Trackers;
  offers: Record<string, Offer[]>;
  due: { procedure: string; participants: Cast; must: boolean; message: string }[];
}

export interface Battle {
  status: 'battle' | 'error';
  acts: { status: 'applied' | 'refused' | 'needs_dice'; error?: Refusal; outcome?: Record<string, unknown> }[];
  table: Table;
  error?: Refusal;
}

export interface Chain {
  status: 'chain' | 'error';
  ends: { probability: number; [field: string]: unknown }[];
  states?: number;
  error?: Refusal;
}

/** The contract's functions in the page. */
export interface Calls {
  odds(request: unknown): Odds;
  resolve(request: unknown, faces: unknown): { status: string; error?: Refusal; [field: string]: unknown };
  battle(script: unknown): Battle;
  chain(question: unknown): Chain;
}

declare global {
  interface Window {
    wasmBindings: Calls;
    /** Values that specs and their fakes record in a page. */
    codes?: string[];
    openWith(file: object): void;
    printed?: number;
    seen: Set<string>;
    shared: { name: string; type: string; text: string }[];
    unwatch(): void;
    written: string[];
    BarcodeDetector?: new () => { detect(picture: CanvasImageSource): Promise<{ rawValue: string }[]> };
  }
}
