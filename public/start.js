// Starts the app. First the journal restores saved data that the browser has lost, then the module starts. At last, the
// contract is offered to scripts. Trunk writes the names of the module and its script into this script's element (Trunk.toml).
import * as journal from './journal.js';

const { script, module } = /** @type {HTMLElement} */ (document.querySelector('script[data-module]')).dataset;
const address = (/** @type {string | undefined} */ file) => new URL(file ?? '', document.baseURI).href;

// The module waits for this promise before it reads saved data (src/main.rs).
const recovery = journal.recover();
window.drumheadJournal = {
  note: journal.note,
  state: () => journal.state,
  onWritten: journal.onWritten,
  onSlow: journal.onSlow,
  recovered: () => recovery,
};

const app = await import(address(script));
await app.default({ module_or_path: address(module) });
await recovery;

// The contract's functions are synchronous, so every ruleset has to be there first. Rulesets are prefetched while the page is idle.
(window.requestIdleCallback ?? setTimeout)(async () => {
  const [{ calls }] = await Promise.all([import('./contract.js'), app.ready()]);
  window.wasmBindings = { ...app, ...calls(app) };
});
