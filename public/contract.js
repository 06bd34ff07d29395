// The contract's functions for scripts in the page. They take and return plain objects.
//
// Each argument is copied here, within limits, and passed to the module as JSON. Its getters and proxies therefore run
// outside the module, and a cyclic or endless value is refused. If the module read such a value itself, its stack could
// overflow, which stops the whole app.

const MAX_DEPTH = 64; // as in crates/exchange/src/contract.rs
const MAX_VALUES = 1_000_000; // values and keys
const MAX_LENGTH = 16 << 20; // characters in all strings and keys

/**
 * The contract's functions. `module` must have loaded all its parts.
 * @param {Record<string, (...texts: string[]) => string>} module
 */
export function calls(module) {
  const wrap =
    (/** @type {string} */ name, /** @type {number} */ count) =>
    (/** @type {unknown[]} */ ...values) => {
      checkStack(2_000);
      const texts = Array.from({ length: count }, (_, index) => toText(values[index]));
      try {
        return JSON.parse(module[name](...texts));
      } catch (error) {
        reportError(error); // the module has stopped: failures.js shows a dialog
        throw error;
      }
    };
  return { odds: wrap('odds', 1), resolve: wrap('resolve', 2), battle: wrap('battle', 1), chain: wrap('chain', 1) };
}

/**
 * Throws if the stack has no room for this many calls. Otherwise the stack would overflow in the module and stop the app.
 * @param {number} calls
 */
function checkStack(calls) {
  if (calls > 0) checkStack(calls - 1);
}

let isReading = false;
/**
 * The value as JSON. A value that cannot be read becomes an empty text, which the module refuses.
 * @param {unknown} value
 */
function toText(value) {
  if (isReading) return ''; // a getter or a proxy has called the contract: this could repeat without end
  isReading = true;
  try {
    return JSON.stringify(copy(value, 0, { values: MAX_VALUES, characters: MAX_LENGTH }));
  } catch {
    return '';
  } finally {
    isReading = false;
  }
}

/**
 * A copy that has no getters or proxies. Throws if the value is no JSON, or exceeds a limit.
 * @param {unknown} value
 * @param {number} depth
 * @param {{ values: number, characters: number }} left
 * @returns {unknown}
 */
function copy(value, depth, left) {
  if ((left.values -= 1) < 0) throw new RangeError('too many values');
  if (typeof value === 'string') {
    if ((left.characters -= value.length) < 0) throw new RangeError('too long');
    return value;
  }
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object' || depth === MAX_DEPTH) throw new TypeError('no JSON, or nested too deeply');
  if (Array.isArray(value)) {
    const length = Number(value.length);
    if (!(length <= left.values)) throw new RangeError('too many values');
    const list = [];
    for (let index = 0; index < length; index++) list.push(copy(value[index], depth + 1, left));
    return list;
  }
  if (Symbol.iterator in value) throw new TypeError('no JSON');
  const object = Object.create(null); // here a key such as __proto__ has no special meaning
  for (const key of Object.keys(value)) {
    if ((left.characters -= key.length) < 0) throw new RangeError('too long');
    object[key] = copy(/** @type {Record<string, unknown>} */ (value)[key], depth + 1, left);
  }
  return object;
}
