import { clearInterval, monotonicNow, setInterval } from '@offloop/runtime/clock';
import { messages, partitionIdOf } from '@offloop/wire';
import type { ToWorker } from '@offloop/contract';
import type { Invoker } from '../../calls/invoker.js';
import type { ObjectName } from '../../calls/requests/object-name.js';
import type { NamedConfigs } from '../../config/named-configs.js';
import type { ResolvedNearCache } from '../../config/near-cache-config.js';
import type { ClientProperties } from '../../config/properties.js';
import type { ILogger } from '../../logging/logger.js';
import { listenForNearCache, type RegistrationContext } from '../../objects/listeners/listen.js';
import { FiguresReport } from './figures-report.js';
import { readInvalidations, type InvalidationHandler } from './invalidation-reader.js';
import { Later } from './later.js';
import { NearCache } from './near-cache.js';
import type { NearCacheStats } from './near-cache-store.js';

/** What near caches need of their client. */
export interface NearCacheContext extends RegistrationContext {
  readonly invoker: Pick<Invoker, 'partitionCount'>;
  readonly logger: ILogger;
  readonly tell: (message: ToWorker) => void;
  /** Milliseconds between two statistics for Management Center; 0: there are none. */
  readonly statisticsPeriodMillis: number;
}

/** The properties that say when near caches are repaired. */
type NearCacheProperties = Pick<
  ClientProperties,
  'hazelcast.invalidation.reconciliation.interval.seconds' | 'hazelcast.invalidation.max.tolerated.miss.count'
>;

/** A near cache, and what invalidates it. */
interface Kept {
  readonly cache: NearCache;
  readonly name: ObjectName;
  /** Resolves to the id of the listener; undefined where there is none. */
  listener: Promise<string | undefined> | undefined;
  isListening: boolean;
  /** After a clear, has members asked what numbers they have left out. */
  readonly gaps: Later;
  /** After a clear, has it listen anew. */
  readonly renewal: Later;
  /** Whether a clear may have left out numbers: those are lost when members are asked next. */
  hasGaps: boolean;
}

/** The question to the members that is under way. */
interface Repair {
  /** When it was asked, by the monotonic clock. */
  readonly begun: number;
  /** The near caches that it repairs, and whether what one of them has not heard of by now is lost. */
  readonly strict: Map<NearCache, boolean>;
  /** Whether a member had told of nothing for a while before it. */
  readonly wasUnheard: boolean;
}

const INVALIDATION_FLAG = 256;
const MILLIS = 1000;
/** Milliseconds from a clear until most partitions are cleared. What is read before is dropped again. */
const GAPS_MILLIS = 200;
/**
 * Milliseconds from a clear until a near cache listens anew. Members forget the listeners of a map right after they told of its
 * destruction: one that is made too early is forgotten, too.
 */
const RENEWAL_MILLIS = 2000;
/** Repairs that may fail in a row before values are served no more, the first one's interval among them. */
const INTERVALS_OF_TRUST = 2;

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
 *
 * The worker asks, and reads what members tell; its records come in the order in which the members told it.
 *
 * What members do not tell they do not count either: after a connection was lost or opened, all is dropped when they are asked.
 *
 * Members tell of a clear for one partition. The others leave out a number, which looks like a loss. A map that anybody destroys lives on,
 * but without its listeners, and its numbers begin anew. Members tell of that what they tell of a clear. So after a clear, and once
 * more where another followed:
 *
 *     all is dropped ─▶ 0.2 s ─▶ ask the members: what was left out is lost
 *       └─▶ 2 s ─▶ suspend ─▶ listen anew ─▶ did all know the listener before? ─▶ resume
 *                                              └ no ─▶ drop all ─▶ ask the members
 */
export class NearCaches {
  readonly #configs: NamedConfigs<ResolvedNearCache>;
  readonly #context: NearCacheContext;
  readonly #intervalMillis: number;
  readonly #toleratedMisses: number;
  readonly #kept = new Map<string, Kept>();
  readonly #figures: FiguresReport;
  #timer: ReturnType<typeof setInterval> | undefined;
  #repair: Repair | undefined;
  /** Whether another repair was asked for since this one began. */
  #repairsAgain = false;
  /** Whether members did not answer when they were asked last. */
  #isBroken = false;
  /** Whether a member has told of nothing for a while since the repair began that was the last to succeed. */
  #wasUnheard = false;
  #isEnded = false;

  constructor(
    configs: NamedConfigs<ResolvedNearCache>,
    properties: NearCacheProperties,
    context: NearCacheContext,
  ) {
    this.#configs = configs;
    this.#context = context;
    this.#intervalMillis = properties['hazelcast.invalidation.reconciliation.interval.seconds'] * MILLIS;
    this.#toleratedMisses = properties['hazelcast.invalidation.max.tolerated.miss.count'];
    this.#figures = new FiguresReport(context.statisticsPeriodMillis, () => this.stats, context.tell);
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
      listener: undefined,
      isListening: false,
      gaps: new Later(GAPS_MILLIS, () => {
        kept.hasGaps = true;
        this.repair();
      }),
      renewal: new Later(RENEWAL_MILLIS, () => {
        kept.listener = this.#renew(kept, kept.listener);
      }),
      hasGaps: false,
    };
    this.#kept.set(name.text, kept);
    if (config.invalidateOnChange) {
      this.#schedule();
      void this.#follow(kept);
    }
    if (!this.#isEnded) this.#figures.begin();
    return cache;
  }

  /** A map was destroyed. Resolves when its listener is removed. */
  async close(cache: NearCache): Promise<void> {
    cache.close();
    const kept = [...this.#kept.values()].find((each) => each.cache === cache);
    if (kept === undefined) return;
    this.#kept.delete(kept.name.text);
    kept.gaps.cancel();
    kept.renewal.cancel();
    const id = await kept.listener;
    if (id !== undefined) await this.#context.listeners.remove(id);
  }

  /** A connection was opened. Its member has not told of what changed before, and has not counted it. */
  onConnectionOpened(): void {
    this.#wasUnheard = true;
    this.repair();
  }

  /** A connection was lost. Its member tells of nothing from now on, wherever that goes before members can be asked again. */
  onConnectionLost(): void {
    this.#wasUnheard = true;
  }

  /** Members came or went. Those that could not be asked may have been in the way of a repair. */
  onMembers(): void {
    if (this.#listening().some(({ cache }) => !cache.isTrusted)) this.repair();
  }

  /** This is another cluster, of which nothing is known. */
  onChangedCluster(): void {
    for (const { cache } of this.#kept.values()) cache.forget();
    // What members of the cluster before still say is about its numbers.
    this.#repair?.strict.clear();
    this.repair();
  }

  /** The worker died, and with it what it was asked. Its successor tells of connections of its own. */
  onRestart(): void {
    this.#figures.tellAll();
    if (this.#repair !== undefined) this.onAsked('the worker thread died');
  }

  /** The client is shut down. */
  end(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
    this.#figures.end();
    for (const { cache, gaps, renewal } of this.#kept.values()) {
      cache.close();
      gaps.cancel();
      renewal.cancel();
    }
  }

  /** Asks the members what they have told of. A repair that is asked for during another follows it. */
  repair(): void {
    if (this.#repair !== undefined) {
      this.#repairsAgain = true;
      return;
    }
    const caches = this.#listening();
    if (caches.length === 0 || this.#isEnded) return;
    // What should have come by the last repair has not come for two of them: it will not come any more.
    const wasUnheard = this.#wasUnheard;
    const isBroken = this.#isBroken || wasUnheard;
    const isStrict = ({ cache, hasGaps }: Kept): boolean => isBroken || hasGaps || !cache.isTrusted;
    const strict = new Map(caches.map((kept) => [kept.cache, isStrict(kept)]));
    this.#isBroken = this.#wasUnheard = false;
    for (const kept of caches) kept.hasGaps = false;
    this.#repair = { begun: monotonicNow(), strict, wasUnheard };
    for (const { cache } of caches) cache.invalidations.beginRepair();
    this.#context.tell({ type: 'ask-invalidations', maps: caches.map(({ name }) => name.text) });
  }

  /** The members have answered, and all that they said was heard. @param failure why one of them has not; null: all have. */
  onAsked(failure: string | null): void {
    const repair = this.#repair;
    if (repair === undefined) return;
    this.#repair = undefined;
    if (failure === null) {
      for (const cache of repair.strict.keys()) {
        // Not by numbers: what a member does not tell it does not count either.
        if (repair.wasUnheard) cache.clear();
        cache.repaired(repair.begun);
      }
    } else {
      this.#wasUnheard ||= repair.wasUnheard;
      // The next repair settles what is lost by now. Without this, it could be served until two more repairs have succeeded.
      this.#isBroken = true;
      const message = `members did not say which invalidations they sent: ${failure}`;
      this.#context.logger.debug('NearCaches', message);
    }
    if (!this.#repairsAgain) return;
    this.#repairsAgain = false;
    this.repair();
  }

  /** From when its listener is there, the near cache takes part in repairs. What it has from before may have missed changes. */
  async #follow(kept: Kept): Promise<void> {
    kept.listener = this.#listen(kept);
    kept.isListening = (await kept.listener) !== undefined;
    this.#forget(kept);
    if (kept.isListening) this.repair();
  }

  #forget({ cache }: Kept): void {
    cache.forget();
    this.#repair?.strict.delete(cache);
  }

  /** Resolves to the listener that it has then. */
  async #renew(kept: Kept, present: Promise<string | undefined> | undefined): Promise<string | undefined> {
    const before = await present;
    if (before === undefined || !this.#isOpen(kept)) return before;
    const { cache, renewal } = kept;
    cache.suspend();
    const id = await this.#listen(kept);
    if (id === undefined) {
      if (this.#isOpen(kept)) renewal.ask();
      return before;
    }
    // Both were there for a while: where the one before was known to the end, nothing was missed. With one connection its member answers
    // for itself only: another may have forgotten it, as each destroys the map in its time.
    const { listeners, smartRouting } = this.#context;
    const wasKnown = (await listeners.withdraw(before)) && smartRouting;
    cache.resume();
    if (!wasKnown) {
      this.#forget(kept);
      this.repair();
    }
    return id;
  }

  #isOpen(kept: Kept): boolean {
    return !this.#isEnded && this.#kept.get(kept.name.text) === kept;
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#intervalMillis === 0 || this.#isEnded) return;
    this.#timer = setInterval(() => this.repair(), this.#intervalMillis);
    this.#timer.unref();
  }

  #listening(): Kept[] {
    return [...this.#kept.values()].filter(({ isListening }) => isListening);
  }

  async #listen(kept: Kept): Promise<string | undefined> {
    const { logger } = this.#context;
    const { name } = kept;
    const handler = this.#handler(kept);
    try {
      return await listenForNearCache(
        this.#context,
        name.text,
        listener,
        { listenerFlags: INVALIDATION_FLAG },
        (bytes, start, end) => readInvalidations(bytes, start, end, handler),
      );
    } catch (error) {
      logger.warn('NearCaches', `the map '${name.text}' is not cached: it cannot be told of changes`, error);
      return undefined;
    }
  }

  #handler(kept: Kept): InvalidationHandler {
    const { invoker } = this.#context;
    const { cache, name } = kept;
    const { invalidations } = cache;
    return {
      onChanged: (identity, hash, uuid, sequence) => {
        cache.invalidate(identity);
        invalidations.hear(partitionIdOf(hash, invoker.partitionCount), uuid, sequence);
      },
      onAllChanged: (uuid, sequence) => {
        cache.clear();
        if (this.#isOpen(kept)) {
          kept.gaps.ask();
          kept.renewal.ask();
        }
        invalidations.hear(name.partitionId(invoker.partitionCount), uuid, sequence);
      },
      onNumbered: (partition, uuid, sequence) => {
        const isStrict = this.#repair?.strict.get(cache);
        const isPartition = partition >= 0 && partition < invoker.partitionCount;
        if (isStrict !== undefined && isPartition) invalidations.learn(partition, uuid, sequence, isStrict);
      },
      onUnreadable: () => cache.clear(),
    };
  }
}
