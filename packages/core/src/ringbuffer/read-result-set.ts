import { RESPONSE_FIXED_FIELDS_OFFSET } from '@offloop/wire';
import Long from 'long';
import type { ValueList } from '../calls/completions/value-list.js';
import { ProtocolError } from '../errors/own-errors.js';
import { ReadOnlyLazyList } from '../calls/completions/read-only-lazy-list.js';

/** Sequence of an item whose sequence is not known, by its official name. No result has it. */
export const SEQUENCE_UNAVAILABLE = -1;

/** The result of `Ringbuffer.readMany`: items, each deserialized when it is first read, and their sequences. */
export interface ReadResultSet<T> extends Iterable<T> {
  /** Returns the number of items that were read, including those that the filter left out. */
  getReadCount(): number;
  /**
   * Returns the item at an index, or undefined outside the set. Throws HazelcastSerializationError when it cannot be
   * deserialized.
   */
  get(index: number): T;
  /** Returns the sequence of the item at an index, or undefined outside the set. */
  getSequence(index: number): Long;
  /** Returns the number of items in the set. */
  size(): number;
  /**
   * Returns the sequence to continue from: the one after the last item that was read.
   *
   * It is larger than start plus count when items were overwritten meanwhile, and smaller when the ring buffer was created anew.
   * When nothing was read, which a `minCount` of 0 allows, it is 0: then continue from where you were.
   */
  getNextSequenceToReadFrom(): Long;
  /** Iterates over the items, in the order of their sequences. */
  [Symbol.iterator](): Iterator<T>;
}

/** Offsets of an int, and of the long after it, in the content of the initial frame, in bytes. */
const READ_COUNT_OFFSET = RESPONSE_FIXED_FIELDS_OFFSET;
const NEXT_SEQUENCE_OFFSET = READ_COUNT_OFFSET + 4;
const FIXED_END = NEXT_SEQUENCE_OFFSET + 8;

const NO_SEQUENCES = Buffer.alloc(0);

/**
 * A {@link ReadResultSet} that decodes the response when its parts are read: creating it takes as long for a thousand items as
 * for one.
 */
export class LazyReadResultSet<T> implements ReadResultSet<T> {
  readonly #readCount: number;
  readonly #items: ReadOnlyLazyList<T>;
  /** The items' sequences, eight bytes each. */
  readonly #sequences: Buffer;
  readonly #nextSequence: Long;

  /** Throws ProtocolError when the list is not a response to `readMany`. */
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
    // The official type leaves out that there is nothing outside the set.
    return this.#items.get(index);
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

/** Returns the sequences from the frame after the list. Members without this field do not send it. */
function sequencesOf(list: ValueList): Buffer {
  const reader = list.framesBehind();
  reader.next();
  if (!reader.next() || reader.isNull()) return NO_SEQUENCES;
  // COPY: the items' bytes are released when all items were read.
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
