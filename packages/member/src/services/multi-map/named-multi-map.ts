import { DATA_TYPE_OFFSET, type WireUuid } from '@offloop/wire';

import { sameData, wholeOf, type Slice } from '../../protocol/slice.js';
import { ByteTable, hashOf } from '../shared/byte-table.js';
import type { Keyed } from '../shared/byte-table.js';
import { EntryListeners } from '../shared/entry-listeners.js';
import { LockTable } from '../shared/lock-table.js';
import { NamedObject } from '../shared/named-objects.js';
import type { NamedObjects } from '../shared/named-objects.js';

/** A key and its values, each a whole `Data`. */
export type ValuesOfKey = Keyed & { readonly values: Buffer[] };

/** One multimap: its keys and values, locks and listeners. */
export class NamedMultiMap extends NamedObject {
  readonly listeners: EntryListeners;
  readonly locks: LockTable = new LockTable();
  /** True if a key can have equal values. */
  readonly isList: boolean;
  readonly #keys: ByteTable<ValuesOfKey> = new ByteTable(DATA_TYPE_OFFSET);

  constructor(name: Keyed, memberUuid: WireUuid, isList: boolean) {
    super(name);
    this.listeners = new EntryListeners(memberUuid);
    this.isList = isList;
  }

  /** Number of keys. */
  get keys(): number {
    return this.#keys.size;
  }

  /** Returns a key with its values, possibly none; undefined if the key is not there. */
  find(key: Slice): ValuesOfKey | undefined {
    return this.#keys.lookUp(key);
  }

  findOrAdd(key: Slice): ValuesOfKey {
    const found = this.find(key);
    if (found !== undefined) return found;
    const copy = Buffer.from(key.bytes.subarray(key.start, key.end));
    const added = { hash: hashOf(copy, DATA_TYPE_OFFSET, copy.length), key: copy, values: [] };
    this.#keys.add(added);
    return added;
  }

  /** Adds a value to a key. Returns false if the key has a set of values with this one in it. */
  add({ values }: ValuesOfKey, value: Slice): boolean {
    if (!this.isList && values.some((each) => sameData(each, value))) return false;
    values.push(Buffer.from(value.bytes.subarray(value.start, value.end)));
    return true;
  }

  remove(entry: ValuesOfKey): void {
    this.#keys.remove(entry);
  }

  /** Removes every key that is not locked; returns the number of removed keys. */
  clear(): number {
    const free: ValuesOfKey[] = [];
    this.#keys.forEach((entry) => {
      if (!this.locks.isLocked(wholeOf(entry.key))) free.push(entry);
    });
    for (const entry of free) this.#keys.remove(entry);
    return free.length;
  }

  forEach(visit: (entry: ValuesOfKey) => void): void {
    this.#keys.forEach(visit);
  }
}

export type MultiMaps = NamedObjects<NamedMultiMap>;
