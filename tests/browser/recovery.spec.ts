// What the journal puts back, tried over many histories: localStorage on disk may be any earlier state.
import { expect, test } from '@playwright/test';
import { head, missing } from '../../public/recovery.js';
import { seal } from './play';

type Entry = { name: string; text: string | null; before?: string };
type Texts = Record<string, string>;

/** What storage has once the journal has put back what it lacks. */
function recovered(entries: Entry[], there: Texts): Texts {
  const texts = { ...there };
  for (const [name, text] of missing(entries, (name: string) => texts[name] ?? null)) {
    if (text === null) delete texts[name];
    else texts[name] = text;
  }
  return texts;
}

/** Saved texts, as they were after each act, and the journal of the acts. */
class History {
  entries: Entry[] = [];
  states: Texts[];

  constructor(there: Texts = {}) {
    this.states = [there];
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

  /** Saves a thing as the app does: as one save more of what is there. */
  save(name: string, thing: unknown) {
    this.put(name, seal(thing, 1, Number(this.now[name]?.split('.')[1] ?? 0) + 1));
  }
}

test('a roll whose draft was removed is put back, with what led to it', () => {
  const history = new History();
  history.save('drumhead/battle/b', 'header');
  for (const act of [0, 1, 2]) history.save(`drumhead/event/b/${act}`, act);
  history.save('drumhead/draft/b', { faces: [1] });
  history.save('drumhead/draft/b', { faces: [1, 2] });
  history.save('drumhead/event/b/3', 'rolled');
  history.put('drumhead/draft/b', null);
  for (const disk of history.states) expect(recovered(history.entries, disk)).toEqual(history.now);
});

test('what is removed, written again, brought back byte by byte or replaced by an older copy ends as it was left', () => {
  const history = new History({ settings: seal('old', 1, 7), roster: seal('mine', 1, 9) });
  const mine = history.now.roster;
  history.put('roster', null);
  history.put('roster', mine); // brought back from the bin
  history.save('roster', 'changed');
  history.put('roster', null);
  history.put('roster', seal('from a backup', 1, 2));
  history.put('settings', null);
  history.save('settings', 'fresh');
  for (const disk of history.states) expect(recovered(history.entries, disk)).toEqual(history.now);
});

test('what was saved later than the journal knows, and what is damaged, stays', () => {
  const history = new History();
  history.save('a', 1);
  history.save('a', 2);
  history.save('b', 1);
  history.put('b', null);
  const there = { a: seal(3, 1, 3), b: seal('anew', 1, 5), c: 'of another time' };
  expect(recovered(history.entries, there)).toEqual(there);
  expect(recovered(history.entries, { a: 'damaged' })).toEqual({ a: 'damaged' });
});

test('entries that an earlier Drumhead noted, without what they replaced, are put back', () => {
  const entries = [
    { name: 'a', text: seal(1, 1, 4) },
    { name: 'b', text: seal(1) },
    { name: 'b', text: null },
  ];
  expect(recovered(entries, {})).toEqual({ a: seal(1, 1, 4) });
  expect(recovered(entries, { a: seal(0, 1, 3), b: seal(1) })).toEqual({ a: seal(1, 1, 4) });
  expect(recovered(entries, { a: seal(2, 1, 5) })).toEqual({ a: seal(2, 1, 5) });
});

/** Numbers below `below`, the same for the same seed. */
function random(seed: number) {
  let state = seed * 2654435761 + 1;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Anything that may be done with a few names. */
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

/** True if two states are the same. */
const same = (one: Texts, other: Texts) => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

test('over random histories, every earlier state of storage is brought to what the journal has, also after a second kill', () => {
  const wrong: string[] = [];
  for (let seed = 0; seed < 400; seed++) {
    const [draw, bin]: [(below: number) => number, [string, string][]] = [random(seed), []];
    const history = new History();
    play(history, draw, draw(8), bin); // before the journal's window
    const first = history.entries.length;
    play(history, draw, 1 + draw(20), bin);
    const entries = history.entries.slice(first);
    for (const [place, disk] of history.states.entries()) {
      if (place >= first && !same(recovered(entries, disk), history.now)) wrong.push(`history ${seed}, state ${place}`);
    }
    // Killed with some state on disk. What is put back is noted anew, play goes on, and the browser is killed again.
    const killed = first + draw(history.states.length - first);
    const again = new History(history.states[killed]);
    again.entries = [...entries];
    for (const [name, text] of missing(entries, (name: string) => history.states[killed][name] ?? null)) again.put(name, text);
    if (!same(again.now, history.now)) wrong.push(`history ${seed}, killed at ${killed}`);
    play(again, draw, draw(12), bin);
    for (const [place, disk] of again.states.entries()) {
      if (!same(recovered(again.entries, disk), again.now)) wrong.push(`history ${seed}, killed again at ${place}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('over random histories, storage that is ahead of the journal keeps what only it has', () => {
  const wrong: string[] = [];
  for (let seed = 0; seed < 400; seed++) {
    const draw = random(seed);
    const history = new History();
    play(history, draw, 1 + draw(20), []);
    const written = draw(history.entries.length + 1); // the entries that reached the disk
    const known = history.states[written];
    for (let place = written; place < history.states.length; place++) {
      const disk = history.states[place];
      const after = recovered(history.entries.slice(0, written), disk);
      const later = new Set(history.entries.slice(written, place).map(({ name }) => name));
      for (const name of new Set([...Object.keys(after), ...Object.keys(disk), ...Object.keys(known)])) {
        // Nothing is made up, and a name that nobody touched since is as the journal has it.
        const right = after[name] === known[name] || (later.has(name) && after[name] === disk[name]);
        if (!right) wrong.push(`history ${seed}, state ${place}, ${name}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
