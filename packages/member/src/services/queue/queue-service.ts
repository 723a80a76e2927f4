import { messages } from '@offloop/wire';

import { objectDestroyed } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import type { ResolvedOptions } from '../../options.js';
import { registerCollection } from '../shared/collection.js';
import { CollectionService } from '../shared/collection-service.js';
import { NamedObjects } from '../shared/named-objects.js';
import type { StructureContext } from '../shared/structure.js';
import { registerEnds } from './ends.js';
import type { Transactions } from '../transactions/transactions.js';
import { NamedQueue } from './named-queue.js';
import { registerTransactional } from './transactional.js';

const MOST_ITEMS = 2 ** 31 - 1;

/** Service of queues. */
export class QueueService extends CollectionService<NamedQueue> {
  readonly #transactions: Transactions;

  constructor({ memberUuid, options, transactions }: StructureContext) {
    const maxSizeOf = (name: string): number => maxSizeIn(options.queues, name);
    super('hz:impl:queueService', new NamedObjects((name) => new NamedQueue(name, memberUuid, maxSizeOf)));
    this.#transactions = transactions;
  }

  register(handlers: Handlers): void {
    registerCollection(handlers, messages.queue, [messages.queue.iterator], this.objects);
    registerEnds(handlers, this.objects);
    registerTransactional(handlers, this.objects, this.#transactions);
  }

  override destroy(name: string): void {
    const queue = this.objects.find(name);
    super.destroy(name);
    queue?.takers.failAll(objectDestroyed(name));
    queue?.givers.failAll(objectDestroyed(name));
  }
}

function maxSizeIn(queues: ResolvedOptions['queues'], name: string): number {
  const found = Object.entries(queues).find(([pattern]) => fits(name, pattern));
  return found?.[1].maxSize ?? MOST_ITEMS;
}

function fits(name: string, pattern: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return name === pattern;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after);
}
