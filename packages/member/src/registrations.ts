import type { WireUuid } from '@offloop/wire/protocol';

import type { Call } from './call.js';
import type { Connection } from './connection.js';
import { randomUuid, uuidText } from './uuid.js';

/** A listener of a client's: where its events go, and what it wants to hear. */
export type Registration<T> = {
  readonly connection: Connection;
  /** The events carry the correlation id of the request that registered the listener. */
  readonly correlationLow: number;
  readonly correlationHigh: number;
  readonly wants: T;
};

/** Listeners by registration id. They go with their connection: a client registers again on the next one. */
export class Registrations<T> {
  readonly #byId: Map<string, Registration<T>> = new Map();
  readonly #forget: Map<string, () => void> = new Map();

  get size(): number {
    return this.#byId.size;
  }

  add(call: Call, wants: T): WireUuid {
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

  /** False when there is no such registration. */
  remove(id: WireUuid): boolean {
    const key = uuidText(id);
    this.#forget.get(key)?.();
    return this.#drop(key);
  }

  values(): Iterable<Registration<T>> {
    return this.#byId.values();
  }

  #drop(key: string): boolean {
    this.#forget.delete(key);
    return this.#byId.delete(key);
  }
}
