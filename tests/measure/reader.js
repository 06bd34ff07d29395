// Measures the reader of codes in a browser that is slowed down four times, and prints times. It never fails: times depend on
// the machine. It needs a server of the release build at DRUMHEAD_URL:
// `DRUMHEAD_FRAMES=FOLDER cargo test -p reader nearly; node tests/measure/reader.js FOLDER`
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '../browser/chromium.js';

const ADDRESS = process.env.DRUMHEAD_URL ?? 'http://127.0.0.1:1643/';
const SLOWDOWN = 4;
const [WIDTH, HEIGHT] = [640, 480]; // pixels
const BUDGET = 60; // milliseconds

const folder = process.argv[2];
const frames = readdirSync(folder).filter((file) => file.endsWith('.luma'));
const browser = await chromium.launch(launchOptions);
try {
  const page = await browser.newPage();
  await page.goto(`${ADDRESS}reader/worker.js`); // an address of the app's origin that does not start the app
  await page.evaluate(async (address) => {
    const module = await import(`${address}reader/reader.js`);
    await module.default();
    window.read = module.read;
  }, ADDRESS);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const times = [];
  let found = 0;
  for (const file of frames) {
    const bytes = readFileSync(join(folder, file)).toString('base64');
    const [time, count] = await page.evaluate(([bytes, width, height]) => {
      const luma = Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0));
      const start = performance.now();
      const texts = window.read(luma, width, height);
      return [performance.now() - start, texts.length];
    }, /** @type {const} */ ([bytes, WIDTH, HEIGHT]));
    times.push(time);
    found += count;
  }
  times.sort((a, b) => a - b);
  const percentile = (share) => times[Math.ceil(share * times.length) - 1].toFixed(0);
  console.log(
    `${found} of ${frames.length} pictures read; ${percentile(0.5)} ms at the median, ${percentile(0.95)} ms at the 95th percentile (at most ${BUDGET})`,
  );
} finally {
  await browser.close();
}
