// How quick the app is in a browser, on a processor four times slower than this machine's: a table, never a test.
// `node tests/measure/browser.js [odds|touch|start|growth …]`, against a server of the release build (DRUMHEAD_URL).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { chromium } from '@playwright/test';
import { crc32 } from 'node:zlib';
import { launchOptions } from '../browser/chromium.js';

const ADDRESS = process.env.DRUMHEAD_URL ?? 'http://127.0.0.1:1643/';
const SLOWER = 4;
// What may be, in milliseconds: 75 and 98 of 100 touches; half of the starts.
const TOUCH = [56, 104];
const START = 400;
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

/** A time beside what it may be at most. */
const within = (number, most) => `${ms(number)} ${number <= most ? 'pass' : 'OVER'} (at most ${most})`.padEnd(32);

/** A table's row of times: half, 75 of 100 and 98 of 100 within, against what these may be. */
function row(what, times, [most75, most98]) {
  console.log(`  ${what.padEnd(24)} ${ms(median(times))}  ${within(share(times, 0.75), most75)} ${within(share(times, 0.98), most98)}`);
}

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

/** The mark under which a later event names this one: see src/battle/link.rs. */
const mark = (stamp, event) => createHash('sha256').update(`${stamp} ${JSON.stringify(event)}`).digest('hex').slice(0, 12);

/** A battle of `units` a side in which `acts` counters were set, each act holding on to the one before it, as texts by name. */
function battle(units, acts) {
  const all = [0, 1].flatMap((side) => Array.from({ length: units }, (_, index) => ({
    id: `u${side * units + index + 1}`,
    side,
    profile: { name: `Regiment ${side * units + index + 1}`, troop_type: 'foot', pikes: 12, muskets: 24 },
  })));
  const header = { name: 'Marston Moor', ruleset: 'pike_and_shot', rulings: {}, seed: '07'.repeat(32), sides: [{ name: 'North' }, { name: 'South' }], units: all, began: 1 };
  const texts = { 'drumhead/battle/measured': seal(header) };
  let after = [];
  for (let act = 0; act < acts; act++) {
    const change = { set: { of: `u${(act % (2 * units)) + 1}`, key: 'counters', to: act % 6 } };
    const [stamp, event] = [`${act}-aaaa`, { act: { at: act + 2.5, deed: 'by_hand', changes: [change], ...after } }];
    texts[`drumhead/event/measured/${stamp}`] = seal(event);
    after = { after: [`${stamp}:${mark(stamp, event)}`] };
  }
  return texts;
}

async function keep(page, texts) {
  await page.evaluate((texts) => {
    localStorage.clear();
    for (const [name, text] of Object.entries(texts)) localStorage.setItem(name, text);
  }, texts);
}

/**
 * Notes in each page that is opened when the battle's table had been painted. The page does so by itself, and tells it in the
 * console: what a test's tools would look for it with is far more script than the page's own.
 */
async function noteTable(page) {
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const there = document.querySelector('h1')?.textContent === 'Marston Moor' && document.querySelector('.unit .pips');
      if (!there) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => console.debug(`table ${performance.now()}`)));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
}

/** Opens the battle; hands back after how long its table had been painted. */
async function open(page) {
  await page.goto('about:blank');
  await slow(page);
  const told = page.waitForEvent('console', (line) => line.text().startsWith('table '));
  await page.goto(`${ADDRESS}#/battle/measured`, { waitUntil: 'commit' });
  return Number((await told).text().slice('table '.length));
}

/** Notes how long each interaction of a page takes, as browsers count it: until the next picture is there. In steps of 8 ms. */
async function noteTouches(page) {
  await page.addInitScript(() => {
    window.touches = [];
    const note = (list) => list.getEntries().forEach((entry) => entry.interactionId && window.touches.push(entry.duration));
    new PerformanceObserver(note).observe({ type: 'event', durationThreshold: 16 });
  });
}

/** Notes how long writing to what the browser keeps takes. */
async function noteSaves(page) {
  await page.addInitScript(() => {
    window.saved = 0;
    const write = Storage.prototype.setItem;
    Storage.prototype.setItem = function (...text) {
      const began = performance.now();
      write.apply(this, text);
      window.saved += performance.now() - began;
    };
  });
}

/** A finger for as long as people's stay. */
async function tap(page, [x, y]) {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await page.waitForTimeout(80);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/**
 * How long it takes from a finger on the `nth` button whose name begins so until the page has been painted after it; what
 * leads to another page, until that is there.
 */
async function timed(page, name, nth) {
  const place = await page.evaluate(async ([name, nth]) => {
    const named = (own) => (own.ariaLabel ?? own.textContent).replace(/^\W+/, '');
    const wanted = name === 'label.chip' ? (own) => own.matches('.questions label.chip') : (own) => named(own).includes(name);
    const seen = (own) => own.checkVisibility() && !own.disabled && wanted(own);
    const button = [...document.querySelectorAll('button, label.chip')].filter(seen)[nth];
    if (!button) throw new Error(`no button ${name}`);
    button.scrollIntoView({ block: 'center' });
    await new Promise((done) => setTimeout(done, 250)); // what scrolled into sight is drawn
    window.touches.length = 0;
    const { x, y, width, height } = button.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }, [name, nth]);
  await tap(page, place);
  return page.evaluate(async () => {
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    for (let waits = 0; waits < 20 && window.touches.length === 0; waits++) await wait(25);
    return Math.max(16, ...window.touches); // what is quicker is not told
  });
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
  const script = document.querySelector('link[rel=modulepreload][href*=drumhead-]').href.split('/').pop();
  const worker = new Worker(`odds.js?${script}`, { type: 'module', name: script });
  const start = performance.now();
  const told = await new Promise((done) => {
    setTimeout(done, 60_000, 'given up');
    worker.onmessage = ({ data }) => typeof data !== 'number' && done(data ? 'told' : 'too much');
    worker.postMessage([ruleset, procedure, JSON.stringify(input)]);
  });
  worker.terminate();
  return { took: performance.now() - start, told };
}

/** Touching a table of 100 units a side, which is at rest. */
async function touch() {
  console.log(`\nFrom a touch to the painted answer, 100 units a side, ${SLOWER} times slower: half, 75 of 100, 98 of 100`);
  await onSlowPhone(async (page) => {
    await noteTable(page);
    await noteTouches(page);
    await keep(page, battle(100, 200));
    await open(page);
    await atRest(page);
    const times = async (count, act) => {
      const all = [];
      for (let nth = 0; nth < count; nth++) all.push(await act(nth));
      return all;
    };
    row('a tracker', await times(40, (nth) => timed(page, ': more', nth)), TOUCH);
    row('undo', await times(40, () => timed(page, 'Undo', 0)), TOUCH);
    await volley(page, 1);
    row('a situation, with odds', await times(40, (nth) => timed(page, 'label.chip', nth % 4)), TOUCH);
    row('a result applied', await times(12, async (nth) => {
      await volley(page, nth + 2);
      await page.getByRole('button', { name: /^Throw \d+ dice/ }).click();
      await page.locator('.outcome').waitFor();
      return timed(page, 'Apply', 0);
    }), TOUCH);
  });
}

/** Until every card of the table is drawn. */
const atRest = (page) => page.waitForFunction(() => document.querySelector('.unit') && !document.querySelector('.unit.blank'));

/** Goes to the fire of a unit at the first of those that it can fire at. */
async function volley(page, unit) {
  await page.evaluate((unit) => { location.hash = `#/battle/measured/do/infantry_fire/u${unit}`; }, unit);
  await page.getByRole('heading', { level: 1, name: 'Infantry fire' }).waitFor();
  const whom = page.locator('.candidate:visible').first();
  await whom.or(page.locator('.odds')).first().waitFor();
  if (await whom.isVisible()) await whom.click();
  await page.locator('.odds').waitFor();
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
    await noteTable(page);
    const times = [];
    for (let nth = 0; nth < 9; nth++) {
      times.push(await open(page));
      await page.waitForTimeout(1_000); // what is left to do is done
    }
    console.log(`  half ${within(median(times), START)} all within ${ms(Math.max(...times))}`);
  });
}

/** What grows with the number of acts. */
async function growth() {
  console.log(`\nBy number of acts, ${SLOWER} times slower: to open the battle, to act, to undo, and to save of that`);
  await onSlowPhone(async (page) => {
    await noteTable(page);
    await noteTouches(page);
    await noteSaves(page);
    for (const acts of [10, 100, 1_000, 10_000]) {
      await keep(page, battle(10, acts));
      const opened = await open(page);
      await atRest(page);
      const [acting, undoing, saving] = [[], [], []];
      const saved = () => page.evaluate(() => window.saved);
      for (let nth = 0; nth < 10; nth++) {
        const before = await saved();
        acting.push(await timed(page, ': more', nth));
        saving.push(await saved() - before);
        undoing.push(await timed(page, 'Undo', 0));
      }
      console.log(`  ${String(acts).padStart(6)} ${ms(opened)} ${ms(median(acting))} ${ms(median(undoing))} ${ms(median(saving))}`);
    }
  });
}

const tables = { odds, touch, start, growth };
const wanted = process.argv.slice(2);
for (const [name, table] of Object.entries(tables)) {
  if (wanted.length === 0 || wanted.includes(name)) await table();
}
