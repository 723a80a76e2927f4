import { randomUUID } from 'node:crypto';
import type { FromWorker, ToWorker, WireError } from '@offloop/workers';
import { HazelcastError } from '../../errors/hazelcast-error.js';
import { ClientNotActiveError } from '../../errors/hierarchy.js';
import { errorFromMember, errorFromWire } from '../../errors/rebuild.js';
import type { ILogger } from '../../logging/logger.js';
import { EventOrder } from './event-order.js';

/** The requests that make and undo one registration, and where its events go. */
export interface ListenerRequests {
  readonly add: Buffer;
  /** With a nil `registrationId`, in place of the id only the worker knows. */
  readonly remove: Buffer;
  /**
   * An event message; `bytes` are valid until this returns. It may throw SchemaAbsent, and is called again when the schema is
   * there. What else it throws, or its promise rejects with, is logged.
   */
  readonly onEvent: (bytes: Buffer, start: number, end: number) => unknown;
}

interface Registration extends ListenerRequests {
  readonly id: string;
  readonly events: EventOrder;
  /** Undefined once the registration is made. */
  pending: { readonly resolve: (id: string) => void; readonly reject: (error: Error) => void } | undefined;
}

export interface RegistryOwner {
  tell(message: ToWorker): void;
  /** Why no call can be made now, if so. */
  refusal(): Error | undefined;
}

/**
 * Every listener a member tells of events. It outlives workers: each new one is told all registrations before its first
 * connection, and makes them on every connection it has.
 */
export class ListenerRegistry {
  readonly #owner: RegistryOwner;
  readonly #logger: ILogger;
  readonly #byNumber = new Map<number, Registration>();
  readonly #numberOf = new Map<string, number>();
  /** Removals a worker is working on. */
  readonly #removals = new Map<number, () => void>();
  #next = 0;

  constructor(owner: RegistryOwner, logger: ILogger) {
    this.#owner = owner;
    this.#logger = logger;
  }

  /** Registrations there are, those being made among them. */
  get size(): number {
    return this.#byNumber.size;
  }

  /** Those of them that are being made. */
  get waiting(): number {
    let waiting = 0;
    for (const { pending } of this.#byNumber.values()) if (pending !== undefined) waiting++;
    return waiting;
  }

  /**
   * Resolves to the registration's id once every connection of the moment has it, which without a connection is at once.
   * Rejects with HazelcastError when a member refuses it.
   */
  add(requests: ListenerRequests): Promise<string> {
    const refusal = this.#owner.refusal();
    // Not yet connected is no reason: the registration is made with the first connection.
    if (refusal instanceof ClientNotActiveError) return Promise.reject(refusal);
    const number = this.#next++;
    const id = randomUUID();
    const report = (error: unknown): void =>
      this.#logger.error('ListenerService', `a listener (${id}) threw`, error);
    const events = new EventOrder(requests.onEvent, report);
    return new Promise<string>((resolve, reject) => {
      this.#byNumber.set(number, { ...requests, id, events, pending: { resolve, reject } });
      this.#numberOf.set(id, number);
      this.#tellOf(number);
    });
  }

  /** Resolves to whether there was such a registration. From the call on its listener hears nothing more. */
  remove(id: string): Promise<boolean> {
    const number = this.#numberOf.get(id);
    if (number === undefined) return Promise.resolve(false);
    this.#forget(number);
    // A client that is shut down has no registrations anywhere.
    if (this.#owner.refusal() instanceof ClientNotActiveError) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.#removals.set(number, () => resolve(true));
      this.#owner.tell({ type: 'unlisten', registration: number });
    });
  }

  onEvent(number: number, bytes: Buffer, start: number, end: number): void {
    this.#byNumber.get(number)?.events.tell(bytes, start, end);
  }

  /** @returns whether the message was for the registry. */
  onControl(message: FromWorker): boolean {
    switch (message.type) {
      case 'listening': {
        const registration = this.#byNumber.get(message.registration);
        registration?.pending?.resolve(registration.id);
        if (registration !== undefined) registration.pending = undefined;
        return true;
      }
      case 'listen-failed': {
        const registration = this.#byNumber.get(message.registration);
        this.#forget(message.registration);
        registration?.pending?.reject(refused(message.error));
        return true;
      }
      case 'unlistened':
        this.#removals.get(message.registration)?.();
        this.#removals.delete(message.registration);
        return true;
      default:
        return false;
    }
  }

  /** A new worker, without connections yet: it is told everything. What the old one had is gone with its connections. */
  onRestart(): void {
    for (const number of this.#byNumber.keys()) this.#tellOf(number);
    this.#settleRemovals();
  }

  /** No worker, and none will come. */
  end(): void {
    for (const { pending, events } of this.#byNumber.values()) {
      events.end();
      pending?.reject(new ClientNotActiveError('the client is shut down'));
    }
    this.#byNumber.clear();
    this.#numberOf.clear();
    this.#settleRemovals();
  }

  #tellOf(number: number): void {
    const { add, remove } = this.#byNumber.get(number)!;
    this.#owner.tell({
      type: 'listen',
      registration: number,
      add: add.toString('base64'),
      remove: remove.toString('base64'),
    });
  }

  #forget(number: number): void {
    const registration = this.#byNumber.get(number);
    if (registration === undefined) return;
    registration.events.end();
    this.#byNumber.delete(number);
    this.#numberOf.delete(registration.id);
  }

  #settleRemovals(): void {
    for (const settle of this.#removals.values()) settle();
    this.#removals.clear();
  }
}

function refused(error: WireError): HazelcastError {
  const cause = error.remote === undefined ? errorFromWire(error) : errorFromMember(error.remote);
  return new HazelcastError(`the listener could not be added: ${error.message}`, cause);
}
