import type { Member } from '../../cluster/member.js';

/** Whether an item came or left. As in the official enum, numbers are keys, too: `ItemEventType[1]` is `'ADDED'`. */
export const ItemEventType = { ADDED: 1, REMOVED: 2, 1: 'ADDED', 2: 'REMOVED' } as const;
export type ItemEventType = 1 | 2;

/** An item came into a list, queue or set, or left it. */
export class ItemEvent<E> {
  /** The name of the list, queue or set. */
  name: string;
  eventType: ItemEventType;
  /** Null without `includeValue`. */
  item: E;
  /** The member that told of it; undefined when it has left the cluster meanwhile. */
  member: Member;

  constructor(name: string, eventType: ItemEventType, item: E, member: Member) {
    this.name = name;
    this.eventType = eventType;
    this.item = item;
    this.member = member;
  }
}

export type ItemEventListener<E> = (itemEvent: ItemEvent<E>) => void;

/** Functions by what they want to hear of. Both run on the caller's thread; what they throw, or their promise rejects with,
 * is logged. */
export interface ItemListener<E> {
  /** An item came in. */
  itemAdded?: ItemEventListener<E>;
  /** An item was taken or removed. */
  itemRemoved?: ItemEventListener<E>;
}
