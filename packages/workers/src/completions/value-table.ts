import { copyBytes } from '@offloop/runtime/bytes';
import { FRAME_HEADER_SIZE } from '@offloop/wire';
import { CompletionKind, DATA_BODY_OFFSETS } from '@offloop/contract';
import { dataKind } from './data-kind.js';
import {
  LIST_BOUNDARIES_OFFSET,
  LIST_COUNT_OFFSET,
  LIST_TABLE_LENGTH_OFFSET,
  listKindsOffset,
  listPlacesOffset,
} from '@offloop/contract/list';
import type { JsonTapes } from './tape/json-tapes.js';
import { ListTapes } from './tape/list-tapes.js';

const INITIAL_ELEMENTS = 64;

/**
 * Makes the table that precedes the values of a list or event: their boundaries, their kinds, and the tapes of JSON values. Use one
 * object for many tables: making its arrays takes longer than writing a short table.
 */
export class ValueTable {
  readonly #littleEndian: boolean;
  readonly #tapes: ListTapes | undefined;
  #start = 0;
  #count = 0;
  #boundaries: Int32Array = new Int32Array(INITIAL_ELEMENTS + 1);
  #kinds: Buffer = Buffer.alloc(INITIAL_ELEMENTS);

  /** @param littleEndian the byte order of payloads. @param tapes makes tapes of JSON values; undefined: they stay text. */
  constructor(littleEndian: boolean, tapes: JsonTapes | undefined) {
    this.#littleEndian = littleEndian;
    this.#tapes = tapes === undefined ? undefined : new ListTapes(tapes);
  }

  begin(start: number): void {
    this.#start = start;
    this.#count = 0;
    this.#tapes?.begin();
  }

  /** Adds the null value whose frame begins at `at`. */
  addNull(at: number): void {
    this.#add(at, CompletionKind.NULL);
  }

  /** Adds the value in the frame `bytes[at, end)`. @returns the bytes of JSON that were scanned for a tape. */
  add(bytes: Buffer, at: number, end: number): number {
    const data = at + FRAME_HEADER_SIZE;
    const kind = dataKind(bytes, data, end, this.#littleEndian);
    const tapes = this.#tapes;
    if (kind !== CompletionKind.JSON || tapes === undefined) {
      this.#add(at, kind);
      return 0;
    }
    const isTaped = tapes.add(this.#count, bytes, data + DATA_BODY_OFFSETS[kind], end);
    this.#add(at, isTaped ? CompletionKind.TAPE : kind);
    return end - at;
  }

  /** Ends the table after the last value, whose frame ends at `end`. */
  end(end: number): void {
    this.#boundaries[this.#count] = end - this.#start;
    if (this.#tapes?.areLost === true) this.#leaveText();
  }

  /** True if one of the values is on a tape. */
  get hasTapes(): boolean {
    return this.#tapes?.isEmpty === false;
  }

  get length(): number {
    const count = this.#count;
    const tapes = this.#tapes;
    const length =
      tapes === undefined || tapes.isEmpty
        ? listKindsOffset(count) + count
        : listPlacesOffset(count) + tapes.lengthFor(count);
    return (length + 7) & ~7;
  }

  /** Writes the table, `length` bytes. To be called after `end`. */
  writeTo(target: Buffer, at: number): void {
    const count = this.#count;
    const boundaries = at + LIST_BOUNDARIES_OFFSET;
    target.writeInt32LE(count, at + LIST_COUNT_OFFSET);
    target.writeInt32LE(this.length, at + LIST_TABLE_LENGTH_OFFSET);
    for (let i = 0; i <= count; i++) target.writeInt32LE(this.#boundaries[i], boundaries + 4 * i);
    copyBytes(this.#kinds, 0, count, target, at + listKindsOffset(count));
    const tapes = this.#tapes;
    if (tapes !== undefined && !tapes.isEmpty) tapes.writeTo(target, at + listPlacesOffset(count), count);
  }

  #add(at: number, kind: number): void {
    if (this.#count === this.#kinds.length) this.#grow();
    this.#boundaries[this.#count] = at - this.#start;
    this.#kinds[this.#count++] = kind;
  }

  /** All elements that are JSON go as text after all. */
  #leaveText(): void {
    const kinds = this.#kinds;
    for (let i = 0; i < this.#count; i++) {
      if (kinds[i] === CompletionKind.TAPE) kinds[i] = CompletionKind.JSON;
    }
    this.#tapes?.begin();
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
