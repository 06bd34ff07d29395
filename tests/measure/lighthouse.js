// Measures the home page with Lighthouse on a mid-range phone: prints the median of five loads beside the budgets. First Lighthouse
// computes what a slow network and processor would make of a quick load, then the browser is slowed down itself.
// `node tests/measure/lighthouse.js [FOLDER]`, of a release build. It is served compressed, as static hosts do.
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
const THROTTLING = { simulate: 'computed by Lighthouse', devtools: 'slowed down by the browser' };
/** @type {[what: string, than: string, budget: number | undefined, read: (result: any) => number][]} */
const BUDGETS = [
  ['performance, the lowest', 'at least', 100, ({ categories }) => 100 * categories.performance.score],
  ['first contentful paint, ms', '', undefined, ({ audits }) => audits['first-contentful-paint'].numericValue],
  ['largest contentful paint, ms', 'at most', 1_200, ({ audits }) => audits['largest-contentful-paint'].numericValue],
  ['total blocking time, ms', 'at most', 30, ({ audits }) => audits['total-blocking-time'].numericValue],
  ['cumulative layout shift', 'at most', 0.001, ({ audits }) => audits['cumulative-layout-shift'].numericValue],
];

const folder = process.argv[2] ?? 'dist';
const packed = new Map(); // each file is compressed once, as hosts do

function answer(request, response) {
  const path = decodeURIComponent(new URL(request.url, 'http://host').pathname);
  const file = join(folder, normalize(path === '/' ? '/index.html' : path));
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
  const head = { 'Content-Type': typeOf(file), 'Cache-Control': 'no-cache' };
  if (extname(file) === '.png') return createReadStream(file).pipe(response.writeHead(200, head));
  if (!packed.has(file)) packed.set(file, brotliCompressSync(readFileSync(file)));
  response.writeHead(200, { ...head, 'Content-Encoding': 'br' }).end(packed.get(file));
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

function print(how, results) {
  console.log(`Home page on a phone, ${how}: the median of ${RUNS} loads, and each`);
  for (const [what, than, budget, read] of BUDGETS) {
    const values = results.map(read);
    const [shown, digits] = [what.includes('lowest') ? Math.min(...values) : median(values), what.includes('shift') ? 3 : 0];
    const over = budget !== undefined && (than === 'at least' ? shown < budget : shown > budget);
    const wanted = budget === undefined ? '' : `  ${than} ${budget}${over ? ': MISSED' : ''}`;
    console.log(
      `  ${what.padEnd(30)} ${shown.toFixed(digits).padStart(6)}${wanted.padEnd(26)} (${values.map((own) => own.toFixed(digits)).join(', ')})`,
    );
  }
}

const host = createServer(answer);
const address = `http://127.0.0.1:${await listening(host)}/`;
const port = await freePort();
const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, `--remote-debugging-port=${port}`] });
try {
  await fetch(address); // so that the first run does not wait for the server
  for (const [throttlingMethod, how] of Object.entries(THROTTLING)) {
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
    print(how, results);
  }
} finally {
  await browser.close();
  host.close();
}
