import type { Member } from '../../cluster/member.js';

/** Kinds of item events. As in the official enum, numbers are keys, too: `ItemEventType[1]` is `'ADDED'`. */
export const ItemEventType = { ADDED: 1, REMOVED: 2, 1: 'ADDED', 2: 'REMOVED' } as const;
export type ItemEventType = 1 | 2;

/** Event of an item that was added to a list, queue or set, or removed from it. */
export class ItemEvent<E> {
  /** The name of the list, queue or set. */
  name: string;
  eventType: ItemEventType;
  /** The item; null without `includeValue`. */
  item: E;
  /** The member that sent the event; undefined when it has left the cluster meanwhile. */
  member: Member;

  constructor(name: string, eventType: ItemEventType, item: E, member: Member) {
    this.name = name;
    this.eventType = eventType;
    this.item = item;
    this.member = member;
  }
}

export type ItemEventListener<E> = (itemEvent: ItemEvent<E>) => void;

/**
 * Functions for the kinds of events. Both run on the caller's thread; an error that they throw, or that their promise rejects
 * with, is logged.
 */
export interface ItemListener<E> {
  /** An item was added. */
  itemAdded?: ItemEventListener<E>;
  /** An item was taken or removed. */
  itemRemoved?: ItemEventListener<E>;
}
