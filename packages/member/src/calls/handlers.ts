import type { MessageSpec } from '@offloop/wire';

import { nameOf } from '../protocol/message-names.js';
import type { Call } from './call.js';

/** Responds to a call, throws `MemberError` as the response, or has the call wait. */
export type Handler = (call: Call) => void;

export interface Route {
  readonly name: string;
  readonly handle: Handler;
  readonly needsAuthentication: boolean;
  requests: number;
}

/** Which handler a message has. */
export class Handlers {
  /** Routes by message type, without its lowest byte, which is 0 in requests. */
  readonly #routes: (Route | undefined)[] = [];

  /** @param needsAuthentication false for the messages a client may send before it is known. Default true. */
  on(spec: MessageSpec, handle: Handler, needsAuthentication: boolean = true): void {
    this.#routes[spec.id >>> 8] = { name: nameOf(spec.id), handle, needsAuthentication, requests: 0 };
  }

  routeOf(type: number): Route | undefined {
    return (type & 0xff) === 0 ? this.#routes[type >>> 8] : undefined;
  }

  /** Requests handled so far, by message, those never met left out. */
  requestsByMessage(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const route of this.#routes) {
      if (route !== undefined && route.requests > 0) counts[route.name] = route.requests;
    }
    return counts;
  }
}
