import type { Call } from '../../calls/call.js';
import { concurrentModification, transactionFailed } from '../../calls/errors.js';
import { sameData, wholeOf } from '../../protocol/slice.js';
import { contentOf } from '../shared/collection.js';
import { EntryEvent } from '../shared/entry-listeners.js';
import type { LockOwner } from '../shared/lock-table.js';
import { waitForLock } from '../shared/lock-waiting.js';
import type { Transaction, TransactionView } from '../transactions/transaction.js';
import type { NamedMultiMap } from './named-multi-map.js';

/** Members keep the keys of multimaps locked for longer than the transaction may take. */
const LEASE_FACTOR = 1.5;

/** A key that the transaction has locked. */
interface LockedKey {
  readonly key: Buffer;
  /** The values of the key as the transaction sees them. */
  values: Buffer[];
  /** Values that are added and removed at the commit. */
  readonly added: Buffer[];
  readonly removed: Buffer[];
}

/** A multimap as a transaction sees it. A key that it changes is locked from then on. */
export class MultiMapView implements TransactionView {
  readonly #map: NamedMultiMap;
  readonly #transaction: Transaction;
  readonly #keys = new Map<string, LockedKey>();

  constructor(map: NamedMultiMap, transaction: Transaction) {
    this.#map = map;
    this.#transaction = transaction;
  }

  /** In 5.6.0 members the keys of a multimap are locked by the member and the thread, whatever the client. */
  get #owner(): LockOwner {
    return { ...this.#transaction.owner, client: 'member' };
  }

  get changes(): number {
    return this.#keys.size;
  }

  /** Locks a key. Returns false if another owner has locked it: the call then waits, and is handled again. */
  lock(call: Call, key: Buffer): boolean {
    const content = contentOf(key);
    if (this.#keys.has(content)) return true;
    const { locks } = this.#map;
    const { timeout, blocksReads } = this.#transaction;
    const slice = wholeOf(key);
    const owner = this.#owner;
    if (!locks.acquire(slice, owner, LEASE_FACTOR * timeout, 0n)) {
      waitForLock(call, locks, slice, owner, timeout, (late) =>
        late.error(concurrentModification("Transaction couldn't obtain lock")),
      );
      return false;
    }
    if (blocksReads) locks.blockReads(slice);
    const values = [...(this.#map.find(slice)?.values ?? [])];
    this.#keys.set(content, { key: Buffer.from(key), values, added: [], removed: [] });
    return true;
  }

  /** The values of a key as the transaction sees them. */
  valuesOf(key: Buffer): readonly Buffer[] {
    return this.#keys.get(contentOf(key))?.values ?? this.#map.find(wholeOf(key))?.values ?? [];
  }

  /** Number of values of all keys as the transaction sees them. */
  size(): number {
    let size = 0;
    this.#map.forEach(({ values }) => (size += values.length));
    for (const { added, removed } of this.#keys.values()) size += added.length - removed.length;
    return size;
  }

  /** Adds a value to a locked key. Returns false if the key has a set of values with this one in it. */
  put(key: Buffer, value: Buffer): boolean {
    const locked = this.#lockedOf(key);
    const slice = wholeOf(value);
    if (!this.#map.isList && locked.values.some((each) => sameData(each, slice))) return false;
    const kept = Buffer.from(value);
    locked.values.push(kept);
    locked.added.push(kept);
    return true;
  }

  /** Removes a value from a locked key. Returns false if it is not there. */
  remove(key: Buffer, value: Buffer): boolean {
    const { values, added, removed } = this.#lockedOf(key);
    const at = values.findIndex((each) => sameData(each, wholeOf(value)));
    if (at < 0) return false;
    const [gone] = values.splice(at, 1);
    if (!takeOut(added, gone)) removed.push(gone);
    return true;
  }

  /** Removes all values of a locked key, and returns them. */
  removeAll(key: Buffer): readonly Buffer[] {
    const locked = this.#lockedOf(key);
    const { values, added, removed } = locked;
    locked.values = [];
    for (const value of values) if (!takeOut(added, value)) removed.push(value);
    return values;
  }

  prepare(): void {
    for (const { key } of this.#keys.values()) {
      if (!this.#map.locks.isLockedBy(wholeOf(key), this.#owner))
        throw transactionFailed('Lock is not owned by the transaction!');
    }
  }

  commit(): void {
    const { listeners } = this.#map;
    for (const { key, added, removed } of this.#keys.values()) {
      const slice = wholeOf(key);
      const entry = this.#map.find(slice);
      for (const value of removed) {
        if (entry === undefined || !takeOut(entry.values, value)) continue;
        listeners.publishEntry(EntryEvent.REMOVED, slice, undefined, value);
      }
      if (entry?.values.length === 0) this.#map.remove(entry);
      for (const value of added) {
        if (!this.#map.add(this.#map.findOrAdd(slice), wholeOf(value))) continue;
        listeners.publishEntry(EntryEvent.ADDED, slice, wholeOf(value), undefined);
      }
    }
  }

  rollback(): void {}

  release(): void {
    for (const { key } of this.#keys.values()) this.#map.locks.release(wholeOf(key), this.#owner, 0n);
  }

  #lockedOf(key: Buffer): LockedKey {
    const locked = this.#keys.get(contentOf(key));
    if (locked === undefined) throw transactionFailed('The key is not locked');
    return locked;
  }
}

/** Removes this very value. Returns false if it is not there. */
function takeOut(values: Buffer[], value: Buffer): boolean {
  const at = values.indexOf(value);
  if (at >= 0) values.splice(at, 1);
  return at >= 0;
}
