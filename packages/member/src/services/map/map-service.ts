import { messages } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import { randomUuid } from '../../protocol/uuid.js';
import { registerLocking } from '../shared/locking.js';
import { NamedObjects } from '../shared/named-objects.js';
import type { Structure, StructureContext } from '../shared/structure.js';
import { registerBulk } from './bulk.js';
import { ValueReader } from '../../query/value-reader.js';
import type { PartitionContext } from './invalidations.js';
import { registerIndexes } from './indexes.js';
import { registerListeners } from './listeners.js';
import { NamedMap } from './named-map.js';
import type { Maps } from './named-map.js';
import { registerQueries } from './queries.js';
import { registerReads } from './reads.js';
import { registerRemovals } from './removals.js';
import type { Transactions } from '../transactions/transactions.js';
import { registerTransactional } from './transactional.js';
import { registerWrites } from './writes.js';

// Slots a sweep looks at in each map: some 100 µs.
const SWEEP_SLOTS = 8_192;

/** Service of maps. */
export class MapService implements Structure {
  readonly serviceName = 'hz:impl:mapService';
  readonly #maps: Maps;

  readonly #partitions: PartitionContext;

  readonly #reader: ValueReader;

  readonly #transactions: Transactions;

  constructor({ memberUuid, schemas, transactions, options: { partitionCount } }: StructureContext) {
    this.#reader = new ValueReader(schemas);
    this.#transactions = transactions;
    const partitions = { memberUuid, partitionCount, partitionUuid: randomUuid() };
    this.#partitions = partitions;
    this.#maps = new NamedObjects((name) => new NamedMap(name, partitions));
  }

  register(handlers: Handlers): void {
    registerReads(handlers, this.#maps);
    registerWrites(handlers, this.#maps);
    registerRemovals(handlers, this.#maps);
    registerBulk(handlers, this.#maps);
    registerLocking(handlers, messages.map, (call) => this.#maps.of(call).store.locks);
    registerListeners(handlers, this.#maps, this.#partitions, this.#reader);
    registerQueries(handlers, this.#maps, this.#reader);
    registerIndexes(handlers, this.#maps);
    registerTransactional(handlers, this.#maps, this.#transactions, this.#reader);
  }

  destroy(name: string): void {
    const map = this.#maps.find(name);
    if (map === undefined) return;
    map.invalidations.destroy();
    map.store.clear();
    map.store.locks.releaseAll();
    map.store.clear();
    if (map.listeners.size === 0 && map.store.storedEntries === 0) this.#maps.remove(map);
  }

  releaseClient(client: string): void {
    this.#maps.forEach((map) => map.store.locks.releaseClient(client));
  }

  sweep(): void {
    const now = Date.now();
    this.#maps.forEach((map) => map.store.sweep(now, SWEEP_SLOTS));
  }

  entries(): Record<string, number> {
    const counts: Record<string, number> = {};
    this.#maps.forEach((map) => {
      counts[map.name] = map.store.storedEntries;
    });
    return counts;
  }

  close(): void {
    this.#maps.forEach((map) => map.store.locks.close());
    this.#maps.clear();
  }
}
