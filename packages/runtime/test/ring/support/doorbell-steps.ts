import { PARKED_INDEX, STARVED_INDEX } from '../../../src/ring/layout.js';
import type { Steps } from './every-order.js';
import { offer, receive, type Ends } from './rings.js';

/*
 * The two sides of the doorbell and of starvation, taken apart into their atomic steps, on a real ring. That these are
 * the steps of the shipped functions, no more and no fewer, is what `doorbell-threads.interleaving.test.ts` proves.
 *
 * The swapped ones are the mistakes the protocol exists to prevent: they prove that the enumeration finds them.
 */

/** `publish`, `takeParked`. @returns whether the bell must ring. The caller has committed a record before. */
export function* publishThenLook({ ring, producer }: Ends): Steps<boolean> {
  // For the high-water mark only: nothing of the doorbell depends on it.
  yield 'load head';
  yield 'store tail';
  producer.publish();
  return yield* takeFlag(ring.words, PARKED_INDEX, 'parked');
}

/** What `takeParked` and `takeStarved` do. */
function* takeFlag(words: Int32Array, index: number, name: string): Steps<boolean> {
  yield `load ${name}`;
  if (Atomics.load(words, index) !== 1) return false;
  yield `exchange ${name}`;
  return Atomics.exchange(words, index, 0) === 1;
}

export function* lookThenPublish({ ring, producer }: Ends): Steps<boolean> {
  yield 'load parked';
  const parked = Atomics.load(ring.words, PARKED_INDEX) === 1;
  yield 'store tail';
  producer.publish();
  if (!parked) return false;
  yield 'exchange parked';
  return Atomics.exchange(ring.words, PARKED_INDEX, 0) === 1;
}

/** `park`. @returns whether the consumer goes to sleep. */
export function* parkThenLook({ ring, consumer }: Ends): Steps<boolean> {
  yield 'store parked';
  consumer.declareParked();
  yield 'load tail';
  if (consumer.isEmpty()) return true;
  yield 'load parked';
  const parked = Atomics.load(ring.words, PARKED_INDEX) !== 0;
  if (parked) {
    yield 'store parked';
    Atomics.store(ring.words, PARKED_INDEX, 0);
  }
  return false;
}

export function* lookThenPark({ consumer }: Ends): Steps<boolean> {
  yield 'load tail';
  if (!consumer.isEmpty()) return false;
  yield 'store parked';
  consumer.declareParked();
  return true;
}

/** `starve`, for a record of no payload on a full ring. @returns whether the producer goes to sleep. */
export function* starveThenLook({ producer }: Ends): Steps<boolean> {
  yield 'store starved';
  producer.declareStarved();
  yield 'load head';
  if (!producer.hasRoomFor(0)) return true;
  yield 'store starved';
  producer.clearStarved();
  return false;
}

export function* lookThenStarve({ producer }: Ends): Steps<boolean> {
  yield 'load head';
  if (producer.hasRoomFor(0)) return false;
  yield 'store starved';
  producer.declareStarved();
  return true;
}

/** `drain`, `takeStarved`. @returns whether the producer must be told. */
export function* drainThenLook({ ring, consumer }: Ends): Steps<boolean> {
  // The records were published long ago: when this side learns of them decides nothing.
  yield 'load tail';
  yield 'store head';
  receive(consumer);
  return yield* takeFlag(ring.words, STARVED_INDEX, 'starved');
}

export function* lookThenDrain({ ring, consumer }: Ends): Steps<boolean> {
  yield 'load starved';
  const starved = Atomics.load(ring.words, STARVED_INDEX) === 1;
  yield 'store head';
  receive(consumer);
  if (!starved) return false;
  yield 'exchange starved';
  return Atomics.exchange(ring.words, STARVED_INDEX, 0) === 1;
}

/** A bell as a message port gives it: rings are counted, so one that comes before the sleep ends that sleep at once. */
export interface Bell {
  rings: number;
}

export interface ProducerLife {
  readonly records: readonly string[];
  readonly wake: Bell;
  readonly out: Bell;
}
export interface ConsumerLife {
  readonly count: number;
  readonly limit: number;
  readonly park: (ends: Ends) => Steps<boolean>;
  readonly wake: Bell;
  readonly out: Bell;
}

/**
 * A producer's whole life: each record with a batch and, when needed, a bell of its own; sleeps when there is no room.
 * What touches one shared word is one step here, together with the private work around it: the orders are many.
 */
export function* producerLife(ends: Ends, { records, wake, out }: ProducerLife): Steps<number> {
  for (const record of records) {
    while (!offer(ends.producer, 1, record)) {
      if (!(yield* starveThenLook(ends))) continue;
      yield { name: 'wake', until: () => wake.rings > 0 };
      wake.rings = 0;
    }
    yield 'store tail';
    ends.producer.publish();
    if (yield* takeFlag(ends.ring.words, PARKED_INDEX, 'parked')) {
      yield 'ring';
      out.rings++;
    }
  }
  return records.length;
}

/** A consumer's whole life: drains at most `limit` at a time until it has `count`, and sleeps when there is nothing. */
export function* consumerLife(ends: Ends, { count, limit, park, wake, out }: ConsumerLife): Steps<string[]> {
  const received: string[] = [];
  while (received.length < count) {
    yield 'drain';
    const records = receive(ends.consumer, limit);
    received.push(...records.map((record) => record.text));
    if (records.length > 0) {
      if (yield* takeFlag(ends.ring.words, STARVED_INDEX, 'starved')) {
        yield 'tell';
        out.rings++;
      }
    } else if (yield* park(ends)) {
      yield { name: 'wake', until: () => wake.rings > 0 };
      wake.rings = 0;
    }
  }
  return received;
}
