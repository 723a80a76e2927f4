import { monotonicNow, pause } from '@offloop/runtime/clock';
import { messages } from '@offloop/wire';
import { RequestFlag } from '@offloop/contract';
import {
  DataEncoder,
  keyIdentity,
  SchemaAbsent,
  SerializedData,
  toData,
  TargetDisconnectedError,
  TransactionError,
  TransactionTimedOutError,
  uuidFromHalves,
  type SerializationSettings,
  type UUID,
} from '@offloop/values';
import type { CallOptions } from '../calls/call-options.js';
import { Deadline } from '../calls/deadline.js';
import type { Invoker } from '../calls/invoker.js';
import { decodedOperation, operation, type Operation, type WithConnection } from '../calls/operation.js';
import type { Fields } from '../calls/requests/arguments.js';
import { NO_NAME, type ObjectName } from '../calls/requests/object-name.js';
import { BackpressureError } from '../errors/own-errors.js';
import type { ILogger } from '../logging/logger.js';
import { CallLine } from './call-line.js';
import { nextThreadId } from './thread-ids.js';
import {
  inDoubt,
  isGivenUp,
  isLost,
  isOfMember,
  isUnsent,
  lostBy,
  noTransaction,
} from './transaction-errors.js';
import type { CheckedOptions } from './transaction-options.js';

const { transaction: own } = messages;

const m = {
  create: decodedOperation(own.create, ({ response }) => uuidFromHalves(response)).tellingConnection,
  commit: operation(own.commit, RequestFlag.CONNECTION),
  rollback: operation(own.rollback, RequestFlag.CONNECTION),
};

/** Milliseconds before a rollback that the limits of `runtime` did not admit is tried again. */
const ROLLBACK_PAUSE_MILLIS = 10;

export interface TransactionParts {
  readonly invoker: Invoker;
  readonly serialization: SerializationSettings;
  readonly logger: ILogger;
  /** Milliseconds within which calls are to be answered; null: no limit. */
  readonly responseTimeoutMillis: number | null;
  /** Counts the workers of the shard that makes the calls: a connection is gone with its worker. */
  epoch(): number;
  readonly nearCaches: NearCaches;
}

interface NearCaches {
  isFor(map: string): boolean;
  present(map: ObjectName): { invalidate(identity: string): void; clear(): void } | undefined;
  onFailedChange(map: ObjectName, identity: string | undefined): void;
}

/** An entry that the transaction changes, of a map with a near cache. */
interface Change {
  readonly map: ObjectName;
  /** Undefined if it is not known which. */
  readonly identity: string | undefined;
}

/**
 * One transaction of a member, from its beginning to its end. All its calls go on the connection that it was begun on, one at a
 * time, and none is sent twice.
 *
 *     begin ─▶ open ── commit ─────▶ over    made, or not, or in doubt where no answer came
 *               ├───── rollback ───▶ over    none of the changes is made
 *               └───── the connection, or its worker, is lost: the member rolls back ─▶ over
 */
export class Transaction {
  readonly id: UUID;
  readonly #parts: TransactionParts;
  readonly #options: CheckedOptions;
  readonly #threadId: number;
  readonly #connection: number;
  readonly #epoch: number;
  /** The time of `monotonicNow()` after which it is not committed any more. */
  readonly #deadline: number;
  readonly #line = new CallLine();
  readonly #changes: Change[] = [];
  #isOver = false;
  /** Why it is over; undefined if it was ended. */
  #reason: Error | undefined;

  private constructor(
    parts: TransactionParts,
    options: CheckedOptions,
    threadId: number,
    { connection, value }: WithConnection<UUID>,
    begun: number,
  ) {
    this.#parts = parts;
    this.#options = options;
    this.#threadId = threadId;
    this.#connection = connection;
    this.#epoch = parts.epoch();
    this.#deadline = begun + options.timeoutMillis;
    this.id = value;
  }

  /** Begins a transaction on the member that the load balancer chooses. Rejects with what prevents it. */
  static async begin(parts: TransactionParts, options: CheckedOptions): Promise<Transaction> {
    const { timeoutMillis, durability, typeId } = options;
    const threadId = nextThreadId();
    const begun = monotonicNow();
    const fields = { timeout: timeoutMillis, durability, transactionType: typeId, threadId };
    const created = await parts.invoker.invoke(m.create, NO_NAME, fields);
    return new Transaction(parts, options, threadId, created, begun);
  }

  /** Whether no call can be made any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** What calls reject with once it is over. */
  get refusal(): Error {
    return noTransaction(this.#reason);
  }

  /**
   * Makes a call behind those before it. Its values are serialized now. Rejects with TransactionNotActiveError if it is over by
   * then, with TransactionError if it is over by this call, and with the member's errors.
   */
  call<R>(operationOf: Operation<never, R>, name: ObjectName, fields: Fields): Promise<R> {
    if (operationOf.spec.effect === 'writes' && 'key' in fields) this.#noteChange(name, fields['key']);
    let given = fields;
    try {
      if (!this.#line.isFree) given = this.#serialized(operationOf, fields);
    } catch (error) {
      // The values of a schema that the cluster does not have yet are serialized when it is sent.
      if (!(error instanceof SchemaAbsent)) return this.#parts.invoker.refuse(error as Error);
    }
    return this.#line.run(() => this.#send(operationOf, name, given));
  }

  /**
   * Commits, once the calls before it have settled. It is over then, unless the commit was not sent: because of the limits
   * (BackpressureError), or as the client can make no call. Otherwise rejects with
   *
   * - IndeterminateOperationStateError where the commit was sent, and no answer came;
   * - TransactionTimedOutError past its time, and TransactionError where one of the calls that it waited for has failed, after a
   *   rollback;
   * - TransactionNotActiveError where its connection was lost before;
   * - the member's error, after a rollback.
   */
  async commit(): Promise<void> {
    const failure = await this.#line.drained();
    if (this.#isOver) throw this.refusal;
    if (failure !== undefined) {
      await this.rollback();
      throw new TransactionError(
        'the transaction was rolled back: a call that the commit waited for has failed',
        failure.error,
      );
    }
    if (monotonicNow() > this.#deadline) {
      await this.rollback();
      throw new TransactionTimedOutError(
        `the transaction was rolled back: it took longer than timeoutMillis, ${this.#options.timeoutMillis}`,
      );
    }
    this.#parts.invoker.checkReady();
    try {
      await this.#requestEnd(m.commit);
      this.#isOver = true;
    } catch (error) {
      // It may still happen there, at any time.
      for (const { map, identity } of this.#changes) this.#parts.nearCaches.onFailedChange(map, identity);
      throw await this.#afterCommit(error);
    } finally {
      this.#dropChanges();
    }
  }

  /** Rolls back, once the call under way has settled; those that wait reject. Does not reject: see `TransactionContext.rollback`. */
  async rollback(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#line.drained();
    await this.#sendRollback();
  }

  #noteChange(map: ObjectName, key: unknown): void {
    if (!this.#parts.nearCaches.isFor(map.text)) return;
    let identity: string | undefined;
    try {
      const data = toData(key, new DataEncoder(this.#parts.serialization));
      identity = keyIdentity(data, 0, data.length);
    } catch {
      // The key has a schema that the cluster does not have yet. For one that cannot be serialized, the call rejects.
    }
    this.#changes.push({ map, identity });
  }

  /** Drops from near caches what the transaction has changed: members tell of it a little later, or not at all. */
  #dropChanges(): void {
    for (const { map, identity } of this.#changes) {
      const cache = this.#parts.nearCaches.present(map);
      if (identity === undefined) cache?.clear();
      else cache?.invalidate(identity);
    }
  }

  /** Returns what a commit rejects with that has failed. */
  async #afterCommit(error: unknown): Promise<unknown> {
    if (error instanceof BackpressureError) return error;
    if (isOfMember(error)) {
      await this.rollback();
      return error;
    }
    // No rollback: a commit may be under way.
    this.#end(error);
    return isUnsent(error) ? this.refusal : inDoubt(error);
  }

  async #send<R>(operationOf: Operation<never, R>, name: ObjectName, fields: Fields): Promise<R> {
    this.#parts.invoker.checkReady();
    if (this.#isOver) throw this.refusal;
    try {
      return await this.#invoke(operationOf, name, { ...fields, txnId: this.id, threadId: this.#threadId });
    } catch (error) {
      if (isLost(error)) {
        this.#end(error);
        throw isUnsent(error) ? this.refusal : lostBy(error);
      }
      if (isGivenUp(error)) {
        // The member may still carry the call out: what it does then must not be committed.
        this.#end(error);
        void this.#sendRollback();
      }
      throw error;
    }
  }

  #end(reason: unknown): void {
    this.#isOver = true;
    if (reason instanceof Error) this.#reason = reason;
  }

  async #sendRollback(): Promise<void> {
    try {
      await this.#requestEnd(m.rollback);
    } catch (error) {
      if (error instanceof BackpressureError && monotonicNow() < this.#deadline) {
        await pause(ROLLBACK_PAUSE_MILLIS);
        await this.#sendRollback();
        return;
      }
      // A member rolls back itself what was begun on a connection that is lost. Locks end with the transaction's time.
      this.#parts.logger.debug('Transactions', 'a rollback was not answered', error);
    }
  }

  /**
   * Asks for the end. Resolves when that is answered, and rejects when it takes too long. It is sent all the same: a call that is given
   * up before it was sent never is, and the member would keep the locks until the transaction's time is over.
   */
  #requestEnd(operationOf: typeof m.commit | typeof m.rollback): Promise<void> {
    const { responseTimeoutMillis } = this.#parts;
    const fields = { transactionId: this.id, threadId: this.#threadId };
    if (responseTimeoutMillis === null) return this.#invoke(operationOf, NO_NAME, fields);
    // Members have taken the locks away by then.
    const timeout = Math.max(responseTimeoutMillis, this.#options.timeoutMillis);
    const sent = this.#invoke(operationOf, NO_NAME, fields, { timeout });
    return new Deadline({ timeout: responseTimeoutMillis }).within(sent);
  }

  #invoke<R>(
    operationOf: Operation<never, R>,
    name: ObjectName,
    fields: Fields,
    options?: CallOptions,
  ): Promise<R> {
    if (this.#parts.epoch() !== this.#epoch) {
      const error = new TargetDisconnectedError('the connection ended with its worker thread');
      error.details = { sent: 0 };
      return Promise.reject(error);
    }
    // TRUSTED: the fields are those of the operationOf, to which `call` has added the transaction's.
    return this.#parts.invoker.invokeOnConnection(
      operationOf,
      name,
      this.#connection,
      fields as never,
      options,
    );
  }

  /** Serializes the values among the fields: they may be changed until the call is made. Throws SchemaAbsent. */
  #serialized({ spec }: Operation, fields: Fields): Fields {
    const given: Record<string, unknown> = { ...fields };
    for (const [name, type] of spec.request) {
      if (type !== 'Data') continue;
      const encoder = new DataEncoder(this.#parts.serialization);
      given[name] = new SerializedData(toData(given[name], encoder));
    }
    return given;
  }
}
