// Reads QR codes in pictures. The module takes the brightness of each pixel, and returns the texts of the codes.
import init, { read } from './reader.js';

const ready = init();
ready.catch(() => {}); // each picture is then answered with null

/** @type {OffscreenCanvas | undefined} */
let canvas;

// Most cameras deliver frames whose brightness is a plane of its own. Other pictures are drawn, and computed from RGB.
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
  for (let pixel = 0; pixel < luma.length; pixel++) {
    luma[pixel] = (77 * data[4 * pixel] + 150 * data[4 * pixel + 1] + 29 * data[4 * pixel + 2]) >> 8;
  }
  return { luma, width, height };
}

// Answers a picture with its texts, or with null if the module has trapped.
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
