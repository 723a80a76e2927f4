import { FRAME_FLAGS_OFFSET } from '@offloop/wire/protocol';

/** Writes the header of the frame in `[start, end)`. @param flags `FLAG_…`s. */
export function putFrameHeader(view: DataView, start: number, end: number, flags: number): void {
  view.setInt32(start, end - start, true);
  view.setUint16(start + FRAME_FLAGS_OFFSET, flags, true);
}
