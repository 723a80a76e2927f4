import { FLAG_BEGIN_STRUCT, FLAG_END_STRUCT, ProtocolError, type FrameReader } from '@offloop/wire';

/** Flags of frames without content. */
const STRUCT_MARKS: number = FLAG_BEGIN_STRUCT | FLAG_END_STRUCT;

/** Moves to the next frame. Throws ProtocolError if there is none. */
export function nextFrame(reader: FrameReader): void {
  if (!reader.next()) throw new ProtocolError('A page of rows is cut off', { offset: reader.contentEnd });
}

/** Moves to the next frame, which must have at least `least` bytes of content. @returns the offset of the content. */
export function plainFrame(reader: FrameReader, least: number): number {
  nextFrame(reader);
  const length = reader.contentEnd - reader.contentStart;
  if (isStructMark(reader) || reader.isNull() || length < least)
    throw new ProtocolError('A frame of a page of rows is too short', { length, least });
  return reader.contentStart;
}

/** Returns true for a frame that begins or ends a structure. */
export function isStructMark({ flags }: FrameReader): boolean {
  return (flags & STRUCT_MARKS) !== 0;
}
