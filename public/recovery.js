// Decides what the journal (journal.js) restores. Nothing here uses the browser, so that tests can try any history.

/**
 * A part of a text that identifies it among all texts of its name. Of an envelope, this is the beginning
 * `schema.revision.checksum.`; of any other text, it is the whole text.
 * @param {string} text
 */
export const head = (text) => /^\d+\.\d+\.[0-9a-f]{8}\./.exec(text)?.[0] ?? text;

/**
 * The changes that restore what storage has lost, as `[name, text]`. A `null` text means that the name is to be removed.
 *
 * `entries` are the journal's, in order. Each has a `name`, the `text` that was saved (`null` if the name was removed), and
 * `before`, the head of the text that it replaced. `stored` returns the text that storage has under a name, or `null`.
 *
 * Each name is decided independently of the others, because browsers may write some names to disk and not others. A name
 * gets the text of its last entry if storage has nothing under it, or a text that is known to be earlier. Any other text
 * stays: it was saved later, or it is damaged.
 *
 * @param {{ name: string, text: string | null, before?: string }[]} entries
 * @param {(name: string) => string | null} stored
 * @returns {[string, string | null][]}
 */
export function missing(entries, stored) {
  /** @type {Map<string, { earlier: Set<string>, last: string | null | undefined }>} */
  const names = new Map();
  for (const { name, text, before } of entries) {
    const known = names.get(name) ?? { earlier: new Set(), last: undefined };
    if (before !== undefined) known.earlier.add(before);
    if (known.last) known.earlier.add(head(known.last));
    known.last = text;
    names.set(name, known);
  }
  /** @type {[string, string | null][]} */
  const lost = [];
  for (const [name, { earlier, last = null }] of names) {
    const current = stored(name);
    if (current === last) continue;
    if (current === null || earlier.has(head(current)) || revision(current) < revision(last)) lost.push([name, last]);
  }
  // Removals come first, because they free space.
  return lost.sort(([, one], [, other]) => Number(one !== null) - Number(other !== null));
}

/** The revision of an envelope; NaN for any other text, so that every comparison is false. @param {string | null} text */
const revision = (text) => Number(/^\d+\.(\d+)\./.exec(text ?? '')?.[1]);
