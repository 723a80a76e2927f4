import type { StructOf } from '@offloop/wire';
import {
  CancellationError,
  ClientNotActiveError,
  IllegalArgumentError,
  IndeterminateOperationStateError,
  IOError,
  OperationTimeoutError,
  TargetDisconnectedError,
  uuidFromHalves,
  type UUID,
} from '@offloop/values';
import { BackpressureError, ClientOfflineError } from '../errors/own-errors.js';
import { HazelcastSqlException } from './hazelcast-sql-exception.js';
import { SqlErrorCode } from './sql-error-code.js';

/** Errors of limits that the caller or this client has set: they are not wrapped. */
const OWN = [OperationTimeoutError, CancellationError, BackpressureError, IllegalArgumentError];
/** Where the worker dies, its connections are lost, and of a call under way nobody can say what became of it. */
const OF_CONNECTIONS = [
  ClientNotActiveError,
  IndeterminateOperationStateError,
  TargetDisconnectedError,
  IOError,
];

/** The official opening, which has no space there. */
const LOST = 'Cluster topology changed while a query was executed:Member cannot be reached:';

export class SqlErrors {
  readonly #client: UUID;

  /** @param client its UUID, which stands for the originating member where no member is to blame. */
  constructor(client: UUID) {
    this.#client = client;
  }

  /** Makes the error of a statement that a member has refused or ended. */
  ofMember(error: StructOf<'SqlError'>, rowsRead?: number): HazelcastSqlException {
    const { code, message, originatingMemberId, suggestion } = error;
    const from = uuidFromHalves(originatingMemberId);
    return after(new HazelcastSqlException(from, code, message ?? '', suggestion ?? null), rowsRead);
  }

  /** Makes the error of a statement that no member can be asked to execute. The message begins as the official one. */
  offline(cause: Error): HazelcastSqlException {
    const message = `Client is not currently connected to the cluster. ${cause.message}`;
    return new HazelcastSqlException(this.#client, SqlErrorCode.CONNECTION_PROBLEM, message, null, cause);
  }

  /**
   * Makes the error of a statement from that of one of its calls.
   *
   * @param rowsRead rows that came before it; undefined for a statement that had not begun.
   */
  ofCall(error: unknown, rowsRead?: number): Error {
    if (error instanceof HazelcastSqlException || OWN.some((kind) => error instanceof kind))
      return error as Error;
    if (error instanceof ClientOfflineError) return after(this.offline(error), rowsRead);
    const cause = error as Error;
    const isLost = OF_CONNECTIONS.some((kind) => error instanceof kind);
    const code = isLost ? SqlErrorCode.CONNECTION_PROBLEM : SqlErrorCode.GENERIC;
    const count = rowsRead === undefined ? '' : `, after ${rowsRead} rows were read`;
    const message = isLost ? `${LOST} ${cause.message}${count}` : cause.message;
    return after(new HazelcastSqlException(this.#client, code, message, null, cause), rowsRead);
  }

  ofValue(error: unknown): Error {
    const cause = error as Error;
    const message = `a value of the row cannot be deserialized: ${cause.message}`;
    return new HazelcastSqlException(this.#client, SqlErrorCode.GENERIC, message, null, cause);
  }

  /** Returns true if the query may still be open on a member that cannot be reached. A query that was not sent is on none. */
  isLost(error: Error): boolean {
    if (!(error instanceof HazelcastSqlException) || error.cause instanceof ClientOfflineError) return false;
    return error.code === SqlErrorCode.CONNECTION_PROBLEM;
  }

  /** Makes the error of reads after the caller has closed the result. */
  closed(): Error {
    return new HazelcastSqlException(
      this.#client,
      SqlErrorCode.CANCELLED_BY_USER,
      'Query was cancelled by user: the result was closed',
    );
  }
}

function after(error: HazelcastSqlException, rowsRead: number | undefined): HazelcastSqlException {
  error.rowsRead = rowsRead;
  return error;
}
