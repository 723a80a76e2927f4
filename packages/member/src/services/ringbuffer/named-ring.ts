import type { MemberError } from '../../calls/errors.js';
import type { Call } from '../../calls/call.js';
import type { Keyed } from '../shared/byte-table.js';
import { NamedObject } from '../shared/named-objects.js';
import type { NamedObjects } from '../shared/named-objects.js';
import type { Batch } from './batch.js';
import { RingStore } from './ring-store.js';

interface Reader {
  /** What it has read; undefined for one that waits for the next item alone. */
  readonly batch: Batch | undefined;
  readonly resume: () => void;
  readonly fail: (error: MemberError) => void;
}

/** One ring buffer: its items, and who waits for the next. */
export class NamedRing extends NamedObject {
  readonly store: RingStore;
  readonly #readers: Set<Reader> = new Set();
  /** What the reader that is being resumed has read. */
  #resumed: Batch | undefined;

  constructor(name: Keyed, capacity: number, ttl: number) {
    super(name);
    this.store = new RingStore(capacity, ttl);
  }

  /** What a call that was resumed had read while it waited; `undefined` for a call that did not wait. */
  takeResumed(): Batch | undefined {
    const batch = this.#resumed;
    this.#resumed = undefined;
    return batch;
  }

  /** Has a call wait until its batch is complete, or, without one, for the next item. */
  wait(call: Call, batch?: Batch): void {
    const enqueue = (resume: () => void, fail: (error: MemberError) => void): (() => void) => {
      const reader: Reader = { batch, resume, fail };
      this.#readers.add(reader);
      return () => this.#readers.delete(reader);
    };
    call.wait(enqueue, Infinity, () => {});
  }

  /** Items were added: readers that have enough now are answered. */
  onAdded(): void {
    for (const reader of this.#readers) {
      if (reader.batch?.read(this.store) === false) continue;
      this.#readers.delete(reader);
      this.#resumed = reader.batch;
      reader.resume();
      this.#resumed = undefined;
    }
  }

  /** The ring is no more. */
  end(error: MemberError): void {
    for (const { fail } of this.#readers) fail(error);
    this.#readers.clear();
  }
}

export type Rings = NamedObjects<NamedRing>;
