// Stands in for the browser's `BarcodeDetector`, which Safari and Firefox lack. Only browsers without one fetch this folder.
// Pictures are read on a thread of their own: a phone takes tens of milliseconds for each.

const begin = () => new Worker(new URL('worker.js', import.meta.url), { type: 'module' });

/**
 * A picture of what a video shows, to be handed to the worker.
 * @param {HTMLVideoElement} video
 * @returns {VideoFrame | Promise<ImageBitmap>}
 */
const picture = (video) => ('VideoFrame' in self ? new VideoFrame(video) : createImageBitmap(video));

self.BarcodeDetector ??= class {
  #worker = begin();

  /**
   * One picture at a time. It answers as the browser's own does, with the texts alone.
   * @param {HTMLVideoElement} video
   */
  async detect(video) {
    const own = await picture(video);
    /** @type {string[] | null} */
    const texts = await new Promise((resolve) => {
      this.#worker.onmessage = ({ data }) => resolve(data);
      this.#worker.onerror = () => resolve(null);
      this.#worker.postMessage(own, [own]);
    });
    if (texts) return texts.map((rawValue) => ({ rawValue }));
    // The module has trapped, and answers no more.
    this.#worker.terminate();
    this.#worker = begin();
    return [];
  }
};
