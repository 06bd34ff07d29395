// What the page's scripts put on the window for one another and for the module (src/app/platform).

interface Window {
  /** page/cannot_run.js. */
  drumheadCannotRun(why: 'module' | 'old'): void;
  /** page/failures.js; missing in a browser too old to read it. */
  drumheadAgain?(): Promise<void>;
  /** direct.js. */
  drumheadDirect: object;
  /** start.js. */
  drumheadJournal: object;
  wasmBindings: object;
  /** reader/detector.js, where the browser has none. */
  BarcodeDetector: object;
}
