import { DATA_TYPE_OFFSET } from '@offloop/wire';

import { MAX_TIMER_MS } from '../../calls/waiting-calls.js';
import type { Slice } from '../../protocol/slice.js';
import { ByteTable, hashOf } from './byte-table.js';
import type { Keyed } from './byte-table.js';

/** Who holds or wants a lock: a client's UUID and the id the client gives its thread. */
export interface LockOwner {
  readonly client: string;
  /** int64 as the client sent it, as two int32. */
  readonly threadLow: number;
  readonly threadHigh: number;
}

/** A call that waits for a lock. The table keeps it, in order of arrival, until it runs, is cancelled or released. */
export interface Waiter {
  readonly owner: LockOwner;
  /** Tries again; the waiter is no longer in the table. */
  readonly resume: () => void;
}

export class KeyLock implements Keyed {
  readonly hash: number;
  readonly key: Buffer;
  /** `undefined` while only waiters keep the record. */
  owner: LockOwner | undefined;
  count = 0;
  /**
   * Reference id of the last `lock` or `unlock` that counted; a retry carries the same, and must not count twice. 0: none
   * was given.
   */
  referenceId = 0n;
  lease: NodeJS.Timeout | undefined;
  waiters: Waiter[] = [];

  constructor(hash: number, key: Buffer) {
    this.hash = hash;
    this.key = key;
  }
}

/**
 * The locks of one object, re-entrant and by key; they need no entry to be there.
 *
 * A lock belongs to (client, thread). A call that meets a foreign one may wait in the key's queue: when the lock becomes
 * free, or its holder's own call is in the queue, those calls run again in order of arrival.
 */
export class LockTable {
  readonly #locks: ByteTable<KeyLock> = new ByteTable(DATA_TYPE_OFFSET);
  #held = 0;

  /** Keys locked now. */
  get size(): number {
    return this.#held;
  }

  /** Whether anyone has locked a key, which is given as a whole `Data`. */
  holds(key: Buffer): boolean {
    if (this.#held === 0) return false;
    return this.#find({ bytes: key, start: 0, end: key.length })?.owner !== undefined;
  }

  isLocked(key: Slice): boolean {
    return this.#held !== 0 && this.#find(key)?.owner !== undefined;
  }

  /** Whether `owner` may change the entry of a key: nobody has locked it, or `owner` has. */
  admits(key: Slice, owner: LockOwner): boolean {
    if (this.#held === 0) return true;
    const holder = this.#find(key)?.owner;
    return holder === undefined || isSame(holder, owner);
  }

  /**
   * Takes the lock, or takes it once more; false when someone else has it.
   *
   * @param leaseMs after which it is released whatever its count; negative: never.
   */
  acquire(key: Slice, owner: LockOwner, leaseMs: number, referenceId: bigint): boolean {
    const lock = this.#findOrAdd(key);
    if (lock.owner === undefined) {
      this.#held += 1;
      lock.owner = owner;
    } else if (!isSame(lock.owner, owner)) {
      return false;
    } else if (referenceId !== 0n && lock.referenceId === referenceId) {
      return true;
    }
    lock.count += 1;
    lock.referenceId = referenceId;
    this.#lease(lock, leaseMs);
    return true;
  }

  /** Gives back one hold; false when `owner` does not have the lock. */
  release(key: Slice, owner: LockOwner, referenceId: bigint): boolean {
    const lock = this.#find(key);
    if (lock?.owner === undefined || !isSame(lock.owner, owner)) return false;
    if (referenceId !== 0n && lock.referenceId === referenceId) return true;
    lock.referenceId = referenceId;
    lock.count -= 1;
    if (lock.count === 0) this.#free(lock);
    return true;
  }

  /** Frees a key, no matter which client has locked it. */
  forceRelease(key: Slice): void {
    const lock = this.#find(key);
    if (lock?.owner !== undefined) this.#free(lock);
  }

  isLockedBy(key: Slice, owner: LockOwner): boolean {
    const holder = this.#find(key)?.owner;
    return holder !== undefined && isSame(holder, owner);
  }

  /** Frees every key. */
  releaseAll(): void {
    const held: KeyLock[] = [];
    this.#locks.forEach((lock) => {
      if (lock.owner !== undefined) held.push(lock);
    });
    for (const lock of held) this.#free(lock);
  }

  /** Frees what a client that is gone has locked. */
  releaseClient(client: string): void {
    const owned: KeyLock[] = [];
    this.#locks.forEach((lock) => {
      if (lock.owner?.client === client) owned.push(lock);
    });
    for (const lock of owned) this.#free(lock);
  }

  /** Queues a waiter behind the holder of a key. */
  enqueue(key: Slice, waiter: Waiter): KeyLock {
    const lock = this.#findOrAdd(key);
    lock.waiters.push(waiter);
    return lock;
  }

  /** Takes a waiter out of the queue; false when it is in it no more. */
  cancel(lock: KeyLock, waiter: Waiter): boolean {
    const at = lock.waiters.indexOf(waiter);
    if (at === -1) return false;
    lock.waiters.splice(at, 1);
    this.#forget(lock);
    return true;
  }

  /** Stops every lease, for the member's end. */
  close(): void {
    this.#locks.forEach((lock) => clearTimeout(lock.lease));
    this.#locks.clear();
    this.#held = 0;
  }

  #free(lock: KeyLock): void {
    clearTimeout(lock.lease);
    lock.lease = undefined;
    lock.owner = undefined;
    lock.count = 0;
    lock.referenceId = 0n;
    this.#held -= 1;
    this.#wake(lock);
    this.#forget(lock);
  }

  #wake(lock: KeyLock): void {
    for (let at = 0; at < lock.waiters.length;) {
      const waiter = lock.waiters[at];
      const holder = lock.owner;
      if (holder !== undefined && !isSame(holder, waiter.owner)) {
        at += 1;
        continue;
      }
      lock.waiters.splice(at, 1);
      // This may take the lock: then those behind stay, unless they are the new holder's own.
      waiter.resume();
    }
  }

  #forget(lock: KeyLock): void {
    if (lock.owner === undefined && lock.waiters.length === 0) this.#locks.remove(lock);
  }

  #lease(lock: KeyLock, leaseMs: number): void {
    clearTimeout(lock.lease);
    lock.lease = undefined;
    // Longer than what a timer can hold is longer than any process lives.
    if (leaseMs < 0 || leaseMs > MAX_TIMER_MS) return;
    lock.lease = setTimeout(() => this.#free(lock), leaseMs);
    lock.lease.unref();
  }

  #find(key: Slice): KeyLock | undefined {
    const start = key.start + DATA_TYPE_OFFSET;
    return this.#locks.find(key.bytes, start, key.end, hashOf(key.bytes, start, key.end));
  }

  #findOrAdd(key: Slice): KeyLock {
    const found = this.#find(key);
    if (found !== undefined) return found;
    const copy = Buffer.from(key.bytes.subarray(key.start, key.end));
    const lock = new KeyLock(hashOf(copy, DATA_TYPE_OFFSET, copy.length), copy);
    this.#locks.add(lock);
    return lock;
  }
}

function isSame(a: LockOwner, b: LockOwner): boolean {
  return a.threadLow === b.threadLow && a.threadHigh === b.threadHigh && a.client === b.client;
}
