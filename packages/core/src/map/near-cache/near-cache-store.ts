import { monotonicNow, wallNow } from '@offloop/runtime/clock';
import type { ResolvedNearCache } from '../../config/near-cache-config.js';
import { evictionOrder, NearCacheRecord, type EvictionOrder } from './eviction-order.js';
import { RecordArray } from './record-array.js';
import { Rounds } from './rounds.js';

/** Figures of one near cache since it was made. */
export interface NearCacheStats {
  /** Milliseconds since 1970. */
  readonly creationTime: number;
  /** Entries that left to make room. */
  readonly evictedCount: number;
  /** Entries that were dropped because of `timeToLiveSeconds` or `maxIdleSeconds`. */
  readonly expiredCount: number;
  /** Reads for which the cluster was asked. */
  readonly missCount: number;
  /** Reads that were answered from here. */
  readonly hitCount: number;
  /** Entries there are. */
  readonly entryCount: number;
}

/** The limits of a store. */
export type StoreLimits = Pick<
  ResolvedNearCache,
  'timeToLiveSeconds' | 'maxIdleSeconds' | 'evictionPolicy' | 'evictionMaxSize' | 'evictionMaxBytes'
>;

const MILLIS = 1000;
/** Records that are looked at for each that is added: more than one, so that each is looked at again however many are added. */
const LOOKS = 2;

/** The entries of one near cache, within its limits. Every step takes constant time. */
export class NearCacheStore {
  readonly #limits: StoreLimits;
  readonly #timeToLive: number;
  readonly #maxIdle: number;
  readonly #records = new Map<string, NearCacheRecord>();
  /** The records again, to be found by place. */
  readonly #places = new RecordArray<NearCacheRecord>();
  readonly #creationTime = wallNow();
  #order: EvictionOrder;
  /** Finds what has expired and nobody reads again; undefined where nothing expires. */
  readonly #rounds: Rounds | undefined;
  #bytes = 0;
  #evicted = 0;
  #expired = 0;
  #misses = 0;
  #hits = 0;

  constructor(limits: StoreLimits) {
    this.#limits = limits;
    this.#timeToLive = limits.timeToLiveSeconds > 0 ? limits.timeToLiveSeconds * MILLIS : Infinity;
    this.#maxIdle = limits.maxIdleSeconds > 0 ? limits.maxIdleSeconds * MILLIS : Infinity;
    this.#order = evictionOrder(limits.evictionPolicy, this.#places);
    const expires = this.#timeToLive < Infinity || this.#maxIdle < Infinity;
    this.#rounds = expires ? new Rounds(this.#places) : undefined;
  }

  /** Bytes of all keys and values, as serialized. */
  get bytes(): number {
    return this.#bytes;
  }

  get stats(): NearCacheStats {
    return {
      creationTime: this.#creationTime,
      evictedCount: this.#evicted,
      expiredCount: this.#expired,
      missCount: this.#misses,
      hitCount: this.#hits,
      entryCount: this.#records.size,
    };
  }

  /** The record of a key; undefined when there is none, or none any more. Neither a hit nor a miss is counted. */
  find(identity: string): NearCacheRecord | undefined {
    const record = this.#records.get(identity);
    if (record === undefined || !this.#isExpired(record, monotonicNow())) return record;
    this.#remove(record);
    this.#expired++;
    return undefined;
  }

  /** A record that was found answers a read. */
  hit(record: NearCacheRecord): void {
    this.#hits++;
    record.usedAt = monotonicNow();
    this.#order.use(record);
  }

  /** The cluster answers a read. */
  miss(): void {
    this.#misses++;
  }

  /**
   * Keeps a value, if there can be room for it. Others leave as the eviction policy says.
   *
   * @param bytes of key and value, as serialized.
   * @param generation of the partition: see `Invalidations.generationOf`.
   */
  put(identity: string, value: unknown, bytes: number, partition: number, generation: number): void {
    this.delete(identity);
    if (bytes > this.#limits.evictionMaxBytes) return;
    const now = monotonicNow();
    this.#sweep(now);
    while (this.#isFull(bytes)) {
      const { victim } = this.#order;
      if (victim === undefined) return;
      this.#remove(victim);
      if (this.#isExpired(victim, now)) this.#expired++;
      else this.#evicted++;
    }
    const expiresAt = now + this.#timeToLive;
    const record = new NearCacheRecord(identity, value, bytes, now, expiresAt, partition, generation);
    this.#records.set(identity, record);
    this.#bytes += bytes;
    this.#order.add(record);
    this.#places.add(record);
  }

  delete(identity: string): void {
    const record = this.#records.get(identity);
    if (record !== undefined) this.#remove(record);
  }

  clear(): void {
    this.#records.clear();
    this.#places.clear();
    this.#order = evictionOrder(this.#limits.evictionPolicy, this.#places);
    this.#bytes = 0;
  }

  #sweep(now: number): void {
    for (let looks = 0; looks < LOOKS; looks++) {
      const record = this.#rounds?.next();
      if (record === undefined) return;
      if (!this.#isExpired(record, now)) continue;
      this.#remove(record);
      this.#expired++;
    }
  }

  #isFull(more: number): boolean {
    const { evictionMaxSize, evictionMaxBytes } = this.#limits;
    return this.#records.size >= evictionMaxSize || this.#bytes + more > evictionMaxBytes;
  }

  #isExpired({ expiresAt, usedAt }: NearCacheRecord, now: number): boolean {
    return now >= expiresAt || now - usedAt >= this.#maxIdle;
  }

  #remove(record: NearCacheRecord): void {
    this.#records.delete(record.identity);
    this.#order.remove(record);
    this.#places.remove(record);
    this.#bytes -= record.bytes;
  }
}
