import { messages } from '@offloop/wire';

import { objectDestroyed } from '../../calls/errors.js';
import type { ResolvedOptions } from '../../options.js';
import { collectionsOf, registerCollection } from '../shared/collection.js';
import { NamedObjects } from '../shared/named-objects.js';
import type { Structure, StructureContext } from '../shared/structure.js';
import { registerEnds } from './ends.js';
import { NamedQueue } from './named-queue.js';
import { registerTransactional } from './transactional.js';

const MOST_ITEMS = 2 ** 31 - 1;

export function queues({ handlers, memberUuid, options, transactions }: StructureContext): Structure {
  const maxSizeOf = (name: string): number => maxSizeIn(options.queues, name);
  const objects = new NamedObjects((name) => new NamedQueue(name, memberUuid, maxSizeOf));
  registerCollection(handlers, messages.queue, [messages.queue.iterator], objects);
  registerEnds(handlers, objects);
  registerTransactional(objects, transactions);
  const collections = collectionsOf('hz:impl:queueService', objects);
  return {
    ...collections,
    destroy: (name) => {
      const queue = objects.find(name);
      collections.destroy(name);
      queue?.takers.failAll(objectDestroyed(name));
      queue?.givers.failAll(objectDestroyed(name));
    },
  };
}

function maxSizeIn(sizes: ResolvedOptions['queues'], name: string): number {
  const found = Object.entries(sizes).find(([pattern]) => fits(name, pattern));
  return found?.[1].maxSize ?? MOST_ITEMS;
}

function fits(name: string, pattern: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return name === pattern;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after);
}
