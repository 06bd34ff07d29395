// A worker for slow odds, so that the page stays responsive. It loads the module that the page runs: the page passes the name
// of the module's script as the worker's name. Both therefore run the same build, whatever file the host has by now.
const script = self.name;
const app = (async () => {
  const module = await import(`./${script}`);
  await module.default({ module_or_path: script.replace('.js', '_bg.wasm') });
  await module.ready();
  return module;
})();
app.catch(() => {}); // each question is then answered with undefined

// A question names a function of the module and has its arguments. The answer is its text, or null if it cannot be evaluated.
// It is undefined if the module does not load. Meanwhile the module itself posts numbers, which show its progress.
self.onmessage = async ({ data: question }) => {
  const [name, ...values] = question;
  const evaluate = await app.then(
    (module) => module[name],
    () => undefined,
  );
  if (!evaluate) return self.postMessage(undefined);
  try {
    self.postMessage(evaluate(...values) ?? null);
  } catch {
    self.postMessage(null); // out of memory
  }
};
