// Sets the theme, the text size and the language before the first paint, from the player's settings. Without a chosen theme,
// the device's applies. The app sets `data-wanted` to the theme that the player chooses.
(() => {
  const page = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  try {
    const settings = localStorage['drumhead/settings'];
    page.dataset.wanted = /"theme":"(\w+)"/.exec(settings)?.[1] ?? '';
    page.dataset.text = /"text":"(\w+)"/.exec(settings)?.[1] ?? '';
    if (/"language":"fr"/.test(settings)) page.lang = 'fr';
  } catch {
    // The browser blocks storage, so no theme is stored.
  }
  const paint = () => {
    const theme = page.dataset.wanted || (dark.matches ? 'dark' : 'light');
    page.dataset.theme = theme;
    const colour = { dark: '#201d17', sun: '#ffffff' }[theme] ?? '#fffdf6';
    /** @type {HTMLMetaElement} */ (document.querySelector('meta[name=theme-color]')).content = colour;
  };
  paint();
  dark.addEventListener('change', paint);
  new MutationObserver(paint).observe(page, { attributeFilter: ['data-wanted'] });
})();
