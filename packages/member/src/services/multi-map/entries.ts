import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { Handlers } from '../../calls/handlers.js';
import { sameData, wholeOf } from '../../protocol/slice.js';
import type { Slice } from '../../protocol/slice.js';
import { EntryEvent } from '../shared/entry-listeners.js';
import { admit, admitRead } from '../shared/lock-waiting.js';
import type { MultiMaps, NamedMultiMap, ValuesOfKey } from './named-multi-map.js';

/**
 * Registers the messages about one key. Changes, except `putAll`, wait while another owner has locked it, and reads where that is a
 * transaction of one phase.
 */
export function registerEntries(handlers: Handlers, maps: MultiMaps): void {
  const read = (call: Call, respond: (entry: ValuesOfKey | undefined) => void): void => {
    const map = maps.of(call);
    const key = call.data(call.key);
    if (admitRead(call, map.locks, key)) respond(map.find(key));
  };

  handlers.on(messages.multiMap.get, (call) => read(call, (entry) => call.dataList(entry?.values ?? [])));
  handlers.on(messages.multiMap.containsKey, (call) =>
    read(call, (entry) => call.boolean(entry !== undefined)),
  );
  handlers.on(messages.multiMap.valueCount, (call) =>
    read(call, (entry) => call.int32(entry?.values.length ?? 0)),
  );
  handlers.on(messages.multiMap.containsEntry, (call) =>
    read(call, (entry) => {
      const value = call.data(call.value);
      call.boolean(entry?.values.some((each) => sameData(each, value)) ?? false);
    }),
  );

  handlers.on(messages.multiMap.put, (call) => {
    const map = maps.of(call);
    const key = call.data(call.key);
    const value = call.data(call.value);
    if (!admit(call, map.locks, key)) return;
    call.boolean(put(map, key, value));
  });
  handlers.on(messages.multiMap.putAll, (call) => {
    const map = maps.of(call);
    for (const [key, values] of call.decode(messages.multiMap.putAll).entries) {
      // In a 5.6.0 member even a key without values exists afterwards.
      map.findOrAdd(wholeOf(key));
      for (const value of values) put(map, wholeOf(key), wholeOf(value));
    }
    call.void();
  });

  handlers.on(messages.multiMap.removeEntry, (call) => {
    const map = maps.of(call);
    const key = call.data(call.key);
    const value = call.data(call.value);
    if (!admit(call, map.locks, key)) return;
    const entry = map.find(key);
    const at = entry?.values.findIndex((each) => sameData(each, value)) ?? -1;
    call.boolean(at !== -1);
    if (entry === undefined || at === -1) return;
    const [removed] = entry.values.splice(at, 1);
    if (entry.values.length === 0) map.remove(entry);
    map.listeners.publishEntry(EntryEvent.REMOVED, key, undefined, removed);
  });
  const removal = (call: Call, respond: (values: Buffer[] | undefined) => void): void => {
    const map = maps.of(call);
    const key = call.data(call.key);
    if (!admit(call, map.locks, key)) return;
    const entry = map.find(key);
    respond(entry?.values);
    if (entry === undefined) return;
    map.remove(entry);
    for (const value of entry.values) {
      map.listeners.publishEntry(EntryEvent.REMOVED, key, undefined, value);
    }
  };
  handlers.on(messages.multiMap.remove, (call) => removal(call, (values) => call.dataList(values ?? [])));
  handlers.on(messages.multiMap.delete, (call) => removal(call, () => call.void()));
}

/** Registers the messages about all keys. `clear` leaves locked keys. */
export function registerBulk(handlers: Handlers, maps: MultiMaps): void {
  handlers.on(messages.multiMap.keySet, (call) => {
    const map = maps.of(call);
    call.list((out) => map.forEach(({ key }) => out.dataFrame(key)));
  });
  handlers.on(messages.multiMap.values, (call) => {
    const map = maps.of(call);
    call.list((out) => {
      map.forEach(({ values }) => {
        for (const value of values) out.dataFrame(value);
      });
    });
  });
  handlers.on(messages.multiMap.entrySet, (call) => {
    const map = maps.of(call);
    call.list((out) => {
      map.forEach(({ key, values }) => {
        for (const value of values) {
          out.dataFrame(key);
          out.dataFrame(value);
        }
      });
    });
  });
  handlers.on(messages.multiMap.containsValue, (call) => {
    const map = maps.of(call);
    const value = call.data(call.value);
    let met = false;
    map.forEach(({ values }) => {
      met ||= values.some((each) => sameData(each, value));
    });
    call.boolean(met);
  });
  handlers.on(messages.multiMap.size, (call) => {
    let size = 0;
    maps.of(call).forEach(({ values }) => (size += values.length));
    call.int32(size);
  });
  handlers.on(messages.multiMap.clear, (call) => {
    const map = maps.of(call);
    call.void();
    map.listeners.publishAll(EntryEvent.CLEAR_ALL, map.clear());
  });
}

function put(map: NamedMultiMap, key: Slice, value: Slice): boolean {
  const added = map.add(map.findOrAdd(key), value);
  if (added) map.listeners.publishEntry(EntryEvent.ADDED, key, value, undefined);
  return added;
}
