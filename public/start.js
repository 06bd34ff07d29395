// Starts the app: what the browser lost of the last visit is put back, then the module runs, then scripts may call the rules.
// Trunk names the module and its script in the element that loads this file (Trunk.toml).
import * as journal from './journal.js';

const { script, module } = /** @type {HTMLElement} */ (document.querySelector('script[data-module]')).dataset;
const address = (/** @type {string | undefined} */ file) => new URL(file ?? '', document.baseURI).href;

// The module reads nothing that is saved before the recovery has ended (src/main.rs).
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

// The calls of the contract answer at once, so they are offered when all rulesets are there: they come while the page is idle.
(window.requestIdleCallback ?? setTimeout)(async () => {
  const [{ calls }] = await Promise.all([import('./contract.js'), app.ready()]);
  window.wasmBindings = { ...app, ...calls(app) };
});
