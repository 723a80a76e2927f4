import {
  ClientNotActiveError,
  HazelcastError,
  IndeterminateOperationStateError,
  IOError,
  OperationTimeoutError,
  TargetDisconnectedError,
  TransactionError,
  TransactionNotActiveError,
} from '@offloop/values';
import { ClientOfflineError } from '../errors/own-errors.js';

/** Where the worker dies, its connections are lost, and of a call under way nobody can say what became of it. */
const OF_CONNECTIONS = [
  ClientNotActiveError,
  ClientOfflineError,
  IndeterminateOperationStateError,
  IOError,
  TargetDisconnectedError,
];

/** Whether a member has answered with this error. */
export function isOfMember(error: unknown): boolean {
  return error instanceof HazelcastError && error.serverStackTrace !== undefined;
}

/** Whether the connection of a call is lost, and with it the transaction. */
export function isLost(error: unknown): error is Error {
  return !isOfMember(error) && OF_CONNECTIONS.some((kind) => error instanceof kind);
}

/** Whether this client has given a call up that the member may still carry out. */
export function isGivenUp(error: unknown): error is Error {
  return error instanceof OperationTimeoutError && !isOfMember(error);
}

/** Whether a call on a lost connection is known not to have been sent. */
export function isUnsent(error: unknown): boolean {
  return error instanceof TargetDisconnectedError && error.details?.['sent'] === 0;
}

/** What a call rejects with whose transaction is over by it. */
export function lostBy(cause: Error): Error {
  if (cause instanceof ClientNotActiveError) return cause;
  return new TransactionError(
    `the transaction is over, and its changes are not made: ${cause.message}`,
    cause,
  );
}

/** What is rejected with where there is no transaction. @param cause why it is over; undefined: it was ended, or never begun. */
export function noTransaction(cause?: Error): Error {
  // As all calls of a client that is shut down.
  if (cause instanceof ClientNotActiveError) return cause;
  if (cause === undefined) return new TransactionNotActiveError('no transaction is active');
  return new TransactionNotActiveError(`the transaction is over: ${cause.message}`, cause);
}

/** What a commit rejects with that was on its way when its connection was lost, or that was not answered. */
export function inDoubt(cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new IndeterminateOperationStateError(
    `it is not known whether the transaction was committed: ${reason}`,
    cause,
  );
}
