// Measures the home page with Lighthouse on a mid-range phone, and prints the median of five loads and the budgets. In the first
// five, Lighthouse computes the times for a slow phone from a quick load; in the next five, the browser itself is slowed down.
// `node tests/measure/lighthouse.js [FOLDER]`, with FOLDER a release build. It is served compressed, as static hosts do.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { launchOptions } from '../browser/chromium.js';
import { freePort, listening, typeOf } from '../browser/hosting.js';

const RUNS = 5;
/** @type {Record<string, string>} */
const METHODS = { simulate: 'computed by Lighthouse', devtools: 'slowed down by the browser' };
/** @type {[label: string, bound: string, budget: number | undefined, read: (result: any) => number][]} */
const BUDGETS = [
  ['performance, the lowest', 'at least', 100, ({ categories }) => 100 * categories.performance.score],
  ['first contentful paint, ms', '', undefined, ({ audits }) => audits['first-contentful-paint'].numericValue],
  ['largest contentful paint, ms', 'at most', 1_200, ({ audits }) => audits['largest-contentful-paint'].numericValue],
  ['total blocking time, ms', 'at most', 30, ({ audits }) => audits['total-blocking-time'].numericValue],
  ['cumulative layout shift', 'at most', 0.001, ({ audits }) => audits['cumulative-layout-shift'].numericValue],
];

const folder = process.argv[2] ?? 'dist';
const compressed = new Map();

function serve(request, response) {
  const path = decodeURIComponent(new URL(request.url, 'http://host').pathname);
  const file = join(folder, normalize(path === '/' ? '/index.html' : path));
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
  const head = { 'Content-Type': typeOf(file), 'Cache-Control': 'no-cache' };
  if (extname(file) === '.png') return createReadStream(file).pipe(response.writeHead(200, head));
  if (!compressed.has(file)) compressed.set(file, brotliCompressSync(readFileSync(file)));
  response.writeHead(200, { ...head, 'Content-Encoding': 'br' }).end(compressed.get(file));
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

function print(method, results) {
  console.log(`Home page on a phone, ${method}: the median of ${RUNS} loads, then each load`);
  for (const [label, bound, budget, read] of BUDGETS) {
    const values = results.map(read);
    const value = label.includes('lowest') ? Math.min(...values) : median(values);
    const digits = label.includes('shift') ? 3 : 0;
    const isMissed = budget !== undefined && (bound === 'at least' ? value < budget : value > budget);
    const verdict = budget === undefined ? '' : `  ${bound} ${budget}${isMissed ? ': MISSED' : ''}`;
    console.log(
      `  ${label.padEnd(30)} ${value.toFixed(digits).padStart(6)}${verdict.padEnd(26)} (${values.map((load) => load.toFixed(digits)).join(', ')})`,
    );
  }
}

const host = createServer(serve);
const address = `http://127.0.0.1:${await listening(host)}/`;
const port = await freePort();
const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, `--remote-debugging-port=${port}`] });
try {
  await fetch(address); // so that the first run does not wait for the server
  for (const [throttlingMethod, label] of Object.entries(METHODS)) {
    const results = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { lhr } = await lighthouse(address, {
        port,
        onlyCategories: ['performance'],
        logLevel: 'error',
        throttlingMethod: /** @type {'simulate'} */ (throttlingMethod),
      });
      results.push(lhr);
    }
    print(label, results);
  }
} finally {
  await browser.close();
  host.close();
}
