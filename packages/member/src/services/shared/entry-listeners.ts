import type { messages, WireUuid } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { sameData } from '../../protocol/slice.js';
import type { Slice } from '../../protocol/slice.js';
import { Listeners, sendEvent } from './listeners.js';

/** What happened to an entry or to all of them: the protocol's event types, and the bits of a listener's flags. */
export const EntryEvent = {
  ADDED: 1,
  REMOVED: 2,
  UPDATED: 4,
  EVICTED: 8,
  EXPIRED: 16,
  EVICT_ALL: 32,
  CLEAR_ALL: 64,
} as const;
export type EntryEvent = (typeof EntryEvent)[keyof typeof EntryEvent];

type Messages = typeof messages.map | typeof messages.multiMap | typeof messages.replicatedMap;

/** The messages that make a registration; their events are alike. */
type ListenerSpec =
  | Messages['addEntryListener' | 'addEntryListenerToKey']
  | (typeof messages.map)['addEntryListenerWithPredicate' | 'addEntryListenerToKeyWithPredicate'];

interface Interest {
  readonly spec: ListenerSpec;
  /** Only this key's events, if given. */
  readonly key: Buffer | undefined;
  readonly includeValue: boolean;
  /** Sum of the {@link EntryEvent}s wanted. */
  readonly flags: number;
  /** Only events of entries for which this is true of key and value: the new one, or where there is none the old one. */
  readonly filter?: (key: Buffer, value: Buffer) => boolean;
}

/** The interest of a listener whose request does not say which events it wants. */
export const EVERY_EVENT: number = ~0;

/** The entry listeners of one object. */
export class EntryListeners {
  readonly #listeners: Listeners<Interest> = new Listeners();
  readonly #memberUuid: WireUuid;

  constructor(memberUuid: WireUuid) {
    this.#memberUuid = memberUuid;
  }

  /** While it is 0 there is nothing to publish. */
  get size(): number {
    return this.#listeners.size;
  }

  add(call: Call, interest: Interest): WireUuid {
    return this.#listeners.add(call, interest);
  }

  remove(id: WireUuid): boolean {
    return this.#listeners.remove(id);
  }

  /** Tells those who want it what happened to one entry. The bytes are copied. */
  publishEntry(event: EntryEvent, key: Slice, value: Slice | undefined, oldValue: Buffer | undefined): void {
    const keyData = view(key);
    for (const listener of this.#listeners) {
      const { wants } = listener;
      if ((wants.flags & event) === 0) continue;
      if (wants.key !== undefined && !sameData(wants.key, key)) continue;
      if (wants.filter !== undefined) {
        const seen = value === undefined ? oldValue : view(value);
        if (seen === undefined || !wants.filter(keyData, seen)) continue;
      }
      const values = {
        key: keyData,
        value: wants.includeValue && value !== undefined ? view(value) : null,
        oldValue: wants.includeValue && oldValue !== undefined ? oldValue : null,
        mergingValue: null,
        eventType: event,
        uuid: this.#memberUuid,
        numberOfAffectedEntries: 1,
      };
      sendEvent(listener, wants.spec, 'Entry', values);
    }
  }

  /** Tells those who want it what happened to all entries. */
  publishAll(event: EntryEvent, affected: number): void {
    for (const listener of this.#listeners) {
      const { wants } = listener;
      if ((wants.flags & event) === 0) continue;
      const values = {
        key: null,
        value: null,
        oldValue: null,
        mergingValue: null,
        eventType: event,
        uuid: this.#memberUuid,
        numberOfAffectedEntries: affected,
      };
      sendEvent(listener, wants.spec, 'Entry', values);
    }
  }
}

function view(slice: Slice): Buffer {
  return slice.bytes.subarray(slice.start, slice.end);
}
