import { copyBytes } from '@offloop/runtime/ring';
import {
  FLAG_BEGIN_STRUCT,
  FLAG_END_STRUCT,
  FLAG_FINAL,
  FLAG_NULL,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
} from '@offloop/wire/protocol';
import { CompletionKind } from './completion-kind.js';
import { DATA_BODY_OFFSETS, dataKind } from './data-kind.js';
import type { JsonTapes } from './tape/json-tapes.js';
import { ListTapes } from './tape/list-tapes.js';

/*
 * The body of a `LIST` completion: a response that is one list of serialized values, with a table by which any of them is
 * found without walking the others.
 *
 *    0             4              8                                8 + 4 (count + 1)
 *   +-------------+--------------+--------------------------------+---------------------+-------+---------+
 *   | count int32 | length int32 | boundaries int32 × (count + 1) | kinds uint8 × count | tapes | message |
 *   +-------------+--------------+--------------------------------+---------------------+-------+---------+
 *   |<-------------------------------- table, padded to 8: length bytes ----------------------->|
 *
 * Element i is the frame in bytes [boundary i, boundary i + 1) of the message. Its kind is the `CompletionKind` it would
 * have as an answer of its own, but its bytes are as the member sent them: frame header, `Data` header, payload. That of
 * the kind `TAPE` has a tape besides, to be read with its text in the frame. Tapes are there only if there is such an
 * element; they begin at a multiple of four:
 *
 *   +----------------------+--------------------------------------------------------+
 *   | places int32 × count | tapes without their texts, each at a multiple of four  |
 *   +----------------------+--------------------------------------------------------+
 *
 * Place i is where the tape of element i begins, in bytes from the first place.
 *
 * In a `SPILL`, table and message are two buffers on the port, in this order.
 */

export const LIST_COUNT_OFFSET = 0;
export const LIST_TABLE_LENGTH_OFFSET = 4;
export const LIST_BOUNDARIES_OFFSET = 8;

/** Offset of the kinds, bytes. */
export function listKindsOffset(count: number): number {
  return LIST_BOUNDARIES_OFFSET + 4 * (count + 1);
}

/** Offset of the places of the tapes, bytes. */
export function listPlacesOffset(count: number): number {
  return (listKindsOffset(count) + count + 3) & ~3;
}

export const ScanState = {
  /** Elements are left. */
  MORE: 0,
  /** The table is whole. */
  DONE: 1,
  /** It is not one list of values: it goes to the caller's decoder as it is. */
  ODD: 2,
} as const;
export type ScanState = (typeof ScanState)[keyof typeof ScanState];

const INITIAL_ELEMENTS = 64;
/** `BEGIN` and `END` frames have no content. */
const STRUCT_MARKS: number = FLAG_BEGIN_STRUCT | FLAG_END_STRUCT;

/** Bytes of JSON that take as long to put on a tape as an element of another kind takes. */
const JSON_BYTES_AN_ELEMENT = 16;

const NO_BYTES = Buffer.alloc(0);

/**
 * Scans the one list of a response, some elements at a time, and makes the table of its elements. The message scanner has
 * checked that the frames are whole, but not what they hold.
 *
 * Reused where a list is done at once: what it keeps boundaries and kinds in takes longer to make than a short list to scan.
 */
export class ListScan {
  bytes: Buffer = NO_BYTES;
  start = 0;
  end = 0;
  readonly #littleEndian: boolean;
  #at = 0;
  #begun = false;
  #count = 0;
  #boundaries: Int32Array = new Int32Array(INITIAL_ELEMENTS + 1);
  #kinds: Buffer = Buffer.alloc(INITIAL_ELEMENTS);
  readonly #tapes: ListTapes | undefined;

  /** @param littleEndian the byte order of payloads. @param tapes of JSON elements; undefined: they stay text. */
  constructor(littleEndian: boolean, tapes: JsonTapes | undefined) {
    this.#littleEndian = littleEndian;
    this.#tapes = tapes === undefined ? undefined : new ListTapes(tapes);
  }

  /** The response in `bytes[start, end)`. */
  begin(bytes: Buffer, start: number, end: number): this {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.#at = start;
    this.#begun = false;
    this.#count = 0;
    this.#tapes?.begin();
    return this;
  }

  /** Keeps the response no longer. */
  clear(): void {
    this.bytes = NO_BYTES;
  }

  get tableLength(): number {
    const count = this.#count;
    const tapes = this.#tapes;
    const length =
      tapes === undefined || tapes.isEmpty
        ? listKindsOffset(count) + count
        : listPlacesOffset(count) + tapes.lengthFor(count);
    return (length + 7) & ~7;
  }

  /** Scans at most `elements` more, fewer where they are JSON. */
  advance(elements: number): ScanState {
    if (!this.#begun) {
      if (!this.#skipToList()) return ScanState.ODD;
      this.#begun = true;
    }
    const { bytes, start, end } = this;
    for (let left = elements; left > 0; left--) {
      const at = this.#at;
      if (end - at < FRAME_HEADER_SIZE) return ScanState.ODD;
      const length = bytes.readInt32LE(at);
      const flags = bytes.readUInt16LE(at + FRAME_FLAGS_OFFSET);
      if (length < FRAME_HEADER_SIZE || length > end - at) return ScanState.ODD;
      if ((flags & FLAG_END_STRUCT) !== 0) {
        // Fields that a newer member has added after the list are skipped.
        this.#boundaries[this.#count] = at - start;
        if (this.#tapes?.areLost === true) this.#leaveText();
        return ScanState.DONE;
      }
      if ((flags & (STRUCT_MARKS | FLAG_FINAL)) !== 0) return ScanState.ODD;
      if (this.#count === this.#kinds.length) this.#grow();
      this.#boundaries[this.#count] = at - start;
      let kind: number = CompletionKind.NULL;
      if ((flags & FLAG_NULL) === 0) {
        const data = at + FRAME_HEADER_SIZE;
        kind = dataKind(bytes, data, at + length, this.#littleEndian);
        if (kind === CompletionKind.JSON && this.#tapes !== undefined) {
          left -= (length / JSON_BYTES_AN_ELEMENT) | 0;
          if (this.#tapes.add(this.#count, bytes, data + DATA_BODY_OFFSETS[kind], at + length)) {
            kind = CompletionKind.TAPE;
          }
        }
      }
      this.#kinds[this.#count++] = kind;
      this.#at = at + length;
    }
    return ScanState.MORE;
  }

  /** Writes the table, `tableLength` bytes, once the scan is done. */
  writeTable(target: Buffer, at: number): void {
    const count = this.#count;
    const boundaries = at + LIST_BOUNDARIES_OFFSET;
    target.writeInt32LE(count, at + LIST_COUNT_OFFSET);
    target.writeInt32LE(this.tableLength, at + LIST_TABLE_LENGTH_OFFSET);
    for (let i = 0; i <= count; i++) target.writeInt32LE(this.#boundaries[i], boundaries + 4 * i);
    copyBytes(this.#kinds, 0, count, target, at + listKindsOffset(count));
    const tapes = this.#tapes;
    if (tapes !== undefined && !tapes.isEmpty) tapes.writeTo(target, at + listPlacesOffset(count), count);
  }

  /** All elements that are JSON go as text after all. */
  #leaveText(): void {
    const kinds = this.#kinds;
    for (let i = 0; i < this.#count; i++) {
      if (kinds[i] === CompletionKind.TAPE) kinds[i] = CompletionKind.JSON;
    }
    this.#tapes?.begin();
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

  #grow(): void {
    const capacity = this.#kinds.length * 2;
    const boundaries = new Int32Array(capacity + 1);
    const kinds = Buffer.alloc(capacity);
    boundaries.set(this.#boundaries);
    kinds.set(this.#kinds);
    this.#boundaries = boundaries;
    this.#kinds = kinds;
  }
}
