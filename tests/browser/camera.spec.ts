// QR codes read by the camera, in a browser without a `BarcodeDetector`, so that the app's own reader is used.
import type { Page } from '@playwright/test';
import { makeVideo, browserWithCamera, type Picture } from './fake_camera';
import { logLength } from './script';
import { expect, test } from './page';
import { addRoster, beginBattle, endPhase, fromMenu, log, saved, seal } from './play';
import { readPng } from './png.js';
import { openDevices, idOf } from './two_phones';

/** Pictures of the codes with these numbers, which the page shows in turn. */
async function pictures(page: Page, numbers: number[]) {
  const codes = page.getByRole('region', { name: 'Several codes' });
  const taken: Picture[] = [];
  for (let number = 1; number <= Math.max(...numbers); number += 1) {
    const code = codes.getByRole('img', { name: `Code ${number}`, exact: true });
    await expect(code).toBeVisible();
    if (numbers.includes(number)) taken.push(readPng(await code.screenshot()));
    await codes.getByRole('button', { name: 'Next code' }).click();
  }
  return taken;
}

/** Records every text of the page's status from now on. A text may be visible only for a moment, until the next code is read. */
async function statuses(page: Page) {
  const all: string[] = [];
  await page.exposeFunction('recordStatus', (text: string) => all.push(text));
  await page.addInitScript(() => {
    const record = () => {
      const text = document.querySelector('main [role=status]')?.textContent;
      if (text) (window as unknown as { recordStatus: (text: string) => void }).recordStatus(text);
    };
    new MutationObserver(record).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return all;
}

test('the app reads codes from another screen with its own reader, although some are missed', async ({ page, baseURL }) => {
  await beginBattle(page);
  const id = /battle\/([^/]+)/.exec(page.url())![1];
  const notes = Array.from({ length: 12 }, (_, n) => {
    // Text that compresses badly, so that the battle needs a little more than three codes.
    const note = Array.from({ length: 130 }, (_, at) => String.fromCharCode(33 + ((n * 7919 + at * at * 31 + at * n * 17) % 90))).join('');
    return [`drumhead/event/${id}/${n}-z`, seal({ act: { at: n, deed: { note } } })] as const;
  });
  await page.evaluate((notes) => notes.forEach(([key, text]) => localStorage.setItem(key, text)), notes);
  await page.reload();
  await fromMenu(page, page.getByRole('link', { name: 'Share' }));
  // The first, the second and the fourth are missed. Later codes contain random parts, so that many of them are needed.
  const file = makeVideo(await pictures(page, [3, ...Array.from({ length: 14 }, (_, n) => n + 5)]));
  await page.goto(`./#/battle/${id}`);

  const browser = await browserWithCamera(file);
  const there = await (await browser.newContext({ baseURL })).newPage();
  await there.addInitScript(() => Reflect.deleteProperty(window, 'BarcodeDetector'));
  const fetched: string[] = [];
  there.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  const shown = await statuses(there);
  await there.goto('./#/scan');
  await expect(there.getByText('This link contains:')).toBeVisible({ timeout: 60_000 });
  expect(shown).toContainEqual(expect.stringMatching(/^\d of \d codes read\. Scan any \d more\.$/));
  expect(fetched).toContain('/reader/reader_bg.wasm');
  await there.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(there.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
  await expect.poll(() => log(there)).toEqual(await log(page));
  await browser.close();
});

/** A device with a camera. Its video file can be replaced later. */
async function withCamera(baseURL: string) {
  const video = makeVideo([]);
  const browser = await browserWithCamera(video);
  const page = await (await browser.newContext({ baseURL, serviceWorkers: 'block' })).newPage();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'BarcodeDetector'));
  return { page, video, browser };
}

type Device = Awaited<ReturnType<typeof withCamera>>;

/** One device shows its update codes, and the other reads them with its camera. */
async function filmUpdateCodes(from: Device, to: Device, id: string) {
  await openDevices(from.page, id);
  await from.page.getByRole('button', { name: 'Show update codes' }).click();
  const codes = from.page.getByRole('region', { name: 'By codes' });
  const taken: Picture[] = [];
  const next = codes.getByRole('button', { name: 'Next code' });
  await expect(codes.getByRole('img')).toBeVisible();
  // A notice would cover a part of the code.
  for (const notice of await from.page.getByRole('button', { name: 'Dismiss' }).all()) await notice.click();
  if (await next.isVisible()) {
    await codes.getByRole('button', { name: 'Stop' }).click();
    const first = Number(/\d+/.exec((await codes.getByText(/^Code \d+$/).textContent())!)![0]);
    // Most of the codes contain random parts. With this many, the reader has enough.
    for (let n = first; n < first + 18; n += 1) {
      taken.push(readPng(await codes.getByRole('img', { name: `Code ${n}`, exact: true }).screenshot()));
      await next.click();
    }
  } else taken.push(readPng(await codes.getByRole('img', { name: 'Code', exact: true }).screenshot()));
  makeVideo(taken, to.video);
  await to.page.goto('./#/scan');
  await expect(to.page.getByRole('heading', { level: 1, name: 'A link' })).toBeVisible({ timeout: 60_000 });
  return taken.length;
}

test('update codes are read in both directions, and two logs with different entries become one', async ({ baseURL }) => {
  test.setTimeout(150_000);
  const [ann, ben] = [await withCamera(baseURL!), await withCamera(baseURL!)];
  await beginBattle(ann.page);
  const id = idOf(ann.page);
  const table = `./#/battle/${id}`;
  const texts = await saved(ann.page);
  await ben.page.goto('./');
  await ben.page.evaluate((texts) => Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text)), texts);
  await ben.page.reload();
  // One device ends phases and changes counters; the other changes counters.
  const addCounters = async ({ page }: Device, nth: number, times: number) => {
    const more = page.getByRole('button', { name: 'Counters: more' }).nth(nth);
    for (let n = 0; n < times; n += 1) await more.click();
  };
  for (let phase = 0; phase < 5; phase += 1) await endPhase(ann.page);
  await addCounters(ann, 0, 3);
  await ben.page.goto(table);
  await addCounters(ben, 1, 4);

  await filmUpdateCodes(ann, ben, id);
  await ben.page.getByRole('button', { name: 'Merge the battles' }).click();
  await expect(ben.page.getByText(/The other device lacks \d+ entr(y|ies)\./)).toBeVisible();
  await filmUpdateCodes(ben, ann, id);
  await ann.page.getByRole('button', { name: 'Update the battle' }).click();
  await expect(ann.page.getByRole('region', { name: 'Phase' })).toBeVisible();
  await ann.page.goto(table);
  const acts = await log(ann.page);
  await expect.poll(() => log(ben.page)).toEqual(acts);
  // Five phases, three counters and four counters. The page of the log folds them.
  for (const { page } of [ann, ben]) expect(await logLength(page)).toBeGreaterThanOrEqual(12);
  for (const device of [ann, ben]) await device.browser.close();
});

test('the single code of a roster is read, too', async ({ page, baseURL }) => {
  await addRoster(page, 'Essex’s foot');
  await page.getByRole('link', { name: 'Share' }).click();
  const file = makeVideo([readPng(await page.getByRole('img', { name: 'QR code of the link' }).screenshot())]);
  const browser = await browserWithCamera(file);
  const there = await (await browser.newContext({ baseURL })).newPage();
  await there.addInitScript(() => Reflect.deleteProperty(window, 'BarcodeDetector'));
  await there.goto('./#/scan');
  await expect(there.getByRole('region', { name: 'Contents' })).toContainText('Essex’s foot', { timeout: 60_000 });
  await expect.poll(() => saved(there), 'nothing is added without a tap').toEqual({});
  await browser.close();
});

test('a browser with a `BarcodeDetector` does not fetch the reader', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { BarcodeDetector: class {} }));
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('./#/scan');
  await expect(page.getByRole('button', { name: 'Use the camera' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(fetched.filter((url) => url.includes('/reader/'))).toEqual([]);
});

test('if the reader cannot be loaded, the page offers alternatives', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'BarcodeDetector'));
  await page.route('**/reader/detector.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto('./#/scan');
  await expect(page.getByText('it could not be loaded')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open a file' })).toBeVisible();
});
