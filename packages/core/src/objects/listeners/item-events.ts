import type { EventOf, messages } from '@offloop/wire';
import type { Stored } from '../../calls/operation.js';
import type { Member } from '../../cluster/member.js';
import { mustBe } from '../../errors/must-be.js';
import { ItemEvent, ItemEventType, type ItemListener } from './item-listener.js';
import type { ValueOf } from './event-values.js';
import type { ListenerContext } from './listen.js';

/** The messages that register a listener for items. They have the same fields and the same event. */
export type AddItemListener =
  typeof messages.list.addListener | typeof messages.queue.addListener | typeof messages.set.addListener;

export type ItemMessage = EventOf<AddItemListener, 'Item'>;

export function deliverItem(
  listener: ItemListener<Stored>,
  name: string,
  { uuid, eventType }: ItemMessage,
  valueOf: ValueOf<ItemMessage>,
  { cluster }: ListenerContext,
): unknown {
  if (eventType !== ItemEventType.ADDED && eventType !== ItemEventType.REMOVED) return undefined;
  const callback = eventType === ItemEventType.ADDED ? 'itemAdded' : 'itemRemoved';
  // A listener may have lost the function it was registered with.
  if (typeof listener[callback] !== 'function') return undefined;
  const value = valueOf('item');
  // Undefined for a member that has left meanwhile, which the official types do not say either.
  const member = cluster.member(uuid) as Member;
  return listener[callback](new ItemEvent(name, eventType, value, member));
}

/** Throws IllegalArgumentError unless the argument is an item listener. */
export function checkItemListener(listener: unknown): void {
  if (typeof listener === 'object' && listener !== null) return;
  throw mustBe('an item listener', 'an object', listener);
}
