import { monotonicNow } from '@offloop/runtime/clock';
import { InMemoryFormat, type ResolvedNearCache } from '../../config/sections/near-cache-config.js';
import type { NearCacheRecord } from './eviction-order.js';
import { Invalidations } from './invalidations.js';
import { NearCacheStore, type NearCacheStats } from './near-cache-store.js';

/** A value that was requested. Its answer is kept unless the key is invalidated first. */
export interface Reservation {
  readonly identity: string;
  readonly partition: number;
  readonly generation: number;
}

export interface RepairRules {
  /** Number of missing invalidations at which values are stale at once. */
  readonly toleratedMisses: number;
  /** Milliseconds since the last repair for which values are still served. */
  readonly maxAgeMillis: number;
}

/**
 * A near cache: the entries of one map that this client keeps.
 *
 *     read ─▶ a record? ─▶ repaired lately? ─▶ of its partition's generation? ─▶ hit
 *       └ no ─┴──────────────── no ────────────────────── no ─▶ reserve ─▶ ask ─▶ publish, unless invalidated meanwhile
 */
export class NearCache {
  readonly isBinary: boolean;
  readonly invalidations: Invalidations;
  readonly #store: NearCacheStore;
  readonly #maxAge: number;
  readonly #reservations = new Map<string, Reservation>();
  /** Time of the first repair. A near cache that is not told of changes has nothing to repair. */
  readonly #firstRepairAt: number;
  /** Time of the last repair, by the monotonic clock. */
  #repairedAt: number;
  #isSuspended = false;
  #isClosed = false;

  constructor(config: ResolvedNearCache, { toleratedMisses, maxAgeMillis }: RepairRules) {
    this.isBinary = config.inMemoryFormat === InMemoryFormat.BINARY;
    this.invalidations = new Invalidations(toleratedMisses);
    this.#store = new NearCacheStore(config);
    this.#maxAge = maxAgeMillis;
    this.#firstRepairAt = config.invalidateOnChange ? -Infinity : Infinity;
    this.#repairedAt = this.#firstRepairAt;
  }

  get stats(): NearCacheStats {
    return this.#store.stats;
  }

  /** True once the near cache was replaced, or its map destroyed: then it neither serves nor keeps anything. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True if the repairs are recent enough to tell which values are stale. */
  get isTrusted(): boolean {
    const isHeard = !this.#isClosed && !this.#isSuspended;
    return isHeard && monotonicNow() - this.#repairedAt <= this.#maxAge;
  }

  /** Returns the record that answers a read; undefined if the cluster is to be asked. Counts a hit or a miss. */
  read(identity: string): NearCacheRecord | undefined {
    const record = this.#store.find(identity);
    if (record !== undefined && this.isTrusted) {
      if (record.generation === this.invalidations.generationOf(record.partition)) {
        this.#store.hit(record);
        return record;
      }
      this.#store.delete(identity);
    }
    this.#store.miss();
    return undefined;
  }

  /**
   * Reserves a place before the cluster is asked for a value. Returns undefined if the answer must not be kept: it may be old, or
   * another is on its way.
   */
  reserve(identity: string, partition: number): Reservation | undefined {
    if (!this.isTrusted || this.#reservations.has(identity)) return undefined;
    const reservation = { identity, partition, generation: this.invalidations.generationOf(partition) };
    this.#reservations.set(identity, reservation);
    return reservation;
  }

  /** Keeps the answer for a reservation. @param bytes length of key and value, as serialized. */
  publish(reservation: Reservation, value: unknown, bytes: number): void {
    if (!this.release(reservation)) return;
    const { identity, partition, generation } = reservation;
    if (generation !== this.invalidations.generationOf(partition)) return;
    this.#store.put(identity, value, bytes, partition, generation);
  }

  /** Cancels a reservation. Returns true if it was still valid. */
  release(reservation: Reservation): boolean {
    const { identity } = reservation;
    return this.#reservations.get(identity) === reservation && this.#reservations.delete(identity);
  }

  /** Drops an entry that was changed, or is about to be. */
  invalidate(identity: string): void {
    this.#store.delete(identity);
    this.#reservations.delete(identity);
  }

  clear(): void {
    this.#store.clear();
    this.#reservations.clear();
  }

  /** Notes that members have answered a repair. @param at time at which they were asked. */
  repaired(at: number): void {
    this.#repairedAt = at;
  }

  /** Stops serving and keeping values, until it is known whether members have told of all changes. */
  suspend(): void {
    this.#isSuspended = true;
  }

  /** Ends {@link suspend}. */
  resume(): void {
    this.#isSuspended = false;
  }

  /** Drops all values and numbers. Nothing is served or kept until members were asked. */
  forget(): void {
    this.clear();
    this.invalidations.reset();
    this.#repairedAt = this.#firstRepairAt;
  }

  /** Drops all values, and stops serving and keeping any. */
  close(): void {
    this.clear();
    this.#isClosed = true;
  }
}
