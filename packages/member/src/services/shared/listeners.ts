import {
  encodeEvent,
  uuidText,
  type EventName,
  type EventOf,
  type MessageSpec,
  type WireUuid,
} from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { ClientConnection } from '../../calls/client-connection.js';
import { randomUuid } from '../../protocol/uuid.js';

/** Destination of a listener's events: a connection, and the correlation id of the request that registered the listener. */
export interface EventTarget {
  readonly connection: ClientConnection;
  readonly correlationLow: number;
  readonly correlationHigh: number;
}

/** A listener of a client, and the events it wants. */
export type Listener<Interest> = EventTarget & { readonly wants: Interest };

/** Listeners by registration id. They are removed with their connection: a client registers again on the next one. */
export class Listeners<Interest> {
  readonly #byId: Map<string, Listener<Interest>> = new Map();
  readonly #forget: Map<string, () => void> = new Map();

  get size(): number {
    return this.#byId.size;
  }

  add(call: Call, wants: Interest): WireUuid {
    const id = randomUuid();
    const key = uuidText(id);
    const { connection, correlationLow, correlationHigh } = call;
    this.#byId.set(key, { connection, correlationLow, correlationHigh, wants });
    this.#forget.set(
      key,
      connection.onClosed(() => this.#drop(key)),
    );
    return id;
  }

  /** Removes a listener; returns false if there is no such registration. */
  remove(id: WireUuid): boolean {
    const key = uuidText(id);
    this.#forget.get(key)?.();
    return this.#drop(key);
  }

  clear(): void {
    for (const forget of this.#forget.values()) forget();
    this.#forget.clear();
    this.#byId.clear();
  }

  [Symbol.iterator](): Iterator<Listener<Interest>> {
    return this.#byId.values();
  }

  #drop(key: string): boolean {
    this.#forget.delete(key);
    return this.#byId.delete(key);
  }
}

export function sendEvent<M extends MessageSpec, E extends EventName<M>>(
  { connection, correlationLow, correlationHigh }: EventTarget,
  spec: M,
  event: E,
  values: EventOf<M, E>,
): void {
  connection.send(encodeEvent(spec, event, values, { correlationLow, correlationHigh }));
}
