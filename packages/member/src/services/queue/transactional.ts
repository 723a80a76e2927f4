import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { NamedObjects } from '../shared/named-objects.js';
import type { TransactionView } from '../transactions/transaction.js';
import type { Transactions } from '../transactions/transactions.js';
import type { NamedQueue } from './named-queue.js';

const m = messages.transactionalQueue;

/** A queue as a transaction sees it: what it takes is gone for others at once, what it offers comes at the commit. */
class QueueView implements TransactionView {
  readonly queue: NamedQueue;
  readonly #offered: Buffer[] = [];
  readonly #taken: Buffer[] = [];

  constructor(queue: NamedQueue) {
    this.queue = queue;
  }

  get changes(): number {
    return this.#offered.length + this.#taken.length > 0 ? 1 : 0;
  }

  get size(): number {
    return this.queue.items.size + this.#offered.length;
  }

  /** True if there is room for one item more. It is not kept. */
  get hasRoom(): boolean {
    return this.queue.room > this.#offered.length;
  }

  /** The first item, without taking it: one that was offered here only if there is no other. */
  get first(): Buffer | undefined {
    return this.queue.items.first ?? this.#offered[0];
  }

  offer(item: Buffer): void {
    this.#offered.push(Buffer.from(item));
  }

  /** Takes the {@link first} item. */
  take(): Buffer | undefined {
    const item = this.queue.takeFirst();
    if (item === undefined) return this.#offered.shift();
    this.#taken.push(item);
    return item;
  }

  prepare(): void {}

  commit(): void {
    const { items, listeners } = this.queue;
    for (const item of this.#taken) listeners.removed(item);
    for (const item of this.#offered) {
      items.add(item);
      listeners.added(item);
    }
  }

  rollback(): void {
    for (const item of this.#taken) this.queue.putBack(item);
  }

  release(): void {
    if (this.changes > 0) this.queue.changed();
  }
}

/** Registers the messages of queues in a transaction. */
export function registerTransactional(queues: NamedObjects<NamedQueue>, transactions: Transactions): void {
  const on = transactions.registrar(queues, (queue) => new QueueView(queue));

  on(m.offer, (call, view, { item, timeout }) => {
    if (!view.hasRoom) {
      call.wait(view.queue.givers.enqueue, wait(timeout), (late) => late.boolean(false));
      return;
    }
    view.offer(item);
    call.boolean(true);
  });
  const respond = (call: Call, { queue }: QueueView, item: Buffer | undefined, timeout: bigint): void => {
    if (item === undefined)
      call.wait(queue.takers.enqueue, wait(timeout), (late) => late.nullableData(undefined));
    else call.nullableData(item);
  };
  on(m.take, (call, view) => respond(call, view, view.take(), -1n));
  on(m.poll, (call, view, { timeout }) => respond(call, view, view.take(), timeout));
  on(m.peek, (call, view, { timeout }) => respond(call, view, view.first, timeout));
  on(m.size, (call, view) => call.int32(view.size));
}

/** Milliseconds that a call may wait; a negative time in the request means `Infinity`. */
function wait(timeout: bigint): number {
  return timeout < 0n ? Infinity : Number(timeout);
}
