import type { EventOf, messages } from '@offloop/wire';
import type { Stored } from '../../calls/operation.js';
import type { Member } from '../../cluster/member.js';
import { IllegalArgumentError } from '@offloop/values';
import { mustBe } from '../../errors/must-be.js';
import { EntryEvent, MapEvent, type EntryListener } from './entry-listener.js';
import type { ValueOf } from './event-values.js';
import type { ListenerContext } from './listen.js';

/** Types of events, each with its bit in a listener's flags. */
const EVENT_TYPES = {
  added: 1,
  removed: 2,
  updated: 4,
  evicted: 8,
  expired: 16,
  mapEvicted: 32,
  mapCleared: 64,
  merged: 128,
  loaded: 512,
} as const;
type Callback = keyof typeof EVENT_TYPES;

const CALLBACKS: ReadonlyMap<number, Callback> = new Map(
  (Object.keys(EVENT_TYPES) as Callback[]).map((name) => [EVENT_TYPES[name], name]),
);

/** The event message of all structures with entries, which differ in the types of events they have. */
export type EntryMessage = EventOf<typeof messages.map.addEntryListener, 'Entry'>;

export function deliver(
  listener: EntryListener<Stored, Stored>,
  objectName: string,
  message: EntryMessage,
  valueOf: ValueOf<EntryMessage>,
  { cluster }: ListenerContext,
): unknown {
  const callback = CALLBACKS.get(message.eventType);
  if (callback === undefined) return undefined;
  // A listener may have lost the function it was registered with.
  if (typeof listener[callback] !== 'function') return undefined;
  // Undefined for a member that has left meanwhile, which the official types do not say either.
  const member = cluster.member(message.uuid) as Member;
  if (callback === 'mapCleared' || callback === 'mapEvicted') {
    return listener[callback](new MapEvent(objectName, message.numberOfAffectedEntries, member));
  }
  return listener[callback](
    new EntryEvent(
      objectName,
      valueOf('key'),
      valueOf('value'),
      valueOf('oldValue'),
      valueOf('mergingValue'),
      member,
    ),
  );
}

/**
 * Returns the flags for the member of the events that a listener has functions for. Throws IllegalArgumentError as
 * `checkListener`.
 */
export function listenerFlags(listener: EntryListener<Stored, Stored>): number {
  checkListener(listener);
  let flags = 0;
  for (const name of CALLBACKS.values()) {
    if (listener[name] !== undefined && listener[name] !== null) flags |= EVENT_TYPES[name];
  }
  return flags;
}

/** Throws IllegalArgumentError unless the argument is an entry listener. */
export function checkListener(listener: EntryListener<Stored, Stored>): void {
  const names = [...CALLBACKS.values()];
  if (typeof listener !== 'object' || listener === null) {
    const accepted = `an object with some of the functions ${names.join(', ')}`;
    throw mustBe('an entry listener', accepted, listener);
  }
  // Functions by other names (`onAdded`, `entryAdded`) would never be called. One that has none yet is as the official client takes it.
  if (Object.keys(listener).length > 0 && !names.some((name) => name in listener)) {
    throw new IllegalArgumentError(
      `an entry listener has some of the functions ${names.join(', ')}, and this has none`,
    );
  }
}
