import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { Handlers } from '../../calls/handlers.js';
import type { MapEntry } from './map-entry.js';
import type { Maps } from './named-map.js';

/** Value in an entry view for a time or limit that the entry does not have. */
const NEVER: bigint = 2n ** 63n - 1n;

/** Registers the messages that read one key. Locks do not delay them. */
export function registerReads(handlers: Handlers, maps: Maps): void {
  const read = (call: Call): MapEntry | undefined => {
    const { store } = maps.of(call);
    const key = call.data(call.key);
    const now = Date.now();
    const entry = store.find(key, store.hash(key), now);
    entry?.touch(now);
    return entry;
  };

  handlers.on(messages.map.get, (call) => call.nullableData(read(call)?.value));
  handlers.on(messages.map.containsKey, (call) => call.boolean(read(call) !== undefined));
  handlers.on(messages.map.getEntryView, (call) => {
    const { store } = maps.of(call);
    const key = call.data(call.key);
    const entry = store.find(key, store.hash(key), Date.now());
    const maxIdle = entry === undefined ? NEVER : toLong(entry.maxIdle);
    const response = entry === undefined ? null : entryViewOf(entry);
    call.respond(messages.map.getEntryView, { response, maxIdle });
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
    // This member has no map store.
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
