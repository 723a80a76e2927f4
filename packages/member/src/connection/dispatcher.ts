import { ProtocolError } from '@offloop/wire';

import { Call } from '../calls/call.js';
import type { ClientConnection } from '../calls/client-connection.js';
import { internal, MemberError, notAuthenticated, unsupported } from '../calls/errors.js';
import type { Handlers, Route } from '../calls/handlers.js';
import type { Faults } from '../faults/faults.js';
import { LogLevel } from '../log.js';
import type { Log } from '../log.js';
import { nameOf } from '../protocol/message-names.js';
import { misbehave } from './misbehave.js';

/** Passes each request to its handler, and turns everything the handler throws into the response to that request. */
export class Dispatcher {
  readonly faults: Faults;
  errors = 0;
  protocolErrors = 0;
  unsupportedRequests = 0;
  readonly #handlers: Handlers;
  readonly #log: Log;
  readonly #call: Call = new Call();

  constructor(handlers: Handlers, faults: Faults, log: Log) {
    this.#handlers = handlers;
    this.faults = faults;
    this.#log = log;
  }

  /** Handles the request in `bytes[start, end)`. Throws `ProtocolError` when these bytes are not a request. */
  dispatch(connection: ClientConnection, bytes: Buffer, start: number, end: number): void {
    const call = this.#call;
    call.open(connection, bytes, start, end);
    this.#handle(call);
  }

  /** Handles a request again that has waited since `waitingSince`. It may run inside another call's handler. */
  redispatch(connection: ClientConnection, request: Buffer, waitingSince: number): void {
    const call = new Call();
    call.open(connection, request, 0, request.length);
    call.waitingSince = waitingSince;
    this.#handle(call);
  }

  #handle(call: Call): void {
    const route = this.#handlers.routeOf(call.type);
    if (route !== undefined) route.requests += 1;
    if (this.faults.armed) {
      const action = this.faults.actionFor(call);
      if (action !== undefined) {
        misbehave(call, action, () => this.#run(call, route));
        return;
      }
    }
    this.#run(call, route);
  }

  #run(call: Call, route: Route | undefined): void {
    const { connection } = call;
    if (connection.client === undefined && route?.needsAuthentication !== false) {
      call.error(notAuthenticated());
      connection.end(`${nameOf(call.type)} before authentication`);
      return;
    }
    const mark = connection.outbox.length;
    try {
      if (route === undefined) {
        this.unsupportedRequests += 1;
        throw unsupported(nameOf(call.type));
      }
      route.handle(call);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      connection.outbox.length = mark;
      call.error(this.#asMemberError(call, error));
    }
  }

  #asMemberError(call: Call, error: unknown): MemberError {
    this.errors += 1;
    if (error instanceof MemberError) return error;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#log(LogLevel.ERROR, `${nameOf(call.type)} failed: ${text}`);
    return internal(error);
  }
}
