import {
  FRAME_HEADER_SIZE,
  messages,
  ProtocolError,
  RESPONSE_FIXED_FIELDS_OFFSET,
  TYPE_OFFSET,
  type FrameReader,
} from '@offloop/wire';
import { COLUMN_STRIDES } from '@offloop/contract/page';
import { nextFrame, plainFrame } from './page-frames.js';

/** Offset of `partitionArgumentIndex` in the content of the first frame: behind the count of updates and the sign of a stream. */
const ARGUMENT_OFFSET: number = RESPONSE_FIXED_FIELDS_OFFSET + 8 + 1;
const EXECUTE_RESPONSE: number = messages.sql.execute.id + 1;

/** What an SQL response says of a page before its columns. */
export interface PageHeader {
  readonly isLast: boolean;
  /** Index of the statement's argument by which the rows' partition is known; −1: none. */
  readonly argument: number;
  /** The frames of the columns' names and types are `bytes[metadataStart, metadataEnd)`; empty if the response has none. */
  readonly metadataStart: number;
  readonly metadataEnd: number;
  /** Types of the columns, by the protocol's numbers: each one that is known. */
  readonly types: readonly number[];
}

/** Reads a response up to the first column of its page; undefined where there is no page. Throws ProtocolError. */
export function readPageHeader(reader: FrameReader, end: number): PageHeader | undefined {
  const { bytes } = reader;
  nextFrame(reader);
  const first = reader.contentStart;
  const isExecute = bytes.readInt32LE(first + TYPE_OFFSET) === EXECUTE_RESPONSE;
  let argument = -1;
  let metadata = NO_METADATA;
  if (isExecute) {
    const length = reader.contentEnd - first;
    if (length >= ARGUMENT_OFFSET + 4) argument = bytes.readInt32LE(first + ARGUMENT_OFFSET);
    nextFrame(reader);
    metadata = readMetadata(reader);
  }
  nextFrame(reader);
  if (reader.isNull()) return undefined;
  if (!reader.isBeginStruct()) throw new ProtocolError('Bytes where a page of rows must begin');
  const isLast = bytes[plainFrame(reader, 1)] !== 0;
  const types = readTypes(reader, end);
  if (isExecute) requireTypes(types, metadata.types);
  return { isLast, argument, metadataStart: metadata.start, metadataEnd: metadata.end, types };
}

interface Metadata {
  readonly start: number;
  readonly end: number;
  readonly types: readonly number[];
}

const NO_METADATA: Metadata = { start: 0, end: 0, types: [] };

/** Reads the columns' names and types, or null in their place. */
function readMetadata(reader: FrameReader): Metadata {
  if (reader.isNull()) return NO_METADATA;
  if (!reader.isBeginStruct()) throw new ProtocolError('Bytes where columns must be described');
  const start = reader.contentStart - FRAME_HEADER_SIZE;
  const types: number[] = [];
  for (;;) {
    nextFrame(reader);
    if (reader.isEndStruct()) return { start, end: reader.contentEnd, types };
    if (!reader.isBeginStruct()) throw new ProtocolError('Bytes where a column must be described');
    types.push(reader.bytes.readInt32LE(plainFrame(reader, 4)));
    reader.skipToEndStruct();
  }
}

function readTypes(reader: FrameReader, end: number): number[] {
  const at = plainFrame(reader, 0);
  const count = (reader.contentEnd - at) / 4;
  if (!Number.isInteger(count)) throw new ProtocolError('Types of columns do not fill their frame');
  // Each column has a frame at least.
  if (count * FRAME_HEADER_SIZE > end - reader.contentEnd)
    throw new ProtocolError('A page of rows ends before its columns', { columns: count });
  const types = Array.from({ length: count }, (_, i) => reader.bytes.readInt32LE(at + 4 * i));
  const unknown = types.find((type) => type < 0 || type >= COLUMN_STRIDES.length);
  if (unknown !== undefined) throw new ProtocolError('A column has an unknown type', { type: unknown });
  return types;
}

function requireTypes(types: readonly number[], expected: readonly number[]): void {
  if (types.length === expected.length && types.every((type, i) => type === expected[i])) return;
  throw new ProtocolError('Columns of a page are not those that its metadata describes', {
    columns: types.length,
    described: expected.length,
  });
}
