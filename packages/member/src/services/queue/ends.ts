import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { illegalState } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import { copyOf, itemsOf } from '../shared/collection.js';
import type { NamedObjects } from '../shared/named-objects.js';
import type { NamedQueue } from './named-queue.js';

// Offset among the fixed fields, in bytes.
const FIRST_FIELD = 0;

/** Registers the messages that add at the end of a queue or take from its front, and makes them wait. */
export function registerEnds(handlers: Handlers, queues: NamedObjects<NamedQueue>): void {
  const offer = (call: Call, timeout: number, respond: (call: Call) => void): void => {
    const queue = queues.of(call);
    if (queue.room === 0) {
      call.wait(queue.givers.enqueue, timeout, (late) => late.boolean(false));
      return;
    }
    const item = copyOf(call.data(call.value));
    queue.items.add(item);
    respond(call);
    queue.listeners.added(item);
    queue.changed();
  };
  handlers.on(messages.queue.offer, (call) => offer(call, timeoutOf(call), (done) => done.boolean(true)));
  handlers.on(messages.queue.put, (call) => offer(call, Infinity, (done) => done.void()));
  handlers.on(messages.queue.addAll, (call) => {
    const queue = queues.of(call);
    const added = itemsOf(call, messages.queue.addAll);
    // All or none. An empty list succeeds, as in members.
    if (added.length > queue.room) throw illegalState('Queue full');
    call.boolean(true);
    for (const each of added) {
      const item = Buffer.from(each);
      queue.items.add(item);
      queue.listeners.added(item);
    }
    queue.changed();
  });

  const poll = (call: Call, timeout: number): void => {
    const queue = queues.of(call);
    const item = queue.items.shift();
    if (item === undefined) {
      call.wait(queue.takers.enqueue, timeout, (late) => late.nullableData(undefined));
      return;
    }
    call.nullableData(item);
    queue.listeners.removed(item);
    queue.changed();
  };
  handlers.on(messages.queue.poll, (call) => poll(call, timeoutOf(call)));
  handlers.on(messages.queue.take, (call) => poll(call, Infinity));
  handlers.on(messages.queue.peek, (call) => call.nullableData(queues.of(call).items.first));

  const drain = (call: Call, most: number): void => {
    const queue = queues.of(call);
    const count = most < 0 ? queue.items.size : Math.min(most, queue.items.size);
    const drained = queue.items.all().splice(0, count);
    call.dataList(drained);
    for (const item of drained) queue.listeners.removed(item);
    queue.changed();
  };
  handlers.on(messages.queue.drainTo, (call) => drain(call, -1));
  handlers.on(messages.queue.drainToMaxSize, (call) => drain(call, call.int(FIRST_FIELD)));

  handlers.on(messages.queue.remainingCapacity, (call) => call.int32(queues.of(call).room));
}

/** Returns the time in ms that a call may wait; a negative one in the request means `Infinity`. */
function timeoutOf(call: Call): number {
  const timeout = call.long(FIRST_FIELD);
  return timeout < 0 ? Infinity : timeout;
}
