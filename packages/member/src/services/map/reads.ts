import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { Handlers } from '../../calls/handlers.js';
import { admitRead } from '../shared/lock-waiting.js';
import type { MapEntry } from './map-entry.js';
import type { Maps } from './named-map.js';

/** Value in an entry view for a time or limit that the entry does not have. */
const NEVER: bigint = 2n ** 63n - 1n;

/** Registers the messages that read one key. Locks do not delay them, except those of transactions of one phase. */
export function registerReads(handlers: Handlers, maps: Maps): void {
  const read = (call: Call, respond: (call: Call, entry: MapEntry | undefined) => void): void => {
    const { store } = maps.of(call);
    const key = call.data(call.key);
    if (!admitRead(call, store.locks, key)) return;
    const now = Date.now();
    const entry = store.find(key, store.hash(key), now);
    entry?.touch(now);
    respond(call, entry);
  };

  handlers.on(messages.map.get, (call) => read(call, respondValue));
  handlers.on(messages.map.containsKey, (call) => read(call, respondWhether));
  handlers.on(messages.map.getEntryView, (call) => {
    const { store } = maps.of(call);
    const key = call.data(call.key);
    if (!admitRead(call, store.locks, key)) return;
    const entry = store.find(key, store.hash(key), Date.now());
    const maxIdle = entry === undefined ? NEVER : toLong(entry.maxIdle);
    const response = entry === undefined ? null : entryViewOf(entry);
    call.respond(messages.map.getEntryView, { response, maxIdle });
  });
}

function respondValue(call: Call, entry: MapEntry | undefined): void {
  call.nullableData(entry?.value);
}

function respondWhether(call: Call, entry: MapEntry | undefined): void {
  call.boolean(entry !== undefined);
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
