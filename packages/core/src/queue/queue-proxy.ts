import { messages, type MessageSpec } from '@offloop/wire';
import type { CallOptions } from '../calls/call-options.js';
import { ListShape } from '../calls/completions/list-result.js';
import { listOperation, operation } from '../calls/operation.js';
import type { LongField } from '../calls/requests/arguments.js';
import { IllegalStateError } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';
import {
  isDuration,
  isInt32,
  isMissing,
  missing,
  wholeMillis,
  notAnInt32,
} from '../objects/argument-checks.js';
import { CollectionProxy, collectionOperations } from '../objects/collection-proxy.js';
import type { ProxyContext } from '../objects/base-proxy.js';
import type { Service } from '../objects/proxy-registry.js';
import type { IQueue } from './iqueue.js';

/** Returns a message for calls that do not wait: they have the deadline of any other call, and keep no copy of their bytes. */
const atOnce = <M extends MessageSpec>(spec: M): M => ({ ...spec, waits: false });

const m = {
  offer: operation(messages.queue.offer),
  offerAtOnce: operation(atOnce(messages.queue.offer)),
  put: operation(messages.queue.put),
  poll: operation(messages.queue.poll),
  pollAtOnce: operation(atOnce(messages.queue.poll)),
  take: operation(messages.queue.take),
  peek: operation(messages.queue.peek),
  drainTo: listOperation(messages.queue.drainTo, ListShape.ITEMS),
  drainToMaxSize: listOperation(messages.queue.drainToMaxSize, ListShape.ITEMS),
  remainingCapacity: operation(messages.queue.remainingCapacity),
};

const operations = collectionOperations(
  messages.queue,
  listOperation(messages.queue.iterator, ListShape.ITEMS),
);

const listeners = { add: messages.queue.addListener, remove: messages.queue.removeListener };

export const queueService: Service<QueueProxy<never>> = {
  name: 'hz:impl:queueService',
  kind: 'queue',
  createProxy: (name, context) => new QueueProxy(name, context),
};

class QueueProxy<E> extends CollectionProxy<E> implements IQueue<E> {
  constructor(name: string, context: ProxyContext) {
    super(queueService.name, name, context, operations, listeners);
  }

  async add(item: E, options?: CallOptions): Promise<boolean> {
    if (await this.offer(item, 0, options)) return true;
    throw new IllegalStateError('Queue is full.');
  }

  offer(item: E, time: LongField = 0, options?: CallOptions): Promise<boolean> {
    if (isMissing(item)) return this.refuse(missing('item'));
    if (!isDuration(time)) return this.notADuration('time', time);
    const timeoutMillis = wholeMillis(time);
    const offer = timeoutMillis === 0 ? m.offerAtOnce : m.offer;
    return this.invoke(offer, { value: item, timeoutMillis }, options);
  }

  put(item: E, options?: CallOptions): Promise<void> {
    if (isMissing(item)) return this.refuse(missing('item'));
    return this.invoke(m.put, { value: item }, options);
  }

  /** Removes the first item: see `IQueue.poll`. @param options are refused, also by `take` and `drainTo`: see `IQueue`. */
  poll(time: LongField = 0, options?: CallOptions): Promise<E> {
    if (!isDuration(time)) return this.notADuration('time', time);
    const timeoutMillis = wholeMillis(time);
    return this.invoke(timeoutMillis === 0 ? m.pollAtOnce : m.poll, { timeoutMillis }, options);
  }

  take(options?: CallOptions): Promise<E> {
    return this.invoke(m.take, {}, options);
  }

  peek(options?: CallOptions): Promise<E> {
    return this.invoke(m.peek, {}, options);
  }

  async drainTo(arr: E[], maxElements?: number, options?: CallOptions): Promise<number> {
    this.checkReady();
    // Checked before the call: removed items would have no other place to go. As officially, all that has `push` will do.
    if (typeof (arr as E[] | null | undefined)?.push !== 'function') throw mustBe('arr', 'an array', arr);
    if (maxElements !== undefined && !isInt32(maxElements))
      return this.refuse(notAnInt32('maxElements', maxElements));
    const items: E[] =
      maxElements === undefined
        ? await this.invoke(m.drainTo, {}, options)
        : await this.invoke(m.drainToMaxSize, { maxSize: maxElements }, options);
    // One by one: a single `push` fails with very many arguments.
    for (const item of items) arr.push(item);
    return items.length;
  }

  remainingCapacity(options?: CallOptions): Promise<number> {
    return this.invoke(m.remainingCapacity, {}, options);
  }
}
