import { clearInterval, monotonicNow, setInterval } from '@offloop/runtime/clock';
import { dataHash, messages, partitionIdOf } from '@offloop/wire/protocol';
import type { Invoker } from '../../calls/invoker.js';
import { memberOperation } from '../../calls/operation.js';
import { NO_NAME, type ObjectName } from '../../calls/requests/object-name.js';
import type { NamedConfigs } from '../../config/named-configs.js';
import type { ResolvedNearCache } from '../../config/near-cache-config.js';
import type { ClientProperties } from '../../config/properties.js';
import type { ILogger } from '../../logging/logger.js';
import { listenToEvents, type ListenerContext } from '../../objects/listeners/listen.js';
import { keyIdentity } from '../../values/serialization/key-identity.js';
import type { UuidHalves } from '../../values/uuid.js';
import { NearCache } from './near-cache.js';
import type { NearCacheStats } from './near-cache-store.js';

/** What near caches need of their client. */
export interface NearCacheContext extends ListenerContext {
  readonly invoker: Invoker;
  readonly logger: ILogger;
}

/** A near cache, and what invalidates it. */
interface Kept {
  readonly cache: NearCache;
  readonly name: ObjectName;
  /** Resolves to the id of the listener; undefined where there is none. */
  readonly listener: Promise<string | undefined> | undefined;
  isListening: boolean;
}

const INVALIDATION_FLAG = 256;
const MILLIS = 1000;
/** Repairs that may fail in a row before values are served no more, the first one's interval among them. */
const INTERVALS_OF_TRUST = 2;

const m = {
  fetchMetadata: memberOperation(
    messages.map.fetchNearCacheInvalidationMetadata,
    ({ namePartitionSequenceList, partitionUuidList }) => ({
      sequences: new Map(namePartitionSequenceList.map(([name, pairs]) => [name, new Map(pairs)] as const)),
      uuids: partitionUuidList,
    }),
  ),
};

const listener = {
  add: messages.map.addNearCacheInvalidationListener,
  remove: messages.map.removeEntryListener,
};

/**
 * The near caches of one client. Members tell of each change; what of that got lost is found out by asking them, now and then, how
 * much they told:
 *
 *     a map is made ─▶ listen ─▶ ask the members ─▶ reads are served from here
 *     every 60 s, and after each new connection ─▶ ask the members ─▶ what missed an invalidation is stale
 */
export class NearCaches {
  readonly #configs: NamedConfigs<ResolvedNearCache>;
  readonly #context: NearCacheContext;
  readonly #intervalMillis: number;
  readonly #toleratedMisses: number;
  readonly #kept = new Map<string, Kept>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #repairing: Promise<void> | undefined;
  /** Whether invalidations may have been lost with a connection since members were asked last. */
  #isBroken = false;
  /** How often the cluster was another. */
  #epoch = 0;
  #isEnded = false;

  constructor(
    configs: NamedConfigs<ResolvedNearCache>,
    properties: ClientProperties,
    context: NearCacheContext,
  ) {
    this.#configs = configs;
    this.#context = context;
    this.#intervalMillis = properties['hazelcast.invalidation.reconciliation.interval.seconds'] * MILLIS;
    this.#toleratedMisses = properties['hazelcast.invalidation.max.tolerated.miss.count'];
  }

  /** The figures of each near cache, by the name of its map. */
  get stats(): Readonly<Record<string, NearCacheStats>> {
    return Object.fromEntries([...this.#kept].map(([name, { cache }]) => [name, cache.stats]));
  }

  /** Whether maps of this name have a near cache. Throws InvalidConfigurationError when two patterns match equally well. */
  isFor(name: string): boolean {
    return this.#configs.find(name) !== undefined;
  }

  /** Makes the near cache of a map's new proxy, in the place of that of a proxy before. */
  open(name: ObjectName): NearCache {
    const config = this.#configs.find(name.text)!;
    const before = this.#kept.get(name.text);
    if (before !== undefined) void this.close(before.cache);
    const cache = new NearCache(config, {
      toleratedMisses: this.#toleratedMisses,
      maxAgeMillis: this.#intervalMillis === 0 ? Infinity : INTERVALS_OF_TRUST * this.#intervalMillis,
    });
    const kept: Kept = {
      cache,
      name,
      listener: config.invalidateOnChange ? this.#listen(name, cache) : undefined,
      isListening: false,
    };
    this.#kept.set(name.text, kept);
    if (config.invalidateOnChange) void this.#follow(kept);
    return cache;
  }

  /** A map was destroyed. Resolves when its listener is removed. */
  async close(cache: NearCache): Promise<void> {
    cache.close();
    const kept = [...this.#kept.values()].find((each) => each.cache === cache);
    if (kept === undefined) return;
    this.#kept.delete(kept.name.text);
    const id = await kept.listener;
    if (id !== undefined) await this.#context.listeners.remove(id);
  }

  /** There is one more connection. The one before it may have taken invalidations with it. */
  onConnectionOpened(): void {
    this.#isBroken = true;
    this.repair();
  }

  /** This is another cluster, of which nothing is known. */
  onChangedCluster(): void {
    this.#epoch++;
    for (const { cache } of this.#kept.values()) cache.forget();
    this.repair();
  }

  /** The client is shut down. */
  end(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
    for (const { cache } of this.#kept.values()) cache.close();
  }

  /** Asks the members what they have told of. A repair that is asked for during another follows it. */
  repair(): void {
    this.#repairing = (this.#repairing ?? Promise.resolve())
      .then(() => this.#repair())
      .catch((error: unknown) =>
        this.#context.logger.debug('NearCaches', 'members did not say which invalidations they sent', error),
      );
  }

  /** From when its listener is there, the near cache takes part in repairs. */
  async #follow(kept: Kept): Promise<void> {
    this.#schedule();
    kept.isListening = (await kept.listener) !== undefined;
    if (kept.isListening) this.repair();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#intervalMillis === 0 || this.#isEnded) return;
    this.#timer = setInterval(() => this.repair(), this.#intervalMillis);
    this.#timer.unref();
  }

  async #repair(): Promise<void> {
    const caches = [...this.#kept.values()].filter((kept) => kept.isListening);
    if (caches.length === 0 || this.#isEnded) return;
    const { cluster, invoker } = this.#context;
    const members = cluster.getMembers().filter((member) => !member.liteMember);
    if (members.length === 0) return;
    const begun = monotonicNow();
    const epoch = this.#epoch;
    const wasBroken = this.#isBroken;
    this.#isBroken = false;
    // What should have come by the last repair has not come for two of them: it will not come any more.
    const strict = new Set(caches.filter(({ cache }) => wasBroken || !cache.isTrusted));
    for (const { cache } of caches) cache.invalidations.beginRepair();
    const names = caches.map(({ name }) => name.text);
    const options = { timeout: this.#intervalMillis === 0 ? 60 * MILLIS : this.#intervalMillis };
    try {
      const answers = await Promise.all(
        members.map(({ uuid }) =>
          invoker.invokeOnMember(m.fetchMetadata, NO_NAME, uuid, { names, uuid }, options),
        ),
      );
      if (epoch !== this.#epoch) return;
      for (const kept of caches) {
        const { invalidations } = kept.cache;
        for (const { sequences, uuids } of answers) {
          const ofMap = sequences.get(kept.name.text);
          for (const [partition, partitionUuid] of uuids) {
            if (partitionUuid === null) continue;
            invalidations.learn(partition, partitionUuid, ofMap?.get(partition) ?? 0n, strict.has(kept));
          }
        }
        kept.cache.repaired(begun);
      }
    } catch (error) {
      this.#isBroken ||= wasBroken;
      throw error;
    }
  }

  async #listen(name: ObjectName, cache: NearCache): Promise<string | undefined> {
    const { invoker, logger } = this.#context;
    const hear = (key: Buffer | null, uuid: UuidHalves, sequence: bigint): void => {
      const { partitionCount } = invoker;
      if (key === null) cache.clear();
      else cache.invalidate(keyIdentity(key, 0, key.length));
      const partition =
        key === null
          ? name.partitionId(partitionCount)
          : partitionIdOf(dataHash(key, 0, key.length), partitionCount);
      cache.invalidations.hear(partition, uuid, sequence);
    };
    try {
      return await listenToEvents(
        this.#context,
        name.text,
        listener,
        { listenerFlags: INVALIDATION_FLAG },
        {
          IMapInvalidation: ({ key, partitionUuid, sequence }) => hear(key, partitionUuid, sequence),
          IMapBatchInvalidation: ({ keys, partitionUuids, sequences }) =>
            keys.forEach((key, index) => hear(key, partitionUuids[index], sequences[index])),
        },
      );
    } catch (error) {
      logger.warn('NearCaches', `the map '${name.text}' is not cached: it cannot be told of changes`, error);
      return undefined;
    }
  }
}
