// What the app weighs on its way to a phone, as hosts that compress well send it (Brotli, quality 11). Well above a
// budget, this fails. `node tests/measure/size.js [FOLDER]`
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

// Bytes: phones fetch them from a hall's Wi-Fi.
const BUDGETS = { 'first load': 200_000, precache: 800_000 };

// Another version of the compiler makes a little more or less of the same.
const GIVE = 1.01;

const folder = process.argv[2] ?? 'dist';
const sent = new Map(readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => [file.slice(folder.length).replaceAll('\\', '/').replace(/^\//, ''), brotli(readFileSync(file))]));

function brotli(bytes) {
  // What is compressed already is sent as it is.
  const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
  return Math.min(packed.length, bytes.length);
}

/** What a browser fetches to show home: the page, and all that it or one of these names, but for the parts that are fetched when they are needed. */
function firstLoad() {
  // What the page fetches early when it is opened at another place than home is none of it.
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replace(/<script>(?:(?!<\/script>)[^])*earlyParts[^]*?<\/script>/, '');
  const named = [...sent.keys()].filter((file) => page.includes(`/${file}`) || page.includes(`"${file}"`));
  const glue = named.find((file) => /^drumhead-.*\.js$/.test(file));
  const imported = [...sent.keys()].filter((file) => glue && readFileSync(join(folder, glue), 'utf8').includes(`"./${file}"`));
  // A browser takes one of the icons, the smallest that serves.
  const wanted = (file) => !file.startsWith('icons/') || file === 'icons/drum.svg';
  return [...new Set(['index.html', ...named, ...imported])].filter(wanted);
}

const total = (files) => files.reduce((sum, file) => sum + sent.get(file), 0);
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9);
const first = firstLoad();
const parts = [...sent.keys()].filter((file) => file.endsWith('.wasm') && !first.includes(file) && !file.startsWith('chunk'));
// What the worker keeps for play without a signal, and itself; a language is kept by those who chose it.
const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
const kept = [...sent.keys()].filter((file) => worker.includes(`"${file}"`) || file === 'sw.js' || file === 'index.html');
const figures = { 'first load': total(first), precache: total(kept.filter((file) => !file.startsWith('lang/'))) };

console.log('Brotli, quality 11');
for (const file of first.sort((a, b) => sent.get(b) - sent.get(a))) console.log(`  ${kB(sent.get(file))}  ${file}`);
console.log('  fetched when needed:');
for (const file of parts) console.log(`  ${kB(sent.get(file))}  ${file}`);
let failed = false;
for (const [what, budget] of Object.entries(BUDGETS)) {
  const over = figures[what] > budget;
  failed ||= figures[what] > GIVE * budget;
  console.log(`${what.padEnd(12)} ${kB(figures[what])} of ${kB(budget)}${over ? '  above the budget' : ''}`);
}
process.exitCode = failed ? 1 : 0;
