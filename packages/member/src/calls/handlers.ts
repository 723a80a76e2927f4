import type { MessageSpec } from '@offloop/wire';

import { nameOf } from '../protocol/message-names.js';
import type { Call } from './call.js';

/** Handles a call: responds to it, throws the `MemberError` to respond with, or makes the call wait. */
export type Handler = (call: Call) => void;

export interface Route {
  readonly name: string;
  readonly handle: Handler;
  readonly needsAuthentication: boolean;
  requests: number;
}

/** The table of handlers, by message type. */
export class Handlers {
  /** Routes by message type, without its lowest byte, which is 0 in requests. */
  readonly #routes: (Route | undefined)[] = [];

  /**
   * Sets the handler of a message.
   *
   * @param needsAuthentication false for messages a client may send before it has authenticated. Default true.
   */
  on(spec: MessageSpec, handle: Handler, needsAuthentication: boolean = true): void {
    this.#routes[spec.id >>> 8] = { name: nameOf(spec.id), handle, needsAuthentication, requests: 0 };
  }

  /** Returns the route of a message type; undefined for messages without a handler and for types that are not requests. */
  routeOf(type: number): Route | undefined {
    return (type & 0xff) === 0 ? this.#routes[type >>> 8] : undefined;
  }

  /** Requests handled so far, by name of the message; messages without any are left out. */
  requestsByMessage(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const route of this.#routes) {
      if (route !== undefined && route.requests > 0) counts[route.name] = route.requests;
    }
    return counts;
  }
}
