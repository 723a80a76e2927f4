import { DataEncoder } from '../../src/serialization/data-encoder.js';
import { DEFAULT_SERIALIZATION, type SerializationSettings } from '../../src/serialization/settings.js';

const CANARY = 0xa5;

/** Encodes at an odd offset of shared memory, and checks that nothing around the value was touched. */
export function encode(value: unknown, settings: Partial<SerializationSettings> = {}): Buffer {
  const encoder = new DataEncoder({ ...DEFAULT_SERIALIZATION, ...settings });
  const bound = encoder.prepare(value);
  const target = Buffer.from(new SharedArrayBuffer(bound + 8)).fill(CANARY);
  const end = encoder.write(target, 3);
  if (end > 3 + bound) throw new Error(`wrote ${end - 3} bytes, having announced ${bound}`);
  const outside = [...target.subarray(0, 3), ...target.subarray(3 + bound)];
  if (outside.some((byte) => byte !== CANARY)) throw new Error('wrote outside of what was announced');
  return Buffer.from(target.subarray(3, end));
}

/** Encodes with an encoder that may be used again. */
export function through(encoder: DataEncoder, value: unknown): Buffer {
  const target = Buffer.alloc(encoder.prepare(value));
  return target.subarray(0, encoder.write(target, 0));
}
