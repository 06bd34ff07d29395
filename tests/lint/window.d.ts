// Properties of the window by which the page's scripts and the module (src/app/platform) call each other.

interface Window {
  /** page/cannot_run.js. */
  drumheadCannotRun(reason: 'module' | 'old'): void;
  /** page/failures.js; missing in a browser too old to read it. */
  drumheadRetry?(): Promise<void>;
  /** direct.js. */
  drumheadDirect: object;
  /** start.js. */
  drumheadJournal: object;
  wasmBindings: object;
  /** reader/detector.js, where the browser has none. */
  BarcodeDetector: object;
}
