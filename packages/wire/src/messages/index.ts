import { cardinalityEstimatorMessages } from './cardinality-estimator.js';
import { clientMessages } from './client.js';
import { listMessages } from './list.js';
import { mapMessages } from './map.js';
import { queueMessages } from './queue.js';
import { setMessages } from './set.js';
import { multiMapMessages } from './multi-map.js';
import { replicatedMapMessages } from './replicated-map.js';
import { ringbufferMessages } from './ringbuffer.js';
import { sqlMessages } from './sql.js';
import { topicMessages } from './topic.js';
import {
  transactionMessages,
  transactionalListMessages,
  transactionalMapMessages,
  transactionalMultiMapMessages,
  transactionalQueueMessages,
  transactionalSetMessages,
} from './transactions.js';
import {
  atomicLongMessages,
  atomicRefMessages,
  countDownLatchMessages,
  cpGroupMessages,
  cpSessionMessages,
  fencedLockMessages,
  semaphoreMessages,
} from './cp.js';
import { durableExecutorMessages, executorServiceMessages, scheduledExecutorMessages } from './executors.js';
import { flakeIdGeneratorMessages } from './flake-id-generator.js';
import { pnCounterMessages } from './pn-counter.js';
import type { MessageSpec, ServiceSpec } from './spec.js';

/** All messages that offloop knows, by service. A new service is one more file and one more line here. */
export const messages: {
  readonly atomicLong: typeof atomicLongMessages;
  readonly atomicRef: typeof atomicRefMessages;
  readonly cardinalityEstimator: typeof cardinalityEstimatorMessages;
  readonly client: typeof clientMessages;
  readonly list: typeof listMessages;
  readonly map: typeof mapMessages;
  readonly queue: typeof queueMessages;
  readonly set: typeof setMessages;
  readonly multiMap: typeof multiMapMessages;
  readonly replicatedMap: typeof replicatedMapMessages;
  readonly ringbuffer: typeof ringbufferMessages;
  readonly sql: typeof sqlMessages;
  readonly topic: typeof topicMessages;
  readonly transaction: typeof transactionMessages;
  readonly transactionalList: typeof transactionalListMessages;
  readonly transactionalMap: typeof transactionalMapMessages;
  readonly transactionalMultiMap: typeof transactionalMultiMapMessages;
  readonly transactionalQueue: typeof transactionalQueueMessages;
  readonly transactionalSet: typeof transactionalSetMessages;
  readonly countDownLatch: typeof countDownLatchMessages;
  readonly cpGroup: typeof cpGroupMessages;
  readonly cpSession: typeof cpSessionMessages;
  readonly durableExecutor: typeof durableExecutorMessages;
  readonly executorService: typeof executorServiceMessages;
  readonly fencedLock: typeof fencedLockMessages;
  readonly flakeIdGenerator: typeof flakeIdGeneratorMessages;
  readonly pnCounter: typeof pnCounterMessages;
  readonly scheduledExecutor: typeof scheduledExecutorMessages;
  readonly semaphore: typeof semaphoreMessages;
} = {
  cardinalityEstimator: cardinalityEstimatorMessages,
  client: clientMessages,
  list: listMessages,
  map: mapMessages,
  queue: queueMessages,
  set: setMessages,
  multiMap: multiMapMessages,
  replicatedMap: replicatedMapMessages,
  ringbuffer: ringbufferMessages,
  sql: sqlMessages,
  topic: topicMessages,
  transaction: transactionMessages,
  transactionalList: transactionalListMessages,
  transactionalMap: transactionalMapMessages,
  transactionalMultiMap: transactionalMultiMapMessages,
  transactionalQueue: transactionalQueueMessages,
  transactionalSet: transactionalSetMessages,
  atomicLong: atomicLongMessages,
  atomicRef: atomicRefMessages,
  countDownLatch: countDownLatchMessages,
  cpGroup: cpGroupMessages,
  cpSession: cpSessionMessages,
  durableExecutor: durableExecutorMessages,
  executorService: executorServiceMessages,
  fencedLock: fencedLockMessages,
  flakeIdGenerator: flakeIdGeneratorMessages,
  pnCounter: pnCounterMessages,
  scheduledExecutor: scheduledExecutorMessages,
  semaphore: semaphoreMessages,
};

export interface KnownMessage {
  readonly service: string;
  readonly name: string;
  readonly spec: MessageSpec;
}

export interface KnownEvent extends KnownMessage {
  readonly event: string;
}

const requestsById = new Map<number, KnownMessage>();
const eventsById = new Map<number, KnownEvent>();

for (const [service, specs] of Object.entries<ServiceSpec>(messages)) {
  for (const [name, spec] of Object.entries(specs)) {
    requestsById.set(spec.id, { service, name, spec });
    for (const [event, id] of Object.entries(eventIds(spec))) {
      eventsById.set(id, { service, name, spec, event });
    }
  }
}

/** Returns the message whose request has this message type; undefined for an unknown one. */
export function messageById(id: number): KnownMessage | undefined {
  return requestsById.get(id);
}

/** Returns the event that has this message type, with the message it belongs to; undefined for an unknown one. */
export function eventById(id: number): KnownEvent | undefined {
  return eventsById.get(id);
}

/** Returns the names of the `Data` fields that an event begins with. Their frames follow the initial one, in this order. */
export function eventValues(spec: MessageSpec, event: string): string[] {
  const fields = spec.events?.[event] ?? [];
  const other = fields.findIndex(([, type]) => type !== 'Data' && type !== 'Data?');
  return fields.slice(0, other < 0 ? fields.length : other).map(([name]) => name);
}

/** Returns the message types of a message's events, by event name. */
export function eventIds<M extends MessageSpec>(
  spec: M,
): Readonly<Record<keyof NonNullable<M['events']> & string, number>> {
  const names = Object.keys(spec.events ?? {});
  return Object.fromEntries(names.map((name, index) => [name, spec.id + 2 + index])) as Record<
    keyof NonNullable<M['events']> & string,
    number
  >;
}
