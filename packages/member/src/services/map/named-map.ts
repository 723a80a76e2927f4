import type { WireUuid } from '@offloop/wire/protocol';

import { wholeOf } from '../../protocol/slice.js';
import type { Keyed } from '../shared/byte-table.js';
import { NamedObject } from '../shared/named-objects.js';
import type { NamedObjects } from '../shared/named-objects.js';
import { EntryEvent, EntryListeners } from '../shared/entry-listeners.js';
import { MapStore } from './map-store.js';

/** One map: its entries, its locks and its listeners. */
export class NamedMap extends NamedObject {
  readonly listeners: EntryListeners;
  readonly store: MapStore;

  constructor(name: Keyed, memberUuid: WireUuid) {
    super(name);
    this.listeners = new EntryListeners(memberUuid);
    this.store = new MapStore((entry) => {
      if (this.listeners.size === 0) return;
      this.listeners.publishEntry(EntryEvent.EXPIRED, wholeOf(entry.key), undefined, entry.value);
    });
  }
}

export type Maps = NamedObjects<NamedMap>;
