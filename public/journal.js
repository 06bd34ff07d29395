// A journal of what is saved in localStorage, which browsers write to disk only now and then: Chromium up to a minute later.
// Whatever is saved is also written here, to IndexedDB with strict durability, which is on disk a moment later. If the
// browser was killed in between, what localStorage lost is put back when the app is next opened.
//
// The app shows nothing new as long as something is not on disk: see `hold`. Whatever was seen is therefore there afterwards.
//
// Browsers write localStorage in order, so a tab's latest entry that is there has all earlier ones of that tab with it.

const KEPT = 3_600_000; // milliseconds: by then, every browser has written localStorage
const PATIENCE = 2_000; // the app does not wait longer for what was lost
const PRUNED = 600_000; // and older entries go away so often
const HELD = 1_000; // a disk that takes longer is not waited for: better to show what may be lost than nothing
const STORE = 'saved';

const tab = Math.random().toString(36).slice(2);
let [count, pruned] = [0, Date.now()];
let waiting = []; // entries to be written, as [key, name, text]
let unwritten = 0; // entries that are not on disk yet
let held = []; // what is done once they are
let patience; // the timer after which it is done all the same

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

/** What becomes of entries: 'unknown' until the first one is on disk, then 'kept', or 'lost' if the browser cannot. */
export let state = 'unknown';

/** Writes down that a text was saved under a name, or removed if it is `undefined`. Returns at once. */
export function note(name, text) {
  waiting.push([[Date.now(), tab, count++], name, text ?? null]);
  written(-1);
  if (waiting.length === 1) queueMicrotask(write);
}

async function write() {
  const entries = waiting;
  waiting = [];
  try {
    const transaction = (await opened).transaction(STORE, 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore(STORE);
    if (Date.now() - pruned > PRUNED) {
      pruned = Date.now();
      store.delete(IDBKeyRange.upperBound([pruned - KEPT]));
    }
    for (const [key, name, text] of entries) store.put({ name, text }, key);
    transaction.commit?.();
    await done(transaction);
    state = 'kept';
  } catch {
    state = 'lost';
  }
  written(entries.length);
}

// The page bears a mark as long as something is not on disk.
function written(entries) {
  unwritten -= entries;
  document.documentElement.toggleAttribute('data-unwritten', unwritten > 0);
  if (unwritten === 0) release();
}

// The app draws in microtasks, which its module queues by this function. Those of an act that is not on disk yet wait for it,
// a millisecond or two mostly, so that no result is seen before it is safe.
const { queueMicrotask } = globalThis;
globalThis.queueMicrotask = function hold(task) {
  if (unwritten === 0) return queueMicrotask(task);
  if (held.push(task) === 1) patience = setTimeout(release, HELD);
};

/** Resolves once everything that was noted is on disk, or cannot be. */
export const onDisk = () => new Promise((resolve) => globalThis.queueMicrotask(resolve));

function release() {
  clearTimeout(patience);
  for (const task of held.splice(0)) queueMicrotask(task);
}

const done = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });

/** Puts back what localStorage lost. Only one tab does, and only if no other is open: else the browser was not killed. */
export function recover() {
  // A page that is loaded again is in the browser that it was in. Nothing was lost, and nobody need wait.
  const again = performance.getEntriesByType('navigation')[0]?.type === 'reload';
  const recovered = alone(again, () => (again ? forget() : restore()).catch(() => {}));
  return again ? Promise.resolve() : Promise.race([recovered, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

// Does something while no other tab is open. The page that was here before may take a moment to go.
async function alone(waits, act) {
  if (!navigator.locks) return act();
  const options = waits ? { signal: AbortSignal.timeout(PATIENCE) } : { ifAvailable: true };
  await navigator.locks.request('drumhead', options, (lock) => lock && act()).catch(() => {});
  // For as long as this tab is open.
  navigator.locks.request('drumhead', { mode: 'shared' }, () => new Promise(() => {})).catch(() => {});
}

// Entries of the last hour, in order.
async function recent() {
  const transaction = (await opened).transaction(STORE, 'readwrite');
  const store = transaction.objectStore(STORE);
  store.delete(IDBKeyRange.upperBound([Date.now() - KEPT]));
  const [keys, values] = [store.getAllKeys(), store.getAll()];
  await done(transaction);
  return keys.result.map((key, place) => ({ tab: key[1], ...values.result[place] }));
}

async function restore() {
  for (const { name, text } of missing(await recent())) {
    if (text === null) localStorage.removeItem(name);
    else if (older(localStorage.getItem(name), text)) localStorage.setItem(name, text);
  }
}

// Somebody cleared localStorage: what is gone stays gone.
async function forget() {
  if (missing(await recent()).length === 0) return;
  const transaction = (await opened).transaction(STORE, 'readwrite');
  transaction.objectStore(STORE).clear();
  await done(transaction);
}

// The entries that localStorage lacks, in order: of each tab those after the latest that is there. Of a name only the last
// entry of all counts.
function missing(entries) {
  const last = new Map(entries.map((entry) => [entry.name, entry]));
  const found = new Set();
  const lost = [...entries].reverse().filter((entry) => {
    if (found.has(entry.tab)) return false;
    if (localStorage.getItem(entry.name) !== entry.text) return true;
    found.add(entry.tab);
    return false;
  });
  return lost.reverse().filter((entry) => last.get(entry.name) === entry);
}

// A text that is there gives way to a later revision alone: `schema.revision.checksum.json`. One that is damaged stays.
function older(own, text) {
  const revision = (of) => Number(/^\d+\.(\d+)\./.exec(of)?.[1]);
  return own === null || revision(own) < revision(text);
}
