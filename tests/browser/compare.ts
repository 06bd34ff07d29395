// Compares two pictures of a page. Differences in the smoothing of letters are ignored. A missing button, another word, a moved line
// and another colour are found.
//
// 1. Both pictures are blurred: each pixel becomes the mean of the 3 × 3 pixels around it. A stroke of a letter may be one pixel wide and
//    black, or two pixels wide and grey: blurred, the two look alike.
// 2. A pixel differs if the other picture has no similar colour among the 3 × 3 pixels around the same position. An edge may
//    therefore move by one pixel.
// 3. The different pixels are counted in each square of 16 × 16 pixels. If more than a tenth of a square differs, it is reported.
//
// A single other letter or a comma may be missed. With other smoothing, up to 12 pixels of a square differ; with another word of five
// letters, 53; with a chip without its outline, 59.
import { readPng } from './png.js';

/** How far red, green or blue (0 to 255) may be outside the range of the other picture's 3 × 3 pixels. */
const TOLERANCE = 8;
/** The length of the sides of a square, in pixels. */
const SQUARE = 16;
/** How many of the 256 pixels of a square may differ. */
const MAX_DIFFERENT = 25;

type OfThree = (a: number, b: number, c: number) => number;

/** Combines each value with its two neighbours, which are `step` values away. A missing neighbour counts as the value itself. */
const combine = (values: Float32Array, step: number, ofThree: OfThree) =>
  values.map((value, at) => ofThree(values[at - step] ?? value, value, values[at + step] ?? value));

/** A blurred picture with the smallest and the greatest value around each pixel. Each pixel has red, green and blue. */
function blurred(png: Buffer) {
  const { width, height, channels, pixels } = readPng(png);
  const colours = Float32Array.from(channels === 3 ? pixels : pixels.filter((_, at) => at % channels < 3));
  const around = (values: Float32Array, ofThree: OfThree) => combine(combine(values, 3, ofThree), width * 3, ofThree);
  const mean = around(colours, (a, b, c) => (a + b + c) / 3);
  return { width, height, mean, least: around(mean, Math.min), greatest: around(mean, Math.max) };
}

type Blurred = ReturnType<typeof blurred>;

const isOutside = (one: Blurred, other: Blurred, at: number) =>
  one.mean[at] < other.least[at] - TOLERANCE || one.mean[at] > other.greatest[at] + TOLERANCE;

/** The upper left corners of the squares in which two pictures differ. Empty if the pictures are alike. */
export function differences(expected: Buffer, actual: Buffer): string[] {
  if (expected.equals(actual)) return [];
  const [a, b] = [blurred(expected), blurred(actual)];
  if (a.width !== b.width || a.height !== b.height) return [`${a.width}×${a.height} is now ${b.width}×${b.height}`];
  const counts = new Map<string, number>();
  for (let pixel = 0; pixel < a.width * a.height; pixel += 1) {
    const colours = [pixel * 3, pixel * 3 + 1, pixel * 3 + 2];
    if (!colours.some((at) => isOutside(a, b, at) || isOutside(b, a, at))) continue;
    const [x, y] = [pixel % a.width, Math.floor(pixel / a.width)].map((position) => position - (position % SQUARE));
    counts.set(`${x},${y}`, (counts.get(`${x},${y}`) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > MAX_DIFFERENT).map(([corner]) => corner);
}
