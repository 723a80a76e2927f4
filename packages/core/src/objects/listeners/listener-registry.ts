import { randomUUID } from 'node:crypto';
import type { ToWorker, WireError } from '@offloop/contract';
import { clearTimeout, setTimeout } from '@offloop/runtime/clock';
import type { ShapeTable } from '../../calls/completions/tape/shape-table.js';
import { HazelcastError, OperationTimeoutError } from '@offloop/values';
import { notActive } from '../../errors/not-active.js';
import { errorFromMember, errorFromWire } from '../../errors/rebuild.js';
import type { ILogger } from '../../logging/logger.js';
import { EventOrder, type OnEvent } from './event-order.js';

/** The requests that make and undo one registration, and the function for its events. */
export interface ListenerRequests {
  readonly add: Buffer;
  /** The removing request, with a nil `registrationId` in place of the id that only the worker knows. */
  readonly remove: Buffer;
  /** The map whose near cache gets the events, which are then records of the worker; undefined for any other listener. */
  readonly nearCache: string | undefined;
  /**
   * Called with each event. After a SchemaAbsent it is called again when the schema is there; any other error that it throws or
   * rejects with is logged.
   */
  readonly onEvent: OnEvent;
}

interface Registration extends ListenerRequests {
  readonly id: string;
  readonly events: EventOrder;
  /** The caller's promise; undefined once the registration is made. */
  pending: { readonly resolve: (id: string) => void; readonly reject: (error: Error) => void } | undefined;
}

export interface RegistryOwner {
  tellLeader(message: ToWorker): void;
  /** Runs `then` when the shard that listens leads: at once, unless its thread has yet to start. */
  whenListening(then: () => void): void;
  readonly carriesCalls: boolean;
  readonly isStopped: boolean;
}

/**
 * All listeners that members send events to. The leader's worker listens: it makes each registration on every connection it has.
 * The registry outlives workers: the next leader's worker is told all registrations.
 */
export class ListenerRegistry {
  readonly #owner: RegistryOwner;
  readonly #logger: ILogger;
  readonly #byNumber = new Map<number, Registration>();
  readonly #numberOf = new Map<string, number>();
  /** Removals that a worker is working on. */
  readonly #removals = new Map<number, (wasKnown: boolean) => void>();
  /** Registrations that the new leader has still to make; `#onTakenOver` runs then. */
  readonly #takenOver = new Set<number>();
  /** Registrations that no worker was told of, as none leads yet that is to listen, with the ends of their waits. */
  readonly #untold = new Map<number, NodeJS.Timeout | undefined>();
  /** True while the registry waits for such a worker. */
  #isWaiting = false;
  readonly #longestWait: number;
  #onTakenOver: () => void = () => undefined;
  #next = 0;

  /** @param longestWait milliseconds for which a registration waits for the worker that is to make it. */
  constructor(owner: RegistryOwner, logger: ILogger, longestWait: number) {
    this.#owner = owner;
    this.#logger = logger;
    this.#longestWait = longestWait;
  }

  /** Number of registrations, including those that are being made. */
  get size(): number {
    return this.#byNumber.size;
  }

  /** Number of registrations that are being made: no member has confirmed them yet. */
  get waiting(): number {
    let waiting = 0;
    for (const { pending } of this.#byNumber.values()) if (pending !== undefined) waiting++;
    return waiting;
  }

  /**
   * Adds a registration. Resolves to its id once every present connection has it; without a connection, at once. Rejects with
   * HazelcastError when a member refuses it, and with OperationTimeoutError when the thread that is to make it was not connected in time.
   */
  add(requests: ListenerRequests): Promise<string> {
    // Before the first connection it is accepted: the registration is made with that connection.
    if (this.#owner.isStopped) return Promise.reject(notActive());
    const number = this.#next++;
    const id = randomUUID();
    const report = (error: unknown): void =>
      this.#logger.error('ListenerService', `a listener (${id}) threw`, error);
    const events = new EventOrder(requests.onEvent, report);
    return new Promise<string>((resolve, reject) => {
      const registration: Registration = { ...requests, id, events, pending: { resolve, reject } };
      this.#byNumber.set(number, registration);
      this.#numberOf.set(id, number);
      // The thread that is to make it may not lead before there is a connection, which may never come. A near cache waits for that.
      if (!this.#owner.carriesCalls && requests.nearCache === undefined) this.#accept(registration);
      this.#tellWhenListening(number, registration);
    });
  }

  /**
   * Removes a registration, whose listener is not called any more from then on. Resolves to whether there was one with this id.
   */
  async remove(id: string): Promise<boolean> {
    if (!this.#numberOf.has(id)) return false;
    await this.withdraw(id);
    return true;
  }

  /** Removes a registration. Resolves to whether all members that had it still knew it, and so have sent all events. */
  withdraw(id: string): Promise<boolean> {
    const number = this.#numberOf.get(id);
    if (number === undefined) return Promise.resolve(false);
    this.#forget(number);
    // A client that is shut down has no registrations anywhere.
    if (this.#owner.isStopped) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.#removals.set(number, resolve);
      this.#owner.tellLeader({ type: 'unlisten', registration: number });
    });
  }

  /** Delivers an event to the listener of a registration. `bytes` and `shapes` are as in `OnEvent`. */
  onEvent(number: number, bytes: Buffer, start: number, end: number, shapes?: ShapeTable): void {
    this.#byNumber.get(number)?.events.tell(bytes, start, end, shapes);
  }

  /** Settles a registration that every present connection has. */
  onListening(number: number): void {
    this.#isTakenOver(number);
    const registration = this.#byNumber.get(number);
    if (registration !== undefined) this.#accept(registration);
  }

  /** Rejects a registration that a member refused; no connection has it. */
  onListenFailed(number: number, error: WireError): void {
    const registration = this.#byNumber.get(number);
    this.#forget(number);
    registration?.pending?.reject(refused(error));
  }

  onUnlistened(number: number, wasKnown: boolean): void {
    this.#removals.get(number)?.(wasKnown);
    this.#removals.delete(number);
  }

  /**
   * Tells a new leader's worker all registrations. Those of the one before are gone with its connections.
   *
   * @param onTakenOver called when it has made all registrations on its connections.
   */
  onTakeover(onTakenOver: () => void): void {
    this.#settleRemovals();
    this.#takenOver.clear();
    this.#onTakenOver = onTakenOver;
    for (const [number, { pending }] of this.#byNumber) {
      const wasMade = pending === undefined;
      if (wasMade) this.#takenOver.add(number);
      // One that was never made may still be refused, and then its caller is told.
      this.#tellOf(number, wasMade);
    }
    if (this.#takenOver.size === 0) onTakenOver();
  }

  /** Rejects all registrations: there is no worker, and none will come. */
  end(): void {
    for (const { pending, events } of this.#byNumber.values()) {
      events.end();
      pending?.reject(notActive());
    }
    this.#byNumber.clear();
    this.#numberOf.clear();
    for (const number of this.#untold.keys()) this.#isTold(number);
    this.#settleRemovals();
  }

  /** What members keep for a listener must live on while the loop is blocked: where the thread does not lead yet, it waits. */
  #tellWhenListening(number: number, registration: Registration): void {
    const giveUp = (): void => {
      this.#forget(number);
      registration.pending?.reject(
        new OperationTimeoutError(
          `Listener cannot be added! The worker thread that listens was not connected within ${this.#longestWait} ms`,
        ),
      );
    };
    // One that is accepted waits for as long as it takes.
    const isAccepted = registration.pending === undefined;
    this.#untold.set(number, isAccepted ? undefined : setTimeout(giveUp, this.#longestWait).unref());
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#owner.whenListening(() => {
      this.#isWaiting = false;
      for (const each of this.#untold.keys()) {
        this.#isTold(each);
        this.#tellOf(each, this.#byNumber.get(each)?.pending === undefined);
      }
    });
  }

  #isTold(number: number): void {
    clearTimeout(this.#untold.get(number));
    this.#untold.delete(number);
  }

  #accept(registration: Registration): void {
    registration.pending?.resolve(registration.id);
    registration.pending = undefined;
  }

  #tellOf(number: number, isTakenOver: boolean): void {
    const registration = this.#byNumber.get(number);
    // Removed before it was made.
    if (registration === undefined) return;
    const { add, remove, nearCache } = registration;
    this.#owner.tellLeader({
      type: 'listen',
      registration: number,
      add: add.toString('base64'),
      remove: remove.toString('base64'),
      isTakenOver,
      ...(nearCache === undefined ? {} : { nearCache }),
    });
  }

  /** Notes that the new leader has made this registration, or that it is no longer wanted. */
  #isTakenOver(number: number): void {
    if (this.#takenOver.delete(number) && this.#takenOver.size === 0) this.#onTakenOver();
  }

  #forget(number: number): void {
    const registration = this.#byNumber.get(number);
    if (registration === undefined) return;
    registration.events.end();
    this.#isTold(number);
    this.#byNumber.delete(number);
    this.#numberOf.delete(registration.id);
    this.#isTakenOver(number);
  }

  #settleRemovals(): void {
    for (const settle of this.#removals.values()) settle(false);
    this.#removals.clear();
  }
}

function refused(error: WireError): HazelcastError {
  const cause = error.remote === undefined ? errorFromWire(error) : errorFromMember(error.remote);
  return new HazelcastError(`Listener cannot be added! ${error.message}`, cause);
}
