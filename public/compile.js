// Compiles a module for the page and hands it over; nothing if it cannot be had. See `compile` in index.html.
self.onmessage = async ({ data: file }) => {
  try {
    const answer = await fetch(file);
    self.postMessage(answer.ok ? await WebAssembly.compile(await answer.arrayBuffer()) : undefined);
  } catch {
    self.postMessage(undefined);
  }
  self.close();
};
