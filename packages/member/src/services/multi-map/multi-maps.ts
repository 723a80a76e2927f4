import { messages } from '@offloop/wire';

import { registerEntryListeners } from '../shared/entry-listeners.js';
import { registerLocking } from '../shared/locking.js';
import { NamedObjects } from '../shared/named-objects.js';
import type { Structure, StructureContext } from '../shared/structure.js';
import { registerBulk, registerEntries } from './entries.js';
import { NamedMultiMap, type MultiMaps } from './named-multi-map.js';
import { registerTransactional } from './transactional.js';

export function multiMaps({ handlers, memberUuid, options, transactions }: StructureContext): Structure {
  const m = messages.multiMap;
  const lists = options.listMultiMaps.map(patternOf);
  const maps: MultiMaps = new NamedObjects((name) => {
    const text = name.key.toString('utf8');
    const isList = lists.some((pattern) => pattern.test(text));
    return new NamedMultiMap(name, memberUuid, isList);
  });
  registerEntries(handlers, maps);
  registerBulk(handlers, maps);
  registerTransactional(maps, transactions);
  registerLocking(handlers, m, (call) => maps.of(call).locks);
  const adds = [m.addEntryListener, m.addEntryListenerToKey];
  registerEntryListeners(handlers, adds, (call) => maps.of(call).listeners);
  handlers.on(m.removeEntryListener, (call) => {
    const { registrationId } = call.decode(m.removeEntryListener);
    call.boolean(maps.of(call).listeners.remove(registrationId));
  });
  return {
    serviceName: 'hz:impl:multiMapService',
    destroy: (name) => {
      const map = maps.find(name);
      if (map === undefined) return;
      map.clear();
      // Waiting calls run inside this, and may put values.
      map.locks.releaseAll();
      map.clear();
      if (map.listeners.size === 0 && map.keys === 0) maps.remove(map);
    },
    releaseClient: (client) => maps.forEach((map) => map.locks.releaseClient(client)),
    close: () => {
      maps.forEach((map) => map.locks.close());
      maps.clear();
    },
  };
}

function patternOf(name: string): RegExp {
  const parts = name.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
