import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ToWorker } from '@offloop/contract';
import type { UuidHalves } from '@offloop/values';

import { ObjectName } from '../../../../src/calls/requests/object-name.js';
import { resolveConfig } from '../../../../src/config/client-config.js';
import { NearCaches } from '../../../../src/map/near-cache/near-caches.js';
import type { NearCache } from '../../../../src/map/near-cache/near-cache.js';
import type {
  ListenerRegistry,
  ListenerRequests,
} from '../../../../src/objects/listeners/listener-registry.js';
import { recordOfNumbers } from './records.js';

/** One life of a map. */
export const LIFE: UuidHalves = { msb: 1n, lsb: 2n };
export const PARTITIONS = 3;

/** Near caches whose listeners and members are in the test's hands. */
export class NearCachesBench {
  /** What the worker was told. */
  told: ToWorker[] = [];
  /** What was logged. */
  readonly lines: string[] = [];
  readonly listeners: ListenerRequests[] = [];
  /** Ids of the listeners that were removed: the first one has `1`. */
  readonly removed: string[] = [];
  /** Whether members still know a listener that is to be replaced. */
  isKnown = true;
  smartRouting = true;
  redoOperation = false;
  /** Resolves when a listener is there; rejects when it is refused. */
  confirmed: Promise<void> = Promise.resolve();
  readonly caches: NearCaches;

  constructor() {
    const config = resolveConfig({ nearCaches: { 'near-*': {} } });
    const log = (_source: string, message: string): number => this.lines.push(message);
    const logger = { log: () => undefined, error: log, warn: log, info: log, debug: log, trace: log };
    const registry = {
      add: async (requests: ListenerRequests) => {
        const id = String(this.listeners.push(requests));
        await this.confirmed;
        return id;
      },
      remove: (id: string) => Promise.resolve(this.removed.push(id) > 0),
      withdraw: (id: string) => Promise.resolve(this.removed.push(id) > 0 && this.isKnown),
    };
    const smartRouting = (): boolean => this.smartRouting;
    const redoOperation = (): boolean => this.redoOperation;
    this.caches = new NearCaches(config.nearCaches, config.properties, {
      listeners: registry as unknown as ListenerRegistry,
      serialization: config.serialization,
      get smartRouting() {
        return smartRouting();
      },
      get redoOperation() {
        return redoOperation();
      },
      statisticsPeriodMillis: 0,
      invoker: { partitionCount: PARTITIONS },
      logger,
      tell: (message) => this.told.push(message),
    });
  }

  /** The worker hands over what members sent. */
  record(bytes: Buffer, listener: number = 0): void {
    this.listeners[listener].onEvent(bytes, 0, bytes.length);
  }

  /** The members say how many invalidations they have sent of each partition. */
  repair(...sequences: readonly bigint[]): void {
    this.caches.repair();
    this.record(
      recordOfNumbers(
        sequences.map((sequence, partition) => [partition, sequence]),
        LIFE,
      ),
    );
    this.caches.onAsked(null);
  }

  /** A near cache that the members were asked for, and its entries `0` to `2`, one in each partition. */
  async filled(name: string = 'near-a'): Promise<NearCache> {
    const cache = this.caches.open(new ObjectName(name));
    await nextTurn();
    this.caches.onAsked(null);
    publishAll(cache);
    this.told = [];
    return cache;
  }
}

/** Keeps an entry of a partition, with the partition's number as its key. */
export function publish(cache: NearCache, partition: number): void {
  cache.publish(cache.reserve(String(partition), partition)!, partition, 1);
}

/** Keeps an entry of each partition. */
export function publishAll(cache: NearCache): void {
  for (let partition = 0; partition < PARTITIONS; partition++) publish(cache, partition);
}

/** Which of the partitions' entries are served. */
export function served(cache: NearCache): number[] {
  return [0, 1, 2].filter((key) => cache.read(String(key)) !== undefined);
}
