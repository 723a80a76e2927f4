import { monotonicNow } from '@offloop/runtime/clock';
import { SLOT_LIMIT } from '@offloop/runtime/thread';
import {
  decodeError,
  encodeRequest,
  EXCEPTION_MESSAGE_TYPE,
  setCorrelationId,
  type ErrorHolder,
  type MessageSpec,
  type RequestOf,
} from '@offloop/wire';
import type { Connection } from './connection.js';
import { DEADLINE_MILLIS } from '@offloop/contract';
import { OnSilence, Silence, SilentMemberError } from './silence.js';

/** Reads the message in `bytes[start, end)`, which may be overwritten once this returns. */
type MessageReader = (bytes: Buffer, start: number, end: number) => void;

interface PendingCall {
  readonly connection: Connection;
  readonly onResponse: MessageReader;
  readonly onFailure: (error: Error) => void;
  /** Runs until the answer has come. */
  readonly silence: Silence | undefined;
}

interface Registration {
  readonly connection: Connection;
  readonly onEvent: (messageType: number, bytes: Buffer, start: number, end: number) => void;
}

/** A member responded to a call with an exception, which is the first of `holders`; its causes follow. */
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

  /**
   * Sends a message at once, on any partition. Resolves with what `decode` returns for the response; rejects with a `MemberFailure`,
   * and with a `SilentMemberError` as `onSilence` says.
   *
   * @param onEvent reads the events that follow the response, until the end of the connection.
   */
  call<M extends MessageSpec, R>(
    connection: Connection,
    spec: M,
    values: RequestOf<M>,
    decode: (bytes: Buffer, start: number, end: number) => R,
    onSilence: OnSilence = OnSilence.REJECT,
    onEvent?: Registration['onEvent'],
  ): Promise<R> {
    const message = encodeRequest(spec, values, { partitionId: -1 });
    const id = this.#nextId();
    if (onEvent !== undefined && !connection.isClosed) this.#registrations.set(id, { connection, onEvent });
    return this.#send(id, connection, message, decode, onSilence);
  }

  /** Sends an encoded request, and again when it is not answered: see `OnSilence.ASK_AGAIN`. */
  send<R>(
    connection: Connection,
    message: Buffer,
    decode: (bytes: Buffer, start: number, end: number) => R,
  ): Promise<R> {
    return this.#send(this.#nextId(), connection, message, decode, OnSilence.ASK_AGAIN);
  }

  /**
   * Sends a request whose response is followed by events, until `unsubscribe(id)` or the end of the connection. A response that comes
   * after the call was rejected for its silence goes to `onLate`: the member has carried it out.
   */
  subscribe<R>(
    connection: Connection,
    message: Buffer,
    decode: (bytes: Buffer, start: number, end: number) => R,
    onEvent: Registration['onEvent'],
    onLate: (response: R) => void,
  ): { readonly id: number; readonly response: Promise<R> } {
    const id = this.#nextId();
    if (!connection.isClosed) this.#registrations.set(id, { connection, onEvent });
    const response = this.#send(id, connection, message, decode, OnSilence.REJECT);
    response.catch((error: unknown) => {
      if (!(error instanceof SilentMemberError) || connection.isClosed) return;
      const late: MessageReader = (bytes, start, end) => onLate(decode(bytes, start, end));
      this.#pending.set(id, { connection, onResponse: late, onFailure: () => undefined, silence: undefined });
    });
    return { id, response };
  }

  /** Delivers no more events of this subscription. */
  unsubscribe(id: number): void {
    this.#registrations.delete(id);
  }

  onResponse(id: number, messageType: number, bytes: Buffer, start: number, end: number): void {
    const call = this.#take(id);
    if (call === undefined) return;
    try {
      if (messageType === EXCEPTION_MESSAGE_TYPE)
        call.onFailure(new MemberFailure(decodeError(bytes, start, end)));
      else call.onResponse(bytes, start, end);
    } catch (error) {
      call.onFailure(error as Error);
    }
  }

  /** Fails a call, because its response cannot be read. */
  onFailure(id: number, error: Error): void {
    this.#take(id)?.onFailure(error);
  }

  onEvent(id: number, messageType: number, bytes: Buffer, start: number, end: number): void {
    this.#registrations.get(id)?.onEvent(messageType, bytes, start, end);
  }

  /** Fails the calls that were sent on a lost connection, and forgets its registrations. */
  onConnectionLost(connection: Connection, reason: Error): void {
    for (const [id, call] of this.#pending) {
      if (call.connection !== connection) continue;
      this.#take(id)?.onFailure(reason);
    }
    for (const [id, registration] of this.#registrations) {
      if (registration.connection === connection) this.#registrations.delete(id);
    }
  }

  #nextId(): number {
    return SLOT_LIMIT + (this.#next++ & NUMBER_MASK);
  }

  #take(id: number): PendingCall | undefined {
    const call = this.#pending.get(id);
    call?.silence?.end();
    this.#pending.delete(id);
    return call;
  }

  #send<R>(
    id: number,
    connection: Connection,
    message: Buffer,
    decode: (bytes: Buffer, start: number, end: number) => R,
    onSilence: OnSilence,
  ): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      if (connection.isClosed) return reject(new Error('the connection is closed'));
      const deadline = monotonicNow() + DEADLINE_MILLIS;
      const askAgain = (millis: number): void => {
        write(connection, message, id);
        silence?.begin(2 * millis);
      };
      const silence =
        onSilence === OnSilence.WAIT
          ? undefined
          : new Silence(connection, (millis) => {
              const isLast = onSilence === OnSilence.REJECT || monotonicNow() + 2 * millis > deadline;
              if (isLast) this.onFailure(id, new SilentMemberError(connection, millis));
              else askAgain(millis);
            });
      this.#pending.set(id, {
        connection,
        onResponse: (bytes, start, end) => resolve(decode(bytes, start, end)),
        onFailure: reject,
        silence,
      });
      write(connection, message, id);
    });
  }
}

function write(connection: Connection, message: Buffer, id: number): void {
  const chunk = connection.reserve(message.length);
  message.copy(chunk.bytes, chunk.end);
  setCorrelationId(chunk.bytes, chunk.end, id, 0);
  chunk.end += message.length;
  connection.flush();
}
