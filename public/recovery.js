// What the journal (journal.js) puts back, apart from the browser, so that tests can try any history.

/**
 * Beginning of a text that no other text of its name has: `schema.revision.checksum` of an envelope, or all of another text.
 * @param {string} text
 */
export const head = (text) => /^\d+\.\d+\.[0-9a-f]{8}\./.exec(text)?.[0] ?? text;

/**
 * What storage lacks of what the journal has, as `[name, text]`, with `null` for what is to be removed.
 *
 * `entries` are the journal's, in order: each has a `name`, the `text` that was saved under it (`null` if it was removed), and
 * `before`, the head of the text that it replaced. `stored` returns the text that storage has under a name, or `null`.
 *
 * Each name is judged by itself, and only by what it holds. It gets its last entry, unless what it holds is not known to be
 * earlier: then it was saved later, or damaged, and stays. That a name holds nothing is no sign that anything is there that
 * was saved before: browsers may write any earlier state to disk, and a name that was removed may never have been there.
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
    const there = stored(name);
    if (there === last) continue;
    if (there === null || earlier.has(head(there)) || revision(there) < revision(last)) lost.push([name, last]);
  }
  // What is removed first makes room.
  return lost.sort(([, one], [, other]) => Number(one !== null) - Number(other !== null));
}

/** Not a number, so neither less nor more, without one. @param {string | null} text */
const revision = (text) => Number(/^\d+\.(\d+)\./.exec(text ?? '')?.[1]);
