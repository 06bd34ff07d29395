// How quick the app is in a browser, on a processor four times slower than this machine's: a table, never a test.
// `node tests/measure/browser.js [odds|touch|start|growth …]`, against a server of the release build (DRUMHEAD_URL).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { crc32 } from 'node:zlib';
import { launchOptions } from '../browser/chromium.js';

const ADDRESS = process.env.DRUMHEAD_URL ?? 'http://127.0.0.1:1643/';
const SLOWER = 4;
const SAMPLES = join(import.meta.dirname, '../conformance');
const RULESETS = ['pike_and_shot', 'pikette_squared', 'argad', 'arquebusier'];

// Numbers.

const ms = (number) => `${number.toFixed(number < 10 ? 1 : 0)} ms`.padStart(9);

/** The value below which this share of the values lies. */
function share(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? NaN;
}

const median = (values) => share(values, 0.5);

// A browser.

async function onSlowPhone(work) {
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })).newPage();
    await page.goto(ADDRESS);
    await page.waitForFunction(() => 'wasmBindings' in window);
    await slow(page);
    await work(page);
  } finally {
    await browser.close();
  }
}

async function slow(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

// What is saved.

/** A thing as the text that is saved of it. */
function seal(thing) {
  const json = JSON.stringify(thing);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32LE(1, 0);
  numbers.writeUInt32LE(1, 4);
  return `1.1.${crc32(Buffer.concat([numbers, Buffer.from(json)])).toString(16).padStart(8, '0')}.${json}`;
}

/** A battle of `units` a side in which `acts` counters were set, as texts by name. */
function battle(units, acts) {
  const all = [0, 1].flatMap((side) => Array.from({ length: units }, (_, index) => ({
    id: `u${side * units + index + 1}`,
    side,
    profile: { name: `Regiment ${side * units + index + 1}`, troop_type: 'foot', pikes: 12, muskets: 24 },
  })));
  const header = { name: 'Marston Moor', ruleset: 'pike_and_shot', rulings: {}, seed: '07'.repeat(32), sides: [{ name: 'North' }, { name: 'South' }], units: all, began: 1 };
  const texts = { 'drumhead/battle/measured': seal(header) };
  for (let act = 0; act < acts; act++) {
    const change = { set: { of: `u${(act % (2 * units)) + 1}`, key: 'counters', to: act % 6 } };
    texts[`drumhead/event/measured/${act}-aaaa`] = seal({ act: { at: act + 2, deed: 'by_hand', changes: [change] } });
  }
  return texts;
}

async function keep(page, texts) {
  await page.evaluate((texts) => {
    localStorage.clear();
    for (const [name, text] of Object.entries(texts)) localStorage.setItem(name, text);
  }, texts);
}

/** Opens the battle from home, and waits for a card of it. */
async function open(page) {
  await page.goto('about:blank');
  await page.goto(`${ADDRESS}#/battle/measured`);
  await page.getByRole('heading', { level: 1, name: 'Marston Moor' }).waitFor();
}

/** How long it takes from a click on the `nth` button whose name begins so, until the page has been painted after it. */
function timed(page, name, nth) {
  return page.evaluate(async ([name, nth]) => {
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const named = (own) => (own.ariaLabel ?? own.textContent).replace(/^\W+/, '');
    const button = [...document.querySelectorAll('button, label.chip')].filter((own) => named(own).includes(name) && !own.disabled)[nth];
    if (!button) throw new Error(`no button ${name}`);
    await painted();
    const start = performance.now();
    button.click();
    await new Promise((done) => setTimeout(done)); // what follows from an act is worked out before the next task
    await painted();
    return performance.now() - start;
  }, [name, nth]);
}

// The tables.

/** The odds of every case of the samples, in the page; those that are long in the weighing, beside it. */
async function odds() {
  console.log(`\nOdds in the page, ${SLOWER} times slower: cases, half, 95 of 100, worst; the first of all by itself, as a browser compiles what it calls for the first time`);
  await onSlowPhone(async (page) => {
    for (const ruleset of RULESETS) {
      const sample = JSON.parse(readFileSync(join(SAMPLES, `${ruleset}.json`), 'utf8'));
      const cases = (sample.cases ?? sample).filter((own) => own.request);
      const { first, times } = await page.evaluate((requests) => {
        const timed = (request) => {
          const start = performance.now();
          window.wasmBindings.odds(request);
          return performance.now() - start;
        };
        // One of each procedure, so that what is timed afterwards is compiled.
        const procedures = new Map(requests.map((request) => [request.procedure, request]));
        const [first] = [...procedures.values()].map(timed);
        return { first, times: requests.map(timed) };
      }, cases.map((own) => own.request));
      const worst = times.indexOf(Math.max(...times));
      console.log(`  ${ruleset.padEnd(16)} ${String(times.length).padStart(5)} ${ms(median(times))} ${ms(share(times, 0.95))} ${ms(times[worst])}  ${cases[worst].request.procedure}; the first ${ms(first).trim()}`);
    }
  });
  console.log('\nThe heaviest requests, beside the page and not slowed: until they are told, or given up');
  await onSlowPhone(async (page) => {
    for (const { why, request } of JSON.parse(readFileSync(join(import.meta.dirname, 'heavy.json'), 'utf8'))) {
      const { took, told } = await page.evaluate(beside, request);
      console.log(`  ${told.padEnd(9)} ${ms(took)}  ${request.ruleset}/${request.procedure}: ${why}`);
    }
  });
}

/** Asks a thread beside the page, as the app does (src/app/beside.rs), and gives up when it does. */
async function beside({ ruleset, procedure, input }) {
  const script = document.querySelector('link[rel=modulepreload]').href.split('/').pop();
  const worker = new Worker(`odds.js?${script}`, { type: 'module' });
  const start = performance.now();
  const told = await new Promise((done) => {
    setTimeout(done, 60_000, 'given up');
    worker.onmessage = ({ data }) => typeof data !== 'number' && done(data ? 'told' : 'too much');
    worker.postMessage([ruleset, procedure, JSON.stringify(input)]);
  });
  worker.terminate();
  return { took: performance.now() - start, told };
}

/** Touching a table of 100 units a side. */
async function touch() {
  console.log(`\nFrom a touch to the painted answer, 100 units a side, ${SLOWER} times slower: 75 of 100, 98 of 100`);
  await onSlowPhone(async (page) => {
    await keep(page, battle(100, 200));
    await open(page);
    const row = async (what, count, act) => {
      const times = [];
      for (let nth = 0; nth < count; nth++) times.push(await act(nth));
      console.log(`  ${what.padEnd(16)} ${ms(share(times, 0.75))} ${ms(share(times, 0.98))}`);
    };
    await row('a tracker', 40, (nth) => timed(page, ': more', nth));
    await row('undo', 40, () => timed(page, 'Undo', 0));
  });
}

/** Opening a battle of 500 acts with the host gone: everything comes from the copy that the browser keeps. */
async function start() {
  console.log(`\nFrom a warm start without a host to a usable table, 500 acts, ${SLOWER} times slower`);
  await onSlowPhone(async (page) => {
    await keep(page, battle(10, 500));
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.context().setOffline(true);
    const times = [];
    for (let nth = 0; nth < 9; nth++) {
      await page.goto('about:blank');
      await slow(page);
      await page.goto(`${ADDRESS}#/battle/measured`, { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 1, name: 'Marston Moor' }).waitFor();
      times.push(await page.evaluate(() => performance.now()));
    }
    console.log(`  half within ${ms(median(times))}, all within ${ms(Math.max(...times))}`);
  });
}

/** What grows with the number of acts. */
async function growth() {
  console.log(`\nBy number of acts, ${SLOWER} times slower: to open the battle, to act, to undo`);
  await onSlowPhone(async (page) => {
    for (const acts of [10, 100, 1_000, 10_000]) {
      await keep(page, battle(10, acts));
      const opening = Date.now();
      await open(page);
      const opened = Date.now() - opening;
      const [acting, undoing] = [[], []];
      for (let nth = 0; nth < 10; nth++) {
        acting.push(await timed(page, ': more', nth));
        undoing.push(await timed(page, 'Undo', 0));
      }
      console.log(`  ${String(acts).padStart(6)} ${ms(opened)} ${ms(median(acting))} ${ms(median(undoing))}`);
    }
  });
}

const tables = { odds, touch, start, growth };
const wanted = process.argv.slice(2);
for (const [name, table] of Object.entries(tables)) {
  if (wanted.length === 0 || wanted.includes(name)) await table();
}
