import { mapMessages } from '@offloop/wire/protocol';

import type { Call } from '../../calls/call.js';
import type { Handlers } from '../../calls/handlers.js';
import { sameData, wholeOf } from '../../protocol/slice.js';
import { MapEvent } from './map-events.js';
import type { Maps } from './named-map.js';
import { foundIn, store } from './writes.js';

/** Messages about many entries. Locks do not hold up `putAll`, and keep entries from `clear` and `evictAll`. */
export function registerBulk(handlers: Handlers, maps: Maps): void {
  handlers.on(mapMessages.putAll, (call) => {
    const map = maps.of(call);
    for (const [key, value] of call.decode(mapMessages.putAll).entries) {
      store(foundIn(map, wholeOf(key)), wholeOf(value), 0, 0);
    }
    call.void();
  });
  handlers.on(mapMessages.getAll, (call) => {
    const map = maps.of(call);
    const { keys } = call.decode(mapMessages.getAll);
    call.list((out) => {
      for (const key of keys) {
        const { entry, now } = foundIn(map, wholeOf(key));
        if (entry === undefined) continue;
        entry.touch(now);
        out.dataFrame(entry.key);
        out.dataFrame(entry.value);
      }
    });
  });

  handlers.on(mapMessages.keySet, (call) => {
    const map = maps.of(call);
    call.list((out) => map.store.forEach(Date.now(), (entry) => out.dataFrame(entry.key)));
  });
  handlers.on(mapMessages.values, (call) => {
    const map = maps.of(call);
    call.list((out) => map.store.forEach(Date.now(), (entry) => out.dataFrame(entry.value)));
  });
  handlers.on(mapMessages.entrySet, (call) => {
    const map = maps.of(call);
    call.list((out) => {
      map.store.forEach(Date.now(), (entry) => {
        out.dataFrame(entry.key);
        out.dataFrame(entry.value);
      });
    });
  });

  handlers.on(mapMessages.size, (call) => call.int32(maps.of(call).store.size(Date.now())));
  handlers.on(mapMessages.isEmpty, (call) => call.boolean(maps.of(call).store.size(Date.now()) === 0));
  handlers.on(mapMessages.containsValue, (call) => {
    const map = maps.of(call);
    const value = call.data(call.value);
    let met = false;
    map.store.forEach(Date.now(), (entry) => {
      met ||= sameData(entry.value, value);
    });
    call.boolean(met);
  });

  // There is no map store to flush to.
  handlers.on(mapMessages.flush, (call) => call.void());
  const emptying =
    (event: MapEvent) =>
    (call: Call): void => {
      const map = maps.of(call);
      const affected = map.store.clear();
      if (affected > 0) map.listeners.publishMap(event, affected);
      call.void();
    };
  handlers.on(mapMessages.clear, emptying(MapEvent.CLEAR_ALL));
  handlers.on(mapMessages.evictAll, emptying(MapEvent.EVICT_ALL));
}
