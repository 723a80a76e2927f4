import { FRAME_FLAGS_OFFSET } from '@offloop/wire/protocol';

/** Memory a request is written to: a ring is such, and so are {@link writable} bytes. */
export interface WritableBytes {
  readonly bytes: Buffer;
  /** Of the same memory: an integer is one store by it, four by `bytes`, and `writeInt32LE` checks its arguments first. */
  readonly view: DataView;
}

export function writable(bytes: Buffer): WritableBytes {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
}

/** Writes the header of the frame in `[start, end)`. @param flags `FLAG_…`s. */
export function putFrameHeader(view: DataView, start: number, end: number, flags: number): void {
  view.setInt32(start, end - start, true);
  view.setUint16(start + FRAME_FLAGS_OFFSET, flags, true);
}
