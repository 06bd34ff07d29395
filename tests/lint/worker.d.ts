// The reader of codes, which is compiled from the crate `reader`.
declare module '*/reader.js' {
  /** Starts the module. */
  export default function init(): Promise<unknown>;
  /** The texts of the QR codes in a picture. `luma` is the brightness of each pixel, row by row. */
  export function read(luma: Uint8Array, width: number, height: number): string[];
}
