// The contract's calls for scripts in the page: plain objects in and out.
//
// What a script hands over is read here, within limits, and goes to the module as text. Getters and proxies run before
// the module does, and a cyclic or bottomless value ends in a refusal. Were it read in the module, it could exhaust the
// module's stack, which stops the whole app.

const DEEPEST = 64; // as in src/contract.rs
const MOST = 1_000_000; // values and keys
const LONGEST = 16 << 20; // characters in all

/**
 * The calls, answered by `module` once all its parts are there.
 * @param {Record<string, (...texts: string[]) => string>} module
 */
export function calls(module) {
  const call =
    (/** @type {string} */ name, /** @type {number} */ count) =>
    (/** @type {unknown[]} */ ...values) => {
      room(2_000);
      const texts = Array.from({ length: count }, (_, place) => text(values[place]));
      try {
        return JSON.parse(module[name](...texts));
      } catch (error) {
        reportError(error); // the module has stopped: the page says so
        throw error;
      }
    };
  return { odds: call('odds', 1), resolve: call('resolve', 2), battle: call('battle', 1), chain: call('chain', 1) };
}

/**
 * Ends in an exception where so many calls no longer fit on the stack: in a script that exhausts it, and not in the module.
 * @param {number} calls
 */
function room(calls) {
  if (calls > 0) room(calls - 1);
}

let reading = false;
/**
 * No text at all stands for what cannot be read. The module refuses it.
 * @param {unknown} value
 */
function text(value) {
  if (reading) return ''; // a getter or a proxy calls, and would go on for ever
  reading = true;
  try {
    return JSON.stringify(plain(value, 0, { values: MOST, letters: LONGEST }));
  } catch {
    return '';
  } finally {
    reading = false;
  }
}

/**
 * @param {unknown} value
 * @param {number} depth
 * @param {{ values: number, letters: number }} left
 * @returns {unknown}
 */
function plain(value, depth, left) {
  if ((left.values -= 1) < 0) throw new RangeError('too many values');
  if (typeof value === 'string') {
    if ((left.letters -= value.length) < 0) throw new RangeError('too long');
    return value;
  }
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object' || depth === DEEPEST) throw new TypeError('no JSON, or nested too deeply');
  if (Array.isArray(value)) {
    const length = Number(value.length);
    if (!(length <= left.values)) throw new RangeError('too many values');
    const list = [];
    for (let place = 0; place < length; place++) list.push(plain(value[place], depth + 1, left));
    return list;
  }
  if (Symbol.iterator in value) throw new TypeError('no JSON');
  const object = Object.create(null); // so that a key such as __proto__ is a key like any other
  for (const key of Object.keys(value)) {
    if ((left.letters -= key.length) < 0) throw new RangeError('too long');
    object[key] = plain(/** @type {Record<string, unknown>} */ (value)[key], depth + 1, left);
  }
  return object;
}
