import type { EventOf, messages, WireUuid } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { Handlers } from '../../calls/handlers.js';
import { sameData } from '../../protocol/slice.js';
import type { Slice } from '../../protocol/slice.js';
import { Listeners, sendEvent, type Listener } from './listeners.js';

/** The protocol's types of entry events. They are also the bits of a listener's flags. */
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

/** The messages that register an entry listener. Their events have the same fields. */
type ListenerSpec =
  | Messages['addEntryListener' | 'addEntryListenerToKey']
  | (typeof messages.map)['addEntryListenerWithPredicate' | 'addEntryListenerToKeyWithPredicate'];

/**
 * Returns true for entries whose events a listener wants. It gets the key and the new value, or the old one if there is no new
 * one.
 */
export type EventFilter = (key: Buffer, value: Buffer) => boolean;

interface Interest {
  readonly spec: ListenerSpec;
  /** Key whose events the listener wants; undefined for all keys. */
  readonly key: Buffer | undefined;
  readonly includeValue: boolean;
  /** Sum of the {@link EntryEvent}s that the listener wants. */
  readonly flags: number;
  readonly filter: EventFilter | undefined;
}

/** Flags of a listener whose request does not name events: all of them. */
const EVERY_EVENT = ~0;

/** The fields of requests for listeners. Those of one message lack some of them. */
interface Wanted {
  readonly key?: Buffer;
  readonly predicate?: Buffer;
  readonly includeValue?: boolean;
  readonly listenerFlags?: number;
}

/** Registers messages that add an entry listener. @param filterOf makes the filter of a predicate, if there are messages with one. */
export function registerEntryListeners(
  handlers: Handlers,
  specs: readonly ListenerSpec[],
  listenersOf: (call: Call) => EntryListeners,
  filterOf?: (predicate: Buffer) => EventFilter,
): void {
  for (const spec of specs) {
    handlers.on(spec, (call) => {
      const wanted: Wanted = call.decode(spec);
      const { key, predicate, includeValue = true, listenerFlags: flags = EVERY_EVENT } = wanted;
      const filter = predicate === undefined ? undefined : filterOf?.(predicate);
      const kept = key === undefined ? undefined : Buffer.from(key);
      call.uuid(listenersOf(call).add(call, { spec, key: kept, includeValue, flags, filter }));
    });
  }
}

/** The fields that tell entry events of one type apart. */
type About = Pick<EventOf<ListenerSpec, 'Entry'>, 'key' | 'value' | 'oldValue' | 'numberOfAffectedEntries'>;

/** The entry listeners of one object. */
export class EntryListeners {
  readonly #listeners: Listeners<Interest> = new Listeners();
  readonly #memberUuid: WireUuid;

  constructor(memberUuid: WireUuid) {
    this.#memberUuid = memberUuid;
  }

  /** Number of listeners. At 0 there is nothing to publish. */
  get size(): number {
    return this.#listeners.size;
  }

  add(call: Call, interest: Interest): WireUuid {
    return this.#listeners.add(call, interest);
  }

  remove(id: WireUuid): boolean {
    return this.#listeners.remove(id);
  }

  /** Sends the event of one entry to the listeners that want it. The bytes are copied. */
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
      this.#send(listener, event, {
        key: keyData,
        value: wants.includeValue && value !== undefined ? view(value) : null,
        oldValue: wants.includeValue && oldValue !== undefined ? oldValue : null,
        numberOfAffectedEntries: 1,
      });
    }
  }

  /** Sends the event of all entries to the listeners that want it. `affected` is the number of entries. */
  publishAll(event: EntryEvent, affected: number): void {
    const about = { key: null, value: null, oldValue: null, numberOfAffectedEntries: affected };
    for (const listener of this.#listeners) {
      if ((listener.wants.flags & event) !== 0) this.#send(listener, event, about);
    }
  }

  #send(listener: Listener<Interest>, eventType: EntryEvent, about: About): void {
    const values = { ...about, mergingValue: null, eventType, uuid: this.#memberUuid };
    sendEvent(listener, listener.wants.spec, 'Entry', values);
  }
}

function view(slice: Slice): Buffer {
  return slice.bytes.subarray(slice.start, slice.end);
}
