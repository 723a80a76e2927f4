import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { illegalArgument, outOfBounds, type MemberError } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import { copyOf, itemsOf } from '../shared/collection.js';
import type { NamedCollection } from '../shared/collection.js';
import type { NamedObjects } from '../shared/named-objects.js';
import type { Sequence } from '../shared/sequence.js';

// Offsets among the fixed fields, in bytes.
const INDEX = 0;
const SUB = { FROM: 0, TO: 4 } as const;

/** Registers the messages that name an index of a list. */
export function registerPositions(handlers: Handlers, lists: NamedObjects<NamedCollection<Sequence>>): void {
  handlers.on(messages.list.get, (call) => {
    const items = lists.of(call).items.all();
    call.nullableData(items[placeIn(items, call)]);
  });
  handlers.on(messages.list.set, (call) => {
    const list = lists.of(call);
    const items = list.items.all();
    const index = placeIn(items, call);
    const item = copyOf(call.data(call.value));
    const before = items[index];
    items[index] = item;
    call.nullableData(before);
    list.listeners.removed(before);
    list.listeners.added(item);
  });
  handlers.on(messages.list.removeWithIndex, (call) => {
    const list = lists.of(call);
    const items = list.items.all();
    const index = call.int(INDEX);
    if (isIn(items, index)) call.nullableData(items.splice(index, 1)[0]);
    else call.error(noPlace(items, index));
    // A 5.6.0 member sends this event without the item, and also for a removal that it refuses.
    list.listeners.removed(null);
  });

  const insert = (list: NamedCollection<Sequence>, index: number, added: readonly Buffer[]): void => {
    const items = list.items.all();
    if (index < 0 || index > items.length) throw outOfBounds(`Index: ${index}, Size: ${items.length}`);
    items.splice(index, 0, ...added);
    for (const item of added) list.listeners.added(item);
  };
  handlers.on(messages.list.addWithIndex, (call) => {
    const list = lists.of(call);
    const index = call.int(INDEX);
    // As in members, a negative index is the end; but not in `addAllWithIndex`.
    insert(list, index < 0 ? list.items.size : index, [copyOf(call.data(call.value))]);
    call.void();
  });
  handlers.on(messages.list.addAllWithIndex, (call) => {
    const list = lists.of(call);
    const added = itemsOf(call, messages.list.addAllWithIndex).map((item) => Buffer.from(item));
    insert(list, call.int(INDEX), added);
    call.boolean(added.length > 0);
  });

  handlers.on(messages.list.indexOf, (call) => {
    const { items } = lists.of(call);
    call.int32(items.indexOf(call.data(call.value)));
  });
  handlers.on(messages.list.lastIndexOf, (call) => {
    const { items } = lists.of(call);
    call.int32(items.lastIndexOf(call.data(call.value)));
  });
  const respondPart = (call: Call, items: readonly Buffer[], from: number, to: number): void => {
    if (from < 0) throw outOfBounds(`fromIndex = ${from}`);
    if (to > items.length) throw outOfBounds(`toIndex = ${to}`);
    if (from > to) throw illegalArgument(`fromIndex(${from}) > toIndex(${to})`);
    call.dataList(items.slice(from, to));
  };
  handlers.on(messages.list.sub, (call) => {
    const items = lists.of(call).items.all();
    const [from, to] = [call.int(SUB.FROM), call.int(SUB.TO)];
    // As in members, −1 is the end, and −1 twice is the whole list.
    if (from === -1 && to === -1) respondPart(call, items, 0, items.length);
    else respondPart(call, items, from, to === -1 ? items.length : to);
  });
  handlers.on(messages.list.listIterator, (call) => {
    const items = lists.of(call).items.all();
    respondPart(call, items, call.int(INDEX), items.length);
  });
}

function placeIn(items: readonly Buffer[], call: Call): number {
  const index = call.int(INDEX);
  if (isIn(items, index)) return index;
  throw noPlace(items, index);
}

function isIn(items: readonly Buffer[], index: number): boolean {
  return index >= 0 && index < items.length;
}

function noPlace(items: readonly Buffer[], index: number): MemberError {
  return outOfBounds(`Index ${index} out of bounds for length ${items.length}`);
}
