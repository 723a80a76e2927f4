import {
  FRAME_HEADER_SIZE,
  ProtocolError,
  RESPONSE_BACKUP_ACKS_OFFSET,
  clientMessages,
  encodeEvent,
  FLAG_BACKUP_EVENT,
} from '@offloop/wire/protocol';
import type { MessageSpec } from '@offloop/wire/protocol';

import { Call } from './call.js';
import type { Connection } from './connection.js';
import { internal, MemberError, notAuthenticated, unsupported } from './errors.js';
import { errorOf, nameOf, requestOf } from './faults.js';
import type { FaultAction, Faults } from './faults.js';
import { LogLevel } from './log.js';
import type { Log } from './log.js';

/** Answers a call, throws {@link MemberError} as the answer, or has the call wait. */
export type Handler = (call: Call) => void;

type Route = {
  readonly name: string;
  readonly handle: Handler;
  readonly needsAuthentication: boolean;
  requests: number;
};

/** Finds the handler of a request and sees that whatever happens in it concerns that request only. */
export class Dispatcher {
  readonly faults: Faults;
  errors = 0;
  protocolErrors = 0;
  unsupportedRequests = 0;
  readonly #log: Log;
  /** By message type without its lowest byte, which is 0 in requests. */
  readonly #routes: (Route | undefined)[] = [];
  readonly #call: Call = new Call();

  constructor(faults: Faults, log: Log) {
    this.faults = faults;
    this.#log = log;
  }

  /** @param needsAuthentication false for the messages a client may send before it is known. Default true. */
  on(spec: MessageSpec, handle: Handler, needsAuthentication: boolean = true): void {
    this.#routes[spec.id >>> 8] = { name: nameOf(spec.id), handle, needsAuthentication, requests: 0 };
  }

  /** Requests handled so far, by message, those never met left out. */
  requestsByMessage(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const route of this.#routes) {
      if (route !== undefined && route.requests > 0) counts[route.name] = route.requests;
    }
    return counts;
  }

  /** Handles the request in `bytes[start, end)`. Throws `ProtocolError` when it is none. */
  dispatch(connection: Connection, bytes: Buffer, start: number, end: number): void {
    const call = this.#call;
    call.open(connection, bytes, start, end);
    this.#handle(call);
  }

  /** As `dispatch`, for a call that has waited since `waitingSince`. It may run inside another call's handler. */
  redispatch(connection: Connection, bytes: Buffer, waitingSince: number): void {
    const call = new Call();
    call.open(connection, bytes, 0, bytes.length);
    call.waitingSince = waitingSince;
    this.#handle(call);
  }

  #handle(call: Call): void {
    const { type } = call;
    const route = (type & 0xff) === 0 ? this.#routes[type >>> 8] : undefined;
    if (route !== undefined) route.requests += 1;
    if (this.faults.armed) {
      const action = this.faults.actionFor(call);
      if (action !== undefined) {
        this.#misbehave(call, route, action);
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

  #misbehave(call: Call, route: Route | undefined, action: FaultAction): void {
    const { connection } = call;
    const { outbox } = connection;
    const mark = outbox.length;
    switch (action.kind) {
      case 'delay': {
        this.#run(call, route);
        const late = outbox.cut(mark);
        setTimeout(() => connection.send(late), action.ms).unref();
        return;
      }
      case 'swallow':
        if (action.execute === true) this.#run(call, route);
        outbox.length = mark;
        return;
      case 'error':
        call.error(errorOf(action));
        return;
      case 'raw':
        outbox.append(typeof action.bytes === 'function' ? action.bytes(requestOf(call)) : action.bytes);
        return;
      case 'close':
        if (action.execute === true) this.#run(call, route);
        outbox.length = mark;
        connection.reset();
        return;
      case 'backupAcks':
        this.#acknowledge(call, route, action);
    }
  }

  #acknowledge(
    call: Call,
    route: Route | undefined,
    action: Extract<FaultAction, { kind: 'backupAcks' }>,
  ): void {
    const { connection } = call;
    const { outbox, backupListener } = connection;
    const { when = 0, count, delivered = count } = action;
    const source = action.source?.(requestOf(call)) ?? call.correlationId;
    const acknowledge = (): void => {
      if (backupListener === undefined) return;
      const { low: correlationLow, high: correlationHigh } = backupListener;
      const options = { correlationLow, correlationHigh, flags: FLAG_BACKUP_EVENT };
      const values = { sourceInvocationCorrelationId: source };
      const ack = encodeEvent(clientMessages.localBackupListener, 'backup', values, options);
      for (let left = delivered; left > 0; left -= 1) connection.send(ack);
    };
    const expected = call.isBackupAware;
    if (expected && when === 'before') acknowledge();
    const answer = outbox.length;
    this.#run(call, route);
    if (!expected || outbox.length <= answer) return;
    outbox.bytes[answer + FRAME_HEADER_SIZE + RESPONSE_BACKUP_ACKS_OFFSET] = count;
    if (when === 0) acknowledge();
    else if (when !== 'before') setTimeout(acknowledge, when).unref();
  }
}
