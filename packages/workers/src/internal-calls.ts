import {
  decodeError,
  EXCEPTION_MESSAGE_TYPE,
  type MessageSpec,
  type RequestOf,
  encodeRequest,
} from '@offloop/wire/protocol';
import { INTERNAL_SLOT_BASE } from '@offloop/wire/ring';
import type { Connection } from './connection.js';

/** Takes the message in `bytes[start, end)`; it is overwritten when this returns. */
type MessageTaker = (bytes: Buffer, start: number, end: number) => void;

interface PendingCall {
  readonly connection: Connection;
  readonly onResponse: MessageTaker;
  readonly onFailure: (error: Error) => void;
}

interface Registration {
  readonly connection: Connection;
  readonly onEvent: (messageType: number, bytes: Buffer, start: number, end: number) => void;
}

const NUMBERS = 0x3fffffff;

/**
 * The agent's own calls (authentication, heartbeats, cluster view). Few and rare, so a map is fine; their correlation ids
 * lie above every slot, so that one comparison tells them from a caller's.
 */
export class InternalCalls {
  readonly #pending = new Map<number, PendingCall>();
  readonly #registrations = new Map<number, Registration>();
  #next = 0;

  /** Sends a message at once. Resolves with what `decode` makes of the response. */
  call<M extends MessageSpec, R>(
    connection: Connection,
    spec: M,
    values: RequestOf<M>,
    decode: (bytes: Buffer, start: number, end: number) => R,
    onEvent?: Registration['onEvent'],
  ): Promise<R> {
    const id = INTERNAL_SLOT_BASE + (this.#next++ & NUMBERS);
    const message = encodeRequest(spec, values, { correlationLow: id, correlationHigh: 0, partitionId: -1 });
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
      if (onEvent !== undefined) this.#registrations.set(id, { connection, onEvent });
      const chunk = connection.reserve(message.length);
      message.copy(chunk.bytes, chunk.end);
      chunk.end += message.length;
      connection.flush();
    });
  }

  onResponse(id: number, messageType: number, bytes: Buffer, start: number, end: number): void {
    const call = this.#pending.get(id);
    if (call === undefined) return;
    this.#pending.delete(id);
    try {
      if (messageType === EXCEPTION_MESSAGE_TYPE) {
        const [first] = decodeError(bytes, start, end);
        call.onFailure(new Error(`${first?.className ?? 'unknown error'}: ${first?.message ?? ''}`));
      } else {
        call.onResponse(bytes, start, end);
      }
    } catch (error) {
      call.onFailure(error as Error);
    }
  }

  onEvent(id: number, messageType: number, bytes: Buffer, start: number, end: number): void {
    this.#registrations.get(id)?.onEvent(messageType, bytes, start, end);
  }

  /** Fails what was waiting on a lost connection, and forgets its registrations. */
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
}
