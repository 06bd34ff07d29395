// Evaluates odds that would keep the page from answering, on a thread of its own. It runs the module that the page runs, after
// which the thread is named, so that it is the same build, wherever it came from.
const script = self.name;
const app = (async () => {
  const module = await import(`./${script}`);
  await module.default({ module_or_path: script.replace('.js', '_bg.wasm') });
  await module.ready();
  return module;
})();
app.catch(() => {}); // whoever asks is told

// A question is a function of the module with what it takes. It is answered with text; with null, if that is more than can be evaluated; with nothing, if nothing works here.
// The module itself posts numbers meanwhile: how much is done.
self.onmessage = async ({ data: question }) => {
  const [name, ...given] = question;
  const evaluate = await app.then(
    (module) => module[name],
    () => undefined,
  );
  if (!evaluate) return self.postMessage(undefined);
  try {
    self.postMessage(evaluate(...given) ?? null);
  } catch {
    self.postMessage(null); // out of memory
  }
};
