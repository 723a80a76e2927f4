import { DATA_TYPE_OFFSET } from '@offloop/wire';

import { wholeOf, type Slice } from '../../protocol/slice.js';
import { ByteTable, hashOf } from '../shared/byte-table.js';
import { LockTable } from '../shared/lock-table.js';
import { MapEntry } from './map-entry.js';

// Smaller values share a slab, since an `ArrayBuffer` of their own costs more than they do; larger ones must not keep a slab
// alive.
const SLAB_BYTES = 2048;

/**
 * The entries of one map. Keys and values are opaque `Data`. Keys are compared from the type id on, as in members, so the
 * partition hash in front of it does not matter.
 *
 * Expired entries are removed when they are looked up, and by {@link MapStore.sweep}.
 */
export class MapStore {
  readonly locks: LockTable = new LockTable();
  readonly #entries: ByteTable<MapEntry> = new ByteTable(DATA_TYPE_OFFSET);
  /** Number of entries that may expire; at 0 nothing has to be searched for. It is an upper bound. */
  #mortal = 0;
  readonly #onExpired: (entry: MapEntry) => void;

  /** @param onExpired called with each entry that has just been removed because it expired. */
  constructor(onExpired: (entry: MapEntry) => void) {
    this.#onExpired = onExpired;
  }

  /** Number of entries, including expired ones that are not yet removed. */
  get storedEntries(): number {
    return this.#entries.size;
  }

  /** Number of entries that have not expired at time `now`. */
  size(now: number): number {
    if (this.#mortal === 0) return this.#entries.size;
    let live = 0;
    this.forEach(now, () => (live += 1));
    return live;
  }

  hash(key: Slice): number {
    return hashOf(key.bytes, key.start + DATA_TYPE_OFFSET, key.end);
  }

  /** Returns the entry of a key, without counting a read; undefined if there is none or it has expired. */
  find(key: Slice, hash: number, now: number): MapEntry | undefined {
    const entry = this.#entries.find(key.bytes, key.start + DATA_TYPE_OFFSET, key.end, hash);
    if (entry === undefined || entry.expiresAt > now) return entry;
    if (this.locks.isLocked(wholeOf(entry.key))) return entry;
    this.#expire(entry);
    return undefined;
  }

  /** Adds an entry for a key that {@link MapStore.find} did not find just before. */
  insert(key: Slice, hash: number, value: Slice, ttl: number, maxIdle: number, now: number): MapEntry {
    const entry = new MapEntry(hash, copyOf(key), copyOf(value), now);
    this.limit(entry, ttl, maxIdle);
    this.#entries.add(entry);
    return entry;
  }

  /** Sets a new value and new limits of an entry. */
  update(entry: MapEntry, value: Slice, ttl: number, maxIdle: number, now: number): void {
    const old = entry.value;
    if (old.length === value.end - value.start) {
      value.bytes.copy(old, 0, value.start, value.end);
    } else {
      entry.value = copyOf(value);
    }
    entry.version += 1;
    entry.updatedAt = now;
    entry.accessedAt = now;
    this.limit(entry, ttl, maxIdle);
  }

  /** Sets the time to live of an entry and removes its max idle; counts as an update. */
  renew(entry: MapEntry, ttl: number, now: number): void {
    entry.version += 1;
    entry.updatedAt = now;
    this.limit(entry, ttl, 0);
  }

  /** Sets time to live and max idle of an entry, both in ms from now; 0 or less: no limit. */
  limit(entry: MapEntry, ttl: number, maxIdle: number): void {
    const wasMortal = entry.expiresAt !== Infinity;
    if (ttl <= 0 && maxIdle <= 0 && !wasMortal) return;
    entry.limit(ttl, maxIdle);
    const isMortal = entry.expiresAt !== Infinity;
    if (isMortal !== wasMortal) this.#mortal += isMortal ? 1 : -1;
  }

  remove(entry: MapEntry): void {
    if (!this.#entries.remove(entry)) return;
    if (entry.expiresAt !== Infinity) this.#mortal -= 1;
  }

  /**
   * Removes every entry whose key is not locked, as members do for `clear` and `evictAll`; returns the number of removed entries.
   */
  clear(): number {
    const before = this.#entries.size;
    if (this.locks.size === 0) {
      this.#entries.clear();
      this.#mortal = 0;
      return before;
    }
    const free: MapEntry[] = [];
    this.#entries.forEach((entry) => {
      if (!this.locks.isLocked(wholeOf(entry.key))) free.push(entry);
    });
    for (const entry of free) this.remove(entry);
    return free.length;
  }

  /** Calls `visit` with each entry that has not expired. The store must not change meanwhile. */
  forEach(now: number, visit: (entry: MapEntry) => void): void {
    this.#entries.forEach((entry) => {
      if (entry.expiresAt > now || this.locks.isLocked(wholeOf(entry.key))) visit(entry);
    });
  }

  /** Looks at the next `slots` slots of the table and removes expired entries there. */
  sweep(now: number, slots: number): void {
    if (this.#mortal === 0) return;
    this.#entries.sweep(slots, (entry) => {
      if (entry.expiresAt <= now && !this.locks.isLocked(wholeOf(entry.key))) this.#expire(entry);
    });
  }

  #expire(entry: MapEntry): void {
    this.remove(entry);
    this.#onExpired(entry);
  }
}

function copyOf(slice: Slice): Buffer {
  const length = slice.end - slice.start;
  const copy = length < SLAB_BYTES ? Buffer.allocUnsafe(length) : Buffer.allocUnsafeSlow(length);
  slice.bytes.copy(copy, 0, slice.start, slice.end);
  return copy;
}
