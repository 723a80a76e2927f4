import type { DataEncoder } from './data-encoder.js';

/** The value's `Data` bytes. @param encoder none that is in use: user code of the value may prepare another value meanwhile. */
export function toData(value: unknown, encoder: DataEncoder): Buffer {
  const data = Buffer.allocUnsafe(encoder.prepare(value));
  return data.subarray(0, encoder.write(data, 0));
}
