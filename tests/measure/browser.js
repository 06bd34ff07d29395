// Measures the app's speed in a browser that is slowed down four times, and prints tables. It never fails: times depend on the
// machine. `node tests/measure/browser.js [odds|touch|start|growth|targets|chains …]`, with a server of the release build at DRUMHEAD_URL.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { chromium } from '@playwright/test';
import { crc32 } from 'node:zlib';
import { launchOptions } from '../browser/chromium.js';

const ADDRESS = process.env.DRUMHEAD_URL ?? 'http://127.0.0.1:1643/';
const SLOWER = 4;
// Budgets in milliseconds: for 75 and for 98 of 100 touches; for half of the starts.
const TOUCH = [56, 104];
const START = 350;
/** Budget of a chain. */
const CHAIN = 250;
const CRATES = join(import.meta.dirname, '../../crates');
const RULESETS = ['pike_and_shot', 'pikette_squared', 'argad', 'arquebusier'];

// Numbers.

const ms = (number) => `${number.toFixed(number < 10 ? 1 : 0)} ms`.padStart(9);

/** The value that this share of the values does not exceed. */
function share(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? NaN;
}

const median = (values) => share(values, 0.5);

/** A time beside its budget. */
const within = (number, most) => `${ms(number)} ${number <= most ? 'pass' : 'OVER'} (at most ${most})`.padEnd(32);

/** Prints a row of times: the median, and the times that 75 and 98 of 100 do not exceed, beside their budgets. */
function row(what, times, budget) {
  const [most75, most98] = budget;
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

// Saved battles.

/** The saved text of an object: version, checksum and JSON. */
function seal(thing) {
  const json = JSON.stringify(thing);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32LE(1, 0);
  numbers.writeUInt32LE(1, 4);
  return `1.1.${crc32(Buffer.concat([numbers, Buffer.from(json)]))
    .toString(16)
    .padStart(8, '0')}.${json}`;
}

/** The mark under which a later event names this one: see crates/battle/src/link.rs. */
const mark = (stamp, event) =>
  createHash('sha256')
    .update(`${stamp} ${JSON.stringify(event)}`)
    .digest('hex')
    .slice(0, 12);

/** The saved texts of a battle by key: `units` a side, and `acts` events that set counters, each linked to the one before. */
function battle(units, acts) {
  const all = [0, 1].flatMap((side) =>
    Array.from({ length: units }, (_, index) => ({
      id: `u${side * units + index + 1}`,
      side,
      profile: { name: `Regiment ${side * units + index + 1}`, troop_type: 'foot', pikes: 12, muskets: 24 },
    })),
  );
  const header = {
    name: 'Marston Moor',
    ruleset: 'pike_and_shot',
    rulings: {},
    seed: '07'.repeat(32),
    sides: [{ name: 'North' }, { name: 'South' }],
    units: all,
    began: 1,
  };
  const texts = { 'drumhead/battle/measured': seal(header) };
  let after = {};
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
 * Makes each page log when the battle's table has been painted. The page logs it by itself, because Playwright's own way of
 * waiting would run far more script in the page than the app does.
 */
async function noteTable(page) {
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const there = document.querySelector('h1')?.textContent === 'Marston Moor' && document.querySelector('.unit');
      if (!there) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => console.debug(`table ${performance.now()}`)));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
}

/** Opens the battle; returns the milliseconds until its table was painted. */
async function open(page) {
  await page.goto('about:blank');
  await slow(page);
  const told = page.waitForEvent('console', (line) => line.text().startsWith('table '));
  await page.goto(`${ADDRESS}#/battle/measured`, { waitUntil: 'commit' });
  return Number((await told).text().slice('table '.length));
}

/** Records the duration of each interaction (Event Timing): until the next paint, in steps of 8 ms. */
async function noteTouches(page) {
  await page.addInitScript(() => {
    window.touches = [];
    const note = (list) => list.getEntries().forEach((entry) => entry.interactionId && window.touches.push(entry.duration));
    new PerformanceObserver(note).observe({ type: 'event', durationThreshold: 16 });
  });
}

/** Records the time spent in localStorage.setItem. */
async function noteSaves(page) {
  await page.addInitScript(() => {
    window.saved = 0;
    const write = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, text) {
      const began = performance.now();
      write.call(this, key, text);
      window.saved += performance.now() - began;
    };
  });
}

/** Taps for 80 ms, as a finger does. */
async function tap(page, [x, y]) {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await page.waitForTimeout(80);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/**
 * Milliseconds from a tap on the `nth` button with `name` in its label until the next paint. For a link to another page, until
 * that page is there.
 */
async function timed(page, name, nth) {
  const place = await page.evaluate(
    async ([name, nth]) => {
      const named = (own) => (own.ariaLabel ?? own.textContent).replace(/^\W+/, '');
      const wanted = name === 'label.chip' ? (own) => own.matches('.questions label.chip') : (own) => named(own).includes(name);
      const seen = (own) => own.checkVisibility() && !own.disabled && wanted(own);
      const button = [...document.querySelectorAll('button, label.chip')].filter(seen)[nth];
      if (!button) throw new Error(`no button ${name}`);
      button.scrollIntoView({ block: 'center' });
      await new Promise((done) => setTimeout(done, 250)); // cards that scrolled into view are drawn
      window.touches.length = 0;
      const { x, y, width, height } = button.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    },
    [name, nth],
  );
  await tap(page, place);
  return page.evaluate(async () => {
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    for (let waits = 0; waits < 20 && window.touches.length === 0; waits++) await wait(25);
    return Math.max(16, ...window.touches); // quicker interactions are not reported
  });
}

// The tables.

/** Times the odds of every case of the samples in the page, and of the heaviest requests in the worker. */
async function odds() {
  console.log(
    `\nOdds in the page, ${SLOWER} times slower: cases, median, 95 of 100, worst; the first call apart, as the browser compiles code when it is first called`,
  );
  await onSlowPhone(async (page) => {
    for (const ruleset of RULESETS) {
      const sample = JSON.parse(readFileSync(join(CRATES, ruleset, 'tests/conformance.json'), 'utf8'));
      const cases = (sample.cases ?? sample).filter((own) => own.request);
      const { first, times } = await page.evaluate(
        (requests) => {
          const timed = (request) => {
            const start = performance.now();
            window.wasmBindings.odds(request);
            return performance.now() - start;
          };
          // One request of each procedure first, so that its code is compiled before anything is timed.
          const procedures = new Map(requests.map((request) => [request.procedure, request]));
          const [first] = [...procedures.values()].map(timed);
          return { first, times: requests.map(timed) };
        },
        cases.map((own) => own.request),
      );
      const worst = times.indexOf(Math.max(...times));
      console.log(
        `  ${ruleset.padEnd(16)} ${String(times.length).padStart(5)} ${ms(median(times))} ${ms(share(times, 0.95))} ${ms(times[worst])}  ${cases[worst].request.procedure}; the first ${ms(first).trim()}`,
      );
    }
  });
  console.log('\nThe heaviest requests, in the worker and not slowed down: until the answer, or until given up');
  await onSlowPhone(async (page) => {
    for (const { why, request } of JSON.parse(readFileSync(join(import.meta.dirname, 'heavy.json'), 'utf8'))) {
      const { took, told } = await page.evaluate(inWorker, request);
      console.log(`  ${told.padEnd(9)} ${ms(took)}  ${request.ruleset}/${request.procedure}: ${why}`);
    }
  });
}

/** Asks the worker, as the app does, and gives up when the app would. */
async function inWorker({ ruleset, procedure, input }) {
  const script = document.querySelector('link[rel=modulepreload][href*=drumhead-]').getAttribute('href').split('/').pop();
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

/** Times touches of an idle table of 100 units a side. */
async function touch() {
  console.log(`\nFrom a touch to the next paint, 100 units a side, ${SLOWER} times slower: median, 75 of 100, 98 of 100`);
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
    row(
      'a result applied',
      await times(12, async (nth) => {
        await volley(page, nth + 2);
        await page.getByRole('button', { name: /^Roll (1 die|\d+ dice)/ }).click();
        await page.locator('.outcome').waitFor();
        // A tap soon after the roll can meet the button while it still moves: then only the next one counts.
        const apply = page.getByRole('button', { name: 'Apply to the table' });
        for (let tried = 0; tried < 3; tried++) {
          const took = await timed(page, 'Apply to the table', 0);
          if (
            await apply.waitFor({ state: 'hidden', timeout: 3_000 }).then(
              () => true,
              () => false,
            )
          )
            return took;
        }
        throw new Error('the result is not applied');
      }),
      TOUCH,
    );
  });
}

/** Waits until every card of the table is drawn. */
const atRest = (page) => page.waitForFunction(() => document.querySelector('.unit') && !document.querySelector('.unit.blank'));

/** Opens a unit's infantry fire, at its first possible target. */
async function volley(page, unit) {
  await page.evaluate((unit) => {
    location.hash = `#/battle/measured/do/infantry_fire/u${unit}`;
  }, unit);
  await page
    .locator('section.role')
    .filter({ hasText: new RegExp(`Regiment ${unit}(?!\\d)`) })
    .waitFor();
  const whom = page.locator('.candidate:visible').first();
  await whom.or(page.locator('.chips.bands')).first().waitFor();
  if (await whom.isVisible()) await whom.click();
  // The battle stands at its beginning, where nobody fires yet.
  await page.getByRole('button', { name: 'Do it anyway' }).click();
  await page.locator('.chips.bands .chip').first().click();
  await page.locator('.glance:not(.refusal)').waitFor();
}

/** Times opening a battle of 500 events offline: everything comes from the service worker's cache. */
async function start() {
  console.log(`\nFrom a warm start offline to a usable table, 500 events, ${SLOWER} times slower`);
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
      await page.waitForTimeout(1_000); // lets background work finish
    }
    console.log(`  median ${within(median(times), START)} all within ${ms(Math.max(...times))}`);
  });
}

/** Times what may grow with the number of events. */
async function growth() {
  console.log(`\nBy number of events, ${SLOWER} times slower: to open the battle, to act, to undo, and the part of these spent on saving`);
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
        saving.push((await saved()) - before);
        undoing.push(await timed(page, 'Undo', 0));
      }
      console.log(`  ${String(acts).padStart(6)} ${ms(opened)} ${ms(median(acting))} ${ms(median(undoing))} ${ms(median(saving))}`);
    }
  });
}

/**
 * Milliseconds in the page from when something is shown until something else is, and the longest task meanwhile, if above 50. Each is
 * a selector, a part of the text, and how many there must be.
 */
const until = (page, from, is) =>
  page.evaluate(
    async ([from, is]) => {
      const holds = ([selector, text, count]) =>
        [...document.querySelectorAll(selector)].filter((own) => own.textContent.includes(text)).length >= count;
      const next = () => new Promise((done) => setTimeout(done, 4));
      while (!holds(from)) await next();
      const began = performance.now();
      let longest = 0;
      const watch = new PerformanceObserver((list) =>
        list.getEntries().forEach((task) => {
          longest = Math.max(longest, task.duration);
        }),
      );
      watch.observe({ type: 'longtask' });
      while (!holds(is)) await next();
      const took = performance.now() - began;
      await new Promise((next) => setTimeout(next, 100)); // long tasks are reported late
      return { took, longest };
    },
    [from, is],
  );

/** Times the comparison of twelve targets, from the paint of their list. */
async function targets() {
  console.log(
    `\nTwelve targets compared, ${SLOWER} times slower: from the paint of the list until each has its chance, and the longest task`,
  );
  await onSlowPhone(async (page) => {
    await noteTable(page);
    await keep(page, battle(12, 0));
    const [times, tasks] = [[], []];
    for (let nth = 0; nth < 9; nth++) {
      await open(page);
      await atRest(page);
      await page.evaluate((unit) => {
        setTimeout(() => {
          location.hash = `#/battle/measured/do/infantry_fire/u${unit}`;
        }, 100);
      }, nth + 1);
      const { took, longest } = await until(page, ['.candidate', '', 12], ['.candidate small', '', 12]);
      times.push(took);
      tasks.push(longest);
    }
    console.log(`  median ${within(median(times), 100)} all within ${ms(Math.max(...times))}; longest task ${ms(Math.max(...tasks))}`);
  });
}

/**
 * Times chains. They run in the page, though the app asks a worker: Chromium slows down pages only, and both run the same module.
 * Beside it each runs in the worker as it is.
 */
async function chains() {
  console.log(
    `\nHow an act ends, ${SLOWER} times slower: median of five after the first, the quickest, the first; in a worker, not slowed down; states`,
  );
  await onSlowPhone(async (page) => {
    for (const { chain, request } of JSON.parse(readFileSync(join(import.meta.dirname, 'chains.json'), 'utf8'))) {
      const { times, states } = await page.evaluate((request) => {
        const timed = () => {
          const start = performance.now();
          const { states } = window.wasmBindings.chain(request);
          return { took: performance.now() - start, states };
        };
        const runs = Array.from({ length: 6 }, timed);
        return { times: runs.map(({ took }) => took), states: runs[0].states };
      }, request);
      const worked = await page.evaluate(chainInWorker, JSON.stringify(request));
      const [first, ...others] = times;
      console.log(
        `  ${within(median(others), CHAIN)} ${ms(Math.min(...others))} ${ms(first)} ${ms(worked)} ${String(states).padStart(6)}  ${chain}`,
      );
    }
  });
}

/** Milliseconds that a worker takes for a chain which it has followed once before. */
async function chainInWorker(request) {
  const script = document.querySelector('link[rel=modulepreload][href*=drumhead-]').getAttribute('href').split('/').pop();
  const worker = new Worker(`odds.js?${script}`, { type: 'module', name: script });
  const answer = () =>
    new Promise((done) => {
      worker.onmessage = ({ data }) => typeof data !== 'number' && done(data);
      worker.postMessage(['chain', request]);
    });
  await answer();
  const start = performance.now();
  await answer();
  worker.terminate();
  return performance.now() - start;
}

const tables = { odds, touch, start, growth, targets, chains };
const wanted = process.argv.slice(2);
for (const [name, table] of Object.entries(tables)) {
  if (wanted.length === 0 || wanted.includes(name)) await table();
}
