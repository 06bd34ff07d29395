// Videos of QR codes, and browsers that use them as their camera.
import { chromium } from '@playwright/test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from './chromium.js';
import { readPng } from './png.js';

const [WIDTH, HEIGHT] = [640, 480];

export type Picture = ReturnType<typeof readPng>;

/** A frame of a video. The picture is turned by `degrees` and fills most of the frame's height. */
function frame(picture: Picture, degrees: number) {
  const luma = Buffer.alloc(WIDTH * HEIGHT, 200);
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const scale = picture.width / (HEIGHT * 0.85);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [right, down] = [x - WIDTH / 2, y - HEIGHT / 2];
      const [across, along] = [
        (cos * right + sin * down) * scale + picture.width / 2,
        (cos * down - sin * right) * scale + picture.height / 2,
      ];
      if (across < 0 || along < 0 || across >= picture.width - 1 || along >= picture.height - 1) continue;
      luma[y * WIDTH + x] = 40 + picture.brightness(across, along) * 0.7;
    }
  }
  return Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
}

/** Writes a video of these pictures, in the format that Chromium accepts instead of a camera. Returns the file. */
export function makeVideo(pictures: Picture[], file = join(mkdtempSync(join(tmpdir(), 'drumhead-')), 'codes.y4m')) {
  const frames = pictures.flatMap((picture, nth) => Array.from({ length: 6 }, () => frame(picture, (nth % 5) * 4 - 8)));
  writeFileSync(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F15:1 Ip A1:1 C420jpeg\n`), ...frames]));
  return file;
}

/** Starts a browser whose camera shows this video. */
export const browserWithCamera = (file: string) =>
  chromium.launch({
    ...launchOptions,
    args: [
      ...launchOptions.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  });
