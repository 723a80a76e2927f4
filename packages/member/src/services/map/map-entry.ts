import type { Keyed } from '../shared/byte-table.js';

/** One entry of a map. Times are ms since the epoch; `Infinity` means never or no limit. */
export class MapEntry implements Keyed {
  readonly hash: number;
  /** The key as a whole `Data`. */
  readonly key: Buffer;
  /** The value as a whole `Data`. A new value of the same length overwrites it in place: to send it, copy it. */
  value: Buffer;
  readonly createdAt: number;
  updatedAt: number;
  accessedAt: number;
  ttl: number = Infinity;
  maxIdle: number = Infinity;
  expiresAt: number = Infinity;
  hits: number = 0;
  version: number = 0;

  constructor(hash: number, key: Buffer, value: Buffer, now: number) {
    this.hash = hash;
    this.key = key;
    this.value = value;
    this.createdAt = now;
    this.updatedAt = now;
    this.accessedAt = now;
  }

  /** Counts a read at time `now`, which also restarts the idle time. */
  touch(now: number): void {
    this.hits += 1;
    this.accessedAt = now;
    if (this.maxIdle !== Infinity) this.schedule();
  }

  /** Sets time to live and max idle, both in ms; 0 or less: no limit. */
  limit(ttl: number, maxIdle: number): void {
    this.ttl = ttl > 0 ? ttl : Infinity;
    this.maxIdle = maxIdle > 0 ? maxIdle : Infinity;
    this.schedule();
  }

  schedule(): void {
    this.expiresAt = Math.min(this.updatedAt + this.ttl, this.accessedAt + this.maxIdle);
  }
}
