import { RESPONSE_FIXED_FIELDS_OFFSET } from '@offloop/wire/protocol';
import Long from 'long';
import type { ValueList } from '../calls/completions/value-list.js';
import { ProtocolError } from '../errors/own-errors.js';
import { ReadOnlyLazyList } from '../values/read-only-lazy-list.js';

/** What `Ringbuffer.readMany` gives: items, each deserialized when it is first looked at, and where they stand. */
export interface ReadResultSet<T> extends Iterable<T> {
  /** Items read, those among them that the filter has left out. */
  getReadCount(): number;
  /** The item, or undefined outside the set. Throws HazelcastSerializationError for one that cannot be read. */
  get(index: number): T;
  /** The item's sequence, or undefined outside the set. */
  getSequence(index: number): Long;
  /** Items in the set. */
  size(): number;
  /**
   * The sequence behind the last item read, to read on from. It is further than the first sequence and the count together
   * where items were overwritten meanwhile, and nearer where the ring buffer has begun anew. 0 where nothing was read,
   * which a `minCount` of 0 allows: read on from where you were.
   */
  getNextSequenceToReadFrom(): Long;
  /** The items, in the order of their sequences. */
  [Symbol.iterator](): Iterator<T>;
}

/** In the content of the initial frame: an int, and a long behind it. */
const READ_COUNT_OFFSET = RESPONSE_FIXED_FIELDS_OFFSET;
const NEXT_SEQUENCE_OFFSET = READ_COUNT_OFFSET + 4;
const FIXED_END = NEXT_SEQUENCE_OFFSET + 8;

const NO_SEQUENCES = Buffer.alloc(0);

/** What stands in the response to `readMany`, found when it is asked for: a thousand items are as quick as one. */
export class LazyReadResultSet<T> implements ReadResultSet<T> {
  readonly #readCount: number;
  readonly #items: ReadOnlyLazyList<T>;
  /** Eight bytes each. */
  readonly #sequences: Buffer;
  readonly #nextSequence: Long;

  /** Throws ProtocolError for what is no response to `readMany`. */
  constructor(list: ValueList<T>) {
    const first = list.frames();
    first.next();
    const { bytes, contentStart } = first;
    if (first.contentEnd - contentStart < FIXED_END) throw malformed('its initial frame is too short');
    this.#readCount = bytes.readInt32LE(contentStart + READ_COUNT_OFFSET);
    this.#nextSequence = longAt(bytes, contentStart + NEXT_SEQUENCE_OFFSET);
    this.#items = new ReadOnlyLazyList(list);
    this.#sequences = sequencesOf(list);
  }

  getReadCount(): number {
    return this.#readCount;
  }

  get(index: number): T {
    // The official type does not say that there is nothing outside.
    return this.#items.get(index) as T;
  }

  getSequence(index: number): Long {
    const isThere = Number.isInteger(index) && index >= 0 && 8 * index < this.#sequences.length;
    return (isThere ? longAt(this.#sequences, 8 * index) : undefined) as Long;
  }

  size(): number {
    return this.#items.size();
  }

  getNextSequenceToReadFrom(): Long {
    return this.#nextSequence;
  }

  values(): IterableIterator<T> {
    return this.#items.values();
  }

  [Symbol.iterator](): Iterator<T> {
    return this.values();
  }
}

/** The frame behind the list, of which a member without the field has none. */
function sequencesOf(list: ValueList): Buffer {
  const reader = list.framesBehind();
  reader.next();
  if (!reader.next() || reader.isNull()) return NO_SEQUENCES;
  // COPY: the items' bytes are let go when all of them were looked at.
  const sequences = Buffer.from(reader.bytes.subarray(reader.contentStart, reader.contentEnd));
  if (sequences.length % 8 !== 0) throw malformed('its sequences are no longs');
  return sequences;
}

function longAt(bytes: Buffer, at: number): Long {
  return new Long(bytes.readInt32LE(at), bytes.readInt32LE(at + 4));
}

function malformed(why: string): ProtocolError {
  return new ProtocolError(`the answer to readMany has an unexpected shape: ${why}`);
}
