// A journal of what is saved in localStorage, which browsers write to disk only now and then: Chromium up to a minute later.
// Whatever is saved is also written here, to IndexedDB with strict durability, which is on disk a moment later. If the
// browser was killed in between, what localStorage lost is put back when the app is next opened.
//
// The app draws nothing new as long as something is not on disk (src/app/platform/drawing.rs), a millisecond or two mostly.
// Whatever was seen is therefore there afterwards.

import { head, missing } from './recovery.js';

const KEPT = 3_600_000; // milliseconds for which an entry is kept at least: by then, every browser has written localStorage
const UNREAD = 24 * KEPT; // and if the app was not open since
const PATIENCE = 2_000; // the app does not wait longer for what was lost
const PRUNED = 600_000; // and older entries go away so often
const HELD = 1_000; // a disk that takes longer is waited for no more: better to show what may be lost than nothing
const STORE = 'saved';

/** @typedef {{ name: string, text: string | null, before?: string }} Entry */
/** @typedef {[time: number, tab: string, count: number]} Key */

const tab = Math.random().toString(36).slice(2);
let [count, pruned] = [0, Date.now()];
/** @type {Entry[]} */
let waiting = []; // entries to be written
let unwritten = 0; // entries that are not on disk yet
/** @type {ReturnType<typeof setTimeout> | undefined} */
let patience; // the timer after which they are waited for no more
let slow = false; // true once the disk took too long
let [wasWritten, isSlow] = [() => {}, () => {}]; // called when nothing is waited for any more, and when the disk takes too long

/** @type {Promise<IDBDatabase>} */
const opened = new Promise((resolve, reject) => {
  const request = indexedDB.open('drumhead', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const database = request.result;
    database.onversionchange = () => database.close(); // somebody deletes it
    resolve(database);
  };
});
opened.catch(() => {}); // a browser without it has no journal, which `state` says

/**
 * What becomes of entries: 'unknown' until the first one is on disk, then 'kept', 'slow' while the disk takes too long to be
 * waited for, or 'lost' if the browser keeps no entries.
 */
export let state = 'unknown';

/**
 * Writes down that a text was saved under a name, or removed if it is `undefined`, where `before` was. Returns at once: true
 * if the app waits until `onWritten` is called.
 *
 * @param {string} name
 * @param {string | undefined | null} text
 * @param {string | undefined | null} before
 */
export function note(name, text, before) {
  waiting.push(entry(name, text ?? null, before));
  written(-1);
  if (waiting.length === 1) queueMicrotask(write);
  if (!slow) patience ??= setTimeout(giveUp, HELD);
  return !slow;
}

/** @type {(name: string, text: string | null, before: string | undefined | null) => Entry} */
const entry = (name, text, before) => ({ name, text, before: before == null ? undefined : head(before) });

async function write() {
  const entries = waiting;
  waiting = [];
  const stale = [];
  if (Date.now() - pruned > PRUNED) {
    // An hour before the last time, and not before now: a phone may have slept in between.
    stale.push(IDBKeyRange.upperBound([pruned - KEPT]));
    pruned = Date.now();
  }
  const begun = performance.now();
  try {
    await put(entries, stale);
    // Waited for again once it was quick.
    slow &&= performance.now() - begun > HELD;
    state = slow ? 'slow' : 'kept';
  } catch {
    state = 'lost';
  }
  written(entries.length);
}

/**
 * Adds entries, and takes those in ranges away. Keys ascend over all tabs, whatever becomes of the clock.
 *
 * @param {Entry[]} entries
 * @param {(IDBKeyRange | Key)[]} stale
 */
async function put(entries, stale) {
  const transaction = (await opened).transaction(STORE, 'readwrite', { durability: 'strict' });
  const store = transaction.objectStore(STORE);
  for (const range of stale) store.delete(range);
  const last = store.openKeyCursor(null, 'prev');
  last.onsuccess = () => {
    const [latest] = /** @type {Key | undefined} */ (last.result?.key) ?? [0];
    const time = Math.max(Date.now(), latest + 1);
    for (const own of entries) store.put(own, [time, tab, count++]);
    transaction.commit?.();
  };
  await done(transaction);
}

// The page says so as long as something is not on disk, to the eye and to screen readers.
function written(/** @type {number} */ entries) {
  unwritten -= entries;
  const page = document.documentElement;
  page.toggleAttribute('data-unwritten', unwritten > 0);
  if (unwritten > 0) return document.body.setAttribute('aria-busy', 'true');
  document.body.removeAttribute('aria-busy');
  release();
}

/** Calls a function whenever the disk begins to take too long. */
export function onSlow(/** @type {() => void} */ call) {
  isSlow = call;
  if (slow) isSlow();
}

/** Calls a function whenever everything that was noted is on disk, or cannot be, or is waited for no more. */
export function onWritten(/** @type {() => void} */ call) {
  wasWritten = call;
}

function release() {
  clearTimeout(patience);
  patience = undefined;
  wasWritten();
}

function giveUp() {
  [slow, state] = [true, 'slow'];
  release();
  isSlow();
}

const done = (/** @type {IDBTransaction} */ transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });

/** Puts back what localStorage lost. Only one tab does, and only if no other is open: else the browser was not killed. */
export async function recover() {
  // A page that is loaded again is in the browser that it was in, unless it was left before everything was put back. Nothing
  // was lost then, and nobody need wait.
  const again = loadedAgain();
  let late = again;
  const recovered = alone(again, again ? forget : restore).then(
    (names) => {
      if (names !== undefined) sessionStorage.setItem(RECOVERED, 'yes');
      // The app has begun meanwhile. It reads everything again, as after a change by another tab.
      if (late && names && names > 0) dispatchEvent(new StorageEvent('storage'));
    },
    () => {}, // a browser without storage
  );
  if (again) return;
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([recovered, patience]);
  late = true;
}

const RECOVERED = 'drumhead/recovered'; // in the tab's sessionStorage

function loadedAgain() {
  try {
    const [opening] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
    if (opening?.type === 'reload' && sessionStorage.getItem(RECOVERED)) return true;
    sessionStorage.removeItem(RECOVERED);
  } catch {
    // A browser without storage.
  }
  return false;
}

/**
 * Does something while no other tab is open, if `waits` once the page that was here before is gone. Hands back what that
 * does; `null` if another tab is open, and nothing if it failed.
 *
 * @param {boolean} waits
 * @param {() => Promise<number | undefined>} act
 * @returns {Promise<number | null | undefined>}
 */
async function alone(waits, act) {
  if (!navigator.locks) return act();
  const options = waits ? { signal: AbortSignal.timeout(PATIENCE) } : { ifAvailable: true };
  /** @type {number | null | undefined} */
  let done;
  await navigator.locks.request('drumhead', options, async (lock) => void (done = lock && (await act()))).catch(() => {});
  // Has the lock for as long as this tab is open, once a tab that puts things back is done.
  await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    const keep = () => (resolve(), new Promise(() => {}));
    navigator.locks.request('drumhead', { mode: 'shared' }, keep).catch(resolve);
  });
  return done;
}

/**
 * All entries in order, and their keys.
 *
 * @returns {Promise<[Key[], Entry[]]>}
 */
async function all() {
  const store = (await opened).transaction(STORE).objectStore(STORE);
  const [keys, entries] = [store.getAllKeys(), store.getAll()];
  await done(store.transaction);
  return [/** @type {Key[]} */ (/** @type {unknown} */ (keys.result)), entries.result];
}

const there = (/** @type {string} */ name) => localStorage.getItem(name);

// Hands back how many names were put back.
async function restore() {
  const [keys, entries] = await all();
  if (keys.length === 0) return 0;
  const restored = [];
  for (const [name, text] of missing(entries, there)) {
    const before = there(name);
    try {
      if (text === null) localStorage.removeItem(name);
      else localStorage.setItem(name, text);
      restored.push(entry(name, text, before));
    } catch {
      // No room for it, but perhaps for others.
    }
  }
  // What was put back may be lost again, so it is noted anew. A clock that was wrong leaves entries that never grow old.
  const [old, coming] = [Date.now() - UNREAD, Date.now() + KEPT];
  if (restored.length > 0 || keys[0][0] < old || (keys.at(-1)?.[0] ?? 0) > coming) {
    await put(restored, [IDBKeyRange.upperBound([old]), IDBKeyRange.lowerBound([coming])]);
  }
  return restored.length;
}

/**
 * Somebody cleared or changed localStorage: what is gone stays gone.
 *
 * @returns {Promise<undefined>}
 */
async function forget() {
  const [keys, entries] = await all();
  const last = new Map(entries.map(({ name, text }) => [name, text]));
  const gone = keys.filter((_, place) => there(entries[place].name) !== last.get(entries[place].name));
  if (gone.length > 0) await put([], gone);
}
