import type { MemberError } from '../../calls/errors.js';
import type { Call } from '../../calls/call.js';
import type { Keyed } from '../shared/byte-table.js';
import { NamedObject } from '../shared/named-objects.js';
import type { NamedObjects } from '../shared/named-objects.js';
import type { Batch } from './batch.js';
import { RingStore } from './ring-store.js';

interface Reader {
  /** The items it has read so far; undefined for a `readOne`, which waits for the next item. */
  readonly batch: Batch | undefined;
  readonly resume: () => void;
  readonly fail: (error: MemberError) => void;
}

/** One ring buffer: its items, and the calls that wait for more. */
export class NamedRing extends NamedObject {
  readonly store: RingStore;
  readonly #readers: Set<Reader> = new Set();
  /** The batch of the call that is being resumed. */
  #resumed: Batch | undefined;

  constructor(name: Keyed, capacity: number, ttl: number) {
    super(name);
    this.store = new RingStore(capacity, ttl);
  }

  /** Returns, once, the batch of the call that is being resumed; undefined for a call that did not wait. */
  takeResumed(): Batch | undefined {
    const batch = this.#resumed;
    this.#resumed = undefined;
    return batch;
  }

  /** Makes a call wait until its batch is complete or, without one, for the next item. */
  wait(call: Call, batch?: Batch): void {
    const enqueue = (resume: () => void, fail: (error: MemberError) => void): (() => void) => {
      const reader: Reader = { batch, resume, fail };
      this.#readers.add(reader);
      return () => this.#readers.delete(reader);
    };
    call.wait(enqueue, Infinity, () => {});
  }

  /** Resumes the calls that have enough items now. Call it after adding items. */
  onAdded(): void {
    for (const reader of this.#readers) {
      if (reader.batch?.read(this.store) === false) continue;
      this.#readers.delete(reader);
      this.#resumed = reader.batch;
      reader.resume();
      this.#resumed = undefined;
    }
  }

  /** Answers all waiting calls with an error, when the ring buffer is destroyed. */
  end(error: MemberError): void {
    for (const { fail } of this.#readers) fail(error);
    this.#readers.clear();
  }
}

export type Rings = NamedObjects<NamedRing>;
