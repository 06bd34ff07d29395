// Keeps one build of Drumhead in the browser, whole, so that it opens without a signal.
//
// The two lines below are written by the build (`cargo xtask seal`). The version is made from the list and from this
// file, so every change to either is another version with a cache of its own: files of two builds never meet.
const VERSION = '';
/** @type {Record<string, string>} */
const FILES = {}; // path, as the page asks for it → what its bytes must hash to

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const scope = worker.registration.scope;
const family = `drumhead ${new URL(scope).pathname} `; // other folders of the host may keep caches, too
const own = family + VERSION;

// Languages other than English are kept once they were asked for, folder by folder; the reader of codes, where the browser
// reads none itself.
/** @type {Set<string>} */
const wanted = new Set(); // folders of the languages that pages have asked for since this worker was started
const optional = (/** @type {string} */ path) => /^(lang\/[^/]+|reader)\//.exec(path)?.[0];

// Everything or nothing: nothing is kept before all of it has come, each file as the build made it. A failure leaves
// the version in use as it was, and the browser tries again when it next looks for an update.
worker.addEventListener('install', (event) => event.waitUntil(install()));

async function install() {
  const options = await keptOptions();
  const wanted = Object.keys(FILES).filter((path) => !optional(path) || options.has(optional(path)));
  const fetched = await Promise.all(wanted.map(async (path) => /** @type {const} */ ([path, await fetchListed(path)])));
  const again = await caches.has(own); // the host went back to the version in use, which must not be lost
  try {
    const cache = await caches.open(own);
    await Promise.all(fetched.map(([path, response]) => cache.put(path, response)));
  } catch (error) {
    if (!again) await caches.delete(own); // no room for it
    throw error;
  }
}

// Those of the version in use.
async function keptOptions() {
  const names = (await caches.keys()).filter((name) => name.startsWith(family));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const folders = kept.flat().map((request) => optional(request.url.slice(scope.length)));
  return new Set('BarcodeDetector' in self ? folders : [...folders, 'reader/']);
}

async function fetchListed(/** @type {string} */ path) {
  const response = await fetch(path, { integrity: FILES[path], cache: 'no-cache' });
  // An answer that came by a detour cannot be given to a page that is opened.
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status} from ${response.url}`);
  return response;
}

// A new version waits until a page asks for it: it is the player who decides when.
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') worker.skipWaiting();
  // A page names the folder of the language that was chosen before it asks whether everything is here.
  const folder = /^keep (lang\/[^/]+\/)$/.exec(event.data)?.[1];
  if (folder) wanted.add(folder);
  if (event.data === 'whole?') event.waitUntil(tell(event.source));
});

// Tells a page whether everything is here; fetches again what the browser threw away. A worker that is not Drumhead's tells
// nothing.
async function tell(/** @type {Client | ServiceWorker | MessagePort | null} */ page) {
  page?.postMessage(
    await complete().then(
      () => 'whole',
      () => 'incomplete',
    ),
  );
}

async function complete() {
  const options = new Set([...(await keptOptions()), ...wanted]);
  const cache = await caches.open(own);
  const kept = new Set((await cache.keys()).map((request) => request.url.slice(scope.length) || './'));
  const missing = Object.keys(FILES).filter((path) => !kept.has(path) && (!optional(path) || options.has(optional(path))));
  await Promise.all(missing.map(async (path) => cache.put(path, await fetchListed(path))));
}

worker.addEventListener('activate', (event) => event.waitUntil(activate()));

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(family) && name !== own).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

// What the list names comes from the cache. Anything else is left to the browser; the app asks for nothing else.
worker.addEventListener('fetch', (event) => {
  const path = listed(event.request);
  if (path) event.respondWith(answer(path));
  else if (event.request.url === scope + RECEIVED) event.respondWith(event.request.method === 'POST' ? receive(event.request) : handOut());
});

// What another app shares with the installed one is posted here (`share_target` in the manifest). It waits in a cache of its own
// until the page asks for it, once.
const RECEIVED = 'received';
const LONGEST = 32 * 2 ** 20; // bytes: as the app's own limit for files (LONGEST_FILE)

async function receive(/** @type {Request} */ request) {
  const form = await request.formData();
  const file = form.get('file');
  const words = ['url', 'text', 'title'].map((name) => form.get(name) ?? '').join('\n');
  const text = file instanceof File && file.size > 0 ? (file.size <= LONGEST ? await file.text() : '') : words;
  const cache = await caches.open(`drumhead ${RECEIVED}`);
  await cache.put(RECEIVED, new Response(text));
  return Response.redirect(`${scope}#/${RECEIVED}`, 303);
}

async function handOut() {
  const cache = await caches.open(`drumhead ${RECEIVED}`);
  const kept = await cache.match(RECEIVED);
  await cache.delete(RECEIVED);
  return kept ?? new Response(''); // nothing, or nothing any more
}

function listed(/** @type {Request} */ request) {
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return undefined;
  let path = new URL(request.url).pathname.slice(new URL(scope).pathname.length);
  // Some services encode the `#` of an address, so that a link of the app becomes a part of the path.
  const isLink = request.mode === 'navigate' && path.startsWith('%23');
  if (path === '' || path === 'index.html' || isLink) path = './';
  return Object.hasOwn(FILES, path) ? path : undefined;
}

async function answer(/** @type {string} */ path) {
  const cache = await caches.open(own);
  const kept = await cache.match(path, { ignoreVary: true });
  if (kept) return kept;
  // A language that was not wanted before, or what the browser threw away: the same bytes are fetched again, or none.
  const response = await fetchListed(path);
  await cache.put(path, response.clone());
  return response;
}
