import { SlicedResult } from '@offloop/runtime';
import { DATA_PAYLOAD_OFFSET, FRAME_HEADER_SIZE } from '@offloop/wire/protocol';
import { CompletionKind, LIST_BOUNDARIES_OFFSET, listKindsOffset, listTableLength } from '@offloop/workers';
import { Violation } from '../journal/violation.js';

/** From the start of an element's frame to the bytes of its array. */
const BYTES_OFFSET: number = FRAME_HEADER_SIZE + DATA_PAYLOAD_OFFSET + 4;
/** Elements that one slice takes, however much time it has. */
const ELEMENTS_A_SLICE = 64;

/** A long list, which takes several turns of the caller's loop. */
export class SpilledList extends SlicedResult {
  readonly #table: Buffer;
  readonly #message: Buffer;
  #next = 0;
  #value: Buffer | null = null;

  constructor(table: Buffer, message: Buffer) {
    super();
    this.#table = table;
    this.#message = message;
  }

  /** The value that each of its elements is; null of an empty list. */
  override get value(): Buffer | null {
    return this.#value;
  }

  override advance(): boolean {
    const length = this.#table.readInt32LE(0);
    const end = Math.min(length, this.#next + ELEMENTS_A_SLICE);
    for (; this.#next < end; this.#next++) {
      const element = elementOf(this.#table, this.#message, this.#next);
      this.#value ??= element;
      if (!element.equals(this.#value)) throw new Violation('values', 'the elements of a list differ');
    }
    return this.#next === length;
  }
}

/** The value of a list that came in one piece; its bytes are copied. */
export function valueOfList(body: Buffer): Buffer | null {
  const own = Buffer.from(body);
  const tableLength = listTableLength(own.readInt32LE(0));
  const list = new SpilledList(own.subarray(0, tableLength), own.subarray(tableLength));
  while (!list.advance());
  return list.value;
}

function elementOf(table: Buffer, message: Buffer, index: number): Buffer {
  const length = table.readInt32LE(0);
  if (table[listKindsOffset(length) + index] !== CompletionKind.BYTES)
    throw new Violation('values', 'an element of a list is no array of bytes');
  const at = LIST_BOUNDARIES_OFFSET + 4 * index;
  return message.subarray(table.readInt32LE(at) + BYTES_OFFSET, table.readInt32LE(at + 4));
}
