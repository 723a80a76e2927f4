import { copyBytes } from '@offloop/runtime/bytes';
import { DATA_PAYLOAD_OFFSET, DATA_TYPE_OFFSET, TypeId } from '@offloop/wire';
import type { Encoded, Scratch } from '../data/array-encoding.js';
import { putInt32, putInt64, writeInt64, type NumberFormat } from '../data/numbers.js';

/** Forms in which a prepared payload is held. */
const Form = {
  NOTHING: 0,
  /** The first `length` bytes of the four words. */
  FIXED: 1,
  /** `text`, which is written behind its length in bytes. */
  TEXT: 2,
  /** `bytes`, which are written behind their length: a Buffer, or text that is encoded already. */
  COUNTED: 3,
  /** `bytes` as they are. */
  ENCODED: 4,
} as const;
type Form = (typeof Form)[keyof typeof Form];

const EMPTY: Buffer = Buffer.alloc(0);
/**
 * Memory in which the bytes of a `FIXED` payload are made. It is shared, since nothing runs before they are taken into the words.
 */
const FIXED: DataView = new DataView(new ArrayBuffer(16));
const LENGTH_BYTES = 4;

/** Most UTF-16 units of a string whose bound is three bytes each, without counting: at most 2 KB of a claim too much. */
const UNCOUNTED_LENGTH = 1024;

/**
 * Most UTF-16 units of a longer string that is encoded to the scratch, which tells its bytes, and copied; the scratch may grow to
 * three times that. 100,000 ASCII characters into shared memory: 8.3 µs on Node 20 and 6.6 µs on Node 24, against 9.2 and 19 µs
 * when the bytes are counted first.
 */
const SCRATCH_LENGTH = 256 * 1024;
const MOST_SCRATCH_BYTES = 3 * SCRATCH_LENGTH;

/**
 * Most characters of a string that a loop writes, while it meets ASCII only; longer ones go through `Buffer.write`. 16 characters
 * into shared memory: loop 33-35 ns, `Buffer.write` 69 ns on Node 20 and 25 ns on Node 24; 8 characters: 19 against 71 and 33 ns;
 * 32: 60 against 69 and 28 ns.
 */
const LOOP_LENGTH = 16;

/**
 * The `Data` of one value, ready to be written: partition hash, type id, payload. The `set…` methods take a payload and return
 * the most bytes that {@link write} will put for it, including the 8-byte header; they reset the partition hash.
 */
export class PreparedData implements Scratch {
  /** Partition hash in the header; 0: members compute it from the payload. */
  partitionHash = 0;
  readonly #littleEndian: boolean;
  #form: Form = Form.NOTHING;
  #typeId: number = TypeId.NULL;
  #bound = 0;
  #length = 0;
  #text = '';
  #bytes: Buffer = EMPTY;
  #scratch: Buffer = EMPTY;
  #word0 = 0;
  #word1 = 0;
  #word2 = 0;
  #word3 = 0;

  constructor(littleEndian: boolean) {
    this.#littleEndian = littleEndian;
  }

  get typeId(): number {
    return this.#typeId;
  }

  setNull(): number {
    return this.#setFixed(TypeId.NULL, 0);
  }

  setBoolean(value: boolean): number {
    FIXED.setUint8(0, value ? 1 : 0);
    return this.#setFixed(TypeId.BOOLEAN, 1);
  }

  /** Sets a number. Throws HazelcastSerializationError if the format cannot hold it. */
  setNumber(format: NumberFormat, value: number): number {
    format.write(FIXED, 0, value, this.#littleEndian);
    return this.#setFixed(format.typeId, format.bytes);
  }

  /** Sets one int64 from a whole number. */
  setInt64(typeId: number, value: number): number {
    writeInt64(FIXED, 0, value, this.#littleEndian);
    return this.#setFixed(typeId, 8);
  }

  /** Sets one int64 from its halves, or two. */
  setHalves(typeId: number, high: number, low: number, high2?: number, low2?: number): number {
    putInt64(FIXED, 0, high, low, this.#littleEndian);
    if (high2 === undefined || low2 === undefined) return this.#setFixed(typeId, 8);
    putInt64(FIXED, 8, high2, low2, this.#littleEndian);
    return this.#setFixed(typeId, 16);
  }

  setText(typeId: number, text: string): number {
    const length = text.length;
    if (length > UNCOUNTED_LENGTH && length <= SCRATCH_LENGTH) return this.#setLongText(typeId, text);
    this.#form = Form.TEXT;
    this.#typeId = typeId;
    this.partitionHash = 0;
    this.#text = text;
    const bytes = length <= UNCOUNTED_LENGTH ? 3 * length : Buffer.byteLength(text, 'utf8');
    return (this.#bound = DATA_PAYLOAD_OFFSET + LENGTH_BYTES + bytes);
  }

  /** Sets a payload that is the length of the bytes, then the bytes, which are not copied before {@link write}. */
  setCounted(typeId: number, bytes: Buffer): number {
    return this.#setBytes(Form.COUNTED, typeId, bytes, LENGTH_BYTES);
  }

  /** Sets a payload that is these bytes, which are not copied before {@link write}. */
  setEncoded({ typeId, bytes }: Encoded): number {
    return this.#setBytes(Form.ENCODED, typeId, bytes, 0);
  }

  takeScratch(bytes: number): Buffer {
    if (bytes > MOST_SCRATCH_BYTES) return Buffer.allocUnsafeSlow(bytes);
    if (this.#scratch.length < bytes)
      this.#scratch = Buffer.allocUnsafeSlow(Math.min(2 * bytes, MOST_SCRATCH_BYTES));
    return this.#scratch;
  }

  /**
   * Writes header and payload at an offset and returns the offset behind them. Runs no user code; allocates nothing. The
   * target may be shared memory.
   *
   * Throws `RangeError` when nothing is prepared or the target has no room for the bound.
   */
  write(target: Buffer, offset: number): number {
    if (this.#form === Form.NOTHING || target.length - offset < this.#bound) {
      throw new RangeError(
        `write of at most ${this.#bound} bytes (0: nothing prepared) at ${offset} of ${target.length}`,
      );
    }
    putInt32(target, offset, this.partitionHash);
    putInt32(target, offset + DATA_TYPE_OFFSET, this.#typeId);
    return this.writePayload(target, offset + DATA_PAYLOAD_OFFSET);
  }

  /** Writes the payload without the header, and checks nothing. Returns the offset behind it. */
  writePayload(target: Buffer, start: number): number {
    switch (this.#form) {
      case Form.TEXT:
        return this.#writeText(target, start);
      case Form.FIXED:
        return this.#writeFixed(target, start);
      case Form.COUNTED:
        this.#putLength(target, start, this.#length);
        copyBytes(this.#bytes, 0, this.#length, target, start + LENGTH_BYTES);
        return start + LENGTH_BYTES + this.#length;
      default:
        copyBytes(this.#bytes, 0, this.#length, target, start);
        return start + this.#length;
    }
  }

  /** Drops the value, which may be large. Nothing is prepared then. */
  release(): void {
    this.#form = Form.NOTHING;
    this.#bound = 0;
    this.#text = '';
    this.#bytes = EMPTY;
  }

  /** Takes the first `length` bytes of `FIXED`. */
  #setFixed(typeId: number, length: number): number {
    this.#form = Form.FIXED;
    this.#typeId = typeId;
    this.partitionHash = 0;
    this.#length = length;
    this.#word0 = FIXED.getInt32(0);
    this.#word1 = FIXED.getInt32(4);
    if (length > 8) {
      this.#word2 = FIXED.getInt32(8);
      this.#word3 = FIXED.getInt32(12);
    }
    return (this.#bound = DATA_PAYLOAD_OFFSET + length);
  }

  #setLongText(typeId: number, text: string): number {
    const scratch = this.takeScratch(3 * text.length);
    const bytes = scratch.write(text, 0, 'utf8');
    return this.setCounted(typeId, scratch.subarray(0, bytes));
  }

  #setBytes(form: Form, typeId: number, bytes: Buffer, lengthField: number): number {
    this.#form = form;
    this.#typeId = typeId;
    this.partitionHash = 0;
    this.#bytes = bytes;
    this.#length = bytes.length;
    return (this.#bound = DATA_PAYLOAD_OFFSET + lengthField + bytes.length);
  }

  #writeFixed(target: Buffer, start: number): number {
    const length = this.#length;
    if (length < 4) {
      for (let at = 0; at < length; at++) target[start + at] = this.#word0 >> (24 - 8 * at);
    } else {
      putInt32(target, start, this.#word0);
      if (length > 4) putInt32(target, start + 4, this.#word1);
      if (length > 8) {
        putInt32(target, start + 8, this.#word2);
        putInt32(target, start + 12, this.#word3);
      }
    }
    return start + length;
  }

  #writeText(target: Buffer, start: number): number {
    const text = this.#text;
    const at = start + LENGTH_BYTES;
    let written = 0;
    if (text.length <= LOOP_LENGTH) {
      for (; written < text.length; written++) {
        const unit = text.charCodeAt(written);
        if (unit > 0x7f) break;
        target[at + written] = unit;
      }
    }
    if (written < text.length) written = target.write(text, at, 'utf8');
    this.#putLength(target, start, written);
    return at + written;
  }

  #putLength(target: Buffer, at: number, length: number): void {
    if (this.#littleEndian) target.writeInt32LE(length, at);
    else putInt32(target, at, length);
  }
}
