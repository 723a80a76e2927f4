import { FLAG_FINAL, FLAG_UNFRAGMENTED, FRAME_HEADER_SIZE } from '@offloop/wire';

/** Bytes of an initial frame with nothing but its fixed header. */
const INITIAL_FRAME = FRAME_HEADER_SIZE + 16;
/** Bytes of the shortest message `message` makes. */
export const SHORTEST_MESSAGE: number = INITIAL_FRAME + FRAME_HEADER_SIZE;

/** A message of `length` bytes in two frames, whose content tells it from its neighbours. */
export function message(length: number, fill: number): Buffer {
  const bytes = Buffer.alloc(length, fill);
  bytes.writeInt32LE(INITIAL_FRAME, 0);
  bytes.writeUInt16LE(FLAG_UNFRAGMENTED, 4);
  bytes.writeInt32LE(length - INITIAL_FRAME, INITIAL_FRAME);
  bytes.writeUInt16LE(FLAG_FINAL, INITIAL_FRAME + 4);
  return bytes;
}

/** A message of an initial frame and `count` others of `length` bytes each. */
export function manyFrames(count: number, length: number, fill: number): Buffer {
  const bytes = Buffer.alloc(INITIAL_FRAME + count * length, fill);
  bytes.writeInt32LE(INITIAL_FRAME, 0);
  bytes.writeUInt16LE(FLAG_UNFRAGMENTED, 4);
  for (let i = 0; i < count; i++) {
    bytes.writeInt32LE(length, INITIAL_FRAME + i * length);
    bytes.writeUInt16LE(i === count - 1 ? FLAG_FINAL : 0, INITIAL_FRAME + i * length + 4);
  }
  return bytes;
}

/** A serialized value: no partition hash, type id, payload. */
export function data(typeId: number, payload: Buffer | string): Buffer {
  const header = Buffer.alloc(8);
  header.writeInt32BE(typeId, 4);
  return Buffer.concat([header, typeof payload === 'string' ? Buffer.from(payload) : payload]);
}

/** As strings, JSON and byte arrays lie in `data`: an int32 length, then the bytes. */
export function counted(content: Buffer | string): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
