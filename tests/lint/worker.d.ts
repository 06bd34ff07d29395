// The reader of codes, which is compiled from the crate `reader`.
declare module '*/reader.js' {
  /** Starts the module. */
  export default function init(): Promise<unknown>;
  /** The texts in a picture, given the brightness of its points. */
  export function read(luma: Uint8Array, width: number, height: number): string[];
}
