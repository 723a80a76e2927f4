import { DATA_PAYLOAD_OFFSET, DATA_TYPE_OFFSET, messages, TypeId } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { cannotDeserialize, objectDestroyed } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import type { RingbufferOptions } from '../../options.js';
import { NamedObjects } from '../shared/named-objects.js';
import type { Structure, StructureContext } from '../shared/structure.js';
import { Batch, type ItemFilter } from './batch.js';
import { NamedRing, type Rings } from './named-ring.js';

const m = messages.ringbuffer;

/** The protocol's number for the overflow policy FAIL: without room, nothing is added. */
const FAIL = 1;
/** The sequence in a response if nothing was added. */
const NOT_ADDED = -1;

/** Service of ring buffers. */
export class RingbufferService implements Structure {
  readonly serviceName = 'hz:impl:ringbufferService';
  readonly #rings: Rings;
  readonly #filter: RingbufferOptions['filter'];

  constructor({ options }: StructureContext) {
    const { capacity, ttl, filter } = options.ringbuffers;
    this.#rings = new NamedObjects((name) => new NamedRing(name, capacity, ttl));
    this.#filter = filter;
  }

  register(handlers: Handlers): void {
    handlers.on(m.size, (call) => call.int64(this.#of(call).store.size));
    handlers.on(m.tailSequence, (call) => call.int64(this.#of(call).store.tail));
    handlers.on(m.headSequence, (call) => call.int64(this.#of(call).store.head));
    handlers.on(m.capacity, (call) => call.int64(this.#of(call).store.capacity));
    handlers.on(m.remainingCapacity, (call) => call.int64(this.#of(call).store.remainingCapacity));
    handlers.on(m.add, (call) => {
      const { overflowPolicy, value } = call.decode(m.add);
      this.#add(call, [value], overflowPolicy);
    });
    handlers.on(m.addAll, (call) => {
      const { overflowPolicy, valueList } = call.decode(m.addAll);
      this.#add(call, valueList, overflowPolicy);
    });
    handlers.on(m.readOne, (call) => {
      const ring = this.#of(call);
      const sequence = Number(call.decode(m.readOne).sequence);
      ring.store.checkReadable(sequence);
      if (sequence > ring.store.tail) ring.wait(call);
      else call.nullableData(ring.store.at(sequence));
    });
    handlers.on(m.readMany, (call) => this.#readMany(call));
  }

  destroy(name: string): void {
    const ring = this.#rings.find(name);
    if (ring === undefined) return;
    this.#rings.remove(ring);
    ring.end(objectDestroyed(name));
  }

  sweep(): void {
    const now = Date.now();
    this.#rings.forEach(({ store }) => store.expire(now));
  }

  close(): void {
    this.#rings.clear();
  }

  #of(call: Call): NamedRing {
    const ring = this.#rings.of(call);
    ring.store.expire(Date.now());
    return ring;
  }

  #add(call: Call, items: readonly Buffer[], overflowPolicy: number): void {
    const ring = this.#of(call);
    const { store } = ring;
    if (overflowPolicy === FAIL && store.remainingCapacity < items.length) {
      call.int64(NOT_ADDED);
      return;
    }
    const now = Date.now();
    let last = store.tail + 1;
    for (const item of items) last = store.add(Buffer.from(item), now);
    // The response comes first: waiting calls are answered inside `onAdded`, and one may be of this connection.
    call.int64(last);
    if (items.length > 0) ring.onAdded();
  }

  #readMany(call: Call): void {
    const ring = this.#of(call);
    const batch = ring.takeResumed() ?? this.#newBatch(call);
    if (!batch.read(ring.store)) {
      ring.wait(call, batch);
      return;
    }
    const { readCount, items, sequences, next } = batch;
    // As in members: a call that has read nothing is told to start at 0.
    const nextSeq = readCount === 0 ? 0n : BigInt(next);
    call.respond(m.readMany, { readCount, items, itemSeqs: sequences, nextSeq });
  }

  #newBatch(call: Call): Batch {
    const { startSequence, minCount, maxCount, filter } = call.decode(m.readMany);
    return new Batch(Number(startSequence), minCount, maxCount, this.#filterOf(filter));
  }

  /** Copies the filter: a call that waits outlives the bytes of its request. */
  #filterOf(filter: Buffer | null): ItemFilter | undefined {
    if (filter === null || isNull(filter)) return undefined;
    const matches = this.#filter;
    if (matches === undefined)
      throw cannotDeserialize('a filter, since it was started without ringbuffers.filter');
    const kept = Buffer.from(filter);
    return (item) => matches(kept, item);
  }
}

/** Returns true for a serialized null, by which clients may also leave out the filter. */
function isNull(data: Buffer): boolean {
  return data.length >= DATA_PAYLOAD_OFFSET && data.readInt32BE(DATA_TYPE_OFFSET) === TypeId.NULL;
}
