import { messages } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import { EVERY_EVENT } from '../shared/entry-listeners.js';
import { NamedObjects } from '../shared/named-objects.js';
import type { Structure, StructureContext } from '../shared/structure.js';
import { registerEntries } from './entries.js';
import { NamedReplicatedMap } from './named-replicated-map.js';
import type { ReplicatedMaps } from './named-replicated-map.js';

// Slots a sweep looks at in each map: some 100 µs.
const SWEEP_SLOTS = 8_192;

/** Service of replicated maps, each with one replica. Listeners with predicates are not supported. */
export class ReplicatedMapService implements Structure {
  readonly serviceName = 'hz:impl:replicatedMapService';
  readonly #maps: ReplicatedMaps;

  constructor({ memberUuid }: StructureContext) {
    this.#maps = new NamedObjects((name) => new NamedReplicatedMap(name, memberUuid));
  }

  register(handlers: Handlers): void {
    const maps = this.#maps;
    registerEntries(handlers, maps);
    const common = { includeValue: true, flags: EVERY_EVENT };
    handlers.on(messages.replicatedMap.addEntryListener, (call) => {
      const spec = messages.replicatedMap.addEntryListener;
      call.uuid(maps.of(call).listeners.add(call, { spec, key: undefined, ...common }));
    });
    handlers.on(messages.replicatedMap.addEntryListenerToKey, (call) => {
      const map = maps.of(call);
      const spec = messages.replicatedMap.addEntryListenerToKey;
      const key = Buffer.from(call.decode(spec).key);
      call.uuid(map.listeners.add(call, { spec, key, ...common }));
    });
    handlers.on(messages.replicatedMap.removeEntryListener, (call) => {
      const { registrationId } = call.decode(messages.replicatedMap.removeEntryListener);
      call.boolean(maps.of(call).listeners.remove(registrationId));
    });
  }

  destroy(name: string): void {
    const map = this.#maps.find(name);
    if (map === undefined) return;
    map.store.clear();
    if (map.listeners.size === 0) this.#maps.remove(map);
  }

  sweep(): void {
    const now = Date.now();
    this.#maps.forEach((map) => map.store.sweep(now, SWEEP_SLOTS));
  }

  close(): void {
    this.#maps.clear();
  }
}
