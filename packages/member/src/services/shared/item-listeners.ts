import type { messages, WireUuid } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { Listeners, sendEvent } from './listeners.js';

export type AddItemListener =
  typeof messages.list.addListener | typeof messages.queue.addListener | typeof messages.set.addListener;
export type RemoveItemListener =
  | typeof messages.list.removeListener
  | typeof messages.queue.removeListener
  | typeof messages.set.removeListener;

interface Interest {
  readonly spec: AddItemListener;
  readonly includeValue: boolean;
}

/** The protocol's types of item events. */
const ADDED = 1;
const REMOVED = 2;

/** The item listeners of one list, queue or set. */
export class ItemListeners {
  readonly #listeners: Listeners<Interest> = new Listeners();
  readonly #memberUuid: WireUuid;

  constructor(memberUuid: WireUuid) {
    this.#memberUuid = memberUuid;
  }

  add(call: Call, interest: Interest): WireUuid {
    return this.#listeners.add(call, interest);
  }

  remove(id: WireUuid): boolean {
    return this.#listeners.remove(id);
  }

  /** Removes all listeners, as members do when the object is destroyed. */
  clear(): void {
    this.#listeners.clear();
  }

  /** Sends the event of an added item. The bytes are copied. */
  added(item: Buffer): void {
    this.#publish(item, ADDED);
  }

  /**
   * Sends the event of a removed item.
   *
   * @param item null where the events of members do not have it.
   */
  removed(item: Buffer | null): void {
    this.#publish(item, REMOVED);
  }

  #publish(item: Buffer | null, eventType: number): void {
    for (const listener of this.#listeners) {
      const { spec, includeValue } = listener.wants;
      const values = { item: includeValue ? item : null, uuid: this.#memberUuid, eventType };
      sendEvent(listener, spec, 'Item', values);
    }
  }
}
