// A replacement for `BarcodeDetector`, which Safari and Firefox lack. Only browsers without one fetch this folder.
// A worker reads the pictures, because a phone needs tens of milliseconds for each.

const startWorker = () => new Worker(new URL('worker.js', import.meta.url), { type: 'module' });

/**
 * The video's current frame, in a form that can be transferred to the worker.
 * @param {HTMLVideoElement} video
 * @returns {VideoFrame | Promise<ImageBitmap>}
 */
const frame = (video) => ('VideoFrame' in self ? new VideoFrame(video) : createImageBitmap(video));

self.BarcodeDetector ??= class {
  #worker = startWorker();

  /**
   * Returns the codes in the current frame, of which only `rawValue` is set. The next call has to wait for the result.
   * @param {HTMLVideoElement} video
   */
  async detect(video) {
    const picture = await frame(video);
    /** @type {string[] | null} */
    const texts = await new Promise((resolve) => {
      this.#worker.onmessage = ({ data }) => resolve(data);
      this.#worker.onerror = () => resolve(null);
      this.#worker.postMessage(picture, [picture]);
    });
    if (texts) return texts.map((rawValue) => ({ rawValue }));
    // After a trap the module cannot be called any more, so a new worker is started.
    this.#worker.terminate();
    this.#worker = startWorker();
    return [];
  }
};
