import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { Handlers } from '../../calls/handlers.js';
import type { MapEntry } from './map-entry.js';
import { sameData } from '../../protocol/slice.js';
import type { Slice } from '../../protocol/slice.js';
import { admit, threadlessOwnerOf } from '../shared/lock-waiting.js';
import { EntryEvent } from '../shared/entry-listeners.js';
import type { Maps, NamedMap } from './named-map.js';

// Offsets among the fixed fields, in bytes; a keyed request's thread id is at 0.
const TTL_OFFSET = 8;
const MAX_IDLE_OFFSET = 16;
const TRY_TIMEOUT_OFFSET = 8;
const SET_TTL_OFFSET = 0;

/** State of a key just before a write. Respond before storing: values are overwritten in place. */
interface Found {
  readonly map: NamedMap;
  readonly key: Slice;
  readonly hash: number;
  readonly entry: MapEntry | undefined;
  readonly now: number;
}

/** Registers the messages that write one key. They wait while another owner has locked it. */
export function registerWrites(handlers: Handlers, maps: Maps): void {
  const find = (call: Call): Found | undefined => {
    const map = maps.of(call);
    const key = call.data(call.key);
    return admit(call, map.store.locks, key) ? foundIn(map, key) : undefined;
  };

  // Hot messages are spelled out one by one: a common abstraction is slower.
  const put = (call: Call, maxIdle: number): void => {
    const found = find(call);
    if (found === undefined) return;
    const value = call.data(call.value);
    call.nullableData(found.entry?.value);
    store(call, found, value, call.long(TTL_OFFSET), maxIdle);
  };
  const set = (call: Call): void => {
    const found = find(call);
    if (found === undefined) return;
    const value = call.data(call.value);
    store(call, found, value, call.long(TTL_OFFSET), 0);
    call.void();
  };
  /** Handles a `set` whose response has a field for the old value, always null. */
  const setSilently = (call: Call): void => {
    const found = find(call);
    if (found === undefined) return;
    const value = call.data(call.value);
    store(call, found, value, call.long(TTL_OFFSET), call.long(MAX_IDLE_OFFSET));
    call.nullableData(undefined);
  };
  const putIfAbsent = (call: Call, maxIdle: number): void => {
    const found = find(call);
    if (found === undefined) return;
    const value = call.data(call.value);
    call.nullableData(found.entry?.value);
    if (found.entry === undefined) store(call, found, value, call.long(TTL_OFFSET), maxIdle);
  };

  handlers.on(messages.map.put, (call) => put(call, 0));
  handlers.on(messages.map.putWithMaxIdle, (call) => put(call, call.long(MAX_IDLE_OFFSET)));
  handlers.on(messages.map.set, set);
  handlers.on(messages.map.setWithMaxIdle, setSilently);
  handlers.on(messages.map.putIfAbsent, (call) => putIfAbsent(call, 0));
  handlers.on(messages.map.putIfAbsentWithMaxIdle, (call) => {
    putIfAbsent(call, call.long(MAX_IDLE_OFFSET));
  });
  // Transient means not written to a map store. This member has none.
  handlers.on(messages.map.putTransient, set);
  handlers.on(messages.map.putTransientWithMaxIdle, setSilently);

  handlers.on(messages.map.tryPut, (call) => {
    const map = maps.of(call);
    const key = call.data(call.key);
    if (!admit(call, map.store.locks, key, call.long(TRY_TIMEOUT_OFFSET), respondFalse)) return;
    const found = foundIn(map, key);
    // The event of a 5.6.0 member is ADDED even if there was a value before.
    store(call, found, call.data(call.value), 0, 0, EntryEvent.ADDED);
    call.boolean(true);
  });

  handlers.on(messages.map.replace, (call) => {
    const found = find(call);
    if (found === undefined) return;
    const value = call.data(call.value);
    call.nullableData(found.entry?.value);
    if (found.entry !== undefined) store(call, found, value, 0, 0);
  });
  handlers.on(messages.map.replaceIfSame, (call) => {
    const found = find(call);
    if (found === undefined) return;
    const testValue = call.data(call.testValue);
    const value = call.data(call.value);
    const replaced = found.entry !== undefined && sameData(found.entry.value, testValue);
    if (replaced) store(call, found, value, 0, 0);
    call.boolean(replaced);
  });

  handlers.on(messages.map.setTtl, (call) => {
    const map = maps.of(call);
    const key = call.data(call.key);
    if (!admit(call, map.store.locks, key, Infinity, respondFalse, threadlessOwnerOf)) return;
    const { entry, now } = foundIn(map, key);
    if (entry !== undefined) {
      map.store.renew(entry, call.long(SET_TTL_OFFSET), now);
      map.invalidations.invalidate(key, call);
    }
    call.boolean(entry !== undefined);
  });
}

/** Looks up a key for a write. */
export function foundIn(map: NamedMap, key: Slice): Found {
  const now = Date.now();
  const hash = map.store.hash(key);
  return { map, key, hash, entry: map.store.find(key, hash, now), now };
}

/** Stores a value and informs listeners and near caches. */
export function store(
  call: Call | undefined,
  found: Found,
  value: Slice,
  ttl: number,
  maxIdle: number,
  event?: EntryEvent,
): void {
  const { map, key, hash, entry, now } = found;
  if (map.listeners.size > 0) {
    const kind = event ?? (entry === undefined ? EntryEvent.ADDED : EntryEvent.UPDATED);
    map.listeners.publishEntry(kind, key, value, kind === EntryEvent.UPDATED ? entry?.value : undefined);
  }
  map.invalidations.invalidate(key, call);
  if (entry === undefined) map.store.insert(key, hash, value, ttl, maxIdle, now);
  else map.store.update(entry, value, ttl, maxIdle, now);
}

export function respondFalse(call: Call): void {
  call.boolean(false);
}
