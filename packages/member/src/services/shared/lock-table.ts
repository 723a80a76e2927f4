import { DATA_TYPE_OFFSET } from '@offloop/wire';

import { MAX_TIMER_MS } from '../../calls/waiting-calls.js';
import type { Slice } from '../../protocol/slice.js';
import { ByteTable, hashOf } from './byte-table.js';
import type { Keyed } from './byte-table.js';

/** The owner of a lock or of a request: a client's UUID and the id that the client gives its thread. */
export interface LockOwner {
  readonly client: string;
  /** Thread id, an int64 as two int32 halves. */
  readonly threadLow: number;
  readonly threadHigh: number;
}

/** A call that waits for a lock. The table holds waiters in order of arrival until they are resumed or cancelled. */
export interface Waiter {
  readonly owner: LockOwner;
  /** Tries again. The waiter has been removed from the table before. */
  readonly resume: () => void;
}

export class KeyLock implements Keyed {
  readonly hash: number;
  readonly key: Buffer;
  /** Undefined while no owner holds the lock and only waiters keep this record. */
  owner: LockOwner | undefined;
  count = 0;
  /**
   * Reference id of the last `lock` or `unlock` that counted; 0 if none was given. A retry has the same id and must not count
   * twice.
   */
  referenceId = 0n;
  lease: NodeJS.Timeout | undefined;
  /** True if a transaction has locked the key whose changes others must not read in part. */
  blocksReads = false;
  waiters: Waiter[] = [];

  constructor(hash: number, key: Buffer) {
    this.hash = hash;
    this.key = key;
  }
}

/**
 * The re-entrant locks of one object, by key. A key can be locked without an entry.
 *
 * The owner of a lock is a thread of a client. Calls of other owners may wait in the key's queue. When the lock becomes free,
 * waiting calls run again in order of arrival; once one has taken the lock, only those of its owner.
 */
export class LockTable {
  readonly #locks: ByteTable<KeyLock> = new ByteTable(DATA_TYPE_OFFSET);
  #held = 0;

  /** Number of locked keys. */
  get size(): number {
    return this.#held;
  }

  isLocked(key: Slice): boolean {
    return this.#held !== 0 && this.#locks.lookUp(key)?.owner !== undefined;
  }

  /** Returns true if `owner` may change the entry of a key: it is not locked, or locked by `owner`. */
  admits(key: Slice, owner: LockOwner): boolean {
    if (this.#held === 0) return true;
    const holder = this.#locks.lookUp(key)?.owner;
    return holder === undefined || isSame(holder, owner);
  }

  /**
   * Locks a key, once more if `owner` has locked it already. Returns false if another owner has.
   *
   * @param leaseMs time in ms after which it is released, whatever its count; negative: never.
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

  /** Makes reads of others wait, too, until a locked key is unlocked. */
  blockReads(key: Slice): void {
    const lock = this.#locks.lookUp(key);
    if (lock !== undefined) lock.blocksReads = true;
  }

  /** Returns true if `owner` may read the entry of a key. */
  admitsRead(key: Slice, owner: LockOwner): boolean {
    const lock = this.#locks.lookUp(key);
    return lock?.owner === undefined || !lock.blocksReads || isSame(lock.owner, owner);
  }

  /** Unlocks a key once; returns false if `owner` has not locked it. */
  release(key: Slice, owner: LockOwner, referenceId: bigint): boolean {
    const lock = this.#locks.lookUp(key);
    if (lock?.owner === undefined || !isSame(lock.owner, owner)) return false;
    if (referenceId !== 0n && lock.referenceId === referenceId) return true;
    lock.referenceId = referenceId;
    lock.count -= 1;
    if (lock.count === 0) this.#free(lock);
    return true;
  }

  /** Unlocks a key completely, no matter which client has locked it. */
  forceRelease(key: Slice): void {
    const lock = this.#locks.lookUp(key);
    if (lock?.owner !== undefined) this.#free(lock);
  }

  isLockedBy(key: Slice, owner: LockOwner): boolean {
    const holder = this.#locks.lookUp(key)?.owner;
    return holder !== undefined && isSame(holder, owner);
  }

  /** Unlocks every key. */
  releaseAll(): void {
    this.#freeThoseOf(() => true);
  }

  /** Unlocks all keys locked by a client that is gone. */
  releaseClient(client: string): void {
    this.#freeThoseOf((owner) => owner.client === client);
  }

  /** Adds a waiter at the end of a key's queue. */
  enqueue(key: Slice, waiter: Waiter): KeyLock {
    const lock = this.#findOrAdd(key);
    lock.waiters.push(waiter);
    return lock;
  }

  /** Removes a waiter from the queue; returns false if it is not there. */
  cancel(lock: KeyLock, waiter: Waiter): boolean {
    const at = lock.waiters.indexOf(waiter);
    if (at === -1) return false;
    lock.waiters.splice(at, 1);
    this.#forget(lock);
    return true;
  }

  /** Stops the timers of all leases and removes all locks, when the member stops. */
  close(): void {
    this.#locks.forEach((lock) => clearTimeout(lock.lease));
    this.#locks.clear();
    this.#held = 0;
  }

  #freeThoseOf(isGone: (owner: LockOwner) => boolean): void {
    const held: KeyLock[] = [];
    this.#locks.forEach((lock) => {
      if (lock.owner !== undefined && isGone(lock.owner)) held.push(lock);
    });
    for (const lock of held) this.#free(lock);
  }

  #free(lock: KeyLock): void {
    clearTimeout(lock.lease);
    lock.lease = undefined;
    lock.owner = undefined;
    lock.count = 0;
    lock.referenceId = 0n;
    lock.blocksReads = false;
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
      // This may take the lock: the waiters behind then stay, except those of the new owner.
      waiter.resume();
    }
  }

  #forget(lock: KeyLock): void {
    if (lock.owner === undefined && lock.waiters.length === 0) this.#locks.remove(lock);
  }

  #lease(lock: KeyLock, leaseMs: number): void {
    clearTimeout(lock.lease);
    lock.lease = undefined;
    // A longer lease than a timer can hold never ends in practice.
    if (leaseMs < 0 || leaseMs > MAX_TIMER_MS) return;
    lock.lease = setTimeout(() => this.#free(lock), leaseMs);
    lock.lease.unref();
  }

  #findOrAdd(key: Slice): KeyLock {
    const found = this.#locks.lookUp(key);
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
