import { FRAME_FLAGS_OFFSET } from '@offloop/wire/protocol';

/** Writes the header of the frame in `target[start, end)`. @param flags `FLAG_…`s. */
export function putFrameHeader(target: Buffer, start: number, end: number, flags: number): void {
  putInt32(target, start, end - start);
  target[start + FRAME_FLAGS_OFFSET] = flags & 0xff;
  target[start + FRAME_FLAGS_OFFSET + 1] = flags >> 8;
}

/** Little-endian; `writeInt32LE` checks its arguments first, which costs more than the writing. */
export function putInt32(target: Buffer, offset: number, value: number): void {
  target[offset] = value;
  target[offset + 1] = value >> 8;
  target[offset + 2] = value >> 16;
  target[offset + 3] = value >> 24;
}
