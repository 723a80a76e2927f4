import { Packr, RESET_BUFFER_MODE } from 'msgpackr/pack';
import { isAsciiText } from './is-ascii.js';
import { JsonShapes } from './json-shapes.js';

/** Escapes of lone surrogates (of pairs too), and of the mark that text decoders drop. */
const ODD_ESCAPE = /\\u(?:d[89a-f]|feff)/i;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Bytes. A longer text would hold the worker, and with it all other calls, for more than some milliseconds: a megabyte
 * takes about ten.
 */
const LONGEST_PACKED: number = 256 * 1024;

/** Share of the worker's time that packing may take: what comes beyond it stays text, lest the worker be what all wait for. */
const SHARE = 0.25;

/** Milliseconds of packing that a worker has in hand after a rest: it holds other calls no longer than this at a time. */
const MOST_CREDIT_MILLIS = 5;

/** Documents passed over after one that could not be packed, at most: 2ⁿ − 1 after the n-th in a row. */
const MAX_PASSED_OVER = 31;

/**
 * Makes packed records of JSON texts: what the caller unpacks from one is what `JSON.parse` would have given it. Of a text
 * for which that is not so, or not faster, none is made. Each record holds its own structures: any of them may be skipped.
 */
export class JsonPacker {
  readonly #from: number;
  readonly #now: () => number;
  readonly #packr: Packr = new Packr({ useRecords: true, bundleStrings: true });
  readonly #shapes: JsonShapes;
  #credit: number = MOST_CREDIT_MILLIS;
  #creditedAt: number;
  #misses = 0;
  #toPassOver = 0;

  /**
   * @param from bytes from which texts are packed. @param now in milliseconds.
   * @param mustPay false: pack also what is not faster to unpack than to parse.
   */
  constructor(from: number, now: () => number = () => performance.now(), mustPay = true) {
    this.#shapes = new JsonShapes(mustPay);
    this.#from = from;
    this.#now = now;
    this.#creditedAt = now();
  }

  /** @returns the record for the text in `bytes[start, end)`, good until the next call; undefined: it stays text. */
  pack(bytes: Buffer, start: number, end: number): Buffer | undefined {
    const length = end - start;
    if (length < this.#from || length > LONGEST_PACKED) return undefined;
    if (this.#toPassOver > 0) {
      this.#toPassOver--;
      return undefined;
    }
    const begin = this.#now();
    this.#credit = Math.min(MOST_CREDIT_MILLIS, this.#credit + SHARE * (begin - this.#creditedAt));
    this.#creditedAt = begin;
    if (this.#credit <= 0) return undefined;
    const record = this.#tryPack(bytes, start, end);
    this.#credit -= this.#now() - begin;
    if (record === undefined) {
      // COST: a parse for nothing. Where documents are of the kind that stays text, most are not even tried.
      this.#toPassOver = Math.min(2 ** this.#misses++, MAX_PASSED_OVER + 1) - 1;
    } else {
      this.#misses = 0;
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
      // Not JSON, as a rule: the caller's parse says what is wrong with it.
      return undefined;
    }
  }
}
