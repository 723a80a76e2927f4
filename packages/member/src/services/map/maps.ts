import { messages } from '@offloop/wire';

import { randomUuid } from '../../protocol/uuid.js';
import { registerLocking } from '../shared/locking.js';
import { NamedObjects } from '../shared/named-objects.js';
import type { Structure, StructureContext } from '../shared/structure.js';
import { registerBulk } from './bulk.js';
import { ValueReader } from '../../query/value-reader.js';
import { registerIndexes } from './indexes.js';
import { registerListeners } from './listeners.js';
import { NamedMap, type Maps } from './named-map.js';
import { registerQueries } from './queries.js';
import { registerReads } from './reads.js';
import { registerRemovals } from './removals.js';
import { registerTransactional } from './transactional.js';
import { registerWrites } from './writes.js';

// Slots a sweep looks at in each map: some 100 µs.
const SWEEP_SLOTS = 8_192;

export function maps(context: StructureContext): Structure {
  const { handlers, memberUuid, schemas, transactions, options } = context;
  const reader = new ValueReader(schemas);
  const partitions = { memberUuid, partitionCount: options.partitionCount, partitionUuid: randomUuid() };
  const objects: Maps = new NamedObjects((name) => new NamedMap(name, partitions));
  registerReads(handlers, objects);
  registerWrites(handlers, objects);
  registerRemovals(handlers, objects);
  registerBulk(handlers, objects);
  registerLocking(handlers, messages.map, (call) => objects.of(call).store.locks);
  registerListeners(handlers, objects, partitions, reader);
  registerQueries(handlers, objects, reader);
  registerIndexes(handlers, objects);
  registerTransactional(objects, transactions, reader);
  return {
    serviceName: 'hz:impl:mapService',
    destroy: (name) => {
      const map = objects.find(name);
      if (map === undefined) return;
      map.invalidations.destroy();
      map.store.clear();
      map.store.locks.releaseAll();
      map.store.clear();
      if (map.listeners.size === 0 && map.store.storedEntries === 0) objects.remove(map);
    },
    releaseClient: (client) => objects.forEach((map) => map.store.locks.releaseClient(client)),
    sweep: () => {
      const now = Date.now();
      objects.forEach((map) => map.store.sweep(now, SWEEP_SLOTS));
    },
    entries: () => {
      const counts: Record<string, number> = {};
      objects.forEach((map) => {
        counts[map.name] = map.store.storedEntries;
      });
      return counts;
    },
    close: () => {
      objects.forEach((map) => map.store.locks.close());
      objects.clear();
    },
  };
}
