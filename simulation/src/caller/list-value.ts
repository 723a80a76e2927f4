import { isDeepStrictEqual } from 'node:util';
import { SlicedResult } from '@offloop/runtime';
import { FRAME_HEADER_SIZE } from '@offloop/wire';
import { CompletionKind, DATA_BODY_OFFSETS } from '@offloop/contract';
import {
  LIST_BOUNDARIES_OFFSET,
  LIST_TABLE_LENGTH_OFFSET,
  listKindsOffset,
  listPlacesOffset,
} from '@offloop/contract/list';
import { Violation } from '../journal/violation.js';

/** Elements that one slice takes, however much time it has. */
const ELEMENTS_A_SLICE = 64;

/** Reads the tape at `table[tape]` of the text in `message[start, end)`. */
export type ReadTape = (table: Buffer, tape: number, message: Buffer, start: number, end: number) => unknown;

/** A long list, which takes several turns of the caller's loop. */
export class SpilledList extends SlicedResult {
  readonly #table: Buffer;
  readonly #message: Buffer;
  readonly #readTape: ReadTape;
  #next = 0;
  #first: Buffer | null = null;

  constructor(table: Buffer, message: Buffer, readTape: ReadTape) {
    super();
    this.#readTape = readTape;
    this.#table = table;
    this.#message = message;
  }

  /** The value that each of its elements is; null of an empty list. */
  override get value(): unknown {
    const first = this.#first;
    if (first === null || kindOf(this.#table, 0) === CompletionKind.BYTES) return first;
    return JSON.parse(first.toString());
  }

  override advance(): boolean {
    const length = this.#table.readInt32LE(0);
    const end = Math.min(length, this.#next + ELEMENTS_A_SLICE);
    for (; this.#next < end; this.#next++) {
      const element = elementOf(this.#table, this.#message, this.#next, this.#readTape);
      this.#first ??= element;
      if (!element.equals(this.#first)) throw new Violation('values', 'the elements of a list differ');
    }
    return this.#next === length;
  }
}

/** The value of a list that came in one piece; its bytes are copied. */
export function valueOfList(body: Buffer, readTape: ReadTape): unknown {
  const own = Buffer.from(body);
  const tableLength = own.readInt32LE(LIST_TABLE_LENGTH_OFFSET);
  const list = new SpilledList(own.subarray(0, tableLength), own.subarray(tableLength), readTape);
  while (!list.advance());
  return list.value;
}

function kindOf(table: Buffer, index: number): number {
  return table[listKindsOffset(table.readInt32LE(0)) + index];
}

/** The bytes or the text of an element. Its tape, if it has one, must say the same. */
function elementOf(table: Buffer, message: Buffer, index: number, readTape: ReadTape): Buffer {
  const kind = kindOf(table, index);
  if (kind !== CompletionKind.BYTES && kind !== CompletionKind.JSON && kind !== CompletionKind.TAPE)
    throw new Violation('values', 'an element of a list is neither an array of bytes nor a document');
  const at = LIST_BOUNDARIES_OFFSET + 4 * index;
  const start = table.readInt32LE(at) + FRAME_HEADER_SIZE + DATA_BODY_OFFSETS[kind];
  const end = table.readInt32LE(at + 4);
  const bytes = message.subarray(start, end);
  if (kind === CompletionKind.TAPE) {
    const places = listPlacesOffset(table.readInt32LE(0));
    const value = readTape(table, places + table.readInt32LE(places + 4 * index), message, start, end);
    if (!isDeepStrictEqual(value, JSON.parse(bytes.toString())))
      throw new Violation('values', 'the tape of an element of a list is not what its text is');
  }
  return bytes;
}
