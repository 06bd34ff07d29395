// The service worker. It caches all files of one build, so that the app opens offline.
//
// The build writes the values of the next two constants (`cargo xtask seal`). The version is a hash of the list and of this
// file. Each version has its own cache, so that files of two builds are never mixed.
const VERSION = '';
/** @type {Record<string, string>} */
const FILES = {}; // path that the page requests → integrity hash

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const scope = worker.registration.scope;
const family = `drumhead ${new URL(scope).pathname} `; // the host may have other apps with caches
const cacheName = family + VERSION;

// Some folders are optional: a translation is cached once a player chooses it, and the reader of QR codes where the browser
// cannot read them itself.
/** @type {Set<string>} */
const chosenLanguages = new Set(); // folders that pages have named since this worker started
const optionalFolder = (/** @type {string} */ path) => /^(lang\/[^/]+|reader)\//.exec(path)?.[0];

// All files are fetched and checked before any is cached. After a failure the version in use stays as it was, and the browser
// tries again when it next looks for an update.
worker.addEventListener('install', (event) => event.waitUntil(install()));

async function install() {
  const folders = await cachedFolders();
  const paths = Object.keys(FILES).filter((path) => !optionalFolder(path) || folders.has(optionalFolder(path)));
  const fetched = await Promise.all(paths.map(async (path) => /** @type {const} */ ([path, await fetchListed(path)])));
  const alreadyCached = await caches.has(cacheName); // if the host went back to the version in use: it must not be deleted
  try {
    const cache = await caches.open(cacheName);
    await Promise.all(fetched.map(([path, response]) => cache.put(path, response)));
  } catch (error) {
    if (!alreadyCached) await caches.delete(cacheName); // the storage is full
    throw error;
  }
}

// Optional folders that the version in use has cached. The reader counts as one where the browser needs it.
async function cachedFolders() {
  const names = (await caches.keys()).filter((name) => name.startsWith(family));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const folders = kept.flat().map((request) => optionalFolder(request.url.slice(scope.length)));
  return new Set('BarcodeDetector' in self ? folders : [...folders, 'reader/']);
}

async function fetchListed(/** @type {string} */ path) {
  const response = await fetch(path, { integrity: FILES[path], cache: 'no-cache' });
  // Browsers refuse a redirected response as the answer to a navigation.
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status} from ${response.url}`);
  return response;
}

// A new version waits until a page sends 'take over', because the player decides when to update.
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') worker.skipWaiting();
  // A page names the folder of the chosen language before it sends 'whole?'.
  const folder = /^keep (lang\/[^/]+\/)$/.exec(event.data)?.[1];
  if (folder) chosenLanguages.add(folder);
  if (event.data === 'whole?') event.waitUntil(reportComplete(event.source));
});

// Answers 'whole?': fetches the files that the browser has evicted, then reports whether the cache is complete. Workers of
// other apps do not answer.
async function reportComplete(/** @type {Client | ServiceWorker | MessagePort | null} */ page) {
  page?.postMessage(
    await complete().then(
      () => 'whole',
      () => 'incomplete',
    ),
  );
}

async function complete() {
  const folders = new Set([...(await cachedFolders()), ...chosenLanguages]);
  const cache = await caches.open(cacheName);
  const kept = new Set((await cache.keys()).map((request) => request.url.slice(scope.length) || './'));
  const missing = Object.keys(FILES).filter((path) => !kept.has(path) && (!optionalFolder(path) || folders.has(optionalFolder(path))));
  await Promise.all(missing.map(async (path) => cache.put(path, await fetchListed(path))));
}

worker.addEventListener('activate', (event) => event.waitUntil(activate()));

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(family) && name !== cacheName).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

// Listed files come from the cache. The app requests nothing else, except what another app has shared.
worker.addEventListener('fetch', (event) => {
  const path = listed(event.request);
  if (path) event.respondWith(answer(path));
  else if (event.request.url === scope + RECEIVED) event.respondWith(event.request.method === 'POST' ? receive(event.request) : handOver());
});

// Another app shares a file or text with the installed app by a POST request (`share_target` in the manifest). A separate
// cache stores it until the page reads it, once.
const RECEIVED = 'received';
const MAX_FILE_SIZE = 32 * 2 ** 20; // bytes: the app's own limit for files (LONGEST_FILE)

async function receive(/** @type {Request} */ request) {
  const form = await request.formData();
  const file = form.get('file');
  const words = ['url', 'text', 'title'].map((name) => form.get(name) ?? '').join('\n');
  const text = file instanceof File && file.size > 0 ? (file.size <= MAX_FILE_SIZE ? await file.text() : '') : words;
  const cache = await caches.open(`drumhead ${RECEIVED}`);
  await cache.put(RECEIVED, new Response(text));
  return Response.redirect(`${scope}#/${RECEIVED}`, 303);
}

async function handOver() {
  const cache = await caches.open(`drumhead ${RECEIVED}`);
  const kept = await cache.match(RECEIVED);
  await cache.delete(RECEIVED);
  return kept ?? new Response(''); // nothing was shared, or it was read before
}

function listed(/** @type {Request} */ request) {
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return undefined;
  let path = new URL(request.url).pathname.slice(new URL(scope).pathname.length);
  // Some services encode the `#` of a link, so that the part after it arrives in the path.
  const isLink = request.mode === 'navigate' && path.startsWith('%23');
  if (path === '' || path === 'index.html' || isLink) path = './';
  return Object.hasOwn(FILES, path) ? path : undefined;
}

async function answer(/** @type {string} */ path) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(path, { ignoreVary: true });
  if (kept) return kept;
  // The file is of a language that was not cached before, or the browser has evicted it. The hash refuses any other content.
  const response = await fetchListed(path);
  await cache.put(path, response.clone());
  return response;
}
