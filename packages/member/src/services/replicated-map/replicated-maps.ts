import { messages } from '@offloop/wire';

import { registerEntryListeners } from '../shared/entry-listeners.js';
import { NamedObjects } from '../shared/named-objects.js';
import type { Structure, StructureContext } from '../shared/structure.js';
import { registerEntries } from './entries.js';
import { NamedReplicatedMap, type ReplicatedMaps } from './named-replicated-map.js';

// Slots a sweep looks at in each map: some 100 µs.
const SWEEP_SLOTS = 8_192;

/** Replicated maps, each with one replica. Listeners with predicates are not supported. */
export function replicatedMaps({ handlers, memberUuid }: StructureContext): Structure {
  const m = messages.replicatedMap;
  const maps: ReplicatedMaps = new NamedObjects((name) => new NamedReplicatedMap(name, memberUuid));
  registerEntries(handlers, maps);
  const adds = [m.addEntryListener, m.addEntryListenerToKey];
  registerEntryListeners(handlers, adds, (call) => maps.of(call).listeners);
  handlers.on(m.removeEntryListener, (call) => {
    const { registrationId } = call.decode(m.removeEntryListener);
    call.boolean(maps.of(call).listeners.remove(registrationId));
  });
  return {
    serviceName: 'hz:impl:replicatedMapService',
    destroy: (name) => {
      const map = maps.find(name);
      if (map === undefined) return;
      map.store.clear();
      if (map.listeners.size === 0) maps.remove(map);
    },
    sweep: () => {
      const now = Date.now();
      maps.forEach((map) => map.store.sweep(now, SWEEP_SLOTS));
    },
    close: () => maps.clear(),
  };
}
