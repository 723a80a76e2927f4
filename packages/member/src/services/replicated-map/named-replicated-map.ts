import type { WireUuid } from '@offloop/wire';

import { wholeOf } from '../../protocol/slice.js';
import { MapStore } from '../map/map-store.js';
import type { Keyed } from '../shared/byte-table.js';
import { EntryEvent, EntryListeners } from '../shared/entry-listeners.js';
import { NamedObject } from '../shared/named-objects.js';
import type { NamedObjects } from '../shared/named-objects.js';

/** One replicated map: a store without locks, and its listeners, who receive expired entries as evicted. */
export class NamedReplicatedMap extends NamedObject {
  readonly listeners: EntryListeners;
  readonly store: MapStore;

  constructor(name: Keyed, memberUuid: WireUuid) {
    super(name);
    this.listeners = new EntryListeners(memberUuid);
    this.store = new MapStore((entry) => {
      this.listeners.publishEntry(EntryEvent.EVICTED, wholeOf(entry.key), undefined, entry.value);
    });
  }
}

export type ReplicatedMaps = NamedObjects<NamedReplicatedMap>;
