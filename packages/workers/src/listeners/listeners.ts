import { clearTimeout, monotonicNow, setTimeout } from '@offloop/runtime/clock';
import { Gate } from '@offloop/runtime/thread';
import { FRAME_HEADER_SIZE, REQUEST_FIXED_FIELDS_OFFSET, RESPONSE_FIXED_FIELDS_OFFSET } from '@offloop/wire';
import {
  addressText,
  type ShardSettings,
  WorkerErrorCode,
  type FromWorker,
  type LogLevel,
  type ToWorker,
  type WireError,
} from '@offloop/contract';
import type { Connection } from '../connection/connection.js';
import { MemberFailure, type InternalCalls } from '../connection/internal-calls.js';
import { FAST_ATTEMPTS, isRetryableWhenBound } from '../connection/retry-rules.js';
import { SilentMemberError } from '../connection/silence.js';

/**
 * Offset of the one field of a response. After a registration it is the member's id for it, whose bytes the request that removes it
 * has to hold; after a removal, whether there was such a registration.
 */
const RESPONSE_FIELD_OFFSET: number = FRAME_HEADER_SIZE + RESPONSE_FIXED_FIELDS_OFFSET;
const REMOVAL_ID_OFFSET: number = FRAME_HEADER_SIZE + REQUEST_FIXED_FIELDS_OFFSET;
const ID_LENGTH = 17;

/** Most registrations and removals that are under way on a connection. */
const MOST_UNDER_WAY = 128;

type Listen = Extract<ToWorker, { readonly type: 'listen' }>;

interface Registration {
  readonly number: number;
  /** The request that registers; `remove` is the one that removes, without the member's id, which is filled in later. */
  readonly add: Buffer;
  readonly remove: Buffer;
  /** The map whose near cache the registration is for; undefined for any other listener. */
  readonly nearCache: string | undefined;
  readonly on: Map<Connection, Entry>;
}

/** A registration on one connection. */
interface Entry {
  /** Correlation id of its events; undefined while it waits behind others. */
  events: number | undefined;
  /** The member's id of it; undefined until the member has responded. */
  memberId: Buffer | undefined;
}

export interface ListenersHandler {
  tell(message: FromWorker): void;
  /** An event message of a registration lies at `bytes[start, end)`, valid until this returns. */
  onListenerEvent(registration: number, bytes: Buffer, start: number, end: number): void;
  /** An event message with changes for a near cache lies at `bytes[start, end)`, valid until this returns. */
  onInvalidationEvent(registration: number, bytes: Buffer, start: number, end: number): void;
}

/**
 * Registers the caller's listeners on every connection. A new connection gets all of them before it carries calls, so that no event
 * of those calls is missed. The caller keeps the list, and sends it again to a worker that takes a dead one's place.
 */
export class Listeners {
  readonly #calls: InternalCalls;
  readonly #handler: ListenersHandler;
  readonly #retryPauseMillis: number;
  readonly #timeoutMillis: number;
  readonly #registrations = new Map<number, Registration>();
  /** Connections that have, or are getting, the registrations. */
  readonly #connections = new Set<Connection>();
  readonly #gates = new WeakMap<Connection, Gate>();
  readonly #retries = new Set<NodeJS.Timeout>();

  constructor(calls: InternalCalls, handler: ListenersHandler, settings: ShardSettings) {
    this.#calls = calls;
    this.#handler = handler;
    this.#retryPauseMillis = settings.invocationRetryPauseMillis;
    this.#timeoutMillis = settings.invocationTimeoutMillis;
  }

  /**
   * Registers on every connection and tells the caller when all have it. If one refuses, it is removed from all. A registration that is
   * taken over from a dead worker was accepted before: it stays, and is tried again where it is refused.
   */
  async listen({ registration: number, add, remove, isTakenOver, nearCache }: Listen): Promise<void> {
    const registration: Registration = {
      number,
      add: Buffer.from(add, 'base64'),
      remove: Buffer.from(remove, 'base64'),
      nearCache,
      on: new Map(),
    };
    this.#registrations.set(number, registration);
    if (isTakenOver) {
      await Promise.all([...this.#connections].map((each) => this.#registerLater(registration, each)));
      this.#handler.tell({ type: 'listening', registration: number });
      return;
    }
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

  /** Removes a registration from every connection, then tells the caller. */
  async unlisten(number: number): Promise<void> {
    const wasKnown = await this.#unregister(number);
    this.#handler.tell({ type: 'unlistened', registration: number, wasKnown });
  }

  /** Prepares a new connection: resolves when every registration was tried on it. A refused one is tried again later. */
  async join(connection: Connection): Promise<void> {
    this.#connections.add(connection);
    await Promise.all(
      [...this.#registrations.values()].map((registration) => this.#registerLater(registration, connection)),
    );
  }

  /** Returns the registrations of the near cache of a map: one, or two while one near cache takes another's place. */
  ofNearCache(map: string): number[] {
    const registrations = [...this.#registrations.values()];
    return registrations.filter(({ nearCache }) => nearCache === map).map(({ number }) => number);
  }

  /** Returns true if each connection has a registration of the near cache of this map, so that its member tells of changes. */
  isHeard(map: string): boolean {
    const registrations = this.ofNearCache(map).map((number) => this.#registrations.get(number)!);
    return [...this.#connections].every((connection) =>
      registrations.some(({ on }) => on.get(connection)?.memberId !== undefined),
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

  /** Registers on one connection. Rejects when the member refuses; resolves when the connection is lost meanwhile. */
  async #register(registration: Registration, connection: Connection): Promise<void> {
    const entry: Entry = { events: undefined, memberId: undefined };
    registration.on.set(connection, entry);
    const isThere = (): boolean => registration.on.get(connection) === entry && !connection.isClosed;
    await this.#gateOf(connection).pass(async () => {
      if (isThere()) await this.#registerNow(registration, connection, entry);
    });
    const { memberId } = entry;
    // The listener was removed while this response was under way: only now is the id known that removes it at the member.
    if (memberId !== undefined && !isThere() && !connection.isClosed)
      await this.#remove(registration, connection, memberId);
  }

  async #registerNow(registration: Registration, connection: Connection, entry: Entry): Promise<void> {
    const { number, nearCache, add } = registration;
    const handler = this.#handler;
    const { id, response } = this.#calls.subscribe(
      connection,
      add,
      (bytes, start) => {
        const at = start + RESPONSE_FIELD_OFFSET;
        return Buffer.from(bytes.subarray(at, at + ID_LENGTH));
      },
      nearCache === undefined
        ? (_type, bytes, start, end) => handler.onListenerEvent(number, bytes, start, end)
        : (_type, bytes, start, end) => handler.onInvalidationEvent(number, bytes, start, end),
      // The listener was registered anew meanwhile, or is no longer wanted. Nobody reads the events of this registration.
      (lateId) => void this.#remove(registration, connection, lateId),
    );
    entry.events = id;
    try {
      entry.memberId = await response;
    } catch (error) {
      this.#calls.unsubscribe(id);
      if (registration.on.get(connection) === entry) registration.on.delete(connection);
      if (!connection.isClosed) throw error;
    }
  }

  #gateOf(connection: Connection): Gate {
    let gate = this.#gates.get(connection);
    if (gate === undefined) this.#gates.set(connection, (gate = new Gate(MOST_UNDER_WAY)));
    return gate;
  }

  /** Registers as `#register` does, and after a passing error again, up to the invocation timeout; rejects with the last error. */
  async #registerInTime(registration: Registration, connection: Connection): Promise<void> {
    const deadline = monotonicNow() + this.#timeoutMillis;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#register(registration, connection);
      } catch (error) {
        const mayRetry =
          error instanceof SilentMemberError ||
          (error instanceof MemberFailure && isRetryableWhenBound(error.holders[0]?.errorCode ?? 0));
        if (!mayRetry || monotonicNow() > deadline) throw error;
      }
      if (attempt >= FAST_ATTEMPTS) await this.#pause();
      if (this.#registrations.get(registration.number) !== registration) return;
    }
  }

  /** Resolves after the retry pause; never, once the agent has ended. */
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

  /** Registers on one connection, and again until it succeeds, but resolves after the first attempt. */
  async #registerLater(registration: Registration, connection: Connection): Promise<void> {
    try {
      await this.#register(registration, connection);
    } catch (error) {
      this.#logRefused('warn', connection, error);
      void this.#keepRegistering(registration, connection);
    }
  }

  async #keepRegistering(registration: Registration, connection: Connection): Promise<void> {
    for (;;) {
      await this.#pause();
      const isWanted = this.#registrations.get(registration.number) === registration;
      if (!isWanted || !this.#connections.has(connection)) return;
      try {
        return await this.#register(registration, connection);
      } catch (error) {
        this.#logRefused('debug', connection, error);
      }
    }
  }

  #logRefused(level: LogLevel, connection: Connection, error: unknown): void {
    this.#log(level, connection, `refused a listener, asked again in ${this.#retryPauseMillis} ms`, error);
  }

  #log(level: LogLevel, { address }: Connection, what: string, error: unknown): void {
    const message = `${addressText(address)} ${what}: ${(error as Error).message}`;
    this.#handler.tell({ type: 'log', level, source: 'Listeners', message });
  }

  /** Removes a registration everywhere. Resolves to true if all its members still knew it. */
  async #unregister(number: number): Promise<boolean> {
    const registration = this.#registrations.get(number);
    if (registration === undefined) return false;
    this.#registrations.delete(number);
    const removals: Promise<boolean>[] = [];
    for (const [connection, { events, memberId }] of registration.on) {
      if (events !== undefined) this.#calls.unsubscribe(events);
      removals.push(
        memberId === undefined ? Promise.resolve(false) : this.#remove(registration, connection, memberId),
      );
    }
    registration.on.clear();
    return !(await Promise.all(removals)).includes(false);
  }

  /** Removes a registration from one member. Resolves to true if the member still knew it. */
  async #remove({ remove }: Registration, connection: Connection, memberId: Buffer): Promise<boolean> {
    const request = Buffer.from(remove);
    memberId.copy(request, REMOVAL_ID_OFFSET);
    try {
      return await this.#gateOf(connection).pass(() =>
        this.#calls.send(connection, request, (bytes, start) => bytes[start + RESPONSE_FIELD_OFFSET] !== 0),
      );
    } catch (error) {
      if (!connection.isClosed) this.#log('warn', connection, 'could not remove a listener', error);
      return false;
    }
  }
}

function wireError(reason: unknown): WireError {
  const message = reason instanceof Error ? reason.message : String(reason);
  return reason instanceof MemberFailure
    ? { code: WorkerErrorCode.MEMBER, message, remote: reason.holders }
    : { code: WorkerErrorCode.ILLEGAL_STATE, message };
}
