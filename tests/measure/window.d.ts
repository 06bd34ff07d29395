// What measurements and tests in WebKit note in a page.
interface Window {
  read(luma: Uint8Array, width: number, height: number): string[];
  saved: number;
  touches: number[];
  wasmBindings: import('../browser/contract').Calls;
}

interface PerformanceObserverInit {
  durationThreshold?: number;
}
