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
import { dataKind } from './data-kind.js';

/*
 * The body of a `LIST` completion: a response that is one list of serialized values, with a table by which any of them is
 * found without walking the others.
 *
 *    0             4                                4 + 4 (count + 1)
 *   +-------------+--------------------------------+--------------------+------------------+
 *   | count int32 | boundaries int32 × (count + 1) | kinds uint8 × count| message          |
 *   +-------------+--------------------------------+--------------------+------------------+
 *   |<-------------------------- table, padded to 8 ------------------->|
 *
 * Element i is the frame in bytes [boundary i, boundary i + 1) of the message. Its kind is the `CompletionKind` it would
 * have as an answer of its own, but its bytes are as the member sent them: frame header, `Data` header, payload.
 *
 * In a `SPILL`, table and message are two buffers on the port, in this order.
 */

export const LIST_COUNT_OFFSET = 0;
export const LIST_BOUNDARIES_OFFSET = 4;

/** Offset of the kinds, bytes. */
export function listKindsOffset(count: number): number {
  return LIST_BOUNDARIES_OFFSET + 4 * (count + 1);
}

/** Bytes of the table; the message follows. */
export function listTableLength(count: number): number {
  return (listKindsOffset(count) + count + 7) & ~7;
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

  /** @param littleEndian the byte order of payloads. */
  constructor(littleEndian: boolean) {
    this.#littleEndian = littleEndian;
  }

  /** The response in `bytes[start, end)`. */
  begin(bytes: Buffer, start: number, end: number): this {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.#at = start;
    this.#begun = false;
    this.#count = 0;
    return this;
  }

  /** Keeps the response no longer. */
  clear(): void {
    this.bytes = NO_BYTES;
  }

  get tableLength(): number {
    return listTableLength(this.#count);
  }

  /** Scans at most `elements` more. */
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
        return ScanState.DONE;
      }
      if ((flags & (STRUCT_MARKS | FLAG_FINAL)) !== 0) return ScanState.ODD;
      if (this.#count === this.#kinds.length) this.#grow();
      this.#boundaries[this.#count] = at - start;
      this.#kinds[this.#count] =
        (flags & FLAG_NULL) !== 0
          ? CompletionKind.NULL
          : dataKind(bytes, at + FRAME_HEADER_SIZE, at + length, this.#littleEndian);
      this.#count++;
      this.#at = at + length;
    }
    return ScanState.MORE;
  }

  /** Writes the table, `tableLength` bytes, once the scan is done. */
  writeTable(target: Buffer, at: number): void {
    const count = this.#count;
    const boundaries = at + LIST_BOUNDARIES_OFFSET;
    target.writeInt32LE(count, at + LIST_COUNT_OFFSET);
    for (let i = 0; i <= count; i++) target.writeInt32LE(this.#boundaries[i], boundaries + 4 * i);
    copyBytes(this.#kinds, 0, count, target, at + listKindsOffset(count));
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
