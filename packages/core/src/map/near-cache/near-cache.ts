import { monotonicNow } from '@offloop/runtime/clock';
import { InMemoryFormat, type ResolvedNearCache } from '../../config/near-cache-config.js';
import type { NearCacheRecord } from './eviction-order.js';
import { Invalidations } from './invalidations.js';
import { NearCacheStore, type NearCacheStats } from './near-cache-store.js';

/** A value that is on its way. It is kept unless its key is invalidated first. */
export interface Reservation {
  readonly identity: string;
  readonly partition: number;
  readonly generation: number;
}

/** How a near cache is kept true. */
export interface RepairRules {
  /** Missing invalidations at which values are stale at once. */
  readonly toleratedMisses: number;
  /** Milliseconds after the last repair for which values are still served. */
  readonly maxAgeMillis: number;
}

/**
 * The entries of one map that are kept here.
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
  /** One that is not told of changes has nothing to repair. */
  readonly #firstRepairAt: number;
  /** When members said last what they had sent, by the monotonic clock. */
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

  /** Whether it is known well enough what is stale. */
  get isTrusted(): boolean {
    const isHeard = !this.#isClosed && !this.#isSuspended;
    return isHeard && monotonicNow() - this.#repairedAt <= this.#maxAge;
  }

  /** The record that answers a read; undefined where the cluster is to be asked. Counts a hit or a miss. */
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

  /** Before the cluster is asked for a value. Undefined where the answer is not to be kept: it may be old, or another is on its way. */
  reserve(identity: string, partition: number): Reservation | undefined {
    if (!this.isTrusted || this.#reservations.has(identity)) return undefined;
    const reservation = { identity, partition, generation: this.invalidations.generationOf(partition) };
    this.#reservations.set(identity, reservation);
    return reservation;
  }

  /** The answer is here. @param bytes of key and value, as serialized. */
  publish(reservation: Reservation, value: unknown, bytes: number): void {
    if (!this.release(reservation)) return;
    const { identity, partition, generation } = reservation;
    if (generation !== this.invalidations.generationOf(partition)) return;
    this.#store.put(identity, value, bytes, partition, generation);
  }

  /** Gives a reservation up. Returns whether it was still there. */
  release(reservation: Reservation): boolean {
    const { identity } = reservation;
    return this.#reservations.get(identity) === reservation && this.#reservations.delete(identity);
  }

  /** The entry was changed, or is about to be. */
  invalidate(identity: string): void {
    this.#store.delete(identity);
    this.#reservations.delete(identity);
  }

  clear(): void {
    this.#store.clear();
    this.#reservations.clear();
  }

  /** Members have said what they had sent. @param at when they were asked. */
  repaired(at: number): void {
    this.#repairedAt = at;
  }

  /** Members may not tell of changes any more: nothing is served or kept until it is known whether they did. */
  suspend(): void {
    this.#isSuspended = true;
  }

  resume(): void {
    this.#isSuspended = false;
  }

  /** Nothing that is known counts any more, and nothing is served or kept until members were asked. */
  forget(): void {
    this.clear();
    this.invalidations.reset();
    this.#repairedAt = this.#firstRepairAt;
  }

  /** Nothing is served or kept any more. */
  close(): void {
    this.clear();
    this.#isClosed = true;
  }
}
