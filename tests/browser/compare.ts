// Compares two pictures of a page. It does not matter how a browser smooths the edges of letters. A missing button, a changed word, a
// line that moved and a changed colour do.
//
// 1. Both pictures are blurred: each pixel becomes the mean of the 3 × 3 pixels around it. A stroke of a letter may be one pixel wide and
//    black, or two pixels wide and grey: blurred, the two look alike.
// 2. A pixel differs if the other picture has no similar colour among the 3 × 3 pixels around the same place. So an edge may move by a
//    pixel.
// 3. The pixels that differ are counted in squares. A square in which more than a tenth of them differ is a difference.
//
// A single letter or a comma may be overlooked. With other smoothing, up to 12 pixels of a square differ; with another word of five
// letters, 53; with a chip without its outline, 59.
import { readPng } from './png.js';

/** How far red, green or blue (0 to 255) may lie outside the range of the other picture's 3 × 3 pixels. */
const TOLERANCE = 8;
/** The length of the sides of a square, in pixels. */
const SQUARE = 16;
/** How many of the 256 pixels of a square may differ. */
const STRAY_PIXELS = 25;

type Three = (a: number, b: number, c: number) => number;

/** Combines each value with its neighbours, which are `step` values away; at an edge, with itself. */
const combine = (values: Float32Array, step: number, three: Three) =>
  values.map((value, at) => three(values[at - step] ?? value, value, values[at + step] ?? value));

/** A picture, blurred, with the least and the greatest value around each pixel; each pixel has red, green and blue. */
function blurred(png: Buffer) {
  const { width, height, channels, pixels } = readPng(png);
  const colours = Float32Array.from(channels === 3 ? pixels : pixels.filter((_, at) => at % channels < 3));
  const around = (values: Float32Array, three: Three) => combine(combine(values, 3, three), width * 3, three);
  const mean = around(colours, (a, b, c) => (a + b + c) / 3);
  return { width, height, mean, least: around(mean, Math.min), greatest: around(mean, Math.max) };
}

type Blurred = ReturnType<typeof blurred>;

const isOutside = (one: Blurred, other: Blurred, at: number) =>
  one.mean[at] < other.least[at] - TOLERANCE || one.mean[at] > other.greatest[at] + TOLERANCE;

/** Where two pictures differ: the left upper corners of squares. Empty if the pictures are alike. */
export function differences(expected: Buffer, actual: Buffer): string[] {
  if (expected.equals(actual)) return [];
  const [a, b] = [blurred(expected), blurred(actual)];
  if (a.width !== b.width || a.height !== b.height) return [`${a.width}×${a.height} is now ${b.width}×${b.height}`];
  const counts = new Map<string, number>();
  for (let pixel = 0; pixel < a.width * a.height; pixel += 1) {
    const colours = [pixel * 3, pixel * 3 + 1, pixel * 3 + 2];
    if (!colours.some((at) => isOutside(a, b, at) || isOutside(b, a, at))) continue;
    const [x, y] = [pixel % a.width, Math.floor(pixel / a.width)].map((place) => place - (place % SQUARE));
    counts.set(`${x},${y}`, (counts.get(`${x},${y}`) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > STRAY_PIXELS).map(([corner]) => corner);
}
