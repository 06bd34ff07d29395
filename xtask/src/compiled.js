// Takes the place of `fetch` and `WebAssembly` in the splitter's script, which stands below: in a page the parts are compiled by
// `compile` in index.html, which may have begun before. In a worker, or if that fails, they are fetched as the splitter does.
const fetch = async (file) => (await globalThis.drumhead?.compile(file)) ?? globalThis.fetch(file);
const WebAssembly = Object.create(globalThis.WebAssembly, {
  instantiateStreaming: {
    value: async (source, imports) => {
      const own = await source;
      const isCompiled = own instanceof globalThis.WebAssembly.Module;
      return globalThis.WebAssembly[isCompiled ? 'instantiate' : 'instantiateStreaming'](own, imports);
    },
  },
});
