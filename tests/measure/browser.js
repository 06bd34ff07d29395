// Measures the app's speed in a browser that is slowed down four times, and prints tables. It never fails: times depend on the
// machine. `node tests/measure/browser.js [odds|touch|start|growth|targets|chains …]`, with a server of the release build at DRUMHEAD_URL.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { chromium } from '@playwright/test';
import { crc32 } from 'node:zlib';
import { launchOptions } from '../browser/chromium.js';

const ADDRESS = process.env.DRUMHEAD_URL ?? 'http://127.0.0.1:1643/';
const SLOWDOWN = 4;
// Budgets in milliseconds: the 75th and 98th percentile of touches, the median start, the median chain.
const TOUCH_BUDGETS = [56, 104];
const START_BUDGET = 350;
const CHAIN_BUDGET = 250;
const SAMPLES = join(import.meta.dirname, '../conformance');
const RULESETS = ['pike_and_shot', 'pikette_squared', 'argad', 'arquebusier'];

const ms = (number) => `${number.toFixed(number < 10 ? 1 : 0)} ms`.padStart(9);

/** The value at a percentile, given as a share from 0 to 1. */
function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

const median = (values) => percentile(values, 0.5);

/** A time and its budget, as a column. */
const withBudget = (number, budget) => `${ms(number)} ${number <= budget ? 'pass' : 'OVER'} (at most ${budget})`.padEnd(32);

/** Prints a row of times: the median, and the 75th and 98th percentile with their budgets. */
function printRow(label, times, budgets) {
  const [budget75, budget98] = budgets;
  console.log(
    `  ${label.padEnd(24)} ${ms(median(times))}  ${withBudget(percentile(times, 0.75), budget75)} ${withBudget(percentile(times, 0.98), budget98)}`,
  );
}

async function onSlowPhone(work) {
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })).newPage();
    await page.goto(ADDRESS);
    await page.waitForFunction(() => 'wasmBindings' in window);
    await throttle(page);
    await work(page);
  } finally {
    await browser.close();
  }
}

async function throttle(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** The saved text of an object: version, checksum and JSON. */
function seal(object) {
  const json = JSON.stringify(object);
  const versions = Buffer.alloc(8);
  versions.writeUInt32LE(1, 0);
  versions.writeUInt32LE(1, 4);
  return `1.1.${crc32(Buffer.concat([versions, Buffer.from(json)]))
    .toString(16)
    .padStart(8, '0')}.${json}`;
}

/** The digest by which a later event refers to this one: see crates/battle/src/link.rs. */
const digest = (stamp, event) =>
  createHash('sha256')
    .update(`${stamp} ${JSON.stringify(event)}`)
    .digest('hex')
    .slice(0, 12);

/**
 * The saved texts of a battle by key. It has `perSide` units a side, and `acts` events that set counters, each linked to the
 * event before it.
 */
function battle(perSide, acts) {
  const units = [0, 1].flatMap((side) =>
    Array.from({ length: perSide }, (_, index) => ({
      id: `u${side * perSide + index + 1}`,
      side,
      profile: { name: `Regiment ${side * perSide + index + 1}`, troop_type: 'foot', pikes: 12, muskets: 24 },
    })),
  );
  const header = {
    name: 'Marston Moor',
    ruleset: 'pike_and_shot',
    rulings: {},
    seed: '07'.repeat(32),
    sides: [{ name: 'North' }, { name: 'South' }],
    units,
    began: 1,
  };
  const texts = { 'drumhead/battle/measured': seal(header) };
  let link = {};
  for (let act = 0; act < acts; act++) {
    const change = { set: { of: `u${(act % (2 * perSide)) + 1}`, key: 'counters', to: act % 6 } };
    const [stamp, event] = [`${act}-aaaa`, { act: { at: act + 2.5, deed: 'by_hand', changes: [change], ...link } }];
    texts[`drumhead/event/measured/${stamp}`] = seal(event);
    link = { after: [`${stamp}:${digest(stamp, event)}`] };
  }
  return texts;
}

async function store(page, texts) {
  await page.evaluate((texts) => {
    localStorage.clear();
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
  }, texts);
}

/**
 * Makes each page log when the battle's table has been painted. Playwright's `waitFor` would run far more script in the page than
 * the app does.
 */
async function logTablePaint(page) {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const isShown = document.querySelector('h1')?.textContent === 'Marston Moor' && document.querySelector('.unit');
      if (!isShown) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => console.debug(`table ${performance.now()}`)));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

/** Opens the battle; returns the milliseconds until its table was painted. */
async function open(page) {
  await page.goto('about:blank');
  await throttle(page);
  const logged = page.waitForEvent('console', (line) => line.text().startsWith('table '));
  await page.goto(`${ADDRESS}#/battle/measured`, { waitUntil: 'commit' });
  return Number((await logged).text().slice('table '.length));
}

/** Makes pages record how long each interaction takes until the next paint (Event Timing, in steps of 8 ms). */
async function recordTouches(page) {
  await page.addInitScript(() => {
    window.touches = [];
    const record = (list) => list.getEntries().forEach((entry) => entry.interactionId && window.touches.push(entry.duration));
    new PerformanceObserver(record).observe({ type: 'event', durationThreshold: 16 });
  });
}

/** Makes pages add up the time spent in localStorage.setItem. */
async function recordSaves(page) {
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

/** Touches a point for 80 ms, about as long as a finger does. */
async function tap(page, [x, y]) {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await page.waitForTimeout(80);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** Milliseconds from a tap on the `nth` button with `name` in its label until the next paint. */
async function timeTap(page, name, nth) {
  const point = await page.evaluate(
    async ([name, nth]) => {
      const label = (button) => (button.ariaLabel ?? button.textContent).replace(/^\W+/, '');
      const matches =
        name === 'label.chip' ? (button) => button.matches('.questions label.chip') : (button) => label(button).includes(name);
      const works = (button) => button.checkVisibility() && !button.disabled && matches(button);
      const button = [...document.querySelectorAll('button, label.chip')].filter(works)[nth];
      if (!button) throw new Error(`no button ${name}`);
      button.scrollIntoView({ block: 'center' });
      await new Promise((done) => setTimeout(done, 250)); // until cards that scrolled into view are drawn
      window.touches.length = 0;
      const { x, y, width, height } = button.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    },
    [name, nth],
  );
  await tap(page, point);
  return page.evaluate(async () => {
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    for (let waits = 0; waits < 20 && window.touches.length === 0; waits++) await wait(25);
    return Math.max(16, ...window.touches); // the browser reports none below 16 ms
  });
}

/** Times the odds of all conformance cases in the page, and the odds of the slowest requests in the worker. */
async function odds() {
  console.log(
    `\nOdds in the page, ${SLOWDOWN} times slower: cases, median, 95th percentile, worst; the first call, in which the browser compiles the code`,
  );
  await onSlowPhone(async (page) => {
    for (const ruleset of RULESETS) {
      const sample = JSON.parse(readFileSync(join(SAMPLES, `${ruleset}.json`), 'utf8'));
      const cases = (sample.cases ?? sample).filter((entry) => entry.request);
      const { first, times } = await page.evaluate(
        (requests) => {
          const time = (request) => {
            const start = performance.now();
            window.wasmBindings.odds(request);
            return performance.now() - start;
          };
          // One request of each procedure first, so that its code is compiled before the others are timed.
          const procedures = new Map(requests.map((request) => [request.procedure, request]));
          const [first] = [...procedures.values()].map(time);
          return { first, times: requests.map(time) };
        },
        cases.map((entry) => entry.request),
      );
      const worst = times.indexOf(Math.max(...times));
      console.log(
        `  ${ruleset.padEnd(16)} ${String(times.length).padStart(5)} ${ms(median(times))} ${ms(percentile(times, 0.95))} ${ms(times[worst])}  ${cases[worst].request.procedure}; the first ${ms(first).trim()}`,
      );
    }
  });
  console.log('\nThe slowest requests, in the worker and not slowed down: until the answer or the timeout');
  await onSlowPhone(async (page) => {
    for (const { why, request } of JSON.parse(readFileSync(join(import.meta.dirname, 'heavy.json'), 'utf8'))) {
      const { took, result } = await page.evaluate(oddsInWorker, request);
      console.log(`  ${result.padEnd(9)} ${ms(took)}  ${request.ruleset}/${request.procedure}: ${why}`);
    }
  });
}

/** Asks the worker for odds as the app does, with the app's timeout. */
async function oddsInWorker({ ruleset, procedure, input }) {
  const script = document.querySelector('link[rel=modulepreload][href*=drumhead-]').getAttribute('href').split('/').pop();
  const worker = new Worker(`odds.js?${script}`, { type: 'module', name: script });
  const start = performance.now();
  const result = await new Promise((done) => {
    setTimeout(done, 60_000, 'timeout');
    worker.onmessage = ({ data }) => typeof data !== 'number' && done(data ? 'answered' : 'too much');
    worker.postMessage([ruleset, procedure, JSON.stringify(input)]);
  });
  worker.terminate();
  return { took: performance.now() - start, result };
}

/** Times touches on a table of 100 units a side that is not drawing. */
async function touch() {
  console.log(`\nFrom a touch to the next paint, 100 units a side, ${SLOWDOWN} times slower: median, 75th and 98th percentile`);
  await onSlowPhone(async (page) => {
    await logTablePaint(page);
    await recordTouches(page);
    await store(page, battle(100, 200));
    await open(page);
    await allDrawn(page);
    const repeat = async (count, time) => {
      const times = [];
      for (let nth = 0; nth < count; nth++) times.push(await time(nth));
      return times;
    };
    printRow('a tracker', await repeat(40, (nth) => timeTap(page, ': more', nth)), TOUCH_BUDGETS);
    printRow('undo', await repeat(40, () => timeTap(page, 'Undo', 0)), TOUCH_BUDGETS);
    await openVolley(page, 1);
    printRow('a situation, with odds', await repeat(40, (nth) => timeTap(page, 'label.chip', nth % 4)), TOUCH_BUDGETS);
    printRow(
      'a result applied',
      await repeat(12, async (nth) => {
        await openVolley(page, nth + 2);
        await page.getByRole('button', { name: /^Roll (1 die|\d+ dice)/ }).click();
        await page.locator('.outcome').waitFor();
        // A tap soon after the roll may miss the button, which still moves; then the next tap is timed.
        const apply = page.getByRole('button', { name: 'Apply to the table' });
        for (let attempt = 0; attempt < 3; attempt++) {
          const took = await timeTap(page, 'Apply to the table', 0);
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
      TOUCH_BUDGETS,
    );
  });
}

/** Waits until every card of the table is drawn. */
const allDrawn = (page) => page.waitForFunction(() => document.querySelector('.unit') && !document.querySelector('.unit.blank'));

/** Opens a unit's infantry fire at its first possible target. */
async function openVolley(page, unit) {
  await page.evaluate((unit) => {
    location.hash = `#/battle/measured/do/infantry_fire/u${unit}`;
  }, unit);
  await page
    .locator('section.role')
    .filter({ hasText: new RegExp(`Regiment ${unit}(?!\\d)`) })
    .waitFor();
  const target = page.locator('.candidate:visible').first();
  await target.or(page.locator('.chips.bands')).first().waitFor();
  if (await target.isVisible()) await target.click();
  // The battle is in its first phase, which has no fire.
  await page.getByRole('button', { name: 'Do it anyway' }).click();
  await page.locator('.chips.bands .chip').first().click();
  await page.locator('.glance:not(.refusal)').waitFor();
}

/** Times opening a battle of 500 events offline, when all files come from the service worker's cache. */
async function start() {
  console.log(`\nFrom a warm start offline to a usable table, 500 events, ${SLOWDOWN} times slower`);
  await onSlowPhone(async (page) => {
    await store(page, battle(10, 500));
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.context().setOffline(true);
    await logTablePaint(page);
    const times = [];
    for (let nth = 0; nth < 9; nth++) {
      times.push(await open(page));
      await page.waitForTimeout(1_000); // for work in the background
    }
    console.log(`  median ${withBudget(median(times), START_BUDGET)} all within ${ms(Math.max(...times))}`);
  });
}

/** Times what may become slower with the number of events. */
async function growth() {
  console.log(
    `\nBy number of events, ${SLOWDOWN} times slower: opening the battle, an act, undoing it, and the time that an act spends in storage`,
  );
  await onSlowPhone(async (page) => {
    await logTablePaint(page);
    await recordTouches(page);
    await recordSaves(page);
    for (const acts of [10, 100, 1_000, 10_000]) {
      await store(page, battle(10, acts));
      const openTime = await open(page);
      await allDrawn(page);
      const [actTimes, undoTimes, saveTimes] = [[], [], []];
      const saved = () => page.evaluate(() => window.saved);
      for (let nth = 0; nth < 10; nth++) {
        const before = await saved();
        actTimes.push(await timeTap(page, ': more', nth));
        saveTimes.push((await saved()) - before);
        undoTimes.push(await timeTap(page, 'Undo', 0));
      }
      console.log(
        `  ${String(acts).padStart(6)} ${ms(openTime)} ${ms(median(actTimes))} ${ms(median(undoTimes))} ${ms(median(saveTimes))}`,
      );
    }
  });
}

/**
 * Returns the milliseconds in the page from when `from` is shown until `to` is, and the longest task between them if it is above
 * 50 ms. Each is a selector, a part of the text, and the number of elements that must match.
 */
const timeBetween = (page, from, to) =>
  page.evaluate(
    async ([from, to]) => {
      const isShown = ([selector, text, count]) =>
        [...document.querySelectorAll(selector)].filter((element) => element.textContent.includes(text)).length >= count;
      const next = () => new Promise((done) => setTimeout(done, 4));
      while (!isShown(from)) await next();
      const began = performance.now();
      let longest = 0;
      const observer = new PerformanceObserver((list) =>
        list.getEntries().forEach((task) => {
          longest = Math.max(longest, task.duration);
        }),
      );
      observer.observe({ type: 'longtask' });
      while (!isShown(to)) await next();
      const took = performance.now() - began;
      await new Promise((next) => setTimeout(next, 100)); // long tasks are reported late
      return { took, longest };
    },
    [from, to],
  );

/** Times the comparison of twelve targets. */
async function targets() {
  console.log(
    `\nTwelve targets compared, ${SLOWDOWN} times slower: from the paint of the list until every chance is shown, and the longest task`,
  );
  await onSlowPhone(async (page) => {
    await logTablePaint(page);
    await store(page, battle(12, 0));
    const [times, tasks] = [[], []];
    for (let nth = 0; nth < 9; nth++) {
      await open(page);
      await allDrawn(page);
      await page.evaluate((unit) => {
        setTimeout(() => {
          location.hash = `#/battle/measured/do/infantry_fire/u${unit}`;
        }, 100);
      }, nth + 1);
      const { took, longest } = await timeBetween(page, ['.candidate', '', 12], ['.candidate small', '', 12]);
      times.push(took);
      tasks.push(longest);
    }
    console.log(`  median ${withBudget(median(times), 100)} all within ${ms(Math.max(...times))}; longest task ${ms(Math.max(...tasks))}`);
  });
}

/**
 * Times chains in the page, because Chromium slows down pages and not workers; both run the same module. A second column has the
 * time in the worker, which the app uses, not slowed down.
 */
async function chains() {
  console.log(
    `\nChains, ${SLOWDOWN} times slower: median of five after the first, the quickest, the first; in a worker, not slowed down; states`,
  );
  await onSlowPhone(async (page) => {
    for (const { chain, request } of JSON.parse(readFileSync(join(import.meta.dirname, 'chains.json'), 'utf8'))) {
      const { times, states } = await page.evaluate((request) => {
        const time = () => {
          const start = performance.now();
          const { states } = window.wasmBindings.chain(request);
          return { took: performance.now() - start, states };
        };
        const runs = Array.from({ length: 6 }, time);
        return { times: runs.map(({ took }) => took), states: runs[0].states };
      }, request);
      const inWorker = await page.evaluate(chainInWorker, JSON.stringify(request));
      const [first, ...others] = times;
      console.log(
        `  ${withBudget(median(others), CHAIN_BUDGET)} ${ms(Math.min(...others))} ${ms(first)} ${ms(inWorker)} ${String(states).padStart(6)}  ${chain}`,
      );
    }
  });
}

/** Milliseconds that a worker takes for its second run of a chain. */
async function chainInWorker(request) {
  const script = document.querySelector('link[rel=modulepreload][href*=drumhead-]').getAttribute('href').split('/').pop();
  const worker = new Worker(`odds.js?${script}`, { type: 'module', name: script });
  const run = () =>
    new Promise((done) => {
      worker.onmessage = ({ data }) => typeof data !== 'number' && done(data);
      worker.postMessage(['chain', request]);
    });
  await run();
  const start = performance.now();
  await run();
  worker.terminate();
  return performance.now() - start;
}

const tables = { odds, touch, start, growth, targets, chains };
const wanted = process.argv.slice(2);
for (const [name, table] of Object.entries(tables)) {
  if (wanted.length === 0 || wanted.includes(name)) await table();
}
