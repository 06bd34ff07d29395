// Reads PNG files, for tests that compare the pixels of a page.
import { inflateSync } from 'node:zlib';

/**
 * Reads a PNG as browsers make them: 8 bits a colour, not interlaced. Returns its size and its pixels row by row. A pixel has
 * `channels` bytes: red, green, blue and perhaps opacity. `brightness` returns a value from 0 to 255.
 * @param {Buffer} png
 */
export function readPng(png) {
  const [width, height, channels] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3];
  const packed = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') packed.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const [raw, line] = [inflateSync(Buffer.concat(packed)), width * channels];
  const pixels = Buffer.alloc(line * height);
  const nearest = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c) => {
    const [left, above, corner] = [b - c, a - c, a + b - 2 * c].map(Math.abs);
    return left <= above && left <= corner ? a : above <= corner ? b : c;
  };
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (line + 1)];
    for (let x = 0; x < line; x += 1) {
      const a = x < channels ? 0 : pixels[y * line + x - channels];
      const b = y === 0 ? 0 : pixels[(y - 1) * line + x];
      const c = x < channels || y === 0 ? 0 : pixels[(y - 1) * line + x - channels];
      pixels[y * line + x] = raw[y * (line + 1) + 1 + x] + [0, a, b, (a + b) >> 1, nearest(a, b, c)][filter];
    }
  }
  const brightness = (/** @type {number} */ x, /** @type {number} */ y) => {
    const offset = (Math.round(y) * width + Math.round(x)) * channels;
    return (pixels[offset] + pixels[offset + 1] + pixels[offset + 2]) / 3;
  };
  return { width, height, channels, pixels, brightness };
}
