import type { WireUuid } from '@offloop/wire/protocol';

import type { Call } from '../../call.js';
import { ByteTable, hashOf } from '../../store/byte-table.js';
import type { Keyed } from '../../store/byte-table.js';
import type { LockOwner } from '../../store/locks.js';
import { MapStore } from '../../store/map-store.js';
import type { Slice } from '../../store/map-store.js';
import { MapEvent, MapListeners } from './map-events.js';

// Slots a sweep looks at in each map: some 100 µs.
const SWEEP_SLOTS = 8_192;

/** One map: its entries, its locks and its listeners. */
export class NamedMap implements Keyed {
  readonly hash: number;
  /** The name's bytes as they stand in requests. */
  readonly key: Buffer;
  readonly name: string;
  readonly listeners: MapListeners;
  readonly store: MapStore;

  constructor(hash: number, key: Buffer, memberUuid: WireUuid) {
    this.hash = hash;
    this.key = key;
    this.name = key.toString('utf8');
    this.listeners = new MapListeners(memberUuid);
    this.store = new MapStore((entry) => {
      if (this.listeners.size === 0) return;
      this.listeners.publishEntry(MapEvent.EXPIRED, wholeOf(entry.key), undefined, entry.value);
    });
  }
}

/** All maps of the member. A map comes to be when it is first named. */
export class Maps {
  readonly #byName: ByteTable<NamedMap> = new ByteTable(0);
  readonly #memberUuid: WireUuid;

  constructor(memberUuid: WireUuid) {
    this.#memberUuid = memberUuid;
  }

  /** Reads the name, the first frame of every map request, and finds the map without decoding it. */
  of(call: Call): NamedMap {
    return this.#named(call.slice(call.name));
  }

  destroy(name: string): void {
    const slice = wholeOf(Buffer.from(name));
    const map = this.#byName.find(slice.bytes, 0, slice.end, hashOf(slice.bytes, 0, slice.end));
    if (map === undefined) return;
    map.store.clear();
    map.store.locks.releaseAll();
    map.store.clear();
    if (map.listeners.size === 0 && map.store.storedEntries === 0) this.#byName.remove(map);
  }

  /** Frees the locks of a client that is gone. */
  releaseClient(client: string): void {
    this.#byName.forEach((map) => map.store.locks.releaseClient(client));
  }

  /** Removes some of what has expired. Call it from time to time. */
  sweep(): void {
    const now = Date.now();
    this.#byName.forEach((map) => map.store.sweep(now, SWEEP_SLOTS));
  }

  /** Entries kept, by map. */
  entries(): Record<string, number> {
    const counts: Record<string, number> = {};
    this.#byName.forEach((map) => {
      counts[map.name] = map.store.storedEntries;
    });
    return counts;
  }

  close(): void {
    this.#byName.forEach((map) => map.store.locks.close());
    this.#byName.clear();
  }

  #named(name: Slice): NamedMap {
    const { bytes, start, end } = name;
    const hash = hashOf(bytes, start, end);
    const found = this.#byName.find(bytes, start, end, hash);
    if (found !== undefined) return found;
    const map = new NamedMap(hash, Buffer.from(bytes.subarray(start, end)), this.#memberUuid);
    this.#byName.add(map);
    return map;
  }
}

/** The client and thread a keyed request speaks for; the thread id is its first fixed field. */
export function ownerOf(call: Call): LockOwner {
  return { client: clientOf(call), threadLow: call.int(0), threadHigh: call.int(4) };
}

/** The owner of a request without a thread id: members take it for thread 0. */
export function threadlessOwnerOf(call: Call): LockOwner {
  return { client: clientOf(call), threadLow: 0, threadHigh: 0 };
}

function clientOf(call: Call): string {
  return call.connection.client?.uuid ?? '';
}

/**
 * Whether a call may change the entry of `key` now. If not it waits, up to `timeout` ms, is handled again when the
 * lock is free, or answered by `onTimeout`.
 */
export function admit(
  call: Call,
  map: NamedMap,
  key: Slice,
  timeout: number = Infinity,
  onTimeout: (late: Call) => void = noAnswer,
  asOwner: (call: Call) => LockOwner = ownerOf,
): boolean {
  const { locks } = map.store;
  if (locks.size === 0) return true;
  const owner = asOwner(call);
  if (locks.admits(key, owner)) return true;
  waitFor(call, map, key, owner, timeout, onTimeout);
  return false;
}

/** Has a call wait for the lock of a key it may not have now. */
export function waitFor(
  call: Call,
  map: NamedMap,
  key: Slice,
  owner: LockOwner,
  timeout: number,
  onTimeout: (late: Call) => void,
): void {
  if (timeout <= 0) onTimeout(call);
  else call.connection.waiting.wait(call, map.store.locks, key, owner, timeout, onTimeout);
}

export function wholeOf(bytes: Buffer): Slice {
  return { bytes, start: 0, end: bytes.length };
}

function noAnswer(): void {}
