import { RequestFlag } from '@offloop/contract';
import { messages } from '@offloop/wire';
import type { LongField } from '../calls/requests/arguments.js';
import { durationError, isDuration, isMissing, missing, wholeMillis } from '../objects/argument-checks.js';
import { operation } from '../calls/operation.js';
import { TransactionalProxy } from './transactional-proxy.js';
import type { TransactionalQueue } from './transactional-queue.js';

const spec = messages.transactionalQueue;

const m = {
  offer: operation(spec.offer, RequestFlag.CONNECTION),
  take: operation(spec.take, RequestFlag.CONNECTION),
  poll: operation(spec.poll, RequestFlag.CONNECTION),
  peek: operation(spec.peek, RequestFlag.CONNECTION),
  size: operation(spec.size, RequestFlag.CONNECTION),
};

export class TransactionalQueueProxy<E> extends TransactionalProxy implements TransactionalQueue<E> {
  offer(item: E, time: LongField = 0): Promise<boolean> {
    if (isMissing(item)) return this.refuse(missing('item'));
    if (!isDuration(time)) return this.refuse(durationError('time', time));
    return this.invoke(m.offer, { item, timeout: wholeMillis(time) });
  }

  poll(time: LongField = 0): Promise<E | null> {
    if (!isDuration(time)) return this.refuse(durationError('time', time));
    return this.invoke(m.poll, { timeout: wholeMillis(time) });
  }

  take(): Promise<E> {
    return this.invoke(m.take, {});
  }

  peek(time: LongField = 0): Promise<E | null> {
    if (!isDuration(time)) return this.refuse(durationError('time', time));
    return this.invoke(m.peek, { timeout: wholeMillis(time) });
  }

  size(): Promise<number> {
    return this.invoke(m.size, {});
  }
}
