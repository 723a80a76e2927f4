import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { illegalArgument } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import { wholeOf } from '../../protocol/slice.js';
import type { Slice } from '../../protocol/slice.js';
import { contents } from '../map/contents.js';
import type { MapEntry } from '../map/map-entry.js';
import { EntryEvent } from '../shared/entry-listeners.js';
import type { NamedReplicatedMap, ReplicatedMaps } from './named-replicated-map.js';

// Offset among the fixed fields, in bytes.
const TTL_OFFSET = 0;

/** Registers the messages about entries of replicated maps. */
export function registerEntries(handlers: Handlers, maps: ReplicatedMaps): void {
  const read = (call: Call): MapEntry | undefined => find(maps.of(call), call.data(call.key));

  handlers.on(messages.replicatedMap.get, (call) => call.nullableData(read(call)?.value));
  handlers.on(messages.replicatedMap.containsKey, (call) => call.boolean(read(call) !== undefined));

  handlers.on(messages.replicatedMap.put, (call) => {
    const map = maps.of(call);
    const key = call.data(call.key);
    const value = call.data(call.value);
    const ttl = call.long(TTL_OFFSET);
    if (ttl < 0) throw illegalArgument('ttl must be a positive integer');
    const entry = find(map, key);
    // Responds before it stores: values are overwritten in place.
    call.nullableData(entry?.value);
    put(map, key, value, entry, ttl);
  });
  handlers.on(messages.replicatedMap.putAll, (call) => {
    const map = maps.of(call);
    for (const [key, value] of call.decode(messages.replicatedMap.putAll).entries) {
      put(map, wholeOf(key), wholeOf(value), find(map, wholeOf(key)), 0);
    }
    call.void();
  });
  handlers.on(messages.replicatedMap.remove, (call) => {
    const map = maps.of(call);
    const key = call.data(call.key);
    const entry = find(map, key);
    call.nullableData(entry?.value);
    if (entry !== undefined) map.store.remove(entry);
    // A 5.6.0 member sends this event even if there was no entry.
    map.listeners.publishEntry(EntryEvent.REMOVED, key, undefined, entry?.value);
  });
  handlers.on(messages.replicatedMap.clear, (call) => {
    const map = maps.of(call);
    call.void();
    map.listeners.publishAll(EntryEvent.CLEAR_ALL, map.store.clear());
  });

  const ofContents = ['keySet', 'values', 'entrySet', 'size', 'isEmpty', 'containsValue'] as const;
  for (const name of ofContents) {
    const respond = contents[name];
    handlers.on(messages.replicatedMap[name], (call) => respond(call, maps.of(call).store));
  }
}

function find(map: NamedReplicatedMap, key: Slice): MapEntry | undefined {
  return map.store.find(key, map.store.hash(key), Date.now());
}

function put(
  { store, listeners }: NamedReplicatedMap,
  key: Slice,
  value: Slice,
  entry: MapEntry | undefined,
  ttl: number,
): void {
  const event = entry === undefined ? EntryEvent.ADDED : EntryEvent.UPDATED;
  listeners.publishEntry(event, key, value, entry?.value);
  const now = Date.now();
  if (entry === undefined) store.insert(key, store.hash(key), value, ttl, 0, now);
  else store.update(entry, value, ttl, 0, now);
}
