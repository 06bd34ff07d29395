// Says why the app does not start, or that it has stopped: after a trap the module answers no more, and its pages would
// stand still. The words for that are in src/app/components/stopped.rs, once the app has begun; those here are for one that has not.
(() => {
  const PATIENCE = 30_000; // milliseconds
  const own = () => /** @type {HTMLDialogElement | null} */ (document.getElementById('stopped'));
  const french = () => {
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
  const made = (/** @type {string[]} */ [text, label]) => {
    const [dialog, words, button] = [document.createElement('dialog'), document.createElement('p'), document.createElement('button')];
    [words.textContent, button.textContent, dialog.className] = [text, label, 'card'];
    dialog.append(words, button);
    return document.body.appendChild(dialog);
  };

  /** @param {Partial<Error>} [error] */
  const trapped = ({ name, stack = '' } = {}) => name === 'RuntimeError' || /wasm-function|wasm:\/\//.test(stack);
  const stop = () => {
    const words = french()
      ? ['Drumhead s’est arrêté à cause d’une erreur. Tout ce que vous avez fait est enregistré.', 'Recharger']
      : ['Drumhead has stopped because of an error. Everything that you did is saved.', 'Reload'];
    show(own() ?? made(words), () => location.reload());
  };

  const files = () => {
    const named = [
      ...[...document.querySelectorAll('link')].map((link) => link.href),
      ...[...document.querySelectorAll('script')].map((script) => script.src),
    ];
    const fetched = performance.getEntriesByType('resource').map((entry) => entry.name);
    return [...new Set([...named, ...fetched])].filter((file) => file.startsWith(location.origin));
  };
  // A newer version that waits takes over: the one that runs may lack a file that its host no longer has.
  const updated = async () => {
    const workers = navigator.serviceWorker;
    const registration = await workers?.getRegistration();
    await registration?.update().catch(() => {}); // offline, there is none
    const newer = registration?.waiting ?? registration?.installing;
    if (!newer || !registration?.active) return;
    await new Promise((/** @type {(value?: unknown) => void} */ done) => {
      setTimeout(done, PATIENCE);
      workers.addEventListener('controllerchange', done);
      const heed = () => (newer.state === 'installed' ? newer.postMessage('take over') : newer.state === 'redundant' && done());
      newer.addEventListener('statechange', heed);
      heed();
    });
  };
  // Fetches everything anew, past the browser's cache, which may hold a part of a file.
  const again = async () => {
    await updated().catch(() => {});
    await Promise.allSettled([location.href, ...files()].map((file) => fetch(file, { cache: 'reload' })));
    location.reload();
  };
  window.drumheadAgain = again;

  /** @type {Record<string, RegExp>} */
  const kinds = { js: /javascript/, wasm: /wasm/, css: /css/ };
  const bad = async (/** @type {string} */ file) => {
    const ending = /\.(js|wasm|css)$/.exec(new URL(file).pathname)?.[1];
    if (!ending) return false;
    const answer = await fetch(file, { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    return !answer?.ok || !kinds[ending].test(answer.headers.get('content-type') ?? '');
  };
  let told = false;
  const cannotRun = (/** @type {'module' | 'old'} */ why) => {
    told = true;
    window.drumheadCannotRun(why);
  };
  const fail = async (/** @type {string | undefined} */ hint = undefined) => {
    if (told || own() || typeof WebAssembly !== 'object') return;
    told = true;
    const checked = hint !== undefined ? [] : await Promise.all(files().map(async (file) => (await bad(file)) && file));
    const file = (hint || checked.find(Boolean) || '').split('/').pop();
    // All files are well: something else failed, such as a script of an extension.
    if (own() || (!file && hint === undefined)) return void (told = false);
    const words = french()
      ? [file ? `Drumhead n’a pas pu démarrer : le fichier ${file} manque ou est endommagé.` : 'Drumhead n’a pas pu démarrer.', 'Réessayer']
      : [file ? `Drumhead could not start: the file ${file} is missing or damaged.` : 'Drumhead could not start.', 'Try again'];
    show(made(words), again);
  };
  /** @param {Partial<Error>} [error] */
  const compiled = ({ name } = {}) =>
    name === 'CompileError' || name === 'LinkError' ? files().find((file) => file.endsWith('.wasm')) : undefined;
  // True if a file is as the build made it, by the list that the build wrote into the service worker.
  const whole = async (/** @type {string} */ file) => {
    const list = await (await fetch('sw.js')).text();
    const integrity = JSON.parse(/^const FILES = (.*);/m.exec(list)?.[1] ?? '')[file.slice(new URL('./', location.href).href.length)];
    return integrity !== undefined && (await fetch(file, { integrity, cache: 'no-cache' })).ok;
  };
  const failed = async (/** @type {Error | undefined} */ error, /** @type {string | undefined} */ file = undefined) => {
    if (trapped(error)) return stop();
    if (own()) return;
    const module = compiled(error);
    // A module that is right and yet does not compile is beyond this browser.
    if (module && error?.name === 'CompileError' && (await whole(module).catch(() => false))) return cannotRun('old');
    fail(file ?? module);
  };
  addEventListener(
    'error',
    ({ target, error, filename }) => {
      if (target === window) failed(error ?? undefined, error?.name === 'SyntaxError' ? filename : undefined);
      else if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') fail(target.href);
      else if (target instanceof HTMLScriptElement) fail(); // it, or a file that it imports
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => failed(reason ?? undefined));
  setTimeout(() => own() || fail(''), PATIENCE); // a slow file is not a bad one
})();
