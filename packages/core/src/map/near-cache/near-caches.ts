import { clearInterval, monotonicNow, setInterval } from '@offloop/runtime/clock';
import { OperationTimeoutError } from '@offloop/values';
import { messages, partitionIdOf } from '@offloop/wire';
import type { ToWorker } from '@offloop/contract';
import type { Invoker } from '../../calls/invoker.js';
import type { ObjectName } from '../../calls/requests/object-name.js';
import type { NamedConfigs } from '../../config/reading/named-configs.js';
import type { ResolvedNearCache } from '../../config/sections/near-cache-config.js';
import type { ClientProperties } from '../../config/sections/properties.js';
import type { ILogger } from '../../logging/logger.js';
import { listenForNearCache, type RegistrationContext } from '../../objects/listeners/listen.js';
import { FiguresReport } from './figures-report.js';
import { readInvalidations, type InvalidationHandler } from './invalidation-reader.js';
import { KeptNearCache as Kept } from './kept-near-cache.js';
import { OpenChanges } from './open-changes.js';
import { NearCache } from './near-cache.js';
import type { NearCacheStats } from './near-cache-store.js';

interface NearCacheContext extends RegistrationContext {
  readonly invoker: Pick<Invoker, 'partitionCount'>;
  readonly logger: ILogger;
  readonly tell: (message: ToWorker) => void;
  /** Milliseconds between two statistics for Management Center; 0: there are none. */
  readonly statisticsPeriodMillis: number;
  /** True if a change may be sent again although it was carried out. */
  readonly redoOperation: boolean;
}

type NearCacheProperties = Pick<
  ClientProperties,
  'hazelcast.invalidation.reconciliation.interval.seconds' | 'hazelcast.invalidation.max.tolerated.miss.count'
>;

/** A repair: the question to the members that is under way. */
interface Repair {
  /** Time at which it was asked, by the monotonic clock. */
  readonly begun: number;
  /** The near caches that it repairs; true for one whose invalidations that were not received by now are lost. */
  readonly strict: Map<NearCache, boolean>;
  /** True if a member had sent no invalidations for a while before it. */
  readonly wasUnheard: boolean;
}

const INVALIDATION_FLAG = 256;
const MILLIS = 1000;
/** Number of intervals between repairs after which values are not served any more. */
const INTERVALS_OF_TRUST = 2;

const listener = {
  add: messages.map.addNearCacheInvalidationListener,
  remove: messages.map.removeEntryListener,
};

/**
 * The near caches of one client. Members send an invalidation for each change. To find lost ones, they are asked now and then which
 * numbers they have given out:
 *
 *     a map is made ─▶ listen ─▶ ask the members ─▶ its proxy is handed out: reads are served from here
 *                        └─▶ 2 s ─▶ drop all once more: a member may have been destroying the map, and had old entries
 *     every 60 s, and after each new connection ─▶ ask the members ─▶ what missed an invalidation is stale
 *
 * The worker asks, and reads the members' messages; its records come in the order in which the members sent them.
 *
 * Their messages also tell of what this client has changed itself. That was dropped when the call was answered, so what is here was
 * read later, and stays. But a call that failed here may still happen there, and one that is sent twice may happen once more after
 * its answer (`redoOperation`): then the message counts.
 *
 * Members do not count the changes that they do not send: after a connection was lost or opened, all is dropped when they are asked.
 *
 * Members report a clear for one partition. The others leave out a number, which looks like a loss. A destroyed map lives on, but
 * without its listeners, and its numbers begin anew. Members report that as a clear. So after a clear, and once more if another
 * followed:
 *
 *     all is dropped ─▶ 0.2 s ─▶ ask the members: the numbers left out are lost
 *       └─▶ 2 s ─▶ suspend ─▶ listen anew ─▶ did all know the listener before? ─▶ resume
 *                                              └ no ─▶ drop all ─▶ ask the members
 *
 * The report may be lost: then lower numbers than before tell of the destruction, and it listens anew, too.
 */
export class NearCaches {
  readonly #configs: NamedConfigs<ResolvedNearCache>;
  readonly #context: NearCacheContext;
  readonly #intervalMillis: number;
  readonly #toleratedMisses: number;
  readonly #kept = new Map<string, Kept>();
  readonly #openChanges = new OpenChanges();
  readonly #figures: FiguresReport;
  #timer: ReturnType<typeof setInterval> | undefined;
  #repair: Repair | undefined;
  /** The near caches that another repair was asked for since this one began. */
  readonly #next = new Set<Kept>();
  /** True if members did not answer the latest repair. */
  #isBroken = false;
  /** True if a member has sent no invalidations for a while since the latest successful repair began. */
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

  /**
   * Returns true if maps of this name have a near cache. Throws InvalidConfigurationError when two patterns match equally well.
   */
  isFor(name: string): boolean {
    return this.#configs.find(name) !== undefined;
  }

  /** Makes the near cache of a map's new proxy. It replaces that of an earlier proxy. */
  open(name: ObjectName): NearCache {
    const config = this.#configs.find(name.text)!;
    const before = this.#kept.get(name.text);
    if (before !== undefined) void this.close(before.cache);
    const cache = new NearCache(config, {
      toleratedMisses: this.#toleratedMisses,
      maxAgeMillis: this.#intervalMillis === 0 ? Infinity : INTERVALS_OF_TRUST * this.#intervalMillis,
    });
    const kept: Kept = new Kept(cache, name, {
      onGaps: () => {
        kept.hasGaps = true;
        this.repair([kept]);
      },
      onRenewal: () => {
        kept.listener = this.#renew(kept, kept.listener);
      },
    });
    this.#kept.set(name.text, kept);
    if (config.invalidateOnChange) {
      this.#schedule();
      void this.#follow(kept);
    } else kept.opening.end();
    if (!this.#isEnded) this.#figures.begin();
    return cache;
  }

  /** Resolves when the present near cache of a map keeps values, or is not waited for any longer. */
  async opened(name: ObjectName): Promise<void> {
    await this.#kept.get(name.text)?.opening.over;
  }

  /** Returns the present near cache of a map: the map may have been destroyed and made again. Undefined if there is none. */
  present(name: ObjectName): NearCache | undefined {
    return this.#kept.get(name.text)?.cache;
  }

  /** Notes that a call has failed that members may still carry out. @param identity of its key; undefined: it may change any. */
  onFailedChange(name: ObjectName, identity: string | undefined): void {
    this.#openChanges.add(name.text, identity);
  }

  /** Closes the near cache of a map that was destroyed. Resolves when its listener is removed. */
  async close(cache: NearCache): Promise<void> {
    const kept = [...this.#kept.values()].find((each) => each.cache === cache);
    if (kept === undefined) return cache.close();
    this.#kept.delete(kept.name.text);
    kept.close();
    const id = await kept.listener;
    if (id !== undefined) await this.#context.listeners.remove(id);
  }

  /** Repairs after a connection was opened: its member has not told of earlier changes, and has not counted them. */
  onConnectionOpened(): void {
    this.#wasUnheard = true;
    this.repair();
  }

  /** Notes that a connection was lost: its member tells of no changes until members can be asked again. */
  onConnectionLost(): void {
    this.#wasUnheard = true;
  }

  /** Repairs after members came or went, if an earlier repair failed: it may be that those could not be asked. */
  onMembers(): void {
    this.repair(this.#listening().filter(({ cache }) => !cache.isTrusted));
  }

  /** Drops everything, as the client is in another cluster. */
  onChangedCluster(): void {
    for (const { cache } of this.#kept.values()) cache.forget();
    // What members of the cluster before still say is about its numbers.
    this.#repair?.strict.clear();
    this.repair();
  }

  /** Reacts to the death of the worker, and with it of a repair. Its successor reports its own connections. */
  onRestart(): void {
    this.#figures.tellAll();
    if (this.#repair !== undefined) this.onAsked('the worker thread died');
  }

  end(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
    this.#figures.end();
    for (const kept of this.#kept.values()) kept.close();
  }

  /**
   * Asks the members which invalidations they have sent. A repair that is asked for during another follows it.
   *
   * @param wanted those that have a reason for it: for the others it would come too early, as members may still hold back what they are
   * asked for. Default: all.
   */
  repair(wanted: readonly Kept[] = this.#listening()): void {
    if (this.#repair !== undefined) {
      for (const kept of wanted) this.#next.add(kept);
      return;
    }
    const isForAll = this.#wasUnheard || this.#isBroken;
    const caches = this.#listening().filter((kept) => isForAll || wanted.includes(kept));
    if (wanted.length === 0 || caches.length === 0 || this.#isEnded) return;
    // Invalidations that should have come by the last repair have not come for two of them, and will not come any more.
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

  /**
   * Ends a repair: the members have answered, and their records were read. @param failure reason why one of them has not; null:
   * all have.
   */
  onAsked(failure: string | null): void {
    const repair = this.#repair;
    if (repair === undefined) return;
    this.#repair = undefined;
    const asked = [...this.#kept.values()].filter(({ cache }) => repair.strict.has(cache));
    if (failure === null) {
      for (const kept of asked) {
        const { cache, opening } = kept;
        // Not by numbers: members do not count the changes that they do not tell of.
        if (repair.wasUnheard) {
          cache.clear();
          if (this.#isOpen(kept)) kept.settle();
        }
        cache.repaired(repair.begun);
        opening.end();
      }
    } else {
      this.#wasUnheard ||= repair.wasUnheard;
      // The next repair settles what is lost by now. Without this, it could be served until two more repairs have succeeded.
      this.#isBroken = true;
      const message = `members did not say which invalidations they sent: ${failure}`;
      this.#context.logger.debug('NearCaches', message);
    }
    const next = [...this.#next];
    this.#next.clear();
    this.repair(next);
  }

  /** Lets a near cache take part in repairs once it has its listener. It drops earlier values, which may have missed changes. */
  async #follow(kept: Kept): Promise<void> {
    kept.listener = this.#listen(kept);
    kept.isListening = (await kept.listener) !== undefined;
    this.#forget(kept);
    if (kept.isListening) this.repair([kept]);
    else kept.opening.end();
  }

  /** Drops all values, as the listener is a new one. */
  #forget(kept: Kept): void {
    const { cache } = kept;
    cache.forget();
    this.#repair?.strict.delete(cache);
    if (this.#isOpen(kept)) kept.settle();
  }

  /** Registers the listener anew. Resolves to the id of the listener that it has then. */
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
    // Both listeners were registered for a while. If the earlier one was known to the end, nothing was missed. With one
    // connection its member answers for itself only: another may have forgotten the listener, as each destroys the map in its
    // time.
    const { listeners, smartRouting } = this.#context;
    const wasKnown = (await listeners.withdraw(before)) && smartRouting;
    cache.resume();
    if (!wasKnown) {
      this.#forget(kept);
      this.repair([kept]);
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
      // The thread that listens is not connected yet. By now nobody waits for this near cache.
      if (error instanceof OperationTimeoutError && this.#isOpen(kept)) return this.#listen(kept);
      logger.warn('NearCaches', `the map '${name.text}' is not cached: it cannot be told of changes`, error);
      return undefined;
    }
  }

  #handler(kept: Kept): InvalidationHandler {
    const { invoker, redoOperation } = this.#context;
    const { cache, name } = kept;
    const { invalidations } = cache;
    return {
      onChanged: (identity, hash, isOwn, uuid, sequence) => {
        if (!isOwn || redoOperation || this.#openChanges.has(name.text, identity)) cache.invalidate(identity);
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
        if (isStrict === undefined || !isPartition) return;
        const isAnew = invalidations.learn(partition, uuid, sequence, isStrict);
        // The map was destroyed, and what members told of it was lost: they have forgotten the listener, too.
        if (isAnew && this.#isOpen(kept)) kept.renewal.ask();
      },
      onUnreadable: () => cache.clear(),
    };
  }
}
