import { FLAG_BEGIN_STRUCT, FLAG_END_STRUCT, FLAG_NULL } from '../frames/frame.js';
import type { FrameReader } from '../frames/frame-reader.js';
import type { MessageWriter } from './message-writer.js';
import { ProtocolError } from '../frames/protocol-error.js';

/**
 * Reads and writes one variable-size type. `read` starts on the value's first frame, which is not a NULL frame, and
 * leaves the cursor on its last.
 */
export interface VariableType {
  readonly read: (reader: FrameReader) => unknown;
  readonly write: (writer: MessageWriter, value: unknown) => void;
}

const NOT_PLAIN = FLAG_BEGIN_STRUCT | FLAG_END_STRUCT | FLAG_NULL;

/** Reads the value whose first frame is next. Returns null for a NULL frame. */
export function readNullable(reader: FrameReader, type: VariableType): unknown {
  nextOf(reader);
  return reader.isNull() ? null : type.read(reader);
}

export function writeNullable(writer: MessageWriter, type: VariableType, value: unknown): void {
  if (value === null || value === undefined) writer.nullFrame();
  else type.write(writer, value);
}

/** Reads the value whose first frame is next. Throws {@link ProtocolError} for a NULL frame. */
export function readPresent(reader: FrameReader, type: VariableType, name: string): unknown {
  nextOf(reader);
  if (reader.isNull()) throw new ProtocolError('Null where a value must be', { field: name });
  return type.read(reader);
}

/** Steps to the next item of a list. Returns false at the list's END frame. */
export function nextItem(reader: FrameReader): boolean {
  nextOf(reader);
  return !reader.isEndStruct();
}

function nextOf(reader: FrameReader): void {
  if (!reader.next()) {
    throw new ProtocolError('Message ends where a value must be', { offset: reader.contentEnd });
  }
}

export function expectPlain(reader: FrameReader): void {
  if ((reader.flags & NOT_PLAIN) !== 0) {
    throw new ProtocolError('Structure where bytes must be', {
      flags: reader.flags,
      offset: reader.contentStart,
    });
  }
}

export function expectBegin(reader: FrameReader): void {
  if (!reader.isBeginStruct()) {
    throw new ProtocolError('Bytes where a structure must begin', {
      flags: reader.flags,
      offset: reader.contentStart,
    });
  }
}
