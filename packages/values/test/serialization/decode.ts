import { DataDecoder } from '../../src/serialization/data-decoder.js';
import { DEFAULT_SERIALIZATION, type SerializationSettings } from '../../src/serialization/settings.js';

/** Decodes from the middle of shared memory full of other bytes. */
export function decode(data: Buffer, settings: Partial<SerializationSettings> = {}): unknown {
  const memory = Buffer.from(new SharedArrayBuffer(data.length + 20)).fill(0x5a);
  data.copy(memory, 7);
  return new DataDecoder({ ...DEFAULT_SERIALIZATION, ...settings }).decodeData(memory, 7, 7 + data.length);
}

/** A `Data` with this payload. */
export function dataOf(typeId: number, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeInt32BE(typeId, 4);
  return Buffer.concat([header, payload]);
}
