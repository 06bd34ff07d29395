// Shows a dialog if the app does not start, or has stopped. After a trap (a WebAssembly error) the module cannot be called
// any more. Once the app has started, the dialog is that of src/app/components/stopped.rs. Before, it is made here.
(() => {
  const START_TIMEOUT = 30_000; // milliseconds
  const UPDATE_TIMEOUT = 30_000;
  // The dialog that the app has drawn; null before the app has started.
  const appDialog = () => /** @type {HTMLDialogElement | null} */ (document.getElementById('stopped'));
  const isFrench = () => {
    try {
      return /"language":"fr"/.test(localStorage['drumhead/settings']);
    } catch {
      return false;
    }
  };
  const show = (/** @type {HTMLDialogElement} */ dialog, /** @type {() => unknown} */ act) => {
    if (dialog.open) return;
    /** @type {HTMLButtonElement} */ (dialog.querySelector('button')).onclick = act;
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    dialog.showModal();
  };
  const makeDialog = (/** @type {string[]} */ [text, label]) => {
    const [dialog, words, button] = [document.createElement('dialog'), document.createElement('p'), document.createElement('button')];
    [words.textContent, button.textContent, dialog.className] = [text, label, 'card'];
    dialog.append(words, button);
    return document.body.appendChild(dialog);
  };

  /** @param {Partial<Error>} [error] */
  const isTrap = ({ name, stack = '' } = {}) => name === 'RuntimeError' || /wasm-function|wasm:\/\//.test(stack);
  const stop = () => {
    const words = isFrench()
      ? ['Drumhead s’est arrêté à cause d’une erreur. Tout ce que vous avez fait est enregistré.', 'Recharger']
      : ['Drumhead has stopped because of an error. Everything that you did is saved.', 'Reload'];
    show(appDialog() ?? makeDialog(words), () => location.reload());
  };

  // Addresses of all files of this page, those that failed included.
  const files = () => {
    const named = [
      ...[...document.querySelectorAll('link')].map((link) => link.href),
      ...[...document.querySelectorAll('script')].map((script) => script.src),
    ];
    const fetched = performance.getEntriesByType('resource').map((entry) => entry.name);
    return [...new Set([...named, ...fetched])].filter((file) => file.startsWith(location.origin));
  };
  // Activates a newer version if there is one. The current version may need a file that the host no longer has.
  const activateUpdate = async () => {
    const workers = navigator.serviceWorker;
    const registration = await workers?.getRegistration();
    await registration?.update().catch(() => {}); // offline, there is none
    const newer = registration?.waiting ?? registration?.installing;
    if (!newer || !registration?.active) return;
    await new Promise((/** @type {(value?: unknown) => void} */ done) => {
      setTimeout(done, UPDATE_TIMEOUT);
      workers.addEventListener('controllerchange', done);
      const onState = () => (newer.state === 'installed' ? newer.postMessage('take over') : newer.state === 'redundant' && done());
      newer.addEventListener('statechange', onState);
      onState();
    });
  };
  // Fetches every file without the browser's cache, which may have an incomplete file, and reloads the page.
  const retry = async () => {
    await activateUpdate().catch(() => {});
    await Promise.allSettled([location.href, ...files()].map((file) => fetch(file, { cache: 'reload' })));
    location.reload();
  };
  window.drumheadRetry = retry;

  /** @type {Record<string, RegExp>} */
  const mediaTypes = { js: /javascript/, wasm: /wasm/, css: /css/ };
  const isBad = async (/** @type {string} */ file) => {
    const ending = /\.(js|wasm|css)$/.exec(new URL(file).pathname)?.[1];
    if (!ending) return false;
    const answer = await fetch(file, { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    return !answer?.ok || !mediaTypes[ending].test(answer.headers.get('content-type') ?? '');
  };
  let isReported = false; // or being checked
  const cannotRun = (/** @type {'module' | 'old'} */ reason) => {
    isReported = true;
    window.drumheadCannotRun(reason);
  };
  // Shows that the app did not start. `hint` is the file at fault; empty if it is unknown; undefined if all files are to be
  // checked first.
  const fail = async (/** @type {string | undefined} */ hint = undefined) => {
    if (isReported || appDialog() || typeof WebAssembly !== 'object') return;
    isReported = true;
    const checked = hint !== undefined ? [] : await Promise.all(files().map(async (file) => (await isBad(file)) && file));
    const file = (hint || checked.find(Boolean) || '').split('/').pop();
    // If every file is right, the error is not the app's: it may come from a browser extension.
    if (appDialog() || (!file && hint === undefined)) return void (isReported = false);
    const words = isFrench()
      ? [file ? `Drumhead n’a pas pu démarrer : le fichier ${file} manque ou est endommagé.` : 'Drumhead n’a pas pu démarrer.', 'Réessayer']
      : [file ? `Drumhead could not start: the file ${file} is missing or damaged.` : 'Drumhead could not start.', 'Try again'];
    show(makeDialog(words), retry);
  };
  /** @param {Partial<Error>} [error] */
  const moduleAtFault = ({ name } = {}) =>
    name === 'CompileError' || name === 'LinkError' ? files().find((file) => file.endsWith('.wasm')) : undefined;
  // True if the file's hash is the one that the build has listed in the service worker.
  const isIntact = async (/** @type {string} */ file) => {
    const list = await (await fetch('sw.js')).text();
    const integrity = JSON.parse(/^const FILES = (.*);/m.exec(list)?.[1] ?? '')[file.slice(new URL('./', location.href).href.length)];
    return integrity !== undefined && (await fetch(file, { integrity, cache: 'no-cache' })).ok;
  };
  const handle = async (/** @type {Error | undefined} */ error, /** @type {string | undefined} */ file = undefined) => {
    if (isTrap(error)) return stop();
    if (appDialog()) return;
    const module = moduleAtFault(error);
    // If an intact module does not compile, this browser is too old.
    if (module && error?.name === 'CompileError' && (await isIntact(module).catch(() => false))) return cannotRun('old');
    fail(file ?? module);
  };
  addEventListener(
    'error',
    ({ target, error, filename }) => {
      if (target === window) handle(error ?? undefined, error?.name === 'SyntaxError' ? filename : undefined);
      else if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') fail(target.href);
      else if (target instanceof HTMLScriptElement) fail(); // the script failed, or a file that it imports
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => handle(reason ?? undefined));
  setTimeout(() => appDialog() || fail(''), START_TIMEOUT); // no file is named: files that are slow may be right
})();
