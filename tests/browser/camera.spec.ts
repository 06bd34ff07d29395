// Codes filmed by a camera, in a browser that reads none itself: the app's own reader stands in.
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from './chromium.js';
import { expect, test } from './page';
import { addRoster, beginBattle, log, saved, seal } from './play';
import { readPng } from './png.js';

const [WIDTH, HEIGHT] = [640, 480];

type Picture = ReturnType<typeof readPng>;

/** A frame of a camera's film: the picture fills most of its height, turned by so many degrees. */
function frame(picture: Picture, degrees: number) {
  const luma = Buffer.alloc(WIDTH * HEIGHT, 200);
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const scale = picture.width / (HEIGHT * 0.85);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [right, down] = [x - WIDTH / 2, y - HEIGHT / 2];
      const [across, along] = [(cos * right + sin * down) * scale + picture.width / 2, (cos * down - sin * right) * scale + picture.height / 2];
      if (across < 0 || along < 0 || across >= picture.width - 1 || along >= picture.height - 1) continue;
      luma[y * WIDTH + x] = 40 + picture.brightness(across, along) * 0.7;
    }
  }
  return Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
}

/** A film of these pictures, as Chromium takes one in place of a camera. */
function film(pictures: Picture[]) {
  const file = join(mkdtempSync(join(tmpdir(), 'drumhead-')), 'codes.y4m');
  const frames = pictures.flatMap((picture, nth) => Array.from({ length: 6 }, () => frame(picture, (nth % 5) * 4 - 8)));
  writeFileSync(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F15:1 Ip A1:1 C420jpeg\n`), ...frames]));
  return file;
}

/** A browser whose camera shows the film. */
const filming = (file: string) =>
  chromium.launch({
    ...launchOptions,
    args: [...launchOptions.args, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`],
  });

/** Pictures of some of the codes that the page shows, one after the other. */
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

test('codes are filmed off another screen where the browser reads none itself, some of them missed', async ({ page, baseURL }) => {
  test.setTimeout(90_000);
  await beginBattle(page);
  const id = /battle\/([^/]+)/.exec(page.url())![1];
  const notes = Array.from({ length: 12 }, (_, n) => {
    // Nothing that deflates well: three codes and a bit.
    const note = Array.from({ length: 130 }, (_, at) => String.fromCharCode(33 + ((n * 7919 + at * at * 31 + at * n * 17) % 90))).join('');
    return [`drumhead/event/${id}/${n}-z`, seal({ act: { at: n, deed: { note } } })] as const;
  });
  await page.evaluate((notes) => notes.forEach(([key, text]) => localStorage.setItem(key, text)), notes);
  await page.reload();
  await page.getByRole('link', { name: 'Share' }).click();
  // The first, the second and the fourth are missed.
  const file = film(await pictures(page, [3, 5, 6, 7, 8, 9, 10]));
  await page.goto(`./#/battle/${id}`);

  const browser = await filming(file);
  const there = await (await browser.newContext({ baseURL })).newPage();
  await there.addInitScript(() => Reflect.deleteProperty(window, 'BarcodeDetector'));
  const fetched: string[] = [];
  there.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await there.goto('./#/scan');
  await there.getByRole('button', { name: 'Use the camera' }).click();
  await expect(there.getByText(/^\d of \d codes read\. Any \d more will do\.$/)).toBeVisible({ timeout: 20_000 });
  await expect(there.getByText('This link contains:')).toBeVisible({ timeout: 40_000 });
  expect(fetched).toContain('/reader/reader_bg.wasm');
  await there.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(there.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
  await expect.poll(() => log(there)).toEqual(await log(page));
  await browser.close();
});

test('one code of a roster is filmed, too', async ({ page, baseURL }) => {
  await addRoster(page, 'Essex’s foot');
  await page.getByRole('link', { name: 'Share' }).click();
  const file = film([readPng(await page.getByRole('img', { name: 'QR code of the link' }).screenshot())]);
  const browser = await filming(file);
  const there = await (await browser.newContext({ baseURL })).newPage();
  await there.addInitScript(() => Reflect.deleteProperty(window, 'BarcodeDetector'));
  await there.goto('./#/scan');
  await there.getByRole('button', { name: 'Use the camera' }).click();
  await expect(there.getByRole('region', { name: 'Contents' })).toContainText('Essex’s foot', { timeout: 20_000 });
  await expect.poll(() => saved(there), 'nothing is taken in by itself').toEqual({});
  await browser.close();
});

test('a browser that reads codes itself does not fetch the reader', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { BarcodeDetector: class {} }));
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('./#/scan');
  await expect(page.getByRole('button', { name: 'Use the camera' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(fetched.filter((url) => url.includes('/reader/'))).toEqual([]);
});

test('without the reader the page names the other ways', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'BarcodeDetector'));
  await page.route('**/reader/detector.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto('./#/scan');
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await expect(page.getByText('it could not be loaded')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open a file' })).toBeVisible();
});
