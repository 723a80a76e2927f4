import { mapMessages } from '@offloop/wire/protocol';

import type { Call } from '../../call.js';
import type { Dispatcher } from '../../dispatcher.js';
import type { MapEntry } from '../../store/map-entry.js';
import type { Maps } from './maps.js';

/** What an entry view says for a time or a limit there is none of. */
const NEVER: bigint = 2n ** 63n - 1n;

/** Reads of one key. They are not held up by locks. */
export function registerReads(dispatcher: Dispatcher, maps: Maps): void {
  const read = (call: Call): MapEntry | undefined => {
    const { store } = maps.of(call);
    const key = call.data(call.key);
    const now = Date.now();
    const entry = store.find(key, store.hash(key), now);
    entry?.touch(now);
    return entry;
  };

  dispatcher.on(mapMessages.get, (call) => call.nullableData(read(call)?.value));
  dispatcher.on(mapMessages.containsKey, (call) => call.boolean(read(call) !== undefined));
  dispatcher.on(mapMessages.getEntryView, (call) => {
    const { store } = maps.of(call);
    const key = call.data(call.key);
    const entry = store.find(key, store.hash(key), Date.now());
    const maxIdle = entry === undefined ? NEVER : toLong(entry.maxIdle);
    const response = entry === undefined ? null : entryViewOf(entry);
    call.respond(mapMessages.getEntryView, { response, maxIdle });
  });
}

function entryViewOf(entry: MapEntry) {
  return {
    key: entry.key,
    value: entry.value,
    cost: BigInt(entry.key.length + entry.value.length),
    creationTime: toLong(entry.createdAt),
    expirationTime: toLong(entry.expiresAt),
    hits: toLong(entry.hits),
    lastAccessTime: toLong(entry.accessedAt),
    // There is no map store behind this member.
    lastStoredTime: -1n,
    lastUpdateTime: toLong(entry.updatedAt),
    version: toLong(entry.version),
    ttl: toLong(entry.ttl),
    maxIdle: toLong(entry.maxIdle),
  };
}

function toLong(value: number): bigint {
  return value === Infinity ? NEVER : BigInt(Math.trunc(value));
}
