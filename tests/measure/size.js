// Prints the download sizes of a build, compressed as good static hosts do (Brotli, quality 11), and fails above a ceiling.
// `node tests/measure/size.js [FOLDER]`
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

// Bytes. A higher ceiling has to be set on purpose, because phones load the app over the slow Wi-Fi of a hall.
const CEILINGS = { 'first load': 212_000, everything: 2_188_000 };

// Another compiler version makes the same code a little larger or smaller.
const TOLERANCE = 1.01;

const folder = process.argv[2] ?? 'dist';
const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const files = entries.map((entry) => join(entry.parentPath, entry.name));
const nameOf = (file) => file.slice(folder.length).replaceAll('\\', '/').replace(/^\//, '');
// Node compresses the files in parallel threads.
const sizes = new Map(
  await Promise.all(files.map(async (file) => /** @type {const} */ ([nameOf(file), await compressed(readFileSync(file))]))),
);

async function compressed(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return Math.min((await promisify(brotliCompress)(bytes, { params })).length, bytes.length); // hosts send a file uncompressed if that is shorter
}

// Parts of the module in a split build, which are fetched after the first load.
const isPart = (file) => file.endsWith('.wasm') && !file.endsWith('_bg.wasm');

/** The files that a browser fetches to show the home page: the page, and all files that its HTML mentions. */
function firstLoad() {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const mentioned = [...sizes.keys()].filter((file) => page.includes(`"${file}"`) || page.includes(`./${file}`));
  // A browser fetches only one of the icons.
  const wanted = (file) => !isPart(file) && (!file.startsWith('icons/') || file === 'icons/drum.svg');
  return ['index.html', ...mentioned.filter(wanted)];
}

/**
 * The files that the service worker caches for offline use, and the worker itself. A translation is cached only on devices whose
 * player chose it, and the reader of codes only in browsers without a barcode detector.
 */
function everything() {
  const [, list] = /^const FILES = (.*);$/m.exec(readFileSync(join(folder, 'sw.js'), 'utf8'));
  const files = Object.keys(JSON.parse(list)).filter((file) => !/^(lang|reader)\//.test(file));
  return [...files.map((file) => (file === './' ? 'index.html' : file)), 'sw.js'];
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9);
const print = (files) => {
  for (const file of files.sort((a, b) => sizes.get(b) - sizes.get(a))) console.log(`  ${kB(sizes.get(file))}  ${file}`);
};
const loads = { 'first load': firstLoad(), everything: everything() };
console.log('First load, Brotli:');
print(loads['first load']);
console.log('Later:');
print(loads.everything.filter((file) => !loads['first load'].includes(file)));
for (const [name, ceiling] of Object.entries(CEILINGS)) {
  const bytes = loads[name].reduce((sum, file) => sum + sizes.get(file), 0);
  const isAbove = bytes > TOLERANCE * ceiling;
  console.log(`${name.padEnd(12)} ${kB(bytes)} of ${kB(ceiling)}${isAbove ? '  above the ceiling' : ''}`);
  if (isAbove) process.exitCode = 1;
}
