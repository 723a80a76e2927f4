import {
  CAPACITY_INDEX,
  LAYOUT_VERSION,
  MAGIC_INDEX,
  MAX_CAPACITY,
  MIN_CAPACITY,
  RECORDS_OFFSET,
  RING_MAGIC,
  VERSION_INDEX,
} from './layout.js';
import { RingConsumer } from './ring-consumer.js';
import { RingMemory } from './ring-memory.js';
import { RingProducer } from './ring-producer.js';

/**
 * A ring of variable-length records in shared memory for exactly one producer thread and one consumer thread
 * (Agrona's terms). This object is one thread's view; the other thread attaches to the same `buffer`.
 *
 * The contract, once:
 * - a record is written by plain stores and becomes visible only when `tail` is stored, once a batch;
 * - space is given back only when `head` is stored, once a drain, after the records were handled;
 * - positions are int32 and free-running: they wrap past 2³¹, only their difference means anything;
 * - the ring never sleeps and knows no thread: waiting lives in `doorbell.ts` and above.
 */
export class OneToOneRing extends RingMemory {
  /** @param capacity bytes for records; a power of two from `MIN_CAPACITY` to `MAX_CAPACITY`. */
  static create(capacity: number): OneToOneRing {
    if (!isCapacity(capacity))
      throw new RangeError(
        `ring capacity must be a power of two from ${MIN_CAPACITY} to ${MAX_CAPACITY}, got ${capacity}`,
      );
    const ring = new OneToOneRing(new SharedArrayBuffer(RECORDS_OFFSET + capacity), capacity);
    ring.words[VERSION_INDEX] = LAYOUT_VERSION;
    ring.words[CAPACITY_INDEX] = capacity;
    ring.words[MAGIC_INDEX] = RING_MAGIC;
    return ring;
  }

  /** Makes a view on a ring that another thread created. Throws when the buffer is not a ring, or has another layout. */
  static attach(buffer: SharedArrayBuffer): OneToOneRing {
    if (buffer.byteLength < RECORDS_OFFSET + MIN_CAPACITY)
      throw new RangeError(
        `not a ring: ${buffer.byteLength} bytes, the least is ${RECORDS_OFFSET + MIN_CAPACITY}`,
      );
    const words = new Int32Array(buffer);
    const magic = words[MAGIC_INDEX];
    const version = words[VERSION_INDEX];
    const capacity = words[CAPACITY_INDEX];
    if (magic !== RING_MAGIC)
      throw new Error(
        `not a ring: it starts with 0x${(magic >>> 0).toString(16)}, not 0x${RING_MAGIC.toString(16)}`,
      );
    if (version !== LAYOUT_VERSION)
      throw new Error(`ring layout version ${version}, this code speaks ${LAYOUT_VERSION}`);
    if (!isCapacity(capacity) || buffer.byteLength !== RECORDS_OFFSET + capacity)
      throw new Error(`ring says capacity ${capacity} but its buffer has ${buffer.byteLength} bytes`);
    return new OneToOneRing(buffer, capacity);
  }

  /** Makes the producing end. There may be only one, on one thread. */
  producer(): RingProducer {
    return new RingProducer(this);
  }

  /** Makes the consuming end. There may be only one, on one thread. */
  consumer(): RingConsumer {
    return new RingConsumer(this);
  }
}

export function isCapacity(capacity: number): boolean {
  return (
    Number.isInteger(capacity) &&
    capacity >= MIN_CAPACITY &&
    capacity <= MAX_CAPACITY &&
    (capacity & (capacity - 1)) === 0
  );
}
