import {
  CompletionKind,
  LIST_ASCII_OFFSET,
  LIST_COUNT_OFFSET,
  LIST_LENGTHS_OFFSET,
} from '../ring/records.js';
import { monotonicNow } from '../shared/clock.js';
import { decodeLatin1, decodeUtf8 } from '../bytes/text.js';
import { SlicedResult } from './sliced-result.js';

/** Elements between two looks at the clock. */
const BATCH = 64;

/** Reads the elements of a `TEXT_LIST` or `BYTES_LIST`; those of a long list in slices. */
export class CommonList extends SlicedResult {
  override readonly value: (string | Buffer | null)[] = [];
  readonly #bytes: Buffer;
  readonly #asBytes: boolean;
  readonly #count: number;
  readonly #isAscii: boolean;
  /** Offsets of the next length and of the next element. */
  #lengths: number;
  #at: number;

  constructor(kind: number, bytes: Buffer, start: number) {
    super();
    this.#bytes = bytes;
    this.#asBytes = kind === CompletionKind.BYTES_LIST;
    this.#count = bytes.readInt32LE(start + LIST_COUNT_OFFSET);
    this.#isAscii = bytes.readInt32LE(start + LIST_ASCII_OFFSET) === 1;
    this.#lengths = start + LIST_LENGTHS_OFFSET;
    this.#at = this.#lengths + 4 * this.#count;
  }

  override advance(until: number): boolean {
    while (this.value.length < this.#count) {
      this.value.push(this.#next());
      if (this.value.length % BATCH === 0 && monotonicNow() >= until) break;
    }
    return this.value.length === this.#count;
  }

  #next(): string | Buffer | null {
    const length = this.#bytes.readInt32LE(this.#lengths);
    this.#lengths += 4;
    if (length < 0) return null;
    const start = this.#at;
    const end = (this.#at = start + length);
    // COPY: the ring's bytes are the other thread's again once this is read.
    if (this.#asBytes) return Buffer.from(this.#bytes.subarray(start, end));
    return this.#isAscii ? decodeLatin1(this.#bytes, start, end) : decodeUtf8(this.#bytes, start, end);
  }
}

export function isListKind(kind: number): boolean {
  return kind === CompletionKind.TEXT_LIST || kind === CompletionKind.BYTES_LIST;
}
