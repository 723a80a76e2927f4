import { FRAME_HEADER_SIZE, REQUEST_FIXED_FIELDS_OFFSET } from '@offloop/wire/protocol';
import type { Connection } from './connection.js';
import { describe } from './connection.js';
import {
  WorkerErrorCode,
  type FromWorker,
  type LogLevel,
  type ShardSettings,
  type ToWorker,
  type WireError,
} from './control.js';
import { MemberFailure, type InternalCalls } from './internal-calls.js';
import { FAST_ATTEMPTS, isRetryableWhenBound } from './retry-rules.js';

/** An answer to a registration begins with the member's id for it; a request to undo it takes the same bytes. */
const ANSWER_ID_OFFSET: number = FRAME_HEADER_SIZE + 13;
const REMOVAL_ID_OFFSET: number = FRAME_HEADER_SIZE + REQUEST_FIXED_FIELDS_OFFSET;
const ID_LENGTH = 17;

type Listen = Extract<ToWorker, { readonly type: 'listen' }>;

interface Registration {
  readonly number: number;
  /** The request that registers, and the one that undoes it but for the member's id. */
  readonly add: Buffer;
  readonly remove: Buffer;
  /** By connection: the id by which events come, and once the member has answered, its own. */
  readonly on: Map<Connection, { readonly events: number; memberId: Buffer | undefined }>;
}

export interface ListenersHandler {
  tell(message: FromWorker): void;
  /** An event message of a registration lies at `bytes[start, end)`, valid until this returns. */
  onListenerEvent(registration: number, bytes: Buffer, start: number, end: number): void;
}

/**
 * The registrations of the caller's listeners on every connection. They are the caller's: a new worker is told them again,
 * and a new connection gets all of them before it carries calls, so that no call made on it goes unheard.
 */
export class Listeners {
  readonly #calls: InternalCalls;
  readonly #handler: ListenersHandler;
  readonly #retryPauseMillis: number;
  readonly #timeoutMillis: number;
  readonly #registrations = new Map<number, Registration>();
  /** Connections that have, or are getting, the registrations. */
  readonly #connections = new Set<Connection>();
  readonly #retries = new Set<NodeJS.Timeout>();

  constructor(calls: InternalCalls, handler: ListenersHandler, settings: ShardSettings) {
    this.#calls = calls;
    this.#handler = handler;
    this.#retryPauseMillis = settings.invocationRetryPauseMillis;
    this.#timeoutMillis = settings.invocationTimeoutMillis;
  }

  /** Registers everywhere, and tells when every connection has it, or that one of them refused it: then none keeps it. */
  async listen({ registration: number, add, remove }: Listen): Promise<void> {
    const registration: Registration = {
      number,
      add: Buffer.from(add, 'base64'),
      remove: Buffer.from(remove, 'base64'),
      on: new Map(),
    };
    this.#registrations.set(number, registration);
    const outcomes = await Promise.allSettled(
      [...this.#connections].map((connection) => this.#registerInTime(registration, connection)),
    );
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    if (refused === undefined) {
      this.#handler.tell({ type: 'listening', registration: number });
    } else {
      await this.#unregister(number);
      this.#handler.tell({ type: 'listen-failed', registration: number, error: wireError(refused.reason) });
    }
  }

  async unlisten(number: number): Promise<void> {
    await this.#unregister(number);
    this.#handler.tell({ type: 'unlistened', registration: number });
  }

  /** A new connection: resolves when it has every registration. One that is refused there is tried again later. */
  async join(connection: Connection): Promise<void> {
    this.#connections.add(connection);
    await Promise.all(
      [...this.#registrations.values()].map((registration) => this.#registerLater(registration, connection)),
    );
  }

  onConnectionLost(connection: Connection): void {
    this.#connections.delete(connection);
    for (const { on } of this.#registrations.values()) on.delete(connection);
  }

  stop(): void {
    for (const timer of this.#retries) clearTimeout(timer);
    this.#retries.clear();
  }

  /** Rejects when the member refuses; a connection that is lost meanwhile is none of the registration's business. */
  async #register(registration: Registration, connection: Connection): Promise<void> {
    const { id, answer } = this.#calls.subscribe(
      connection,
      registration.add,
      (bytes, start) => {
        const at = start + ANSWER_ID_OFFSET;
        return Buffer.from(bytes.subarray(at, at + ID_LENGTH));
      },
      (_type, bytes, start, end) => this.#handler.onListenerEvent(registration.number, bytes, start, end),
    );
    const entry: { events: number; memberId: Buffer | undefined } = { events: id, memberId: undefined };
    registration.on.set(connection, entry);
    try {
      entry.memberId = await answer;
    } catch (error) {
      this.#calls.unsubscribe(id);
      registration.on.delete(connection);
      if (!connection.isClosed) throw error;
      return;
    }
    // Taken back while the member was answering: it is undone here, where its id is known.
    if (registration.on.get(connection) !== entry && !connection.isClosed) {
      await this.#remove(registration, connection, entry.memberId);
    }
  }

  /** While the member says "again" it is asked again, up to the invocation timeout; its last refusal is the reason then. */
  async #registerInTime(registration: Registration, connection: Connection): Promise<void> {
    const deadline = performance.now() + this.#timeoutMillis;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#register(registration, connection);
      } catch (error) {
        const again =
          error instanceof MemberFailure && isRetryableWhenBound(error.holders[0]?.errorCode ?? 0);
        if (!again || performance.now() > deadline) throw error;
      }
      if (attempt >= FAST_ATTEMPTS) await this.#pause();
      if (this.#registrations.get(registration.number) !== registration) return;
    }
  }

  /** Of those that are under way when the agent ends, none ends. */
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#retries.delete(timer);
        resolve();
      }, this.#retryPauseMillis);
      timer.unref();
      this.#retries.add(timer);
    });
  }

  /** Until it succeeds: nobody waits for more than the first attempt. */
  async #registerLater(registration: Registration, connection: Connection): Promise<void> {
    try {
      await this.#register(registration, connection);
    } catch (error) {
      this.#log('warn', connection, error);
      void this.#goOnRegistering(registration, connection);
    }
  }

  async #goOnRegistering(registration: Registration, connection: Connection): Promise<void> {
    for (;;) {
      await this.#pause();
      const isWanted = this.#registrations.get(registration.number) === registration;
      if (!isWanted || !this.#connections.has(connection)) return;
      try {
        return await this.#register(registration, connection);
      } catch (error) {
        this.#log('debug', connection, error);
      }
    }
  }

  #log(level: LogLevel, connection: Connection, error: unknown): void {
    const message =
      `${describe(connection.address)} refused a listener, asked again in ${this.#retryPauseMillis} ms: ` +
      (error as Error).message;
    this.#handler.tell({ type: 'log', level, source: 'Listeners', message });
  }

  async #unregister(number: number): Promise<void> {
    const registration = this.#registrations.get(number);
    if (registration === undefined) return;
    this.#registrations.delete(number);
    const removals: Promise<void>[] = [];
    for (const [connection, { events, memberId }] of registration.on) {
      this.#calls.unsubscribe(events);
      if (memberId !== undefined) removals.push(this.#remove(registration, connection, memberId));
    }
    registration.on.clear();
    await Promise.all(removals);
  }

  async #remove({ remove }: Registration, connection: Connection, memberId: Buffer): Promise<void> {
    const request = Buffer.from(remove);
    memberId.copy(request, REMOVAL_ID_OFFSET);
    try {
      await this.#calls.send(connection, request, () => undefined);
    } catch (error) {
      if (connection.isClosed) return;
      this.#handler.tell({
        type: 'log',
        level: 'warn',
        source: 'Listeners',
        message: `${describe(connection.address)} could not remove a listener: ${(error as Error).message}`,
      });
    }
  }
}

function wireError(reason: unknown): WireError {
  const message = reason instanceof Error ? reason.message : String(reason);
  return reason instanceof MemberFailure
    ? { code: WorkerErrorCode.MEMBER, message, remote: reason.holders }
    : { code: WorkerErrorCode.ILLEGAL_STATE, message };
}
