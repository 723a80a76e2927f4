import {
  FLAG_BEGIN_STRUCT,
  FLAG_END_STRUCT,
  FLAG_FINAL,
  FLAG_NULL,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
} from '@offloop/wire';
import type { JsonTapes } from './tape/json-tapes.js';
import { ValueTable } from './value-table.js';

export const ScanState = {
  /** Elements are left. */
  MORE: 0,
  /** The table is whole. */
  DONE: 1,
  /** The response is not a single list of values: it goes to the caller's decoder as it is. */
  ODD: 2,
} as const;
export type ScanState = (typeof ScanState)[keyof typeof ScanState];

/** `BEGIN` and `END` frames have no content. */
const STRUCT_MARKS: number = FLAG_BEGIN_STRUCT | FLAG_END_STRUCT;

/** Bytes of JSON that take as long to put on a tape as one element of another kind. */
const JSON_BYTES_AN_ELEMENT = 16;

const NO_BYTES = Buffer.alloc(0);

/**
 * Scans the one list of a response, some elements at a time, and makes the table of its elements. The message scanner has
 * checked that the frames are whole, but not what they hold.
 */
export class ListScan {
  bytes: Buffer = NO_BYTES;
  start = 0;
  end = 0;
  readonly #table: ValueTable;
  #at = 0;
  #begun = false;

  /** @param littleEndian the byte order of payloads. @param tapes makes tapes of JSON elements; undefined: they stay text. */
  constructor(littleEndian: boolean, tapes: JsonTapes | undefined) {
    this.#table = new ValueTable(littleEndian, tapes);
  }

  /** Begins to scan the response in `bytes[start, end)`. */
  begin(bytes: Buffer, start: number, end: number): this {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.#at = start;
    this.#begun = false;
    this.#table.begin(start);
    return this;
  }

  /** Lets go of the response, so that its memory is not kept. */
  clear(): void {
    this.bytes = NO_BYTES;
  }

  get tableLength(): number {
    return this.#table.length;
  }

  /** Scans at most `elements` more, fewer where they are JSON. */
  advance(elements: number): ScanState {
    if (!this.#begun) {
      if (!this.#skipToList()) return ScanState.ODD;
      this.#begun = true;
    }
    const { bytes, end } = this;
    const table = this.#table;
    for (let left = elements; left > 0; left--) {
      const at = this.#at;
      if (end - at < FRAME_HEADER_SIZE) return ScanState.ODD;
      const length = bytes.readInt32LE(at);
      const flags = bytes.readUInt16LE(at + FRAME_FLAGS_OFFSET);
      if (length < FRAME_HEADER_SIZE || length > end - at) return ScanState.ODD;
      if ((flags & FLAG_END_STRUCT) !== 0) {
        // Fields that a newer member has added after the list are skipped.
        table.end(at);
        return ScanState.DONE;
      }
      if ((flags & (STRUCT_MARKS | FLAG_FINAL)) !== 0) return ScanState.ODD;
      if ((flags & FLAG_NULL) !== 0) table.addNull(at);
      else left -= (table.add(bytes, at, at + length) / JSON_BYTES_AN_ELEMENT) | 0;
      this.#at = at + length;
    }
    return ScanState.MORE;
  }

  /** Writes the table, `tableLength` bytes, once the scan is done. */
  writeTable(target: Buffer, at: number): void {
    this.#table.writeTo(target, at);
  }

  /** Moves past the initial frame and the frame that begins the list. */
  #skipToList(): boolean {
    const { bytes, start, end } = this;
    const begin = start + bytes.readInt32LE(start);
    if (begin < start || end - begin < FRAME_HEADER_SIZE) return false;
    const length = bytes.readInt32LE(begin);
    if (length < FRAME_HEADER_SIZE || length > end - begin) return false;
    this.#at = begin + length;
    return (bytes.readUInt16LE(begin + FRAME_FLAGS_OFFSET) & FLAG_BEGIN_STRUCT) !== 0;
  }
}
