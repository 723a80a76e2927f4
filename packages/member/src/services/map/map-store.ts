import { DATA_TYPE_OFFSET } from '@offloop/wire';

import type { Slice } from '../../protocol/slice.js';
import { ByteTable, hashOf } from '../shared/byte-table.js';
import { LockTable } from '../shared/lock-table.js';
import { MapEntry } from './map-entry.js';

// Below this a private `ArrayBuffer` costs more than the value; above it, a value must not keep a shared slab alive.
const SLAB_BYTES = 2048;

/**
 * The entries of one map. Keys and values are opaque `Data`; keys are compared from the type id on, as members do: the
 * partition hash in front may be stored or not.
 *
 * Expiry is lazy: an entry past its time is removed when someone asks for it, and by {@link MapStore.sweep} in time.
 */
export class MapStore {
  readonly locks: LockTable = new LockTable();
  readonly #entries: ByteTable<MapEntry> = new ByteTable(DATA_TYPE_OFFSET);
  /** Entries with a limit; while it is 0 nothing needs to look for expired ones. An upper bound. */
  #mortal = 0;
  readonly #onExpired: (entry: MapEntry) => void;

  /** @param onExpired told of each entry that has just been removed because its time was over. */
  constructor(onExpired: (entry: MapEntry) => void) {
    this.#onExpired = onExpired;
  }

  /** Entries there are, expired ones that nobody has met yet included. */
  get storedEntries(): number {
    return this.#entries.size;
  }

  /** Entries that have not expired. */
  size(now: number): number {
    if (this.#mortal === 0) return this.#entries.size;
    let live = 0;
    this.forEach(now, () => (live += 1));
    return live;
  }

  hash(key: Slice): number {
    return hashOf(key.bytes, key.start + DATA_TYPE_OFFSET, key.end);
  }

  /** The live entry of a key, not counted as a read. */
  find(key: Slice, hash: number, now: number): MapEntry | undefined {
    const entry = this.#entries.find(key.bytes, key.start + DATA_TYPE_OFFSET, key.end, hash);
    if (entry === undefined || entry.expiresAt > now) return entry;
    if (this.locks.holds(entry.key)) return entry;
    this.#expire(entry);
    return undefined;
  }

  /** Adds an entry under a key that {@link MapStore.find} has just missed. */
  insert(key: Slice, hash: number, value: Slice, ttl: number, maxIdle: number, now: number): MapEntry {
    const entry = new MapEntry(hash, copyOf(key), copyOf(value), now);
    this.limit(entry, ttl, maxIdle);
    this.#entries.add(entry);
    return entry;
  }

  /** Gives an entry a new value and new limits. */
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

  /** Gives an entry a new time to live and no max idle, which counts as an update. */
  renew(entry: MapEntry, ttl: number, now: number): void {
    entry.version += 1;
    entry.updatedAt = now;
    this.limit(entry, ttl, 0);
  }

  /** Replaces time to live and max idle, both in ms from now; 0 or less sets none. */
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

  /** Removes every entry whose key nobody has locked, as members do for `clear` and `evictAll`; returns how many. */
  clear(): number {
    const before = this.#entries.size;
    if (this.locks.size === 0) {
      this.#entries.clear();
      this.#mortal = 0;
      return before;
    }
    const free: MapEntry[] = [];
    this.#entries.forEach((entry) => {
      if (!this.locks.holds(entry.key)) free.push(entry);
    });
    for (const entry of free) this.remove(entry);
    return free.length;
  }

  /** Visits the live entries. The store must not change meanwhile. */
  forEach(now: number, visit: (entry: MapEntry) => void): void {
    this.#entries.forEach((entry) => {
      if (entry.expiresAt > now || this.locks.holds(entry.key)) visit(entry);
    });
  }

  /** Looks at a bounded number of slots and removes what has expired there. */
  sweep(now: number, slots: number): void {
    if (this.#mortal === 0) return;
    this.#entries.sweep(slots, (entry) => {
      if (entry.expiresAt <= now && !this.locks.holds(entry.key)) this.#expire(entry);
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
