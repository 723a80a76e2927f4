import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { Handlers } from '../../calls/handlers.js';
import type { MapEntry } from './map-entry.js';
import { sameData } from '../../protocol/slice.js';
import type { Slice } from '../../protocol/slice.js';
import { admit } from '../shared/lock-waiting.js';
import { EntryEvent } from '../shared/entry-listeners.js';
import type { Maps, NamedMap } from './named-map.js';
import { respondFalse, foundIn } from './writes.js';

const TRY_TIMEOUT_OFFSET = 8;

/** Registers the messages that remove one key. They wait while another owner has locked it. */
export function registerRemovals(handlers: Handlers, maps: Maps): void {
  /** Makes a handler that calls `respond` and then removes the entry, if there is one and it meets `condition`. */
  const removal = (
    event: EntryEvent,
    tellsOldValue: boolean,
    respond: (call: Call, removed: MapEntry | undefined) => void,
    condition?: (call: Call, entry: MapEntry) => boolean,
  ): ((call: Call) => void) => {
    return (call) => {
      const map = maps.of(call);
      const key = call.data(call.key);
      if (!admit(call, map.store.locks, key)) return;
      const { entry } = foundIn(map, key);
      const removed =
        entry === undefined || (condition !== undefined && !condition(call, entry)) ? undefined : entry;
      respond(call, removed);
      if (removed !== undefined) remove(call, map, key, removed, event, tellsOldValue);
    };
  };
  const whetherRemoved = (call: Call, removed: MapEntry | undefined): void => {
    call.boolean(removed !== undefined);
  };

  handlers.on(
    messages.map.remove,
    removal(EntryEvent.REMOVED, true, (call, removed) => call.nullableData(removed?.value)),
  );
  // The events of a 5.6.0 member for `delete` have no old value.
  handlers.on(messages.map.delete, removal(EntryEvent.REMOVED, false, whetherRemoved));
  handlers.on(messages.map.evict, removal(EntryEvent.EVICTED, true, whetherRemoved));
  handlers.on(
    messages.map.removeIfSame,
    removal(EntryEvent.REMOVED, true, whetherRemoved, (call, entry) =>
      sameData(entry.value, call.data(call.value)),
    ),
  );

  handlers.on(messages.map.tryRemove, (call) => {
    const map = maps.of(call);
    const key = call.data(call.key);
    if (!admit(call, map.store.locks, key, call.long(TRY_TIMEOUT_OFFSET), respondFalse)) return;
    const { entry } = foundIn(map, key);
    call.boolean(entry !== undefined);
    if (entry !== undefined) remove(call, map, key, entry, EntryEvent.REMOVED, true);
  });
}

/** Removes an entry and informs listeners and near caches. */
export function remove(
  call: Call | undefined,
  map: NamedMap,
  key: Slice,
  entry: MapEntry,
  event: EntryEvent,
  tellsOldValue: boolean,
): void {
  map.store.remove(entry);
  map.invalidations.invalidate(key, call);
  if (map.listeners.size === 0) return;
  map.listeners.publishEntry(event, key, undefined, tellsOldValue ? entry.value : undefined);
}
