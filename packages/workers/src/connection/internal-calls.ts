import { SLOT_LIMIT } from '@offloop/runtime/thread';
import {
  decodeError,
  encodeRequest,
  EXCEPTION_MESSAGE_TYPE,
  setCorrelationId,
  type ErrorHolder,
  type MessageSpec,
  type RequestOf,
} from '@offloop/wire/protocol';
import type { Connection } from './connection.js';

/** Reads the message in `bytes[start, end)`, which may be overwritten once this returns. */
type MessageReader = (bytes: Buffer, start: number, end: number) => void;

interface PendingCall {
  readonly connection: Connection;
  readonly onResponse: MessageReader;
  readonly onFailure: (error: Error) => void;
}

interface Registration {
  readonly connection: Connection;
  readonly onEvent: (messageType: number, bytes: Buffer, start: number, end: number) => void;
}

/** A member responded with an exception. */
export class MemberFailure extends Error {
  readonly holders: readonly ErrorHolder[];

  constructor(holders: readonly ErrorHolder[]) {
    super(`${holders[0]?.className ?? 'unknown error'}: ${holders[0]?.message ?? ''}`);
    this.holders = holders;
  }
}

/** Mask: the numbers of calls wrap around within the ids above the slots. */
const NUMBER_MASK = 0x3fffffff;

/**
 * The agent's own calls: authentication, heartbeats, listeners, statistics. They are few and rare, so a map holds them.
 * Their correlation ids are larger than any slot: one comparison tells them from the caller's calls.
 */
export class InternalCalls {
  readonly #pending = new Map<number, PendingCall>();
  readonly #registrations = new Map<number, Registration>();
  #next = 0;

  /** Sends a message at once. Resolves with what `decode` returns for the response; rejects with a `MemberFailure`. */
  call<M extends MessageSpec, R>(
    connection: Connection,
    spec: M,
    values: RequestOf<M>,
    decode: (bytes: Buffer, start: number, end: number) => R,
    onEvent?: Registration['onEvent'],
  ): Promise<R> {
    const message = encodeRequest(spec, values, { partitionId: -1 });
    return onEvent === undefined
      ? this.send(connection, message, decode)
      : this.subscribe(connection, message, decode, onEvent).response;
  }

  /** The same for a request that is encoded already. */
  send<R>(
    connection: Connection,
    message: Buffer,
    decode: (bytes: Buffer, start: number, end: number) => R,
  ): Promise<R> {
    return this.#send(this.#nextId(), connection, message, decode);
  }

  /** Sends a request whose response is followed by events, until `unsubscribe(id)` or the end of the connection. */
  subscribe<R>(
    connection: Connection,
    message: Buffer,
    decode: (bytes: Buffer, start: number, end: number) => R,
    onEvent: Registration['onEvent'],
  ): { readonly id: number; readonly response: Promise<R> } {
    const id = this.#nextId();
    if (!connection.isClosed) this.#registrations.set(id, { connection, onEvent });
    return { id, response: this.#send(id, connection, message, decode) };
  }

  unsubscribe(id: number): void {
    this.#registrations.delete(id);
  }

  onResponse(id: number, messageType: number, bytes: Buffer, start: number, end: number): void {
    const call = this.#pending.get(id);
    if (call === undefined) return;
    this.#pending.delete(id);
    try {
      if (messageType === EXCEPTION_MESSAGE_TYPE) {
        call.onFailure(new MemberFailure(decodeError(bytes, start, end)));
      } else {
        call.onResponse(bytes, start, end);
      }
    } catch (error) {
      call.onFailure(error as Error);
    }
  }

  /** The response cannot be read. */
  onFailure(id: number, error: Error): void {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    call?.onFailure(error);
  }

  onEvent(id: number, messageType: number, bytes: Buffer, start: number, end: number): void {
    this.#registrations.get(id)?.onEvent(messageType, bytes, start, end);
  }

  /** Fails the calls that were sent on a lost connection, and forgets its registrations. */
  onConnectionLost(connection: Connection, reason: Error): void {
    for (const [id, call] of this.#pending) {
      if (call.connection !== connection) continue;
      this.#pending.delete(id);
      call.onFailure(reason);
    }
    for (const [id, registration] of this.#registrations) {
      if (registration.connection === connection) this.#registrations.delete(id);
    }
  }

  #nextId(): number {
    return SLOT_LIMIT + (this.#next++ & NUMBER_MASK);
  }

  #send<R>(
    id: number,
    connection: Connection,
    message: Buffer,
    decode: (bytes: Buffer, start: number, end: number) => R,
  ): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      if (connection.isClosed) {
        reject(new Error('the connection is closed'));
        return;
      }
      this.#pending.set(id, {
        connection,
        onResponse: (bytes, start, end) => resolve(decode(bytes, start, end)),
        onFailure: reject,
      });
      const chunk = connection.reserve(message.length);
      message.copy(chunk.bytes, chunk.end);
      setCorrelationId(chunk.bytes, chunk.end, id, 0);
      chunk.end += message.length;
      connection.flush();
    });
  }
}
