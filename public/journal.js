// A journal of all changes to localStorage. Browsers write localStorage to disk late: Chromium up to a minute later. The
// journal is in IndexedDB with strict durability, which is on disk a moment later. If the browser was killed in between, the
// next start restores from the journal what localStorage has lost.
//
// The app draws nothing new until the journal is on disk, mostly within two milliseconds (src/app/platform/drawing.rs).
// Everything that a player has seen is therefore still there after a crash.

import { head, missing } from './recovery.js';

// All times are in milliseconds.
const ENTRY_LIFETIME = 3_600_000; // an entry stays at least this long: every browser has written localStorage by then
const UNREAD_LIFETIME = 24 * ENTRY_LIFETIME; // the same while the app is not open
const RECOVERY_TIMEOUT = 2_000; // then the app starts without the journal
const PRUNING_INTERVAL = 600_000;
const WRITING_TIMEOUT = 1_000; // then the app draws changes that are not on disk yet
const STORE = 'saved';

/** @typedef {{ name: string, text: string | null, before?: string }} Entry */
/** @typedef {[time: number, tab: string, count: number]} Key */

const tab = Math.random().toString(36).slice(2);
let [count, prunedAt] = [0, Date.now()];
/** @type {Entry[]} */
let waiting = []; // entries that `write` has not taken yet
let unwritten = 0; // number of entries that are not on disk yet
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer; // of WRITING_TIMEOUT
let isSlow = false; // true after a timeout, until a write is quick again
let [callWritten, callSlow] = [() => {}, () => {}]; // set by `onWritten` and `onSlow`

/** @type {Promise<IDBDatabase>} */
const opened = new Promise((resolve, reject) => {
  const request = indexedDB.open('drumhead', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const database = request.result;
    database.onversionchange = () => database.close(); // lets the browser or another tab delete the database
    resolve(database);
  };
});
opened.catch(() => {}); // without IndexedDB, each write sets `state` to 'lost'

/**
 * Result of the latest write: 'unknown' before the first; 'kept' if it is on disk; 'slow' after a timeout; 'lost' if it
 * failed.
 */
export let state = 'unknown';

/**
 * Records that `text` has replaced `before` under a name in localStorage. Without a text, the name was removed. Returns at
 * once; true if the app has to wait for the call that `onWritten` registers.
 *
 * @param {string} name
 * @param {string | undefined | null} text
 * @param {string | undefined | null} before
 */
export function note(name, text, before) {
  waiting.push(entry(name, text ?? null, before));
  countUnwritten(1);
  if (waiting.length === 1) queueMicrotask(write);
  if (!isSlow) timer ??= setTimeout(stopWaiting, WRITING_TIMEOUT);
  return !isSlow;
}

/** @type {(name: string, text: string | null, before: string | undefined | null) => Entry} */
const entry = (name, text, before) => ({ name, text, before: before == null ? undefined : head(before) });

async function write() {
  const entries = waiting;
  waiting = [];
  const stale = [];
  if (Date.now() - prunedAt > PRUNING_INTERVAL) {
    // The lifetime is counted back from the last pruning, not from now. While a phone is in standby the browser writes
    // nothing, so that the time in standby must not count.
    stale.push(IDBKeyRange.upperBound([prunedAt - ENTRY_LIFETIME]));
    prunedAt = Date.now();
  }
  const start = performance.now();
  try {
    await update(entries, stale);
    isSlow &&= performance.now() - start > WRITING_TIMEOUT;
    state = isSlow ? 'slow' : 'kept';
  } catch {
    state = 'lost';
  }
  countUnwritten(-entries.length);
}

/**
 * Adds entries and deletes others. Keys ascend across all tabs, even after the clock was set back.
 *
 * @param {Entry[]} entries
 * @param {(IDBKeyRange | Key)[]} stale
 */
async function update(entries, stale) {
  const transaction = (await opened).transaction(STORE, 'readwrite', { durability: 'strict' });
  const store = transaction.objectStore(STORE);
  for (const range of stale) store.delete(range);
  const last = store.openKeyCursor(null, 'prev');
  last.onsuccess = () => {
    const [latest] = /** @type {Key | undefined} */ (last.result?.key) ?? [0];
    const time = Math.max(Date.now(), latest + 1);
    for (const entry of entries) store.put(entry, [time, tab, count++]);
    transaction.commit?.();
  };
  await done(transaction);
}

// Adds to the number of entries that are not on disk. The page shows such a state to the eye and to screen readers.
function countUnwritten(/** @type {number} */ change) {
  unwritten += change;
  const page = document.documentElement;
  page.toggleAttribute('data-unwritten', unwritten > 0);
  if (unwritten > 0) return document.body.setAttribute('aria-busy', 'true');
  document.body.removeAttribute('aria-busy');
  release();
}

/** Registers the function that is called when a write exceeds WRITING_TIMEOUT. */
export function onSlow(/** @type {() => void} */ call) {
  callSlow = call;
  if (isSlow) callSlow();
}

/** Registers the function that is called when every entry is on disk or has failed, and after WRITING_TIMEOUT. */
export function onWritten(/** @type {() => void} */ call) {
  callWritten = call;
}

function release() {
  clearTimeout(timer);
  timer = undefined;
  callWritten();
}

function stopWaiting() {
  [isSlow, state] = [true, 'slow'];
  release();
  callSlow();
}

const done = (/** @type {IDBTransaction} */ transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });

/** Restores what localStorage has lost, in the first tab that is opened. If another tab is open, the browser was not killed. */
export async function recover() {
  // A reload after a complete recovery means that the browser was not killed: nothing is lost, and the app need not wait.
  const isReload = isReloadAfterRecovery();
  let hasAppStarted = isReload;
  const recovered = alone(isReload, isReload ? forget : restore).then(
    (names) => {
      if (names !== undefined) sessionStorage.setItem(RECOVERED, 'yes');
      // The event makes the app read everything again, as after a change by another tab.
      if (hasAppStarted && names && names > 0) dispatchEvent(new StorageEvent('storage'));
    },
    () => {}, // a browser without storage
  );
  if (isReload) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, RECOVERY_TIMEOUT));
  await Promise.race([recovered, timeout]);
  hasAppStarted = true;
}

const RECOVERED = 'drumhead/recovered'; // in the tab's sessionStorage

function isReloadAfterRecovery() {
  try {
    const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
    if (navigation?.type === 'reload' && sessionStorage.getItem(RECOVERED)) return true;
    sessionStorage.removeItem(RECOVERED);
  } catch {
    // A browser without storage.
  }
  return false;
}

/**
 * Runs `act` while no other tab is open. With `waits`, it first waits until the page before a reload has released its lock.
 * Returns the result of `act`, `null` if another tab is open, and `undefined` after a failure.
 *
 * @param {boolean} waits
 * @param {() => Promise<number | undefined>} act
 * @returns {Promise<number | null | undefined>}
 */
async function alone(waits, act) {
  if (!navigator.locks) return act();
  const options = waits ? { signal: AbortSignal.timeout(RECOVERY_TIMEOUT) } : { ifAvailable: true };
  /** @type {number | null | undefined} */
  let result;
  await navigator.locks.request('drumhead', options, async (lock) => void (result = lock && (await act()))).catch(() => {});
  // This tab then shares the lock until it is closed. The request waits for a tab that is restoring.
  await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    const keep = () => (resolve(), new Promise(() => {}));
    navigator.locks.request('drumhead', { mode: 'shared' }, keep).catch(resolve);
  });
  return result;
}

/**
 * All entries in order, and their keys.
 *
 * @returns {Promise<[Key[], Entry[]]>}
 */
async function readAll() {
  const store = (await opened).transaction(STORE).objectStore(STORE);
  const [keys, entries] = [store.getAllKeys(), store.getAll()];
  await done(store.transaction);
  return [/** @type {Key[]} */ (/** @type {unknown} */ (keys.result)), entries.result];
}

const stored = (/** @type {string} */ name) => localStorage.getItem(name);

// Returns the number of names that were restored.
async function restore() {
  const [keys, entries] = await readAll();
  if (keys.length === 0) return 0;
  const restored = [];
  for (const [name, text] of missing(entries, stored)) {
    const before = stored(name);
    try {
      if (text === null) localStorage.removeItem(name);
      else localStorage.setItem(name, text);
      restored.push(entry(name, text, before));
    } catch {
      // Too large for the free space. Other texts may still fit.
    }
  }
  // A restored text may be lost again, so the journal records it again. Entries with a time in the future come from a wrong
  // clock. They would never expire, so they are deleted here.
  const [expired, future] = [Date.now() - UNREAD_LIFETIME, Date.now() + ENTRY_LIFETIME];
  if (restored.length > 0 || keys[0][0] < expired || (keys.at(-1)?.[0] ?? 0) > future) {
    await update(restored, [IDBKeyRange.upperBound([expired]), IDBKeyRange.lowerBound([future])]);
  }
  return restored.length;
}

/**
 * Deletes the entries of names whose stored text is not that of their last entry. After a reload this means that somebody
 * has cleared or changed localStorage, so these texts must not be restored.
 *
 * @returns {Promise<undefined>}
 */
async function forget() {
  const [keys, entries] = await readAll();
  const last = new Map(entries.map(({ name, text }) => [name, text]));
  const removed = keys.filter((_, index) => stored(entries[index].name) !== last.get(entries[index].name));
  if (removed.length > 0) await update([], removed);
}
