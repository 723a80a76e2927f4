import { wholeOf } from '../../protocol/slice.js';
import type { Keyed } from '../shared/byte-table.js';
import { NamedObject } from '../shared/named-objects.js';
import type { NamedObjects } from '../shared/named-objects.js';
import { EntryEvent, EntryListeners } from '../shared/entry-listeners.js';
import { Invalidations, type PartitionContext } from './invalidations.js';
import { MapStore } from './map-store.js';

/** One map: its entries, locks and listeners, and the invalidations of its near caches. */
export class NamedMap extends NamedObject {
  readonly listeners: EntryListeners;
  readonly invalidations: Invalidations;
  readonly store: MapStore;
  /** Names of its indexes. */
  readonly indexes: Set<string> = new Set();

  constructor(name: Keyed, partitions: PartitionContext) {
    super(name);
    this.listeners = new EntryListeners(partitions.memberUuid);
    this.invalidations = new Invalidations(this.name, partitions);
    this.store = new MapStore((entry) => {
      if (this.listeners.size === 0) return;
      this.listeners.publishEntry(EntryEvent.EXPIRED, wholeOf(entry.key), undefined, entry.value);
    });
  }
}

export type Maps = NamedObjects<NamedMap>;
