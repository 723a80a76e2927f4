import { monotonicNow } from '@offloop/runtime/clock';
import { isAsciiText } from '@offloop/runtime/thread';
import { Packr, RESET_BUFFER_MODE } from 'msgpackr/pack';
import { JsonShapes } from './json-shapes.js';

/** Escapes of lone surrogates (and of pairs), and of the byte order mark, which text decoders drop. */
const ODD_ESCAPE = /\\u(?:d[89a-f]|feff)/i;
const BYTE_ORDER_MARK = '\ufeff';

/** Bytes. A longer text would delay all other calls for more than some milliseconds: a megabyte takes about ten. */
const LONGEST_PACKED: number = 256 * 1024;

/** Share of the worker's time that packing may take. What exceeds it stays text, so that packing does not become a bottleneck. */
const SHARE = 0.25;

/** Milliseconds of packing that may be saved up: packing delays other calls by no more than this at a time. */
const MOST_CREDIT_MILLIS = 5;

/** Documents skipped after one that could not be packed: 2ⁿ − 1 after the n-th in a row, and at most this many. */
const MAX_SKIPPED = 31;

/**
 * Makes packed records of JSON texts. Unpacking a record gives what `JSON.parse` would have given for its text, and takes
 * less time; a text for which one of these is not true stays text. Each record holds its own structures, so a reader may
 * skip any record.
 */
export class JsonPacker {
  readonly #from: number;
  readonly #now: () => number;
  readonly #onPacked: () => void;
  readonly #packr: Packr = new Packr({ useRecords: true, bundleStrings: true });
  readonly #shapes: JsonShapes;
  #credit: number = MOST_CREDIT_MILLIS;
  #creditedAt: number;
  #misses = 0;
  #toSkip = 0;

  /**
   * @param from bytes from which texts are packed. @param now in milliseconds.
   * @param mustPay false: pack also a text that takes longer to unpack than to parse. @param onPacked runs for each record.
   */
  constructor(
    from: number,
    now: () => number = monotonicNow,
    mustPay = true,
    onPacked: () => void = () => undefined,
  ) {
    this.#shapes = new JsonShapes(mustPay);
    this.#from = from;
    this.#now = now;
    this.#onPacked = onPacked;
    this.#creditedAt = now();
  }

  /** @returns the record for the text in `bytes[start, end)`, valid until the next call; undefined: it stays text. */
  pack(bytes: Buffer, start: number, end: number): Buffer | undefined {
    const length = end - start;
    if (length < this.#from || length > LONGEST_PACKED) return undefined;
    if (this.#toSkip > 0) {
      this.#toSkip--;
      return undefined;
    }
    const begin = this.#now();
    this.#credit = Math.min(MOST_CREDIT_MILLIS, this.#credit + SHARE * (begin - this.#creditedAt));
    this.#creditedAt = begin;
    if (this.#credit <= 0) return undefined;
    const record = this.#tryPack(bytes, start, end);
    this.#credit -= this.#now() - begin;
    if (record === undefined) {
      // COST: a parse for nothing. Where documents are of a kind that stays text, most of them are not even tried.
      this.#toSkip = Math.min(2 ** this.#misses++, MAX_SKIPPED + 1) - 1;
    } else {
      this.#misses = 0;
      this.#onPacked();
    }
    return record;
  }

  #tryPack(bytes: Buffer, start: number, end: number): Buffer | undefined {
    const isAscii = isAsciiText(bytes, start, end);
    const text = bytes.toString(isAscii ? 'latin1' : 'utf8', start, end);
    if (!isAscii && text.includes(BYTE_ORDER_MARK)) return undefined;
    if (ODD_ESCAPE.test(text)) return undefined;
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value !== 'object' || value === null) return undefined;
      if (!this.#shapes.isPackable(value, end - start)) return undefined;
      return this.#packr.pack(value, RESET_BUFFER_MODE);
    } catch {
      // Probably not JSON: the caller's own parse says what is wrong with it.
      return undefined;
    }
  }
}
