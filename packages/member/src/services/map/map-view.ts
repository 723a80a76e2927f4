import type { Call } from '../../calls/call.js';
import { transactionFailed, transactionTimedOut } from '../../calls/errors.js';
import { sameData, wholeOf, type Slice } from '../../protocol/slice.js';
import { contentOf } from '../shared/collection.js';
import { EntryEvent } from '../shared/entry-listeners.js';
import { waitForLock } from '../shared/lock-waiting.js';
import type { Transaction, TransactionView } from '../transactions/transaction.js';
import type { NamedMap } from './named-map.js';
import { remove } from './removals.js';
import { foundIn, store } from './writes.js';

/** A key that the transaction has locked, as it was then. */
interface Locked {
  readonly key: Buffer;
  /** Undefined for a key without a value. */
  readonly before: Buffer | undefined;
  readonly version: number;
}

/** What the transaction reads of a key that it has changed; undefined: nothing, as it has removed it. */
export interface Seen {
  readonly key: Buffer;
  readonly value: Buffer | undefined;
  /** True if it had no value before the transaction. */
  readonly isNew: boolean;
}

/** What is to happen with a key at the commit. */
interface Change {
  readonly locked: Locked;
  readonly kind: 'set' | 'remove' | 'unlock';
  readonly value: Buffer;
  readonly ttl: number;
}

const NOTHING: Buffer = Buffer.alloc(0);
/** Time to live of a value for which the map's configuration says it. */
const AS_CONFIGURED = -1;

/**
 * A map as a transaction sees it. A key that it changes is locked from then on, and its value before is kept. As in 5.6.0 members, which have
 * `TransactionalMapProxy`, the value that was set last counts, and a key is changed once.
 */
export class MapView implements TransactionView {
  readonly map: NamedMap;
  readonly #transaction: Transaction;
  readonly #locked = new Map<string, Locked>();
  readonly #seen = new Map<string, Seen>();
  readonly #changes = new Map<string, Change>();

  constructor(map: NamedMap, transaction: Transaction) {
    this.map = map;
    this.#transaction = transaction;
  }

  get changes(): number {
    return this.#changes.size;
  }

  /** The entries as the transaction has changed them. */
  get seen(): Iterable<Seen> {
    return this.#seen.values();
  }

  /** Locks a key. Returns false if another owner has locked it: the call then waits, and is handled again. */
  lock(call: Call, key: Buffer): boolean {
    const content = contentOf(key);
    if (this.#locked.has(content)) return true;
    const { locks } = this.map.store;
    const { owner, timeout, blocksReads } = this.#transaction;
    const slice = wholeOf(key);
    if (!locks.acquire(slice, owner, timeout, 0n)) {
      waitForLock(call, locks, slice, owner, timeout, (late) =>
        late.error(transactionTimedOut("Transaction couldn't obtain lock for the key")),
      );
      return false;
    }
    if (blocksReads) locks.blockReads(slice);
    const { entry } = foundIn(this.map, slice);
    const before = entry === undefined ? undefined : Buffer.from(entry.value);
    this.#locked.set(content, { key: Buffer.from(key), before, version: entry?.version ?? 0 });
    return true;
  }

  /** Returns what the transaction has made of a key; undefined if it has not touched it. */
  of(key: Buffer): Seen | undefined {
    return this.#seen.get(contentOf(key));
  }

  /** The value of a key as the transaction reads it; undefined: none. */
  read(key: Buffer): Buffer | undefined {
    const seen = this.of(key);
    if (seen !== undefined) return seen.value;
    const { entry, now } = foundIn(this.map, wholeOf(key));
    entry?.touch(now);
    return entry?.value;
  }

  /** Returns true if the transaction has locked a key. */
  holds(key: Buffer): boolean {
    return this.#locked.has(contentOf(key));
  }

  /** The value that a locked key had before the transaction; undefined: none. */
  before(key: Buffer): Buffer | undefined {
    return this.#locked.get(contentOf(key))?.before;
  }

  /** Number of entries as the transaction sees them. */
  size(): number {
    let size = this.map.store.size(Date.now());
    for (const [content, { value, isNew }] of this.#seen) {
      if (value === undefined) size -= this.#locked.get(content)?.before === undefined ? 0 : 1;
      else if (isNew) size += 1;
    }
    return size;
  }

  /** Sets the value of a locked key. @param asRead the value that the transaction reads from now on. */
  set(key: Buffer, value: Buffer, isNew: boolean, ttl: number = AS_CONFIGURED, asRead: Buffer = value): void {
    const kept = Buffer.from(value);
    this.#change(key, 'set', kept, ttl);
    this.#see(key, asRead === value ? kept : asRead, isNew);
  }

  /** Removes a locked key. @param sees false if it was not there: then the transaction need not remember it. */
  remove(key: Buffer, sees: boolean = true): void {
    this.#change(key, 'remove', NOTHING, 0);
    if (sees) this.#see(key, undefined, false);
  }

  /** Leaves a locked key as it is: it stays locked to the end. */
  keep(key: Buffer): void {
    this.#change(key, 'unlock', NOTHING, 0);
  }

  /** Unlocks a key that was locked for this call only. */
  letGo(key: Buffer): void {
    this.#locked.delete(contentOf(key));
    this.map.store.locks.release(wholeOf(key), this.#transaction.owner, 0n);
  }

  prepare(): void {
    const { locks } = this.map.store;
    for (const { locked } of this.#changes.values()) {
      if (!locks.isLockedBy(wholeOf(locked.key), this.#transaction.owner))
        throw transactionFailed('Lock is not owned by the transaction!');
    }
  }

  commit(): void {
    let isRefused = false;
    for (const change of this.#changes.values()) {
      const key = wholeOf(change.locked.key);
      if (this.map.store.locks.admits(key, this.#transaction.owner)) this.#make(change, key);
      else isRefused = true;
    }
    if (isRefused) throw transactionFailed('Cannot acquire lock');
  }

  rollback(): void {
    this.#changes.clear();
  }

  release(): void {
    for (const { key } of this.#locked.values()) {
      this.map.store.locks.release(wholeOf(key), this.#transaction.owner, 0n);
    }
  }

  #make({ kind, locked, value, ttl }: Change, key: Slice): void {
    if (kind === 'unlock') return;
    const found = foundIn(this.map, key);
    const { entry } = found;
    // What ignores locks, such as `putAll`, has changed it meanwhile: then members leave it so.
    if (entry !== undefined && entry.version !== locked.version) return;
    if (kind === 'set') store(undefined, found, wholeOf(value), Math.max(0, ttl), 0);
    else if (entry !== undefined) remove(undefined, this.map, key, entry, EntryEvent.REMOVED, true);
  }

  #change(key: Buffer, kind: Change['kind'], value: Buffer, ttl: number): void {
    const content = contentOf(key);
    const locked = this.#locked.get(content);
    // A key that was let go has nothing to be done with.
    if (locked !== undefined) this.#changes.set(content, { locked, kind, value, ttl });
  }

  #see(key: Buffer, value: Buffer | undefined, isNew: boolean): void {
    this.#seen.set(contentOf(key), { key: Buffer.from(key), value, isNew });
  }
}

/** Returns true if a value is there and has this content. */
export function isSame(value: Buffer | undefined, other: Buffer): boolean {
  return value !== undefined && sameData(value, wholeOf(other));
}
