// Values that the measurements put on a page's window.
interface Window {
  read(luma: Uint8Array, width: number, height: number): string[];
  saved: number;
  touches: number[];
  wasmBindings: import('../browser/contract').Calls;
}

interface PerformanceObserverInit {
  durationThreshold?: number;
}
