// Shows that this browser cannot run the app, and offers a backup of the stored data. The syntax is old enough for every
// browser. A browser that cannot parse the next script, failures.js, does not define `drumheadRetry`.
(function () {
  function stored() {
    /** @type {Record<string, string | null>} */
    var texts = {};
    try {
      for (var index = 0; index < localStorage.length; index++) {
        var name = localStorage.key(index);
        if (name && name.indexOf('drumhead/') === 0) texts[name] = localStorage.getItem(name);
      }
    } catch (error) {
      // The browser blocks storage.
    }
    return texts;
  }
  // Downloads a backup in the app's own format.
  function save() {
    var file = JSON.stringify({ drumhead: 'saved', schema: 1, texts: stored() }, null, 2);
    var link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([file], { type: 'application/json' }));
    link.download = 'Drumhead.drumhead.json';
    document.body.appendChild(link);
    link.click();
    document.body.removeChild(link);
  }
  var words = {
    en: {
      module:
        'Drumhead cannot run here: this browser has no WebAssembly. It is too old, or has WebAssembly switched off, as Lockdown Mode on an iPhone does. Use another browser, or allow this page in that mode’s settings.',
      old: 'Drumhead cannot run here: this browser is too old. Update it, or use another browser.',
      kept: 'What you saved is still here.',
      save: 'Save my data',
    },
    fr: {
      module:
        'Drumhead ne peut pas fonctionner ici : ce navigateur n’a pas WebAssembly. Il est trop ancien, ou WebAssembly y est désactivé, comme par le mode Isolement d’un iPhone. Prenez un autre navigateur, ou autorisez cette page dans les réglages de ce mode.',
      old: 'Drumhead ne peut pas fonctionner ici : ce navigateur est trop ancien. Mettez-le à jour, ou prenez-en un autre.',
      kept: 'Ce que vous avez enregistré est toujours là.',
      save: 'Enregistrer mes données',
    },
  };
  var isShown = false;
  // Shows the reason: 'module' if there is no WebAssembly, 'old' if the browser is too old.
  window.drumheadCannotRun = function (reason) {
    if (isShown) return;
    isShown = true;
    var texts = stored();
    var translated = words[/"language":"fr"/.test(texts['drumhead/settings'] || '') ? 'fr' : 'en'];
    var dialog = document.createElement('dialog');
    var paragraph = document.createElement('p');
    paragraph.textContent = translated[reason];
    dialog.className = 'card';
    dialog.appendChild(paragraph);
    if (Object.keys(texts).length > 0) {
      paragraph.textContent += ' ' + translated.kept;
      var button = document.createElement('button');
      button.textContent = translated.save;
      button.onclick = save;
      dialog.appendChild(button);
    }
    document.body.appendChild(dialog);
    dialog.addEventListener('cancel', function (event) {
      event.preventDefault();
    });
    if (dialog.showModal) dialog.showModal();
    else dialog.setAttribute('open', '');
  };
  document.addEventListener('DOMContentLoaded', function () {
    if (typeof WebAssembly !== 'object') window.drumheadCannotRun('module');
    else if (!window.drumheadRetry) window.drumheadCannotRun('old');
  });
})();
