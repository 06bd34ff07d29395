// Reads the codes in pictures: the module finds and decodes them, and wants the brightness of each pixel.
import init, { read } from './reader.js';

const ready = init();
ready.catch(() => {}); // whoever asks is told

/** @type {OffscreenCanvas | undefined} */
let canvas;

// Most cameras give brightness and colour in planes of their own.
async function brightness(/** @type {VideoFrame | ImageBitmap} */ picture) {
  const frame = 'format' in picture ? picture : undefined;
  const [width, height] = 'format' in picture ? [picture.displayWidth, picture.displayHeight] : [picture.width, picture.height];
  if (/^(I4|NV)/.test(frame?.format ?? '') && frame?.visibleRect?.width === width && frame.visibleRect.height === height) {
    const bytes = new Uint8Array(frame.allocationSize());
    const [{ offset, stride }] = await frame.copyTo(bytes);
    if (stride === width) return { luma: bytes.subarray(offset, offset + width * height), width, height };
  }
  canvas ??= new OffscreenCanvas(width, height);
  [canvas.width, canvas.height] = [width, height];
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const luma = new Uint8Array(width * height);
  for (let at = 0; at < luma.length; at++) luma[at] = (77 * data[4 * at] + 150 * data[4 * at + 1] + 29 * data[4 * at + 2]) >> 8;
  return { luma, width, height };
}

// A picture is answered with the texts in it; with nothing, if the module has trapped.
self.onmessage = async ({ data: picture }) => {
  try {
    await ready;
    const { luma, width, height } = await brightness(picture);
    self.postMessage(read(luma, width, height));
  } catch {
    self.postMessage(null);
  } finally {
    picture.close();
  }
};
