import { messages } from '@offloop/wire';
import type { Stored } from '../calls/operation.js';
import { deliver, listenerFlags, type EntryMessage } from '../objects/listeners/entry-events.js';
import type { MapListener } from '../objects/listeners/entry-listener.js';
import { listen, type ListenerContext, type OnDecoded } from '../objects/listeners/listen.js';
import type { Predicate } from '../query/predicates.js';

/** Messages of the registrations, which differ in the entries they are for and have the same events. */
const { removeEntryListener: remove } = messages.map;
const listeners = {
  all: { add: messages.map.addEntryListener, remove },
  ofKey: { add: messages.map.addEntryListenerToKey, remove },
  matching: { add: messages.map.addEntryListenerWithPredicate, remove },
  ofKeyMatching: { add: messages.map.addEntryListenerToKeyWithPredicate, remove },
};

/** The entries that a listener is for: all, unless a key or a predicate limits them. */
export interface ListenedEntries {
  readonly key: unknown;
  readonly predicate?: Predicate;
}

/** Registers an entry listener of the map `name` by `listen`. Throws IllegalArgumentError for an invalid listener. */
export function listenToMap(
  context: ListenerContext,
  name: string,
  listener: MapListener<Stored, Stored>,
  { key, predicate }: ListenedEntries,
  includeValue: boolean,
): Promise<string> {
  const common = { includeValue, listenerFlags: listenerFlags(listener) };
  const tell: OnDecoded<EntryMessage> = (event, valueOf) => deliver(listener, name, event, valueOf, context);
  const { all, ofKey, matching, ofKeyMatching } = listeners;
  if (key === undefined) {
    if (predicate === undefined) return listen(context, name, all, common, 'Entry', tell);
    return listen(context, name, matching, { ...common, predicate }, 'Entry', tell);
  }
  if (predicate === undefined) return listen(context, name, ofKey, { ...common, key }, 'Entry', tell);
  return listen(context, name, ofKeyMatching, { ...common, key, predicate }, 'Entry', tell);
}
