import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { illegalArgument, nullPointer } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import { wholeOf } from '../../protocol/slice.js';
import { EntryEvent } from '../shared/entry-listeners.js';
import { contents } from './contents.js';
import type { Maps } from './named-map.js';
import { foundIn, store } from './writes.js';

const NO_STORE = 'The map has no map store';

/** Registers the messages about many entries. Locks do not delay `putAll`; `clear` and `evictAll` leave locked entries. */
export function registerBulk(handlers: Handlers, maps: Maps): void {
  handlers.on(messages.map.putAll, (call) => {
    const map = maps.of(call);
    for (const [key, value] of call.decode(messages.map.putAll).entries) {
      store(call, foundIn(map, wholeOf(key)), wholeOf(value), 0, 0);
    }
    call.void();
  });
  handlers.on(messages.map.getAll, (call) => {
    const map = maps.of(call);
    const { keys } = call.decode(messages.map.getAll);
    const found = new Set<unknown>();
    call.list((out) => {
      for (const key of keys) {
        const { entry, now } = foundIn(map, wholeOf(key));
        // Each entry once, however often its key is asked for.
        if (entry === undefined || found.has(entry)) continue;
        found.add(entry);
        entry.touch(now);
        out.dataFrame(entry.key);
        out.dataFrame(entry.value);
      }
    });
  });

  const ofContents = ['keySet', 'values', 'entrySet', 'size', 'isEmpty', 'containsValue'] as const;
  for (const name of ofContents) {
    const respond = contents[name];
    handlers.on(messages.map[name], (call) => respond(call, maps.of(call).store));
  }

  // This member has no map store to flush to or load from.
  handlers.on(messages.map.flush, (call) => call.void());
  handlers.on(messages.map.loadAll, () => {
    throw illegalArgument(NO_STORE);
  });
  handlers.on(messages.map.loadGivenKeys, () => {
    throw nullPointer(NO_STORE);
  });
  const emptying =
    (event: EntryEvent) =>
    (call: Call): void => {
      const map = maps.of(call);
      const affected = map.store.clear();
      if (affected > 0) map.listeners.publishAll(event, affected);
      map.invalidations.invalidateAll(call);
      call.void();
    };
  handlers.on(messages.map.clear, emptying(EntryEvent.CLEAR_ALL));
  handlers.on(messages.map.evictAll, emptying(EntryEvent.EVICT_ALL));
}
