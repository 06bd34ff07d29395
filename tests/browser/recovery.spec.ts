// Texts that the journal restores, for many histories: localStorage on disk may be in any earlier state.
import { expect, test } from '@playwright/test';
import { head, missing } from '../../public/recovery.js';
import { seal } from './play';

type Entry = { name: string; text: string | null; before?: string };
type Texts = Record<string, string>;

/** The texts in storage after the journal has restored the lost ones. */
function recover(entries: Entry[], stored: Texts): Texts {
  const texts = { ...stored };
  for (const [name, text] of missing(entries, (name: string) => texts[name] ?? null)) {
    if (text === null) delete texts[name];
    else texts[name] = text;
  }
  return texts;
}

/** The saved texts after each change, and the journal's entries. */
class History {
  entries: Entry[] = [];
  states: Texts[];

  constructor(stored: Texts = {}) {
    this.states = [stored];
  }

  get now() {
    return this.states.at(-1)!;
  }

  put(name: string, text: string | null) {
    const before = this.now[name];
    this.entries.push({ name, text, before: before && head(before) });
    const now = { ...this.now };
    if (text === null) delete now[name];
    else now[name] = text;
    this.states.push(now);
  }

  /** Saves a value as the app does: with the next revision of its name. */
  save(name: string, value: unknown) {
    this.put(name, seal(value, 1, Number(this.now[name]?.split('.')[1] ?? 0) + 1));
  }
}

test('a roll whose draft was removed is restored with everything before it', () => {
  const history = new History();
  history.save('drumhead/battle/b', 'header');
  for (const act of [0, 1, 2]) history.save(`drumhead/event/b/${act}`, act);
  history.save('drumhead/draft/b', { faces: [1] });
  history.save('drumhead/draft/b', { faces: [1, 2] });
  history.save('drumhead/event/b/3', 'rolled');
  history.put('drumhead/draft/b', null);
  for (const disk of history.states) expect(recover(history.entries, disk)).toEqual(history.now);
});

test('texts that were removed, rewritten, restored or replaced by an older copy end in their last state', () => {
  const history = new History({ settings: seal('old', 1, 7), roster: seal('mine', 1, 9) });
  const mine = history.now.roster;
  history.put('roster', null);
  history.put('roster', mine); // restored from the bin
  history.save('roster', 'changed');
  history.put('roster', null);
  history.put('roster', seal('from a backup', 1, 2));
  history.put('settings', null);
  history.save('settings', 'fresh');
  for (const disk of history.states) expect(recover(history.entries, disk)).toEqual(history.now);
});

test('texts that were saved after the last entry, and damaged texts, stay', () => {
  const history = new History();
  history.save('a', 1);
  history.save('a', 2);
  history.save('b', 1);
  history.put('b', null);
  const there = { a: seal(3, 1, 3), b: seal('anew', 1, 5), c: 'of another time' };
  expect(recover(history.entries, there)).toEqual(there);
  expect(recover(history.entries, { a: 'damaged' })).toEqual({ a: 'damaged' });
});

test('entries of an earlier Drumhead, which lack the replaced text, are restored', () => {
  const entries = [
    { name: 'a', text: seal(1, 1, 4) },
    { name: 'b', text: seal(1) },
    { name: 'b', text: null },
  ];
  expect(recover(entries, {})).toEqual({ a: seal(1, 1, 4) });
  expect(recover(entries, { a: seal(0, 1, 3), b: seal(1) })).toEqual({ a: seal(1, 1, 4) });
  expect(recover(entries, { a: seal(2, 1, 5) })).toEqual({ a: seal(2, 1, 5) });
});

/** A function that returns pseudo-random numbers below its argument. The same seed gives the same numbers. */
function random(seed: number) {
  let state = seed * 2654435761 + 1;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Makes random changes to a few names. */
function play(history: History, draw: (below: number) => number, acts: number, bin: [string, string][]) {
  for (let act = 0; act < acts; act++) {
    const name = `drumhead/${draw(6)}`;
    const there = history.now[name];
    const what = draw(10);
    if (what < 5) history.save(name, draw(1_000_000));
    else if (what < 7 && there) {
      bin.push([name, there]);
      history.put(name, null);
    } else if (what < 8 && bin.length > 0) history.put(...bin.splice(draw(bin.length), 1)[0]);
    else if (what < 9 && there) history.put(name, seal(draw(1_000_000), 1, 1 + draw(3)));
    else history.save(`drumhead/event/${history.entries.length}`, draw(1_000_000));
  }
}

/** True if two states are equal. */
const areSame = (one: Texts, other: Texts) => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

test('in random histories, the journal completes every earlier state of storage, also after a second kill', () => {
  const wrong: string[] = [];
  for (let seed = 0; seed < 400; seed++) {
    const [draw, bin]: [(below: number) => number, [string, string][]] = [random(seed), []];
    const history = new History();
    play(history, draw, draw(8), bin); // before the journal's window
    const first = history.entries.length;
    play(history, draw, 1 + draw(20), bin);
    const entries = history.entries.slice(first);
    for (const [index, disk] of history.states.entries()) {
      if (index >= first && !areSame(recover(entries, disk), history.now)) wrong.push(`history ${seed}, state ${index}`);
    }
    // The browser is killed with some state on disk. The journal records what it restores, play continues, and the browser is killed
    // again.
    const killed = first + draw(history.states.length - first);
    const second = new History(history.states[killed]);
    second.entries = [...entries];
    for (const [name, text] of missing(entries, (name: string) => history.states[killed][name] ?? null)) second.put(name, text);
    if (!areSame(second.now, history.now)) wrong.push(`history ${seed}, killed at ${killed}`);
    play(second, draw, draw(12), bin);
    for (const [index, disk] of second.states.entries()) {
      if (!areSame(recover(second.entries, disk), second.now)) wrong.push(`history ${seed}, killed again at ${index}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('in random histories, storage that is ahead of the journal keeps its later texts', () => {
  const wrong: string[] = [];
  for (let seed = 0; seed < 400; seed++) {
    const draw = random(seed);
    const history = new History();
    play(history, draw, 1 + draw(20), []);
    const written = draw(history.entries.length + 1); // the entries that reached the disk
    const known = history.states[written];
    for (let index = written; index < history.states.length; index++) {
      const disk = history.states[index];
      const after = recover(history.entries.slice(0, written), disk);
      const later = new Set(history.entries.slice(written, index).map(({ name }) => name));
      for (const name of new Set([...Object.keys(after), ...Object.keys(disk), ...Object.keys(known)])) {
        // A name has the journal's text, or, if it was changed later, the text on disk.
        const right = after[name] === known[name] || (later.has(name) && after[name] === disk[name]);
        if (!right) wrong.push(`history ${seed}, state ${index}, ${name}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
