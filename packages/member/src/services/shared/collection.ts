import { DATA_TYPE_OFFSET, type MessageSpec, type WireUuid } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { Handlers } from '../../calls/handlers.js';
import { wholeOf } from '../../protocol/slice.js';
import type { Slice } from '../../protocol/slice.js';
import type { Keyed } from './byte-table.js';
import { ItemListeners } from './item-listeners.js';
import type { AddItemListener, RemoveItemListener } from './item-listeners.js';
import { NamedObject } from './named-objects.js';
import type { NamedObjects } from './named-objects.js';
import type { Structure } from './structure.js';

/** The items of one list, queue or set. Each is a whole `Data` with a buffer of its own. */
export interface Items extends Iterable<Buffer> {
  readonly size: number;
  /** Returns true if `add` may add this item; false if a set has it already. */
  takes(item: Slice): boolean;
  /** Adds an item at the end. `takes` must have allowed it. */
  add(item: Buffer): void;
  has(item: Slice): boolean;
  /** Removes the first equal item and returns it; undefined if there is none. */
  remove(item: Slice): Buffer | undefined;
  /** Removes the items for which `isGoing` returns true, and returns them in order. */
  removeWhere(isGoing: (item: Buffer) => boolean): Buffer[];
}

/** One list, queue or set: its items and its listeners. */
export class NamedCollection<I extends Items> extends NamedObject {
  readonly items: I;
  readonly listeners: ItemListeners;

  constructor(name: Keyed, items: I, memberUuid: WireUuid) {
    super(name);
    this.items = items;
    this.listeners = new ItemListeners(memberUuid);
  }

  /** Called after each call that may have changed the items. */
  changed(): void {}
}

/** The messages that lists, queues and sets have in common. Their names in the message table differ. */
export interface CollectionMessages {
  readonly size: MessageSpec;
  readonly isEmpty: MessageSpec;
  readonly contains: MessageSpec;
  readonly containsAll: MessageSpec;
  readonly remove: MessageSpec;
  readonly compareAndRemoveAll: MessageSpec;
  readonly compareAndRetainAll: MessageSpec;
  readonly clear: MessageSpec;
  readonly addListener: AddItemListener;
  readonly removeListener: RemoveItemListener;
}

/**
 * Registers the common messages.
 *
 * @param all the messages that return all items.
 */
export function registerCollection(
  handlers: Handlers,
  messages: CollectionMessages,
  all: readonly MessageSpec[],
  objects: NamedObjects<NamedCollection<Items>>,
): void {
  handlers.on(messages.size, (call) => call.int32(objects.of(call).items.size));
  handlers.on(messages.isEmpty, (call) => call.boolean(objects.of(call).items.size === 0));
  handlers.on(messages.contains, (call) => {
    const { items } = objects.of(call);
    call.boolean(items.has(call.data(call.value)));
  });
  handlers.on(messages.containsAll, (call) => {
    const { items } = objects.of(call);
    const there = new Set<string>();
    for (const item of items) there.add(contentOf(item));
    call.boolean(itemsOf(call, messages.containsAll).every((item) => there.has(contentOf(item))));
  });
  for (const spec of all) {
    handlers.on(spec, (call) => call.dataList(objects.of(call).items));
  }

  handlers.on(messages.remove, (call) => {
    const object = objects.of(call);
    const removed = object.items.remove(call.data(call.value));
    call.boolean(removed !== undefined);
    if (removed === undefined) return;
    object.listeners.removed(removed);
    object.changed();
  });
  const removeWhere = (object: NamedCollection<Items>, isGoing: (item: Buffer) => boolean): number => {
    const removed = object.items.removeWhere(isGoing);
    for (const item of removed) object.listeners.removed(item);
    return removed.length;
  };
  const compareAndRemove =
    (spec: MessageSpec, retain: boolean) =>
    (call: Call): void => {
      const object = objects.of(call);
      const named = new Set(itemsOf(call, spec).map(contentOf));
      call.boolean(removeWhere(object, (item) => named.has(contentOf(item)) !== retain) > 0);
      object.changed();
    };
  handlers.on(messages.compareAndRemoveAll, compareAndRemove(messages.compareAndRemoveAll, false));
  handlers.on(messages.compareAndRetainAll, compareAndRemove(messages.compareAndRetainAll, true));
  handlers.on(messages.clear, (call) => {
    const object = objects.of(call);
    removeWhere(object, () => true);
    call.void();
    object.changed();
  });

  handlers.on(messages.addListener, (call) => {
    const spec = messages.addListener;
    const { includeValue } = call.decode(spec);
    call.uuid(objects.of(call).listeners.add(call, { spec, includeValue }));
  });
  handlers.on(messages.removeListener, (call) => {
    const { registrationId } = call.decode(messages.removeListener);
    call.boolean(objects.of(call).listeners.remove(registrationId));
  });
}

/** Returns lists, queues or sets as a structure. */
export function collectionsOf(serviceName: string, objects: NamedObjects<NamedCollection<Items>>): Structure {
  return {
    serviceName,
    destroy: (name) => {
      const object = objects.find(name);
      if (object === undefined) return;
      objects.remove(object);
      object.items.removeWhere(() => true);
      object.listeners.clear();
    },
    close: () => objects.clear(),
  };
}

/** Returns the items of a request that has a list of them. They are views of the socket's bytes: copy those to keep. */
export function itemsOf(call: Call, spec: MessageSpec): Buffer[] {
  const values: Record<string, unknown> = call.decode(spec);
  return Object.values(values).find(Array.isArray) as Buffer[];
}

/** Returns the part of an item by which items are compared: all bytes but the partition hash. */
export function contentOf(item: Buffer): string {
  return item.toString('latin1', DATA_TYPE_OFFSET);
}

/** Returns a copy of a slice. */
export function copyOf({ bytes, start, end }: Slice): Buffer {
  return Buffer.from(bytes.subarray(start, end));
}

/** Registers the messages that add items, for lists and sets, which have no size limit. */
export function registerAdditions(
  handlers: Handlers,
  { add, addAll }: { readonly add: MessageSpec; readonly addAll: MessageSpec },
  objects: NamedObjects<NamedCollection<Items>>,
): void {
  // All are checked before any is added: as in members, an item that is given twice causes two events.
  const append = ({ items, listeners }: NamedCollection<Items>, given: readonly Slice[]): boolean => {
    const taken = given.filter((item) => items.takes(item)).map(copyOf);
    for (const item of taken) {
      items.add(item);
      listeners.added(item);
    }
    return taken.length > 0;
  };
  handlers.on(add, (call) => {
    const object = objects.of(call);
    call.boolean(append(object, [call.data(call.value)]));
  });
  handlers.on(addAll, (call) => {
    const object = objects.of(call);
    call.boolean(append(object, itemsOf(call, addAll).map(wholeOf)));
  });
}
