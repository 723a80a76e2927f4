import { monotonicNow, wallNow } from '@offloop/runtime/clock';
import type { ResolvedNearCache } from '../../config/sections/near-cache-config.js';
import { evictionOrder, NearCacheRecord, type EvictionOrder } from './eviction-order.js';
import { RecordArray } from './record-array.js';
import { Rounds } from './rounds.js';

/** Figures of one near cache since it was made. */
export interface NearCacheStats {
  /** Time when the near cache was made, in milliseconds since 1970. */
  readonly creationTime: number;
  /** Number of entries that were evicted to make room. */
  readonly evictedCount: number;
  /** Number of entries that were dropped because of `timeToLiveSeconds` or `maxIdleSeconds`. */
  readonly expiredCount: number;
  /** Number of reads for which the cluster was asked. */
  readonly missCount: number;
  /** Number of reads that the near cache has answered. */
  readonly hitCount: number;
  /** Number of entries in the near cache now. */
  readonly entryCount: number;
}

export type StoreLimits = Pick<
  ResolvedNearCache,
  'timeToLiveSeconds' | 'maxIdleSeconds' | 'evictionPolicy' | 'evictionMaxSize' | 'evictionMaxBytes'
>;

const MILLIS = 1000;
/**
 * Number of records that are checked for each one added. It is more than one, so that each record is checked again however many
 * are added.
 */
const LOOKS = 2;

/** The entries of one near cache, within its limits. Every step takes constant time. */
export class NearCacheStore {
  readonly #limits: StoreLimits;
  readonly #timeToLive: number;
  readonly #maxIdle: number;
  readonly #records = new Map<string, NearCacheRecord>();
  /** All records again, found by their index. */
  readonly #places = new RecordArray<NearCacheRecord>();
  readonly #creationTime = wallNow();
  #order: EvictionOrder;
  /** Finds expired records that are not read again; undefined if nothing expires. */
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

  /** Returns the record of a key; undefined when there is none, or it has expired. Counts neither a hit nor a miss. */
  find(identity: string): NearCacheRecord | undefined {
    const record = this.#records.get(identity);
    if (record === undefined || !this.#isExpired(record, monotonicNow())) return record;
    this.#remove(record);
    this.#expired++;
    return undefined;
  }

  /** Counts a read that a record answers. */
  hit(record: NearCacheRecord): void {
    this.#hits++;
    record.usedAt = monotonicNow();
    this.#order.use(record);
  }

  /** Counts a read that the cluster answers. */
  miss(): void {
    this.#misses++;
  }

  /**
   * Adds a value, unless it is too large. The eviction policy chooses the entries that make room.
   *
   * @param bytes length of key and value, as serialized.
   * @param generation the partition's: see `Invalidations.generationOf`.
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
