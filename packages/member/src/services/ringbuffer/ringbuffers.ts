import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { cannotDeserialize, objectDestroyed } from '../../calls/errors.js';
import { isNull } from '../../query/identified.js';
import { NamedObjects } from '../shared/named-objects.js';
import type { Structure, StructureContext } from '../shared/structure.js';
import { Batch, type ItemFilter } from './batch.js';
import { NamedRing, type Rings } from './named-ring.js';

const m = messages.ringbuffer;

/** The protocol's number for the overflow policy FAIL: without room, nothing is added. */
const FAIL = 1;
/** The sequence in a response if nothing was added. */
const NOT_ADDED = -1;

export function ringbuffers({ handlers, options }: StructureContext): Structure {
  const { capacity, ttl, filter: matches } = options.ringbuffers;
  const rings: Rings = new NamedObjects((name) => new NamedRing(name, capacity, ttl));
  const ringOf = (call: Call): NamedRing => {
    const ring = rings.of(call);
    ring.store.expire(Date.now());
    return ring;
  };

  handlers.on(m.size, (call) => call.int64(ringOf(call).store.size));
  handlers.on(m.tailSequence, (call) => call.int64(ringOf(call).store.tail));
  handlers.on(m.headSequence, (call) => call.int64(ringOf(call).store.head));
  handlers.on(m.capacity, (call) => call.int64(ringOf(call).store.capacity));
  handlers.on(m.remainingCapacity, (call) => call.int64(ringOf(call).store.remainingCapacity));

  const add = (call: Call, items: readonly Buffer[], overflowPolicy: number): void => {
    const ring = ringOf(call);
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
  };
  handlers.on(m.add, (call) => {
    const { overflowPolicy, value } = call.decode(m.add);
    add(call, [value], overflowPolicy);
  });
  handlers.on(m.addAll, (call) => {
    const { overflowPolicy, valueList } = call.decode(m.addAll);
    add(call, valueList, overflowPolicy);
  });

  handlers.on(m.readOne, (call) => {
    const ring = ringOf(call);
    const sequence = Number(call.decode(m.readOne).sequence);
    ring.store.checkReadable(sequence);
    if (sequence > ring.store.tail) ring.wait(call);
    else call.nullableData(ring.store.at(sequence));
  });
  /** Copies the filter: a call that waits outlives the bytes of its request. */
  const filterOf = (filter: Buffer | null): ItemFilter | undefined => {
    if (isNull(filter)) return undefined;
    if (matches === undefined)
      throw cannotDeserialize('a filter, since it was started without ringbuffers.filter');
    const kept = Buffer.from(filter);
    return (item) => matches(kept, item);
  };
  const newBatch = (call: Call): Batch => {
    const { startSequence, minCount, maxCount, filter } = call.decode(m.readMany);
    return new Batch(Number(startSequence), minCount, maxCount, filterOf(filter));
  };
  handlers.on(m.readMany, (call) => {
    const ring = ringOf(call);
    const batch = ring.takeResumed() ?? newBatch(call);
    if (!batch.read(ring.store)) {
      ring.wait(call, batch);
      return;
    }
    const { readCount, items, sequences, next } = batch;
    // As in members: a call that has read nothing is told to start at 0.
    const nextSeq = readCount === 0 ? 0n : BigInt(next);
    call.respond(m.readMany, { readCount, items, itemSeqs: sequences, nextSeq });
  });

  return {
    serviceName: 'hz:impl:ringbufferService',
    destroy: (name) => {
      const ring = rings.find(name);
      if (ring === undefined) return;
      rings.remove(ring);
      ring.end(objectDestroyed(name));
    },
    sweep: () => {
      const now = Date.now();
      rings.forEach(({ store }) => store.expire(now));
    },
    close: () => rings.clear(),
  };
}
